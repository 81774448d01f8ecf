"""How one becomes referee: the code said at the start, and what a referee hands out; guessing is slow."""

import hmac
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from threading import Lock

from companion.language import say, say_n
from web.access.referees import Referees
from web.problems import Problem

DIGITS = 6
WRONG_GUESSES = 10
PERIOD_SECONDS = 3600.0
INVITATION_SECONDS = 300.0
INVITATIONS = 5
"""Invitations open at once; the oldest ends where there would be more."""

Clock = Callable[[], float]


def new_code() -> str:
    """Make up a code, as digits."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}d}"


@dataclass(frozen=True, slots=True)
class Admission:
    """How one becomes referee.

    ``secret`` signs the cookies; ``code`` makes whoever enters it a referee; ``everyone``: all are, unasked.
    ``referees``: where those who are stay written down.
    """

    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    code: str = field(default_factory=new_code, repr=False)
    everyone: bool = False
    referees: Referees = field(default_factory=Referees, repr=False)

    @property
    def words(self) -> str:
        """What to say to whoever starts the companion."""
        if self.everyone:
            return "Everyone who opens the dashboard may referee."
        half = DIGITS // 2
        spaced = f"{self.code[:half]} {self.code[half:]}"
        return f"To referee from another device, open Referee there and enter the code {spaced}"


@dataclass(frozen=True, slots=True)
class Invitation:
    """What makes one device a referee, once, until ``until``: a PIN to type, a token to scan."""

    pin: str = field(repr=False)
    token: str = field(repr=False)
    until: float


class Gate:
    """Compares codes, PINs and tokens, and gives the whole world ten wrong guesses an hour.

    A token is too long to be guessed, so it is never slowed: whoever guesses in vain keeps nobody out whom a
    referee invites by its QR code.
    """

    def __init__(self, code: str, clock: Clock = time.monotonic) -> None:
        self._code = code
        self._clock = clock
        self._wrong: deque[float] = deque()
        self._open: list[Invitation] = []
        self._lock = Lock()

    def invite(self) -> Invitation:
        """Open an invitation."""
        with self._lock:
            self._forget()
            made = Invitation(new_code(), secrets.token_urlsafe(16), self._clock() + INVITATION_SECONDS)
            self._open = [*self._open, made][-INVITATIONS:]
            return made

    def pins(self) -> list[str]:
        """Give the PINs of the invitations that are open."""
        with self._lock:
            self._forget()
            return [one.pin for one in self._open]

    def check(self, given: str) -> None:
        """Let the code or an open PIN pass; raises Problem for a wrong one, or for any after too many."""
        with self._lock:
            self._forget()
            if len(self._wrong) >= WRONG_GUESSES:
                raise _too_many(self._wrong[-WRONG_GUESSES] + PERIOD_SECONDS - self._clock())
            used = next((one for one in self._open if _same(given, one.pin)), None)
            if used is not None:
                self._open.remove(used)
            elif not _same(given, self._code):
                self._wrong.append(self._clock())
                raise Problem(HTTPStatus.FORBIDDEN, "wrong-code", say("This is not the code."))

    def redeem(self, token: str) -> None:
        """Let an open invitation's token pass, once; raises Problem for any other."""
        with self._lock:
            self._forget()
            used = next((one for one in self._open if _same(token, one.token)), None)
            if used is None:
                message = say("This invitation has ended. A referee can make a new one.")
                raise Problem(HTTPStatus.FORBIDDEN, "invitation-over", message)
            self._open.remove(used)

    def _forget(self) -> None:
        """Let go of old guesses and of invitations that have ended."""
        now = self._clock()
        while self._wrong and self._wrong[0] <= now - PERIOD_SECONDS:
            self._wrong.popleft()
        self._open = [one for one in self._open if now < one.until]


def _same(given: str, right: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), right.encode())


def _too_many(seconds: float) -> Problem:
    wait = max(1, round(seconds))
    minutes = -(-wait // 60)
    message = say_n(
        "Too many wrong codes. Try again in {n} minute, or scan the QR code of a referee’s invitation.",
        "Too many wrong codes. Try again in {n} minutes, or scan the QR code of a referee’s invitation.",
        minutes,
    )
    return Problem(HTTPStatus.TOO_MANY_REQUESTS, "slow-down", message, retry_after=wait)
