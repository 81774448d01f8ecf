"""Writes recordings of whole games with their truth: hands, jumps, nudges, quick cards, drifting light.

python -m training.recording FOLDER FIRST_SEED COUNT [ACTS] [calm]

Writes of each seed NNNN.mp4, NNNN.jsonl (what happens when), NNNN.record.jsonl (the acts), NNNN.presses.jsonl
and NNNN.meta.json. ffmpeg does the encoding. ``calm``: one clear deck seen from above, and hands that come
one after the other, but for the jumps.
"""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from training import camera
from training.recording_draw import Stage
from training.recording_parts import CALM, CARD_MM, LIVELY, Manner, Setting
from training.recording_plan import Director

SIZE = (1280, 720)
RATES = (15, 15, 25, 30)
UPRIGHT = 1.25
"""From above, what lies near looks at most so many times as large as what lies far."""


def setting_of(rng: np.random.Generator, manner: Manner) -> tuple[Setting, NDArray[np.float64]]:
    """Choose camera, row and pace; gives them with the map from table millimetres to pixels."""
    if manner is CALM:
        return _calm(rng)
    unit = float(rng.uniform(140, 235))
    scale = unit / CARD_MM[1]
    ground = camera.view(rng, (SIZE[1], SIZE[0]), scale)

    def project(p: tuple[float, float]) -> tuple[float, float]:
        x, y = cv2.perspectiveTransform(np.array([[p]], np.float64), ground)[0, 0]
        return float(x), float(y)

    away = np.pi if rng.random() < 0.25 else 0.0
    heading = away + rng.normal(0, 0.05)
    stride = CARD_MM[0] * float(
        rng.choice(
            [rng.uniform(0.36, 0.6), rng.uniform(0.6, 0.95), rng.uniform(1.02, 1.12)], p=[0.5, 0.3, 0.2]
        )
    )
    reach = (SIZE[0] / 2 - 0.5 * unit) / scale * 0.96
    offset = rng.uniform(0.24, 0.3) * SIZE[1] / scale * rng.choice([-1, 1])
    side = -1.0 if away else 1.0
    start = (-reach * side * 0.97, offset)
    room = max(3, int(reach * 1.9 / stride))
    beside = (-1.0 if offset > 0 else 1.0) * side * min(126.0, 1.06 * SIZE[1] / 2 / scale + 0 * unit)
    fps = int(rng.choice(RATES))
    return Setting(SIZE, unit, project, fps, start, heading, stride, room, beside), ground


def _calm(rng: np.random.Generator) -> tuple[Setting, NDArray[np.float64]]:
    """Choose a camera that sees all of the row and what lies beside it from above, and large."""
    unit = float(rng.uniform(190, 240))
    scale = unit / CARD_MM[1]
    away = np.pi if rng.random() < 0.25 else 0.0
    side = -1.0 if away else 1.0
    stride = CARD_MM[0] * float(rng.uniform(0.38, 0.6))
    offset = rng.uniform(0.2, 0.24) * SIZE[1] / scale * rng.choice([-1, 1])
    reach = (SIZE[0] / 2 - 0.6 * unit) / scale * 0.9
    beside = (-1.0 if offset > 0 else 1.0) * side * 1.2 * CARD_MM[1]
    ground = camera.view(rng, (SIZE[1], SIZE[0]), scale)
    while slant(ground) > UPRIGHT or not _inside(ground, reach, offset, offset + beside * side):
        ground = camera.view(rng, (SIZE[1], SIZE[0]), scale)

    def project(p: tuple[float, float]) -> tuple[float, float]:
        x, y = cv2.perspectiveTransform(np.array([[p]], np.float64), ground)[0, 0]
        return float(x), float(y)

    room = max(3, int(reach * 1.9 / stride))
    start = (-reach * side, offset)
    heading = away + float(rng.normal(0, 0.03))
    return Setting(SIZE, unit, project, RATES[0], start, heading, stride, room, beside, CALM), ground


def _inside(ground: NDArray[np.float64], reach: float, *offsets: float) -> bool:
    """Say whether cards at the ends of lines at these offsets (mm) lie wholly in the picture."""
    x, y = reach + CARD_MM[0] / 2, CARD_MM[1] / 2
    ends = [(s * x, offset + t * y) for offset in offsets for s in (-1, 1) for t in (-1, 1)]
    found = cv2.perspectiveTransform(np.array([ends], np.float64), ground)[0]
    return bool((found > 8).all() and (found < np.array(SIZE) - 8).all())


def slant(ground: NDArray[np.float64]) -> float:
    """Say how many times as large things look near the camera as at the table's other end (1 or more)."""
    ends = np.array([[(-50, -150), (50, -150), (-50, 150), (50, 150)]], np.float64)
    a, b, c, d = cv2.perspectiveTransform(ends, ground)[0]
    far, near = sorted((float(np.hypot(*(b - a))), float(np.hypot(*(d - c)))))
    return near / far


def save(folder: Path, seed: int, acts: int, manner: Manner = LIVELY) -> None:
    """Plan, draw and write the recording of a seed."""
    rng, chance = np.random.default_rng((77, seed)), Random(seed)
    setting, ground = setting_of(rng, manner)
    players = chance.choice((2, 3, 4, 4, 5))
    plan = Director(chance, setting, players, acts, presses=chance.random() < 0.6).direct()
    stage = Stage(rng, setting, plan, ground)
    stem = folder / f"{seed:04}"
    write_lines(stem.with_suffix(".jsonl"), plan.events)
    head = {"game": "fifty-fifty", "players": list(plan.players), "starter": plan.starter}
    write_lines(folder / f"{seed:04}.record.jsonl", [head, *plan.record])
    write_lines(folder / f"{seed:04}.presses.jsonl", plan.presses)
    meta = {
        "fps": setting.fps,
        "names": list(plan.players),
        "unit": setting.unit,
        "stride": setting.stride,
        "seconds": plan.seconds,
    }
    if seed % 4 or manner is CALM:
        meta["seats"] = list(plan.seats)
    (folder / f"{seed:04}.meta.json").write_text(json.dumps(meta) + "\n")
    encode(stem.with_suffix(".mp4"), stage.frames(), setting.fps)


def write_lines(path: Path, lines: list[Mapping[str, Any]] | list[dict[str, Any]]) -> None:
    """Write JSON objects, one a line."""
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def encode(path: Path, frames: Iterator[NDArray[np.uint8]], fps: int) -> None:
    """Hand the frames to ffmpeg."""
    size = f"{SIZE[0]}x{SIZE[1]}"
    command = (
        f"ffmpeg -v error -y -f rawvideo -pix_fmt bgr24 -s {size} -r {fps} -i - "
        f"-c:v libx264 -threads 1 -preset ultrafast -crf 22 -pix_fmt yuv420p"
    )
    with subprocess.Popen([*command.split(), str(path)], stdin=subprocess.PIPE) as encoder:
        assert encoder.stdin
        for frame in frames:
            encoder.stdin.write(frame.tobytes())
        encoder.stdin.close()
        if encoder.wait():
            raise SystemExit(f"{path}: ffmpeg failed")


if __name__ == "__main__":
    cv2.setNumThreads(1)
    where, first, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    where.mkdir(parents=True, exist_ok=True)
    for n in range(first, first + count):
        save(where, n, int(sys.argv[4]) if len(sys.argv) > 4 else 30, CALM if "calm" in sys.argv else LIVELY)
        print("recording", n, flush=True)
