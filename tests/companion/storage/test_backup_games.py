"""The games in a backup: restored only where a table can go on with them."""

import hashlib
import json
import re
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.storage.backup import Places, check_backup, restore_backup, write_backup
from companion.storage.backup_file import JOURNAL, MANIFEST, BadBackup
from companion.storage.journal import Journal
from companion.storage.journal_entries import check_entries
from companion.storage.journal_file import STEPS
from tests.companion.storage.homes import MADE, places, play
from tests.companion.storage.test_backup import manifest, refused, rewritten

SPOILT = "DROP TRIGGER never_changed; UPDATE events SET {} WHERE seq = 2; " + (
    "CREATE TRIGGER never_changed BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'append only'); END"
)


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("PRAGMA application_id=7", "another program"),
        ("PRAGMA user_version=1", "already exists"),
        ("DROP TABLE seats", "tables of journal.sqlite3 are not"),
        ("ALTER TABLE games RENAME COLUMN won TO lost", "tables of journal.sqlite3 are not"),
        ("CREATE TRIGGER ev AFTER INSERT ON events BEGIN DELETE FROM seats; END", "tables of journal"),
        (SPOILT.format("data = '{'"), "Entry 2 of the journal journal.sqlite3 cannot be followed"),
        (SPOILT.format("data = '{}'"), "Entry 2"),
        (SPOILT.format("kind = 'dance'"), "Entry 2 .*dance"),
    ],
)
def test_games_with_which_no_table_can_go_on_take_no_others_place(
    script: str, says: str, backup: Path, home: Places, tmp_path: Path
) -> None:
    with zipfile.ZipFile(backup) as archive:
        archive.extract(JOURNAL, tmp_path)
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as database:
        database.executescript(script)
    data = (tmp_path / JOURNAL).read_bytes()
    sums = {**json.loads(manifest(backup))["files"], JOURNAL: hashlib.sha256(data).hexdigest()}
    bad = rewritten(backup, tmp_path / "bad.zip", {JOURNAL: data, MANIFEST: manifest(backup, files=sums)})
    with pytest.raises(BadBackup, match=says):
        check_backup(bad)
    refused(bad, home, says)
    assert restore_backup(backup, home, MADE).events == 3


def test_a_damaged_old_game_goes_along_and_comes_back_with_the_others(home: Places, tmp_path: Path) -> None:
    play(home, 33)
    with closing(sqlite3.connect(home.journal)) as database:
        database.executescript(SPOILT.format('data = \'{"act":{"pl\''))
    file, other = tmp_path / "b.zip", places(tmp_path / "other")
    [written] = write_backup(file, home, "0.1.0", MADE).words
    assert "Game 1, of " in written
    assert "Entry 2 of the journal cannot be read" in written
    assert check_backup(file).words == (written,)
    assert restore_backup(file, other, MADE).words[0] == written
    with Journal.open(other.journal) as journal, closing(journal.reader()) as database:
        assert check_entries(other.journal, database)[0] == 5
        assert database.execute("SELECT data FROM events WHERE seq = 2").fetchone() == ('{"act":{"pl',)


def test_a_backup_with_which_no_table_could_go_on_says_so(home: Places, tmp_path: Path) -> None:
    with closing(sqlite3.connect(home.journal)) as database:
        database.executescript(SPOILT.format("data = '{'"))
    file = tmp_path / "b.zip"
    [written] = write_backup(file, home, "0.1.0", MADE).words
    assert written.startswith("Entry 2 of the journal cannot be followed (")
    assert "`restore` will refuse them" in written
    refused(file, home, "Entry 2")


@pytest.mark.parametrize(
    ("script", "says"),
    [
        (f"PRAGMA user_version={len(STEPS) + 1}", "The journal {journal} was written by a newer companion"),
        ("PRAGMA application_id=7", "{journal} is the file of another program"),
        (None, "The journal {journal} holds no game yet, so there is nothing to keep."),
    ],
)
def test_a_journal_of_which_no_backup_can_be_made_is_named(
    script: str | None, says: str, home: Places, tmp_path: Path
) -> None:
    if script is None:
        home.journal.write_bytes(b"")
    else:
        with closing(sqlite3.connect(home.journal)) as database:
            database.executescript(script)
    with pytest.raises(JournalError, match=re.escape(says.format(journal=home.journal))):
        write_backup(tmp_path / "b.zip", home, "0.1.0", MADE)
    assert not (tmp_path / "b.zip").exists()


def test_an_emptied_journal_is_no_journal_without_games(home: Places, tmp_path: Path) -> None:
    with Journal.open(home.journal) as journal:
        journal.keep_copy()
    home.journal.write_bytes(b"")
    with pytest.raises(JournalError, match="holds nothing any more, its copies do"):
        write_backup(tmp_path / "b.zip", home, "0.1.0", MADE)
