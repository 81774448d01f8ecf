"""Draws the two times of a dispute as intervals on one line: plain SVG, sized by whoever shows it. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.clock import NS_PER_MS
from companion.disputes.clips import FrameNote
from companion.disputes.dispute import Dispute
from companion.jumps.adjudicator import Timing

WIDTH, HEIGHT = 1000, 120
LEAST_MS = 150.0
"""What is shown on either side of the two intervals at least."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A time with its error: the middle and both ends, in milliseconds from the claim's middle."""

    first: float
    middle: float
    last: float


@dataclass(frozen=True, slots=True)
class Timeline:
    """What is drawn: the claim, the next card (None while none lies), the pictures, and both ends (ms)."""

    claim: Bar
    following: Bar | None
    frames: tuple[float, ...]
    first: float
    last: float

    @property
    def overlap(self) -> tuple[float, float] | None:
        """Where both times may lie; None where they surely lie apart."""
        if self.following is None:
            return None
        first, last = max(self.claim.first, self.following.first), min(self.claim.last, self.following.last)
        return (first, last) if first <= last else None

    def x(self, at: float) -> float:
        """Give where a time (ms) stands, from 0 to ``WIDTH``."""
        return round((at - self.first) / (self.last - self.first) * WIDTH, 1)


def timeline_of(dispute: Dispute, frames: Sequence[FrameNote] = ()) -> Timeline | None:
    """Lay the times out around the claim; None where no times were kept."""
    if dispute.claimed is None:
        return None
    zero = dispute.claimed.at
    claim = _bar(dispute.claimed, zero)
    following = _bar(dispute.ended, zero) if dispute.ended else None
    bars = [claim, *([following] if following else [])]
    first, last = min(bar.first for bar in bars), max(bar.last for bar in bars)
    room = max(LEAST_MS, 0.3 * (last - first))
    moments = tuple(round((frame.span.latest - zero) / NS_PER_MS, 1) for frame in frames)
    return Timeline(claim, following, moments, first - room, last + room)


def draw(timeline: Timeline, label: str) -> str:
    """Draw it; ``label`` says it in words, already escaped for HTML."""
    middle = HEIGHT / 2
    parts = [f'<line class="axis" x1="0" y1="{middle}" x2="{WIDTH}" y2="{middle}"/>']
    if overlap := timeline.overlap:
        parts.append(_box(timeline, *overlap, 10, HEIGHT - 20, "overlap"))
    parts += _draw_bar(timeline, timeline.claim, 20, "claim")
    if timeline.following:
        parts += _draw_bar(timeline, timeline.following, middle + 2, "next")
    for at in timeline.frames:
        if timeline.first <= at <= timeline.last:
            x = timeline.x(at)
            parts.append(f'<line class="frame" x1="{x}" y1="{HEIGHT - 12}" x2="{x}" y2="{HEIGHT}"/>')
    parts.append(f'<line class="cursor" x1="0" y1="0" x2="0" y2="{HEIGHT}" visibility="hidden"/>')
    return (
        f'<svg class="timeline" role="img" aria-label="{label}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'preserveAspectRatio="none" data-first="{timeline.first:.1f}" data-last="{timeline.last:.1f}">'
        f"{''.join(parts)}</svg>"
    )


def _bar(timing: Timing, zero: int) -> Bar:
    return Bar(*((at - zero) / NS_PER_MS for at in (timing.earliest, timing.at, timing.latest)))


def _draw_bar(timeline: Timeline, bar: Bar, y: float, kind: str) -> list[str]:
    height, x = HEIGHT / 2 - 22, timeline.x(bar.middle)
    mark = f'<line class="mark {kind}" x1="{x}" y1="{y}" x2="{x}" y2="{y + height}"/>'
    return [_box(timeline, bar.first, bar.last, y, height, f"bar {kind}"), mark]


def _box(timeline: Timeline, first: float, last: float, y: float, height: float, kind: str) -> str:
    x = timeline.x(first)
    width = max(2.0, round(timeline.x(last) - x, 1))
    return f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{height}"/>'
