"""Believes a change only when the hands have gone and pictures agree; says what came and went, and when."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np

from companion.clock import NS_PER_SECOND, Instant
from companion.evidence import Quad, SeenCard, Side, Sighting
from vision.arrivals import FOUR_SIDES, arrivals, departure, filled
from vision.frame import Frame, Image
from vision.memory import Change, Known, Scene, Share, agree, distance, remember
from vision.motion import CHANGE, SMALL_PER_GREY, Look, Mask, arms, changed, moved, reduce, union
from vision.ring import Ring

REST = NS_PER_SECOND // 9
"""The table is at rest when nothing has moved for this long: two frames at 15 a second, four at 30."""

PATIENCE = NS_PER_SECOND
"""After this long an arm that lies still is looked past: what it does not cover is read."""

FURNITURE = 10 * NS_PER_SECOND
"""What lies still across the border for this long is no arm but a mug or a box."""

READINGS = 2
"""Pictures that are read before anything is said."""

AGAIN = (NS_PER_SECOND // 2, NS_PER_SECOND, 3 * NS_PER_SECOND)
"""Cards that are not sure are read again so long after the look before, then left until something changes."""

DARK = 6
"""Mean level below which the picture shows nothing: a covered lens, the light out."""

NUDGED = 0.05
"""A card that lies farther off than this, in card heights, is worth telling."""

FEW = 4
"""Looks kept of a table on which nothing happens."""


class Reads(Protocol):
    """Whatever reads the cards in a BGR picture (H, W, 3)."""

    def read(self, image: Image) -> tuple[SeenCard, ...]:
        """Give the cards in the picture, the row in row order."""
        ...


@dataclass(frozen=True, slots=True)
class Settled:
    """The table as it was last read: the look, the cards, when, and how often the unsure were read again."""

    look: Look
    known: tuple[Known, ...]
    read: Instant
    told: Sighting | None = None
    again: int = 0


class Watcher:
    """Watches frame by frame; fed in order, each at most once. Not for several threads.

    ``sides``: where people sit, the sides among which the arm's owner is chosen.
    """

    def __init__(self, reader: Reads, sides: Sequence[Side] = FOUR_SIDES, ring: Ring | None = None) -> None:
        self._reader, self._sides = reader, tuple(sides)
        self._ring = Ring() if ring is None else ring
        self._last: Look | None = None
        self._calm: Look | None = None
        self._settled: Settled | None = None
        self._readings: list[tuple[SeenCard, ...]] = []

    @property
    def at_rest(self) -> bool:
        """Whether nothing has moved lately."""
        return self._last is not None and self._rested(self._last) >= REST

    def feed(self, frame: Frame) -> Sighting | None:
        """Look at a frame; gives a sighting when the table is at rest and differs from the last one told."""
        look = reduce(frame)
        if float(look.grey[::8, ::8].mean()) < DARK:
            return None
        self._take(look)
        return self._consider(frame, look) if self._rested(look) >= REST else None

    def _take(self, look: Look) -> None:
        """Compare with the frame before and keep the look; a picture of another size begins anew."""
        if self._last is not None and self._last.small.shape != look.small.shape:
            self._forget()
        if self._last is None or moved(look, self._last):
            self._calm = look
            self._readings.clear()
        self._last = look
        self._ring.add(look)

    def _forget(self) -> None:
        """Begin anew, as with a table never seen before."""
        self._last = self._calm = self._settled = None
        self._readings.clear()
        self._ring.keep(0)

    def _rested(self, look: Look) -> int:
        """Give for how many nanoseconds nothing has moved."""
        return look.span.latest - self._calm.span.latest if self._calm else 0

    def _consider(self, frame: Frame, look: Look) -> Sighting | None:
        """Read the table at rest where it has changed, or where something is still unsure."""
        mask, hidden = self._compare(look)
        if hidden is None:
            return None
        if cv2.countNonZero(mask) < CHANGE and not self._due(look):
            self._nothing(look, hidden)
            return None
        self._readings.append(self._reader.read(frame.image))
        if len(self._readings) < READINGS:
            return None
        seen = agree(self._readings)
        self._readings.clear()
        return self._conclude(look, seen, mask, hidden)

    def _compare(self, look: Look) -> tuple[Mask, Mask | None]:
        """Mark what has changed, and what an arm hides; the latter is None while one had better wait."""
        if self._settled is None:
            whole = np.full(look.small.shape[:2], 255, np.uint8)
            return whole, np.zeros_like(whole)
        mask = changed(look, self._settled.look)
        rested = self._rested(look)
        found = arms(mask) if rested < FURNITURE else ()
        if found and rested < PATIENCE:
            return mask, None
        hidden = union(found, mask)
        around = cv2.dilate(hidden, np.ones((5, 5), np.uint8))
        return np.asarray(cv2.bitwise_and(mask, cv2.bitwise_not(around)), np.uint8), hidden

    def _due(self, look: Look) -> bool:
        """Say whether cards that are not sure should be read again by now."""
        settled = self._settled
        if settled is None or settled.again >= len(AGAIN) or all(k.card.sure for k in settled.known):
            return False
        return bool(self._readings) or look.span.latest - settled.read >= AGAIN[settled.again]

    def _nothing(self, look: Look, hidden: Mask) -> None:
        """Forget the past of a table on which nothing happens, and follow its light; not under an arm."""
        self._readings.clear()
        if self._settled is not None and not hidden.any():
            self._ring.keep(FEW)
            self._settled = replace(self._settled, look=look)

    def _conclude(self, look: Look, seen: tuple[Known, ...], mask: Mask, hidden: Mask) -> Sighting | None:
        """Settle on what is seen; gives the sighting when it differs from the last one."""
        old = self._settled
        if old is None:
            return self._settle(look, Change(seen, (), ()), hidden, ())
        change = remember(old.known, seen, scene(mask, hidden, look.scale / SMALL_PER_GREY))
        looks = [kept for kept in self._ring if kept.number > old.look.number]
        return self._settle(look, change, hidden, looks)

    def _settle(self, look: Look, change: Change, hidden: Mask, looks: Sequence[Look]) -> Sighting | None:
        old = self._settled
        cards = tuple(known.card for known in change.known)
        told = old.told if old else None
        fresh = not told or bool(change.arrived or change.gone) or differ(told.cards, cards)
        sighting = self._sighting(look, change, cards, looks) if fresh else None
        unchanged = old is not None and not change.arrived and not change.gone
        again = old.again + 1 if old and unchanged else 0
        kept = _patched(look, old, hidden)
        self._settled = Settled(kept, change.known, look.span.latest, sighting or told, again)
        if not hidden.any():
            self._ring.keep(1)
        return sighting

    def _sighting(
        self, look: Look, change: Change, cards: tuple[SeenCard, ...], looks: Sequence[Look]
    ) -> Sighting:
        """Say what lies there now, what came, and when the first card left."""
        if self._settled is None:
            return Sighting(look.span, cards)
        before = self._settled.look
        current = {card.quad: card for card in cards}
        came = arrivals(change.arrived, looks, before, look, self._sides)
        came = tuple(replace(a, card=current.get(a.card.quad, a.card)) for a in came)
        at, side = departure(change.gone, looks, before, look, self._sides)
        return Sighting(look.span, cards, came, at, side)


def _patched(look: Look, old: Settled | None, hidden: Mask) -> Look:
    """Give the look to settle on: where an arm hides the table, as it was before."""
    if old is None or not hidden.any():
        return look
    under = hidden > 0
    small = np.where(under[:, :, None], old.look.small, look.small)
    wide = cv2.resize(hidden, look.grey.shape[::-1], interpolation=cv2.INTER_NEAREST) > 0
    return replace(look, small=small, grey=np.where(wide, old.look.grey, look.grey))


def scene(mask: Mask, hidden: Mask, scale: float) -> Scene:
    """Measure what changed and what is hidden, card by card; ``scale``: small pixels a picture pixel."""
    free = np.full_like(mask, 255)
    return Scene(_share(mask, scale, False), _share(hidden, scale, False), _share(free, scale, True))


def _share(mask: Mask, scale: float, of_all: bool) -> Share:
    """Measure the marked share of a quad outside others: of what is left of it, or of the whole quad."""

    def share(quad: Quad, over: Sequence[Quad]) -> float:
        place = filled(quad, scale, mask) > 0
        whole = np.count_nonzero(place)
        for other in over:
            place &= filled(other, scale, mask) == 0
        left = np.count_nonzero(place)
        marked = np.count_nonzero(place & (mask > 0))
        return float(marked) / max(1.0, float(whole if of_all else left))

    return share


def differ(one: Sequence[SeenCard], other: Sequence[SeenCard]) -> bool:
    """Say whether two tables differ in their cards, in what is believed of them, or in where they lie."""
    return len(one) != len(other) or any(
        (a.zone, a.best, a.sure) != (b.zone, b.best, b.sure) or distance(a.quad, b.quad) > NUDGED
        for a, b in zip(one, other, strict=True)
    )
