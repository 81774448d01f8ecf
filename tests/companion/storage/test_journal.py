"""The journal: gives back what it got, refuses what it cannot follow, and says what to do."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.clock import Instant
from companion.errors import BadRecord, JournalError
from companion.sessions.events import Event, EventKind
from companion.storage import journal_file
from companion.storage.journal import Journal, JournalLike
from companion.storage.journal_entries import as_kept
from companion.storage.journal_file import DamagedJournal, copy
from tests.companion.memory_journal import MemoryJournal


def act(number: int) -> Event:
    return Event(
        EventKind.ACT, Instant(number * 1000), {"act": {"play": [number, "pass"]}, "words": f"légt {number}"}
    )


def press(number: int) -> Event:
    return Event(
        EventKind.PRESS, Instant(number), {"button": "Zoë", "error_ms": 2.5, "row": None, "ok": True}
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "missing" / "folder" / "journal.db"


@pytest.fixture(params=["file", "memory"])
def journal(request: pytest.FixtureRequest, path: Path) -> Iterator[JournalLike]:
    journal: JournalLike = Journal.open(path) if request.param == "file" else MemoryJournal()
    yield journal
    journal.close()


def test_events_come_back_as_they_were_in_order(journal: JournalLike) -> None:
    assert journal.append([act(1), press(2)]) == (1, 2)
    assert journal.append([act(3)]) == (3,)
    assert list(journal.events()) == [(1, act(1)), (2, press(2)), (3, act(3))]
    assert list(journal.events(after=1)) == [(2, press(2)), (3, act(3))]
    assert list(journal.events(after=3)) == []


def test_appending_nothing_changes_nothing(journal: JournalLike) -> None:
    assert journal.append([]) == ()
    assert journal.append([act(1)]) == (1,)


@pytest.mark.parametrize("another", [False, True])
def test_what_is_deleted_or_moved_is_not_written_to(path: Path, another: bool) -> None:
    """SQLite would go on as if nothing had happened, and all of it would be gone after the next start."""
    with Journal.open(path) as journal:
        journal.append([act(1)])
        path.rename(path.with_name("elsewhere"))
        if another:
            path.write_bytes(b"")
        with pytest.raises(JournalError, match="was deleted or moved"):
            journal.append([act(2)])
        with pytest.raises(JournalError, match="was deleted or moved"):
            journal.try_out()
        path.with_name("elsewhere").rename(path)
        assert journal.append([act(3)]) == (2,)
    with Journal.open(path) as journal:
        assert list(journal.events()) == [(1, act(1)), (2, act(3))]


def test_last_of_a_kind(journal: JournalLike) -> None:
    assert journal.last(EventKind.ACT) == 0
    journal.append([act(1), press(2), act(3), press(4)])
    assert journal.last(EventKind.ACT) == 3
    assert journal.last(EventKind.GAME) == 0


@pytest.mark.parametrize("bad", [{"a": object()}, {"a": float("nan")}])
def test_data_that_is_not_json_is_a_mistake_of_the_program(
    journal: JournalLike, bad: dict[str, object]
) -> None:
    with pytest.raises((TypeError, ValueError)):
        journal.append([act(1), Event(EventKind.ACT, Instant(0), bad)])
    assert list(journal.events()) == []


def test_half_a_character_is_refused_and_nothing_kept(journal: JournalLike) -> None:
    with pytest.raises(BadRecord, match="half a character"):
        journal.append([act(1), Event(EventKind.GAME, Instant(0), {"name": "\ud83d"})])
    assert list(journal.events()) == []


def test_what_is_kept_is_what_is_read(journal: JournalLike) -> None:
    event = Event(EventKind.RESULT, Instant(5), {"standings": (("Ann", 3), ("Bo", 4)), "kind": EventKind.ACT})
    journal.append([event])
    assert list(journal.events()) == [(1, as_kept(event))]
    assert as_kept(event).data == {"standings": [["Ann", 3], ["Bo", 4]], "kind": "act"}


def test_events_stay_when_closed_and_opened(path: Path) -> None:
    with Journal.open(path) as first:
        first.append([act(1), act(2)])
    with Journal.open(path) as second:
        assert list(second.events()) == [(1, act(1)), (2, act(2))]
        assert second.append([act(3)]) == (3,)


def test_long_journals_are_read_in_chunks_without_loss(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append([act(number) for number in range(1, 1202)])
        assert [seq for seq, _ in journal.events()] == list(range(1, 1202))


def test_one_can_write_while_another_reads(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append([act(number) for number in range(1, 502)])
        reader = journal.events()
        next(reader)
        journal.append([act(502)])
        assert [seq for seq, _ in reader] == list(range(2, 503))


def test_people_can_see_the_date(path: Path) -> None:
    moment = datetime(2026, 11, 20, 20, 15, tzinfo=UTC)
    with Journal.open(path, wall=lambda: moment) as journal:
        journal.append([act(1)])
        assert journal.written(1) == moment
        assert journal.written(2) is None


def test_a_commit_waits_for_the_disk(path: Path) -> None:
    with Journal.open(path) as journal:
        assert journal._database.execute("PRAGMA synchronous").fetchone() == (2,)
        assert journal._database.execute("PRAGMA journal_mode").fetchone() == ("wal",)


@pytest.mark.parametrize("change", ["UPDATE events SET data = '{}'", "DELETE FROM events"])
def test_what_is_written_cannot_be_changed(path: Path, change: str) -> None:
    with Journal.open(path) as journal:
        journal.append([act(1)])
        with pytest.raises(sqlite3.IntegrityError, match="append only"):
            journal._database.execute(change)
        assert list(journal.events()) == [(1, act(1))]


def test_a_second_companion_is_refused_by_name(path: Path) -> None:
    with Journal.open(path):
        code = f"from companion.storage.journal import Journal; Journal.open({str(path)!r})"
        other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert "JournalError: Another companion (process" in other.stderr
        with pytest.raises(JournalError, match="Another companion"):
            Journal.open(path)
    Journal.open(path).close()


def test_a_full_disk_keeps_all_or_nothing_and_goes_on_with_room(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append([act(1)])
        pages = journal._database.execute("PRAGMA page_count").fetchone()[0]
        journal._database.execute(f"PRAGMA max_page_count={pages}")
        with pytest.raises(JournalError, match="disk is full; make room"):
            journal.append([act(number) for number in range(2, 500)])
        assert list(journal.events()) == [(1, act(1))]
        journal._database.execute("PRAGMA max_page_count=100000")
        assert journal.append([act(2)]) == (2,)


def test_a_disk_that_cannot_be_written_says_so(path: Path) -> None:
    with Journal.open(path) as journal:
        journal._database.execute("PRAGMA query_only=ON")
        with pytest.raises(JournalError, match="cannot be written; check the owner"):
            journal.append([act(1)])


def test_a_busy_file_says_so(path: Path) -> None:
    with Journal.open(path) as journal:
        journal._database.execute("PRAGMA busy_timeout=0")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalError, match="another program holds it"):
            journal.append([act(1)])
        other.close()
        assert journal.append([act(1)]) == (1,)


def test_a_folder_that_cannot_be_made_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError, match="check its folder"):
        Journal.open(tmp_path / "file" / "journal.db")


def test_a_folder_in_place_of_the_journal_says_so(path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(JournalError, match="cannot be opened"):
        Journal.open(path)
    with pytest.raises(JournalError, match="is a folder; name the journal in it"):
        copy(path, path.with_name("copy"))


def test_a_closed_journal_refuses(path: Path) -> None:
    journal = Journal.open(path)
    journal.close()
    journal.close()
    with pytest.raises(JournalError, match="is closed"):
        journal.append([act(1)])


def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.write_bytes(b"a shopping list " * 100)
    with pytest.raises(JournalError, match="it is no journal"):
        Journal.open(path)
    assert path.read_bytes() == b"a shopping list " * 100


def test_the_database_of_another_program_is_refused(path: Path) -> None:
    path.parent.mkdir(parents=True)
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE cakes (name)")
    database.close()
    with pytest.raises(JournalError, match="file of another program"):
        Journal.open(path)


def test_a_newer_journal_is_refused(path: Path) -> None:
    with Journal.open(path) as journal:
        journal._database.execute(f"PRAGMA user_version={len(journal_file.STEPS) + 1}")
    with pytest.raises(JournalError, match=r"newer companion .*update this companion"):
        Journal.open(path)


def damage(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096 * 2 : 4096 * 6] = b"\xa5" * 4096 * 4
    path.write_bytes(content)


def test_a_damaged_journal_is_refused(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append([act(number) for number in range(500)])
    damage(path)
    with pytest.raises(DamagedJournal, match=r"damaged.*daily copies"):
        Journal.open(path)


def test_an_entry_of_an_unknown_kind_is_named(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append([act(1)])
        journal._database.execute("INSERT INTO events (at, wall, kind, data) VALUES (0, '', 'dance', '{}')")
        with pytest.raises(JournalError, match=r"Entry 2 of .* cannot be read"):
            list(journal.events())


def test_an_older_journal_is_brought_up_step_by_step(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal.open(path) as journal:
        journal.append([act(1)])
    step = "CREATE TABLE pictures (seq INTEGER, image BLOB); CREATE TABLE notes (text);"
    monkeypatch.setattr(journal_file, "STEPS", (*journal_file.STEPS, step))
    with Journal.open(path) as journal:
        assert list(journal.events()) == [(1, act(1))]
        assert journal._database.execute("PRAGMA user_version").fetchone() == (len(journal_file.STEPS),)
        assert journal._database.execute("SELECT count(*) FROM pictures").fetchone() == (0,)


def test_a_step_that_fails_leaves_the_journal_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal.open(path) as journal:
        journal.append([act(1)])
    steps = journal_file.STEPS
    monkeypatch.setattr(
        journal_file, "STEPS", (*steps, "CREATE TABLE pictures (seq); CREATE TABLE events (x);")
    )
    with pytest.raises(JournalError, match="already exists"):
        Journal.open(path)
    monkeypatch.setattr(journal_file, "STEPS", steps)
    with Journal.open(path) as journal:
        assert list(journal.events()) == [(1, act(1))]


class Calendar:
    """A date for people that moves on when told."""

    def __init__(self) -> None:
        self.today = datetime(2026, 11, 20, 20, 15, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.today


def test_a_copy_is_made_while_the_journal_is_in_use(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "elsewhere" / "copy.sqlite3"
    with Journal.open(path) as journal:
        journal.append([act(1), act(2)])
        copy(journal.path, target)
        journal.append([act(3)])
        with Journal.open(target) as copied:
            assert list(copied.events()) == [(1, act(1)), (2, act(2))]
        copy(journal.path, target)
        assert len(list(journal.events())) == 3
    assert not list(target.parent.glob("*.new"))


def test_a_copy_that_cannot_be_written_leaves_the_older_one(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.sqlite3"
    with Journal.open(path) as journal:
        journal.append([act(1)])
        copy(journal.path, target)
        journal.append([act(2)])
        (tmp_path / "copy.sqlite3.new").mkdir()
        with pytest.raises(JournalError, match="cannot be written"):
            copy(journal.path, target)
    with Journal.open(target) as copied:
        assert len(list(copied.events())) == 1


def test_only_mere_sightings_wait_for_the_disk(path: Path) -> None:
    seen = Event(EventKind.SEEN, Instant(1), {"cards": []})

    def flushes(journal: Journal) -> bool:
        return bool(journal._database.execute("PRAGMA synchronous").fetchone()[0] == 2)

    with Journal.open(path) as journal:
        for events, flushed in (([seen], False), ([seen, act(1)], True), ([seen], False), ([act(2)], True)):
            journal.append(events)
            assert flushes(journal) is flushed
        journal.append([seen])
        journal.settle(lambda database: None)
        assert flushes(journal)
        assert [event.kind for _, event in journal.events()].count(EventKind.SEEN) == 4


def test_a_damaged_journal_is_kept_and_the_newest_sound_copy_used(path: Path) -> None:
    calendar = Calendar()
    with Journal.open(path, wall=calendar) as journal:
        for _ in range(2):
            journal.append([act(number) for number in range(500)])
            newest = journal.keep_copy()
            calendar.today += timedelta(days=1)
    damage(path)
    damage(newest)
    broken = path.read_bytes()
    path.with_name("journal.db-wal").write_bytes(b"what SQLite left beside the damaged file")
    words = Journal.recover(path, calendar)
    assert "copy of 2026-11-20 is used now" in words
    assert path.with_name("journal.db.damaged-20261122-201500").read_bytes() == broken
    assert not path.with_name("journal.db-wal").exists()
    with Journal.open(path) as journal:
        assert [event for _, event in journal.events()] == [act(number) for number in range(500)]


def test_a_second_damaged_journal_is_kept_beside_the_first_where_the_date_comes_twice(path: Path) -> None:
    calendar, broken = Calendar(), list[bytes]()
    for count in (1, 2):
        with Journal.open(path, wall=calendar) as journal:
            journal.append([act(number) for number in range(500 * count)])
            journal.keep_copy()
        damage(path)
        broken.append(path.read_bytes())
        path.with_name("journal.db-wal").write_bytes(b"%d" % count)
        Journal.recover(path, calendar)
    kept = [path.with_name(f"journal.db.damaged-20261120-201500{more}") for more in ("", "-2")]
    assert [file.read_bytes() for file in kept] == broken
    assert [file.with_name(f"{file.name}-wal").read_bytes() for file in kept] == [b"1", b"2"]


def test_without_a_sound_copy_a_damaged_journal_stays_as_it_is(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append([act(number) for number in range(500)])
    damage(path)
    broken = path.read_bytes()
    with pytest.raises(JournalError, match="no sound copy"):
        Journal.recover(path)
    assert path.read_bytes() == broken


def test_a_journal_in_use_is_not_recovered(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.append([act(1)])
        journal.keep_copy()
        with pytest.raises(JournalError, match="Another companion"):
            Journal.recover(path)
        assert len(list(journal.events())) == 1
