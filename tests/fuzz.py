"""Throws nonsense at whatever reads files: ``python -m tests.fuzz [MINUTES [ROOM ...]]``, or `make fuzz`.

The tests that stand in the suite with some tens of examples are run here with ever new ones, MINUTES (10) for
each room: records, settings, backups, decks, pictures. The first that falls is shown, and ends it.
"""

import inspect
import itertools
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings

from tests.companion.records import test_record_fuzz
from tests.companion.settings import test_settings
from tests.companion.storage import homes, test_backup
from tests.vision import test_fuzz

ROUND = 200
"""Examples of one test before the next has its turn."""

Trial = tuple[str, Callable[[], object]]


def trials(tests: list[Callable[..., Any]], **given: object) -> list[Trial]:
    """Give each test with each of its parameters, ready to be run; ``given``: what its fixtures would be."""
    found: list[Trial] = []
    for test in tests:
        marks = [mark for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize"]
        cases = [{mark.args[0]: value} for mark in marks for value in mark.args[1]] or [{}]
        wanted = inspect.signature(test).parameters
        for case in cases:
            fixed = {**case, **{name: value for name, value in given.items() if name in wanted}}
            found.append((" ".join([test.__name__, *map(str, case.values())]), _bound(test, fixed)))
    return found


def _bound(test: Any, fixed: dict[str, object]) -> Callable[[], object]:
    """Bind a test, with its own number of examples instead of the suite's, and other ones each time."""
    test._hypothesis_internal_use_settings = settings(
        max_examples=ROUND,
        derandomize=False,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    return lambda: test(**fixed)


def _tests(module: Any, word: str = "") -> list[Callable[..., Any]]:
    """Give the tests of a module that are fed with examples, and in whose names a word stands."""
    named = vars(module).items()
    return [
        test
        for name, test in named
        if name.startswith("test_") and hasattr(test, "hypothesis") and word in name
    ]


def rooms(folder: Path) -> Iterator[tuple[str, list[Trial]]]:
    """Give what can be thrown nonsense at, by name."""
    yield "records", trials(_tests(test_record_fuzz))
    yield "settings", trials(_tests(test_settings))
    home = homes.a_home(folder / "home")
    backup = homes.a_backup(home, folder / "good.zip")
    yield "backups", trials(_tests(test_backup), backup=backup, home=home, tmp_path=folder)
    yield "decks", trials(_tests(test_fuzz, "deck"))
    yield (
        "pictures",
        trials(_tests(test_fuzz, "jpeg") + _tests(test_fuzz, "png") + _tests(test_fuzz, "picture")),
    )


def throw(found: list[Trial], seconds: float) -> int:
    """Run trials in turn for so long; gives how many examples were tried. What falls is raised."""
    end = time.monotonic() + seconds
    tried = 0
    for _, trial in itertools.cycle(found):
        if time.monotonic() >= end:
            break
        trial()
        tried += ROUND
    return tried


@contextmanager
def quiet() -> Iterator[None]:
    """Leave out what the readers of pictures write past Python: a line for each thing that is wrong."""
    sys.stderr.flush()
    kept = os.dup(2)
    with open(os.devnull, "w", encoding="ascii") as nowhere:
        os.dup2(nowhere.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def main(minutes: float, wanted: list[str]) -> int:
    """Fuzz each room; gives the exit status."""
    with tempfile.TemporaryDirectory() as name:
        for room, found in rooms(Path(name)):
            if wanted and room not in wanted:
                continue
            with quiet():
                tried = throw(found, minutes * 60)
            print(
                f"{room}: {minutes:g} min, up to {tried} examples of {len(found)} tests, none fell",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if sys.argv[1:] else 10.0, sys.argv[2:]))
