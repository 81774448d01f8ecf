"""Looks at a table once more as if from straight above, where the camera looks at it at a slant.

Then a row's cards lean outwards at its ends, and those at the far end are smaller: a 1 that leans as a 7 does
is read as one. The cards themselves say how the camera looks: they lie side by side in one plane and are all
of one size, so the turn of the camera is sought after which all stand parallel and are equally tall (parallel
lines and equal lengths tell a plane's vanishing line: Hartley and Zisserman, Multiple View Geometry, ch. 8).
What the turned camera would have seen is looked at beside the picture itself.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import atan2, ceil, cos, hypot, pi, radians, sin, sqrt, tan

import cv2
import numpy as np

from companion.evidence import Point
from vision.looks.warped import Floats, Warped, mapped
from vision.prints.finder import CardHint, Detections

FIELD = radians(62)
"""How wide the camera is taken to see along the longer side of its picture, as a Pi's does; any from 45 to 80
degrees would do."""

SLANTED = radians(20)
"""A camera turned away from straight above by less needs no such look: of 150 drawn rows seen at up to 27
degrees as many were right with it as without; of 150 at 25 to 50 degrees 136 instead of 132, and 2 numbers of
some 800 were wrong instead of 7."""

SEEN, ENOUGH = 0.4, 6
"""So many opinions about cards that have this score (0-1) say how the camera looks."""

LEAN, GROWTH, USUAL = 0.06, 0.12, 0.25
"""How far a card is seen turned (radians) and too tall (logarithm) though it lies like the others, and how
far cameras are turned (radians)."""

STEPS, CONVERGED, PROBE = 12, 1e-3, 1e-3
"""At most so many steps lead to the turn; one of less (radians) is the last; so far is felt for the slope."""

FARTHEST_STEP, DAMPING = 0.2, 1e-2
"""Levenberg and Marquardt's: no step is longer (radians), and how cautious the first is."""

FANNED = 0.5
"""Where the row itself bends by more than this share of what its cards turn, they lie in a fan. Of 90 drawn
fans 79 were read right so, and 75 where they were taken for slanted rows."""

ROOM = 0.6
"""Card heights of room around all that was found."""

LARGEST = 1.5
"""What is seen from above has no more than so many times the picture's pixels."""

SHALLOW = 0.25
"""Where the farthest card is farther off than the nearest by more than this ratio, it is near the horizon."""

AROUND = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
"""The corners of a square around a spot."""


def above(finding: Detections, size: tuple[int, ...]) -> Warped | None:
    """Say how what was found in a picture (its height, its width) is seen from above.

    None where too little says how the camera looks, where it looks from above already, and where cards lie in
    a fan: they lean, too, but a slanted view leaves a straight row straight.
    """
    hints = [*(p.card for p in finding.prints), *finding.cards]
    clear = [hint for hint in hints if hint.score >= SEEN]
    if len(clear) < ENOUGH:
        return None
    if _fan([hint.centre for hint in clear], [hint.up for hint in clear]) > FANNED:
        return None
    turn = _turn(_Lying.of(clear, size))
    return _view(_turned(turn, size), [*hints, *finding.passes], size) if hypot(*turn) >= SLANTED else None


@dataclass(frozen=True, slots=True)
class _Lying:
    """How N cards are seen to lie: spots on them, where up is from there (N, 2), what each counts (N)."""

    at: Floats
    up: Floats
    weight: Floats
    size: tuple[int, ...]

    @classmethod
    def of(cls, hints: Iterable[CardHint], size: tuple[int, ...]) -> "_Lying":
        x, y, up, height, score = np.array([(*h.seen, h.up, h.height, h.score) for h in hints]).T
        way = np.column_stack([np.sin(up), -np.cos(up)])
        # A tenth of the height: from one end of a card to the other a slanted view changes already.
        return cls(np.column_stack([x, y]), way * (height / 10)[:, None], np.sqrt(score), size)

    def misfit(self, turn: Floats) -> Floats:
        """Give what speaks against a turn of the camera about the picture's axes (radians), to be squared."""
        homography = _turned(turn, self.size)
        up = mapped(homography, self.at + self.up) - mapped(homography, self.at - self.up)
        lean, grown = np.arctan2(up[:, 0], -up[:, 1]), np.log(np.hypot(up[:, 0], up[:, 1]))
        _, leant = _leaning(lean, self.weight)
        off = np.concatenate([leant / LEAN, (grown - np.median(grown)) / GROWTH])
        return np.concatenate([np.tile(self.weight, 2) * _tolerant(off), turn / USUAL])


def _leaning(ups: Floats, weights: Floats) -> tuple[float, Floats]:
    """Give the axis that N cards share, on their heads or not, and by how much each leans (radians)."""
    axis = atan2(weights @ np.sin(2 * ups), weights @ np.cos(2 * ups)) / 2
    return axis, (ups - axis + pi / 2) % pi - pi / 2


def _fan(centres: Sequence[Point], ups: Sequence[float]) -> float:
    """Give how far a row bends with its cards: 1 where these lie fanned out, about 0 where it is straight."""
    axis, leant = _leaning(np.array(ups), np.ones(len(ups)))
    off = np.array(centres) - np.mean(centres, axis=0)
    off /= np.hypot(off[:, 0], off[:, 1]).max() + 1e-9
    along, across = off @ (cos(axis), sin(axis)), off @ (sin(axis), -cos(axis))
    turning = np.linalg.lstsq(np.column_stack([np.ones_like(along), along]), leant, rcond=None)[0][1]
    bend = np.linalg.lstsq(np.column_stack([np.ones_like(along), along, along**2]), across, rcond=None)[0][2]
    return float(-2 * bend / turning) if abs(turning) > 1e-6 else 0.0


def _turn(lying: _Lying) -> Floats:
    """Seek the turn of the camera (2) after which cards stand parallel and are equally tall."""
    turn, damping = np.zeros(2), DAMPING
    misfit = lying.misfit(turn)
    for _ in range(STEPS):
        slope = np.stack([(lying.misfit(turn + probe) - misfit) / PROBE for probe in np.eye(2) * PROBE], 1)
        step = np.linalg.solve(slope.T @ slope + damping * np.eye(2), -slope.T @ misfit)
        tried = turn + np.clip(step, -FARTHEST_STEP, FARTHEST_STEP)
        left = lying.misfit(tried)
        if left @ left < misfit @ misfit:
            turn, misfit, damping = tried, left, damping / 3
        else:
            damping *= 10
        if np.abs(step).max() < CONVERGED:
            break
    return turn


def _tolerant(off: Floats) -> Floats:
    """Make what is farther off than 1 count less, once squared: in proportion (Huber)."""
    far = np.abs(off)
    return np.asarray(np.sign(off) * np.where(far < 1, far, np.sqrt(np.maximum(2 * far - 1, 0))))


def _turned(turn: Floats, size: tuple[int, ...]) -> Floats:
    """Give the homography (3, 3) from a picture to the one that the camera would take when turned."""
    high, wide = size[:2]
    focal = max(high, wide) / 2 / tan(FIELD / 2)
    lens = np.array([(focal, 0, wide / 2), (0, focal, high / 2), (0, 0, 1)])
    rotation, _ = cv2.Rodrigues(np.array([*turn, 0.0]))
    return np.asarray(lens @ rotation @ np.linalg.inv(lens))


def _view(homography: Floats, hints: Iterable[CardHint], size: tuple[int, ...]) -> Warped | None:
    """Give the part of the turned picture that shows all hints, where their middle is as large as it was.

    None where one would be on the horizon.
    """
    around = [np.array(hint.quad)[:, None] + ROOM * hint.height * AROUND for hint in hints]
    spots = np.clip(np.concatenate(around).reshape(-1, 2), 0, (size[1] - 1, size[0] - 1))
    near = np.column_stack([spots, np.ones(len(spots))]) @ homography[2]
    if near.min() < SHALLOW * near.max():
        return None
    middle = spots.mean(axis=0) + AROUND
    grown = sqrt(_area(middle) / _area(mapped(homography, middle)))
    there = mapped(homography, spots) * grown
    (left, top), extent = there.min(axis=0), np.ptp(there, axis=0)
    smaller = min(1.0, sqrt(LARGEST * size[0] * size[1] / float(extent.prod())))
    place = np.array([(1.0, 0, -left), (0, 1, -top), (0, 0, 1 / smaller)]) @ np.diag([grown, grown, 1.0])
    wide, high = (ceil(side * smaller) for side in extent)
    return Warped(place @ homography, (wide, high))


def _area(quad: Floats) -> float:
    return float(cv2.contourArea(quad.astype(np.float32)))
