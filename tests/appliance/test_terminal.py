"""No name does anything to a terminal, whatever it holds and whichever command says it."""

import json
from contextlib import suppress
from pathlib import Path

import pytest

import appliance.logs
from appliance.terminal import OBEYED, speak_harmlessly
from tabletop import main

pytestmark = pytest.mark.usefixtures("log_as_before")

EVIL = "A\x1b[31m\x07\r\x7f\x9b1m\u202e\u2066n"
SHOWN = r"A\u001b[31m\u0007\u000d\u007f\u009b1m\u202e\u2066n"


def harmful(text: str) -> set[str]:
    return set(text) & set(map(chr, OBEYED))


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
        ["read", f"{EVIL}.png"],
        ["read", "--json", f"{EVIL}.png"],
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
