"""What is remembered of piles and stacks: drawn as the tops that a look shows."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.cards import Card, Zone
from companion.evidence import Alternative, Quad, SeenCard
from vision.memory.known import Known, Scene
from vision.memory.stacks import remember

HEIGHT = 100.0


def quad(x: float, y: float = 0.0) -> Quad:
    return ((x, y), (x + 64, y), (x + 64, y + HEIGHT), (x, y + HEIGHT))


def top(text: str, x: float = 0.0, zone: Zone = Zone.PILE) -> Known:
    """Give a top: ``12`` is sure, ``12?`` is not."""
    face = Card.parse(text.rstrip("?"))
    sure = not text.endswith("?")
    return Known.once(SeenCard(zone, quad(x), (Alternative(face, 0.98 if sure else 0.5),), sure))


def scene(changed: float = 0.0, hidden: float = 0.0, alike: float = 0.8) -> Scene:
    return Scene(
        lambda quad, over: changed,
        lambda quad, over: hidden,
        lambda quad, over: 1.0,
        alike=lambda quad, over: alike,
    )


def told(cards: Sequence[Known] | Sequence[SeenCard]) -> str:
    plain = [c.card if isinstance(c, Known) else c for c in cards]
    return " ".join(f"{c.best or ''}{'' if c.sure else '?'}" for c in plain)


@pytest.mark.parametrize(
    ("before", "seen", "at", "where", "known", "came"),
    [
        ("13", "14", 3.0, scene(0.3), "14", "14"),
        ("13", "14", 3.0, scene(0.0), "14", "14"),
        ("13", "13", 0.5, scene(0.0), "13", ""),
        ("13", "13", 5.0, scene(0.0), "13?", "13?"),
        ("13", "13", 2.0, scene(0.0), "13?", "13?"),
        ("13", "13", 2.0, scene(0.0, alike=0.99), "13", ""),
        ("13", "13", 5.0, scene(0.0, alike=0.99), "13", ""),
        ("13", "13", 5.0, scene(0.02, alike=0.99), "13?", "13?"),
        ("13", "13", 0.5, scene(0.02, alike=0.99), "13", ""),
        ("13", "13", 0.5, scene(0.2), "13?", "13?"),
        ("13", "13", 0.5, scene(0.2, alike=0.99), "13?", "13?"),
        ("13", "14?", 3.0, scene(0.02), "14?", "14?"),
        ("13", "14?", 3.0, scene(0.02, alike=0.95), "13", ""),
        ("13", "14?", 3.0, scene(0.0), "13", ""),
        ("13", "14?", 3.0, scene(0.02, alike=0.6), "14?", "14?"),
        ("13", "14?", 3.0, scene(0.02, alike=0.6, hidden=0.5), "13", ""),
        ("13", "14?", 3.0, scene(0.3), "14?", "14?"),
        ("13?", "14", 0.5, scene(0.0), "14", "14"),
        ("13", "14", 3.0, scene(0.3, hidden=0.5), "13", ""),
    ],
)
def test_what_lies_on_a_pile(before: str, seen: str, at: float, where: Scene, known: str, came: str) -> None:
    change = remember([top(before)], [top(seen, at)], where, True)
    assert (told(change.known), told(change.arrived), told(change.gone)) == (known, came, "")


@pytest.mark.parametrize(
    ("changed", "visited", "came"), [(0.7, True, "14"), (0.3, True, ""), (0.7, False, "")]
)
def test_what_looks_wholly_otherwise_is_no_better_look_at_a_card_in_which_nothing_was_read(
    changed: float, visited: bool, came: str
) -> None:
    """A card that was straightened looks much as before; where nobody was, a glare has gone."""
    unread = Known.once(replace(top("13?", zone=Zone.UP).card, alternatives=()))
    change = remember([unread], [top("14", zone=Zone.UP)], scene(changed), visited)
    assert [k.card.best for k in change.known] == [Card.parse("14")]
    assert told(change.arrived) == came


def test_a_card_read_better_without_a_visit_is_the_one_that_lay_there() -> None:
    change = remember([top("13?")], [top("14")], scene(), False)
    assert (told(change.known), change.arrived) == ("14", ())


def test_an_unsure_reading_of_another_number_without_a_visit_is_no_card_that_came() -> None:
    assert told(remember([top("13")], [top("14?")], scene(alike=0.6), False).arrived) == ""


@pytest.mark.parametrize(("seen", "told_of"), [("14?", ""), ("14", "14")])
def test_what_is_unsure_where_the_bare_table_shows_is_no_card(seen: str, told_of: str) -> None:
    bare = replace(scene(), table=lambda quad, over: 1.0)
    assert told(remember([], [top(seen)], bare, True).known) == told_of


def test_two_sure_readings_of_a_card_that_nobody_touched_leave_it_unsure() -> None:
    assert told(remember([top("13")], [top("14")], scene(), False).known).endswith("?")


@pytest.mark.parametrize(("changed", "known", "gone"), [(0.0, "13", ""), (0.9, "", "13")])
def test_a_top_that_is_not_seen_has_gone_only_where_something_has_changed(
    changed: float, known: str, gone: str
) -> None:
    change = remember([top("13")], [], scene(changed), True)
    assert (told(change.known), told(change.gone)) == (known, gone)


@pytest.mark.parametrize(
    ("card", "zone", "visited", "where", "known", "came"),
    [
        ("7", Zone.UP, True, scene(0.02, alike=0.5), "?", "?"),
        ("7", Zone.UP, True, scene(0.02, alike=0.99), "7", ""),
        ("7", Zone.UP, False, scene(0.02, alike=0.5), "7", ""),
        ("7", Zone.UP, False, scene(0.3, alike=0.5), "?", "?"),
        ("7", Zone.UP, True, replace(scene(0.3, alike=0.5), table=lambda quad, over: 1.0), "", ""),
        ("7", Zone.UP, True, scene(0.3, alike=0.5, hidden=0.5), "7", ""),
        ("7?", Zone.UP, True, scene(0.02, alike=0.5), "7?", ""),
        ("13", Zone.PILE, True, scene(0.02, alike=0.5), "?", "?"),
        ("13", Zone.PILE, False, scene(0.02, alike=0.5), "13", ""),
        ("13", Zone.PILE, True, scene(0.3, alike=0.5), "", ""),
    ],
)
def test_a_top_in_which_nothing_is_read_is_another_card_where_its_print_looks_otherwise(
    card: str, zone: Zone, visited: bool, where: Scene, known: str, came: str
) -> None:
    change = remember([top(card, zone=zone)], [], where, visited)
    assert (told(change.known), told(change.arrived)) == (known, came)
    assert all(c.zone is zone and not c.alternatives for c in change.arrived)


def test_an_arrow_that_looks_like_a_number_is_no_stack_once_two_others_lie_there() -> None:
    before = [top("3", 400, Zone.UP), top("4?", 700, Zone.DOWN)]
    change = remember(before, [top("5", 200, Zone.UP), top("9", 403, Zone.DOWN)], scene(0.9), True)
    zones = {told([known]): known.card.zone for known in change.known}
    assert zones == {"5": Zone.UP, "9": Zone.DOWN}


def test_beside_one_stack_what_may_be_another_stays_known() -> None:
    before = [top("3", 400, Zone.UP), top("4?", 700, Zone.DOWN)]
    change = remember(before, [top("5", 403, Zone.UP), top("4?", 700, Zone.DOWN)], scene(), False)
    assert "4?" in told(change.known)


def test_what_looks_like_a_second_pile_is_believed_only_when_a_card_came_to_it() -> None:
    assert told(remember([top("13")], [top("5", 400)], scene(), True).known) == "13"
    assert told(remember([top("5", 400)], [top("1")], scene(0.9), True).known) == "1"


def test_a_card_takes_the_zone_of_the_stack_that_it_lies_on() -> None:
    before = [top("3", 0, Zone.UP), top("8", 150, Zone.DOWN)]
    seen = [top("6", 152, Zone.UP), top("3", 0, Zone.DOWN)]
    change = remember(before, seen, scene(0.1), True)
    assert [(k.card.zone, k.card.best) for k in change.known][1] == (Zone.DOWN, Card.number(6))


@pytest.mark.parametrize(
    ("before", "seen", "at", "zone", "visited", "known", "came"),
    [
        ("6 blue", "6 purple", 5.0, Zone.UP, True, "6 purple?", "6 purple?"),
        ("6 blue?", "6 purple", 5.0, Zone.DOWN, True, "6 purple?", "6 purple?"),
        ("6 blue", "6 blue", 5.0, Zone.UP, True, "6 blue", ""),
        ("6 blue", "6 purple", 0.5, Zone.UP, True, "6 purple", ""),
        ("6 blue", "6 purple", 5.0, Zone.UP, False, "6 purple", ""),
        ("6 blue", "6", 5.0, Zone.UP, True, "6 blue", ""),
        ("6 orange", "6 yellow", 5.0, Zone.SPOT, True, "6 yellow", ""),
    ],
)
def test_the_same_number_in_another_colour_that_lies_otherwise_on_a_stack_is_another_card(
    before: str, seen: str, at: float, zone: Zone, visited: bool, known: str, came: str
) -> None:
    old, new = top(before, zone=zone), top(seen, at, zone)
    change = remember([old], [new], scene(), visited)
    assert (told(change.known), told(change.arrived)) == (known, came)
