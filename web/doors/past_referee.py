"""An earlier game as its referees mend it: the same pages and API as for the table, with ``?game=``."""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from threading import Lock
from typing import cast

from flask import Flask, request
from werkzeug.local import LocalProxy

from companion.clock import NS_PER_SECOND, Instant
from companion.language import say
from companion.records.recount import Change
from companion.sessions.deciding import decide_command
from companion.sessions.events import Amend, Correct, EnterAct, Input, Redo, Undo
from companion.sessions.session import Session
from companion.storage.archive import Archive, PastGame
from companion.table import Table
from companion.views.mending import ActsView, acts_of, at_end, form_at, preview
from companion.views.offers import Form
from companion.views.present import view_of
from companion.views.table_view import TableView
from web.doors.game import RefereeLike, TableLike
from web.problems import Problem, bad_request

STEP = 10 * NS_PER_SECOND
"""An act that is entered long afterwards happened so long after the last one."""

MOST_FIGURES = 15
"""No game has a longer number; the journal could not even be asked for one."""


class PastReferee:
    """Puts a referee's wishes about one earlier game to the table that writes the journal."""

    def __init__(
        self, table: Table[Session], games: Archive, number: int, now: Callable[[], Instant], turn: Lock
    ) -> None:
        self._table, self._games, self._number, self._now, self._turn = table, games, number, now, turn

    @property
    def _session(self) -> Session:
        return _past(self._games, self._number).session

    def view(self) -> TableView:
        """Give the table as this game left it."""
        return view_of(self._session, self._number)

    def acts(self) -> ActsView:
        """Give the record as it stands."""
        return acts_of(self._session)

    def form(self, at: int | None = None) -> Form:
        """Say what may be entered before an act, or after the last one."""
        return form_at(self._session, at)

    def preview(self, change: Change, revision: int | None = None) -> list[str]:
        """Say what a change would do."""
        session = self._session
        return preview(session, Correct(change, _end(session), revision))

    def preview_entry(self, act: Mapping[str, object]) -> list[str]:
        """Say what entering this act would do."""
        session = self._session
        return preview(session, Correct(at_end(session, act), _end(session)))

    def enter(self, act: Mapping[str, object], edits: int | None = None) -> int:
        """Enter the next act."""
        return self._ask(lambda end: EnterAct(act, end, edits))

    def correct(self, change: Change, revision: int | None = None) -> int:
        """Change an act."""
        return self._ask(lambda end: Correct(change, end, revision))

    def undo(self, edits: int | None = None) -> int:
        """Take back what was done last."""
        return self._ask(lambda end: Undo(end, edits))

    def redo(self, edits: int | None = None) -> int:
        """Put back what was undone last."""
        return self._ask(lambda end: Redo(end, edits))

    def _ask(self, wish: Callable[[Instant], Input]) -> int:
        """Let the game's own session decide, one wish at a time, and have it written."""
        with self._turn:
            session = self._session
            events = tuple(decide_command(session, wish(_end(session))))
            return self._table.ask(Amend(self._number, events, self._now())).seq


class Chosen:
    """The game that a request is about: the one at the table, or with ``?game=`` an earlier one.

    ``past`` gives an earlier game's referee by its number, and None for the game at the table.
    """

    def __init__(
        self, table: TableLike, referee: RefereeLike, past: Callable[[int], PastReferee | None] | None
    ) -> None:
        self._past = past
        self.table = cast(TableLike, LocalProxy(lambda: self._asked() or table))
        self.referee = cast(RefereeLike, LocalProxy(lambda: self._asked() or referee))

    def install(self, app: Flask) -> None:
        """Give templates ``asked_game()``, a number or None, and ``of_game()``, what to put behind a path."""
        app.jinja_env.globals.update(asked_game=asked_game, of_game=of_game)

    def _asked(self) -> PastReferee | None:
        number = asked_game()
        if number is None:
            return None
        if self._past is None:
            raise _no_such_game()
        return self._past(number)


def asked_game() -> int | None:
    """Give the number of the game that is asked for; None where none is.

    Raises Problem for what is no number: whoever says a game never means whichever is at the table.
    """
    said = request.args.get("game")
    if said is None:
        return None
    if not (said.isascii() and said.isdigit()):
        raise bad_request(say('"game" is the number of an earlier game, or left out.'))
    if len(said) > MOST_FIGURES:
        raise _no_such_game()
    return int(said)


def of_game(sign: str = "?") -> str:
    """Give the end of an address that stays with the game that is asked for."""
    number = asked_game()
    return "" if number is None else f"{sign}game={number}"


def _past(games: Archive, number: int) -> PastGame:
    past = games.past(number)
    if past is None:
        raise _no_such_game()
    return past


def _no_such_game() -> Problem:
    return Problem(HTTPStatus.NOT_FOUND, "not-found", say("There is no such game in the history."))


def _end(session: Session) -> Instant:
    assert session.game, "there is a game"
    last = next((act.touch for act in reversed(session.game.acts) if act.touch), None)
    return Instant((last.latest if last else session.game.started) + STEP)
