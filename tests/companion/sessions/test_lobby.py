"""Between two games: again or leave, join, and the next header."""

from random import Random

import pytest

from companion.errors import BadRecord, IllegalAct
from companion.records.record import start_game
from companion.rules.base import Outcome, Standing
from companion.rules.catalogue import GAMES
from companion.sessions.lobby import Answer, Lobby, Scoreboard, new_name, new_names
from companion.simulation.games import play, random_header

SEATS = ("Ann", "Ben", "Cem")
BOARD = Scoreboard.of(Outcome((Standing("Cem", 1, 3), Standing("Ann", 2, 5), Standing("Ben", 2, 5))), SEATS)


def test_once_all_have_said_those_who_stay_are_in_the_lobby_clockwise() -> None:
    board = BOARD.say("Cem", Answer.AGAIN).say("Ann", Answer.AGAIN)
    assert board.waiting_for == ("Ben",)
    with pytest.raises(BadRecord, match="Ben must say"):
        board.lobby()
    assert board.say("Ben", Answer.LEAVE).lobby() == Lobby(("Ann", "Cem"))


def test_the_last_word_counts() -> None:
    board = BOARD
    for player in SEATS:
        board = board.say(player, Answer.LEAVE)
    assert board.lobby() == Lobby()
    assert board.say("Ben", Answer.AGAIN).lobby() == Lobby(("Ben",))


def test_only_players_say() -> None:
    with pytest.raises(IllegalAct) as refusal:
        BOARD.say("Zoe", Answer.AGAIN)
    assert refusal.value.code == "unknown-player"


def test_others_join_where_they_sit_down() -> None:
    lobby = Lobby(("Ann", "Cem")).join("Dia").join("Ben", at=1)
    assert lobby.players == ("Ann", "Ben", "Cem", "Dia")
    assert lobby.leave("Ann").players == ("Ben", "Cem", "Dia")


@pytest.mark.parametrize("name", ["Ann", "", "x" * 33])
def test_a_name_that_cannot_be_does_not_join(name: str) -> None:
    with pytest.raises(BadRecord):
        Lobby(("Ann",)).join(name)


@pytest.mark.parametrize(
    "name",
    ["An\nn", "An\tn", "An\u2028n", "An\x1b[31mn", "A\u202en", "An\u200bn", "\u2800", "\u3164", "An\xadn",
     "An\u200dn", "Ann\ufe0f", "\N{WOMAN}\u200d", "\N{WOMAN}\u200d\u200d\N{PERSONAL COMPUTER}",
     "Ann\U000e0041"],
)  # fmt: skip
def test_a_new_name_is_seen_whole_on_one_line(name: str) -> None:
    with pytest.raises(BadRecord, match="one line"):
        new_name(name)


@pytest.mark.parametrize("name", ["", "   ", "\u3000\n"])
def test_a_name_that_is_not_there_is_asked_for(name: str) -> None:
    with pytest.raises(BadRecord, match=r"^a name is missing$"):
        new_name(name)


@pytest.mark.parametrize(
    "name",
    ["Łukasz O’Neill", "שרה", "\N{WOMAN}\u200d\N{PERSONAL COMPUTER}", "Anne\xa0Marie",
     "علی\u200cرضا", "1\ufe0f\u20e3",
     "\N{HEAVY BLACK HEART}\ufe0f\u200d\N{FIRE}", "葛\U000e0100", "\U0001f3f4\U000e0067\U000e0062\U000e007f"],
)  # fmt: skip
def test_a_new_name_may_be_any_other(name: str) -> None:
    assert new_name(f" {name}\n") == name


def test_a_letter_and_its_accent_are_one_however_they_are_typed() -> None:
    assert new_name("Zoe\u0308") == new_name("Zo\xeb") == "Zo\xeb"


def test_nobody_leaves_who_is_not_here() -> None:
    with pytest.raises(IllegalAct):
        Lobby(("Ann",)).leave("Ben")


def test_the_lobby_knows_what_so_many_can_play() -> None:
    assert Lobby().games == ()
    for rules in GAMES:
        for count in (rules.players[0] - 1, rules.players[0], rules.players[-1], rules.players[-1] + 1):
            lobby = Lobby(tuple(f"player {seat}" for seat in range(count)))
            assert (rules.slug in lobby.games) is (count in rules.players)


def test_the_next_game_begins_with_those_in_the_lobby() -> None:
    header = Lobby(SEATS).begin("fifty-fifty", "Ben", {"pass_in_hand": "spared"})
    _, state = start_game(header)
    assert (state.players, state.to_move) == (SEATS, "Ben")
    assert Lobby(SEATS).begin("fifty-fifty").starter == "Ann"


@pytest.mark.parametrize("lobby", [Lobby(), Lobby(("Ann",))])
def test_too_few_cannot_begin(lobby: Lobby) -> None:
    with pytest.raises(BadRecord):
        lobby.begin("fifty-fifty")


def test_every_finished_game_leads_to_the_lobby() -> None:
    played = play(random_header("fifty-fifty", Random(1)), Random(1))
    rules, _ = start_game(played.header)
    outcome = rules.outcome(played.end)
    assert outcome is not None
    board = Scoreboard.of(outcome, played.header.players)
    for player in board.waiting_for:
        board = board.say(player, Answer.AGAIN)
    assert board.lobby().players == played.header.players


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("Ann", ("Ann",)),
        ("Ann, Ben", ("Ann", "Ben")),
        (" Ann,Ben ; Cem,", ("Ann", "Ben", "Cem")),
        ("\u5c0f\u660e\u3001\u5c0f\u7ea2", ("\u5c0f\u660e", "\u5c0f\u7ea2")),
        ("Anna Maria", ("Anna Maria",)),
    ],
)
def test_names_that_are_typed_at_once_are_as_many_players(typed: str, names: tuple[str, ...]) -> None:
    assert new_names(typed) == names


@pytest.mark.parametrize("typed", ["", " , ", f"Ann, {'x' * 33}"])
def test_where_one_of_them_is_no_name_none_is(typed: str) -> None:
    with pytest.raises(BadRecord):
        new_names(typed)
