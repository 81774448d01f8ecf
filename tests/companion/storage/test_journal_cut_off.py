"""What a wrong byte cuts off of a journal is told and kept; what was never sure to be there is not."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from companion.clock import Instant
from companion.errors import JournalError
from companion.sessions.events import Event, EventKind
from companion.storage import journal_cut_off
from companion.storage.journal import Journal
from companion.storage.journal_file import copy

FRAME = 24 + 1024


def act(number: int) -> Event:
    return Event(EventKind.ACT, Instant(number), {"act": {"note": f"{number}{'x' * 50}"}})


def seen(number: int) -> Event:
    return Event(EventKind.SEEN, Instant(number), {"cards": [], "note": "y" * 900})


def left(folder: Path, *groups: Sequence[Event]) -> tuple[Path, list[int]]:
    """Leave a journal as a pulled plug does; gives also where its log ended after each group of events."""
    path, ends = folder / "games.sqlite3", []
    with Journal.open(folder / "played.sqlite3") as journal:
        log = journal.path.with_name("played.sqlite3-wal")
        for events in groups:
            for event in events:
                journal.append([event])
            ends.append(log.stat().st_size)
        path.write_bytes(journal.path.read_bytes())
        path.with_name("games.sqlite3-wal").write_bytes(log.read_bytes())
    return path, ends


def spoil(path: Path, at: int) -> None:
    log = path.with_name(f"{path.name}-wal")
    data = bytearray(log.read_bytes())
    data[at] ^= 0x41
    log.write_bytes(data)


def kept(path: Path) -> list[Path]:
    return [file for file in path.parent.glob(f"{path.name}.cut-off-*") if file.suffix != ".lock"]


def test_what_is_cut_off_is_told_and_can_be_gone_on_with(tmp_path: Path) -> None:
    acts = [act(number) for number in range(30)]
    path, (early, _) = left(tmp_path, acts[:10], acts[10:])
    spoil(path, early - 5)
    with Journal.open(path) as journal:
        word = journal.lost_end()
        assert word
        assert "has lost its end" in word
        (saved,) = kept(path)
        assert str(saved) in word
        assert [event for _, event in journal.events()] == acts[:9]
        journal.append([act(100)])
    with Journal.open(path) as journal:
        assert journal.lost_end() is None, "it is told once"
        assert [event for _, event in journal.events()] == [*acts[:9], act(100)]
    with Journal.open(saved) as journal:
        assert [event for _, event in journal.events()] == acts
    assert kept(path) == [saved]


def test_a_copy_that_holds_what_was_cut_off_is_told_as_well(tmp_path: Path) -> None:
    acts = [act(number) for number in range(10)]
    path, (early, _) = left(tmp_path, acts[:5], acts[5:])
    copies = path.with_name(f"{path.name}.copies")
    copies.mkdir()
    with Journal.open(tmp_path / "played.sqlite3") as played:
        copy(played.path, copies / "2026-11-21.sqlite3")
    spoil(path, early - 5)
    with Journal.open(path) as journal:
        word = journal.lost_end() or ""
    assert str(kept(path)[0]) in word
    assert "which its copy of 2026-11-21 holds" in word


def test_the_beginning_of_a_journal_is_cut_off_too(tmp_path: Path) -> None:
    path, _ = left(tmp_path, [act(1), act(2)])
    spoil(path, 40)
    with Journal.open(path) as journal:
        assert list(journal.events()) == []
        assert "has lost its end" in (journal.lost_end() or "")
    with Journal.open(kept(path)[0]) as journal:
        assert [event for _, event in journal.events()] == [act(1), act(2)]


def test_mere_sightings_were_never_sure_to_be_there(tmp_path: Path) -> None:
    path, (early, *_) = left(tmp_path, [act(1), act(2)], [seen(3), seen(4), seen(5)])
    spoil(path, early + FRAME // 2)
    with Journal.open(path) as journal:
        assert [event for _, event in journal.events()] == [act(1), act(2)]
        assert journal.lost_end() is None
    assert not kept(path)


@pytest.mark.parametrize("damage", [lambda path: None, lambda path: spoil(path, -5)])
def test_a_pulled_plug_alone_is_no_loss(tmp_path: Path, damage: Callable[[Path], None]) -> None:
    path, _ = left(tmp_path, [act(1), act(2)])
    damage(path)
    with Journal.open(path) as journal:
        assert journal.lost_end() is None
    assert [entry.name for entry in tmp_path.iterdir() if "cut-off" in entry.name] == []


def test_where_it_cannot_be_saved_the_journal_opens_and_the_log_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object) -> None:
        raise JournalError("no room")

    path, (early, _) = left(tmp_path, [act(1), act(2)], [act(3), act(4)])
    spoil(path, early - 5)
    monkeypatch.setattr(journal_cut_off, "check_soundness", refuse)
    with Journal.open(path) as journal:
        assert [event for _, event in journal.events()] == [act(1)]
    assert "damaged and cannot be saved: no room" in caplog.text
    assert not kept(path)
