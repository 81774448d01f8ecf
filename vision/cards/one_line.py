"""Tells what of any cards is in their one row, and what lies about it: the clock on a telephone, a note."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import inf
from statistics import median

from vision.cards.geometry import Placed, RowAxes

ODD_SIZE = 1.45
"""A card beside the row that is told to be by so much larger or smaller than its cards may be a die or a
coin: of 90 that were cards the ratios were 0.78 to 1.38, of a letter on a die that read as a number 0.65."""

NO_DIE = 2
"""What reads clearly as one number in so many places is neither: seen from far off, a jump card had 0.68."""

OFF_LINE, A_LINE, MOST_OFF = 1.0, 3, 1 / 3
"""Where cards lie in but one row, what lies so many heights off the line of the numbers is not in it, if at
least so many of these lie in line, and no more than this share of them off it: else there are more rows."""


def in_one_line(
    cards: Sequence[Placed], numbers: Sequence[Placed], frame: RowAxes
) -> tuple[list[Placed], list[Placed]]:
    """Part the cards into those in line with the numbers and as large, and the other numbers, unsure.

    ``numbers``: those of the cards that show one; ``frame``: that of the row. The line is Theil's and Sen's:
    of all pairs' slopes, and of what is left by it, the medians.
    """
    if len(numbers) < A_LINE:
        return list(cards), []
    height = median(card.hint.height for card in numbers)
    ways = [frame.way(numbers[0].hint.centre, card.hint.centre) for card in numbers]
    pairs = [(b[0] - a[0], b[1] - a[1]) for a, b in combinations(ways, 2)]
    slope = median([up / right for right, up in pairs if abs(right) > height / 3] or [inf])
    if abs(slope) > 1:
        return list(cards), []  # a row laid downwards
    level = median(up - slope * right for right, up in ways)

    def off(card: Placed) -> bool:
        right, up = frame.way(numbers[0].hint.centre, card.hint.centre)
        as_large = 1 / ODD_SIZE < card.hint.height / height < ODD_SIZE
        return not as_large or abs(up - slope * right - level) > OFF_LINE * height

    aside = [replace(card, sure=False) for card in numbers if off(card)]
    line = [card for card in cards if not off(card)]
    several = len(numbers) - len(aside) < max(A_LINE, len(aside) / MOST_OFF)
    return (list(cards), []) if several else (line, aside)
