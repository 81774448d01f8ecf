"""Joins the clusters of prints that stand in the four corners of one card.

Their votes for the card's place lie too far apart for the rules that join two prints (`cards.grouping`).
"""

from collections.abc import Sequence
from itertools import combinations
from math import cos, dist, hypot, sin

from companion.evidence import Point
from vision.cards.candidates import CLEAR_NUMBER, Candidate, bears_out
from vision.cards.geometry import turned_round
from vision.cards.two_cards import of_two_cards, parted
from vision.prints.digits import JUNK
from vision.prints.finder import CardHint, Detections, Print
from vision.prints.nets import FloatArray

FAIRLY_CLEAR = 0.8
"""So probable must a number in every corner of a card be, where one of them is clear."""

ACROSS = 1.1
"""No two prints of one card lie further apart than this many of its heights."""

ALIKE_HIGH, LARGEST = 1.4, 12.0
"""The indices of one card are as high, to this ratio, and no further apart than so many of their heights."""

MOST = 5
"""No card shows its number more often: in four corners, and large in the middle."""

IN_MIDDLE, LARGER = 0.1, 1.4
"""Such a number stands so near its card's middle, in heights of that, and is so much higher than an index."""

STRAIGHT, NARROWEST, WIDEST = 0.2, 0.35, 0.85
"""Shares of how far one print of a card stands above the other. The two are out of line by no more than the
first; the card's other side lies from the second to the third of it away, that of the next card nearer or
farther."""

MIDDLE, DIAGONAL, SLENDEREST = 0.09, 1.2, 0.5
"""Prints in opposite corners of a card that is seen: the card's middle lies no farther from the point
half-way between them than the first, a share of their distance; they are no farther apart than the second, in
heights of the card; and seen from a third corner, the nearer of the two is at least so far off, as a share
(the third) of the farther."""

AT_LEAST, AT_MOST = 0.75, 0.97
"""Prints in a card's two upper corners are so many of its widths apart; tiles of one number side by side are
further."""

SEEN = 0.5
"""A card whose look scores so much (0-1) is surely there, and says where its corners are."""

BESIDE = 0.47
"""Where a number may be on several cards, prints of one way up that stand nearer are those of cards that
overlap."""


def four_corners(
    finding: Detections, values: FloatArray, clusters: list[list[int]], once: bool = False
) -> list[list[int]]:
    """Join the clusters that are corners of one card: one number, on its head in some, within its size.

    A card with its number in all four corners gives votes that lie too far apart for the rest of the rules.
    ``once``: no number is printed on two cards of this deck, so that those of overlapped cards never look so.
    """
    kept: list[list[int]] = []
    said = values[:, :JUNK].argmax(axis=1).tolist()
    first = frozenset() if once else _first_corners(finding.prints, [i for some in clusters for i in some])

    def beside(own: Sequence[int], others: Sequence[int]) -> bool:
        """Say whether a cluster's first corner is that of a card beside, which is seen."""
        pairs = [(finding.prints[a], finding.prints[b]) for a in own for b in others if {a, b} <= first]
        return any(parted(a, b, finding.cards) for a, b in pairs)

    for members in clusters:
        alike = (k for k in kept if said[k[0]] == said[members[0]] and not beside(k, members))
        own = next((k for k in alike if _one_card(finding, values, k, members, once)), None)
        if own is None:
            kept.append(list(members))
        else:
            own += members
    return kept


def _first_corners(prints: Sequence[Print], useful: Sequence[int]) -> frozenset[int]:
    """Give which prints stand the way up that most do, none if as many stand on their heads.

    Of cards that overlap, the first corners are seen of all, the opposite ones of few.
    """
    if not useful:
        return frozenset()
    up = max((prints[i] for i in useful), key=lambda p: p.score).up
    upright = frozenset(i for i in useful if cos(prints[i].up - up) > 0)
    turned = frozenset(useful) - upright
    return max(upright, turned, key=len) if len(upright) != len(turned) else frozenset()


def one_each(cards: Sequence[Candidate], finding: Detections, values: FloatArray) -> list[Candidate]:
    """Leave out the second of two upper corners of one card of which a hand hides the lower ones.

    Both read alike, they stand level, and only one card is seen there.
    """
    kept: list[Candidate] = []
    for card in sorted(cards, key=lambda card: (-card.support, -len(card.prints))):
        if not any(_other_corner(card, other, finding, values) for other in kept):
            kept.append(card)
    return [card for card in cards if card in kept]


def _other_corner(card: Candidate, other: Candidate, finding: Detections, values: FloatArray) -> bool:
    """Say whether a candidate is a corner of another one: no card is seen which it may be but that one."""
    prints, looks = finding.prints, finding.cards
    seen = [hint for hint in looks if bears_out(hint, card.hint)]
    own, others = ({int(values[i, :JUNK].argmax()) for i in some.prints} for some in (card, other))
    if len(own) != 1 or not own <= others or not other.support:
        return False
    if any(not bears_out(hint, other.hint) for hint in seen) or len(seen) > 1:
        return False
    pairs = [(prints[a], prints[b]) for a in card.prints for b in other.prints]
    if any(parted(a, b, looks) for a, b in pairs):
        return False
    level = [(_from(a, b, a.up), a, b) for a, b in pairs if not turned_round(a, b)]
    return any(
        abs(below) < STRAIGHT * other.hint.height / 2
        and AT_LEAST < abs(beside) / other.hint.width < AT_MOST
        and as_high(a, b)
        for (beside, below), a, b in level
    )


def as_high(a: Print, b: Print) -> bool:
    """Say whether two prints are as high as one card's indices are."""
    return 1 / ALIKE_HIGH < a.height / max(b.height, 1.0) < ALIKE_HIGH


def _one_card(
    finding: Detections, values: FloatArray, own: Sequence[int], others: Sequence[int], once: bool
) -> bool:
    """Say whether two clusters of prints read clearly alike, and stand in the corners of one card."""
    prints = finding.prints
    members = [*own, *others]
    pairs = [(prints[a], prints[b]) for a, b in combinations(members, 2)]
    if len(members) > MOST:
        return False
    if _seen_as_one([prints[i] for i in members], finding.cards, values[members, :JUNK]):
        return True
    if len(members) == MOST:
        return False
    each = [[float(values[i, :JUNK].max()) for i in some] for some in (own, others)]
    clear = each[0] + each[1]
    if max(clear) < CLEAR_NUMBER or min(map(max, each)) < FAIRLY_CLEAR:
        return False
    if not once and (_side_by_side(pairs) or any(parted(a, b, finding.cards) for a, b in pairs)):
        return False
    if _two_sides([prints[i] for i in own], [prints[i] for i in others]):
        return True
    if any(_around(hint, [prints[i] for i in members]) for hint in finding.cards):
        return True
    if min(clear) < FAIRLY_CLEAR:
        return False
    alike = len({int(values[i, :JUNK].argmax()) for i in members}) == 1
    turned_ = any(turned_round(a, b) for a, b in pairs)
    far = max((hypot(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1]) for a, b in pairs), default=0.0)
    near = far < ACROSS * max(prints[i].card.height for i in members) and not any(
        of_two_cards(a, b, finding.cards) for a, b in pairs
    )
    return alike and turned_ and (near or all(_in_opposite_corners(a, b) for a, b in pairs))


def _seen_as_one(prints: Sequence[Print], cards: Sequence[CardHint], values: FloatArray) -> bool:
    """Say whether prints that all read as one number stand in the corners of one card clearly seen."""
    if len(set(values.argmax(axis=1).tolist())) > 1 or values.max() < FAIRLY_CLEAR:
        return False
    return any(card.score >= SEEN and _around(card, _without_middle(card, prints)) for card in cards)


def _without_middle(card: CardHint, prints: Sequence[Print]) -> list[Print]:
    """Leave out the large number in the middle of a card that is seen: it stands in no corner."""
    least = LARGER * min(p.height for p in prints)
    return [p for p in prints if p.height < least or dist(p.centre, card.centre) > IN_MIDDLE * card.height]


def _side_by_side(pairs: Sequence[tuple[Print, Print]]) -> bool:
    """Say whether prints are those of cards that overlap: two stand one way up, too near for one card's."""
    tall = max(abs(_from(a, b, a.up)[1]) for a, b in pairs)
    return any(not turned_round(a, b) and abs(_from(a, b, a.up)[0]) < BESIDE * tall for a, b in pairs)


def _two_sides(one: Sequence[Print], other: Sequence[Print]) -> bool:
    """Say whether two pairs of prints are those on the left and on the right of one card.

    On each side the lower print stands on its head straight below the upper one, and both sides are level.
    """
    if len(one) != 2 or len(other) != 2:
        return False
    up = one[0].up
    sides = [sorted(pair, key=lambda p: -cos(p.up - up)) for pair in (one, other)]
    tall = [_from(top, foot, up) for top, foot in sides]
    apart_, off = _from(sides[0][0], sides[1][0], up)
    high = max(tall[0][1], 1.0)
    straight = all(abs(beside) < STRAIGHT * below for beside, below in tall)
    heads = all(turned_round(top, foot) for top, foot in sides)
    level = abs(off) < STRAIGHT * high and abs(tall[1][1] / high - 1) < STRAIGHT
    return straight and heads and level and NARROWEST * high < abs(apart_) < WIDEST * high


def _around(card: CardHint, prints: Sequence[Print]) -> bool:
    """Say whether three or four prints stand in as many corners of a card that is seen.

    Two stand opposite each other, the card's middle half-way between them; from each other corner these two
    are seen at a right angle (Thales). So a card is known whose own votes lead astray: one before a low
    camera, or in a wide picture that was made square.
    """
    if not 3 <= len(prints) <= 4:
        return False
    for a, b in combinations(prints, 2):
        rest = [p for p in prints if p is not a and p is not b]
        if turned_round(a, b) and _half_way(card, a, b) and all(_third_corner(p, a, b) for p in rest):
            return len(rest) == 1 or turned_round(*rest)
    return False


def _half_way(card: CardHint, a: Print, b: Print) -> bool:
    """Say whether the middle of a card lies half-way between two prints in corners of it."""
    across = dist(a.centre, b.centre)
    middle = (a.centre[0] + b.centre[0]) / 2, (a.centre[1] + b.centre[1]) / 2
    return dist(middle, card.centre) < MIDDLE * across and across < DIAGONAL * card.height


def _third_corner(print_: Print, a: Print, b: Print) -> bool:
    """Say whether a print stands in a corner of the card that has two others in opposite corners."""
    x, y = print_.centre
    one, other = (a.centre[0] - x, a.centre[1] - y), (b.centre[0] - x, b.centre[1] - y)
    long, short = hypot(*one), hypot(*other)
    right = abs(one[0] * other[0] + one[1] * other[1]) < STRAIGHT * long * short
    return right and SLENDEREST * max(long, short) < min(long, short)


def _from(a: Print, b: Print, up: float) -> Point:
    """Give how far right of a print another one stands, and how far below; ``up`` (radians) is up."""
    dx, dy = b.centre[0] - a.centre[0], b.centre[1] - a.centre[1]
    return dx * cos(up) + dy * sin(up), dy * cos(up) - dx * sin(up)


def _in_opposite_corners(a: Print, b: Print) -> bool:
    """Say whether two prints stand as the corners' of one large card, whose votes say that it is smaller."""
    beside, below = _from(a, b, a.up)
    low, high = sorted((a.height, b.height))
    return turned_round(a, b) and high < ALIKE_HIGH * low and 0 < beside < below < LARGEST * low
