"""The dashboard's port: free, this very companion's, another's, or a stranger's."""

import errno
import json
import os
import socket
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from companion.doctor.port import check_port, mark_of
from companion.finding import Finding, Level
from companion.settings.values import DashboardSettings

JOURNAL = Path("/somewhere/games.sqlite3")
WELL: Mapping[str, object] = {"ok": True, "seq": 3, "parts": {"camera": None}, "home": mark_of(JOURNAL)}

Serve = Callable[[object], int]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Give what answers every request with some JSON; gives the port."""
    servers = []

    def start(answer: object) -> int:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.end_headers()
                self.wfile.write(json.dumps(answer).encode())

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        servers.append((server, thread))
        return server.server_port

    yield start
    for server, thread in servers:
        server.shutdown()
        thread.join()
        server.server_close()


def look(port: int, proc: Path = Path("/nowhere")) -> Finding:
    [finding] = check_port(DashboardSettings(host="127.0.0.1", port=port), JOURNAL, proc)
    return finding


def test_a_free_port_is_good() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    assert look(port).level is Level.GOOD


def test_a_port_that_is_taken_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.listen()
        Thread(target=lambda: server.accept()[0].close(), daemon=True).start()
        finding = look(server.getsockname()[1])
    assert finding.level is Level.BAD
    assert "something listens there already" in finding.words
    assert "dashboard.port" in finding.mend


def refused(monkeypatch: pytest.MonkeyPatch, error: OSError) -> Finding:
    """Look for a port that the system refuses with this error."""

    class Refusing(socket.socket):
        def bind(self, _address: object, /) -> None:
            raise error

    monkeypatch.setattr("companion.doctor.port.socket.socket", Refusing)
    return look(80)


def test_a_port_that_nobody_may_have_is_not_said_to_be_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    finding = refused(monkeypatch, PermissionError(errno.EACCES, os.strerror(errno.EACCES)))
    assert finding.level is Level.BAD
    assert "Permission denied" in finding.words
    assert "dashboard.port" in finding.mend


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL)),
        socket.gaierror(socket.EAI_NONAME, "Name or service not known"),
    ],
)
def test_where_the_address_is_wrong_no_other_port_is_proposed(
    error: OSError, monkeypatch: pytest.MonkeyPatch
) -> None:
    finding = refused(monkeypatch, error)
    assert finding.level is Level.BAD
    assert str(error.strerror) in finding.words
    assert "dashboard.host" in finding.mend
    assert "dashboard.port" not in finding.mend


def test_this_companion_is_known_by_its_games(serve: Serve) -> None:
    finding = look(serve(WELL))
    assert (finding.level, "The companion runs" in finding.words) == (Level.GOOD, True)


def test_what_ails_this_companion_is_told(serve: Serve) -> None:
    finding = look(serve({**WELL, "ok": False, "parts": {"camera": "gives no sign of life", "table": None}}))
    assert finding.level is Level.POOR
    assert "camera: gives no sign of life." in finding.words


def test_another_companion_is_not_taken_for_this_one(serve: Serve) -> None:
    finding = look(serve({**WELL, "home": mark_of(Path("/elsewhere/games.sqlite3"))}))
    assert finding.level is Level.BAD
    assert f"its games are not those in {JOURNAL}" in finding.words
    assert "sudo companion doctor" in finding.mend


def test_a_companion_that_does_not_say_which_is_not_vouched_for(serve: Serve) -> None:
    finding = look(serve({key: value for key, value in WELL.items() if key != "home"}))
    assert finding.level is Level.NOTE
    assert "does not say which" in finding.words


@pytest.mark.parametrize("answer", [{"ok": True}, [], "ok", {"status": "up"}])
def test_another_program_is_no_companion(answer: object, serve: Serve) -> None:
    finding = look(serve(answer))
    assert finding.level is Level.BAD
    assert "listens there already" in finding.words


def test_whose_program_it_is_is_said(serve: Serve, tmp_path: Path) -> None:
    port = serve({})
    head = "sl local_address rem_address st tx_queue:rx_queue tr:tm->when retrnsmt uid timeout inode\n"
    row = "0: 0100007F:{port:04X} 00000000:0000 {state} 0:0 00:0 0 {uid} 0 7 1\n"
    (tmp_path / "net").mkdir()
    (tmp_path / "net" / "tcp").write_text(
        head
        + row.format(port=port, state="0A", uid=0)
        + row.format(port=port, state="01", uid=4_000_000)
        + row.format(port=(port + 1) % 65536, state="0A", uid=4_000_001)
    )
    assert "a program of the user root listens there" in look(port, tmp_path).words
    (tmp_path / "net" / "tcp").write_text(head + row.format(port=port, state="0A", uid=4_000_000))
    assert "a program of the user number 4000000" in look(port, tmp_path).words


def test_one_file_has_one_mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").symlink_to(tmp_path)
    monkeypatch.chdir(tmp_path)
    journal = tmp_path / "games.sqlite3"
    assert mark_of(journal) == mark_of(tmp_path / "here" / "games.sqlite3") == mark_of(Path("games.sqlite3"))
    assert mark_of(journal) != mark_of(tmp_path / "demo.sqlite3")
    assert "games" not in mark_of(journal)
