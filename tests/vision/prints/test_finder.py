"""Finding: whole numbers, passes and face-up cards in drawn pictures of decks that no net was trained on."""

import json
from functools import cache
from math import cos, degrees, hypot, pi, sin
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.prints.finder import CardHint, CardKind, Detections, Print, _up, corners, find

PICTURES = Path(__file__).parents[1] / "pictures" / "decks"
NAMES = sorted(p.stem for p in PICTURES.glob("deck*.jpg"))


@cache
def picture(name: str) -> NDArray[np.uint8]:
    return np.asarray(cv2.imread(str(PICTURES / f"{name}.jpg")), np.uint8)


@cache
def found(name: str) -> Detections:
    return find(picture(name))


def cards(name: str) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = json.loads((PICTURES / f"{name}.json").read_text())["cards"]
    return out


def whole_prints(name: str) -> list[dict[str, float]]:
    return [p for c in cards(name) for p in c["prints"] if p["visible"] >= 0.99 and p["height"] >= 9]


def turned(a: float, b: float) -> float:
    """How far two directions are apart, in degrees."""
    return degrees(abs((a - b + pi) % (2 * pi) - pi))


def match(p: Print, true: dict[str, float]) -> bool:
    return hypot(p.centre[0] - true["x"], p.centre[1] - true["y"]) < 0.35 * true["height"]


def test_there_are_pictures() -> None:
    assert len(NAMES) >= 3


@pytest.mark.parametrize("name", NAMES)
def test_every_whole_number_is_found_in_place(name: str) -> None:
    prints = found(name).prints
    for true in whole_prints(name):
        (own, *_) = [p for p in prints if match(p, true)]
        assert own.height == pytest.approx(true["height"], rel=0.5)  # a closer look says it better


@pytest.mark.parametrize("name", NAMES)
def test_prints_vote_for_their_card(name: str) -> None:
    for card in (c for c in cards(name) if c["kind"] == "number"):
        quad = np.array(card["quad"])
        high = float(np.linalg.norm(quad[0] - quad[3]))
        for true in (p for p in card["prints"] if p in whole_prints(name)):
            own = next(p for p in found(name).prints if match(p, true))
            assert hypot(*(quad.mean(0) - own.card.centre)) < 0.3 * high


@pytest.mark.parametrize("name", NAMES)
def test_passes_are_found(name: str) -> None:
    for card in (c for c in cards(name) if c["kind"] == "pass" and c["index_visible"]):
        quad = np.array(card["quad"], np.float32)
        assert any(cv2.pointPolygonTest(quad, h.seen, False) > 0 for h in found(name).passes if h.score > 0.3)


@pytest.mark.parametrize("name", NAMES)
def test_best_comes_first(name: str) -> None:
    finding = found(name)
    for scores in ([p.score for p in finding.prints], [h.score for h in finding.cards]):
        assert scores == sorted(scores, reverse=True)
        assert all(0 < s <= 1 for s in scores)


def test_turning_the_picture_turns_what_is_found() -> None:
    name = NAMES[0]
    image = picture(name)
    high, wide = image.shape[:2]
    round_ = find(np.ascontiguousarray(image[::-1, ::-1]))
    for true in whole_prints(name):
        there = {**true, "x": wide - true["x"], "y": high - true["y"]}
        own = next(p for p in round_.prints if match(p, there))
        assert turned(own.up, true["up"] + pi) < 20


def test_the_size_of_the_picture_does_not_matter() -> None:
    name = NAMES[0]
    large = np.asarray(cv2.resize(picture(name), None, fx=1.5, fy=1.5), np.uint8)
    prints = find(large).prints
    for true in whole_prints(name):
        there = {k: v * 1.5 if k in ("x", "y", "height") else v for k, v in true.items()}
        assert any(match(p, there) for p in prints)


@pytest.mark.parametrize("shape", [(480, 640), (600, 600), (1080, 1920)])
def test_an_empty_table_of_any_shape_has_no_cards(shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(3)
    table = np.clip(rng.normal((60, 90, 50), 4, (*shape, 3)), 0, 255).astype(np.uint8)
    finding = find(table)
    assert not [p for p in finding.prints if p.score > 0.4]
    assert not [h for h in finding.passes if h.score > 0.4]


@pytest.mark.parametrize(
    "bad",
    [np.zeros((720, 1280), np.uint8), np.zeros((720, 1280, 4), np.uint8), np.zeros((72, 128, 3), np.float32)],
)
def test_anything_but_a_bgr_picture_is_refused(bad: NDArray[Any]) -> None:
    with pytest.raises(ValueError, match="BGR"):
        find(bad)


def test_corners_of_an_upright_card() -> None:
    assert corners((100, 200), 0.0, 92, 60) == ((70, 154), (130, 154), (130, 246), (70, 246))


def test_corners_turn_clockwise() -> None:
    top_left, top_right, *_ = corners(
        (0, 0), pi / 2, 92, 60
    )  # up points right: the top left is at the upper right
    assert top_left == pytest.approx((46, -30))
    assert top_right == pytest.approx((46, 30))


def test_a_hint_knows_its_quad() -> None:
    hint = CardHint((50, 60), 0.3, 92, 60, CardKind.CARD, 0.9, (55, 66))
    assert hint.quad == corners((50, 60), 0.3, 92, 60)


@pytest.mark.parametrize("up", [-3.0, -1.6, -0.4, 0.0, 0.7, 1.5, 3.1])
def test_axis_and_sense_make_up(up: float) -> None:
    unsure = 0.2  # a weak sense is enough to choose between the two ends
    assert turned(_up(sin(2 * up), cos(2 * up), unsure * sin(up), unsure * cos(up)), up) < 1e-6
