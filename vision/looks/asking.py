"""Asks for a second opinion on the cards that are unsure, and on no others."""

from collections.abc import Sequence
from dataclasses import replace

from companion.evidence import Alternative
from vision.cards.candidates import Candidate
from vision.cards.decode import Evidence, cut_short, is_sure, reading
from vision.cards.grouping import WEAKEST_PRINT
from vision.cards.turning import DigitReader
from vision.prints.finder import Picture, Print

MOST_ASKED = 3
"""No more cards of a picture than this are put to the second opinion."""

HEARD = 0.4
"""What a second opinion counts (0-1): little beside the first, for what is cut short is so for both."""


def asked_again(
    image: Picture,
    second: DigitReader,
    prints: Sequence[Print],
    numbers: Sequence[Candidate],
    evidence: list[Evidence],
    decoded: Sequence[tuple[Alternative, ...]],
) -> list[Evidence]:
    """Ask for a second opinion on the best print of each card that is unsure, a few cards at most.

    Not where the finder hardly saw a whole number: what half shows reads clearly to anyone.
    """
    clear = [max(prints[i].score for i in card.prints) >= WEAKEST_PRINT for card in numbers]
    unsure = [k for k, told in enumerate(decoded) if clear[k] and not is_sure(told)][:MOST_ASKED]
    best = [prints[max(numbers[k].prints, key=lambda i: prints[i].height)] for k in unsure]
    if not best:
        return evidence
    more = list(evidence)
    for k, row in zip(unsure, second(image, best), strict=True):
        heard = cut_short(reading(row)) if evidence[k].cut else reading(row)
        more[k] = replace(evidence[k], readings=(*evidence[k].readings, replace(heard, weight=HEARD)))
    return more
