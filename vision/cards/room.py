"""Says how much bare card shows beside a number: whether one more figure of it may lie under the next card.

Where cards are told to lie is too rough to say so of closely covered ones; what is seen is not. Figures of
one number stand closely together: where more bare card shows behind a figure than between any two, it is the
last.
"""

from collections.abc import Mapping, Sequence
from math import cos
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import Candidate
from vision.cards.decode import Reading, cut_short
from vision.cards.geometry import FIGURE, cut_off, is_before, is_followed, is_index, under_next
from vision.cards.grouping import is_middle
from vision.cards.turning import CLEAR
from vision.prints.crops import Window, upright
from vision.prints.finder import CardHint, Detections, Picture, Print
from vision.prints.nets import FloatArray

DIGITS = 24
"""Height of the digits in a crop, in pixels."""

WINDOW = Window(120, 2 * DIGITS, DIGITS)

MIDDLE = WINDOW.wide // 2

WIDE = round(0.33 * DIGITS)
"""Half the width of what surely belongs to a number in the middle of a crop, in pixels."""

OUTER, INNER = (9, 5), (3, 3)
"""The card is bare in strips that begin so far above and below a number's figures and are so wide, in pixels;
the second within a ring or a disc around it."""

FAINT = 25.0
"""Grey levels: figures that differ less from their card cannot be told from it."""

OTHER = 0.35
"""What differs from the card by more than this share of what the figures do is no bare card."""

BARE = 0.13
"""A column of which no more than this share is no bare card is bare."""

COVERED = 0.4
"""The first column behind a number of which more than this share is no bare card is the next card's, or one
more figure's; less is noise."""

MORE, MOST_GAPS = 0.15, 0.8
"""So much more bare card (the first, in digit heights) must show behind a figure than between the figures of
this share (the second) of all numbers of two."""

UNKNOWN = 0.5
"""So much bare card (digit heights) must show behind a figure where no number of two is seen to compare. With
these bounds, of 20 single figures read for certain that were the first of two 6 are doubted, of 458 whole
ones 8."""

WHOLE = 1.0
"""Where so much bare card (digit heights) shows behind a single figure, no other one is hidden there: of 180
such 2 were the first of two, both hardly seen and half under a hand."""

SHOWN_BARE = 0.7
"""Where so much bare card (digit heights) shows, what was thought to lie there does not: of single figures
that the next card seemed to reach, seven had as much, all of them whole; nineteen first ones of two had 0.3
at most."""

RIM = 0.45
"""The next card may be bare at its rim for so much (digit heights). Of 189 single figures in corners that
were read for certain, one reached the next card with less behind it: the first of a 41."""

FEWEST = 2
"""Fewer numbers of two figures tell nothing."""

ALONE, ONE_ALONE = 0.2, 0.3
"""So much more bare card (digit heights) shows before a single figure in the middle of its card than before
most numbers of two figures there, if it is the only one: the second for a 1, which is narrow anyway. Of 87
such figures in some 620 drawn and ray-traced rows 86 were, and the other one was not read clearly."""

NEXT_FIGURE = 1.6
"""How wide (digit heights) a figure is with half of another one on both sides of it."""

LARGER = 1.3
"""A figure so many times as high as most numbers of two is printed alone, as large as its disc allows."""

BOTH = 1.2
"""The shares that a figure has of the two bounds, for its size and for the bare card before it, add up to
this where it is alone: of 54 such figures in 350 rows 49 are known so, 47 by either bound; of two first ones
of two neither, nor would they be from 0.8 on."""

TOGETHER = 0.2
"""The figures of a number stand no farther apart than this (digit heights)."""

ALIKE = 1.33
"""Numbers in the middle of their cards are as high, to this ratio."""


def cut_short_in(
    image: Picture,
    finding: Detections,
    cards: Sequence[Candidate],
    others: Sequence[CardHint],
    readings: Mapping[int, Reading],
    sense: float,
    close: bool,
    alone: frozenset[int] = frozenset(),
) -> dict[int, Reading]:
    """Give the readings of single figures, or a 10, in a row, as doubtful as it is that no other is hidden.

    Those of numbers from 10 to 19 on their heads too, where the 1 may be half of another figure.

    ``close``: the cards of this game are laid so closely that numbers of two figures may be hidden in part.
    ``alone``: the prints of figures that are known to stand alone (`alone_in_middle`).
    """
    prints = finding.prints
    read = {i: int(readings[i].values.argmax()) for card in cards for i in card.prints}
    upon = [card.hint for card in cards] + list(others)
    two = (i for i, value in read.items() if 10 <= value < 100)
    whole = [prints[i] for i in two if readings[i].values.max() > CLEAR]
    single = {i for i, value in read.items() if 0 < value <= 10 and i not in alone}
    cut = {
        i
        for i in single
        if cut_off(prints[i], upon, sense, whole, finding.cards) and not _shows_bare(image, prints[i], sense)
    }
    indices, middles = [p for p in whole if is_index(p)], [p for p in whole if not is_index(p)]
    for card in cards if close else ():
        own = single.intersection(card.prints)
        shown = [prints[i] for i in own]
        if not own or own & cut or not is_followed(card.hint, upon, sense):
            continue
        cut |= {
            i
            for i in own
            if read[i] < 10
            and (_runs_under(image, prints[i], sense) or _ends_under(image, prints[i], upon, sense))
        }
        if all(map(is_index, shown)):
            alike = indices
        elif 10 not in (read[i] for i in own) and all(_is_near_next(p, upon, sense) for p in shown):
            alike = middles
        else:
            continue
        if tight(image, shown, alike, sense):
            cut |= own
    cut |= {card.prints[0] for card in cards if close and _half_hidden(card, prints, read, upon, sense)}
    return {i: cut_short(readings[i], last=cos(prints[i].up - sense) < 0) for i in cut}


def _half_hidden(
    card: Candidate, prints: Sequence[Print], read: Mapping[int, int], upon: Sequence[CardHint], sense: float
) -> bool:
    """Say whether the 1 of a number may be half of another figure: it stands on its head, and cards follow.

    Their figures and rims may be of one colour with it, so that nothing shows where they begin. Only of a
    card of which nothing else is read: where a hand lies on it.
    """
    if len(card.prints) > 1 or not 10 <= read[card.prints[0]] < 20:
        return False
    print_ = prints[card.prints[0]]
    return is_index(print_) and cos(print_.up - sense) < 0 and is_before(card.hint, upon, sense)


def _shows_bare(image: Picture, print_: Print, sense: float) -> bool:
    """Say whether bare card shows behind an upright figure where the next card was thought to lie."""
    return cos(print_.up - sense) > 0 and (room_behind(image, print_, sense) or 0.0) >= SHOWN_BARE


def _is_near_next(print_: Print, upon: Sequence[CardHint], sense: float) -> bool:
    """Say whether a number is no index, and one more figure of it would lie under the next card."""
    return not is_index(print_) and under_next(print_, upon, sense, NEXT_FIGURE)


def alone_in_middle(
    image: Picture,
    prints: Sequence[Print],
    cards: Sequence[Candidate],
    readings: Mapping[int, Reading],
    up: float,
) -> frozenset[int]:
    """Give the prints of single figures that stand where, of two figures in a card's middle, neither would.

    All cards of a deck are printed alike: the first of two figures stands left of the middle, so that less of
    its card shows before it, however much of what follows is covered. What is printed far larger than those
    is alone, too. ``up`` is the row's sense.
    """
    middles = {
        i: int(readings[i].values.argmax())
        for card in cards
        for i in card.prints
        if is_middle(prints[i], card.hint) and cos(prints[i].up - up) > 0
    }
    single = [i for i, value in middles.items() if 0 < value < 10]
    two = [i for i, value in middles.items() if 10 <= value < 100 and readings[i].values.max() > CLEAR]
    if not single or len(two) < FEWEST:
        return frozenset()
    rooms = {i: room for i in (*single, *two) if (room := room_before(image, prints[i])) is not None}

    def is_alone(i: int) -> bool:
        high = prints[i].height
        larger = (high / median(prints[k].height for k in two) - 1) / (LARGER - 1)
        usual = [rooms[k] for k in two if k in rooms and 1 / ALIKE < prints[k].height / high < ALIKE]
        if i not in rooms or len(usual) < FEWEST:
            return larger > 1
        more = (rooms[i] - median(usual)) / (ONE_ALONE if middles[i] == 1 else ALONE)
        return larger > 1 or more >= 1 or larger + more >= BOTH

    return frozenset(i for i in single if is_alone(i))


def is_whole(image: Picture, read: Sequence[int], prints: Sequence[Print], up: float) -> bool:
    """Say whether no other figure can hide behind the single one that all these prints of a card show.

    ``read`` are the numbers that they show; ``up`` is the row's sense. What stands on its head in its row
    tells nothing.
    """
    if not all(0 < value < 10 for value in read):
        return False
    upright_ = [p for p in prints if cos(p.up - up) > 0]
    return any((room_behind(image, p, up) or 0.0) >= WHOLE for p in upright_)


def tight(image: Picture, prints: Sequence[Print], whole: Sequence[Print], up: float) -> bool:
    """Say whether one more figure may hide behind a single one, in all ``prints`` that show it.

    ``whole`` are numbers of two figures in the same BGR picture (H, W, 3), printed as large. ``up`` is the
    row's sense: the next card lies to the right of it. False where nothing can be told.
    """
    rooms = [room for p in prints if (room := room_behind(image, p, up)) is not None]
    if not rooms:
        return False
    gaps = [gap for p in whole if (gap := gap_within(image, p)) is not None]
    least = float(np.quantile(gaps, MOST_GAPS)) + MORE if len(gaps) >= FEWEST else UNKNOWN
    return max(rooms) < least


def room_behind(image: Picture, print_: Print, up: float) -> float | None:
    """Give how much bare card shows to the right of a number, seen as the row lies (digit heights).

    None where the number's own end is not seen.
    """
    seen = _other(image, print_, cos(print_.up - up) < 0)
    end = None if seen is None else _end(seen)
    if seen is None or end is None:
        return None
    other, above = seen.mean(axis=0), seen[: len(seen) // 2].mean(axis=0)
    covered = (other > COVERED) & (above > BARE)  # a dot behind a 6 or 9 stands at its feet alone
    return int(np.append(covered[MIDDLE + end :], True).argmax()) / DIGITS


def _end(seen: NDArray[np.bool_]) -> int | None:
    """Give where behind the middle (columns) the figures seen there end; None where they run on to no end."""
    bare = seen.mean(axis=0)[MIDDLE:] <= BARE
    # between the figures of a 10 the middle is bare, and before a figure whose dot counts for its middle
    last = int((~bare[: round(TOGETHER * DIGITS) + 1]).argmax())
    end = last + int(bare[last:].argmax())
    return end if end <= DIGITS and bare[end] else None


def _runs_under(image: Picture, print_: Print, sense: float) -> bool:
    """Say whether a figure on its head in its row runs on under the next card, with no end seen."""
    if cos(print_.up - sense) >= 0 or not is_index(print_):
        return False
    seen = _other(image, print_, True)
    return seen is not None and _end(seen) is None


def _ends_under(image: Picture, print_: Print, upon: Sequence[CardHint], sense: float) -> bool:
    """Say whether an upright figure in a corner reaches the next card, of which at most the rim shows.

    Both cards may be bare there and look alike; wherever on its card the figure seems to stand, the next card
    may then begin right behind it.
    """
    if cos(print_.up - sense) <= 0 or not is_index(print_) or not under_next(print_, upon, sense, FIGURE):
        return False
    room = room_behind(image, print_, sense)
    return room is not None and room < RIM


def room_before(image: Picture, print_: Print) -> float | None:
    """Give how much bare card shows to the left of a number, as it stands (digit heights).

    None where no figure of it is seen, or where it is faint.
    """
    other = _columns(image, print_, False, INNER)
    if other is None:
        return None
    left = other[:MIDDLE][::-1]
    end, reach = 0, TOGETHER * DIGITS
    for column in np.flatnonzero(left[:DIGITS] > BARE):
        end = int(column) + 1 if column - end <= reach else end
    covered = np.append(left[end:] > COVERED, True)
    return int(covered.argmax()) / DIGITS if end else None


def gap_within(image: Picture, print_: Print) -> float | None:
    """Give the widest gap between the figures of a number of two (digit heights), None where none is seen."""
    other = _columns(image, print_, False)
    if other is None:
        return None
    own = other[MIDDLE - DIGITS : MIDDLE + DIGITS] <= BARE
    inked = np.flatnonzero(~own)
    if len(inked) < 2:
        return None
    gap = widest = 0
    for place in range(int(inked[0]), int(inked[-1]) + 1):
        gap = gap + 1 if own[place] else 0
        if abs(place - gap / 2 - DIGITS) < DIGITS / 2:
            widest = max(widest, gap)
    return widest / DIGITS


def _columns(
    image: Picture, print_: Print, turned: bool, strips: tuple[int, int] = OUTER
) -> FloatArray | None:
    """Give the share (120,) of each column beside a number that is no bare card; None where it is faint.

    ``strips``: as for `_other`.
    """
    other = _other(image, print_, turned, strips)
    return None if other is None else np.asarray(other.mean(axis=0), np.float32)


def _other(
    image: Picture, print_: Print, turned: bool, strips: tuple[int, int] = OUTER
) -> NDArray[np.bool_] | None:
    """Give what of a number and beside it (pixels of a crop, H, 120) is no bare card; None where it is faint.

    ``strips``: what lies so far above it and below it, and is so wide (pixels of the crop), is bare card.
    """
    crop = upright(image, print_.centre, print_.height, print_.up, WINDOW)
    seen = cv2.blur(cv2.flip(crop, -1) if turned else crop, (2, 2)).astype(np.float32)
    near = slice(MIDDLE - WIDE, MIDDLE + WIDE)
    begin, end = DIGITS // 2 - strips[0], DIGITS // 2 - strips[0] + strips[1]
    beside = np.concatenate([seen[begin:end, near], seen[::-1][begin:end, near]])
    bare = np.median(beside.reshape(-1, 3), axis=0)
    apart = np.abs(seen[DIGITS // 2 + 1 : -DIGITS // 2 - 1] - bare).max(axis=2)
    ink = float(np.quantile(apart[:, near], 0.9))
    return np.asarray(apart > OTHER * ink) if ink >= FAINT else None
