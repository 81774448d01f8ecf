"""The picture is blamed once, after several looks that left cards unread, until they are read again."""

from dataclasses import replace

import numpy as np
import pytest

from companion.clock import Instant, Span
from companion.evidence import SeenCard, Sighting
from tests.companion.drawn import table
from vision.advice import IN_VAIN, LOOKS, Adviser
from vision.frame import Frame, Image

GOOD, BAD = table("11 12"), table("11 82?28")


def picture(level: int) -> Image:
    """A grey table with two card-like patches, so bright."""
    image = np.full((720, 1280, 3), level // 3, np.uint8)
    image[100:340, 100:320] = level
    return image


def said(adviser: Adviser, image: Image, *sightings: Sighting | None) -> list[str | None]:
    out = []
    for sighting in sightings:
        adviser.see(Frame(image, Span.at(Instant(0)), 0), sighting)
        out.append(adviser.message)
    return out


def left_by(sighting: Sighting, off: float) -> Sighting:
    """Give what is seen so many pixels farther left."""

    def moved(card: SeenCard) -> SeenCard:
        a, b, c, d = ((x - off, y) for x, y in card.quad)
        return replace(card, quad=(a, b, c, d))

    return replace(sighting, cards=tuple(map(moved, sighting.cards)))


def test_darkness_is_blamed_after_some_looks_that_left_a_card_unread() -> None:
    *before, last = said(Adviser(), picture(40), *[BAD] * LOOKS)
    assert before == [None] * (LOOKS - 1)
    assert last is not None
    assert "too dark" in last


def test_it_is_said_in_the_same_words_until_all_is_read_again() -> None:
    adviser = Adviser()
    first = said(adviser, picture(40), *[BAD] * LOOKS)[-1]
    assert said(adviser, picture(44), BAD, None, BAD) == [first] * 3
    assert said(adviser, picture(200), GOOD, BAD) == [None, None]


def test_a_picture_in_which_all_is_read_is_never_blamed() -> None:
    assert said(Adviser(), picture(40), *[GOOD] * 6) == [None] * 6


@pytest.mark.parametrize(("rows", "text"), [(True, "11 12"), (True, "11 82?28"), (False, "11 12")])
def test_that_a_row_runs_out_of_the_picture_is_said_at_the_second_look_though_all_of_it_is_read(
    rows: bool, text: str
) -> None:
    """Of games in which cards lie all about the table, some may."""
    adviser, wide = Adviser(rows=rows), picture(200)
    look = left_by(table(text), 115.0)
    # Of a card under others one look may be wrong about where it lies.
    assert said(adviser, wide[:, 115:], look, GOOD, look) == [None] * 3
    [message] = said(adviser, wide[:, 115:], look)
    assert message == ("The cards run out of the picture at its left edge." if rows else None)
    # The next look sees the same card hardly over the edge: once said, that is enough.
    assert said(adviser, wide[:, 105:], left_by(table(text), 105.0)) == [message]
    assert said(adviser, wide, GOOD) == [None]


def test_looks_past_an_arm_or_at_an_empty_table_say_nothing() -> None:
    adviser = Adviser()
    past = replace(BAD, partly=True)
    assert said(adviser, picture(40), *[past, table("")] * LOOKS) == [None] * 2 * LOOKS


def test_a_good_picture_is_not_blamed_for_a_card_that_cannot_be_read() -> None:
    image = picture(200)
    image[100:340:24, 100:320] = 20
    image[100:340, 100:320:24] = 20
    assert said(Adviser(), image, *[BAD] * 5) == [None] * 5


def test_where_things_come_and_go_and_nothing_was_ever_read_that_is_said() -> None:
    """Figures of a few pixels: no card is found, so that no look tells anything."""
    adviser, clear = Adviser(), picture(200)
    clear[100:340:24, 100:320] = 20
    for often in range(IN_VAIN):
        adviser.see(Frame(clear, Span.at(Instant(0)), 0), None, often)
        assert adviser.message is None
    adviser.see(Frame(clear, Span.at(Instant(0)), 0), None, IN_VAIN)
    assert adviser.message is not None
    assert "no number can be read" in adviser.message
    assert said(adviser, clear, GOOD) == [None]


def test_darkness_is_named_where_nothing_was_ever_read_in_it() -> None:
    adviser = Adviser()
    adviser.see(Frame(picture(40), Span.at(Instant(0)), 0), None, IN_VAIN)
    assert adviser.message is not None
    assert "too dark" in adviser.message


def test_once_a_card_was_read_an_empty_table_is_not_blamed() -> None:
    adviser = Adviser()
    adviser.see(Frame(picture(200), Span.at(Instant(0)), 0), GOOD)
    adviser.see(Frame(picture(200), Span.at(Instant(0)), 0), None, 3 * IN_VAIN)
    assert adviser.message is None
