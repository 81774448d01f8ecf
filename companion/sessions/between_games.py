"""Between two games at the table: who plays again, leaves, joins, and how the next game begins. Pure.

The lobby opens once everybody has said what is next; where no game was played yet, it stands open.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from companion.errors import BadRecord, Conflict
from companion.evidence import Side
from companion.language import say
from companion.records.game import Game
from companion.rules.base import Outcome
from companion.sessions.events import Begin, Event, EventKind, Rise, SayAnswer, Sit
from companion.sessions.lobby import Answer, Lobby, Scoreboard, new_name, new_names

Data = Mapping[str, Any]
Wish = SayAnswer | Sit | Rise | Begin

RUNNING = say("The game is still running; play it to its end, or break it off first.")
UNDECIDED = say("The next game begins once everybody has said again or leave.")


@dataclass(frozen=True, slots=True)
class Between:
    """What has been said since the game ended; ``lobby`` is None until all have said what is next."""

    answers: Mapping[str, Answer] = field(default_factory=dict)
    lobby: Lobby | None = None


def decide(item: Wish, game: Game | None, over: bool, between: Between) -> list[Event]:
    """Say what a wish comes to; raises BadRecord or IllegalAct for one that cannot be."""
    if game is not None and not over:
        raise Conflict(RUNNING)
    if isinstance(item, SayAnswer):
        return _answer(item, game, between)
    lobby = waiting(game, between)
    if lobby is None:
        raise Conflict(UNDECIDED)
    if isinstance(item, Sit):
        return _sit_all(item, lobby) if item.new else [_sit(item, lobby)]
    if isinstance(item, Rise):
        lobby.leave(item.player)
        return [Event(EventKind.LEFT, item.at, {"player": item.player})]
    return [_begin(item, game, lobby)]


def waiting(game: Game | None, between: Between) -> Lobby | None:
    """Give the lobby where it stands open."""
    return Lobby() if game is None and between.lobby is None else between.lobby


def evolve(event: Event, game: Game | None, between: Between) -> Between:
    """Fold what somebody said, or who sat down or rose, into what stood before."""
    data = cast(Data, event.data)
    if event.kind is EventKind.ANSWER:
        return _answered(game, between, data["player"], Answer(data["answer"]))
    lobby = waiting(game, between) or Lobby()
    if event.kind is EventKind.LEFT:
        return replace(between, lobby=lobby.leave(data["player"]))
    player = data["player"]
    moved = lobby.move if player in lobby.players else lobby.join
    return replace(between, lobby=moved(player, data["place"]).seat(player, data["side"]))


def next_game(lobby: Lobby, last: Game | None) -> str | None:
    """Give the game that people would expect next: the same again, else the first that so many can play."""
    if last is not None and last.rules.slug in lobby.games:
        return last.rules.slug
    return lobby.games[0] if lobby.games else None


def next_starter(lobby: Lobby, last: Game | None) -> str | None:
    """Give who would begin: of those who wait, the next one clockwise after whoever began last."""
    if last is None or not lobby.players:
        return lobby.players[0] if lobby.players else None
    seats = list(last.state.players)
    first = seats.index(str(last.header.get("starter") or seats[0])) + 1
    order = (*seats[first:], *seats[:first])
    return next((player for player in order if player in lobby.players), lobby.players[0])


def _answer(item: SayAnswer, game: Game | None, between: Between) -> list[Event]:
    if game is None:
        raise Conflict(say("No game was played yet; who wants to play joins."))
    board = _board(game, between)
    players = board.waiting_for if item.player is None else (item.player,)
    for player in players:
        board = board.say(player, item.answer)
    return [
        Event(EventKind.ANSWER, item.at, {"player": player, "answer": str(item.answer)}) for player in players
    ]


def _answered(game: Game | None, between: Between, player: str, answer: Answer) -> Between:
    assert game, "an answer without a game"
    before, board = between.lobby, _board(game, between).say(player, answer)
    if before is None:
        lobby = None if board.waiting_for else replace(board.lobby(), sides=_sides(game))
    elif (answer is Answer.AGAIN) == (player in before.players):
        lobby = before
    else:
        lobby = _back(game, before, player) if answer is Answer.AGAIN else before.leave(player)
    return Between(board.answers, lobby)


def _back(game: Game, lobby: Lobby, player: str) -> Lobby:
    """Let somebody back to where they sat: behind whoever of the last game sits before them."""
    seats = game.state.players
    before = [p for p in seats[: seats.index(player)] if p in lobby.players]
    return lobby.join(player, lobby.players.index(before[-1]) + 1 if before else 0)


def _sides(game: Game) -> dict[str, str]:
    return dict(zip(game.state.players, game.seats, strict=False))


def _board(game: Game, between: Between) -> Scoreboard:
    outcome = game.rules.outcome(game.state) or Outcome(game.rules.standings(game.state))
    return Scoreboard(outcome, game.state.players, between.answers)


def _sit_all(item: Sit, lobby: Lobby) -> list[Event]:
    """Let all sit down whose names were typed, one behind the other; a side is the first one's."""
    events = []
    for number, name in enumerate(new_names(item.player)):
        place = None if item.place is None else item.place + number
        side = None if number else item.side
        events.append(_sit(replace(item, player=name, place=place, side=side), lobby))
        lobby = lobby.join(name, place)
    return events


def _sit(item: Sit, lobby: Lobby) -> Event:
    name = item.player.strip()
    if item.new or name not in lobby.players:
        name = new_name(name)
    here = name in lobby.players
    if item.side and item.side not in set(Side):
        raise BadRecord(say('a seat is one of {sides}, not "{side}"', sides=", ".join(Side), side=item.side))
    last = len(lobby.players) - here
    place = (
        item.place if item.place is not None else lobby.players.index(name) if here and not item.new else last
    )
    if not 0 <= place <= last:
        raise BadRecord(
            say("a place is counted clockwise from 0 to {last}, not {place}", last=last, place=place)
        )
    if item.new or not here:
        lobby.join(name, place)
    side = lobby.sides.get(name) if item.side is None else item.side or None
    return Event(EventKind.SEATED, item.at, {"player": name, "place": place, "side": side})


def _begin(item: Begin, game: Game | None, lobby: Lobby) -> Event:
    slug = item.game or next_game(lobby, game)
    if slug is None:
        raise Conflict(
            say("No game can be played by {n}; let others join, or some leave.", n=len(lobby.players))
        )
    same = game is not None and game.rules.slug == slug
    kept = cast("Mapping[str, object]", game.header.get("rules") or {}) if game and same else {}
    header = lobby.begin(
        slug, item.starter or next_starter(lobby, game), kept if item.rules is None else item.rules
    )
    return Event(EventKind.GAME, item.at, {"header": header.to_record(), "seats": list(lobby.seats)})
