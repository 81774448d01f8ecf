"""Says where each card lies in the language of the game: row, jump card, pile, stacks, spots, in order.

Geometry only, in the frame of the cards themselves: most cards' sense tells which way the row is read, so a
camera on the other side of the table reads it from right to left. Lengths are shares of a card's width or
height.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import atan2, cos, hypot, pi, sin

from companion.cards import Zone
from companion.evidence import Alternative, SeenCard
from vision.cards import CardHint, Point
from vision.decks import Arrangement, GameLook

NEXT_ALONG = 1.34
"""Neighbours in a row lie at most this many widths apart; what lies further along is beside the row."""

NEXT_ACROSS = 0.6
"""Neighbours in a row lie at most this share of a height out of line."""

FAN_ACROSS = 0.8
"""In a row laid downwards, neighbours overlap, so they lie closer than this share of a height."""

ROTATED = 0.9
"""Radians; a card turned further than this out of the row's direction is no part of it."""

SAME_STACK = 0.5
"""Centres closer than this share of a height belong to one stack."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A card with what it may be; ``seen`` are the places of its prints, all of them visible."""

    hint: CardHint
    alternatives: tuple[Alternative, ...]
    sure: bool
    seen: tuple[Point, ...] = ()

    @property
    def confidence(self) -> float:
        """The probability (0-1) of its best alternative, 0 when it could not be read."""
        return self.alternatives[0].probability if self.alternatives else 0.0


@dataclass(frozen=True, slots=True)
class Frame:
    """The directions of a row: unit vectors towards the top of its cards, and to their right."""

    up: float

    def across(self, a: CardHint, b: CardHint) -> float:
        """Give how far b lies above a, in pixels."""
        return _dot(a.centre, b.centre, (sin(self.up), -cos(self.up)))

    def along(self, a: CardHint, b: CardHint) -> float:
        """Give how far b lies to the right of a, in pixels."""
        return _dot(a.centre, b.centre, (cos(self.up), sin(self.up)))


def arrange(
    cards: Sequence[Placed], look: GameLook, size: tuple[int, int], row_at: Point | None = None
) -> tuple[SeenCard, ...]:
    """Give the cards with their zones, each zone in its order; ``size`` is the picture's width and height.

    ``row_at``: a point known to lie on the row, for when there are as few cards in it as beside it.
    """
    if not cards:
        return ()
    if look.arrangement is Arrangement.PILE:
        return (_seen(top_of(_largest(stacks_of(cards))), Zone.PILE),)
    if look.arrangement is Arrangement.STACKS:
        return _two_stacks(cards)
    if look.arrangement is Arrangement.SPOTS:
        return _spots(cards, size)
    return _row(cards, look, row_at)


def sense_of(hints: Sequence[CardHint]) -> float:
    """Give the direction that is up for most of these cards, in radians; wants at least one.

    First the axis that most of them share, then the sense along it that most of them say.
    """
    axis = max((_axis_votes(h.up, hints), h.up) for h in hints)[1]
    agree = [h for h in hints if _off_axis(h.up, axis) < ROTATED]
    mean = atan2(*(sum(h.score * f(2 * h.up) for h in agree) for f in (sin, cos))) / 2
    along = sum(h.score * cos(h.up - mean) for h in agree)
    return mean if along >= 0 else _wrapped(mean + pi)


def lies_on(point: Point, card: CardHint) -> bool:
    """Say whether a point lies on a card, its rim left out."""
    dx, dy = point[0] - card.centre[0], point[1] - card.centre[1]
    right = abs(dx * cos(card.up) + dy * sin(card.up))
    high = abs(dx * sin(card.up) - dy * cos(card.up))
    return right < 0.48 * card.width and high < 0.48 * card.height


def covers(upper: Placed, lower: Placed) -> bool:
    """Say whether one card lies over another: where both are, only the upper one's prints can be seen."""
    over = any(lies_on(p, lower.hint) for p in upper.seen)
    return over and not any(lies_on(p, upper.hint) for p in lower.seen)


def stacks_of(cards: Sequence[Placed]) -> list[list[Placed]]:
    """Sort cards into stacks: those that lie nearly in the same place."""
    return _components(cards, lambda a, b: _apart(a.hint, b.hint) < SAME_STACK * _height(a.hint, b.hint))


def top_of(stack: Sequence[Placed]) -> Placed:
    """Give a stack's top card: the one that covers most others, then the one with most prints in view."""
    return max(stack, key=lambda c: (sum(covers(c, o) for o in stack), len(c.seen), c.hint.score))


def _largest(stacks: Sequence[list[Placed]]) -> list[Placed]:
    """Give the stack that is most surely one: the best read, then the one with most cards in view."""
    return max(stacks, key=lambda s: (max(c.confidence for c in s), len(s)))


def _two_stacks(cards: Sequence[Placed]) -> tuple[SeenCard, ...]:
    """Give the tops of the stacks going up and down; cards without a number are the arrows beside them."""
    read = [c for c in cards if c.alternatives]
    tops = sorted((top_of(s) for s in stacks_of(read)), key=lambda c: -c.confidence)[:2]
    if not tops:
        return ()
    frame = Frame(sense_of([c.hint for c in tops]))
    if len(tops) == 1:
        return (_seen(tops[0], _stack_by_arrow(tops[0], cards, frame)),)
    left, right = sorted(tops, key=lambda c: frame.along(tops[0].hint, c.hint))
    return _seen(left, Zone.UP), _seen(right, Zone.DOWN)


def _stack_by_arrow(top: Placed, cards: Sequence[Placed], frame: Frame) -> Zone:
    """Tell a lone stack's direction: the nearest arrow lies on its outer side, left of the one going up."""
    arrows = [c for c in cards if not c.alternatives]
    if not arrows:
        return Zone.UP
    nearest = min(arrows, key=lambda c: _apart(c.hint, top.hint))
    return Zone.UP if frame.along(top.hint, nearest.hint) < 0 else Zone.DOWN


def _spots(cards: Sequence[Placed], size: tuple[int, int]) -> tuple[SeenCard, ...]:
    """Give the single cards clockwise around the picture's middle, from its bottom left corner on."""
    middle = size[0] / 2, size[1] / 2
    start = atan2(middle[1], -middle[0])
    tops = [top_of(s) for s in stacks_of(cards)]

    def clockwise(card: Placed) -> float:
        x, y = card.hint.centre
        return (atan2(y - middle[1], x - middle[0]) - start) % (2 * pi)

    return tuple(_seen(c, Zone.SPOT) for c in sorted(tops, key=clockwise))


def _row(cards: Sequence[Placed], look: GameLook, row_at: Point | None) -> tuple[SeenCard, ...]:
    """Give the row from its start to its end, then the cards beside it."""
    frame = Frame(_row_sense(cards))
    main, others = _main_row(cards, frame, row_at) if look.sides else (list(cards), [])
    direction = _direction(main, frame)
    first = main[0].hint
    ordered = sorted(main, key=lambda c: direction.along(first, c.hint))
    return tuple(_seen(c, Zone.ROW) for c in ordered) + tuple(_seen(c, Zone.JUMP) for c in others)


def _row_sense(cards: Sequence[Placed]) -> float:
    """Give the row's sense; where the cards disagree about it, the later card lies over the earlier."""
    up = sense_of([c.hint for c in cards])
    votes = [cos(c.hint.up - up) for c in cards if _off_axis(c.hint.up, up) < ROTATED]
    if sum(v > 0 for v in votes) >= 0.7 * len(votes):
        return up
    frame = Frame(up)
    order = [frame.along(b.hint, a.hint) for a in cards for b in cards if a is not b and covers(a, b)]
    backwards = sum(o < 0 for o in order) > sum(o > 0 for o in order)
    return _wrapped(up + pi) if backwards else up


def _main_row(
    cards: Sequence[Placed], frame: Frame, row_at: Point | None
) -> tuple[list[Placed], list[Placed]]:
    """Part the cards into the row and those beside it."""
    chains = _components(cards, lambda a, b: _neighbours(a.hint, b.hint, frame))
    main = max(chains, key=lambda c: _row_merit(c, frame, row_at))
    for chain in sorted(chains, key=len, reverse=True):
        if chain is not main and _continues(chain, main, frame):
            main = main + chain
    return main, [c for c in cards if c not in main]


def _row_merit(chain: Sequence[Placed], frame: Frame, row_at: Point | None) -> tuple[bool, int, float, float]:
    """Rank chains of cards: at the known place, the longest, the straightest, the highest in the picture."""
    known = row_at is not None and any(lies_on(row_at, c.hint) for c in chain)
    crooked = min(_off_axis(c.hint.up, frame.up) for c in chain)
    return known, len(chain), -round(crooked / 0.5), -min(c.hint.centre[1] for c in chain)


def _neighbours(a: CardHint, b: CardHint, frame: Frame) -> bool:
    """Say whether two cards may be next to each other in a row."""
    if _off_axis(a.up, frame.up) > ROTATED or _off_axis(b.up, frame.up) > ROTATED:
        return False
    along = abs(frame.along(a, b)) / ((a.width + b.width) / 2)
    across = abs(frame.across(a, b)) / _height(a, b)
    return (along < NEXT_ALONG and across < NEXT_ACROSS) or (along < 0.5 and across < FAN_ACROSS)


def _continues(chain: Sequence[Placed], main: Sequence[Placed], frame: Frame) -> bool:
    """Say whether a chain is the same row beyond a gap, as a hand makes one; one card alone is not."""
    pair = min(((a.hint, b.hint) for a in main for b in chain), key=lambda p: _apart(*p))
    in_line = abs(frame.across(*pair)) < NEXT_ACROSS * _height(*pair)
    straight = all(_off_axis(c.hint.up, frame.up) < ROTATED for c in chain)
    return in_line and straight and (len(chain) > 1 or frame.along(*pair) < 0)


def _direction(row: Sequence[Placed], frame: Frame) -> Frame:
    """Give the frame that runs along the row: to the right of its cards, or towards their feet."""
    first = row[0].hint
    along = [frame.along(first, c.hint) for c in row]
    across = [frame.across(first, c.hint) for c in row]
    downwards = max(across) - min(across) > 1.5 * (max(along) - min(along))
    return Frame(_wrapped(frame.up + pi / 2)) if downwards else frame


def _components(cards: Sequence[Placed], linked: Callable[[Placed, Placed], bool]) -> list[list[Placed]]:
    """Sort things into chains of which each is linked to another of its chain."""
    chains: list[list[Placed]] = []
    for card in cards:
        touching = [c for c in chains if any(linked(card, other) for other in c)]
        chains = [c for c in chains if c not in touching]
        chains.append([card, *(other for c in touching for other in c)])
    return chains


def _seen(card: Placed, zone: Zone) -> SeenCard:
    return SeenCard(zone, card.hint.quad, card.alternatives, card.sure and bool(card.alternatives))


def _axis_votes(up: float, hints: Sequence[CardHint]) -> float:
    """Weigh how many cards share an axis, the sense left open."""
    return sum(h.score * cos(h.up - up) ** 8 for h in hints)


def _off_axis(up: float, axis: float) -> float:
    """Give the angle between two axes, 0 to half of pi."""
    off = abs(up - axis) % pi
    return min(off, pi - off)


def _apart(a: CardHint, b: CardHint) -> float:
    return hypot(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1])


def _height(a: CardHint, b: CardHint) -> float:
    return (a.height + b.height) / 2


def _dot(a: Point, b: Point, unit: Point) -> float:
    return (b[0] - a[0]) * unit[0] + (b[1] - a[1]) * unit[1]


def _wrapped(angle: float) -> float:
    """Bring an angle into (-pi, pi]."""
    return pi - (pi - angle) % (2 * pi)
