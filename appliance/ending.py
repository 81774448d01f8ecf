"""How a running table or command is ended: by a person, by the system, or by itself."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import current_thread, main_thread

WISHES = (signal.SIGTERM, signal.SIGHUP)
"""How the system says that the program is to end: it goes down, or the terminal was closed."""


class Terminated(Exception):
    """Somebody ends the program, but not the game: the machine goes down, or the service starts anew."""


@dataclass(slots=True)
class Ends:
    """Takes the system's wish to end, and says why the program ends by itself; empty where it does not.

    The wish waits until the table stands: raised amid the start it would tear apart what is half open.
    """

    why: str = ""
    _wished: bool = False
    _stands: bool = False

    def heed(self) -> None:
        """Take the system's wish from now on."""
        for number in _heeded():
            signal.signal(number, self._wish)

    def stand(self) -> None:
        """Let the wish end the program from now on; raises Terminated where it came during the start."""
        self._stands = True
        if self._wished:
            raise Terminated

    def end(self, why: str) -> None:
        """End the program, so that whoever watches over it starts it anew."""
        self.why = why
        os.kill(os.getpid(), signal.SIGTERM)

    def _wish(self, _signal: int, _frame: object) -> None:
        # Some send it to a process and to its group: twice within a moment, in which nobody is deaf yet.
        again, self._wished = self._wished, True
        if self._stands and not again:
            raise Terminated


def deafen() -> None:
    """Leave further signals alone: what is open is being closed."""
    for number in (signal.SIGINT, *WISHES):
        signal.signal(number, signal.SIG_IGN)


@contextmanager
def in_order() -> Iterator[None]:
    """Let the system's wish end a command as Ctrl-C does: what is open is closed, and written to its end.

    The exit status is 128 and the signal's number, as shells have it. Only the first wish counts: of one
    closed terminal both its shell and the system may tell.
    """
    if current_thread() is not main_thread():
        yield  # signals are the main thread's affair
        return
    meant = {number: signal.getsignal(number) for number in _heeded()}

    def leave(came: int, _frame: object) -> None:
        for number in meant:
            signal.signal(number, signal.SIG_IGN)
        raise SystemExit(128 + came)

    for number in meant:
        signal.signal(number, leave)
    try:
        yield
    finally:
        for number, meaning in meant.items():
            signal.signal(number, meaning)


def _heeded() -> list[signal.Signals]:
    """Give the wishes that are not to be ignored, as a closed terminal is under nohup."""
    return [number for number in WISHES if signal.getsignal(number) is not signal.SIG_IGN]
