"""Cards that lay on the table for a moment only: laid by one hand, swept away by the next, never in peace.

Such a card is surely read beside an arm, or amid movement; but so may be one that a hand only shows. It has
been laid when it is seen where it was read with no arm at it: then it has come, also where it has gone again
before the table is at rest.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import dist

import cv2
import numpy as np

from companion.cards import PASS, Zone
from companion.evidence import Quad, SeenCard, distance
from vision.memory.known import ALIKE, SAME_PLACE, SAME_SPOT, Known, Scene, affinity
from vision.memory.pairing import TOUCHED, figure_of, is_covered
from vision.memory.row import HIDDEN
from vision.motion.changes import Arm, Look, Mask, Points, arms, changed, filled, unlike
from vision.watching.arrivals import LEAST_TELLING
from vision.watching.glimpses import among, elsewhere, still_shows
from vision.watching.settled import scene

SAME = 0.5
"""A card lies there while less than this share of what tells it from the table looks otherwise."""

GONE = 0.3
"""An arm is gone from a card where less than this share of what was beside it is there still."""

ELSEWHERE = 40
"""Small pixels along the border: an arm that crosses it so far from where another did is not that one."""

KEPT = 4
"""So many cards are kept in mind at most, the last ones."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A card that was surely read in a look; ``place`` marks what tells it from the table before.

    ``grip``: what of an arm was beside it then. ``laid``: a look that shows it laid, without that arm or,
    where only others are at it by now, as it was read; None before there is one. ``brought``: where
    the arms crossed the picture's border that were at it when it first lay there.
    """

    known: Known
    look: Look
    place: Mask
    grip: Mask
    laid: Look | None = None
    brought: tuple[Points, ...] = ()


def noted(
    kept: Sequence[Moment],
    look: Look,
    seen: Sequence[Known],
    lain: Sequence[Known],
    before: Look,
    since: Iterable[Look] = (),
) -> tuple[Moment, ...]:
    """Keep in mind the sure cards of a look that are not known yet; ``before``: the table without them.

    One that reaches over the picture's edge may be held by a hand beyond it, and a pass may be one that has
    just been taken from its place, or with its row. One that was read only under the next hand may have lain
    free in a look ``since``, oldest first: it has been laid.
    """
    kept = [m for m in kept if m.laid or not (_carried(m, seen) or _laid_further_on(m, look, seen))]
    there = (*lain, *(moment.known for moment in kept))
    sure = (k for k in seen if k.card.sure and _inside(k.card.quad, look))
    fresh = [k for k in sure if not among(k, _may_be(there, k, seen)) and not elsewhere(k, there)]
    pushed = _is_pushed(seen, lain)
    fresh = [k for k in fresh if not _may_be_taken(k, seen, lain) and not (pushed and k.card.best == PASS)]
    if not fresh:
        return tuple(kept)
    mask = changed(look, before)
    told = [_moment(k, look, mask, unlike(look, before)) for k in fresh]
    earlier = [then for then in since if before.number < then.number < look.number]
    told = [_found_free(m, earlier, before) for m in told if cv2.countNonZero(m.place) >= LEAST_TELLING]
    return (*kept, *told)[-KEPT:]


def _may_be(there: Sequence[Known], new: Known, seen: Sequence[Known]) -> list[Known]:
    """Give the known cards that one seen may be: not those that another one like it lies nearer to.

    Passes are laid so closely that two of them could be one that was nudged.
    """
    others = [k for k in seen if k is not new and k.card.sure and k.card.believed == new.card.believed]

    def is_another(known: Known) -> bool:
        off = distance(known.card.quad, new.card.quad)
        return any(distance(known.card.quad, other.card.quad) < off for other in others)

    return [known for known in there if not is_another(known)]


def _may_be_taken(new: Known, seen: Sequence[Known], lain: Sequence[Known]) -> bool:
    """Say whether a pass may be one that lay there before and is not seen in its place any more."""
    passes = [k for k in lain if k.card.believed == PASS]
    here = [k.card for k in seen if k is not new and k.card.best == PASS]
    left = (k for k in passes if not any(distance(k.card.quad, c.quad) <= SAME_PLACE for c in here))
    return new.card.believed == PASS and any(left)


def _is_pushed(seen: Sequence[Known], lain: Sequence[Known]) -> bool:
    """Say whether the row's numbers lie no more where they did: a hand moves the row, or carries it off."""
    row = [k.card for k in lain if k.card.zone is Zone.ROW and k.card.sure and k.card.best != PASS]
    sure = {k.card.best: k.card.quad for k in seen if k.card.sure}
    off = [distance(card.quad, sure[card.best]) for card in row if card.best in sure]
    return bool(off) and min(off) > SAME_SPOT


def _carried(moment: Moment, seen: Sequence[Known]) -> bool:
    """Say whether a card's number is surely seen elsewhere by now: a hand still held it when it was read."""
    far = [k for k in seen if k.card.sure and distance(k.card.quad, moment.known.card.quad) > SAME_PLACE]
    return elsewhere(moment.known, far)


def _laid_further_on(moment: Moment, look: Look, seen: Sequence[Known]) -> bool:
    """Say whether the card is surely seen a little way off where a hand still held it when it was read.

    Where it looks otherwise by now, the hand has moved it, be it ever so little.
    """
    here = moment.known.card
    same = [k.card.quad for k in seen if k.card.sure and k.card.believed == here.believed]
    further = any(distance(here.quad, quad) > SAME_SPOT for quad in same)
    return further or (bool(same) and _otherwise(moment, look) >= SAME)


def _found_free(moment: Moment, earlier: Sequence[Look], before: Look) -> Moment:
    """Give a card with the last of some earlier looks in which it lay there with no arm at it, if any.

    Nor is the arm at it that brought it where others alone are, which cross the border elsewhere.
    """
    lay = [look for look in earlier if _otherwise(moment, look) < SAME]
    at_it = [_holding(moment, arms(changed(look, before)), look) for look in lay]
    brought = at_it[0] if at_it else ()
    for look, holding in reversed(list(zip(lay, at_it, strict=True))):
        if not any(_crosses_there(run, brought) for run in holding):
            return replace(moment, laid=look)
    return replace(moment, brought=brought)


def _inside(quad: Quad, look: Look) -> bool:
    """Say whether a card lies wholly in the picture."""
    high, wide = look.grey.shape
    return all(0 < x * look.scale < wide and 0 < y * look.scale < high for x, y in quad)


def _moment(known: Known, look: Look, mask: Mask, other: Mask) -> Moment:
    """Keep a card; ``mask``: what has changed since it was not there, ``other``: the same to the pixel."""
    card, grip = filled(known.card.quad, look.small_scale, mask), np.zeros_like(mask)
    for arm in arms(mask):
        grip = np.asarray(grip | (arm.mask & _beside(card)), np.uint8)
    return Moment(known, look, np.asarray(mask & other & card, np.uint8), grip)


def laid(kept: Sequence[Moment], look: Look, before: Look) -> tuple[Moment, ...]:
    """Say which of the cards lie there in a later look with no arm at them: they have been laid.

    So they have where the arm that was at them is gone, though another is at them by now.
    """
    if all(moment.laid for moment in kept):
        return tuple(kept)
    mask = changed(look, before)
    found = arms(mask)

    def seen_in(m: Moment) -> Look | None:
        holding = _holding(m, found, look)
        if not holding or _let_go(m, mask):
            return look
        # The next hand may hide more of it by now than the one that laid it did when it was read.
        return None if any(_crosses_there(run, m.brought or holding) for run in holding) else m.look

    return tuple(replace(m, laid=seen_in(m)) if m.laid is None and _lies(m, look) else m for m in kept)


def is_missing(kept: Sequence[Moment], look: Look) -> bool:
    """Say whether a card that was laid does not show in a look: it may have been swept away."""
    return any(m.laid and _otherwise(m, look) >= SAME for m in kept)


def under_next(
    kept: Sequence[Moment], look: Look, seen: Sequence[Known], lain: Sequence[Known]
) -> tuple[Known, ...]:
    """Give what is seen, with a card kept in mind where no more than a part of it shows under the next card.

    However surely one figure is read there, or if nothing is seen there at all: what shows looks as it did
    when the card was read whole. ``lain``: the cards known before, which none of them is.
    """
    now, lost = list(seen), list[tuple[int, Known]]()
    for moment in kept:
        whole = moment.known
        other = unlike(look, moment.laid or moment.look)  # an arm may have been upon it when it was read
        shown = scene(other, np.zeros_like(other), look.small_scale)
        parts = [
            j
            for j, new in enumerate(seen)
            if _part(whole, new) and is_covered(j, seen, shown) and not _lay(new, whole, lain)
            if not _is_nearer(kept, moment, new)
        ]
        if elsewhere(whole, (*seen, *lain)):
            continue
        if not parts:
            upon = next((j for j, new in enumerate(seen) if _laid_upon(new, whole, lain)), None)
            if not moment.laid or upon is None or _shows_itself(whole, seen):
                continue
            if still_shows(whole, shown, seen[upon:]):
                lost.append((upon, replace(whole, bare=whole.weight)))
            continue
        at = min(parts, key=lambda j: distance(whole.card.quad, seen[j].card.quad))
        if still_shows(whole, shown, seen[at + 1 :]):
            strip = seen[at].card
            card = replace(whole.card, zone=strip.zone, quad=strip.quad)
            now[at] = replace(whole, card=card, bare=whole.weight)
    # From the end on, and of two under one card the later first: so each comes before what lies upon it.
    for _, (at, whole) in sorted(enumerate(lost), key=lambda each: (each[1][0], each[0]), reverse=True):
        now.insert(at, whole)
    return tuple(now)


def seen_free(kept: Sequence[Moment], let_go: Sequence[SeenCard]) -> list[tuple[Quad, Look]]:
    """Give the places of cards that an arm hides again, each with a look in which it lay free."""
    pairs = ((m, m.laid) for m in kept if any(same_face(card, m.known.card, SAME_SPOT) for card in let_go))
    return [(moment.known.card.quad, laid) for moment, laid in pairs if laid is not None]


def same_face(one: SeenCard, other: SeenCard, off: float) -> bool:
    """Say whether two cards are believed alike and lie no farther apart than so (heights of the first)."""
    return one.believed == other.believed and distance(one.quad, other.quad) <= off


def _shows_itself(whole: Known, seen: Sequence[Known]) -> bool:
    """Say whether something like a card is seen near its place: it may be that one."""
    alike = (new.card.quad for new in seen if affinity(new.card, whole.card) >= ALIKE)
    return any(distance(whole.card.quad, quad) <= SAME_PLACE for quad in alike)


def _laid_upon(new: Known, whole: Known, lain: Sequence[Known]) -> bool:
    """Say whether another card, not known before, surely lies so near that it covers most of one."""
    other = new.card.sure and new.card.zone is whole.card.zone is Zone.ROW and not among(new, lain)
    return (
        other
        and distance(whole.card.quad, new.card.quad) <= SAME_PLACE
        and affinity(new.card, whole.card) < ALIKE
    )


def _lay(new: Known, whole: Known, lain: Sequence[Known]) -> bool:
    """Say whether what is seen was known before; of what is not sure, the nearer card counts."""
    if new.card.sure:
        return among(new, lain)
    return any(distance(k.card.quad, new.card.quad) <= distance(whole.card.quad, new.card.quad) for k in lain)


def _is_nearer(kept: Sequence[Moment], moment: Moment, new: Known) -> bool:
    """Say whether what is seen may be part of another card kept in mind, which lay nearer to it."""
    off = distance(moment.known.card.quad, new.card.quad)
    others = (m.known for m in kept if m is not moment)
    return any(distance(k.card.quad, new.card.quad) < off and _part(k, new) for k in others)


def _part(whole: Known, new: Known) -> bool:
    """Say whether what is seen where a card lay is not sure, or no more than one figure of that card.

    Where a strip lies in which nothing is read is told roughly.
    """
    off = distance(whole.card.quad, new.card.quad)
    figure = new.card.best != whole.card.best and figure_of(whole.card, new.card)
    return off <= SAME_PLACE if figure or new.card.best is None else off <= SAME_SPOT and not new.card.sure


def swept(
    kept: Sequence[Moment], look: Look, known: Sequence[Known], shown: Scene
) -> tuple[tuple[Moment, ...], tuple[Moment, ...]]:
    """Part the cards into those that were laid and have gone again, and those of which nothing is sure yet.

    ``known``: the cards that lie there now. A card under an arm is waited for, unless it is one of them, and
    one that lies there as it did, though nothing was read in its place in this look.
    """
    kept = [
        m for m in kept if not (m.laid and any(same_face(k.card, m.known.card, SAME_SPOT) for k in known))
    ]
    hidden = [m for m in kept if shown.hidden(m.known.card.quad, ()) >= HIDDEN]
    rest = [m for m in kept if m.laid and not any(m is other for other in hidden)]
    gone, there = [], []
    for moment in rest:
        others = [k for k in known if _is_another(k.card, moment.known.card)]
        if elsewhere(moment.known, known) or among(moment.known, [k for k in known if k not in others]):
            continue
        if _otherwise(moment, look) >= (TOUCHED if others else SAME):
            gone.append(moment)
        elif not others:  # else it was read wrong: another is read where all looks as it did
            there.append(moment)
    return tuple(gone), (*hidden, *there)


def _is_another(card: SeenCard, moment: SeenCard) -> bool:
    """Say whether a card surely is not the one that was read in its place before."""
    near = card.sure and distance(moment.quad, card.quad) <= SAME_PLACE
    return near and affinity(card, moment) < ALIKE


def _lies(moment: Moment, look: Look) -> bool:
    return look.number > moment.look.number and _otherwise(moment, look) < SAME


def _otherwise(moment: Moment, look: Look) -> float:
    """Give the share (0-1) of what tells the card from the table that looks otherwise than it did then."""
    x, y, wide, high = cv2.boundingRect(moment.place)
    box = (slice(y, y + high), slice(x, x + wide))
    other = unlike(look, moment.look, box)
    marked = cv2.countNonZero(cv2.bitwise_and(other, moment.place[box]))
    return marked / max(1, cv2.countNonZero(moment.place))


def _let_go(moment: Moment, mask: Mask) -> bool:
    """Say whether the arm that was beside the card is gone from there."""
    grip = cv2.countNonZero(moment.grip)
    return grip > 0 and cv2.countNonZero(cv2.bitwise_and(moment.grip, mask)) < GONE * grip


def _holding(moment: Moment, found: Sequence[Arm], look: Look) -> tuple[Points, ...]:
    """Give where the arms cross the border that reach the card; what shows of the card itself is none."""
    beside = _beside(filled(moment.known.card.quad, look.small_scale, moment.place))
    holding = [arm for arm in found if cv2.countNonZero(cv2.bitwise_and(arm.mask, beside)) > 0]
    return tuple(run for arm in holding for run in arm.crossings)


def _crosses_there(run: Points, others: Sequence[Points]) -> bool:
    """Say whether an arm crosses the border no further than `ELSEWHERE` from where one of some others did."""
    return any(dist(run.mean(axis=0), other.mean(axis=0)) < ELSEWHERE for other in others)


def _beside(card: Mask) -> Mask:
    """Mark the places close around a card."""
    around, own = (cv2.dilate(card, np.ones((side, side), np.uint8)) for side in (9, 3))
    return np.asarray(cv2.subtract(around, own), np.uint8)
