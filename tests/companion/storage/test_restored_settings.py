"""Settings in a backup: they name the journal that is here, and lie beside where they do not fit."""

from dataclasses import replace
from pathlib import Path

import pytest

from appliance.command_line import VERSION
from companion.settings.file import read_settings
from companion.storage.backup import (
    Places,
    restore_backup,
    write_backup,
)
from tests.companion.storage.homes import MADE, places


@pytest.mark.parametrize("usual", [True, False])
def test_restored_settings_name_the_journal_that_is_here(usual: bool, home: Places, tmp_path: Path) -> None:
    home.settings.write_text(f'[storage]\njournal = "{home.journal}"  # the big disk\ncopies = 5\n')
    write_backup(tmp_path / "b.zip", home, VERSION, MADE)
    other = places(tmp_path / "other")
    other = replace(other, usual=other.journal if usual else tmp_path / "usual.sqlite3")
    words = restore_backup(tmp_path / "b.zip", other, MADE).words
    assert str(home.journal) in words[-1]
    assert read_settings(other.settings).storage.journal == ("" if usual else str(other.journal))
    assert read_settings(other.settings).storage.copies == 5


def test_restored_settings_that_name_no_journal_name_one_that_lies_elsewhere(
    backup: Path, tmp_path: Path
) -> None:
    other = replace(places(tmp_path / "other"), usual=tmp_path / "usual.sqlite3")
    restore_backup(backup, other, MADE)
    assert read_settings(other.settings).storage.journal == str(other.journal)


def test_where_the_journal_is_said_each_time_only_a_wrong_place_in_the_settings_is_changed(
    backup: Path, home: Places, tmp_path: Path
) -> None:
    other = places(tmp_path / "other")
    restore_backup(backup, other, MADE)
    assert other.settings.read_bytes() == home.settings.read_bytes()
    home.settings.write_text(f'[storage]\njournal = "{home.journal}"\n')
    write_backup(tmp_path / "b.zip", home, VERSION, MADE)
    restore_backup(tmp_path / "b.zip", other, MADE)
    assert read_settings(other.settings).storage.journal == str(other.journal)


def test_settings_that_do_not_fit_lie_beside(home: Places, tmp_path: Path) -> None:
    good = home.settings.read_bytes()
    home.settings.write_text("[camera]\nhologram = true\n")
    write_backup(tmp_path / "b.zip", home, "0.1.0", MADE)
    home.settings.write_bytes(good)
    words = restore_backup(tmp_path / "b.zip", home, MADE).words
    assert any("hologram" in said for said in words)
    assert home.settings.read_bytes() == good
    assert home.settings.with_name("settings.toml.restored").exists()
