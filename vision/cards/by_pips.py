"""Tells a playing card's number by its pips where they were counted, beside what is read in its corners."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.cards import Card
from companion.evidence import Alternative
from vision.cards.candidates import Candidate
from vision.cards.decode import ALTERNATIVES, FAINT, is_sure
from vision.cards.geometry import Placed
from vision.cards.pips import ACE, PIPS
from vision.cards.senses import SYMMETRIC
from vision.prints.finder import CardKind

WRONG = 0.02
"""How often a count is not the card's number (0-1)."""

ORNATE = 0.01
"""How often (0-1) a card with another number bears two signs arranged as pips, three, or one in each corner;
five or more hardly ever, so often as below; or that a playing card bears a number above the highest."""

FIVE, SELDOM, HIGHEST = 5, 0.0005, 10

BARE, WHOLLY = 0.85, 0.95
"""What the pips are believed (0-1) of a card of which no print can be read: without their last line, under a
hand, those of a 9 or 10 may stand as those of a 7; `WHOLE` cannot be the rest of others."""

WHOLE = (5, 6, 8, 9, 10)

FOUR, LIKE_AN_A = 4, 0.6
"""A card with one pip is no 4 for sure: so probably at most (0-1)."""

UNHEARD = 0.002
"""How probable (0-1) a number is that the pips say and no print does: there are cards of other kinds, too."""


def unprinted(pips: Mapping[Candidate, int]) -> list[Placed]:
    """Give the cards of which only the pips tell the number."""
    bare = [(replace(c.hint, kind=CardKind.NUMBER), heard((), n)) for c, n in pips.items() if not c.prints]
    return [Placed(hint, told, is_sure(told), upright=SYMMETRIC) for hint, told in bare]


def all_heard(
    decoded: Sequence[Sequence[Alternative]], pips: Sequence[int | None]
) -> list[tuple[Alternative, ...]]:
    """Give the alternatives of several cards, best first, after the pips of some (else None) were counted.

    Where pips say what is read, those are playing cards, and among them no number is above `HIGHEST`.
    """
    read = [told[0].card.value if told else None for told in decoded]
    agree = [n for n, value in zip(pips, read, strict=True) if n is not None and n == value and n != ACE]
    playing = len(agree) > 1 or any(n >= FIVE for n in agree)
    return [
        heard(told, n) if n is not None else _playing(told) if playing else tuple(told)
        for told, n in zip(decoded, pips, strict=True)
    ]


def _playing(told: Sequence[Alternative]) -> tuple[Alternative, ...]:
    """Give a playing card's alternatives: none of them above `HIGHEST`, but by an error."""
    said = {a.card: a.probability for a in told}
    return _weighed(
        {c: p * (SELDOM if (c.value or 0) > HIGHEST else 1.0) for c, p in said.items()}, _rest(said)
    )


def heard(told: Sequence[Alternative], pips: int) -> tuple[Alternative, ...]:
    """Give a card's alternatives, best first, after its pips were counted.

    An ace bears no number, but an A that looks like a 4.
    """
    if pips == ACE:
        return tuple(
            replace(a, probability=min(a.probability, LIKE_AN_A)) if a.card.value == FOUR else a for a in told
        )
    if not told:
        return (Alternative(Card.number(pips, None), WHOLLY if pips in WHOLE else BARE),)
    said = {a.card: a.probability for a in told}
    if all(card.value != pips for card in said):
        said[Card.number(pips, told[0].card.colour)] = UNHEARD
    weights = {card: p * _likely(pips, card.value) for card, p in said.items()}
    return _weighed(weights, _of_another(pips) * _rest(said))


def _rest(said: Mapping[Card, float]) -> float:
    """Give how probably (0-1) a card is none of those named."""
    return max(0.0, 1 - sum(said.values()))


def _weighed(weights: Mapping[Card, float], rest: float) -> tuple[Alternative, ...]:
    """Make weights probabilities, best first; ``rest`` is the weight of all that is not named."""
    total = sum(weights.values()) + rest
    best = sorted(weights, key=lambda card: -weights[card])[:ALTERNATIVES]
    return tuple(Alternative(c, p) for c in best if (p := weights[c] / total) >= FAINT)


def _likely(pips: int, value: int | None) -> float:
    """Give how often (0-1) so many pips are counted on a card with a number."""
    if value not in PIPS:
        return SELDOM if pips >= FIVE else ORNATE
    return 1 - WRONG if value == pips else WRONG / len(PIPS)


def _of_another(pips: int) -> float:
    """Give how often, at most, so many pips are counted on a card with any other number."""
    return max(_likely(pips, None), WRONG / len(PIPS))
