"""The import law: arrows point at the core, and the senses and the face are strangers to one another."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SENSES = {
    "companion.atomic_file",
    "companion.cards",
    "companion.clock",
    "companion.errors",
    "companion.evidence",
    "companion.finding",
    "companion.language",
}
MAY = {
    "companion": {"companion"},
    "vision": {
        "vision",
        "companion.cli",
        "companion.escaping",
        "companion.folder_lock",
        "companion.state_folder",
        "cv2",
        "numpy",
        "pytesseract",
        "picamera2",
        *SENSES,
    },
    "hardware": {"hardware", "gpiozero", *SENSES},
    "web": {
        "web",
        "companion",
        "flask",
        "itsdangerous",
        "segno",
        "waitress",
        "werkzeug",
        "zeroconf",
        "ifaddr",
    },
}
MAY["appliance"] = {"appliance"}.union(*MAY.values())
READER = {"vision.frame", "vision.games", "vision.prints", "vision.cards", "vision.looks", "vision.pipeline"}
WITHIN_VISION = {
    "capture": {"vision.frame"},
    "prints": set[str](),
    "cards": {"vision.games", "vision.prints"},
    "looks": {"vision.frame", "vision.prints", "vision.cards"},
    "motion": {"vision.frame"},
    "memory": {"vision.games", "vision.cards.decode"},
    "watching": {*READER, "vision.motion", "vision.memory"},
    "decks": {*READER, "vision.capture"},
    "bench": {*READER, "vision.capture", "vision.readers", "vision.watching"},
}
"""What each room within the eye may import of the eye besides itself: no two rooms lean on one another."""

WITHIN_CORE = {
    "rules": set[str](),
    "jumps": set[str](),
    "records": {"rules", "jumps"},
    "settings": {"rules"},
    "simulation": {"rules", "records"},
    "observing": {"rules", "jumps", "records"},
    "sessions": {"rules", "records", "observing"},
    "following": {"rules", "jumps", "records", "observing", "sessions"},
    "views": {"rules", "records", "observing", "sessions"},
    "storage": {"records", "sessions", "settings", "views"},
    "disputes": {"jumps", "sessions", "following", "storage"},
    "doctor": {"settings", "storage"},
}
"""What each room within the core may import of the other rooms; each stands above all that it may import."""

WITHIN_WEB = {
    "serving": set[str](),
    "access": set[str](),
    "doors": set[str](),
    "content": set[str](),
    "api": {"serving", "access", "doors", "content"},
    "pages": {"serving", "access", "doors", "content"},
    "setup": {"access", "doors", "content"},
}
"""What each room within the face may import of the other rooms; each stands above all that it may import."""


@dataclass(frozen=True, slots=True)
class Law:
    """What holds within core or face: its rooms, and the files beside them."""

    may: dict[str, set[str]]
    everywhere: set[str]
    """What every room may import; these files import one another alone."""
    together: set[str]
    """What joins the rooms; no room imports it."""


LAWS = {
    "companion": Law(
        may=WITHIN_CORE,
        everywhere={
            *SENSES,
            "companion.cli",
            "companion.escaping",
            "companion.evidence_json",
            "companion.folder_lock",
            "companion.json_lines",
            "companion.state_folder",
            "companion.wall_clock",
        },
        together={"companion.commands", "companion.feed", "companion.table"},
    ),
    "web": Law(
        may=WITHIN_WEB,
        everywhere={"web.i18n", "web.incoming", "web.plain", "web.problems"},
        together={"web.app", "web.navigation"},
    ),
}
GAMES_MAY = {
    "companion.cards",
    "companion.errors",
    "companion.json_lines",
    "companion.language",
    "companion.rules",
}
PURE_EXCEPT = {
    "atomic_file.py",
    "commands.py",
    "feed.py",
    "folder_lock.py",
    "state_folder.py",
    "table.py",
    "wall_clock.py",
    "disputes/book.py",
    "disputes/clips.py",
    "doctor/bundle.py",
    "doctor/machine.py",
    "doctor/port.py",
    "doctor/table.py",
    "jumps/clock_check.py",
    "jumps/presses.py",
    "records/record.py",
    "settings/file.py",
    "storage/archive.py",
    "storage/backup.py",
    "storage/backup_command.py",
    "storage/backup_file.py",
    "storage/journal.py",
    "storage/journal_copies.py",
    "storage/journal_damage.py",
    "storage/journal_cut_off.py",
    "storage/journal_entries.py",
    "storage/journal_file.py",
    "storage/journal_games.py",
    "storage/journal_reading.py",
    "storage/profiles.py",
    "storage/record_keeper.py",
}
IMPURE = {"threading", "time", "random", "sqlite3", "os", "socket", "subprocess", "datetime"}
IMPURE |= {"companion.atomic_file", "companion.folder_lock", "companion.state_folder", "companion.wall_clock"}


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


def rooms_within(room: str) -> set[str]:
    return {path.parent.name for path in (ROOT / room).glob("*/__init__.py")}


def test_every_room_of_the_eye_stands_in_the_law() -> None:
    assert rooms_within("vision") == set(WITHIN_VISION)


@pytest.mark.parametrize(("home", "room"), [(home, room) for home, law in LAWS.items() for room in law.may])
def test_the_rooms_of_core_and_face_import_only_what_they_may(home: str, room: str) -> None:
    law = LAWS[home]
    may = law.everywhere | {f"{home}.{name}" for name in {room, *law.may[room]}}
    wrong = [
        f"{path.relative_to(ROOT)}: {module}"
        for path in sources(f"{home}/{room}")
        for module in imports(path)
        if allowed(module, {home}) and not allowed(module, may)
    ]
    assert not wrong


@pytest.mark.parametrize("home", list(LAWS))
def test_every_room_of_core_and_face_stands_in_the_law_above_all_that_it_may_import(home: str) -> None:
    rooms = list(LAWS[home].may)
    assert rooms_within(home) == set(rooms)
    assert all(may <= set(rooms[: rooms.index(room)]) for room, may in LAWS[home].may.items())


@pytest.mark.parametrize("home", list(LAWS))
def test_beside_the_rooms_stands_only_what_all_need_or_what_joins_them(home: str) -> None:
    law = LAWS[home]
    beside = {f"{home}.{path.stem}": path for path in (ROOT / home).glob("*.py") if path.stem != "__init__"}
    assert set(beside) == law.everywhere | law.together
    wrong = [
        f"{name}: {module}"
        for name in law.everywhere
        for module in imports(beside[name])
        if allowed(module, {home}) and not allowed(module, law.everywhere)
    ]
    assert not wrong


def test_only_the_doors_of_the_face_know_the_running_table() -> None:
    knowing = {path.parent.name for path in sources("web") if "companion.table" in imports(path)}
    assert knowing == {"doors"}


def test_what_stands_on_the_pages_is_pure() -> None:
    wrong = [
        f"{path.name}: {module}"
        for path in sources("web/content")
        for module in imports(path)
        if not allowed(module, {"companion", "web.content", *sys.stdlib_module_names} - IMPURE | {"datetime"})
    ]
    assert not wrong


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
    core = ROOT / "companion"
    touching = {
        path.relative_to(core).as_posix()
        for path in sources("companion")
        if any(allowed(module, IMPURE) for module in imports(path))
    }
    assert touching == PURE_EXCEPT


def test_the_law_would_notice_a_breach() -> None:
    assert not allowed("companion.rules.base", MAY["vision"])
    assert not allowed("vision.prints.finder", MAY["web"])
    assert not allowed("companion.evidence_json", MAY["hardware"])
    assert not allowed("tabletop", MAY["appliance"])
    assert allowed("companion.evidence", MAY["hardware"])
