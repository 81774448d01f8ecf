"""The whole companion: a recording goes in, and a real browser sees the cards come, without a reload."""

import json
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from companion.doctor.port import check_port
from companion.finding import Level
from companion.sessions.events import EventKind
from companion.settings.values import DashboardSettings
from companion.storage.journal import Journal

ROOT = Path(__file__).parents[2]
OPENING = ["11", "12"]


def demo(journal: Path, *arguments: str) -> "AbstractContextManager[tuple[subprocess.Popen[str], str]]":
    return companion("demo", journal, *arguments)


@contextmanager
def companion(name: str, journal: Path, *arguments: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """Run a table on a free port; gives the process and the dashboard's address."""
    command = [sys.executable, "tabletop.py", name, "--port", "0", "--journal", str(journal), *arguments]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process, _address(process)
        finally:
            process.kill()


def _address(process: "subprocess.Popen[str]") -> str:
    assert process.stderr
    said = ""
    for line in process.stderr:
        said += line
        if found := re.search(r"http://\S+", line):
            return found.group()
    raise AssertionError(f"the demo never said where it is: {said}")


def test_the_doctor_tells_this_companion_from_another(tmp_path: Path) -> None:
    journal = tmp_path / "demo.sqlite3"
    with demo(journal) as (_, address):
        dashboard = DashboardSettings(host="127.0.0.1", port=urlsplit(address).port or 0)
        [own] = check_port(dashboard, journal)
        [other] = check_port(dashboard, tmp_path / "games.sqlite3")
    assert (own.level, other.level) == (Level.GOOD, Level.BAD)
    assert "Another companion" in other.words


ROW = "return [...document.querySelectorAll('#zones [data-zone=row] .value')].map(v => v.textContent)"


def _wait_until(address: str, holds: Callable[[dict[str, Any]], bool]) -> None:
    """Ask the dashboard until something holds of the table."""
    for _ in range(600):
        with urllib.request.urlopen(address + "api/table", timeout=10) as answer:
            table = json.load(answer)
        if holds(table):
            return
        time.sleep(0.1)
    raise AssertionError(f"a minute has gone, and the table stands at {table}")


def _acts(journal: Path) -> list[object]:
    with Journal.open(journal) as kept:
        return [event.data["act"] for _, event in kept.events() if event.kind is EventKind.ACT]


def _wait_for_row(browser: Chrome, beginning: list[str]) -> None:
    def begins(page: Chrome) -> bool:
        row: list[str] = page.execute_script(ROW)
        return row[: len(beginning)] == beginning

    WebDriverWait(browser, 60, poll_frequency=0.1).until(begins)


def _taken_back(browser: Chrome) -> bool:
    """Say whether an act has been taken back; tap Undo where none has."""
    if not browser.find_element(By.ID, "redo").get_property("hidden"):
        return True
    browser.find_element(By.ID, "undo").click()
    return False


def test_a_card_played_in_the_recording_appears_without_a_reload(browser: Chrome, tmp_path: Path) -> None:
    with demo(tmp_path / "demo.sqlite3", "--speed", "2") as (process, address):
        assert process.stderr
        assert re.search(r"enter the code \d{3} \d{3}$", process.stderr.readline())
        assert (tmp_path / "demo.sqlite3.secret").stat().st_mode & 0o777 == 0o600
        browser.get(address)
        browser.execute_script("window.neverReloaded = true")
        for count in range(1, len(OPENING) + 1):
            _wait_for_row(browser, OPENING[:count])
        assert browser.execute_script("return window.neverReloaded") is True
        # A tap in the moment in which a card comes was not meant for it, and changes nothing.
        WebDriverWait(browser, 30, poll_frequency=0.2).until(_taken_back)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0


def test_a_demo_that_was_killed_goes_on_with_the_same_game(tmp_path: Path) -> None:
    journal = tmp_path / "demo.sqlite3"
    with demo(journal, "--speed", "20") as (process, address):
        _wait_until(address, lambda table: table["acts"] >= 2)
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=30)
    before = _acts(journal)
    with demo(journal, "--speed", "20") as (process, address):
        _wait_until(address, lambda table: table["acts"] > len(before))
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0
    after = _acts(journal)
    assert after[: len(before)] == before
    assert len(after) > len(before)


def test_without_a_camera_the_table_says_so_and_the_game_is_kept_by_hand(tmp_path: Path) -> None:
    nowhere = "/dev/video-that-is-not-there"
    with companion("serve", tmp_path / "games.sqlite3", "--players", "Ann,Ben", nowhere) as (_, address):
        _wait_until(address, lambda table: table["camera_ok"] is False)
        act = json.dumps({"act": {"player": "Ann", "play": 11}}).encode()
        headers = {"Content-Type": "application/json", "X-Companion": "1"}
        request = urllib.request.Request(address + "api/acts", act, headers)
        with urllib.request.urlopen(request, timeout=10) as answer:
            assert answer.status < 300
        _wait_until(address, lambda table: table["acts"] == 1)
