"""What a look beside an arm, or amid movement, surely shows, though it is too early to settle."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import dist

import cv2
import numpy as np

from companion.clock import NS_PER_SECOND
from companion.evidence import distance
from vision.cards.decode import upside_down
from vision.memory.known import ALIKE, BURIED, SAME_PLACE, SAME_SPOT, Known, Scene, affinity
from vision.memory.row import FRESH
from vision.motion.changes import Arm, Look, Mask, crossings, filled, unlike
from vision.watching.settled import scene

LASTS = 2 * NS_PER_SECOND
"""A card may be another by now when it was glimpsed longer ago."""

LIKELY = 0.6
"""A number of this probability (0-1) is worth keeping for a card in which nothing is read afterwards."""

FINGERS = 0.5
"""Fingers that still rested on a card have hidden less than this share of it."""

NO_ARM = 0.15
"""What crosses the border is no arm when cards cover all of it but less than this share."""

LEFT = 0.75
"""A card has left, and is not under an arm, where no less than this share of its place looks otherwise."""

_EDGE = np.ones((5, 5), np.uint8)
"""Seen aslant, a card is no rectangle: what lies two small pixels around its place may be its edge."""

SLIVER = 0.22
"""An arm, even a child's finger, is wider than this share of a card; a card's misjudged edge is not."""

ALONG = 0.6
"""A sliver between a card that is surely read and the picture's edge is the card's own, told a little amiss,
where it is as long as this share of the card: a finger on the card is shorter."""

SHADOW = 0.05
"""Where cards leave less than this share of it, that may reach the border: it is the shadow beside one."""


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What was read in a look while an arm rested over the table, or on one of the cards.

    ``cards`` were surely read, ``likely`` are those of which a number was read, but not for certain.
    """

    look: Look
    cards: tuple[Known, ...]
    likely: tuple[Known, ...] = ()


def glimpse(look: Look, seen: Sequence[Known]) -> Glimpse:
    """Keep what a look shows, surely or likely."""
    sure = tuple(known for known in seen if known.card.sure)
    return Glimpse(look, sure, tuple(known for known in seen if _is_likely(known)))


def _is_likely(known: Known) -> bool:
    """Say whether a number is read on a card that is likely, but not sure."""
    best = known.card.best
    number = best is not None and best.value is not None
    return number and not known.card.sure and known.card.confidence >= LIKELY


def recalled(
    kept: Glimpse | None, look: Look, seen: Sequence[Known], lain: Sequence[Known]
) -> tuple[Known, ...]:
    """Give what is seen together with what was glimpsed and looks as it did then.

    A card that was glimpsed is added where none is read now, unless it would show upon an old one. Where one
    is read, but doubtfully, it counts as the one glimpsed: the next card may cover all but a strip of it by
    now. In what cannot be read now the number counts, unsure, that was likely then.
    """
    if kept is None or look.span.latest - kept.look.span.latest > LASTS:
        return tuple(seen)
    other = unlike(look, kept.look)
    same = scene(other, np.zeros_like(other), look.small_scale)
    now, there = list(seen), (*seen, *lain)
    for known in kept.cards:
        if elsewhere(known, there):
            continue
        at = next((i for i, new in enumerate(seen) if _poorly(known, new)), None)
        sure = [] if at is None else [new for new in now[at + 1 :] if new.card.sure]
        if at is not None and not among(known, lain) and still_shows(known, same, sure):
            now[at] = replace(known, card=replace(known.card, zone=now[at].card.zone, quad=now[at].card.quad))
        elif among(known, there) or _would_show(known, seen, lain):
            continue
        elif same.changed(known.card.quad, ()) < FINGERS:
            now.append(known)
    return tuple(_as_likely(new, kept.likely, same) for new in now)


def _would_show(known: Known, seen: Sequence[Known], lain: Sequence[Known]) -> bool:
    """Say whether a card would lie upon one that lay there before, and surely still does, with none upon it.

    It would be read now. What was read was a hand upon that one.
    """
    near = [k for k in seen if k.card.sure and distance(known.card.quad, k.card.quad) <= SAME_PLACE]
    return bool(near) and all(among(new, lain) for new in near)


def _as_likely(new: Known, likely: Sequence[Known], same: Scene) -> Known:
    """Give a card in which nothing is read as one that likely bore a number at its spot and looks as then."""
    if new.card.alternatives:
        return new
    was = (k for k in likely if distance(k.card.quad, new.card.quad) <= SAME_SPOT)
    found = next((k for k in was if same.changed(k.card.quad, ()) < FINGERS), None)
    return replace(new, card=replace(new.card, alternatives=found.card.alternatives)) if found else new


def _poorly(known: Known, new: Known) -> bool:
    """Say whether a card is a doubtful look at what may be a glimpsed one: no other number lies so near.

    What looks like that one upside down is no poorer look: more of the card shows now which way up it lies.
    """
    near = not new.card.sure and distance(known.card.quad, new.card.quad) <= SAME_SPOT
    return near and not _on_its_head(known, new)


def _on_its_head(known: Known, new: Known) -> bool:
    was, now = (k.card.best.value if k.card.best else None for k in (known, new))
    if was is None or now is None or now == was:
        return False
    return now == upside_down(was)


def still_shows(known: Known, same: Scene, later: Sequence[Known]) -> bool:
    """Say whether what later cards leave to be seen of a glimpsed one looks as it did then."""
    over = [new.card.quad for new in later if new.card.zone is known.card.zone]
    place = known.card.quad
    return same.free(place, over) >= BURIED and same.changed(place, over) < FINGERS


def brings(look: Look, seen: Sequence[Known], lain: Sequence[Known], hidden: Mask) -> bool:
    """Say whether a look shows a sure card that was not known before, where nothing moves.

    Where a sure card lies another one may: the first was taken away and this one laid, by one hand.
    """
    fresh = [new for new in seen if new.card.sure and not among(new, _like_or_unsure(new, lain))]
    return any(_open(new, hidden, look) for new in fresh)


def _like_or_unsure(new: Known, lain: Sequence[Known]) -> list[Known]:
    """Give the cards that lay there and may be the new one: alike, or never sure."""
    return [known for known in lain if not known.card.sure or affinity(known.card, new.card) >= ALIKE]


def is_cards(arm: Arm, seen: Sequence[Known], lain: Sequence[Known], scale: float) -> bool:
    """Say whether what crosses the border is no arm but cards that lie there, or the places of such as left.

    A fist over a row is nearly all over cards; but its sleeve crosses the border where no card does. Where a
    card lay that is not read now, or not surely, an arm may be upon it: then something of the card still
    shows beside.
    ``scale``: small pixels a picture pixel.
    """
    rest = arm.mask.copy()
    cards = [k for k in seen if k.card.sure or not (among(k, lain) or _upon_unseen(k, seen, lain))]
    here = [np.asarray(cv2.dilate(filled(k.card.quad, scale, rest), _EDGE), np.uint8) for k in cards]
    for known, place in zip(cards, here, strict=True):
        rest[place > 0] = 0
        if known.card.sure:
            rest[_own_sliver(known, place, rest, scale) > 0] = 0
    for known in lain:
        place = filled(known.card.quad, scale, rest)
        for other in here:
            place[other > 0] = 0
        if known.card.sure and _left(place, rest):
            rest[place > 0] = 0
    thin = SLIVER * scale * min((dist(*k.card.quad[:2]) for k in cards), default=0.0)
    wide = np.ones((max(5, round(thin)),) * 2, np.uint8)
    rest = np.asarray(cv2.morphologyEx(rest, cv2.MORPH_OPEN, wide), np.uint8)
    whole, left = cv2.countNonZero(arm.mask), cv2.countNonZero(rest)
    return left < NO_ARM * whole and (left < SHADOW * whole or not crossings(rest))


def _own_sliver(known: Known, place: Mask, rest: Mask, scale: float) -> Mask:
    """Mark what lies between a card's place and the picture's edge, if that runs along most of the card."""
    wide, high = (scale * dist(known.card.quad[0], known.card.quad[k]) for k in (1, 3))
    around = np.asarray(cv2.dilate(place, np.ones((2 * round(SLIVER * wide) + 1,) * 2, np.uint8)), np.uint8)
    sliver = np.asarray(cv2.bitwise_and(rest, around), np.uint8)
    edges = (sliver[0], sliver[-1], sliver[:, 0], sliver[:, -1])
    along = max(cv2.countNonZero(edge) for edge in edges)
    return sliver if along >= ALONG * max(wide, high) else np.zeros_like(rest)


def _upon_unseen(known: Known, seen: Sequence[Known], lain: Sequence[Known]) -> bool:
    """Say whether a card that is not surely read seems to lie where a sure one lay that is not seen now."""
    faces = {k.card.best for k in seen if k.card.sure}
    lost = (old.card.quad for old in lain if old.card.sure and old.card.best not in faces)
    return any(distance(known.card.quad, quad) <= SAME_PLACE for quad in lost)


def _left(place: Mask, rest: Mask) -> bool:
    """Say whether hardly anything of a card shows any more where it lay."""
    return cv2.countNonZero(cv2.bitwise_and(place, rest)) >= LEFT * cv2.countNonZero(place)


def among(known: Known, others: Sequence[Known]) -> bool:
    """Say whether one of some cards lies at the place of this one; in a row neighbours are not far off."""
    return any(
        distance(known.card.quad, other.card.quad)
        <= (SAME_PLACE if affinity(known.card, other.card) >= ALIKE else SAME_SPOT)
        for other in others
    )


def elsewhere(known: Known, others: Sequence[Known]) -> bool:
    """Say whether a number is known to lie elsewhere: each is there only once.

    What is not sure at the card's own place is a poorer look at the card itself.
    """
    face = known.card.best
    if face is None or face.value is None:
        return False
    apart = (o for o in others if o.card.sure or distance(known.card.quad, o.card.quad) > SAME_SPOT)
    return any(o.card.best is not None and o.card.best.value == face.value for o in apart)


def _open(known: Known, hidden: Mask, look: Look) -> bool:
    """Say whether a card lies free of what arms hide."""
    return scene(hidden, hidden, look.small_scale).hidden(known.card.quad, ()) < FRESH
