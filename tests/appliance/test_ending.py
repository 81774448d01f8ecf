"""Whoever ends a table or command is heard, whether it starts, runs or closes."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.storage.journal import Journal

ROOT = Path(__file__).parents[2]

CHILD = """
import os, signal, sys
from pathlib import Path
import appliance.evening as evening

def wished(name, owner):
    was = getattr(owner, name)
    def instead(*given, **named):
        os.kill(os.getpid(), {by})
        return was(*given, **named)
    setattr(owner, name, instead)

for moment in {moments!r}:
    wished(moment, evening{owner})
plan = evening.Plan(Path({journal!r}), None, (), {source!r}, "127.0.0.1", 0, once=True, speed=100.0)
sys.exit(evening.run(plan, print))
"""

RECORDING = str(ROOT / "vision" / "recordings" / "first-evening.mp4")


def ended(
    journal: Path, *moments: str, owner: str = "", source: str = RECORDING, by: int = signal.SIGTERM
) -> tuple[int, str, str]:
    """Run a table that is told to end at some moments; gives its exit status, its words, its complaints."""
    program = CHILD.format(moments=moments, owner=owner, journal=str(journal), source=source, by=int(by))
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("moment", ["_table", "_begin", "open_face", "_watch_over"])
def test_a_wish_during_the_start_ends_the_table_once_it_stands(tmp_path: Path, moment: str) -> None:
    status, said, complaints = ended(tmp_path / "games.sqlite3", moment)
    assert (status, complaints) == (0, "")
    assert "The table is on http://" in said
    assert "Stopped in the middle" in said


def test_a_terminal_that_is_closed_ends_the_table_as_the_system_does(tmp_path: Path) -> None:
    status, said, complaints = ended(tmp_path / "games.sqlite3", "_begin", by=signal.SIGHUP)
    assert (status, complaints) == (0, "")
    assert "Stopped in the middle" in said


def test_a_wish_that_comes_twice_at_once_ends_the_table_once(tmp_path: Path) -> None:
    """As where a process and its group are told: the second wish comes before the first is acted on."""
    status, said, complaints = ended(tmp_path / "games.sqlite3", "_begin", "deafen")
    assert (status, complaints) == (0, "")
    assert said.count("Stopped in the middle") == 1


def test_a_wish_while_it_closes_changes_nothing(tmp_path: Path) -> None:
    table = tmp_path / "table"
    table.mkdir()
    cv2.imwrite(str(table / "1.png"), np.full((72, 128, 3), 90, np.uint8))
    journal = tmp_path / "games.sqlite3"
    status, said, complaints = ended(journal, "stopping", owner=".Notifier", source=str(table))
    assert (status, complaints) == (0, "")
    assert "The recording has ended." in said


COMMAND = """
import os, sys
import {module} as module, tabletop

def ended(*_):
    os.kill(os.getpid(), {by})
    os.kill(os.getpid(), {by})  # the second one comes from the shell

module.{moment} = ended
sys.exit(tabletop.main(sys.argv[1:]))
"""


def left_over(tmp_path: Path, by: signal.Signals, module: str, moment: str, *given: str) -> list[Path]:
    """Run a command that the system ends at a moment; gives what it leaves among the temporary files."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", COMMAND.format(module=module, moment=moment, by=int(by)), *given],
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(scratch)},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (128 + by, "")
    return list(scratch.iterdir())


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGHUP])
def test_watch_leaves_no_pictures_behind_where_the_system_ends_it(tmp_path: Path, by: signal.Signals) -> None:
    table = tmp_path / "table"
    table.mkdir()
    cv2.imwrite(str(table / "1.png"), np.full((72, 128, 3), 90, np.uint8))
    given = ["watch", str(table), "--players", "Ann,Ben", "--disputes", str(tmp_path / "pages")]
    assert not left_over(tmp_path, by, "appliance.watching", "_follow", *given)


def test_disputes_leaves_no_games_behind_where_the_system_ends_it(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "games.sqlite3"):
        given = ["disputes", "--journal", str(tmp_path / "games.sqlite3")]
    assert not left_over(tmp_path, signal.SIGTERM, "appliance.disputing", "reading", *given)
