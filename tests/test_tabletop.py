"""The ``companion`` command: what it prints, where, and its exit status."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.records.record import read
from tabletop import main

ROOT = Path(__file__).parents[1]
PLAYERS = ["--players", "Ann,Ben"]
PICTURES = str(ROOT / "tests" / "vision" / "pictures")


@pytest.fixture
def empty_table(tmp_path: Path) -> Path:
    """A folder with pictures of a bare table."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    for number in range(4):
        cv2.imwrite(str(folder / f"{number}.png"), np.full((360, 640, 3), 90, np.uint8))
    return folder


def test_without_a_command_it_is_wrong_use() -> None:
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 2


@pytest.mark.parametrize(
    "command", ["demo", "serve", "read", "watch", "replay", "games", "simulate", "bench"]
)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert f"companion {command}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["watch", *PLAYERS, "nowhere.mp4"], 1, "nowhere.mp4"),
        (["watch", *PLAYERS, "--seats", "south,up", "nowhere.mp4"], 2, "one side for each of the 2 players"),
        (["watch", *PLAYERS, "--seats", "south", "nowhere.mp4"], 2, "one side for each of the 2 players"),
        (["watch", *PLAYERS, "--presses", "nowhere.jsonl", "nowhere.mp4"], 1, "nowhere.jsonl"),
        (["watch", *PLAYERS, "--game", "nope", "nowhere.mp4"], 2, "nope"),
        (["watch", *PLAYERS, ""], 2, "SOURCE is empty"),
        (["watch", *PLAYERS, "--starter", "Zoe", "nowhere.mp4"], 2, "players: Ann, Ben"),
        (
            ["watch", *PLAYERS, "--deck", "nope", str(ROOT / "tests/vision/pictures")],
            2,
            "no deck 'nope' has been learnt",
        ),
        (["serve", "--players", "Ann", "nowhere.mp4"], 2, "2 to 5 can"),
        (["serve", *PLAYERS, "--button", "moon", "nowhere.mp4"], 2, "GPIO"),
    ],
)
def test_what_cannot_be_done_says_why(
    arguments: list[str], status: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == status
    printed = capsys.readouterr()
    assert printed.out == ""
    assert says in printed.err


INTERRUPTED = """
import os, signal, sys

class Interrupter:
    def find_spec(self, name, *_):
        if name == sys.argv[1]:
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Interrupter())
import tabletop
sys.exit(tabletop.main(["read", sys.argv[2]]))
"""


@pytest.mark.parametrize(
    ("arguments", "of"),
    [
        (["deck", "print", ""], "FILE.pdf"),
        (["deck", "learn", "Oma", ""], "PICTURE"),
        (["deck", "learn", "Oma", "a.png", "--truth", ""], "--truth"),
        (["read", "a.png", "--overlay", ""], "--overlay"),
        (["read", "a.png", "--deck", ""], "--deck"),
        (["bench", "vision", "--deck", ""], "--deck"),
        (["bench", "vision", "--report", ""], "--report"),
        (["bench", "vision", ""], "FOLDER"),
        (["bench", "watch", ""], "VIDEO"),
        (["watch", "nowhere.mp4", "--deck", ""], "--deck"),
        (["serve", "--deck", ""], "--deck"),
        (["serve", "--journal", ""], "--journal"),
        (["demo", "--host", ""], "--host"),
        (["demo", "--settings", ""], "--settings"),
        (["watch", "nowhere.mp4", "--presses", ""], "--presses"),
        (["watch", "nowhere.mp4", "--record", ""], "--record"),
        (["watch", "nowhere.mp4", "--disputes", ""], "--disputes"),
        (["watch", "nowhere.mp4", "--settings", ""], "--settings"),
        (["disputes", "--export", ""], "--export"),
        (["disputes", "--journal", ""], "--journal"),
        (["disputes", "--settings", ""], "--settings"),
        (["backup", ""], "FILE"),
        (["backup", "a.zip", "--journal", ""], "--journal"),
        (["restore", ""], "FILE"),
        (["restore", "a.zip", "--settings", ""], "--settings"),
        (["settings", "--settings", ""], "--settings"),
        (["doctor", "--bundle", ""], "--bundle"),
        (["doctor", "--journal", ""], "--journal"),
        (["doctor", "--settings", ""], "--settings"),
    ],
)
def test_an_empty_name_stands_for_nothing(
    arguments: list[str], of: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert f"argument {of}: the name is empty" in capsys.readouterr().err


@pytest.mark.parametrize(
    "loading", ["appliance.command_line", "companion.rules.catalogue", "vision.games", "cv2"]
)
def test_an_interrupt_ends_it_quietly_whatever_is_being_loaded(loading: str) -> None:
    picture = next(path for path in Path(PICTURES).iterdir() if path.suffix in (".jpg", ".png"))
    command = [sys.executable, "-c", INTERRUPTED, loading, str(picture)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_the_interrupt_is_as_it_was_once_all_is_loaded() -> None:
    before = signal.getsignal(signal.SIGINT)
    assert main(["games"]) == 0
    assert signal.getsignal(signal.SIGINT) is before


def test_before_the_interrupt_is_in_hand_next_to_nothing_is_loaded() -> None:
    code = "import sys; bare = {*sys.modules}; import tabletop; print(*{*sys.modules} - bare)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True, text=True)
    rooms = {"appliance", "companion", "hardware", "vision", "web"}
    assert not rooms & {name.split(".")[0] for name in done.stdout.split()}


@pytest.mark.parametrize("players", ["Ann", "Ann,Ann", "A,B,C,D,E,F"])
def test_players_that_cannot_play_are_wrong_use(
    players: str, empty_table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["watch", "--players", players, str(empty_table)]) == 2
    assert capsys.readouterr().err.startswith("companion: No such game can begin: ")


@pytest.mark.parametrize(
    ("option", "says"),
    [
        (["--port", "80000"], "a port lies from 0 (any free one) to 65535; '80000' is none"),
        (["--port", "http"], "a port lies from 0 (any free one) to 65535; 'http' is none"),
        (["--speed", "0"], "a speed lies above 0 and is 100 at most; '0' is none"),
        (["--speed", "fast"], "a speed lies above 0 and is 100 at most; 'fast' is none"),
    ],
)
def test_a_number_that_cannot_be_is_wrong_use(
    option: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["demo", *option])
    assert ended.value.code == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize("closed", [1, 2])
def test_who_closes_an_output_gets_the_rest(closed: int) -> None:
    command = f"{sys.executable} tabletop.py games --json {closed}>&-"
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"\n") == (0 if closed == 1 else 5)


def test_what_the_caller_has_closed_is_no_journals_number(tmp_path: Path) -> None:
    code = (
        "import os, sys, tabletop; tabletop.main(['games']);"
        "file = open(sys.argv[1], 'w'); print(file.fileno(), file=file)"
    )
    path = tmp_path / "file"
    command = f'{sys.executable} -c "{code}" {path} <&- >&- 2>&-'
    subprocess.run(["sh", "-c", command], cwd=ROOT, check=True)
    assert int(path.read_text()) > 2


def test_json_lines_are_utf_8_whatever_the_terminal_is(tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text('[table]\nplayers = ["Zoë", "李雷"]\n', encoding="utf-8")
    command = [sys.executable, "tabletop.py", "settings", "--json", "--settings", str(settings)]
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(
        [*command, "table.players"], env=environment, cwd=ROOT, capture_output=True, check=False
    )
    assert json.loads(done.stdout.decode("utf-8"))["value"] == ["Zoë", "李雷"]


def test_a_record_that_is_there_is_kept_under_another_name(empty_table: Path, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    record.write_text("an evening\n")
    for _ in range(2):
        assert main(["watch", "--players", "Ann, Ben", "--record", str(record), str(empty_table)]) == 0
    assert (tmp_path / "game.jsonl.1").read_text() == "an evening\n"
    assert read(tmp_path / "game.jsonl.2") == read(record)
    assert read(record).header.players == ("Ann", "Ben")


def test_a_bare_table_is_a_game_without_acts(
    empty_table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "game.jsonl"
    presses = tmp_path / "presses.jsonl"
    presses.write_text('{"t": 0.1, "button": "jump"}\n')
    arguments = ["watch", "--json", *PLAYERS, "--record", str(record), "--presses", str(presses)]
    assert main([*arguments, str(empty_table)]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines == [{"t": 0.1, "event": "press", "button": "jump"}]
    assert (read(record).header.players, read(record).acts) == (("Ann", "Ben"), ())


def test_a_terminal_without_the_letters_of_a_name_shows_their_codes(tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    record.write_text('{"game": "fifty-fifty", "players": ["李雷", "Ben"]}\n', encoding="utf-8")
    command = [sys.executable, "tabletop.py", "replay", str(record)]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0
    assert b"\\u674e\\u96f7" in done.stdout


def test_a_stream_that_is_off_is_said_in_our_words_alone() -> None:
    command = [sys.executable, "tabletop.py", "watch", *PLAYERS, "rtsp://127.0.0.1:1/table"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    told = "companion: rtsp://127.0.0.1:1/table does not answer."
    assert [line[: len(told)] for line in done.stderr.splitlines()] == [told]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("games >/dev/full", "companion: No space left on device; make room on the disk."),
        ("disputes --journal {path}", "companion: {path}: this user may not (Permission denied); put sudo"),
    ],
)
def test_what_the_system_refuses_is_said_in_words(words: str, says: str) -> None:
    path = "/not/ours/games.sqlite3"
    refused = "import os, pathlib, sys, tabletop\n"
    refused += "def exists(path):\n    raise PermissionError(13, os.strerror(13), str(path))\n"
    refused += "if 'disputes' in sys.argv:\n    pathlib.Path.exists = exists\nsys.exit(tabletop.main())"
    command = f'"$0" -c "$1" {words.format(path=path)}'
    shell = ["sh", "-c", command, sys.executable, refused]
    done = subprocess.run(shell, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith(says.format(path=path))
