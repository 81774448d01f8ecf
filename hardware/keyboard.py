"""The space key of the terminal as a jump button, for tables without a wired one."""

import logging
import os
import select
import sys
import termios
import threading
import tty
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Protocol, Self

from companion.clock import Clock, Instant, Span
from companion.evidence import SHARED, Press, PressSource

KEYBOARD_ERROR_NS = 30_000_000
"""Before a key is read: its own debouncing (up to 20 ms), USB polling (up to 8 ms), the terminal."""

REPEAT_NS = 700_000_000
"""A key that comes again within this time is still held: terminals wait up to 660 ms before they repeat."""

SPACE: Mapping[str, str] = {" ": SHARED}

_log = logging.getLogger(__name__)


class Keyboard(Protocol):
    """Keys that may be pressed, or the reason in words why there are none; a context manager."""

    @property
    def words(self) -> str:
        """Say what is there."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class NoKeyboard:
    """The keyboard of a process that no terminal belongs to."""

    words = "No terminal belongs to the companion, so the space key is no button here."

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing to let go of."""


class KeyboardButton:
    """Reads single keys from a terminal while it is entered; the terminal is put back as it was.

    ``descriptor`` is an open terminal, ``keys`` names the button behind each key. ``on_press`` is called on
    a thread of its own and must not wait. Ctrl-C works as ever.
    """

    words = "The space key of this terminal is a jump button."

    def __init__(
        self,
        descriptor: int,
        on_press: Callable[[Press], None],
        clock: Clock,
        keys: Mapping[str, str] = SPACE,
    ) -> None:
        self._descriptor = descriptor
        self._on_press = on_press
        self._clock = clock
        self._keys = keys
        self._last: dict[str, Instant] = {}
        self._wake, self._waker = -1, -1
        self._reader = threading.Thread(target=self._read, name="keyboard", daemon=True)

    def __enter__(self) -> Self:
        self._as_it_was = termios.tcgetattr(self._descriptor)
        self._wake, self._waker = os.pipe()
        tty.setcbreak(self._descriptor)
        self._reader.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._waker)
        self._reader.join()
        os.close(self._wake)
        try:
            termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._as_it_was)
        except termios.error as gone:
            _log.info("the terminal has gone: %s", gone)

    def _read(self) -> None:
        while True:
            ready, _, _ = select.select([self._descriptor, self._wake], [], [])
            if self._wake in ready:
                return
            try:
                keys = os.read(self._descriptor, 64)
            except OSError:
                return
            if not keys:
                return
            for key in keys.decode(errors="replace"):
                self._key(key, self._clock.now())

    def _key(self, key: str, at: Instant) -> None:
        button = self._keys.get(key)
        if button is None:
            return
        last = self._last.get(key)
        self._last[key] = at
        if last is None or at - last >= REPEAT_NS:
            span = Span(Instant(at - KEYBOARD_ERROR_NS), at)
            self._on_press(Press(button, span, PressSource.KEYBOARD))


def find_keyboard(
    on_press: Callable[[Press], None], clock: Clock, keys: Mapping[str, str] = SPACE
) -> Keyboard:
    """Give the keyboard of the terminal on standard input, a real no-op where there is none."""
    try:
        descriptor = sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):
        return NoKeyboard()
    if not os.isatty(descriptor) or _in_background(descriptor):
        return NoKeyboard()
    return KeyboardButton(descriptor, on_press, clock, keys)


def _in_background(descriptor: int) -> bool:
    """Say whether the shell has put this process into the background: touching the terminal would stop it."""
    try:
        return os.tcgetpgrp(descriptor) != os.getpgrp()
    except OSError:
        return False
