"""What a card is in which nothing that fits is read: what lies about it says it, as a guess. Pure.

A jump card names its partner, fifty away: whoever lays a 61 beside the row means the 11. Where an 11 would
lie between its neighbours, on a card that cannot be read or hidden under the next one, and the hands bear it
out, it lies there. Without a jump card, a number between its neighbours stands for it once the table has long
gone on: the acts after it are told, and the card stays asked about.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from companion.cards import Card, Kind, Zone, plain
from companion.clock import Span
from companion.evidence import Alternative, Arrival, Quad, SeenCard, Sighting
from companion.jumps.adjudicator import partner
from companion.observing.clues import Clues, brought_all, face_of
from companion.observing.doubts import LONGEST
from companion.observing.geometry import nearest, same_place
from companion.observing.observer import Explanation, Rest, explain
from companion.observing.stories import DEEPEST
from companion.records.game import Game
from companion.rules.base import Act

TRIED = 60
"""So many stories are tried with each place at which a number may lie."""

NAMED = 0.9
"""The probability (0-1) that a number gets on a card on which nothing that fits is read."""

HARDLY = 0.5
"""A card on which one thing is at least as probable as this is no other, unless it stands against the row."""

HIGHEST = 100
"""The highest number on a card of a game with jumps."""

MOST = 2
"""So many cards are tried at most, the first in the row."""

AFTER_THE_LAST = 2
"""Of the later hands that bear numbers out, so many must have come after the last of them."""


@dataclass(frozen=True, slots=True)
class Filled:
    """What explains the table, with the cards as they are taken to have come."""

    found: Explanation
    arrivals: tuple[Arrival, ...]


@dataclass(frozen=True, slots=True)
class _Look:
    """The table and the cards that came, if one of them is a certain number."""

    sighting: Sighting
    arrivals: tuple[Arrival, ...]


def named(game: Game, sighting: Sighting, clues: Clues, told: Sequence[Act]) -> Filled | None:
    """Find what explains a table if the number that a jump card is meant for lies there unread.

    ``told``: the acts that would explain it without; one that lays the number needs no guess.
    """
    laid = {face.value for face in map(face_of, told) if face}
    for jump in _jumps(sighting, clues):
        number = partner(jump)
        if number in laid or number in game.numbers or not clues.players:
            continue
        row = sighting.zone(Zone.ROW)
        doubtful = [i for i, card in enumerate(row) if not card.sure or _against(row, i)]
        looks = (_with(sighting, clues, row[i], number) for i in doubtful if fits(number, row, i))
        for look in (*looks, *_hidden(game, sighting, clues, number)):
            if filled := _explained(game, look, clues, [number], 1):
                return filled
    return None


def between(game: Game, sighting: Sighting, clues: Clues) -> Filled | None:
    """Find what explains a table if a card stands for some number between its neighbours."""
    row = sighting.zone(Zone.ROW)
    came = {a.touch for a in clues.arrivals if a.card.sure and (clues.by(a) or a.either)}
    if not LONGEST <= len(came) <= DEEPEST:
        return None  # Too few to bear anything out, or more than acts can be told at once.
    open_ = [i for i in _open(row) if _untold(row[i], row, clues)]
    unread = [i for i in open_ if not row[i].sure]
    for blanks in (*((i,) for i in open_[:MOST]), *([tuple(unread)] if 1 < len(unread) <= MOST else ())):
        look = _Look(sighting, clues.arrivals)
        numbers = _numbers(row, blanks, game.numbers)
        for i, number in zip(blanks, numbers, strict=False):
            look = _with(look.sighting, clues.with_arrivals(look.arrivals), row[i], number)
        if len(numbers) == len(blanks) and (filled := _explained(game, look, clues, numbers, LONGEST)):
            return filled
    return None


def _untold(card: SeenCard, row: Sequence[SeenCard], clues: Clues) -> bool:
    """Say whether no act has told yet of a card: it came since, or none came to where it lies."""
    return clues.came(card, row) or not any(same_place(a.card, card) for a in clues.spent)


def _numbers(row: Sequence[SeenCard], blanks: Sequence[int], seen: frozenset[int]) -> list[int]:
    """Choose a number for each of some cards of a row, ascending; fewer where none is left for the next."""
    numbers: list[int] = []
    for k, i in enumerate(blanks):
        low, high = _likely_around(row, i)
        least = max(low, *numbers[-1:], 0)
        may = [n for n in range(least + 1, min(high, HIGHEST + 1)) if n not in seen]
        may = may[: len(may) - (len(blanks) - k - 1)]
        if not may:
            break
        numbers.append(max(may, key=lambda n: (_shows(row[i], n), -abs(2 * n - may[0] - may[-1]))))
    return numbers


def _jumps(sighting: Sighting, clues: Clues) -> Iterator[int]:
    """Give the numbers of the cards surely read beside the row, now or since the last act."""
    beside = [card for card in sighting.zone(Zone.JUMP) if card.sure]
    beside += [arrival.card for arrival in clues.beside(sighting.cards)]
    yield from (card.best.value for card in beside if card.best and card.best.value)


def _number(card: SeenCard) -> int | None:
    """Give the number that is surely read on a card."""
    return card.believed.value if card.believed else None


def _around(row: Sequence[SeenCard], at: int) -> tuple[int, int]:
    """Give the numbers surely read before and after a card of a row, as far as there are any."""
    before = [n for n in map(_number, row[:at]) if n is not None]
    after = [n for n in map(_number, row[at + 1 :]) if n is not None]
    return before[-1] if before else 0, after[0] if after else HIGHEST + 1


def _likely_around(row: Sequence[SeenCard], at: int) -> tuple[int, int]:
    """Give the numbers before and after a card of a row between which it most likely lies."""
    low, high = _around(row, at)
    likely = [card.best.value if card.best and card.confidence >= HARDLY else None for card in row]
    before = [n for n in likely[:at] if n is not None and low < n < high]
    after = [n for n in likely[at + 1 :] if n is not None and low < n < high]
    inner = (max(before, default=low), min(after, default=high))
    return inner if inner[1] - inner[0] > 1 else (low, high)


def fits(number: int, row: Sequence[SeenCard], at: int) -> bool:
    """Say whether a number would lie in order at a place of a row, among those surely read about it."""
    low, high = _around(row, at)
    return low < number < high


def _open(row: Sequence[SeenCard]) -> list[int]:
    """Give which cards of a row may bear a number that is not read on them."""
    return [i for i, card in enumerate(row) if _against(row, i) or card.confidence < HARDLY]


def _against(row: Sequence[SeenCard], at: int) -> bool:
    """Say whether a surely read number stands against the row: only higher ones are laid behind a number."""
    number = _number(row[at])
    return number is not None and not fits(number, row, at)


def _shows(card: SeenCard, number: int) -> tuple[float, bool]:
    """Say how well a number fits what is read on a card: of one half covered, one figure may show."""
    best = str(card.best.value) if card.best and card.best.kind is Kind.NUMBER else ""
    return card.probability(Card.number(number)), bool(best) and str(number).startswith(best)


def _with(sighting: Sighting, clues: Clues, card: SeenCard, number: int) -> _Look:
    """Give the table with a number on one of its cards, also as that card came."""
    bears = (Alternative(Card.number(number), NAMED),)
    cards = tuple(replace(c, alternatives=bears, sure=False) if c is card else c for c in sighting.cards)
    came = tuple(
        replace(a, card=replace(a.card, alternatives=bears, sure=False))
        if _lies_at(a.card, card, sighting) and (not a.card.alternatives or a.card.best == card.best)
        else a
        for a in clues.arrivals
    )
    return _Look(replace(sighting, cards=cards), came)


def _lies_at(came: SeenCard, card: SeenCard, sighting: Sighting) -> bool:
    """Say whether no card lies nearer than this one to where one came."""
    there = nearest(came, sighting.cards)
    return there is not None and there.quad == card.quad


def _hidden(game: Game, sighting: Sighting, clues: Clues, number: int) -> Iterator[_Look]:
    """Give the table with a number under the next card of the row, one that came since the last act."""
    row = sighting.zone(Zone.ROW)
    for one, other in pairwise(row):
        low, high = _number(one), _number(other)
        over = [a for a in clues.arrivals if a.card.best == other.best and same_place(a.card, other)]
        if low is None or high is None or not low < number < high or not over:
            continue
        bears = (Alternative(Card.number(number), NAMED),)
        card = SeenCard(Zone.ROW, _amid(one.quad, other.quad), bears, False)
        if any(
            not a.card.sure and a.card.zone is Zone.ROW and same_place(a.card, card) for a in clues.arrivals
        ):
            continue  # What came there unread may be the number itself.
        at = next(i for i, seen in enumerate(sighting.cards) if seen is other)
        cards = (*sighting.cards[:at], card, *sighting.cards[at:])
        since = game.acts[-1].touch if game.acts else None
        until = over[-1].touch.latest
        touch = Span(min(since.latest, until) if since else until, until)
        yield _Look(replace(sighting, cards=cards), (*clues.arrivals, Arrival(card, touch)))


def _amid(one: Quad, other: Quad) -> Quad:
    """Give the place half way between two."""
    a, b, c, d = (((x + u) / 2, (y + v) / 2) for (x, y), (u, v) in zip(one, other, strict=True))
    return a, b, c, d


def _explained(game: Game, look: _Look, clues: Clues, numbers: Sequence[int], later: int) -> Filled | None:
    """Explain the table so, if no other hand speaks against it and so many later ones bear it out.

    Some of these have come since the last of the numbers.
    """
    known = clues.with_arrivals(look.arrivals)
    found = explain(game.rules, game.state, look.sighting, game.gone, known, TRIED)
    at = [i for i, act in enumerate(found.acts) if any(_plays(act, number) for number in numbers)]
    if len(at) < len(numbers) or found.rest is Rest.UNEXPLAINED:
        return None
    # Anybody may jump, and a hand that was not seen says nothing.
    came = enumerate(zip(found.acts, brought_all(found.acts, known), strict=True))
    hands = [(i, act.player, a) for i, (act, a) in came if a and "play" in act.to_record()]
    right = [i for i, who, a in hands if i > at[0] and (known.by(a) == who or known.was_there(who, a))]
    if len(right) < later or sum(i > at[-1] for i in right) < min(later, AFTER_THE_LAST):
        return None
    if any(known.by(a) not in (None, who) for i, who, a in hands if i not in at):
        return None
    return Filled(replace(found, guessed=found.guessed | set(at), look=look.sighting), look.arrivals)


def _plays(act: Act, number: int) -> bool:
    face = face_of(act)
    return "play" in act.to_record() and face is not None and plain(face).value == number
