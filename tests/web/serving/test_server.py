"""The server with real sockets: many viewers, stuck ones, coming and going."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPResponse

import pytest
from flask import Flask

from companion.errors import SettingsError
from tests.web.evenings import Evening
from tests.web.fake import FakeTable, opening
from web.app import Doors, create_app
from web.serving.server import SETTINGS, Crew, Server, check_listening


@contextmanager
def viewer(server: Server) -> Iterator[HTTPResponse]:
    """Follow the live feed, past the snapshot, until leaving the context."""
    line = HTTPConnection("127.0.0.1", server.port, timeout=10)
    line.request("GET", "/events")
    answer = line.getresponse()
    try:
        yield answer
    finally:
        answer.close()
        line.close()


def read_until(answer: HTTPResponse, kind: str) -> str:
    """Read on to the data of the next message of this kind."""
    while answer.readline().decode().strip() != f"event: {kind}":
        pass
    return answer.readline().decode()


def test_it_serves_pages_and_says_where(server: Server) -> None:
    line = HTTPConnection("127.0.0.1", server.port, timeout=10)
    line.request("GET", "/healthz")
    answer = line.getresponse()
    assert (answer.status, answer.read()) == (200, b'{"home":"","ok":true,"parts":{},"seq":1}\n')
    assert answer.getheader("Server") is None
    assert server.address == f"http://127.0.0.1:{server.port}/"
    line.close()


@pytest.mark.parametrize(
    ("host", "says"),
    [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("::1", "[::1]"), ("fd00::3", "[fd00::3]")],
)
def test_its_address_can_be_opened_as_it_stands(
    app: Flask, monkeypatch: pytest.MonkeyPatch, host: str, says: str
) -> None:
    listening = socket.create_server(("127.0.0.1", 0))
    monkeypatch.setattr("web.serving.server._listen", lambda host, port: listening)
    with Server(app, host, 0) as server:
        assert server.address == f"http://{says}:{listening.getsockname()[1]}/"


def test_whoever_is_relayed_is_not_the_machine_itself(opened: Evening) -> None:
    def referee(**signs: str) -> bool:
        with closing(HTTPConnection("127.0.0.1", server.port, timeout=10)) as line:
            line.request("GET", "/api/referee", headers={k.replace("_", "-"): v for k, v in signs.items()})
            return b'"referee":true' in line.getresponse().read()

    with Server(opened.app, "127.0.0.1", 0) as server:
        assert referee()
        assert not referee(X_Forwarded_For="203.0.113.9")
        assert not referee(X_Forwarded_For="127.0.0.1")
        assert not referee(Forwarded="for=203.0.113.9")
        assert not referee(X_Forwarded_Host="localhost")
        assert not referee(X_Forwarded_Proto="https")
        assert not referee(X_Forwarded_Port="443")
        assert not referee(X_Forwarded_By="203.0.113.1")
        assert not referee(X_Real_IP="203.0.113.9")
        assert not referee(Via="1.1 relay")


def test_a_change_reaches_many_viewers(server: Server, table: FakeTable) -> None:
    with viewer(server) as first, viewer(server) as second:
        everyone = (first, second)
        assert all('"seq":1' in read_until(one, "snapshot") for one in everyone)
        assert table.wait_for_followers(2)
        table.happen(opening("3 11 73 80"), "Ben plays 80.")
        assert all("Ben plays 80." in read_until(one, "change") for one in everyone)


def test_a_date_set_back_lets_no_silent_connection_stay(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    days, date = [0], time.time
    monkeypatch.setattr(time, "time", lambda: date() + days[0] * 86_400)
    for setting in ("channel_timeout", "cleanup_interval"):
        monkeypatch.setitem(SETTINGS, setting, 1)
    with (
        Server(app, "127.0.0.1", 0) as server,
        closing(HTTPConnection("127.0.0.1", server.port, timeout=30)) as silent,
    ):
        silent.request("GET", "/healthz")
        assert silent.getresponse().read()
        days[0] = -1
        assert silent.sock.recv(1) == b"", "the server hangs up"


def test_silent_connections_keep_nobody_out(server: Server) -> None:
    stuck = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(50)]
    for line in stuck:
        line.sendall(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n")
    with viewer(server) as late:
        assert '"seq":1' in read_until(late, "snapshot")
    for line in stuck:
        line.close()


def test_viewers_that_never_read_keep_nobody_out(server: Server, table: FakeTable) -> None:
    stuck = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(50)]
    for line in stuck:
        line.sendall(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    assert table.wait_for_followers(50)
    with viewer(server) as late:
        read_until(late, "snapshot")
        assert table.wait_for_followers(51)
        table.happen(opening(), "Ben passes.")
        assert "Ben passes." in read_until(late, "change")
    for line in stuck:
        line.close()


def test_a_second_server_on_the_port_is_refused_in_plain_words(server: Server, app: Flask) -> None:
    with pytest.raises(SettingsError, match=f"cannot listen on 127.0.0.1 port {server.port}"):
        Server(app, "127.0.0.1", server.port)


@pytest.mark.parametrize("host", ["192.0.2.1", "no such host", "a..b"])
def test_a_host_on_which_nothing_can_listen_is_named(host: str) -> None:
    check_listening("127.0.0.1")
    with pytest.raises(SettingsError, match="this machine cannot listen on"):
        check_listening(host)


def test_the_port_is_free_again_at_once(table: FakeTable) -> None:
    app = create_app(Doors(table))
    with Server(app, "127.0.0.1", 0) as first:
        port = first.port
    with Server(app, "127.0.0.1", port) as second:
        assert second.port == port


@pytest.mark.parametrize("trouble", [None, "the disk is full"])
def test_a_dashboard_that_tells_of_trouble_answers(table: FakeTable, trouble: str | None) -> None:
    app = create_app(Doors(table), health=lambda: {"journal": trouble})
    with Server(app, "127.0.0.1", 0) as server:
        assert server.answers(5)


def test_a_dashboard_that_fails_or_is_gone_does_not_answer(table: FakeTable) -> None:
    def broken() -> dict[str, str | None]:
        raise RuntimeError("broken")

    with Server(create_app(Doors(table), health=broken), "127.0.0.1", 0) as server:
        assert not server.answers(5)
    assert not server.answers(5)


def test_it_says_so_when_its_thread_dies(app: Flask) -> None:
    dead = threading.Event()
    server = Server(app, "127.0.0.1", 0, died=dead.set)
    server._server.readable = None  # the next turn of the loop calls it
    with server:
        assert dead.wait(5)


@pytest.mark.parametrize("lasts", [0.1, 5.0])
def test_an_answer_under_way_is_waited_for_but_not_for_long(
    lasts: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.serving.server.LAST_SECONDS", 0.4)
    begun, ended, may_end = threading.Event(), threading.Event(), threading.Event()
    app = Flask("slow")

    @app.get("/")
    def slow() -> str:
        begun.set()
        may_end.wait(lasts)
        ended.set()
        return "at last"

    with Server(app, "127.0.0.1", 0) as server:
        line = socket.create_connection(("127.0.0.1", server.port))
        line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert begun.wait(5)
        before = time.monotonic()
    assert ended.is_set() == (lasts < 1)
    assert time.monotonic() - before < 3
    may_end.set()
    line.close()


class Job:
    """A task that says when it runs, and ends when it may."""

    def __init__(self) -> None:
        self.running = threading.Event()
        self.may_end = threading.Event()
        self.cancelled = False

    def service(self) -> None:
        self.running.set()
        assert self.may_end.wait(5)

    def cancel(self) -> None:
        self.cancelled = True


def test_what_finds_all_closed_at_the_end_is_no_failure(caplog: pytest.LogCaptureFixture) -> None:
    class Late(Job):
        def service(self) -> None:
            super().service()
            raise OSError("Bad file descriptor")

    crew, late = Crew(limit=1), Late()
    crew.add_task(late)
    assert late.running.wait(5)
    crew.shutdown()
    late.may_end.set()
    crew.rest(5)
    assert crew.size == 0
    assert not caplog.records


def test_the_crew_grows_with_long_tasks_up_to_its_limit() -> None:
    crew, jobs = Crew(limit=3, patience=5), [Job() for _ in range(4)]
    for job in jobs:
        crew.add_task(job)
    assert all(job.running.wait(5) for job in jobs[:3])
    assert (crew.size, jobs[3].running.is_set()) == (3, False)
    jobs[0].may_end.set()
    assert jobs[3].running.wait(5)
    for job in jobs:
        job.may_end.set()
    crew.shutdown()


def test_the_crew_drops_what_nobody_has_begun() -> None:
    crew, first, second = Crew(limit=1, patience=5), Job(), Job()
    crew.add_task(first)
    assert first.running.wait(5)
    crew.add_task(second)
    assert crew.shutdown()
    assert (first.cancelled, second.cancelled) == (False, True)
    first.may_end.set()


def test_a_task_that_fails_ends_nobody_else(caplog: pytest.LogCaptureFixture) -> None:
    class Bad(Job):
        def service(self) -> None:
            raise RuntimeError("broken")

    crew, good = Crew(limit=1, patience=5), Job()
    crew.add_task(Bad())
    crew.add_task(good)
    assert good.running.wait(5)
    assert "broken" in caplog.text
    good.may_end.set()
    crew.shutdown()
