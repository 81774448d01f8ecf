"""What a deck's digits look like: cut out of numbers that were read, and put together to numbers never seen.

A deck is printed in one font. Ten digits, their distances and the mark that tells a 6 from a 9 are enough to
draw every number of it.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.decode import upside_down
from vision.decks.crops import DIGITS, WIDE, Bytes, Sample
from vision.prints.nets import FloatArray

GLYPH, INK = (80, 96), 60
"""Width and height of a digit's picture, and the height of the ink in it, in pixels."""

LEAST_CONTRAST = 24.0
"""Grey levels between ink and paper; less is no clear print."""

MOST_SAMPLES = 9
"""A digit's picture is the middle of at most so many of its clearest prints."""

USUAL_GAP = 0.12
"""Between two digits, in digit heights, where none was measured."""


@dataclass(frozen=True, slots=True, eq=False)
class Inked:
    """A number cut apart: ``alpha`` (120, 180) is how much ink each pixel has, marks included, 0-1.

    ``ink``, ``paper``: their colours, BGR; ``digits``: each digit's box x, y, width, height, from the left.
    ``mark``: what tells 6 from 9: "line", "dot" or "".
    """

    alpha: FloatArray
    ink: FloatArray
    paper: FloatArray
    digits: tuple[tuple[int, int, int, int], ...]
    mark: str

    @property
    def box(self) -> tuple[int, int, int, int]:
        """The box around all digits: left, top, right, bottom."""
        x, y = min(d[0] for d in self.digits), min(d[1] for d in self.digits)
        return x, y, max(d[0] + d[2] for d in self.digits), max(d[1] + d[3] for d in self.digits)


@dataclass(frozen=True, slots=True, eq=False)
class Font:
    """A deck's digits: ``glyphs`` pictures (96, 80) of ink 0-1, ``gaps`` between pairs, in digit heights.

    ``mark``: how the deck marks numbers that read as another one upside down: "line", "dot" or "".
    """

    glyphs: Mapping[str, FloatArray]
    gaps: Mapping[str, float]
    mark: str

    def can_write(self, value: int) -> bool:
        """Say whether all digits of a number are known."""
        return all(d in self.glyphs for d in str(value))


def apart(cut: Bytes, count: int) -> Inked | None:
    """Cut a number of ``count`` digits apart; None when they cannot be told clearly from one another."""
    tone = _toned(cut)
    middle, wide, high = (
        (WIDE[0] // 2, WIDE[1] // 2),
        round((0.5 + 0.55 * count) * DIGITS),
        round(0.85 * DIGITS),
    )
    rows, columns = slice(middle[1] - high, middle[1] + high), slice(middle[0] - wide, middle[0] + wide)
    part = _stretched(tone[rows, columns])
    light = cv2.threshold(part, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1]
    whole = np.zeros(tone.shape, np.uint8)
    found = []
    for mask in (light, 255 - light):
        whole[rows, columns] = mask
        inked = _split(cut, tone, whole, count)
        if inked is not None:
            found.append(inked)
    return min(found, key=lambda i: abs(i.box[3] - i.box[1] - DIGITS)) if found else None


def _stretched(tone: FloatArray) -> Bytes:
    """Stretch tones over all bytes."""
    low, high = float(tone.min()), float(tone.max())
    return np.asarray((tone - low) * (255 / max(high - low, 1.0)), np.uint8)


def _toned(cut: Bytes) -> FloatArray:
    """Reduce a cut to the one tone in which ink and paper differ most (120, 180)."""
    x, y = WIDE[0] // 2, WIDE[1] // 2
    near = cut[y - DIGITS // 2 : y + DIGITS // 2, x - DIGITS : x + DIGITS].reshape(-1, 3).astype(np.float32)
    _, ways = np.linalg.eigh(np.cov((near - near.mean(axis=0)).T))
    return np.asarray(cut.astype(np.float32) @ ways[:, -1].astype(np.float32), np.float32)


def _split(cut: Bytes, tone: FloatArray, mask: Bytes, count: int) -> Inked | None:
    """Find the digits among the blobs of a mask (120, 180)."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    boxes = {i: tuple(int(v) for v in stats[i, :4]) for i in range(1, len(stats))}
    digits = sorted((i for i, b in boxes.items() if _is_digit(b, count)), key=lambda i: boxes[i][0])
    if len(digits) != count or not _in_line([boxes[i] for i in digits]):
        return None
    places = tuple((b[0], b[1], b[2], b[3]) for b in (boxes[i] for i in digits))
    marks = {i: m for i, b in boxes.items() if i not in digits and (m := _mark_of(b, places))}
    kept = np.isin(labels, [*digits, *marks]).astype(np.uint8)
    return _inked(cut, tone, kept, places, next(iter(marks.values()), ""))


def _is_digit(box: tuple[int, ...], count: int) -> bool:
    x, y, w, h = box
    off_x, off_y = abs(x + w / 2 - WIDE[0] / 2), abs(y + h / 2 - WIDE[1] / 2)
    tall = 0.68 * DIGITS < h < 1.4 * DIGITS and w < 1.25 * DIGITS
    return tall and off_y < 0.3 * DIGITS and off_x < (0.25 + 0.45 * count) * DIGITS


def _in_line(boxes: Sequence[tuple[int, ...]]) -> bool:
    """Say whether digits stand on one line, are of one height, and have the print's middle between them."""
    heights, feet = [b[3] for b in boxes], [b[1] + b[3] for b in boxes]
    middle = (boxes[0][0] + boxes[-1][0] + boxes[-1][2]) / 2
    return (
        max(heights) < 1.2 * min(heights)
        and max(feet) - min(feet) < 0.2 * DIGITS
        and abs(middle - WIDE[0] / 2) < 0.35 * DIGITS
    )


def _mark_of(box: tuple[int, ...], digits: Sequence[tuple[int, int, int, int]]) -> str:
    """Say whether a blob is a line under the digits or a dot behind them."""
    x, y, w, h = box
    left, right = digits[0][0], digits[-1][0] + digits[-1][2]
    foot = max(d[1] + d[3] for d in digits)
    under = foot - 2 <= y < foot + 0.4 * DIGITS and h < 0.3 * DIGITS and w > 0.5 * (right - left)
    if under and abs(x + w / 2 - (left + right) / 2) < 0.35 * DIGITS:
        return "line"
    small = min(w, h) > 0.06 * DIGITS and max(w, h) < 0.35 * DIGITS
    behind = right - 2 <= x < right + 0.45 * DIGITS and abs(y + h - foot) < 0.2 * DIGITS
    return "dot" if small and behind else ""


def _inked(
    cut: Bytes, tone: FloatArray, kept: Bytes, digits: tuple[tuple[int, int, int, int], ...], mark: str
) -> Inked | None:
    """Tell ink from paper around the digits."""
    near = cv2.dilate(kept, np.ones((5, 5), np.uint8))
    around = (cv2.dilate(kept, np.ones((11, 11), np.uint8)) > 0) & (near == 0)
    core = cv2.erode(kept, np.ones((3, 3), np.uint8)) > 0
    core = core if core.sum() > 30 else kept > 0
    ink, paper = float(tone[core].mean()), float(np.median(tone[around])) if around.any() else 0.0
    if abs(ink - paper) < LEAST_CONTRAST:
        return None
    alpha = np.clip((tone - paper) / (ink - paper), 0, 1) * (near > 0)
    inks, papers = (np.asarray(np.median(cut[where], axis=0), np.float32) for where in (core, around))
    return Inked(np.asarray(alpha, np.float32), inks, papers, digits, mark)


def font_of(samples: Sequence[tuple[Sample, Inked]]) -> Font:
    """Learn a font from numbers that were cut apart."""
    glyphs: dict[str, list[tuple[float, FloatArray]]] = defaultdict(list)
    gaps: dict[str, list[float]] = defaultdict(list)
    marks: list[str] = []
    for sample, inked in samples:
        text = str(sample.value)
        for digit, box in zip(text, inked.digits, strict=True):
            glyphs[digit].append((sample.height, _glyph(inked, box)))
        high = inked.box[3] - inked.box[1]
        for a, b, one, two in zip(text, text[1:], inked.digits, inked.digits[1:], strict=False):
            gaps[a + b].append((two[0] - one[0] - one[2]) / high)
        if is_turnable(sample.value):
            marks.append(inked.mark)
    middle = {d: _middle(found) for d, found in glyphs.items()}
    return Font(middle, {pair: float(np.median(g)) for pair, g in gaps.items()}, _most(marks))


def joined(own: Font, other: Font) -> Font:
    """Fill what a font lacks from another one of the same deck."""
    return Font({**other.glyphs, **own.glyphs}, {**other.gaps, **own.gaps}, own.mark or other.mark)


def is_turnable(value: int) -> bool:
    """Say whether decks mark a number: it has a 6 or a 9 and reads as a number upside down."""
    return upside_down(value) is not None and any(d in "69" for d in str(value))


def _most(marks: Sequence[str]) -> str:
    """Give the mark that a deck has: the most frequent one, if it is on half of the numbers that need it."""
    best = max(("line", "dot"), key=marks.count)
    return best if 2 * marks.count(best) > len(marks) else ""


def _glyph(inked: Inked, box: tuple[int, int, int, int]) -> FloatArray:
    """Cut one digit out (96, 80): the line's height fixed, the digit in the middle."""
    _, top, _, foot = inked.box
    scale = (foot - top) / INK
    x, y = box[0] + (box[2] - 1) / 2, (top + foot - 1) / 2
    others = inked.alpha.copy()
    others[:, : max(0, box[0] - 2)] = 0
    others[:, box[0] + box[2] + 2 :] = 0
    others[foot + 2 :] = 0
    back = np.array([[scale, 0, x - scale * (GLYPH[0] - 1) / 2], [0, scale, y - scale * (GLYPH[1] - 1) / 2]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(others, back, GLYPH, flags=flags), np.float32)


def _middle(found: Sequence[tuple[float, FloatArray]]) -> FloatArray:
    """Give the middle one of a digit's largest prints, pixel by pixel."""
    best = sorted(found, key=lambda f: -f[0])[:MOST_SAMPLES]
    return np.asarray(np.median([g for _, g in best], axis=0), np.float32)


def gap(font: Font, pair: str) -> float:
    """Give the gap between two digits: as measured, or as it is on average around either of them."""
    if pair in font.gaps:
        return font.gaps[pair]
    alike = [g for p, g in font.gaps.items() if p[0] == pair[0]] + [
        g for p, g in font.gaps.items() if p[1] == pair[1]
    ]
    return float(np.mean(alike)) if alike else USUAL_GAP


def written(font: Font, value: int, marked: bool = True) -> FloatArray:
    """Write a number in a deck's font: ink (120, 180), 0-1, its digits 36 pixels high and in the middle."""
    text = str(value)
    line, right = np.zeros((GLYPH[1], 6 * GLYPH[0]), np.float32), float(GLYPH[0])
    for i, digit in enumerate(text):
        glyph = font.glyphs[digit]
        columns = np.nonzero(glyph.max(axis=0) > 0.4)[0]
        first, last = (int(columns[0]), int(columns[-1])) if len(columns) else (GLYPH[0] // 2, GLYPH[0] // 2)
        right += gap(font, text[i - 1] + digit) * INK if i else 0.0
        at = max(0, min(round(right) - first, line.shape[1] - GLYPH[0]))
        line[:, at : at + GLYPH[0]] = np.maximum(line[:, at : at + GLYPH[0]], glyph)
        right = at + last + 1.0
    return _placed(line, GLYPH[0], right, font.mark if marked and is_turnable(value) else "")


def _placed(line: FloatArray, left: float, right: float, mark: str) -> FloatArray:
    """Scale a written line to a wide cut, with its mark."""
    foot = (GLYPH[1] + INK) // 2
    if mark == "line":
        cv2.rectangle(line, (round(left), foot + 7), (round(right), foot + 13), (1.0,), cv2.FILLED)
    elif mark == "dot":
        cv2.circle(line, (round(right) + 11, foot - 6), 6, (1.0,), cv2.FILLED, cv2.LINE_AA)
    scale, middle = INK / DIGITS, (left + right) / 2
    back = np.array(
        [[scale, 0, middle - scale * (WIDE[0] - 1) / 2], [0, scale, GLYPH[1] / 2 - scale * (WIDE[1] - 1) / 2]]
    )
    flags = cv2.INTER_AREA | cv2.WARP_INVERSE_MAP
    small = cv2.GaussianBlur(line, (0, 0), 0.5)
    return np.asarray(cv2.warpAffine(small, back, WIDE, flags=flags), np.float32)
