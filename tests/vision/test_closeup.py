"""A close look at a number sets right how it stands."""

import json
from math import cos, hypot, pi, sin
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.cards import CardHint, CardKind, Print, find
from vision.closeup import CROP, cut, straightened

PICTURES = Path(__file__).parent / "pictures"
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


@pytest.mark.parametrize("wrong", [0.0, pi, 0.5, -0.7])
def test_the_way_up_is_found_whatever_it_was_taken_for(wrong: float) -> None:
    cards = {number: card(number, 0.4) for number in ("24", "27", "35", "43", "57", "72")}
    told = [straightened(picture, [found(0.4 + wrong)])[0] for picture in cards.values()]
    assert sum(cos(t.up - 0.4) > 0.93 for t in told) >= len(told) - 1


@pytest.mark.parametrize("name", sorted(p.stem for p in PICTURES.glob("deck*.jpg")))
def test_the_numbers_of_unseen_decks_stand_as_they_were_printed(name: str) -> None:
    picture = np.asarray(cv2.imread(str(PICTURES / f"{name}.jpg")), np.uint8)
    told = straightened(picture, find(picture).prints)
    cards = json.loads((PICTURES / f"{name}.json").read_text())["cards"]
    same_turned = {str(card["value"]) for card in cards if set(str(card["value"])) <= set("01689")}
    for card_ in (c for c in cards if str(c["value"]) not in same_turned):
        for true in (p for p in card_["prints"] if p["visible"] >= 0.99 and p["height"] >= 14):
            off = {hypot(t.centre[0] - true["x"], t.centre[1] - true["y"]): t for t in told}
            assert cos(off[min(off)].up - true["up"]) > 0.9


def test_place_and_height_are_set_right() -> None:
    (told,) = straightened(card("57", 0.0), [found(0.1, off=0.25, larger=0.8)])
    assert abs(told.centre[0] - 200) < 0.12 * HEIGHT
    assert abs(told.centre[1] - 200) < 0.12 * HEIGHT
    assert told.height == pytest.approx(HEIGHT, rel=0.2)


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
