"""The ``companion`` command, which ends quietly when it is interrupted, also while it is still being loaded.

What it can do stands in ``appliance/command_line.py``. To load that takes seconds on a slow machine; so this
file loads next to nothing before it has taken the interrupt in hand.
"""

import os
import signal
import sys
from collections.abc import Callable, Sequence

INTERRUPTED = 130
"""The exit status of a program that Ctrl-C has ended, as shells have it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; gives its exit status: 0 done, 1 failed, 2 wrong use, 3 broken rule or format.

    130 where it was interrupted.
    """
    try:
        _open_closed_ends()
        return _loaded()(argv)
    except KeyboardInterrupt:
        return INTERRUPTED


def _loaded() -> Callable[[Sequence[str] | None], int]:
    """Load the commands; an interrupt meanwhile ends the program on the spot.

    Libraries that are broken off in the middle of their loading print what went wrong, or go on half loaded.
    """
    waits = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if waits:
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))
    try:
        from appliance.command_line import run
    finally:
        if waits:
            signal.signal(signal.SIGINT, signal.default_int_handler)
    return run


def _open_closed_ends() -> None:
    """Let words go nowhere where the caller has closed an output: Python then has none to write to.

    The next file opened would get the number of what is closed, and a library's complaint stand in a journal.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets the lowest number that is free, so this one
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - it stays open to the end
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - it stays open to the end


if __name__ == "__main__":
    sys.exit(main())
