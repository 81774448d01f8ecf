"""What lay on the table for a while and was taken back or swept away still counts in what is told later."""

from dataclasses import replace

import pytest

from companion.cards import PASS, Card, Zone
from companion.evidence import Alternative, Arrival, SeenCard, Side, Sighting
from companion.sessions.events import EventKind
from tests.companion.drawn import arrival, quad, table, touched
from tests.companion.evening import Evening, opening


@pytest.mark.parametrize(
    ("token", "came", "verdict"),
    [
        ("55", 2.42, "too-close"),
        ("55", 2.4, "too-close"),
        ("55", 3.0, "in-time"),
        ("55", 1.8, "too-late"),
        (".", 2.42, "too-close"),
        (".", 1.8, "too-close"),
        (".", 3.0, "in-time"),
        (".", 0.8, "in-time"),
    ],
)
def test_a_card_that_went_back_before_the_ruling_still_ended_the_chance(
    token: str, came: float, verdict: str
) -> None:
    """Under an arm the next card comes, perhaps in the very frame of the claim, and goes back.

    Of one unread it is open whether it was a card.
    """
    evening = Evening()
    evening.see(table("53", 1.5, arrival("53", 1.0, side=Side.EAST)))
    both = (arrival("3", 2.4, Zone.JUMP, Side.NORTH), arrival(token, came, side=Side.SOUTH, place=1))
    evening.see(replace(table(f"53 {token} | 3", 3.2, *both), partly=True))
    evening.see(table("53 | 3", 5.0, removed_at=4.8))
    assert evening.last(EventKind.VERDICT)["verdict"] == verdict
    assert evening.last(EventKind.VERDICT)["jump"] == 3


@pytest.mark.parametrize(("side", "verdict"), [(Side.EAST, "in-time"), (Side.SOUTH, "too-close")])
def test_what_one_hand_seems_to_lay_beside_its_card_is_a_part_of_that(side: Side, verdict: str) -> None:
    evening = Evening()
    evening.see(table("53", 1.5, arrival("53", 1.0, side=Side.EAST)))
    both = (arrival(".", 1.1, side=side, place=1), arrival("3", 2.4, Zone.JUMP, Side.NORTH))
    evening.see(replace(table("53 . | 3", 3.2, *both), partly=True))
    evening.see(table("53 | 3", 5.0, removed_at=4.8))
    assert evening.last(EventKind.VERDICT)["verdict"] == verdict


def test_a_sure_pass_stands_for_one_act_only() -> None:
    """Two passes are swept away; of the first nothing could be read."""
    evening = Evening()
    opening(evening)
    evening.see(
        replace(table("11 12 16 .", 10.0, arrival(".", 9.2, side=Side.NORTH, place=3)), partly=True),
        replace(table("11 12 16 . P", 12.0, arrival("P", 11.5, side=Side.EAST, place=4)), partly=True),
        table("11 12 16", 13.5, removed_at=13.0),
        table("11 12 16 40", 15.0, arrival("40", 14.5, side=Side.SOUTH, place=3)),
    )
    told = [(a["player"], a["play"], a.get("unsure")) for a in evening.acts()[3:]]
    assert told == [("Cleo", "pass", ["act"]), ("Dan", "pass", None), ("Ada", 40, None)]


def test_a_jump_swept_away_with_all_that_lay_there_was_one() -> None:
    """Before it was told, for a card in the row was unread; then whoever was jumped on has taken all."""
    evening = Evening()
    opening(evening)
    row = "11 12 16 . 71"
    evening.see(
        table(
            row,
            10.0,
            arrival(".", 9.0, side=Side.NORTH, place=3),
            arrival("71", 9.8, side=Side.EAST, place=4),
        ),
        table(f"{row} | 21", 11.0, arrival("21", 10.6, Zone.JUMP, Side.SOUTH)),
        table(row, 12.5, removed_at=12.0),
        table("", 14.0, removed_at=13.5),
        table("30", 16.0, arrival("30", 15.5, side=Side.EAST)),
    )
    lines = [{k: v for k, v in act.items() if k != "t"} for act in evening.acts()[4:]]
    assert lines == [
        {"player": "Dan", "play": 71},
        {"player": "Ada", "jump": 21},
        {"player": "Dan", "take": True},
        {"player": "Dan", "play": 30},
    ]
    times = [act["t"] for act in evening.acts()]
    assert times == sorted(times)
    assert [str(e.kind) for e in evening.events].count("verdict") == 1


@pytest.mark.parametrize(
    ("jumper", "verdict", "by", "told"),
    [
        (Side.SOUTH, "in-time", Side.NORTH, ["jump", "take", "play"]),
        (Side.SOUTH, "in-time", Side.EAST, ["play"]),
        (Side.NORTH, "own-card", Side.NORTH, []),
    ],
    ids=["all taken", "the row alone", "no jump"],
)
def test_a_jump_that_was_ruled_on_when_its_card_had_gone_was_one_where_the_row_is_taken_too(
    jumper: Side, verdict: str, by: Side, told: list[str]
) -> None:
    """What was jumped on was clear by then only. The next player may take the row, too, to lay a low card."""
    evening = Evening()
    opening(evening)
    row = "11 12 16 71?77"
    evening.see(
        table(row, 10.0, arrival("71?77", 9.8, side=Side.NORTH, place=3)),
        table(f"{row} | 21", 11.0, arrival("21", 10.6, Zone.JUMP, jumper)),
        table("11 12 16 71", 12.5, removed_at=12.0),
    )
    assert evening.last(EventKind.VERDICT)["verdict"] == verdict
    evening.see(
        replace(table("", 14.0, removed_at=13.5), removed_side=by),
        table("5", 16.0, arrival("5", 15.5, side=by)),
    )
    acts = evening.acts()[4:]
    assert [next(kind for kind in ("jump", "take", "play") if kind in act) for act in acts] == told
    assert [act.get("unsure") for act in acts] == [None if "play" in act else ["act"] for act in acts]


def test_a_jump_that_was_too_late_was_none_though_the_row_is_taken_after_it() -> None:
    evening = Evening()
    opening(evening)
    row = "11 12 16 71?77"
    next_one, jump = arrival("80", 9.9, side=Side.EAST, place=4), arrival("21", 10.6, Zone.JUMP, Side.SOUTH)
    evening.see(
        table(row, 9.85, arrival("71?77", 9.8, side=Side.NORTH, place=3)),
        replace(table(f"{row} 80 | 21", 11.0, next_one, jump), partly=True),
        table("11 12 16 71", 12.5, removed_at=12.0),
    )
    assert evening.last(EventKind.VERDICT)["verdict"] == "too-late"
    evening.see(replace(table("", 14.0, removed_at=13.5), removed_side=Side.NORTH))
    assert not any("jump" in act or "take" in act for act in evening.acts())


def test_a_jump_card_that_went_back_was_none_when_the_next_player_swept_the_row() -> None:
    evening = Evening()
    opening(evening)
    evening.see(
        table("11 12 16 71", 10.0, arrival("71", 9.8, side=Side.NORTH, place=3)),
        table(
            "11 12 16 71 73 | 21",
            12.0,
            arrival("73", 10.6, side=Side.EAST, place=4),
            arrival("21", 11.5, Zone.JUMP, Side.WEST),
        ),
        table("11 12 16 71 73", 13.0, removed_at=12.6),
        table("", 15.0, removed_at=14.5),
        table("5", 16.5, arrival("5", 16.0, side=Side.SOUTH)),
    )
    assert [(a["player"], a.get("play")) for a in evening.acts()[4:]] == [("Dan", 73), ("Ada", 5)]


def test_a_jump_that_went_back_is_ruled_on_before_what_came_after_it_is_told() -> None:
    """An arm still rests over the table when the next two have laid their cards."""
    evening = Evening()
    evening.see(
        table("28", 1.5, arrival("28", 1.0, side=Side.EAST)),
        replace(
            table(
                "28 39 | 78",
                4.5,
                arrival("39", 3.0, side=Side.SOUTH, place=1),
                arrival("78", 4.0, Zone.JUMP, Side.NORTH),
            ),
            partly=True,
        ),
        replace(
            table("28 39 43", 8.0, arrival("43", 7.5, side=Side.WEST, place=2), removed_at=5.8), partly=True
        ),
    )
    assert len(evening.acts()) == 1
    evening.see(table("28 39 43", 9.0))
    assert evening.last(EventKind.VERDICT)["verdict"] == "too-late"
    assert [act["play"] for act in evening.acts()] == [28, 39, 43]


def test_a_card_surely_read_was_no_other_though_that_alone_would_explain_the_table() -> None:
    """Cleo's 18, of which one look thought a 28, is gone when Dan's 20 lies there: that would explain it."""
    evening = Evening()
    opening(evening)
    shares = (Alternative(Card.number(18), 0.97), Alternative(Card.number(28), 0.02))
    came = Arrival(SeenCard(Zone.ROW, quad(3, Zone.ROW), shares, True), touched(9.0), Side.NORTH)
    evening.see(
        replace(table("11 12 16", 10.0, came), partly=True),
        table("11 12 16 20", 12.0, arrival("20", 11.5, side=Side.EAST, place=3)),
    )
    assert 28 not in [act["play"] for act in evening.acts()]


def test_a_jump_that_went_back_is_ruled_on_though_the_next_move_is_half_done() -> None:
    """What it jumped on is read only when somebody has taken the card after it, to replace that."""
    evening = Evening()
    opening(evening)
    row = "11 12 16 ."
    evening.see(
        table(
            f"{row} 30 | 68",
            10.0,
            arrival("18", 9.0, side=Side.NORTH, place=3),
            arrival("30", 9.4, side=Side.EAST, place=6),
            arrival("68", 9.8, Zone.JUMP, Side.WEST),
        ),
        table(f"{row} 30", 11.0, removed_at=10.6),
        table("11 12 16 18", 13.0, removed_at=12.6),
    )
    assert [act["play"] for act in evening.acts()[3:]] == [18, 30]
    assert (evening.last(EventKind.VERDICT)["jump"], evening.last(EventKind.VERDICT)["verdict"]) == (
        68,
        "too-late",
    )


def test_where_surely_read_cards_are_swept_away_untold_what_is_told_instead_is_doubtful() -> None:
    """Nobody saw whose hands brought the 8 and the 9; both lay there, and not all of it can be legal."""
    evening = Evening()
    opening(evening)
    came = (
        arrival("8", 10.0, place=0),
        arrival("30", 11.0, place=1),
        arrival("9", 12.0, place=2),
        arrival("80", 12.5, Zone.JUMP, side=Side.SOUTH),
    )
    evening.see(table("8 30 9 | 80", 14.0, *came))
    assert evening.last(EventKind.ATTENTION)["code"] == "unexplained"
    evening.see(table("| 80", 16.0, removed_at=15.5))
    told = [(act["t"], act["play"], act["unsure"]) for act in evening.acts()[3:]]
    assert told == [(10.0, 8, ["act"]), (11.0, 30, ["act"])]
    assert evening.last(EventKind.ATTENTION)["code"] == "missed-card"


def test_a_card_that_looked_like_a_number_was_a_pass_where_all_later_hands_say_so() -> None:
    """A print that is no number is read as a 4, not surely, and is gone before it is clear."""
    evening = Evening()
    opening(evening)
    gone = arrival("4?1", 9.2, side=Side.NORTH, place=3)
    evening.see(
        table("11 12 16 4?1", 10.0, gone),
        table("11 12 16", 13.5, removed_at=13.0),
        table("11 12 16 40", 15.0, arrival("40", 14.5, side=Side.EAST, place=3)),
    )
    assert len(evening.acts()) == 3
    evening.see(
        table("11 12 16 40 41", 17.0, arrival("41", 16.5, side=Side.SOUTH, place=4)),
        table("11 12 16 40 41 42", 19.0, arrival("42", 18.5, side=Side.WEST, place=5)),
        table("11 12 16 40 41 42 43", 21.0, arrival("43", 20.5, side=Side.NORTH, place=6)),
    )
    told = [(a["player"], a["play"], a.get("unsure")) for a in evening.acts()[3:]]
    assert told == [
        ("Cleo", "pass", ["act"]),
        ("Dan", 40, None),
        ("Ada", 41, None),
        ("Bo", 42, None),
        ("Cleo", 43, None),
    ]


def test_a_card_that_lay_in_the_row_was_laid_though_nobody_saw_by_whom() -> None:
    """Without seats: the first card is unclear until the third, surely read, has been replaced."""
    evening = Evening(())
    evening.see(
        table("9?4", 2.0, arrival("9?4", 1.0)),
        table("9?4 23 24", 6.0, arrival("23", 4.0, place=1), arrival("24", 5.0, place=2)),
        table("9 19", 9.0, arrival("19", 8.5, place=1), removed_at=8.0),
    )
    assert [act["play"] for act in evening.acts()] == [9, 23, 24, 19]


def test_acts_that_put_the_row_as_it_was_never_seen_are_doubtful() -> None:
    """43 and 49 surely read as 13 and 19: a 13 would have taken the 16 along, which was seen to lie there."""
    evening = Evening()
    opening(evening)
    evening.see(
        table("11 12 16 13", 10.0, arrival("13", 9.2, side=Side.NORTH, place=3)),
        table("11 12 16 13 19", 12.0, arrival("19", 11.2, side=Side.EAST, place=4)),
    )
    assert evening.last(EventKind.ATTENTION)["code"] == "unexplained"
    evening.see(table("1", 14.0, arrival("1", 13.2, side=Side.SOUTH), removed_at=12.9))
    told = [(a["player"], a["play"], a.get("unsure")) for a in evening.acts()[3:]]
    assert told == [("Cleo", 13, ["act"]), ("Dan", 19, ["act"]), ("Ada", 1, ["act"])]


def test_a_jump_in_time_counts_though_its_card_was_taken_before_the_row_was() -> None:
    """Dan's 5, which looks like a pass, was never sure, so nothing was told while the jump card lay there.

    Nobody knows yet who sits where.
    """
    evening = Evening(())
    came = arrival("P", 4.0, side=Side.EAST)
    likely = replace(came.card, alternatives=(Alternative(PASS, 0.7),), sure=False)

    def doubtful(look: Sighting) -> Sighting:
        return replace(look, cards=(likely, *look.cards[1:]))

    evening.see(
        doubtful(table("P 8", 6.7, replace(came, card=likely), arrival("8", 5.9, side=Side.SOUTH, place=1))),
        doubtful(table("P 8 | 58", 7.8, arrival("58", 7.0, Zone.JUMP, Side.NORTH))),
        doubtful(table("P 8 P | 58", 10.1, arrival("P", 9.5, side=Side.SOUTH, place=2))),
        doubtful(table("P 8 P", 12.3, removed_at=11.6)),
        table("", 14.6, removed_at=13.6),
    )
    told = [(act["player"], act.get("play", act.get("jump", "take"))) for act in evening.acts()]
    assert told == [("Dan", "pass"), ("Ada", 8), ("Bo", 58), ("Ada", "pass"), ("Bo", "take")]
    assert ["act" in act.get("unsure", ()) for act in evening.acts()] == [True, False, True, True, True]
    evening.see(table("13", 16.3, arrival("13", 15.5, side=Side.WEST)))
    assert evening.acts()[-1] == {"t": 15.5, "player": "Bo", "play": 13}
