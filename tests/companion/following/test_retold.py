"""A guess whose number has surely come since on another card."""

from pathlib import Path

import pytest

from companion.clock import instant
from companion.evidence import Side
from companion.records.record import read
from companion.sessions.events import Event, EventKind, Undo
from companion.storage.record_keeper import RecordKeeper
from companion.views.printed import as_line, as_words
from tests.companion.drawn import arrival, table
from tests.companion.evening import Evening, kinds, opening

SIDES = (Side.EAST, Side.SOUTH, Side.WEST)


def guessed(doubtful: str) -> Evening:
    """Cleo lays a card that cannot be read, play goes on, and with 19 it has left the table again."""
    evening = Evening()
    opening(evening)
    row = f"11 12 16 {doubtful}"
    evening.see(table(row, 10.0, arrival(doubtful, 9.2, side=Side.NORTH, place=3)))
    for i, side in enumerate(SIDES):
        row, at = f"{row} {41 + i}", 12.0 + 2 * i
        evening.see(table(row, at, arrival(str(41 + i), at - 0.5, side=side, place=4 + i)))
    evening.see(table("11 12 16 19", 20.0, arrival("19", 19.0, side=Side.NORTH, place=3), removed_at=18.5))
    assert [act["play"] for act in evening.acts() if act.get("unsure") == ["act"]] == [28]
    return evening


def comes_again(evening: Evening) -> list[Event]:
    return evening.see(
        table("11 12 16 19 28", 23.0, arrival("28", 22.0, side=Side.EAST, place=4)),
    )


def told(evening: Evening) -> list[object]:
    game = evening.session.game
    assert game
    return [act.line.get("play") for act in game.acts]


def test_it_is_told_anew_as_what_else_it_may_be_and_stays_a_guess() -> None:
    evening = guessed("28?38")
    assert kinds(comes_again(evening)) == ["correction", "act"]
    assert told(evening) == [11, 12, 16, 38, 41, 42, 43, 19, 28]
    game = evening.session.game
    assert game
    assert [act.unsure for act in game.acts if act.unsure] == [["act"]]
    assert all(act.flaw is None for act in game.acts)


@pytest.mark.parametrize("doubtful", ["28?18", "28?42"])
def test_where_nothing_else_fits_it_is_asked_about(doubtful: str) -> None:
    """An 18 would lie there still, and no card shows one; the 42 has lain on another card."""
    said = comes_again(guessed(doubtful))
    assert kinds(said) == ["attention"]
    assert "28 lies there, but act 4 has laid it already" in str(said[0].data["message"])


def test_whoever_takes_it_back_is_believed() -> None:
    evening = guessed("28?38")
    comes_again(evening)
    evening.put(Undo(instant(25.0)))
    evening.put(Undo(instant(26.0)))
    assert told(evening) == [11, 12, 16, 28, 41, 42, 43, 19]
    lifted = table("11 12 16 19", 28.0, removed_at=27.5)
    laid = table("11 12 16 19 28", 30.0, arrival("28", 29.0, side=Side.EAST, place=4))
    assert "correction" not in kinds(evening.see(table("11 12 16 19 28", 27.0), lifted, laid))
    assert told(evening)[3] == 28


def test_it_is_printed_and_stands_so_in_the_record(tmp_path: Path) -> None:
    evening = guessed("28?38")
    comes_again(evening)
    change = next(event for event in evening.events if event.kind is EventKind.CORRECTION)
    line = as_line(change, instant(0.0))
    assert line
    assert (line["event"], line["number"]) == ("correction", 4)
    assert line["act"] == {"t": 9.2, "player": "Cleo", "play": 38, "unsure": ["act"]}
    assert "Act 4 now reads: Cleo plays 38 behind 16." in str(as_words(change, instant(0.0)))
    with RecordKeeper(tmp_path / "game.jsonl") as keeper:
        for event in evening.events:
            keeper.follow(event)
    assert [act.fields.get("play") for act in read(tmp_path / "game.jsonl").acts] == told(evening)
