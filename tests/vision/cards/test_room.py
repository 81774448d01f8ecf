"""How much bare card shows beside a number."""

from dataclasses import replace
from math import pi

import cv2
import numpy as np
import pytest

from tests.vision.laid import says
from vision.cards.candidates import Candidate
from vision.cards.decode import reading
from vision.cards.room import (
    MORE,
    RIM,
    UNKNOWN,
    WHOLE,
    alone_in_middle,
    cut_short_in,
    gap_within,
    is_whole,
    room_behind,
    tight,
)
from vision.prints.finder import CardHint, CardKind, Detections, Picture, Print

HIGH = 24
SHADE, INK, NEXT = (40, 120, 230), (250, 250, 250), (150, 40, 90)


def drawn(figures: int, covered: float | None = None, gap: float = 0.1, noise: float = 0.0) -> Picture:
    """A number of so many bars on a card, the next card lying so many digit heights behind the first one."""
    image = np.full((120, 240, 3), SHADE, np.uint8)
    left = 120 - round((0.5 * figures + gap * (figures - 1)) * HIGH / 2)
    for k in range(figures):
        x = left + round(k * (0.5 + gap) * HIGH)
        cv2.rectangle(image, (x, 48), (x + HIGH // 2 - 1, 71), INK, cv2.FILLED)
    if covered is not None:
        image[:, left + round((0.5 + covered) * HIGH) :] = NEXT
    grain = np.random.default_rng(1).normal(0, noise, image.shape)
    return np.asarray(np.clip(image + grain, 0, 255), np.uint8)


def found(up: float = 0.0) -> Print:
    card = CardHint((150.0, 130.0), up, 240.0, 160.0, CardKind.NUMBER, 0.7, (120.0, 59.5))
    return Print((119.5, 59.5), float(HIGH), up, 0.7, card)


@pytest.mark.parametrize("room", [0.2, 0.5, 1.0])
@pytest.mark.parametrize("noise", [0.0, 8.0])
def test_the_room_behind_a_figure_ends_at_the_next_card(room: float, noise: float) -> None:
    told = room_behind(drawn(1, room, noise=noise), found(), 0.0)
    assert told == pytest.approx(room, abs=0.1)


def test_in_a_row_seen_from_behind_the_next_card_lies_to_the_left() -> None:
    image = np.ascontiguousarray(drawn(1, 0.3)[::-1, ::-1])
    assert room_behind(image, found(), pi) == pytest.approx(0.3, abs=0.15)
    assert (room_behind(image, found(), 0.0) or 0.0) > 1


@pytest.mark.parametrize(("room", "whole"), [(WHOLE - 0.2, False), (WHOLE + 0.2, True)])
def test_where_one_more_figure_would_show_a_single_one_is_whole(room: float, whole: bool) -> None:
    assert is_whole(drawn(1, room), [7], [found()], 0.0) is whole


def test_what_stands_on_its_head_in_its_row_tells_nothing_of_what_is_covered() -> None:
    assert not is_whole(drawn(1, WHOLE + 0.2), [7], [found(pi)], 0.0)


def test_only_single_figures_are_whole_for_the_room_beside_them() -> None:
    assert not is_whole(drawn(1, WHOLE + 0.2), [7, 17], [found(), found()], 0.0)


@pytest.mark.parametrize("gap", [0.1, 0.3])
def test_the_gap_between_two_figures_is_measured(gap: float) -> None:
    assert gap_within(drawn(2, gap=gap), found()) == pytest.approx(gap, abs=0.08)


def test_a_dot_at_the_feet_of_a_figure_is_no_next_card() -> None:
    dotted = drawn(1, 1.5)
    cv2.circle(dotted, (140, 66), 6, INK, cv2.FILLED)
    assert room_behind(dotted, found(), 0.0) == pytest.approx(1.5, abs=0.15)


def test_the_room_behind_a_ten_begins_behind_its_second_figure() -> None:
    image = drawn(2, gap=0.15)
    image[:, 136 + round(0.7 * HIGH) :] = NEXT
    assert room_behind(image, found(), 0.0) == pytest.approx(0.7, abs=0.15)


def test_of_faint_figures_nothing_is_told() -> None:
    image = np.full((120, 240, 3), 128, np.uint8)
    assert room_behind(image, found(), 0.0) is None
    assert gap_within(image, found()) is None
    assert not tight(image, [found()], [], 0.0)


@pytest.mark.parametrize(("room", "cut"), [(UNKNOWN - 0.15, True), (UNKNOWN + 0.15, False)])
def test_what_lies_close_under_the_next_card_may_be_cut(room: float, cut: bool) -> None:
    assert tight(drawn(1, room), [found()], [], 0.0) is cut


@pytest.mark.parametrize(("gap", "cut"), [(0.0, False), (0.3, True)])
def test_where_figures_stand_close_little_room_is_enough(gap: float, cut: bool) -> None:
    """One figure, and above it two numbers of the same picture."""
    pair = np.vstack([drawn(2, gap=gap), drawn(1, MORE + 0.15)])
    low = found()
    below = Print((119.5, 179.5), low.height, 0.0, 0.7, low.card)
    assert tight(pair, [below], [found(), found()], 0.0) is cut


def test_a_number_that_is_also_seen_whole_is_not_cut() -> None:
    both = np.vstack([drawn(1), drawn(1, 0.2)])
    low = found()
    below = Print((119.5, 179.5), low.height, 0.0, 0.7, low.card)
    assert tight(both, [below], [], 0.0)
    assert not tight(both, [found(), below], [], 0.0)


DISC = (225, 230, 235)


def row_in_discs(*numbers: tuple[int, float]) -> tuple[Picture, list[Print], list[Candidate]]:
    """Draw numbers in the middle of discs: how many figures each has, and what hides its disc further on.

    That is told in heights of the digits from the disc's middle to the next card.
    """
    image = np.full((150, 160 * len(numbers), 3), SHADE, np.uint8)
    prints: list[Print] = []
    for k, (figures, hidden) in enumerate(numbers):
        x = 80 + 160 * k
        cv2.circle(image, (x, 75), round(1.1 * HIGH), DISC, cv2.FILLED)
        left = x - round((0.5 * figures + 0.1 * (figures - 1)) * HIGH / 2)
        for n in range(figures):
            at = left + round(n * 0.6 * HIGH)
            cv2.rectangle(image, (at, 63), (at + HIGH // 2 - 1, 86), (60, 30, 120), cv2.FILLED)
        image[:, x + round(hidden * HIGH) : x + 80] = NEXT
        card = CardHint((float(x), 75.0), 0.0, 140.0, 90.0, CardKind.NUMBER, 0.8, (float(x), 75.0))
        shown = x if figures == 1 or hidden > 0.6 else left + HIGH // 4
        prints.append(Print((shown - 0.5, 74.5), float(HIGH), 0.0, 0.8, card))
    cards = [Candidate(p.card, (i,), 0.8) for i, p in enumerate(prints)]
    return image, prints, cards


def alone(values: list[int], *numbers: tuple[int, float]) -> frozenset[int]:
    """Tell which of some numbers in discs, read as these values, stand alone."""
    image, prints, cards = row_in_discs(*numbers)
    rows = {i: reading(says({value: 0.99})) for i, value in enumerate(values)}
    return alone_in_middle(image, prints, cards, rows, 0.0)


def test_a_single_figure_in_the_middle_of_its_disc_stands_alone_however_close_the_next_card() -> None:
    assert alone([7, 40, 52], (1, 0.4), (2, 1.5), (2, 1.5)) == {0}


@pytest.mark.parametrize(("size", "expected"), [(1.5, {0}), (1.1, frozenset())])
def test_a_figure_printed_far_larger_than_numbers_of_two_stands_alone(
    size: float, expected: frozenset[int]
) -> None:
    """Some decks print every number as large as its disc allows."""
    image, prints, cards = row_in_discs((2, 0.0), (2, 1.5), (2, 1.5))
    large = [replace(prints[0], height=size * HIGH), *prints[1:]]
    rows = {i: reading(says({value: 0.99})) for i, value in enumerate([7, 40, 52])}
    assert alone_in_middle(image, large, cards, rows, 0.0) == expected


@pytest.mark.parametrize(("figures", "expected"), [(1, {0}), (2, frozenset())])
def test_a_figure_that_is_a_little_larger_and_has_a_little_more_room_stands_alone(
    figures: int, expected: frozenset[int]
) -> None:
    """Neither its size nor the room before it would do: a 1 is narrow anyway."""
    image, prints, cards = row_in_discs((figures, 0.4 * (2 - figures)), (2, 1.5), (2, 1.5))
    larger = [replace(prints[0], height=1.2 * HIGH), *prints[1:]]
    rows = {i: reading(says({value: 0.99})) for i, value in enumerate([1, 40, 52])}
    assert alone_in_middle(image, larger, cards, rows, 0.0) == expected


def test_the_first_of_two_figures_does_not_stand_alone() -> None:
    assert alone([7, 40, 52], (2, 0.0), (2, 1.5), (2, 1.5)) == frozenset()


def test_without_numbers_of_two_figures_nothing_is_known_of_a_single_one() -> None:
    assert alone([7, 4, 52], (1, 0.4), (1, 1.5), (2, 1.5)) == frozenset()
    assert alone([7], (1, 0.4)) == frozenset()


def test_what_is_known_to_stand_alone_is_not_cut_short() -> None:
    """Though a look at its card, half covered by the next one, puts the figure left of the card's middle."""
    image, prints, cards = row_in_discs((1, 0.4), (2, 1.5), (2, 1.5))
    rows = {i: reading(says({value: 0.99})) for i, value in enumerate([7, 40, 52])}
    look = replace(cards[0].hint, centre=(95.0, 75.0), kind=CardKind.CARD)
    finding = Detections(tuple(prints), (), (look,))
    upon = [replace(cards[0].hint, centre=(135.0, 75.0))]
    assert 0 in cut_short_in(image, finding, cards, upon, rows, 0.0, True)
    assert 0 not in cut_short_in(image, finding, cards, upon, rows, 0.0, True, frozenset({0}))


@pytest.mark.parametrize(("hidden", "asked"), [(0.4, True), (1.2, False)])
def test_a_figure_in_the_middle_of_its_card_close_to_the_next_one_is_asked_about(
    hidden: float, asked: bool
) -> None:
    """It may be the first of two, printed left of the middle."""
    image, prints, cards = row_in_discs((1, hidden))
    small = replace(prints[0].card, height=100.0)
    finding = Detections((replace(prints[0], card=small),), (), ())
    rows = {0: reading(says({7: 0.99}))}
    upon = [replace(cards[0].hint, centre=(80 + hidden * HIGH + 45, 75.0))]
    assert (0 in cut_short_in(image, finding, cards, upon, rows, 0.0, True)) is asked
    assert 0 not in cut_short_in(image, finding, cards, upon, rows, 0.0, True, frozenset({0}))


@pytest.mark.parametrize(("room", "asked"), [(0.1, True), (1.1, False)])
def test_where_bare_card_shows_the_next_one_is_told_to_lie_too_near(room: float, asked: bool) -> None:
    print_ = replace(found(), card=replace(found().card, centre=(158.0, 130.0)))
    upon = [replace(print_.card, centre=(192.0, 130.0))]
    cards = [Candidate(print_.card, (0,), 0.8)]
    finding = Detections((print_,), (), ())
    rows = {0: reading(says({7: 0.99}))}
    assert (0 in cut_short_in(drawn(1, room), finding, cards, upon, rows, 0.0, False)) is asked


@pytest.mark.parametrize(("room", "up", "asked"), [(0.0, pi, True), (0.9, pi, False), (0.0, 0.0, False)])
def test_a_figure_on_its_head_whose_end_is_not_seen_may_be_the_last_of_two(
    room: float, up: float, asked: bool
) -> None:
    """It stands in the corner that the next card reaches first: of a 94 on its head, the 9 lies below it."""
    print_ = replace(found(up), card=found().card)
    cards = [Candidate(print_.card, (0,), 0.8)]
    upon = [replace(print_.card, centre=(220.0, 130.0))]
    finding = Detections((print_,), (), ())
    told = cut_short_in(drawn(1, room), finding, cards, upon, {0: reading(says({4: 0.99}))}, 0.0, True)
    assert bool(told) is asked
    assert not asked or told[0].values[[14, 54, 94]].min() > told[0].values[[40, 45]].max()


@pytest.mark.parametrize(
    ("room", "begins", "asked"),
    [(RIM - 0.15, 125.0, True), (RIM + 0.2, 125.0, False), (RIM - 0.15, 140.0, False)],
)
def test_a_figure_that_reaches_the_next_card_may_be_cut_though_the_rim_of_that_is_as_bare(
    room: float, begins: float, asked: bool
) -> None:
    """Nor does it help that figures stand closely in this deck, and that it stands where single ones do."""
    image = np.hstack([drawn(1, room), drawn(2, gap=0.0), drawn(2, gap=0.0)])
    one = found()
    left = replace(one.card, centre=(165.0, 130.0))
    shifted = (replace(one, centre=(119.5 + 240 * k, 59.5), card=_moved(left, 240 * k)) for k in (1, 2))
    prints = (one, *shifted)
    cards = [Candidate(print_.card, (i,), 0.8) for i, print_ in enumerate(prints)]
    rows = {i: reading(says({value: 0.99})) for i, value in enumerate([4, 63, 65])}
    upon = [replace(one.card, centre=(begins + one.card.width / 2, 130.0))]
    told = cut_short_in(image, Detections(prints, (), ()), cards, upon, rows, 0.0, True)
    assert set(told) == ({0} if asked else set())


def _moved(hint: CardHint, by: float) -> CardHint:
    return replace(hint, centre=(hint.centre[0] + by, hint.centre[1]))


@pytest.mark.parametrize(
    ("value", "up", "followed", "others", "asked"),
    [
        (14, pi, True, 0, True),
        (14, 0.0, True, 0, False),
        (24, pi, True, 0, False),
        (14, pi, False, 0, False),
        (14, pi, True, 1, False),
    ],
)
def test_the_1_of_a_number_on_its_head_may_be_half_of_another_figure(
    value: int, up: float, followed: bool, others: int, asked: bool
) -> None:
    """The next card begins there; of a 44 whose other corner a hand hid a sure 14 was left."""
    print_ = replace(found(up), card=found().card)
    cards = [Candidate(print_.card, tuple(range(1 + others)), 0.8)]
    upon = [replace(print_.card, centre=(480.0 if followed else -180.0, 130.0))]
    finding = Detections((print_, found()), (), ())
    rows = dict.fromkeys((0, 1), reading(says({value: 0.99})))
    told = cut_short_in(drawn(2), finding, cards, upon, rows, 0.0, True)
    assert bool(told) is asked
    assert not asked or told[0].values[[24, 44, 94]].min() > told[0].values[[4, 15, 40]].max()
