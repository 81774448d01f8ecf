"""The live bench: ages, delays and costs of a short recording drawn here."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.evidence import SeenCard, Side
from tests.vision.stage import Stage, StageReader
from vision.bench.watch import BARS, OwnCore, as_lines, measure
from vision.frame import Image


class Blind:
    """A reader that finds nothing."""

    def read(self, image: Image) -> tuple[SeenCard, ...]:
        return ()


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bench") / "short.avi"
    stage = Stage()
    stage.rest(6)
    stage.lay("40", (260.0, 120.0), Side.SOUTH)
    stage.rest(10)
    assert StageReader(stage).calls == 0
    size = (stage.frames[0][0].shape[1], stage.frames[0][0].shape[0])
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30, size)
    for image, _ in stage.frames:
        writer.write(np.asarray(image))
    writer.release()
    return path


def test_all_figures_are_measured(recording: Path) -> None:
    said: list[str] = []
    speed = measure(recording, 2, said.append, Blind())
    assert speed.frames > 0
    assert speed.left_out >= 0
    assert 0 <= speed.usual_ms <= speed.oldest_ms
    assert speed.still_ms > 0
    assert speed.decode_ms > 0
    assert speed.hours == pytest.approx(2 * (1 + 29 / 30) / 3600, rel=0.5)
    assert speed.grown_mb < BARS["grown_mb"]
    assert len(as_lines(speed)) == len(BARS)
    assert len(said) == 2


def test_a_core_of_its_own_jumps_over_waiting() -> None:
    wall = OwnCore()
    before = wall.now()
    wall.wait(5_000_000_000)
    wall.wait(-1)
    assert 5_000_000_000 <= wall.now() - before < 6_000_000_000
