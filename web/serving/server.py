"""Serves the dashboard with waitress: one thread moves the bytes, one more works for every answer under way.

Waitress holds a thread for as long as an answer lasts, and a live feed lasts for hours. So the threads are
not a fixed number: a new one starts whenever none is idle, up to ``THREADS``; one that was idle for long
leaves. A thread that waits costs no time and little memory. What is stuck is let go: a connection that asks
nothing after ``channel_timeout``, a viewer that takes nothing in after ``STUCK_MS`` (by the kernel).
"""

import logging
import os
import socket
import threading
from collections import deque
from collections.abc import Callable
from contextlib import closing, suppress
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from types import TracebackType
from typing import Protocol, Self
from wsgiref.types import WSGIApplication

from waitress import create_server, wasyncore

from companion.errors import SettingsError
from companion.language import say
from companion.wall_clock import Leaps, date

THREADS = 440
IDLE_SECONDS = 30.0
LAST_SECONDS = 1.0
"""For answers under way when the server ends: one that was about to wake the loop still may."""

STUCK_MS = 20_000
LOG = logging.getLogger(__name__)

SETTINGS: dict[str, object] = {
    "connection_limit": 1000,
    "channel_timeout": 20,
    "cleanup_interval": 10,
    "outbuf_high_watermark": 1 << 20,
    "max_request_body_size": 1 << 20,
    "max_request_header_size": 1 << 14,
    "asyncore_use_poll": True,
    "ident": None,
    # Nobody here believes these headers; but whoever has them is relayed, and so not the machine itself.
    "clear_untrusted_proxy_headers": False,
}


class Task(Protocol):
    """An answer to be made, as waitress hands it over."""

    def service(self) -> None:
        """Make and send the answer."""
        ...

    def cancel(self) -> None:
        """Drop it."""
        ...


class Crew:
    """Threads that grow with the work: the dispatcher that waitress asks for."""

    def __init__(self, limit: int = THREADS, patience: float = IDLE_SECONDS) -> None:
        self._limit = limit
        self._patience = patience
        self._work: deque[Task] = deque()
        self._change = threading.Condition()
        self._idle = 0
        self._size = 0
        self._closed = False

    @property
    def size(self) -> int:
        """How many threads there are now."""
        return self._size

    def add_task(self, task: Task) -> None:
        """Let somebody make this answer, somebody new if nobody is idle."""
        with self._change:
            self._work.append(task)
            if len(self._work) > self._idle and self._size < self._limit:
                self._size += 1
                threading.Thread(target=self._serve, name="web", daemon=True).start()
            self._change.notify()

    def set_thread_count(self, count: int) -> None:
        """Do nothing: the crew knows itself how many it needs."""

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """Send the idle home and drop what nobody has begun."""
        with self._change:
            self._closed = True
            dropped = list(self._work)
            self._work.clear()
            self._change.notify_all()
        for task in dropped:
            task.cancel()
        return bool(dropped)

    def rest(self, seconds: float) -> None:
        """Wait until everybody has gone home, so long at most."""
        with self._change:
            self._change.wait_for(lambda: not self._size, seconds)

    def _serve(self) -> None:
        while task := self._next():
            try:
                task.service()
            except Exception as error:
                # What comes later than the end finds everything closed.
                if not (self._closed and isinstance(error, OSError)):
                    LOG.exception("an answer failed")

    def _next(self) -> Task | None:
        """Wait for work; None when there is none for long: then this thread leaves."""
        with self._change:
            self._idle += 1
            self._change.wait_for(lambda: self._work or self._closed, self._patience)
            self._idle -= 1
            if self._work:
                return self._work.popleft()
            self._size -= 1
            self._change.notify_all()
            return None


class Server:
    """The dashboard's server, from entering the context to leaving it.

    ``port`` 0 takes any free one; ``address`` says where it listens. ``died`` is called should its thread end
    by itself. Raises SettingsError where it may not listen.
    """

    def __init__(
        self, app: WSGIApplication, host: str, port: int, died: Callable[[], None] = lambda: None
    ) -> None:
        self._died = died
        self._map: dict[int, object] = {}
        self._crew = Crew()
        self._stopping = threading.Event()
        self._leaps = Leaps()
        self._thread = threading.Thread(target=self._run, name="web-server", daemon=True)
        self._socket = _listen(host, port)
        self._server = create_server(
            app, self._map, _dispatcher=self._crew, sockets=[self._socket], **SETTINGS
        )
        self.host = host
        self.port: int = self._socket.getsockname()[1]

    @property
    def _own_host(self) -> str:
        """The host under which this machine itself reaches it."""
        return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)

    @property
    def address(self) -> str:
        """Where a person on this machine opens the dashboard."""
        host = self._own_host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def answers(self, timeout: float) -> bool:
        """Say whether the dashboard tells of its health within ``timeout`` seconds, be it good or bad.

        What ails the table, as a full disk, is no reason to begin anew: people read it on the dashboard.
        """
        try:
            connection = HTTPConnection(self._own_host, self.port, timeout=timeout)
            with closing(connection):
                connection.request("GET", "/healthz", headers={"Host": "localhost"})
                answer = connection.getresponse()
                answer.read()
                return answer.status in (HTTPStatus.OK, HTTPStatus.SERVICE_UNAVAILABLE)
        except (OSError, HTTPException):
            return False

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopping.set()
        with suppress(OSError):  # where the thread died before, its trigger is gone
            self._server.pull_trigger()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        try:
            while not self._stopping.is_set():
                wasyncore.loop(timeout=1, use_poll=True, map=self._map, count=1)
                if self._leaps.newest():
                    self._count_anew()
        except Exception:
            LOG.exception("the dashboard's server has died")
        finally:
            self._close()
            if not self._stopping.is_set():
                self._died()

    def _count_anew(self) -> None:
        """Count everybody's silence from now on: waitress does by the machine's date, which was set just now.

        Else one set back would let silent connections stay until it is that late again.
        """
        self._server.next_channel_cleanup = date()
        for channel in list(self._server.active_channels.values()):
            channel.last_activity = date()

    def _close(self) -> None:
        """Let everybody go; answers under way end with their next word, which finds the line closed."""
        self._crew.shutdown()
        for channel in list(self._server.active_channels.values()):
            channel.handle_close()
        # An answer that comes late must not wake the loop: by then its descriptor may be another file's.
        self._server.pull_trigger = _sleep_on
        self._crew.rest(LAST_SECONDS)
        wasyncore.close_all(self._map, ignore_all=True)
        self._socket.close()


def _sleep_on() -> None:
    pass


def check_listening(host: str, port: int = 0) -> None:
    """Raise SettingsError where this machine may not listen on an address; ``port`` 0 is any free one."""
    _listen(host, port).close()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=1024)
    except (OSError, ValueError) as error:
        raise SettingsError(_refused(host, port, error)) from error
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # each connection inherits it
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STUCK_MS)
    return listening


def _refused(host: str, port: int, error: OSError | ValueError) -> str:
    if not port or isinstance(error, ValueError):
        return say("this machine cannot listen on “{host}”; 0.0.0.0 stands for all its addresses", host=host)
    remedy = say("end what listens there already, or give another host or port")
    if isinstance(error, PermissionError):
        remedy = say("ports below 1024 belong to root; give a higher one, as 8000")
    # What Python adds to the system's words is for programmers.
    why = os.strerror(error.errno) if error.errno and error.errno > 0 else error.strerror
    return say(
        "cannot listen on {host} port {port} ({why}): {remedy}", host=host, port=port, why=why, remedy=remedy
    )
