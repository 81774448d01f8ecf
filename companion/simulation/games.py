"""Plays whole games with real decks and hidden hands, the same ones for the same chance."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, quantiles

from companion.records.record import ActLine, Header, Record, act_fields, start_game
from companion.rules.base import Act, GameState, Standing
from companion.rules.catalogue import find_game
from companion.simulation.dealers.base import Chance, Strategy
from companion.simulation.dealers.catalogue import DEALINGS

NAMES = ("Ann", "Ben", "Cem", "Dia", "Eve", "Flo", "Gus", "Hal")


@dataclass(frozen=True, slots=True)
class SimulatedGame:
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
class Spread:
    """How some numbers are spread: least, quartiles, most, and mean."""

    least: int
    quarter: float
    median: float
    three_quarters: float
    most: int
    mean: float

    @classmethod
    def of(cls, numbers: Sequence[int]) -> "Spread":
        """Measure the spread of at least one number."""
        several = numbers if len(numbers) > 1 else [*numbers, *numbers]
        low, middle, high = quantiles(several, n=4, method="inclusive")
        return cls(min(numbers), low, middle, high, max(numbers), mean(numbers))


@dataclass(frozen=True, slots=True)
class Report:
    """What many simulated games of one kind had in common.

    ``acts`` is how many acts a game had, ``unfinished`` how many games came to a point where nobody could do
    anything, ``won`` how many a team won (None but in cooperative games). ``endings`` counts the last acts by
    their verbs, ``firsts`` the games in which each player came first, ``eliminated`` the players put out.
    """

    game: str
    games: int
    unfinished: int
    acts: Spread
    scores: Spread
    endings: Mapping[str, int]
    firsts: Mapping[str, int]
    eliminated: int
    won: int | None


def random_header(game: str, chance: Chance, players: int | None = None) -> Header:
    """Choose players, starter and house rules at random; ``players`` fixes how many."""
    allowed = find_game(game).players
    names = NAMES[: chance.choice(allowed) if players is None else players]
    return Header(game, names, chance.choice(names), DEALINGS[game].rulings(chance))


def play(header: Header, chance: Chance, strategy: Strategy = Strategy.RANDOM) -> SimulatedGame:
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
    return SimulatedGame(header, tuple(acts), tuple(states))


def play_many(
    game: str, count: int, chance: Chance, players: int, strategy: Strategy = Strategy.RANDOM
) -> Iterator[SimulatedGame]:
    """Play many games by the default house rules; the starter goes round."""
    names = NAMES[:players]
    for number in range(count):
        yield play(Header(game, names, names[number % players]), chance, strategy)


def summarise(games: Iterable[SimulatedGame]) -> Report:
    """Count what happened in at least one game of one kind; no more than one is held at a time."""
    ends = [_end(played) for played in games]
    table = [standing for end in ends for standing in end.standings]
    wins = [end.won for end in ends if end.won is not None]
    return Report(
        game=ends[0].game,
        games=len(ends),
        unfinished=sum(not end.over for end in ends),
        acts=Spread.of([end.acts for end in ends]),
        scores=Spread.of([standing.score for standing in table]),
        endings=dict(Counter(end.verb for end in ends)),
        firsts=dict(Counter(standing.player for standing in table if standing.place == 1)),
        eliminated=sum(standing.eliminated for standing in table),
        won=sum(wins) if wins else None,
    )


@dataclass(frozen=True, slots=True)
class _End:
    game: str
    over: bool
    won: bool | None
    acts: int
    verb: str
    standings: tuple[Standing, ...]


def _end(played: SimulatedGame) -> _End:
    rules = find_game(played.header.game)
    outcome = rules.outcome(played.end)
    return _End(
        rules.slug,
        played.end.over,
        None if outcome is None else outcome.won,
        len(played.acts),
        _verb(played.acts[-1]) if played.acts else "nothing",
        rules.standings(played.end),
    )


def _verb(act: Act) -> str:
    """Give the word by which a record line says what was done."""
    return next(key for key in act.to_record() if key != "player")
