"""The wizard's forms work without JavaScript: a token of the visitor's own session stands for the header.

A foreign page can neither read the token nor send the cookie that it is held against (SameSite=Strict); the
guard has looked at Origin and Host before.
"""

import hmac
import secrets
from http import HTTPStatus

from flask import request, session

from companion.language import say
from web.problems import Problem

KEY = "form"
"""The name of the token, in the cookie and in the forms."""


def token() -> str:
    """Give the token of whoever is served, for a hidden field."""
    if KEY not in session:
        session[KEY] = secrets.token_urlsafe(24)
    return str(session[KEY])


def check() -> None:
    """Refuse a form that does not come from our own page; raises Problem."""
    given, right = request.form.get(KEY, ""), str(session.get(KEY, ""))
    if not right or not hmac.compare_digest(given.encode("utf-8", "surrogatepass"), right.encode()):
        message = say("This page has become old. Open it again, then try once more.")
        raise Problem(HTTPStatus.FORBIDDEN, "form-outdated", message)
