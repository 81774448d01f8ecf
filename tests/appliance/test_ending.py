"""Whoever ends a table is heard whenever it is: while it starts, while it runs, while it closes."""

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

ROOT = Path(__file__).parents[2]

CHILD = """
import os, signal, sys
from pathlib import Path
import appliance.evening as evening

def wished(name, owner):
    was = getattr(owner, name)
    def instead(*given, **named):
        os.kill(os.getpid(), signal.SIGTERM)
        return was(*given, **named)
    setattr(owner, name, instead)

for moment in {moments!r}:
    wished(moment, evening{owner})
plan = evening.Plan(Path({journal!r}), None, (), {source!r}, "127.0.0.1", 0, once=True, speed=100.0)
sys.exit(evening.run(plan, print))
"""

RECORDING = str(ROOT / "vision" / "recordings" / "first-evening.mp4")


def ended(journal: Path, *moments: str, owner: str = "", source: str = RECORDING) -> tuple[int, str, str]:
    """Run a table that is told to end at some moments; gives its exit status, its words, its complaints."""
    program = CHILD.format(moments=moments, owner=owner, journal=str(journal), source=source)
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("moment", ["_table", "_begin", "open_face", "_watch_over"])
def test_a_wish_during_the_start_ends_the_table_once_it_stands(tmp_path: Path, moment: str) -> None:
    status, said, complaints = ended(tmp_path / "games.sqlite3", moment)
    assert (status, complaints) == (0, "")
    assert "The table is on http://" in said
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
