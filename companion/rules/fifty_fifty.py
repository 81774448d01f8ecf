"""Fifty Fifty, the game of the fifty-card jump: one ascending row, a jump card beside it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product

from companion.cards import PASS, Card, Colour, Zone
from companion.errors import BadRecord
from companion.json_lines import as_json
from companion.language import mark, say
from companion.rules import fifty_fifty_moves as moves
from companion.rules import fifty_fifty_words as words
from companion.rules.base import Act, GameState, HouseRule, Layout, Outcome, Remark, Standing
from companion.rules.checks import (
    REMARK,
    check_flag,
    check_players,
    check_running,
    check_starter,
    choice,
    house_rules,
    rank,
    settle_rulings,
    the_number,
    the_player,
    the_remark,
    the_verb,
)
from companion.rules.fifty_fifty_state import (
    CARD,
    CARDS_IN_PLAY,
    HAND,
    NUMBERS,
    PASSES,
    FiftyFiftyState,
    House,
    Jump,
    Play,
    Reveal,
    Take,
    partner,
    shown,
)

ORANGE, PURPLE = (
    {value: Card.number(value, colour) for value in NUMBERS} for colour in (Colour.ORANGE, Colour.PURPLE)
)
EVERY_THIRD = "every-third"


class FiftyFifty:
    """The rules of Fifty Fifty (docs/rules-api.md)."""

    slug = "fifty-fifty"
    title = "Fifty Fifty"
    players = range(2, 6)
    rulings: Mapping[str, HouseRule] = house_rules(
        HouseRule(
            "purple",
            EVERY_THIRD,
            mark("which numbers are purple"),
            say('"{every_third}" or a list of numbers from 1 to 100', every_third=EVERY_THIRD),
            lambda value: value == EVERY_THIRD or _are_numbers(value),
        ),
        choice(
            "pass_in_hand",
            mark("what a pass in the hand does when hands are revealed"),
            "eliminated",
            "spared",
        ),
        choice("pass_opens_row", mark("a pass on an empty row"), "allowed", "forbidden"),
    )

    def start(
        self, players: Sequence[str], starter: str | None = None, rulings: Mapping[str, object] | None = None
    ) -> FiftyFiftyState:
        """Give the state before the first card: five cards each, nothing on the table."""
        names = check_players(players, self.players)
        settled = settle_rulings(self.rulings, rulings)
        return FiftyFiftyState(
            players=names,
            to_move=check_starter(names, starter),
            over=False,
            house=_house(settled),
            row=(),
            hands=(HAND,) * len(names),
            penalties=(0,) * len(names),
            draw_pile=CARDS_IN_PLAY - HAND * len(names),
            jump=None,
            reveal_due=False,
            seen=0,
            passes=0,
            eliminated=(),
        )

    def parse(self, fields: Mapping[str, object], state: GameState) -> Act:
        """Read the verbs ``play``, ``jump``, ``take``, ``reveal``; raises BadRecord on anything else."""
        verb = the_verb(fields, ("play", "jump", "take", "reveal"))
        if verb == REMARK:
            return the_remark(fields)
        if verb == "reveal":
            return Reveal(None, _parse_hands(fields["reveal"]))
        player = the_player(fields)
        if verb == "play":
            return Play(player, _parse_card(fields["play"], '"play"'))
        if verb == "jump":
            return Jump(player, the_number(fields, "jump", NUMBERS))
        check_flag(fields, "take")
        return Take(player)

    def apply(self, state: GameState, act: Act) -> FiftyFiftyState:
        """Give the state after the act; raises IllegalAct when the rules forbid it."""
        state = _own(state)
        if isinstance(act, Remark):
            return state
        check_running(state, act)
        if isinstance(act, Play):
            return moves.play(state, act)
        if isinstance(act, Jump):
            return moves.jump(state, act)
        if isinstance(act, Take):
            return moves.take(state, act)
        if isinstance(act, Reveal):
            return moves.reveal(state, act)
        raise BadRecord(f"{act!r} is no act of Fifty Fifty")

    def candidates(self, state: GameState) -> Iterator[Act]:
        """Give every play, jump and take that ``apply`` accepts; ``reveals`` gives the reveals."""
        state = _own(state)
        if state.to_move is not None and not state.reveal_due:
            yield from _turn_candidates(state, state.to_move)
        target = state.target
        if target is not None and not state.is_seen(number := partner(target.card.value or 0)):
            for player, cards in zip(state.players, state.hands, strict=True):
                if player != target.by and cards:
                    yield Jump(player, number)

    def reveals(self, state: GameState) -> Iterator[Reveal]:
        """Give every reveal that ``apply`` accepts, lazily and one for each set of hands; can be millions."""
        state = _own(state)
        if not state.reveal_due:
            return
        holders = [(p, n) for p, n in zip(state.players, state.hands, strict=True) if n]
        deck = [CARD[n] for n in NUMBERS if not state.is_seen(n)]
        deck += [PASS] * (PASSES - state.passes)
        hands = [sorted(set(combinations(deck, n)), key=str) for _, n in holders]
        for dealt in product(*hands):
            reveal = Reveal(None, tuple((p, cards) for (p, _), cards in zip(holders, dealt, strict=True)))
            if moves.misfit(state, reveal) is None:
                yield reveal

    def layout(self, state: GameState) -> Layout:
        """Say what the camera ought to see: the row, and the jump card beside it."""
        state = _own(state)
        row = tuple(_face(state.house, laid.card) for laid in state.row)
        if state.jump is None:
            return Layout(((Zone.ROW, row),))
        return Layout(((Zone.ROW, row), (Zone.JUMP, (_face(state.house, CARD[state.jump.number]),))))

    def standings(self, state: GameState) -> tuple[Standing, ...]:
        """Give places by penalty cards, fewest first, the eliminated behind all others."""
        state = _own(state)
        return rank(zip(state.players, state.penalties, strict=True), state.eliminated)

    def outcome(self, state: GameState) -> Outcome | None:
        """Say how the game ended; None while it is running."""
        return Outcome(self.standings(state)) if state.over else None

    def describe(self, state: GameState) -> dict[str, object]:
        """Give the state as plain JSON values (docs/records.md)."""
        state = _own(state)
        jump = state.jump
        return {
            "to_move": state.to_move,
            "over": state.over,
            "row": [shown(laid.card) for laid in state.row],
            "jump": None if jump is None else {"card": jump.number, "by": jump.by, "on": jump.on},
            "hands": dict(zip(state.players, state.hands, strict=True)),
            "penalties": dict(zip(state.players, state.penalties, strict=True)),
            "draw_pile": state.draw_pile,
            "reveal_due": state.reveal_due,
        }

    def explain(self, state: GameState, act: Act, language: str = "en") -> str:
        """Say in one sentence what a legal act does and by which rule.

        ``language`` is a code of ``companion.language.languages()``.
        """
        state = _own(state)
        return words.explain(state, act, self.apply(state, act)).to(language)


def _own(state: GameState) -> FiftyFiftyState:
    if not isinstance(state, FiftyFiftyState):
        raise TypeError(f"a {type(state).__name__} is no state of Fifty Fifty")
    return state


def _are_numbers(value: object) -> bool:
    return isinstance(value, list | tuple) and all(type(n) is int and n in NUMBERS for n in value)


def _house(settled: Mapping[str, object]) -> House:
    purple = settled["purple"]
    return House(
        purple=frozenset(purple if isinstance(purple, list | tuple) else (n for n in NUMBERS if n % 3 == 0)),
        eliminates=settled["pass_in_hand"] == "eliminated",
        pass_opens_row=settled["pass_opens_row"] == "allowed",
    )


def _parse_card(value: object, what: str) -> Card:
    if value == "pass":
        return PASS
    if type(value) is not int or value not in NUMBERS:
        raise BadRecord(f'{what} is a whole number from 1 to 100 or "pass", not {as_json(value)}')
    return CARD[value]


def _parse_hands(value: object) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    if not isinstance(value, dict):
        raise BadRecord(f'"reveal" gives each player a list of cards, not {as_json(value)}')
    return tuple((player, _parse_hand(player, cards)) for player, cards in value.items())


def _parse_hand(player: object, cards: object) -> tuple[Card, ...]:
    if not isinstance(player, str):
        raise BadRecord(f'"reveal" names players, not {as_json(player)}')
    if not isinstance(cards, list):
        raise BadRecord(f'"reveal" gives a list of cards for {player}, not {as_json(cards)}')
    return tuple(_parse_card(card, f"a card of {player}") for card in cards)


def _face(house: House, card: Card) -> Card:
    if card.value is None:
        return card
    return (PURPLE if card.value in house.purple else ORANGE)[card.value]


def _turn_candidates(state: FiftyFiftyState, player: str) -> Iterator[Act]:
    holds_any = state.hands[state.seat(player)] > 0
    if state.jump is not None:
        yield Take(player)
    elif holds_any:
        yield from (Play(player, CARD[n]) for n in NUMBERS if not state.is_seen(n))
    opens = state.house.pass_opens_row or bool(state.row)
    if holds_any and opens and state.passes < PASSES:
        yield Play(player, PASS)
