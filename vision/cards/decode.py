"""Decides what the cards say, all of them together, and how far that can be believed.

Physical facts sharpen the reading: a number that is not in the deck cannot lie there, each card exists once,
a card's colour follows from its number. The order of the row is no such fact: players make mistakes, and the
eye must see them.

Every print gives probabilities for 0..109 and junk (`prints.digits`); each fact multiplies them; what is
left is a distribution a card, its alternatives.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.cards import PASS, Card, Colour
from companion.evidence import Alternative
from vision.games import Arrangement, GameLook
from vision.prints.digits import JUNK, VALUES
from vision.prints.trust import DISPUTED, Sight, believed

Numbers = NDArray[np.float64]

SURE = 0.9
"""A card is sure when its best number has at least this probability.

The probabilities are honest on hard tables of our own drawing, half of them blurred or buried: about two in a
hundred sure cards are wrong there. On 84 rendered tables with four decks outside the training none was wrong.
"""

ALTERNATIVES = 3
"""No more alternatives than this are told, and none below `FAINT`."""

FAINT = 0.005

ECHO = 0.5
"""What another print that says the same is worth: errors repeat, so the two are not two witnesses."""

DOUBT_IN_ROW = 0.04
"""How often a card lies upside down in its row."""

DOUBT_IN_CORNER = 0.005
"""How often a corner index stands against its corner: its feet point to the card's middle."""

FREE = 0.9
"""A print with at least this weight (0-1) is not covered by another card."""

TINY = 12.0
"""Pixels: figures lower than this are misread so often, even clearly, that they settle nothing against larger
ones. Two of 580 drawn rows had such a dispute, of 180 read with a learnt deck three: the large was right."""

CLEAREST = 0.8
"""Outside of rows, a number that no single print shows with at least this probability (0-1) is no sure
reading: several that are each unclear, and disagree, easily agree by chance. In 650 drawn piles, stacks and
single cards 5 of 16 such readings that were sure were wrong; of 15 with a little clearer prints, 1."""

AGAINST = 0.1
"""A card whose colour has less than this likelihood (0-1) is no sure reading, however clear its number."""

LONGER = 0.15
"""How often a number whose second figure is hidden is taken for a whole one of one figure."""

UPSIDE_DOWN = {0: 0, 1: 1, 6: 9, 8: 8, 9: 6}

LOOKALIKE = UPSIDE_DOWN | {2: 2, 5: 5}
"""In square print, and from afar, these look the same upside down too: 85 is 58."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one print says: probabilities (110,) of 0..109, and how likely it is no number at all (0-1).

    ``weight`` (0-1): how much it counts, less where it may be covered in part.
    """

    values: Numbers
    junk: float
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of a number card: its prints, its colour's likelihoods, how sure it is that it exists.

    ``sight``: how its clearest number was seen, None where that is not known. ``cut``: a figure of its number
    may lie under the next card, whoever reads it.
    """

    readings: tuple[Reading, ...]
    colours: Mapping[Colour, float]
    support: float
    sight: Sight | None = None
    cut: bool = False


def reading(probabilities: NDArray[np.float32]) -> Reading:
    """Give the reading of one row (111,) of `digits.read`."""
    row = np.asarray(probabilities, np.float64)
    return Reading(row[:VALUES] / max(float(row[:VALUES].sum()), 1e-9), float(row[JUNK]))


def upside_down(value: int) -> int | None:
    """Give what a number reads as upside down, itself perhaps; None when that is no number at all."""
    return _turned(value, UPSIDE_DOWN)


def may_read_as(value: int) -> int | None:
    """Give what a number may read as upside down in square print, itself perhaps; None when that is none."""
    return _turned(value, LOOKALIKE)


def rotated(value: int) -> int | None:
    """Give the other number that this one may read as upside down, None when there is none."""
    turned = may_read_as(value)
    return None if turned == value else turned


def _turned(value: int, alike: Mapping[int, int]) -> int | None:
    """Give a number with its figures in turned order, each as what it looks like; None when that is none."""
    digits = [alike.get(int(d)) for d in reversed(str(value))]
    if None in digits or digits[0] == 0:
        return None
    turned = int("".join(str(d) for d in digits))
    return turned if turned < VALUES else None


def both_ways(upright: Reading, upside_down: Reading, doubt: float = DOUBT_IN_ROW) -> Reading:
    """Join the readings of a print that may stand either way; ``doubt`` is the second way's prior (0-1)."""
    first, second = (1 - doubt) * (1 - upright.junk), doubt * (1 - upside_down.junk)
    total = max(first + second, 1e-9)
    values = (first * upright.values + second * upside_down.values) / total
    return Reading(values, min(upright.junk, upside_down.junk))


def cut_short(one: Reading, *, last: bool = False) -> Reading:
    """Give a reading whose last figure may lie under the next card: 8 may be 80 to 89, and 10 be 100.

    ``last``: the last figure is seen, for it stands on its head: 8 may be 18 to 98, and so may 18, whose 1
    may be half of another figure.
    """
    values = one.values.copy()
    if last:
        for figure in range(1, 20):
            tens = figure // 10 + 1
            values[10 * tens + figure % 10 : 100 : 10] += LONGER * one.values[figure]
    else:
        values[100] += LONGER * one.values[10]
        for figure in range(1, 10):
            values[10 * figure : 10 * figure + 10] += LONGER * one.values[figure]
    return replace(one, values=values / max(float(values.sum()), 1e-9))


def disputed(readings: Sequence[Reading], heights: Sequence[float]) -> bool:
    """Say whether two prints of one card, of which nothing is covered, clearly read as different numbers.

    ``heights``: of their digits, in pixels. What is very small says nothing against what is far larger, nor
    does what stands alone against the largest one and another.
    """
    least = min(TINY, max(heights, default=0.0) / 2)
    free = [
        (high, int(one.values.argmax()))
        for one, high in zip(readings, heights, strict=True)
        if one.weight >= FREE and (1 - one.junk) * one.values.max() >= SURE and high >= least
    ]
    largest = max(free, default=(0.0, 0))[1]
    against = sum(value != largest for _, value in free)
    return against > 0 and 2 * against >= len(free)


def decode(
    cards: Sequence[Evidence], look: GameLook, impossible: frozenset[int] = frozenset()
) -> list[tuple[Alternative, ...]]:
    """Give the alternatives of each number card, most probable first, weighed against all others.

    ``impossible``: numbers known not to lie there. What a card's alternatives lack to 1 is the chance that
    it is something else, or no card.
    """
    numbers = look.numbers
    possible = np.array([float(v in numbers and v not in impossible) for v in range(VALUES)])
    shares = [_shares(card, look) * possible for card in cards]
    weights = [w[:VALUES] / max(float(w.sum()), 1e-12) for w in map(_with_nothing, shares, cards)]
    if look.each_once:
        weights = _each_once(weights)
    told = [_alternatives(w, card, look) for w, card in zip(weights, cards, strict=True)]
    double = twins([t[0].card.value for t in told if is_sure(t)]) if look.each_once else frozenset()
    return [halved(t) if is_sure(t) and t[0].card.value in double else t for t in told]


def twins(values: Sequence[int | None]) -> frozenset[int | None]:
    """Give the numbers that are told more than once; passes there may be many."""
    return frozenset(value for value, count in Counter(values).items() if count > 1 and value is not None)


def halved(told: tuple[Alternative, ...]) -> tuple[Alternative, ...]:
    """Halve the probabilities of a card's alternatives."""
    return tuple(replace(a, probability=a.probability / 2) for a in told)


def is_sure(told: Sequence[Alternative]) -> bool:
    """Say whether the best of a card's alternatives may be believed without asking."""
    return bool(told) and told[0].probability >= SURE


def pass_card(probability: float) -> tuple[Alternative, ...]:
    """Give the alternatives of a card that is a pass card with a probability (0-1), none if it is 0."""
    return (Alternative(PASS, probability),) if probability > 0 else ()


def _shares(card: Evidence, look: GameLook) -> Numbers:
    """Multiply what a card's prints and colour say: relative weights (110,), 1 where nothing is said."""
    ranked = sorted(card.readings, key=lambda r: (-r.weight, r.junk - float(r.values.max())))
    log = np.zeros(VALUES)
    heard: set[int] = set()
    for one in ranked:
        said, number = (1 - one.junk) * one.values * VALUES + one.junk + 1e-4, int(one.values.argmax())
        log += np.log(said) * one.weight * (ECHO if number in heard else 1.0)
        heard.add(number)
    return np.asarray(np.exp(log) * _tinted(card.colours, look))


def _tinted(colours: Mapping[Colour, float], look: GameLook) -> Numbers:
    """Give how well the colour fits each number (110,); 1 all over where it follows from none."""
    if look.purple_every is None or not colours:
        return np.ones(VALUES)
    purple = np.arange(VALUES) % look.purple_every == 0
    share = np.where(purple, colours.get(Colour.PURPLE, 0.0), colours.get(Colour.ORANGE, 0.0))
    return np.asarray(share * len(colours))


def _with_nothing(shares: Numbers, card: Evidence) -> Numbers:
    """Add, behind the numbers (111,), the weight of the chance that this is nothing readable."""
    nothing = min((r.junk for r in card.readings), default=1.0)
    return np.append(shares, nothing * VALUES * 0.5)


def _each_once(weights: list[Numbers]) -> list[Numbers]:
    """Take from each card what the others claim more surely; what two claim alike, both lose."""
    unclaimed = np.log(1 - 0.9995 * np.array(weights).reshape(-1, VALUES))
    left = np.exp(unclaimed.sum(axis=0) - unclaimed)
    return [_shrunk(w, keep) for w, keep in zip(weights, left, strict=True)]


def _shrunk(weights: Numbers, keep: Numbers) -> Numbers:
    """Multiply probabilities and scale back to 1, with what they lacked to 1 before kept as it was."""
    lacking = max(0.0, 1 - float(weights.sum()))
    kept = weights * keep
    return np.asarray(kept / max(float(kept.sum()) + lacking, 1e-12))


def _alternatives(weights: Numbers, card: Evidence, look: GameLook) -> tuple[Alternative, ...]:
    """Turn probabilities into the few alternatives worth telling."""
    best = np.argsort(-weights, kind="stable")[:ALTERNATIVES]
    told = [(int(v), float(weights[v])) for v in best if weights[v] >= FAINT]
    alternatives = tuple(Alternative(_card(v, card.colours, look), min(p, 1.0)) for v, p in told)
    if card.sight:
        alternatives = believed(alternatives, card.sight)
    if look.arrangement is not Arrangement.ROW and best.size and not _shown_clearly(int(best[0]), card):
        alternatives = tuple(replace(a, probability=min(a.probability, DISPUTED)) for a in alternatives)
    return tuple(_tinted_otherwise(a, card.colours) for a in alternatives)


def _shown_clearly(value: int, card: Evidence) -> bool:
    """Say whether one of a card's prints alone shows this number."""
    return any((1 - one.junk) * one.values[value] >= CLEAREST for one in card.readings)


def _tinted_otherwise(one: Alternative, colours: Mapping[Colour, float]) -> Alternative:
    """Believe a number no further than `DISPUTED` whose card clearly shows another colour than it has."""
    colour = one.card.colour
    against = colour is not None and colours.get(colour, 1.0) < AGAINST
    return replace(one, probability=min(one.probability, DISPUTED)) if against else one


def _card(value: int, colours: Mapping[Colour, float], look: GameLook) -> Card:
    """Give the card with its colour: what follows from its number, else what was seen."""
    seen = max(colours, key=lambda c: colours[c]) if colours else None
    return Card.number(value, look.colour_of(value) or seen)
