"""Builds the dashboard around a table: guard, pages, JSON API and live feed."""

import mimetypes
from collections.abc import Collection

from flask import Flask

from web import api, problems, views
from web.door import Entry, News, TableLike
from web.feed import Feed
from web.guard import Guard
from web.words import LANGUAGES

__all__ = ["Entry", "News", "TableLike", "create_app"]

LARGEST_BODY = 64 * 1024
VIEWERS = 400
BEAT_SECONDS = 10.0


def create_app(
    table: TableLike,
    *,
    hosts: Collection[str] = (),
    language: str = "en",
    viewers: int = VIEWERS,
    beat: float = BEAT_SECONDS,
) -> Flask:
    """Build the dashboard of a table.

    ``hosts``: names, besides the machine's own, under which it may be opened. ``viewers``: how many may
    follow it live at once. ``beat``: seconds of silence before a sign of life. The app's feed stands in
    ``app.extensions["feed"]``; close it before the server stops. Raises KeyError for an unknown language.
    """
    mimetypes.add_type("font/woff2", ".woff2")
    words = LANGUAGES[language]
    feed = Feed(table, words, viewers, beat)
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.extensions["feed"] = feed
    Guard(hosts).install(app)
    problems.install(app)
    for part in (views.blueprint(table, words), api.blueprint(table), feed.blueprint()):
        app.register_blueprint(part)
    return app
