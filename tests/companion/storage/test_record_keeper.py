import errno
import os
from pathlib import Path

import pytest

from companion.clock import Instant
from companion.errors import JournalError
from companion.records.record import read, replay
from companion.sessions.events import Event, EventKind
from companion.storage.record_keeper import RecordKeeper

HEADER = {"game": "fifty-fifty", "players": ["Ann", "Ben"], "starter": "Ann", "rules": {}}
GAME = Event(EventKind.GAME, Instant(0), {"header": HEADER, "seats": []})


def act(player: str, number: int) -> Event:
    line = {"t": 1.5, "player": player, "play": number}
    return Event(EventKind.ACT, Instant(0), {"act": line, "row": [number], "words": "", "touch": None})


def test_each_act_is_on_disk_at_once_and_an_undo_takes_it_off(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with RecordKeeper(path) as keeper:
        for event in (GAME, act("Ann", 11), act("Ben", 15)):
            keeper.follow(event)
        assert len(path.read_text().splitlines()) == 3
        keeper.follow(Event(EventKind.UNDO, Instant(0)))
        keeper.follow(act("Ben", 19))
    assert [line.fields["play"] for line in read(path).acts] == [11, 19]
    assert len(list(replay(read(path)))) == 2
    assert [p.name for p in tmp_path.iterdir()] == ["game.jsonl"]


def test_a_folder_or_a_device_is_not_moved_away_for_a_record(tmp_path: Path) -> None:
    folder, pipe = tmp_path / "games", tmp_path / "pipe"
    folder.mkdir()
    os.mkfifo(pipe)
    for path, says in ((folder, "this is a folder; name a file"), (pipe, "this is no file; name a file")):
        with pytest.raises(JournalError, match=says):
            RecordKeeper(path)
    assert {path.name for path in tmp_path.iterdir()} == {"games", "pipe"}


def test_a_record_that_cannot_be_written_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "nowhere").write_text("in the way")
    with (
        RecordKeeper(tmp_path / "nowhere" / "game.jsonl") as keeper,
        pytest.raises(JournalError, match="check its folder"),
    ):
        keeper.follow(GAME)


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_game_that_cannot_be_begun_leaves_the_record_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text("another evening")
    monkeypatch.setattr("companion.atomic_file.os.fsync", full)
    with RecordKeeper(path) as keeper, pytest.raises(JournalError, match="make room on the disk"):
        keeper.follow(GAME)
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("game.jsonl", "another evening")]


def test_an_act_that_does_not_fit_leaves_no_half_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    with RecordKeeper(path) as keeper:
        keeper.follow(GAME)
        keeper.follow(act("Ann", 11))
        whole = path.read_bytes()
        with monkeypatch.context() as patched:
            patched.setattr("companion.records.record.os.fsync", full)
            with pytest.raises(JournalError, match="make room on the disk"):
                keeper.follow(act("Ben", 15))
        assert path.read_bytes() == whole
        keeper.follow(act("Ben", 15))
    assert [line.fields["play"] for line in read(path).acts] == [11, 15]


def test_each_game_of_a_sitting_has_a_file_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with RecordKeeper(path) as keeper:
        for event in (GAME, act("Ann", 11), GAME, act("Ann", 40), GAME, act("Ann", 7)):
            keeper.follow(event)
    names = ("game.jsonl", "game.jsonl.2", "game.jsonl.3")
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted(names)
    assert [read(tmp_path / name).acts[0].fields["play"] for name in names] == [11, 40, 7]
