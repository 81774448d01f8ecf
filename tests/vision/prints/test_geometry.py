"""How cards lie to one another."""

from dataclasses import replace
from math import cos, pi

import pytest

from companion.cards import Card, Kind, Zone
from companion.evidence import Alternative, SeenCard
from tests.vision.laid import HEIGHT, Lying, row, table
from vision.games import FRONT, PHOTOGRAPHED
from vision.prints.finder import CardHint, CardKind, Print
from vision.prints.geometry import (
    CUT_SHORT,
    HIDDEN,
    SHOWN,
    Leaning,
    Placed,
    clearness,
    covers,
    cut_off,
    height_of,
    own_sense,
    sense_doubt,
    sense_of,
    width_of,
)


def laid(cards: list[Lying]) -> tuple[list[Placed], list[list[Print]]]:
    prints = [list(table([c]).finding.prints) for c in cards]
    return [
        Placed(c.hint(CardKind.NUMBER), (), False, tuple(p.centre for p in own))
        for c, own in zip(cards, prints, strict=True)
    ], prints


def test_the_later_card_covers_the_earlier() -> None:
    (first, second, third), _ = laid(row("1 2 3", pitch=60))
    assert covers(second, first)
    assert covers(third, second)
    assert not covers(first, second)


def test_cards_apart_do_not_cover_each_other() -> None:
    (first, second), _ = laid(row("1 2", pitch=150))
    assert not covers(first, second)
    assert not covers(second, first)


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


def test_a_print_under_the_next_card_counts_little_beside_a_clear_one() -> None:
    cards = [Lying("48", 300, shows="tl br"), Lying("49", 380)]
    placed, prints = laid(cards)
    assert clearness(placed, prints, [], 0.0, [False, False]) == [[1.0, HIDDEN], [1.0]]


@pytest.mark.parametrize(("disputed", "weight"), [(False, 1.0), (True, CUT_SHORT)])
def test_of_two_readings_the_one_beside_the_next_card_may_be_cut_short(disputed: bool, weight: float) -> None:
    """Of a 44 the far corner may show a 14, the rest of its first figure under the next card."""
    placed, prints = laid([Lying("44", 300, shows="tl br"), Lying("47", 415)])
    assert clearness(placed, prints, [], 0.0, [disputed, False]) == [[1.0, weight], [1.0]]


def test_the_only_print_of_a_card_always_counts() -> None:
    placed, prints = laid([Lying("48", 300, shows="br"), Lying("49", 380)])
    assert clearness(placed, prints, [], 0.0, [False, False]) == [[1.0], [1.0]]


def moved(print_: Print, right: float) -> Print:
    """Give a print that stands so many heights of its digits further right."""
    return replace(print_, centre=(print_.centre[0] + right * print_.height, print_.centre[1]))


@pytest.mark.parametrize(("pitch", "right", "cut"), [(26, 0.0, False), (26, -0.3, True), (60, -0.3, False)])
def test_a_figure_beside_the_next_card_may_be_the_first_of_two(pitch: float, right: float, cut: bool) -> None:
    """Not where it stands in the middle of the place that other cards of the row have for two."""
    placed, prints = laid(row("8 24 35", pitch=pitch + right * 0.1 * HEIGHT))
    upon = [c.hint for c in placed]
    figure = moved(prints[0][0], right)
    assert cut_off(figure, upon, 0.0, [prints[1][0], prints[2][0]]) is cut
    assert cut_off(figure, upon, 0.0, []) is (pitch < 60)


@pytest.mark.parametrize(("right", "cut"), [(0.0, False), (0.05, False), (-0.25, True)])
@pytest.mark.parametrize("others", [True, False])
@pytest.mark.parametrize("next_at", [368, 385, 395])
def test_a_large_figure_left_of_the_middle_of_its_card_may_be_the_first_of_two(
    right: float, cut: bool, others: bool, next_at: float
) -> None:
    """The middle of the card as it looks itself, which the number's own vote does not know.

    The next card may leave a little of the second figure: no more than a stroke that belongs to no number.
    """
    cards = [Lying("8", 300, shows="middle"), Lying("35", next_at, shows="middle")]
    placed, prints = laid(cards)
    looks = [c.hint(CardKind.CARD) for c in cards]
    figure = moved(prints[0][0], right)
    voted = replace(figure, card=replace(figure.card, centre=figure.centre))
    whole = prints[1] if others else []
    assert cut_off(voted, [c.hint for c in placed], 0.0, whole, looks) is cut
    assert not cut_off(voted, [c.hint for c in placed], 0.0, whole, [])
    assert not cut_off(voted, [placed[0].hint], 0.0, whole, looks)


def test_what_is_read_in_the_middle_of_a_later_card_counts_for_nothing() -> None:
    """The letters of a pass card, read upside down, look like a number of the card before it."""
    placed, prints = laid([Lying("8", 300), Lying("55", 300, shows="br")])
    pass_card = Lying("pass", 330, 315).hint(CardKind.PASS)
    assert clearness(placed, prints, [pass_card], 0.0, [False, False]) == [[1.0], [0.0]]


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


def test_a_cards_height_and_width_are_its_own_however_it_lies() -> None:
    upright = SeenCard(Zone.ROW, ((0, 0), (30, 0), (30, 50), (0, 50)), (), False)
    on_its_side = SeenCard(Zone.ROW, ((50, 0), (50, 30), (0, 30), (0, 0)), (), False)
    assert [(height_of(card), width_of(card)) for card in (upright, on_its_side)] == [(50, 30), (50, 30)]
