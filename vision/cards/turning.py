"""Finds out which way up a number stands, where the first look at it leaves that open.

The finder guesses which way is up, and on large numbers, or on cards that look the same upside down, it
guesses wrong at times. Turned round, most numbers are none; the few that are another (6, 9, 66, 68, 89 and
the like) are told by their corner, by the other cards of the row, or not at all.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from math import cos, pi, sin

import numpy as np

from vision.cards.candidates import BORNE_OUT, Candidate
from vision.cards.decode import DOUBT_IN_CORNER, DOUBT_IN_ROW, Reading, both_ways, reading, rotated
from vision.cards.geometry import ROTATED, apart, turned_round
from vision.cards.grouping import is_middle, turned
from vision.cards.standing import Stood, only_in_middle, stands_as_others
from vision.prints.digits import JUNK
from vision.prints.finder import CardHint, Detections, Picture, Print
from vision.prints.marks import AT_FEET, AT_HEAD, NONE
from vision.prints.nets import FloatArray

DigitReader = Callable[[Picture, Sequence[Print]], FloatArray]
"""Gives probabilities (N, 111) for prints found in a picture, as `vision.prints.digits.read` does."""

MarkReader = Callable[[Picture, Sequence[Print]], FloatArray]
"""Gives what marks tell (N, 3) of prints found in a picture, as `vision.prints.marks.told` does."""

AS_TAKEN, ALONE_AS_TAKEN = 0.97, 0.5
"""How often (0-1) a number in the middle of a card by itself stands as it is taken: where a corner bears it
out, and where there is none. Then only a mark can tell: of 53 lone 6 and 9 without one, half of them turned
to their players, 18 were told wrongly, of 111 with one 11; with the second 1 and none."""

UPSIDE_DOWN = 0.45
"""How probably (0-1) a card lies upside down, by each of two corners that read as each other's number so;
both together leave it a question."""

CLEAR = 0.9
"""A reading with at least this probability (0-1) need not be looked at again."""

CHOSEN = 0.93
"""What the probabilities of the best of several tries are worth."""

SHOWN = 0.6
"""A print of this score (0-1) in the middle of a card that bears others is hardly a mere picture."""

LONE = 0.35
"""A print of this score (0-1) may be the only one of its card."""

ASKEW = 0.3
"""Radians; a number that stands further out of its card's axis was found badly."""

ACROSS = 0.7
"""A number lies across its card when the cosine between their axes is less than this."""

MARKED = 0.5
"""A mark is seen where it is at least this probable (0-1)."""

STANDS_THOUGH_MARKED = 0.5
"""How probably (0-1), at least, a number in the middle of its card stands as its row does though it seems to
be marked at its head. Several looks are fooled alike, so it stays a question: in 780 drawn rows two seemed to
be, and both stood right, below the rim of their card."""

DISAGREE = 0.5
"""Two looks disagree on which way up a number stands when the cosine between them is less than this."""

BETTER = 0.3
"""Turned round, a number must be more probable by this much to be taken so."""


def righted(
    image: Picture,
    finding: Detections,
    values: FloatArray,
    candidates: Sequence[Candidate],
    digits: DigitReader,
) -> tuple[Detections, FloatArray]:
    """Turn the numbers in the middle of their cards that read better another way up.

    ``candidates``: what the finding joins into. Gives the very same finding and values where all stay.
    """
    odd = _odd_middles(finding, values, candidates)
    ways = [(i, turned_) for i in odd for turned_ in _other_ways(finding.prints[i])]
    if not ways:
        return finding, values
    prints, better = list(finding.prints), values.copy()
    tried: dict[int, list[FloatArray]] = {i: [] for i in odd}
    for (i, print_), row in zip(ways, digits(image, [p for _, p in ways]), strict=True):
        tried[i].append(row)
        agrees = int(row.argmax()) in odd[i] and row.max() > 0.5 and int(better[i].argmax()) not in odd[i]
        if agrees or row[:JUNK].max() > better[i, :JUNK].max() + BETTER:
            prints[i], better[i] = print_, _chosen(row)
    for i in (i for i, said in odd.items() if not said):
        better[i] = _rivalled(better[i], tried[i], _against_card(finding.prints[i]))
    return replace(finding, prints=tuple(prints)), better


def _rivalled(row: FloatArray, tried: Sequence[FloatArray], against: bool) -> FloatArray:
    """Believe a reading by half where the number reads as well, and otherwise, another way up.

    What is that very number upside down is a rival only where it stands ``against`` its own card: else the
    row's sense tells the two apart.
    """
    own = int(row[:JUNK].argmax())
    same = {own} if against else {own, rotated(own)}
    others = [other for other in tried if int(other[:JUNK].argmax()) not in same]
    best = max(others, key=lambda other: float(other[:JUNK].max()), default=row)
    rivals = best[:JUNK].max() > max(0.5, row[:JUNK].max() - BETTER)
    return np.asarray((row + best) / 2, np.float32) if rivals and others else row


def agreed(
    image: Picture, found: Sequence[Print], close: Sequence[Print], values: FloatArray, digits: DigitReader
) -> tuple[tuple[Print, ...], FloatArray]:
    """Give the prints and their probabilities where two looks may not agree which way up they stand.

    ``found`` and ``close`` are the same prints as they were found and as a closer look saw them, ``values``
    the probabilities (N, 111) of the latter. Of two ways up, the one that clearly reads better is taken;
    where both read well, both are believed by half.
    """
    odd = [i for i, (f, c) in enumerate(zip(found, close, strict=True)) if cos(f.up - c.up) < DISAGREE]
    if not odd:
        return tuple(close), values
    prints, better = list(close), values.copy()
    others = [replace(close[i], up=found[i].up, card=found[i].card) for i in odd]
    for i, other, row in zip(odd, others, digits(image, others), strict=True):
        gain = float(row[:JUNK].max() - better[i, :JUNK].max())
        if gain > BETTER:
            prints[i], better[i] = other, _chosen(row)
        elif gain > -BETTER and row[JUNK] < 0.5:
            better[i] = (better[i] + row) / 2
    return tuple(prints), better


def _against_card(print_: Print) -> bool:
    """Say whether a number is taken to stand on its head on its own card."""
    return cos(print_.up - print_.card.up) < 0


def _chosen(row: FloatArray) -> FloatArray:
    """Take a little from what was chosen for reading well: it errs more often than what was read at once."""
    less = row * np.float32(CHOSEN)
    less[JUNK] += 1 - CHOSEN
    return np.asarray(less, np.float32)


def _other_ways(print_: Print) -> list[Print]:
    """Give a print turned round, and along its card either way where it stands askew on it."""
    card = replace(print_, up=print_.card.up)
    askew = abs(sin(print_.up - card.up)) > sin(ASKEW)
    return [_upside_down(print_), *((card, _upside_down(card)) if askew else ())]


def read_upright(
    image: Picture,
    prints: Sequence[Print],
    values: FloatArray,
    cards: Sequence[Candidate],
    sense: float | None,
    digits: DigitReader,
    marks: MarkReader,
    doubt: float = DOUBT_IN_ROW,
    stood: Sequence[Stood] = (),
    stands: float = 1.0,
) -> dict[int, Reading]:
    """Give the reading of each print of the cards, those that may stand upside down read both ways.

    ``sense``: the direction (radians) that is up for most cards; None where each card lies by itself.
    ``marks`` are asked about what may stand either way. ``doubt``: how probably (0-1) a number in its card's
    middle that stands against the sense does not, for the card or the row may lie otherwise. ``stood``: how
    other numbers of the deck stand or stood, which tells it where each card lies by itself. ``stands``: how
    probably (0-1) a number in its card's middle that is alone there and may be another one upside down stands
    as the sense says.
    """
    readings = {i: reading(values[i]) for card in cards for i in card.prints}
    right = {
        i: _stands_right(prints, i, card, sense, doubt, stood, stands)
        for card in cards
        for i in card.prints
        if rotated(int(readings[i].values.argmax())) is not None or _against_row(prints[i], card, sense)
    }
    alone = {i: card for card in cards for i in card.prints if only_in_middle(prints, card)}
    stands_right = _by_marks(image, prints, {i: p for i, p in right.items() if p < 1}, marks)
    for i in (i for i in stands_right if i in alone and _against_row(prints[i], alone[i], sense)):
        stands_right[i] = min(stands_right[i], 1 - STANDS_THOUGH_MARKED)
    at_head = _marked_at_head(image, prints, [i for i in alone if right.get(i) == 1], marks)
    stands_right |= dict.fromkeys(at_head, STANDS_THOUGH_MARKED)
    if stands_right:
        readings |= _read_both_ways(image, prints, readings, stands_right, digits)
    return readings | _corners_at_odds(prints, readings, cards, sense)


def _marked_at_head(
    image: Picture, prints: Sequence[Print], asked: Sequence[int], marks: MarkReader
) -> list[int]:
    """Give which of the prints asked about seem to bear at their heads what marks the feet.

    Asked about are numbers that stand as their row does, in the middle of cards with nothing else to be read:
    there a card that lies upside down in its row looks like one that does not, but for the mark.
    """
    told = marks(image, [prints[i] for i in asked]) if asked else ()
    return [i for i, mark in zip(asked, told, strict=True) if mark[AT_HEAD] > MARKED]


def _read_both_ways(
    image: Picture,
    prints: Sequence[Print],
    readings: Mapping[int, Reading],
    doubtful: Mapping[int, float],
    digits: DigitReader,
) -> dict[int, Reading]:
    """Give new readings of prints that stand right as they are taken with a probability (0-1) only."""
    better: dict[int, Reading] = {}
    again = digits(image, [_upside_down(prints[i]) for i in doubtful])
    for (i, right), row in zip(doubtful.items(), again, strict=True):
        number = int(readings[i].values.argmax())
        another = row[:JUNK].max() >= CLEAR and int(row.argmax()) != number
        if another or rotated(number) is not None:  # else it lies on its head, as it was taken
            better[i] = both_ways(reading(row), readings[i], right)
    return better


def _corners_at_odds(
    prints: Sequence[Print], readings: Mapping[int, Reading], cards: Sequence[Candidate], sense: float | None
) -> dict[int, Reading]:
    """Give new readings of corners that say what the opposite one says upside down: 6 where that says 9.

    Some decks print the lower index upright. Then the corner that stands as the row does is probably right:
    a card may lie upside down. Where each card lies by itself either may be.
    """
    better: dict[int, Reading] = {}
    likely = 0.5 if sense is None else UPSIDE_DOWN
    for card in cards:
        corners = [i for i in card.prints if not is_middle(prints[i], card.hint)]
        for a, b in permutations((i for i in corners if readings[i].values.max() >= CLEAR), 2):
            said, against = (int(readings[i].values.argmax()) for i in (a, b))
            stands = sense is None or cos(prints[a].up - sense) > 0
            if stands and turned_round(prints[a], prints[b]) and rotated(said) == against:
                either = both_ways(readings[a], readings[b], likely)
                better |= dict.fromkeys((a, b) if sense is not None else card.prints, either)
    return better


def _against_row(print_: Print, card: Candidate, sense: float | None) -> bool:
    """Say whether a number in its card's middle stands on its head in its row.

    Mostly its card lies so; but a blurred 95 reads as 96 upside down.
    """
    return sense is not None and is_middle(print_, card.hint) and _stands_wrong(print_, card, sense)


def _by_marks(
    image: Picture, prints: Sequence[Print], right: Mapping[int, float], marks: MarkReader
) -> dict[int, float]:
    """Give how probably (0-1) prints stand right, from how probably they did, and what their marks tell."""
    told = marks(image, [prints[i] for i in right]) if right else ()
    return {i: _by_mark(before, mark) for (i, before), mark in zip(right.items(), told, strict=True)}


def _by_mark(right: float, mark: FloatArray) -> float:
    """Give how probably (0-1) it stands right, from how probably it did, and what its mark tells (3,)."""
    up, down = (float(mark[way] + mark[NONE] / 2) for way in (AT_FEET, AT_HEAD))
    return right * up / max(right * up + (1 - right) * down, 1e-9)


def _odd_middles(
    finding: Detections, values: FloatArray, candidates: Sequence[Candidate]
) -> dict[int, set[int]]:
    """Give the prints in the middle of their card that are unclear, or read otherwise than its corners.

    With each: what the clear corners of its card say.
    """
    odd: dict[int, set[int]] = {}
    cards = [c for c in candidates if c.prints]
    for card in cards:
        middles = {i for i in card.prints if is_middle(finding.prints[i], card.hint)}
        corners = [i for i in card.prints if i not in middles and values[i].max() >= CLEAR]
        said = {int(values[i].argmax()) for i in corners}
        unclear = {i for i in middles if values[i].max() < CLEAR or said - {int(values[i].argmax())}}
        odd.update({i: said for i in middles if i in unclear or _against_card(finding.prints[i])})
        odd.update(dict.fromkeys(_unread_middles(finding.prints, values, card), said))
    return odd | {i: set() for i in _lone_middles(finding.prints, [c.hint for c in cards])}


def _unread_middles(prints: Sequence[Print], values: FloatArray, card: Candidate) -> list[int]:
    """Give the prints in a card's middle that the finder is sure of, but that read as none as they stand."""
    junk = [i for i, row in enumerate(values) if row.argmax() == JUNK and prints[i].score >= SHOWN]
    here = [i for i in junk if i not in card.prints and is_middle(prints[i], prints[i].card)]
    return [i for i in here if apart(prints[i].card, card.hint) < 0.3 * card.hint.height]


def _lone_middles(prints: Sequence[Print], read: Sequence[CardHint]) -> list[int]:
    """Give the prints in the middle of cards of which nothing was read."""
    middles = [(i, p) for i, p in enumerate(prints) if is_middle(p, p.card) and p.score >= LONE]
    return [i for i, p in middles if not any(apart(p.card, r) < 0.3 * r.height for r in read)]


def _stands_right(
    prints: Sequence[Print],
    own: int,
    card: Candidate,
    sense: float | None,
    doubt: float,
    stood: Sequence[Stood],
    stands: float,
) -> float:
    """Give how probably (0-1) a card's ``own`` print stands right as it is taken; 1 where all agrees."""
    print_ = prints[own]
    middle, alone = is_middle(print_, card.hint), only_in_middle(prints, card)
    as_others = stands_as_others(print_, card.hint, stood) if alone and sense is None else None
    if as_others is not None:
        return as_others
    if _stands_wrong(print_, card, card.hint.up if sense is None else sense):
        if _tells_nothing(print_, card):
            return 0.5
        return doubt if middle else DOUBT_IN_CORNER
    if sense is not None:
        return stands if alone else 1.0
    if not middle:
        return 1.0
    return ALONE_AS_TAKEN if alone else AS_TAKEN


def _tells_nothing(print_: Print, card: Candidate) -> bool:
    """Say whether a card cannot tell which way up its number stands: an arm may have hidden all else of it.

    The number lies across the card, or stands in the corner of one that no look at a card bears out.
    """
    across = abs(cos(print_.up - card.hint.up)) < ACROSS
    return across or (card.support < BORNE_OUT and not is_middle(print_, card.hint))


def _stands_wrong(print_: Print, card: Candidate, sense: float) -> bool:
    """Say whether a print stands against its corner or, where the card cannot tell, against the row."""
    if _tells_nothing(print_, card):
        return cos(print_.up - sense) < ACROSS
    if not is_middle(print_, card.hint):
        return turned(print_, card.hint)
    off = abs((print_.up - sense + pi) % (2 * pi) - pi)
    return off > pi - ROTATED


def _upside_down(print_: Print) -> Print:
    up = print_.up + pi if print_.up <= 0 else print_.up - pi
    return replace(print_, up=up)
