"""The table as it was last read, and what a new picture of it says against that."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np

from companion.cards import Zone
from companion.clock import NS_PER_SECOND, Instant
from companion.evidence import Arrival, Quad, SeenCard, Sighting, distance
from vision.memory.known import Known, Scene, Share
from vision.memory.row import HIDDEN, Change
from vision.motion.bumped import bump
from vision.motion.changes import ARM, SMALL_PER_GREY, Look, Mask, arms, changed, filled
from vision.motion.drift import Floats

AGAIN = (NS_PER_SECOND // 4, NS_PER_SECOND, 3 * NS_PER_SECOND)
"""Cards that are not sure are read again so long after the look before, then left until something changes."""

NUDGED = 0.05
"""A card that lies farther off than this, in card heights, is worth telling."""

CARD_SHARE = 0.3
"""A change as large as this share of a card, where no card was read, is worth another reading."""

CARD_AREA = 1000
"""Small pixels of a card, as long as none has been seen."""

OTHER_LIGHT = 1.3
"""The table is read once more where the picture has become so many times as light, or as dark: somebody has
turned the lamp up, and what could not be read, or was not even seen, may be now."""

IN_ORDER = 2
"""So many cards that lie as they came tell which end of a row is the first."""

FAR = 1.0
"""A card that lies farther off than this, in card heights, is no neighbour that a look has mistaken."""

UNBUMPED = 0.75
"""A bump of the camera leaves no more than this share of what has changed: an arm may be there too."""


@dataclass(frozen=True, slots=True)
class Settled:
    """The table as it was last read.

    ``look`` is pieced together from what could be seen; ``base`` is the last whole one, with no arm in view.
    ``told``: what was last told of it; ``read``: when; ``again``: how often it was read again without a
    change; ``story``: the looks of the last visit, from the table before it on, kept while ``doubtful``:
    something that is no card read so far has come or gone. ``unread``: cards in which nothing can be read.
    ``left``: where cards lay that have gone since ``base``; ``veil``: what arms hid of the ``look``.
    ``in_vain``: how often something as large as a card has come or gone since a card was last read.
    ``level``: how light it was (0-255) when it was read.
    """

    look: Look
    base: Look
    known: tuple[Known, ...]
    read: Instant
    told: Sighting
    again: int = 0
    story: tuple[Look, ...] = ()
    doubtful: bool = False
    unread: tuple[SeenCard, ...] = ()
    left: tuple[Quad, ...] = ()
    veil: Mask | None = None
    in_vain: int = 0
    level: float = 0.0

    def due(self, look: Look, whole: bool = True) -> bool:
        """Say whether, though nothing has changed, another reading is due and may tell more.

        ``whole``: no arm hides anything now, as one may have when the table was last told.
        """
        if whole and self.told.partly:
            return True
        if whole and self.lit_otherwise(look):
            return True
        unclear = self.doubtful or not all(k.card.sure for k in self.known)
        return unclear and self.again < len(AGAIN) and look.span.latest - self.read >= AGAIN[self.again]

    def lit_otherwise(self, look: Look) -> bool:
        """Say whether a look shows the table in another light than it was read in."""
        least, most = sorted((look.level, self.level))
        return most > OTHER_LIGHT * least

    def lately(self, cards: Sequence[SeenCard], story: Sequence[Look]) -> dict[Quad, Sequence[Look]]:
        """Give the looks since the last one for those new cards whose places no arm hid then.

        They came after it, whatever the last whole one, with which the ``story`` begins, showed there.
        """
        if self.veil is None or self.look is self.base:
            return {}
        hidden = scene(self.veil, self.veil, self.look.small_scale).hidden
        since = (self.look, *(look for look in story if look.number > self.look.number))
        return {card.quad: since for card in cards if hidden(card.quad, ()) == 0}

    def counted(self, old: "Settled", mask: Mask) -> "Settled":
        """Give the table with what is kept of the ``old`` one: what came in vain, and the light without arms.

        ``mask``: what has changed since.
        """
        large = cv2.countNonZero(mask) >= CARD_SHARE * CARD_AREA
        in_vain = 0 if self.known or old.known else old.in_vain + large
        veiled = self.veil is not None and self.veil.any()
        return replace(self, in_vain=in_vain, level=old.level if veiled else self.look.level)

    def absorbing(self, look: Look, what: Mask) -> "Settled":
        """Give the table with a part of a picture as it is now, of which nothing more is asked."""
        absorbed = patched(self.look, look, what)
        return replace(self, look=absorbed, base=absorbed)


def found_again(settled: Settled, look: Look, mask: Mask) -> Settled | None:
    """Give the table as it lies in the picture now, where the camera has been bumped; None where it was not.

    The bump must explain much of what has changed, which the ``mask`` says, and nothing may speak against it.
    """
    way = bump(look.grey, settled.look.grey)
    if way is None:
        return None
    there = changed(look, warped(settled.look, way, look))
    if cv2.countNonZero(there) > UNBUMPED * cv2.countNonZero(mask) or _stood_still(there, mask):
        return None
    return bumped(settled, way, look)


def _stood_still(there: Mask, mask: Mask) -> bool:
    """Say whether something that was as before, which the ``mask`` says, would be otherwise after a bump.

    Then the row has been pushed, and not the camera: other things lie where they lay.
    """
    around = cv2.dilate(mask, np.ones((5, 5), np.uint8))
    return cv2.countNonZero(cv2.bitwise_and(there, cv2.bitwise_not(around))) >= ARM


def bumped(settled: Settled, way: Floats, now: Look) -> Settled:
    """Give the table as it lies in the picture after the camera was bumped; ``way``: (2, 3), grey pixels.

    What has only now come into view is as it is ``now``.
    """
    scale = settled.look.scale

    def moved(card: SeenCard) -> SeenCard:
        corners = np.column_stack((np.array(card.quad) * scale, np.ones(4))) @ way.T / scale
        a, b, c, d = ((float(x), float(y)) for x, y in corners)
        return replace(card, quad=(a, b, c, d))

    return replace(
        settled,
        look=warped(settled.look, way, now),
        base=warped(settled.base, way, now),
        known=tuple(replace(known, card=moved(known.card)) for known in settled.known),
        unread=tuple(moved(card) for card in settled.unread),
        left=(),
        veil=None if settled.veil is None else np.full_like(settled.veil, 255),
    )


def warped(look: Look, way: Floats, now: Look) -> Look:
    """Give a look as the camera would have taken it from where it stands ``now``, after a bump."""
    half = way.copy()
    half[:, 2] /= SMALL_PER_GREY
    size = look.small.shape[1::-1]
    grey = cv2.warpAffine(look.grey, way, look.grey.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
    small = cv2.warpAffine(look.small, half, size, borderMode=cv2.BORDER_REPLICATE)
    before = replace(look, grey=np.asarray(grey, np.uint8), small=np.asarray(small, np.uint8))
    known = cv2.warpAffine(np.full(size[::-1], 255, np.uint8), half, size)
    return patched(before, now, _new_in_view(np.asarray(cv2.bitwise_not(known), np.uint8), before, now))


def _new_in_view(strip: Mask, before: Look, now: Look) -> Mask:
    """Give the strip that has only now come into view, but for the arms that reach in across it."""
    strip = np.asarray(cv2.dilate(strip, np.ones((5, 5), np.uint8)), np.uint8)
    for arm in arms(changed(now, before)):
        if cv2.countNonZero(arm.mask & ~strip) >= ARM:
            strip = np.asarray(strip & ~arm.near, np.uint8)
    return strip


def with_arrivals(known: Sequence[Known], came: Sequence[Arrival]) -> tuple[Known, ...]:
    """Write down with each card how it came."""
    by_place = {arrival.card.quad: arrival for arrival in came}
    return tuple(replace(k, came=by_place.get(k.card.quad, k.came)) for k in known)


def as_they_came(known: Sequence[Known]) -> tuple[Known, ...]:
    """Put the cards of a row into the order in which they came: each was laid at the end, behind the others.

    Under the next card one shows so little that a look may mistake where it lies, and which end is the first.
    Where the times of two leave open which came first, or one was not seen coming, the look's order stands.
    So it does for a card that lies far before the end of a row that is in order but for it: that one was
    overlooked for a while, as a hand lay there, and seems to have come only now.
    """
    row = [i for i, k in enumerate(known) if k.card.zone is Zone.ROW and k.came]
    places = [i for at, i in enumerate(row) if not _came_back([known[j] for j in row[at:]])]
    order = list(places)
    for _ in places:
        for at in range(len(order) - 1):
            if _before(known[order[at + 1]], known[order[at]]):
                order[at], order[at + 1] = order[at + 1], order[at]
    sorted_ = dict(zip(places, order, strict=True))
    return tuple(known[sorted_.get(i, i)] for i in range(len(known)))


def _came_back(row: Sequence[Known]) -> bool:
    """Say whether the first of these cards seems newer than some behind it that lie as they came, far on."""
    first, *others = row
    older = [other for other in others if _before(other, first)]
    if len(older) < IN_ORDER or distance(first.card.quad, older[-1].card.quad) <= FAR:
        return False
    return all(_before(one, other) for one, other in pairwise(older))


def _before(one: Known, other: Known) -> bool:
    """Say whether a card surely came before another."""
    return bool(one.came and other.came and one.came.touch.latest < other.came.touch.earliest)


def unexplained(mask: Mask, change: Change, scale: float, unread: Sequence[SeenCard] = ()) -> bool:
    """Say whether more has changed than the cards that were read account for: a card may have been missed."""
    rest = mask.copy()
    areas = []
    for card in (*(k.card for k in change.known), *change.gone, *unread):
        place = filled(card.quad, scale, mask)
        areas.append(cv2.countNonZero(place))
        rest[place > 0] = 0
    least = CARD_SHARE * (min(areas) if areas else CARD_AREA)
    return cv2.countNonZero(rest) >= least


def pieced(
    look: Look, old: Settled, hidden: Mask, scale: float, come: Sequence[tuple[Quad, Look]] = ()
) -> tuple[Look, Look]:
    """Give the look to settle on, as it was where it is hidden now, and the last whole one.

    A card of which a part is hidden is left as it was altogether: only then the next look tells whether it
    has gone. Those that have ``come`` and are hidden again are each as in a look in which they lay free: else
    the table that was there before would be taken for them once they have gone.
    """
    if not hidden.any():
        return look, look
    covered, shown = hidden.copy(), scene(hidden, hidden, scale)
    for known in old.known:
        if shown.hidden(known.card.quad, ()) >= HIDDEN:
            covered |= filled(known.card.quad, scale, hidden)
    free = np.where(covered > 0, np.uint8(0), np.uint8(255))
    settled = patched(old.look, look, free)
    for quad, lay in come:
        settled = patched(settled, lay, filled(quad, scale, hidden))
    return settled, old.base


def patched(look: Look, other: Look, hidden: Mask) -> Look:
    """Give a look as it is but where the mask covers it, where it is as another."""
    if not hidden.any():
        return look
    small = np.where(hidden[:, :, None] > 0, other.small, look.small)
    wide = cv2.resize(hidden, look.grey.shape[::-1], interpolation=cv2.INTER_NEAREST) > 0
    return replace(look, small=small, grey=np.where(wide, other.grey, look.grey))


def scene(mask: Mask, hidden: Mask, scale: float, since: Mask | None = None) -> Scene:
    """Measure what changed and what is hidden, card by card; ``scale``: small pixels a picture pixel.

    ``since``: what changed since the last picture with no arm in it, where that is another one.
    """
    free, long = np.full_like(mask, 255), None if since is None else _share(since, scale, False)
    return Scene(_share(mask, scale, False), _share(hidden, scale, False), _share(free, scale, True), long)


def lain_upon(mask: Mask, scale: float) -> Share:
    """Measure what of a quad outside others a mask marks, as a share of what is left of it."""
    return _share(mask, scale, False)


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
