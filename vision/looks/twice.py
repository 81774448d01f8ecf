"""Weighs two looks at the same cards, from different distances, against each other.

What reads clearly from one place and as something else from another is no clear reading; what one look
leaves open another may settle. The two see the same ink, so they are no two witnesses: of what they say of a
card, a mean counts (of the log odds), not the product.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import exp

from companion.cards import Zone
from companion.evidence import Alternative, SeenCard
from vision.cards.decode import ALTERNATIVES, FAINT, is_sure
from vision.cards.geometry import height_of, middles_apart
from vision.looks.same_cards import (
    SAME_PLACE,
    Cards,
    Face,
    alike,
    face_of,
    from_the_same_end,
    paired,
    place_of,
    stands_for,
)
from vision.looks.side_by_side import parted
from vision.prints.trust import LEAST, log_odds

SURER = 0.75
"""Where two looks read the same, what the surer one counts (0-1); the other one counts the rest. Where they
do not, or one rather thinks a card no pass that the other one takes for one, both count alike."""

RATHER = 0.5
"""From this probability (0-1) on, a look takes a card for a pass rather than not."""

UNREAD = 0.5
"""A look that saw nothing in a card's place, or could not read it, counts as if it were so sure (0-1) of what
the other one says: that one must be surer than by itself, and the more so the more such looks there were."""

BY_ITSELF = 0.45
"""A card that one look could not read, the other one not see, lies this share of a card's height from all
others: in some 750 drawn and ray-traced pictures some thirty such were cards, and three were not."""

LIKELY, ITS_OWN = 0.6, 0.15
"""A number of this probability (0-1) that but one of several looks saw is asked about, where it lies this
share of a card's height from all others: nearer ones are parts of their numbers. In 1210 rows there were
nine such; seven cards were there, five of them covered, and all had been lost without a word. In 120 more one
was an 80's 8, one a card's that was told as unread: such must lie off by `BY_ITSELF`."""


def joined(first: Cards, second: Cards, *, once: bool = False, looks: int = 1) -> Cards:
    """Give the cards of the look that is sure of more of them, each as far believed as both together say.

    Of two that are sure of as many, the one that leaves fewer open counts, else the first one. Zones, places
    and order are those of that look. What the other look is sure of and this one missed is not lost, nor a
    card that it could not read where this one saw none at all. Where the second look tells the row from its
    other end, the order of the one that is sure of more of the row counts; where it alone does so against
    several, or tells a card in another zone than these, those count. ``once``: no number is printed on two
    cards of this deck. ``looks``: of how many looks the first is already the joint word.
    """
    first, second = _from_one_end(first, second, looks)
    first, second = parted(first, second), parted(second, first)
    outvoted = looks > 1 and _lie_elsewhere(first, second)
    better, other = (second, first) if worth(second) > worth(first) and not outvoted else (first, second)
    partners = paired(better, other)
    pairs = [(card, same) for card, same in zip(better, partners, strict=True)]
    for place, card in enumerate(other):
        told = any(stands_for(b, same, card, once) for b, same in pairs)
        if not told and (card.sure or all(_by_itself(card, b) for b, _ in pairs)):
            pairs.insert(place_of(other, place, pairs), (card, card))  # seen by one look alone
    latest = {id(card) for card in second}
    both = [(card, None if card is same else same) for card, same in pairs]
    cards = tuple(_weighed(c, same, looks if id(_read(c, same)) in latest else 1) for c, same in both)
    return _going_down(cards, first, second)


def _lie_elsewhere(first: Cards, second: Cards) -> bool:
    """Say whether a card lies in one zone in one look, and in another zone in the other."""
    pairs = zip(first, paired(first, second), strict=True)
    return any(same is not None and same.zone is not card.zone for card, same in pairs)


def _going_down(cards: Cards, first: Cards, second: Cards) -> Cards:
    """Take a lone stack for the one going down where one look says so: up is what is told without a sign.

    Where but one of two looks is sure of it, that one's word counts.
    """
    both = (*first, *second)
    if not len(first) == len(second) == len(cards) == 1 or {c.zone for c in both} != {Zone.UP, Zone.DOWN}:
        return cards
    sure = [card for card in both if card.sure]
    return (replace(cards[0], zone=sure[0].zone if len(sure) == 1 else Zone.DOWN),)


def recalled(cards: Cards, looks: Sequence[Cards], *, once: bool = False) -> Cards:
    """Give the joint word of several looks with the likely cards that it lost, unsure, each where it lay.

    Where cards lie closely, a later look may take what it could not read there for a part of its neighbour;
    and a look that sees fewer cards, but all of them surely, may be thought the better one. A pass card is
    missed where two looks saw one: of 840 drawn and ray-traced rows one lay there in all three in which more
    than one look saw it and nothing stood for it in the end; in three of the five in which one did, none did.
    """
    for look in looks:
        pairs = [(card, same) for card, same in zip(cards, paired(cards, look), strict=True)]
        for place, card in enumerate(look):
            if not _is_missed(card, look, looks):
                continue
            told = (stands_for(b, same, card, once) or _may_be(card, _apart(card, b), b) for b, same in pairs)
            if not any(told):
                pairs.insert(place_of(look, place, pairs), (replace(card, sure=False), card))
        cards = tuple(card for card, _ in pairs)
    return cards


def _is_missed(card: SeenCard, look: Cards, looks: Sequence[Cards]) -> bool:
    """Say whether a card of one look is so likely that it is not passed over in silence."""
    if card.best is None or card.confidence < LIKELY:
        return False
    others = (other for each in looks if each is not look for other in each)
    return card.best.value is not None or any(
        alike(card, other) and other.confidence >= LIKELY and _apart(card, other) < SAME_PLACE
        for other in others
    )


def _from_one_end(first: Cards, second: Cards, looks: int) -> tuple[Cards, Cards]:
    """Give two looks, both with their rows from the end from which the one surer of its row tells it.

    Playing cards are printed alike on their heads, and a look may see little but the far ends of a row's.
    Where the first is the word of several ``looks``, its end counts.
    """
    surer = [sum(card.sure for card in look if card.zone is Zone.ROW) for look in (first, second)]
    if looks == 1 and surer[1] > surer[0]:
        return from_the_same_end(second, first), second
    return first, from_the_same_end(first, second)


def _may_be(card: SeenCard, off: float, told: SeenCard) -> bool:
    """Say whether what was read so far (heights) from another card may be what that bears, or part of it."""
    number = card.best.value if card.best is not None else None
    part = told.best is None or (number is not None and str(number) in str(told.best.value))
    return off < (BY_ITSELF if part else ITS_OWN)


def _by_itself(card: SeenCard, other: SeenCard) -> bool:
    """Say whether a card lies so far from another one that it is no part of that one."""
    return _apart(card, other) >= BY_ITSELF


def _apart(card: SeenCard, other: SeenCard) -> float:
    """Give how far apart the middles of two cards lie, in heights of the second."""
    return middles_apart(card, other) / max(height_of(other), 1.0)


def worth(cards: Cards) -> tuple[bool, int, int]:
    """Rank a look: by whether it shows any card, by the cards that are sure, then by how few are not."""
    sure = sum(card.sure for card in cards)
    return bool(cards), sure, sure - len(cards)


def _read(card: SeenCard, other: SeenCard | None) -> SeenCard | None:
    """Give the first of two looks at a card in which it was read, else the second."""
    return card if card.alternatives else other


def _weighed(card: SeenCard, other: SeenCard | None, unread: int) -> SeenCard:
    """Give a card as two looks see it; what neither of them is sure of stays open.

    ``unread``: in so many looks it was not read, if it was not in one of the two.
    """
    told = mean(card.alternatives, other.alternatives if other is not None else (), unread)
    borne_out = other is not None and other.sure and not _only_place_differs(card, other)
    return replace(card, alternatives=told, sure=is_sure(told) and (card.sure or borne_out))


def _only_place_differs(asked: SeenCard, other: SeenCard) -> bool:
    """Say whether a card, clearly read, is asked about for its place, and another look tells another one."""
    return not asked.sure and is_sure(asked.alternatives) and asked.zone is not other.zone


def same_number(one: Sequence[Alternative], other: Sequence[Alternative]) -> bool:
    """Say whether nothing in two looks at a card says that it is another: the best of both is the same."""
    return not one or not other or face_of(one[0].card) == face_of(other[0].card)


def mean(
    one: Sequence[Alternative], other: Sequence[Alternative], unread: int = 1
) -> tuple[Alternative, ...]:
    """Give what two looks say of a card together, most probable first, in the first one's colours.

    ``unread``: so many looks could not read it, where one of the two says nothing.
    """
    both = SURER if same_number(one, other) and _rather_none(one) == _rather_none(other) else 0.5
    share = both if one and other else SURER**unread
    cards = {face_of(a.card): a.card for a in (*other, *one)}
    told = [
        Alternative(card, _between(_said(face, one, other), _said(face, other, one), share))
        for face, card in cards.items()
    ]
    total = max(1.0, sum(a.probability for a in told))
    best = sorted(told, key=lambda a: -a.probability)[:ALTERNATIVES]
    return tuple(replace(a, probability=p) for a in best if (p := a.probability / total) >= FAINT)


def _rather_none(told: Sequence[Alternative]) -> bool:
    """Say whether a look holds a card for a pass less likely than not."""
    return bool(told) and told[0].card.value is None and told[0].probability < RATHER


def _said(face: Face, told: Sequence[Alternative], beside: Sequence[Alternative]) -> float:
    """Give how probable (0-1) one look calls what is printed on a card, ``beside`` what the other one says.

    One that read no number, and holds the card for a pass no more than perhaps, does not speak against one.
    """
    if told and (face[1] is None or any(a.card.value is not None for a in told)):
        return _probability(face, told)
    most = max((a.probability for a in beside), default=1.0)
    return UNREAD * (1 - sum(a.probability for a in told)) * _probability(face, beside) / most


def _probability(face: Face, told: Sequence[Alternative]) -> float:
    return next((a.probability for a in told if face_of(a.card) == face), LEAST)


def _between(one: float, other: float, share: float) -> float:
    """Give the probability whose log odds lie between those of two others, by a share (0-1) of the higher."""
    low, high = sorted((log_odds(one), log_odds(other)))
    return 1 / (1 + exp(-share * high - (1 - share) * low))
