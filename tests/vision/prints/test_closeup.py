"""A close look at a number sets right how it stands."""

import json
from functools import cache
from math import cos, hypot, log, pi, sin
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.prints.closeup import CROP, cut, straightened
from vision.prints.finder import CardHint, CardKind, Print

PICTURES = Path(__file__).parents[1] / "pictures" / "decks"
HEIGHT = 60.0
PAPER = (245, 245, 245)


def card(number: str, up: float) -> NDArray[np.uint8]:
    """Give a picture with a large number at (200, 200), turned by `up` clockwise."""
    picture = np.full((400, 400, 3), PAPER, np.uint8)
    scale = cv2.getFontScaleFromHeight(cv2.FONT_HERSHEY_DUPLEX, int(HEIGHT), 6)
    (wide, high), _ = cv2.getTextSize(number, cv2.FONT_HERSHEY_DUPLEX, scale, 6)
    at = (200 - wide // 2, 200 + high // 2)
    cv2.putText(picture, number, at, cv2.FONT_HERSHEY_DUPLEX, scale, (150, 40, 90), 8, cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((200, 200), -np.degrees(up), 1.0)
    turned = cv2.warpAffine(picture, turn, (400, 400), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(turned, np.uint8)


def found(up: float, *, off: float = 0.0, larger: float = 1.0, card_up: float | None = None) -> Print:
    centre = (200.0 + off * HEIGHT, 200.0)
    own = up if card_up is None else card_up
    hint = CardHint((200.0, 200.0), own, 180.0, 116.0, CardKind.NUMBER, 0.9, centre)
    return Print(centre, HEIGHT * larger, up, 0.9, hint)


def misplaced(true: dict[str, float], turn: float) -> Print:
    """A print as the finder might report it: beside its place, too small, turned away."""
    off = 0.15 * true["height"]
    centre = true["x"] + off, true["y"] - off
    hint = CardHint(centre, true["up"], 180.0, 116.0, CardKind.NUMBER, 0.9, centre)
    return Print(centre, 0.8 * true["height"], true["up"] + turn, 0.9, hint)


@cache
def whole() -> list[tuple[NDArray[np.uint8], dict[str, float]]]:
    """Every uncovered number of decks that no net has seen, those left out that are one upside down too."""
    taken = []
    for path in sorted(PICTURES.glob("deck*.jpg")):
        picture = np.asarray(cv2.imread(str(path)), np.uint8)
        cards = json.loads(path.with_suffix(".json").read_text())["cards"]
        telling = [c for c in cards if not set(str(c["value"])) <= set("01689")]
        prints = [p for c in telling for p in c["prints"] if p["visible"] >= 0.99 and p["height"] >= 14]
        taken += [(picture, p) for p in prints]
    return taken


@pytest.mark.parametrize("wrong", [0.0, pi, 0.5, -2.0])
def test_the_way_up_is_found_whatever_it_was_taken_for(wrong: float) -> None:
    told = [(straightened(picture, [misplaced(p, wrong)])[0], p) for picture, p in whole()]
    right = [cos(t.up - p["up"]) > 0.9 for t, p in told]
    assert len(right) >= 20
    assert sum(right) >= 0.85 * len(right)


def test_place_and_height_are_set_right() -> None:
    told = [(straightened(picture, [misplaced(p, 0.1)])[0], p) for picture, p in whole()]
    off = [hypot(t.centre[0] - p["x"], t.centre[1] - p["y"]) / p["height"] for t, p in told]
    grown = [abs(log(t.height / p["height"])) for t, p in told]
    assert np.median(off) < 0.1
    assert np.median(grown) < 0.12


def test_the_number_in_the_middle_tells_how_the_card_lies() -> None:
    (told,) = straightened(card("24", 0.0), [found(0.0, card_up=pi)])
    assert cos(told.card.up) > 0.9


def test_a_crop_shows_the_number_upright() -> None:
    there = cut(card("24", 1.2), (200, 200), HEIGHT, 1.2)
    upright = cut(card("24", 0.0), (200, 200), HEIGHT, 0.0)
    assert there.shape == (CROP, CROP, 3)
    assert np.abs(there.astype(float) - upright).mean() < 12


def test_no_prints_are_no_work() -> None:
    assert straightened(np.zeros((10, 10, 3), np.uint8), []) == ()


def test_ups_stay_within_one_turn() -> None:
    for up in (3.1, -3.1, 0.0):
        (told,) = straightened(card("57", up), [found(up)])
        assert -pi < told.up <= pi
        assert abs(sin(told.up - up)) < 0.3
