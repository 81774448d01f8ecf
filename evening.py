"""Wires one evening: camera to reader to table to dashboard, started in one order and stopped in reverse."""

import os
import signal
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NoReturn, Protocol

from companion.clock import Instant, Span, seconds
from companion.errors import SourceError
from companion.events import CameraState, Close, EventKind, StartGame
from companion.evidence import Press
from companion.following import Brain
from companion.journal import Journal
from companion.journal_file import DamagedJournal
from companion.observer import FOLLOWED
from companion.presses import read_presses
from companion.session import Session
from companion.table import Table
from hardware.buttons import tablet_press
from hardware.keyboard import find_keyboard
from hardware.monotonic import MonotonicClock
from hardware.panel import Panel, PanelSettings
from vision.frame import Frame
from vision.live import SourceNews, SourceState
from vision.pipeline import Reader
from vision.sources import Recording, Source, open_source
from vision.steady import Watcher, seated
from web.app import create_app
from web.referee_door import RefereeDoor
from web.roles import Admission
from web.secret import keep_secret
from web.server import Server
from web.table_door import TableDoor

SEES = "The camera sees the table."
DARK = "The camera sees nothing: it is dark, or something covers the lens."

BY_HAND = "The camera cannot follow this game yet; enter each act on the tablet, under Mend."

CAMERA_RETRY_SECONDS = 2.0

_now = MonotonicClock().now

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """What to run: where the journal is, who plays what, what the camera is, where the dashboard listens.

    ``fresh``: begin anew whatever the journal holds. ``once``: end with the recording. ``speed``: of a
    recording, 1 is its own pace. ``panel``: the pins of buttons and lamp. ``names``: names, besides the
    machine's own, under which the dashboard may be opened. ``everyone``: whoever opens it may referee.
    """

    journal: Path
    header: Mapping[str, object]
    seats: tuple[str, ...]
    source: str
    host: str
    port: int
    presses: Path | None = None
    speed: float = 1.0
    fresh: bool = False
    once: bool = False
    panel: PanelSettings = field(default_factory=PanelSettings)
    names: tuple[str, ...] = ()
    everyone: bool = False


class Terminated(Exception):
    """Somebody ends the program, but not the game: the machine goes down, or the service starts anew."""


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


def run(plan: Plan, say: Say) -> int:
    """Run a table until it is told to stop; gives the exit status. Raises CompanionError where it cannot."""
    signal.signal(signal.SIGTERM, _terminate)
    with ExitStack() as parts:
        journal = parts.enter_context(_journal(plan.journal, say))
        table = _table(journal, parts)
        resumed = _resumed_at(table, plan)
        source, timeline = _source(plan, table, resumed)
        _begin(table, plan, timeline, resumed, say)
        _face(plan, table, timeline, parts, say)
        try:
            _follow(plan, table, source, timeline)
            _linger(plan, say)
        except KeyboardInterrupt:
            _deafen()
            say("Stopped.")
        except Terminated:
            _deafen()
            say("Stopped in the middle; the next start goes on with this game.")
            return 1 if table.failed else 0
        table.submit(Close(timeline.table_time(_now())))
    return 0


def _deafen() -> None:
    """Leave further signals alone: what is open is being closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def _terminate(_signal: int, _frame: object) -> None:
    raise Terminated


def _journal(path: Path, say: Say) -> Journal:
    """Open the journal; a damaged one gives way to its newest sound copy, and the table is told."""
    try:
        journal = Journal.open(path)
    except DamagedJournal as error:
        say(str(error))
        say(Journal.recover(path))
        journal = Journal.open(path)
    journal.keep_copy()
    return journal


def _table(journal: Journal, parts: ExitStack) -> Table[Session]:
    """Start the table on its last game; a table that dies ends the program, so that it is started anew."""
    after = max(0, journal.last(EventKind.GAME) - 1)

    def end(_error: BaseException) -> None:
        os.kill(os.getpid(), signal.SIGTERM)

    return parts.enter_context(Table(journal, Brain(), after=after, on_failure=end))


def _resumed_at(table: Table[Session], plan: Plan) -> Instant | None:
    """Give the time at which a game was cut off that is to go on; None where a new one begins."""
    session = table.current.state
    if plan.fresh or session.game is None or session.result or session.closed:
        return None
    if session.game.header != plan.header:
        return None
    last = session.game.acts[-1].touch if session.game.acts else None
    times = [session.game.started, *([last.latest] if last else []), *_seen(session)]
    return max(times)


def _seen(session: Session) -> list[Instant]:
    return [session.seen.span.latest] if session.seen else []


def _source(plan: Plan, table: Table[Session], resumed: Instant | None) -> tuple[Source, Timeline]:
    offset = (resumed or Instant(0)) - _now()

    def report(news: SourceNews) -> None:
        at = Instant(_now() + offset)
        table.submit(CameraState(news.state is SourceState.BACK, news.message, at))

    start = seconds(resumed) if resumed else 0.0
    source = open_source(plan.source, realtime=True, whole=True, speed=plan.speed, start=start, report=report)
    return source, MediaTime(source) if isinstance(source, Recording) else LiveTime(offset)


def _begin(table: Table[Session], plan: Plan, timeline: Timeline, resumed: Instant | None, say: Say) -> None:
    if resumed is None:
        table.ask(StartGame(plan.header, timeline.table_time(_now()), plan.seats))
        return
    game = table.current.state.game
    assert game, "only a game can be resumed"
    say(f"Going on with the game that was cut off, after {len(game.acts)} acts.")


@dataclass(frozen=True, slots=True)
class _TableClock:
    """The table's own time, for buttons."""

    timeline: Timeline

    def now(self) -> Instant:
        return self.timeline.table_time(_now())


def _face(plan: Plan, table: Table[Session], timeline: Timeline, parts: ExitStack, say: Say) -> None:
    """Open buttons, lamp, keyboard and dashboard, and say what is there and where."""
    clock = _TableClock(timeline)
    panel = parts.enter_context(Panel.from_settings(plan.panel, table.submit, clock))
    keyboard = find_keyboard(table.submit, clock)
    parts.enter_context(keyboard)
    door = TableDoor(table, lambda button: table.submit(tablet_press(button, clock.now())), panel.show)
    secret = keep_secret(plan.journal.with_name(f"{plan.journal.name}.secret"))
    admission = Admission(secret, everyone=plan.everyone)
    referee = RefereeDoor(table, clock.now)
    app = create_app(parts.enter_context(door), referee, admission=admission, hosts=plan.names)
    server = Server(app, plan.host, plan.port, died=lambda: os.kill(os.getpid(), signal.SIGTERM))
    parts.enter_context(server)
    parts.callback(app.extensions["feed"].close)
    for words in (*panel.words, keyboard.words):
        say(words)
    say(f"The table is on {server.address}")
    say(admission.words)


def _follow(plan: Plan, table: Table[Session], source: Source, timeline: Timeline) -> None:
    """Feed every frame to the eye; a camera that is not there yet is said once and tried again and again."""
    missing = ""
    if plan.header["game"] not in FOLLOWED:
        table.submit(CameraState(False, BY_HAND, timeline.table_time(_now())))
        _wait()
    while True:
        try:
            with source:
                table.submit(CameraState(True, SEES, timeline.table_time(_now())))
                _feed(plan, table, source, timeline)
                return
        except SourceError as error:
            if isinstance(source, Recording):
                raise
            if str(error) != missing:
                missing = str(error)
                table.submit(CameraState(False, missing, timeline.table_time(_now())))
            time.sleep(CAMERA_RETRY_SECONDS)


def _feed(plan: Plan, table: Table[Session], source: Source, timeline: Timeline) -> None:
    """Put what the eye sees in the frames, and the recording's presses in between, to the table."""
    begun = table.current.state.seen
    presses = [p for p in _presses(plan) if begun is None or p.span.latest > begun.span.latest]
    watcher = Watcher(Reader(str(plan.header["game"])), sides=seated(plan.seats))
    dark = False
    for raw in source:
        frame = timeline.of_frame(raw)
        while presses and presses[0].span.latest <= frame.span.latest:
            table.submit(presses.pop(0))
        if sighting := watcher.feed(frame):
            table.submit(sighting)
        if watcher.dark != dark:
            dark = watcher.dark
            table.submit(CameraState(not dark, DARK if dark else SEES, frame.span.latest))


def _presses(plan: Plan) -> list[Press]:
    return read_presses(plan.presses) if plan.presses else []


def _linger(plan: Plan, say: Say) -> None:
    """Keep the dashboard open after a recording until somebody has seen enough."""
    if plan.once:
        say("The recording has ended.")
        return
    say("The recording has ended; the dashboard stays until Ctrl-C.")
    _wait()


def _wait() -> NoReturn:
    """Wait until a signal ends the program."""
    while True:
        signal.pause()
