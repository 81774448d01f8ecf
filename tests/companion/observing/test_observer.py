from dataclasses import replace

import pytest

from companion.cards import Card, Zone
from companion.clock import Instant
from companion.evidence import Alternative, Sighting
from companion.observing.observer import Rest, carry_zones, explain
from companion.records.game import Game, Played, play, start_game
from companion.rules.base import Layout
from tests.companion.drawn import cards, seen, table

PLAYERS = ["Ann", "Ben", "Cem"]


def game(*faces: object) -> Game:
    """Play these faces in turn, from Ann on; ``("jump", n)`` by whoever may, ``"take"`` by whoever must."""
    now = start_game({"game": "fifty-fifty", "players": PLAYERS}, Instant(0))
    for one in faces:
        now = play(now, Played(line(now, one)))
    return now


def line(now: Game, one: object) -> dict[str, object]:
    if isinstance(one, tuple):
        by = next(p for p in PLAYERS if p not in (now.acts[-1].line["player"], now.state.to_move))
        return {"player": by, "jump": one[1]}
    verb = {"take": True} if one == "take" else {"play": "pass" if one == "P" else one}
    return {"player": now.state.to_move, **verb}


def acts(now: Game, sighting: Sighting) -> tuple[list[object], Rest]:
    found = explain(now.rules, now.state, sighting, now.gone)
    told = []
    for act in found.acts:
        fields = act.to_record()
        told.append(("jump", fields["jump"]) if "jump" in fields else fields.get("play", "take"))
    return told, found.rest


@pytest.mark.parametrize(
    ("before", "shown", "told", "rest"),
    [
        ((), "", [], Rest.NOTHING),
        ((), "11", [11], Rest.NOTHING),
        ((11, 12), "11 12 16", [16], Rest.NOTHING),
        ((11, 12, 16), "11 12", [], Rest.PENDING),
        ((11, 12, 16), "11 12 15", [15], Rest.NOTHING),
        ((11, 12, 16), "11 12 16 P", ["pass"], Rest.NOTHING),
        ((8, 14, "P", "P"), "8 14", [], Rest.PENDING),
        ((8, 14, "P", "P"), "8 14 19", [19], Rest.NOTHING),
        ((8, 14, 19, 30), "8 14 18", [18], Rest.NOTHING),
        ((8, 14), "3", [3], Rest.NOTHING),
        ((11, 23), "11 23 | 73", [("jump", 73)], Rest.NOTHING),
        ((11,), "11 23 | 73", [23, ("jump", 73)], Rest.NOTHING),
        ((11, 23, ("jump", 73)), "11 23 P | 73", ["pass"], Rest.NOTHING),
        ((11, 23, ("jump", 73)), "| 73", [], Rest.PENDING),
        ((11, 23, ("jump", 73)), "11 23", [], Rest.PENDING),
        ((11, 23, ("jump", 73)), "", ["take"], Rest.NOTHING),
        ((11, 23, ("jump", 73)), "8", ["take", 8], Rest.NOTHING),
        ((8, 28, 39), "8 28 39 | 78", [], Rest.STRAY),
        ((8, 53), "8 53 55 | 3", [55], Rest.STRAY),
        ((8, 53), "8 53 | 4", [], Rest.STRAY),
        ((40, 90), "40 90 82", [], Rest.UNEXPLAINED),
        ((40, 90), "40 41", [41], Rest.NOTHING),
        ((8, 14, 19, 30), "8 14 40", [], Rest.UNEXPLAINED),
        ((8, 14), "8 14 82?28", [], Rest.UNREAD),
        ((8, 14), "8 14 .", [], Rest.UNREAD),
        ((8, 14), "8 15", [], Rest.UNEXPLAINED),
        ((8, 14, 19), "8 19 30", [30], Rest.NOTHING),
        ((8, 14, 19), "8 .  19 30", [30], Rest.NOTHING),
        ((8, 14, 19), "8 14?44 19 30", [30], Rest.NOTHING),
        ((8,), "8 14 19", [14, 19], Rest.NOTHING),
    ],
)
def test_what_the_table_shows_is_explained(
    before: tuple[object, ...], shown: str, told: list[object], rest: Rest
) -> None:
    assert acts(game(*before), table(shown)) == (told, rest)


def test_legality_never_decides_between_two_readings() -> None:
    assert acts(game(40, 50), table("40 50 82?28")) == ([], Rest.UNREAD)


def test_a_number_that_left_the_table_for_good_cannot_come_again() -> None:
    now = game(10, 28, 27)
    assert Card.number(28) in now.gone
    assert acts(now, table("10 27 82?28")) == ([82], Rest.NOTHING)


def test_what_a_reading_leaves_open_is_no_proof_of_its_best_guess() -> None:
    likely = (Alternative(Card.number(82), 0.77), Alternative(Card.number(28), 0.02))
    vague = replace(seen("82?28"), alternatives=likely)
    assert acts(game(), replace(table(""), cards=(vague,))) == ([], Rest.UNREAD)


def test_a_card_keeps_its_zone_where_it_has_not_moved() -> None:
    before = table("11 23 | 73")
    alone = (seen("73"),)
    moved = tuple(type(c)(c.zone, before.cards[2].quad, c.alternatives, c.sure) for c in alone)
    assert carry_zones(before, moved)[0].zone is before.cards[2].zone
    assert carry_zones(before, cards("99"))[0].zone is cards("99")[0].zone


@pytest.mark.parametrize(
    ("beside", "where", "zone"),
    [
        ("3", (100.0 + 230, 130.0), Zone.ROW),
        ("51", (100.0 + 230, 130.0), Zone.JUMP),
        ("3", (100.0 - 230, 130.0), Zone.JUMP),
        ("3", (100.0 + 230, 260.0), Zone.JUMP),
        ("3", (100.0, 420.0), Zone.JUMP),
    ],
)
def test_the_second_card_of_a_row_is_known_by_where_it_lies(
    beside: str, where: tuple[float, float], zone: Zone
) -> None:
    """Beside a single card it is hard to see what is in line; a jump card may be laid right there, too."""
    x, y = where
    lies = ((x, y), (x + 160, y), (x + 160, y + 240), (x, y + 240))
    jump = replace(seen(beside, 0, Zone.JUMP), quad=lies)
    assert [card.zone for card in carry_zones(None, (seen("1"), jump))] == [Zone.ROW, zone]


@pytest.mark.parametrize(
    ("before", "place", "kept"),
    [(Zone.JUMP, 1, True), (Zone.ROW, 1, False), (Zone.JUMP, None, False)],
    ids=["it lay beside the row", "it lay in the row", "it lies in line"],
)
def test_a_card_that_lay_beside_a_row_lies_there_still_where_no_row_goes_on(
    before: Zone, place: int | None, kept: bool
) -> None:
    """A look that misses a card of the row may take it for the row's last one."""
    row = cards("11 12 16")
    quad = seen("73", 3).quad if place is None else seen("73", place, Zone.JUMP).quad
    card = replace(seen("73"), quad=quad)
    was = replace(table("11 12 16"), cards=(*row, replace(card, zone=before)))
    layout = Layout(((Zone.ROW, tuple(c.best for c in row if c.best)), (Zone.JUMP, ())))
    now = carry_zones(was, (*row, replace(card, zone=Zone.ROW)), layout)
    assert (now[-1].zone is Zone.JUMP) == kept


@pytest.mark.parametrize(
    ("face", "place", "zone"),
    [("17", 4, Zone.ROW), ("66", 4, Zone.JUMP), ("17", None, Zone.JUMP)],
    ids=["it goes on in line", "fifty away from the last", "it lies beside the row"],
)
def test_the_last_card_of_a_row_is_no_jump_card_because_a_look_says_so(
    face: str, place: int | None, zone: Zone
) -> None:
    row = cards("11 12 14 16")
    quad = seen(face, 1, Zone.JUMP).quad if place is None else seen(face, place).quad
    card = replace(seen(face), quad=quad)
    was = replace(table("11 12 14 16"), cards=(*row, card))
    layout = Layout(((Zone.ROW, tuple(c.best for c in row if c.best)), (Zone.JUMP, ())))
    now = carry_zones(was, (*row, replace(card, zone=Zone.JUMP)), layout)
    assert now[-1].zone is zone
