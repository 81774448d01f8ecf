"""What the bare table looks like, place by place, as it was last seen with no card and no arm upon it.

A row that was swept away at the picture's edge leaves a change across the border, as an arm does. Where that
shows the table as it lay there before any card came, it is none.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.evidence import Quad
from vision.memory.known import Known
from vision.motion.changes import Look, Mask, changed, filled
from vision.watching.settled import patched

ABOUT = 9
"""Small pixels around a card, both sides together, that are not taken for table: its edge and its shadow."""

PATTERN = 12
"""So many blank cards about a table that is seen for the first time are its pattern: nobody lays so many."""


@dataclass(frozen=True, slots=True)
class Bare:
    """The table: ``look`` where it is ``known``, and anything elsewhere.

    ``firm``: where it was as it is known whenever no card lay there of late. A spilt drink or a shadow that
    has moved on makes a place another one.
    """

    look: Look
    known: Mask
    firm: Mask


def learnt(bare: Bare | None, look: Look, cards: Iterable[Quad]) -> Bare:
    """Take what lies beside the cards in a whole look, with no arm in it, for the table.

    Where the table is known already and something else lies now, it may be a part of a card that was read
    askew: the table is what it was.
    """
    under = np.zeros(look.small.shape[:2], np.uint8)
    for quad in cards:
        under |= filled(quad, look.small_scale, under)
    under = np.asarray(cv2.dilate(under, np.ones((ABOUT, ABOUT), np.uint8)), np.uint8)
    shown = np.asarray(cv2.bitwise_not(under), np.uint8)
    if bare is None:
        return Bare(look, shown, shown)
    other = changed(look, _with_the_unknown_of(bare, look)) & bare.known
    known = np.asarray(bare.known | shown, np.uint8)
    firm = np.asarray((bare.firm & under) | (shown & ~other), np.uint8)
    return Bare(patched(look, bare.look, under | other), known, firm)


def without_pattern(seen: Sequence[Known]) -> tuple[Known, ...]:
    """Leave blank cards out of what is seen on a new table where they are so many that it looks like them.

    A top with tiles does, or a cloth with squares. For games whose cards lie singly: a row may be long.
    """
    told = tuple(known for known in seen if known.card.alternatives)
    return told if len(seen) - len(told) >= PATTERN else tuple(seen)


def laden(bare: Bare | None, look: Look) -> Mask:
    """Mark where something lies on the table as it is firmly known; nothing where it is not."""
    if bare is None:
        return np.zeros(look.small.shape[:2], np.uint8)
    return np.asarray(changed(look, _with_the_unknown_of(bare, look)) & bare.firm, np.uint8)


def shows(bare: Bare | None, look: Look) -> Mask:
    """Mark where the table shows as it is firmly known, and so nothing lies; nothing where it is not."""
    if bare is None:
        return np.zeros(look.small.shape[:2], np.uint8)
    other = changed(look, _with_the_unknown_of(bare, look))
    return np.asarray(cv2.subtract(bare.firm, other), np.uint8)


def bared(bare: Bare | None, look: Look, mask: Mask) -> Mask:
    """Give a mask of what has changed, without the places that show the table as it is known."""
    if bare is None:
        return mask
    other = changed(look, _with_the_unknown_of(bare, look))
    # Beside what is not known the comparison, which allows for a pixel's shift, sees no difference.
    unknown = np.asarray(cv2.dilate(cv2.bitwise_not(bare.known), np.ones((5, 5), np.uint8)), np.uint8)
    return np.asarray(mask & (other | unknown), np.uint8)


def _with_the_unknown_of(bare: Bare, look: Look) -> Look:
    """Give the bare table, with what is not known of it as in a look."""
    small = np.where(bare.known[:, :, None] > 0, bare.look.small, look.small)
    return replace(bare.look, small=np.asarray(small, np.uint8))
