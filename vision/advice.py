"""What is wrong with the picture while a game goes on: said once several looks have left cards unread.

That a row runs out of the picture is said at the second look, though all that is seen of it is read: the card
that began it, or the next one, may lie outside.
"""

from collections.abc import Sequence

from companion.cards import Zone
from companion.evidence import SeenCard, Sighting
from companion.language import say
from vision.frame import Frame, Image
from vision.hints import OUTSIDE, Pictured, Trouble, cut_off, hints

LOOKS = 3
"""So many looks in a row must have left a card unread before the picture is blamed for it."""

IN_VAIN = 4
"""Something must have come or gone so many times, and no card been read yet, before that is said."""

RUN_OUT = 2
"""In so many looks in a row some card must reach over the picture's edge: of a covered card one may be told
wrongly where it lies."""

HARMLESS = (Trouble.NOTHING_SEEN, Trouble.UPSIDE_DOWN)
"""What keeps no card from being read."""


class Adviser:
    """Watches what the looks at a table leave unread; fed in order. Not for several threads.

    ``rows``: whether the cards are laid in one row. Else some may lie half in the picture and do no harm.
    """

    def __init__(self, *, rows: bool = True) -> None:
        self._rows = rows
        self.message: str | None = None
        """What is wrong with the picture and what to do; None while it is good enough."""
        self._bad = self._out = 0
        self._good: Pictured | None = None
        self._seen_any = False

    def see(self, frame: Frame, sighting: Sighting | None, in_vain: int = 0) -> None:
        """Hear what a look at a frame has come to; None where it told nothing new.

        What was said stands, in the same words, until every card is read again and lies in the picture.
        ``in_vain``: how often something as large as a card has come or gone, and none was read.
        """
        self._seen_any |= bool(sighting and sighting.cards)
        if in_vain >= IN_VAIN and not self._seen_any and self.message is None:
            self.message = self._wrong(frame.image, ()) or nothing_read()
        if sighting is None or sighting.partly or not sighting.cards:
            return
        cut = self._runs_out(frame.image, sighting)
        if all(card.sure for card in sighting.cards):
            self._bad, self.message, self._good = 0, cut, Pictured(frame.image, sighting.cards)
            return
        self._bad += 1
        self.message = self.message or cut
        if self._bad >= LOOKS and self.message is None:
            self.message = self._wrong(frame.image, sighting.cards)

    def _runs_out(self, image: Image, sighting: Sighting) -> str | None:
        """Say that the row runs out of the picture, where it does; once said, until all of it lies inside."""
        row = sighting.zone(Zone.ROW) if self._rows else ()
        over = next(iter(cut_off(row, image.shape, 0.0)), None)
        self._out = self._out + 1 if over and over.measured > OUTSIDE else 0
        said = over is not None and (over.message == self.message or self._out >= RUN_OUT)
        return over.message if over and said else None

    def _wrong(self, image: Image, cards: Sequence[SeenCard]) -> str | None:
        found = hints(image, cards, self._good)
        return next((hint.message for hint in found if hint.trouble not in HARMLESS), None)


def nothing_read() -> str:
    """Say that no card is read although things come and go."""
    return say(
        "Things come and go on the table, but no number can be read. If they are cards: bring the camera"
        " nearer, or give them more light."
    )
