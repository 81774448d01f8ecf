"""A file in the place of another: whole, with its rights, or the old one as it was."""

import errno
import os
import threading
from contextlib import nullcontext, suppress
from pathlib import Path

import pytest

from companion.atomic_file import (
    DRAFT,
    check_kind,
    check_room,
    failed,
    is_other,
    remedy,
    replace_file,
    replacing,
)
from companion.errors import WrongUse
from companion.language import in_language, say


def full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_first_file_stands_with_its_folders(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "file"
    replace_file(path, b"new", mode=0o640)
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640
    assert names(path.parent) == ["file"]


def test_a_first_file_has_the_usual_rights_where_none_are_asked_for(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        replace_file(tmp_path / "file", b"new")
    finally:
        os.umask(before)
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o640


def test_a_file_leaves_its_rights_to_the_next(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    path.chmod(0o604)
    replace_file(path, b"new", mode=0o600)
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o604


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_root_leaves_what_it_writes_to_the_owner_of_the_folder(tmp_path: Path) -> None:
    os.chown(tmp_path, 12345, 12345)
    replace_file(tmp_path / "decks" / "file", b"new")
    assert {path.stat().st_uid for path in (tmp_path / "decks", tmp_path / "decks" / "file")} == {12345}
    os.chown(tmp_path / "decks" / "file", 54321, 54321)
    replace_file(tmp_path / "decks" / "file", b"newer")
    assert (tmp_path / "decks" / "file").stat().st_uid == 54321


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("old", [b"old", None])
def test_what_fails_leaves_the_old_file_and_no_draft(
    step: str, old: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    if old is not None:
        path.write_bytes(old)
    monkeypatch.setattr(f"companion.atomic_file.os.{step}", full)
    with pytest.raises(OSError, match="No space"):
        replace_file(path, b"new")
    assert names(tmp_path) == ([] if old is None else ["file"])
    assert old is None or path.read_bytes() == old


@pytest.mark.parametrize("step", ["fsync", "replace", "open"])
def test_what_fails_leaves_no_new_folder(step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "there").mkdir()
    monkeypatch.setattr(f"companion.atomic_file.os.{step}", full)
    for folder in (tmp_path / "a" / "b", tmp_path / "there" / "c"):
        with pytest.raises(OSError, match="No space"):
            replace_file(folder / "file", b"new")
    assert names(tmp_path) == ["there"]
    assert names(tmp_path / "there") == []


def test_what_others_put_into_a_new_folder_stays(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file"
    with suppress(KeyError), replacing(path):
        (tmp_path / "new" / "other").write_bytes(b"theirs")
        raise KeyError
    assert names(tmp_path / "new") == ["other"]


def test_a_block_that_breaks_off_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with suppress(KeyError), replacing(path) as file:
        file.write(b"half")
        assert [name.endswith(DRAFT) for name in names(tmp_path)] == [True, False]
        raise KeyError
    assert names(tmp_path) == ["file"]
    assert path.read_bytes() == b"old"


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    replace_file(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"


def test_a_pipe_is_written_to_and_stays_one(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(path.read_bytes()))
    reader.start()
    replace_file(path, b"through")
    reader.join(5)
    assert found == [b"through"]
    assert path.is_fifo()


def test_a_folder_or_a_file_in_the_way_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"old")
    with pytest.raises(IsADirectoryError):
        replace_file(tmp_path, b"new")
    with pytest.raises(NotADirectoryError):
        replace_file(tmp_path / "file" / "inside", b"new")
    assert (tmp_path / "file").read_bytes() == b"old"


@pytest.mark.parametrize(
    ("number", "says"),
    [
        (errno.ENOSPC, "make room"),
        (errno.EDQUOT, "make room"),
        (errno.EROFS, "for writing"),
        (errno.EISDIR, "name a file in it"),
        (errno.EACCES, "who may write there"),
    ],
)
def test_each_error_has_its_remedy(number: int, says: str) -> None:
    assert says in remedy(OSError(number, os.strerror(number)))


def test_a_service_that_may_not_write_there_says_that_its_unit_may_be_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    error = OSError(errno.EROFS, os.strerror(errno.EROFS))
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert "its unit" not in remedy(error)
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/systemd/notify")
    assert "where its unit lets it (docs/install.md" in remedy(error)
    assert "worn SD card" in remedy(error)


def test_what_failed_is_said_with_its_reason_and_what_helps_in_every_language() -> None:
    words = failed(say("{path} cannot be written", path="games"), OSError(errno.ENOSPC, "No space left"))
    assert words == "games cannot be written (No space left); make room on the disk"
    assert in_language(words, "de") == (
        "games lässt sich nicht schreiben (No space left); bitte auf dem Datenträger Platz schaffen"
    )


@pytest.mark.parametrize(
    ("data", "other"),
    [(b"", False), (b"%OURS 7 mine", False), (b"%OURS 7", True), (b"7 mine", True), (b"%O", True)],
)
def test_what_is_not_ours_is_told(data: bytes, other: bool, tmp_path: Path) -> None:
    path = tmp_path / "file"
    assert not is_other(path, b"%OURS", b"mine")
    path.write_bytes(data)
    assert is_other(path, b"%OURS", b"mine") is other
    assert not is_other(tmp_path, b"%OURS", b"mine")
    with pytest.raises(WrongUse, match="is no song; name another") if other else nullcontext():
        check_kind(path, "song", b"%OURS", b"mine")


def test_a_file_that_cannot_be_read_is_none_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"%OURS 7 mine")
    check_kind(path, "song", b"%OURS")
    monkeypatch.setattr(Path, "open", _forbidden)
    with pytest.raises(WrongUse, match="is there already and is no song"):
        check_kind(path, "song", b"%OURS")
    monkeypatch.setattr(Path, "is_file", _forbidden)
    check_kind(path, "song", b"%OURS")  # whoever writes there is told why that cannot be


def _forbidden(*_: object) -> None:
    raise PermissionError(errno.EACCES, "Permission denied")


def test_room_for_a_file_is_looked_for_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(os, "posix_fallocate", lambda _door, _start, size: asked.append(size))
    check_room(tmp_path / "new" / "deeper" / "a.deck", 4096)
    assert asked == [4096]
    assert list(tmp_path.iterdir()) == []


def test_where_no_file_can_be_there_is_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    for path, why in ((tmp_path / "file" / "a.deck", NotADirectoryError), (tmp_path, IsADirectoryError)):
        with pytest.raises(why):
            check_room(path, 1)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "posix_fallocate", full)
    with pytest.raises(OSError, match="No space left"):
        check_room(tmp_path / "a.deck", 1)
    assert [p.name for p in tmp_path.iterdir()] == ["file"]
