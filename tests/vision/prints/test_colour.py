"""Colours, under warm and cold light."""

from itertools import combinations, product

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.cards import Colour
from vision.prints.colour import Tint, agreed, likelihoods, tints
from vision.prints.finder import CardHint, CardKind, Print

WHITE = (250, 250, 250)
PAINTS: dict[Colour, tuple[int, int, int]] = {  # BGR
    Colour.RED: (50, 45, 215),
    Colour.ORANGE: (40, 130, 240),
    Colour.YELLOW: (40, 200, 240),
    Colour.GREEN: (90, 160, 50),
    Colour.BLUE: (200, 110, 40),
    Colour.PURPLE: (180, 60, 100),
}
LIGHTS = {
    "white": (1.0, 1.0, 1.0),
    "bulb": (0.45, 0.75, 1.0),
    "sky": (1.0, 0.85, 0.7),
    "dim": (0.3, 0.32, 0.35),
}


def printed(ground: tuple[int, int, int], ink: tuple[int, int, int]) -> NDArray[np.uint8]:
    """Draw a card's patch with a number of 40 pixels in its middle."""
    image = np.full((200, 200, 3), ground, np.uint8)
    cv2.putText(image, "38", (68, 120), cv2.FONT_HERSHEY_SIMPLEX, 1.85, ink, 7)
    return image


def lit(image: NDArray[np.uint8], light: tuple[float, float, float]) -> NDArray[np.uint8]:
    """Light a picture: the channels' linear light is multiplied, then grain comes on top."""
    linear = (image / 255.0) ** 2.2 * np.array(light)
    grain = np.random.default_rng(0).normal(0, 3, image.shape)
    return np.asarray(np.clip(linear ** (1 / 2.2) * 255 + grain, 0, 255), np.uint8)


def number_at(x: float, y: float) -> Print:
    hint = CardHint((x, y), 0.0, 300.0, 190.0, CardKind.NUMBER, 0.9, (x, y))
    return Print((x, y), 40.0, 0.0, 0.9, hint)


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize(("colour", "inverted"), list(product(PAINTS, (False, True))))
def test_every_colour_is_told_in_every_light(colour: Colour, inverted: bool, light: str) -> None:
    paint = PAINTS[colour]
    image = lit(printed(WHITE, paint) if inverted else printed(paint, WHITE), LIGHTS[light])
    (tint,) = tints(image, [number_at(100, 100)])
    told = likelihoods(tint, tuple(Colour))
    assert max(told, key=lambda c: told[c]) is colour
    assert sum(told.values()) == pytest.approx(1)


def test_whites_of_the_other_cards_outvote_a_card_without_white() -> None:
    plain, pale = printed(PAINTS[Colour.PURPLE], WHITE), printed(PAINTS[Colour.ORANGE], (150, 235, 255))
    image = lit(np.hstack([plain, pale, plain]), LIGHTS["bulb"])
    seen = tints(image, [number_at(100 + 200 * i, 100) for i in range(3)])
    told = [likelihoods(t, (Colour.ORANGE, Colour.PURPLE)) for t in seen]
    assert [t[Colour.PURPLE] > 0.9 for t in told] == [True, False, True]


def test_where_there_is_no_print_there_is_no_tint() -> None:
    assert tints(printed(WHITE, (0, 0, 0)), []) == []


def test_a_pale_tint_favours_no_colour() -> None:
    assert likelihoods(Tint(20.0, 0.02), tuple(Colour)) == {}


def test_a_pale_tint_tells_two_colours_apart_but_not_five() -> None:
    thin = Tint(290.0, 0.08)
    assert likelihoods(thin, (Colour.ORANGE, Colour.PURPLE))[Colour.PURPLE] > 0.5
    assert likelihoods(thin, tuple(PAINTS)) == {}


def test_no_tint_takes_a_colour_away_for_certain() -> None:
    assert likelihoods(Tint(22.0, 0.8), (Colour.ORANGE, Colour.PURPLE))[Colour.PURPLE] > 0.005


@pytest.mark.parametrize(("left", "right"), list(combinations(PAINTS, 2)))
def test_the_card_that_thin_figures_let_through_is_not_taken_for_the_light(
    left: Colour, right: Colour
) -> None:
    cards = []
    for paint in (PAINTS[left], PAINTS[right]):
        blue, green, red = (round(0.2 * w + 0.8 * p) for w, p in zip(WHITE, paint, strict=True))
        cards.append(printed(paint, (blue, green, red)))
    told = [
        likelihoods(tint, tuple(Colour))
        for tint in tints(np.hstack(cards), [number_at(100, 100), number_at(300, 100)])
    ]
    assert [max(one, key=lambda c: one[c]) for one in told] == [left, right]


def card_on(table: tuple[int, int, int], face: tuple[int, ...]) -> NDArray[np.uint8]:
    """Draw a card of one colour upon a table of another (BGR)."""
    image = np.full((320, 220, 3), table, np.uint8)
    cv2.rectangle(image, (10, 10), (200, 310), face, -1)
    return image


def number_on_card(at: tuple[float, float], height: float) -> Print:
    """Give a number on that card, by the centre and the height of its figures (pixels)."""
    hint = CardHint((105.0, 160.0), 0.0, 300.0, 190.0, CardKind.NUMBER, 0.9, at)
    return Print(at, height, 0.0, 0.9, hint)


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("colour", [c for c in PAINTS if c is not Colour.ORANGE])
def test_of_a_thin_number_in_a_corner_the_rest_of_its_card_tells_the_colour(
    colour: Colour, light: str
) -> None:
    """Hardly any of its colour is left in the picture, and a grey table shows beside it."""
    image = card_on((120, 115, 90), WHITE)
    faint = tuple(round(0.15 * paint + 0.85 * 250) for paint in PAINTS[colour])
    cv2.line(image, (22, 20), (22, 60), faint, 2)
    cv2.circle(image, (105, 160), 25, PAINTS[colour], -1)
    index = number_on_card((22.0, 40.0), 40.0)
    (alone,) = tints(lit(image, LIGHTS[light]), [index])
    told = likelihoods(alone, tuple(PAINTS))
    assert not told or max(told.values()) < 0.9
    (tint,) = tints(lit(image, LIGHTS[light]), [index], [index.card])
    told = likelihoods(tint, tuple(PAINTS))
    assert max(told, key=lambda c: told[c]) is colour


def told_of_five(image: NDArray[np.uint8], light: str, number: Print) -> Colour | None:
    """Give the likeliest of Quick & Easy's five colours of a number's card, all of which shows."""
    (tint,) = tints(lit(image, LIGHTS[light]), [number], [number.card])
    told = likelihoods(tint, tuple(c for c in PAINTS if c is not Colour.ORANGE))
    return max(told, key=lambda c: told[c], default=None)


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("colour", [c for c in PAINTS if c is not Colour.ORANGE])
def test_of_thin_figures_alone_on_a_white_card_the_little_that_is_left_tells_the_colour(
    colour: Colour, light: str
) -> None:
    image = card_on((120, 115, 90), WHITE)
    faint = tuple(round(0.35 * paint + 0.65 * 250) for paint in PAINTS[colour])
    cv2.line(image, (105, 145), (105, 185), faint, 3)
    assert told_of_five(image, light, number_on_card((105.0, 165.0), 40.0)) is colour


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("colour", [c for c in PAINTS if c is not Colour.ORANGE])
def test_of_a_coloured_card_with_thin_white_figures_outlined_in_black_the_ground_tells_the_colour(
    colour: Colour, light: str
) -> None:
    image = card_on((40, 42, 38), PAINTS[colour])
    cv2.line(image, (105, 105), (105, 215), (45, 45, 45), 24)
    cv2.line(image, (105, 105), (105, 215), (200, 200, 200), 4)
    assert told_of_five(image, light, number_on_card((105.0, 160.0), 120.0)) is colour


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("colour", [c for c in PAINTS if c is not Colour.ORANGE])
@pytest.mark.parametrize(("slant", "lower"), [(0.0, False), (0.35, False), (0.35, True)])
def test_a_wooden_table_beside_a_thin_number_at_the_rim_is_not_taken_for_its_colour(
    colour: Colour, light: str, slant: float, lower: bool
) -> None:
    image = np.full((420, 340, 3), (55, 105, 165), np.uint8)
    cv2.rectangle(image, (75, 60), (265, 360), WHITE, -1)
    x, y = (253, 320) if lower else (87, 100)
    cv2.line(image, (x, y - 20), (x, y + 20), PAINTS[colour], 3)
    middle = (170.0, 210.0)
    turn = np.array(cv2.getRotationMatrix2D(middle, -np.degrees(slant), 1.0))
    turned = cv2.warpAffine(image, turn, (340, 420), borderValue=(55, 105, 165))
    at = (float(turn[0] @ (x, y, 1)), float(turn[1] @ (x, y, 1)))
    hint = CardHint(middle, slant, 300.0, 190.0, CardKind.NUMBER, 0.9, at)
    number = Print(at, 40.0, slant + (np.pi if lower else 0.0), 0.9, hint)
    assert told_of_five(np.asarray(turned, np.uint8), light, number) is colour


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("colour", [c for c in PAINTS if c is not Colour.ORANGE])
@pytest.mark.parametrize("skin", [(125, 170, 225), (60, 100, 150)])
def test_a_hand_on_a_card_is_not_taken_for_its_colour(
    colour: Colour, light: str, skin: tuple[int, ...]
) -> None:
    """Its pale figures tell the colour, or if they do not it is asked."""
    for strength, expected in ((0.3, colour), (0.0, None)):
        image = card_on((120, 115, 90), WHITE)
        pale = tuple(round(strength * paint + (1 - strength) * 150) for paint in PAINTS[colour])
        cv2.putText(image, "7", (30, 90), cv2.FONT_HERSHEY_SIMPLEX, 1.85, pale, 9)
        cv2.ellipse(image, (105, 240), (80, 90), 0, 0, 360, skin, -1)
        assert told_of_five(image, light, number_on_card((48.0, 70.0), 40.0)) is expected


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ([Tint(50, 0.6), Tint(220, 0.4), Tint(222, 0.5)], Tint(222, 0.5)),  # a card below peeps out
        ([Tint(50, 0.6), Tint(220, 0.4)], None),  # either may be
        ([Tint(90, 0.2), Tint(63, 0.7), Tint(66, 0.6)], Tint(63, 0.7)),
        ([Tint(10, 0.05), Tint(220, 0.4)], Tint(220, 0.4)),  # a pale print says nothing
        ([Tint(350, 0.3), Tint(10, 0.4)], Tint(10, 0.4)),
    ],
)
def test_most_prints_of_a_card_tell_its_colour(told: list[Tint], expected: Tint | None) -> None:
    tint = agreed(told)
    assert tint == expected if expected else not likelihoods(tint, tuple(PAINTS))
