"""In which language a page speaks: chosen on each device, else set for the machine, else as the browser asks.

Words are put together in English by ``companion.language.say``; what leaves the app, as a page or as JSON, is
said in the visitor's language at that moment, so nothing that makes words needs to know who reads them.
"""

from collections.abc import Callable
from typing import Any

from flask import Flask, Response, g, request

from companion.language import SOURCE, Text, in_language, languages, say, say_n
from web.incoming import Incoming

COOKIE = "companion-language"
A_YEAR = 365 * 24 * 3600

OWN_NAMES = {"en": "English", "de": "Deutsch"}
"""What languages call themselves; one that is not here goes by its code."""


class Languages:
    """Finds the visitor's language; ``setting`` gives the machine's own, or None where browsers decide."""

    def __init__(self, setting: Callable[[], str | None] = lambda: None) -> None:
        self._setting = setting

    def install(self, app: Flask) -> None:
        """Let pages and JSON of the app speak the visitor's language; ``?lang=de`` chooses one to stay."""
        app.before_request(self._choose)
        app.after_request(_remember)
        app.json = _TellingJson(app)
        app.jinja_env.finalize = _told
        app.jinja_env.globals.update(_=say, _n=say_n)
        app.jinja_env.filters.update(said=_told, entered=_entered, sentence=_sentence)
        app.context_processor(lambda: {"language": current(), "languages": choices()})

    def _choose(self) -> None:
        known = languages()
        asked = request.args.get("lang")
        g.chosen = asked if asked in known else None
        wishes = (g.chosen, request.cookies.get(COOKIE), self._setting())
        found = next((wish for wish in wishes if wish in known), None)
        g.language = found or request.accept_languages.best_match(known) or SOURCE


def current() -> str:
    """Give the language of whoever is served now; English outside of a request."""
    return str(g.get("language", SOURCE)) if g else SOURCE


def choices() -> tuple[tuple[str, str], ...]:
    """Give code and own name of every language that can be chosen."""
    return tuple((code, OWN_NAMES.get(code, code)) for code in languages())


def _told(value: Any) -> Any:
    return value.shown(current()) if isinstance(value, Text) else value


def _entered(value: Any) -> Any:
    """Give what stands in a field, as it is sent back: it holds nothing that is not seen."""
    return str(value.to(current())) if isinstance(value, Text) else value


def _sentence(value: str) -> str:
    """Begin with a capital letter: refusals are parts of sentences."""
    said = str(_told(value))
    return said[:1].upper() + said[1:]


def _remember(response: Response) -> Response:
    if chosen := g.get("chosen"):
        response.set_cookie(COOKIE, chosen, max_age=A_YEAR, samesite="Strict", httponly=True)
    if request.endpoint != "static":
        response.headers.setdefault("Content-Language", current())
        response.vary.update(("Accept-Language", "Cookie"))
    return response


class _TellingJson(Incoming):
    """JSON in which every text is said in the visitor's language."""

    def dumps(self, obj: Any, **kwargs: Any) -> str:
        return super().dumps(in_language(obj, current()), **kwargs)
