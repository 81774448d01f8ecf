"""What is being set up: who sits where, which game, its house rules, the deck, the first row. Pure.

There is one draft a table, whichever devices look at it; it lives until a game is started from it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.errors import BadRecord
from companion.language import say
from companion.observing.followers.catalogue import FOLLOWERS
from companion.rules.base import Rules
from companion.rules.catalogue import GAMES, find_game
from companion.sessions.lobby import Lobby
from companion.settings.values import Settings
from companion.views.table_view import TableView

HIGHEST = 110
"""No game has a card above it."""

MOST_CARDS = 40


@dataclass(frozen=True, slots=True)
class RowCard:
    """A card of the first row: ``text`` is "73", "pass" or "" where nothing could be read."""

    text: str
    sure: bool
    may_be: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """All that was chosen so far; ``row`` is None until it was read, ``lobby`` has players and sides."""

    lobby: Lobby = field(default_factory=Lobby)
    game: str = GAMES[0].slug
    starter: str = ""
    rules: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    deck: str = ""
    row: tuple[RowCard, ...] | None = None

    @property
    def players(self) -> tuple[str, ...]:
        """The players, clockwise."""
        return self.lobby.players

    @property
    def first(self) -> str:
        """Who starts: whoever was chosen, else the first player, else nobody."""
        if self.starter in self.players:
            return self.starter
        return self.players[0] if self.players else ""

    @property
    def chosen(self) -> Rules:
        """The game's rules."""
        return find_game(self.game)

    @property
    def in_row(self) -> bool:
        """Whether the game lies in one row, whose cards, in their order, are the acts that began it."""
        return self.game not in FOLLOWERS

    @property
    def house(self) -> dict[str, object]:
        """The house rules of the game that differ from their defaults."""
        given = self.rules.get(self.game, {})
        return {
            key: given[key]
            for key, rule in self.chosen.rulings.items()
            if key in given and not rule.is_default(given[key])
        }

    def trouble(self) -> str | None:
        """Say what keeps the game from starting; None where nothing does."""
        try:
            self.chosen.start(self.players, self.first, self.house)
        except BadRecord as error:
            return error.message
        return None

    def with_rule(self, key: str, value: object) -> "Draft":
        """Choose a house rule; raises BadRecord for a value that it cannot have."""
        rule = self.chosen.rulings.get(key)
        if rule is None or not rule.accepts(value):
            raise BadRecord(say("This cannot be a house rule of {game}.", game=self.chosen.title))
        return replace(self, rules={**self.rules, self.game: {**self.rules.get(self.game, {}), key: value}})

    def corrected(self, at: int, text: str) -> "Draft":
        """Say what a card of the row is; "" takes it out. Raises BadRecord for what is no card."""
        row = self.row or ()
        if not 0 <= at <= min(len(row), MOST_CARDS):
            raise BadRecord(say("There is no such card in the row."))
        new = (RowCard(card_text(text), sure=True),) if text.strip() else ()
        return replace(self, row=(*row[:at], *new, *row[at + 1 :]))

    def acts(self) -> tuple[Mapping[str, object], ...]:
        """Give the first row as acts, a card for each player in turn from whoever starts.

        Raises BadRecord or IllegalAct where the rules do not let them lie so, BadRecord for an unsure card.
        """
        rules, acts = self.chosen, []
        state = rules.start(self.players, self.first, self.house)
        for card in self.row or ():
            if not card.sure:
                raise BadRecord(say("Say first what the unsure cards of the row are."))
            act = {"player": state.to_move, "play": "pass" if card.text == "pass" else int(card.text)}
            state = rules.apply(state, rules.parse(act, state))
            acts.append(act)
        return tuple(acts)


def card_text(text: str) -> str:
    """Read a card that somebody typed: a number or "pass"; raises BadRecord for anything else."""
    said = text.strip().lower()
    if said in ("pass", "p", "passe"):
        return "pass"
    if re.fullmatch(r"[0-9]{1,3}", said) and int(said) <= HIGHEST:
        return str(int(said))
    raise BadRecord(say("A card is a number, or pass; not {text}.", text=repr(text[:20])))


def first_draft(view: TableView, settings: Settings | None) -> Draft:
    """Begin with what people would expect: whoever waits or played last, else what the settings say."""
    known = settings or Settings()
    table = known.table
    lobby = _lobby(view)
    if not lobby.players:
        lobby = Lobby(table.players, dict(zip(table.players, table.seats, strict=False)))
    if not lobby.sides and lobby.players == table.players:
        lobby = replace(lobby, sides=dict(zip(table.players, table.seats, strict=False)))
    game = (view.lobby.game if view.lobby else None) or view.game or table.game
    starter = (view.lobby.starter if view.lobby else None) or table.starter
    return Draft(lobby, game, starter or "", known.house_rules, table.deck)


def _lobby(view: TableView) -> Lobby:
    if view.lobby and view.lobby.players:
        waiting = view.lobby.players
        sides = {who.name: who.side for who in waiting if who.side}
        return Lobby(tuple(who.name for who in waiting), sides)
    return Lobby(tuple(player.name for player in view.players))
