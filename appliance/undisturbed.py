"""Lets signals wait until the work has stopped, so that none can tear it apart."""

import signal
from collections.abc import Callable
from threading import Thread, current_thread, main_thread

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""What ends the program: a person at its terminal, the system, or a terminal that is closed."""

LOOK_SECONDS = 0.2
"""So often it is looked whether a signal has come."""


def undisturbed(work: Callable[[], None], stop: Callable[[], None]) -> None:
    """Do some work on a thread of its own; a signal makes it stop first, and means what it meant only then.

    Python raises what a signal means wherever the main thread happens to be. In the midst of waking another
    thread, that would leave the other waiting, and the program would never end. ``stop`` makes the work end
    soon, also where it has not begun, and must not wait; what the work raises, this raises.
    """
    if current_thread() is not main_thread():
        work()  # signals are the main thread's affair
        return
    came: list[int] = []
    raised: list[BaseException] = []

    def note(number: int, _frame: object) -> None:
        came.append(number)
        stop()

    def run() -> None:
        try:
            work()
        except BaseException as error:
            raised.append(error)

    meant = {number: signal.getsignal(number) for number in ENDING}
    heeded = {n: meaning for n, meaning in meant.items() if meaning not in (None, signal.SIG_IGN)}
    for number in heeded:
        signal.signal(number, note)
    thread = Thread(target=run, name="work")
    thread.start()
    while thread.is_alive():
        thread.join(LOOK_SECONDS)  # a signal that comes just before one waits does not end the waiting
    for number, meaning in heeded.items():
        signal.signal(number, meaning)
    if came:
        signal.raise_signal(came[0])
    if raised:
        raise raised[0]
