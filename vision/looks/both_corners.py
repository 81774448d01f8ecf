"""Hears a number that stands in two opposite corners of a card, however faintly the finder saw it there.

Beside a picture the finder overlooks figures: pass cards bear pictures, too. But what reads clearly as the
same number in two corners, turned round, is no part of a picture, unless all of the card looks like a pass
card from near by: the two little unicorns of one were 4s.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import hypot

import numpy as np

from vision.cards.candidates import CLEAR_NUMBER
from vision.cards.geometry import apart, lies_on, turned_round
from vision.cards.grouping import WEAKEST_PRINT
from vision.cards.turning import DigitReader
from vision.looks.near import SURELY_A_PASS, FaceKnower
from vision.prints.closeup import Closeup
from vision.prints.digits import JUNK
from vision.prints.faces import PASS
from vision.prints.finder import CardHint, Detections, Picture, Print
from vision.prints.nets import FloatArray

SEEN = 0.6
"""A card is seen where its look reaches this score (0-1)."""

MIDDLE, AWAY, AS_LARGE = 0.15, 0.5, 1.4
"""Half-way between opposite corners is the card's middle, to this share of its height; they are at least so
many heights apart; figures in both are equally high, to this ratio."""

MOST = 3
"""No more pairs than this are looked at on one card."""

Pair = tuple[Print, Print]


def opposite(faint: Sequence[Print], cards: Sequence[CardHint]) -> list[Pair]:
    """Give the pairs of prints that may be one number in opposite corners of a card that is seen.

    ``faint``: all that the finder took for a number, best first. At least one of a pair is too faint to be
    read otherwise. No card is looked at twice.
    """
    found: list[Pair] = []
    for card in cards:
        if card.score < SEEN or any(lies_on(p.centre, card) for pair in found for p in pair):
            continue
        own = [p for p in faint if lies_on(p.centre, card)]
        pairs = [(a, b) for a, b in combinations(own, 2) if b.score < WEAKEST_PRINT and _opposite(a, b, card)]
        found += pairs[:MOST]
    return found


def heard_twice(
    image: Picture,
    faint: Sequence[Print],
    finding: Detections,
    values: FloatArray,
    closeup: Closeup,
    digits: DigitReader,
    knower: FaceKnower,
    again: bool = False,
) -> tuple[Detections, FloatArray]:
    """Give the finding with the numbers that read clearly, and alike, in two corners of a card.

    ``faint``: all that the finder took for a number, best first. ``values``: the probabilities (N, 111) of
    the finding's prints. ``knower``: says what a card looks like from near by. ``again``: the table was read
    before, and what clearly is a number or a pass card needs no second corner. Gives the very same finding
    and values where nothing more is heard.
    """
    pairs = opposite(faint, _unclear(finding, values) if again else finding.cards)
    if not pairs:
        return finding, values
    close = closeup(image, [p for pair in pairs for p in pair])
    rows = digits(image, close)
    clear = rows[:, :JUNK].max(axis=1) >= CLEAR_NUMBER
    said = rows.argmax(axis=1)
    alike = clear[::2] & clear[1::2] & (said[::2] == said[1::2]) & (said[::2] != JUNK)
    new = [k for k in np.flatnonzero(np.repeat(alike, 2)) if not _is_known(close[k], finding.prints)]
    upon = [_card_of(pairs[k // 2], finding.cards) for k in new]
    looks = knower(image, upon) if new else np.zeros((0, PASS + 1), np.float32)
    new = [k for k, look in zip(new, looks, strict=True) if look[PASS] < SURELY_A_PASS]
    if not new:
        return finding, values
    prints = (*finding.prints, *(replace(close[k], score=max(close[k].score, WEAKEST_PRINT)) for k in new))
    return replace(finding, prints=prints), np.concatenate([values, rows[new]])


def _unclear(finding: Detections, values: FloatArray) -> list[CardHint]:
    """Give the cards on which no number reads clearly, and which are not clearly seen as pass cards."""
    clear = [finding.prints[i].centre for i in np.flatnonzero(values[:, :JUNK].max(axis=1) >= CLEAR_NUMBER)]
    # the finder's opinions that something is a card, and a pass card, come from one and the same spot
    passes = {hint.seen for hint in finding.passes if hint.score >= SEEN}
    return [
        card
        for card in finding.cards
        if card.seen not in passes and not any(lies_on(at, card) for at in clear)
    ]


def _card_of(pair: Pair, cards: Sequence[CardHint]) -> CardHint:
    """Give the card that is seen the most clearly of those on which two prints are opposite."""
    return max((card for card in cards if _opposite(*pair, card)), key=lambda card: card.score)


def _opposite(a: Print, b: Print, card: CardHint) -> bool:
    """Say whether two prints may be one number in opposite corners of a card."""
    middle = (a.centre[0] + b.centre[0]) / 2, (a.centre[1] + b.centre[1]) / 2
    return (
        turned_round(a, b)
        and 1 / AS_LARGE < a.height / b.height < AS_LARGE
        and hypot(middle[0] - card.centre[0], middle[1] - card.centre[1]) < MIDDLE * card.height
        and apart(a, b) > AWAY * card.height
    )


def _is_known(print_: Print, known: Sequence[Print]) -> bool:
    """Say whether a print stands where one was read already."""
    return any(apart(print_, p) < print_.height / 2 for p in known)
