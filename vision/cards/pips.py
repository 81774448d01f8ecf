"""Counts the pips of a playing card that lies open: a witness of its number that needs no corner to be read.

Pips stand in one of nine arrangements, whoever prints the cards: two outer columns with a place in the middle
or between, or one column. They are all alike, and turned round in the card's lower half. What is counted must
fit one of these exactly, with no pip left over within: so of a card that lies partly under others, or under a
hand, nothing is counted.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from math import cos, sin
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import Candidate, in_same_place
from vision.cards.geometry import apart, lies_on, turned_round
from vision.prints.digits import JUNK
from vision.prints.finder import CardHint, Picture, Print
from vision.prints.nets import FloatArray
from vision.prints.signs import CARD, WINDOW, Sign, congruent, inked, signs, touching, view

Places = NDArray[np.float64]

NEAR = 0.06
"""No pip stands farther from its place than this."""

MIDDLE, HALF_WAY = 0.1, 0.06
"""The middle of all pips is no farther from the card's, along and across it, nor from the line half-way
between upper and lower indices."""

TALL, LEANING = 0.5, 0.12
"""How far along a card its pips reach at least, unless a hand hides a line; how far a lone column leans."""

NARROW, HIGH = 0.14, 1.5
"""Two columns stand at least so far apart, and the card's pips reach so many times as far along it: fewer
where a hand covers their last line."""

OUTER, ALONE_IN = 0.22, 0.33
"""Farther across the card's middle stand only the signs below its indices, which may be as large as pips;
within the second share a single column is the only one, or it is that of a card with two beside it."""

SKEW, ASLANT = 0.1, 0.25
"""Of the four outer pips one stands no farther from where the three others want it, seen at an angle; their
lines and columns lie no more aslant (a ratio)."""

OWN, MORE = 0.8, 0.35
"""Farther from their middles than the first of these, in shares of their size, lies no ink of pips; between
them is no more other ink than the second share of one pip's."""

MOST = 18
"""More signs alike are a pattern."""

INNER = 0.75
"""What stands so far within a card on which pips were counted (shares of its sides) is one of them."""

ALL_SHOWN = 0.6
"""Two cards that both show all their pips lie no nearer to each other than this, in widths of a card."""

RIM, BESIDE = 0.06, 0.25
"""An index may seem to stand beyond its card by this share of the card's width, which is told roughly; one
that says what the pips say, by the second."""

ACE = 1
"""The pips of an ace."""

EMBLEMS = 3
"""Where so many cards bear one sign in the middle, that is what the deck's cards look like."""

OFF, LEAST_INK = 0.16, 0.06
"""The sign of an ace is no farther from the card's middle, in heights of the card, and has more ink than a
square with this side."""

ABOUT, ALL_BUT = (0.2, 0.34), 0.93
"""So far across and along from its middle there is no other ink, but for this share."""

_CORNERS = ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0))
_SIX = (*_CORNERS, (0.0, 0.5), (1.0, 0.5))
_EIGHT = (*_CORNERS, *((x, y) for x in (0.0, 1.0) for y in (1 / 3, 2 / 3)))

PIPS: Mapping[int, tuple[tuple[float, float], ...]] = {
    2: ((0.5, 0.0), (0.5, 1.0)),
    3: ((0.5, 0.0), (0.5, 0.5), (0.5, 1.0)),
    4: _CORNERS,
    5: (*_CORNERS, (0.5, 0.5)),
    6: _SIX,
    7: (*_SIX, (0.5, 0.25)),
    8: (*_SIX, (0.5, 0.25), (0.5, 0.75)),
    9: (*_EIGHT, (0.5, 0.5)),
    10: (*_EIGHT, (0.5, 1 / 6), (0.5, 5 / 6)),
}
"""Where the pips of each number stand, from the first to the last column and line (0-1)."""

COLUMN, COLUMNS, ODD = (2, 3), (4, 5, 6, 7, 8, 9, 10), 7
"""The numbers of one column and of two or three, and the one that is another on its head."""


def count(image: Picture, card: CardHint, prints: Sequence[Print] = ()) -> int | None:
    """Give how many pips a card in a BGR picture (H, W, 3) bears (1-10), None where they cannot be counted.

    ``prints`` are the card's numbers: they are no pips, though four of them may stand as those of a 4 do. One
    is a sign in the middle and nothing about it: that of an ace, if it is a playing card.
    """
    ink, smooth = inked(view(image, card))
    numbers = [_within(card, print_) for print_ in prints]
    printed = signs(ink, smooth)
    counts: set[int] = set()
    for alike in {tuple(i for i, sign in enumerate(printed) if congruent(one, sign)) for one in printed}:
        if 1 < len(alike) <= MOST:
            some = [printed[i] for i in alike]
            figures = np.array([any(_on(sign, *n) for n in numbers) for sign in some])
            area = median(sign.area for sign in some)
            found = _fitting(np.array([(sign.x, sign.y) for sign in some]), figures, area, ink)
            counts |= {number for number, middle in found if _half_way(middle, card, prints)}
    if not counts and _is_lone(ink, numbers):
        return ACE
    return counts.pop() if len(counts) == 1 else None


def counted(
    image: Picture, prints: Sequence[Print], values: FloatArray, cards: Sequence[Candidate]
) -> tuple[tuple[Candidate, ...], dict[Candidate, int]]:
    """Give the cards in a BGR picture (H, W, 3), and the pips (1-10) of those on which they can be counted.

    What stands on such a card, and is seen as no card of its own, is left out: pips read as numbers, or an
    index of that card. ``values``: the probabilities (N, 111) of what the N prints say.
    """
    own = {card: [prints[i] for i in card.prints] for card in cards}
    said = {card: {int(values[i, :JUNK].argmax()) for i in card.prints} for card in cards}
    counts = {card: n for card in cards if (n := count(image, card.hint, own[card])) is not None}
    pips = {card: n for card, n in counts.items() if not _are_anothers(card, counts, said)}
    aces = [card for card, n in pips.items() if n == ACE]
    for card in aces if len(aces) >= EMBLEMS else [card for card in aces if not card.prints]:
        del pips[card]
    for bare in [card for card in pips if not card.prints]:
        # An index that can hardly be read tells badly where its card lies, the card's own look well.
        indices = [card for card in cards if card not in pips and _bears(bare.hint, own[card])]
        if indices:
            best = max(indices, key=lambda card: len(card.prints))
            card = replace(best, hint=replace(bare.hint, kind=best.hint.kind), support=bare.support)
            own[card], said[card], pips[card] = own[best], said[best], pips.pop(bare)
            cards = [c for c in cards if c not in (bare, *indices)] + [card]
        elif any(_bears(bare.hint, some) for some in own.values()) or _over(bare, pips):
            pips.pop(bare)

    def upon(card: Candidate) -> bool:
        """Say whether a candidate is another one's pips, or one of its indices."""
        others = [(o.hint, n) for o, n in pips.items() if o != card and o.prints and n > ACE]
        return any(
            _stands_on(own[card], card, hint, BESIDE if said[card] == {n} else RIM) for hint, n in others
        )

    kept = tuple(card for card in cards if not upon(card))
    return kept, {card: n for card, n in pips.items() if card in kept}


def _are_anothers(card: Candidate, pips: Mapping[Candidate, int], said: Mapping[Candidate, set[int]]) -> bool:
    """Say whether what was counted on a card are the pips of one that lies over it and says the same.

    ``said``: the numbers that the prints of each say.
    """
    count = pips[card]
    return count not in said[card] and any(pips[o] == count and count in said[o] for o in _over(card, pips))


def _over(card: Candidate, pips: Mapping[Candidate, int]) -> list[Candidate]:
    """Give the cards whose pips were counted and that lie so over another one that these may be its pips."""
    return [
        other
        for other in pips
        if other != card and apart(card.hint, other.hint) < ALL_SHOWN * min(card.hint.width, other.hint.width)
    ]


def _bears(card: CardHint, prints: Sequence[Print]) -> bool:
    """Say whether one of some prints stands on a card."""
    return any(lies_on(p.centre, card, -RIM) for p in prints)


def _stands_on(prints: Sequence[Print], card: Candidate, other: CardHint, rim: float) -> bool:
    """Say whether a candidate is no card of its own, but all its prints are on another one and its rim.

    Either no card is seen where it should lie, or but that other one, in the middle of which it stands.
    """
    inner = replace(other, height=INNER * other.height, width=INNER * other.width)
    within = in_same_place(card.hint, other) and all(lies_on(p.centre, inner) for p in prints)
    upon = bool(prints) and all(lies_on(p.centre, other, -rim) for p in prints)
    return upon and (card.support == 0 or within)


def _within(card: CardHint, print_: Print) -> tuple[float, float, float]:
    """Give where in the view of a card a print stands, and how high it is there (pixels)."""
    dx, dy = print_.centre[0] - card.centre[0], print_.centre[1] - card.centre[1]
    step = CARD / max(card.height, 1.0)
    across, down = dx * cos(card.up) + dy * sin(card.up), dy * cos(card.up) - dx * sin(card.up)
    return WINDOW.wide / 2 + across * step, WINDOW.high / 2 + down * step, print_.height * step


def _half_way(middle: Places, card: CardHint, prints: Sequence[Print]) -> bool:
    """Say whether pips lie half-way between a card's upper and lower indices, if both are seen.

    Of a card of which a hand hides the last line, those that are left do not.
    """
    ends = [
        [_within(card, a)[1], _within(card, b)[1]] for a, b in combinations(prints, 2) if turned_round(a, b)
    ]
    return all(abs(float(middle[1]) - sum(both) / 2) < HALF_WAY * CARD for both in ends)


def _is_lone(ink: Picture, numbers: Sequence[tuple[float, float, float]]) -> bool:
    """Say whether one sign is seen in a view's middle, and none about it but ``numbers``: places, heights."""
    seen = ink.copy()
    for x, y, high in numbers:
        cv2.circle(seen, (round(x), round(y)), round(0.8 * high), 0, -1)
    _, labels, boxes, middles = cv2.connectedComponentsWithStats(seen, connectivity=8)
    off = np.linalg.norm(middles[1:] - (WINDOW.wide / 2, WINDOW.high / 2), axis=1) / CARD
    large = boxes[1:, cv2.CC_STAT_AREA] > (LEAST_INK * CARD) ** 2
    if not (large & (off < OFF)).any():
        return False
    own = 1 + int(np.where(large, off, np.inf).argmin())
    (left, top), (right, foot) = (
        np.round(middles[own] + side * np.array(ABOUT) * CARD).astype(int).clip(0) for side in (-1, 1)
    )
    about = labels[top:foot, left:right]
    mine = boxes[own, cv2.CC_STAT_AREA]
    return bool((about == own).sum() > ALL_BUT * max(mine, int((about > 0).sum())))


def _on(sign: Sign, x: float, y: float, high: float) -> bool:
    """Say whether a sign is a figure of a number that stands in a place, so high, in pixels of the view."""
    return abs(sign.x - x) < 0.8 * high and abs(sign.y - y) < 0.6 * high


def _fitting(
    places: Places, figures: NDArray[np.bool_], area: float, ink: Picture
) -> list[tuple[int, Places]]:
    """Give the numbers whose pips may stand in these places (N, 2) of a view, of an area in pixels.

    With each, the middle of its pips. ``figures``: which of them (N,) may be figures of the card's index.
    That a few pips stand so close to it happens; where most do, they are no pips.
    """
    found: list[tuple[int, Places]] = []
    size = area**0.5
    merged = touching(ink, size, NEAR * CARD / 2)
    aside = np.where(figures, WINDOW.wide, np.abs(places[:, 0] - WINDOW.wide / 2)) / CARD
    for outer, numbers in _outer(places):
        for number in numbers:
            for wanted in _wanted(number, outer):
                own = _standing(wanted, places, merged)
                others = np.delete(aside, own)
                no_more = bool((others > (ALONE_IN if number in COLUMN else OUTER)).all())
                whole = own and no_more and _free(figures[own])
                if whole and _between(outer, wanted, size, ink) < MORE * area:
                    found.append((number, outer.mean(axis=0)))
    return found


def _outer(places: Places) -> Iterator[tuple[Places, Sequence[int]]]:
    """Give what may be the four outer pips (4, 2), line by line, and the numbers that they may be of.

    Two are opposite each other; of the others, each may touch something where it must stand.
    """
    middle = WINDOW.wide / 2, WINDOW.high / 2
    for first, last in permutations(places, 2):
        across, along = (last - first) / CARD
        off = np.abs((first + last) / 2 - middle) / CARD
        if along < TALL or off.max() > MIDDLE:
            continue
        if abs(across) < LEANING and off[0] < MIDDLE / 2:
            yield np.array((first, first, last, last)), COLUMN
        for other in (*places, np.array((last[0], first[1]))):
            fourth = _nearest(places, first + last - other)
            upper, lower = (other, fourth) if other[1] < fourth[1] else (fourth, other)
            (wide, aslant), (lean, tall) = upper - first, lower - first
            square = abs(aslant) < ASLANT * abs(wide) and abs(lean) < ASLANT * tall
            if square and abs(wide) > NARROW * CARD and tall > HIGH * abs(wide):
                outer = np.array((first, upper, lower, last))
                yield outer[[0, 1, 2, 3] if wide > 0 else [1, 0, 3, 2]], COLUMNS


def _nearest(places: Places, place: Places) -> Places:
    """Give the one of several places (N, 2) that is nearest to another one, that one where none is near."""
    off = np.linalg.norm(places - place, axis=1)
    return np.asarray(places[off.argmin()] if off.min() < SKEW * CARD else place)


def _free(figures: NDArray[np.bool_]) -> bool:
    """Say whether places are those of pips, not of figures: of a column none may be one."""
    return 2 * int(figures.sum()) <= len(figures) if len(figures) > max(COLUMN) else not figures.any()


def _wanted(number: int, outer: Places) -> list[Places]:
    """Give where the pips (N, 2) of a number stand between its first and last ones (4, 2), in each way."""
    x, y = (np.array(PIPS[number])[:, [k]] for k in (0, 1))
    top, foot = outer[0] + x * (outer[1] - outer[0]), outer[2] + x * (outer[3] - outer[2])
    return [top + down * (foot - top) for down in ((y, 1 - y) if number == ODD else (y,))]


def _standing(wanted: Places, places: Places, merged: Picture) -> list[int]:
    """Give which places are those of pips that stand as wanted (N, 2); none if they do not.

    A few may be missing among them that touch something else.
    """
    off = np.linalg.norm(wanted[:, None] - places[None], axis=2)
    near = off.min(axis=1) < NEAR * CARD
    own = set(off.argmin(axis=1)[near].tolist())
    missing = np.clip(np.round(wanted[~near]), 0, (WINDOW.wide - 1, WINDOW.high - 1)).astype(int)
    rest = len(missing) <= len(wanted) // 3 and all(merged[y, x] for x, y in missing)
    return sorted(own) if rest and len(own) == near.sum() else []


def _between(outer: Places, wanted: Places, size: float, ink: Picture) -> int:
    """Count the pixels of ink between pips of a size (pixels) that stand as wanted (N, 2), but for their own.

    ``outer``: the first and last of them (4, 2). A single column has some of the card on both sides.
    """
    around = np.zeros_like(ink)
    outline = np.round(outer[[0, 1, 3, 2]]).astype(np.int32)
    column = bool((outer[0] == outer[1]).all())
    cv2.fillPoly(around, [outline], 1)
    cv2.polylines(around, [outline], True, 1, round(2 * OUTER * CARD if column else size))
    if column:
        around[: round(float(outer[0, 1]))] = 0
        around[round(float(outer[3, 1])) :] = 0
    for x, y in np.round(wanted).astype(int).tolist():
        cv2.circle(around, (x, y), round(OWN * size), 0, -1)
    return int(cv2.countNonZero(around & ink))
