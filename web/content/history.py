"""What stands on the pages of past games: a list with filters, and one game to step through. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.language import Text, listed, say, say_n
from companion.records.statistics import SeatFacts
from companion.storage.journal_games import GameLine
from companion.views.replay import Replay, as_csv
from web.content.scores import TITLES, day, score, signed
from web.content.screen import Seat, Zone, draw

PAGE = 25
"""Games on one page of the list."""


@dataclass(frozen=True, slots=True)
class Place:
    """A player in a line of the list: ``score`` in words, ``won``, ``out`` (eliminated)."""

    name: str
    place: int
    score: Text
    won: bool
    out: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A game in the list: how it ended, when it was, who played, by place."""

    number: int
    title: str
    day: str
    iso: str
    ending: Text
    over: bool
    acts: Text
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after one act: its number, words, what is wrong with it, what it cost whom."""

    number: int
    words: str
    flaw: str
    changes: str
    zones: tuple[Zone, ...]
    seats: tuple[Seat, ...]


def line(game: GameLine, running: bool) -> Line:
    """Draw up a game for the list; ``running``: it is being played now."""
    facts = game.facts
    return Line(
        game.number,
        TITLES[facts.game],
        day(game.started),
        game.started.isoformat(),
        _ending(game, running),
        facts.over,
        say_n("{n} act", "{n} acts", facts.acts),
        tuple(_place(seat, facts.game) for seat in sorted(facts.seats, key=lambda seat: seat.place)),
    )


def moment(replay: Replay, number: int) -> Moment:
    """Draw up the table after an act, counted from 1; 0 is the start."""
    screen = draw(replay.view(number))
    act = replay.acts[number - 1] if number else None
    return Moment(
        number,
        act.words if act else say("The game begins."),
        act.flaw or "" if act else "",
        " · ".join(f"{name} {signed(change)}" for name, change in replay.changes(number)),
        screen.zones,
        screen.seats,
    )


def all_as_csv(batches: Iterable[Sequence[GameLine]], language: str) -> Iterator[str]:
    """Give games as CSV, a player of a game a line; a piece for the heading and one for each batch."""
    columns = ("game", "date", "rules", "over", "acts", "player", "place", "score", "won", "eliminated")
    yield as_csv([(*columns, "jumps_won", "jumps_lost", "dearest_act", "dearest")], language)
    for games in batches:
        yield as_csv([row for game in games for row in _csv_rows(game)], language)


def _csv_rows(game: GameLine) -> Iterator[Sequence[object]]:
    facts = game.facts
    head = (game.number, day(game.started), facts.game, _yes(facts.over), facts.acts)
    for seat in facts.seats:
        mine = (seat.player, seat.place, seat.score, _yes(seat.won), _yes(seat.eliminated))
        yield (*head, *mine, seat.jumps_won, seat.jumps_lost, seat.dearest_act, seat.dearest)


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _ending(game: GameLine, running: bool) -> Text:
    facts = game.facts
    if facts.won is not None:
        return say("All won together") if facts.won else say("All lost together")
    winners = [seat.player for seat in facts.seats if seat.won]
    if winners:
        return say_n("{name} won", "{name} won", len(winners), name=listed(winners))
    if facts.over:
        return say("Nobody won")
    return say("Being played") if running else say("Not played to its end")


def _place(seat: SeatFacts, game: str) -> Place:
    return Place(seat.player, seat.place, score(game, seat.score), seat.won, seat.eliminated)
