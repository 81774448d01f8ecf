"""Votes of indices that may stand in any corner of their card."""

from dataclasses import replace
from math import cos, pi, sin

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.evidence import Point
from tests.vision.laid import HEIGHT, WIDTH, Lying, says
from vision.cards.any_corner import set_right
from vision.prints.finder import CardHint, CardKind, Print

CORNERS = {"tl": (-1, 1), "tr": (1, 1), "bl": (-1, -1), "br": (1, -1)}
"""To which side of its card's middle an index stands, and whether above it."""


def at(card: Lying, right: float, above: float) -> Point:
    """Give the place so far to the right of a card's middle and above it, as it lies."""
    x, y = right * cos(card.up) + above * sin(card.up), right * sin(card.up) - above * cos(card.up)
    return card.x + x, card.y + y


def index(card: Lying, corner: str, upright: bool = False) -> Print:
    """Give the index in a corner, with the finder's vote: as if it stood upper left, or lower right."""
    side, high = CORNERS[corner]
    place = at(card, side * 0.33 * WIDTH, high * 0.4 * HEIGHT)
    natural = card if corner in ("tl", "br") else Lying(card.face, *at(card, side * 0.66 * WIDTH, 0), card.up)
    up = card.up + (0 if high > 0 or upright else pi)
    up = up - 2 * pi if up > pi else up
    return Print(place, 18.0, up, 0.8, replace(natural.hint(CardKind.NUMBER), seen=place))


def look(card: Lying) -> CardHint:
    return card.hint(CardKind.CARD)


def values(prints: list[tuple[Lying, str]]) -> NDArray[np.float32]:
    return np.array([says({int(card.face): 0.99}) for card, _ in prints], np.float32)


def votes(prints: list[tuple[Lying, str]], seen: list[Lying], upright: bool = False) -> list[float]:
    """Give how far, in card heights, the votes of prints lie from their cards when they are set right."""
    right = set_right([index(*one, upright) for one in prints], values(prints), [look(card) for card in seen])
    assert right is not None
    return [
        float(np.hypot(p.card.centre[0] - card.x, p.card.centre[1] - card.y)) / HEIGHT
        for p, (card, _) in zip(right, prints, strict=True)
    ]


def laid(faces: str, up: float = 0.0, pitch: float = 45.0) -> list[Lying]:
    """Lay a row of overlapped cards, of which each but the last shows its left side, as they lie."""
    return [
        Lying(face, 600 + k * pitch * cos(up), 300 + k * pitch * sin(up), up)
        for k, face in enumerate(faces.split())
    ]


@pytest.mark.parametrize("upright", [False, True])
@pytest.mark.parametrize("up", [0.0, 0.2, pi])
def test_the_left_corners_of_overlapped_cards_vote_for_their_own_card(up: float, upright: bool) -> None:
    row = laid("12 25 31 47 58", up)
    shown = [(card, corner) for card in row[:-1] for corner in ("tl", "bl")]
    shown += [(row[-1], corner) for corner in CORNERS]
    assert max(votes(shown, row, upright)) < 0.02


@pytest.mark.parametrize(
    ("lean", "known"), [(0.25, True), (0.5, False)], ids=["at a slant", "as opposite ones"]
)
def test_a_card_seen_at_a_slant_leans(lean: float, known: bool) -> None:
    shown = [(card, corner) for card in laid("12 25 31", pitch=150.0) for corner in ("tl", "bl")]
    aside = [index(*one) for one in shown]
    for k in range(1, len(aside), 2):
        (x, y), vote = aside[k].centre, aside[k].card
        moved = x + lean * 0.8 * HEIGHT
        aside[k] = replace(aside[k], centre=(moved, y), card=replace(vote, seen=(moved, y)))
    right = set_right(aside, values(shown), [look(card) for card, _ in shown[::2]])
    assert (right is not None) is known


def test_cards_one_step_aside_would_leave_the_last_one_untold() -> None:
    row = laid("12 25 31 47 58", pitch=80.0)
    seen = [replace(card, x=card.x + 3.4) for card in row]
    shown = [(card, corner) for card in row[1:-1] for corner in ("tl", "bl")]
    assert max(votes([(row[0], "tl"), *shown, (row[-1], "tl")], seen)) < 0.02


def test_an_index_alone_stands_on_the_side_that_the_other_cards_show() -> None:
    row = laid("12 25 31 47 58")
    shown = [(card, corner) for card in row[:3] for corner in ("tl", "bl")]
    hidden = [(row[3], "bl"), (row[4], "tl")]
    assert max(votes(shown + hidden, [*row[:3], row[4]])) < 0.02


def test_what_is_seen_of_the_last_card_beside_a_hand_stands_on_its_other_side() -> None:
    row = laid("12 25 31", pitch=70.0)
    shown = [(card, corner) for card in row[:2] for corner in ("tl", "bl")]
    assert max(votes([*shown, (row[2], "tr"), (row[2], "br")], row)) < 0.02


def test_a_deck_with_two_corners_is_left_alone() -> None:
    row = laid("12 25 31", pitch=150.0)
    shown = [(card, corner) for card in row for corner in ("tl", "br")]
    assert set_right([index(*one) for one in shown], values(shown), [look(card) for card in row]) is None
    assert set_right([], np.zeros((0, 111), np.float32), []) is None
