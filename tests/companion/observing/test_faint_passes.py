"""Passes that are hardly read while a jump is settled: each is told of the card that its own hand laid."""

from dataclasses import replace

from companion.cards import PASS, Card, Zone
from companion.evidence import Alternative, Arrival, SeenCard, Side, Sighting
from companion.observing.clues import Clues, brought_all, price, right_hands, trace_of
from companion.observing.doubts import CLEARLY
from companion.observing.stories import tellings
from companion.rules.fifty_fifty_state import Play, Take
from companion.sessions.events import EventKind
from tests.companion.drawn import arrival, table, touched
from tests.companion.evening import Evening, to_the_jump

ROW = "11 12 15 17 23"
HANDS = (Side.SOUTH, Side.WEST, Side.NORTH, Side.EAST)
NAMES = ("Ada", "Bo", "Cleo", "Dan")


def faint(card: SeenCard, likely: float, number: float = 0.0) -> SeenCard:
    """A card on which something like a pass is read, and perhaps as something like a 10."""
    shares = [Alternative(PASS, likely)] + [Alternative(Card.number(10), number)] * (number > 0)
    return replace(card, alternatives=tuple(shares), sure=False)


def passed(hand: int, at: float, place: int, likely: float = 0.4, number: float = 0.0) -> Arrival:
    came = arrival("P", at, side=HANDS[hand % 4], place=place)
    return replace(came, card=faint(came.card, likely, number))


def look(at: float, came: list[Arrival]) -> Sighting:
    """The row with the jump card beside it and the faint passes, the last of which has just come."""
    sighting = table(f"{ROW} | 73", at, came[-1])
    row, beside = sighting.zone(Zone.ROW), sighting.zone(Zone.JUMP)
    return replace(sighting, cards=(*row, *(a.card for a in came), *beside))


def jumped() -> Evening:
    """Dan has jumped with his 73 on Ada's 23: she must pass, and so must the next ones."""
    evening = Evening()
    to_the_jump(evening)
    evening.see(
        table(
            f"{ROW} | 73",
            18.2,
            arrival("23", 16.467, side=Side.SOUTH, place=4),
            arrival("73", 17.267, Zone.JUMP, Side.EAST),
        )
    )
    assert evening.acts()[-1] == {"t": 17.267, "player": "Dan", "jump": 73}
    return evening


def passes(evening: Evening, came: list[Arrival]) -> None:
    """Let them pass one after the other, and the next one take everything."""
    for i, arrived in enumerate(came):
        evening.see(look(arrived.touch.latest / 1e9 + 1, came[: i + 1]))
    at = came[-1].touch.latest / 1e9
    evening.see(table("| 73", at + 3, removed_at=at + 2.5), table("", at + 5, removed_at=at + 4.5))


def told(evening: Evening) -> list[tuple[object, ...]]:
    """What was told after the jump: who, when, and what of it is unsure."""
    return [(a["player"], a["t"], a.get("unsure")) for a in evening.acts()[6:] if a.get("play") == "pass"]


def test_the_first_of_them_is_no_other_players_for_those_that_wait() -> None:
    evening = jumped()
    passes(evening, [passed(0, 20.0, 5), passed(1, 22.0, 6, 0.23, 0.17), passed(2, 24.0, 7, 0.48)])
    assert told(evening) == [("Ada", 20.0, ["act"])]
    codes = [e.data["code"] for e in evening.events if e.kind is EventKind.ATTENTION]
    assert "wrong-player" not in codes


def test_all_are_told_in_order_once_the_next_row_leaves_nothing_else() -> None:
    evening = jumped()
    passes(evening, [passed(0, 20.0, 5), passed(1, 22.0, 6, 0.23, 0.17), passed(2, 24.0, 7, 0.48)])
    evening.see(table("5", 32.0, arrival("5", 31.0, side=Side.EAST)))
    expected = [("Ada", 20.0, ["act"]), ("Bo", 22.0, ["act"]), ("Cleo", 24.0, ["act"])]
    assert told(evening) == expected
    assert [a.get("take") or a.get("play") for a in evening.acts()[-2:]] == [True, 5]


def test_whoever_passes_twice_has_laid_the_earlier_card_first() -> None:
    evening = jumped()
    likely = (0.29, 0.34, 0.31, 0.3, 0.35)
    passes(evening, [passed(i, 20.0 + 2 * i, 5 + i, p) for i, p in enumerate(likely)])
    assert [(player, t) for player, t, _ in told(evening)] == [(NAMES[i % 4], 20.0 + 2 * i) for i in range(5)]
    assert (evening.acts()[-1]["player"], evening.acts()[-1]["take"]) == ("Bo", True)


def test_a_card_that_was_read_twice_leaves_each_pass_the_card_of_its_own_hand() -> None:
    evening = jumped()
    twice = passed(1, 22.2, 6, 0.3)
    came = [passed(0, 20.0, 5), passed(1, 22.0, 7), passed(2, 24.0, 8)]
    evening.see(look(21.0, came[:1]), look(23.0, [came[0], twice]))
    passes(evening, came)
    assert [(player, t) for player, t, _ in told(evening)][::2] == [("Ada", 20.0), ("Cleo", 24.0)]


def test_acts_that_wait_have_laid_their_own_cards() -> None:
    first, second = passed(0, 20.0, 5), passed(1, 22.0, 6)
    clues = Clues((first, second), dict(zip(HANDS, NAMES, strict=True)))
    ada, bo = Play("Ada", PASS), Play("Bo", PASS)
    assert brought_all([ada], clues, [bo, Take("Cleo")]) == (first,)
    assert right_hands([ada], clues, [bo]) == (True,)
    assert brought_all([Play("Cleo", PASS)], clues) == (second,)


def test_of_traces_about_as_likely_the_first_is_taken() -> None:
    came = [passed(0, 20.0, 5, 0.31), passed(0, 22.0, 6, 0.4), passed(0, 24.0, 7, 0.02, 0.5)]
    assert trace_of(Play("Ada", PASS), came) is came[0]
    assert trace_of(Play("Ada", PASS), came[::-1]) is came[1]
    assert trace_of(Play("Ada", Card.number(10)), came) is came[2]
    assert trace_of(Play("Ada", Card.number(12)), came) is None


def test_what_several_of_them_may_have_been_is_looked_through_to_the_end() -> None:
    evening = jumped()
    doubtful = [passed(1, 22.0, 6, 0.06, 0.34), passed(1, 22.0, 6, 0.23, 0.17)]
    came = [passed(0, 20.0, 5), *doubtful, passed(2, 24.0, 7, 0.48), passed(3, 26.0, 8)]
    sighting = table("5", 34.0)
    laid = arrival("5", 30.0, side=Side.SOUTH)
    game = evening.session.game
    assert game is not None
    clues = Clues((*came, laid), dict(zip(HANDS, NAMES, strict=True)), touched(27.0))
    found = tellings(game.rules, game.state, sighting, clues, CLEARLY)
    best = min(found, key=lambda t: t.price)
    assert [a.to_record().get("play") for a in best.story.acts] == ["pass"] * 4 + [None, 5]


def test_an_unread_card_of_ones_own_hand_is_rather_ones_own_than_another_hands_pass() -> None:
    first, second = passed(0, 20.0, 5), arrival(".", 22.0, side=Side.WEST, place=6)
    clues = Clues((first, second), dict(zip(HANDS, NAMES, strict=True)))
    assert brought_all([Play("Ada", PASS), Play("Bo", PASS)], clues) == (first, second)


def test_nobody_has_taken_everything_before_the_last_of_them_came() -> None:
    """What was taken away is remembered although the first pass has been told."""
    evening = jumped()
    first, third = passed(0, 20.0, 5), passed(2, 24.0, 7, 0.48)
    evening.see(look(21.0, [first]), look(23.0, [first, passed(1, 22.0, 6, 0.06, 0.34)]))
    second = passed(1, 22.0, 6, 0.23, 0.17)
    evening.see(look(23.4, [first, second]), look(25.0, [first, second, third]))
    evening.see(table("| 73", 27.0, removed_at=26.5), table("", 29.0, removed_at=28.5))
    assert told(evening) == [("Ada", 20.0, ["act"])]
    evening.see(table("5", 32.0, arrival("5", 31.0, side=Side.EAST)))
    assert [player for player, _, _ in told(evening)] == ["Ada", "Bo", "Cleo"]
    assert [(a["player"], a["t"]) for a in evening.acts()[-2:]] == [("Dan", 26.5), ("Dan", 31.0)]


def test_a_hand_that_was_there_too_is_less_likely_than_the_one_that_was_there_for_longer() -> None:
    came = arrival("33", 20.0, side=Side.WEST, place=5)
    both = replace(came, either=frozenset({Side.SOUTH, Side.WEST}))
    game = jumped().session.game
    assert game is not None
    layout = game.rules.layout(game.state)
    players: dict[str, str] = dict(zip(HANDS, NAMES, strict=True))
    bo, ada = Play("Bo", Card.number(33)), Play("Ada", Card.number(33))
    prices = [
        price([act], layout, [], Clues((a,), players)) for act, a in ((bo, both), (ada, both), (ada, came))
    ]
    assert prices[0] < prices[1] < prices[2]
