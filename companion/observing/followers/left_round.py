"""23: who is taken to have left the round, since nothing came of two turns, and what to tell if one has not.

A turn without a card is a pass or a fold, and no camera sees which. Whoever lets two turns in a row go by has
more probably folded, the first time; a card by such a player's hand shows that they were passes after all.
Pure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.clock import Span
from companion.errors import Refusal
from companion.evidence import Arrival
from companion.observing.followers.base import Move, View
from companion.observing.followers.equal_cards import after_turn, hands_at_play
from companion.records.game import Game, Played, replayed
from companion.rules.base import Act
from companion.rules.twenty_three import TwentyThree
from companion.rules.twenty_three_state import Fold, NewRound, Pass, TwentyThreeState

RULES = TwentyThree()


@dataclass(frozen=True, slots=True)
class Retold:
    """The round as it was if somebody has passed and not folded, or the other way round.

    ``back``: how many acts that were told do not hold then; ``moves``: what is told in their place, with what
    was found after them; ``state``: the table after all of these.
    """

    back: int
    moves: tuple[Move, ...]
    state: TwentyThreeState


def skipped_again(name: str, arrival: Arrival, view: View, players: Sequence[str]) -> bool:
    """Say whether one whom a card skips is skipped once more, by those that lie on it, before laying one."""
    for last, hand in pairwise(hands_at_play(arrival, view, players)):
        turns = after_turn([last], players)
        if name in turns[: turns.index(hand) + 1]:
            return name != hand
    return False


def skipped_before(name: str, view: View, moves: Sequence[Move]) -> bool:
    """Say whether the last act of a player was a turn without a card, told as a pass; ``moves``: found since.

    One that a person has entered was a pass for certain, and says nothing of the next one.
    """
    for move in reversed(moves):
        if move.act.player == name:
            return isinstance(move.act, Pass) and "act" in move.unsure
    last = next((played for played in reversed(view.game.acts) if played.line.get("player") == name), None)
    return last is not None and last.line.get("pass") is True and "act" in last.unsure


def stayed_in(name: str, view: View, moves: Sequence[Move]) -> Retold | None:
    """Give the round with passes where a player was taken to have folded; None where that was no guess.

    ``moves``: what was found since the last act. Only what the eye has told is taken back.
    """
    return _instead((name,), Fold, Pass, view, moves)


def left_before(names: Sequence[str], view: View, moves: Sequence[Move]) -> Retold | None:
    """Give the round with folds where players were taken to have passed, who are skipped again now.

    None where one of these was no guess, or there are none. ``moves``: as for `stayed_in`.
    """
    return _instead(names, Pass, Fold, view, moves)


def _instead(
    names: Sequence[str], was: type[Act], then: type[Act], view: View, moves: Sequence[Move]
) -> Retold | None:
    """Give the round with another guess for the last act of each of these players."""
    game = view.game
    try:
        acts = [*_as_moves(game), *moves]
        last = [
            next((i for i in reversed(range(len(acts))) if _ends_search(acts[i], n)), None) for n in names
        ]
        at = [i for i in last if i is not None and isinstance(acts[i].act, was) and "act" in acts[i].unsure]
        if not at or len(at) < len(last):
            return None
        start = min(*at, len(game.acts))
        whole = all(_by_the_eye(played, view) for played in game.acts[start:])
        anew = {i: then(str(acts[i].act.player)) for i in at}
        return _retold(game, acts, anew, start) if whole else None
    except Refusal:
        return None


def _as_moves(game: Game) -> list[Move]:
    """Give the acts told so far, those without a time as of the start; raises Refusal for what is no act."""
    old = Span(game.started, game.started)
    return [
        Move(RULES.parse(played.line, game.state), played.touch or old, tuple(played.unsure))
        for played in game.acts
    ]


def _ends_search(move: Move, name: str) -> bool:
    return move.act.player == name or isinstance(move.act, NewRound)


def _by_the_eye(played: Played, view: View) -> bool:
    """Say whether the eye has told an act: the play of a card that came, or what it took a turn for."""
    came = any(arrival.touch == played.touch for arrival in view.spent)
    return played.flaw is None and ("act" in played.unsure or ("play" in played.line and came))


def _retold(game: Game, acts: Sequence[Move], anew: Mapping[int, Act], start: int) -> Retold:
    """Play again from ``start`` on, with other acts for some, and a pass for each turn skipped since then."""
    state = replayed(game, game.acts[:start]).state
    assert isinstance(state, TwentyThreeState)
    moves: list[Move] = []
    for i, move in enumerate(acts[start:], start=start):
        back = {act.player for at, act in anew.items() if at < i and isinstance(act, Pass)}
        if state.to_move in back and state.to_move:
            until = max(acts[i - 1].touch.latest, move.touch.earliest)
            skipped = Move(Pass(state.to_move), Span(acts[i - 1].touch.latest, until), ("act",))
            moves.append(skipped)
            state = RULES.apply(state, skipped.act)
        again = Move(anew[i], move.touch, ("act",)) if i in anew else move
        moves.append(again)
        state = RULES.apply(state, again.act)
    return Retold(len(game.acts) - start, tuple(moves), state)
