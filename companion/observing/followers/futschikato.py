"""Futschikato: a card that comes to lie before a player is theirs; whose place it is the first round shows.

The rest follows from the rules: who flushes whose card and what is pushed through. What is carried to the
discards is no play. Hands tell whose place is whose and are not needed afterwards.
"""

from collections.abc import Sequence

from companion.cards import Zone
from companion.errors import IllegalAct
from companion.evidence import Arrival, Quad, SeenCard, distance
from companion.observing.followers import words
from companion.observing.followers.base import (
    Findings,
    Move,
    Question,
    View,
    between,
    guessed_number,
    latest,
    likeliest_number,
    number_of,
)
from companion.observing.questions import unread
from companion.rules.futschikato import Futschikato
from companion.rules.futschikato_state import FutschikatoState, Play

RULES = Futschikato()
SPOT = frozenset({Zone.SPOT})

OWN_PLACE = 0.9
"""A card no farther than this, in card heights, from where a player laid the last one lies before them."""


def follow(view: View) -> Findings:
    """Give the cards that were laid before players."""
    assert isinstance(view.game.state, FutschikatoState)
    return _Following(view, view.game.state).run()


class _Following:
    """One reading of what came, from one state on."""

    def __init__(self, view: View, state: FutschikatoState) -> None:
        self._view, self._state = view, state
        self._moves: list[Move] = []
        self._places = _places(view)
        self._last = _last_numbers(view)
        self._sure = _surely_seated(view)
        self._derived: list[str] = []
        self._guessed = ""

    def run(self) -> Findings:
        came = latest(self._view.came, self._view.sighting, SPOT)
        for i, arrival in enumerate(came):
            if self._state.to_move is None:
                break
            if question := self._step(arrival, came[i + 1 :]):
                return Findings(tuple(self._moves), question)
        said = words.laid_unseen(self._derived) if self._derived else self._guessed
        return Findings(tuple(self._moves), Question("guessed-act", said) if said else None)

    def _step(self, arrival: Arrival, later: Sequence[Arrival]) -> Question | None:
        """Tell what one card shows that came; gives what must be asked about it."""
        mover, hand = str(self._state.to_move), self._view.by(arrival)
        owner = self._owner(arrival.card.quad)
        if owner is None and not self._is_play(arrival, mover, hand):
            return None
        player = owner or hand or mover
        number = number_of(arrival.card)
        if number is None:
            return self._unread(arrival, player, later)
        if player != mover and (question := self._missed(mover, player, number, arrival, later)):
            return question
        unsure = () if hand == player or (hand is None and owner in self._sure) else ("player",)
        return self._do(Play(player, number), arrival, unsure)

    def _owner(self, quad: Quad) -> str | None:
        """Give before whom a place lies; None where nobody is known to have laid a card there."""
        near = {name: distance(quad, place) for name, place in self._places.items()}
        name = min(near, key=lambda n: near[n], default=None)
        return name if name is not None and near[name] <= OWN_PLACE else None

    def _is_play(self, arrival: Arrival, mover: str, hand: str | None) -> bool:
        """Say whether a card at a place that is nobody's was laid before somebody, and not discarded."""
        number = arrival.card.best.value if arrival.card.best else None
        discarded = number is not None and self._state.discards[number] > 0
        if hand == mover:
            return mover not in self._places or number != self._last.get(mover)
        if hand is None:
            return mover not in self._places and not discarded
        return hand not in self._places and not discarded

    def _unread(self, arrival: Arrival, player: str, later: Sequence[Arrival]) -> Question | None:
        """Ask about a card that is not sure; tell one that has been covered or flushed as a guess.

        One that lies there is told so too, once play has long gone on.
        """
        lies = any(
            distance(c.quad, arrival.card.quad) <= OWN_PLACE for c in self._view.sighting.zone(Zone.SPOT)
        )
        guess = None if lies else guessed_number(arrival.card)
        if guess is None and (guess := likeliest_number(arrival.card, later)):
            self._guessed = words.guessed(arrival.card, guess)
        if guess is not None and later and player == self._state.to_move:
            return self._do(Play(player, guess), arrival, ("act",))
        message = unread(arrival.card) if lies else words.covered(arrival.card)
        return Question("unread-card", message, (arrival.card,))

    def _missed(
        self, mover: str, player: str, number: int, arrival: Arrival, later: Sequence[Arrival]
    ) -> Question | None:
        """A later player's card lies there: tell what the player to move must have laid, or ask."""
        card = self._before(mover)
        follows = self._state.players.index(player) == self._next(mover)
        shown = number_of(card) if card else None
        borne_out = shown != self._last.get(mover) or bool(later)
        if shown is None or not follows or not borne_out:
            message = words.out_of_turn(mover, player, number)
            return Question("wrong-player", message, (arrival.card,))
        self._derived.append(mover)
        return self._do(Play(mover, shown), arrival, ("act",), derived=True)

    def _before(self, name: str) -> SeenCard | None:
        """Give the card that lies before a player now."""
        place = self._places.get(name)
        if place is None or self._state.fronts[self._state.players.index(name)] is not None:
            return None
        lying = self._view.sighting.zone(Zone.SPOT)
        return next((card for card in lying if distance(card.quad, place) <= OWN_PLACE), None)

    def _next(self, name: str) -> int:
        return (self._state.players.index(name) + 1) % len(self._state.players)

    def _do(
        self, act: Play, arrival: Arrival, unsure: tuple[str, ...] = (), *, derived: bool = False
    ) -> Question | None:
        """Tell a play; gives what must be asked where the rules forbid it (``derived``: nobody saw it)."""
        try:
            self._state = RULES.apply(self._state, act)
        except IllegalAct as refusal:
            return Question(str(refusal.code), refusal.message, (arrival.card,))
        touch = between(self._view, arrival, self._moves) if derived else arrival.touch
        self._moves.append(Move(act, touch, unsure))
        self._last[act.player] = act.number
        if not derived:
            self._places[act.player] = arrival.card.quad
        return None


def _places(view: View) -> dict[str, Quad]:
    """Give where each player's last card was laid, as far as that was seen."""
    seen = {arrival.touch: arrival.card.quad for arrival in view.spent}
    return {
        str(played.line["player"]): seen[played.touch]
        for played in view.game.acts
        if "play" in played.line and played.touch in seen
    }


def _surely_seated(view: View) -> frozenset[str]:
    """Give the players whose place is sure: a hand, or a person, has said whose card lay there."""
    plays = (played for played in view.game.acts if "play" in played.line)
    return frozenset(str(played.line["player"]) for played in plays if "player" not in played.unsure)


def _last_numbers(view: View) -> dict[str, object]:
    """Give the number that each player laid last."""
    lines = (played.line for played in view.game.acts)
    return {str(line["player"]): line["play"] for line in lines if "play" in line}
