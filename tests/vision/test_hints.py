"""What is wrong with a picture, in words: spoilt pictures give the right hint, good ones give none."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.cards import Card, Zone
from companion.evidence import Alternative, SeenCard
from companion.language import in_language
from vision.hints import MOVED, SMALL, Pictured, Trouble, hints, moved, softness

Image = NDArray[np.uint8]
PICTURES = Path(__file__).parent / "pictures" / "decks"
NAMES = ("spread", "star", "strips", "passes")


@cache
def picture(name: str) -> Image:
    return np.asarray(cv2.imread(str(PICTURES / f"deck_{name}.jpg")), np.uint8)


def cards(
    name: str, sure: bool = True, scale: float = 1.0, shift: tuple[float, float] = (0, 0)
) -> list[SeenCard]:
    """The cards that lie in a picture, as a perfect reader would report them."""
    told = json.loads((PICTURES / f"deck_{name}.json").read_text())["cards"]
    return [seen([(x * scale + shift[0], y * scale + shift[1]) for x, y in c["quad"]], sure) for c in told]


def seen(quad: Sequence[tuple[float, float]], sure: bool = True, zone: Zone = Zone.ROW) -> SeenCard:
    a, b, c, d = quad
    return SeenCard(zone, (a, b, c, d), (Alternative(Card.number(3), 0.97 if sure else 0.5),), sure)


def troubles(image: Image, lying: list[SeenCard], before: Pictured | None = None) -> set[Trouble]:
    return {h.trouble for h in hints(image, lying, before)}


def smeared(image: Image) -> Image:
    kernel = np.zeros((25, 25), np.float32)
    cv2.line(kernel, (2, 5), (22, 19), (1.0,), 1)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)


SPOILT: list[tuple[Callable[[Image], Image], Trouble]] = [
    (lambda i: np.asarray(i * 0.2, np.uint8), Trouble.DARK),
    (lambda i: np.asarray(np.clip(i * 2.2 + 90.0, 0, 255), np.uint8), Trouble.BRIGHT),
    (lambda i: np.asarray(cv2.GaussianBlur(i, (0, 0), 7), np.uint8), Trouble.BLURRED),
    (smeared, Trouble.SMEARED),
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("sure", [True, False])
def test_a_good_picture_gives_no_hint(name: str, sure: bool) -> None:
    spots = (
        set() if sure else {Trouble.GLARE}
    )  # two of them have a lamp's reflection: told where a card is unsure
    assert not troubles(picture(name), cards(name, sure)) - {Trouble.UPSIDE_DOWN, Trouble.CUT_OFF} - spots


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("spoil", "trouble"), SPOILT, ids=[t for _, t in SPOILT])
def test_a_spoilt_picture_gives_its_hint(
    name: str, spoil: Callable[[Image], Image], trouble: Trouble
) -> None:
    told = hints(spoil(picture(name)), cards(name, sure=False))
    assert trouble in {h.trouble for h in told}
    assert {Trouble.BLURRED, Trouble.SMEARED} & {h.trouble for h in told} <= {trouble}


def test_far_away_cards_are_told_with_their_size() -> None:
    small = np.asarray(
        cv2.resize(picture("spread"), None, fx=0.3, fy=0.3, interpolation=cv2.INTER_AREA), np.uint8
    )
    (hint,) = (h for h in hints(small, cards("spread", sure=False, scale=0.3)) if h.trouble is Trouble.FAR)
    assert hint.measured < hint.bound == SMALL
    assert f"{round(hint.measured)} pixels" in hint.message


def test_glare_names_the_card() -> None:
    image = np.full((400, 800, 3), (90, 120, 100), np.uint8)
    row = [
        [
            (100.0 + 130 * k, 100.0),
            (200.0 + 130 * k, 100.0),
            (200.0 + 130 * k, 260.0),
            (100.0 + 130 * k, 260.0),
        ]
        for k in range(4)
    ]
    for quad in row:
        cv2.rectangle(image, (int(quad[0][0]), 100), (int(quad[1][0]), 260), (220, 225, 230), cv2.FILLED)
        cv2.putText(image, "38", (int(quad[0][0]) + 20, 200), cv2.FONT_HERSHEY_DUPLEX, 1.5, (40, 40, 160), 3)
    cv2.ellipse(image, (410, 170), (30, 35), 0, 0, 360, (255, 255, 255), cv2.FILLED)
    told = [
        h
        for h in hints(image, [seen(q, sure=k != 2) for k, q in enumerate(row)])
        if h.trouble is Trouble.GLARE
    ]
    assert [h.message for h in told] == [
        "Glare on card 3 of the row: move the lamp or tilt the camera a little."
    ]
    assert Trouble.GLARE not in troubles(image, [seen(q) for q in row])
    halves = [[(x, 100.0), (x + 50, 100.0), (x + 50, 260.0), (x, 260.0)] for x in (360.0, 410.0)]
    spots = [seen(half, sure=False, zone=Zone.SPOT) for half in halves]
    told = [h for h in hints(image, spots) if h.trouble is Trouble.GLARE]
    assert [h.message for h in told] == ["Glare on a card: move the lamp or tilt the camera a little."]


def test_no_hint_speaks_of_a_row_where_there_may_be_none() -> None:
    image = np.full((400, 800, 3), (90, 120, 100), np.uint8)
    assert [h.message for h in hints(image, [])] == ["No cards are seen. Are they in the camera's view?"]


@pytest.mark.parametrize(
    ("shift", "side", "german"),
    [
        ((-60, 0), "left", "linken"),
        ((60, 0), "right", "rechten"),
        ((0, -60), "upper", "oberen"),
        ((0, 60), "lower", "unteren"),
    ],
)
def test_a_row_that_runs_out_names_the_side(shift: tuple[float, float], side: str, german: str) -> None:
    image = np.full((200, 300, 3), 120, np.uint8)
    x, y = 100 + 1.9 * shift[0], 40 + 1.2 * shift[1]
    told = hints(image, [seen([(x, y), (x + 100, y), (x + 100, y + 120), (x, y + 120)])])
    (message,) = [h.message for h in told if h.trouble is Trouble.CUT_OFF]
    assert message == f"The cards run out of the picture at its {side} edge."
    assert in_language(message, "de") == f"Die Karten laufen am {german} Rand aus dem Bild."


def test_nothing_seen_is_said() -> None:
    assert troubles(np.full((200, 300, 3), 120, np.uint8), []) == {Trouble.NOTHING_SEEN}


@pytest.mark.parametrize(
    ("zone", "face", "grey", "said"),
    [
        (Zone.UP, "3", True, True),
        (Zone.DOWN, "3", True, True),
        (Zone.UP, "3", False, False),
        (Zone.UP, "3 red", True, False),
        (Zone.ROW, "3", True, False),
    ],
)
def test_a_picture_without_colours_is_told_where_they_count(
    zone: Zone, face: str, grey: bool, said: bool
) -> None:
    image = picture("spread")
    if grey:
        image = np.asarray(
            cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8
        )
    card = replace(cards("spread")[0], zone=zone, alternatives=(Alternative(Card.parse(face), 0.97),))
    told = [h for h in hints(image, [card]) if h.trouble is Trouble.GREY]
    assert len(told) == said
    for hint in told:
        assert hint.measured < hint.bound
        assert in_language(hint.message, "de").startswith("Das Bild ist schwarz-weiß")


def test_a_picture_on_its_head_is_said() -> None:
    name = "spread"
    image = np.ascontiguousarray(np.rot90(picture(name), 2))
    high, wide = image.shape[:2]
    turned = [seen([(wide - x, high - y) for x, y in c.quad]) for c in cards(name)]
    both = {
        Trouble.UPSIDE_DOWN in troubles(picture(name), cards(name)),
        Trouble.UPSIDE_DOWN in troubles(image, turned),
    }
    assert both == {True, False}


def test_a_pushed_camera_is_told_from_a_changed_table() -> None:
    image = picture("star")
    pushed = np.asarray(
        cv2.warpAffine(
            image, np.array([[1.0, 0, 45], [0, 1, 22]]), image.shape[1::-1], borderMode=cv2.BORDER_REFLECT
        ),
        np.uint8,
    )
    dimmer = np.asarray(image * 0.75, np.uint8)
    another = image.copy()
    cv2.rectangle(another, (300, 200), (420, 380), (240, 240, 240), cv2.FILLED)
    as_it_was = Pictured(image)
    assert moved(as_it_was, Pictured(pushed)) == pytest.approx(np.hypot(45, 22) / image.shape[1], abs=0.006)
    assert max(moved(as_it_was, Pictured(dimmer)), moved(as_it_was, Pictured(another))) < 0.005
    assert Trouble.MOVED in troubles(pushed, cards("star"), as_it_was)
    assert Trouble.MOVED not in troubles(another, cards("star"), as_it_was)


def test_cards_that_lie_elsewhere_are_no_pushed_camera() -> None:
    """On a table that shows little of itself the cards have the strongest outlines."""
    table = np.random.default_rng(0).normal(90, 6, (720, 1280, 3)).clip(0, 255).astype(np.uint8)
    shown = []
    for x in (300, 420):
        image = table.copy()
        quads = [[(a, 200), (a + 120, 200), (a + 120, 380), (a, 380)] for a in (x, x + 260)]
        for quad in quads:
            cv2.rectangle(image, quad[0], quad[2], (235, 235, 235), cv2.FILLED)
            cv2.putText(image, "38", (quad[0][0] + 20, 300), cv2.FONT_HERSHEY_SIMPLEX, 2, (20, 20, 20), 5)
        shown.append((image, [seen(quad) for quad in quads]))
    (before, lain), (now, lie) = shown
    assert moved(Pictured(before), Pictured(now)) > MOVED
    assert moved(Pictured(before, lain), Pictured(now, lie)) < MOVED


def test_the_width_of_an_edge_is_measured() -> None:
    board = np.full((300, 400), 40, np.uint8)
    for x in range(60, 400, 90):
        cv2.circle(board, (x, 80), 32, (220,), cv2.FILLED)
        cv2.rectangle(board, (x - 30, 180), (x + 30, 260), (220,), cv2.FILLED)
    for width in (2.0, 4.0):
        blurred = np.asarray(cv2.GaussianBlur(board, (0, 0), width), np.uint8)
        sharper, softer = softness(blurred)
        assert sharper == pytest.approx(width, rel=0.3)
        assert softer < 1.4 * sharper


@pytest.mark.parametrize("size", [(1, 5000), (40000, 2), (1, 1)])
def test_a_picture_that_is_a_mere_line_shows_nothing(size: tuple[int, int]) -> None:
    assert Trouble.NOTHING_SEEN in troubles(np.full((*size, 3), 120, np.uint8), [])
