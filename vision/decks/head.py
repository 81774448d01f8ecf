"""Teaches the digit net's last layer one deck: its own prints, and every number drawn in its font.

The deck's numbers are drawn into real cuts of it in place of what stands there, so paper, edges, neighbours
and light are the deck's own; halves of numbers, numbers beside the crop's middle and numbers upside down
teach what is none.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from vision.cards.decode import upside_down
from vision.decks.crops import DIGITS, WIDE, Bytes, Sample, crop, developed, jittered
from vision.decks.glyphs import Font, Inked, apart, font_of, is_turnable, joined, written
from vision.decks.trunk import Trunk
from vision.prints.digits import CLASSES, JUNK
from vision.prints.nets import FloatArray

DRAWN, REAL, NONE = 8, 4, 6
"""Crops a value and a sort of print: drawn ones, ones of each real print, and ones of what is no number."""

LEAST = 4
"""From fewer prints than this that can be cut apart, nothing is drawn."""

STEPS, BATCH, RATE = 160, 192, 5e-4
"""Of the learning: Adam steps, crops a step, and step size. Larger steps learn the few prints by heart."""

HOLD = 2e-4
"""How strongly the last layer is held to what it was."""


Cut = tuple[Sample, Inked]
"""A print, and how it is cut apart."""


@dataclass(frozen=True, slots=True, eq=False)
class Head:
    """A last layer that knows one deck: ``weights`` (D, 111), ``bias`` (111,), and what it was taught."""

    weights: FloatArray
    bias: FloatArray
    known: FloatArray  # (111,), 1 for what it was taught


@dataclass(slots=True, eq=False)
class TrainingSet:
    """Crops and what they say; it grows."""

    crops: list[Bytes]
    classes: list[int]

    def add(self, one: Bytes, value: int) -> None:
        """Take a crop in."""
        self.crops.append(one)
        self.classes.append(value)


def training_set(
    rng: Generator, samples: Sequence[Sample], numbers: Sequence[int], effort: float = 1.0
) -> TrainingSet:
    """Make the crops that teach a deck with these numbers from what was seen of it; fewer for less effort."""
    out = TrainingSet([], [])
    for sample in samples:
        for _ in range(REAL if sample.value != JUNK else 2):
            out.add(developed(rng, jittered(rng, sample.cut)), sample.value)
    for inked, font in sorts(samples):
        for value in (v for v in numbers if font.can_write(v)):
            _practise(rng, out, (inked, font), value, effort)
    return out


def sorts(samples: Sequence[Sample]) -> list[tuple[list[Cut], Font]]:
    """Sort the prints that can be cut apart into the small and the large ones, each with its font."""
    groups = [[(s, i) for s in samples if s.large is large and (i := _apart(s))] for large in (False, True)]
    fonts = [font_of(group) for group in groups]
    return [
        (group, joined(font, other))
        for group, font, other in zip(groups, fonts, reversed(fonts), strict=True)
        if len(group) >= LEAST
    ]


def _apart(sample: Sample) -> Inked | None:
    return apart(sample.cut, len(str(sample.value))) if sample.value != JUNK else None


def _practise(
    rng: Generator, out: TrainingSet, sort: tuple[Sequence[Cut], Font], value: int, effort: float
) -> None:
    """Add one number as the deck prints it, and what is left of it where it is not whole."""
    inked, font = sort
    ink = written(font, value)
    for _ in range(max(1, round(DRAWN * effort))):
        out.add(developed(rng, jittered(rng, drawn(rng, inked, ink))), value)
    for _ in range(max(1, round(NONE * effort))):
        out.add(developed(rng, _none(rng, inked, ink, value, font)), JUNK)


def drawn(rng: Generator, inked: Sequence[Cut], ink: FloatArray) -> Bytes:
    """Draw a number into a real cut, in place of the one that stands there."""
    sample, old = inked[int(rng.integers(len(inked)))]
    ground = wiped(sample.cut, old)
    place = np.array([[1, 0, rng.normal(0, 0.5)], [0, np.exp(rng.normal(0, 0.02)), rng.normal(0, 0.5)]])
    fresh = cv2.warpAffine(ink, place, WIDE)[..., None]
    return np.asarray(np.clip(ground * (1 - fresh) + old.ink * fresh, 0, 255), np.uint8)


def wiped(cut: Bytes, inked: Inked) -> FloatArray:
    """Take the number off a cut: where it stood, the paper around it."""
    hole = cv2.dilate((inked.alpha > 0.08).astype(np.float32), np.ones((5, 5), np.uint8))
    seen = (1 - hole)[..., None]
    light = cut.astype(np.float32)
    far = np.array(inked.paper, np.float32)
    near = cv2.GaussianBlur(light * seen, (0, 0), 6) + 0.02 * far
    share = cv2.GaussianBlur(1 - hole, (0, 0), 6)[..., None] + 0.02
    return np.asarray(np.where(seen > 0, light, near / share), np.float32)


def _none(rng: Generator, inked: Sequence[Cut], ink: FloatArray, value: int, font: Font) -> Bytes:
    """Cut what is no whole number: half covered, beside the middle, of another size, or turned round."""
    cut = drawn(rng, inked, ink)
    way = rng.random()
    if way < 0.5:
        return jittered(rng, _covered(rng, cut, ink, inked))
    if way < 0.75:
        side = float(rng.choice([-1, 1]) * rng.uniform(0.45, 1.0))
        return crop(cut, (side, float(rng.normal(0, 0.3))), float(rng.normal(0, 0.08)))
    if way < 0.85:
        return crop(cut, size=float(rng.choice([rng.uniform(0.4, 0.6), rng.uniform(1.5, 1.7)])))
    turned = upside_down(value)
    if turned is not None and not (font.mark and is_turnable(value)):
        return crop(cut, (float(rng.normal(0, 0.05)), float(rng.choice([-1, 1]) * rng.uniform(0.5, 1.0))))
    return crop(
        cut, turn=float(np.pi + rng.normal(0, 0.1)) if rng.random() < 0.7 else float(rng.uniform(0.8, 2.3))
    )


def _covered(rng: Generator, cut: Bytes, ink: FloatArray, inked: Sequence[Cut]) -> Bytes:
    """Lay another card over a part of a number."""
    columns = np.nonzero(ink.max(axis=0) > 0.5)[0]
    left, right = (int(columns[0]), int(columns[-1])) if len(columns) else (70, 110)
    sample, old = inked[int(rng.integers(len(inked)))]
    over = wiped(sample.cut, old) if rng.random() < 0.5 else np.broadcast_to(old.paper, cut.shape)
    edge = left + (right - left) * rng.uniform(0.1, 0.7)
    lean, x, y = rng.normal(0, 0.08), np.arange(WIDE[0])[None], np.arange(WIDE[1])[:, None] - WIDE[1] / 2
    where = (
        np.clip(x - edge - lean * y + 0.5, 0, 1)
        if rng.random() < 0.8
        else np.clip(edge + lean * y - x + 0.5, 0, 1)
    )
    if rng.random() < 0.15:
        where = np.clip((y - DIGITS * rng.uniform(-0.3, 0.25)) * rng.choice([-1, 1]) + 0.5 + 0 * x, 0, 1)
    share = where[..., None].astype(np.float32)
    shade = 1 - 0.35 * cv2.GaussianBlur(where.astype(np.float32), (0, 0), 2)[..., None] * rng.uniform(0, 1)
    return np.asarray(np.clip(cut * (1 - share) * shade + over * share, 0, 255), np.uint8)


def fitted(rng: Generator, trunk: Trunk, given: TrainingSet, effort: float = 1.0) -> Head:
    """Teach the last layer, beginning with what it knows; in fewer steps for less effort."""
    features = trunk.features(given.crops)
    classes = np.array(given.classes)
    known = np.zeros(CLASSES, np.float32)
    known[classes] = 1
    shut = np.where(known > 0, 0, -1e4).astype(np.float32)
    spread = np.float32(max(float(features.std()), 1e-3))
    weights, bias = trunk.weights.copy(), trunk.bias.copy()
    weights, features, start = weights * spread, features / spread, trunk.weights * spread
    moments = [np.zeros_like(a) for a in (weights, weights, bias, bias)]
    steps = max(20, round(STEPS * effort))
    for step in range(1, steps + 1):
        some = rng.integers(0, len(classes), BATCH)
        x, y = features[some], classes[some]
        odds = _softmax(x @ weights + bias + shut)
        odds[np.arange(BATCH), y] -= 1
        odds /= BATCH
        slope = np.asarray(x.T @ odds + HOLD * (weights - start), np.float32)
        rate = RATE * (1 + np.cos(np.pi * step / steps)) / 2
        weights -= rate * _adam(moments[0], moments[1], slope, step)
        bias -= rate * _adam(moments[2], moments[3], np.asarray(odds.sum(axis=0), np.float32), step)
    return Head(np.asarray(weights / spread, np.float32), np.asarray(bias, np.float32), known)


def _adam(first: FloatArray, second: FloatArray, slope: FloatArray, step: int) -> FloatArray:
    """Give Adam's direction; keeps its two moments in place."""
    first += 0.1 * (slope - first)
    second += 0.01 * (slope * slope - second)
    return np.asarray((first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8), np.float32)


def _softmax(scores: FloatArray) -> FloatArray:
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float32)
