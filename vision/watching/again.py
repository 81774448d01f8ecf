"""Reads picture after picture of one table: as long as all around is as it was, it looks at the cards alone.

A table that nobody touches is read more than once, so that two pictures must agree. Where the cards lie and
how large they are is known by then; the rest of the picture need only be as it was. Such a look may only
confirm what was read, where it lay: whatever else it shows, and what is unsure, gets a look at everything.

The camera stays where it is, and a table lays its rows the same way: which way was up for the rows before
says whether a first card is a 6 or a 9. So does how the other numbers of its deck stood.
"""

from collections import Counter
from collections.abc import Sequence
from math import cos

import cv2
import numpy as np

from companion.cards import Card
from companion.evidence import SeenCard, distance
from vision.cards.standing import Stood
from vision.frame import Image
from vision.looks.distance import View, view_of
from vision.looks.look import Context, Observation
from vision.memory.known import SAME_SPOT
from vision.motion.changes import DIMMEST, difference
from vision.pipeline import Reader
from vision.prints.finder import Picture

HALVED = 3
"""So often pictures are halved before they are compared: a finger tip is no smaller than what is left."""

REMEMBERED = 4
"""So many looks that said which way was up are remembered for the next row. What is not said clearly, as by a
lone card, counts once for each table that says it, and speaks against one look alone."""

TWICE = 2
"""After so many looks at everything that left the same cards unsure, one at the cards alone is tried. While
that confirms them it is enough; where it says something else, all further ones are at everything, until
something changes."""

Told = tuple[float, frozenset[Card | None]]
"""Which way is up for a row (radians), and the cards of the table that said so."""


class Again:
    """Reads pictures of one table in the order in which they were taken. Not for several threads."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._small: Image | None = None
        self._view: View | None = None
        self._cards: tuple[SeenCard, ...] = ()
        self._whole = 0
        self._in_vain = False
        self._ups: tuple[Told, ...] = ()
        self._stood: tuple[Stood, ...] = ()

    def read(self, image: Picture) -> tuple[SeenCard, ...]:
        """Give the cards in a BGR picture (H, W, 3), the row in row order; raises `ValueError` on others."""
        small, faces = _small(image), _faces(self._cards)
        same, ups = self._same_around(small), tuple(up for up, _ in self._ups)
        tried = same and not self._in_vain and (not faces[None] or self._whole == TWICE)
        if tried:
            context = Context(view=self._view, ups=ups, stood=self._stood, unsure=faces[None], game=True)
            look = self._reader.observe(image, context)
            if _faces(look.cards) == faces and _lie_as(look.cards, self._cards):
                self._remember(look, image, small, confirmed=True)
                if not faces[None]:  # of an unsure card the look at everything said more
                    self._cards = look.cards
                return self._cards
        look = self._reader.observe(image, Context(ups=ups, stood=self._stood, game=True))
        self._remember(look, image, small, confirmed=False)
        borne_out = same and _faces(look.cards) == faces
        # A look at the cards alone that denied what all looks bear out, as where they are seen at a slant,
        # would do so again: it is not tried until something changes.
        denied = tried and not faces[None] and _lie_as(look.cards, self._cards)
        self._in_vain = borne_out and (self._in_vain or denied)
        self._whole = self._whole + 1 if borne_out else 1
        self._cards = look.cards
        return self._cards

    def _remember(self, look: Observation, image: Picture, small: Image, confirmed: bool) -> None:
        """Keep a picture, which way was up in the look at it, and how its cards are seen best."""
        self._small, self._stood = small, look.stood
        if look.up is not None:
            self._ups = self._heard(*look.up, frozenset(_faces(look.cards)) - {None})
        if not confirmed or self._view is None or look.distance != self._view.distance:
            self._view = view_of([card.quad for card in look.cards], look.distance, image.shape[:2])

    def _heard(self, up: float, clearly: bool, cards: frozenset[Card | None]) -> tuple[Told, ...]:
        """Give what is remembered of which way was up (radians), with what a look at cards says of it."""
        agreed = tuple(told for told in self._ups if cos(told[0] - up) > 0)
        if not clearly and len(agreed) < len(self._ups):
            return self._ups[1:]
        again = not clearly and any(cards == others for _, others in agreed)
        return agreed if again else (*agreed, (up, cards))[-REMEMBERED:]

    def _same_around(self, small: Image) -> bool:
        """Say whether a picture shows what the one before did around the cards of that one."""
        if self._view is None or self._small is None or self._small.shape != small.shape:
            return False
        differs = difference(small, self._small, DIMMEST)  # as in the dark: rather look at all once too often
        left, top, right, bottom = (edge >> HALVED for edge in self._view.part)
        differs[top:bottom, left:right] = 0
        return cv2.countNonZero(differs) == 0


def _small(image: Picture) -> Image:
    """Shrink a BGR picture (H, W, 3) to what is compared, by halves: OpenCV is fast at those."""
    small = image
    for _ in range(HALVED):
        size = max(1, small.shape[1] // 2), max(1, small.shape[0] // 2)
        small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), np.uint8)
    return small


def _faces(cards: Sequence[SeenCard]) -> Counter[Card | None]:
    """Count the cards that are surely read, by what they are, and those that are not."""
    return Counter(card.believed for card in cards)


def _lie_as(cards: Sequence[SeenCard], before: Sequence[SeenCard]) -> bool:
    """Say whether each card that was surely read lies where it lay: one in a hand may be laid elsewhere."""
    sure = [card for card in before if card.believed]
    return all(
        any(new.believed == old.believed and distance(old.quad, new.quad) <= SAME_SPOT for new in cards)
        for old in sure
    )
