"""Who may change something: the referee. Everybody else looks on, and may press the jump button."""

import hashlib
import ipaddress
import time
from datetime import timedelta
from enum import StrEnum
from http import HTTPStatus

from flask import Flask, Request, Response, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

from companion.language import say
from web.access.admission import Admission, Clock, Gate, Invitation
from web.access.guard import SAFE_METHODS
from web.access.referees import Device, browser_name
from web.problems import Problem

LASTS = timedelta(hours=24)
"""How long a device stays referee: an evening and the next day."""

FOR_EVERYBODY = frozenset({("POST", "/api/press"), ("POST", "/api/referee")})
"""What changes something and needs no role: a jump press, and asking for the role itself."""

RELAYED = ("forwarded", "x-forwarded-", "x-real-ip", "via")
"""How headers begin that are signs of a relay on this machine, behind which anybody may stand."""

KEY = "device"
"""The name of the device's entry in the cookie."""


class Grounds(StrEnum):
    """Why somebody is referee."""

    EVERYONE = "everyone"
    MACHINE = "machine"
    CODE = "code"


class Timeless(SecureCookieSessionInterface):
    """Cookies for which the machine's date does not matter; how long a role lasts, ``Referees`` knows.

    Flask's own end by the date: one that leaps ends them all, and where it lies in the past, no browser
    takes them.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Read the cookie, whenever it was signed."""
        signer, given = self.get_signing_serializer(app), request.cookies.get(self.get_cookie_name(app))
        if signer is None or not given:
            return self.session_class()
        try:
            return self.session_class(signer.loads(given))
        except BadSignature:
            return self.session_class()

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Have the cookie kept for a length of time that the browser measures itself."""
        if not session or not self.should_set_cookie(app, session):
            return super().save_session(app, session, response)
        signer = self.get_signing_serializer(app)
        assert signer, "the app has a secret"
        response.vary.add("Cookie")
        response.set_cookie(
            self.get_cookie_name(app),
            signer.dumps(dict(session)),
            max_age=app.permanent_session_lifetime,
            httponly=self.get_cookie_httponly(app),
            samesite=self.get_cookie_samesite(app),
        )
        return None


class Roles:
    """Tells referees from onlookers, and refuses every change by an onlooker before any view runs."""

    def __init__(self, admission: Admission, clock: Clock = time.monotonic) -> None:
        self._admission = admission
        self._gate = Gate(admission.code, clock)

    def install(self, app: Flask) -> None:
        """Stand before every view of the app, and sign its cookies; comes after the guard."""
        app.secret_key = self._admission.secret
        app.session_interface = Timeless()
        app.config.update(
            SESSION_COOKIE_NAME=cookie_name(self._admission.secret),
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
        return Grounds.CODE if self._admission.referees.knows(session.get(KEY)) else None

    def require(self) -> None:
        """Raise Problem for an onlooker."""
        if self.grounds() is None:
            raise Problem(
                HTTPStatus.FORBIDDEN,
                "referee-only",
                say("Only a referee may do this. Enter the code under Referee."),
            )

    def take(self, code: str) -> None:
        """Make whoever asks a referee; raises Problem for a wrong code."""
        self._gate.check(code)
        self._admit()

    def redeem(self, token: str) -> None:
        """Make whoever scanned an invitation a referee; raises Problem for one that has ended."""
        self._gate.redeem(token)
        self._admit()

    def invite(self) -> Invitation:
        """Open the role to one more device, for some minutes; only for a referee."""
        self.require()
        return self._gate.invite()

    def pins(self) -> list[str]:
        """Give the PINs of the invitations that are open; only for a referee."""
        self.require()
        return self._gate.pins()

    def give_back(self) -> None:
        """Let whoever asks be an onlooker again, as far as the role came by a code."""
        self._admission.referees.remove(str(session.get(KEY)))
        session.clear()

    def devices(self) -> list[Device]:
        """Give the devices that have the role; only for a referee."""
        self.require()
        return self._admission.referees.devices()

    def own(self) -> str | None:
        """Give the key of whoever asks, where it has the role by a code."""
        key = session.get(KEY)
        return key if self._admission.referees.knows(key) else None

    def remove(self, key: str) -> None:
        """Take the role from a device; raises Problem where it has none."""
        self.require()
        if not self._admission.referees.remove(key):
            raise Problem(HTTPStatus.NOT_FOUND, "no-such-device", say("This device has no role to take."))

    def _admit(self) -> None:
        name = browser_name(request.headers.get("User-Agent", ""))
        device = self._admission.referees.add(name, LASTS.total_seconds())
        session.clear()
        session.permanent = True
        session[KEY] = device.id

    def _check(self) -> None:
        if request.method not in SAFE_METHODS and (request.method, request.path) not in FOR_EVERYBODY:
            self.require()


def cookie_name(secret: bytes) -> str:
    """Name the cookie for one companion alone: browsers share cookies among all ports of a machine."""
    return f"companion-{hashlib.sha256(b'cookie' + secret).hexdigest()[:8]}"


def _is_machine_itself() -> bool:
    """Say whether the visitor sits at this machine: a loopback address, and nobody relays for another."""
    if any(name.lower().startswith(RELAYED) for name, _ in request.headers):
        return False
    try:
        address = ipaddress.ip_address(request.remote_addr or "")
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_loopback
