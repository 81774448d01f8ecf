"""Reads rows in still pictures that were squeezed to a square.

Hardly a camera gives squares, and figures squeezed to half their width are others: an 11 is one stroke, a 7
looks like a 1. So a square picture is read in the shapes that cameras give as well, and the reading counts
that is sure of most.
"""

from collections.abc import Sequence

from companion.evidence import SeenCard
from vision.cards.doubting import colourless
from vision.frame import Reads
from vision.looks.leaning import ROW, read_as, reshaped, with_stretched
from vision.prints.finder import Picture

SHAPES = (4 / 3, 16 / 9)
"""How wide pictures of tables are for their height."""


def read_still(reader: Reads, image: Picture, leaning: bool = False) -> tuple[SeenCard, ...]:
    """Give the cards in a BGR picture (H, W, 3), a square one read in each shape that it may have had.

    A card of the stacks whose colour is not seen is not sure: whoever uses the reading need not look for it.
    ``leaning``: it may show tiles that lean; then it is read stretched, too.
    """
    cards = reader.read(image)
    if image.shape[0] == image.shape[1]:
        others = (read_as(reader, image, reshaped(image, 0.0, wide, 1.0)) for wide in SHAPES)
        rows = [other for other in others if sum(card.sure for card in other) >= ROW]
        cards = max([cards, *rows], key=_worth)
    return colourless(with_stretched(reader, image, cards) if leaning else cards)


def _worth(cards: Sequence[SeenCard]) -> tuple[int, int, float]:
    """Rank a reading: by the cards that are sure, then by how few are not, then by how sure all are."""
    sure = sum(card.sure for card in cards)
    return sure, sure - len(cards), sum(card.confidence for card in cards)
