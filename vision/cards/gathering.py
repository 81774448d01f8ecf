"""Gathers what is known of each number card of a look: the evidence on which `cards.decode` decides."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import cos

from vision.cards.candidates import Candidate
from vision.cards.decode import DOUBT_IN_ROW, Evidence, Reading, may_read_as, upside_down
from vision.cards.geometry import Placed, clearness
from vision.cards.grouping import is_middle
from vision.cards.room import alone_in_middle, cut_short_in
from vision.cards.senses import SHOWN, SYMMETRIC, Leaning, sense_doubt, sense_odds
from vision.cards.sights import sights
from vision.cards.standing import Stood, standing
from vision.cards.turning import CLEAR, DigitReader, MarkReader, read_upright
from vision.games import Arrangement, GameLook
from vision.prints import colour
from vision.prints.finder import CardKind, Detections, Picture, Print
from vision.prints.nets import FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Grouped:
    """What a look found in a BGR picture (H, W, 3), joined into cards: those with a number, and the others.

    ``values`` are the probabilities (N, 111) of the finding's N prints; ``laid`` is where each number card
    lies, not decided yet what it is. ``stood``: how lone numbers stand, here or in looks before.
    """

    image: Picture
    finding: Detections
    values: FloatArray
    numbers: tuple[Candidate, ...]
    laid: tuple[Placed, ...]
    others: tuple[Candidate, ...]
    stood: tuple[Stood, ...] = ()


def grouped(
    image: Picture,
    finding: Detections,
    values: FloatArray,
    candidates: Sequence[Candidate],
    before: Sequence[Stood] = (),
) -> Grouped:
    """Part the cards that bear a number from those that do not; ``before``: how others stood."""
    numbers = tuple(c for c in candidates if c.hint.kind is CardKind.NUMBER)
    others = tuple(c for c in candidates if c.hint.kind is not CardKind.NUMBER)
    laid = tuple(_laid(card, finding.prints, values) for card in numbers)
    stood = standing(finding.prints, values, numbers, before)
    return Grouped(image, finding, values, numbers, laid, others, stood)


def evidence(
    seen: Grouped,
    look: GameLook,
    sense: float,
    digits: DigitReader,
    marks: MarkReader,
    known: bool,
    leaning: Leaning,
) -> list[Evidence]:
    """Give what is known of each number card, as it is in a row of this sense (radians).

    ``digits`` and ``marks`` are asked of what may stand upside down. ``known``: experience says how far
    what ``digits`` gives may be believed (`prints.trust`). ``leaning``: which way is probably up for the row:
    where little else says so, what stands against its sense may well stand right.
    """
    image, prints, numbers = seen.image, seen.finding.prints, seen.numbers
    in_row = look.arrangement is Arrangement.ROW
    doubt = max(DOUBT_IN_ROW, sense_doubt(seen.laid, leaning)) if in_row and seen.laid else DOUBT_IN_ROW
    own = sense if in_row else None
    stands = _stands_so(seen, sense, leaning) if in_row and seen.laid else 1.0
    readings = read_upright(
        image, prints, seen.values, numbers, own, digits, marks, doubt, seen.stood, stands
    )
    weights = _clearness(seen, readings, sense) if in_row else [[1.0] * len(c.prints) for c in numbers]
    alone = alone_in_middle(image, prints, numbers, readings, sense) if in_row else frozenset()
    others, close = [card.hint for card in seen.others], look.each_once
    cut = cut_short_in(image, seen.finding, numbers, others, readings, sense, close, alone) if in_row else {}
    readings |= cut
    told = [
        tuple(replace(readings[i], weight=w) for i, w in zip(card.prints, clear, strict=True))
        for card, clear in zip(numbers, weights, strict=True)
    ]
    tints = _tints(seen, weights, look)
    upon = [card.hint for card in numbers] + others
    how_seen = sights(image, prints, seen.values, numbers, told, look, sense, upon, alone)
    return [
        Evidence(
            said,
            colour.likelihoods(tint, look.colours),
            card.support,
            sight if known else None,
            not cut.keys().isdisjoint(card.prints),
        )
        for card, said, sight, tint in zip(numbers, told, how_seen, tints, strict=True)
    ]


def _tints(seen: Grouped, weights: Sequence[Sequence[float]], look: GameLook) -> list[colour.Tint]:
    """Give the tint of each number card: that of its most vivid print, of those that nothing covers.

    An index may be so thin that hardly any of its colour is left. On a stack, where the cards below may peep
    out, most of a card's prints must tell it.
    """
    prints, numbers = seen.finding.prints, seen.numbers
    if look.arrangement is Arrangement.STACKS:
        on = {i: card.hint for card in numbers for i in sorted(card.prints)}
        tints = colour.tints(seen.image, [prints[i] for i in on], list(on.values()))
        each = dict(zip(on, tints, strict=True))
        return [colour.agreed([each[i] for i in sorted(card.prints)]) for card in numbers]
    free = [
        [i for i, weight in zip(card.prints, clear, strict=True) if weight == max(clear)]
        for card, clear in zip(numbers, weights, strict=True)
    ]
    every = [i for card in free for i in card]
    told = dict(zip(every, colour.tints(seen.image, [prints[i] for i in every]), strict=True))
    return [max((told[i] for i in card), key=lambda tint: tint.saturation) for card in free]


def _clearness(seen: Grouped, readings: Mapping[int, Reading], sense: float) -> list[list[float]]:
    """Weigh the prints of each number card (0-1): less what a card further on in its row may cover."""
    prints = seen.finding.prints
    own = [[prints[i] for i in card.prints] for card in seen.numbers]
    odd = [len({int(readings[i].values.argmax()) for i in card.prints}) > 1 for card in seen.numbers]
    passes = [card.hint for card in seen.others if card.hint.kind is CardKind.PASS]
    return clearness(seen.laid, own, passes, sense, odd)


def _stands_so(seen: Grouped, sense: float, leaning: Leaning) -> float:
    """Give how probably (0-1) what may be another number upside down stands as its row does.

    In square print a 15 is a 51 upside down: standing on its head, it hardly speaks for itself.
    """
    if cos(sense - leaning.up) >= 0:
        return 1.0
    laid = [_laid(card, seen.finding.prints, seen.values, may_read_as) for card in seen.numbers]
    return sense_odds(laid, sense, leaning)


def _laid(
    card: Candidate,
    prints: Sequence[Print],
    values: FloatArray,
    turned: Callable[[int], int | None] = upside_down,
) -> Placed:
    """Make a number card of which it is not decided yet what it is.

    ``turned`` gives what a number reads as upside down, None where that is none: then its middle tells which
    way up it lies.
    """
    clear = [i for i in card.prints if values[i].max() >= CLEAR]
    middles = [i for i in clear if is_middle(prints[i], card.hint)]
    corners = tuple(prints[i].up for i in clear if i not in middles)
    seen = tuple(prints[i].centre for i in clear)
    shown = any(turned(int(values[i].argmax())) is None for i in middles)
    return Placed(card.hint, (), False, seen, SHOWN if shown else SYMMETRIC, corners)
