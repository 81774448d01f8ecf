"""A card that was laid and swept away before the table was at rest has come all the same."""

from dataclasses import replace

import numpy as np
import pytest

from companion.cards import Card
from companion.clock import Span, instant
from companion.evidence import Alternative, Arrival, Side, Sighting
from tests.vision.stage import (
    STARTS,
    Spot,
    Stage,
    StageReader,
    faces,
    frame_of,
    grip,
    looks_at,
    play,
    seen,
    wood,
)
from vision.cards.geometry import height_of
from vision.frame import Frame
from vision.memory.known import Known
from vision.motion.changes import Look, reduce
from vision.watching.momentary import is_missing, laid, noted, swept, under_next
from vision.watching.settled import scene

FIRST, NEXT, UPON = (200.0, 180.0), (300.0, 180.0), (322.0, 180.0)
RESTS = 6
"""Frames for which the fingers rest on a card: long enough for a look beside them."""


def along(spot: Spot, side: Side, off: float) -> Spot:
    """Give the finger tips' place on the way from a card to where the arm's owner sits."""
    way = np.array(STARTS[side]) - np.array(spot)
    x, y = np.array(grip(spot, side)) + off * way / np.hypot(*way)
    return float(x), float(y)


def stage_with_a_card_shown(rests: int = RESTS) -> Stage:
    """One card lies there; a second one comes from the west, and the fingers rest on it for some frames."""
    stage = Stage()
    stage.rest(5)
    stage.lay("8", FIRST, Side.SOUTH)
    stage.rest(8)
    stage.lay("27", NEXT, Side.WEST, stays=True)
    for _ in range(rests):
        stage.shoot(arms=((Side.WEST, grip(NEXT, Side.WEST)),))
    return stage


def came(sightings: list[Sighting], face: str) -> list[Arrival]:
    return [a for s in sightings for a in s.arrivals if str(a.card.best) == face]


def test_a_card_that_the_next_hand_sweeps_away_at_once_has_come() -> None:
    stage = stage_with_a_card_shown()
    for off in (30.0, 90.0, 160.0, 240.0):
        stage.shoot(arms=((Side.WEST, along(NEXT, Side.WEST, off)),))
    stage.take("27", Side.EAST)
    stage.rest(8)
    told = play(stage)
    (arrival,) = came(told, "27")
    assert arrival.side is Side.WEST
    assert abs(frame_of(arrival.touch) - stage.touched["27"]) <= 1
    assert faces(told[-1]) == "8"


def test_a_card_that_the_next_hand_reaches_before_the_first_has_gone_has_come() -> None:
    stage = stage_with_a_card_shown()
    for off in (30.0, 90.0, 160.0, 240.0):
        stage.shoot(arms=((Side.WEST, along(NEXT, Side.WEST, off)), (Side.EAST, grip(NEXT, Side.EAST))))
    spot = stage.lying.pop("27")
    for off in (8.0, 30.0, 80.0, 150.0, 230.0, 320.0, 420.0):
        at = (spot[0] + off, spot[1])
        stage.shoot(("27", at), ((Side.EAST, grip(at, Side.EAST)),))
    stage.rest(8)
    (arrival,) = came(play(stage), "27")
    assert arrival.side is Side.WEST


def test_a_card_that_is_read_only_under_the_next_hand_has_come() -> None:
    """The fingers that laid it hid its number; it lay free, but too short a time for a look."""
    stage = stage_with_a_card_shown(0)
    for off in (30.0, 90.0, 160.0, 240.0):
        stage.shoot(arms=((Side.WEST, along(NEXT, Side.WEST, off)),))
    stage.shoot()
    reader, first = StageReader(stage), len(stage.frames)
    reader.spoil = lambda _call, cards: tuple(
        card for card in cards if reader.number >= first or str(card.best) != "27"
    )
    for _ in range(RESTS):
        stage.shoot(arms=((Side.EAST, grip(NEXT, Side.EAST)),))
    stage.lying.pop("27")
    for off in (8.0, 30.0, 80.0, 150.0, 230.0, 320.0, 420.0):
        at = (NEXT[0] + off, NEXT[1])
        stage.shoot(("27", at), ((Side.EAST, grip(at, Side.EAST)),))
    stage.rest(8)
    told = play(stage, reader)
    (arrival,) = came(told, "27")
    assert arrival.side is Side.WEST
    assert abs(frame_of(arrival.touch) - stage.touched["27"]) <= 1
    assert faces(told[-1]) == "8"


@pytest.mark.parametrize("laid_by", [Side.WEST, Side.EAST])
def test_a_card_that_is_read_once_the_hand_that_laid_it_has_given_way_to_another_has_come(
    laid_by: Side,
) -> None:
    """It lay free in no look at all; but the arm that is at it now crosses the picture's border elsewhere.

    The one that brought it may be at it as long as it will.
    """
    stage = stage_with_a_card_shown(0)
    west = [along(NEXT, Side.WEST, off) for off in (0.0, 4.0, 0.0, 4.0, 20.0, 60.0, 130.0, 230.0)]
    east = [along(NEXT, Side.EAST, max(0.0, 150.0 - 50.0 * k)) for k in range(len(west))]
    for one, other in zip(west, east, strict=True):
        stage.shoot(
            arms=((Side.WEST, one), (Side.EAST, other)) if laid_by is Side.WEST else ((Side.WEST, west[0]),)
        )
    reader, first = StageReader(stage), len(stage.frames)
    reader.spoil = lambda _call, cards: tuple(
        card for card in cards if reader.number >= first or str(card.best) != "27"
    )
    by = Side.EAST if laid_by is Side.WEST else Side.WEST
    for _ in range(RESTS):
        stage.shoot(arms=((by, grip(NEXT, by)),))
    stage.lying.pop("27")
    for off in (8.0, 30.0, 80.0, 150.0, 230.0, 320.0, 420.0):
        at = (NEXT[0] + (off if by is Side.EAST else -off), NEXT[1])
        stage.shoot(("27", at), ((by, grip(at, by)),))
    stage.rest(8)
    told = came(play(stage, reader), "27")
    assert [arrival.side for arrival in told] == ([Side.WEST] if laid_by is Side.WEST else [])


@pytest.mark.parametrize("taken", [False, True])
def test_a_card_that_lies_there_unread_is_waited_for_and_one_that_is_taken_has_come(taken: bool) -> None:
    stage = Stage()
    stage.shoot()
    stage.lying = {"27": NEXT}
    stage.rest(2)
    if taken:
        del stage.lying["27"]
    stage.shoot()
    bare, first, free, now = looks_at(stage)
    kept = laid(noted((), first, [Known.once(seen("27", NEXT))], (), bare), free, bare)
    nothing = np.zeros(now.small.shape[:2], np.uint8)
    gone, waiting = swept(kept, now, (), scene(nothing, nothing, now.small_scale))
    assert (gone, waiting) == ((kept, ()) if taken else ((), kept))
    assert is_missing(kept, now) == taken


@pytest.mark.parametrize(("lies", "spot", "has_gone"), [("48", (304.0, 184.0), True), ("27", NEXT, False)])
def test_a_card_in_whose_place_another_lies_has_come_unless_it_was_but_read_wrong(
    lies: str, spot: Spot, has_gone: bool
) -> None:
    stage = Stage()
    stage.shoot()
    stage.lying = {"27": NEXT}
    stage.rest(2)
    stage.lying = {lies: spot}
    stage.shoot()
    bare, first, free, now = looks_at(stage)
    kept = laid(noted((), first, [Known.once(seen("27", NEXT))], (), bare), free, bare)
    nothing = np.zeros(now.small.shape[:2], np.uint8)
    read = [Known.once(seen("48", spot))]
    gone, waiting = swept(kept, now, read, scene(nothing, nothing, now.small_scale))
    assert (gone, waiting) == ((kept if has_gone else ()), ())


def test_a_card_that_never_lies_free_of_two_hands_has_come() -> None:
    """The next hand is at it before the first has gone, and neither rests long enough to be waited for."""
    stage = stage_with_a_card_shown(0)
    west = [along(NEXT, Side.WEST, off) for off in (0.0, 4.0, 0.0, 4.0, 0.0, 4.0, 20.0, 60.0, 130.0, 230.0)]
    east = [along(NEXT, Side.EAST, max(0.0, 250.0 - 50.0 * k)) for k in range(len(west))]
    for one, other in zip(west, east, strict=True):
        stage.shoot(arms=((Side.WEST, one), (Side.EAST, other)))
    stage.shoot(arms=((Side.EAST, grip(NEXT, Side.EAST)),))
    stage.lying.pop("27")
    for off in (8.0, 30.0, 80.0, 150.0, 230.0, 320.0, 420.0):
        at = (NEXT[0] + off, NEXT[1])
        stage.shoot(("27", at), ((Side.EAST, grip(at, Side.EAST)),))
    stage.rest(8)
    told = play(stage)
    (arrival,) = came(told, "27")
    assert arrival.side is Side.WEST
    assert abs(frame_of(arrival.touch) - stage.touched["27"]) <= 1
    assert faces(told[-1]) == "8"


@pytest.mark.parametrize("held", [(300.0, 90.0), (300.0, 158.0)], ids=["far off", "just before it lies"])
def test_a_card_that_is_read_in_a_hand_is_kept_where_the_hand_lays_it(held: Spot) -> None:
    stage = Stage()
    looks: list[Look] = []
    for spot in (None, held, NEXT):
        stage.lying = {"27": spot} if spot else {}
        stage.shoot()
        image = np.asarray(stage.frames[-1][0], np.uint8)
        looks.append(reduce(Frame(image, Span.at(instant(len(looks))), len(looks))))
    carried = noted((), looks[1], [Known.once(seen("27", held))], (), looks[0])
    (kept,) = noted(carried, looks[2], [Known.once(seen("27", NEXT))], (), looks[0])
    assert kept.known.card == seen("27", NEXT)


@pytest.mark.parametrize("pushed", [0, 6])
def test_a_card_that_a_hand_pushes_a_little_while_it_lays_it_is_kept_as_it_looks_then(pushed: int) -> None:
    """Else a card with a picture would look otherwise than it did, and not seem to lie there."""

    def striped(off: int | None) -> Look:
        image = wood()
        if off is not None:
            left, top = (round(edge) for edge in seen("pass", NEXT).quad[0])
            stripes = np.where(np.arange(60) // 6 % 2, 230, 40)
            image[top : top + 92, left + off : left + off + 60] = stripes[None, :, None]
        number = 0 if off is None else off + 1
        return reduce(Frame(image, Span.at(instant(number)), number))

    bare, held, lies = striped(None), striped(7 - pushed), striped(7)
    card = [Known.once(seen("pass", NEXT))]
    (kept,) = noted(noted((), held, card, (), bare), lies, card, (), bare)
    assert kept.look is (lies if pushed else held)


def test_a_card_that_lies_there_still_is_told_once() -> None:
    stage = stage_with_a_card_shown()
    for off in (30.0, 90.0, 160.0, 240.0):
        stage.shoot(arms=((Side.WEST, along(NEXT, Side.WEST, off)),))
    stage.rest(8)
    told = play(stage)
    assert len(came(told, "27")) == 1
    assert faces(told[-1]) == "8 27"


def test_a_card_that_a_hand_only_shows_has_not_come() -> None:
    stage = stage_with_a_card_shown()
    spot = stage.lying.pop("27")
    way = np.array(STARTS[Side.WEST]) - np.array(spot)
    way = way / np.hypot(*way)
    for off in (8.0, 30.0, 80.0, 150.0, 230.0, 320.0, 420.0):
        at = (float(spot[0] + off * way[0]), float(spot[1] + off * way[1]))
        stage.shoot(("27", at), ((Side.WEST, grip(at, Side.WEST)),))
    stage.rest(8)
    assert not came(play(stage), "27")


def test_a_card_that_is_carried_off_over_the_edge_has_not_come_there() -> None:
    """It is read once more where it leaves the picture; the hand that holds it is beyond the edge."""
    stage = Stage()
    stage.lying["pass"] = NEXT
    stage.rest(8)
    image, edge = stage.frames[0][0], (14.0, 180.0)
    before = reduce(Frame(np.asarray(image, np.uint8), Span.at(instant(0)), 0))
    stage.lying["pass"] = edge
    stage.shoot()
    now = reduce(Frame(np.asarray(stage.frames[-1][0], np.uint8), Span.at(instant(1)), 1))
    assert noted((), now, [Known.once(seen("pass", edge))], (), before) == ()
    stage.lying["pass"] = (60.0, 180.0)
    stage.shoot()
    inner = reduce(Frame(np.asarray(stage.frames[-1][0], np.uint8), Span.at(instant(2)), 2))
    assert len(noted((), inner, [Known.once(seen("pass", (60.0, 180.0)))], (), before)) == 1


@pytest.mark.parametrize(("pushed", "kept"), [(0.0, 1), (20.0, 0)])
def test_a_pass_of_a_row_that_a_hand_carries_off_has_not_come_there(pushed: float, kept: int) -> None:
    """As long as the row lies where it did, a pass behind it is a new one."""
    stage = Stage()
    stage.lying |= {"8": FIRST, "pass": NEXT}
    stage.rest(1)
    before = reduce(Frame(np.asarray(stage.frames[-1][0], np.uint8), Span.at(instant(0)), 0))
    lain = [Known.once(seen("8", FIRST)), Known.once(seen("pass", NEXT))]
    beyond = (NEXT[0] + 60.0, NEXT[1])
    now = {"8": (FIRST[0] + pushed, FIRST[1]), "pass": beyond}
    stage.lying |= now
    stage.shoot()
    look = reduce(Frame(np.asarray(stage.frames[-1][0], np.uint8), Span.at(instant(1)), 1))
    shown = [*(Known.once(seen(face, spot)) for face, spot in now.items()), Known.once(seen("pass", NEXT))]
    assert len(noted((), look, shown, lain, before)) == kept


def looks_at_the_next_card_laid_upon_it() -> tuple[Look, Look, Look]:
    """The table with an 8, with a 27 beside it, and with a 48 that leaves a strip of the 27."""
    stage = Stage()
    looks: list[Look] = []
    for face, spot in (("8", FIRST), ("27", NEXT), ("48", UPON)):
        stage.lying[face] = spot
        stage.shoot()
        image = np.asarray(stage.frames[-1][0], np.uint8)
        looks.append(reduce(Frame(image, Span.at(instant(len(looks))), len(looks))))
    before, whole, now = looks
    return before, whole, now


@pytest.mark.parametrize(("read", "told"), [("2", "27 48"), ("3", "3 48"), ("27", "27 48")])
def test_one_figure_under_the_next_card_is_that_of_the_card_that_was_read_whole(read: str, told: str) -> None:
    before, whole, now = looks_at_the_next_card_laid_upon_it()
    kept = noted((), whole, [Known.once(seen("27", NEXT))], (), before)
    strip = [Known.once(seen(read, NEXT)), Known.once(seen("48", UPON))]
    assert " ".join(str(known.card.best) for known in under_next(kept, now, strip, ())) == told


@pytest.mark.parametrize(
    "alternatives", [(), *(seen(read, NEXT, sure=False).alternatives for read in ("3", "27"))]
)
def test_an_unread_strip_under_the_next_card_is_the_card_that_was_read_whole(
    alternatives: tuple[Alternative, ...],
) -> None:
    before, whole, now = looks_at_the_next_card_laid_upon_it()
    kept = noted((), whole, [Known.once(seen("27", NEXT))], (), before)
    unread = Known.once(replace(seen("27", NEXT, sure=False), alternatives=alternatives))
    upon = Known.once(seen("48", UPON))
    first, _ = under_next(kept, now, [unread, upon], ())
    assert first.card.believed == Card.parse("27")


@pytest.mark.parametrize(("off", "is_it"), [(0.3, True), (0.4, False)])
def test_where_a_strip_lies_in_which_nothing_is_read_is_told_roughly(off: float, is_it: bool) -> None:
    before, whole, now = looks_at_the_next_card_laid_upon_it()
    kept = noted((), whole, [Known.once(seen("27", NEXT))], (), before)
    high = height_of(seen("27", NEXT))
    strip = seen("27", (NEXT[0] - off * high, NEXT[1]), sure=False)
    unread = Known.once(replace(strip, alternatives=()))
    first, _ = under_next(kept, now, [unread, Known.once(seen("48", UPON))], ())
    assert (first.card.believed == Card.parse("27")) is is_it


def test_a_strip_that_no_look_finds_is_the_card_that_lay_there_if_it_looks_as_it_did() -> None:
    before, whole, now = looks_at_the_next_card_laid_upon_it()
    shown = noted((), whole, [Known.once(seen("27", NEXT))], (), before)
    kept = tuple(replace(moment, laid=whole) for moment in shown)
    upon = Known.once(seen("48", UPON))
    assert [str(k.card.best) for k in under_next(kept, now, [upon], ())] == ["27", "48"]
    assert under_next(shown, now, [upon], ()) == (upon,), "a hand may only have shown it"
    assert under_next(kept, before, [upon], ()) == (upon,), "the table shows beside the 48"
    assert under_next(kept, now, [upon], [upon]) == (upon,), "the 48 lay there before"
    far = Known.once(seen("48", (UPON[0] + 120, UPON[1])))
    assert under_next(kept, now, [far], ()) == (far,)


def test_a_pass_that_is_seen_beside_the_card_laid_upon_it_is_told_once() -> None:
    stage = Stage(lying={"8": FIRST})
    for face, spot in ((None, None), ("pass", NEXT), ("48", UPON)):
        if face and spot:
            stage.lying[face] = spot
        stage.shoot()
    before, whole, now = looks_at(stage)
    shown = noted((), whole, [Known.once(seen("pass", NEXT))], (), before)
    kept = tuple(replace(moment, laid=whole) for moment in shown)
    lies, upon = Known.once(seen("pass", NEXT)), Known.once(seen("48", UPON))
    assert under_next(kept, now, [lies, upon], ()) == (lies, upon)
    assert [str(k.card.best) for k in under_next(kept, now, [upon], ())] == ["pass", "48"]


def test_a_strip_that_no_look_finds_takes_no_other_strips_place() -> None:
    """Both a 27 and a 15 lay free; the 48 leaves a strip of the one, the 60 an unread strip of the other."""
    stage = Stage(lying={"8": FIRST})
    for faces_now in ({}, {"27": NEXT}, {"15": (450.0, 180.0)}, {"48": UPON, "60": (472.0, 180.0)}):
        stage.lying |= faces_now
        stage.shoot()
    before, first, second, now = looks_at(stage)
    kept = noted((), first, [Known.once(seen("27", NEXT))], (), before)
    both = [Known.once(seen("27", NEXT)), Known.once(seen("15", (450.0, 180.0)))]
    kept = tuple(replace(m, laid=second) for m in noted(kept, second, both, (), before))
    unread = Known.once(replace(seen("15", (450.0, 180.0), sure=False), alternatives=()))
    upon = [Known.once(seen("48", UPON)), unread, Known.once(seen("60", (472.0, 180.0)))]
    told = under_next(kept, now, upon, ())
    assert [str(k.card.best) for k in told] == ["27", "48", "15", "60"]


def test_so_it_is_where_the_hand_lay_upon_that_strip_when_the_card_was_read() -> None:
    stage = Stage(lying={"8": FIRST})
    stage.shoot()
    stage.lying["27"] = NEXT
    stage.shoot(arms=((Side.SOUTH, (NEXT[0] - 20, NEXT[1] - 20)),))
    stage.shoot()
    stage.lying["48"] = UPON
    stage.shoot()
    before, under_hand, free, now = looks_at(stage)
    kept = laid(noted((), under_hand, [Known.once(seen("27", NEXT))], (), before), free, before)
    unread = Known.once(replace(seen("27", NEXT, sure=False), alternatives=()))
    first, _ = under_next(kept, now, [unread, Known.once(seen("48", UPON))], ())
    assert first.card.believed == Card.parse("27")


def test_an_unread_strip_is_the_card_that_lay_nearer_to_it() -> None:
    before, whole, now = looks_at_the_next_card_laid_upon_it()
    kept = noted((), whole, [Known.once(seen("27", NEXT))], (), before)
    unread = Known.once(replace(seen("27", (303.0, 180.0), sure=False), alternatives=()))
    lain = [Known.once(seen("19", (302.0, 180.0)))]
    first, _ = under_next(kept, now, [unread, Known.once(seen("48", UPON))], lain)
    assert first.card.believed is None


def test_of_two_cards_read_whole_an_unread_strip_is_the_one_that_lay_nearer_to_it() -> None:
    """The next hand lies upon the 48 by now, which is told roughly: the strip beside it is no second 48."""
    before, whole, now = looks_at_the_next_card_laid_upon_it()
    kept = noted((), whole, [Known.once(seen("27", NEXT))], (), before)
    both = [Known.once(seen("27", NEXT)), Known.once(seen("48", UPON))]
    kept = noted(kept, now, both, (), before)
    places = (NEXT, (UPON[0] + 20, UPON[1]))
    unread = [Known.once(replace(seen("27", spot, sure=False), alternatives=())) for spot in places]
    first, second = under_next(kept, now, unread, ())
    assert first.card.believed == Card.parse("27")
    assert second.card.believed is None


@pytest.mark.parametrize(
    ("seen_now", "noted_now"),
    [([NEXT], []), ([FIRST, NEXT], ["pass"]), ([], [])],
    ids=["it may be the one that lay there", "that one lies there still", "nothing is seen"],
)
def test_a_pass_seen_as_another_leaves_its_place_may_be_that_one_in_a_hand(
    seen_now: list[Spot], noted_now: list[str]
) -> None:
    stage = Stage()
    stage.shoot()
    stage.lying["pass"] = NEXT
    stage.shoot()
    before, look = looks_at(stage)
    lain = [Known(seen("pass", FIRST), 2)]
    kept = noted((), look, [Known(seen("pass", spot), 2) for spot in seen_now], lain, before)
    assert [str(moment.known.card.best) for moment in kept] == noted_now


def test_a_pass_laid_closely_upon_another_has_come() -> None:
    """The two lie no farther apart than one could have been nudged."""
    stage = Stage()
    stage.lying["pass"] = NEXT
    stage.shoot()
    stage.lying["pass"] = UPON
    stage.shoot()
    before, look = looks_at(stage)
    lain = [Known(seen("pass", NEXT), 2)]
    both, one = [Known(seen("pass", spot), 2) for spot in (NEXT, UPON)], [Known(seen("pass", UPON), 2)]
    assert [moment.known for moment in noted((), look, both, lain, before)] == one
    assert noted((), look, one, lain, before) == ()


def test_two_strips_that_no_look_finds_lie_under_the_next_card_in_the_order_in_which_they_came() -> None:
    stage = Stage(lying={"8": FIRST})
    for faces_now in ({}, {"27": NEXT}, {"15": (316.0, 180.0)}, {"48": (332.0, 180.0)}):
        stage.lying |= faces_now
        stage.shoot()
    before, first, second, now = looks_at(stage)
    kept = noted((), first, [Known.once(seen("27", NEXT))], (), before)
    kept = noted(
        kept, second, [Known.once(seen("27", NEXT)), Known.once(seen("15", (316.0, 180.0)))], (), before
    )
    kept = tuple(replace(m, laid=look) for m, look in zip(kept, (first, second), strict=True))
    told = under_next(kept, now, [Known.once(seen("48", (332.0, 180.0)))], ())
    assert [str(k.card.best) for k in told] == ["27", "15", "48"]


@pytest.mark.parametrize("face", ["27", "pass"])
def test_a_card_that_is_told_under_the_next_hand_has_gone_with_that_hand(face: str) -> None:
    """The table that lay bare before it came is not the card."""
    stage = Stage()
    stage.rest(5)
    stage.lay("8", FIRST, Side.SOUTH)
    stage.rest(8)
    stage.lay(face, NEXT, Side.WEST, stays=True)
    for off in (30.0, 90.0, 160.0, 240.0):
        stage.shoot(arms=((Side.WEST, along(NEXT, Side.WEST, off)),))
    for k in range(30):
        stage.shoot(arms=((Side.EAST, along(NEXT, Side.EAST, 8.0 * (k % 2))),))
    stage.lying.pop(face)
    for off in (8.0, 30.0, 80.0, 150.0, 230.0, 320.0, 420.0):
        at = (NEXT[0] + off, NEXT[1])
        stage.shoot((face, at), ((Side.EAST, grip(at, Side.EAST)),))
    stage.rest(8)
    told = play(stage)
    (arrival,) = came(told, face)
    assert arrival.side is Side.WEST
    assert abs(frame_of(arrival.touch) - stage.touched[face]) <= 1
    assert f"8 {face}" in map(faces, told)
    assert faces(told[-1]) == "8"
