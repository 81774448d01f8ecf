"""How well a row of seen cards fits a row of expected ones: an alignment in which each slip has its price.

The price of a slip is the negative logarithm of about how often the camera makes it, so that prices add up
and the cheapest story is the most probable one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from companion.cards import Card
from companion.evidence import SeenCard

CONTRADICTION = 9.0
"""A sure reading that says another card."""
MISSING = 3.5
"""An expected card that was not found: glare, a finger."""
EXTRA_SURE = 9.0
"""A card too many that was read without doubt."""
EXTRA_UNSURE = 4.0
"""A card too many that could not be read: perhaps no card at all."""
UNREAD_OLD = 1.2
"""A card that lay there before and cannot be read just now: nobody has touched it."""
LEAST = 1e-4


@dataclass(frozen=True, slots=True)
class Match:
    """An alignment: its price (0 is perfect) and the pairs (expected index, seen index), both ascending."""

    price: float
    pairs: tuple[tuple[int, int], ...]


def match(expected: Sequence[Card], old: int, seen: Sequence[SeenCard]) -> Match:
    """Align expected cards, of which the first ``old`` lay there before, with the seen ones, in order."""
    prices = _prices(expected, old, seen)
    return Match(prices[-1][-1], _pairs(prices, expected, old, seen))


def prefix_prices(expected: Sequence[Card], old: int, seen: Sequence[SeenCard]) -> list[float]:
    """Give for each number of first expected cards what it costs to align them alone with the seen ones."""
    return [row[-1] for row in _prices(expected, old, seen)]


def contradicts(card: Card, seen: SeenCard) -> bool:
    """Say whether the camera is sure that this is another card.

    A card may be sure by many looks although one bad look among them keeps its probability low.
    """
    believed = seen.believed
    return believed is not None and (believed.kind, believed.value) != (card.kind, card.value)


def _prices(expected: Sequence[Card], old: int, seen: Sequence[SeenCard]) -> list[list[float]]:
    """Give the cheapest price of aligning the first i expected with the first j seen cards."""
    first = [0.0]
    for found in seen:
        first.append(first[-1] + _extra(found))
    rows = [first]
    for i, card in enumerate(expected):
        rows.append(_next_row(rows[-1], card, i < old, seen))
    return rows


def _next_row(above: list[float], card: Card, old: bool, seen: Sequence[SeenCard]) -> list[float]:
    row = [above[0] + MISSING]
    for j, found in enumerate(seen):
        same = above[j] + _price(card, old, found)
        row.append(min(same, above[j + 1] + MISSING, row[-1] + _extra(found)))
    return row


def _pairs(
    prices: list[list[float]], expected: Sequence[Card], old: int, seen: Sequence[SeenCard]
) -> tuple[tuple[int, int], ...]:
    """Walk back from the end along the cheapest way; a pair is preferred to a slip of the same price."""
    i, j = len(expected), len(seen)
    pairs = []
    while i and j:
        if prices[i][j] == prices[i - 1][j - 1] + _price(expected[i - 1], i <= old, seen[j - 1]):
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif prices[i][j] == prices[i - 1][j] + MISSING:
            i -= 1
        else:
            j -= 1
    return tuple(reversed(pairs))


def _price(card: Card, old: bool, seen: SeenCard) -> float:
    if contradicts(card, seen):
        return CONTRADICTION
    price = -log(max(seen.probability(card), LEAST))
    return min(price, UNREAD_OLD) if old else price


def _extra(seen: SeenCard) -> float:
    return EXTRA_SURE if seen.sure else EXTRA_UNSURE
