"""Says whether two numbers that stand far apart are two cards', in a row of which the cards are seen."""

from collections.abc import Sequence

from vision.cards.geometry import RowAxes, apart, lies_on
from vision.prints.angles import off_axis
from vision.prints.finder import CardHint, Print

SEEN, FEW = 0.4, 3
"""So many cards, each seen so clearly (0-1), are a row, in which prints of neighbours may seem one card's."""

ROOM, SAME_CARD = 1.15, 0.05
"""Two prints of one card are no further apart than so many times how wide and high it is told to be; where
the places that they tell for it are nearer to each other than the second share of its height, it is one."""

NEAREST, FARTHEST, TURNED = 0.28, 0.52, 0.35
"""An index stands so far from its card's middle, in shares of its width and height; and is turned against it
by less (radians)."""

CLEARLY_SEEN, AROUND = 0.7, 0.15
"""The look of a card with this score (0-1) says well where it lies: what is so many of its widths beyond its
rim is not on it."""


def of_two_cards(a: Print, b: Print, cards: Sequence[CardHint], alike: bool = True) -> bool:
    """Say whether two prints stand further apart than a card as large as theirs has room for.

    ``cards``: those that are seen; where they are few, how large they are is told badly. ``alike``: the two
    read alike. If they also tell the same place for their card, it may be wide, seen from far below, unless
    one of them is another card's.
    """
    if sum(card.score >= SEEN for card in cards) < FEW:
        return False
    wide, high = (a.card.width + b.card.width) / 2, (a.card.height + b.card.height) / 2
    across, along = RowAxes(a.up).way(a.centre, b.centre)
    if abs(across) < ROOM * wide and abs(along) < ROOM * high:
        return False
    return not alike or apart(a.card, b.card) > SAME_CARD * high or parted(a, b, cards)


def parted(a: Print, b: Print, cards: Sequence[CardHint]) -> bool:
    """Say whether one of two prints is the index of a card that is clearly seen, and the other not on it."""
    return any(
        (stands_in_corner(a, card) and not lies_on(b.centre, card, -AROUND))
        or (stands_in_corner(b, card) and not lies_on(a.centre, card, -AROUND))
        for card in cards
        if card.score >= CLEARLY_SEEN
    )


def stands_in_corner(print_: Print, card: CardHint) -> bool:
    """Say whether a print is where a card bears its index: upper left, or lower right on its head."""
    own = RowAxes(print_.up)
    right, above = own.way(card.centre, print_.centre)
    natural = -FARTHEST < right / card.width < -NEAREST and NEAREST < above / card.height < FARTHEST
    return natural and off_axis(print_.up, card.up) < TURNED
