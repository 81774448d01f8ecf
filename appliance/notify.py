"""Tells systemd how the service is, over the socket that it names; where there is no systemd, nobody is told.

The protocol is that of ``sd_notify(3)``: lines ``KEY=value`` in one datagram.
"""

import logging
import os
import socket
import threading
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Self

_log = logging.getLogger(__name__)

Alive = Callable[[], bool]


class Notifier:
    """A line to systemd; ``address`` is that of its socket, None where nobody listens."""

    def __init__(self, address: str | None) -> None:
        self._address = "\0" + address[1:] if address and address.startswith("@") else address

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Notifier":
        """Give the line to whoever has started this process."""
        return cls(environment.get("NOTIFY_SOCKET"))

    def ready(self, status: str) -> None:
        """Say that the service is up, with a line for people."""
        self._send(f"READY=1\nSTATUS={_one_line(status)}")

    def status(self, status: str) -> None:
        """Say in a line for people how things stand."""
        self._send(f"STATUS={_one_line(status)}")

    def alive(self) -> None:
        """Feed the watchdog."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """Say that the service is on its way out."""
        self._send("STOPPING=1")

    def _send(self, message: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
                line.settimeout(1)
                line.connect(self._address)
                line.send(message.encode())
        except OSError as error:
            _log.warning("systemd cannot be told: %s", error)


class Heart:
    """When each part has last shown that it is alive; parts beat from their own threads.

    ``patience``: seconds of silence after which a part counts as dead; ``own``: those of parts that have
    another. A part is expected from its first beat on.
    """

    def __init__(
        self,
        patience: float,
        now: Callable[[], float] = time.monotonic,
        own: Mapping[str, float] | None = None,
    ) -> None:
        self._patience = patience
        self._own = own or {}
        self._now = now
        self._beats: dict[str, float] = {}

    def beat(self, part: str) -> None:
        """Note that a part is alive just now."""
        self._beats[part] = self._now()

    def forget(self, part: str) -> None:
        """Expect nothing of a part any more."""
        self._beats.pop(part, None)

    def alive(self, part: str) -> bool:
        """Say whether a part has shown itself lately, or is not expected to."""
        silent = self._now() - self._beats.get(part, self._now())
        return silent <= self._own.get(part, self._patience)


class Watchdog:
    """Feeds systemd's watchdog for as long as every part answers; a context manager with a thread of its own.

    ``parts`` say of each part whether it is alive; one that does not is named in the log, and the watchdog
    stays hungry, so that systemd begins anew. ``interval``: seconds between two looks.
    """

    def __init__(self, notifier: Notifier, parts: Mapping[str, Alive], interval: float) -> None:
        self._notifier = notifier
        self._parts = dict(parts)
        self._over = threading.Event()
        self._interval = interval
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)

    def look(self) -> tuple[str, ...]:
        """Ask every part; feeds the watchdog when all are alive; gives the names of those that are not."""
        dead = tuple(name for name, alive in self._parts.items() if not _asked(name, alive))
        if dead:
            _log.error("no sign of life from: %s", ", ".join(dead))
            self._notifier.status(f"No sign of life from: {', '.join(dead)}")
        else:
            self._notifier.alive()
        return dead

    def _run(self) -> None:
        while not self._over.wait(self._interval):
            self.look()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join(timeout=5)


def watchdog_seconds(environment: Mapping[str, str] = os.environ) -> float | None:
    """Give after how many seconds without food systemd begins anew; None where it does not watch."""
    text = environment.get("WATCHDOG_USEC", "")
    meant = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    return int(text) / 1e6 if meant and text.isdecimal() and int(text) else None


def _asked(name: str, alive: Alive) -> bool:
    try:
        return alive()
    except Exception:
        _log.exception("asking %s failed", name)
        return False


def _one_line(text: str) -> str:
    return " ".join(text.split())
