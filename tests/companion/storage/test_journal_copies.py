"""The daily copies: whole journals, one of which is brought up to date at a time, whatever cuts it off."""

import os
import shutil
import signal
import sqlite3
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest

from companion.clock import Instant
from companion.errors import JournalError
from companion.sessions.events import Event, EventKind
from companion.storage.journal import Journal
from companion.storage.journal_copies import COPIES, copies_of, keep_copy
from companion.storage.journal_file import DamagedJournal, transaction

DAY = date(2026, 11, 20)


def act(number: int) -> Event:
    return Event(EventKind.ACT, Instant(number * 1000), {"act": {"play": [number, "x" * 200]}})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal.db"


def events(path: Path) -> list[object]:
    """Give what a copy holds, as a companion that opens it would see it."""
    place = path.with_name("opened") / path.name
    place.parent.mkdir(exist_ok=True)
    shutil.copy(path, place)
    with Journal.open(place) as journal:
        return [event for _, event in journal.events()]


def evenings(path: Path, days: int, acts: int = 3, keep: int = COPIES) -> list[Path]:
    """Play on so many days, with a copy at the end of each; gives the copies, the newest first."""
    with Journal.open(path) as journal:
        begun = len(list(journal.events()))
        for day in range(days):
            journal.append([act(begun + day * acts + number) for number in range(acts)])
            keep_copy(path, DAY + timedelta(days=begun // acts + day), keep)
    return copies_of(path)


def damage(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[1024 * 2 : 1024 * 6] = b"\xa5" * 1024 * 4
    path.write_bytes(content)


def test_as_many_are_kept_as_wanted_each_of_its_day(path: Path) -> None:
    kept = evenings(path, 7)
    assert [copied.name for copied in kept] == [f"2026-11-{day}.sqlite3" for day in (26, 25, 24)]
    assert [len(events(copied)) for copied in kept] == [21, 18, 15]
    assert events(kept[0]) == [act(number) for number in range(21)]


def test_each_copy_gets_each_event_once(path: Path) -> None:
    kept = evenings(path, 5, acts=200)
    files = {copied.stat().st_ino for copied in kept}
    lagging, others = kept[-1].stat(), [copied.stat().st_mtime_ns for copied in kept[:-1]]
    after = evenings(path, 1, acts=200)
    assert {copied.stat().st_ino for copied in after} == files, "no copy was written anew"
    assert after[0].stat().st_ino == lagging.st_ino
    assert [copied.stat().st_mtime_ns for copied in after[1:]] == others, "the others stay as they were"


def test_a_second_copy_of_a_day_takes_the_place_of_the_first(path: Path) -> None:
    evenings(path, 4)
    with Journal.open(path) as journal:
        journal.append([act(12)])
        newest = keep_copy(path, DAY + timedelta(days=3))
    assert len(events(newest)) == 13
    assert [len(events(copied)) for copied in copies_of(path)] == [13, 9, 6]


def test_where_nothing_has_happened_nothing_is_written(path: Path) -> None:
    [newest, *_] = evenings(path, 2)
    written = newest.stat().st_mtime_ns
    assert keep_copy(path, DAY + timedelta(days=9)) == newest
    assert newest.stat().st_mtime_ns == written


def test_fewer_are_kept_when_fewer_are_wanted(path: Path) -> None:
    assert len(evenings(path, 5, keep=4)) == 4
    [only] = evenings(path, 1, keep=1)
    assert len(events(only)) == 18


@pytest.mark.parametrize("which", [0, -1])
def test_a_damaged_copy_is_written_anew(path: Path, which: int) -> None:
    damage(evenings(path, 4, acts=100)[which])
    assert len(evenings(path, 3, acts=100)) == COPIES
    assert [len(events(copied)) for copied in copies_of(path)] == [700, 600, 500]


def test_the_copy_of_another_journal_is_written_anew(path: Path, tmp_path: Path) -> None:
    evenings(path, 3)
    begun_anew(path, range(100, 130))
    newest = keep_copy(path, DAY + timedelta(days=9))
    assert events(newest) == [act(100 + number) for number in range(30)]


def begun_anew(path: Path, numbers: range) -> None:
    """Move the journal away and play other games."""
    for end in ("", "-wal", "-shm"):
        path.with_name(path.name + end).unlink(missing_ok=True)
    with Journal.open(path) as journal:
        journal.append([act(number) for number in numbers])


def test_a_clock_that_was_wrong_hides_no_later_evening(path: Path) -> None:
    evenings(path, 1)
    for number, day in enumerate((date(2099, 1, 1), date(1970, 1, 1), date(1970, 1, 1), DAY), start=100):
        with Journal.open(path) as journal:
            journal.append([act(number)])
            newest = keep_copy(path, day)
        assert copies_of(path)[0] == newest
        assert events(newest)[-1] == act(number)
    damage(path)
    Journal.recover(path)
    with Journal.open(path) as journal:
        assert [event for _, event in journal.events()][-1] == act(103)


def test_the_copy_of_other_games_comes_after_all_own_though_it_holds_more(path: Path) -> None:
    evenings(path, 2, acts=50)
    begun_anew(path, range(200, 230))
    newest = keep_copy(path, DAY)
    assert [copied.name for copied in copies_of(path)] == [
        "2026-11-20.sqlite3",
        "other-2026-11-21.sqlite3",
        "other-2026-11-20.sqlite3",
    ]
    damage(path)
    assert "the copy of 2026-11-20 is used now" in Journal.recover(path)
    assert events(path) == events(newest) == [act(number) for number in range(200, 230)]
    assert len(evenings(path, 2)) == COPIES
    assert [len(events(copied)) for copied in copies_of(path)] == [36, 33, 30]


def test_the_copy_of_an_older_version_is_written_anew(path: Path) -> None:
    kept = evenings(path, COPIES)
    with closing(sqlite3.connect(kept[-1])) as database:
        database.execute("PRAGMA user_version=1")
    [newest, *_] = evenings(path, 1)
    assert len(events(newest)) == 12


def cut_off(copied: Path) -> None:
    """Leave a copy as a pulled plug does amid the writing: half of it there, and SQLite's notes beside it."""
    child = os.fork()
    if not child:
        database = sqlite3.connect(copied, isolation_level=None)
        database.execute("PRAGMA cache_size=2")
        with transaction(database):
            text = '{"x": "' + "y" * 900 + '"}'
            rows = [(1, "2026", "act", text)] * 300
            database.executemany("INSERT INTO events (at, wall, kind, data) VALUES (?, ?, ?, ?)", rows)
            os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    assert copied.with_name(copied.name + "-journal").exists()


def test_a_copy_that_was_cut_off_is_taken_back_and_goes_on(path: Path) -> None:
    kept = evenings(path, COPIES)
    cut_off(kept[-1])
    cut_off(kept[0])
    newest = evenings(path, 1)[0]
    assert len(events(newest)) == 12
    assert [len(events(copied)) for copied in copies_of(path)] == [12, 9, 6]


def test_a_copy_that_was_cut_off_can_take_the_place_of_a_damaged_journal(path: Path) -> None:
    [newest, *_] = evenings(path, 2, acts=100)
    cut_off(newest)
    damage(path)
    assert "copy of 2026-11-21 is used now" in Journal.recover(path)
    with Journal.open(path) as journal:
        assert len(list(journal.events())) == 200


def test_what_cannot_be_written_leaves_no_half_copy(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evenings(path, 1)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.storage.journal_file.os.replace", full)
    with pytest.raises(JournalError, match="make room"):
        evenings(path, 1)
    assert [item.name for item in copies_of(path)[0].parent.iterdir()] == ["2026-11-20.sqlite3"]


def cut(path: Path, after: int) -> None:
    """Lose the end of a journal, as a card does that has not kept what it was given."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DROP TRIGGER never_taken_out")
        database.execute("DELETE FROM events WHERE seq > ?", (after,))


@pytest.mark.parametrize("left", [0, 7])
def test_a_journal_that_ends_before_its_copy_has_lost_its_end(path: Path, left: int) -> None:
    evenings(path, 3, acts=4)
    cut(path, left)
    with Journal.open(path) as journal:
        said = journal.lost_end()
        apart = path.with_name("journal.db.copies") / "other-2026-11-22.sqlite3"
        assert said
        assert f"has lost its end (entries: {12 - left}), which its copy of 2026-11-22 holds" in said
        assert str(apart) in said
        journal.append([act(100)])
        keep_copy(path, DAY + timedelta(days=9))
    assert events(apart) == [act(number) for number in range(12)]


def test_a_journal_that_holds_all_its_copies_do_has_lost_nothing(path: Path) -> None:
    evenings(path, 3)
    with Journal.open(path) as journal:
        assert journal.lost_end() is None
        journal.append([act(9)])
        assert journal.lost_end() is None


def test_sightings_that_a_pulled_plug_has_cost_are_no_lost_end(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append([act(1), Event(EventKind.SEEN, Instant(2000), {"cards": []})])
        keep_copy(path, DAY)
    cut(path, 1)
    with Journal.open(path) as journal:
        assert journal.lost_end() is None


def test_a_journal_that_was_emptied_gives_way_to_its_copy(path: Path) -> None:
    evenings(path, 2)
    path.write_bytes(b"")
    with pytest.raises(DamagedJournal, match="holds nothing any more"):
        Journal.open(path)
    assert "copy of 2026-11-21 is used now" in Journal.recover(path)
    with Journal.open(path) as journal:
        assert len(list(journal.events())) == 6


def test_an_empty_file_without_copies_becomes_a_journal(path: Path) -> None:
    path.write_bytes(b"")
    with Journal.open(path) as journal:
        assert journal.append([act(1)]) == (1,)
