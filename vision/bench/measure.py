"""Measures the eye: how much it reads right, how honest its confidence is, and how long it takes.

Times are told as ratios to decoding the very picture with OpenCV in the same run, both in time of the
processor, so that two machines, or a busy and an idle one, can be compared.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import cv2
import numpy as np

from companion.clock import Instant, Span
from companion.errors import SourceError
from vision.bench.truth import Score, Truth, compared
from vision.bench.truth_files import truths
from vision.capture.stills import load
from vision.frame import Frame, Stamp
from vision.games import ANY
from vision.looks.squeezed import read_still
from vision.pipeline import Reader
from vision.watching.again import Again
from vision.watching.steady import Watcher

BINS = 10
MEASURED = 9
"""How often each time is taken; the middle one counts."""

BARS = {
    "still": 0.5,
    "settled": 12.0,
    "start_s": 1.5,
    "memory_mb": 250.0,
    "model_mb": 3.0,
}
"""What each figure should stay below."""

USUAL_SIZE = (1280, 720)
"""Width and height in pixels of the pictures for which the times should: a smaller one is decoded sooner, but
read no sooner."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The figures of one scene; shares are 0-1."""

    scene: str
    pictures: int
    exact: int
    wanted: int
    right: int
    sure: int
    false: int

    @property
    def exact_share(self) -> float:
        """The share of pictures that are right in everything."""
        return self.exact / max(1, self.pictures)

    @property
    def recall(self) -> float:
        """The share of readable cards that are read right and sure."""
        return self.right / max(1, self.wanted)

    @property
    def false_share(self) -> float:
        """The share of sure cards that are wrong."""
        return self.false / max(1, self.sure)


@dataclass(frozen=True, slots=True)
class Bin:
    """The readings whose confidence lies in one tenth: how many, their mean confidence, the share right."""

    low: float
    count: int
    said: float
    right: float


@dataclass(frozen=True, slots=True)
class Speed:
    """Times: ``decode_ms`` of the picture, the others as ratios to it; start in seconds, sizes in MB.

    ``size``: the picture's width and height in pixels. ``settled``: a reading of all cards of a table that
    was read before; ``new``: of one never seen.
    ``start_cpu_s`` is what the processor spent on the start: the same, were nothing else running.
    """

    picture: str
    size: tuple[int, int]
    cards: int
    decode_ms: float
    still: float
    settled: float
    new: float
    start_s: float
    start_cpu_s: float
    memory_mb: float
    model_mb: float


@dataclass(frozen=True, slots=True)
class Misread:
    """A picture that was not read right in everything, and what was read."""

    picture: str
    wanted: str
    told: str
    false: int


@dataclass(frozen=True, slots=True)
class Bench:
    """All that was measured; ``error`` is the expected calibration error (0-1).

    ``broken``: which pictures could not be opened, and why; they are in none of the figures.
    """

    tallies: tuple[Tally, ...]
    bins: tuple[Bin, ...]
    error: float
    speed: Speed | None
    misread: tuple[Misread, ...]
    broken: tuple[str, ...] = ()


def bundled() -> Path:
    """Give the folder of the pictures that come with the sources; raises `SourceError` where they do not."""
    folder = Path(str(files("vision"))).parent / "tests" / "vision" / "pictures"
    if not folder.is_dir():
        raise SourceError(
            "no pictures come with this installation: name a folder of pictures with their truth"
        )
    return folder


def measure(
    folder: Path, make: Callable[[str], Reader], progress: Callable[[str], None] = lambda _: None
) -> Bench:
    """Measure the eye on a folder of pictures with their truth; ``make`` makes the reader for a game.

    A picture that cannot be opened costs none of the others. Raises what `truths` raises.
    """
    told = truths(folder, progress)
    readers = {game: make(game) for game in {t.game for t in told}}
    scored: list[tuple[Truth, Score]] = []
    usual: list[Truth] = []
    misread: list[Misread] = []
    broken: list[str] = []
    for place, truth in enumerate(told, 1):
        try:
            image = load(str(truth.picture))
        except SourceError as refusal:
            broken.append(str(refusal))
            continue
        cards = read_still(readers[truth.game], image, leaning=truth.game == ANY)
        score = compared(truth, cards)
        scored.append((truth, score))
        if image.shape[1::-1] == USUAL_SIZE:
            usual.append(truth)
        if not score.exact:
            wanted = " ".join(c.face if c.visible else f"({c.face})" for c in truth.cards)
            seen = " ".join(str(c.believed) if c.believed else "?" for c in cards)
            misread.append(Misread(truth.picture.name, wanted, seen, score.false))
        if place % 20 == 0:
            progress(f"{place} of {len(told)} pictures read")
    bins, error = reliability([w for _, s in scored for w in s.words])
    times = _speed(usual, readers) or _speed([truth for truth, _ in scored], readers)
    return Bench(tallies(scored), bins, error, times, tuple(misread), tuple(broken))


def tallies(scored: Sequence[tuple[Truth, Score]]) -> tuple[Tally, ...]:
    """Add up the scores of each scene."""
    out = []
    for scene in dict.fromkeys(truth.scene for truth, _ in scored):
        own = [score for truth, score in scored if truth.scene == scene]
        sums = (sum(getattr(s, k) for s in own) for k in ("exact", "wanted", "right", "sure", "false"))
        out.append(Tally(scene, len(own), *sums))
    return tuple(out)


def reliability(words: Sequence[tuple[float, bool]]) -> tuple[tuple[Bin, ...], float]:
    """Sort readings by their confidence; also give the mean gap between what they say and what holds."""
    bins = []
    for k in range(BINS):
        own = [w for w in words if min(int(w[0] * BINS), BINS - 1) == k]
        if own:
            said, right = float(np.mean([p for p, _ in own])), float(np.mean([r for _, r in own]))
            bins.append(Bin(k / BINS, len(own), said, right))
    total = max(1, len(words))
    return tuple(bins), sum(b.count * abs(b.said - b.right) for b in bins) / total


def _speed(told: Sequence[Truth], readers: dict[str, Reader]) -> Speed | None:
    """Measure times on the row that comes nearest to ten cards; None where there is no row."""
    rows = [t for t in told if t.scene in ("row", "scan")]
    if not rows:
        return None
    truth = min(rows, key=lambda t: abs(len(t.cards) - 10))
    return speed(truth.picture, len(truth.cards), readers[truth.game])


def speed(picture: Path, count: int, reader: Reader) -> Speed:
    """Measure what a picture costs: decoding, a look when nothing moved, a reading when settled, one anew."""
    raw = np.fromfile(picture, np.uint8)
    image = load(str(picture))
    again = Again(reader)
    watcher, at = Watcher(again), [0]

    def step() -> None:
        at[0] += 1
        now = Instant(at[0] * 66_666_667)
        watcher.feed(Frame(image, Span(now, now), at[0], Stamp.MEDIA))

    for _ in range(30):
        step()
    timed = _timed(
        lambda: cv2.imdecode(raw, cv2.IMREAD_COLOR),
        step,
        lambda: again.read(image),
        lambda: reader.read(image),
    )
    fresh = _fresh(picture, reader.game)
    models = sum(p.stat().st_size for p in (Path(str(files("vision"))) / "models").glob("*.onnx"))
    decode, still, settled, new = timed
    ratios = still / decode, settled / decode, new / decode
    size = image.shape[1], image.shape[0]
    return Speed(picture.name, size, count, 1e3 * decode, *ratios, *fresh, models / 1e6)


def _timed(*works: Callable[[], object]) -> list[float]:
    """Time pieces of work in turns, so that a busy machine is busy for all; gives the middle times in s."""
    times: list[list[float]] = [[] for _ in works]
    for _ in range(MEASURED):
        for k, work in enumerate(works):
            begun = process_time()
            work()
            times[k].append(process_time() - begun)
    return [median(own) for own in times]


_CHILD = """
import json, resource, sys, tabletop
tabletop.main(["read", "--json", "--game", sys.argv[2], sys.argv[1]])
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({"kb": used.ru_maxrss, "cpu": used.ru_utime + used.ru_stime}))
"""


def _fresh(picture: Path, game: str) -> tuple[float, float, float]:
    """Start anew and read one picture: seconds until the answer, those of the processor, most memory (MB)."""
    begun = perf_counter()
    words = [sys.executable, "-c", _CHILD, str(picture.resolve()), game]
    done = subprocess.run(words, capture_output=True, text=True, env=os.environ, check=False)
    took = perf_counter() - begun
    lines = done.stdout.splitlines()
    if done.returncode or not lines:
        return took, float("nan"), float("nan")
    used = json.loads(lines[-1])
    return took, float(used["cpu"]), used["kb"] / 1024
