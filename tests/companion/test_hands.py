"""Who sits where, as the first rounds show it: hands written as ``Ann south``."""

import pytest

from companion.clock import Instant, Span
from companion.game import start_game
from companion.hands import Hand, players_at

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
