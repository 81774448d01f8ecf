"""Pictures on the disk: whole or not at all, and let go of in order."""

import os
import zipfile
from pathlib import Path

import pytest

from companion.disputes.book import DisputeBook, LeftOut, reading
from companion.disputes.clips import ClipStore, clip_name
from companion.errors import JournalError
from companion.sessions.events import Rename
from companion.storage.journal import Journal
from tests.companion.disputes.samples import close, disputes, stills, told_in
from tests.companion.sessions.test_history import begun


def test_pictures_come_back_with_their_times(tmp_path: Path) -> None:
    store, kept = ClipStore(tmp_path / "pictures"), stills(1.0, 1.1, 1.2)
    store.save("7-1", kept)
    frames = store.frames("7-1")
    assert [frame.span for frame in frames] == [still.span for still in kept]
    assert {frame.stamp for frame in frames} == {"driver"}
    assert [store.jpeg("7-1", place) for place in range(4)] == [*(s.jpeg for s in kept), None]


def test_anybody_can_open_a_clip(tmp_path: Path) -> None:
    path = ClipStore(tmp_path).save("7-1", stills(1.0, 1.1))
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist() == ["clip.json", "0001.jpg", "0002.jpg"]


def test_what_is_not_there_or_damaged_is_no_picture(tmp_path: Path) -> None:
    store = ClipStore(tmp_path)
    assert store.frames("1-1") == ()
    assert store.jpeg("1-1", 0) is None
    (tmp_path / "2-2.zip").write_bytes(b"half of it")
    assert store.frames("2-2") == ()
    assert store.jpeg("2-2", 0) is None


def test_a_clip_is_replaced_in_one_stroke(tmp_path: Path) -> None:
    store = ClipStore(tmp_path)
    store.save("1-1", stills(1.0))
    store.save("1-1", stills(1.0, 2.0))
    assert len(store.frames("1-1")) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["1-1.zip"]


def test_a_disk_that_takes_nothing_is_said_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(JournalError, match=r"cannot be kept .*; check its folder"):
        ClipStore(tmp_path / "file").save("1-1", stills(1.0))


def test_the_unknown_goes_first_then_the_oldest(tmp_path: Path) -> None:
    store = ClipStore(tmp_path)
    for age, name in enumerate(("4-4", "3-3", "2-2", "1-1")):
        os.utime(store.save(name, stills(*range(1, 9))), ns=(0, 10**18 - age * 10**9))
    (tmp_path / "5-5.zip.new").write_text("cut off")
    size = (tmp_path / "4-4.zip").stat().st_size
    assert store.keep_only({"1-1", "2-2", "3-3"}, 2 * size) == ["4-4", "1-1"]
    assert store.names() == ["2-2", "3-3"]
    assert store.keep_only({"2-2", "3-3"}, 1) == ["2-2"]
    assert [path.name for path in tmp_path.iterdir()] == ["3-3.zip"]


def test_the_oldest_goes_first_whatever_the_machines_date_was(tmp_path: Path) -> None:
    store = ClipStore(tmp_path)
    for date, name in zip((30, 40, 10, 20), ("7-9", "9-1", "10-5", "101-2"), strict=True):
        os.utime(store.save(name, stills(1.0)), (date, date))
    assert store.names() == ["7-9", "9-1", "10-5", "101-2"]
    assert store.next_number() == 102
    size = sum(path.stat().st_size for path in tmp_path.iterdir())
    assert store.keep_only(store.names(), size - 1) == ["7-9"]


def test_the_book_reads_a_journal_as_it_grows(tmp_path: Path) -> None:
    evening = close()
    with Journal.open(tmp_path / "games.sqlite3") as journal:
        book = DisputeBook(reading(journal), ClipStore.beside(journal.path))
        assert book.all() == ()
        journal.append(evening.events)
        (dispute,) = book.all()
        assert dispute == disputes(evening)[0]
        assert book.find(dispute.number) == dispute
        assert book.find(dispute.number + 1) is None
        book.clips.save(clip_name(dispute), stills(2.4))
        book.clips.save("99-99", stills(2.4))
        assert book.tidy(10**9) == ["99-99"]
        assert book.clips.names() == [clip_name(dispute)]


def test_games_without_a_claim_are_not_read(tmp_path: Path) -> None:
    evening, plain = close(), begun().events
    with Journal.open(tmp_path / "games.sqlite3") as journal:
        journal.append([*plain, *evening.events, *plain, *plain])
        read = [item[0] for item in reading(journal)(0) if not isinstance(item, LeftOut)]
        claims = range(len(plain) + 1, len(plain) + len(evening.events) + 1)
        last = range(claims.stop + len(plain), claims.stop + 2 * len(plain))
        assert set(read) & set(claims)
        assert set(read) & set(last)
        assert set(read) <= {*claims, *last}
        everything = list(enumerate([*plain, *evening.events, *plain, *plain], start=1))
        assert DisputeBook(reading(journal), ClipStore.beside(journal.path)).all() == told_in(everything)


def test_a_new_name_is_heard_of_two_games_later(tmp_path: Path) -> None:
    evening, plain = close(), begun().events
    with Journal.open(tmp_path / "games.sqlite3") as journal:
        book = DisputeBook(reading(journal), ClipStore.beside(journal.path))
        journal.append([*evening.events, *plain])
        assert book.all()[0].ruling["by"] == "Cleo"
        journal.rename({"Cleo": "Klara"})
        evening.session = evening.decider.initial()
        renamed = evening.put(Rename("Cleo", "Klara", evening.events[-1].at))
        journal.append([*plain, *renamed, *plain, *plain])
        assert book.all()[0].ruling["by"] == "Klara"


def test_a_player_who_is_renamed_is_renamed_in_the_book(tmp_path: Path) -> None:
    evening = close()
    with Journal.open(tmp_path / "games.sqlite3") as journal:
        book = DisputeBook(reading(journal), ClipStore.beside(journal.path))
        journal.append(evening.events)
        assert book.all()[0].ruling["by"] == "Cleo"
        journal.rename({"Cleo": "Klara"})
        evening.session = evening.decider.initial()
        journal.append(evening.put(Rename("Cleo", "Klara", evening.events[-1].at)))
        assert book.all()[0].ruling["by"] == "Klara"
