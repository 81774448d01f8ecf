"""Cards that are not read, or not surely: looked at again, told as unread, and never told as gone."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from companion.clock import NS_PER_SECOND
from companion.evidence import Side
from tests.vision.stage import (
    Stage,
    StageReader,
    faces,
    frame_of,
    play,
    seen,
    unsure,
)
from tests.vision.watching.test_steady import RIGHT, stage_with
from vision.frame import Image
from vision.watching.steady import Watcher

TURNED = 150
"""The frame after which the lamp is turned."""


def lamp(before: float, after: float) -> Callable[[int, Image], Image]:
    """Give what becomes of each frame in the light of a lamp that is turned up or down."""

    def lit(number: int, image: Image) -> Image:
        return np.asarray(np.clip(image * (after if number > TURNED else before), 0, 255), np.uint8)

    return lit


def test_readings_that_disagree_are_not_sure() -> None:
    stage = stage_with("12")
    other = seen("18", (150.0, 120.0))
    reader = StageReader(stage, spoil=lambda call, cards: (other,) if call == 2 else cards)
    (first,) = play(stage, reader)
    assert not first.cards[0].sure


def test_an_unsure_card_is_read_again_and_told_when_it_becomes_sure() -> None:
    stage = stage_with("12")
    stage.rest(40)
    reader = StageReader(stage, spoil=lambda call, cards: cards if call > 2 else (unsure(cards[0]),))
    first, then = play(stage, reader)
    assert (faces(first), faces(then)) == ("12?", "12")
    assert then.arrivals == ()
    assert then.span.latest - first.span.latest <= 0.4 * NS_PER_SECOND


@pytest.mark.parametrize(("light", "told"), [(1.0, ["12?"]), (1.6, ["12?", "12"]), (0.6, ["12?", "12"])])
def test_an_unsure_card_is_read_again_when_somebody_turns_the_lamp_up_or_down(
    light: float, told: list[str]
) -> None:
    stage = stage_with("12")
    stage.rest(200)
    reader = StageReader(stage)
    reader.spoil = lambda _call, cards: cards if reader.number > TURNED else (unsure(cards[0]),)
    assert [faces(sighting) for sighting in play(stage, reader, change=lamp(1.0, light))] == told


def test_cards_that_nobody_saw_are_told_once_somebody_turns_the_lamp_up() -> None:
    stage = stage_with("12")
    stage.rest(200)
    reader = StageReader(stage)
    reader.spoil = lambda _call, cards: cards if reader.number > TURNED else ()
    assert [faces(sighting) for sighting in play(stage, reader, change=lamp(0.4, 1.0))] == ["", "12"]


def test_a_card_that_stays_unsure_is_not_read_forever() -> None:
    stage = stage_with("12")
    stage.rest(150)
    reader = StageReader(stage, spoil=lambda call, cards: (unsure(cards[0]),))
    assert len(play(stage, reader)) == 1
    assert reader.calls == 8


def test_what_was_read_well_is_kept_when_only_a_strip_shows() -> None:
    stage = stage_with("12")
    stage.lay("40", (185.0, 120.0), Side.SOUTH)
    stage.rest(6)
    reader = StageReader(stage, spoil=lambda _call, cards: cards[-1:])
    _, now = play(stage, reader)
    assert faces(now) == "12 40"
    assert len(now.arrivals) == 1


def test_a_card_that_was_missed_at_first_still_has_its_touch() -> None:
    stage = stage_with("12")
    stage.lay("40", RIGHT, Side.EAST)
    stage.rest(20)
    reader = StageReader(stage, spoil=lambda call, cards: cards if call > 4 else cards[:1])
    _, now = play(stage, reader)
    (came,) = now.arrivals
    assert faces(now) == "12 40"
    assert (frame_of(came.touch), came.side) == (stage.touched["40"], Side.EAST)


def test_a_card_that_proves_to_be_another_is_told_again_with_its_touch() -> None:
    stage = stage_with("12")
    stage.lay("40", RIGHT, Side.EAST)
    laid = len(stage.frames)
    stage.rest(30)
    wrong, reader = unsure(seen("46", RIGHT)), StageReader(stage)
    reader.spoil = lambda _call, cards: (
        cards if reader.number >= laid + 4 else (*cards[:1], *[wrong] * len(cards[1:]))
    )
    _, first, then = play(stage, reader)
    assert (faces(first), faces(then)) == ("12 46?", "12 40")
    assert first.arrivals[0].touch == then.arrivals[0].touch
    assert str(then.arrivals[0].card.best) == "40"


def test_a_guess_that_nobody_confirms_fades_without_having_left() -> None:
    stage = stage_with("12")
    stage.lay("40", RIGHT, Side.EAST)
    stage.rest(8)
    ghost = unsure(seen("99", (500.0, 300.0)))
    reader = StageReader(stage, spoil=lambda call, cards: (*cards, ghost) if call <= 2 else cards)
    first, now = play(stage, reader)
    assert (faces(first), faces(now)) == ("12 99?", "12 40")
    assert now.removed_at is None


def test_a_card_in_which_nothing_is_read_is_told_as_unread() -> None:
    stage = Stage()
    stage.lay("40", (200, 180), Side.SOUTH)
    stage.rest(12)
    stage.lay("77", (270, 180), Side.EAST)
    stage.rest(30)
    blind = StageReader(stage, spoil=lambda call, cards: tuple(c for c in cards if str(c.best) != "77"))
    sightings = play(stage, blind)
    assert faces(sightings[-1]) == "40 None?"
    (came,) = sightings[-1].arrivals
    assert came.side is Side.EAST
    assert abs(frame_of(came.touch) - stage.touched["77"]) <= 1


def test_one_that_lies_on_the_last_card_is_too_with_what_it_covers() -> None:
    stage = Stage()
    stage.lay("40", (200, 180), Side.SOUTH)
    stage.rest(12)
    stage.lay("77", (236, 180), Side.EAST)
    stage.rest(30)
    for image, _ in stage.frames[stage.touched["77"] :]:
        cv2.rectangle(image, (206, 134), (265, 225), (120, 40, 90), -1)
    blind = StageReader(stage, spoil=lambda call, cards: tuple(c for c in cards if str(c.best) != "77"))
    assert faces(play(stage, blind)[-1]) == "40 None?"


def test_a_row_lies_there_still_though_nothing_is_read_any_more() -> None:
    """The next card covers half of the last one; the reader finds nothing on the whole table."""
    stage = Stage()
    stage.rest(6)
    for face, x in (("40", 200), ("55", 262)):
        stage.lay(face, (x, 180), Side.EAST)
        stage.rest(12)
    stage.lay("77", (292, 184), Side.SOUTH)
    stage.rest(6)
    blind = StageReader(stage, spoil=lambda call, cards: () if len(cards) > 2 else cards)
    sightings = play(stage, blind)
    assert faces(sightings[-1]).startswith("40 55")
    assert all(sighting.removed_at is None for sighting in sightings)


def test_each_of_two_cards_in_which_nothing_is_read_has_its_own_touch() -> None:
    stage = Stage()
    stage.lay("40", (200, 180), Side.SOUTH)
    stage.rest(12)
    for face, x, side in (("77", 270, Side.EAST), ("88", 340, Side.WEST)):
        stage.lay(face, (x, 180), side)
        stage.rest(30)
    sightings = play(stage, StageReader(stage, spoil=lambda call, cards: cards[:1]))
    assert faces(sightings[-1]) == "40 None? None?"
    came = [a for sighting in sightings for a in sighting.arrivals if a.card.best is None]
    assert [a.side for a in came] == [Side.EAST, Side.WEST]
    assert all(
        abs(frame_of(a.touch) - stage.touched[f]) <= 1 for a, f in zip(came, ("77", "88"), strict=True)
    )


def test_where_a_card_has_gone_none_has_come_whatever_else_is_new_on_the_table() -> None:
    stage = Stage()
    stage.rest(6)
    for face, x in (("40", 200), ("55", 262)):
        stage.lay(face, (x, 180), Side.EAST)
        stage.rest(8)
    stage.take("55", Side.EAST)
    stage.rest(30)
    for image, _ in stage.frames[stage.left["55"] :]:
        cv2.rectangle(image, (470, 270), (530, 315), (20, 20, 20), -1)
    assert faces(play(stage)[-1]) == "40"


def test_an_unread_card_that_has_gone_is_told_no_more() -> None:
    stage = Stage()
    stage.lay("40", (200, 180), Side.SOUTH)
    stage.rest(12)
    stage.lay("77", (270, 180), Side.EAST)
    stage.rest(30)
    stage.take("77", Side.EAST)
    stage.rest(12)
    blind = StageReader(stage, spoil=lambda call, cards: tuple(c for c in cards if str(c.best) != "77"))
    assert faces(play(stage, blind)[-1]) == "40"


def test_what_lies_away_from_the_row_is_no_unread_card() -> None:
    stage = Stage()
    stage.lay("40", (150, 100), Side.NORTH)
    stage.rest(12)
    stage.lay("77", (480, 280), Side.EAST)
    stage.rest(30)
    blind = StageReader(stage, spoil=lambda call, cards: tuple(c for c in cards if str(c.best) != "77"))
    assert faces(play(stage, blind)[-1]) == "40"


@pytest.mark.parametrize(("read", "in_vain"), [(0, 2), (1, 0)])
def test_cards_come_in_vain_as_long_as_none_is_ever_read(read: int, in_vain: int) -> None:
    stage = Stage()
    stage.rest(6)
    stage.lay("12", (150.0, 120.0), Side.SOUTH)
    stage.rest(20)
    stage.lay("40", (185.0, 120.0), Side.SOUTH)
    stage.rest(20)
    reader = StageReader(stage, spoil=lambda _call, cards: cards[:read])
    watcher = Watcher(reader)
    play(stage, reader, watcher)
    assert watcher.in_vain == in_vain
