"""Joins what was found into cards: several prints of one card become one candidate, once each.

A card shows up to three prints, a pass card may be noticed twice, and every face-up card also gives an
opinion of its own. All of them vote for the place of their card; votes that agree in place, and do not
contradict each other in number, are one card.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import atan2, cos, exp, hypot, log, pi, sin

import numpy as np
from numpy.typing import NDArray

from companion.evidence import Point
from vision.cards.candidates import (
    CLEAR_NUMBER,
    CLOSEST_CARDS,
    FAINT_CARD,
    Candidate,
    claimed,
    in_one_strip,
    in_same_place,
    left_unread,
    shows_its_own,
    supported,
)
from vision.cards.decode import upside_down
from vision.cards.four_corners import four_corners, one_each
from vision.cards.geometry import apart, lies_on, turned_round
from vision.cards.pieces import pieces, rings
from vision.cards.second_corners import on_two_sides, second_corners
from vision.cards.two_cards import of_two_cards
from vision.cards.whole_cards import one_card_each
from vision.prints.digits import JUNK
from vision.prints.finder import CardHint, Detections, Print
from vision.prints.nets import FloatArray

WEAKEST_PRINT = 0.3
"""Prints below this score are not looked at."""

WEAKEST_PASS = 0.4
"""Pass cards below this score are not believed to be there."""

PASS_ON_CARD = 0.6
"""A pass card is only where the look of a card reaches this score."""

CLEAR_PASS = 0.8
"""From this score on, a pass card is believed rather than a single print that reads like a number."""

READABLE = 0.4
"""A card is read when one of its prints says a number with at least this probability."""

MOST_JUNK = 0.9
"""A print that is junk with more than this probability says nothing about a card."""

SIGN = 0.95
"""Where a number may be on several cards, as on playing cards, a print that is junk with more than this
probability is one of their signs, and claims no card for itself."""

SPREAD = 0.04
"""How far votes for one card lie apart, as a share of its height, if they fall off exponentially."""

LOOSE = 0.08
"""How far such votes lie apart for two prints of one number in different corners: hardly any two cards with
such prints lie side by side."""

TORN = 0.2
"""How likely a print of a card shows only a part of its number, where the other shows all of it."""

UNSAID = 2.0
"""The log odds of place alone, where one of two prints is probably no number, count this much more."""

TURN = 0.45
"""Radians by which the axes of two votes for one card may differ when they read differently."""

TURNABLE = [value for value in range(JUNK) if upside_down(value) is not None]
OVERTURNED = [upside_down(value) or 0 for value in TURNABLE]
"""The numbers that read as numbers on their heads, too, and as which."""


def group(
    finding: Detections, values: FloatArray, once: bool = False, faintest: float = FAINT_CARD
) -> tuple[Candidate, ...]:
    """Join a finding into cards, in no order, given the probabilities (N, 111) of its N prints.

    ``once``: no number is printed on two cards of this deck. ``faintest``: the least score (0-1) of a card
    that nobody could read.
    """
    no_card = rings(finding.prints, values) | (pieces(finding.prints, values) if once else frozenset())
    useful = [i for i in range(len(finding.prints)) if values[i, JUNK] <= MOST_JUNK and i not in no_card]
    clusters = one_card_each(
        finding.prints, four_corners(finding, values, _clusters(finding, values, useful), once)
    )
    second: frozenset[int] = frozenset()
    if once:
        clusters = on_two_sides(finding, values, clusters)
        second = second_corners(finding, values, clusters)
        clusters = [members for members in clusters if not second.issuperset(members)]
    numbers = [_number(finding.prints, members) for members in clusters]
    numbers = [n for n in numbers if _clarity(n, values) >= READABLE]
    passes = _passes(finding, numbers, values)
    kept = [n for n in numbers if not any(_is_of_pass(n, p.hint, finding, values) for p in passes)]
    read = _once([supported(card, finding.cards) for card in kept + passes], finding.prints, values)
    read = read if once else one_each(read, finding, values)
    said = {i for card in numbers for i in card.prints} | second
    signs = frozenset() if once else frozenset(np.flatnonzero(values[:, JUNK] > SIGN).tolist())
    junk = [p for i, p in enumerate(finding.prints) if i not in said and i not in signs]
    claims = claimed(junk, finding.cards)
    clear = [card for card in kept if _clarity(card, values) >= CLEAR_NUMBER]
    told = values[:, :JUNK].max(axis=1)
    beside = [finding.prints[i] for card in clear for i in card.prints if told[i] >= READABLE]
    unread = [
        c
        for c in left_unread(finding.cards, claims, read, finding.prints, junk, faintest)
        if not any(in_one_strip(c.hint, p) for p in beside) or shows_its_own(c.hint, junk, beside)
    ]
    return (*read, *unread)


def turned(print_: Print, card: CardHint) -> bool:
    """Say whether a corner index stands against its corner: an index points away from the card's middle."""
    along = _along(print_.centre, card)
    outward = cos(print_.up - card.up) * along
    return abs(along) > 0.2 and outward < 0


def is_middle(print_: Print, card: CardHint) -> bool:
    """Say whether a print lies in its card's middle, where only the card's sense says which way is up."""
    return abs(_along(print_.centre, card)) <= 0.2


def _along(point: Point, card: CardHint) -> float:
    """Give how far a point lies above the card's middle, in card heights."""
    dx, dy = point[0] - card.centre[0], point[1] - card.centre[1]
    return (dx * sin(card.up) - dy * cos(card.up)) / max(card.height, 1.0)


def distinct(prints: Sequence[Print]) -> tuple[Print, ...]:
    """Give the prints that are worth reading: not too weak, and one for each place, best first."""
    return tuple(prints[i] for i in distinct_places(prints))


def distinct_places(prints: Sequence[Print]) -> list[int]:
    """Give the positions of the prints that are worth reading, one for each place, best first."""
    kept: list[int] = []
    for i in sorted(range(len(prints)), key=lambda i: -prints[i].score):
        if prints[i].score >= WEAKEST_PRINT and not any(_same_print(prints[i], prints[k]) for k in kept):
            kept.append(i)
    return kept


def _same_print(a: Print, b: Print) -> bool:
    """Say whether two peaks are one and the same print."""
    near = hypot(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1]) < 0.6 * max(a.height, b.height)
    return near and 0.5 < a.height / max(b.height, 1e-6) < 2.0


def _clusters(finding: Detections, values: FloatArray, useful: list[int]) -> list[list[int]]:
    """Join prints into cards, the most certain pairs first, as long as no two members speak against it."""
    n = len(useful)
    bond = np.full((n, n), -np.inf)
    said = [_Said.of(values[i]) for i in useful]
    both = values[useful, :JUNK] @ values[useful, :JUNK].T
    over = values[np.ix_(useful, TURNABLE)] @ values[np.ix_(useful, OVERTURNED)].T
    for a in range(n):
        for b in range(a):
            p, q = finding.prints[useful[a]], finding.prints[useful[b]]
            turned = turned_round(p, q) and said[b].value == upside_down(said[a].value)
            agree = float(over[a, b] if turned else both[a, b])
            bound = _bond(p, q, said[a], said[b], agree, turned)
            same = turned or said[a].value == said[b].value
            if bound > 0 and of_two_cards(p, q, finding.cards, same):
                bound = -np.inf
            bond[a, b] = bond[b, a] = bound
    return [[useful[i] for i in members] for members in _joined(bond)]


def _joined(bond: NDArray[np.float64]) -> list[list[int]]:
    """Join what is bound above 0, the strongest first; a group is bound as strongly as its weakest member."""
    groups = {i: [i] for i in range(len(bond))}
    while len(bond) and bond.max() > 0:
        a, b = (int(i) for i in np.unravel_index(int(bond.argmax()), bond.shape))
        groups[a] += groups.pop(b)
        bond[a] = bond[:, a] = np.minimum(bond[a], bond[b])
        bond[a, a] = -np.inf
        bond[b] = bond[:, b] = -np.inf
    return list(groups.values())


@dataclass(frozen=True, slots=True)
class _Said:
    """What a print says: its likeliest number, and how probably it is none (0-1)."""

    value: int
    junk: float

    @classmethod
    def of(cls, row: FloatArray) -> "_Said":
        """Read it off the probabilities (111,)."""
        return cls(int(row[:JUNK].argmax()), float(row[JUNK]))


def _bond(a: Print, b: Print, says_a: _Said, says_b: _Said, both: float, turned: bool) -> float:
    """Give the log odds that two prints are one card's; ``both``: how probably (0-1) they say the same.

    ``turned``: one says what the other does on its head, and is so: some decks print the lower index upright.
    """
    height = (a.card.height + b.card.height) / 2
    off = CLOSEST_CARDS - apart(a.card, b.card) / max(height, 1.0)
    if off < -5 * LOOSE:
        return -np.inf  # whatever they say: it never counts for 5, and most pairs are far apart
    same = turned or says_a.value == says_b.value
    if not same and (_same_sort(a, b) or abs(sin(a.card.up - b.card.up)) > sin(TURN)):
        return -np.inf
    if same and _same_sort(a, b) and _in_one_corner(a, b):
        return -np.inf
    place = off / (SPREAD if not same or _same_sort(a, b) else LOOSE)
    if max(says_a.junk, says_b.junk) > 0.5:
        return place + UNSAID
    real = (1 - says_a.junk) * (1 - says_b.junk)
    torn = TORN if _torn(says_a.value, says_b.value) else 0.0
    return place + log((both + torn + 0.01) / (real / JUNK + 0.01))


def _same_sort(a: Print, b: Print) -> bool:
    """Say whether two prints are of one height and one way up, as a card has only one in one corner."""
    return cos(a.up - b.up) > 0.7 and 0.67 < a.height / max(b.height, 1e-6) < 1.5


def _in_one_corner(a: Print, b: Print) -> bool:
    """Say whether two prints stand as far apart as the cards they vote for: each in the corner of its own.

    Two prints of one card, apart from each other, vote for the same place.
    """
    dx, dy = b.centre[0] - a.centre[0], b.centre[1] - a.centre[1]
    off = hypot(dx - b.card.centre[0] + a.card.centre[0], dy - b.card.centre[1] + a.card.centre[1])
    return hypot(dx, dy) > max(a.height, b.height, 2 * off)


def _torn(a: int, b: int) -> bool:
    """Say whether one number may be the rest of the other, half of it under another card."""
    short, long = sorted((str(a), str(b)), key=len)
    return len(short) < len(long) and (long.startswith(short) or long.endswith(short))


def _rest(part: int, whole: int) -> bool:
    """Say whether a number may be what is seen of another whose first figure is covered: 2 or 12 of 92."""
    stroke = 10 <= part < 20 and part != whole < 100 and part % 10 == whole % 10
    return _torn(part, whole) or stroke


def _number(prints: Sequence[Print], members: list[int]) -> Candidate:
    """Make one card of the prints that vote for it."""
    votes = [prints[i] for i in members]
    mean = fused([v.card for v in votes])
    sense = sum(_sense(v, mean) for v in votes)
    hint = replace(mean, up=_opposite(mean.up) if sense < 0 else mean.up)
    return Candidate(hint, tuple(members), 0.0)


def fused(hints: Sequence[CardHint]) -> CardHint:
    """Join several opinions about one card into one, each counting by its score; wants at least one."""
    total = sum(h.score + 1e-6 for h in hints)

    def mean(what: Callable[[CardHint], float]) -> float:
        return sum((h.score + 1e-6) / total * what(h) for h in hints)

    x, y = mean(lambda h: h.centre[0]), mean(lambda h: h.centre[1])
    high, wide = exp(mean(lambda h: log(h.height))), exp(mean(lambda h: log(h.width)))
    axis = atan2(mean(lambda h: sin(2 * h.up)), mean(lambda h: cos(2 * h.up))) / 2
    with_axis = mean(lambda h: cos(h.up - axis))
    best = max(hints, key=lambda h: h.score)
    up = _opposite(axis) if with_axis < 0 else axis
    return replace(best, centre=(x, y), height=high, width=wide, up=up)


def _opposite(up: float) -> float:
    return up + pi if up <= 0 else up - pi


def _sense(vote: Print, card: CardHint) -> float:
    """Weigh what a print says of its card's upper end: above 0 as the card's ``up``, below 0 against it.

    The number in the middle shows it; a corner index looks the same on both ends, so its card is a guess.
    """
    if is_middle(vote, card):
        return 10 * vote.score * cos(vote.up - card.up)
    return vote.card.score * cos(vote.card.up - card.up)


def _passes(finding: Detections, numbers: Sequence[Candidate], values: FloatArray) -> list[Candidate]:
    """Give the pass cards, once each, where a card is seen that is not clearly a number card.

    Several spots of one card may look like a pass card; the spot that shows most of a card is taken first,
    and then no other on that card: what lies beneath it shows beside it.
    """
    looks = {h.seen: h.score for h in finding.cards if h.score >= PASS_ON_CARD}
    hints = [h for h in finding.passes if h.score >= WEAKEST_PASS and h.seen in looks]
    kept: list[CardHint] = []
    for hint in sorted(hints, key=lambda h: -looks[h.seen]):
        if not any(_outdoes(n, hint, finding.prints, values) for n in numbers) and not any(
            _on_same_pass(hint, k) for k in kept
        ):
            kept.append(hint)
    return [Candidate(hint, (), 0.0) for hint in kept]


def _outdoes(number: Candidate, hint: CardHint, prints: Sequence[Print], values: FloatArray) -> bool:
    """Say whether a number card is more likely in a place than a pass card is."""
    clear = [i for i in number.prints if float(values[i, :JUNK].max()) >= CLEAR_NUMBER]
    if _in_view([prints[i] for i in clear], number.hint) and lies_on(hint.seen, number.hint, 0.05):
        return True
    return in_same_place(number.hint, hint) and (
        len(clear) > 1 or (len(clear) == 1 and hint.score < CLEAR_PASS)
    )


def _in_view(clear: Sequence[Print], card: CardHint) -> bool:
    """Say whether a card lies uncovered: its number can be read in opposite corners."""
    return any(
        hypot(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1]) > 0.6 * card.height
        for a, b in combinations(clear, 2)
    )


def _on_same_pass(hint: CardHint, kept: CardHint) -> bool:
    """Say whether a spot lies on a pass card that was seen before; on a covered one, both must say so."""
    covered = hypot(kept.seen[0] - kept.centre[0], kept.seen[1] - kept.centre[1]) > 0.15 * kept.width
    return lies_on(hint.seen, kept, 0.05) and (not covered or lies_on(kept.seen, hint, 0.05))


def _is_of_pass(number: Candidate, hint: CardHint, finding: Detections, values: FloatArray) -> bool:
    """Say whether what was taken for a number card is a pass card, or letters on it.

    Where a clear number stands beside the pass card, it is the card beneath whose place is told badly.
    """
    prints = [finding.prints[i] for i in number.prints]
    clear = _clarity(number, values) >= CLEAR_NUMBER
    if not clear and all(in_one_strip(hint, p) for p in prints):
        return True
    on_it = not clear or any(lies_on(p.centre, hint) for p in prints)
    return on_it and in_same_place(number.hint, hint)


def _clarity(number: Candidate, values: FloatArray) -> float:
    """Give the highest probability (0-1) of a number on any of a card's prints."""
    return max(float(values[i, :JUNK].max()) for i in number.prints)


def _once(cards: Sequence[Candidate], prints: Sequence[Print], values: FloatArray) -> list[Candidate]:
    """Leave out what stands on a card that is there besides and bears that number, or of it the rest.

    The one where nothing of its own card is seen, the other where it stands on its head, as the far corner's
    index does: 0 below 30, half of it under the next card.
    """
    told = {card: {int(values[i, :JUNK].argmax()) for i in card.prints} for card in cards}

    def echoes(card: Candidate, other: Candidate) -> bool:
        if not other.support or not _stands_on(prints, card, other.hint):
            return False
        if not card.support and told[other] == told[card]:
            return True
        rest = all(_rest(part, whole) for part in told[card] for whole in told[other])
        return rest and len(told[card]) == len(told[other]) == 1 and _on_their_heads(prints, card, other)

    return [card for card in cards if not any(echoes(card, other) for other in cards)]


def _on_their_heads(prints: Sequence[Print], card: Candidate, other: Candidate) -> bool:
    """Say whether all prints of a candidate stand the other way up than those of another one."""
    return all(turned_round(prints[a], prints[b]) for a in card.prints for b in other.prints)


def _stands_on(prints: Sequence[Print], card: Candidate, other: CardHint) -> bool:
    """Say whether all prints of a candidate lie on another card."""
    return bool(card.prints) and all(lies_on(prints[i].centre, other) for i in card.prints)
