"""A companion to be killed: plays a stream of inputs from where its journal ends, and announces each event.

``python -m tests.companion.kill_child JOURNAL STREAM LIMIT``: takes at most LIMIT inputs and then waits to be
killed; with LIMIT 0 it plays to the end of the stream and stops in order. Imports the core only.
"""

import hashlib
import json
import sys
from collections.abc import Iterable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from companion.clock import NS_PER_SECOND, Instant, Span
from companion.evidence import Press, PressSource
from companion.feed import Change, Subscription
from companion.following.brain import GameDecider
from companion.sessions.events import EnterAct, Event, EventKind, Input, StartGame, Undo
from companion.sessions.session import Session
from companion.storage.journal import Journal, JournalLike
from companion.storage.journal_entries import encode
from companion.table import Table
from tests.companion import drawn

SYNC_EVERY = 7
"""Inputs between two waits for an answer: meanwhile the writer works on while this thread announces."""


def to_input(line: dict[str, Any], at: Instant) -> Input:
    """Give the input that a line of the stream stands for."""
    if "game" in line:
        return StartGame(line, at)
    if "seen" in line:
        return drawn.table(line["seen"], at / NS_PER_SECOND)
    if "button" in line:
        return Press(line["button"], Span.at(at, 2_000_000), PressSource.GPIO)
    return Undo(at) if "undo" in line else EnterAct(line, at)


def read_stream(path: Path) -> list[Input]:
    """Read the inputs of a stream, one JSON object a line, a tenth of a second apart."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [to_input(json.loads(line), Instant(n * 100_000_000)) for n, line in enumerate(lines)]


def inputs_done(journal: JournalLike) -> int:
    """Count the inputs whose events are kept: each leaves just one that is not a result."""
    return sum(event.kind is not EventKind.RESULT for _, event in journal.events())


def digest(event: Event) -> str:
    """Give a short fingerprint of an event."""
    whole = f"{event.kind} {event.at} {encode(event)}"
    return hashlib.sha256(whole.encode()).hexdigest()[:16]


def announce(subscription: Subscription[Session]) -> None:
    """Print what has been published: number, fingerprint and kind a line."""
    while (notice := subscription.next(0)) is not None:
        assert isinstance(notice, Change), notice
        print(notice.seq, digest(notice.event), notice.event.kind, flush=True)


def play(table: Table[Session], inputs: Iterable[Input]) -> None:
    """Put the inputs to the table and announce what comes of them."""
    with table.subscribe() as subscription:
        for number, item in enumerate(inputs, start=1):
            if number % SYNC_EVERY:
                table.submit(item)
            else:
                table.ask(item, timeout=60)
            announce(subscription)
        table.close()
        announce(subscription)


def main(journal_path: str, stream: str, limit: int) -> None:
    """Play on from where the journal ends."""
    inputs = read_stream(Path(stream))
    with Journal.open(journal_path) as journal:
        rest = inputs[inputs_done(journal) :]
        with Table(journal, GameDecider()) as table:
            print("ready", flush=True)
            play(table, rest[:limit] if limit else rest)
        if limit:
            sys.stdin.read()


def forked(line: Connection, journal_path: str, stream: str, limit: int) -> None:
    """Do the same in a process that found everything loaded already; ``line`` is its input and output."""
    with (
        open(line.fileno(), encoding="utf-8", closefd=False) as sys.stdin,
        open(line.fileno(), "w", encoding="utf-8", closefd=False) as sys.stdout,
    ):
        main(journal_path, stream, limit)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
