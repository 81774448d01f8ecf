"""Evidence as plain JSON values and back, for the journal."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from companion.cards import Card, Zone
from companion.clock import ClockFit, Instant, Span
from companion.evidence import Alternative, Arrival, Press, PressSource, Quad, SeenCard, Side, Sighting

Json = Mapping[str, Any]


def span_to_json(span: Span) -> list[int]:
    """Give a span as its two instants in nanoseconds."""
    return [span.earliest, span.latest]


def span_from_json(values: Sequence[int]) -> Span:
    """Read what ``span_to_json`` gave."""
    return Span(Instant(values[0]), Instant(values[1]))


def card_to_json(card: SeenCard) -> list[object]:
    """Give a seen card as zone, eight pixels to a tenth, cards with probabilities to four places, sure.

    A list, for most of what an evening writes to the disk is where cards lay.
    """
    return [
        str(card.zone),
        [round(pixel, 1) for corner in card.quad for pixel in corner],
        [part for a in card.alternatives for part in (str(a.card), round(a.probability, 4))],
        card.sure,
    ]


def card_from_json(data: Json | Sequence[Any]) -> SeenCard:
    """Read what ``card_to_json`` gives, or gave until version 2 of the journal: an object with names."""
    if isinstance(data, Mapping):
        corners, pairs = data["quad"], data["alternatives"]
        zone, sure = data["zone"], data["sure"]
    else:
        zone, pixels, flat, sure = data
        corners, pairs = _pairs(pixels), _pairs(flat)
    quad = cast(Quad, tuple((x, y) for x, y in corners))
    return SeenCard(Zone(zone), quad, tuple(Alternative(Card.parse(text), p) for text, p in pairs), sure)


def sighting_to_json(sighting: Sighting) -> dict[str, object]:
    """Give a sighting, its arrivals with their cards."""
    return {
        "span": span_to_json(sighting.span),
        "cards": [card_to_json(card) for card in sighting.cards],
        "arrivals": [
            {
                "card": card_to_json(a.card),
                "touch": span_to_json(a.touch),
                "side": a.side,
                **({"either": sorted(a.either)} if a.either else {}),
            }
            for a in sighting.arrivals
        ],
        "removed_at": sighting.removed_at and span_to_json(sighting.removed_at),
        "removed_side": sighting.removed_side,
        **({"partly": True} if sighting.partly else {}),
    }


def sighting_from_json(data: Json) -> Sighting:
    """Read what ``sighting_to_json`` gave."""
    return Sighting(
        span_from_json(data["span"]),
        tuple(card_from_json(card) for card in data["cards"]),
        tuple(
            Arrival(
                card_from_json(a["card"]),
                span_from_json(a["touch"]),
                _side(a["side"]),
                frozenset(map(Side, a.get("either", ()))),
            )
            for a in data["arrivals"]
        ),
        data["removed_at"] and span_from_json(data["removed_at"]),
        _side(data["removed_side"]),
        bool(data.get("partly")),
    )


def press_to_json(press: Press) -> dict[str, object]:
    """Give a press; what is as usual is left out."""
    data = {"button": press.button, "span": span_to_json(press.span), "source": str(press.source)}
    clock = {"clock": clock_to_json(press.clock)} if press.clock else {}
    return {**data, **clock, **({"call": True} if press.call else {})}


def press_from_json(data: Json) -> Press:
    """Read what ``press_to_json`` gave."""
    clock = clock_from_json(data["clock"]) if data.get("clock") else None
    span, source = span_from_json(data["span"]), PressSource(data["source"])
    return Press(data["button"], span, source, clock, bool(data.get("call")))


def clock_to_json(clock: ClockFit) -> dict[str, object]:
    """Give how two clocks lie to each other, in nanoseconds."""
    return {"offset": clock.offset, "error": clock.error, "measured": clock.measured}


def clock_from_json(data: Json) -> ClockFit:
    """Read what ``clock_to_json`` gave."""
    return ClockFit(data["offset"], data["error"], data["measured"])


def _side(name: str | None) -> Side | None:
    return Side(name) if name else None


def _pairs(values: Sequence[Any]) -> list[tuple[Any, Any]]:
    return list(zip(values[::2], values[1::2], strict=True))
