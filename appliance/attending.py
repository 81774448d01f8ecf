"""Wires the hands: what buttons say goes to the table on the camera's times, what happens to the lamps."""

import logging
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Self

from appliance.timeline import MediaTime, Timeline
from companion.clock import UNMEASURED, ClockFit
from companion.evidence import SHARED, ButtonNews, ButtonNote, Press
from companion.feed import Change, Missed
from companion.jumps.adjudicator import Verdict
from companion.jumps.clock_check import NAME, load_fit, on_camera_clock
from companion.sessions.events import Event, EventKind
from companion.sessions.session import Session
from companion.table import Table
from hardware.lamps import Signal
from hardware.panel import Panel

SIGNALS = {Verdict.IN_TIME: Signal.IN_TIME, Verdict.TOO_CLOSE: Signal.ATTENTION}
"""What the lamp says of a verdict; of all others, that it is too late."""

LOOK_SECONDS = 1.0

OWN = "a player's own button"

FAULTS = (ButtonNews.STUCK, ButtonNews.CHATTER)
"""News of a button on which somebody must look at the right one."""

_log = logging.getLogger(__name__)


def fit_of(source: str, timeline: Timeline, folder: Path) -> ClockFit | None:
    """Give how the camera's times lie to this machine's clock: as measured, else as stated.

    None where both are one: a recording's presses bear its own time. ``folder``: where measurements are kept.
    """
    if isinstance(timeline, MediaTime):
        return None
    return load_fit(source, folder / NAME) or UNMEASURED


@dataclass(frozen=True, slots=True)
class Ears:
    """Takes what buttons, keyboard and tablets say to the table, on the camera's times."""

    table: Table[Session]
    fit: ClockFit | None

    def press(self, press: Press) -> None:
        """Take a press; never waits."""
        self.table.submit(on_camera_clock(press, self.fit) if self.fit else press)
        _log.info("Pressed: %s", _nameless(press.button))

    def note(self, note: ButtonNote) -> None:
        """Take what a button says beside its presses; never waits."""
        pressed = self.fit.of(note.pressed) if self.fit and note.pressed else note.pressed
        self.table.submit(replace(note, pressed=pressed))
        _log.info("Button %s: %s", note.button if note.news in FAULTS else _nameless(note.button), note.news)


def _nameless(button: str) -> str:
    """Give a button as the log names it while all is well: that outlives a name which is deleted."""
    return button if button == SHARED else OWN


class Attendant:
    """Lets lamp and buzzer say what becomes of jumps, and ask for attention; a context manager."""

    def __init__(self, table: Table[Session], panel: Panel) -> None:
        self._panel = panel
        self._over = threading.Event()
        self._heard = table.subscribe()
        self._thread = threading.Thread(target=self._listen, name="attendant", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._heard.end()
        self._thread.join()

    def _listen(self) -> None:
        with self._heard as heard:
            self._panel.attend(_needed(heard.start.state))
            while not self._over.is_set() and not heard.over:
                notice = heard.next(timeout=LOOK_SECONDS)
                if isinstance(notice, Change):
                    self._tell(notice.event, notice.state)
                elif isinstance(notice, Missed):
                    self._panel.attend(_needed(notice.current.state))

    def _tell(self, event: Event, session: Session) -> None:
        self._panel.attend(_needed(session))
        if event.kind is EventKind.VERDICT:
            self._panel.signal(SIGNALS.get(Verdict(str(event.data["verdict"])), Signal.TOO_LATE))


def _needed(session: Session) -> bool:
    """Say whether somebody ought to look: the table is asked something, or the referee is called."""
    return session.attention is not None or session.paused is not None
