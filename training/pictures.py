"""Writes drawn scenes as pictures with their truth beside them, for tests and for `training.evaluate`.

python -m training.pictures FOLDER FIRST_SEED COUNT [WIDTH]
"""

import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from training.scene import Scene, compose, forget_tops

WHOLE, LEGIBLE = 0.97, 11.0  # the share and the digit height from which a print ought to be read
PASS_SEEN = 0.3


def truth(scene: Scene, scale: float) -> dict[str, Any]:
    """Say what lies in a scene, in pixels of the picture scaled by `scale`."""
    cards = []
    for k, (card, quad) in enumerate(zip(scene.cards, scene.quads, strict=True)):
        own = scene.prints[scene.prints[:, 7] == k]
        prints = [_print(p, scale) for p in own]
        legible = any(p["visible"] >= WHOLE and p["height"] >= LEGIBLE * scale for p in prints)
        cards.append(
            {
                "kind": "pass" if card[8] else "number",
                "value": None if card[8] else int(card[10]),
                "quad": [[round(float(v) * scale, 1) for v in corner] for corner in quad],
                "index_visible": bool(card[5] >= PASS_SEEN) if card[8] else legible,
                "prints": prints,
            }
        )
    return {"cards": cards}


def _print(p: Any, scale: float) -> dict[str, float]:
    x, y, high = (round(float(v) * scale, 1) for v in p[:3])
    return {"x": x, "y": y, "height": high, "up": round(float(p[3]), 3), "visible": round(float(p[4]), 2)}


def save(folder: Path, seed: int, width: int) -> None:
    """Draw the scene of a seed and write it as NNNN.jpg and NNNN.json."""
    forget_tops()
    scene = compose(np.random.default_rng((99, seed)))
    high, wide = scene.image.shape[:2]
    scale = width / wide
    image = cv2.resize(scene.image, (width, round(high * scale)), interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(folder / f"{seed:04}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 88])
    (folder / f"{seed:04}.json").write_text(json.dumps(truth(scene, scale), indent=1) + "\n")


if __name__ == "__main__":
    where, first, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    where.mkdir(parents=True, exist_ok=True)
    for n in range(first, first + count):
        save(where, n, int(sys.argv[4]) if len(sys.argv) > 4 else 1280)
