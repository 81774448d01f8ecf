"""Fifty Fifty: what each act does, and why it may be refused."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.errors import Code
from companion.language import Text, mark, say
from companion.rules.checks import check_known, check_turn, next_player, refuse
from companion.rules.fifty_fifty_state import (
    CARD,
    PASSES,
    FiftyFiftyState,
    Jump,
    Laid,
    Play,
    Reveal,
    RunningJump,
    Take,
    partner,
)

TAKE_NOW = mark(
    "{player} cannot take the row with one card in hand at the start of a turn; "
    "now everybody reveals their cards"
)
PASS_NOW = mark(
    "{player} cannot pass with one card in hand at the start of a turn; now everybody reveals their cards"
)
PLAY_NOW = mark(
    "{player} cannot play {number} with one card in hand at the start of a turn; "
    "now everybody reveals their cards"
)
NONE_TO_PASS = mark("{player} has no card left to pass; only taking the row is left")
NONE_TO_PLAY = mark("{player} has no card left to play {number}")
NONE_TO_JUMP = mark("{player} has no card left to jump with {number}")


@dataclass(frozen=True, slots=True)
class Landing:
    """What laying a number does to the row: how many cards stay, which go, and whether it replaces one."""

    keep: int
    gone: tuple[Laid, ...]
    replaces: bool


def landing(row: tuple[Laid, ...], number: int) -> Landing:
    """Say what laying a number on the end of a row does to it."""
    keep = len(row)
    while keep and ((value := row[keep - 1].card.value) is None or value > number):
        keep -= 1
    gone = row[keep:]
    replaces = keep > 0 and len(gone) == 1 and gone[0].card.value is not None
    return Landing(keep, gone, replaces)


def play(state: FiftyFiftyState, act: Play) -> FiftyFiftyState:
    """Lay a card on the end of the row, in turn."""
    check_turn(state, act, _tried)
    number = act.card.value
    if number is None:
        _check_pass(state, act)
        return _pass(state, act.player)
    _check_number(state, act, number)
    return _lay(state, act.player, number)


def jump(state: FiftyFiftyState, act: Jump) -> FiftyFiftyState:
    """Lay a number beside the row, in or out of turn."""
    _check_jump(state, act)
    target = state.target
    if target is None:
        raise AssertionError("a jump was let through with nothing to jump on")
    return replace(
        _after_card(state, act.player),
        to_move=target.by,
        jump=RunningJump(act.number, act.player, target.by),
        reveal_due=False,
        seen=state.seen | 1 << act.number,
    )


def take(state: FiftyFiftyState, act: Take) -> FiftyFiftyState:
    """Take the row, the passes and the jump card; a new row begins unless the draw pile is empty."""
    check_turn(state, act, _tried)
    _check_no_reveal_due(state, act, TAKE_NOW)
    if state.jump is None:
        refuse(
            Code.NOTHING_TO_TAKE,
            say(
                "{player} cannot take the row, since no jump is running; {player} plays one card",
                player=act.player,
            ),
        )
    seat = state.seat(act.player)
    taken = replace(
        state,
        row=(),
        jump=None,
        penalties=_add(state.penalties, seat, len(state.row) + 1),
        to_move=act.player,
    )
    return taken if state.draw_pile else _end(taken, seat)


def reveal(state: FiftyFiftyState, act: Reveal) -> FiftyFiftyState:
    """Lay all hands open: the lowest number takes the row, whoever shows a pass is out or spared."""
    if (flaw := misfit(state, act)) is not None:
        refuse(*flaw)
    holders = tuple(player for player, cards in act.hands if any(card.value is None for card in cards))
    out = tuple(player for player in state.players if player in holders) if state.house.eliminates else ()
    shown = replace(state, eliminated=out)
    taker = lowest(act)
    if taker is None:
        return replace(shown, over=True, to_move=None, reveal_due=False)
    seat = state.seat(taker)
    return _end(replace(shown, row=(), penalties=_add(state.penalties, seat, len(state.row))), seat)


def lowest(act: Reveal) -> str | None:
    """Give who shows the lowest number among those who show no pass; None where everybody shows one."""
    numbers = [
        (card.value, player)
        for player, cards in act.hands
        if all(card.value is not None for card in cards)
        for card in cards
        if card.value is not None
    ]
    return min(numbers)[1] if numbers else None


def misfit(state: FiftyFiftyState, act: Reveal) -> tuple[Code, str] | None:
    """Say why these hands cannot be what the players hold; None when they can. Unknown names are refused."""
    for player, _ in act.hands:
        check_known(state, player)
    if not state.reveal_due:
        return Code.NO_REVEAL, say(
            "hands are not revealed now, only when a turn begins with the player's last card; "
            "{mover} is to move",
            mover=state.to_move,
        )
    cards = [card.value for _, hand in act.hands for card in hand]
    numbers = [value for value in cards if value is not None]
    for at, number in enumerate(numbers):
        if state.is_seen(number):
            return Code.ALREADY_PLAYED, say(
                "nobody can reveal {number}: it has been shown in this game already and is there only once; "
                "another number is meant",
                number=number,
            )
        if number in numbers[:at]:
            return Code.ALREADY_PLAYED, say(
                "{number} cannot be revealed twice: it is there only once; one of the two is another number",
                number=number,
            )
    passes = len(cards) - len(numbers)
    if state.passes + passes > PASSES:
        return Code.TOO_MANY_CARDS, say(
            "{n} passes cannot be revealed: {left}", n=passes, left=_passes_left(state)
        )
    return _wrong_count(state, act)


def _wrong_count(state: FiftyFiftyState, act: Reveal) -> tuple[Code, str] | None:
    given = {player: len(cards) for player, cards in act.hands}
    for player, due in zip(state.players, state.hands, strict=True):
        if given.get(player, 0) != due:
            return Code.WRONG_COUNT, say(
                "{player} cannot reveal {n} cards with {due} in hand; all {due} are shown",
                player=player,
                n=given.get(player, 0),
                due=due,
            )
    return None


def _tried(act: Play | Take) -> Text:
    if isinstance(act, Take):
        return say("take the row")
    return say("play a pass") if act.card.value is None else say("play {card}", card=act.card)


def _check_pass(state: FiftyFiftyState, act: Play) -> None:
    if not state.row and not state.house.pass_opens_row:
        refuse(
            Code.MUST_PLAY,
            say(
                "{player} cannot pass on an empty row at this table (pass_opens_row is "
                "forbidden); a number has to start the row",
                player=act.player,
            ),
        )
    _check_no_reveal_due(state, act, PASS_NOW)
    if state.passes == PASSES:
        refuse(
            Code.TOO_MANY_CARDS,
            say("{player} cannot pass: {left}", player=act.player, left=_passes_left(state)),
        )
    _check_hand(state, act.player, NONE_TO_PASS)


def _check_number(state: FiftyFiftyState, act: Play, number: int) -> None:
    if state.jump is not None:
        refuse(
            Code.PASSES_ONLY,
            say(
                "{player} cannot play {number} after a jump; {player} passes or takes the whole row",
                player=act.player,
                number=number,
            ),
        )
    _check_no_reveal_due(state, act, PLAY_NOW, number=number)
    if state.is_seen(number):
        refuse(
            Code.ALREADY_PLAYED,
            say(
                "{player} cannot play {number}: it has been shown in this game already and is there only "
                "once; another number is meant",
                player=act.player,
                number=number,
            ),
        )
    _check_hand(state, act.player, NONE_TO_PLAY, number=number)


def _check_no_reveal_due(state: FiftyFiftyState, act: Play | Take, message: str, **fields: object) -> None:
    if state.reveal_due:
        refuse(Code.REVEAL_DUE, say(message, player=act.player, **fields))


def _check_jump(state: FiftyFiftyState, act: Jump) -> None:
    target, due = state.target, partner(act.number)
    if state.jump is not None:
        refuse(
            Code.PASSES_ONLY,
            say(
                "{player} cannot jump on a jump; {mover} passes or takes the whole row",
                player=act.player,
                mover=state.to_move,
            ),
        )
    if state.is_seen(act.number):
        refuse(
            Code.ALREADY_PLAYED,
            say(
                "{player} cannot jump with {number}: it has been shown in this game already and is there "
                "only once; another number is meant",
                player=act.player,
                number=act.number,
            ),
        )
    if target is not None and target.by == act.player:
        refuse(
            Code.OWN_CARD,
            say(
                "{player} cannot jump on the {card} that {player} played; the others may, with {partner}",
                player=act.player,
                card=target.card,
                partner=partner(target.card.value or 0),
            ),
        )
    if target is None or target.card.value != due:
        _refuse_jump(state, act, due)
    _check_hand(state, act.player, NONE_TO_JUMP, number=act.number)


def _refuse_jump(state: FiftyFiftyState, act: Jump, due: int) -> None:
    target = state.target
    last = (
        say("there is no number to jump on now")
        if target is None
        else say("the last card is {card}", card=target.card)
    )
    if state.is_seen(due):
        refuse(
            Code.JUMP_TOO_LATE,
            say(
                "{player} cannot jump with {number} any more: {due} is not the card last played, "
                "{last}; the card goes back to the hand",
                player=act.player,
                number=act.number,
                due=due,
                last=last,
            ),
        )
    refuse(
        Code.NOT_A_JUMP,
        say(
            "{player} cannot jump with {number}: {last}; {number} jumps on {due} alone",
            player=act.player,
            number=act.number,
            last=last,
            due=due,
        ),
    )


def _check_hand(state: FiftyFiftyState, player: str, message: str, **fields: object) -> None:
    if not state.hands[state.seat(player)]:
        refuse(Code.NO_CARDS, say(message, player=player, **fields))


def _passes_left(state: FiftyFiftyState) -> Text:
    return say(
        "{shown} of the deck's {all} passes have been shown already; at most {left} can come",
        shown=state.passes,
        all=PASSES,
        left=PASSES - state.passes,
    )


def _pass(state: FiftyFiftyState, player: str) -> FiftyFiftyState:
    row = (*state.row, Laid(CARD[0], player))
    return _turn(replace(_after_card(state, player), row=row, passes=state.passes + 1), player)


def _lay(state: FiftyFiftyState, player: str, number: int) -> FiftyFiftyState:
    land = landing(state.row, number)
    seat = state.seat(player)
    after = replace(
        _after_card(state, player),
        row=(*state.row[: land.keep], Laid(CARD[number], player)),
        penalties=_penalties(state, seat, land),
        seen=state.seen | 1 << number,
    )
    if land.gone and not land.keep and not state.draw_pile:
        return _end(after, seat)
    return _turn(after, player)


def _penalties(state: FiftyFiftyState, seat: int, land: Landing) -> tuple[int, ...]:
    if not land.replaces or land.gone[0].card.value in state.house.purple:
        return _add(state.penalties, seat, len(land.gone))
    gift = min(1, state.penalties[seat])
    owner = state.seat(land.gone[0].by)
    return _add(_add(state.penalties, seat, -gift), owner, 1 + gift)


def _after_card(state: FiftyFiftyState, player: str) -> FiftyFiftyState:
    """Draw a card for the one just played, or hold one less where the draw pile is empty."""
    if state.draw_pile:
        return replace(state, draw_pile=state.draw_pile - 1)
    return replace(state, hands=_add(state.hands, state.seat(player), -1))


def _turn(state: FiftyFiftyState, player: str) -> FiftyFiftyState:
    """Let the next player move; with one card left before a normal turn all hands are to be revealed."""
    to_move = next_player(state.players, player)
    last_card = state.jump is None and state.hands[state.seat(to_move)] == 1
    return replace(state, to_move=to_move, reveal_due=last_card)


def _end(state: FiftyFiftyState, taker: int) -> FiftyFiftyState:
    """End the game: the taker of the row takes the other players' hands too, and keeps the own one."""
    others = sum(state.hands) - state.hands[taker]
    return replace(
        state,
        over=True,
        to_move=None,
        reveal_due=False,
        penalties=_add(state.penalties, taker, others),
        hands=tuple(cards if seat == taker else 0 for seat, cards in enumerate(state.hands)),
    )


def _add(counts: Sequence[int], seat: int, more: int) -> tuple[int, ...]:
    changed = list(counts)
    changed[seat] += more
    return tuple(changed)
