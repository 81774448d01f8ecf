"""The eye's bench: how readings are compared with the truth, how honesty is told, what is measured."""

import json
import shutil
from pathlib import Path

import cv2
import pytest

from companion.cards import Card, Zone
from companion.evidence import Alternative, SeenCard
from vision.bench.measure import Bench, Speed, bundled, measure, reliability, tallies
from vision.bench.report import as_json, as_page, as_text, diagram
from vision.bench.truth import Score, TrueCard, Truth, compared, same_row
from vision.bench.truth_files import truths
from vision.pipeline import Reader

PICTURES = Path(__file__).parents[1] / "pictures"


def seen(
    face: str, zone: Zone = Zone.ROW, at: float = 0.0, confidence: float = 0.99, sure: bool = True
) -> SeenCard:
    quad = ((at, 0.0), (at + 10, 0.0), (at + 10, 15.0), (at, 15.0))
    return SeenCard(zone, quad, (Alternative(Card.parse(face), confidence),), sure)


def truth(faces: str, scene: str = "row", zone: str = "row", step: float = 20.0) -> Truth:
    """A row as written: ``(5)`` cannot be read. The cards are 10 wide."""
    cards = [
        TrueCard(
            f.strip("()"),
            zone,
            "(" not in f,
            None,
            tuple((x + step * k, y) for x, y in ((0, 0), (10, 0), (10, 15), (0, 15))),
        )
        for k, f in enumerate(faces.split())
    ]
    return Truth(Path("x.jpg"), scene, "fifty-fifty", tuple(cards))


@pytest.mark.parametrize(
    ("there", "read", "exact", "right", "false"),
    [
        ("3 17 pass", "3 17 pass", True, 3, 0),
        ("3 17 40", "3 ? 40", False, 2, 0),
        ("3 (17) 40", "3 ? 40", True, 2, 0),
        ("3 (17) 40", "3 40", True, 2, 0),
        ("3 (17) 40", "3 17 40", True, 2, 0),
        ("3 (17) 40", "3 11 40", False, 2, 1),
        ("3 17 40", "3 40 17", False, 2, 1),
        ("3 17", "3 17 40", False, 2, 1),
        ("3 17", "", False, 0, 0),
    ],
)
def test_a_row_is_compared_in_its_order(there: str, read: str, exact: bool, right: int, false: int) -> None:
    cards = [seen("5", sure=False, confidence=0.4) if f == "?" else seen(f) for f in read.split()]
    score = compared(truth(there), cards)
    assert (score.exact, score.right, score.false) == (exact, right, false)


def test_a_jump_card_counts_in_its_own_zone() -> None:
    both = Truth(Path("x"), "row", "fifty-fifty", (*truth("3 17").cards, TrueCard("67", "jump", True)))
    assert compared(both, [seen("3"), seen("17"), seen("67", Zone.JUMP)]).exact
    assert not compared(both, [seen("3"), seen("17"), seen("67")]).exact
    assert compared(both, [seen("3"), seen("17"), seen("66", Zone.JUMP)]).false == 1


def test_single_cards_are_compared_by_their_zones() -> None:
    two = Truth(
        Path("x"), "stacks", "quick-and-easy", (TrueCard("7", "up", True), TrueCard("10", "down", True))
    )
    assert compared(two, [seen("7 red", Zone.UP), seen("10 blue", Zone.DOWN)]).exact
    swapped = compared(two, [seen("10 red", Zone.UP), seen("7 blue", Zone.DOWN)])
    assert (swapped.exact, swapped.right, swapped.false) == (False, 0, 2)


@pytest.mark.parametrize(
    ("there", "read", "exact", "right", "false"),
    [
        ("3 (17) 40", "3 40", True, 2, 0),
        ("3 (17) 40", "3 ? 40", True, 2, 0),
        ("3 (17) 40", "3 17 40", True, 2, 0),
        ("3 (17) 40", "3 11 40", False, 2, 1),
        ("3 (17) 40", "3 17", False, 1, 0),
        ("3 (3)", "3", True, 1, 0),
        ("(3) 3", "3 3", True, 1, 0),
        ("(3) 3", "3 3 3", False, 1, 1),
    ],
)
def test_a_single_card_that_cannot_be_read_may_be_left_out_unsure_or_right(
    there: str, read: str, exact: bool, right: int, false: int
) -> None:
    cards = [seen("5", Zone.SPOT, sure=False) if f == "?" else seen(f, Zone.SPOT) for f in read.split()]
    score = compared(truth(there, "spots", "spot"), cards)
    assert (score.exact, score.right, score.false) == (exact, right, false)


@pytest.mark.parametrize(
    ("there", "read", "exact"),
    [
        ("3 17 9 5", "3 17 9 5", True),
        ("3 17 9 5", "9 5 3 17", True),
        ("3 17 9 5", "5 9 17 3", False),
        ("3 17 9 5", "17 3 9 5", False),
        ("(2) 17 9 5", "5 17 9", True),
        ("(2) 17 9 5", "5 2 17 9", True),
        ("(2) 17 9 5", "5 17 2 9", False),
        ("", "", True),
    ],
)
def test_single_cards_are_read_exactly_in_their_order_wherever_it_begins(
    there: str, read: str, exact: bool
) -> None:
    score = compared(truth(there, "spots", "spot"), [seen(f, Zone.SPOT) for f in read.split()])
    assert (score.exact, score.false) == (exact, 0)
    assert score.right == sum("(" not in f for f in there.split())


@pytest.mark.parametrize(
    ("colours", "exact"), [(("red", "blue"), True), (("blue", "red"), False), ((None, None), True)]
)
def test_colours_count_in_the_stacks_where_the_truth_says_them(
    colours: tuple[str | None, str | None], exact: bool
) -> None:
    tops = [TrueCard("7", zone, True, colour) for zone, colour in zip(("up", "down"), colours, strict=True)]
    told = compared(
        Truth(Path("x"), "stacks", "quick-and-easy", tuple(tops)),
        [seen("7 red", Zone.UP), seen("7 blue", Zone.DOWN)],
    )
    assert (told.exact, told.false) == (exact, 0 if exact else 2)


def test_each_reading_is_held_against_the_card_beneath_it() -> None:
    words = compared(
        truth("3 17"), [seen("3", confidence=0.9), seen("11", at=20.0, confidence=0.6, sure=False)]
    ).words
    assert words == ((0.9, True), (0.6, False))


def test_a_reading_is_right_though_it_lies_nearer_to_the_middle_of_its_neighbour() -> None:
    words = compared(truth("3 17", step=6.0), [seen("3", at=3.5), seen("17", at=6.0)]).words
    assert [right for _, right in words] == [True, True]


def test_a_card_bears_out_one_reading_only() -> None:
    words = compared(truth("3 17", step=6.0), [seen("3"), seen("3", at=4.0)]).words
    assert [right for _, right in words] == [True, False]


def test_a_row_may_leave_out_only_what_cannot_be_read() -> None:
    assert same_row([("3", True), ("4", False)], ["3"])
    assert not same_row([("3", True), ("4", True)], ["3"])


def test_honesty_is_the_gap_between_word_and_deed() -> None:
    bins, error = reliability([(0.95, True)] * 9 + [(0.95, False)] + [(0.55, True), (0.55, False)])
    assert [(b.count, round(b.said, 2), b.right) for b in bins] == [(2, 0.55, 0.5), (10, 0.95, 0.9)]
    assert error == pytest.approx(0.05)
    assert reliability([]) == ((), 0.0)
    assert reliability([(1.0, True)])[0][0].low == 0.9


def test_scores_are_added_scene_by_scene() -> None:
    scored = [
        (truth("3"), Score(True, 10, 9, 9, 0)),
        (truth("3"), Score(False, 10, 8, 10, 1)),
        (truth("3", "scan"), Score(True, 1, 1, 1, 0)),
    ]
    row, scan = tallies(scored)
    assert (row.exact_share, row.recall, row.false_share) == (0.5, 17 / 20, 1 / 19)
    assert scan.scene == "scan"


def test_a_folder_is_measured_and_told(tmp_path: Path) -> None:
    for kind in (".jpg", ".json"):
        shutil.copy(PICTURES / f"golden_row_and_jump{kind}", tmp_path / f"one{kind}")
    bench = measure(tmp_path, Reader)
    assert bench.tallies[0].wanted == 11
    assert bench.tallies[0].false == 0
    assert bench.speed is not None
    assert bench.speed.decode_ms > 0
    assert 0 < bench.speed.still < bench.speed.settled
    assert bench.speed.new > 0
    assert 20 < bench.speed.memory_mb < 2000
    assert bench.speed.model_mb > 1
    text = "\n".join(as_text(bench))
    assert "row: 1 picture, " in text
    assert "x decoding (at most 12)" in text
    assert "(512×384 pixels; the limits of the times are for 1280×720)" in text
    assert "at most 12)  <- too much" not in text
    assert as_page(bench).count("<svg") == 1
    json.dumps(as_json(bench))


@pytest.mark.parametrize(
    ("size", "settled", "memory", "too_much"),
    [((1280, 720), 13.0, 200.0, 1), ((1280, 720), 11.0, 260.0, 1), ((512, 384), 13.0, 260.0, 1)],
)
def test_times_are_judged_on_pictures_of_the_usual_size_and_what_is_stored_on_any(
    size: tuple[int, int], settled: float, memory: float, too_much: int
) -> None:
    figures = Speed("a.jpg", size, 10, 4.0, 0.4, settled, 18.0, 1.0, 1.0, memory, 2.9)
    assert "\n".join(as_text(Bench((), (), 0.0, figures, ()))).count("<- too much") == too_much


def test_speed_is_measured_on_a_picture_of_the_usual_size_where_there_is_one(tmp_path: Path) -> None:
    for name in ("row_and_jump", "leaning"):
        for kind in (".jpg", ".json"):
            shutil.copy(PICTURES / f"golden_{name}{kind}", tmp_path / f"{name}{kind}")
    bench = measure(tmp_path, Reader)
    assert bench.speed is not None
    assert (bench.speed.picture, bench.speed.size, bench.speed.cards) == ("leaning.jpg", (1280, 720), 8)


def test_a_card_whose_colour_is_not_seen_is_not_counted_as_sure(tmp_path: Path) -> None:
    grey = cv2.imread(str(PICTURES / "golden_stacks.jpg"), cv2.IMREAD_GRAYSCALE)
    assert grey is not None
    cv2.imwrite(str(tmp_path / "grey.jpg"), grey)
    shutil.copy(PICTURES / "golden_stacks.json", tmp_path / "grey.json")
    (tally,) = measure(tmp_path, Reader).tallies
    assert (tally.wanted, tally.sure, tally.false) == (2, 0, 0)


def test_the_page_shows_each_group_of_readings() -> None:
    bins, _ = reliability([(0.95, True), (0.15, False)])
    assert diagram(bins).count("<circle") == 2


def test_the_bundled_pictures_are_there() -> None:
    assert {t.game for t in truths(bundled())} >= {"fifty-fifty", "quick-and-easy", "no-thanks"}
