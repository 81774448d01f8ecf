"""What may be entered next, sorted for tapping: every act that the rules accept, by player and verb. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from companion.cards import Zone
from companion.evidence import SeenCard
from companion.observing.said_by_people import face_in
from companion.rules.base import GameState, Rules
from companion.rules.fifty_fifty_state import NUMBERS, PASSES, FiftyFiftyState

Fields = Mapping[str, object]

LIKELY = 6
"""How many guesses are offered at most."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One act that the rules accept; ``label`` is its value in short ("73", "pass"), "" for a bare verb."""

    verb: str
    player: str | None
    label: str
    act: Fields = field(hash=False)


@dataclass(frozen=True, slots=True)
class Group:
    """The acts of one player with one verb, in the rules' order."""

    verb: str
    player: str | None
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand to be revealed: whose, and how many cards."""

    player: str
    count: int


@dataclass(frozen=True, slots=True)
class Form:
    """All that may be entered in one state.

    ``likely`` are guesses at a doubtful card, best first. ``hands`` are to be revealed now, out of ``cards``.
    """

    groups: tuple[Group, ...] = ()
    likely: tuple[Offer, ...] = ()
    hands: tuple[Hand, ...] = ()
    cards: tuple[str, ...] = ()


def form(rules: Rules, state: GameState, doubtful: Sequence[SeenCard] = ()) -> Form:
    """Give what may be entered in this state, and what the doubtful cards would come to."""
    offers = [offer_of(act.to_record()) for act in rules.candidates(state)]
    keys = dict.fromkeys((offer.verb, offer.player) for offer in offers)
    groups = tuple(
        Group(verb, player, tuple(o for o in offers if (o.verb, o.player) == (verb, player)))
        for verb, player in keys
    )
    hands, cards = to_reveal(state)
    return Form(groups, likely(offers, doubtful), hands, cards)


def guesses(rules: Rules, state: GameState, doubtful: Sequence[SeenCard]) -> tuple[Offer, ...]:
    """Give the acts that lay one of these cards, the most probable first."""
    if not doubtful:
        return ()
    return likely([offer_of(act.to_record()) for act in rules.candidates(state)], doubtful)


def likely(offers: Sequence[Offer], doubtful: Sequence[SeenCard]) -> tuple[Offer, ...]:
    """Pick the offers that lay a card which the eye holds possible, at its place, the most probable first."""
    chances = [(_chance(offer, doubtful), offer) for offer in offers]
    possible = sorted((c for c in chances if c[0] > 0), key=lambda c: -c[0])
    return tuple(offer for _, offer in possible[:LIKELY])


def _chance(offer: Offer, doubtful: Sequence[SeenCard]) -> float:
    face, beside = face_in(offer.act), offer.verb == "jump"
    if face is None:
        return 0.0
    return max((c.probability(face) for c in doubtful if (c.zone is Zone.JUMP) == beside), default=0.0)


def offer_of(act: Fields) -> Offer:
    """Give an act, as records have it, as an offer."""
    verb = next(key for key in act if key != "player")
    return Offer(verb, cast("str | None", act.get("player")), _label(verb, act), act)


def _label(verb: str, act: Mapping[str, Any]) -> str:
    value = act[verb]
    if isinstance(value, list):
        return ", ".join(f"{card['value']} {card['colour']} {card['stack']}" for card in value)
    if verb == "round":
        return str(act["starter"])
    many = f"{act['count']} × " if act.get("count", 1) != 1 else ""
    bonus = f" {act['bonus']:+d}" if act.get("bonus") else ""
    return "" if value is True else f"{many}{value}{bonus}"


def to_reveal(state: GameState) -> tuple[tuple[Hand, ...], tuple[str, ...]]:
    """Only Fifty Fifty reveals hands: far too many ways to be offered one by one."""
    if not isinstance(state, FiftyFiftyState) or not state.reveal_due:
        return (), ()
    hands = tuple(Hand(p, n) for p, n in zip(state.players, state.hands, strict=True) if n)
    return hands, tuple(_unseen(state))


def _unseen(state: FiftyFiftyState) -> Iterator[str]:
    yield from (str(number) for number in NUMBERS if not state.is_seen(number))
    if state.passes < PASSES:
        yield "pass"
