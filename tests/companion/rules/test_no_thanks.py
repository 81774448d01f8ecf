import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Card, Zone
from companion.errors import BadRecord, Code
from companion.rules.base import GameState, Remark
from companion.rules.no_thanks import NoThanks
from companion.rules.no_thanks_state import NUMBERS, Flip, NoThanksState, Take, Token, points
from tests.companion.rules.lines import Line, accepted, begin, count_tree, of, places, play, refused

RULES = NoThanks()


def table(text: str, players: str = "Ann Ben Cem", starter: str | None = None) -> NoThanksState:
    """Play "17 + + !": turn 17 up, two tokens, take; whoever is to move does it."""
    return on(begin(RULES, players, starter), text)


def on(state: GameState, text: str) -> NoThanksState:
    for word in text.split():
        state = play(RULES, state, line(state, word))
    assert isinstance(state, NoThanksState)
    return state


def line(state: GameState, word: str) -> Line:
    verbs = {"+": "token", "!": "take"}
    return {"player": state.to_move, verbs[word]: True} if word in verbs else {"flip": int(word)}


def runs(text: str) -> list[int]:
    """Write out "7-10,13"."""
    ends = [part.split("-") for part in text.split(",") if part]
    return [n for first, *last in ends for n in range(int(first), int(last[0] if last else first) + 1)]


@pytest.mark.parametrize(
    ("cards", "tokens", "score"),
    [
        ("11,12,15-17,20", 0, 46),
        ("10-12,14,16,17", 8, 32),
        ("3-35", 0, 3),
        ("", 55, -55),
        ("7-10,13,15-17,24,26,27", 0, 85),
        ("35", 0, 35),
        ("3,5", 8, 0),
    ],
)
def test_points(cards: str, tokens: int, score: int) -> None:
    assert points(runs(cards), tokens) == score


@pytest.mark.parametrize(("count", "tokens"), [(3, 11), (4, 11), (5, 11), (6, 9), (7, 7)])
def test_tokens_at_the_start(count: int, tokens: int) -> None:
    names = [f"P{n}" for n in range(count)]
    state = RULES.start(names)
    assert RULES.describe(state) == {
        "to_move": "P0",
        "over": False,
        "open": None,
        "pot": 0,
        "tokens": dict.fromkeys(names, tokens),
        "cards": {name: [] for name in names},
    }


@pytest.mark.parametrize(
    ("players", "starter", "rules"),
    [
        ("Ann Ben", None, {}),
        ("A B C D E F G H", None, {}),
        ("Ann Ben Ann", None, {}),
        ("Ann Ben Cem", "Dia", {}),
        ("Ann Ben Cem", None, {"professional": True}),
    ],
)
def test_games_that_cannot_begin(players: str, starter: str | None, rules: dict[str, object]) -> None:
    with pytest.raises(BadRecord):
        RULES.start(players.split(), starter, rules)


def test_a_token_ends_the_turn_and_taking_does_not() -> None:
    assert of(RULES, table("17"), "to_move", "open", "pot") == ["Ann", 17, 0]
    assert of(RULES, table("17 +"), "to_move", "open", "pot") == ["Ben", 17, 1]
    assert of(RULES, table("17 + + + +"), "to_move", "open", "pot") == ["Ben", 17, 4]
    assert of(RULES, table("17 + +  !"), "to_move", "open", "pot") == ["Cem", None, 0]
    assert of(RULES, table("17 + +  ! 20"), "to_move", "open", "pot") == ["Cem", 20, 0]


def test_the_taker_gets_the_card_and_its_tokens() -> None:
    state = table("17 + + ! 9 !", starter="Cem")
    assert of(RULES, state, "tokens", "cards") == [
        {"Ann": 10, "Ben": 13, "Cem": 10},
        {"Ann": [], "Ben": [9, 17], "Cem": []},
    ]
    assert places(RULES, state) == [("Ann", 1, -10), ("Cem", 1, -10), ("Ben", 3, 13)]


def all_but_last() -> NoThanksState:
    """Ann has taken 23 cards, 3 to 25."""
    return table(" ".join(f"{number} !" for number in range(3, 26)))


def test_the_game_ends_with_the_24th_card() -> None:
    state = all_but_last()
    assert not state.over
    assert RULES.outcome(state) is None
    state = on(state, "35 + + + !")
    assert of(RULES, state, "over", "to_move", "open", "pot") == [True, None, None, 0]
    assert places(RULES, state) == [("Ben", 1, -10), ("Cem", 1, -10), ("Ann", 3, 3 + 35 - 13)]
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert outcome.standings == RULES.standings(state)
    assert outcome.won is None
    assert list(RULES.candidates(state)) == []
    for after in ({"flip": 30}, {"player": "Ann", "token": True}, {"player": "Zoe", "take": True}):
        assert refused(RULES, state, after) is Code.GAME_OVER


def spent() -> NoThanksState:
    """Ann has no token left, and 30 lies open in front of her."""
    return table("20 " + "+ + + " * 10 + "+ ! 30 + +")


def test_without_tokens_one_must_take() -> None:
    state = spent()
    assert of(RULES, state, "to_move", "tokens") == ["Ann", {"Ann": 0, "Ben": 31, "Cem": 0}]
    assert refused(RULES, state, {"player": "Ann", "token": True}) is Code.NO_TOKENS
    assert list(RULES.candidates(state)) == [Take("Ann")]


NOTHING_OPEN = table("17 + !")
OPEN = table("17 + ! 20")


@pytest.mark.parametrize(
    ("state", "act", "code"),
    [
        (NOTHING_OPEN, {"flip": 2}, Code.BAD_RECORD),
        (NOTHING_OPEN, {"flip": 36}, Code.BAD_RECORD),
        (NOTHING_OPEN, {"flip": 7.0}, Code.BAD_RECORD),
        (NOTHING_OPEN, {"flip": "7"}, Code.BAD_RECORD),
        (NOTHING_OPEN, {"flip": True}, Code.BAD_RECORD),
        (NOTHING_OPEN, {"flip": None}, Code.BAD_RECORD),
        (NOTHING_OPEN, {}, Code.BAD_RECORD),
        (NOTHING_OPEN, {"player": "Ben"}, Code.BAD_RECORD),
        (NOTHING_OPEN, {"player": "Ben", "play": 7}, Code.BAD_RECORD),
        (OPEN, {"player": "Ben", "token": 1}, Code.BAD_RECORD),
        (OPEN, {"player": "Ben", "token": False}, Code.BAD_RECORD),
        (OPEN, {"player": "Ben", "take": "true"}, Code.BAD_RECORD),
        (OPEN, {"player": "Ben", "take": None}, Code.BAD_RECORD),
        (OPEN, {"player": "Ben", "take": True, "token": True}, Code.BAD_RECORD),
        (OPEN, {"player": "Ben", "take": True, "flip": 9}, Code.BAD_RECORD),
        (OPEN, {"take": True}, Code.BAD_RECORD),
        (OPEN, {"player": 7, "take": True}, Code.BAD_RECORD),
        (OPEN, {"player": "ben", "take": True}, Code.UNKNOWN_PLAYER),
        (NOTHING_OPEN, {"player": "Zoe", "take": True}, Code.UNKNOWN_PLAYER),
        (OPEN, {"player": "Ann", "take": True}, Code.NOT_YOUR_TURN),
        (NOTHING_OPEN, {"player": "Ann", "token": True}, Code.NOT_YOUR_TURN),
        (OPEN, {"flip": 21}, Code.CARD_OPEN),
        (OPEN, {"flip": 17}, Code.CARD_OPEN),
        (OPEN, {"flip": 20}, Code.CARD_OPEN),
        (NOTHING_OPEN, {"player": "Ben", "take": True}, Code.NOTHING_OPEN),
        (NOTHING_OPEN, {"player": "Ben", "token": True}, Code.NOTHING_OPEN),
        (NOTHING_OPEN, {"flip": 17}, Code.ALREADY_PLAYED),
        (spent(), {"player": "Ann", "token": True}, Code.NO_TOKENS),
    ],
)
def test_refusals(state: NoThanksState, act: Line, code: Code) -> None:
    assert refused(RULES, state, act) is code


def test_a_remark_changes_nothing_at_any_time() -> None:
    for state in (OPEN, NOTHING_OPEN, on(all_but_last(), "35 !")):
        assert play(RULES, state, {"note": "tea", "t": 3.5}, {"player": "Ann", "note": "more tea"}) is state
        assert RULES.parse({"note": "tea"}, state) == Remark(None, "tea")


def test_unknown_keys_are_ignored() -> None:
    assert play(RULES, NOTHING_OPEN, {"flip": 20, "t": 1, "note": "ha", "seen": [1]}) == OPEN


def expressible(players: Sequence[str]) -> Iterator[Line]:
    yield from ({"flip": number} for number in range(0, 40))
    for player in (*players, "Zoe"):
        yield {"player": player, "token": True}
        yield {"player": player, "take": True}


class Naive:
    """No Thanks! once more, as a list of plain moves on mutable lists."""

    def __init__(self, players: int, tokens: int, order: Sequence[int] = ()) -> None:
        self.deck, self.order = set(range(3, 36)), order
        self.tokens, self.cards = [tokens] * players, [set[int]() for _ in range(players)]
        self.seat, self.open, self.pot = 0, 0, 0

    def count(self, depth: int) -> int:
        if depth == 0:
            return 1
        if sum(map(len, self.cards)) == 24:
            return 0
        if not self.open:
            cards = [self.order[sum(map(len, self.cards))]] if self.order else sorted(self.deck)
            return sum(self._flipped(card, depth) for card in cards)
        return self._taken(depth) + (self._paid(depth) if self.tokens[self.seat] else 0)

    def _flipped(self, card: int, depth: int) -> int:
        self.deck.remove(card)
        self.open = card
        found = self.count(depth - 1)
        self.open = 0
        self.deck.add(card)
        return found

    def _taken(self, depth: int) -> int:
        card, pot, seat = self.open, self.pot, self.seat
        self.cards[seat].add(card)
        self.tokens[seat] += pot
        self.open = self.pot = 0
        found = self.count(depth - 1)
        self.open, self.pot = card, pot
        self.tokens[seat] -= pot
        self.cards[seat].remove(card)
        return found

    def _paid(self, depth: int) -> int:
        seat = self.seat
        self.tokens[seat] -= 1
        self.pot += 1
        self.seat = (seat + 1) % len(self.tokens)
        found = self.count(depth - 1)
        self.seat = seat
        self.pot -= 1
        self.tokens[seat] += 1
        return found


@pytest.mark.parametrize(
    ("depth", "sequences"), [(1, 33), (2, 66), (3, 1_122), (4, 3_234), (5, 38_082), (6, 138_402)]
)
def test_counted_tree_from_the_start(depth: int, sequences: int) -> None:
    assert count_tree(RULES, table(""), depth) == Naive(3, 11).count(depth) == sequences


DECK = (17, 5, 18, 30, 4, 16, 35, 3, 29, 12)


def on_top(state: NoThanksState, act: object) -> bool:
    return not isinstance(act, Flip) or act.number == DECK[state.taken]


@pytest.mark.parametrize(("depth", "sequences"), [(5, 8), (10, 89), (16, 1_597)])
def test_counted_tree_of_a_deal(depth: int, sequences: int) -> None:
    assert count_tree(RULES, table(""), depth, on_top) == Naive(3, 11, DECK).count(depth) == sequences


def test_counted_tree_of_a_deal_with_few_tokens() -> None:
    state = replace(table(""), tokens=(1, 0, 2))
    naive = Naive(3, 0, DECK)
    naive.tokens = [1, 0, 2]
    assert count_tree(RULES, state, 14, on_top) == naive.count(14) == 81


@given(st.integers(0, 2**32))
def test_random_play_keeps_the_books(seed: int) -> None:
    chance = random.Random(seed)
    names = [f"P{n}" for n in range(chance.randint(3, 7))]
    state: GameState = RULES.start(names, chance.choice(names))
    assert isinstance(state, NoThanksState)
    tokens, acts, flips = sum(state.tokens), 0, 0
    while not state.over:
        options = list(RULES.candidates(state))
        if acts % 7 == 0:
            assert options_match(state, options)
        act = chance.choice(options)
        assert RULES.parse(act.to_record(), state) == act
        flips += isinstance(act, Flip)
        state = RULES.apply(state, act)
        acts += 1
        assert sum(state.tokens) + state.pot == tokens
        assert state.taken + (state.open is not None) == flips <= 24
        assert (state.to_move is None) == state.over == (state.taken == 24)
        gone = [card for cards in state.cards for card in cards]
        assert len(set(gone)) == len(gone)
        assert set(gone) <= set(NUMBERS)
        assert all(list(cards) == sorted(cards) for cards in state.cards)


def options_match(state: NoThanksState, options: Sequence[object]) -> bool:
    brute = accepted(RULES, state, expressible(state.players))
    return len(options) == len(set(options)) and set(options) == set(brute)


def test_the_layout_is_the_open_card() -> None:
    assert RULES.layout(OPEN).zone(Zone.ROW) == (Card.number(20),)
    assert RULES.layout(NOTHING_OPEN).zones == ()


@pytest.mark.parametrize(
    ("before", "act", "english", "german"),
    [
        (
            "",
            Flip(None, 17),
            "17 is turned up, and Ann takes it or puts a token on it.",
            "Die 17 wird aufgedeckt, und Ann nimmt sie oder legt einen Chip darauf.",
        ),
        (
            "17 +",
            Token("Ben"),
            "Ben puts a token on 17 instead of taking it, which ends the turn: 2 tokens on it now, "
            "and Cem is to move.",
            "Ben legt einen Chip auf die 17, statt sie zu nehmen, und beendet damit den Zug: 2 Chips darauf, "
            "und Cem ist dran.",
        ),
        (
            "12 ! 11 + + +",
            Take("Ann"),
            "Ann takes 11 and 3 tokens: the cards of Ann count 11 now and 12 before, "
            "for only the lowest card of each run counts.",
            "Ann nimmt die 11 und 3 Chips: Die Karten von Ann zählen nun 11 und vorher 12, "
            "denn von jeder Folge zählt nur die niedrigste Karte.",
        ),
    ],
)
def test_explanations(before: str, act: Flip | Token | Take, english: str, german: str) -> None:
    assert RULES.explain(table(before), act) == english
    assert RULES.explain(table(before), act, "de") == german
