"""Finds the cards of one look in another one, and where those belong that it missed."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from companion.cards import Card, Kind, Zone
from companion.evidence import SeenCard
from vision.cards.candidates import CLOSEST_CARDS
from vision.cards.geometry import height_of, middles_apart

SAME_PLACE = 0.35
"""Cards whose middles are no further apart than this share of their height are one card."""

SAME_FACE = 0.7
"""Of a closely covered card two looks tell different places: what reads the same and is no farther off than
this share of its height is one card."""

Cards = tuple[SeenCard, ...]
Face = tuple[Kind, int | None]


def paired(cards: Cards, others: Cards) -> list[SeenCard | None]:
    """Give for each card the one of another look that is the same, None where that look has none there.

    What reads the same and lies near goes first, unless what each look could not read lies in the place where
    the other one read it: there are two, then. Of the rest, each is the other's nearest: where one look
    missed a card of a close row, its neighbour is near, too.
    """
    if not others or not cards:
        return [None] * len(cards)
    both = (*cards, *others)
    if len(cards) == len(others) == 1 and all(c.zone is Zone.PILE and c.alternatives for c in both):
        return [others[0]]  # there is but one pile
    middles, there = (np.array([np.mean(c.quad, axis=0) for c in some]) for some in (cards, others))
    off = np.hypot(*(middles.reshape(-1, 1, 2) - there).transpose(2, 0, 1))
    off /= np.array([[height_of(card)] for card in cards])
    same = np.array([[alike(card, other) for other in others] for card in cards])
    near = off < CLOSEST_CARDS
    unread_there = (near & [[other.best is None for other in others]]).any(axis=1)
    unread_here = (near & [[card.best is None] for card in cards]).any(axis=0)
    same &= ~np.outer(unread_there, unread_here)
    found: dict[int, int] = {}
    for among, most in ((np.where(same, off, np.inf), SAME_FACE), (off, SAME_PLACE)):
        distance = among.copy()
        distance[list(found)] = np.inf
        distance[:, list(found.values())] = np.inf
        nearest, back = distance.argmin(axis=1), distance.argmin(axis=0)
        found |= {i: int(k) for i, k in enumerate(nearest) if back[k] == i and distance[i, k] < most}
    return [others[found[i]] if i in found else None for i in range(len(cards))]


def alike(one: SeenCard, other: SeenCard) -> bool:
    """Say whether two cards are thought to be the same one."""
    return one.best is not None and other.best is not None and face_of(one.best) == face_of(other.best)


def from_the_same_end(first: Cards, second: Cards) -> Cards:
    """Give the cards of a second look with its row turned round if it is told from its other end.

    Of cards that are printed alike on their heads each look may think otherwise which way up they lie.
    """
    row = tuple(card for card in second if card.zone is Zone.ROW)
    places = {id(card): place for place, card in enumerate(first) if card.zone is Zone.ROW}
    told = (places.get(id(same)) for same in paired(row, first) if same is not None)
    known = [place for place in told if place is not None]
    if sum((b > a) - (b < a) for a, b in combinations(known, 2)) >= 0:
        return second
    back = reversed(row)
    return tuple(next(back) if card.zone is Zone.ROW else card for card in second)


def stands_for(card: SeenCard, same: SeenCard | None, missed: SeenCard, once: bool) -> bool:
    """Say whether a card of the better look, paired with ``same``, is what the other look calls ``missed``.

    What is paired with a card that reads like it is that one, and no other beside it. Pass cards all read
    alike, and lie as near to one another as any cards of a row.
    """
    if same is missed:
        return True
    off = middles_apart(card, missed) / height_of(card)
    if not alike(card, missed):
        return off < CLOSEST_CARDS and (same is None or not alike(card, same))
    if card.best is not None and card.best.value is not None:
        return once or off < SAME_FACE
    return off < (SAME_FACE if same is None else SAME_PLACE)


def place_of(other: Cards, place: int, pairs: Sequence[tuple[SeenCard, SeenCard | None]]) -> int:
    """Give where among the pairs a card of the other look belongs: behind the one before it, in its zone."""
    zone = other[place].zone
    at = {id(same): k for k, (_, same) in enumerate(pairs) if same is not None}
    before = [at[id(c)] for c in other[:place] if c.zone is zone and id(c) in at]
    after = [at[id(c)] for c in other[place:] if c.zone is zone and id(c) in at]
    return before[-1] + 1 if before else after[0] if after else len(pairs)


def face_of(card: Card) -> Face:
    """Give what is printed on a card, but for its colour: that is told less surely than its number."""
    return card.kind, card.value
