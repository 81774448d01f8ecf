"""What systemd hears, through a socket as systemd's own."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from appliance.notify import Heart, Notifier, Watchdog, watchdog_seconds


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.settimeout(5)
        yield line


def heard(line: socket.socket) -> str:
    return line.recv(4096).decode()


def test_it_hears_that_the_service_is_up(systemd: socket.socket) -> None:
    notifier = Notifier.from_environment({"NOTIFY_SOCKET": systemd.getsockname()})
    notifier.ready("The table is on\nhttp://10.0.0.2:8000/")
    notifier.stopping()
    assert heard(systemd) == "READY=1\nSTATUS=The table is on http://10.0.0.2:8000/"
    assert heard(systemd) == "STOPPING=1"


def test_an_abstract_socket_is_found() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind("\0companion-test-notify")
        line.settimeout(5)
        Notifier("@companion-test-notify").alive()
        assert heard(line) == "WATCHDOG=1"


def test_where_nobody_listens_nothing_happens(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    Notifier.from_environment({}).ready("up")
    Notifier(str(tmp_path / "gone")).alive()
    assert "systemd cannot be told" in caplog.text


def test_the_watchdog_is_fed_only_while_every_part_answers(systemd: socket.socket) -> None:
    alive = {"table": True, "web": True}

    def web() -> bool:
        if not alive["web"]:
            raise ConnectionError
        return True

    watchdog = Watchdog(Notifier(systemd.getsockname()), {"table": lambda: alive["table"], "web": web}, 60)
    assert watchdog.look() == ()
    assert heard(systemd) == "WATCHDOG=1"
    alive["table"] = alive["web"] = False
    assert watchdog.look() == ("table", "web")
    assert heard(systemd) == "STATUS=No sign of life from: table, web"


def test_the_watchdog_looks_by_itself(systemd: socket.socket) -> None:
    with Watchdog(Notifier(systemd.getsockname()), {"table": lambda: True}, 0.01):
        assert heard(systemd) == "WATCHDOG=1"


def test_a_part_is_dead_after_long_silence() -> None:
    time = [0.0]
    heart = Heart(patience=10, now=lambda: time[0])
    assert heart.alive("camera"), "nothing is expected before its first beat"
    heart.beat("camera")
    time[0] = 10
    assert heart.alive("camera")
    time[0] = 10.5
    assert not heart.alive("camera")
    heart.forget("camera")
    assert heart.alive("camera")


def test_a_part_may_be_given_longer() -> None:
    time = [0.0]
    heart = Heart(patience=10, now=lambda: time[0], own={"reader": 300})
    for part in ("camera", "reader"):
        heart.beat(part)
    time[0] = 299
    assert (heart.alive("camera"), heart.alive("reader")) == (False, True)
    time[0] = 301
    assert not heart.alive("reader")


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [
        ({"WATCHDOG_USEC": "60000000"}, 60.0),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_systemd_says_how_long_it_waits(environment: dict[str, str], seconds: float | None) -> None:
    assert watchdog_seconds(environment) == seconds
