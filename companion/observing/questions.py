"""What the table is told when the eye needs help: what was expected, what is seen, what to do."""

from collections.abc import Iterable, Sequence

from companion.cards import Card, Zone
from companion.evidence import SeenCard, Sighting
from companion.jumps.adjudicator import Ruling, Verdict
from companion.language import Text, listed, mark, say
from companion.rules.base import Layout

SHOWN_ALTERNATIVES = 3
SHOWN_CARDS = 4

MISSED = say(
    "A card was taken away before it could be read, so an act may be missing. "
    "Compare whose turn it is and the penalty cards with the table."
)
GUESSED = say(
    "A card could not be read, and play has gone on: what it is was concluded from the cards after it. "
    "Compare it with the table; where it is another, correct it under Mend."
)
SEES = say("The camera sees the table.")
DARK = say("The camera sees nothing: it is dark, or something covers the lens.")
ENDED = say("The recording has ended; what it showed stays as it is.")

BACK = mark("{number} goes back to the hand.")
WHAT_NEXT = {
    Verdict.IN_TIME: mark("The next card goes back to the hand, or {number} does for no jump."),
    Verdict.TOO_CLOSE: mark("Take {number} back for no jump, or take the next card back for a jump."),
}


def face(card: Card) -> str:
    """Give a card's face without its colour."""
    return "pass" if card.value is None else str(card.value)


def face_words(card: Card) -> str:
    """Say a card's face without its colour."""
    return say("pass") if card.value is None else str(card.value)


def alternatives(card: SeenCard) -> str:
    """Say what a seen card may be, most probable first: "82? or 28"."""
    faces = [face_words(a.card) for a in card.alternatives[:SHOWN_ALTERNATIVES]]
    if not faces:
        return say("something")
    said = faces[0]
    for other in faces[1:]:
        said = say("{card}? or {other}", card=said, other=other)
    return said


def unread(card: SeenCard) -> Text:
    """Ask for a better look at a card."""
    if not card.alternatives:
        return say(
            "A card cannot be read. Straighten it, and take hands and glare off it; it is read again by "
            "itself."
        )
    return say(
        "A card cannot be read for certain: {cards}. Straighten it, and take hands and glare "
        "off it; it is read again by itself.",
        cards=alternatives(card),
    )


def unexplained(expected: Layout, sighting: Sighting) -> Text:
    """Say that the table shows what no legal move explains."""
    return say(
        "No legal act explains the table. Expected, before the next card: {expected}. "
        "Seen: {seen}. Put the cards as the rules want them; the game then goes on by itself.",
        expected=_ends(*(map(face_words, expected.zone(zone)) for zone in (Zone.ROW, Zone.JUMP))),
        seen=_ends(*(map(_maybe, sighting.zone(zone)) for zone in (Zone.ROW, Zone.JUMP))),
    )


def after_verdict(ruling: Ruling) -> Text:
    """Say what the table does with a jump card that lies there while the next card does too."""
    todo = say(WHAT_NEXT.get(ruling.verdict, BACK), number=ruling.jump)
    return say("{reason} {todo}", reason=ruling.reason, todo=todo)


def _ends(row: Iterable[str], beside: Iterable[str]) -> str:
    """Say how a row ends, where all moves happen, and what lies beside it."""
    said = _end(list(row))
    for card in beside:
        said = say("{row}, {card} beside it", row=said, card=card)
    return said


def _maybe(card: SeenCard) -> str:
    believed = card.believed
    return face_words(believed) if believed else say("{cards}?", cards=alternatives(card))


def _end(faces: Sequence[str]) -> str:
    if not faces:
        return say("an empty row")
    said = say("… {card}", card=faces[-SHOWN_CARDS]) if len(faces) > SHOWN_CARDS else faces[-SHOWN_CARDS:][0]
    for card in faces[-SHOWN_CARDS:][1:]:
        said = say("{before} {next}", before=said, next=card)
    return said


def undone(card: SeenCard) -> Text:
    """Say that a card lies there whose act was taken back."""
    return say(
        "{card} lies there, but its act was taken back. Take it off, or say under Mend what it is.",
        card=face_words(card.best) if card.best else say("A card"),
    )


def wrong_player(expected: str, seen: str) -> Text:
    """Say that a card came from another side than that of the player to move."""
    return say(
        "It was {expected}'s turn, but the hand came from {seen}'s side. If {seen} played out of turn, take "
        "the card back. If an act was missed, enter it under Mend; the game then goes on by itself.",
        expected=expected,
        seen=seen,
    )


def told_as_passes(names: Sequence[str]) -> Text:
    """Say that nobody saw some players play, and that they were told to have passed."""
    return say(
        "Nobody saw {names} play, and play went on: announced as a pass. Compare the row and the penalty "
        "cards with the table; if it was another act, change it under Mend.",
        names=listed(names),
    )


def played_before(act: int, number: object) -> Text:
    """Say that a number lies there which an act, counted from 1, has laid before."""
    return say(
        "{number} lies there, but act {act} has laid it already, so one of the two was misread. Compare act "
        "{act} with what was played and change it under Mend; the game then goes on by itself.",
        act=act,
        number=number,
    )
