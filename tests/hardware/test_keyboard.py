"""The space key as a button, on a terminal of the test's own."""

import logging
import os
import queue
import sys
import termios
from collections.abc import Iterator

import pytest

from companion.clock import Instant, Span
from companion.evidence import Press, PressSource
from hardware.keyboard import KeyboardButton, NoKeyboard, find_keyboard
from tests.hardware.board import Time

MS = 1_000_000
PATIENCE = 10.0


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """The typist's end and the companion's end of a terminal."""
    typist, companion = os.openpty()
    yield typist, companion
    os.close(typist)
    os.close(companion)


def held_keys(times_ms: list[int], key: str = " ") -> list[Press]:
    """Give the presses heard when the terminal sends a key at these times."""
    time, heard = Time(), list[Press]()
    button = KeyboardButton(-1, heard.append, time)
    start = time.ns
    for at in times_ms:
        button._key(key, Instant(start + at * MS))
    return heard


def test_the_space_key_is_a_press_that_began_a_little_before(terminal: tuple[int, int]) -> None:
    time, heard = Time(), queue.Queue[Press]()
    with KeyboardButton(terminal[1], heard.put, time):
        os.write(terminal[0], "xé\n ".encode())
        press = heard.get(timeout=PATIENCE)
    assert press == Press("jump", Span(Instant(time.ns - 30 * MS), time.now()), PressSource.KEYBOARD)
    assert heard.empty()


def test_each_player_may_have_a_key(terminal: tuple[int, int]) -> None:
    heard = queue.Queue[Press]()
    with KeyboardButton(terminal[1], heard.put, Time(), {"a": "Ann", "b": "Bo"}):
        os.write(terminal[0], b" ba")
        assert [heard.get(timeout=PATIENCE).button for _ in range(2)] == ["Bo", "Ann"]


def test_a_held_key_is_one_press() -> None:
    repeats = [0, 500, *range(530, 3000, 30)]
    assert len(held_keys(repeats)) == 1
    assert len(held_keys([0, 800, 1600])) == 3


def test_the_terminal_is_put_back_as_it_was(terminal: tuple[int, int]) -> None:
    before = termios.tcgetattr(terminal[1])
    with KeyboardButton(terminal[1], lambda press: None, Time()):
        local_flags = termios.tcgetattr(terminal[1])[3]
        assert not local_flags & (termios.ICANON | termios.ECHO)
        assert local_flags & termios.ISIG, "Ctrl-C must work"
    assert termios.tcgetattr(terminal[1]) == before


def test_a_terminal_that_goes_away_ends_the_reading_and_does_no_harm(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    heard = list[Press]()
    typist, companion = os.openpty()
    with KeyboardButton(companion, heard.append, Time()) as button:
        os.close(typist)
        button._reader.join(PATIENCE)
        assert not button._reader.is_alive()
    os.close(companion)
    assert heard == []
    assert "the terminal has gone" in caplog.text


def test_without_a_terminal_there_is_no_keyboard_and_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with open(os.devnull) as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        with find_keyboard(lambda press: None, Time()) as keyboard:
            assert isinstance(keyboard, NoKeyboard)
            assert "space key is no button here" in keyboard.words
    monkeypatch.setattr(sys, "stdin", None)
    assert isinstance(find_keyboard(lambda press: None, Time()), NoKeyboard)


def test_a_terminal_is_found(monkeypatch: pytest.MonkeyPatch, terminal: tuple[int, int]) -> None:
    with open(terminal[1], closefd=False) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        assert isinstance(find_keyboard(lambda press: None, Time()), KeyboardButton)
