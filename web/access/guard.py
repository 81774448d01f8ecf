"""Keeps other web pages out: unknown names (DNS rebinding), foreign origins, forms that pretend."""

import ipaddress
import socket
from collections.abc import Collection
from http import HTTPStatus
from urllib.parse import urlsplit

from flask import Flask, Response, request

from companion.language import say
from web.problems import Problem

OWN_HEADER = "X-Companion"
"""Every request that changes something bears it; a foreign page cannot set it without asking us first."""

FORMS = "/setup"
"""Pages whose forms work without JavaScript: they bear a token instead, which they check themselves."""

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Guard:
    """Refuses what does not come from our own pages, before any view runs.

    ``hosts``: names or addresses, besides the machine's own, under which people reach the dashboard
    (without port, any case).
    """

    def __init__(self, hosts: Collection[str] = ()) -> None:
        machine = socket.gethostname().lower()
        short = machine.partition(".")[0]
        own = {"localhost", machine, short, f"{short}.local"}
        self._names = own | {host.lower().strip("[]") for host in hosts}

    def install(self, app: Flask) -> None:
        """Stand before every view of the app, and put the security headers on every answer."""
        app.before_request(self._check)
        app.after_request(_harden)

    def knows(self, authority: str) -> bool:
        """Say whether this ``Host`` (with or without port) is a name or an address of this machine."""
        try:
            host = urlsplit(f"//{authority}").hostname or ""
        except ValueError:
            return False
        return host in self._names or is_own_address(host)

    def _check(self) -> None:
        authority = request.headers.get("Host", "")
        if not self.knows(authority):
            raise _refusal(
                "unknown-host",
                say(
                    "This name is not known here. Open the dashboard by the machine's address, "
                    "or add the name to the settings."
                ),
            )
        if request.method not in SAFE_METHODS:
            _check_origin(authority)


def is_own_address(host: str) -> bool:
    """Say whether this is an IP address of this very machine.

    Only an own address can be bound; so a new lease is known at once, and no list is kept.
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    if address.is_multicast or address.is_loopback:
        return address.is_loopback
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((host, 0))
        except OSError:
            return False
    return True


def _check_origin(authority: str) -> None:
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    origin = request.headers.get("Origin")
    ours = origin is None or origin.partition("://")[2].lower() == authority.lower()
    if site != "same-origin" or not ours:
        raise _refusal("foreign-origin", say("Another web page may not change anything at this table."))
    if request.path.startswith(FORMS) and request.mimetype == "application/x-www-form-urlencoded":
        return
    if OWN_HEADER not in request.headers:
        message = say("What changes something must bear the header {header}.", header=OWN_HEADER)
        raise _refusal("header-missing", message)
    if request.mimetype != "application/json":
        raise Problem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "not-json", say("Send JSON (application/json)."))


def _refusal(code: str, message: str) -> Problem:
    return Problem(HTTPStatus.FORBIDDEN, code, message)


def _harden(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response
