"""Who may change something: the referee. Everybody else looks on, and may press the jump button."""

import hmac
import ipaddress
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from http import HTTPStatus
from threading import Lock

from flask import Flask, request, session

from web.guard import SAFE_METHODS
from web.problems import Problem

DIGITS = 6
WRONG_GUESSES = 10
PERIOD_SECONDS = 3600.0
LASTS = timedelta(hours=24)
"""How long a device stays referee: an evening and the next day."""

FOR_EVERYBODY = frozenset({("POST", "/api/press"), ("POST", "/api/referee")})
"""What changes something and needs no role: a jump press, and asking for the role itself."""

RELAYED = ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")
"""Signs of a relay on this machine, behind which anybody may stand."""

Clock = Callable[[], float]


def new_code() -> str:
    """Make up a code, as digits."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"


@dataclass(frozen=True, slots=True)
class Admission:
    """How one becomes referee.

    ``secret`` signs the cookies; ``code`` makes whoever enters it a referee; ``everyone``: all are, unasked.
    """

    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    code: str = field(default_factory=new_code, repr=False)
    everyone: bool = False

    @property
    def words(self) -> str:
        """What to say to whoever starts the companion."""
        if self.everyone:
            return "Everyone who opens the dashboard may referee."
        half = DIGITS // 2
        spaced = f"{self.code[:half]} {self.code[half:]}"
        return f"To referee from another device, open Referee there and enter the code {spaced}"


class Grounds(StrEnum):
    """Why somebody is referee."""

    EVERYONE = "everyone"
    MACHINE = "machine"
    CODE = "code"


class Gate:
    """Compares codes, and gives the whole world ten wrong guesses an hour."""

    def __init__(self, code: str, clock: Clock = time.monotonic) -> None:
        self._code = code.encode()
        self._clock = clock
        self._wrong: deque[float] = deque()
        self._lock = Lock()

    def check(self, given: str) -> None:
        """Let the right code pass; raises Problem for a wrong one, and for any after too many wrong ones."""
        with self._lock:
            now = self._clock()
            while self._wrong and self._wrong[0] <= now - PERIOD_SECONDS:
                self._wrong.popleft()
            if len(self._wrong) >= WRONG_GUESSES:
                raise _too_many(self._wrong[0] + PERIOD_SECONDS - now)
            if not hmac.compare_digest(given.encode("utf-8", "surrogatepass"), self._code):
                self._wrong.append(now)
                raise Problem(HTTPStatus.FORBIDDEN, "wrong-code", "This is not the code.")


class Roles:
    """Tells referees from onlookers, and refuses every change by an onlooker before any view runs."""

    def __init__(self, admission: Admission, clock: Clock = time.monotonic) -> None:
        self._admission = admission
        self._gate = Gate(admission.code, clock)

    def install(self, app: Flask) -> None:
        """Stand before every view of the app, and sign its cookies; comes after the guard."""
        app.secret_key = self._admission.secret
        app.config.update(
            SESSION_COOKIE_NAME="companion",
            SESSION_COOKIE_HTTPONLY=True,
            SESSION_COOKIE_SAMESITE="Strict",
            SESSION_REFRESH_EACH_REQUEST=False,
            PERMANENT_SESSION_LIFETIME=LASTS,
        )
        app.before_request(self._check)

    def grounds(self) -> Grounds | None:
        """Say why whoever asks is referee; None for an onlooker."""
        if self._admission.everyone:
            return Grounds.EVERYONE
        if _is_machine_itself():
            return Grounds.MACHINE
        return Grounds.CODE if session.get("referee") is True else None

    def require(self) -> None:
        """Raise Problem for an onlooker."""
        if self.grounds() is None:
            raise Problem(
                HTTPStatus.FORBIDDEN,
                "referee-only",
                "Only a referee may do this. Enter the code at /referee.",
            )

    def take(self, code: str) -> None:
        """Make whoever asks a referee; raises Problem for a wrong code."""
        self._gate.check(code)
        session.clear()
        session.permanent = True
        session["referee"] = True

    def give_back(self) -> None:
        """Let whoever asks be an onlooker again, as far as the role came by a code."""
        session.clear()

    def _check(self) -> None:
        if request.method not in SAFE_METHODS and (request.method, request.path) not in FOR_EVERYBODY:
            self.require()


def _is_machine_itself() -> bool:
    """Say whether the visitor sits at this machine: a loopback address, and nobody relays for another."""
    if any(name in request.headers for name in RELAYED):
        return False
    try:
        address = ipaddress.ip_address(request.remote_addr or "")
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_loopback


def _too_many(seconds: float) -> Problem:
    wait = max(1, round(seconds))
    message = f"Too many wrong codes. Try again in {-(-wait // 60)} min, or use the machine's own screen."
    return Problem(HTTPStatus.TOO_MANY_REQUESTS, "slow-down", message, retry_after=wait)
