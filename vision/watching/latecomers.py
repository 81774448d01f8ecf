"""Cards that came some time before they could be told: read late, not at all, or swept away meanwhile."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from companion.clock import Instant, Span
from companion.evidence import Arrival, Quad, SeenCard, Side, distance
from vision.memory.known import SAME_PLACE, Known
from vision.memory.row import FRESH, Change
from vision.motion.changes import Look, Mask, changed
from vision.watching.arrivals import VAGUE, arrivals, departure
from vision.watching.bare import Bare, bared
from vision.watching.momentary import Moment, same_face
from vision.watching.settled import Settled, patched, scene
from vision.watching.unread import came_unread
from vision.watching.whose import when


def came_and_left(
    look: Look,
    old: Settled,
    change: Change,
    story: Sequence[Look],
    lain: Sequence[Quad],
    bare: Bare | None,
    kept: Sequence[Moment],
    sides: Sequence[Side],
) -> tuple[tuple[Arrival, ...], tuple[Span | None, Side | None]]:
    """Say how each card of a change came, those too that came some time ago, and when the first one left.

    ``story``, ``lain``: as for `arrivals`. ``kept``: the cards that were seen to lie there for a moment.
    """
    row, veiled = [k.card.quad for k in change.known], [card.quad for card in change.veiled]
    came = arrivals(change.arrived, story, look, sides, lain, row, veiled, old.lately(change.arrived, story))
    came += late(look, old, change, sides)
    left = departure(change.gone, story, look, sides, old.left)
    came = in_their_places(came, change.gone, left[0], story, look, bare, sides)
    came = tuple(_some_time_since(a, old.read) if a.card in change.instead else a for a in came)
    return as_it_lay(came, kept, story, lain, sides, change.let_go), left


def _some_time_since(came: Arrival, read: Instant) -> Arrival:
    """Say of a card that looks nearly as the one that lay there that it came some time since that was read.

    When its place began to show its own print nobody can tell; what seems to be its touch may be a push.
    """
    return replace(came, touch=Span(min(read, came.touch.earliest), came.touch.latest))


def lain_since(begun: Look, known: Iterable[Known]) -> list[Quad]:
    """Give the places of the known cards that came after a look."""
    return [k.card.quad for k in known if k.came and k.came.touch.latest > begun.span.latest]


def late(look: Look, old: Settled, change: Change, sides: Sequence[Side]) -> tuple[Arrival, ...]:
    """Say when cards came that were only read, in this look, some time after the last visit.

    Where an arm hid a part of the table then, what was kept shows there what lay under the card.
    """
    if not old.story or not change.late:
        return ()
    mask = changed(old.look, old.story[0])
    then = scene(mask, np.zeros_like(mask), old.look.small_scale)
    came = [card for card in change.late if then.changed(card.quad, ()) >= FRESH]
    others = [k for k in change.known if k.card not in came]
    lain, row = lain_since(old.story[0], others), [k.card.quad for k in change.known]
    shown = old.look if old.look is old.base else look
    return arrivals(came, old.story, shown, sides, lain, row)


def laid_unread(look: Look, old: Settled, mask: Mask, bare: Bare | None) -> tuple[Quad, ...]:
    """Give where a card may have come next to the row, by what has changed alone, which the mask says."""
    scale, now = look.small_scale, look.span.latest
    found = came_unread(bared(bare, look, mask), old.known, (), scale, now, old.unread)
    return tuple(card.quad for card in found)


def unreadable(
    look: Look,
    old: Settled,
    change: Change,
    unread: Sequence[SeenCard],
    bare: Bare | None,
    sides: Sequence[Side],
) -> tuple[Arrival, ...]:
    """Say how cards came in which a second look still finds nothing, beside those known to be ``unread``.

    Where the ``bare`` table shows, cards have gone.
    """
    if not old.story or not old.doubtful:
        return ()
    scale = look.small_scale
    then = old.story[0]
    mask = bared(bare, look, changed(look, then))
    found = came_unread(mask, change.known, change.gone, scale, then.span.latest, unread)
    return arrivals(found, old.story, look, sides, lain_since(then, change.known))


def in_their_places(
    came: tuple[Arrival, ...],
    gone: Sequence[SeenCard],
    left: Span | None,
    story: Sequence[Look],
    look: Look,
    bare: Bare | None,
    sides: Sequence[Side],
) -> tuple[Arrival, ...]:
    """Say anew when cards came that seem to have touched before the first of those before them had left.

    ``gone``: the cards that lay there, ``left``: when the first of them did. Theirs was the print followed.
    """
    early = [a.card for a in came if left and a.touch.latest <= left.earliest and _in_place_of(a.card, gone)]
    since = [then for then in story if left and then.span.latest >= left.latest]
    if not early or not since or bare is None:
        return came
    empty = patched(since[0], bare.look, bare.known)
    anew = {a.card.quad: a for a in arrivals(early, [empty, *since], look, sides)}
    return tuple(sorted((anew.get(a.card.quad, a) for a in came), key=when))


def _in_place_of(card: SeenCard, gone: Sequence[SeenCard]) -> bool:
    return any(old.zone is card.zone and distance(old.quad, card.quad) <= SAME_PLACE for old in gone)


def told_of(
    gone: Sequence[Moment], story: Sequence[Look], lain: Sequence[Quad], sides: Sequence[Side]
) -> tuple[Arrival, ...]:
    """Say how cards came that were laid and have gone again; ``story``, ``lain``: as for `arrivals`."""
    told: tuple[Arrival, ...] = ()
    for moment in gone:
        until = [look for look in story if moment.laid and look.number <= moment.laid.number]
        told += arrivals((moment.known.card,), until, until[-1], sides, lain) if until else ()
    return told


def as_it_lay(
    came: Sequence[Arrival],
    kept: Sequence[Moment],
    story: Sequence[Look],
    lain: Sequence[Quad],
    sides: Sequence[Side],
    let_go: Sequence[SeenCard] = (),
) -> tuple[Arrival, ...]:
    """Say more closely when cards came that lay free for a moment before another covered most of them.

    So it is with a number that seems to have come later than it lay there; a pass may be the next one, unless
    it is ``let_go``: told, under an arm, because it has lain free. ``story``, ``lain``: as for `arrivals`.
    """
    told = []
    for arrival in came:
        vague = arrival.touch.latest - arrival.touch.earliest > VAGUE
        same = [m for m in kept if m.laid and same_face(m.known.card, arrival.card, SAME_PLACE)]
        own = arrival.card in let_go or not arrival.card.numberless
        same = [m for m in same if vague or (own and _came_by_then(arrival, m))]
        closer = [a for a in told_of(same, story, lain, sides) if a.touch.latest <= arrival.touch.latest]
        told.append(replace(closer[0], card=arrival.card) if closer else arrival)
    return tuple(sorted(told, key=when))


def _came_by_then(arrival: Arrival, moment: Moment) -> bool:
    """Say whether a card lay there by the time at which it seems to have come."""
    return moment.laid is not None and moment.laid.span.latest <= arrival.touch.latest
