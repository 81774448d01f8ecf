"""``companion doctor``: what it finds, how it says it, and what it leaves out of the bundle."""

import errno
import json
import os
import subprocess
import time
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

from companion.cli import FAILED, WRONG_USE
from companion.clock import Instant
from companion.doctor.bundle import Veil, write_bundle
from companion.doctor.machine import (
    check_date,
    check_disk,
    check_power,
    check_tesseract,
    check_versions,
)
from companion.doctor.table import check_journal, check_settings
from companion.errors import JournalError, SourceError, WrongUse
from companion.finding import Finding, Level
from companion.following.brain import GameDecider
from companion.sessions.events import Event, EventKind, StartGame
from companion.storage.backup import Places
from companion.storage.journal import Journal
from companion.table import Table
from hardware.checkup import check_pins, try_buttons, try_lamps
from hardware.monotonic import MonotonicClock
from hardware.panel import PanelSettings
from tabletop import main
from tests.companion.disputes.samples import close
from tests.companion.disputes.test_book import a_damaged_evening
from vision.capture import checkup
from vision.capture.checkup import Shown, judge, watch
from vision.capture.live import Format, Live

RECORDING = Path(__file__).parents[2] / "vision" / "recordings" / "first-evening.mp4"


def levels(found: list[Finding]) -> list[Level]:
    return [finding.level for finding in found]


def test_the_disk_of_a_folder_that_is_not_made_yet_is_looked_at(tmp_path: Path) -> None:
    assert set(levels(check_disk(tmp_path / "not" / "made" / "yet"))) <= {Level.GOOD, Level.POOR}


def test_a_folder_that_nobody_may_look_into_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def shut(path: Path) -> bool:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(Path, "exists", shut)
    [finding] = check_disk(tmp_path)
    assert finding.level is Level.BAD
    assert "sudo" in finding.mend


def test_a_worn_disk_is_told(tmp_path: Path) -> None:
    number = tmp_path.stat().st_dev
    device = tmp_path / "sys" / "devices" / "mmcblk0" / "mmcblk0p2"
    device.mkdir(parents=True)
    (device.parent / "device").mkdir()
    (device.parent / "device" / "pre_eol_info").write_text("0x03\n")
    link = tmp_path / "sys" / "dev" / "block" / f"{os.major(number)}:{os.minor(number)}"
    link.parent.mkdir(parents=True)
    link.symlink_to(device)
    noted = tmp_path / "sys" / "fs" / "ext4" / "mmcblk0p2"
    noted.mkdir(parents=True)
    (noted / "errors_count").write_text("3\n")
    (noted / "lifetime_write_kbytes").write_text("5000000\n")
    found = check_disk(tmp_path, tmp_path / "sys")
    assert levels([f for f in found if f.about == "wear"]) == [Level.BAD, Level.GOOD, Level.POOR]


@pytest.mark.parametrize(("bits", "level"), [("50005", Level.POOR), ("10000", Level.POOR), ("0", Level.GOOD)])
def test_low_voltage_is_told(bits: str, level: Level, tmp_path: Path) -> None:
    (tmp_path / "throttled").write_text(bits)
    assert levels(check_power(tmp_path / "throttled")) == [level]
    assert check_power(tmp_path / "none") == []


def test_a_date_from_before_this_program_is_wrong(tmp_path: Path) -> None:
    assert levels(check_date(datetime(1970, 1, 1, tzinfo=UTC))) == [Level.POOR]
    (tmp_path / "synchronized").touch()
    assert levels(check_date(datetime(2027, 1, 1, tzinfo=UTC), tmp_path / "synchronized")) == [Level.GOOD]


@pytest.mark.parametrize("error", [subprocess.TimeoutExpired("tesseract", 20), PermissionError(13, "no")])
def test_a_tesseract_that_does_not_answer_is_told(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("companion.doctor.machine.shutil.which", lambda _: "/usr/bin/tesseract")
    monkeypatch.setattr("companion.doctor.machine.subprocess.run", run)
    [finding] = check_tesseract()
    assert finding.level is Level.POOR
    assert "does not answer" in finding.words


def test_versions_name_what_runs() -> None:
    [finding] = check_versions("0.1.0")
    assert {"python", "flask", "opencv-python"} <= finding.facts.keys()


def test_each_mistake_in_the_settings_is_a_finding(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("[camera]\nwidth = 1\nheight = 1\n")
    settings, found = check_settings(path)
    assert settings.camera.width == 1280
    assert [f.words.split(": ")[0] for f in found] == [
        f"{path}, line 2",
        f"{path}, line 3",
    ]


def test_a_damaged_journal_is_told(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    assert levels(check_journal(path)) == [Level.NOTE]
    with Journal.open(path) as journal:
        journal.keep_copy()
    assert levels(check_journal(path)) == [Level.GOOD, Level.GOOD]
    path.write_bytes(b"x" * 5000)
    assert levels(check_journal(path)) == [Level.BAD]


def test_a_damaged_old_game_is_named_with_its_entry(tmp_path: Path) -> None:
    path, entry = a_damaged_evening(tmp_path, "an act cut off")
    [finding, _] = check_journal(path)
    assert finding.level is Level.POOR
    assert f"is damaged and cannot be followed any more. Entry {entry} " in finding.words
    assert "A daily copy or a backup may hold this game whole still." in finding.mend


def test_damage_with_which_no_table_goes_on_is_bad(tmp_path: Path) -> None:
    path, damage = tmp_path / "games.sqlite3", Event(EventKind.ACT, Instant(1), {})
    with Journal.open(path) as journal:
        journal.append([*close().events, damage])
    [finding, _] = check_journal(path)
    assert finding.level is Level.BAD
    assert f"Entry {len(close().events) + 1} of the journal {path} cannot be followed" in finding.words


def test_a_folder_in_the_journals_place_is_told(tmp_path: Path) -> None:
    [finding] = check_journal(tmp_path)
    assert (finding.level, finding.mend) == (Level.BAD, "Name the journal in it.")
    with pytest.raises(JournalError, match=r"cannot be opened \(Is a directory\); name a file in it"):
        Journal.open(tmp_path)


def test_all_that_is_kept_of_the_games_is_measured(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with Journal.open(path) as journal:
        journal.append([Event(EventKind.CLOSED, Instant(0), {"why": "x" * 40_000})])
        [finding, _] = check_journal(path)
    assert cast(int, finding.facts["bytes"]) > 40_000


@pytest.mark.parametrize("hidden", [True, False])
def test_games_of_the_service_are_not_called_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hidden: bool
) -> None:
    def refused(_: Path) -> bool:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    path = tmp_path / "games.sqlite3"
    path.write_bytes(b"x" * 5000)
    if hidden:
        monkeypatch.setattr(Path, "exists", refused)
    monkeypatch.setattr(os, "access", lambda *_: False)
    [finding] = check_journal(path)
    assert (finding.level, finding.mend) == (Level.BAD, "Run this with sudo.")


def test_pins_are_tried_and_let_go() -> None:
    factory = MockFactory()
    settings = PanelSettings(jump=17, lamp=22)
    for _ in range(2):
        assert levels(check_pins(settings, MonotonicClock(), factory)) == [Level.GOOD, Level.GOOD]


def test_a_button_that_nobody_presses_is_named() -> None:
    said: list[str] = []
    heard = try_buttons(PanelSettings(jump=17), MonotonicClock(), said.append, 0.05, MockFactory())
    assert not heard
    assert "jump: not heard" in said[-1]


def test_a_button_that_is_pressed_is_heard() -> None:
    factory = MockFactory()
    said: list[str] = []

    def say(words: str) -> None:
        said.append(words)
        if words.startswith("Press each"):
            factory.pin(17).drive_low()

    assert try_buttons(PanelSettings(jump=17), MonotonicClock(), say, 5, factory)
    assert said[-1].startswith("jump: pressed")


def test_the_lamp_blinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.checkup.BLINK_SECONDS", 0.0)
    factory = MockFactory()
    assert try_lamps(PanelSettings(lamp=22), MonotonicClock(), lambda _: None, factory)
    assert [state.state for state in factory.pin(22).states][-6:] == [True, False] * 3
    assert not try_lamps(PanelSettings(), MonotonicClock(), lambda _: None, factory)


@pytest.mark.parametrize(
    ("shown", "says"),
    [
        (Shown(30, 1280, 720, 120, 400), "bright and sharp"),
        (Shown(30, 1280, 720, 3, 0), "dark"),
        (Shown(30, 1280, 720, 30, 400), "little light"),
        (Shown(30, 1280, 720, 240, 400), "too bright"),
        (Shown(30, 1280, 720, 120, 10), "blurred"),
        (Shown(12, 1280, 720, 120, 400), "Only 12 pictures a second come, not"),
        (Shown(1.2, 1280, 720, 120, 400), "Only 1 picture a second comes, not"),
    ],
)
def test_a_picture_is_judged(shown: Shown, says: str) -> None:
    [finding] = judge(shown, Format())
    assert says in finding.words
    assert bool(finding.mend) == (finding.level is not Level.GOOD)


def test_a_camera_is_looked_through(tmp_path: Path) -> None:
    shown = watch(str(RECORDING), Format(), frames=12)
    assert (shown.width, shown.height) == (1280, 720)
    assert [f.level for f in judge(shown, Format())] == [Level.GOOD]
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((360, 640, 3), np.uint8))
    assert "dark" in judge(watch(str(tmp_path), Format()), Format())[0].words


def test_a_camera_that_gives_nothing_is_not_waited_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    class Mute:
        def grab(self, number: int) -> None:
            return None

        def close(self) -> None:
            pass

    monkeypatch.setattr(checkup, "open_source", lambda _source, wanted: Live("camera 0", Mute, waits=(60.0,)))
    with pytest.raises(SourceError, match="camera 0 gives no pictures"):
        watch("0", Format(), patience=0.05)


@pytest.mark.parametrize(("source", "there"), [("/dev/null", True), ("/dev/video250", False)])
def test_only_a_camera_that_is_there_may_be_another_programs(
    source: str, there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise SourceError("cannot be opened")

    monkeypatch.setattr(checkup, "open_source", refuse)
    finding = checkup.check_cameras(source, Format())[-1]
    assert finding.level is Level.BAD
    assert ("has the camera" in finding.mend) is there


@pytest.mark.parametrize("option", [["--json"], ["--bundle", "help.zip"]])
@pytest.mark.parametrize("what", ["buttons", "lamps", "clock"])
def test_what_is_tried_by_hand_gives_no_lines_for_programs_and_no_bundle(
    what: str, option: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "settings.toml"
    settings.touch()
    assert main(["doctor", what, *option, "--seconds", "0.1", "--settings", str(settings)]) == WRONG_USE
    out, told = capsys.readouterr()
    assert out == ""
    assert f"{option[0]} is for the whole look" in told


@pytest.mark.parametrize("what", ["buttons", "lamps", "clock"])
def test_nothing_is_tried_by_settings_with_a_mistake(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text("[lamps]\n\nwindow = moon\n", encoding="utf-8")
    assert main(["doctor", what, "--seconds", "0.1", "--settings", str(settings)]) == FAILED
    out, told = capsys.readouterr()
    assert out == ""
    assert f"[ BAD  ] settings: {settings}, line 3: " in told
    assert f"→ Mend the line in {settings}" in told


@pytest.mark.parametrize("what", ["buttons", "lamps", "clock"])
def test_nothing_is_tried_by_settings_that_cannot_be_read(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after the install, where they are the service's."""

    def shut(*_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "open", shut)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    settings = tmp_path / "settings.toml"
    settings.touch()
    assert main(["doctor", what, "--seconds", "0.1", "--settings", str(settings)]) == FAILED
    out, told = capsys.readouterr()
    assert out == ""
    assert f"[ BAD  ] settings: {settings}: " in told
    assert "→ Run this with sudo." in told


def test_names_passwords_and_codes_are_veiled() -> None:
    veil = Veil(["Ann", "Ann-Marie", "李"])
    text = 'Ann-Marie: ["Ann"] Annual rtsp://ann:pw@10.0.0.3/1 enter the code 123 456 李'
    text += ' "http://10.0.0.4/v.cgi?user=ann&key=pw&rate=0" rtsp://ann:a/pw@10.0.0.5/1'
    veiled = veil.over(text)
    assert "Annual" in veiled
    assert '["Player 2"]' in veiled
    assert '"http://10.0.0.4/v.cgi?******" rtsp://10.0.0.5/1' in veiled
    assert not any(secret in veiled for secret in ("pw", "123 456", "Ann-Marie", "李"))


def test_the_bundle_holds_no_names(tmp_path: Path) -> None:
    places = Places(tmp_path / "games.sqlite3", tmp_path / "settings.toml", tmp_path / "decks")
    places.settings.write_text('[table]\nplayers = ["Zoë", "Mehmet"]\n', encoding="utf-8")
    with Journal.open(places.journal) as journal, Table(journal, GameDecider()) as table:
        table.ask(StartGame({"game": "fifty-fifty", "players": ["Zoë", "Mehmet"]}, Instant(0)))
    places.pictures.mkdir()
    (places.pictures / "1.zip").write_bytes(b"pictures")
    target = tmp_path / "bundle.zip"
    found = [Finding("pins", Level.GOOD, "Mehmet's button is on GPIO 5.")]
    assert "pictures/1.zip" not in write_bundle(target, found, places)
    with zipfile.ZipFile(target) as bundle:
        whole = "".join(bundle.read(name).decode() for name in bundle.namelist())
        assert json.loads(bundle.read("games.json"))["entries"] == {"game": 1}
    assert "Zoë" not in whole
    assert "Mehmet" not in whole
    assert "pictures/1.zip" in write_bundle(target, found, places, with_names=True, with_pictures=True)


def test_a_bundle_is_written_over_nothing_but_a_bundle(places: Places, tmp_path: Path) -> None:
    for _ in range(2):
        assert write_bundle(tmp_path / "bundle.zip", [], places)
    places.journal.write_bytes(b"all the games")
    with pytest.raises(WrongUse, match="is no bundle"):
        write_bundle(places.journal, [], places)
    assert places.journal.read_bytes() == b"all the games"


def test_a_machine_that_has_no_clock_writes_a_bundle_all_the_same(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 25.0)
    monkeypatch.setattr("companion.doctor.bundle.now", lambda: datetime(1970, 1, 1, 0, 0, 25, tzinfo=UTC))
    places.pictures.mkdir()
    picture = places.pictures / "1.zip"
    picture.write_bytes(b"pictures")
    os.utime(picture, (25, 25))
    assert "pictures/1.zip" in write_bundle(
        places.journal.with_name("bundle.zip"), [], places, with_pictures=True
    )


def bundled(places: Places, found: list[Finding] | None = None) -> str:
    """Write a bundle; gives all that stands in it."""
    target = places.journal.with_name("bundle.zip")
    write_bundle(target, found or [], places)
    with zipfile.ZipFile(target) as bundle:
        return "".join(bundle.read(name).decode() for name in bundle.namelist())


@pytest.fixture
def places(tmp_path: Path) -> Places:
    return Places(tmp_path / "games.sqlite3", tmp_path / "settings.toml", tmp_path / "decks")


@pytest.mark.parametrize(
    "text",
    [
        '[table]\nplayers = ["Zoë", "Mehmet"]\nstarter = "Zoë"\n[camera]\nwidth = 1\n',
        '[table]\nplayers = ["Zo\\u00eb", "Mehmet"]\n[buttons]\nplayers = { Mehmet = 5 }\n',
        'players = ["Zoë"]\nstarter = "Mehmet"\n',
        '[table]\nplayers = [\'Zoë\', "Mehmet"\n[camera]\nsource = "auto"\n',
        "[table\n[buttons]\nplayers = { Mehmet = 5, 'Zoë' = 6 }\n",
    ],
)
def test_names_in_settings_that_cannot_be_used_are_veiled_too(text: str, places: Places) -> None:
    places.settings.write_text(text, encoding="utf-8")
    whole = bundled(places)
    assert not any(name in whole for name in ("Zoë", "Zo\\u00eb", "Mehmet"))
    assert "players" in whole
    assert ('source = "auto"' in whole) is ("auto" in text)


def test_a_name_with_a_quote_in_it_is_veiled(places: Places) -> None:
    with Journal.open(places.journal) as journal, Table(journal, GameDecider()) as table:
        table.ask(StartGame({"game": "fifty-fifty", "players": ['Al "Ace"', "Ben"]}, Instant(0)))
    assert "Ace" not in bundled(places, [Finding("pins", Level.GOOD, 'Al "Ace" pressed.')])


def test_who_waits_for_a_game_and_never_played_is_veiled(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal.open(places.journal) as journal:
        data = {"player": "Mehmet", "place": 0, "side": None}
        journal.append([Event(EventKind.SEATED, Instant(0), data)])
    monkeypatch.setattr("companion.doctor.bundle._log", lambda: "refused: Mehmet waits here already")
    assert "refused: Player 1 waits here" in bundled(places)


def test_where_the_games_cannot_be_read_the_log_stays_out_but_a_copy_helps(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.doctor.bundle._log", lambda: "Pressed: Mehmet")
    with Journal.open(places.journal) as journal, Table(journal, GameDecider()) as table:
        table.ask(StartGame({"game": "fifty-fifty", "players": ["Mehmet", "Ben"]}, Instant(0)))
        copy = journal.keep_copy()
    places.journal.write_bytes(b"spoilt " * 1000)
    assert "Pressed: Player 1" in bundled(places)
    copy.unlink()
    assert "Pressed" not in bundled(places)


def test_names_of_games_put_aside_for_a_backup_are_left_out_too(
    places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.doctor.bundle._log", lambda: "Pressed: Mehmet")
    with Journal.open(places.journal) as journal, Table(journal, GameDecider()) as table:
        table.ask(StartGame({"game": "fifty-fifty", "players": ["Mehmet", "Ben"]}, Instant(0)))
    places.journal.rename(places.journal.with_name(f"{places.journal.name}.before-restore-20261121-201500"))
    Journal.open(places.journal).close()
    assert "Pressed: Player " in bundled(places)
    places.journal.write_bytes(b"spoilt " * 1000)
    assert "Pressed" not in bundled(places), "of the games since then nobody knows the names"


def test_a_look_that_stumbles_leaves_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stumble() -> list[Finding]:
        raise RuntimeError("odd machine")

    monkeypatch.setattr("appliance.checkup.check_power", stumble)
    where = ["--settings", str(tmp_path / "s.toml"), "--journal", str(tmp_path / "g.sqlite3")]
    main(["doctor", *where, "--no-camera", "--json"])
    found = {line["about"]: line for line in map(json.loads, capsys.readouterr().out.splitlines())}
    assert "odd machine" in found["power"]["words"]
    assert {"versions", "disk", "games", "port", "pins"} <= found.keys()


def test_the_command_prints_each_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = tmp_path / "s.toml"
    settings.write_text("[camera]\nwidth = 1\n")
    where = ["--settings", str(settings), "--journal", str(tmp_path / "g.sqlite3"), "--no-camera"]
    assert main(["doctor", *where, "--json"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["level"] == "bad"
    settings.unlink()
    main(["doctor", *where, "--bundle", str(tmp_path / "b.zip")])
    assert "[  ok  ] settings" in capsys.readouterr().out
    assert (tmp_path / "b.zip").exists()


def test_a_bundle_that_cannot_be_written_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--settings", str(tmp_path / "s.toml"), "--journal", str(tmp_path / "g.sqlite3")]
    assert main(["doctor", *where, "--no-camera", "--bundle", str(tmp_path)]) == 1
    assert f"{tmp_path}: the bundle cannot be written (Is a directory)" in capsys.readouterr().err


@pytest.mark.parametrize("seconds", ["-1", "0", "nan", "inf", "1e9", "soon"])
def test_seconds_that_are_none_are_wrong_use(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["doctor", "buttons", "--seconds", seconds])
    assert stopped.value.code == 2
    assert f"the seconds lie above 0 and are 86400 at most; '{seconds}' is none" in capsys.readouterr().err
