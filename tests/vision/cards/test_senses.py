"""Which way is up for a row: by overlap, by the cards' own middles and corners, by the order of numbers."""

from dataclasses import replace
from math import cos, pi

import pytest

from companion.cards import Card, Kind
from companion.evidence import Alternative
from tests.vision.cards.test_geometry import laid
from tests.vision.laid import Lying, row
from vision.cards.geometry import Placed
from vision.cards.senses import SHOWN, Leaning, own_sense, sense_doubt, sense_of
from vision.games import FRONT, PHOTOGRAPHED
from vision.prints.finder import CardHint, CardKind


@pytest.mark.parametrize("up", [0.0, 1.0, -2.0, pi])
def test_the_overlap_tells_the_sense_when_the_cards_are_taken_upside_down(up: float) -> None:
    """Three of five cards are taken for upside down, as cards are that look alike both ways."""
    right, _ = laid(row("1 2 3 4 5", pitch=60, up=up, at=(600, 300)))
    taken = [Placed(_taken(c, i < 3), (), False, c.seen, upright=0.25) for i, c in enumerate(right)]
    off = (sense_of(taken) - up + pi) % (2 * pi) - pi
    assert off == pytest.approx(0, abs=1e-6)


def test_cards_printed_alike_in_both_corners_are_read_as_the_picture_is() -> None:
    """Five of six cards apart are taken for upside down; the one upright has a clear middle."""
    hints = [Lying(str(n), 150 * n, up=pi).hint(CardKind.NUMBER) for n in range(1, 6)]
    taken = [Placed(h, (), False, upright=0.25, corners=(h.up, h.up + pi)) for h in hints]
    shown = Placed(Lying("6", 900).hint(CardKind.NUMBER), (), False, upright=2.0)
    assert sense_of([*taken, shown]) == pytest.approx(0, abs=1e-6)
    assert sense_of(taken) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(("pitch", "turned"), [(150, False), (60, True)])
def test_a_corner_that_a_hand_leaves_of_a_card_lying_free_says_nothing(pitch: float, turned: bool) -> None:
    """The deck has a number in both corners: of overlapped cards the free one is the first, of others any."""
    whole, *others = [Lying(str(n), pitch * n).hint(CardKind.NUMBER) for n in range(1, 9)]
    cards = [Placed(whole, (), False, upright=0.25, corners=(0.0, pi))]
    cards += [Placed(h, (), False, upright=0.25, corners=(pi,)) for h in others]
    assert cos(sense_of(cards, leaning=Leaning(weight=PHOTOGRAPHED))) == pytest.approx(
        -1.0 if turned else 1.0
    )


def test_a_middle_that_is_read_tells_more_than_corners_that_stand_both_ways() -> None:
    """Two cards with their middles read lie turned; two others, of which a corner is read, seem not to."""
    shown = [Lying(str(n), 150 * n, up=pi).hint(CardKind.NUMBER) for n in (1, 2)]
    hidden = [Lying(str(n), 150 * n).hint(CardKind.NUMBER) for n in (3, 4)]
    cards = [Placed(h, (), False, upright=SHOWN, corners=(h.up, h.up + pi)) for h in shown]
    cards += [Placed(h, (), False, upright=0.25, corners=(h.up,)) for h in hidden]
    assert abs(sense_of(cards, leaning=Leaning(weight=PHOTOGRAPHED))) > 3


@pytest.mark.parametrize("front", [FRONT, PHOTOGRAPHED])
def test_what_few_cards_say_of_themselves_counts_less_in_a_photograph(front: float) -> None:
    hints = [Lying("61", 150 * n, up=pi).hint(CardKind.NUMBER) for n in (1,)]
    sense = sense_of([Placed(h, (), False) for h in hints], leaning=Leaning(weight=front))
    assert (abs(sense) < 1) is (front == PHOTOGRAPHED)


@pytest.mark.parametrize("count", [1, 2])
def test_cards_whose_middles_are_read_say_which_way_up_they_lie_and_two_clearly(count: int) -> None:
    hints = [Lying(str(n), 150 * n, up=pi).hint(CardKind.NUMBER) for n in range(count)]
    shown = [Placed(h, (), False, upright=SHOWN) for h in hints]
    sense = own_sense(shown)
    assert sense is not None
    up, clearly = sense
    assert abs(up) > 3
    assert clearly is (count == 2)
    assert own_sense([replace(c, upright=0.25) for c in shown]) is None
    assert own_sense([]) is None


def test_a_lone_card_lies_as_the_rows_before_unless_its_middle_says_otherwise() -> None:
    hint, before = Lying("6", 300).hint(CardKind.NUMBER), Leaning(pi, 1.5)
    assert abs(sense_of([Placed(hint, (), False, upright=0.25)], leaning=before)) > 3
    assert abs(sense_of([Placed(hint, (), False, upright=SHOWN)], leaning=before)) < 1


@pytest.mark.parametrize(("places", "across"), [((600, 750, 900), False), ((150, 0, -150), True)])
def test_pass_cards_lie_at_the_rows_end(places: tuple[int, ...], across: bool) -> None:
    """Cards apart that look alike both ways, and are taken either way."""
    numbers = [Lying("70", 300, up=pi), Lying("72", 450, up=pi)]
    hints = [c.hint(CardKind.NUMBER) for c in numbers]
    hints += [Lying("pass", x).hint(CardKind.PASS) for x in places]
    sense = sense_of([Placed(h, (), False, upright=0.25) for h in hints])
    assert (abs(sense) > 3) is across


def _taken(card: Placed, upside_down: bool) -> CardHint:
    return Lying("0", *card.hint.centre, up=card.hint.up + pi * upside_down).hint(CardKind.NUMBER)


@pytest.mark.parametrize("numbers", [[9, 25, 31, 60], [60, 31, 25, 9], [60, 92, 31, 25, 9]])
def test_a_row_of_cards_that_look_the_same_upside_down_starts_at_its_lowest_number(
    numbers: list[int],
) -> None:
    hints = [
        CardHint((100.0 + 90 * i, 300), 0.0, 150, 96, CardKind.NUMBER, 0.9, (100, 300))
        for i in range(len(numbers))
    ]
    told = [(Alternative(Card(Kind.NUMBER, n), 0.95),) for n in numbers]
    cards = [Placed(h, t, True, upright=0.25) for h, t in zip(hints, told, strict=True)]
    rising = numbers[0] < numbers[-1]
    assert abs(sense_of(cards, sorted_=True)) == pytest.approx(0.0 if rising else pi, abs=0.01)
    assert sense_of(cards) == pytest.approx(0.0, abs=0.01)


@pytest.mark.parametrize(
    ("taken", "least", "most"),
    [
        ([0.0], 0.0, 0.1),
        ([pi], 0.15, 0.35),
        ([pi, pi], 0.3, 0.5),
        ([0.0, 0.0], 0.0, 0.05),
        ([pi] * 8, 0.0, 0.05),
    ],
)
def test_the_fewer_cards_tell_the_sense_the_more_it_is_doubted(
    taken: list[float], least: float, most: float
) -> None:
    """Cards apart that look alike both ways, each taken to lie so."""
    right, _ = laid(row(" ".join("1" * len(taken)), pitch=150))
    cards = [
        replace(c, hint=replace(c.hint, up=up), seen=(), upright=0.25)
        for c, up in zip(right, taken, strict=True)
    ]
    assert least < sense_doubt(cards) < most


def test_a_card_of_which_the_middle_is_read_leaves_no_doubt() -> None:
    cards, _ = laid(row("1", pitch=150))
    assert sense_doubt([replace(cards[0], upright=SHOWN)]) < 0.001


@pytest.mark.parametrize(("last", "turned"), [(95, False), (5, True)])
def test_many_numbers_all_in_a_rows_order_say_more_than_the_corners_seen(last: int, turned: bool) -> None:
    """The picture's edge leaves but the lower corners, which stand on their heads."""
    numbers = [12, 30, 32, 57, 73, last]
    hints = [Lying(str(n), 200 + 90 * k, up=pi).hint(CardKind.NUMBER) for k, n in enumerate(numbers)]
    cards = [
        Placed(h, (Alternative(Card.number(n), 0.99),), True, upright=0.25, corners=(pi,))
        for h, n in zip(hints, numbers, strict=True)
    ]
    assert cos(sense_of(cards, sorted_=True)) == pytest.approx(-1.0 if turned else 1.0)
