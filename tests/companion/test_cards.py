"""Cards: what can be one, and their short text form."""

from typing import Any

import pytest

from companion.cards import HIGHEST_NUMBER, PASS, Card, Colour, Kind


@pytest.mark.parametrize("card", [PASS, Card.number(0), Card.number(HIGHEST_NUMBER, Colour.PURPLE)])
def test_a_card_is_read_from_its_text(card: Card) -> None:
    assert Card.parse(str(card)) == card


@pytest.mark.parametrize(
    "values",
    [
        (Kind.NUMBER,),
        (Kind.NUMBER, -1),
        (Kind.NUMBER, HIGHEST_NUMBER + 1),
        (Kind.NUMBER, 5.0),
        (Kind.NUMBER, True),
        (Kind.NUMBER, 5, "pink"),
        (Kind.NUMBER, 5, "red"),
        (Kind.PASS, 5),
        (Kind.PASS, None, Colour.RED),
        ("number", 5),
        (None, 5),
    ],
)
def test_what_no_deck_has_is_no_card(values: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match="card"):
        Card(*values)
