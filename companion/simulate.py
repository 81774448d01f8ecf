"""Plays whole games with real decks and hidden hands, the same ones for the same chance."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

from companion.dealers.base import Chance, Strategy
from companion.dealers.catalogue import DEALINGS
from companion.record import ActLine, Header, Record, act_fields, start_game
from companion.rules.base import Act, GameState
from companion.rules.catalogue import find_game

NAMES = ("Ann", "Ben", "Cem", "Dia", "Eve", "Flo", "Gus", "Hal")


@dataclass(frozen=True, slots=True)
class Played:
    """A simulated game: its header, all acts, and the states before the first and after each of them."""

    header: Header
    acts: tuple[Act, ...]
    states: tuple[GameState, ...]

    @property
    def end(self) -> GameState:
        """The last state; not over where nobody at the table could do anything any more."""
        return self.states[-1]

    def to_record(self) -> Record:
        """Give the record of this game."""
        lines = (ActLine(line, act_fields(act)) for line, act in enumerate(self.acts, start=2))
        return Record(self.header, tuple(lines))


@dataclass(frozen=True, slots=True)
class Report:
    """What many simulated games had in common: acts a game, how they ended, who got which scores.

    ``lengths`` and ``scores`` are (least, mean, most); ``places`` says how often each player came first.
    """

    game: str
    games: int
    unfinished: int
    lengths: tuple[int, float, int]
    scores: tuple[int, float, int]
    firsts: Mapping[str, int]
    last_acts: Mapping[str, int]


def random_header(game: str, chance: Chance, players: int | None = None) -> Header:
    """Choose players, starter and house rules at random; ``players`` fixes how many."""
    allowed = find_game(game).players
    names = NAMES[: chance.choice(allowed) if players is None else players]
    return Header(game, names, chance.choice(names), DEALINGS[game].rulings(chance))


def play(header: Header, chance: Chance, strategy: Strategy = Strategy.RANDOM) -> Played:
    """Deal and play one game to its end."""
    rules, state = start_game(header)
    dealer = DEALINGS[header.game].deal(state, chance, strategy)
    acts: list[Act] = []
    states = [state]
    while not state.over and (act := dealer.choose(state, chance)) is not None:
        after = rules.apply(state, act)
        dealer.follow(state, act, after)
        acts.append(act)
        states.append(after)
        state = after
    return Played(header, tuple(acts), tuple(states))


def play_many(
    game: str, count: int, chance: Chance, players: int, strategy: Strategy = Strategy.RANDOM
) -> Iterator[Played]:
    """Play many games by the default house rules; the starter goes round."""
    names = NAMES[:players]
    for number in range(count):
        yield play(Header(game, names, names[number % players]), chance, strategy)


def summarise(games: Sequence[Played]) -> Report:
    """Count what happened in these games, which are all of one kind; there is at least one."""
    rules = find_game(games[0].header.game)
    tables = [rules.standings(played.end) for played in games]
    scores = [standing.score for table in tables for standing in table]
    lengths = [len(played.acts) for played in games]
    return Report(
        game=rules.slug,
        games=len(games),
        unfinished=sum(not played.end.over for played in games),
        lengths=(min(lengths), mean(lengths), max(lengths)),
        scores=(min(scores), mean(scores), max(scores)),
        firsts=Counter(standing.player for table in tables for standing in table if standing.place == 1),
        last_acts=Counter(_kind(played.acts[-1]) for played in games if played.acts),
    )


def _kind(act: Act) -> str:
    return type(act).__name__.lower()
