"""How a running table is ended: by a person, by the system, or by itself."""

import os
import signal
from dataclasses import dataclass


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
        signal.signal(signal.SIGTERM, self._wish)

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
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
