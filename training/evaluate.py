"""Measures finder and reader on a folder of pictures with ground truth (one .json beside each .jpg or .png).

    python -m training.evaluate FOLDER [--least P] [--show N]

Wanted of each file: `cards`, each with `kind`, `value`, `quad` (tl, tr, br, bl) and `index_visible`.
"""

import argparse
import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.looks.distance import glance
from vision.prints.digits import JUNK, read
from vision.prints.finder import Detections, Print


@dataclass(slots=True)
class Tally:
    """Counts over all pictures."""

    wanted: int = 0
    found: int = 0
    right: int = 0
    claims: int = 0
    wrong: int = 0
    off_card: int = 0
    passes: int = 0
    passes_found: int = 0
    passes_claimed: int = 0
    passes_wrong: int = 0
    way_off: list[float] = field(default_factory=list)
    turned_off: list[float] = field(default_factory=list)
    find_ms: list[float] = field(default_factory=list)
    read_ms: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def inside(card: dict[str, Any], p: tuple[float, float]) -> bool:
    """Tell whether a point lies on a card, a little slack at its edge."""
    quad = np.array(card["quad"], np.float32)
    return cv2.pointPolygonTest(quad, (float(p[0]), float(p[1])), True) > -3


def values_of(cards: list[dict[str, Any]]) -> list[Any]:
    """Give the cards' numbers."""
    return [c["value"] for c in cards]


def judge(
    tally: Tally, name: str, cards: list[dict[str, Any]], finding: Detections, values: Any, least: float
) -> None:
    """Count one picture."""
    claims = [
        (p, int(v[:JUNK].argmax()), float(v[:JUNK].max()))
        for p, v in zip(finding.prints, values, strict=True)
    ]
    sure = [(p, v, q) for p, v, q in claims if q >= least and v != JUNK]
    for p, v, q in sure:
        under = [c for c in cards if inside(c, p.centre)]
        tally.claims += 1
        if all(c["value"] != v for c in under):
            tally.wrong += 1
            tally.off_card += not under
            tally.notes.append(
                f"{name}: {v} ({q:.2f}) at {p.centre[0]:.0f},{p.centre[1]:.0f} on {values_of(under)}"
            )
    for c in (c for c in cards if c["kind"] == "number" and c["index_visible"]):
        own = [(p, v) for p, v, _ in sure if inside(c, p.centre)]
        good = [p for p, v in own if v == c["value"]]
        tally.wanted += 1
        tally.found += any(inside(c, p.centre) for p in finding.prints)
        tally.right += bool(good)
        if good:
            _vote(tally, c, good[0])
        else:
            tally.notes.append(
                f"{name}: misses {c['value']} of {c.get('index_px')} px, says {[v for _, v in own]}"
            )
    _passes(tally, name, cards, finding)


def _vote(tally: Tally, card: dict[str, Any], p: Print) -> None:
    """Compare the card that a right print votes for with the real one."""
    quad = np.array(card["quad"])
    high = float(np.linalg.norm((quad[0] + quad[1] - quad[2] - quad[3]) / 2))
    tally.way_off.append(float(np.linalg.norm(quad.mean(0) - p.card.centre)) / high)
    north = quad[0] + quad[1] - quad[2] - quad[3]
    gap = p.card.up - np.arctan2(north[0], -north[1])
    tally.turned_off.append(abs(float(np.degrees(np.arctan2(np.sin(gap), np.cos(gap))))))


def _passes(tally: Tally, name: str, cards: list[dict[str, Any]], finding: Detections) -> None:
    seen = [h for h in finding.passes if h.score > 0.4]
    for c in (c for c in cards if c["kind"] == "pass" and c["index_visible"]):
        tally.passes += 1
        if any(inside(c, h.seen) for h in seen):
            tally.passes_found += 1
        else:
            tally.notes.append(f"{name}: misses a pass")
    tally.passes_claimed += len(seen)
    for h in seen:
        if not any(inside(c, h.seen) and c["kind"] == "pass" for c in cards):
            tally.passes_wrong += 1
            tally.notes.append(f"{name}: no pass at {h.seen[0]:.0f},{h.seen[1]:.0f} ({h.score:.2f})")


def measure(folder: Path, least: float) -> Tally:
    """Run both nets over a folder."""
    tally = Tally()
    for path in sorted(folder.glob("*.json")):
        picture = next((p for e in (".jpg", ".png") if (p := path.with_suffix(e)).exists()), None)
        image = cv2.imread(str(picture)) if picture else None
        if image is None:
            continue
        begin = time.perf_counter()
        finding = glance(np.asarray(image, np.uint8)).finding
        middle = time.perf_counter()
        values = read(np.asarray(image, np.uint8), finding.prints)
        tally.read_ms.append(1e3 * (time.perf_counter() - middle))
        tally.find_ms.append(1e3 * (middle - begin))
        judge(tally, path.stem, json.loads(path.read_text())["cards"], finding, values, least)
    return tally


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--least", type=float, default=0.6)
    parser.add_argument("--show", type=int, default=0)
    asked = parser.parse_args()
    t = measure(asked.folder, asked.least)
    print("\n".join(t.notes[: asked.show]))
    print(f"cards: print found {share(t.found, t.wanted)}, read right {share(t.right, t.wanted)}")
    print(f"prints: right {share(t.claims - t.wrong, t.claims)}, wrong ones off any card: {t.off_card}")
    print(f"passes: found {share(t.passes_found, t.passes)}, wrong {share(t.passes_wrong, t.passes_claimed)}")
    print(f"card voted for: off by {spread(t.way_off)} heights, turned by {spread(t.turned_off)} degrees")
    print(f"find {spread(t.find_ms)} ms, read {spread(t.read_ms)} ms a picture, one thread")


def share(part: int, whole: int) -> str:
    """Say a share in words."""
    return f"{part}/{whole} = {100 * part / max(1, whole):.1f} %"


def spread(values: list[float]) -> str:
    """Say the median and the 95th percentile."""
    return f"{np.median(values or [0]):.3f} (95 %: {np.percentile(values or [0], 95):.3f})"


if __name__ == "__main__":
    main()
