"""Between two games: who plays again, who leaves, who joins; the same for every game."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from unicodedata import normalize

from companion.errors import BadRecord, Code, Conflict, IllegalAct
from companion.escaping import first_control_character, unseen_in
from companion.json_lines import as_json
from companion.language import listed, say
from companion.records.record import Fields, Header
from companion.rules.base import Outcome
from companion.rules.catalogue import GAMES
from companion.rules.checks import check_name


class Answer(StrEnum):
    """What a player says once the game is over."""

    AGAIN = "again"
    """Plays on; the name gets a check mark."""
    LEAVE = "leave"
    """Goes; the name is struck through and faded."""


def new_name(text: str) -> str:
    """Give the name by which somebody wants to be called, without the blanks around it.

    What looks the same is the same: letters are put together with their accents. Raises BadRecord for what
    is none. Records that are read may hold names that are odder still.
    """
    if not text.strip():
        raise BadRecord(say("a name is missing"))
    name = check_name(normalize("NFC", text.strip()))
    if code := first_control_character(name) or unseen_in(name):
        raise BadRecord(
            say(
                "a player's name stands on one line, and all of it is seen; leave {code} out of {name}",
                name=as_json(name),
                code=code,
            )
        )
    return name


def new_names(text: str) -> tuple[str, ...]:
    """Give the names of all whom somebody has typed at once, with commas between them: "Ann, Ben".

    Raises BadRecord where one of them is no name, or there is none.
    """
    parts = [part for part in re.split("[,;\u060c\u3001\uff0c]", text) if part.strip()]
    return tuple(map(new_name, parts or [""]))


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """The result of a game while each player says whether to go on; players in the order of their places.

    ``answers`` has no entry for who has not said yet.
    """

    outcome: Outcome
    seats: tuple[str, ...]
    answers: Mapping[str, Answer]

    @classmethod
    def of(cls, outcome: Outcome, seats: tuple[str, ...]) -> "Scoreboard":
        """Show a result, ``seats`` being the players clockwise; nobody has said anything yet."""
        return cls(outcome, seats, {})

    def say(self, player: str, answer: Answer) -> "Scoreboard":
        """Note what a player says; the last word counts. Raises IllegalAct for somebody else."""
        if player not in self.seats:
            words = say(
                '"{player}" did not play this game; players: {names}',
                player=player,
                names=", ".join(self.seats),
            )
            raise IllegalAct(Code.UNKNOWN_PLAYER, words)
        return replace(self, answers={**self.answers, player: answer})

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The players who have not said yet, clockwise."""
        return tuple(player for player in self.seats if player not in self.answers)

    def lobby(self) -> "Lobby":
        """Give the lobby with those who stay, clockwise; raises Conflict before all have said."""
        if self.waiting_for:
            raise Conflict(say("{names} must say again or leave first", names=listed(self.waiting_for)))
        return Lobby(tuple(player for player in self.seats if self.answers[player] is Answer.AGAIN))


@dataclass(frozen=True, slots=True)
class Lobby:
    """The players who wait for the next game, clockwise; perhaps nobody.

    ``sides`` gives the side of the camera's picture for those of whom it is known.
    """

    players: tuple[str, ...] = ()
    sides: Mapping[str, str] = field(default_factory=dict)

    def join(self, name: str, at: int | None = None) -> "Lobby":
        """Let somebody sit down, last or at a place counted from 0; raises BadRecord for a bad name."""
        if check_name(name) in self.players:
            raise Conflict(say('"{name}" waits here already; every name must be another one', name=name))
        place = len(self.players) if at is None else at
        return replace(self, players=(*self.players[:place], name, *self.players[place:]))

    def leave(self, name: str) -> "Lobby":
        """Let somebody go; raises IllegalAct when they are not here."""
        self._check_here(name)
        return replace(self, players=tuple(player for player in self.players if player != name))

    def move(self, name: str, to: int) -> "Lobby":
        """Let somebody change to a place counted from 0; raises IllegalAct when they are not here."""
        return self.leave(name).join(name, to)

    def seat(self, name: str, side: str | None) -> "Lobby":
        """Note on which side of the picture somebody sits (None: nobody knows); one player a side.

        Raises IllegalAct when they are not here.
        """
        self._check_here(name)
        others = {player: at for player, at in self.sides.items() if player != name and at != side}
        return replace(self, sides={**others, name: side} if side else others)

    @property
    def seats(self) -> tuple[str, ...]:
        """The sides in the order of the players; empty unless each of them has one."""
        known = tuple(self.sides[player] for player in self.players if player in self.sides)
        return known if len(known) == len(self.players) else ()

    def _check_here(self, name: str) -> None:
        if name not in self.players:
            words = say('"{name}" does not wait for the next game', name=name)
            raise IllegalAct(Code.UNKNOWN_PLAYER, words)

    @property
    def games(self) -> tuple[str, ...]:
        """The games that so many can play, by their short names."""
        return tuple(rules.slug for rules in GAMES if len(self.players) in rules.players)

    def begin(self, game: str, starter: str | None = None, rules: Fields | None = None) -> Header:
        """Give the header of the next game; raises BadRecord when it cannot be played so."""
        first = starter if starter is not None or not self.players else self.players[0]
        return Header(game, self.players, first or "", rules or {})
