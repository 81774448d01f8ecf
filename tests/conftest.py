"""What holds for all tests."""

import signal

import pytest

LONGEST = (
    "web/test_barriers.py",
    "companion/test_kill.py",
    "web/test_games_browser.py",
    "web/test_demo.py",
    "appliance/test_watching.py",
    "vision/decks/test_learn.py",
    "appliance/test_watching_games.py",
    "companion/rules/test_twenty_three_trees.py",
    "web/test_next_game.py",
    "web/pages/test_mend_browser.py",
    "hardware/test_lamps.py",
)
"""The files that take longest, begun first: at the end one process would work at one alone."""


@pytest.fixture(autouse=True, scope="session")
def _heeded() -> None:
    """Let an interruption count, here and in what is started, also where the tests run in the background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest files first; all else stays in order."""
    ranks = {name: rank for rank, name in enumerate(LONGEST)}
    items.sort(key=lambda item: ranks.get(item.nodeid.split("::")[0].removeprefix("tests/"), len(ranks)))
