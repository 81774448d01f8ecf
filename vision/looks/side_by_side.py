"""Tells what one look took for one number where another one reads two cards that lie side by side.

The middles of closely laid cards stand as close as the figures of a number: a 3 and a 6 may seem a 36.
"""

from itertools import pairwise

from companion.cards import Zone
from companion.evidence import SeenCard
from vision.cards.geometry import height_of, middles_apart

FIGURE = 10
"""From this number on there are two figures."""

BETWEEN, CLOSE = 1.15, 0.6
"""What is one number for two cards lies between them: the way over its middle is no longer than so many times
the straight one, and that no longer than this share of a card's height."""

Cards = tuple[SeenCard, ...]


def parted(look: Cards, other: Cards) -> Cards:
    """Give the cards of a look without what the other one surely reads as two cards of one figure each.

    Those two must be neighbours. What is left out is the number that they make together, or an unsure one
    that has the one's figure in its place.
    """
    row = [card for card in other if card.zone is Zone.ROW]
    pairs = [
        (a, b)
        for a, b in pairwise(row)
        if _figure(a) is not None and _figure(b) is not None and middles_apart(a, b) < CLOSE * height_of(a)
    ]
    return tuple(card for card in look if not any(_made_of(card, a, b) for a, b in pairs)) if pairs else look


def _figure(card: SeenCard) -> int | None:
    """Give the number of a card that surely bears a single figure."""
    value = card.believed.value if card.believed is not None else None
    return value if value is not None and value < FIGURE else None


def _made_of(card: SeenCard, left: SeenCard, right: SeenCard) -> bool:
    """Say whether a card is what two others seem together."""
    value = card.best.value if card.best is not None else None
    if value is None or not FIGURE <= value < FIGURE * FIGURE:
        return False
    tens, ones = divmod(value, FIGURE)
    alike = tens == _figure(left), ones == _figure(right)
    way = middles_apart(left, card) + middles_apart(card, right)
    return way < BETWEEN * middles_apart(left, right) and (all(alike) or (any(alike) and not card.sure))
