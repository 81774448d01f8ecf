"""Gives indices the cards on which they stand, where these lie whole beside each other.

What an index votes for is only half the truth on cards like these: so small a part of a card does not tell in
which of its four corners it stands. A card that lies whole is seen itself.
"""

from collections.abc import Sequence
from dataclasses import replace

from vision.cards.four_corners import SEEN
from vision.cards.geometry import RowAxes
from vision.prints.finder import CardHint, CardKind, Print

APART = 0.2
"""Two cards that lie beside each other seem to overlap by no more than this share of their width or height:
so roughly are they seen."""

BEYOND, NEARER = 0.12, 0.1
"""An index stands no farther beyond the rim of its card as it is seen than the first, and is nearer to its
middle than to any other by more than the second, in widths and heights of the cards."""


def on_whole_cards(prints: Sequence[Print], looks: Sequence[CardHint]) -> tuple[Print, ...]:
    """Give prints with the cards as votes on which they stand, if these lie whole and are clearly seen.

    ``looks``: the cards that are seen. Those hardly seen get no print, but keep others from getting theirs.
    """
    seen = [look for look in looks if look.score >= SEEN]
    whole = [look for look in seen if not any(_overlap(look, other) for other in seen if other is not look)]
    return tuple(_placed(p, looks, whole) for p in prints)


def one_card_each(prints: Sequence[Print], clusters: Sequence[Sequence[int]]) -> list[list[int]]:
    """Join the clusters of prints of which some stand on one and the same card that lies whole.

    Only prints to which `on_whole_cards` gave that card have equal votes: others are seen from their prints.
    """
    joined: list[list[int]] = []
    for members in clusters:
        own = [k for k in joined if any(prints[a].card == prints[b].card for a in k for b in members)]
        joined = [k for k in joined if k not in own]
        joined.append([i for k in own for i in k] + list(members))
    return joined


def _placed(print_: Print, looks: Sequence[CardHint], whole: Sequence[CardHint]) -> Print:
    """Give a print the one card on which it stands, if there is one."""
    off = sorted((_off(print_, card), k) for k, card in enumerate(looks))
    if not off or off[0][0] > 0.5 + BEYOND or (len(off) > 1 and off[1][0] < off[0][0] + NEARER):
        return print_
    card = looks[off[0][1]]
    return replace(print_, card=replace(card, kind=CardKind.NUMBER)) if card in whole else print_


def _off(print_: Print, card: CardHint) -> float:
    """Give how far from a card's middle a print stands: 0.5 on its rim."""
    right, above = RowAxes(card.up).way(card.centre, print_.centre)
    return max(abs(right) / card.width, abs(above) / card.height)


def _overlap(a: CardHint, b: CardHint) -> bool:
    """Say whether one of two cards, of nearly one direction, lies on the other."""
    right, above = RowAxes(a.up).way(a.centre, b.centre)
    wide, high = (a.width + b.width) / 2, (a.height + b.height) / 2
    return abs(right) < (1 - APART) * wide and abs(above) < (1 - APART) * high
