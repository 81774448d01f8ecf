"""Who sits where, as the first rounds show it: hands written as ``Ann south``."""

import pytest

from companion.clock import Instant, Span
from companion.observing.hands import Hand, disputed, players_at
from companion.records.game import start_game

PLAYERS = ["Ann", "Ben", "Cem"]


def hands(text: str) -> list[Hand]:
    pairs = [one.split() for one in text.split(", ")]
    return [Hand(player, side, Span.at(Instant(i))) for i, (player, side) in enumerate(pairs)]


@pytest.mark.parametrize(
    ("seen", "known"),
    [
        ("Ann south, Ben west, Cem north, Ann south", {"south": "Ann", "west": "Ben", "north": "Cem"}),
        ("Ann south, Ben west, Cem north", {}),
        ("Ann south, Ben west, Ann south, Ben west, Ann south", {}),
        ("Ann south, Ben north, Cem south, Ann west", {}),
        ("Ann south, Ben west, Cem west, Ann south, Ben west", {}),
    ],
)
def test_the_first_round_shows_who_sits_where(seen: str, known: dict[str, str]) -> None:
    game = start_game({"game": "fifty-fifty", "players": PLAYERS}, Instant(0))
    assert players_at(game, hands(seen)) == known


def test_what_was_set_up_counts_more_than_hands() -> None:
    game = start_game({"game": "fifty-fifty", "players": PLAYERS}, Instant(0), ("north", "east", "west"))
    seen = hands("Ann south, Ben west, Cem north, Ann south")
    assert players_at(game, seen) == {"north": "Ann", "east": "Ben", "west": "Cem"}


@pytest.mark.parametrize(
    ("seen", "player", "side", "doubtful"),
    [
        ("Ann south, Ben west", "Cem", "north", False),
        ("Ann south, Ben west", "Cem", "west", True),
        ("Ann south, Ben west, Cem north", "Ann", "west", True),
        ("Ann south, Ben west, Cem north", "Ann", "south", False),
        ("Ann south, Ben west", "Cem", None, False),
        ("Ann south, Ben south", "Cem", "north", True),
        ("Ann south, Ben west, Ann east", "Cem", None, True),
    ],
)
def test_a_hand_from_where_another_sat_leaves_the_player_open(
    seen: str, player: str, side: str | None, doubtful: bool
) -> None:
    game = start_game({"game": "fifty-fifty", "players": PLAYERS}, Instant(0))
    assert disputed(game, hands(seen), player, side) is doubtful
    seated = start_game({"game": "fifty-fifty", "players": PLAYERS}, Instant(0), ("south", "west", "north"))
    assert not disputed(seated, hands(seen), player, side)


FIVE = [*PLAYERS, "Dan", "Eva"]


def test_five_sit_at_corners_too() -> None:
    """One of five hands that seems to come from the next corner is no other player's."""
    game = start_game({"game": "fifty-fifty", "players": FIVE}, Instant(0))
    seen = "Ann south, Ben west, Cem northwest, Dan northeast, Eva east, Ann south, Ann southeast"
    assert players_at(game, hands(seen))["south"] == "Ann"
    assert not disputed(game, hands(seen), "Ben", "west")
    assert disputed(game, hands(seen), "Ben", "northwest")
    assert disputed(game, hands(seen), "Ben", "south")


def test_of_five_too_nobody_is_known_once_a_move_was_missed() -> None:
    game = start_game({"game": "fifty-fifty", "players": FIVE}, Instant(0))
    seen = "Ann south, Ben west, Cem northwest, Dan northeast, Eva east, Ann west"
    assert players_at(game, hands(seen)) == {}
    assert disputed(game, hands(seen), "Ben", "northwest")
