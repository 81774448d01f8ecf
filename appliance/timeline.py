"""From the machine's monotonic clock to the table's time: a recording's own, or the journal's going on."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from companion.clock import Instant, Span
from hardware.monotonic import MonotonicClock
from vision.capture.sources import Recording
from vision.frame import Frame

now: Callable[[], Instant] = MonotonicClock().now


class Timeline(Protocol):
    """Turns the machine's monotonic time into the time of the table."""

    def table_time(self, at: Instant) -> Instant:
        """Give the table's time at an instant of the monotonic clock."""
        ...

    def of_frame(self, frame: Frame) -> Frame:
        """Give the frame with its span in the table's time."""
        ...


@dataclass(frozen=True, slots=True)
class MediaTime:
    """The table lives on a recording's own time."""

    recording: Recording

    def table_time(self, at: Instant) -> Instant:
        """Give the media time that is shown at this instant."""
        return self.recording.media_time(at)

    def of_frame(self, frame: Frame) -> Frame:
        """Give the frame as it is: it bears its media time."""
        return frame


@dataclass(frozen=True, slots=True)
class LiveTime:
    """The table's time goes on where the journal ended, whatever the machine's clock began with this time."""

    offset: int

    def table_time(self, at: Instant) -> Instant:
        """Give the instant, moved."""
        return Instant(at + self.offset)

    def of_frame(self, frame: Frame) -> Frame:
        """Give the frame with its span moved."""
        span = frame.span
        return replace(frame, span=Span(self.table_time(span.earliest), self.table_time(span.latest)))


@dataclass(frozen=True, slots=True)
class TableClock:
    """The table's own time, for buttons and for who enters something."""

    timeline: Timeline

    def now(self) -> Instant:
        """Give the present instant of the table."""
        return self.timeline.table_time(now())
