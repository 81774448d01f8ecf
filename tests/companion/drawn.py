"""Draw a table in a test: ``table("3 7 P | 57")`` is a row of three with a card beside it.

A token is a sure card (``73``, ``P``), an unsure one with its alternatives (``82?28``: 60 % and 40 %), or
``.`` for a card that cannot be read at all.
"""

from companion.cards import PASS, Card, Zone
from companion.clock import Span, instant
from companion.evidence import Alternative, Arrival, Quad, SeenCard, Side, Sighting

FRAME = 0.067


def quad(place: int, zone: Zone) -> Quad:
    x, y = 100.0 + 60 * place, 100.0 if zone is Zone.ROW else 420.0
    return (x, y), (x + 160, y), (x + 160, y + 240), (x, y + 240)


def face(token: str) -> Card:
    return PASS if token == "P" else Card.number(int(token))


def seen(token: str, place: int = 0, zone: Zone = Zone.ROW) -> SeenCard:
    if token == ".":
        return SeenCard(zone, quad(place, zone), (), False)
    faces = [face(part) for part in token.split("?")]
    if len(faces) == 1:
        return SeenCard(zone, quad(place, zone), (Alternative(faces[0], 0.998),), True)
    shares = (0.6, 0.4, 0.0)
    return SeenCard(zone, quad(place, zone), tuple(map(Alternative, faces, shares)), False)


def cards(text: str) -> tuple[SeenCard, ...]:
    row, _, beside = text.partition("|")
    return (
        *(seen(token, i) for i, token in enumerate(row.split())),
        *(seen(token, i, Zone.JUMP) for i, token in enumerate(beside.split())),
    )


def touched(at: float) -> Span:
    return Span(instant(at - FRAME), instant(at))


def arrival(
    token: str, at: float, zone: Zone = Zone.ROW, side: Side | None = None, place: int = 0
) -> Arrival:
    return Arrival(seen(token, place, zone), touched(at), side)


def table(text: str, at: float = 1.0, *arrivals: Arrival, removed_at: float | None = None) -> Sighting:
    gone = touched(removed_at) if removed_at is not None else None
    return Sighting(Span(instant(at), instant(at)), cards(text), arrivals, gone)
