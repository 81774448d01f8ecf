"""When a card came is not told by what shows of another; nor whose hand it was by a card at the edge."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.clock import Span, instant
from companion.evidence import Quad, SeenCard, Side
from tests.vision.stage import RATE, Spot, Stage, draw_arm, grip, looks_at, quad_at, seen
from vision.motion.changes import Look
from vision.watching.arrivals import arrivals, departure
from vision.watching.whose import FOUR_SIDES

FIRST, SECOND = 6, 14
LEFT, RIGHT = (200.0, 180.0), (240.0, 180.0)


def laid_upon() -> list[Look]:
    stage = Stage()
    for number in range(20):
        if number == FIRST:
            stage.lying["22"] = LEFT
        if number == SECOND:
            stage.lying["23"] = RIGHT
        stage.shoot()
    return looks_at(stage)


def hand_at(spot: Spot, side: Side) -> list[Look]:
    """A card comes to a place under a hand, which then leaves."""
    stage = Stage()
    stage.rest(3)
    stage.lay("22", spot, side)
    stage.rest(6)
    return looks_at(stage)


def test_a_card_laid_under_a_hand_upon_one_that_came_lately_comes_when_it_hides_the_table() -> None:
    """The hand hides its number; what is bare beside the card below still shows until it comes."""
    stage, upon = Stage(), (214.0, 184.0)
    for number in range(22):
        if number == FIRST:
            stage.lying["22"] = LEFT
        if number == SECOND:
            stage.lying["23"] = upon
        rests = FIRST + 1 < number < 20
        stage.shoot(arms=((Side.NORTH, (upon[0], upon[1] - 15.0)),) if rests else ())
    looks, row = looks_at(stage), [quad_at(LEFT), quad_at(upon)]
    (told,) = arrivals([seen("23", upon)], looks[:-1], looks[-1], FOUR_SIDES, row[:1], row)
    assert told.touch == Span(instant((SECOND - 1) / RATE), instant(SECOND / RATE))


def test_a_card_that_runs_out_of_the_picture_is_not_the_hand_that_brought_it() -> None:
    edge = (24.0, 180.0)
    story = hand_at(edge, Side.NORTH)
    (told,) = arrivals([seen("22", edge)], story[:-1], story[-1], FOUR_SIDES)
    assert told.side is Side.NORTH


def test_nor_is_the_rim_of_one_that_was_read_where_it_does_not_quite_lie() -> None:
    edge, read = (24.0, 180.0), (24.0, 162.0)
    story = hand_at(edge, Side.NORTH)
    (told,) = arrivals([seen("22", read)], story[:-1], story[-1], FOUR_SIDES)
    assert (told.side, told.either) == (Side.NORTH, frozenset())


def test_a_hand_that_comes_over_the_edge_where_its_card_lies_is_seen() -> None:
    edge = (24.0, 180.0)
    story = hand_at(edge, Side.WEST)
    (told,) = arrivals([seen("22", edge)], story[:-1], story[-1], FOUR_SIDES)
    assert told.side is Side.WEST


def wide(quad: Quad) -> Quad:
    """A place said too large: half a card more on the left."""
    (ax, ay), b, c, (dx, dy) = quad
    return ((ax - 30, ay), b, c, (dx - 30, dy))


def test_a_card_whose_place_is_said_too_large_came_when_it_came() -> None:
    story = laid_upon()
    card = replace(seen("23", RIGHT), quad=wide(quad_at(RIGHT)))
    told = arrivals([card], story[:-1], story[-1], FOUR_SIDES, [quad_at(LEFT)])
    assert round(told[0].touch.latest * RATE / 1e9) == SECOND


def test_the_other_card_would_mislead() -> None:
    story = laid_upon()
    card = replace(seen("23", RIGHT), quad=wide(quad_at(RIGHT)))
    told = arrivals([card], story[:-1], story[-1], FOUR_SIDES)
    assert round(told[0].touch.earliest * RATE / 1e9) < SECOND - 1


@pytest.mark.parametrize("vague", [False, True])
def test_what_shows_of_a_card_half_under_an_arm_says_nothing_of_the_one_on_which_it_lies(
    vague: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    places: list[tuple[Sequence[Quad], Sequence[Quad]]] = []

    def followed(
        card: SeenCard, looks: object, after: object, others: Sequence[Quad], under: Sequence[Quad] = ()
    ) -> Span:
        places.append((others, under))
        return Span(instant(0.1), instant(0.9 if vague else 0.2))

    monkeypatch.setattr("vision.watching.arrivals._followed", followed)
    veiled = quad_at(RIGHT)
    arrivals(
        [seen("22", LEFT)],
        laid_upon()[:-1],
        laid_upon()[-1],
        FOUR_SIDES,
        [quad_at((500.0, 90.0))],
        (),
        [veiled],
    )
    assert len(places) == 1 + vague
    assert all(veiled in others and veiled not in under for others, under in places)


def test_a_card_on_top_is_followed_by_all_that_shows_of_it_where_the_rest_is_hidden() -> None:
    story, hidden = laid_upon(), range(SECOND - 3, SECOND + 5)
    left, top = int(RIGHT[0] - 30), int(RIGHT[1] - 50)
    for n in hidden:
        story[n].grey[top : top + 100, left + 26 : left + 70] = 30
    cards = [seen("22", LEFT), seen("23", RIGHT)]
    told = arrivals(cards, story[:-1], story[-1], FOUR_SIDES)[1]
    assert (str(told.card.best), round(told.touch.latest * RATE / 1e9)) == ("23", SECOND)


def test_the_figure_that_both_bear_is_no_sign_that_the_upper_card_came_with_the_lower_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, vague = Span(instant(0.3), instant(0.4)), Span(instant(0.1), instant(0.9))

    def followed(card: SeenCard, looks: object, after: object, others: object, under: object = ()) -> Span:
        whole = card.quad == quad_at(LEFT) or bool(under)
        return first if whole else vague

    monkeypatch.setattr("vision.watching.arrivals._followed", followed)
    told = arrivals([seen("22", LEFT), seen("23", RIGHT)], laid_upon()[:-1], laid_upon()[-1], FOUR_SIDES)
    assert {str(a.card.best): a.touch for a in told} == {"22": first, "23": vague}


def test_where_a_card_left_at_the_edge_the_bare_table_is_no_arm_that_takes_the_next() -> None:
    edge, beside = (25.0, 180.0), (75.0, 180.0)
    stage = Stage(lying={"8": edge, "27": beside})
    stage.rest(2)
    for face in ("8", "27"):
        for _ in range(4):
            stage.shoot(arms=((Side.EAST, grip(beside, Side.EAST)),))
        del stage.lying[face]
    stage.rest(4)
    story = looks_at(stage)
    _, side = departure([seen("27", beside)], story, story[-1], FOUR_SIDES, [quad_at(edge)])
    assert side is Side.EAST


@pytest.mark.parametrize(("other", "side"), [(Side.WEST, None), (None, Side.SOUTH)])
def test_of_two_arms_that_touch_both_are_told(other: Side | None, side: Side | None) -> None:
    spot = (300.0, 180.0)
    stage = Stage()
    stage.rest(3)
    stage.lay("22", spot, Side.SOUTH, ((other, (spot[0] - 20, spot[1])),) if other else ())
    stage.rest(6)
    story = looks_at(stage)
    (told,) = arrivals([seen("22", spot)], story[:-1], story[-1], FOUR_SIDES)
    assert told.side is side
    assert told.either == (frozenset({Side.SOUTH, other}) if other else frozenset())


def test_nor_where_it_is_known_that_the_card_was_not_there_yet() -> None:
    story = laid_upon()
    card = replace(seen("23", RIGHT), quad=wide(quad_at(RIGHT)))
    since = {card.quad: story[SECOND - 3 : -1]}
    told = arrivals([card], story[:-1], story[-1], FOUR_SIDES, lately=since)
    assert round(told[0].touch.latest * RATE / 1e9) == SECOND


def test_both_are_told_where_one_was_there_for_longer() -> None:
    spot = (300.0, 180.0)
    stage = Stage()
    stage.rest(3)
    stage.lay("22", spot, Side.SOUTH)
    for image, _ in stage.frames[stage.touched["22"] : stage.touched["22"] + 2]:
        draw_arm(image, Side.WEST, (spot[0] - 20, spot[1]))
    stage.rest(6)
    story = looks_at(stage)
    (told,) = arrivals([seen("22", spot)], story[:-1], story[-1], FOUR_SIDES)
    assert (told.side, told.either) == (Side.SOUTH, frozenset({Side.SOUTH, Side.WEST}))
