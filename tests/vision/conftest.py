"""What several tests of the eye listen to."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.prints import digits
from vision.prints.nets import FloatArray


@pytest.fixture
def nets_asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Every question to a net that reads numbers, as it is put: which net, and about how many crops."""
    asked: list[tuple[str, int]] = []
    scores = digits._scores

    def heard(net: str, crops: Sequence[NDArray[np.uint8]]) -> FloatArray:
        asked.append((net, len(crops)))
        return scores(net, crops)

    monkeypatch.setattr(digits, "_scores", heard)
    return asked
