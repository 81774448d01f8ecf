"""The Game: Quick & Easy: the team lays all cards on an ascending and a descending stack, or loses.

Nobody sees hands, so that it takes a player's word to know that none of the cards in hand can be laid. That
word is believed unless the table proves it false.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NoReturn

from companion.cards import Card, Colour, Zone
from companion.errors import BadRecord, Code
from companion.json_lines import as_json
from companion.language import listed, mark, say
from companion.rules import quick_and_easy_words as words
from companion.rules.base import Act, GameState, HouseRule, Layout, Outcome, Remark, Standing
from companion.rules.checks import (
    check_flag,
    check_number,
    check_players,
    check_running,
    check_starter,
    check_turn,
    house_rules,
    refuse,
    settle_rulings,
    switch,
    the_player,
    the_remark,
    the_verb,
)
from companion.rules.quick_and_easy_state import (
    CARDS,
    COLOURS,
    HAND,
    VALUES,
    Lay,
    Placed,
    QuickAndEasyState,
    Stack,
    Stuck,
    Tile,
    fits,
)

LONGEST_COLOUR = 32
"""The most code points that the name of a colour may have."""


def _are_colours(value: object) -> bool:
    if not isinstance(value, list | tuple) or len(value) != len(COLOURS):
        return False
    named = all(isinstance(colour, str) and 1 <= len(colour) <= LONGEST_COLOUR for colour in value)
    return named and len(set(value)) == len(COLOURS)


class QuickAndEasy:
    """The rules of The Game: Quick & Easy."""

    slug = "quick-and-easy"
    title = "The Game: Quick & Easy"
    players = range(2, 6)
    rulings: Mapping[str, HouseRule] = house_rules(
        switch("professional", mark("the professional version: exactly one card a turn")),
        HouseRule(
            "colours",
            COLOURS,
            mark("the colours of the deck"),
            say("five distinct names"),
            _are_colours,
        ),
    )

    def start(
        self, players: Sequence[str], starter: str | None = None, rulings: Mapping[str, object] | None = None
    ) -> QuickAndEasyState:
        """Give the state before the first card lies: two cards each."""
        names = check_players(players, self.players)
        settled = settle_rulings(self.rulings, rulings)
        colours = settled["colours"]
        assert isinstance(colours, list | tuple)
        return QuickAndEasyState(
            players=names,
            to_move=check_starter(names, starter),
            over=False,
            professional=settled["professional"] is True,
            colours=tuple(colours),
            up=None,
            down=None,
            seen=0,
            hands=(HAND,) * len(names),
            draw_pile=CARDS - HAND * len(names),
        )

    def parse(self, fields: Mapping[str, object], state: GameState) -> Act:
        """Read ``lay`` or ``stuck``; the colours are those of this game's deck."""
        verb = the_verb(fields, ("lay", "stuck"))
        if verb == "lay":
            return Lay(the_player(fields), _parse_cards(fields["lay"], _own(state).colours))
        if verb == "stuck":
            check_flag(fields, "stuck")
            return Stuck(the_player(fields))
        return the_remark(fields)

    def apply(self, state: GameState, act: Act) -> QuickAndEasyState:
        """Give the state after the act; raises IllegalAct when the rules forbid it."""
        state = _own(state)
        if isinstance(act, Remark):
            return state
        check_running(state, act)
        if not isinstance(act, Lay | Stuck):
            raise BadRecord(f"{act!r} is no act of Quick & Easy")
        check_turn(state, act, words.tried)
        return _lay(state, act) if isinstance(act, Lay) else _give_up(state, act)

    def candidates(self, state: GameState) -> Iterator[Act]:
        """Give every turn of one card, then every turn of two, in the order laid, then ``stuck``."""
        state = _own(state)
        name = state.to_move
        if name is None:
            return
        yield from (Lay(name, (placed,)) for placed in _placings(state))
        if _limit(state) > 1 and _hand(state, name) > 1:
            yield from (Lay(name, pair) for pair in _pairs(state))
        if _cannot_fit(state) >= _hand(state, name):
            yield Stuck(name)

    def layout(self, state: GameState) -> Layout:
        """Say what lies on top of the two stacks. A colour that the camera does not know is left out."""
        state = _own(state)
        tops = ((Zone.UP, state.up), (Zone.DOWN, state.down))
        return Layout(tuple((zone, (_face(tile),)) for zone, tile in tops if tile is not None))

    def standings(self, state: GameState) -> tuple[Standing, ...]:
        """Give everybody the first place and the cards that the team has left."""
        state = _own(state)
        return tuple(Standing(name, 1, state.left) for name in state.players)

    def outcome(self, state: GameState) -> Outcome | None:
        """Say whether the team has won; None while the game is running."""
        state = _own(state)
        return Outcome(self.standings(state), won=state.left == 0) if state.over else None

    def describe(self, state: GameState) -> dict[str, object]:
        """Give the state as plain JSON values (docs/records.md)."""
        state = _own(state)
        return {
            "to_move": state.to_move,
            "hands": dict(zip(state.players, state.hands, strict=True)),
            "over": state.over,
            "up": _shown(state.up),
            "down": _shown(state.down),
            "laid": state.laid,
            "draw_pile": state.draw_pile,
        }

    def explain(self, state: GameState, act: Act, language: str = "en") -> str:
        """Say in one sentence what a legal act does and by which rule.

        ``language`` is a code of ``companion.language.languages()``.
        """
        state = _own(state)
        return words.explain(state, act, self.apply(state, act)).to(language)


def _own(state: GameState) -> QuickAndEasyState:
    if not isinstance(state, QuickAndEasyState):
        raise TypeError(f"a {type(state).__name__} is no state of Quick & Easy")
    return state


def _parse_cards(value: object, colours: Sequence[str]) -> tuple[Placed, ...]:
    if not isinstance(value, list):
        raise BadRecord(f'"lay" is a list of cards, not {as_json(value)}')
    return tuple(_parse_card(card, colours) for card in value)


def _parse_card(card: object, colours: Sequence[str]) -> Placed:
    if not isinstance(card, dict) or not {"stack", "value", "colour"} <= card.keys():
        raise BadRecord(f'a card of "lay" has a "stack", a "value" and a "colour", unlike {as_json(card)}')
    stack, colour = card["stack"], card["colour"]
    if not isinstance(stack, str) or stack not in ("up", "down"):
        raise BadRecord(f'"stack" is "up" or "down", not {as_json(stack)}')
    if not isinstance(colour, str) or colour not in colours:
        raise BadRecord(f'"colour" is one of {", ".join(colours)}, not {as_json(colour)}')
    return Placed(Stack(stack), Tile(check_number(card["value"], '"value"', VALUES), colour))


def _hand(state: QuickAndEasyState, name: str) -> int:
    return state.hands[state.players.index(name)]


def _limit(state: QuickAndEasyState) -> int:
    return 1 if state.professional else HAND


def _face(tile: Tile) -> Card:
    known = tile.colour in list(Colour)
    return Card.number(tile.value, Colour(tile.colour) if known else None)


def _shown(tile: Tile | None) -> dict[str, object] | None:
    return None if tile is None else {"value": tile.value, "colour": tile.colour}


def _lay(state: QuickAndEasyState, act: Lay) -> QuickAndEasyState:
    seen = _check_new(state, act)
    _check_count(state, act)
    up, down = _stacked(state, act)
    if not act.cards:
        refuse(
            Code.MUST_LAY,
            say("{player} cannot lay nothing; a turn lays a card, or says stuck", player=act.player),
        )
    after = replace(state, up=up, down=down, seen=seen)
    return _draw(after, state.players.index(act.player), len(act.cards))


def _check_new(state: QuickAndEasyState, act: Lay) -> int:
    """Give the bits of all cards that lie after the act.

    Refuses one that is not in the deck, that lies already or that comes twice.
    """
    seen = state.seen
    for placed in act.cards:
        tile = placed.tile
        if tile.colour not in state.colours:
            _refuse_strange(state, act.player, tile)
        bit = state.bit(tile)
        if seen & bit:
            lies = (
                say(
                    "{player} cannot lay {tile}, which lies already; there is one of "
                    "each, any card that is not there yet could come",
                    player=act.player,
                    tile=words.tile_words(tile),
                )
                if state.seen & bit
                else say(
                    "{player} cannot lay {tile} twice in a turn; there is one of each",
                    player=act.player,
                    tile=words.tile_words(tile),
                )
            )
            refuse(Code.ALREADY_PLAYED, lies)
        seen |= bit
    return seen


def _refuse_strange(state: QuickAndEasyState, name: str, tile: Tile) -> NoReturn:
    refuse(
        Code.DOES_NOT_FIT,
        say(
            "{name} cannot lay {tile}, which is not in this deck; its colours are {colours}",
            name=name,
            tile=words.tile_words(tile),
            colours=listed(state.colours),
        ),
    )


def _check_count(state: QuickAndEasyState, act: Lay) -> None:
    count, hand = len(act.cards), _hand(state, act.player)
    if count > _limit(state):
        allowed = say("exactly 1 card") if state.professional else say("1 or {most} cards", most=HAND)
        refuse(
            Code.TOO_MANY_CARDS,
            say(
                "{player} cannot lay {count} cards; a turn lays {allowed}",
                player=act.player,
                count=count,
                allowed=allowed,
            ),
        )
    if count > hand:
        refuse(
            Code.NO_CARDS,
            say(
                "{player} cannot lay {count} cards with {hand} in hand; {hand} at most",
                player=act.player,
                count=count,
                hand=hand,
            ),
        )


def _stacked(state: QuickAndEasyState, act: Lay) -> tuple[Tile | None, Tile | None]:
    """Give the tops of the two stacks after the act; refuses the first card that does not fit."""
    up, down = state.up, state.down
    for placed in act.cards:
        tile, top = placed.tile, up if placed.stack is Stack.UP else down
        if not fits(placed.stack, top, tile):
            _refuse_misfit(act.player, placed, top)
        up, down = (tile, down) if placed.stack is Stack.UP else (up, tile)
    return up, down


def _refuse_misfit(name: str, placed: Placed, top: Tile | None) -> NoReturn:
    assert top is not None
    tile, rising = placed.tile, placed.stack is Stack.UP
    refuse(
        Code.DOES_NOT_FIT,
        say(
            "{name} cannot lay {tile} on the {stack} stack, on {top}; a {better} card or one of the "
            "same colour can be laid",
            name=name,
            tile=words.tile_words(tile),
            stack=words.stack(placed.stack),
            top=words.tile_words(top),
            better=say("higher") if rising else say("lower"),
        ),
    )


def _draw(state: QuickAndEasyState, seat: int, count: int) -> QuickAndEasyState:
    """Draw as many as were laid, while the pile lasts, and give the turn to the next who holds cards."""
    drawn = min(count, state.draw_pile)
    hands = (*state.hands[:seat], state.hands[seat] - count + drawn, *state.hands[seat + 1 :])
    turns = (*range(seat + 1, len(hands)), *range(seat + 1))
    to_move = next((state.players[turn] for turn in turns if hands[turn]), None)
    return replace(
        state, to_move=to_move, over=to_move is None, hands=hands, draw_pile=state.draw_pile - drawn
    )


def _give_up(state: QuickAndEasyState, act: Stuck) -> QuickAndEasyState:
    hand, misfits = _hand(state, act.player), _cannot_fit(state)
    if misfits < hand:
        refuse(
            Code.NOT_STUCK,
            say(
                "{player} cannot be stuck with {hand} in hand: of the cards not laid yet "
                "{misfits} fit nowhere; a card must be laid",
                player=act.player,
                hand=hand,
                misfits=misfits,
            ),
        )
    return replace(state, to_move=None, over=True)


def _can_lay(state: QuickAndEasyState, tile: Tile) -> bool:
    return any(fits(stack, state.top(stack), tile) for stack in Stack)


def _cannot_fit(state: QuickAndEasyState) -> int:
    """Count the unseen cards that fit on neither stack: none while a stack is empty or up is below down."""
    return sum(not _can_lay(state, tile) for tile in state.unseen())


def _placings(state: QuickAndEasyState) -> Iterator[Placed]:
    """Give every way to lay one card that does not lie yet."""
    for tile in state.unseen():
        yield from (Placed(stack, tile) for stack in Stack if fits(stack, state.top(stack), tile))


def _pairs(state: QuickAndEasyState) -> Iterator[tuple[Placed, Placed]]:
    """Give every way to lay two cards one after the other."""
    for first in _placings(state):
        on_up = first.stack is Stack.UP
        seen = state.seen | state.bit(first.tile)
        up, down = (first.tile, state.down) if on_up else (state.up, first.tile)
        yield from ((first, second) for second in _placings(replace(state, up=up, down=down, seen=seen)))
