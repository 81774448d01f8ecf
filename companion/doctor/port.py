"""The dashboard's port: is it free, does this very companion have it, or who else."""

import errno
import hashlib
import json
import os
import pwd
import socket
from collections.abc import Mapping
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any

from companion.finding import Finding, Level
from companion.settings.values import DashboardSettings

LISTENS = "0A"
"""How the kernel's lists of sockets mark one that listens."""

ANOTHER_PORT = "companion settings --set dashboard.port=8001"

EVERY_HOST = (
    "This machine has no such address; for all those that it has: "
    "companion settings --set dashboard.host=0.0.0.0"
)


def mark_of(journal: Path) -> str:
    """Give what tells companions apart that keep their games in different files, without naming the file.

    A companion says it of itself on ``/healthz``.
    """
    return hashlib.sha256(os.fsencode(os.path.realpath(journal))).hexdigest()[:16]


def check_port(dashboard: DashboardSettings, journal: Path, proc: Path = Path("/proc")) -> list[Finding]:
    """Look whether the dashboard's port is free, or the companion that keeps this journal has it."""
    family = socket.AF_INET6 if ":" in dashboard.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((dashboard.host, dashboard.port))
        except OSError as error:
            return [_taken(dashboard, error, journal, proc)]
    return [Finding("port", Level.GOOD, f"Port {dashboard.port} is free for the dashboard.")]


def _taken(dashboard: DashboardSettings, error: OSError, journal: Path, proc: Path) -> Finding:
    where = f"{dashboard.host} port {dashboard.port}"
    if error.errno != errno.EADDRINUSE:
        words = f"The dashboard cannot have {where}: {error.strerror}."
        no_host = error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror)
        return Finding("port", Level.BAD, words, EVERY_HOST if no_host else f"Set another: {ANOTHER_PORT}")
    whose = _owner(dashboard.port, proc)
    health = _health(dashboard)
    if health is None:
        words = f"The dashboard cannot have {where}: {whose or 'something'} listens there already."
        return Finding("port", Level.BAD, words, f"End what listens there, or set another: {ANOTHER_PORT}")
    return _of_companion(health, dashboard.port, whose, journal)


def _of_companion(health: Mapping[str, Any], port: int, whose: str, journal: Path) -> Finding:
    """Say which companion answers: the one that keeps this journal, another, or one that does not say."""
    by = f" ({whose})" if whose else ""
    if "home" not in health:
        words = f"A companion answers on port {port}{by}; it is of an older version and does not say which."
        return Finding("port", Level.NOTE, words, "Start it anew, then ask once more.")
    if health["home"] != mark_of(journal):
        words = f"Another companion has port {port}{by}: its games are not those in {journal}."
        mend = (
            "If you mean that one, ask as its user and with its --settings and --journal; one that "
            f"install.sh made: sudo companion doctor. To run both: {ANOTHER_PORT}"
        )
        return Finding("port", Level.BAD, words, mend)
    ails = [f"{part}: {trouble}" for part, trouble in dict(health.get("parts") or {}).items() if trouble]
    if ails:
        words = f"The companion runs on port {port}, but not all of it is well: {'; '.join(ails)}."
        return Finding("port", Level.POOR, words, "Its log says more: journalctl -u tabletop-companion -n 50")
    return Finding("port", Level.GOOD, f"The companion runs, and answers on port {port}.")


def _health(dashboard: DashboardSettings) -> Mapping[str, Any] | None:
    """Ask what answers there how it is; None where that is no companion."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(dashboard.host, dashboard.host)
    try:
        with closing(HTTPConnection(host, dashboard.port, timeout=3)) as connection:
            connection.request("GET", "/healthz", headers={"Host": "localhost"})
            answer = json.loads(connection.getresponse().read(4096))
    except (OSError, HTTPException, ValueError):
        return None
    return answer if isinstance(answer, dict) and {"ok", "seq", "parts"} <= answer.keys() else None


def _owner(port: int, proc: Path) -> str:
    """Say who listens on a port, as the kernel lists it for everybody; "" where it cannot be told."""
    owners = {uid for name in ("tcp", "tcp6") for uid in _listening(proc / "net" / name, port)}
    return f"a program of the user {_user(owners.pop())}" if len(owners) == 1 else ""


def _listening(path: Path, port: int) -> list[int]:
    """Give the users whose sockets listen on a port, from one of the kernel's lists."""
    try:
        rows = [line.split() for line in path.read_text(encoding="ascii").splitlines()[1:]]
    except OSError:
        return []
    return [int(row[7]) for row in rows if row[1].endswith(f":{port:04X}") and row[3] == LISTENS]


def _user(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"number {uid}"
