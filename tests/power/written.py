"""How much an evening writes: ``python -m tests.power.written [HOURS [EVENINGS [FOLDER]]]``: `make written`.

Plays as many acts as HOURS (4) of brisk play bring into a journal in FOLDER (``/var/tmp``; it must lie on a
real disk), with what the camera sees of them, presses, the pictures of three disputes an hour (one of them
too close, so written twice), the history being looked at after each game, and the copies of a start and of
midnight; then once more in a journal that holds EVENINGS (50) such evenings already. The kernel says what
this process has written (``write_bytes`` of ``/proc/self/io``: pages sent to the disk, also those that are
rewritten).
"""

import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from importlib.resources import files
from itertools import count as counting
from itertools import cycle
from pathlib import Path

import cv2
import numpy as np

from appliance.replaying import telling
from companion.cards import Card, Zone
from companion.clock import NS_PER_SECOND, Instant, Span
from companion.disputes.clips import ClipStore
from companion.disputes.dispute import window
from companion.evidence import Alternative, Arrival, Press, PressSource, Quad, SeenCard, Sighting, Still
from companion.feed import Published
from companion.following.brain import GameDecider
from companion.records.game import Game
from companion.rules.catalogue import find_game
from companion.sessions.events import EnterAct, EventKind, StartGame
from companion.sessions.session import Session
from companion.simulation.games import play, random_header
from companion.storage.archive import Archive
from companion.storage.journal import Journal
from companion.storage.journal_copies import COPIES, keep_copy
from companion.table import Table
from tests.companion.disputes.samples import close, disputes
from vision.capture.replay import ReplayPlan, compressed

ACTS_AN_HOUR = 240
"""One every fifteen seconds, without a pause."""

SIGHTINGS_AN_ACT = 2
"""The table at rest with the new card, and once more after a hand has moved it."""

CLAIMS_AN_HOUR = 3

FRAMES_A_SECOND = 30

DAYS = (date(2026, 11, 1) + timedelta(days=day) for day in counting())
"""Each copy is of a day of its own, so that all are in use."""

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


def play_evening(path: Path, hours: float, chance: random.Random) -> int:
    """Play for so many hours, as a running table would write it; gives the acts played."""
    plan = ReplayPlan()
    store, shots = ClipStore.beside(path), pictures(plan)
    acts, at = 0, 0
    with Journal.open(path) as journal, Table(journal, GameDecider(), start=begun(journal)) as table:
        keep_copy(path, next(DAYS))
        with Archive(journal) as archive:
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
        keep_copy(path, next(DAYS))
    os.sync()
    return acts


def begun(journal: Journal) -> Published[Session]:
    """Give from where a table begins to read: before the last game."""
    return Published(max(0, journal.last(EventKind.GAME) - 1), Session())


def multiply(path: Path, times: int) -> None:
    """Let the evening in a journal have been played so often; its games are counted, its copies are old."""
    with Journal.open(path) as journal:
        ours = [event for _, event in journal.events()]
        seen = next(event for event in ours if event.kind is EventKind.SEEN)
        for _ in range(times - 1):
            journal.append(ours)
        with Archive(journal) as archive:
            archive.lines()
            while archive.uncounted:
                time.sleep(0.5)
        for _ in range(COPIES):
            journal.append([seen])
            keep_copy(path, next(DAYS))


def measured(path: Path, hours: float, chance: random.Random) -> float:
    """Play an evening, and give the megabytes written; says what they are."""
    size, before, clips = _size(path), written(), _clips(path)
    acts = play_evening(path, hours, chance)
    megabytes = (written() - before) / 1e6
    shown = [clip.stat().st_size for clip in _clips(path) - clips]
    print(
        f"{hours:g} h, {acts} acts, {len(shown)} disputes: {megabytes:.1f} MB written; the journal had"
        f" {size / 1e6:.1f} MB and has {_size(path) / 1e6:.1f} MB, the pictures {sum(shown) / 1e6:.1f} MB"
    )
    return megabytes


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _clips(path: Path) -> set[Path]:
    folder = ClipStore.beside(path).folder
    return set(folder.iterdir()) if folder.exists() else set()


def main(hours: float = 4.0, evenings: int = 50, where: str = "/var/tmp") -> float:
    """Say what a first evening writes, and one after many; gives the most megabytes."""
    chance = random.Random(1)
    with tempfile.TemporaryDirectory(prefix="companion-", dir=where) as name:
        path = Path(name) / "games.sqlite3"
        most = measured(path, hours, chance)
        if evenings > 1:
            multiply(path, evenings)
            shutil.rmtree(ClipStore.beside(path).folder)
            most = max(most, measured(path, hours, chance))
    return most


if __name__ == "__main__":
    wanted = sys.argv[1:]
    megabytes = main(float(wanted[0]) if wanted else 4.0, int(wanted[1]) if wanted[1:] else 50, *wanted[2:3])
    sys.exit(megabytes > BAR)
