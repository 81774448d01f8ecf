"""The pages of past games: all of them, one of them act by act, and both to take away."""

from collections.abc import Iterator
from http import HTTPStatus
from itertools import chain

from flask import Blueprint, Response, jsonify, render_template, request

from companion.language import say
from companion.rules.catalogue import GAMES
from companion.storage.archive import PastGame
from web.access.roles import Roles
from web.content.history import PAGE, all_as_csv, line, moment
from web.content.scores import TITLES, day
from web.doors.archive import ArchiveDoor
from web.doors.game import TableLike
from web.i18n import current
from web.pages.table import BLANK_CARD, BLANK_SEAT
from web.plain import plain
from web.problems import Problem

BOM = "\ufeff"
"""Begins a table to take home: without it Excel does not take it for UTF-8 and spoils every umlaut."""

LARGEST = 2**53
"""Numbers of games lie below this."""


class HistoryViews:
    """The pages and files below ``/history``."""

    def __init__(self, table: TableLike, archive: ArchiveDoor, roles: Roles, mends: bool) -> None:
        self._table = table
        self._games = archive.games
        self._roles = roles
        self._mends = mends

    def blueprint(self) -> Blueprint:
        """Give the routes."""
        routes = Blueprint("history", __name__)
        routes.add_url_rule("/history", "index", self._index)
        routes.add_url_rule("/history.csv", "all_csv", self._all_csv)
        routes.add_url_rule("/history/<int:number>", "show", self._show)
        routes.add_url_rule("/history/<int:number>.jsonl", "record", self._record)
        routes.add_url_rule("/history/<int:number>.csv", "csv", self._csv)
        routes.add_url_rule("/api/games", "list_games", self._list_games)
        routes.add_url_rule("/api/games/<int:number>", "tell", self._tell)
        routes.add_url_rule("/api/games/<int:number>/acts/<int:act>", "moment", self._moment)
        return routes

    def _index(self) -> str:
        game, player, page = _filters()
        total = self._games.how_many(game, player)
        page = min(page, max(total - 1, 0) // PAGE)
        found = self._games.lines(game, player, PAGE, PAGE * page)
        return render_template(
            "history.html",
            lines=[line(one, self._is_running(one.number)) for one in found],
            kinds=[(rules.slug, rules.title) for rules in GAMES],
            names=self._games.names(),
            nameless=self._games.nameless(),
            game=game,
            player=player,
            page=page,
            pages_in_all=-(-total // PAGE),
            total=total,
            uncounted=self._games.uncounted,
        )

    def _show(self, number: int) -> str:
        past = self._past(number)
        return render_template(
            "game.html",
            line=line(past.line, self._is_running(number)),
            replay=past.replay,
            moment=moment(past.replay, _act(past)),
            nameless=self._games.nameless(),
            mends=self._mends and self._roles.grounds() is not None,
            blank_card=BLANK_CARD,
            blank_seat=BLANK_SEAT,
        )

    def _moment(self, number: int, act: int) -> Response:
        past = self._past(number)
        if act > past.replay.last:
            raise _no_such_act()
        return jsonify(plain(moment(past.replay, act)))

    def _list_games(self) -> Response:
        game, player, page = _filters()
        found = self._games.lines(game, player, PAGE, PAGE * page)
        return jsonify(
            games=plain(found),
            total=self._games.how_many(game, player),
            page=page + 1,
            pages=-(-self._games.how_many(game, player) // PAGE),
        )

    def _tell(self, number: int) -> Response:
        past = self._past(number)
        return jsonify(game=plain(past.line), acts=plain(past.replay.acts))

    def _record(self, number: int) -> Response:
        past = self._past(number)
        record = past.replay.record({"date": past.line.started.isoformat(timespec="seconds")})
        return _file(record.to_bytes(), "application/jsonl", _name(past, "jsonl"))

    def _csv(self, number: int) -> Response:
        past = self._past(number)
        return _file((BOM + past.replay.table(current())).encode(), "text/csv", _name(past, "csv"))

    def _all_csv(self) -> Response:
        game, player, _ = _filters()
        table = all_as_csv(self._games.each(game, player), current())
        return _file(chain((BOM,), table), "text/csv", "games.csv")

    def _past(self, number: int) -> PastGame:
        past = self._games.past(number) if number < LARGEST else None
        if past is None:
            raise Problem(HTTPStatus.NOT_FOUND, "not-found", say("There is no such game in the history."))
        return past

    def _is_running(self, number: int) -> bool:
        """Say whether this game is being played now: the newest one, while the table has no lobby."""
        return number == self._games.newest() and self._table.view().lobby is None


def _filters() -> tuple[str | None, str | None, int]:
    """Read game, player and page (from 0); an unknown game is none."""
    game = request.args.get("game")
    page = request.args.get("page", "1")
    number = int(page) if page.isascii() and page.isdigit() and len(page) <= 6 else 1
    return game if game in TITLES else None, request.args.get("player") or None, max(number, 1) - 1


def _act(past: PastGame) -> int:
    """Read which act is looked at: the last one unless one is asked for."""
    said = request.args.get("act")
    if said is None:
        return past.replay.last
    if not (said.isascii() and said.isdigit() and len(said) <= 6 and int(said) <= past.replay.last):
        raise _no_such_act()
    return int(said)


def _no_such_act() -> Problem:
    return Problem(HTTPStatus.NOT_FOUND, "not-found", say("There is no such act in this game."))


def _name(past: PastGame, ending: str) -> str:
    when = day(past.line.started).replace(" ", "-").replace(":", "")
    return f"{past.line.facts.game}-{when}.{ending}"


def _file(data: bytes | Iterator[str], kind: str, name: str) -> Response:
    answer = Response(data, mimetype=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
