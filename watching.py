"""Wires ``companion watch``: a source through the eye to the rules, and every event to whoever listens."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from companion.clock import Instant, Span
from companion.events import Event, Input, StartGame
from companion.following import Brain
from companion.keeper import RecordKeeper
from companion.presses import read_presses
from companion.session import Session, fold
from vision.frame import Frame
from vision.pipeline import Reader
from vision.sources import open_source
from vision.steady import Watcher, seated


@dataclass(frozen=True, slots=True)
class Watch:
    """What to watch: the source, who plays what from where, the presses and the record to write, if any."""

    source: str
    header: Mapping[str, object]
    seats: tuple[str, ...] = ()
    presses: Path | None = None
    record: Path | None = None
    realtime: bool = False


def watch(plan: Watch, tell: Callable[[Event, Instant], None]) -> None:
    """Follow a game to the end of its source; ``tell`` hears each event once it is on disk.

    Raises CompanionError for a source, presses, header or record that cannot be used.
    """
    presses = read_presses(plan.presses) if plan.presses else []
    with ExitStack() as parts:
        keeper = parts.enter_context(RecordKeeper(plan.record)) if plan.record else None
        follower = _Follower(keeper, tell)
        source = parts.enter_context(open_source(plan.source, realtime=plan.realtime))
        watcher = Watcher(Reader(str(plan.header["game"])), sides=seated(plan.seats))
        follower.put(StartGame(plan.header, Instant(0), plan.seats))
        zero: Instant | None = None
        for frame in source:
            zero = zero if zero is not None else _zero(frame, source.realtime and not plan.realtime)
            while presses and presses[0].span.latest <= frame.span.latest:
                follower.put(presses.pop(0))
            if sighting := watcher.feed(_since(frame, zero)):
                follower.put(sighting)


class _Follower:
    """The session as it goes, the record on disk, and whoever is told."""

    def __init__(self, keeper: RecordKeeper | None, tell: Callable[[Event, Instant], None]) -> None:
        self._brain, self._session = Brain(), Session()
        self._keeper, self._tell = keeper, tell

    def put(self, item: Input) -> None:
        events = self._brain.decide(self._session, item)
        self._session = fold(self._session, events)
        for event in events:
            if self._keeper:
                self._keeper.follow(event)
            self._tell(event, Instant(0))


def _zero(frame: Frame, live: bool) -> Instant:
    """Give the instant that is called 0: the first frame of a camera, the beginning of a recording."""
    return frame.span.latest if live else Instant(0)


def _since(frame: Frame, zero: Instant) -> Frame:
    span = Span(Instant(frame.span.earliest - zero), Instant(frame.span.latest - zero))
    return Frame(frame.image, span, frame.number, frame.stamp)
