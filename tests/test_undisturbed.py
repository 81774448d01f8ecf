"""A signal ends the work between two steps of it, never in the midst of one."""

import os
import signal
from collections.abc import Callable
from threading import Event, Thread

import pytest

from undisturbed import undisturbed


def test_a_signal_is_raised_once_the_work_has_stopped() -> None:
    begun, over = Event(), Event()
    steps: list[str] = []

    def work() -> None:
        begun.set()
        over.wait()
        steps.append("ended by itself")

    def interrupt() -> None:
        begun.wait()
        os.kill(os.getpid(), signal.SIGINT)

    Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        undisturbed(work, over.set)
    assert steps == ["ended by itself"]


def test_what_the_work_raises_is_raised() -> None:
    def work() -> None:
        raise OSError("unplugged")

    with pytest.raises(OSError, match="unplugged"):
        undisturbed(work, _nothing)


def test_work_that_ends_needs_no_stopping() -> None:
    stopped: list[bool] = []
    undisturbed(_nothing, lambda: stopped.append(True))
    assert not stopped


_nothing: Callable[[], None] = lambda: None  # noqa: E731
