"""What the appliance's tests share."""

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture
def log_as_before() -> Iterator[None]:
    """Let the whole program's log go where it went before, once the test has ended."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
