"""Cards that seem to lie there."""

from dataclasses import replace

import pytest

from tests.vision.laid import HEIGHT, WIDTH, Lying
from vision.cards.candidates import Candidate, among_cards, left_unread
from vision.prints.finder import CardHint, CardKind, Print


def candidate(x: float, support: float, size: float = 1.0) -> Candidate:
    hint = Lying("45", x).hint(CardKind.NUMBER)
    return Candidate(replace(hint, height=size * hint.height, width=size * hint.width), (0,), support)


def test_a_card_that_is_seen_is_among_cards() -> None:
    assert among_cards(candidate(300, 0.6), [])


@pytest.mark.parametrize(
    ("away", "size", "there"),
    [(0.9, 1.0, True), (2.0, 1.0, False), (0.9, 2.0, False), (0.9, 0.5, False)],
    ids=["beside", "far off", "too large", "too small"],
)
def test_a_number_of_which_no_card_is_seen_lies_beside_one_as_large(
    away: float, size: float, there: bool
) -> None:
    number = candidate(300 + away * HEIGHT, 0.0, size)
    assert among_cards(number, [number, candidate(300, 0.6)]) is there
    assert not among_cards(number, [number, candidate(300, 0.0)])


def strip(x: float, off: float) -> CardHint:
    """A card of which a strip is seen, ``off`` to the left of its middle."""
    hint = Lying("9", x).hint(CardKind.CARD, 0.7)
    return replace(hint, seen=(x - off, 300.0))


def index(x: float) -> Print:
    """A number in the corner of a card that lies further right."""
    card = Lying("9", x + 0.35 * WIDTH).hint(CardKind.NUMBER)
    return Print((x, 260.0), 20.0, 0.0, 0.4, card)


@pytest.mark.parametrize(("own", "cards"), [(0.0, 1), (0.15 * WIDTH, 0), (None, 0)])
def test_a_closely_covered_card_with_a_number_of_its_own_is_there(own: float | None, cards: int) -> None:
    """Its place is told badly, and the next card's middle seems to be as near as its own."""
    read, left = index(300.0), strip(290 + 0.3 * WIDTH, 0.3 * WIDTH + 20)
    number = Candidate(strip(300 + 0.3 * WIDTH, 0.3 * WIDTH), (0,), 0.7)
    junk = [index(left.seen[0] + own)] if own is not None else []
    found = left_unread([number.hint, left], [], [number], [read], junk)
    assert [c.hint for c in found] == [left][:cards]


@pytest.mark.parametrize(("aside", "above", "own"), [(0.0, 0.35, True), (0.2, 0.0, True), (0.35, 0.0, False)])
def test_half_a_card_under_a_hand_is_the_card_that_was_read(aside: float, above: float, own: bool) -> None:
    """What shows of it seems to lie higher; sideways lies the next card."""
    card = Lying("45", 300).hint(CardKind.NUMBER)
    look = replace(card, kind=CardKind.CARD, centre=(300 + aside * HEIGHT, 300 - above * HEIGHT))
    assert (left_unread([look], [], [Candidate(card, (), 0.7)], []) == []) is own


def test_a_card_whose_corner_bears_a_read_number_is_that_card_though_its_place_is_told_badly() -> None:
    """The vote of the number lies nearer to the next card, of which nothing is read."""
    looks = [Lying("9", x).hint(CardKind.CARD) for x in (300.0, 300 + 0.7 * WIDTH)]
    print_ = Print((300 - 0.4 * WIDTH, 300 - 0.42 * HEIGHT), 20.0, 0.0, 0.9, looks[0])
    number = Candidate(Lying("9", 300 + 0.4 * WIDTH).hint(CardKind.NUMBER), (0,), 0.9)
    left = left_unread(looks, [], [number], [print_])
    assert [card.hint for card in left] == [looks[1]]
