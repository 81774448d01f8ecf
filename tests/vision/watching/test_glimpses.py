"""What was glimpsed beside an arm still counts a moment later, where the table looks as it did then."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.cards import Card
from companion.clock import Span, instant
from companion.evidence import Alternative, Side
from tests.vision.stage import Spot, Stage, seen
from vision.frame import Frame
from vision.memory.known import Known
from vision.motion.changes import Arm, Look, arms, changed, reduce
from vision.watching.glimpses import brings, glimpse, is_cards, recalled

BELOW, ABOVE = (300.0, 180.0), (280.0, 180.0)
HARDLY = Alternative(Card.number(27), 0.5)


def look(cards: Mapping[str, Spot], at: float = 0.0) -> Look:
    stage = Stage(lying=dict(cards))
    stage.shoot()
    return reduce(Frame(np.asarray(stage.frames[0][0], np.uint8), Span.at(instant(at)), 0))


def known(face: str, spot: Spot, sure: bool = True) -> Known:
    return Known.once(seen(face, spot, sure))


def told(cards: Sequence[Known]) -> str:
    return " ".join(f"{k.card.best}{'' if k.card.sure else '?'}" for k in cards)


@pytest.mark.parametrize("read", ["2", "27"])
def test_a_strip_that_is_read_badly_is_the_card_that_was_glimpsed(read: str) -> None:
    kept = glimpse(look({"27": BELOW}), [known("27", BELOW)])
    now = look({"27": BELOW, "48": ABOVE}, 1.0)
    poor = [known(read, BELOW, sure=False), known("48", ABOVE)]
    assert told(recalled(kept, now, poor, ())) == "27 48"


def test_a_card_that_is_surely_read_is_not_the_one_that_was_glimpsed() -> None:
    kept = glimpse(look({"27": BELOW}), [known("27", BELOW)])
    now = look({"35": BELOW}, 1.0)
    assert told(recalled(kept, now, [known("35", BELOW)], ())) == "35"


@pytest.mark.parametrize(("read", "card"), [("6", "6?"), ("8", "9"), ("9", "9")])
def test_what_may_be_the_glimpsed_number_upside_down_stays_in_doubt(read: str, card: str) -> None:
    """A hand hid the corner that shows which way up the card lies."""
    kept = glimpse(look({"9": BELOW}), [known("9", BELOW)])
    now = look({"9": BELOW}, 1.0)
    assert told(recalled(kept, now, [known(read, BELOW, sure=False)], ())) == card


def test_what_looks_otherwise_by_now_was_not_glimpsed() -> None:
    kept = glimpse(look({"27": BELOW}), [known("27", BELOW)])
    away = look({}, 1.0)
    assert told(recalled(kept, away, [known("2", BELOW, sure=False)], ())) == "2?"
    assert told(recalled(kept, away, [], ())) == ""


@pytest.mark.parametrize(
    ("upon", "now"), [((), "34"), ((known("48", (330.0, 180.0)),), "34 48 pass")], ids=["bare", "covered"]
)
def test_a_card_glimpsed_upon_one_that_lies_there_bare_was_none(upon: tuple[Known, ...], now: str) -> None:
    """The fist upon it looked like a pass; what the next card covers by now may have been one."""
    lain, fist = known("34", BELOW), known("pass", (BELOW[0] + 14.0, BELOW[1]))
    kept = glimpse(look({"34": BELOW}), [fist])
    seen_now = [lain, *upon]
    assert told(recalled(kept, look({"34": BELOW}, 1.0), seen_now, [lain])) == now


def test_a_glimpse_from_long_ago_says_nothing() -> None:
    kept = glimpse(look({"27": BELOW}), [known("27", BELOW)])
    late = look({"27": BELOW}, 3.0)
    assert told(recalled(kept, late, [known("2", BELOW, sure=False)], ())) == "2?"


def test_a_number_that_lies_elsewhere_was_moved_there() -> None:
    kept = glimpse(look({"27": BELOW}), [known("27", BELOW)])
    there = [known("2", BELOW, sure=False), known("27", (480.0, 180.0))]
    assert told(recalled(kept, look({"27": BELOW}, 1.0), there, ())) == "2? 27"


@pytest.mark.parametrize(
    ("glimpsed", "now", "card"),
    [
        (known("27", BELOW, sure=False), "", "27?"),
        (known("27", BELOW, sure=False), "2", "2?"),  # what is read now counts
        (known("27", ABOVE, sure=False), "", "None?"),  # another place
        (known("pass", BELOW, sure=False), "", "None?"),
        (Known.once(replace(seen("27", BELOW, False), alternatives=(HARDLY,))), "", "None?"),
    ],
)
def test_in_what_cannot_be_read_any_more_the_number_counts_that_was_likely(
    glimpsed: Known, now: str, card: str
) -> None:
    kept = glimpse(look({"27": BELOW}), [glimpsed])
    read = known(now or "1", BELOW, sure=False)
    here = read if now else replace(read, card=replace(read.card, alternatives=()))
    assert told(recalled(kept, look({"27": BELOW}, 1.0), [here], ())) == card
    away = told(recalled(kept, look({}, 1.0), [here], ()))
    assert away == (f"{now}?" if now else "None?")  # it looks otherwise by now


EDGE, BESIDE = (34.0, 180.0), (84.0, 180.0)


def crossing(lying: Mapping[str, Spot], now: Mapping[str, Spot], tip: Spot | None = None) -> Arm:
    """Give what crosses the border between a table and a later look at it, with an arm or none."""
    stage = Stage(lying=dict(now))
    stage.shoot(arms=((Side.WEST, tip),) if tip else ())
    later = reduce(Frame(np.asarray(stage.frames[0][0], np.uint8), Span.at(instant(1.0)), 1))
    (found,) = arms(changed(later, look(lying)))
    return found


def test_a_hand_on_a_card_at_the_edge_is_an_arm_though_it_is_nearly_all_over_cards() -> None:
    found = crossing({"3": EDGE}, {"3": EDGE, "6": BESIDE}, (40.0, 190.0))
    assert not is_cards(found, [known("6", BESIDE)], [known("3", EDGE)], 0.5)


def test_the_place_of_a_card_that_has_left_the_edge_is_no_arm() -> None:
    off = (24.0, 180.0)
    found = crossing({"3": off}, {"6": BESIDE})
    assert is_cards(found, [known("6", BESIDE)], [known("3", off)], 0.5)


def test_a_card_that_came_to_the_edge_is_no_arm_though_it_cannot_be_read_surely() -> None:
    off = (24.0, 180.0)
    found = crossing({}, {"3": off, "6": BESIDE})
    cards = [known("3", off, sure=False), known("6", BESIDE)]
    assert is_cards(found, cards, (), 0.5)
    assert not is_cards(found, cards[1:], (), 0.5)


def test_a_hand_on_a_card_at_the_edge_is_an_arm_though_the_card_is_read_under_it() -> None:
    found = crossing({"3": EDGE}, {"3": EDGE, "6": BESIDE}, (40.0, 190.0))
    assert not is_cards(found, [known("3", EDGE, sure=False), known("6", BESIDE)], [known("3", EDGE)], 0.5)


def test_a_hand_on_a_card_at_the_edge_is_an_arm_though_something_else_is_read_there() -> None:
    found = crossing({"3": EDGE}, {"3": EDGE, "6": BESIDE}, (40.0, 190.0))
    fist = known("pass", (EDGE[0] - 4, EDGE[1] - 24), sure=False)
    assert not is_cards(found, [fist, known("6", BESIDE)], [known("3", EDGE)], 0.5)
    assert is_cards(found, [fist, known("3", BESIDE)], [known("3", EDGE)], 0.5)


def test_a_card_seen_aslant_at_the_edge_is_no_arm_though_its_place_is_given_askew() -> None:
    """What is known of its place: a rectangle, where the card is none."""
    lies = np.array([(1300, 40), (1138, 40), (1102, 274), (1265, 274)], float)
    told = ((1241.0, 281.0), (1110.0, 261.0), (1139.0, 43.0), (1270.0, 62.0))
    mask = np.zeros((180, 320), np.uint8)
    cv2.fillConvexPoly(mask, np.round(lies / 4).astype(np.int32), (255,))
    (arm,) = arms(mask)
    card = known("3", EDGE)
    assert is_cards(arm, [replace(card, card=replace(card.card, quad=told))], (), 0.25)
    cv2.rectangle(mask, (270, 0), (300, 30), (255,), -1)  # A sleeve reaches it from above.
    (arm,) = arms(mask)
    assert not is_cards(arm, [replace(card, card=replace(card.card, quad=told))], (), 0.25)


def test_the_edge_of_a_card_that_is_not_where_it_is_said_to_lie_is_no_arm() -> None:
    """Of a card half out of the picture no more than a corner says where it lies; a finger is broader."""
    mask = np.zeros((180, 320), np.uint8)
    cv2.fillConvexPoly(mask, np.array([(0, 2), (40, 2), (51, 68), (10, 70), (0, 20)]), (255,))
    told = ((235.0, 258.0), (64.0, 287.0), (22.0, 32.0), (193.0, 4.0))
    card = known("2", EDGE)
    here = replace(card, card=replace(card.card, quad=told))
    (arm,) = arms(mask)
    assert is_cards(arm, [here], (), 0.25)
    cv2.rectangle(mask, (0, 40), (20, 55), (255,), -1)  # A finger on the card, from outside the picture.
    (arm,) = arms(mask)
    assert not is_cards(arm, [here], (), 0.25)


@pytest.mark.parametrize("sure", [True, False])
def test_a_sliver_along_all_of_a_card_at_the_edge_is_no_arm_if_it_is_surely_read(sure: bool) -> None:
    """The card reaches out of the picture, but is told to lie in it: what is left over is as long as it."""
    told = ((204.0, 323.0), (53.0, 340.0), (27.0, 114.0), (178.0, 97.0))
    mask = np.zeros((180, 320), np.uint8)
    cv2.fillConvexPoly(mask, np.array([(7, 26), (45, 26), (51, 81), (13, 85)]), (255,))
    cv2.rectangle(mask, (0, 30), (12, 84), (255,), -1)
    card = known("88", EDGE, sure=sure)
    (arm,) = arms(mask)
    assert is_cards(arm, [replace(card, card=replace(card.card, quad=told))], (), 0.25) is sure


def test_a_look_brings_a_card_laid_where_another_one_was_taken_away() -> None:
    now = look({"17": BELOW})
    free = np.zeros(now.small.shape[:2], np.uint8)
    laid = [known("17", BELOW)]
    assert brings(now, laid, [known("27", BELOW)], free)
    assert not brings(now, laid, [known("17", BELOW)], free)
    assert not brings(now, laid, [known("27", BELOW, sure=False)], free)
    assert not brings(now, laid, [known("27", BELOW)], np.full_like(free, 255))
