"""The games of a journal: counted, listed, replayed, corrected; and names that change or go."""

import sqlite3
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from companion.clock import Instant
from companion.errors import BadRecord, JournalError
from companion.following.brain import GameDecider
from companion.records.recount import TakeBack
from companion.sessions.deciding import decide_command
from companion.sessions.events import (
    Amend,
    BreakOff,
    Correct,
    EnterAct,
    EventKind,
    Input,
    Redo,
    Rename,
    StartGame,
    Undo,
)
from companion.simulation.games import play, random_header
from companion.storage.archive import AT_ONCE, Archive
from companion.storage.journal import Journal
from companion.storage.journal_file import copy
from companion.table import Table

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


class Evenings:
    """A journal with games, and the wall clock of those who play them; it may have ``leapt`` by so much."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "games.sqlite3"
        self.wall = NOON
        self.leapt = timedelta()
        self.steps = 0
        self.start()

    def start(self) -> None:
        self.journal = Journal.open(
            self.path, wall=lambda: self.wall + self.leapt, clock=lambda: self.wall.timestamp()
        )

    def start_anew(self) -> None:
        self.journal.close()
        self.start()

    def put(self, *items: Input) -> None:
        with Table(self.journal, GameDecider()) as table:
            for item in items:
                table.ask(item)

    def at(self) -> Instant:
        self.steps += 1
        return Instant(self.steps * 1_000_000_000)

    def game(self, header: Mapping[str, object], acts: Sequence[Mapping[str, object]]) -> int:
        self.put(StartGame(header, self.at()), *(EnterAct(act, self.at()) for act in acts))
        return self.journal.last(EventKind.GAME)

    def simulated(self, seed: int, game: str = "fifty-fifty", players: int = 3) -> int:
        record = play(random_header(game, Random(seed), players), Random(seed)).to_record()
        return self.game(record.header.to_record(), [dict(act.fields) for act in record.acts])


@pytest.fixture
def evenings(tmp_path: Path) -> Iterator[Evenings]:
    made = Evenings(tmp_path)
    yield made
    made.journal.close()


def short(*players: str, starter: str | None = None) -> dict[str, object]:
    return {"game": "fifty-fifty", "players": list(players), "starter": starter or players[0], "rules": {}}


ACTS = ({"player": "Ann", "play": 41}, {"player": "Ben", "play": 30}, {"player": "Ann", "play": 20})


def test_games_are_listed_the_newest_first_with_what_they_came_to(evenings: Evenings) -> None:
    first = evenings.game(short("Ann", "Ben"), ACTS)
    evenings.wall += timedelta(hours=1)
    second = evenings.simulated(1)
    evenings.game(short("Ann", "Cem"), ())
    with Archive(evenings.journal) as archive:
        assert [line.number for line in archive.lines()] == [second, first], "a game without acts is none"
        line = archive.lines()[1]
        assert (line.started, line.facts.over) == (NOON, False)
        assert [(s.player, s.score) for s in line.facts.seats] == [("Ann", 1), ("Ben", 1)]
        assert archive.lines()[0].facts.over
        assert [x.number for x in archive.lines(player="Cem")] == [second]
        assert archive.lines(game="no-thanks") == []
        assert archive.how_many(player="Ann") == 2


def test_all_games_are_read_a_batch_at_a_time(evenings: Evenings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.storage.archive.EXPORTED", 2)
    numbers = [evenings.game(short("Ann", name), ACTS[:1]) for name in ("Ben", "Cem", "Ben", "Dia", "Ben")]
    evenings.game(short("Ann", "Eve"), ())
    with Archive(evenings.journal) as archive:
        batches = [[line.number for line in some] for some in archive.each()]
        assert batches == [numbers[4:2:-1], numbers[2:0:-1], numbers[:1]]
        assert [line.number for some in archive.each(player="Cem") for line in some] == [numbers[1]]
        assert archive.names() == ["Ann", "Ben", "Cem", "Dia"], "Eve sat down, but nothing was played"


def test_what_happens_is_there_at_once_corrections_too(evenings: Evenings) -> None:
    with Archive(evenings.journal) as archive:
        number = evenings.game(short("Ann", "Ben"), ACTS)
        assert archive.lines()[0].facts.acts == 3
        evenings.put(Undo(evenings.at()))
        assert archive.lines()[0].facts.acts == 2
        evenings.put(Correct(TakeBack(0), evenings.at()))
        past = archive.past(number)
        assert past
        assert past.replay.acts[0].flaw, "Ben was not to move"
        assert [s.score for s in past.line.facts.seats] == [0, 0]
        evenings.put(BreakOff(evenings.at()))
        assert archive.lines()[0].broken
        evenings.put(Undo(evenings.at()))
        assert (archive.lines()[0].broken, archive.lines()[0].facts.acts) == (False, 1)
        assert archive.past(number + 1) is None


def test_on_a_full_disk_what_is_counted_is_still_told(
    evenings: Evenings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(_: object) -> None:
        raise JournalError("the disk is full")

    first = evenings.simulated(1)
    with Archive(evenings.journal) as archive:
        assert archive.how_many() == 1
        with monkeypatch.context() as full:
            full.setattr(evenings.journal, "settle", fails)
            second = evenings.simulated(2)
            for _ in range(3):
                assert [line.number for line in archive.lines()] == [first]
                assert [line.number for some in archive.each() for line in some] == [first]
                assert len(archive.roster()) == 3
        assert caplog.text.count("the disk is full") == 1
        assert [line.number for line in archive.lines()] == [second, first]


def test_a_new_version_of_counting_counts_everything_anew(evenings: Evenings) -> None:
    evenings.game(short("Ann", "Ben"), ACTS)
    with Archive(evenings.journal) as archive:
        assert archive.lines()
    evenings.journal.settle(lambda db: db.execute("UPDATE seats SET score = 99"))
    evenings.journal.settle(lambda db: db.execute("UPDATE counted SET version = 0"))
    with Archive(evenings.journal) as archive:
        assert [s.score for s in archive.lines()[0].facts.seats] == [1, 1]


def test_many_games_are_counted_in_the_background(evenings: Evenings) -> None:
    """Those of an old journal, and those that were played while nobody looked."""
    with Archive(evenings.journal) as archive:
        for round_ in (1, 2):
            for _ in range(AT_ONCE + 2):
                evenings.game(short("Ann", "Ben"), ACTS[:1])
            archive.how_many()
            for _ in range(3000):
                if archive.how_many() == round_ * (AT_ONCE + 2):
                    break
                time.sleep(0.01)
            assert archive.how_many() == round_ * (AT_ONCE + 2)
            assert archive.uncounted == 0


def test_a_profile_adds_up(evenings: Evenings) -> None:
    numbers = [evenings.simulated(seed) for seed in range(4)]
    evenings.game(short("Ann", "Dia"), ACTS[:1])
    with Archive(evenings.journal) as archive:
        lines = [line for line in archive.lines() if line.number in numbers]
        mine = [(line, next(s for s in line.facts.seats if s.player == "Ann")) for line in lines]
        profile = archive.profile("Ann")
        assert profile
        assert (profile.games, profile.unfinished) == (4, 1)
        assert profile.wins == sum(seat.won for _, seat in mine)
        assert profile.jumps_won == sum(seat.jumps_won for _, seat in mine)
        assert profile.jumps_lost == sum(seat.jumps_lost for _, seat in mine)
        kind = profile.kinds[0]
        scores = [seat.score for _, seat in reversed(mine)]
        assert [point.score for point in kind.latest] == scores
        assert (kind.best, kind.worst) == (min(scores), max(scores))
        assert kind.mean == pytest.approx(sum(scores) / 4)
        assert kind.dearest
        assert kind.dearest.cost == max(seat.dearest for _, seat in mine)
        rival = next(rival for rival in profile.rivals if rival.name == "Ben")
        others = [next(s for s in line.facts.seats if s.player == "Ben") for line in lines]
        assert rival.games == 4
        assert rival.ahead == sum(m.place < o.place for (_, m), o in zip(mine, others, strict=True))
        assert rival.behind == sum(m.place > o.place for (_, m), o in zip(mine, others, strict=True))
        assert "Dia" not in [rival.name for rival in profile.rivals], "an unfinished game counts for nothing"
        assert [(line.name, line.games) for line in archive.roster()][:1] == [("Ann", 4)]
        assert archive.profile("Nobody") is None


def test_an_earlier_game_is_corrected_while_another_one_is_played(evenings: Evenings) -> None:
    first = evenings.game(short("Ann", "Ben"), ACTS)
    evenings.game(short("Ann", "Cem"), ACTS[:1])
    with Archive(evenings.journal) as archive:
        for expected in ((1, 0), (1, 1)):
            past = archive.past(first)
            assert past
            wish: Input = Undo(evenings.at()) if expected == (1, 0) else Redo(evenings.at())
            evenings.put(Amend(first, tuple(decide_command(past.session, wish)), evenings.at()))
            line = next(line for line in archive.lines() if line.number == first)
            assert tuple(seat.score for seat in line.facts.seats)[::-1] == expected
        assert archive.lines()[0].facts.acts == 1, "the game that is played knows nothing of it"
        assert archive.newest() != first


def test_an_evening_ends_with_a_long_pause(evenings: Evenings) -> None:
    evenings.game(short("Ann", "Ben"), ACTS)
    evenings.wall += timedelta(hours=7)
    second = evenings.game(short("Ann", "Ben"), ACTS)
    evenings.wall += timedelta(hours=2)
    third = evenings.game(short("Ann", "Ben"), ACTS)
    with Archive(evenings.journal) as archive:
        assert [line.number for line in archive.evening()] == [second, third]


@pytest.mark.parametrize("leap", [timedelta(days=3), timedelta(days=-1), timedelta(hours=-1)])
def test_an_evening_goes_on_when_the_machines_date_is_set(evenings: Evenings, leap: timedelta) -> None:
    first = evenings.game(short("Ann", "Ben"), ACTS)
    evenings.wall += timedelta(hours=1)
    evenings.leapt = leap
    second = evenings.game(short("Ann", "Ben"), ACTS)
    evenings.start_anew()
    third = evenings.game(short("Ann", "Ben"), ACTS)
    with Archive(evenings.journal) as archive:
        assert [line.number for line in archive.evening()] == [first, second, third]
    evenings.wall += timedelta(hours=7)
    next_one = evenings.game(short("Ann", "Ben"), ACTS)
    with Archive(evenings.journal) as archive:
        assert [line.number for line in archive.evening()] == [next_one]


def test_a_date_that_was_set_before_the_first_game_joins_no_two_evenings(evenings: Evenings) -> None:
    evenings.game(short("Ann", "Ben"), ACTS)
    evenings.wall += timedelta(hours=20)
    evenings.leapt = timedelta(days=-3)
    evenings.start_anew()
    evenings.leapt = timedelta()
    second = evenings.game(short("Ann", "Ben"), ACTS)
    with Archive(evenings.journal) as archive:
        assert [line.number for line in archive.evening()] == [second]


@pytest.mark.parametrize("change", ["renamed", "broken", "amended"])
def test_what_is_changed_in_an_earlier_game_joins_no_two_evenings(evenings: Evenings, change: str) -> None:
    first = evenings.game(short("Ann", "Ben"), ACTS)
    evenings.wall += timedelta(hours=20)
    if change == "renamed":
        evenings.put(Rename("Ben", "Bea", evenings.at()))
    elif change == "broken":
        evenings.put(BreakOff(evenings.at()))
    second = evenings.game(short("Ann", "Cem"), ({"player": "Ann", "play": 41},))
    with Archive(evenings.journal) as archive:
        if change == "amended":
            past = archive.past(first)
            assert past
            events = tuple(decide_command(past.session, Undo(evenings.at())))
            evenings.put(Amend(first, events, evenings.at()))
        assert [line.number for line in archive.evening()] == [second]


def bytes_on_disk(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def rename(evenings: Evenings, archive: Archive, old: str, new: str, deleted: bool = False) -> None:
    evenings.put(Rename(old, new, evenings.at(), deleted))
    archive.rename(old, new)


def test_a_deleted_name_is_nowhere_on_the_disk(evenings: Evenings) -> None:
    """Neither in the journal nor in its write-ahead log nor in the daily copies."""
    evenings.game(short("Zaphod", "Ben"), ({"player": "Zaphod", "play": 41}, {"player": "Ben", "play": 30}))
    evenings.put(BreakOff(evenings.at()))
    evenings.journal.keep_copy()
    with Archive(evenings.journal) as archive:
        assert archive.profile("Zaphod")
        new = archive.new_nameless()
        rename(evenings, archive, "Zaphod", new, deleted=True)
        assert archive.profile("Zaphod") is None
        assert [s.player for s in archive.lines()[0].facts.seats] == ["Someone 1", "Ben"]
        assert [line.name for line in archive.roster()] == ["Ben"]
        assert archive.new_nameless() == "Someone 2"
    evenings.journal.close()
    holding = [name for name, data in bytes_on_disk(evenings.path.parent).items() if b"Zaphod" in data]
    assert holding == []
    with Journal.open(evenings.path) as journal, Table(journal, GameDecider()) as table:
        assert table.current.state.game
        assert table.current.state.game.state.players == ("Someone 1", "Ben")


def spoil(path: Path, number: int, data: str) -> None:
    """Damage an entry of a journal in its file."""
    with closing(sqlite3.connect(path)) as database:
        (guard,) = database.execute("SELECT sql FROM sqlite_schema WHERE name = 'never_changed'").fetchone()
        database.execute("DROP TRIGGER never_changed")
        database.execute("UPDATE events SET data = ? WHERE seq = ?", (data, number))
        database.execute(guard)
        database.commit()


def test_a_name_is_deleted_from_a_damaged_entry_too(evenings: Evenings) -> None:
    first = evenings.game(short("Zaphod", "Ben"), [{"player": "Zaphod", "play": 41}])
    second = evenings.game(short("Zaphod", "Ben"), [{"player": "Zaphod", "play": 42}])
    spoil(evenings.path, first + 1, '{"act":{"player":"Zaphod","pl')
    with Archive(evenings.journal) as archive:
        assert [line.number for line in archive.lines()] == [second]
        assert archive.rename("Zaphod", "Zoe") == ()
        assert archive.names() == ["Ben", "Zoe"]
    evenings.journal.close()
    assert b"Zaphod" not in b"".join(bytes_on_disk(evenings.path.parent).values())


@pytest.mark.parametrize("kind", [EventKind.RENAMED, EventKind.AMENDED])
def test_a_damaged_change_of_a_name_or_of_an_old_game_leaves_the_rest(
    kind: EventKind, evenings: Evenings
) -> None:
    first = evenings.game(short("Ann", "Ben"), ACTS)
    second = evenings.game(short("Ann", "Cem"), ACTS[:1])
    with Archive(evenings.journal) as archive:
        past = archive.past(first)
        assert past
    evenings.put(Amend(first, tuple(decide_command(past.session, Undo(evenings.at()))), evenings.at()))
    evenings.put(Rename("Ben", "Bea", evenings.at()))
    spoil(evenings.path, evenings.journal.last(kind), "{}")
    with Archive(evenings.journal) as archive:
        assert [line.number for line in archive.lines()] == [second, first]
        assert "Cem" in archive.names()


def test_what_lies_beside_the_journal_is_renamed_too_or_told(evenings: Evenings) -> None:
    evenings.game(short("Zaphod", "Ben"), ({"player": "Zaphod", "play": 41},))
    evenings.put(BreakOff(evenings.at()))
    before, damaged = (evenings.path.with_name(f"games.sqlite3.{mark}") for mark in ("before-1", "damaged-1"))
    copy(evenings.path, before)
    damaged.write_bytes(b"SQLite format 3\0" + b"x" * 5000 + b'"Zaphod"')
    with Archive(evenings.journal) as archive:
        evenings.put(Rename("Zaphod", "Zoe", evenings.at()))
        assert archive.rename("Zaphod", "Zoe") == (damaged,)
    assert b"Zaphod" not in before.read_bytes()
    with Journal.open(before) as journal:
        assert any("Zoe" in str(event.data) for _, event in journal.events())


@pytest.mark.parametrize("name", ["damaged-1", "damaged-1-wal", "before-restore-1-wal"])
def test_a_name_in_what_nobody_can_read_any_more_is_told(evenings: Evenings, name: str) -> None:
    evenings.game(short("Zaphod", "Ben"), ())
    evenings.put(BreakOff(evenings.at()))
    unreadable = evenings.path.with_name(f"games.sqlite3.{name}")
    unreadable.write_bytes(bytes(512) + b'"Zaphod"')
    with Archive(evenings.journal) as archive:
        evenings.put(Rename("Zaphod", "Zoe", evenings.at()))
        assert archive.rename("Zaphod", "Zoe") == (unreadable,)


def test_the_journal_stays_append_only_after_a_renaming(evenings: Evenings) -> None:
    evenings.game(short("Ann", "Ben"), ACTS)
    evenings.put(BreakOff(evenings.at()))
    with Archive(evenings.journal) as archive:
        rename(evenings, archive, "Ann", "Anna")
    with (
        closing(sqlite3.connect(evenings.path)) as database,
        pytest.raises(sqlite3.Error, match="append only"),
    ):
        database.execute("UPDATE events SET data = '{}'")


def test_two_names_of_one_person_become_one(evenings: Evenings) -> None:
    evenings.simulated(1, players=2)
    evenings.game(short("Bennie", "Cem"), ({"player": "Bennie", "play": 41},))
    evenings.put(BreakOff(evenings.at()))
    with Archive(evenings.journal) as archive:
        archive.check_rename("Bennie", "Ben")
        rename(evenings, archive, "Bennie", "Ben")
        profile = archive.profile("Ben")
        assert profile
        assert (profile.games, profile.unfinished) == (1, 1)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [("Ann", "Ben", "sat at one table in 1 game,"), ("Zoe", "Ann", "Nobody"), ("Ann", "Ann", "already")],
)
def test_a_name_that_cannot_be_given_is_refused(evenings: Evenings, old: str, new: str, said: str) -> None:
    evenings.game(short("Ann", "Ben"), ACTS)
    with Archive(evenings.journal) as archive, pytest.raises(BadRecord, match=said):
        archive.check_rename(old, new)


def test_a_renaming_that_was_cut_off_is_finished_at_the_next_start(evenings: Evenings) -> None:
    evenings.game(short("Zaphod", "Ben"), ({"player": "Zaphod", "play": 41},))
    evenings.put(BreakOff(evenings.at()), Rename("Zaphod", "Zoe", evenings.at()))
    with Archive(evenings.journal) as archive:
        assert archive.profile("Zaphod") is None
        assert archive.profile("Zoe")
