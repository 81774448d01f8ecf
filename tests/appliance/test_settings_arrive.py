"""What stands in the settings' file arrives where it is used: at pins, ring of pictures, and pages."""

import re
import subprocess
import time
import urllib.request
from importlib.resources import files
from pathlib import Path
from queue import Queue

import pytest

from appliance.command_line import parser
from appliance.evening import _source
from appliance.plan import Plan
from appliance.plans import serve_plan
from appliance.replaying import replay_plan
from companion.errors import SourceError
from companion.evidence import ButtonNews, ButtonNote
from companion.following.brain import GameDecider
from companion.settings.file import read_settings
from companion.table import Table
from hardware.panel import Panel
from tests.companion.memory_journal import MemoryJournal
from tests.hardware.board import Board, board
from tests.web.test_demo import companion

RECORDING = str(files("vision") / "recordings" / "first-evening.mp4")


def planned(folder: Path, text: str, *words: str) -> Plan:
    path = folder / "settings.toml"
    path.write_text(text, encoding="utf-8")
    return serve_plan(parser().parse_args(["serve", *words, "--settings", str(path)]))


def pressed_twice(desk: Board, plan: Plan, apart_ms: float) -> int:
    """Press, let go, and press again so much later; gives how many presses were heard."""
    with Panel.from_settings(plan.panel, desk.heard.append, desk.time, desk.factory):
        desk.tap(17)
        desk.time.pass_ms(1000)
        before = len(desk.heard)
        desk.press(17)
        desk.release(17)
        desk.time.pass_ms(apart_ms)
        desk.press(17)
        return len(desk.heard) - before


@pytest.mark.parametrize(("bounce", "heard"), [(5, 2), (20, 2), (60, 1), (200, 1)])
def test_a_button_that_bounces_long_is_given_time(tmp_path: Path, bounce: int, heard: int) -> None:
    plan = planned(tmp_path, f"[buttons]\nbounce_ms = {bounce}\n")
    with board() as desk:
        assert pressed_twice(desk, plan, apart_ms=50) == heard


def test_the_command_line_leaves_the_bounce_of_the_settings(tmp_path: Path) -> None:
    plan = planned(tmp_path, "[buttons]\nbounce_ms = 150\nlong_press_seconds = 2.5\n", "--button", "5")
    assert (plan.panel.jump, plan.panel.rest_s, plan.panel.long_press_s) == (5, 0.15, 2.5)


def test_a_call_takes_as_long_as_the_settings_say(tmp_path: Path) -> None:
    plan = planned(tmp_path, "[buttons]\nlong_press_seconds = 0.3\n")
    notes: Queue[ButtonNote] = Queue()
    with (
        board() as desk,
        Panel.from_settings(plan.panel, desk.heard.append, desk.time, desk.factory, notes.put),
    ):
        begun = time.monotonic()
        desk.press(17)
        assert notes.get(timeout=30).news is ButtonNews.CALL
        assert time.monotonic() - begun >= 0.3
    assert planned(tmp_path, "[buttons]\nlong_press_seconds = 10.0\n").panel.long_press_s == 10.0


def test_the_pictures_of_claims_are_as_many_as_the_settings_say(tmp_path: Path) -> None:
    text = "[replay]\nseconds = 12\nmegabytes = 16\ndisk_megabytes = 300\nkeep_everything = true\n"
    plan = planned(tmp_path, text).replay
    assert (plan.before_s, plan.after_s) == (8.0, 4.0)
    assert plan.seconds >= 12
    assert (plan.megabytes, plan.disk_megabytes, plan.keep_everything) == (16, 300, True)
    assert plan == replay_plan(read_settings(tmp_path / "settings.toml"))
    assert planned(tmp_path, "").replay != plan


def page_of(folder: Path, settings: str, until: str, *words: str) -> tuple[str, str]:
    """Run a table on these settings; gives its page and what it said up to some words."""
    (folder / "settings.toml").write_text(settings, encoding="utf-8")
    where = ["--settings", str(folder / "settings.toml"), "--host", "127.0.0.1"]
    with companion("serve", folder / "games.sqlite3", RECORDING, *where, *words) as (process, address):
        with urllib.request.urlopen(address, timeout=20) as answer:
            page = answer.read().decode()
        return page, _said(process, until)


def _said(process: "subprocess.Popen[str]", until: str) -> str:
    assert process.stderr
    said = ""
    for line in process.stderr:
        said += line
        if until in line:
            return said
    raise AssertionError(f"it never said {until!r}: {said}")


TABLE = '[table]\nplayers = ["Ann", "Ben", "Cem", "Dan"]\n'


def test_language_sounds_and_deck_arrive(tmp_path: Path) -> None:
    settings = f'{TABLE}deck = "Star"\n[dashboard]\nlanguage = "de"\nsounds = false\nannounce = false\n'
    page, said = page_of(tmp_path, settings, "Star")
    html = re.search(r"<html[^>]*>", page)
    assert html
    assert 'lang="de"' in html.group()
    assert 'data-sound="on"' not in html.group()
    assert "cards are read as those of any deck" in said


def test_the_deck_of_the_command_counts_more(tmp_path: Path) -> None:
    settings = f'{TABLE}deck = "Star"\n[dashboard]\nsounds = true\nannounce = false\n'
    page, said = page_of(tmp_path, settings, "Moon", "--deck", "Moon")
    assert 'data-sound="on"' in page
    assert "Star" not in said


@pytest.mark.parametrize(("source", "says"), [("usb camera", "no such file"), (__file__, "not a video")])
def test_a_camera_that_is_none_keeps_no_table_from_its_evening(
    tmp_path: Path, source: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    plan = planned(tmp_path, f'[camera]\nsource = "{source}"\n')
    with Table(MemoryJournal(), GameDecider()) as table:
        waiting, _ = _source(plan, table, None)
        for _ in range(2):
            with pytest.raises(SourceError, match=says), waiting:
                pass
        with pytest.raises(SourceError, match=says):
            _source(planned(tmp_path, "", source), table, None)[0].__enter__()
        Path("usb camera").symlink_to(RECORDING)
        if source == "usb camera":
            with pytest.raises(SourceError, match="start the companion anew"), waiting:
                pass
