"""What holds for all tests."""

import signal

import pytest


@pytest.fixture(autouse=True, scope="session")
def _heeded() -> None:
    """Let an interruption count, here and in what is started, also where the tests run in the background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
