"""``companion disputes``: the list, the pages, the rulings made again; and what a running table keeps."""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from appliance.exporting import Exporter
from appliance.replaying import Replay, play_store
from companion.cards import Zone
from companion.clock import NS_PER_SECOND, Instant, Span, instant
from companion.disputes.book import DisputeBook, reading
from companion.disputes.clips import ClipStore, clip_name
from companion.errors import JournalError, SettingsError
from companion.evidence import Side
from companion.following.brain import GameDecider
from companion.sessions.events import StartGame
from companion.sessions.session import Session
from companion.storage.journal import Journal
from companion.table import Table
from tabletop import main
from tests.companion.disputes.samples import close, disputes, late, numbered, stills
from tests.companion.disputes.test_book import a_damaged_evening
from tests.companion.drawn import arrival, table
from tests.companion.evening import HEADER, SEATS
from vision.capture.replay import ReplayPlan
from vision.frame import Frame


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "games.sqlite3"
    evening = close()
    evening.events += late().events
    with Journal.open(path) as journal:
        journal.append(evening.events)
        ClipStore.beside(path).save(clip_name(disputes(evening)[0]), stills(2.3, 2.4))
        yield path  # the table that holds it may go on


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["disputes", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def test_they_are_listed_while_the_table_runs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = told(capsys, "--journal", str(path))
    assert "Cleo’s 3 on 53" in first
    assert "Too close to call" in first
    assert "(2 pictures)" in first
    assert "Too late" in second


def test_programs_get_lines(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, _ = [json.loads(line) for line in told(capsys, "--json", "--journal", str(path))]
    assert (first["verdict"], first["jump"], first["pictures"], first["outcome"]) == (
        "too-close",
        3,
        2,
        "open",
    )
    assert first["evidence"]["following"]["number"] == 55


def test_pages_are_written(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "new" / "pages"
    told(capsys, "--journal", str(path), "--export", str(folder))
    pages = sorted(folder.iterdir(), key=lambda page: int(page.stem.partition("-")[2]))
    assert [page.read_text(encoding="utf-8").count("data:image/jpeg") for page in pages] == [2, 0]


def test_pages_of_other_games_stay_and_its_own_are_written_anew(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other, folder = tmp_path / "other.sqlite3", tmp_path / "pages"
    evening = close()
    with Journal.open(other) as journal:
        journal.append([replace(event, at=Instant(event.at + 1)) for event in evening.events])
    told(capsys, "--journal", str(path), "--export", str(folder))
    before = {page.name: page.read_bytes() for page in folder.iterdir()}
    first = min(before, key=lambda name: int(name[8:-5]))
    for _ in range(2):
        assert main(["disputes", "--journal", str(other), "--export", str(folder)]) == 0
        beside = first.replace(".html", "-2.html")
        said = f"{folder / first} is about a dispute of other games and stays: see {beside}\n"
        assert capsys.readouterr().err == said
        told(capsys, "--journal", str(path), "--export", str(folder))
        assert {page.name for page in folder.iterdir()} == {*before, beside}
        assert {name: (folder / name).read_bytes() for name in before} == before
    assert "other.sqlite3" in (folder / beside).read_text(encoding="utf-8")


def test_a_folder_into_which_no_page_can_be_written_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, _: path != tmp_path)
    with pytest.raises(SettingsError, match="this user may not write pages there"):
        Exporter(tmp_path, ReplayPlan())
    Exporter(tmp_path / "within", ReplayPlan())


def test_pages_are_written_over_nothing_but_pages(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "pages"
    for _ in range(2):
        told(capsys, "--journal", str(path), "--export", str(folder))
    first, second = sorted(folder.iterdir(), key=lambda page: int(page.stem.partition("-")[2]))
    first.unlink()
    for mine in ('<!doctype html>\n<html lang="en">my notes', "my notes"):
        second.write_text(mine, encoding="utf-8")
        assert main(["disputes", "--journal", str(path), "--export", str(folder)]) == 2
        assert f"{second} is there already and is no page about a dispute" in capsys.readouterr().err
        assert second.read_text(encoding="utf-8") == mine
    assert not first.exists()


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ('[dashboard]\nlanguage = "de"\n', ('<html lang="de">', "Die Regel")),
        ("", ('<html lang="en">', "The rule")),
        ("[dashboard\n", ('<html lang="en">', "The rule")),
    ],
)
def test_pages_speak_the_language_of_the_settings(
    settings: str, says: tuple[str, ...], path: Path, tmp_path: Path
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(settings, encoding="utf-8")
    assert main(["disputes", "--journal", str(path), "--settings", str(file), "--export", str(tmp_path)]) == 0
    page = next(tmp_path.glob("dispute-*.html")).read_text(encoding="utf-8")
    assert [words for words in says if words not in page] == []


def test_pages_are_not_written_by_a_check(path: Path, tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["disputes", "--journal", str(path), "--recheck", "--export", str(tmp_path)])
    assert stopped.value.code == 2


def test_pages_of_an_earlier_recording_stay(tmp_path: Path) -> None:
    earlier = tmp_path / "dispute-1.html"
    earlier.write_text("of another evening", encoding="utf-8")
    with Exporter(tmp_path, ReplayPlan()) as exporter:
        for number, event in numbered(close()):
            exporter.hear(number, event)
    assert earlier.read_text(encoding="utf-8") == "of another evening"
    assert [page.name for page in sorted(tmp_path.iterdir())] == ["dispute-1.html", "dispute-2.html"]


def test_every_ruling_is_made_again(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert [line.rpartition(", ")[2] for line in told(capsys, "--recheck", "--journal", str(path))] == [
        "as it was ruled"
    ] * 2


@pytest.mark.parametrize("damage", ["an act cut off", "an act that says nothing", "a ruling cut off"])
def test_a_damaged_game_is_left_out_in_words(
    damage: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, entry = a_damaged_evening(tmp_path, damage)
    assert main(["disputes", "--journal", str(path)]) == 0
    said = capsys.readouterr()
    assert len(said.out.splitlines()) == 2
    assert f"disputes of game 1 are left out: its entry {entry} in the journal is damaged" in said.err
    assert main(["disputes", "--recheck", "--journal", str(path)]) == 0
    said = capsys.readouterr()
    assert [line.rpartition(", ")[2] for line in said.out.splitlines()[-2:]] == ["as it was ruled"] * 2
    assert f"rulings of game 1 are not all made again. Entry {entry} of the journal cannot be" in said.err
    assert said.err.count("\n") == 1


def test_a_journal_that_is_not_there_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["disputes", "--journal", str(tmp_path / "none.sqlite3")]) == 1
    assert "there is no journal" in capsys.readouterr().err


def test_a_journal_that_cannot_be_looked_into_is_named_and_no_copy_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        database.executescript("CREATE TABLE poems (line TEXT)")
    assert main(["disputes", "--journal", str(path)]) == 1
    assert f"{path} is the file of another program" in capsys.readouterr().err


def frames(first: float, last: float, rate: float = 30.0) -> Iterator[Frame]:
    for number in range(round(first * rate), round(last * rate)):
        at = Instant(round(number / rate * NS_PER_SECOND))
        yield Frame(np.full((36, 64, 3), number % 250, np.uint8), Span(at, at), number)


def claim(dinner: Table[Session], replay: Replay) -> None:
    """Let a jump be claimed at a table whose camera sees on."""
    dinner.ask(StartGame(HEADER, instant(0.0), SEATS))
    for frame in frames(0.0, 3.0):
        replay.tap.offer(frame, moving=True)
    dinner.ask(table("28", 1.5, arrival("28", 1.0, side=Side.EAST)))
    dinner.ask(table("28 39", 2.2, arrival("39", 2.0, side=Side.SOUTH)))
    assert replay.book.all() == ()
    dinner.ask(table("28 39 | 78", 3.0, arrival("78", 2.5, Zone.JUMP, Side.NORTH)))
    for frame in frames(3.0, 8.0):
        replay.tap.offer(frame, moving=True)


def test_a_running_table_keeps_the_pictures_around_each_claim(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    plan = ReplayPlan(before_s=1.0, after_s=0.5)
    with Journal.open(path) as journal, Table(journal, GameDecider()) as dinner:
        book = DisputeBook(reading(journal), ClipStore.beside(path))
        book.clips.save("99-99", stills(1.0))
        with Replay(dinner, book, plan, patient=True) as replay:
            claim(dinner, replay)
        (dispute,) = book.all()
        assert book.clips.names() == [clip_name(dispute)]
        times = [note.span.latest / NS_PER_SECOND for note in book.clips.frames(clip_name(dispute))]
        assert 0.8 <= times[0] <= 1.0
        assert 3.0 <= times[-1] <= 3.3


class TornBook(DisputeBook):
    """A book that cannot look over the pictures of earlier claims."""

    def tidy(self, most_bytes: int) -> list[str]:
        raise JournalError("The card is worn.")


def test_earlier_claims_that_cannot_be_looked_over_cost_no_new_pictures(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "games.sqlite3"
    with Journal.open(path) as journal, Table(journal, GameDecider()) as dinner:
        book = TornBook(reading(journal), ClipStore.beside(path))
        with Replay(dinner, book, ReplayPlan(before_s=1.0, after_s=0.5), patient=True) as replay:
            claim(dinner, replay)
        assert book.clips.names() == [clip_name(book.all()[0])]
    assert "The card is worn." in caplog.text


def test_nothing_of_undisputed_play_is_kept_unless_the_table_asks(tmp_path: Path) -> None:
    for everything in (False, True):
        path = tmp_path / f"{everything}.sqlite3"
        plan = ReplayPlan(seconds=60, keep_everything=everything)
        with Journal.open(path) as journal, Table(journal, GameDecider()) as dinner:
            store = ClipStore.beside(path)
            with Replay(dinner, DisputeBook(reading(journal), store), plan, patient=True) as replay:
                for frame in frames(0.0, 25.0, 4.0):
                    replay.tap.offer(frame, moving=True)
                replay.tap.settle()
        kept = [
            note.span.latest for name in play_store(store).names() for note in play_store(store).frames(name)
        ]
        assert bool(kept) is everything
        assert not kept or max(kept) == Instant(round(24.75 * NS_PER_SECOND)), "the end is kept as well"
        assert store.names() == []


def test_what_is_kept_of_one_evening_stays_when_the_next_one_is_as_long(tmp_path: Path) -> None:
    path, plan = tmp_path / "games.sqlite3", ReplayPlan(seconds=60, keep_everything=True)
    for evening in (1, 2):
        with Journal.open(path) as journal, Table(journal, GameDecider()) as dinner:
            store = ClipStore.beside(path)
            with Replay(dinner, DisputeBook(reading(journal), store), plan, patient=True) as replay:
                for frame in frames(0.0, 5.0, 4.0):
                    replay.tap.offer(frame, moving=True)
                replay.tap.settle()
        assert len(play_store(store).names()) == evening
