"""23: two rounds of playing ever higher ranks, where skipped ranks, passing and folding cost penalty chips.

Between the rounds nobody is to move: the second round begins with a line of its own, which names the holder
of the 1.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from companion.cards import Card, Zone
from companion.errors import BadRecord, Code
from companion.json_lines import as_json
from companion.language import mark, say
from companion.rules import twenty_three_words as words
from companion.rules.base import Act, GameState, HouseRule, Layout, Outcome, Remark, Standing
from companion.rules.checks import (
    check_flag,
    check_known,
    check_players,
    check_running,
    check_starter,
    check_turn,
    house_rules,
    rank,
    refuse,
    settle_rulings,
    switch,
    the_number,
    the_player,
    the_remark,
    the_verb,
)
from companion.rules.twenty_three_state import (
    BONUS_CHIPS,
    COPIES,
    FORCE_COST,
    HAND,
    LAST_CARD,
    LOWEST,
    PASS_COST,
    PER_BONUS_CHIP,
    RANKS,
    REACH,
    ROUNDS,
    Fold,
    NewRound,
    Pass,
    Play,
    TwentyThreeState,
    following,
    skipped,
)


class TwentyThree:
    """The rules of 23."""

    slug = "23"
    title = "23"
    players = range(2, 5)
    rulings: Mapping[str, HouseRule] = house_rules(
        switch("learning_deal", mark("to learn the game: 12 cards are dealt and none put away"))
    )

    def start(
        self, players: Sequence[str], starter: str | None = None, rulings: Mapping[str, object] | None = None
    ) -> TwentyThreeState:
        """Give the state before the 1 lies; the starter is its holder. Hands are the same by either deal."""
        names = check_players(players, self.players)
        settled = settle_rulings(self.rulings, rulings)
        count = len(names)
        return TwentyThreeState(
            players=names,
            to_move=check_starter(names, starter),
            over=False,
            learning_deal=settled["learning_deal"] is True,
            round=1,
            rank=None,
            chips=(0,) * count,
            bonus=(BONUS_CHIPS,) * count,
            hands=(HAND,) * count,
            forced=False,
            played=(0,) * len(COPIES),
        )

    def parse(self, fields: Mapping[str, object], state: GameState) -> Act:
        """Read ``play`` with ``count`` and ``bonus``, ``pass``, ``fold`` or ``round`` with ``starter``."""
        match the_verb(fields, ("play", "pass", "fold", "round")):
            case "play":
                number = the_number(fields, "play", RANKS)
                return Play(
                    the_player(fields), number, _whole(fields, "count", 1), _whole(fields, "bonus", 0)
                )
            case "pass":
                return Pass(the_player(fields), _force(fields["pass"]))
            case "fold":
                check_flag(fields, "fold")
                return Fold(the_player(fields))
            case "round":
                return _parse_round(fields)
        return the_remark(fields)

    def apply(self, state: GameState, act: Act) -> TwentyThreeState:
        """Give the state after the act."""
        state = _own(state)
        if isinstance(act, Remark):
            return state
        check_running(state, act)
        if isinstance(act, NewRound):
            return _new_round(state, act)
        if not isinstance(act, Play | Pass | Fold):
            raise BadRecord(f"{act!r} is no act of 23")
        check_turn(state, act, words.tried)
        _check_phase(state, act)
        seat = state.players.index(act.player)
        if isinstance(act, Play):
            _check_cards(state, act, seat)
            return _play(state, act, seat)
        return _pass(state, act, seat) if isinstance(act, Pass) else _fold(state, seat)

    def candidates(self, state: GameState) -> Iterator[Act]:
        """Give every act that may come next: plays, passes, a fold, or the second round."""
        state = _own(state)
        if state.over:
            return
        if state.to_move is None:
            yield from (NewRound(None, name) for name in state.players)
        elif state.rank is None:
            yield Play(state.to_move, LOWEST)
        else:
            yield from _plays(state, state.to_move, state.rank)
            if not state.forced:
                yield from (Pass(state.to_move), Pass(state.to_move, force=True))
            yield Fold(state.to_move)

    def layout(self, state: GameState) -> Layout:
        """Say what lies on top of the pile; two or three cards of that rank may peep out."""
        state = _own(state)
        if state.rank is None:
            return Layout(())
        return Layout(((Zone.PILE, (Card.number(state.rank),)),))

    def standings(self, state: GameState) -> tuple[Standing, ...]:
        """Give places by penalty chips, fewest first; bonus chips take some off once the game is over."""
        state = _own(state)
        pairs = zip(state.chips, state.bonus, strict=True)
        scores = [max(0, chips - PER_BONUS_CHIP * left) if state.over else chips for chips, left in pairs]
        return rank(zip(state.players, scores, strict=True))

    def outcome(self, state: GameState) -> Outcome | None:
        """Say how the game ended; None while it is running."""
        return Outcome(self.standings(state)) if state.over else None

    def describe(self, state: GameState) -> dict[str, object]:
        """Give the state as plain JSON values."""
        state = _own(state)
        return {
            "to_move": state.to_move,
            "hands": dict(zip(state.players, state.hands, strict=True)),
            "over": state.over,
            "rank": state.rank,
            "chips": dict(zip(state.players, state.chips, strict=True)),
            "bonus": dict(zip(state.players, state.bonus, strict=True)),
            "forced": state.forced,
            "out": [name for name, hand in zip(state.players, state.hands, strict=True) if not hand],
            "round": state.round,
        }

    def explain(self, state: GameState, act: Act, language: str = "en") -> str:
        """Say in one sentence what a legal act does and by which rule."""
        state = _own(state)
        return words.explain(state, act).to(language)


def _own(state: GameState) -> TwentyThreeState:
    if not isinstance(state, TwentyThreeState):
        raise TypeError(f"a {type(state).__name__} is no state of 23")
    return state


def _parse_round(fields: Mapping[str, object]) -> NewRound:
    the_number(fields, "round", range(ROUNDS, ROUNDS + 1))
    starter = fields.get("starter")
    if not isinstance(starter, str):
        raise BadRecord(
            f'round {ROUNDS} needs a "starter", the name of who holds the 1, not {as_json(starter)}'
        )
    return NewRound(None, starter)


def _force(value: object) -> bool:
    if value is not True and value != "force":
        raise BadRecord(f'"pass" is true or "force", not {as_json(value)}')
    return value == "force"


def _whole(fields: Mapping[str, object], key: str, default: int) -> int:
    value = fields.get(key, default)
    if type(value) is not int:
        raise BadRecord(f'"{key}" is a whole number, not {as_json(value)}')
    return value


def _new_round(state: TwentyThreeState, act: NewRound) -> TwentyThreeState:
    check_known(state, act.starter)
    if state.to_move is not None:
        refuse(
            Code.ROUND_NOT_OVER,
            say(
                "round {rounds} cannot begin while round {round} is running; {mover} is to move",
                rounds=ROUNDS,
                round=state.round,
                mover=state.to_move,
            ),
        )
    return replace(
        state,
        to_move=act.starter,
        round=ROUNDS,
        rank=None,
        hands=(HAND,) * len(state.players),
        played=(0,) * len(COPIES),
    )


def _check_phase(state: TwentyThreeState, act: Play | Pass | Fold) -> None:
    if state.to_move is None:
        refuse(
            Code.ROUND_OVER,
            say(
                "{player} can do nothing between the rounds; round {rounds} begins first, with its starter",
                player=act.player,
                rounds=ROUNDS,
            ),
        )
    if state.rank is None and act != Play(state.to_move, LOWEST):
        refuse(
            Code.MUST_PLAY,
            say(
                "{player} cannot {act} at the beginning of a round; {player} holds the 1 and plays it alone, "
                "without bonus chips",
                player=act.player,
                act=words.tried(act),
            ),
        )
    if state.forced and isinstance(act, Pass):
        refuse(
            Code.MUST_PLAY,
            say(
                "{player} cannot {act}, being forced; {player} must play or fold",
                player=act.player,
                act=words.tried(act),
            ),
        )


def _check_cards(state: TwentyThreeState, act: Play, seat: int) -> None:
    """Make sure that the cards can be played: rank, bonus chips, copies, hand, in this order."""
    if state.rank is None:
        return
    shifted = state.rank + act.bonus
    if act.rank < shifted:
        moved = say(" moved by {bonus:+}", bonus=act.bonus) if act.bonus else ""
        refuse(
            Code.RANK_TOO_LOW,
            say(
                "{player} cannot play {rank} on rank {on}{moved}; as high or higher can be "
                "played, or bonus chips spent to lower that rank",
                player=act.player,
                rank=act.rank,
                on=state.rank,
                moved=moved,
            ),
        )
    if act.bonus:
        _check_bonus(state, act, seat, shifted)
    _check_count(state, act, seat)


def _check_bonus(state: TwentyThreeState, act: Play, seat: int, shifted: int) -> None:
    left = state.bonus[seat]
    if act.chips > left:
        refuse(
            Code.NO_BONUS,
            say(
                "{player} cannot move the rank by {bonus:+}: that takes {chips} bonus chips, "
                "{left} left; {most} up or down is the most",
                player=act.player,
                bonus=act.bonus,
                chips=act.chips,
                left=left,
                most=REACH * left,
            ),
        )
    if shifted not in RANKS:
        refuse(
            Code.BAD_SHIFT,
            say(
                "{player} cannot move the rank by {bonus:+}, from {rank}; a moved rank lies in "
                "{first}-{last}",
                player=act.player,
                bonus=act.bonus,
                rank=state.rank,
                first=RANKS[0],
                last=RANKS[-1],
            ),
        )


def _check_count(state: TwentyThreeState, act: Play, seat: int) -> None:
    copies = COPIES[act.rank] - state.played[act.rank]
    if act.count < 1:
        refuse(
            Code.WRONG_COUNT,
            say(
                "{player} cannot play {count} × {rank}: at least one card is played; who plays "
                "none passes or folds",
                player=act.player,
                count=act.count,
                rank=act.rank,
            ),
        )
    if act.count > copies:
        most = min(copies, state.hands[seat])
        refuse(
            Code.WRONG_COUNT,
            say(
                "{player} cannot play {count} × {rank}: of the {all} in the deck {copies} can "
                "still come; {what} can be played",
                player=act.player,
                count=act.count,
                rank=act.rank,
                all=COPIES[act.rank],
                copies=copies,
                what=say("at most {most}", most=most) if copies else say("another rank"),
            ),
        )
    if act.count > state.hands[seat]:
        refuse(
            Code.NO_CARDS,
            say(
                "{player} cannot play {count} cards with {hand} in hand; no more than that",
                player=act.player,
                count=act.count,
                hand=state.hands[seat],
            ),
        )


def _play(state: TwentyThreeState, act: Play, seat: int) -> TwentyThreeState:
    chips = state.chips[seat] + skipped(state, act)
    hand = state.hands[seat] - act.count
    if hand == 0:
        chips -= min(LAST_CARD, chips)
    after = replace(
        state,
        rank=act.rank,
        chips=_put(state.chips, seat, chips),
        bonus=_put(state.bonus, seat, state.bonus[seat] - act.chips),
        hands=_put(state.hands, seat, hand),
        played=_put(state.played, act.rank, state.played[act.rank] + act.count),
        forced=False,
    )
    return _pass_on(after, seat)


def _pass(state: TwentyThreeState, act: Pass, seat: int) -> TwentyThreeState:
    chips = _put(state.chips, seat, state.chips[seat] + (FORCE_COST if act.force else PASS_COST))
    return _pass_on(replace(state, chips=chips, forced=act.force), seat)


def _fold(state: TwentyThreeState, seat: int) -> TwentyThreeState:
    chips = _put(state.chips, seat, state.chips[seat] + state.hands[seat])
    return _pass_on(replace(state, chips=chips, hands=_put(state.hands, seat, 0)), seat)


def _pass_on(state: TwentyThreeState, seat: int) -> TwentyThreeState:
    """Give the turn to the next player who is still in; with all out the round ends, or the game."""
    to_move = following(state, seat)
    if to_move is None:
        return replace(state, to_move=None, forced=False, over=state.round == ROUNDS)
    return replace(state, to_move=to_move)


def _put(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _plays(state: TwentyThreeState, name: str, current: int) -> Iterator[Act]:
    """Give every play, those that take the fewest bonus chips first."""
    seat = state.players.index(name)
    reach = REACH * state.bonus[seat]
    for bonus in sorted(range(-reach, reach + 1), key=abs):
        if bonus and current + bonus not in RANKS:
            continue
        for number in range(current + bonus, RANKS[-1] + 1):
            most = min(COPIES[number] - state.played[number], state.hands[seat])
            yield from (Play(name, number, count, bonus) for count in range(1, most + 1))
