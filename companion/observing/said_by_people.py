"""What people said about cards that lie on the table: their word counts against the eye's. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.cards import HIGHEST_NUMBER, PASS, Card, Colour, Zone, plain
from companion.evidence import Alternative, Arrival, SeenCard, Sighting
from companion.observing.geometry import same_place
from companion.records.game import Played

Line = Mapping[str, object]

NOTES = ("t", "unsure", "note")
"""Keys of a record line that are no part of the act."""


@dataclass(frozen=True, slots=True)
class Said:
    """A card as the eye saw it, and what a person said that it is."""

    card: SeenCard
    face: Card


def act_of(line: Line) -> Line:
    """Give the act of a record line, without its time, its doubts and what was noted of it."""
    return {key: value for key, value in line.items() if key not in NOTES}


def note_beside(line: Line) -> str | None:
    """Give what was noted beside an act; None where nothing was, or where the note is all that there is."""
    note = line.get("note")
    return note if isinstance(note, str) and act_of(line).keys() - {"player"} else None


def face_in(line: Line) -> Card | None:
    """Give the card that a record line lays, without colour; None where it lays none or several."""
    value = next((line[verb] for verb in ("play", "jump", "flip") if verb in line), None)
    if value == "pass":
        return PASS
    return Card.number(value) if type(value) is int and 0 <= value <= HIGHEST_NUMBER else None


def plays_another(act: Played, card: SeenCard) -> bool:
    """Say whether an act plays another face than the one that a card is read as."""
    face = face_in(act.line) if "play" in act.line else None
    return face is not None and card.best is not None and face != plain(card.best)


def faces_in(line: Line) -> tuple[Card, ...]:
    """Give all cards that a record line lays, with their colours where it names them."""
    face, tiles = face_in(line), line.get("lay")
    if face is not None:
        return (face,)
    return tuple(_tile(tile) for tile in tiles) if isinstance(tiles, Sequence) else ()


def _tile(tile: Mapping[str, Any]) -> Card:
    """Give a card of a stack; a colour that the eye does not know is left out."""
    colour = tile.get("colour")
    return Card.number(tile["value"], Colour(colour) if colour in list(Colour) else None)


def claimed(arrivals: Sequence[Arrival], line: Line) -> Arrival | None:
    """Give the card that came and waits for just this act: the one most like it, or one that is doubtful."""
    face, beside = face_in(line), "jump" in line
    if face is None:
        return None
    here = [a for a in arrivals if (a.card.zone is Zone.JUMP) == beside]
    likely = [a for a in here if a.card.probability(face) > 0]
    doubtful = [a for a in here if not a.card.sure]
    best = max(likely, key=lambda a: a.card.probability(face), default=None)
    return best or (doubtful[0] if doubtful else None)


def entered(told: tuple[Said, ...], arrivals: Sequence[Arrival], line: Line) -> tuple[Said, ...]:
    """Remember what a card is that an act entered by hand has claimed."""
    face, arrival = face_in(line), claimed(arrivals, line)
    return (*told, Said(arrival.card, face)) if face and arrival else told


def corrected(
    told: tuple[Said, ...], seen: Sighting | None, was: Line | None, now: Line | None
) -> tuple[Said, ...]:
    """Remember that a card which the eye read as one is another; forget it when that is taken back."""
    old, new = face_in(was or {}), face_in(now or {})
    if old is None or old == new:
        return told
    kept = tuple(t for t in told if t.face != old)
    lying = [card for card in (seen.cards if seen else ()) if card.best and card.best.value == old.value]
    if new is None or len(lying) != 1 or any(t.face == old for t in told):
        return kept
    return (*kept, Said(lying[0], new))


def still_lying(told: tuple[Said, ...], sighting: Sighting) -> tuple[Said, ...]:
    """Forget the cards that have left their place."""
    return tuple(t for t in told if any(same_place(t.card, card) for card in sighting.cards))


def believe(sighting: Sighting, told: tuple[Said, ...]) -> Sighting:
    """Give the sighting with each card read as people say, unless the eye is sure of yet another one."""
    if not told:
        return sighting
    return replace(sighting, cards=tuple(_believed(card, told) for card in sighting.cards))


def _believed(card: SeenCard, told: tuple[Said, ...]) -> SeenCard:
    for word in told:
        same_reading = not card.sure or card.best == word.card.best
        if same_reading and same_place(word.card, card):
            return SeenCard(card.zone, card.quad, (Alternative(word.face, 1.0),), True)
    return card
