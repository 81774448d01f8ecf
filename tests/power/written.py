"""How much an evening writes: ``python -m tests.power.written [HOURS]``.

Plays acts, sightings and presses into a journal on the disk of the working folder, as many as HOURS (4) of
brisk play bring, with the copies of the day, and reads from the kernel what this process has written
(``write_bytes`` of ``/proc/self/io``: pages sent to the disk, also those that are rewritten).
"""

import os
import random
import sys
import tempfile
from pathlib import Path

from companion.cards import Card, Zone
from companion.clock import Instant, Span
from companion.events import EnterAct, StartGame
from companion.evidence import Alternative, Press, PressSource, SeenCard, Sighting
from companion.following import Brain
from companion.journal import Journal
from companion.simulate import play, random_header
from companion.table import Table

ACTS_AN_HOUR = 240
"""One every fifteen seconds, without a pause."""

SIGHTINGS_AN_ACT = 2
"""The table at rest with the new card, and once more after a hand has moved it."""


def written() -> int:
    """Give the bytes that this process has sent to the disk."""
    lines = Path("/proc/self/io").read_text(encoding="ascii").splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("write_bytes")))


def sighting(chance: random.Random, at: int) -> Sighting:
    """Make up a table with twelve cards, as much as a long row has."""
    numbers = chance.sample(range(1, 101), 12)
    quad = ((100.5, 200.5), (160.5, 200.5), (160.5, 290.5), (100.5, 290.5))
    cards = tuple(
        SeenCard(
            Zone.ROW,
            quad,
            (Alternative(Card.number(n), 0.98), Alternative(Card.number(n % 100 + 1), 0.01)),
            True,
        )
        for n in sorted(numbers)
    )
    return Sighting(Span.at(Instant(at)), cards, (), None, None)


def evening(folder: Path, hours: float, chance: random.Random) -> tuple[int, int]:
    """Play for so many hours; gives acts played and bytes written."""
    before, acts, at = written(), 0, 0
    with Journal.open(folder / "games.sqlite3") as journal, Table(journal, Brain()) as table:
        journal.keep_copy()
        while acts < hours * ACTS_AN_HOUR:
            record = play(random_header("fifty-fifty", chance, 4), chance).to_record()
            table.ask(StartGame(record.header.to_record(), Instant(at)), timeout=60)
            for line in record.acts:
                at, acts = at + 15 * 10**9, acts + 1
                table.ask(EnterAct(dict(line.fields), Instant(at)), timeout=60)
                for _ in range(SIGHTINGS_AN_ACT):
                    table.submit(sighting(chance, at))
                if acts % 10 == 0:
                    table.submit(Press("jump", Span.at(Instant(at)), PressSource.GPIO))
        journal.keep_copy()
    os.sync()
    return acts, written() - before


def main(hours: float = 4.0) -> float:
    """Say what an evening writes; gives the megabytes."""
    with tempfile.TemporaryDirectory(dir=".") as folder:
        acts, bytes_written = evening(Path(folder), hours, random.Random(1))
        size = (Path(folder) / "games.sqlite3").stat().st_size
    print(f"{hours:g} h, {acts} acts: {bytes_written / 1e6:.1f} MB written, a journal of {size / 1e6:.1f} MB")
    return bytes_written / 1e6


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 4.0)
