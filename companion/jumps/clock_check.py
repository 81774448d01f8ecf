"""How the camera's times lie to this machine's clock: measured on a blinking lamp, kept, and put to use.

A lamp is switched at known moments while the camera looks on. Each change lies between two pictures, the last
without it and the first with it, so each gives an interval for the offset; where most of them overlap is the
offset, and how wide they do, with what strays, is its error.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from companion.atomic_file import failed, replace_file
from companion.clock import ClockFit, Span
from companion.errors import CompanionError, SourceError
from companion.evidence import Press, PressSource
from companion.language import say

LONGEST_NS = 1_000_000_000
"""No camera's picture is later than this, nor earlier: what seems so is another change of light."""

FEWEST = 12
"""Changes that must have been seen before anything is said."""

MOST_STRAYS = 0.25
"""Where more of the changes than this fit no offset, something else blinks, or the camera loses pictures."""

CONTRAST = 8.0
"""Levels (of 256) between dark and bright, below which nothing was seen."""

LEAST_NS = 2_000_000
"""No fit is better than this: the lamp and the program that switches it take their time."""

NEARLY = 0.8
"""The offset is where at least this share (0-1) of the most intervals that overlap anywhere overlap."""

NAME = "clock.json"


@dataclass(frozen=True, slots=True)
class Switched:
    """A lamp that was switched on or off: when, on this machine's clock."""

    at: Span
    lit: bool


@dataclass(frozen=True, slots=True)
class Brightness:
    """How bright the lamp is in a picture, and when the picture was taken by its own stamp."""

    span: Span
    level: float


@dataclass(frozen=True, slots=True)
class Measured:
    """The outcome: the fit, how far single changes stray from it (ns), and how many were seen and fitted."""

    fit: ClockFit
    spread: int
    seen: int
    fitted: int


def estimate(switched: Sequence[Switched], pictures: Sequence[Brightness], measured: str = "") -> Measured:
    """Estimate offset and error; ``measured`` is the date for people.

    Raises SourceError, with what to do, where the lamp cannot be seen or what is seen does not fit.
    """
    changes = _changes(pictures)
    intervals = [found for switch in switched if (found := _interval(switch, changes)) is not None]
    if len(intervals) < FEWEST:
        raise SourceError(
            say(
                "The camera saw only {seen} of {all} changes of the lamp. Put the lamp where the camera sees "
                "it well, shade it from other light, and try again.",
                seen=len(intervals),
                all=len(switched),
            )
        )
    first, last, fitted = _most_common(intervals)
    strays = sorted(_distance(interval, first, last) for interval in intervals)
    if fitted < (1 - MOST_STRAYS) * len(intervals):
        raise SourceError(
            say(
                "The changes of light fit no common delay ({fitted} of {seen}): something else blinks, or "
                "the camera loses pictures. Put other lights out and try again.",
                fitted=fitted,
                seen=len(intervals),
            )
        )
    # Nineteen of twenty changes lie within the error; the very last ones may be lost pictures.
    spread = strays[round(0.95 * (len(strays) - 1))]
    middle, half = (first + last) // 2, (last - first + 1) // 2
    return Measured(ClockFit(middle, half + spread + LEAST_NS, measured), spread, len(intervals), fitted)


@dataclass(frozen=True, slots=True)
class _Change:
    """A change of brightness between two pictures that follow one another."""

    at: Span
    lit: bool


def _changes(pictures: Sequence[Brightness]) -> list[_Change]:
    """Find where the light passes the middle between dark and bright."""
    levels = sorted(picture.level for picture in pictures)
    if not levels:
        return []
    dark, bright = levels[len(levels) // 10], levels[-1 - len(levels) // 10]
    if bright - dark < CONTRAST:
        return []
    middle = (dark + bright) / 2
    found = []
    for before, after in pairwise(pictures):
        if (before.level > middle) != (after.level > middle):
            # As with a card's touch: after the last picture without it, up to the first with it.
            span = Span(min(before.span.latest, after.span.latest), after.span.latest)
            found.append(_Change(span, after.level > middle))
    return found


def _interval(switch: Switched, changes: Sequence[_Change]) -> tuple[int, int] | None:
    """Give the offsets that one switching allows: those between its moment and the change that shows it."""
    near = [c for c in changes if c.lit is switch.lit and abs(c.at.latest - switch.at.latest) <= LONGEST_NS]
    if not near:
        return None
    change = min(near, key=lambda c: abs(c.at.latest - switch.at.latest))
    return change.at.earliest - switch.at.latest, change.at.latest - switch.at.earliest


def _most_common(intervals: Sequence[tuple[int, int]]) -> tuple[int, int, int]:
    """Give the stretch that lies in nearly as many intervals as any does, and in how many any does at most.

    The few at its very top alone would promise too much: stamps that stray move them.
    """
    edges = sorted([(first, -1) for first, _ in intervals] + [(last, 1) for _, last in intervals])
    heights = list(accumulate(-kind for _, kind in edges))
    best = max(heights)
    high = [place for place, height in enumerate(heights) if height >= NEARLY * best]
    return edges[high[0]][0], edges[min(high[-1] + 1, len(edges) - 1)][0], best


def _distance(interval: tuple[int, int], first: int, last: int) -> int:
    return max(0, interval[0] - last, first - interval[1])


def on_camera_clock(press: Press, fit: ClockFit) -> Press:
    """Give a press on the camera's times, with what is known of the two clocks; a recording's stays."""
    if press.source is PressSource.RECORDING or press.clock is not None:
        return press
    return replace(press, span=fit.of(press.span), clock=fit)


def save_fit(fit: ClockFit, source: str, path: Path) -> None:
    """Keep a fit for the camera of this name in one stroke; raises CompanionError where it cannot be kept."""
    kept = {**_kept(path), source: {"offset": fit.offset, "error": fit.error, "measured": fit.measured}}
    try:
        replace_file(path, json.dumps(kept, ensure_ascii=False, indent=1).encode())
    except OSError as error:
        words = failed(say("{path}: the clock's offset cannot be kept", path=path), error)
        raise CompanionError(words) from error


def load_fit(source: str, path: Path) -> ClockFit | None:
    """Give the fit that was kept for the camera of this name; None where nobody has measured."""
    try:
        kept = _kept(path)[source]
        return ClockFit(int(kept["offset"]), int(kept["error"]), str(kept["measured"]))
    except (KeyError, TypeError, ValueError):
        return None


def _kept(path: Path) -> dict[str, Any]:
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}
