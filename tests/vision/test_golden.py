"""Whole pictures of tables, read by the nets that ship: nothing false may claim to be sure."""

import json
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.cards import PASS, Zone
from companion.evidence import SeenCard
from vision.looks.look import Observation
from vision.pipeline import Reader
from vision.watching.again import Again

PICTURES = Path(__file__).parent / "pictures"
NAMES = sorted(p.stem.removeprefix("golden_") for p in PICTURES.glob("golden_*.jpg"))


def picture(name: str) -> NDArray[np.uint8]:
    return np.asarray(cv2.imread(str(PICTURES / f"golden_{name}.jpg")), np.uint8)


@cache
def truth(name: str) -> dict[str, list[int | str]]:
    """What lies there: zone → its numbers, or ``pass``, in order; and the game."""
    told: dict[str, list[int | str]] = json.loads((PICTURES / f"golden_{name}.json").read_text())
    return told


@cache
def seen(name: str) -> Observation:
    return Reader(str(truth(name)["game"])).observe(picture(name))


def sure(cards: tuple[SeenCard, ...], zone: Zone) -> list[int]:
    believed = [c.believed for c in cards if c.zone is zone and c.believed is not None]
    return [card.value for card in believed if card.value is not None]


def in_order(part: list[int], whole: list[int | str]) -> bool:
    """Say whether one list is the other with some left out."""
    rest = iter(whole)
    return all(value in rest for value in part)


def test_there_are_golden_pictures() -> None:
    assert {"row_and_jump", "apart", "collected", "stacks"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_what_claims_to_be_sure_is_right_and_in_its_place(name: str) -> None:
    for zone in Zone:
        assert in_order(sure(seen(name).cards, zone), truth(name).get(zone, []))


@pytest.mark.parametrize("name", NAMES)
def test_every_pass_card_is_told_and_none_that_is_not_there(name: str) -> None:
    told = [card for card in seen(name).cards if card.believed == PASS]
    assert len(told) == truth(name).get("row", []).count("pass")


@pytest.mark.parametrize("name", NAMES)
def test_most_cards_are_read(name: str) -> None:
    there = sum(len(v) for zone, v in truth(name).items() if zone != "game")
    read = sum(len(sure(seen(name).cards, zone)) for zone in Zone)
    assert read >= 0.8 * there


@pytest.mark.parametrize("name", NAMES)
def test_the_quads_lie_within_reach_of_the_picture_and_hold_a_card(name: str) -> None:
    high, wide = picture(name).shape[:2]
    for card in seen(name).cards:
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = card.quad
        area = abs((x2 - x0) * (y3 - y1) - (x3 - x1) * (y2 - y0)) / 2
        assert 0.001 < area / (high * wide) < 0.5
        assert -wide / 4 < (x0 + x2) / 2 < wide * 1.25


def test_a_row_seen_from_the_other_side_is_read_from_its_own_start() -> None:
    turned = np.ascontiguousarray(np.rot90(picture("row_and_jump"), 2))
    cards = Reader("fifty-fifty").read(turned)
    assert in_order(sure(cards, Zone.ROW), truth("row_and_jump")["row"])
    assert len(sure(cards, Zone.ROW)) >= 7


@pytest.mark.parametrize("name", ["row_and_jump", "stacks"])
def test_a_table_read_again_shows_all_that_was_sure(name: str) -> None:
    again = Again(Reader(str(truth(name)["game"])))
    first = again.read(picture(name))
    rng = np.random.default_rng(1)
    noisy = np.clip(picture(name) + rng.normal(0, 1.5, picture(name).shape), 0, 255).astype(np.uint8)
    for image in (picture(name), noisy):
        assert [c.believed for c in again.read(image)] == [c.believed for c in first]
