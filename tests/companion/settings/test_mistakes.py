"""Mistakes in a settings file: each has its line and key, says what would be right, and in every language."""

import errno
import os
from pathlib import Path

import pytest

from companion.errors import SettingsError
from companion.language import in_language, say
from companion.settings.file import BadSettings, Mistake, change_file, parse_settings, read_settings


def mistakes(text: str) -> list[tuple[int, str]]:
    with pytest.raises(BadSettings) as wrong:
        parse_settings(text)
    return [(mistake.line, mistake.key) for mistake in wrong.value.mistakes]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("[camera]\n\nwidth = 2\n", [(3, "camera.width")]),
        ("[camera]\nwidth = true\n", [(2, "camera.width")]),
        ("[camera]\nwidth = 1280.5\n", [(2, "camera.width")]),
        ("[camera]\nwidht = 1280\n", [(2, "camera.widht")]),
        ("[camera]\nsource = 0\n", [(2, "camera.source")]),
        ("camera = 3\n", [(1, "camera")]),
        ("[camera]\nwidth = 1\nheight = 1\n", [(2, "camera.width"), (3, "camera.height")]),
        ("[kamera]\nwidth = 1280\n", [(1, "kamera")]),
        ("[table]\nplayers = [\n 'Ann',\n 'Ann',\n]\n", [(2, "table.players")]),
        ("[table]\nplayers = ['A', 'B', 'C', 'D', 'E', 'F']\n", [(2, "table.players")]),
        ("[table]\nplayers = ['A', 'B']\nseats = ['south']\n", [(3, "table.seats")]),
        ("[table]\nseats = ['up']\n", [(2, "table.seats")]),
        ("[table]\nstarter = 'Ann'\n", [(2, "table.starter")]),
        ("[table]\nplayers = ['A', 'B']\nstarter = 'C'\n", [(3, "table.starter")]),
        ("[buttons]\njump = 28\n", [(2, "buttons.jump")]),
        ("[buttons]\njump = 5\n[buttons.players]\nAnn = 5\n", [(4, "buttons.players.Ann")]),
        ("[buttons]\njump = 5\n[buttons.players]\n'Zoe\u0308' = 5\n", [(4, "buttons.players.Zo\u00eb")]),
        ("[buttons.players]\n'Zoe\u0308' = 5\n'Zo\u00eb' = 6\n", [(1, "buttons.players")]),
        ("[table]\nplayers = ['Zoe\u0308', 'Zo\u00eb']\n", [(2, "table.players")]),
        ("[lamps]\nwindow = 17\n", [(2, "lamps.window")]),
        (
            "[house_rules.fifty-fifty]\npass_in_hand = 'maybe'\n",
            [(2, "house_rules.fifty-fifty.pass_in_hand")],
        ),
        ("[dashboard]\nnetwork_name = 'two words'\n", [(2, "dashboard.network_name")]),
        ("[dashboard]\nhost = ''\n", [(2, "dashboard.host")]),
        ("[dashboard]\nhost = ' '\n", [(2, "dashboard.host")]),
        ("[camera]\nwidth = 1280\nwidth = 1280\n", [(3, "")]),
        ("[camera\n", [(1, "")]),
        ('# fine\n[camera]\nsource = "open\n', [(3, "")]),
        ("a = " + "[" * 5000, [(1, "")]),
        (f"[camera]\nwidth = {'9' * 400}\n", [(2, "camera.width")]),
        (f"[buttons]\njump = {'9' * 400}\n", [(2, "buttons.jump")]),
        (f"[camera]\nwidth = 0x{'f' * 5000}\n", [(2, "camera.width")]),
        (f"[camera]\nwidth = {'9' * 4301}\nheight = 720\n", [(2, "")]),
    ],
)
def test_each_mistake_has_its_line_and_key(text: str, where: list[tuple[int, str]]) -> None:
    assert mistakes(text) == where


def test_a_mistake_says_what_would_be_right() -> None:
    with pytest.raises(BadSettings) as wrong:
        parse_settings("[camera]\nwidht = 1\n[dashboard]\nport = 99999\n", "our.toml")
    assert str(wrong.value).split("\n") == [
        "our.toml, line 2: camera.widht: there is no such setting; did you mean camera.width?",
        "our.toml, line 4: dashboard.port: it is 99999, and should be a whole number from 1 to 65535",
    ]


@pytest.mark.parametrize(
    ("text", "german"),
    [
        ("[table]\nstarter = 'Ann'\n", "table.starter: das braucht table.players, und dort steht niemand"),
        (
            "[table]\nplayers = ['A', 'B']\nstarter = 'C'\n",
            "table.starter: 'C' gehört nicht zu den Spielern",
        ),
        (
            "[table]\nplayers = ['A', 'B']\nseats = ['south']\n",
            "table.seats: hier steht 1 Seite für 2 Spieler; für jeden eine, oder keine",
        ),
        (
            "[table]\nplayers = ['A']\n",
            "table.players: 1 Spieler kann dieses Spiel nicht spielen; 2 bis 5 können es",
        ),
        (
            "[buttons]\njump = 5\n[buttons.players]\nAnn = 5\n[lamps]\nwindow = 6\nbuzzer = 6\n",
            "buttons.players.Ann: GPIO 5 ist schon belegt (der Sprungknopf); bitte einen anderen Pin wählen; "
            "lamps.buzzer: GPIO 6 ist schon belegt (die Lampe); bitte einen anderen Pin wählen",
        ),
    ],
)
def test_what_does_not_go_together_is_said_in_german_too(text: str, german: str) -> None:
    with pytest.raises(BadSettings) as wrong:
        parse_settings(text)
    assert in_language(wrong.value.words(), "de") == german


@pytest.mark.parametrize(
    ("text", "german"),
    [
        (
            "[camera]\nwidht = 1\n",
            "Zeile 2: camera.widht: diese Einstellung gibt es nicht; war camera.width gemeint?",
        ),
        (
            "xyzzy = 1\n",
            "Zeile 1: xyzzy: diese Einstellung gibt es nicht; `companion settings` zählt alle auf",
        ),
        (
            "camera = 3\n",
            "Zeile 1: camera: das ist eine Tabelle; bitte [camera] schreiben und ihre Einstellungen in die "
            "Zeilen darunter",
        ),
        (
            "[camera]\nwidth = 1\n",
            "Zeile 2: camera.width: da steht 1, richtig wäre eine ganze Zahl von 320 bis 4096",
        ),
        (
            "[dashboard]\nnetwork_name = 'two words'\n",
            "Zeile 2: dashboard.network_name: da steht 'two words', richtig wäre Buchstaben, Ziffern und "
            "Bindestriche, höchstens 63",
        ),
        (
            "[house_rules.fifty-fifty]\npass_in_hand = 'maybe'\n",
            "Zeile 2: house_rules.fifty-fifty.pass_in_hand: da steht 'maybe', richtig wäre \"eliminated\" "
            'oder "spared"',
        ),
        (
            "[house_rules.fifty-fifty]\npurple = 'some'\n",
            "Zeile 2: house_rules.fifty-fifty.purple: da steht 'some', richtig wäre \"every-third\" oder "
            "eine Liste von Zahlen von 1 bis 100",
        ),
        (
            "[camera]\nwidth = 640\nwidth = 640\n",
            "Zeile 3: das steht weiter oben schon; geschrieben wird so: Schlüssel = Wert",
        ),
        (
            "a = " + "[" * 5000,
            "Zeile 1: zu tief verschachtelt; geschrieben wird so: Schlüssel = Wert",
        ),
        (
            "[lamps]\nwindow = 17\n",
            "Zeile 2: lamps.window: GPIO 17 ist schon belegt (der Sprungknopf); bitte einen anderen Pin "
            "wählen",
        ),
    ],
)
def test_each_mistake_in_a_file_is_said_in_german_too(text: str, german: str) -> None:
    with pytest.raises(BadSettings) as wrong:
        parse_settings(text, "s.toml")
    assert in_language(wrong.value.args[0], "de") == f"s.toml, {german}"


@pytest.mark.parametrize(
    "line",
    [
        "a = 'open",
        'a = "open',
        'a = "\\q"',
        'a = """open',
        "a = [1, 2",
        "a = { b = 1",
        "a = {b = 1, b = 2}",
        "[camera",
        "[[camera]",
        "a 1",
        "a = 1 b = 2",
        "a = no",
        "a = 2026-02-31",
        "= 1",
        "a = 1\na.b = 1",
        "[a]\n[a]",
        "a = '\0'",
    ],
)
def test_what_cannot_be_read_is_said_in_our_own_words(line: str) -> None:
    """The reader's own words are English whatever language is chosen."""
    with pytest.raises(BadSettings) as wrong:
        parse_settings(line)
    assert "cannot be read" not in str(wrong.value)
    assert "lässt sich nicht lesen" not in in_language(wrong.value.args[0], "de")
    assert in_language(wrong.value.args[0], "de") != str(wrong.value)


def test_thousands_of_mistakes_are_all_said_in_german() -> None:
    wrong = BadSettings("s.toml", [Mistake(n, f"k{n}", say("nested too deeply")) for n in range(5000)])
    said = in_language(wrong.args[0], "de").split("\n")
    assert said[4999] == "s.toml, Zeile 4999: k4999: zu tief verschachtelt"
    assert len(in_language(wrong.words(), "de").split("; ")) == 5000


def test_a_file_that_cannot_be_opened_is_said_in_german_too(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as wrong:
        read_settings(tmp_path)
    assert "Die Einstellungen lassen sich nicht lesen" in in_language(wrong.value.args[0], "de")


def test_a_full_disk_is_said_in_german_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("companion.atomic_file.os.fsync", full)
    with pytest.raises(SettingsError) as wrong:
        change_file(tmp_path / "settings.toml", {"camera.width": 640})
    assert in_language(wrong.value.args[0], "de").endswith("bitte auf dem Datenträger Platz schaffen")
