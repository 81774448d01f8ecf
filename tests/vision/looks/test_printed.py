"""An unread card bears its numbers where the cards around it bear theirs."""

from collections.abc import Sequence
from dataclasses import replace
from math import cos, hypot, pi, sin

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.laid import HEIGHT, Lying, Table, says, table
from vision.looks.printed import GUESSED, expected
from vision.pipeline import Reader
from vision.prints.finder import CardHint, CardKind, Print

GREY = np.full((600, 900, 3), 120, np.uint8)


def unread(card: Lying) -> CardHint:
    """An opinion about a card of which its strip with the corner is seen."""
    return replace(card.hint(CardKind.CARD, 0.8), seen=card.strip)


def sought(card: Lying, laid: Table) -> list[Print]:
    return expected(unread(card), laid.finding.prints, laid.values)


@pytest.mark.parametrize("up", [0.0, 0.4, -1.2, pi / 2])
def test_its_corner_is_where_the_others_have_theirs(up: float) -> None:
    step = 130 * cos(up), 130 * sin(up)
    cards = [Lying(n, 300 + k * step[0], 300 + k * step[1], up) for k, n in enumerate(["4", "38", "52"])]
    laid = table(cards)
    known = Table(replace(laid.finding, prints=laid.finding.prints[1:]), laid.values[1:])
    true = laid.finding.prints[0]
    near = [p for p in sought(cards[0], known) if cos(p.up - true.up) > 0.99]
    assert len(near) == 1
    assert hypot(near[0].centre[0] - true.centre[0], near[0].centre[1] - true.centre[1]) < 0.1 * true.height
    assert near[0].height == pytest.approx(true.height, rel=0.01)
    assert near[0].score == GUESSED


def test_it_may_lie_the_other_way_up_than_it_seems_to() -> None:
    cards = [
        Lying("4", 200, shows="middle"),
        Lying("38", 330, shows="middle"),
        Lying("52", 460, shows="middle"),
    ]
    laid = table(cards)
    known = Table(replace(laid.finding, prints=laid.finding.prints[1:]), laid.values[1:])
    assert sorted(cos(p.up) for p in sought(cards[0], known)) == pytest.approx([-1, 1])


def test_nothing_is_known_where_nothing_was_read_clearly() -> None:
    cards = [Lying("4", 200), Lying("38", 330)]
    laid = table(cards)
    assert not expected(unread(cards[0]), (), laid.values[:0])
    unclear = np.array([says({38: 0.7})])
    assert not expected(unread(cards[0]), laid.finding.prints[1:], unclear)


def test_what_was_looked_at_is_not_sought_again() -> None:
    cards = [Lying("4", 200), Lying("38", 330)]
    laid = table(cards)
    again = [p for p in sought(cards[0], laid) if cos(p.up) > 0]
    assert not again


def test_dice_and_tokens_are_no_cards_of_the_deck() -> None:
    laid = table([Lying("38", 330), Lying("52", 460)])
    die = replace(Lying("?", 200).hint(CardKind.CARD), height=0.7 * HEIGHT, width=0.7 * HEIGHT)
    assert not expected(die, laid.finding.prints, laid.values)


@pytest.mark.parametrize(
    ("game", "score", "numbers"),
    [
        ("fifty-fifty", 0.9, [4, 38, 52]),
        ("fifty-fifty", 0.25, [38, 52]),  # what is seen so faintly may be any pass card's
        ("any", 0.25, [4, 38, 52]),
        ("any", 0.15, [38, 52]),
    ],
)
def test_a_card_whose_number_was_overlooked_is_read_all_the_same(
    game: str, score: float, numbers: list[int]
) -> None:
    cards = [
        Lying("4", 200, shows="middle"),
        Lying("38", 330, shows="middle"),
        Lying("52", 460, shows="middle"),
    ]
    laid = table(cards)
    looks = replace(laid.finding.cards[0], score=score), *laid.finding.cards[1:]
    seen = Table(replace(laid.finding, prints=laid.finding.prints[1:], cards=looks), laid.values[1:])

    def digits(image: NDArray[np.uint8], prints: Sequence[Print]) -> NDArray[np.float32]:
        """Read what stands at the place, whether the finder saw it or not."""
        rows = []
        for p in prints:
            at = [hypot(p.centre[0] - q.centre[0], p.centre[1] - q.centre[1]) for q in laid.finding.prints]
            k = int(np.argmin(at))
            right = at[k] < 0.3 * p.height and cos(p.up) > 0
            rows.append(laid.values[k] if right else says({7: 0.01}, junk=0.99))
        return np.array(rows, np.float32).reshape(-1, laid.values.shape[1])

    reader = Reader(game, seen.find, lambda _, prints: tuple(prints), seen.faces, digits, further=())
    told = reader.read(GREY)
    assert [c.best and c.best.value for c in told] == numbers
