"""Power cuts while people play: ``python -m tests.power.cuts CUTS [SEED]``, as root (`make power` does it).

A companion plays on an ext4 file system whose every write is recorded. Then the disk is set back to as many
random moments, less what it had not been told to flush, mounted again, and the companion started on it. No
act that it had announced by then may be missing, and no start may need a person.
"""

import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

from companion.cards import Card, Zone
from companion.following.brain import GameDecider
from companion.records.record import Record, start_game
from companion.sessions.events import EventKind
from companion.simulation.games import play, random_header
from companion.storage.journal import Journal
from companion.table import Table
from tests.companion.kill_child import digest
from tests.power.disk import Disk

ROOT = Path(__file__).parents[2]
MEGABYTES = 12
ACTS = 150
SIGHT_EVERY = 3
"""After so many acts the camera sees the table, and nothing comes of it."""


@dataclass
class Recorded:
    """A played game: what was announced (number, fingerprint, kind) after how many writes; all writes."""

    announced: list[tuple[int, int, str, str]] = field(default_factory=list)
    writes: int = 0
    begun: int = 0
    """Writes before the first announcement: the file system and the journal being made."""


def may_cut() -> bool:
    """Say whether this machine lets us make disks."""
    return os.geteuid() == 0 and Path("/dev/fuse").exists() and Path("/dev/loop-control").exists()


def run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@contextmanager
def mounted(file: Path, place: Path) -> Iterator[Path]:
    """Mount a file's file system through a loop device of its own."""
    place.mkdir(exist_ok=True)
    loop = run("losetup", "--find", "--show", str(file))
    try:
        run("mount", "-t", "ext4", loop, str(place))
        try:
            yield place
        finally:
            run("umount", str(place))
    finally:
        run("losetup", "--detach", loop)


def serve(path: str, image: bytes, line: Connection) -> None:
    """The disk's own process: serves it, says how many writes there were, and gives the disk after some."""
    disk = Disk(image)
    disk.mount(Path(path))
    line.send("ready")
    while (question := line.recv()) is not None:
        if question == "writes":
            line.send(len(disk.log))
        else:
            writes, seed = question
            line.send(disk.after(writes, random.Random(seed)))


def empty_disk(work: Path) -> bytes:
    file = work / "empty.img"
    with file.open("wb") as image:
        image.truncate(MEGABYTES << 20)
    run("mkfs.ext4", "-q", "-F", "-E", "lazy_itable_init=0,nodiscard", str(file))
    return file.read_bytes()


def with_sightings(record: Record) -> Iterator[dict[str, object]]:
    """Give the acts of a game, and between them what the camera sees of it."""
    rules, state = start_game(record.header)
    for number, act in enumerate(record.acts):
        yield dict(act.fields)
        state = rules.apply(state, rules.parse(act.fields, state))
        if number % SIGHT_EVERY == 0:
            zones = (rules.layout(state).zone(zone) for zone in (Zone.ROW, Zone.JUMP))
            yield {"seen": " | ".join(" ".join(map(token, cards)) for cards in zones)}


def token(card: Card) -> str:
    """Write a card as ``tests.companion.drawn`` reads it."""
    return "P" if card.value is None else str(card.value)


def stream(work: Path, chance: random.Random) -> Path:
    """Write games to be played, one input a line."""
    lines: list[object] = []
    while len(lines) < ACTS:
        record = play(random_header("fifty-fifty", chance, 4), chance).to_record()
        lines += [record.header.to_record(), *with_sightings(record)]
    path = work / "stream.jsonl"
    path.write_text("\n".join(map(json.dumps, lines[:ACTS])), encoding="utf-8")
    return path


def ask(line: Connection, question: object) -> object:
    line.send(question)
    return line.recv()


def played(work: Path, inputs: Path, line: Connection) -> Recorded:
    """Let a companion play on the disk and note after how many writes each event was announced."""
    recorded = Recorded()
    with mounted(work / "disk", work / "mount") as place:
        command = [
            sys.executable,
            "-m",
            "tests.companion.kill_child",
            str(place / "games.sqlite3"),
            str(inputs),
            "0",
        ]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout
            for said in child.stdout:
                writes = ask(line, "writes")
                assert isinstance(writes, int)
                if said.strip() == "ready":
                    recorded.begun = writes
                    continue
                number, mark, kind = said.split()
                recorded.announced.append((writes, int(number), mark, kind))
        assert child.returncode == 0
        recorded.writes = int(str(ask(line, "writes")))
    return recorded


def check_cut(work: Path, image: bytes, cut: int, recorded: Recorded) -> int:
    """Start a companion on a disk as it was found; gives the number of events on it."""
    file = work / "found.img"
    file.write_bytes(image)
    with mounted(file, work / "found") as place, Journal.open(place / "games.sqlite3") as journal:
        marks = {seq: digest(event) for seq, event in journal.events()}
        assert journal.lost_end() is None, f"cut at write {cut}: a loss is told where there is none"
        with Table(journal, GameDecider()):
            journal.keep_copy()
    whole = {seq: mark for _, seq, mark, _ in recorded.announced}
    told = [entry for entry in recorded.announced if entry[0] <= cut]
    # A mere sighting is on the disk with what follows it; whatever is more, at once.
    while told and told[-1][3] == EventKind.SEEN:
        told.pop()
    due = {seq: mark for _, seq, mark, _ in told}
    assert due.items() <= marks.items(), f"cut at write {cut}: {set(due) - set(marks)} are lost"
    assert marks.items() <= whole.items(), f"cut at write {cut}: events that never were"
    return len(marks)


def main(cuts: int, seed: int = 1, folder: str | None = None) -> int:
    """Play once, cut so often; gives the number of cuts that struck in the middle of the game."""
    chance = random.Random(seed)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(dir=folder) as name:
        work = Path(name)
        ours, theirs = multiprocessing.Pipe()
        context = multiprocessing.get_context("fork")
        server = context.Process(
            target=serve, args=(str(work / "disk"), empty_disk(work), theirs), daemon=True
        )
        server.start()
        assert ours.recv() == "ready"
        try:
            recorded = played(work, stream(work, chance), ours)
            in_play = 0
            for _ in range(cuts):
                cut = chance.randint(recorded.begun, recorded.writes)
                image = ask(ours, (cut, chance.random()))
                assert isinstance(image, bytes)
                in_play += 0 < check_cut(work, image, cut, recorded) < len(recorded.announced)
        finally:
            ours.send(None)
            run("umount", "-l", str(work / "disk"))
            server.join(timeout=5)
            server.kill()
    print(
        f"{cuts} power cuts at random among {recorded.writes} writes and flushes, {in_play} amid play:"
        f" {len(recorded.announced)} announced events, none lost; {time.monotonic() - begun:.0f} s"
    )
    return in_play


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
