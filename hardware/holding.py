"""What a button says beside its presses: held down it calls the referee, in trouble it asks for help.

A press counts when it comes; whether it turns into a call is only known later, and no jump waits for that.
"""

import threading
from collections import deque
from collections.abc import Callable

from companion.clock import NS_PER_SECOND, Clock, Instant, Span
from companion.evidence import ButtonNews, ButtonNote

LONG_PRESS_S = 1.0
"""Held down so long, a button calls the referee: no slap lasts half of it."""

STUCK_S = 8.0
"""A button that is down so long is held by nobody."""

MANY, WITHIN_NS = 10, 2 * NS_PER_SECOND
"""More presses than this within this time are no hand's: the fastest finger taps seven times a second."""

QUIET_NS = NS_PER_SECOND
"""A flickering button is believed again after so long a silence."""

OnNote = Callable[[ButtonNote], None]
Later = Callable[[float, Callable[[], None]], Callable[[], None]]
"""Does something so many seconds later; gives what calls it off."""


def on_timer(seconds: float, do: Callable[[], None]) -> Callable[[], None]:
    """Do something later, on a thread of its own."""
    timer = threading.Timer(seconds, do)
    timer.daemon = True
    timer.start()
    return timer.cancel


def ignore(_note: ButtonNote) -> None:
    """Hear a note and do nothing."""


class Holding:
    """Follows one button; told on the driver's thread when it goes down and when it comes up."""

    def __init__(
        self,
        name: str,
        on_note: OnNote,
        clock: Clock,
        long_press_s: float = LONG_PRESS_S,
        later: Later = on_timer,
    ) -> None:
        self._name, self._on_note, self._clock, self._later = name, on_note, clock, later
        self._long_press_s = long_press_s
        self._down = False
        self._span: Span | None = None
        self._stuck = False
        self._flickers = False
        self._lately: deque[Instant] = deque(maxlen=MANY)
        self._call_off: Callable[[], None] = lambda: None
        self._lock = threading.Lock()

    def pressed(self, span: Span) -> bool:
        """A press began; says whether it counts. A flicker is told once, and only its first press counts."""
        now = span.latest
        with self._lock:
            last = self._lately[-1] if self._lately else None
            many = len(self._lately) == MANY and now - self._lately[0] <= WITHIN_NS
            self._lately.append(now)
            quiet = last is None or now - last >= QUIET_NS
            new = many and not self._flickers
            self._flickers = (self._flickers or many) and not quiet
            counts = not self._flickers
        if new:
            self._tell(ButtonNews.CHATTER, span)
        if counts:
            self._hold(span)
        return counts

    def moved(self, down: bool) -> None:
        """The contact is down or up now, bounce included."""
        with self._lock:
            self._down = down
            freed, self._stuck = self._stuck and not down, self._stuck and down
        if freed:
            self._tell(ButtonNews.FREED, None)

    def begin(self, down: bool) -> None:
        """How the button is found: one that is down already is stuck unless it comes up soon."""
        self._down = down
        if down:
            self._call_off = self._later(STUCK_S, lambda: self._stick(None))

    def end(self) -> None:
        """Follow it no more."""
        with self._lock:
            self._down = False
        self._call_off()

    def _hold(self, span: Span) -> None:
        self._call_off()
        self._span = span
        self._call_off = self._later(self._long_press_s, lambda: self._call(span))

    def _call(self, span: Span) -> None:
        """The time of a long press is over: is it still the same press?"""
        if not self._down or self._span != span or self._flickers:
            return
        self._call_off = self._later(max(1.0, STUCK_S - self._long_press_s), lambda: self._stick(span))
        self._tell(ButtonNews.CALL, span)

    def _stick(self, span: Span | None) -> None:
        with self._lock:
            if not self._down or self._span != span:
                return
            self._stuck = True
        self._tell(ButtonNews.STUCK, span)

    def _tell(self, news: ButtonNews, span: Span | None) -> None:
        self._on_note(ButtonNote(self._name, news, self._clock.now(), span))
