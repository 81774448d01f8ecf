"""Photographed surfaces for what lies under cards: the textures of two games that Debian packs.

What `training.table` draws is all of one hand, and quiet; wood with knots, tiles with joints, worn metal and
patterned carpets hold corners and rings that a net takes for cards when it has seen none of them. The
packages are nexuiz-textures and ufoai-textures. Without them nothing is taken from here, and all tops are
drawn.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile
from zlib import crc32

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image

Picture = NDArray[np.uint8]
ARCHIVES = (
    Path("/usr/share/games/nexuiz/data/textures.pk3"),
    Path("/usr/share/games/ufoai/base/0textures.pk3"),
)

KEPT_ASIDE = 5
"""One in so many kinds of surface is learnt by no net, so that there are some to measure with."""

LEAST, FLAT, DARK = 200, 5.0, 12.0
"""A texture has sides of so many pixels, so much spread and so much light, or it shows nothing."""

TRIES = 20
"""So many textures are looked at, at the most, for one that shows something."""

NO_SURFACE = re.compile(
    r"sign|logo|num|poster|screen|font|text\d|banner|sky|_(norm|gloss|nm|bump|glow|luma|local|spec|reflect)"
    r"|_(shirt|pants|gl|h)\.|alpha|decal|flag|monitor|clock|map"
)
"""Names of what bears writing, or is no picture of a surface but of how it shines."""


class Texture(NamedTuple):
    """One texture: the archive it is in, and its name there."""

    archive: Path
    name: str


@lru_cache(maxsize=1)
def textures() -> Sequence[Texture]:
    """Give the surfaces to learn from; none where the packages are not there."""
    some = [Texture(a, n) for a in ARCHIVES if a.exists() for n in sorted(ZipFile(a).namelist())]
    return [t for t in some if _is_surface(t.name) and crc32(_kind(t.name).encode()) % KEPT_ASIDE]


def _is_surface(name: str) -> bool:
    """Tell whether a texture of that name belongs on walls and floors: those lie in folders of their own."""
    short = name.lower().removeprefix("textures/")
    return "/" in short and short.endswith((".jpg", ".png", ".tga")) and not NO_SURFACE.search(short)


def _kind(name: str) -> str:
    """Give what the variants of one texture share: the name without what tells them apart at its end."""
    return re.sub(r"[-_\d]*[a-z]?$", "", Path(name).stem.lower())


def any_surface(rng: Generator, size: tuple[int, int]) -> Picture | None:
    """Give a picture (H, W, 3), BGR, full of one surface, at any scale; None where there is no texture."""
    some = textures()
    tried = (_opened(some[int(rng.integers(len(some)))]) for _ in range(TRIES if some else 0))
    if (one := next((one for one in tried if one is not None), None)) is None:
        return None
    scale = float(np.exp(rng.uniform(np.log(250), np.log(1100)))) / max(one.shape[:2])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    one = np.asarray(cv2.resize(one, None, fx=scale, fy=scale, interpolation=how), np.uint8)
    one = one.transpose(1, 0, 2) if rng.random() < 0.5 else one
    full = np.tile(one, (size[0] // one.shape[0] + 1, size[1] // one.shape[1] + 1, 1))[: size[0], : size[1]]
    return _lit(rng, full) if rng.random() < 0.5 else np.ascontiguousarray(full)


def _lit(rng: Generator, picture: Picture) -> Picture:
    """Make a picture about as bright as tables are: those of games are mostly dark."""
    gain = rng.uniform(60, 150) / max(20.0, float(picture.mean()))
    return np.clip(picture * np.float32(gain), 0, 255).astype(np.uint8)


@lru_cache(maxsize=2)
def _archive(path: Path) -> ZipFile:
    return ZipFile(path)


def _opened(texture: Texture) -> Picture | None:
    """Give a texture (H, W, 3), BGR; None where it shows nothing or cannot be read."""
    try:
        with Image.open(BytesIO(_archive(texture.archive).read(texture.name))) as image:
            picture = np.asarray(image.convert("RGB"), np.uint8)[..., ::-1]
    except (OSError, SyntaxError, ValueError):
        return None
    shows = min(picture.shape[:2]) >= LEAST and picture.std() >= FLAT and picture.mean() >= DARK
    return np.ascontiguousarray(picture) if shows else None
