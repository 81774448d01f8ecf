"""Doubts what cannot, or hardly can, be true of all cards of a picture together.

Doubt only: a card that is doubted is asked about as what it reads as, so that no illegal placement is ever
taken for a legal one.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from companion.cards import Zone
from companion.evidence import SeenCard
from vision.cards.decode import SURE, halved, twins
from vision.games import GameLook

ORDERLY = 0.995
"""A number that stands against the order of a row that grows is believed from this probability (0-1) on: rows
are laid wrongly far less often than numbers are misread. Of 17 wrong sure readings that stood so in 360 rows
at home 15 fell to 0.99, of 570 others two stayed (0.991 and 0.996); with later nets, of 12 wrong sure ones of
3091 in 610 rows none lay between 0.98 and 0.998. Of right sure readings 12 in a hundred say less: so many of
the cards that do lie wrongly are asked about."""

DISORDERED = 0.96
"""Such a number is believed from this probability (0-1) on in a row in which another one surely stands
against the order: nobody keeps it there."""

TEN = 10
"""The number that is the beginning of a longer one, 100."""

AMID_DOUBT = 0.975
"""A single figure before the end of a row of which less than half of the other cards is sure is believed from
this probability (0-1) on: where so little can be read, it is most often the first of two. Of six such less
sure ones in 300 rows at home five were; of the three surer ones none."""

STRANGE = ((0.12, 0.98), (0.25, 0.995))
"""From such a mean doubt (0-1) of the row's other numbers on a number is believed from such a probability
(0-1) on: where the figures are unclear the deck's print is strange to the reader, and one that seems clear
may be another. Of 67 numbers in 1100 drawn rows that this asked about 12 were wrong, of 5600 others 15. It
counted what may be a pass card, too, then: of seven numbers in 730 later rows that only that would ask about
none was wrong."""

STACKS = (Zone.UP, Zone.DOWN)
"""Where a card is its number and its colour."""

RIVAL = 0.5
"""A card that is a number with this probability (0-1) or more speaks against another one's being that one."""


def doubted(cards: Sequence[SeenCard], look: GameLook) -> tuple[SeenCard, ...]:
    """Give the cards, each row in its order, with those unsure that the others speak against."""
    told = _strange(cards)
    told = _passes(_twins(told) if look.each_once else told)
    return _amid_doubt(_disorder(told)) if look.rising else told


def lacks_colour(card: SeenCard) -> bool:
    """Say whether of a card of the two stacks only the number is known: of it there are five."""
    return card.zone in STACKS and card.best is not None and card.best.colour is None


def colourless(cards: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
    """Give the cards, those of the two stacks unsure of which only the number is known.

    Not for a game that is followed: its follower takes the number as read and asks about the colour.
    """
    return tuple(replace(c, sure=False) if lacks_colour(c) else c for c in cards)


def _twins(cards: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
    """Doubt every card of a number that another one is, too, or may well be: it exists once."""
    double = twins([c.best.value for c in cards if c.best is not None and c.confidence >= RIVAL])
    return tuple(
        replace(c, alternatives=halved(c.alternatives), sure=False)
        if c.believed is not None and c.believed.value in double
        else c
        for c in cards
    )


def _disorder(cards: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
    """Make unsure the worse of two numbers of a row that stand the wrong way round.

    That is the one that stands so to more of the others, else the one that was read less surely. A 10 behind
    larger numbers, or behind one that was not read, however clear, may be the first figures of 100: the next
    card hides the last.
    """
    row = [
        (i, c.believed.value, c.confidence) for i, c in enumerate(cards) if c.zone is Zone.ROW and c.believed
    ]
    numbers = [(i, value, sure) for i, value, sure in row if value is not None]
    crossed = [(a, b) for a, b in combinations(numbers, 2) if a[1] > b[1]]
    often = Counter(card for pair in crossed for card in pair)
    worse = {min(pair, key=lambda card: (-often[card], card[2])) for pair in crossed}
    bound = DISORDERED if any(sure >= ORDERLY for _, _, sure in worse) else ORDERLY
    last = max((i for i, card in enumerate(cards) if card.zone is Zone.ROW), default=-1)
    tens = {i for i, value, _ in numbers if value == TEN and i < last}
    larger = {i for _, (i, _, _) in crossed}
    begun = {i for i in tens if i in larger or (i and cards[i - 1].believed is None)}
    less = begun | {i for i, _, sure in worse if sure < bound}
    return tuple(replace(c, sure=False) if i in less else c for i, c in enumerate(cards))


def _amid_doubt(cards: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
    """Make a single figure unsure that the next card may cover in part, in a row that is hardly read."""
    row = [i for i, card in enumerate(cards) if card.zone is Zone.ROW]
    sure = sum(cards[i].sure for i in row)
    less = {
        i
        for i in row[:-1]
        if (best := cards[i].believed) is not None
        and best.value is not None
        and 0 < best.value < TEN
        and cards[i].confidence < AMID_DOUBT
        and 2 * (sure - 1) < len(row) - 1
    }
    return tuple(replace(c, sure=False) if i in less else c for i, c in enumerate(cards))


def _strange(cards: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
    """Make unsure what only seems clear in a row in which two or more other numbers are unclear."""
    read = {
        i: 1 - c.confidence
        for i, c in enumerate(cards)
        if c.zone is Zone.ROW and c.best is not None and c.best.value is not None
    }

    def bound(card: int) -> float:
        others = [doubt for i, doubt in read.items() if i != card]
        if sum(doubt > 1 - SURE for doubt in others) < 2:
            return 0.0
        mean = sum(others) / len(others)
        return max((least for doubt, least in STRANGE if mean >= doubt), default=0.0)

    less = {i for i in read if cards[i].sure and cards[i].confidence < bound(i)}
    return tuple(replace(c, sure=False) if i in less else c for i, c in enumerate(cards))


def _passes(cards: Sequence[SeenCard]) -> tuple[SeenCard, ...]:
    """Make a pass card unsure that lies before a likely number: a hand or half a number may look like one."""
    likely = [c.best if c.zone is Zone.ROW and c.confidence >= RIVAL else None for c in cards]
    last = max((i for i, card in enumerate(likely) if card and card.value is not None), default=-1)
    return tuple(
        replace(c, sure=False) if i < last and c.best is not None and c.best.value is None else c
        for i, c in enumerate(cards)
    )
