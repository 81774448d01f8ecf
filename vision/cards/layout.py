"""Says where each card lies in the language of the game: row, jump card, pile, stacks, spots, in order.

Geometry only, in the frame of the cards themselves: most cards' sense tells which way the row is read, so a
camera on the other side of the table reads it from right to left. Lengths are shares of a card's width or
height.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import cos, pi
from statistics import median

from companion.cards import Zone
from companion.evidence import Point, SeenCard
from vision.cards.candidates import WEAKEST_CARD
from vision.cards.doubting import doubted
from vision.cards.geometry import (
    ROTATED,
    Placed,
    RowAxes,
    apart,
    as_seen,
    components,
    lies_on,
    mean_height,
)
from vision.cards.one_line import NO_DIE, ODD_SIZE, in_one_line
from vision.cards.row_end import ASKEW, FAR_ALONG, NEXT_ACROSS, continues, laid_off, may_continue
from vision.cards.senses import SYMMETRIC, Leaning, backwards, sense_of
from vision.cards.tops import pile, spots, two_stacks
from vision.games import Arrangement, GameLook
from vision.prints.angles import off_axis, wrapped
from vision.prints.finder import CardHint, CardKind

NEXT_ALONG = 1.34
"""Neighbours in a row lie at most this many widths apart; what lies further along is beside the row."""

WIDER = 1.2
"""Where a row is laid wide, neighbours lie up to this ratio further apart than is usual in it."""

FAR_OFF = 1.8
"""Where the camera looks at a slant, a card beside the row may be seen so many times larger or smaller."""

IN_LINE = 0.3
"""Radians; a pass card that a hand parts from its row is turned no further than this against a card of it."""

BEHIND_A_HAND = 3.0
"""Heights; a hand over the row parts its cards by no more than this."""

FAN_ACROSS = 0.8
"""In a row laid downwards, neighbours overlap, so they lie closer than this share of a height."""

READABLE = 0.3
"""From this probability (0-1) on, a number that is read tells that a card is there."""

LONELY = 0.75
"""A card that could not be read and lies by no other is believed to be there from this score (0-1) on."""

TWO_CARDS = 0.5
"""Of two cards that lie by each other, both from this score (0-1) on."""

LARGER, MUCH_LARGER = 1.33, 1.7
"""What cannot be read is no card where it seems larger or smaller than a read one by more than this ratio;
the second holds for what surely looks like a pass card. Narrower bounds are too strict for these: 17 were
left out so in 1160 rows, for their size or for lying by an unread card, and all were there."""

FIRST = 0.1
"""A number so far above its card's middle, and no farther right of it (shares of the card's width), stands in
its first corner: of a card of which little more is seen, the middle is told roughly."""


def arrange(
    cards: Sequence[Placed],
    look: GameLook,
    size: tuple[int, int],
    row_at: Point | None = None,
    leaning: Leaning | None = None,
    game: bool = False,
) -> tuple[SeenCard, ...]:
    """Give the cards with their zones, each zone in its order; ``size`` is the picture's width and height.

    ``row_at``: a point known to lie on the row, for when there are as few cards in it as beside it.
    ``leaning``: which way is probably up for it, the picture's own where None. ``game``: one is being played,
    so that whoever follows it knows which card was there first, and no card is passed over.
    """
    if not cards:
        return ()
    if look.arrangement is Arrangement.PILE:
        return pile(cards)
    if look.arrangement is Arrangement.STACKS:
        return two_stacks(cards, game)
    if look.arrangement is Arrangement.SPOTS:
        return spots(cards, size)
    return _row(cards, look, row_at, leaning or Leaning(weight=look.front), game)


def _row(
    cards: Sequence[Placed], look: GameLook, row_at: Point | None, leaning: Leaning, game: bool
) -> tuple[SeenCard, ...]:
    """Give the row from its start to its end, then the cards beside it."""
    cards = _believable(cards, look.sides or (look.open and game))
    if not cards:
        return ()
    frame = RowAxes(sense_of(cards, look.rising, leaning))
    main, others = _parted(cards, look, frame, row_at)
    if look.sides and look.rising and (off := laid_off(_in_order(main, frame), frame)):
        main, others = [c for c in main if c is not off], [*others, off]
    if row_at is None and not game and _either_may_be_the_row(main, others, frame):
        main, others = ([replace(c, sure=False) for c in some] for some in (main, others))
    perhaps = [c for c in others if look.sides and may_continue(c, main, frame)]
    main += [replace(c, sure=False) for c in perhaps]
    others = [c for c in others if c not in perhaps]
    ordered = _in_order(main, frame)
    if look.rising and not game and backwards(ordered):
        ordered = [replace(c, sure=False) for c in ordered]
    usual = median(c.hint.height for c in main)
    beside = [
        replace(c, sure=False) if _is_odd(c, usual) else c for c in others if c.hint.kind is not CardKind.PASS
    ]
    return doubted([as_seen(c, Zone.ROW) for c in ordered] + [as_seen(c, Zone.JUMP) for c in beside], look)


def _either_may_be_the_row(main: Sequence[Placed], others: Sequence[Placed], frame: RowAxes) -> bool:
    """Say whether of two cards by themselves each may be the row: unless level ones show which way is up."""
    if len(main) != 1 or len(others) != 1:
        return False
    one, other = main[0], others[0]
    level = abs(frame.across(one.hint, other.hint)) < NEXT_ACROSS * mean_height(one.hint, other.hint)
    return not level or max(one.upright, other.upright) <= SYMMETRIC


def _is_odd(card: Placed, usual: float) -> bool:
    """Say whether what lies beside a row may be no card, by how far its height is from the usual one."""
    most = ODD_SIZE if len(card.seen) < NO_DIE else FAR_OFF
    return not 1 / most < card.hint.height / usual < most


def _in_order(row: Sequence[Placed], frame: RowAxes) -> list[Placed]:
    """Sort a row's cards from its start to its end."""
    middles = _middles(row, frame)
    direction = _direction(middles, frame)
    return [row[i] for i in sorted(range(len(row)), key=lambda i: direction.way(middles[0], middles[i])[0])]


def _middles(row: Sequence[Placed], frame: RowAxes) -> list[Point]:
    """Give where the middles of a row's cards lie among each other.

    Where those of closely overlapped cards lie is told more roughly than how far apart they may lie; the
    numbers in their first corners are seen. They stand in the same place on each card of a deck, so that the
    middles lie as far off as is usual for the row.
    """
    corners = [_first_corner(card, frame) for card in row]
    ways = [card_frame.way(c.hint.centre, at) for c, (card_frame, at) in zip(row, corners, strict=True) if at]
    usual = (median(right for right, _ in ways), median(up for _, up in ways)) if ways else (0.0, 0.0)
    return [
        own.back(at, usual) if at else card.hint.centre for card, (own, at) in zip(row, corners, strict=True)
    ]


def _first_corner(card: Placed, frame: RowAxes) -> tuple[RowAxes, Point | None]:
    """Give a card's own frame, and where a number is read in its first corner; None where none is."""
    own = RowAxes(card.hint.up if cos(card.hint.up - frame.up) > 0 else wrapped(card.hint.up + pi))
    ways = [(own.way(card.hint.centre, point), point) for point in card.seen]
    far = FIRST * card.hint.width
    return own, next((point for (right, up), point in ways if right < far < up), None)


def _believable(cards: Sequence[Placed], alone: bool) -> list[Placed]:
    """Leave out what neither shows a number nor lies, as large, by a card that does or is in its row.

    Pass cards lie in a row, behind numbers: elsewhere, they are something else. Where there is no number, the
    row may begin with one that surely is one; a hand may lie between such a one and the numbers. A card that
    could not be read and lies by no other is told of only where cards may lie ``alone``, beside the row.
    """
    believed = [c for c in cards if _shows_number(c)] or [c for c in cards if _begins_row(c, cards)]
    believed = _with_near(believed, cards)
    lonely = [
        c for c in cards if c not in believed and c.hint.kind is CardKind.CARD and c.hint.score >= LONELY
    ]
    return _with_near(believed + lonely, cards) if alone or not believed else believed


def _with_near(believed: Sequence[Placed], cards: Sequence[Placed]) -> list[Placed]:
    """Give the believed cards with those that lie by them or go on their row."""
    kept, others = list(believed), [c for c in cards if c not in believed]
    while near := [c for c in others if any(_lies_by(c, b) or _goes_on(c, b) for b in kept)]:
        kept += near
        others = [c for c in others if c not in near]
    return kept


def _shows_number(card: Placed) -> bool:
    """Say whether a number is read on a card, if not for sure."""
    return card.hint.kind is CardKind.NUMBER and card.confidence > READABLE


def _begins_row(card: Placed, cards: Sequence[Placed]) -> bool:
    """Say whether a card is clearly enough a pass card to be the first one of a row.

    Where another card lies by it, it need not look as clearly like one: it covers that one's number.
    """
    if card.hint.kind is not CardKind.PASS or not card.sure:
        return False
    by = any(o is not card and o.hint.score >= TWO_CARDS and _like(o, card.hint) for o in cards)
    return card.hint.score >= (TWO_CARDS if by else LONELY)


def _lies_by(card: Placed, read: Placed) -> bool:
    """Say whether a card lies by a read one; a faint one must be in line with it: a hand covers the rest."""
    if not _like(card, read.hint):
        return False
    across = abs(RowAxes(read.hint.up).across(read.hint, card.hint)) / mean_height(card.hint, read.hint)
    in_line = off_axis(card.hint.up, read.hint.up) < ASKEW and across < NEXT_ACROSS / 2
    return in_line or card.sure or card.hint.score >= WEAKEST_CARD


def _like(card: Placed, read: CardHint) -> bool:
    """Say whether a card lies by a read one and is as large."""
    return apart(card.hint, read) < 1.4 * read.height and _as_large(card, read)


def _as_large(card: Placed, read: CardHint) -> bool:
    """Say whether a card is as large as a read one; of what little shows, that is told roughly."""
    most = MUCH_LARGER if card.sure and card.hint.kind is CardKind.PASS else LARGER
    return 1 / most < card.hint.height / read.height < most


def _goes_on(card: Placed, read: Placed) -> bool:
    """Say whether a card is surely a pass card, in line with a read one, no more than a hand between."""
    a, b = card.hint, read.hint
    if (
        a.kind is not CardKind.PASS
        or not card.sure
        or not _as_large(card, b)
        or off_axis(a.up, b.up) > IN_LINE
    ):
        return False
    across = min(abs(RowAxes(c.up).across(b, a)) for c in (a, b)) / mean_height(a, b)
    return across < NEXT_ACROSS / 2 and apart(a, b) < BEHIND_A_HAND * a.height


def _parted(
    cards: Sequence[Placed], look: GameLook, frame: RowAxes, row_at: Point | None
) -> tuple[list[Placed], list[Placed]]:
    """Part the cards into the row and those beside it, where anything may lie beside it."""
    if look.sides:
        return _main_row(cards, frame, row_at)
    if look.pips:  # any cards, and but one row of them
        return in_one_line(cards, [card for card in cards if _shows_number(card)], frame)
    return list(cards), []


def _main_row(
    cards: Sequence[Placed], frame: RowAxes, row_at: Point | None
) -> tuple[list[Placed], list[Placed]]:
    """Part the cards into the row and those beside it."""
    reach = _reach(cards, frame)
    chains = components(cards, lambda a, b: _neighbours(a.hint, b.hint, frame, reach))
    best = _first_of_level(chains, max(chains, key=lambda c: _row_merit(c, frame, row_at)), frame, row_at)
    main = list(best)
    for chain in sorted(chains, key=len, reverse=True):
        if chain is not best and (continues(chain, main, frame) or _fills_a_gap(chain, main, frame)):
            main += chain
    return main, [c for c in cards if c not in main]


def _row_merit(
    chain: Sequence[Placed], frame: RowAxes, row_at: Point | None
) -> tuple[bool, int, int, float, float]:
    """Rank chains: at the known place, longest, with most sure cards, straightest, highest in the picture.

    A card by itself is no more likely the row for being read.
    """
    known = row_at is not None and any(lies_on(row_at, c.hint) for c in chain)
    crooked = min(off_axis(c.hint.up, frame.up) for c in chain)
    sure = sum(c.sure for c in chain) if len(chain) > 1 else 0
    return known, len(chain), sure, -round(crooked / 0.5), -min(c.hint.centre[1] for c in chain)


def _first_of_level(
    chains: Sequence[list[Placed]], best: list[Placed], frame: RowAxes, row_at: Point | None
) -> list[Placed]:
    """Give, of single cards as good as the best one and level with it, the first: the row begins with it."""
    if len(best) > 1:
        return best
    merit, hint = _row_merit(best, frame, row_at)[:-1], best[0].hint
    level = [
        chain
        for chain in chains
        if _row_merit(chain, frame, row_at)[:-1] == merit
        and abs(frame.across(hint, chain[0].hint)) < NEXT_ACROSS * mean_height(hint, chain[0].hint)
    ]
    return min(level, key=lambda chain: frame.along(hint, chain[0].hint))


def _reach(cards: Sequence[Placed], frame: RowAxes) -> float:
    """Give how far apart neighbours may lie, in pixels: by their width, or by how wide the row is laid."""
    width = median(c.hint.width for c in cards)
    places = sorted(frame.along(cards[0].hint, c.hint) for c in cards)
    steps = [b - a for a, b in pairwise(places)]
    usual = median(steps) if len(steps) > 1 else 0.0
    return max(NEXT_ALONG * width, min(WIDER * usual, 1.9 * width))


def _neighbours(a: CardHint, b: CardHint, frame: RowAxes, reach: float) -> bool:
    """Say whether two cards may be next to each other in a row."""
    if off_axis(a.up, frame.up) > ROTATED or off_axis(b.up, frame.up) > ROTATED:
        return False
    along = abs(frame.along(a, b))
    across = abs(frame.across(a, b)) / mean_height(a, b)
    return (along < reach and across < NEXT_ACROSS) or (along < 0.5 * a.width and across < FAN_ACROSS)


def _fills_a_gap(chain: Sequence[Placed], main: Sequence[Placed], frame: RowAxes) -> bool:
    """Say whether a single card lies in line between two of the row's: no jump card is laid there."""
    if len(chain) > 1:
        return False
    card = chain[0].hint
    ways = [(frame.along(card, c.hint), frame.across(card, c.hint)) for c in main]
    before = max((way for way in ways if way[0] < 0), default=None)
    behind = min((way for way in ways if way[0] > 0), default=None)
    if before is None or behind is None:
        return False
    near = max(-before[0], behind[0]) < FAR_ALONG * card.width
    return near and max(abs(before[1]), abs(behind[1])) < NEXT_ACROSS / 2 * card.height


def _direction(middles: Sequence[Point], frame: RowAxes) -> RowAxes:
    """Give the frame that runs along a row of cards with these middles: to their right, or to their feet."""
    along, across = zip(*(frame.way(middles[0], middle) for middle in middles), strict=True)
    downwards = max(across) - min(across) > 1.5 * (max(along) - min(along))
    return RowAxes(wrapped(frame.up + pi / 2)) if downwards else frame
