"""What stands on the standings page: places and bars, the evening's sum, and the lobby. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.evidence import Side
from companion.language import Text, mark, say, say_n
from companion.storage.journal_games import GameLine
from companion.views.table_view import LobbyView, TableView
from web.content.scores import TITLES
from web.content.screen import Seat, draw

SIDES = {
    Side.SOUTH: mark("bottom"),
    Side.SOUTHWEST: mark("bottom left"),
    Side.WEST: mark("left"),
    Side.NORTHWEST: mark("top left"),
    Side.NORTH: mark("top"),
    Side.NORTHEAST: mark("top right"),
    Side.EAST: mark("right"),
    Side.SOUTHEAST: mark("bottom right"),
}
"""Where somebody sits, as the camera's picture shows the table."""


@dataclass(frozen=True, slots=True)
class Rank:
    """A player on the board: ``bar`` is the length of the bar (0-100), ``answer`` what they say after a game.

    ``answer`` is "again", "leave" or "".
    """

    place: int
    seat: Seat
    bar: int
    answer: str


@dataclass(frozen=True, slots=True)
class Total:
    """A player's evening: games that came to an end, wins, the sum of scores for each kind of game.

    A sum is "" where none of that kind was played.
    """

    name: str
    games: int
    wins: int
    sums: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Waiting:
    """Somebody in the lobby: place from 0 and the side on which they sit, or ""."""

    name: str
    place: int
    side: str


@dataclass(frozen=True, slots=True)
class Board:
    """The whole page after the event ``seq``.

    ``deciding``: players are to say again or leave; ``open``: the lobby is.
    ``waiting_for`` are those who have not said; ``sides`` and ``games`` are values with their names.
    ``kinds`` are the titles of the games whose sums the evening gives.
    """

    seq: int
    title: str
    headline: str
    ranks: tuple[Rank, ...]
    running: bool
    deciding: bool
    open: bool
    waiting_for: tuple[str, ...]
    lobby: tuple[Waiting, ...]
    sides: tuple[tuple[str, Text], ...]
    games: tuple[tuple[str, str], ...]
    game: str | None
    starter: str | None
    begin: Text
    evening: tuple[Total, ...]
    evening_games: Text | None
    kinds: tuple[str, ...]


def board(view: TableView, evening: Sequence[GameLine]) -> Board:
    """Draw up the board of a table and its evening."""
    screen = draw(view)
    lobby = view.lobby or LobbyView()
    finished = [game for game in evening if game.facts.over]
    return Board(
        seq=view.seq,
        title=screen.game,
        headline=screen.headline.line,
        ranks=_ranks(view, screen.seats, dict(lobby.answers)),
        running=view.game is not None and view.lobby is None,
        deciding=view.game is not None and view.lobby is not None,
        open=lobby.open,
        waiting_for=tuple(name for name, answer in lobby.answers if answer is None),
        lobby=tuple(Waiting(who.name, at, who.side or "") for at, who in enumerate(lobby.players)),
        sides=tuple((str(side), say(name)) for side, name in SIDES.items()),
        games=tuple((slug, TITLES[slug]) for slug in lobby.games),
        game=lobby.game,
        starter=lobby.starter,
        begin=say("Start {game}", game=TITLES[lobby.game]) if lobby.game else say("Start"),
        evening=tuple(_evening(finished)),
        evening_games=say_n("This evening: {n} game", "This evening: {n} games", len(finished))
        if finished
        else None,
        kinds=tuple(TITLES[kind] for kind in _kinds(finished)),
    )


def _ranks(view: TableView, seats: Sequence[Seat], answers: dict[str, str | None]) -> tuple[Rank, ...]:
    """Order players by place; the longest bar is the highest score, and a bar below zero is none."""
    most = max([player.score for player in view.players], default=0)
    ranks = [
        Rank(
            player.place,
            seat,
            round(100 * max(player.score, 0) / most) if most > 0 else 0,
            answers.get(player.name) or "",
        )
        for player, seat in zip(view.players, seats, strict=True)
    ]
    return tuple(sorted(ranks, key=lambda rank: rank.place))


def _kinds(finished: Sequence[GameLine]) -> list[str]:
    return list(dict.fromkeys(game.facts.game for game in finished))


def _evening(finished: Sequence[GameLine]) -> list[Total]:
    """Add the finished games up, each kind by itself, for no two count the same; who won most comes first."""
    kinds = _kinds(finished)
    seats = [(game.facts.game, seat) for game in finished for seat in game.facts.seats]
    totals = []
    for name in dict.fromkeys(seat.player for _, seat in seats):
        mine = [(kind, seat) for kind, seat in seats if seat.player == name]
        scores = [[seat.score for kind, seat in mine if kind == wanted] for wanted in kinds]
        sums = tuple(str(sum(some)).replace("-", "−") if some else "" for some in scores)
        wins = sum(seat.won for _, seat in mine)
        totals.append((-wins, sum(map(sum, scores)), Total(name, len(mine), wins, sums)))
    return [total for _, _, total in sorted(totals, key=lambda entry: entry[:2])]
