"""When a card came to its place, and when one left: found by following its print through the frames before.

A card at rest is looked up, patch by patch, in earlier frames. Patches under a hand find nothing and do not
vote; the others agree on how far off the card was. A hand slows down, sets the card down and pushes it the
last few millimetres at a steady pace: the touch is where the slowing ends and the steady push begins.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.clock import Span
from companion.evidence import Point, Quad
from vision.frame import Image
from vision.motion.askew import askew
from vision.motion.changes import SMALL_PER_GREY, Look, difference
from vision.motion.drift import PATCH, drifts, landmarks, shift
from vision.motion.edges import together
from vision.motion.nudged import before_nudges
from vision.motion.pushes import LAIN, LEFT, STILL, knee, without_strays

Grey = NDArray[np.uint8]
Floats = NDArray[np.float64]

STEP = 10
"""Grey pixels from one patch to the next."""

FEW = 12
"""Where there are fewer patches than this, as on the strip that shows of a covered card, they lie closer."""

CLOSER = 4
"""Grey pixels from one patch to the next where there are few."""

PATCHES = 40
"""So many patches are followed at most; more cost time and add nothing."""

DEEP = 0.08
"""So far inside a card, in card heights, its own print shows, however badly a look places it."""

STRUCTURE = 12.0
"""Standard deviation of grey levels that a patch needs in order to be found again."""

CHANGED = 12.0
"""Mean difference of grey levels between the pictures with and without the card that a patch needs."""

VOTES = 5
"""Patches that must agree."""

VOTES_AT_PLACE = 2
"""So few patches say that a card is at its very place where the rest is hidden: chance hardly does."""

VERY_PLACE = 0.35
"""Grey pixels by which a patch may be off that says that a card is at its very place."""

OWN_PLACE = 1.5
"""Where most patches seem to show bare table, a print is the card's own, and no neighbour's, if it seems off
by no more than so many grey pixels."""

OWN_SHARE = 0.6
"""Where most patches seem to show bare table, at least this share (0-1) of all that are found must agree on
that print."""

SEEMS_BARE = 0.15
"""Under a hand like the table so large a share of a card may seem to be bare table."""

SHOWN = 2
"""What a single frame shows may be chance, what so many show lies there."""

GONE = 5
"""A card surely away for so many frames in a row is not looked for any farther."""

SEARCH = 0.1
"""How far around a card is searched, in card heights."""

AT_PLACE = 0.055
"""A card no farther off than this, in card heights, is at its place and only pushed: some 5 mm."""

TREMBLING = 2.5
"""With a trembling camera, so many times the usual distance of a card at rest is still."""

BLURRED = 2
"""So many frames earlier may a card have touched under a trembling camera."""

MOSTLY = 0.5
"""Where more of a patch than this is of another colour, it does not show the bare table."""

AWAY: Point = (float("inf"), float("inf"))
HIDDEN: Point = (float("nan"), float("nan"))
"""Offsets of a card that surely is not there, and of one that a hand hides."""

_AROUND = np.ones((5, 5), np.uint8)
"""A camera that trembles moves the table by no more than two grey pixels."""


@dataclass(frozen=True)
class Pair:
    """Grey pictures of the table at rest with and without a card, and how bright they are (0.4-1).

    ``table``: the small coloured picture without it.
    """

    present: Grey
    absent: Grey
    light: float
    table: Image

    @cached_property
    def least(self) -> Grey:
        """The darkest level around each pixel of the table without the card."""
        return np.asarray(cv2.erode(self.absent, _AROUND), np.uint8)

    @cached_property
    def most(self) -> Grey:
        """The lightest level around each pixel of the table without the card."""
        return np.asarray(cv2.dilate(self.absent, _AROUND), np.uint8)


@dataclass(frozen=True, slots=True)
class Trace:
    """A card followed through frames: in each its distance from its place in card heights.

    ``inf``: surely not there; ``nan``: a hand hides it.
    """

    looks: Sequence[Look]
    off: Floats
    trembling: bool = False
    """Whether the camera trembled: where a push begins is then known less well."""

    def touch(self) -> Span:
        """Give when it came to its place: from the last frame surely without it to the first that has it.

        The card must be at its place in the last frame, or be hidden there.
        """
        times = np.array([look.span.latest for look in self.looks], float)
        still = max(STILL, min(LEFT, TREMBLING * self._usual()))
        off = self._uncovered()
        # A card that seemed to lie for one frame may have been no card yet: it may have touched later.
        surely = without_strays(off, still, SHOWN)
        # One step between the first frame that has it and rest is as well the end of its way down.
        strict = knee(surely, times, _since(off), 1.2, 0.0012 + still - STILL, still, alone=LEFT)
        # One that seemed to lie nearer before it lay farther off was seen by mistake one time or the other.
        calm = without_bumps(off)
        lax = knee(without_strays(calm, still, 1), times, _since(calm), 1.6, 0.003 + still - STILL, still)
        return self._between(self._or_earlier(self._before(lax)), strict)

    def leave(self) -> Span:
        """Give when it left its place: from the last frame that has it to the first without it."""
        there = np.flatnonzero(self.off <= LEFT)
        last = int(there[-1]) if len(there) else 0
        gone = np.flatnonzero(self.off[last:] > LEFT)
        return self._between(last, last + int(gone[0]) if len(gone) else len(self.looks) - 1)

    def _usual(self) -> float:
        """Give how far off the card seems when it is at rest: the median over such frames."""
        near = self.off[self.off <= LEFT]
        return float(np.median(near)) if len(near) else 0.0

    def _uncovered(self) -> Floats:
        """Give the distances, without those of frames in which the card only seems away: it was hidden."""
        hidden = [i for i in np.flatnonzero(self.off > AT_PLACE) if self._stays(int(i))]
        off = self.off.copy()
        off[hidden] = np.nan
        return off

    def _stays(self, at: int) -> bool:
        """Say whether a card that seems away lies where it is seen both before and after: it was hidden.

        Nobody takes a card up and lays it down again to within half a millimetre.
        """
        shown = np.flatnonzero(self.off <= AT_PLACE)
        before, after = shown[shown < at][-LAIN:], shown[shown > at][:LAIN]
        return len(before) == len(after) == LAIN and bool((self.off[[*before, *after]] <= STILL).all())

    def _before(self, at: int) -> int:
        """Give the last frame before this one in which the card is surely not at its place yet."""
        seen = np.flatnonzero(~np.isnan(self.off[:at]))
        return int(seen[-1]) if len(seen) else 0

    def _or_earlier(self, at: int) -> int:
        """Give the frame, some before this one where the camera trembles, in which the card may have touched.

        None before one that surely does not show it.
        """
        for _ in range(BLURRED if self.trembling else 0):
            at -= at > 0 and not np.isposinf(self.off[at])
        return at

    def _between(self, one: int, other: int) -> Span:
        earliest = self.looks[one].span.earliest
        return Span(earliest, max(earliest, self.looks[other].span.latest))


def _since(off: Floats) -> int:
    """Give the first frame from which on a card is never seen away from its place."""
    away = np.flatnonzero(off > AT_PLACE)
    start = int(away[-1]) + 1 if len(away) else 0
    there = np.flatnonzero(off[start:] <= AT_PLACE)
    return start + int(there[0]) if len(there) else len(off) - 1


def without_bumps(off: Floats) -> Floats:
    """Leave out frames in which a card is seen beyond its place though it lay there already, and since.

    Not those in which it was surely not there.
    """
    calm = off.copy()
    for i in np.flatnonzero((off > AT_PLACE) & np.isfinite(off)):
        before, after = off[:i], off[i:]
        gone = np.flatnonzero(np.isposinf(before))
        lately = before[int(gone[-1]) + 1 :] if len(gone) else before
        if (lately <= AT_PLACE).any() and (after <= AT_PLACE).any() and not np.isposinf(after).any():
            calm[i] = np.nan
    return calm


def patches(
    quad: Floats, pair: Pair, others: Sequence[Floats] = (), under: Sequence[Floats] = ()
) -> NDArray[np.intp]:
    """Choose where to look: top left corners (N, 2) of patches on the card that show it and nothing else.

    ``quad``, ``others`` and ``under`` (4, 2) are in grey pixels; patches on the other cards are left out, on
    those that lie under this one only where its edge is near: a look may mistake where that is.
    """
    high, wide = pair.present.shape
    (left, top), (right, bottom) = quad.min(axis=0), quad.max(axis=0)
    found: list[tuple[int, int]] = []
    for step in (STEP, CLOSER):
        xs = np.arange(max(0, int(left)), min(wide, int(right)) - PATCH, step)
        ys = np.arange(max(0, int(top)), min(high, int(bottom)) - PATCH, step)
        found = [(x, y) for y in ys for x in xs if _telling(quad, x, y, pair, others, under)]
        if len(found) >= FEW:
            break
    keep = np.linspace(0, len(found) - 1, min(len(found), PATCHES)).round().astype(int)
    return np.array([found[i] for i in keep], np.intp).reshape(-1, 2)


def _telling(
    quad: Floats, x: int, y: int, pair: Pair, others: Sequence[Floats], under: Sequence[Floats]
) -> bool:
    """Say whether a patch lies on the card alone, has structure, and tells the card from what was there."""
    middle = (float(x + PATCH / 2), float(y + PATCH / 2))
    around = others if _deep(quad, middle) else (*others, *under)
    if not _inside(quad, middle) or any(_inside(other, middle) for other in around):
        return False
    here = pair.present[y : y + PATCH, x : x + PATCH]
    there = pair.absent[y : y + PATCH, x : x + PATCH]
    return bool(
        here.std() > STRUCTURE * pair.light and cv2.absdiff(here, there).mean() > CHANGED * pair.light
    )


def _inside(quad: Floats, point: tuple[float, float]) -> bool:
    return cv2.pointPolygonTest(quad.astype(np.float32), point, False) >= 0


def _deep(quad: Floats, point: tuple[float, float]) -> bool:
    """Say whether a point lies so deep inside a card that only its own print shows, if it lies on top."""
    far = DEEP * float(np.hypot(*(quad[3] - quad[0])))
    return cv2.pointPolygonTest(quad.astype(np.float32), point, True) >= far


def follow(
    quad: Quad,
    looks: Sequence[Look],
    present: Look,
    absent: Look,
    others: Sequence[Quad] = (),
    back: bool = True,
    under: Sequence[Quad] = (),
) -> Trace | None:
    """Follow a card through frames, oldest first; None when nothing on it can be followed.

    ``present`` and ``absent`` show the table at rest with and without the card; ``quad`` is its place in
    picture pixels, ``others`` the cards that came or went at the same time, ``under`` those that came before
    and on which it lies. It is followed ``back`` from the last frame, as to its touch, or on from the first,
    as to its leaving, until it has surely been away.
    """
    if not looks:
        return None
    scale = looks[0].scale
    place = np.array(quad, float) * scale
    height = float(np.hypot(*(place[3] - place[0])))
    pair = Pair(present.grey, absent.grey, present.light, absent.small)
    apart, beneath = ([np.array(other, float) * scale for other in some] for some in (others, under))
    at = patches(place, pair, apart, beneath)
    if len(at) < VOTES or height < PATCH:
        return None
    search = max(4, round(height * SEARCH))
    along = reversed(looks) if back else looks
    off = np.array(_until_gone(_offset(look, at, pair, search) for look in along))[:: -1 if back else 1]
    seen = looks[len(looks) - len(off) :] if back else looks[: len(off)]
    table = landmarks(present.grey, absent.grey, CHANGED / 3 * present.light)
    trembling = drifts([look.grey for look in seen], present.grey, table)
    trembles = bool(trembling.any())
    trembling[~off.any(axis=1)] = 0.0  # It lies where it lay, to within what the camera moves.
    way = (off - trembling) / height
    if back:
        way = before_nudges(way, np.array([look.span.latest for look in seen], float))
    return Trace(seen, np.hypot(*way.T), trembles)


def _until_gone(offsets: Iterator[Point]) -> list[Point]:
    """Take offsets until the card has surely been away for some frames: the rest is another story."""
    taken: list[Point] = []
    for offset in offsets:
        taken.append(offset)
        if taken[-GONE:] == [AWAY] * GONE:
            break
    return taken


def _offset(look: Look, at: NDArray[np.intp], pair: Pair, search: int) -> Point:
    """Give how far off the card is in one frame, in grey pixels (x, y); inf: surely away; nan: hidden."""
    grey = look.grey
    if _like(grey, at, pair.present, pair.light).mean() > 0.9:
        return 0.0, 0.0
    bare = _bare(grey, at, pair) & ~_otherwise_coloured(look, at, pair)
    found = [
        (place, way)
        for place in at[~bare]
        if (way := shift(grey, int(place[0]), int(place[1]), pair.present, search)) is not None
    ]
    shifts = np.array([way for _, way in found])
    if len(shifts) >= VOTES:
        agreed = np.abs(shifts - np.median(shifts, axis=0)).max(axis=1) <= 1
        x, y = shifts[agreed].mean(axis=0) if agreed.any() else AWAY
        # Where more patches show the bare table, what agrees is the neighbour's print: two figures are alike.
        # At its own place it is the card's: what shows the bare table is an arm as dark.
        here = np.hypot(x, y) <= OWN_PLACE and agreed.mean() >= OWN_SHARE
        own = agreed.sum() >= bare.sum() or here
        if own and agreed.sum() >= max(VOTES, len(shifts) / 3):
            return float(x), float(y)
    near = shifts[np.abs(shifts).max(axis=1) <= VERY_PLACE] if len(shifts) else shifts
    few = bare.sum() <= SEEMS_BARE * len(at)
    if len(near) >= VOTES_AT_PLACE and 2 * len(near) >= len(shifts) and few:
        x, y = near.mean(axis=0)
        return float(x), float(y)
    turned = askew(np.array([place for place, _ in found], float), shifts)
    if turned and turned[2] >= bare.sum():
        return turned[:2]
    return AWAY if bare.sum() >= VOTES else together(grey, at[~bare], pair.present, search) or HIDDEN


def _like(grey: Grey, at: NDArray[np.intp], other: Grey, light: float) -> NDArray[np.bool_]:
    """Say of each patch whether it looks the same in both pictures."""
    apart = np.abs(_cut(grey, at) - _cut(other, at)).mean(axis=(1, 2))
    return np.asarray(apart < CHANGED / 3 * light, bool)


def _bare(grey: Grey, at: NDArray[np.intp], pair: Pair) -> NDArray[np.bool_]:
    """Say of each patch whether it shows the table without the card, also where the camera trembles.

    Of a patch that shows the card no more beyond the levels around than this nothing can be said.
    """
    most = CHANGED / 3 * pair.light
    gain = float(np.median((pair.absent[::8, ::8] + 1.0) / (grey[::8, ::8] + 1.0)))
    least, highest = _cut(pair.least, at), _cut(pair.most, at)
    seen = _beyond(np.minimum(_cut(grey, at) * gain, 255.0), least, highest)
    shown = _beyond(_cut(pair.present, at), least, highest)
    return np.asarray((seen < most) & (shown > 2 * most), bool)


def _otherwise_coloured(look: Look, at: NDArray[np.intp], pair: Pair) -> NDArray[np.bool_]:
    """Say of each patch whether most of it has another colour than the table without the card.

    An arm may be as light as the table that it hides.
    """
    gain = np.median((look.small[::4, ::4] + 1.0) / (pair.table[::4, ::4] + 1.0), axis=(0, 1))
    side = PATCH // SMALL_PER_GREY
    corners = at // SMALL_PER_GREY
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0) + side
    box = slice(top, bottom), slice(left, right)
    lit = np.minimum(pair.table[box] * gain, 255.0).astype(np.uint8)
    other = difference(look.small[box], lit, pair.light) > 0
    return np.array([other[y : y + side, x : x + side].mean() > MOSTLY for x, y in corners - (left, top)])


def _beyond(patches: Floats, least: Floats, most: Floats) -> Floats:
    """Give by how many levels, on average, each patch lies beyond those around it on the bare table."""
    beyond = np.maximum(patches - most, 0.0) + np.maximum(least - patches, 0.0)
    return np.asarray(beyond.mean(axis=(1, 2)), np.float64)


def _cut(grey: Grey, at: NDArray[np.intp]) -> Floats:
    """Cut out the patches, (N, 14, 14)."""
    side = np.arange(PATCH)
    rows, columns = at[:, 1, None] + side, at[:, 0, None] + side
    return np.asarray(grey[rows[:, :, None], columns[:, None, :]], np.float64)
