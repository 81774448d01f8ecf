import os
from pathlib import Path

import pytest

from companion.errors import SettingsError
from web.access.secret import SIZE, keep_secret


def test_a_secret_is_made_once_and_kept_from_others(tmp_path: Path) -> None:
    path = tmp_path / "games.secret"
    secret = keep_secret(path)
    assert len(secret) == SIZE
    assert path.stat().st_mode & 0o777 == 0o600
    assert keep_secret(path) == secret
    assert [p.name for p in tmp_path.iterdir()] == ["games.secret"]


def test_two_machines_have_two_secrets(tmp_path: Path) -> None:
    assert keep_secret(tmp_path / "a") != keep_secret(tmp_path / "b")


@pytest.mark.parametrize("torn", [b"", b"short", b"x" * (SIZE + 1)])
def test_a_secret_that_was_cut_short_is_made_anew(tmp_path: Path, torn: bytes) -> None:
    path = tmp_path / "games.secret"
    path.write_bytes(torn)
    assert len(keep_secret(path)) == SIZE
    assert path.read_bytes() != torn


def test_a_secret_that_others_could_read_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "games.secret"
    secret = keep_secret(path)
    path.chmod(0o644)
    assert keep_secret(path) == secret
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_link_to_somewhere_else_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(b"x" * SIZE)
    os.symlink(tmp_path / "other", tmp_path / "games.secret")
    with pytest.raises(SettingsError, match="cannot be kept"):
        keep_secret(tmp_path / "games.secret")


def test_a_folder_that_cannot_be_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SettingsError, match=r"cannot be kept .*; check its folder"):
        keep_secret(tmp_path / "file" / "games.secret")
