"""Seeks the numbers of cards that were seen but not read, of which the finder had a faint notion, or none.

To read every faint spot would cost time and invent numbers; on a face-up card on which nothing was read,
there is a number for certain, or a pass card's picture, and it is worth a closer look.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.cards.candidates import Candidate, in_one_strip
from vision.cards.geometry import apart, lies_on
from vision.cards.turning import DigitReader
from vision.looks.printed import expected
from vision.prints.closeup import Closeup
from vision.prints.digits import JUNK
from vision.prints.finder import CardHint, CardKind, Detections, Picture, Print
from vision.prints.nets import FloatArray

MOST = 3
"""No more faint spots than this are looked at on one card."""

MOST_CARDS = 12
"""Numbers are sought on no more cards than this, the likeliest: a top with tiles looks like many cards."""

MEANT = 0.4
"""A spot is on a card where the card that it votes for is no further off, in heights."""

READ, CLEAR = 0.5, 0.85
"""A spot that reads as a number with at least this probability (0-1) is worth telling; from the second on
beside one that reads as another number: what seemed to be one card may be two, half under a hand."""


def sought(
    image: Picture,
    faint: Sequence[Print],
    finding: Detections,
    values: FloatArray,
    candidates: Sequence[Candidate],
    closeup: Closeup,
    digits: DigitReader,
) -> tuple[Detections, FloatArray]:
    """Give the finding with the numbers that stand faintly, or unseen, on cards of which nothing was read.

    ``faint``: all that the finder took for a number, however weakly, best first. ``values``: the
    probabilities (N, 111) of the finding's prints; ``candidates``: the cards that they join into. Gives the
    very same finding and values where nothing more is read.
    """
    blank = (c.hint for c in candidates if c.hint.kind is CardKind.CARD)
    unread = sorted(blank, key=lambda hint: -hint.score)[:MOST_CARDS]
    spots: list[tuple[int, Print]] = []
    for k, card in enumerate(unread):
        spots += [(k, p) for p in _on(card, faint, finding.prints)[:MOST]]
        spots += [
            (k, p) for p in expected(card, finding.prints, values)
        ]  # what was found may be badly placed
    if not spots:
        return finding, values
    close = closeup(image, [p for _, p in spots])
    best: dict[tuple[int, int], tuple[float, Print, FloatArray]] = {}
    for (k, _), print_, row in zip(spots, close, digits(image, close), strict=True):
        said, clear = int(row[:JUNK].argmax()), float(row[:JUNK].max())
        if clear >= max(READ, best[k, said][0] if (k, said) in best else 0.0):
            best[k, said] = clear, print_, row
    if not best:
        return finding, values
    most = {k: max(one[0] for (of, _), one in best.items() if of == k) for k, _ in best}
    told = [one for (k, _), one in best.items() if one[0] >= min(most[k], CLEAR)]
    prints = tuple(print_ for _, print_, _ in told)
    rows = np.stack([row for _, _, row in told])
    return replace(finding, prints=(*finding.prints, *prints)), np.concatenate([values, rows])


def _on(card: CardHint, faint: Sequence[Print], known: Sequence[Print]) -> list[Print]:
    """Give the spots on a card that were not looked at yet."""
    tried = {(p.score, p.card.seen) for p in known}
    return [
        p
        for p in faint
        if (p.score, p.card.seen) not in tried
        and lies_on(p.centre, card)
        and (apart(p.card, card) < MEANT * card.height or in_one_strip(card, p))
    ]
