"""Cards are looked at from the distance that suits the finder."""

from dataclasses import replace
from math import sqrt

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.laid import HEIGHT, row, table
from vision.looks import distance as looking
from vision.looks.distance import (
    BEST_HEIGHT,
    CLOSE_UP,
    FARTHER,
    FIRST,
    FURTHEST,
    MOST,
    NEARER,
    NEAREST,
    WHOLE,
    Glance,
    View,
    everywhere,
    farther,
    from_afar,
    glance,
    nearer,
    view_of,
)
from vision.prints.finder import NET_AREA, Box, CardHint, Detections, find

DRAWN = table(row("3 17 40")).finding
NOTHING = Detections((), (), ())
PLACE = (0, 0, 64, 32)


def blank(best: float) -> NDArray[np.uint8]:
    """Give a picture of such a size that the drawn cards are seen best from that distance."""
    usual = BEST_HEIGHT * best  # net pixels that the cards' height would be at distance 1
    area = NET_AREA * (HEIGHT / usual) ** 2
    return np.zeros((round(sqrt(area * 9 / 16)), round(sqrt(area * 16 / 9)), 3), np.uint8)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Let every look find the drawn row, and note from where it was taken."""
    taken: list[float] = []

    def find(image: NDArray[np.uint8], distance: float, within: Box | None = None) -> Detections:
        taken.append(distance)
        return DRAWN

    monkeypatch.setattr(looking, "find", find)
    return taken


@pytest.mark.parametrize(("seen", "distance"), [(DRAWN, 2.5), (NOTHING, WHOLE)])
def test_a_look_everywhere_comes_nearer_and_goes_by_numbers_alone(
    looks: list[float], seen: Detections, distance: float
) -> None:
    windows = replace(seen, passes=tuple(replace(c, score=0.9, height=600.0) for c in DRAWN.cards))
    assert everywhere(blank(2.0), Glance(windows, 2.5)).distance == max(distance / NEARER, sqrt(1 / MOST))
    assert everywhere(blank(2.0), Glance(windows, 0.1)).distance >= sqrt(1 / MOST)


def test_one_look_is_enough_for_cards_of_the_right_height(looks: list[float]) -> None:
    assert glance(blank(2.0)).distance == FIRST
    assert looks == [CLOSE_UP, FIRST]


@pytest.mark.parametrize("best", [1.2, 3.3])
def test_other_cards_are_looked_at_again(looks: list[float], best: float) -> None:
    seen = glance(blank(best))
    assert seen.distance == pytest.approx(best, rel=0.02)
    assert looks == [CLOSE_UP, FIRST, seen.distance]


@pytest.mark.parametrize("best", [3.6, 5.0, 6.5])
def test_cards_that_fill_the_picture_are_seen_from_far_off(
    monkeypatch: pytest.MonkeyPatch, best: float
) -> None:
    monkeypatch.setattr(looking, "find", lambda _, distance, *part: DRAWN if distance > FIRST else NOTHING)
    seen = glance(blank(best))
    assert max(seen.distance / best, best / seen.distance) < 1.36


def test_where_nothing_is_told_a_card_is_looked_for_that_fills_the_picture(looks: list[float]) -> None:
    assert from_afar(blank(2.0)).distance == CLOSE_UP
    assert looks == [CLOSE_UP]


def test_the_one_large_number_that_is_seen_of_a_row_from_far_off_is_no_card_that_fills_the_picture(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    card = replace(DRAWN.cards[-1], height=2 * HEIGHT)
    large = replace(DRAWN, prints=(replace(DRAWN.prints[-1], card=card),), cards=(card,))
    monkeypatch.setattr(looking, "find", lambda _, distance, *part: large if distance == CLOSE_UP else DRAWN)
    assert glance(blank(2.0)).finding.cards == DRAWN.cards


@pytest.mark.parametrize(("score", "first"), [(0.5, CLOSE_UP), (0.4, WHOLE)])
def test_a_faint_number_of_a_card_that_fills_the_picture_is_enough(
    monkeypatch: pytest.MonkeyPatch, score: float, first: float
) -> None:
    prints = tuple(replace(p, score=score) for p in DRAWN.prints)
    faint = replace(DRAWN, prints=prints)
    monkeypatch.setattr(looking, "find", lambda _, distance, *part: faint if distance > FIRST else NOTHING)
    assert glance(blank(CLOSE_UP)).distance == first


def test_a_second_look_that_shows_nothing_takes_nothing_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "find", lambda _, distance, *part: DRAWN if distance == FIRST else NOTHING)
    assert glance(blank(3.0)).finding is DRAWN


@pytest.mark.parametrize("best", [0.3, 9.0])
def test_the_distance_has_its_limits(looks: list[float], best: float) -> None:
    assert NEAREST <= glance(blank(best)).distance <= FURTHEST


def test_how_the_picture_before_was_seen_spares_all_other_looks(looks: list[float]) -> None:
    assert glance(blank(1.2), View(1.25, PLACE)).distance == 1.25
    assert looks == [1.25]


def test_cards_all_over_the_picture_are_not_looked_at_from_too_near() -> None:
    size, card = (720, 1280), DRAWN.cards[0]
    far = replace(card, centre=(card.centre[0] + 1000, card.centre[1] + 300))
    near = [view_of([c.quad for c in cards], 0.55, size) for cards in ([card], [card, far])]
    assert [view.distance for view in near if view] == [0.55, pytest.approx(0.75, abs=0.12)]


def test_where_the_cards_of_the_picture_before_show_no_more_all_is_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken: list[Box | None] = []

    def find(image: NDArray[np.uint8], distance: float, within: Box | None = None) -> Detections:
        taken.append(within)
        return NOTHING if within == PLACE else DRAWN

    monkeypatch.setattr(looking, "find", find)
    assert glance(blank(2.0), View(1.5, PLACE)).distance == FIRST
    assert taken == [PLACE, None, None]


def test_the_view_of_cards_takes_in_all_of_them_and_some_room() -> None:
    quads = [card.quad for card in DRAWN.cards]
    view = view_of(quads, 1.5, (720, 1280))
    assert view is not None
    left, top, right, bottom = view.part
    xs, ys = [x for q in quads for x, _ in q], [y for q in quads for _, y in q]
    assert left < min(xs) < max(xs) < right <= 1280
    assert top < min(ys) < max(ys) < bottom <= 720
    assert view.distance == 1.5
    assert view_of([], 1.5, (720, 1280)) is None


def test_a_further_look_comes_nearer_but_not_too_near(looks: list[float]) -> None:
    image = blank(2.0)
    seen = nearer(image, glance(image, View(2.0, PLACE)))
    assert looks == [2.0, pytest.approx(2.0 / NEARER)]
    assert seen.distance == looks[-1]
    again = nearer(image, replace(seen, distance=0.1))
    assert again.distance > 0.1
    assert farther(image, seen).distance == pytest.approx(FARTHER * seen.distance)


def test_where_nothing_is_seen_a_look_at_the_whole_picture_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    near = {WHOLE: DRAWN}
    monkeypatch.setattr(looking, "find", lambda _, distance: near.get(distance, NOTHING))
    assert glance(blank(1.0)).finding is DRAWN


@pytest.mark.parametrize(("score", "best"), [(0.3, FIRST), (0.6, WHOLE)])
def test_a_look_at_the_whole_picture_counts_where_it_shows_more(
    score: float, best: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    faint = replace(DRAWN, prints=tuple(replace(p, score=0.45) for p in DRAWN.prints))
    whole = replace(DRAWN, prints=tuple(replace(p, score=score) for p in DRAWN.prints))
    monkeypatch.setattr(looking, "find", lambda _, distance, *part: whole if distance == WHOLE else faint)
    assert glance(blank(best)).distance == best


def test_large_cards_that_two_looks_from_afar_agree_on_are_not_taken_for_small_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A whole picture of them shows small figures, clearly, and cards as small as would suit these."""
    large = replace(DRAWN, prints=tuple(replace(p, score=0.6) for p in DRAWN.prints))
    small = tuple(replace(p, score=0.7, card=replace(p.card, height=HEIGHT / 3)) for p in DRAWN.prints)
    looks = {WHOLE: Detections(small, (), tuple(p.card for p in small))}
    monkeypatch.setattr(looking, "find", lambda _, distance, *part: looks.get(distance, large))
    assert glance(blank(3.0)).distance == pytest.approx(3.0, rel=0.3)


def test_cards_too_small_to_tell_their_height_are_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """From afar they seem large, and faint; a look at the whole picture knows better."""
    large = [replace(p, score=0.45, card=replace(p.card, height=3 * HEIGHT)) for p in DRAWN.prints]
    afar, taken = Detections(tuple(large), (), DRAWN.cards), list[float]()

    def find(image: NDArray[np.uint8], distance: float, within: Box | None = None) -> Detections:
        taken.append(distance)
        return afar if distance == FIRST else DRAWN

    monkeypatch.setattr(looking, "find", find)
    assert glance(blank(0.6)).finding is DRAWN
    assert taken == [CLOSE_UP, FIRST, WHOLE, pytest.approx(0.6, rel=0.3)]


def test_cards_that_prove_far_smaller_at_the_second_look_are_looked_at_once_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    twice = [replace(p, card=replace(p.card, height=2 * HEIGHT)) for p in DRAWN.prints]
    cards = [replace(c, height=2 * HEIGHT) for c in DRAWN.cards]
    afar, taken = Detections(tuple(twice), (), tuple(cards)), list[float]()

    def find(image: NDArray[np.uint8], distance: float, within: Box | None = None) -> Detections:
        taken.append(distance)
        return afar if distance == FIRST else DRAWN

    monkeypatch.setattr(looking, "find", find)
    assert glance(blank(0.65)).distance == pytest.approx(0.65, rel=0.02)
    assert taken == [CLOSE_UP, FIRST, pytest.approx(1.3, rel=0.02), pytest.approx(0.65, rel=0.02)]


@pytest.mark.parametrize(
    "image", [np.zeros((4, 4), np.uint8), np.zeros((4, 4, 4), np.uint8), np.zeros((4, 4, 3), np.float32)]
)
def test_what_is_no_picture_is_refused(image: NDArray[np.uint8]) -> None:
    with pytest.raises(ValueError, match="want a BGR picture"):
        glance(image)


def test_the_second_look_takes_in_all_that_the_first_one_found(monkeypatch: pytest.MonkeyPatch) -> None:
    parts: list[Box | None] = []

    def find(image: NDArray[np.uint8], distance: float, within: Box | None = None) -> Detections:
        parts.append(within)
        return DRAWN

    monkeypatch.setattr(looking, "find", find)
    image = blank(1.2)
    glance(image)
    *before, part = parts
    assert set(before) == {None}
    assert part is not None
    left, top, right, bottom = part
    assert 0 <= left < right <= image.shape[1]
    assert 0 <= top < bottom <= image.shape[0]
    inside = [h.seen for h in DRAWN.cards if h.seen[0] < image.shape[1] and h.seen[1] < image.shape[0]]
    assert all(left <= x <= right and top <= y <= bottom for x, y in inside)


def test_a_part_of_a_picture_gives_places_in_the_whole_picture() -> None:
    rng = np.random.default_rng(0)
    image = np.asarray(cv2.resize(rng.integers(0, 255, (34, 60, 3), np.uint8), (960, 544)), np.uint8)
    whole, part = find(image), find(image, 1.0, (320, 160, 960, 544))
    deep = [h for h in whole.cards if h.seen[0] > 480 and h.seen[1] > 320 and h.score > 0.3]
    for hint in deep:
        near = min(part.cards, key=lambda h: abs(h.seen[0] - hint.seen[0]) + abs(h.seen[1] - hint.seen[1]))
        assert near.seen == pytest.approx(hint.seen, abs=12)


@pytest.mark.parametrize("cards", [(), tuple(replace(c, height=3 * HEIGHT) for c in DRAWN.cards)])
def test_numbers_without_cards_are_the_pattern_of_a_cloth(
    monkeypatch: pytest.MonkeyPatch, cards: tuple[CardHint, ...]
) -> None:
    cloth = replace(DRAWN, cards=cards)
    near = {FIRST: cloth, WHOLE: DRAWN}
    monkeypatch.setattr(looking, "find", lambda _, distance: near.get(distance, NOTHING))
    assert glance(blank(1.0)).finding is DRAWN
