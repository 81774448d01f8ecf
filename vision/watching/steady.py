"""Believes a change only when the hands have gone and pictures agree; says what came and went, and when."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.clock import NS_PER_SECOND, Instant
from companion.evidence import SeenCard, Side, Sighting
from vision.frame import Frame, Reads
from vision.memory.known import Known
from vision.memory.remembering import ROW, Memory
from vision.memory.row import agree
from vision.motion.changes import (
    ARM,
    CHANGE,
    Arm,
    Look,
    Mask,
    arms,
    changed,
    faint_arms,
    moved,
    reduce,
    union,
)
from vision.motion.noise import Noise
from vision.motion.ring import Ring
from vision.motion.sparing import Sparing
from vision.motion.stirring import Stir
from vision.motion.trembling import Trembling
from vision.watching import latecomers
from vision.watching.alike import alike
from vision.watching.bare import Bare, bared, laden, learnt, shows, without_pattern
from vision.watching.furniture import Furniture
from vision.watching.glimpses import Glimpse, brings, glimpse, is_cards, recalled
from vision.watching.momentary import Moment, is_missing, noted, seen_free, swept, under_next
from vision.watching.momentary import laid as laid_by_now
from vision.watching.settled import (
    CARD_AREA,
    CARD_SHARE,
    Settled,
    as_they_came,
    found_again,
    lain_upon,
    pieced,
    scene,
    unexplained,
    with_arrivals,
)
from vision.watching.telling import news
from vision.watching.unread import still_unread
from vision.watching.whose import FOUR_SIDES, touches, visitors

REST = NS_PER_SECOND // 9
"""The table is at rest when nothing has moved for this long: two frames at 15 a second, four at 30."""

PATIENCE = NS_PER_SECOND
"""After this long an arm that lies still is looked past: what it does not cover is read."""

RESTLESS = 3 * NS_PER_SECOND // 2
"""When something has moved for this long without a pause, what lies still elsewhere is read all the same."""

OVERDUE = 3 * NS_PER_SECOND
"""When arms have been waited for so long in one rest after another, what they do not cover is read."""

HURRY = NS_PER_SECOND // 2
"""After this long already, where it may be a card or an arm; then only a card that is read surely counts."""

BREATH = NS_PER_SECOND // 5
"""So long after such a look that told nothing the next one is taken."""

LATE = NS_PER_SECOND // 7
"""Where a reading takes longer than this, none is made before the time: a card may touch meanwhile."""

GLANCE = NS_PER_SECOND // 4
"""After this long a look is taken at what lies still across the border: it may be cards at the edge."""

READINGS = 2
"""Pictures that are read before anything is said."""

FEW = 4
"""Looks kept of a table on which nothing happens."""


@dataclass(frozen=True, slots=True)
class _Reading:
    """The look at a picture that was read: all that has changed in it, the arms, whether to wait for them.

    ``before``: the frame before it, where nothing had moved since.
    """

    look: Look
    whole: Mask
    arms: tuple[Arm, ...]
    waits: bool
    before: Frame | None


class Watcher:
    """Watches frame by frame; fed in order, each at most once. Not for several threads.

    ``sides``: where people sit, the sides among which the arm's owner is chosen. ``memory``: how cards are
    known again from one look to the next.
    """

    def __init__(
        self,
        reader: Reads,
        sides: Sequence[Side] = FOUR_SIDES,
        ring: Ring | None = None,
        memory: Memory = ROW,
    ) -> None:
        self._reader, self._sides, self._memory = reader, tuple(sides), memory
        self._ring = Ring() if ring is None else ring
        self.dark = False
        """Whether the last frame showed nothing: a covered lens, the light out. Worth a word to the table."""
        self._last: Look | None = None
        self._calm: Look | None = None
        self._settled: Settled | None = None
        self._furniture = Furniture()
        self._quiet = self._concluded = Instant(0)
        self._bumped: Look | None = None
        self._stir = Stir()
        self._readings: list[tuple[SeenCard, ...]] = []
        self._glanced = False
        self._before: Frame | None = None
        self._looked = Instant(-BREATH)
        self._glimpse: Glimpse | None = None
        self._moments: tuple[Moment, ...] = ()
        self._reading: _Reading | None = None
        self._bare: Bare | None = None
        self._slow = self._visited = False
        self._sparing = Sparing()
        self._noise, self._trembling = Noise(), Trembling()

    @property
    def at_rest(self) -> bool:
        """Whether nothing has moved lately."""
        return self._last is not None and self._rested(self._last) >= REST

    @property
    def moved_at(self) -> Instant | None:
        """When something last moved, or the first frame came; None before that."""
        return self._calm.span.latest if self._calm else None

    @property
    def in_vain(self) -> int:
        """How often something as large as a card has come or gone since one was last read."""
        return self._settled.in_vain if self._settled else 0

    def feed(self, frame: Frame) -> Sighting | None:
        """Look at a frame; gives a sighting when the table is at rest and differs from the last one told."""
        if self._passes_over(frame) or frame.broken:
            return None
        look = self._noise.heeded(reduce(frame), self._last)
        self.dark = look.dark
        if self.dark:
            return None
        for passed, seen in self._sparing.missed(look, self._last):
            self._take(self._noise.heeded(seen))
            self._before = passed
        owed = self._take(look)
        again = look.span.latest - self._looked >= BREATH or bool(self._readings)
        ready = self._rested(look) >= REST or (self._hurried(look) and (again or not self._hurries(look)))
        told = self._consider(frame, look) if ready else None
        self._before = frame
        return told or owed

    def _passes_over(self, frame: Frame) -> bool:
        """Say whether a frame need not be looked at: nothing has moved for long, nothing is being read."""
        if self._last is None or self._readings:
            return False
        return self._sparing.passes(frame, self._last, self._rested(self._last))

    def _take(self, look: Look) -> Sighting | None:
        """Compare with the frame before and keep the look; another size or a step back in time: anew.

        Gives what is still to be said of a moment of rest that is over already.
        """
        owed = None
        if self._last is not None and not look.follows(self._last):
            self._forget()
        if self._reading is not None and self._reading.look is self._last:
            self._slow = look.span.latest - self._last.span.latest > LATE
        if self._last is None:
            self._calm, self._quiet, self._concluded = look, look.span.latest, look.span.latest
        elif (movement := self._trembling.moved(look, self._last)) is not None:
            owed = self._finish() if not self._hurried(look) else None
            self._calm, self._visited = look, True
            if self._settled is not None:
                self._moments = laid_by_now(self._moments, look, self._settled.look)
            self._stir.add(look.span.latest, movement)
            self._glanced = False
            if not self._hurried(look):
                self._readings.clear()
        if self._reading is not None and self._reading.look is not self._last:
            self._readings.clear()  # What was read some pictures ago may have changed since.
        self._last = look
        self._ring.add(look)
        return owed

    def _finish(self) -> Sighting | None:
        """Read the frame before the one that was read last: the rest was too short for another after it."""
        if not self._readings or self._reading is None or self._reading.before is None:
            return None
        self._readings.append(self._reader.read(self._reading.before.image))
        return self._agree(self._reading) if len(self._readings) >= READINGS else None

    def _forget(self) -> None:
        """Begin anew, as with a table never seen before."""
        self._last = self._calm = self._settled = self._glimpse = None
        self._moments, self._bare = (), None
        self._readings.clear()
        self._stir.clear()
        self._furniture.forget()
        self._ring.keep(0)

    def _rested(self, look: Look) -> int:
        """Give for how many nanoseconds nothing has moved."""
        return look.span.latest - self._calm.span.latest if self._calm else 0

    def _hurried(self, look: Look) -> bool:
        """Say whether the table has had no moment of rest for some time."""
        return look.span.latest - self._quiet >= (HURRY if self._settled and not self._slow else RESTLESS)

    def _hurries(self, look: Look) -> bool:
        """Say whether a look now is taken before the time, while things move."""
        return self._rested(look) < REST and HURRY <= look.span.latest - self._quiet < RESTLESS

    def _consider(self, frame: Frame, look: Look) -> Sighting | None:
        """Read the table at rest where it has changed, or where something is still unsure."""
        whole, found = self._compare(look)
        overdue = look.span.latest - self._concluded >= OVERDUE
        patient = self._rested(look) < PATIENCE and look.span.latest - self._quiet < RESTLESS and not overdue
        waits = bool(found) and patient and not self._hurries(look)
        glances = bool(found) and not self._glanced
        if waits and not (glances and self._rested(look) >= GLANCE):
            return None
        if self._rested(look) >= REST:
            self._quiet = look.span.latest
        mask, hidden = self._hidden(look, whole, found)
        due = self._due(look, found)
        if self._hurries(look) and not found and cv2.countNonZero(mask) < CARD_SHARE * CARD_AREA:
            return None
        if cv2.countNonZero(mask) < CHANGE and not due and not glances:
            self._nothing(look, hidden)
            return None
        self._readings.append(self._reader.read(frame.image))
        before = self._before if self._rested(look) > 0 else None
        self._reading = _Reading(look, whole, found, waits, before)
        return self._agree(self._reading) if len(self._readings) >= READINGS else None

    def _due(self, look: Look, found: tuple[Arm, ...]) -> bool:
        """Say whether the table is to be read though hardly anything has changed."""
        if self._settled is None or self._settled.due(look, not found) or self._attends(found):
            return True
        return not found and is_missing(self._moments, look)

    def _attends(self, found: tuple[Arm, ...]) -> bool:
        """Say whether the table is read because a hand was there, though hardly anything has changed."""
        return self._memory.attentive and self._visited and not found

    def _agree(self, reading: "_Reading") -> Sighting | None:
        """Conclude from the pictures that were read, unless an arm lies there that may soon be gone."""
        look, found = reading.look, reading.arms
        seen = agree(self._readings)
        self._readings.clear()
        lain = self._settled.known if self._settled else ()
        if self._settled and self._memory.momentary:
            self._moments = noted(self._moments, look, seen, lain, self._settled.look, self._ring)
        real = tuple(arm for arm in found if not is_cards(arm, seen, lain, look.small_scale))
        mask, hidden = self._hidden(look, reading.whole, real)
        if self._hurries(look) and not brings(look, seen, lain, hidden):
            self._looked = look.span.latest
            return None
        self._quiet, self._glanced = look.span.latest, True
        if real and reading.waits:
            self._glimpse = glimpse(look, seen)
            return None
        seen = under_next(self._moments, look, recalled(self._glimpse, look, seen, lain), lain)
        self._glimpse = self._glimpse if hidden.any() else None
        return self._conclude(look, seen, mask, hidden)

    def _compare(self, look: Look) -> tuple[Mask, tuple[Arm, ...]]:
        """Mark what has changed, and find the arms in it."""
        if self._settled is None:
            return np.full(look.small.shape[:2], 255, np.uint8), ()
        if moved(look, self._settled.look) is None:
            self._furniture.forget()
            return np.zeros(look.small.shape[:2], np.uint8), ()
        mask = changed(look, self._settled.look)
        found = arms(mask)
        if found and self._was_bumped(look, mask):
            mask = changed(look, self._settled.look)
            found = arms(mask)
        if found:
            found = arms(bared(self._bare, look, mask))
        elif self._memory.attentive and cv2.countNonZero(mask) >= ARM:
            found = faint_arms(look, self._settled.look, mask)
        if lying := self._furniture.among(look, found):
            self._settled = self._settled.absorbing(look, union(lying, mask))
        return mask, found

    def _was_bumped(self, look: Look, mask: Mask) -> bool:
        """Say whether the camera has been bumped since the table was settled on; then settle on it as moved.

        It is looked up once in each moment of rest: while a hand carries a row off, that moves all together.
        """
        if self._settled is None or self._calm is self._bumped or self._rested(look) < REST:
            return False
        self._bumped = self._calm
        if (found := found_again(self._settled, look, mask)) is None:
            return False
        self._settled, self._moments, self._bare = found, (), None
        return True

    def _hidden(self, look: Look, whole: Mask, found: tuple[Arm, ...]) -> tuple[Mask, Mask]:
        """Part what has changed from what arms hide."""
        hidden = union(found, whole)
        if self._settled is not None and self._hurried(look):
            hidden = self._stir.around(look.span.latest, hidden)
        around = cv2.dilate(hidden, np.ones((5, 5), np.uint8))
        return np.asarray(cv2.bitwise_and(whole, cv2.bitwise_not(around)), np.uint8), hidden

    def _nothing(self, look: Look, hidden: Mask) -> None:
        """Forget the past of a table on which nothing happens, and follow its light; not under an arm."""
        self._readings.clear()
        self._concluded = look.span.latest
        if self._settled is not None and not hidden.any():
            self._ring.keep(FEW)
            self._settled = replace(self._settled, look=look, base=look, veil=None)

    def _conclude(self, look: Look, seen: tuple[Known, ...], mask: Mask, hidden: Mask) -> Sighting | None:
        """Settle on what is seen; gives the sighting when it differs from the last one."""
        old, self._concluded = self._settled, look.span.latest
        if old is None:
            return self._begin(look, seen)
        scale = look.small_scale
        self._bare = None if old.lit_otherwise(look) and not hidden.any() else self._bare
        since = changed(look, old.base) if old.base is not old.look else None
        stirred = cv2.countNonZero(mask) >= CHANGE
        watches = stirred and self._memory.momentary
        laid = latecomers.laid_unread(look, old, mask, self._bare) if watches else ()
        upon = lain_upon(laden(self._bare, look), scale)
        shown = replace(scene(mask, hidden, scale, since), alike=alike(look, old.look), laid=laid)
        let_go = tuple(m.known.card.quad for m in self._moments if m.laid)
        shown = replace(shown, let_go=let_go, laden=upon, table=lain_upon(shows(self._bare, look), scale))
        change = self._memory.remember(old.known, seen, shown, self._visited)
        story = (old.base, *(kept for kept in self._ring if kept.number > old.base.number))
        lain = latecomers.lain_since(old.base, change.known)
        came, left = latecomers.came_and_left(
            look, old, change, story, lain, self._bare, self._moments, self._sides
        )
        if self._memory.attentive:
            came = visitors(came, story, self._sides)
        known = as_they_came(with_arrivals(change.known, came))
        unread = still_unread(old.unread, known, mask, scale)
        second = not stirred and not hidden.any()
        fresh = latecomers.unreadable(look, old, change, unread, self._bare, self._sides) if second else ()
        unread += [arrival.card for arrival in fresh]
        pieces = pieced(look, old, hidden, scale, seen_free(self._moments, change.let_go))
        gone, self._moments = swept(self._moments, look, change.known, shown)
        fresh += latecomers.told_of(gone, story, lain, self._sides)
        if self._memory.touches and self._visited and not hidden.any():
            fresh += touches([k.card for k in known if k.card not in change.arrived], story, self._sides)
        sighting = news(look, old, known, left, bool(hidden.any()), unread, fresh)
        doubtful = (
            unexplained(mask, change, scale, old.unread) if stirred else old.doubtful and not change.late
        )
        kept = (story if stirred else old.story) if doubtful else ()
        told, at, again = sighting or old.told, look.span.latest, 0 if stirred else old.again + 1
        away = (*old.left, *(card.quad for card in change.gone)) if hidden.any() else ()
        lying = [card.quad for card in (*(k.card for k in known), *unread)]
        read = Settled(*pieces, known, at, told, again, kept, doubtful, tuple(unread), away, hidden)
        self._settled = read.counted(old, mask)
        if not hidden.any():
            self._bare = self._bare if doubtful else learnt(self._bare, look, lying)
            self._visited = False
            self._ring.keep(1)
        return sighting

    def _begin(self, look: Look, seen: tuple[Known, ...]) -> Sighting:
        """Settle on a table that was never seen before."""
        seen = without_pattern(seen) if self._memory.attentive else seen
        first = Sighting(look.span, tuple(known.card for known in seen))
        self._settled = Settled(look, look, seen, look.span.latest, first, level=look.level)
        self._bare = learnt(None, look, [k.card.quad for k in seen])
        self._ring.keep(1)
        return first
