"""How the number of each card was seen."""

from collections.abc import Mapping, Sequence
from math import pi

import numpy as np
import pytest

from vision.cards.candidates import Candidate
from vision.cards.decode import Reading
from vision.cards.sights import FEW, sights
from vision.games import GameLook, look_of
from vision.prints.digits import CLASSES, VALUES
from vision.prints.finder import CardHint, CardKind, Print
from vision.prints.trust import Sight

TABLE = np.full((300, 900, 3), 90, np.uint8)


def seen(
    cards: Sequence[Mapping[int, float] | Sequence[tuple[int, float]]],
    look: GameLook,
    *,
    height: float = 24.0,
    support: float = 0.7,
    apart: float = 200.0,
    second: float = 0.0,
) -> list[Sight]:
    """Give the sights of cards side by side, each told by what its prints read: number and probability.

    ``second``: which way up all but the first print of each card stand.
    """
    prints: list[Print] = []
    candidates: list[Candidate] = []
    told: list[list[Reading]] = []
    values = np.zeros((sum(map(len, cards)), CLASSES), np.float32)
    for k, said in enumerate(cards):
        at = (100.0 + apart * k, 150.0)
        hint = CardHint(at, 0.0, 160.0, 100.0, CardKind.NUMBER, 0.7, at)
        first = len(prints)
        for number, probability in said.items() if isinstance(said, Mapping) else said:
            values[len(prints), number] = probability
            up = second if len(prints) > first else 0.0
            prints.append(Print(at, height + len(prints) - first, up, 0.5 + probability / 10, hint))
        members = tuple(range(first, len(prints)))
        candidates.append(Candidate(hint, members, support))
        told.append([Reading(values[i, :VALUES].astype(np.float64), 0.0) for i in members])
    return sights(TABLE, prints, values, candidates, told, look, 0.0, [c.hint for c in candidates])


def test_a_card_is_seen_as_its_clearest_number_is() -> None:
    (card,) = seen([{17: 0.6, 71: 0.9}], look_of("fifty-fifty"))
    assert (card.height, card.lone) == (25.0, False)
    assert card.score == pytest.approx(0.59)


def test_one_print_stands_alone() -> None:
    (card,) = seen([{17: 0.9}], look_of("fifty-fifty"))
    assert card.lone


@pytest.mark.parametrize(("others", "covered"), [(FEW - 2, True), (FEW - 1, False)])
def test_where_any_numbers_lie_side_by_side_none_is_covered(others: int, covered: bool) -> None:
    """Among few of them, a single figure may still be the first of two."""
    told = seen([{7: 0.9}] * (1 + others), look_of("any"))
    assert [card.covered for card in told] == [covered] * len(told)


def test_in_a_row_a_number_may_always_be_covered() -> None:
    assert all(card.covered for card in seen([{17: 0.9}] * FEW, look_of("fifty-fifty")))


def test_a_number_far_from_all_cards_lies_on_none() -> None:
    look = look_of("fifty-fifty")
    assert [seen([{17: 0.9}], look, support=support)[0].card for support in (0.7, 0.0)] == [True, False]


@pytest.mark.parametrize(
    ("second", "game", "card"),
    [(pi, "any", True), (0.0, "any", False), (pi, "fifty-fifty", False), (None, "any", False)],
)
def test_unless_it_stands_on_both_ends_of_one_as_on_playing_cards(
    second: float | None, game: str, card: bool
) -> None:
    """Of an 8 the other end reads as an 8, too."""
    said = [(8, 0.9), (8 if second is not None else 3, 0.9)]
    told = seen([said], look_of(game), support=0.0, second=pi if second is None else second)
    assert told[0].card is card


@pytest.mark.parametrize(
    ("upside_down", "apart", "disputed"),
    [(6, 60.0, False), (6, 200.0, True), (5, 60.0, True), (1, 60.0, True), (46, 60.0, True)],
)
def test_the_last_figure_of_a_lower_index_under_the_next_card_disputes_nothing(
    upside_down: int, apart: float, disputed: bool
) -> None:
    cards: list[dict[int, float]] = [{16: 0.95, upside_down: 0.93}, {45: 0.95}]
    first, _ = seen(cards, look_of("fifty-fifty"), apart=apart, second=pi)
    assert first.disputed is disputed


def test_a_figure_that_stands_upright_disputes_a_number_that_ends_with_it() -> None:
    first, _ = seen([{16: 0.95, 6: 0.93}, {45: 0.95}], look_of("fifty-fifty"), apart=60.0)
    assert first.disputed
