"""Leaves out what seems to lie between two cards of a row where there is no room for one more.

A part of a number, or of a picture, may look like a card of its own. Where the two cards that are read around
it lie no farther apart than others that follow one another, it is none: in 600 drawn rows 28 cards seemed to
lie so, and none of them was there; where the two lay half as far apart again, one nearly always was. One card
that was there, its number covered, is lost so where another look tells its neighbours' places badly.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from companion.cards import Zone
from companion.evidence import SeenCard
from vision.cards.geometry import middles_apart

NEXT = 1.3
"""Two cards that follow one another lie no farther apart than so many times the usual distance."""

TOO_CLOSE = 0.75
"""A card lies farther from its neighbours than this share of the least distance of two that are read."""

HALF = 0.5
"""A card lies no nearer to a neighbour, of whatever kind, than so many times the usual distance. Of two pass
cards that do one is asked about: two parts of one picture may look like them."""

NEAR_PASSES, STEADY = 0.6, 1.8
"""Pass cards lie no nearer to each other than so many times the usual distance where the row's numbers lie
evenly: none of their distances is so many times another (the second value). Of 490 rows with pass cards six
told two so near, and of three of them one was not there."""

FEWEST, EVEN = 3, 1.5
"""So many distances tell what is usual in a row, or one less of which none is so many times the other."""


def uncrowded(cards: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
    """Give the cards, in the same order, without the unsure ones of a row for which there is no room.

    Pass cards that may be parts of another one are no longer sure.
    """
    kept = _with_room(cards)
    parts = _huddled([card for card in kept if card.zone is Zone.ROW])
    return tuple(replace(card, sure=False) if _among(card, parts) else card for card in kept)


def _with_room(cards: Sequence[SeenCard]) -> list[SeenCard]:
    """Leave out the unsure cards of a row for which there is no room."""
    row = [card for card in cards if card.zone is Zone.ROW]
    sure = [k for k, card in enumerate(row) if card.sure]
    steps = [middles_apart(row[a], row[b]) for a, b in pairwise(sure) if b == a + 1]
    if len(steps) < FEWEST - 1 or (len(steps) < FEWEST and max(steps) > EVEN * min(steps)):
        return list(cards)
    usual, least = median(steps), min(steps)
    left_out = [
        row[k]
        for a, b in pairwise(sure)
        if middles_apart(row[a], row[b]) < NEXT * usual
        for k in range(a + 1, b)
        if min(middles_apart(row[a], row[k]), middles_apart(row[k], row[b])) < TOO_CLOSE * least
    ]
    row = [card for card in row if not _among(card, left_out)]
    while squeezed := [
        card
        for before, card, after in zip(row, row[1:], row[2:], strict=False)
        if not card.sure
        and middles_apart(before, after) < NEXT * usual
        and min(middles_apart(before, card), middles_apart(card, after)) < HALF * usual
    ]:
        worst = min(squeezed, key=lambda card: card.confidence)
        left_out.append(worst)
        row = [card for card in row if card is not worst]
    return [card for card in cards if not _among(card, left_out)]


def _huddled(row: Sequence[SeenCard]) -> list[SeenCard]:
    """Give the less sure one of two neighbouring pass cards of a row that lie much closer than is usual."""
    near = _too_near(row)
    passes = [card for card in row if card.believed is not None and card.believed.value is None]
    return [
        min(a, b, key=lambda card: card.confidence) for a, b in pairwise(passes) if middles_apart(a, b) < near
    ]


def _too_near(row: Sequence[SeenCard]) -> float:
    """Give the distance (pixels) from which on two pass cards of a row are believed to be two."""
    steps = [(middles_apart(a, b), _is_number(a) and _is_number(b)) for a, b in pairwise(row)]
    numbers = [step for step, both in steps if both]
    if len(numbers) >= FEWEST and max(numbers) < STEADY * min(numbers):
        return NEAR_PASSES * median(numbers)
    return HALF * median(step for step, _ in steps) if len(steps) >= FEWEST else 0.0


def _is_number(card: SeenCard) -> bool:
    return card.sure and card.best is not None and card.best.value is not None


def _among(card: SeenCard, others: Sequence[SeenCard]) -> bool:
    """Say whether a card is one of others, not merely equal to one."""
    return any(card is other for other in others)
