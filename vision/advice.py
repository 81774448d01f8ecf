"""What is wrong with the picture while a game goes on: said once several looks have left cards unread."""

from companion.evidence import Sighting
from vision.frame import Frame, Image
from vision.hints import Trouble, hints

LOOKS = 3
"""So many looks in a row must have left a card unread before the picture is blamed for it."""

HARMLESS = (Trouble.NOTHING_SEEN, Trouble.UPSIDE_DOWN)
"""What keeps no card from being read."""


class Adviser:
    """Watches what the looks at a table leave unread; fed in order. Not for several threads."""

    def __init__(self) -> None:
        self.message: str | None = None
        """What is wrong with the picture and what to do; None while it is good enough."""
        self._bad = 0
        self._good: Image | None = None

    def see(self, frame: Frame, sighting: Sighting | None) -> None:
        """Hear what a look at a frame has come to; None where it told nothing new.

        What was said stands, in the same words, until every card is read again.
        """
        if sighting is None or sighting.partly or not sighting.cards:
            return
        if all(card.sure for card in sighting.cards):
            self._bad, self.message, self._good = 0, None, frame.image
            return
        self._bad += 1
        if self._bad >= LOOKS and self.message is None:
            self.message = self._wrong(frame.image, sighting)

    def _wrong(self, image: Image, sighting: Sighting) -> str | None:
        found = hints(image, sighting.cards, self._good)
        return next((hint.message for hint in found if hint.trouble not in HARMLESS), None)
