"""Reading: upright crops, honest probabilities, right numbers in drawn pictures, junk where there is none."""

import json
from collections.abc import Sequence
from math import pi
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.prints import digits
from vision.prints.digits import (
    BATCH,
    CLASSES,
    CLEAR,
    CROP,
    CROP_DIGITS,
    JUNK,
    cut,
    joint,
    read,
    read_quickly,
)
from vision.prints.finder import CardHint, CardKind, Print

PICTURES = Path(__file__).parents[1] / "pictures" / "decks"
NAMES = sorted(p.stem for p in PICTURES.glob("deck*.jpg"))


def picture(name: str) -> NDArray[np.uint8]:
    return np.asarray(cv2.imread(str(PICTURES / f"{name}.jpg")), np.uint8)


def a_print(x: float, y: float, height: float, up: float) -> Print:
    return Print((x, y), height, up, 0.9, CardHint((x, y), up, 92, 60, CardKind.NUMBER, 0.9, (x, y)))


def whole(name: str, least: float) -> list[tuple[Print, int]]:
    """The whole prints of a picture as the truth has them, with their values."""
    cards: list[dict[str, Any]] = json.loads((PICTURES / f"{name}.json").read_text())["cards"]
    return [
        (a_print(p["x"], p["y"], p["height"], p["up"]), c["value"])
        for c in cards
        for p in c["prints"]
        if p["visible"] >= 0.99 and p["height"] >= least
    ]


@pytest.mark.parametrize("name", NAMES)
def test_whole_numbers_are_read(name: str) -> None:
    prints, values = zip(*whole(name, 9), strict=True)
    odds = read(picture(name), prints)
    assert odds.argmax(1).tolist() == list(values)


@pytest.mark.parametrize("name", NAMES)
def test_probabilities_are_probabilities(name: str) -> None:
    odds = read(picture(name), [p for p, _ in whole(name, 5)])
    assert odds.dtype == np.float32
    assert odds.shape[1] == CLASSES
    assert (odds >= 0).all()
    assert odds.sum(1) == pytest.approx(1.0, abs=1e-4)


def test_the_larger_net_is_asked_only_where_the_quick_one_is_not_clear(
    nets_asked: list[tuple[str, int]],
) -> None:
    clear = [p for p, _ in whole(NAMES[0], 9)]
    odds = read_quickly(picture(NAMES[0]), clear)
    unclear = int(
        (digits._probabilities("quick", _crops(clear), digits.QUICK_TEMPERATURE).max(1) < CLEAR).sum()
    )
    assert nets_asked[0] == ("quick", len(clear))
    assert sum(n for net, n in nets_asked if net == "digits") == unclear < len(clear) / 2
    assert odds.sum(1) == pytest.approx(1.0, abs=1e-4)


def test_elsewhere_both_nets_are_heard_of_all_numbers(nets_asked: list[tuple[str, int]]) -> None:
    prints = [p for p, _ in whole(NAMES[0], 9)]
    read(picture(NAMES[0]), prints)
    for net in ("quick", "digits"):
        assert sum(n for name, n in nets_asked if name == net) == len(prints)


def _crops(prints: Sequence[Print]) -> list[NDArray[np.uint8]]:
    return [cut(picture(NAMES[0]), p.centre, p.height, p.up) for p in prints]


def test_two_looks_that_agree_are_surer_than_two_that_do_not() -> None:
    sure, other = np.full((1, CLASSES), 1e-4, np.float32), np.full((1, CLASSES), 1e-4, np.float32)
    sure[0, 7], other[0, 1] = 0.99, 0.99
    assert joint(np.stack([sure, sure]))[0, 7] > 0.95
    assert joint(np.stack([sure, other]))[0].max() < 0.55
    assert joint(np.stack([sure, other])).sum() == pytest.approx(1, abs=1e-4)


def test_beside_a_number_there_is_none() -> None:
    beside = [
        a_print(p.centre[0] + 2.2 * p.height, p.centre[1] + 1.8 * p.height, p.height, p.up)
        for p, _ in whole(NAMES[0], 9)
    ]
    assert (read(picture(NAMES[0]), beside)[:, JUNK] > 0.5).mean() > 0.7


def test_a_bare_table_is_junk() -> None:
    table = np.full((300, 400, 3), (60, 90, 50), np.uint8)
    odds = read(table, [a_print(100, 100, 20, 0.3), a_print(300, 200, 60, -2.0)])
    assert odds.argmax(1).tolist() == [JUNK, JUNK]


def test_no_prints_no_rows() -> None:
    assert read(np.zeros((10, 10, 3), np.uint8), []).shape == (0, CLASSES)


def test_many_prints_are_read_in_parts() -> None:
    table = np.full((300, 400, 3), 90, np.uint8)
    assert read(table, [a_print(100, 100, 20, 0.0)] * (BATCH + 3)).shape == (BATCH + 3, CLASSES)


@pytest.mark.parametrize("height", [8.0, 24.0, 70.0, 190.0])
@pytest.mark.parametrize("up", [0.0, 0.5, pi / 2, pi, -2.2])
def test_a_crop_is_upright_and_of_one_size(height: float, up: float) -> None:
    """A bar as high as the digits, white above and grey below its middle, comes out upright in the crop."""
    image = np.zeros((600, 800, 3), np.uint8)
    centre, north = np.array([400.0, 300.0]), np.array([np.sin(up), -np.cos(up)])
    for sign, tone in ((1, 255), (-1, 120)):
        end = centre + sign * north * height / 2
        east = np.array([np.cos(up), np.sin(up)]) * height / 4
        corners = np.array([centre - east, centre + east, end + east, end - east])
        cv2.fillConvexPoly(image, np.round(corners * 256).astype(np.int32), (tone,) * 3, cv2.LINE_AA, 8)
    crop = cut(image, (400.0, 300.0), height, up)
    assert crop.shape == (CROP[1], CROP[0], 3)
    column = crop[:, CROP[0] // 2, 0].astype(int)
    middle = CROP[1] // 2
    quarter = CROP_DIGITS // 4
    assert column[middle - quarter] > 200
    assert 60 < column[middle + quarter] < 180
    assert column[middle - CROP_DIGITS] == 0
    assert column[middle + CROP_DIGITS - 1] == 0


def test_a_crop_at_the_edge_is_filled_up() -> None:
    image = np.full((100, 100, 3), 77, np.uint8)
    assert (cut(image, (0.0, 0.0), 30.0, 0.4) == 77).all()
