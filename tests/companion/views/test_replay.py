"""A game that was played, act by act."""

import csv
import io
from random import Random

import pytest

from companion.clock import Instant
from companion.records.record import read, replay
from companion.records.recount import Replace
from companion.rules.catalogue import GAMES
from companion.sessions.deciding import decide_command
from companion.sessions.events import Correct, EnterAct, StartGame
from companion.sessions.session import Session, fold
from companion.simulation.games import play, random_header
from companion.views.replay import Replay, as_csv, replay_of
from tests.companion.records.test_statistics import JUMP, THREE


def replayed(*items: object) -> Replay:
    session = Session()
    for item in items:
        session = fold(session, decide_command(session, item))  # type: ignore[arg-type]
    return replay_of(session)


def hand_played(*corrections: Correct) -> Replay:
    acts = [EnterAct(act, Instant((n + 1) * 10**9)) for n, act in enumerate(JUMP)]
    return replayed(StartGame(THREE.to_record(), Instant(0)), *acts, *corrections)


def test_the_table_stands_as_it_stood_after_each_act() -> None:
    past = hand_played()
    rows = [[c.text for c in past.view(n).zones[0].cards] for n in range(past.last + 1)]
    assert rows == [
        [],
        ["70"],
        ["70", "77"],
        ["70", "73"],
        ["70", "73"],
        ["70", "73", "pass"],
        [],
        ["41"],
        ["30"],
    ]
    assert past.changes(3) == (("Ben", 1),)
    assert past.changes(6) == (("Ann", 4),)
    assert past.changes(0) == past.changes(1) == ()
    assert past.view(4).zones[1].cards[0].text == "23"
    assert past.view(6).said == past.acts[5].words


def test_a_team_that_is_stuck_has_lost() -> None:
    record = play(random_header("quick-and-easy", Random(3), 2), Random(3)).to_record()
    acts = [EnterAct(act.fields, Instant((n + 1) * 10**9)) for n, act in enumerate(record.acts)]
    past = replayed(StartGame(record.header.to_record(), Instant(0)), *acts)
    assert past.acts[-1].act.get("stuck")
    assert past.view(past.last).won is False
    assert past.view(past.last - 1).won is None


def test_an_act_that_does_not_count_changes_nothing() -> None:
    past = hand_played(Correct(Replace(3, {"player": "Ann", "play": 75}), Instant(10**11)))
    flawed = [n for n, act in enumerate(past.acts, start=1) if act.flaw]
    assert 6 in flawed
    assert past.changes(6) == ()
    assert past.view(6).zones == past.view(5).zones


@pytest.mark.parametrize("game", [rules.slug for rules in GAMES])
def test_what_is_exported_replays_to_the_same_result(game: str) -> None:
    record = play(random_header(game, Random(2)), Random(2)).to_record()
    acts = [EnterAct(act.fields, Instant((n + 1) * 10**9)) for n, act in enumerate(record.acts)]
    past = replayed(StartGame(record.header.to_record(), Instant(0)), *acts)
    exported = read(past.record({"date": "2026-11-21"}).to_bytes())
    assert exported.header.extras["date"] == "2026-11-21"
    *_, (_, end) = replay(exported)
    assert end == past.games[-1].state
    assert past.view(past.last).over


def test_the_csv_has_a_line_for_each_act_and_no_formula() -> None:
    header = {"game": "fifty-fifty", "players": ["=1+1", "Ben"], "starter": "=1+1"}
    past = replayed(
        StartGame(header, Instant(0)),
        EnterAct({"player": "=1+1", "play": 41}, Instant(1)),
        EnterAct({"player": "Ben", "play": 30}, Instant(2)),
    )
    head, *lines = csv.reader(io.StringIO(past.table()))
    assert head == ["act", "seconds", "player", "words", "counts", "'=1+1", "Ben"]
    assert [line[2] for line in lines] == ["'=1+1", "Ben"]
    assert [line[-2:] for line in lines] == [["0", "0"], ["0", "1"]]


def test_a_table_is_cut_as_the_spreadsheets_of_its_language_expect() -> None:
    rows = [("seconds", "words"), (4.07, "one, two; three"), (None, "=1")]
    assert as_csv(rows) == 'seconds,words\r\n4.07,"one, two; three"\r\n,\'=1\r\n'
    assert as_csv(rows, "de") == 'seconds;words\r\n4,07;"one, two; three"\r\n;\'=1\r\n'
