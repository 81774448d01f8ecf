"""How much an evening writes: ``python -m tests.power.written [HOURS [FOLDER]]`` (`make written` does it).

Plays as many acts as HOURS (4) of brisk play bring into a journal in FOLDER (``/var/tmp``; it must lie on a
real disk), with what the camera sees of them, presses, the pictures of three disputes an hour (one of them
too close, so written twice), the history being looked at after each game, and the copies of a start and of
midnight. The kernel says what this process has written (``write_bytes`` of ``/proc/self/io``: pages sent to
the disk, also those that are rewritten).
"""

import os
import random
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from itertools import cycle
from pathlib import Path

import cv2
import numpy as np

from companion.archive import Archive
from companion.cards import Card, Zone
from companion.clock import NS_PER_SECOND, Instant, Span
from companion.disputes.clips import ClipStore
from companion.disputes.dispute import window
from companion.events import EnterAct, StartGame
from companion.evidence import Alternative, Arrival, Press, PressSource, Quad, SeenCard, Sighting, Still
from companion.following import Brain
from companion.game import Game
from companion.journal import Journal
from companion.rules.catalogue import find_game
from companion.simulate import play, random_header
from companion.table import Table
from replaying import telling
from tests.companion.disputes.samples import close, disputes
from vision.replay import ReplayPlan, compressed

ACTS_AN_HOUR = 240
"""One every fifteen seconds, without a pause."""

SIGHTINGS_AN_ACT = 2
"""The table at rest with the new card, and once more after a hand has moved it."""

CLAIMS_AN_HOUR = 3

FRAMES_A_SECOND = 30

BAR = 50.0
"""Megabytes that an evening of four hours may write."""


def written() -> int:
    """Give the bytes that this process has sent to the disk."""
    lines = Path("/proc/self/io").read_text(encoding="ascii").splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("write_bytes")))


def corners(place: int, zone: Zone, chance: random.Random) -> Quad:
    """Give where a card lies, a little elsewhere each time, as a camera sees it."""
    x, y = 40.0 + 47 * place, 200.0 if zone is Zone.ROW else 480.0
    around = ((x, y), (x + 90, y), (x + 90, y + 140), (x, y + 140))
    first, second, third, fourth = ((a + chance.random(), b + chance.random()) for a, b in around)
    return first, second, third, fourth


def seen(card: Card, place: int, zone: Zone, chance: random.Random) -> SeenCard:
    """Give a card as the eye reads it, with what else it might have been."""
    others = [Card.number(n) for n in chance.sample(range(1, 101), 2)]
    shares = (0.9871, 0.0081, 0.0012)
    alternatives = tuple(map(Alternative, (card, *others), shares))
    return SeenCard(zone, corners(place, zone, chance), alternatives, True)


def sighting(game: Game, at: int, chance: random.Random, came: bool) -> Sighting:
    """Give what the camera sees of this game; ``came``: its last card came just now."""
    layout = find_game("fifty-fifty").layout(game.state)
    cards = [
        seen(card, place, zone, chance) for zone, laid in layout.zones for place, card in enumerate(laid)
    ]
    touch = Span(Instant(at - 4 * NS_PER_SECOND), Instant(at - 3 * NS_PER_SECOND))
    arrivals = (Arrival(cards[-1], touch),) if came and cards else ()
    return Sighting(Span.at(Instant(at)), tuple(cards), arrivals)


def pictures(plan: ReplayPlan) -> Iterator[bytes]:
    """Give the bundled recording's pictures, again and again, as the ring holds them."""
    recording = cv2.VideoCapture(str(files("vision") / "recordings" / "first-evening.mp4"))
    shots = [recording.read()[1] for _ in range(2 * FRAMES_A_SECOND)]
    recording.release()
    return cycle([compressed(np.asarray(shot, np.uint8), plan.width, plan.quality) for shot in shots])


def keep_claim(store: ClipStore, plan: ReplayPlan, shots: Iterator[bytes], number: int, twice: bool) -> None:
    """Keep the pictures of a claim; ``twice``: also early, as the table does where it must rule at once."""
    dispute = replace(disputes(close())[0], number=number)
    wanted = window(dispute, *(round(s * NS_PER_SECOND) for s in (plan.before_s, plan.after_s)))
    step = NS_PER_SECOND // FRAMES_A_SECOND
    stills = [
        Still(Span.at(Instant(at)), next(shots), "driver")
        for at in range(wanted.earliest, wanted.latest, step)
    ]
    for part in (stills[: len(stills) * 2 // 3], stills)[not twice :]:
        store.save(str(number), telling(dispute, part))


def evening(folder: Path, hours: float, chance: random.Random) -> tuple[int, int]:
    """Play for so many hours; gives acts played and bytes written."""
    path, plan = folder / "games.sqlite3", ReplayPlan()
    store, shots = ClipStore.beside(path), pictures(plan)
    before, acts, at = written(), 0, 0
    with Journal.open(path) as journal, Table(journal, Brain()) as table, Archive(journal) as archive:
        journal.keep_copy()
        while acts < hours * ACTS_AN_HOUR:
            record = play(random_header("fifty-fifty", chance, 4), chance).to_record()
            table.ask(StartGame(record.header.to_record(), Instant(at)), timeout=60)
            for line in record.acts:
                at, acts = at + 15 * NS_PER_SECOND, acts + 1
                game = table.ask(EnterAct(dict(line.fields), Instant(at)), timeout=60).state.game
                assert game
                for look in range(SIGHTINGS_AN_ACT):
                    table.ask(sighting(game, at, chance, look == 0), timeout=60)
                if acts % 10 == 0:
                    table.ask(Press("jump", Span.at(Instant(at)), PressSource.GPIO), timeout=60)
                if acts % (ACTS_AN_HOUR // CLAIMS_AN_HOUR) == 0:
                    keep_claim(store, plan, shots, acts, twice=acts % ACTS_AN_HOUR == 0)
            archive.lines()
        journal.keep_copy()
    os.sync()
    return acts, written() - before


def main(hours: float = 4.0, where: str = "/var/tmp") -> float:
    """Say what an evening writes; gives the megabytes."""
    with tempfile.TemporaryDirectory(prefix="companion-", dir=where) as name:
        folder = Path(name)
        acts, bytes_written = evening(folder, hours, random.Random(1))
        size = (folder / "games.sqlite3").stat().st_size
        clips = [path.stat().st_size for path in ClipStore.beside(folder / "games.sqlite3").folder.iterdir()]
    print(
        f"{hours:g} h, {acts} acts, {len(clips)} disputes: {bytes_written / 1e6:.1f} MB written;"
        f" the journal has {size / 1e6:.1f} MB, the pictures {sum(clips) / 1e6:.1f} MB"
    )
    return bytes_written / 1e6


if __name__ == "__main__":
    megabytes = main(float(sys.argv[1]) if sys.argv[1:] else 4.0, *sys.argv[2:3])
    sys.exit(megabytes > BAR)
