"""A game that was played, act by act: the table after each of them, and what it cost whom. Pure."""

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.language import SOURCE, decimal, in_language
from companion.records.game import Game, Played, follow, start_game
from companion.records.record import Header, Record
from companion.records.recount import record_of, scores_of
from companion.sessions.session import Session
from companion.views.mending import ActView, acts_of
from companion.views.present import view_of
from companion.views.table_view import TableView

FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""What a text must not begin with in a table: a spreadsheet would take it for a formula."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A whole game: ``games`` stands before the first act and after each, ``acts`` says them in words."""

    games: tuple[Game, ...]
    acts: tuple[ActView, ...]

    @property
    def header(self) -> Header:
        """The header of its record."""
        return Header.parse(self.games[0].header)

    @property
    def last(self) -> int:
        """How many acts there are: the number of the last one."""
        return len(self.acts)

    def view(self, number: int) -> TableView:
        """Give the table after an act, counted from 1; 0 is before the first."""
        game = self.games[number]
        result: Mapping[str, object] | None = {} if game.rules.outcome(game.state) else None
        said = self.acts[number - 1].words if number else ""
        view = view_of(Session(game=game, said=said, result=result), number)
        return replace(view, window=None, lobby=None)

    def changes(self, number: int) -> tuple[tuple[str, int], ...]:
        """Give who scored what by an act, in table order, without those whose score it left alone."""
        if not number:
            return ()
        before, after = _scores(self.games[number - 1]), _scores(self.games[number])
        return tuple((name, after[name] - before[name]) for name in after if after[name] != before[name])

    def record(self, extras: Mapping[str, object]) -> Record:
        """Give the game as a record that replays; ``extras`` go into its header."""
        header = self.header
        noted = replace(header, extras={**header.extras, **extras})
        return record_of(noted, [dict(act.line) for act in self.games[-1].acts])

    def table(self, language: str = SOURCE) -> str:
        """Give the game as CSV: an act a line, its words in a language, and everybody's score after it."""
        players = self.games[0].state.players
        rows: list[Sequence[object]] = [("act", "seconds", "player", "words", "counts", *players)]
        for number, act in enumerate(self.acts, start=1):
            scores = _scores(self.games[number])
            player, counts = act.act.get("player", ""), "no" if act.flaw else "yes"
            rows.append((number, act.t, player, act.words, counts, *(scores[name] for name in players)))
        return as_csv(in_language(rows, language), language)


def replay_of(session: Session) -> Replay:
    """Play a session's game again from its first act; the session must have a game."""
    assert session.game, "there is a game"
    end = session.game
    games = [start_game(end.header, end.started, end.seats)]
    for played in end.acts:
        games.append(follow(games[-1], Played(played.line, played.touch)))
    return Replay(tuple(games), acts_of(session).acts)


def as_csv(rows: Sequence[Sequence[object]], language: str = SOURCE) -> str:
    """Give rows as CSV that a spreadsheet in this language opens as it is meant.

    Where numbers have a decimal comma, it takes semicolons between the cells.
    """
    text, comma = io.StringIO(), decimal(0.5).to(language) == "0,5"
    writer = csv.writer(text, delimiter=";" if comma else ",")
    for row in rows:
        writer.writerow([_cell(cell, comma) for cell in row])
    return text.getvalue()


def _cell(cell: object, comma: bool) -> object:
    if isinstance(cell, float) and comma:
        return str(cell).replace(".", ",")
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULAS) else cell


def _scores(game: Game) -> dict[str, int]:
    """Give everybody's score, in table order."""
    scores = scores_of(game.rules, game.state)
    return {name: scores[name] for name in game.state.players}
