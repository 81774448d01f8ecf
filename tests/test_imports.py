"""The import law: arrows point at the core, and the senses and the face are strangers to one another."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SENSES = {
    "companion.cards",
    "companion.clock",
    "companion.errors",
    "companion.finding",
    "companion.evidence",
    "companion.language",
}
MAY = {
    "companion": {"companion"},
    "vision": {"vision", "cv2", "numpy", "pytesseract", "picamera2", *SENSES},
    "hardware": {"hardware", "gpiozero", *SENSES},
    "web": {"web", "companion", "flask", "segno", "waitress", "werkzeug", "zeroconf", "ifaddr"},
}
MAY["appliance"] = {"appliance"}.union(*MAY.values())
READER = {"vision.frame", "vision.games", "vision.prints", "vision.cards", "vision.looks", "vision.pipeline"}
WITHIN_VISION = {
    "capture": {"vision.frame"},
    "prints": {"vision.games"},
    "cards": {"vision.games", "vision.prints"},
    "looks": {"vision.frame", "vision.prints", "vision.cards"},
    "motion": {"vision.frame"},
    "memory": {"vision.games", "vision.cards.decode"},
    "watching": {*READER, "vision.motion", "vision.memory"},
    "decks": {*READER, "vision.capture", "vision.places"},
    "bench": {*READER, "vision.capture", "vision.readers", "vision.watching"},
}
"""What each room within the eye may import of the eye besides itself: no two rooms lean on one another."""

GAMES_MAY = {"companion.cards", "companion.errors", "companion.language", "companion.rules"}
PURE_EXCEPT = {
    "book.py",
    "clips.py",
    "clock_check.py",
    "feed.py",
    "presses.py",
    "keeper.py",
    "table.py",
    "journal.py",
    "journal_copies.py",
    "journal_file.py",
    "record.py",
    "archive.py",
    "journal_games.py",
    "profiles.py",
    "commands.py",
    "settings_file.py",
    "backup.py",
    "notify.py",
}
IMPURE = {"threading", "time", "random", "sqlite3", "os", "socket", "subprocess", "datetime"}


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""


def sources(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


def allowed(module: str, names: set[str]) -> bool:
    return any(module == name or module.startswith(name + ".") for name in names)


@pytest.mark.parametrize("room", sorted(MAY))
def test_a_room_imports_only_what_it_may(room: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}: {module}"
        for path in sources(room)
        for module in imports(path)
        if module.split(".")[0] not in sys.stdlib_module_names and not allowed(module, MAY[room])
    ]
    assert not wrong


@pytest.mark.parametrize("room", sorted(WITHIN_VISION))
def test_the_rooms_of_the_eye_import_only_what_they_may(room: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}: {module}"
        for path in sources(f"vision/{room}")
        for module in imports(path)
        if module.startswith("vision") and not allowed(module, {f"vision.{room}", *WITHIN_VISION[room]})
    ]
    assert not wrong


def test_every_room_of_the_eye_stands_in_the_law() -> None:
    assert {path.parent.name for path in (ROOT / "vision").glob("*/__init__.py")} == set(WITHIN_VISION)


def test_only_the_command_imports_the_wiring() -> None:
    assert [path.name for path in ROOT.glob("*.py")] == ["tabletop.py"]
    wrong = [
        f"{path.relative_to(ROOT)}: {module}"
        for room in ({*MAY} - {"appliance"}) | {"training"}
        for path in sources(room)
        for module in imports(path)
        if allowed(module, {"appliance"})
    ]
    assert not wrong


def test_games_know_nothing_of_one_another() -> None:
    rules = ROOT / "companion" / "rules"
    wrong = [
        f"{path.name}: {module}"
        for path in sorted(rules.glob("*.py"))
        for module in imports(path)
        if module.startswith("companion") and not allowed(module, GAMES_MAY)
    ]
    assert not wrong


def test_the_core_has_no_clock_thread_or_chance() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}: {module}"
        for path in sources("companion")
        if path.name not in PURE_EXCEPT and path.parent.name != "doctor"
        for module in imports(path)
        if module.split(".")[0] in IMPURE
    ]
    assert not wrong


def test_the_law_would_notice_a_breach() -> None:
    assert not allowed("companion.rules.base", MAY["vision"])
    assert not allowed("vision.prints.finder", MAY["web"])
    assert not allowed("tabletop", MAY["appliance"])
    assert allowed("companion.evidence", MAY["hardware"])
