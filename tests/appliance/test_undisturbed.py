"""A signal ends the work between two steps of it, never in the midst of one."""

import os
import signal
from threading import Event, Thread

import pytest

from appliance.undisturbed import ENDING, undisturbed


class Task:
    """Work that goes on until it is stopped, and notes that it came to its own end."""

    def __init__(self) -> None:
        self.begun, self.over = Event(), Event()
        self.ended = False

    def __call__(self) -> None:
        self.begun.set()
        self.over.wait()
        self.ended = True

    def interrupted_by(self, number: int) -> None:
        def interrupt() -> None:
            self.begun.wait()
            os.kill(os.getpid(), number)

        Thread(target=interrupt).start()


@pytest.mark.parametrize("attempt", range(20))
def test_a_signal_is_raised_once_the_work_has_stopped(attempt: int) -> None:
    """However soon it comes: it is sent as soon as the work has begun."""
    task = Task()
    task.interrupted_by(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        undisturbed(task, task.over.set)
    assert task.ended


def test_signals_mean_afterwards_what_they_meant() -> None:
    before = [signal.getsignal(number) for number in ENDING]
    undisturbed(_nothing, _nothing)
    assert [signal.getsignal(number) for number in ENDING] == before


def test_what_the_work_raises_is_raised() -> None:
    def work() -> None:
        raise OSError("unplugged")

    with pytest.raises(OSError, match="unplugged"):
        undisturbed(work, _nothing)


def test_work_that_ends_needs_no_stopping() -> None:
    stopped: list[bool] = []
    undisturbed(_nothing, lambda: stopped.append(True))
    assert not stopped


def test_off_the_main_thread_the_work_is_simply_done() -> None:
    done: list[bool] = []
    other = Thread(target=undisturbed, args=(lambda: done.append(True), _nothing))
    other.start()
    other.join()
    assert done == [True]


def _nothing() -> None:
    """Do no work, or stop none."""
