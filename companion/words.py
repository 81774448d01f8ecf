"""What the table is told when the eye needs help: what was expected, what is seen, what to do."""

from collections.abc import Sequence

from companion.adjudicator import Ruling, Verdict
from companion.cards import Card, Zone
from companion.evidence import SeenCard, Sighting
from companion.rules.base import Layout

SHOWN_ALTERNATIVES = 3
SHOWN_CARDS = 4


MISSED = (
    "A card was taken away before it could be read, so a move may be missing. "
    "Compare whose turn it is and the penalty cards with the table."
)


def face(card: Card) -> str:
    """Give a card's face without its colour."""
    return "pass" if card.value is None else str(card.value)


def alternatives(card: SeenCard) -> str:
    """Say what a seen card may be, most probable first: "82? or 28"."""
    faces = [face(a.card) for a in card.alternatives[:SHOWN_ALTERNATIVES]]
    return "? or ".join(faces) if faces else "something"


def unread(card: SeenCard) -> str:
    """Ask for a better look at a card."""
    return (
        f"A card cannot be read for certain: {alternatives(card)}. Straighten it, and take hands and glare "
        f"off it; it is read again by itself."
    )


def unexplained(expected: Layout, sighting: Sighting) -> str:
    """Say that the table shows what no legal move explains."""
    return (
        f"No legal move explains the table. Expected, before the next card: {_line(expected)}. "
        f"Seen: {_seen(sighting)}. Put the cards as the rules want them; the game then goes on by itself."
    )


def after_verdict(ruling: Ruling) -> str:
    """Say what the table does with a jump card that lies there while the next card does too."""
    number = ruling.jump
    todo = {
        Verdict.IN_TIME: f"The next card goes back to the hand, or {number} does for no jump.",
        Verdict.TOO_CLOSE: f"Take {number} back for no jump, or take the next card back for a jump.",
    }
    return f"{ruling.reason} {todo.get(ruling.verdict, f'{number} goes back to the hand.')}"


def _line(layout: Layout) -> str:
    row = _end([face(c) for c in layout.zone(Zone.ROW)]) or "an empty row"
    beside = "".join(f", {face(c)} beside it" for c in layout.zone(Zone.JUMP))
    return row + beside


def _seen(sighting: Sighting) -> str:
    row = _end([_maybe(c) for c in sighting.zone(Zone.ROW)]) or "an empty row"
    beside = "".join(f", {_maybe(c)} beside it" for c in sighting.zone(Zone.JUMP))
    return row + beside


def _maybe(card: SeenCard) -> str:
    believed = card.believed
    return face(believed) if believed else f"{alternatives(card)}?"


def _end(faces: Sequence[str]) -> str:
    """Give the end of a row, where all moves happen."""
    dots = ["…"] if len(faces) > SHOWN_CARDS else []
    return " ".join(dots + list(faces[-SHOWN_CARDS:]))


def undone(card: SeenCard) -> str:
    """Say that a card lies there whose act was taken back."""
    name = face(card.best) if card.best else "A card"
    return f"{name} lies there, but its act was taken back. Take it off, or say under Mend what it is."


def wrong_player(expected: str, seen: str) -> str:
    """Say that a card came from another side than that of the player to move."""
    return (
        f"It was {expected}'s turn, but the hand came from {seen}'s side. If {seen} played out of turn, take "
        f"the card back."
    )
