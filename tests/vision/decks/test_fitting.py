"""Whether pictures can show a game's cards."""

from collections.abc import Sequence

import numpy as np
import pytest

from companion.cards import PASS, Card, Zone
from companion.errors import SettingsError
from companion.evidence import Alternative, SeenCard
from vision.decks.fitting import check_game
from vision.decks.learn import Picture
from vision.frame import Image
from vision.games import LOOKS

QUAD = ((10.0, 10.0), (30.0, 10.0), (30.0, 40.0), (10.0, 40.0))
EVERY_GAME = [slug for slug in LOOKS if slug != "any"]


class Told:
    """Reads what it is told lies in one picture after the other; an unsure number is below zero."""

    def __init__(self, *pictures: Sequence[int]) -> None:
        self._pictures = list(pictures)

    def read(self, image: Image) -> tuple[SeenCard, ...]:
        return tuple(seen(n) for n in self._pictures.pop(0))


def seen(number: int) -> SeenCard:
    card = Card.number(abs(number)) if number else PASS
    return SeenCard(Zone.ROW, QUAD, (Alternative(card, 0.99 if number >= 0 else 0.6),), number >= 0)


def pictures(count: int, told: frozenset[str] | None = None) -> list[Picture]:
    return [Picture(f"{k}.jpg", np.zeros((8, 8, 3), np.uint8), told) for k in range(count)]


def check(game: str, *read: Sequence[int]) -> None:
    check_game(game, pictures(len(read)), Told(*read))


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_whole_deck_is_its_games(game: str) -> None:
    look = LOOKS[game]
    check(game, [n for n in look.numbers for _ in range(look.copies(str(n)))] + [0] * look.passes)


@pytest.mark.parametrize(
    ("game", "read", "named"),
    [
        ("fifty-fifty", [4, 4, 5, 5, 5, 9, 10], r"of 7 .*, 3 are none .*\(4, 5\)"),
        (
            "quick-and-easy",
            [3, 7, 19, 54, 82, 82, 90, 91, 92, 93],
            r"of 10 .*, 8 .*\(19, 54, 82, 90, 91, 92, …\)",
        ),
        ("23", [26, 3, 30, 31], r"of 4 .*, 3 are none .*\(26, 30, 31\); name their game with --game"),
        ("no-thanks", [1, 2, 3, 4, 36, 0, 0, 0], r"of 5 .*, 3 are none"),
    ],
)
def test_another_games_cards_are_refused_by_name(game: str, read: list[int], named: str) -> None:
    with pytest.raises(SettingsError, match=rf"hardly the cards of {game}: {named}"):
        check(game, read)
    check("any", read)


def test_a_card_may_lie_in_every_picture() -> None:
    check("fifty-fifty", *[[4, 5, 9, 10]] * 6)
    with pytest.raises(SettingsError):
        check("fifty-fifty", [4, 4], [5, 5], [9, 9])


def test_a_few_misread_cards_refuse_no_deck() -> None:
    check("23", [26, 30, *range(1, 24)])
    check("23", [66, 66, 66, 66, 4, 5, 7])  # this deck's 6 in its own font
    check("23", [26, 30, 31, *[1, 2, 3, 4, 5, 7, 8, 9]], *[[1, 2, 3, 4, 5, 7, 8, 9, 10, 11]] * 5)
    check("23", [-26, -30, -31, -32, 1])


def test_what_somebody_says_lies_there_is_believed() -> None:
    check_game("23", pictures(1, frozenset({"4", "5"})), Told())
