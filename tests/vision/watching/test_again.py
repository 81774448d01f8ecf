"""A table that was read before is read where its cards lie, as long as all around them is as it was."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import cos, pi
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.evidence import SeenCard
from tests.vision.laid import HEIGHT, Lying, Table, row, says, table
from tests.vision.test_pipeline import as_found
from vision.looks.distance import Glance, View
from vision.pipeline import Reader
from vision.prints.finder import Picture, Print
from vision.prints.nets import FloatArray
from vision.watching.again import REMEMBERED, Again

GOLDEN = Path(__file__).parents[1] / "pictures" / "golden_row_and_jump.jpg"
TABLE = np.full((720, 1280, 3), 90, np.uint8)
SHOWN = table(row("3 17 23"))


def reading(tables: Callable[[View | None], Table], asked: list[View | None]) -> Again:
    """Give what reads the table that it is told to see, and note how it is asked to look."""

    def find(image: Picture, view: View | None) -> Glance:
        asked.append(view)
        return tables(view).find(image, view)

    def digits(image: Picture, prints: Sequence[Print]) -> FloatArray:
        return tables(asked[-1]).digits(image, prints)

    return Again(Reader("fifty-fifty", find, as_found, SHOWN.faces, digits, further=()))


def numbers(cards: tuple[SeenCard, ...]) -> list[int | None]:
    return [c.believed.value for c in cards if c.believed]


def with_hand(left: int, top: int) -> Picture:
    """Give the table with something the size of a finger tip upon it."""
    image = TABLE.copy()
    image[top : top + 24, left : left + 24] = 200
    return image


@pytest.fixture
def asked() -> list[View | None]:
    return []


def test_a_table_that_is_as_it_was_is_looked_at_where_its_cards_lie(asked: list[View | None]) -> None:
    again = reading(lambda view: SHOWN, asked)
    for image in (TABLE, TABLE + np.uint8(3), with_hand(200, 300)):
        assert numbers(again.read(image)) == [3, 17, 23]
    first, *others = asked
    assert first is None
    assert all(view is not None and view.part[0] < 200 < 300 < view.part[2] < 800 for view in others)


@pytest.mark.parametrize("other", [with_hand(1100, 600), with_hand(0, 0), TABLE[:, :1200]])
def test_anything_new_beside_the_cards_has_all_looked_at(other: Picture, asked: list[View | None]) -> None:
    again = reading(lambda view: SHOWN, asked)
    for image in (TABLE, other, other):
        again.read(image)
    assert [view is None for view in asked] == [True, True, False]


@pytest.mark.parametrize("other", ["3 17", "3 17 ?", "3 17 23 52"])
def test_a_look_at_the_known_cards_may_only_confirm_them(other: str, asked: list[View | None]) -> None:
    again = reading(lambda view: table(row(other)) if view else SHOWN, asked)
    again.read(TABLE)
    assert numbers(again.read(TABLE)) == [3, 17, 23]
    assert [view is None for view in asked] == [True, False, True]


@pytest.mark.parametrize(("by", "whole"), [(60.0, True), (4.0, False)])
def test_a_card_that_lies_elsewhere_than_it_was_read_has_all_looked_at(
    by: float, whole: bool, asked: list[View | None]
) -> None:
    """A card in a hand is read in flight, and its number again where it lies."""
    flying = table([replace(card, y=card.y - by * (card.face == "23")) for card in row("3 17 23")])
    again = reading(lambda view: flying if len(asked) == 1 else SHOWN, asked)
    held, laid = again.read(TABLE), again.read(TABLE)
    assert [view is None for view in asked] == [True, False] + [True] * whole
    assert laid[-1].quad[0][1] - held[-1].quad[0][1] == pytest.approx(by)


def test_a_look_at_the_known_cards_that_denies_them_wrongly_is_tried_again_once_something_changes(
    asked: list[View | None],
) -> None:
    """Seen at a slant, the cards alone may tell less than all looks together do, time and again."""
    on_table = ["3 17 23"]
    again = reading(lambda view: table(row("3 17" if view else on_table[-1])), asked)
    for _ in range(4):
        assert numbers(again.read(TABLE)) == [3, 17, 23]
    assert [view is None for view in asked] == [True, False, True, True, True]
    on_table.append("3 17 23 52")
    asked.clear()
    for _ in range(3):
        assert numbers(again.read(TABLE)) == [3, 17, 23, 52]
    assert [view is None for view in asked] == [True, False, True, True]


def test_a_card_that_was_rightly_said_to_lie_elsewhere_is_confirmed_where_it_lies(
    asked: list[View | None],
) -> None:
    flying = table([replace(card, y=card.y - 60 * (card.face == "23")) for card in row("3 17 23")])
    again = reading(lambda view: flying if len(asked) == 1 else SHOWN, asked)
    for _ in range(3):
        again.read(TABLE)
    assert [view is None for view in asked] == [True, False, True, False]


def test_a_doubtful_card_has_all_looked_at_twice_and_then_again_once_something_changes(
    asked: list[View | None],
) -> None:
    doubtful = table(row("3 ? 23"))
    again = reading(lambda view: doubtful, asked)
    said = [again.read(image) for image in (TABLE, TABLE, TABLE, TABLE, with_hand(0, 0), with_hand(0, 0))]
    assert [numbers(cards) for cards in said] == [[3, 23]] * 6
    assert [view is None for view in asked] == [True, True, False, False, True, True]


def test_what_was_said_of_a_doubtful_card_stays_and_what_it_turns_out_to_be_is_looked_at_as_a_whole(
    asked: list[View | None],
) -> None:
    first, other, clear = (
        table(row("3 ? 23")),
        table([replace(c, x=c.x + 3 * (c.face == "?")) for c in row("3 ? 23")]),
        table(row("3 17 23")),
    )
    tables = [first, first, other, clear, clear]
    again = reading(lambda view: tables[min(len(asked), len(tables)) - 1], asked)
    said = [again.read(TABLE) for _ in range(4)]
    assert said[1] == said[2]
    assert numbers(said[3]) == [3, 17, 23]
    assert [view is None for view in asked] == [True, True, False, False, True]


def test_what_the_cards_alone_say_otherwise_of_a_doubtful_row_is_asked_once(asked: list[View | None]) -> None:
    again = reading(lambda view: table(row("3 ? ?" if view else "3 ? 23")), asked)
    for _ in range(5):
        assert numbers(again.read(TABLE)) == [3, 23]
    assert [view is None for view in asked] == [True, True, False, True, True, True]


def test_an_empty_table_is_looked_at_as_a_whole(asked: list[View | None]) -> None:
    again = reading(lambda view: table([]), asked)
    assert again.read(TABLE) == again.read(TABLE) == ()
    assert asked == [None, None]


def test_a_lone_card_is_read_as_the_rows_before_it_lay(asked: list[View | None]) -> None:
    """The rows lie turned: what looks like a 6 in the picture is a 9."""
    shows = "middle tl br"
    turned = table([Lying(face, x, up=pi, shows=shows) for face, x in (("3", 600), ("17", 450), ("23", 300))])
    lone = table([Lying("6", 600, shows="middle")])
    on_table = [lone]

    def digits(image: Picture, prints: Sequence[Print]) -> FloatArray:
        if on_table[-1] is turned:
            return turned.digits(image, prints)
        return np.array([says({6 if cos(p.up) > 0 else 9: 0.998}) for p in prints], np.float32)

    def find(image: Picture, view: View | None) -> Glance:
        return on_table[-1].find(image, view)

    again = Again(Reader("fifty-fifty", find, as_found, SHOWN.faces, digits, further=()))
    assert numbers(again.read(TABLE)) == [6]
    on_table.append(turned)
    for _ in range(REMEMBERED):
        assert numbers(again.read(TABLE)) == [3, 17, 23]
    on_table.append(lone)
    assert [card.best.value for card in again.read(TABLE) if card.best] == [9]


def test_lone_cards_that_lay_one_way_up_tell_it_of_the_next_but_each_of_them_once() -> None:
    lone = table([Lying("6", 600, shows="middle")])
    turned = [table([Lying(face, 600, up=pi, shows="middle")]) for face in ("3", "17", "23", "45")]
    odd = table([Lying("53", 600, shows="middle")])
    on_table = [turned[0]]

    def digits(image: Picture, prints: Sequence[Print]) -> FloatArray:
        if on_table[-1] is not lone:
            return on_table[-1].digits(image, prints)
        return np.array([says({6 if cos(p.up) > 0 else 9: 0.998}) for p in prints], np.float32)

    def find(image: Picture, view: View | None) -> Glance:
        return on_table[-1].find(image, view)

    def read(*tables: Table) -> list[int | None]:
        for one in tables:
            on_table.append(one)
            cards = again.read(TABLE)
        return [card.believed.value if card.believed else None for card in cards]

    again = Again(Reader("fifty-fifty", find, as_found, SHOWN.faces, digits, further=()))
    assert read(turned[0], turned[0], lone) == [6]
    assert read(turned[1], turned[1], lone) == [None]
    assert read(turned[2], turned[3], lone) == [9]
    assert read(odd, odd, lone) == [None]
    assert read(turned[0], turned[1], lone) == [9]


def test_how_high_a_decks_numbers_stand_is_known_once_the_others_have_gone() -> None:
    def high(face: str, by: float) -> Table:
        drawn = table([Lying(face, 600, shows="middle")])
        (print_,) = drawn.finding.prints
        moved = replace(print_, centre=(print_.centre[0], print_.centre[1] - by * HEIGHT))
        return replace(drawn, finding=replace(drawn.finding, prints=(moved,)))

    def digits(image: Picture, prints: Sequence[Print]) -> FloatArray:
        ways = {"5": (5, 5), "6": (6, 9)}[shown[-1]]
        return np.array([says({ways[0 if cos(p.up) > 0 else 1]: 0.998}) for p in prints], np.float32)

    def find(image: Picture, view: View | None) -> Glance:
        return high(shown[-1], by[-1]).find(image, view)

    def best() -> int | None:
        (card,) = again.read(TABLE)
        return card.believed.value if card.believed else None

    shown, by = ["6"], [0.13]
    again = Again(Reader("futschikato", find, as_found, SHOWN.faces, digits, further=()))
    assert best() is None
    shown.append("5")
    assert best() == 5
    shown.append("6")
    assert best() == 6
    by.append(-0.13)
    assert best() == 9


def test_a_golden_table_is_read_again_with_the_larger_net_asked_of_less(
    nets_asked: list[tuple[str, int]],
) -> None:
    """Whoever makes the reader: the quick net is clear about most of its numbers."""

    def crops(net: str) -> int:
        return sum(n for name, n in nets_asked if name == net)

    image = np.asarray(cv2.imread(str(GOLDEN)), np.uint8)
    again = Again(Reader("fifty-fifty"))
    first = numbers(again.read(image))
    large = crops("digits")
    nets_asked.clear()
    assert numbers(again.read(image)) == first
    assert crops("digits") < large / 2 < crops("quick")


@pytest.mark.parametrize("score", [0.9, 0.7])
def test_the_open_card_of_a_game_is_told_of_though_nothing_is_read_on_it(score: float) -> None:
    """In a picture of collected cards such a one is the pile that they were drawn from, or a thing."""
    drawn = table([*row("3 17 23"), Lying("?", 900, 600)])
    cards = tuple(replace(c, score=score) if c.centre[0] > 800 else c for c in drawn.finding.cards)
    drawn = replace(drawn, finding=replace(drawn.finding, cards=cards))
    reader = Reader("no-thanks", drawn.find, as_found, drawn.faces, drawn.digits, further=())
    again = Again(reader)
    for _ in range(2):
        told = again.read(TABLE)
        assert [c.best and c.best.value for c in told] == ([3, 17, 23, None] if score > 0.8 else [3, 17, 23])
    assert numbers(reader.read(TABLE)) == [3, 17, 23]
    assert len(reader.read(TABLE)) == 3
