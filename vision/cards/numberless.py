"""Tells what of the cards without a number is to be reported: pass cards, and cards that could not be read.

Too much is a question at the table, too little a card that nobody hears of.
"""

from collections.abc import Sequence
from dataclasses import replace

from vision.cards.candidates import IN_ROW_CARD, WEAKEST_CARD, Candidate
from vision.cards.decode import SURE, is_sure, pass_card
from vision.cards.geometry import Placed
from vision.cards.senses import SYMMETRIC
from vision.prints.finder import CardHint, CardKind

PERHAPS_PASS = 0.3
"""A card without a number may be a pass card from this probability (0-1) on."""

LIKELY_PASS = 0.75
"""In a row, a card that is hardly noticed from afar is told of where it is a pass card so probably (0-1): in
614 rows two pass cards were heard of besides, and one thing that was none asked about."""

FAINTEST_PASS = 0.42
"""What looks less like a whole card (0-1) from afar is not surely a pass card, however much like one from
near by: so looks what shows of one pass card beside another. Of 195 right ones the faintest had 0.47."""

NO_CARD, NO_FAINT_CARD = 0.8, 0.5
"""What looks like no face-up card from near by, with this probability (0-1), is none: a back, a thing; the
second where it is hardly noticed from afar."""


def unread(cards: Sequence[Candidate], nothing: Sequence[float], in_row: bool) -> list[Placed]:
    """Give the cards of a deck without pass cards that could not be read.

    ``nothing``: how probably (0-1) each is no card by a look from near by; ``in_row``: the cards lie in a
    row, and in line with it a faint one is believed (`vision.cards.layout`).
    """
    faintest = IN_ROW_CARD if in_row else WEAKEST_CARD
    return [
        Placed(card.hint, (), False, upright=SYMMETRIC)
        for card, none in zip(cards, nothing, strict=True)
        if card.hint.score >= faintest
        and none < (NO_FAINT_CARD if card.hint.score < WEAKEST_CARD else NO_CARD)
    ]


def passes_and_unread(
    cards: Sequence[Candidate], likely: Sequence[float], nothing: Sequence[float], in_row: bool
) -> list[Placed]:
    """Give pass cards, and cards that could not be read.

    ``likely``: how probably (0-1) each is a pass card, ``nothing``: how probably no card by a look from near
    by; ``in_row`` as for `unread`.
    """
    return [
        _placed(card.hint, probability)
        for card, probability, none in zip(cards, likely, nothing, strict=True)
        if _is_there(card, probability, none, in_row)
    ]


def _is_there(card: Candidate, probability: float, nothing: float, in_row: bool) -> bool:
    """Say whether a card without a number is to be reported: a pass card with a probability, else unread."""
    if card.hint.kind is CardKind.CARD and card.hint.score < WEAKEST_CARD:
        faint = in_row and card.hint.score >= IN_ROW_CARD and nothing < NO_FAINT_CARD
        return faint or probability >= (LIKELY_PASS if in_row else SURE)
    return probability >= PERHAPS_PASS or nothing < NO_CARD


def _placed(card: CardHint, probability: float) -> Placed:
    """Make a pass card that is one with a probability (0-1), or a card that could not be read."""
    seen = card.kind is CardKind.PASS or probability >= PERHAPS_PASS
    told = pass_card(probability) if seen else ()
    hint = replace(card, kind=CardKind.PASS) if told else card
    sure = is_sure(told) and (card.kind is CardKind.PASS or card.score >= FAINTEST_PASS)
    return Placed(hint, told, sure, upright=SYMMETRIC)
