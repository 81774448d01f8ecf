"""What a follower is given and what it gives back. Pure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Protocol

from companion.cards import Card, Zone, plain
from companion.clock import Span
from companion.evidence import Arrival, Quad, SeenCard, Sighting, distance
from companion.observing.clues import could_be, in_order
from companion.observing.geometry import same_place
from companion.observing.observer import LIKELY, RIVAL
from companion.records.game import Game
from companion.rules.base import Act

ON_STACK = 0.5
"""A card no farther off than this, in card heights, lies on the same stack."""

SAME_LYING = 0.025
"""A card no farther off than this, in card heights, lies just where it lay: nobody has laid it anew."""

PUSHED = 0.08
"""A hand that pushes a pile moves no corner of its top farther than this, in card heights, as a rule."""

LONG = 4
"""Once so many cards that are sure have come after one that is not, play waits for it no more."""


@dataclass(frozen=True, slots=True)
class View:
    """All that is known since the last act: the table now, the cards that came, who sits at which side.

    ``came``: in the order of their touch, each once, as last read. ``spent``: the last cards that acts have
    explained. ``looks``: what was seen since the last act, ``removed`` that of the first card taken
    away since. ``ended``: no more will be seen, so no card will come that bears another out.
    """

    game: Game
    sighting: Sighting
    came: tuple[Arrival, ...]
    players: Mapping[str, str] = field(default_factory=dict)
    spent: tuple[Arrival, ...] = ()
    looks: tuple[Sighting, ...] = ()
    removed: Sighting | None = None
    ended: bool = False

    def by(self, arrival: Arrival) -> str | None:
        """Give whose hand brought a card; None where seats or side are unknown."""
        return self.players.get(arrival.side) if arrival.side else None

    @property
    def since(self) -> Span:
        """The time since the last act."""
        last = self.game.acts[-1].touch if self.game.acts else None
        now = self.sighting.span.latest
        return Span(min(last.latest, now) if last else now, now)


@dataclass(frozen=True, slots=True)
class Move:
    """An act, when it happened, and which words of it are unsure."""

    act: Act
    touch: Span
    unsure: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What the table is asked, and about which cards."""

    code: str
    message: str
    cards: tuple[SeenCard, ...] = ()


@dataclass(frozen=True, slots=True)
class Findings:
    """The acts that the table shows, in order, and what remains to be asked.

    ``unfinished``: the act after them as far as it is seen; more may yet belong to it. ``back``: how many of
    the acts told last do not hold any more; the first of these stand in their place.
    """

    moves: tuple[Move, ...] = ()
    question: Question | None = None
    unfinished: Move | None = None
    back: int = 0


class Follower(Protocol):
    """Says what happened in one game."""

    def __call__(self, view: View) -> Findings:
        """Give the acts since the last one, all legal one after the other."""
        ...


def latest(arrivals: Sequence[Arrival], sighting: Sighting, zones: frozenset[Zone]) -> tuple[Arrival, ...]:
    """Give each card that came to some zones once, as it was last read, in the order of the touches."""
    told: dict[tuple[Span, Quad], Arrival] = {}
    for arrival in arrivals:
        if arrival.card.zone in zones:
            known = next((key for key, old in told.items() if _once_more(old, arrival)), None)
            told[known or (arrival.touch, arrival.card.quad)] = arrival
    came = in_order(told.values())
    return tuple(_read_again(arrival, came[i + 1 :], sighting) for i, arrival in enumerate(came))


def _once_more(old: Arrival, new: Arrival) -> bool:
    """Say whether a card is told as having come once more, because it was read better since."""
    return old.touch == new.touch and same_place(old.card, new.card)


def _read_again(arrival: Arrival, later: Sequence[Arrival], sighting: Sighting) -> Arrival:
    """Give a card as it is read now, where it was not sure when it came and lies there still, uncovered."""
    if arrival.card.sure or any(same_place(a.card, arrival.card) for a in later):
        return arrival
    here = (c for c in sighting.cards if same_place(c, arrival.card) and could_be(c, arrival.card))
    now = next((c for c in here if c.sure), None)
    return replace(arrival, card=replace(now, zone=arrival.card.zone)) if now else arrival


def number_of(card: SeenCard) -> int | None:
    """Give the number that a card surely bears."""
    return card.believed.value if card.believed else None


def guessed_number(card: SeenCard) -> int | None:
    """Give the number that a card most likely bore, where no other was a third as probable."""
    if not card.alternatives or card.confidence < LIKELY:
        return None
    rivals = (a.probability for a in card.alternatives[1:] if a.card.value != card.alternatives[0].card.value)
    return card.alternatives[0].card.value if card.confidence >= RIVAL * max(rivals, default=0.0) else None


def weighed(card: SeenCard, weight: Callable[[Card], float]) -> SeenCard:
    """Give a card with what it may be weighed (0-1) by how the game goes on; it is no surer than before.

    This is for what is told as a guess: it makes no placement legal of which the eye is sure.
    """
    shares = [(a, a.probability * weight(a.card)) for a in card.alternatives]
    whole = sum(share for _, share in shares)
    ranked = sorted(((a, p / whole) for a, p in shares if p), key=lambda share: -share[1])
    return replace(card, alternatives=tuple(replace(a, probability=p) for a, p in ranked))


def likeliest_number(card: SeenCard, later: Sequence[Arrival]) -> int | None:
    """Give the number that a card most likely bears, once play has long gone on without it."""
    numbers = [a.card.value for a in card.alternatives if a.card.value is not None]
    return numbers[0] if numbers and gone_on(later) else None


def gone_on(later: Sequence[Arrival]) -> bool:
    """Say whether so many sure cards have come after one that play waits for it no more."""
    return sum(number_of(arrival.card) is not None for arrival in later) >= LONG


def lies_as(card: SeenCard, other: SeenCard) -> bool:
    """Say whether two readings are of one card that nobody has moved: the same number at the same spot."""
    return _face(card) == _face(other) and distance(card.quad, other.quad) <= SAME_LYING


def _face(card: SeenCard) -> Card | None:
    return plain(card.best) if card.best else None


def taken_back(arrival: Arrival, view: View) -> bool:
    """Say whether a look since shows another card on the stack of one that came, before the next one came."""
    zone, stack = arrival.card.zone, arrival.card.quad
    on_it = (a for a in view.came if distance(a.card.quad, stack) < ON_STACK)
    later = (a.touch.earliest for a in on_it if a.touch.latest > arrival.touch.latest)
    until = min(later, default=view.sighting.span.latest)
    looks = (k for k in view.looks if arrival.touch.latest < k.span.latest < until and not k.partly)
    tops = (top for look in looks for top in look.zone(zone) if distance(top.quad, stack) < ON_STACK)
    return any(top.sure and not shows(arrival, top) for top in tops)


def shows(arrival: Arrival, top: SeenCard) -> bool:
    """Say whether a card that came may be the one that lies on top of its stack."""
    best = arrival.card.best
    alike = best is None or not top.alternatives or top.probability(best) > 0
    return alike and distance(arrival.card.quad, top.quad) < ON_STACK


def between(view: View, arrival: Arrival, moves: Sequence[Move]) -> Span:
    """Give the time between the last act and the touch of a card: something happened then unseen."""
    start = moves[-1].touch.latest if moves else view.since.earliest
    end = max(start, arrival.touch.earliest)
    return Span(start, end)


def round_from(players: Sequence[str], first: str) -> Iterator[str]:
    """Give the players clockwise from one on, round and round."""
    at = players.index(first)
    return (players[(at + k) % len(players)] for k in count())
