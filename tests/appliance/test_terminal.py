"""No name does anything to a terminal, whatever it holds and whichever command says it."""

import json
import logging
from contextlib import suppress
from pathlib import Path

import pytest

import appliance.checkup
import appliance.logs
from appliance.terminal import speak_harmlessly
from companion.clock import Instant
from companion.escaping import CONTROL_CHARACTERS
from companion.finding import Finding, Level
from companion.sessions.events import Event, EventKind
from companion.views.printed import as_words
from tabletop import main

pytestmark = pytest.mark.usefixtures("log_as_before")

EVIL_ON_ONE_LINE = "A\x1b[31m\x07\r\x7f\x9b1m\u202e\u2066n\u2028"
EVIL = f"{EVIL_ON_ONE_LINE}\ncompanion: B"
SHOWN = r"A\u001b[31m\u0007\u000d\u007f\u009b1m\u202e\u2066n\u2028\u000acompanion: B"


def harmful(text: str) -> set[str]:
    """Give what of a text does something to a terminal; lines that a name begins count as their break."""
    broken = {"\n"} if any(line.startswith("companion: B") for line in text.split("\n")) else set()
    return broken | set(text) & {chr(code) for code in CONTROL_CHARACTERS if chr(code) not in "\t\n"}


def write(folder: Path, header: dict[str, object], *acts: dict[str, object]) -> str:
    path = folder / "game.jsonl"
    lines = (json.dumps(line, ensure_ascii=False) for line in (header, *acts))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def a_game(folder: Path, *acts: dict[str, object]) -> str:
    header: dict[str, object] = {
        "game": "fifty-fifty",
        "players": [EVIL, "Ben"],
        "starter": EVIL,
        "rules": {},
    }
    return write(folder, header, {"player": EVIL, "play": 41}, *acts)


def test_a_name_is_shown_by_its_codes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", a_game(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert f"{SHOWN}: 0 penalty cards" in out
    assert not harmful(out)


def test_json_says_the_very_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--json", a_game(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert EVIL in json.loads(out.splitlines()[0])["state"]["hands"]
    assert not harmful(out)


def test_what_is_wrong_is_said_with_codes_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", a_game(tmp_path, {"player": EVIL, "play": 50})]) == 3
    err = capsys.readouterr().err
    assert SHOWN in err
    assert not harmful(err)


@pytest.mark.parametrize(
    "command",
    [
        ["replay", f"{EVIL}.jsonl"],
        ["replay", "game.jsonl", EVIL],
        ["backup", "--check", f"{EVIL}.zip"],
        ["read", f"{EVIL_ON_ONE_LINE}.png"],
        ["read", "--json", f"{EVIL_ON_ONE_LINE}.png"],
        ["deck", "forget", EVIL],
        ["settings", "--settings", f"{EVIL}.toml", "--set", f"table.players={EVIL}"],
        ["settings", EVIL],
        ["watch", f"{EVIL}.mp4", "--players", f"{EVIL},Ben"],
        ["serve", "--players", f"{EVIL},{EVIL}"],
    ],
)
def test_no_word_of_a_command_line_comes_back_as_it_was(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with suppress(SystemExit):
        assert main(command)
    captured = capsys.readouterr()
    assert captured.out + captured.err
    assert not harmful(captured.out + captured.err)


@pytest.mark.parametrize("form", ["people", "json"])
def test_the_log_says_names_with_codes(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    speak_harmlessly()
    speak_harmlessly()
    appliance.logs.set_up(form)(f"{EVIL} plays 20; Łukasz, 李 and שרה look on.\tSo.")
    err = capsys.readouterr().err
    words = json.loads(err)["message"] if form == "json" else err
    assert "Łukasz, 李 and שרה look on.\tSo." in words
    assert not harmful(err)


def test_no_name_begins_a_line_of_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    appliance.logs.set_up("people")
    logging.getLogger("companion").warning("Button %s: %s", "Ann\nerror: the disk is full", "stuck")
    assert capsys.readouterr().err == "warning: Button Ann\\u000aerror: the disk is full: stuck\n"


def test_no_key_begins_a_line_among_the_mistakes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('"a\\ncompanion: B" = 1\n[camera]\nwidth = 1\n')
    for command in (["settings"], ["serve"]):
        assert main([*command, "--settings", str(path)]) == 3
        err = capsys.readouterr().err
        assert r"a\u000acompanion: B" in err
        assert len(err.splitlines()) == 2, "a line for each mistake"


def test_what_is_seen_is_told_on_one_line() -> None:
    said = Event(
        EventKind.ACT, Instant(0), {"act": {}, "row": [], "words": f"{EVIL} plays 20.", "unsure": False}
    )
    words = as_words(said, Instant(0))
    assert words is not None
    assert words.endswith(f"{SHOWN} plays 20.")


def test_the_doctor_says_names_on_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    appliance.checkup._print([Finding("games", Level.BAD, f"{EVIL} is wrong.", f"Mend {EVIL}.")], False)
    assert capsys.readouterr().out.count(SHOWN) == 2
