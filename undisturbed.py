"""Lets the main thread wait for signals only, while the work is done where none can tear it apart."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor


def undisturbed(work: Callable[[], None], stop: Callable[[], None]) -> None:
    """Do some work on a thread of its own; what a signal raises meanwhile is raised once that has stopped.

    Python raises what a signal means wherever the main thread happens to be. In the midst of waking another
    thread, that would leave the other waiting, and the program would never end. ``stop`` makes the work end
    soon; what the work raises, this raises.
    """
    with ThreadPoolExecutor(1, "work") as workers:
        try:
            workers.submit(work).result()
        except BaseException:
            stop()
            raise
