"""The live feed: server-sent events, a snapshot first, then every change, resumed by ``Last-Event-ID``.

Three kinds of messages, each with JSON data. ``snapshot``: ``seq``, ``view``, ``screen``; sent anew, with the
same number, where the view changes without an event. ``change``: ``seq``, ``event``, and on the newest one
``view`` and ``screen`` too; a viewer that fell behind or comes back gets every event that it missed, but
draws once. ``beat``: ``seq``, sent when nothing happens, so that both sides notice a dead line. Ids are the
numbers of the journal's events.
"""

import json
from collections.abc import Iterator
from functools import lru_cache
from http import HTTPStatus
from threading import BoundedSemaphore, Event, Lock

from flask import Blueprint, Response, request

from companion.clock import seconds
from companion.language import SOURCE, in_language, say
from companion.views.table_view import TableView
from web.content.screen import draw
from web.doors.game import Entry, News, TableLike
from web.i18n import current
from web.problems import Problem

FULL = say("Too many viewers at once; try again soon.")

RETRY_MS = 1000
"""How long a viewer waits before it connects again."""

KEPT_DRAWINGS = 8
"""Drawings at hand: the newest views in the few languages that people at one table read."""


class Feed:
    """Tells any number of viewers, up to ``viewers`` at once, what happens at a table.

    ``beat``: after how many seconds of silence a sign of life is sent. One viewer holds one thread of the
    server.
    """

    def __init__(self, table: TableLike, viewers: int, beat: float) -> None:
        self._table = table
        self._beat = beat
        self._seats = BoundedSemaphore(viewers)
        self._closing = Event()
        self._drawing = Lock()
        self._kept = lru_cache(maxsize=KEPT_DRAWINGS)(self._draw)

    def close(self) -> None:
        """Let every viewer go at once."""
        self._closing.set()
        self._table.let_go()

    def blueprint(self) -> Blueprint:
        """Give the route ``/events``."""
        blueprint = Blueprint("feed", __name__)
        blueprint.add_url_rule("/events", "events", self._answer)
        return blueprint

    def _answer(self) -> Response:
        if request.method == "HEAD":  # its body is never closed, so it must not take a seat
            return Response(mimetype="text/event-stream")
        if not self._seats.acquire(blocking=False):
            raise Problem(HTTPStatus.SERVICE_UNAVAILABLE, "full", FULL)
        response = Response(self.messages(_last_id(), current()), mimetype="text/event-stream")
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        response.call_on_close(self._seats.release)
        return response

    def messages(self, last: int | None, language: str = SOURCE) -> Iterator[str]:
        """Say everything from event ``last`` on (None: from a snapshot), until the feed is closed."""
        yield f"retry: {RETRY_MS}\n\n"
        view = self._table.view()
        if last is None or last > view.seq:
            last = view.seq
            yield self._snapshot(view, language)
        while not self._closing.is_set():
            if news := self._table.follow(last, self._beat):
                yield self._changes(news, language)
                view, last = news.view, news.view.seq
                continue
            shown, view = view, self._table.view()
            # What hinders the table is no event: the same number, drawn anew.
            beat = _message("beat", None, f'{{"seq":{last}}}')
            yield self._snapshot(view, language) if view.seq == last and view != shown else beat

    def _snapshot(self, view: TableView, language: str) -> str:
        return _message("snapshot", view.seq, f'{{"seq":{view.seq},{self._drawn(view, language)}}}')

    def _changes(self, news: News, language: str) -> str:
        """Give all that was missed in one piece: one write wakes the viewer once."""
        *missed, newest = news.entries
        told = [_message("change", entry.seq, f"{{{_told(entry)}}}") for entry in missed]
        told.append(_message("change", newest.seq, f"{{{_told(newest)},{self._drawn(news.view, language)}}}"))
        return "".join(told)

    def _drawn(self, view: TableView, language: str) -> str:
        """Give the view and its drawing as JSON members, made once for all viewers of a language."""
        with self._drawing:
            return self._kept(view, language)

    def _draw(self, view: TableView, language: str) -> str:
        screen = in_language(draw(view), language)
        return f'"view":{_json(in_language(view, language))},"screen":{_json(screen)}'


def _told(entry: Entry) -> str:
    event = entry.event
    return f'"seq":{entry.seq},"event":' + _json(
        {"kind": event.kind, "t": seconds(event.at), "data": dict(event.data)}
    )


def _message(kind: str, number: int | None, data: str) -> str:
    """Write one message; a sign of life is a comment too, for those who listen for one."""
    head = ": beat\n" if number is None else f"id: {number}\n"
    return f"{head}event: {kind}\ndata: {data}\n\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _last_id() -> int | None:
    """Read where a viewer left off; what is no number counts as a first visit.

    A script that opens a new line cannot set the header: it says ``?after=``.
    """
    said = request.headers.get("Last-Event-ID") or request.args.get("after", "")
    return int(said) if said.isascii() and said.isdigit() and len(said) <= 15 else None
