"""The companion is killed again and again in its games and loses nothing that it has announced."""

import json
import multiprocessing
import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TextIO

import pytest

from companion.following.brain import GameDecider
from companion.sessions.events import Event, EventKind
from companion.sessions.session import Session
from companion.simulation.games import play, random_header
from companion.storage.journal import Journal
from companion.table import Table
from tests.companion.kill_child import digest, forked, inputs_done, read_stream
from tests.companion.memory_journal import MemoryJournal

KILLS = int(os.environ.get("COMPANION_KILLS", "50"))
"""`make power` asks for 200."""
GAMES = -(-7 * KILLS // 50)
INPUTS_A_RUN = 14
"""The most that a run may play: keeps fifty runs within the stream, however slow the machine."""
SEED = 50
LOADED = multiprocessing.get_context("forkserver")
"""Gives processes that have loaded everything: what matters here begins at the opening of the journal."""
LOADED.set_forkserver_preload([forked.__module__])


def stream_lines(chance: random.Random) -> Iterator[dict[str, object]]:
    """Give games with presses in between, and acts that are taken back and entered again, ends too."""
    for _ in range(GAMES):
        record = play(random_header("fifty-fifty", chance, 4), chance).to_record()
        yield record.header.to_record()
        for line in record.acts:
            yield dict(line.fields)
            if line is record.acts[-1] or chance.random() < 0.05:
                yield {"undo": True}
                yield dict(line.fields)
            if chance.random() < 0.2:
                yield {"button": chance.choice(["jump", "Zoë"])}


@pytest.fixture(scope="module")
def stream(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kill") / "stream.jsonl"
    lines = [json.dumps(line, ensure_ascii=False) for line in stream_lines(random.Random(SEED))]
    assert len(lines) > KILLS * INPUTS_A_RUN, "the stream must outlast the kills"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def unkilled(stream: Path) -> tuple[list[tuple[int, Event]], Session]:
    """Events and last state of a run that nobody disturbs."""
    journal = MemoryJournal()
    with Table(journal, GameDecider()) as table:
        for item in read_stream(stream):
            table.ask(item, timeout=60)
    return list(journal.events()), table.current.state


@contextmanager
def started(journal: Path, stream: Path, limit: int) -> Iterator[tuple[BaseProcess, TextIO]]:
    """Give a running companion and what it prints."""
    here, there = LOADED.Pipe()
    child = LOADED.Process(target=forked, args=(there, str(journal), str(stream), limit), daemon=True)
    with here, there:
        child.start()
        there.close()  # or its end would never be heard
        with open(here.fileno(), encoding="utf-8", closefd=False) as printed:
            yield child, printed
        child.join(timeout=60)


def run_and_kill(journal: Path, stream: Path, chance: random.Random) -> list[str]:
    """Let it play until it has announced some events and a little longer, then kill; gives the lines heard.

    A tenth of the runs is killed somewhere in its start, before it has announced anything.
    """
    early = chance.random() < 0.1
    wait_for = 0 if early else chance.randint(1, INPUTS_A_RUN - 2)
    linger = chance.uniform(0, 0.1) if early else chance.choice((0.0, chance.uniform(0, 0.003)))
    with started(journal, stream, INPUTS_A_RUN) as (child, printed):
        lines = [printed.readline() for _ in range(wait_for)]
        spin_until = time.perf_counter() + linger
        while time.perf_counter() < spin_until:
            pass
        child.kill()
        lines += printed.readlines()
    return [line for line in lines if line.endswith("\n")]


def check(announced: dict[int, str], journal: Path, unkilled: list[tuple[int, Event]]) -> int:
    """Compare what was heard and what is kept with the undisturbed run; gives the inputs that are done."""
    with Journal.open(journal) as opened:
        kept = list(opened.events())
        done = inputs_done(opened)
    assert kept == unkilled[: len(kept)]
    assert announced.items() <= {seq: digest(event) for seq, event in kept}.items()
    return done


def test_nothing_announced_is_lost_and_the_games_go_on(
    tmp_path: Path, stream: Path, unkilled: tuple[list[tuple[int, Event]], Session]
) -> None:
    chance = random.Random(SEED)
    journal = tmp_path / "journal.db"
    announced: dict[int, str] = {}
    in_play = 0
    for _ in range(KILLS):
        lines = run_and_kill(journal, stream, chance)
        announced |= {int(line.split()[0]): line.split()[1] for line in lines if line != "ready\n"}
        done = check(announced, journal, unkilled[0])
        in_play += len(lines) > 1
    assert in_play >= KILLS * 0.8, "most kills must strike while a game is played"

    with started(journal, stream, 0) as (last, printed):
        out = printed.readlines()
    assert last.exitcode == 0
    assert len(out) > 1, f"{done} inputs were done before the last run"
    with Journal.open(journal) as opened:
        assert list(opened.events()) == unkilled[0]
        with Table(opened, GameDecider()) as table:
            assert table.current.state == unkilled[1]
    assert sum(event.kind is EventKind.RESULT for _, event in unkilled[0]) == 2 * GAMES
