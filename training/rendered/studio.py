"""Renders the scene that was built, spoils the picture as a camera does, and writes it with its truth."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.random import Generator
from PIL import Image

from training.rendered import blender, camera, truth
from training.rendered.truth import Laid


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture to take: its name, its seed, its width and height, whether there is little light."""

    name: str
    seed: int
    size: tuple[int, int]
    dim: bool


@dataclass(frozen=True, slots=True)
class Studio:
    """Where pictures go, where files that nobody needs afterwards, and on how many threads it works."""

    folder: Path
    scratch: Path
    threads: int = 1

    def has(self, name: str) -> bool:
        """Say whether a picture was taken already."""
        return (self.folder / f"{name}.json").exists()

    def photograph(
        self,
        shot: Shot,
        rng: Generator,
        laid: Sequence[Laid],
        facts: Mapping[str, Any],
        by_number: bool = True,
    ) -> None:
        """Write the scene's picture as NAME.jpg, and last of all its truth as NAME.json.

        ``laid``: the cards that the truth tells of; ``facts``: what it says besides; ``by_number``: see
        `truth.told`.
        """
        blender.set_up(shot.size, self.threads, shot.seed)
        blender.render(self.scratch / "picture.png")
        rendered = np.asarray(Image.open(self.scratch / "picture.png").convert("RGB"))
        image, moved = camera.develop(rng, rendered, shot.dim)
        image.save(self.folder / f"{shot.name}.jpg", quality=camera.quality(rng))
        told = truth.told(laid, truth.owners(laid, self.scratch / "owners.png"), by_number)
        conditions = {**facts["conditions"], "motion_blur_px": moved}
        whole = {**facts, "resolution": list(shot.size), "cards": told, "conditions": conditions}
        (self.folder / f"{shot.name}.json").write_text(json.dumps(whole, indent=1) + "\n")
