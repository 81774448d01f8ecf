"""Cards laid on one another: of each stack only the top counts, and it is covered where it lies.

White cards on white ones change little of the picture, so another number that is surely read after a visit is
another card, however little has changed; and so is one that is not sure, where the print looks otherwise than
before. One of the same number that lies otherwise may be another too.
On a stack it is one where its colour is another: each number is there once in a colour.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.cards import Zone
from companion.evidence import SeenCard, displaced, distance
from vision.memory.known import ALIKE, Known, Scene, affinity, fuse
from vision.memory.pairing import SAME_PRINT, TOUCHED
from vision.memory.row import FRESH, HIDDEN, Change

STACKS = (Zone.UP, Zone.DOWN)
"""Where a card's colour is a part of what it is."""

SAME_STACK = 0.5
"""Centres closer than this, in card heights, belong to one stack."""

MOVED = 0.015
"""A top card of which a corner lies farther off than this, in card heights, has moved or is another one, if
its picture differs, too: one laid as nearly as can be upon its like lies about a fiftieth off."""

AS_IT_WAS = 0.97
"""A card whose picture is so alike to the one before has not moved, wherever the eye says that it lies."""

UNTOUCHED, STIRRED = 0.993, 0.01
"""Where more than a share of it has changed (the second), only one that is yet more alike (the first) has
not: of a card laid nearly upon its like hardly more is to be seen. Of some 70 that lay untouched none had
changed by more than 0.002."""

OTHER_PRINT, A_LITTLE = 0.9, 0.005
"""A top in which hardly anything is read is another card where a share of it has changed (the second) and its
picture is less alike (the first): of some 65 looks at tops that lay untouched one was less alike than 0.98
where anything had changed, with 0.93; an 8 laid exactly upon a 7 and not read had 0.76."""

OTHER_COLOUR = 0.6
"""Where so large a share of a top in which nothing was read has changed, it is no better look at it but
another card: of nine cards laid on others of another colour the least was 0.70, of 58 others the most
0.25."""

BROADLY = 0.1
"""A card of which more than this share has changed was touched, though it lies as before."""


@dataclass(frozen=True, slots=True)
class _Top:
    """What a look makes of one stack: its top now, and whether that has come, or is read for the first time.

    ``gone``: the old top has left and nothing was seen under it.
    """

    known: Known
    came: bool = False
    late: bool = False
    gone: bool = False


def remember(before: Sequence[Known], seen: Sequence[Known], scene: Scene, visited: bool) -> Change:
    """Tell which cards lie on top of their stacks now, and which have come since.

    Only where somebody has ``visited`` the table another number that is surely read is another card.

    A top of the same number that lies otherwise is told as having come: it may be another one, or the same
    one pushed; on a pile the picture cannot tell, on a stack its colour does.
    """
    seen = [known for known in seen if known.card.sure or not scene.is_table(known.card.quad)]
    seen = [_zoned(known, [old for old in before if _is_stack(old)]) for known in seen]
    tops = [_stays(old, seen, scene, visited) for old in before]
    tops += [top for new in seen if (top := _new_stack(new, before, scene))]
    tops = _one_pile(tops)
    tops = _two_stacks(tops)
    lying = sorted((t for t in tops if not t.gone), key=lambda t: t.known.card.zone is Zone.DOWN)
    return Change(
        tuple(t.known for t in lying),
        tuple(t.known.card for t in lying if t.came),
        tuple(t.known.card for t in tops if t.gone),
        tuple(t.known.card for t in lying if t.late),
    )


def _zoned(known: Known, before: Sequence[Known]) -> Known:
    """Give a card the zone of the stack that it lies on, once both stacks are known.

    A look at both tells left from right; what it makes of a single stack counts for little.
    """
    if known.card.zone not in STACKS or len({old.card.zone for old in before}) < 2:
        return known
    under = next((old.card.zone for old in before if _on_one(old.card, known.card)), None)
    return replace(known, card=replace(known.card, zone=under)) if under else known


def _is_stack(known: Known) -> bool:
    """Say whether what lies there is surely a stack: an arrow may look like a number."""
    return known.card.sure or known.came is not None


def _two_stacks(tops: Sequence[_Top]) -> list[_Top]:
    """Leave out what may be no stack where two others are."""
    stacks = [t for t in tops if t.known.card.zone in STACKS and not t.gone]
    certain = [t for t in stacks if t.came or _is_stack(t.known)]
    if len(certain) < 2:
        return list(tops)
    return [t for t in tops if t not in stacks or t in certain]


def _on_one(card: SeenCard, other: SeenCard) -> bool:
    return distance(card.quad, other.quad) < SAME_STACK


def _stays(old: Known, seen: Sequence[Known], scene: Scene, visited: bool) -> _Top:
    """Say what lies on a stack on which a card was known."""
    new = next((k for k in seen if _on_one(old.card, k.card)), None)
    if scene.hidden(old.card.quad, ()) >= HIDDEN or (new and scene.hidden(new.card.quad, ()) >= HIDDEN):
        return _Top(old)
    if new is None:
        return _unseen(old, scene, visited)
    changed = scene.changed(new.card.quad, ())
    unclear = not new.card.sure and changed >= FRESH
    if not old.card.alternatives and new.card.sure and visited and changed >= OTHER_COLOUR:
        return _Top(new, came=True)
    if affinity(old.card, new.card) >= ALIKE and new.card.alternatives and not unclear:
        other = new.card.zone is Zone.PILE or (visited and _other_of_a_stack(old.card, new.card))
        if other and _laid_anew(old.card, new.card, scene):
            # What is under it may show too and have been read, or the light have tinged it: it is looked at
            # again before it is believed.
            return _Top(Known(replace(new.card, sure=False)), came=True)
        return _Top(replace(fuse(old, new), came=old.came))
    if changed >= FRESH or (visited and (new.card.sure or _prints_differ(new.card, changed, scene))):
        return _Top(new, came=True)
    if not new.card.sure:
        return _Top(replace(old, missed=old.missed + 1))
    return _Top(replace(fuse(old, new) if old.card.sure else new, came=old.came))


def _unseen(old: Known, scene: Scene, visited: bool) -> _Top:
    """Say what lies on a stack on which no card was told now.

    A pile may have been taken up. A stack never is while a game lasts: another card lies on it then. So it
    does where, after a visit, the print looks otherwise though hardly anything else does.
    """
    changed = scene.changed(old.card.quad, ())
    left = changed >= TOUCHED
    looks_otherwise = visited and _prints_differ(old.card, changed, scene)
    laid = old.card.zone in STACKS if left else looks_otherwise
    if laid and _is_stack(old) and not scene.is_table(old.card.quad):
        return _Top(Known(replace(old.card, alternatives=(), sure=False)), came=True)
    return _Top(replace(old, missed=old.missed + 1), gone=left)


def _prints_differ(card: SeenCard, changed: float, scene: Scene) -> bool:
    """Say whether a top shows another print than before, with the share of it that has ``changed``."""
    return scene.alike(card.quad, ()) < (OTHER_PRINT if changed >= A_LITTLE else SAME_PRINT)


def _other_of_a_stack(old: SeenCard, new: SeenCard) -> bool:
    """Say whether two tops of one stack are known to differ in colour; elsewhere colours mean nothing."""
    colours = {card.best.colour for card in (old, new) if card.best}
    return new.zone in STACKS and len(colours - {None}) == 2


def _laid_anew(old: SeenCard, new: SeenCard, scene: Scene) -> bool:
    """Say whether a card of the same number lies otherwise now.

    Where a card lies is told a little otherwise from look to look; the picture itself shows whether it moved.
    """
    changed = scene.changed(new.quad, ())
    least = UNTOUCHED if changed >= STIRRED else AS_IT_WAS
    moved = displaced(old.quad, new.quad) > MOVED and scene.alike(new.quad, ()) < least
    return moved or changed >= BROADLY


def _new_stack(new: Known, before: Sequence[Known], scene: Scene) -> _Top | None:
    """Say what a card means that lies where none was known; None where nothing can be said of it yet."""
    if any(_on_one(old.card, new.card) for old in before) or scene.hidden(new.card.quad, ()) >= HIDDEN:
        return None
    came = scene.changed(new.card.quad, ()) >= FRESH
    return _Top(new, came=came, late=not came)


def _one_pile(tops: Sequence[_Top]) -> list[_Top]:
    """Of several places that look like the one pile, believe the one to which a card came, or the old one."""
    piles = [t for t in tops if t.known.card.zone is Zone.PILE and not t.gone]
    if len(piles) < 2:
        return list(tops)
    best = max(piles, key=lambda t: (t.came, not t.late, t.known.weight))
    return [t for t in tops if t is best or t.gone or t.known.card.zone is not Zone.PILE]
