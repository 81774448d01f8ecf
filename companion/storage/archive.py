"""All games that a journal holds: lists, profiles, single games to replay; and another name for a player.

Counting goes on in a thread of its own where there is much of it; a few games are counted when they are
asked for, so that what was just played is always there.
"""

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache, partial
from itertools import count as counting
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from companion.errors import BadRecord, Conflict, JournalError, Missing
from companion.language import say, say_n
from companion.sessions.events import EventKind
from companion.sessions.session import Session
from companion.storage import journal_games, profiles
from companion.storage.journal import Journal
from companion.storage.journal_file import told
from companion.storage.journal_games import GameLine
from companion.storage.profiles import Profile, RosterLine
from companion.views.replay import Replay, replay_of

T = TypeVar("T")

AT_ONCE = 8
"""Games counted while somebody waits; more are counted in the background."""

BATCH = 40
"""Games counted in one transaction."""

EXPORTED = 250
"""Games in one batch where all are read."""

BREATH = 0.01
"""Seconds between two counts in the background, in which others have their turn."""

MOST_KEPT = 500
"""Answers kept until something happens."""

PAUSE = timedelta(hours=6)
"""A longer time than this between two games makes two evenings of them."""

NAMELESS = "Someone {n}"
"""The name of a player whose own name was deleted."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PastGame:
    """One game as it stands in the lists, to be replayed, and to be mended."""

    line: GameLine
    replay: Replay
    session: Session


class Archive:
    """The games of a journal, for any thread and for use with ``with``; raises JournalError when it fails."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._reader = journal.reader()
        self._turn = threading.RLock()
        self._counting = threading.Lock()  # taken after ``_turn``, never before it
        self._ended = False
        self._wanted = threading.Event()
        self._counter = threading.Thread(target=self._count_all, name="archive", daemon=True)
        self._replayed = lru_cache(maxsize=8)(self._replay)
        self._kept: dict[object, object] = {}
        self._told = ""

    def __enter__(self) -> Self:
        if names := self._look(journal_games.unsettled_names):
            self._journal.rename(names)
        self._wanted.set()
        self._counter.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended = True
        self._wanted.set()
        self._counter.join()
        with self._turn:
            self._reader.close()

    @property
    def uncounted(self) -> int:
        """How many games still wait to be counted; lists and profiles do not know them yet."""
        left = self._look(lambda db: journal_games.backlog(db, 1)).in_all
        return left if left > AT_ONCE else 0

    def lines(
        self, game: str | None = None, player: str | None = None, limit: int = -1, offset: int = 0
    ) -> list[GameLine]:
        """Give games, the newest first."""
        return self._ask(
            lambda db: journal_games.lines(db, game=game, player=player, limit=limit, offset=offset)
        )

    def each(self, game: str | None = None, player: str | None = None) -> Iterator[list[GameLine]]:
        """Give the same games a batch at a time, however many there are; each game once."""
        before: int | None = None
        while some := self._ask(
            partial(journal_games.lines, game=game, player=player, before=before, limit=EXPORTED)
        ):
            yield some
            before = some[-1].number

    def how_many(self, game: str | None = None, player: str | None = None) -> int:
        """Count the games that ``lines`` gives."""
        key = ("how_many", game, player)
        return self._ask(lambda db: journal_games.how_many(db, game, player), key)

    def evening(self) -> list[GameLine]:
        """Give the games of the latest evening, the oldest first."""
        return self._ask(_evening)

    def past(self, number: int) -> PastGame | None:
        """Give one game, None where there is none of this number."""
        found = self._ask(lambda db: journal_games.lines(db, number=number))
        if not found:
            return None
        # A game that goes on has changed since; so has one that somebody corrects.
        return PastGame(found[0], *self._replayed(number, found[0].changed))

    def newest(self) -> int:
        """Give the number of the game that began last, 0 where none did."""
        return self._journal.last(EventKind.GAME)

    def names(self) -> list[str]:
        """Give the names of all players but the deleted ones, who played most first."""

        def known(database: sqlite3.Connection) -> list[str]:
            unknown = journal_games.nameless(database)
            return [name for name in journal_games.names(database) if name not in unknown]

        return self._ask(known, "names")

    def roster(self) -> list[RosterLine]:
        """Give all players but those whose names were deleted."""

        def known(database: sqlite3.Connection) -> list[RosterLine]:
            unknown = journal_games.nameless(database)
            return [line for line in profiles.roster(database) if line.name not in unknown]

        return self._ask(known, "roster")

    def profile(self, name: str) -> Profile | None:
        """Give all of one player; None for somebody who never played."""
        return self._ask(lambda db: profiles.profile(db, name), ("profile", name))

    def nameless(self) -> frozenset[str]:
        """Give the names that stand for people whose own names were deleted."""
        return self._ask(journal_games.nameless, "nameless")

    def new_nameless(self) -> str:
        """Give a name for somebody who shall have none."""
        taken = set(self._ask(lambda db: [row[0] for row in db.execute("SELECT DISTINCT player FROM seats")]))
        return next(name for n in counting(1) if (name := NAMELESS.format(n=n)) not in taken)

    def check_rename(self, old: str, new: str) -> None:
        """Raise BadRecord where one player cannot go by the other's name.

        That is Missing where nobody has the old one, Conflict where both are needed.
        """
        if self.profile(old) is None:
            raise Missing(say("Nobody called {name} has played here.", name=old))
        if old == new:
            raise BadRecord(say("{name} is the name already.", name=old))
        query = "SELECT id FROM seats WHERE player = ? INTERSECT SELECT id FROM seats WHERE player = ?"
        both = self._ask(lambda db: db.execute(query, (old, new)).fetchall())
        if both:
            raise Conflict(
                say_n(
                    "{old} and {new} sat at one table in {n} game, so they cannot be one person.",
                    "{old} and {new} sat at one table in {n} games, so they cannot be one person.",
                    len(both),
                    old=old,
                    new=new,
                )
            )

    def rename(self, old: str, new: str) -> tuple[Path, ...]:
        """Write the new name over the old one on the disk; gives the files that it does not reach."""
        self._journal.rename({old: new})
        with self._turn:
            self._forget()
        return self._journal.leftovers(old)

    def _ask(self, work: Callable[[sqlite3.Connection], T], key: object = None) -> T:
        """Ask the tables, which know the last event; with a key, answers are kept until something happens."""
        with self._turn:
            self._catch_up()
            if key is None or key not in self._kept:
                answer = self._look(work)
                if key is None:
                    return answer
                if len(self._kept) >= MOST_KEPT:
                    self._kept.clear()
                self._kept[key] = answer
            return self._kept[key]  # type: ignore[return-value]

    def _look(self, work: Callable[[sqlite3.Connection], T]) -> T:
        with self._turn, told(self._journal.path):
            return work(self._reader)

    def _count_all(self) -> None:
        """Count all that waits whenever it is wanted, until the end; holds nobody up meanwhile."""
        with closing(self._journal.reader()) as reader:
            while self._wanted.wait() and not self._ended:
                self._wanted.clear()
                try:
                    with told(self._journal.path):
                        while self._count_some(reader) and not self._ended:
                            time.sleep(BREATH)
                except JournalError as error:
                    self._tell(error)

    def _catch_up(self) -> None:
        """Count the few games that wait; where many do, have it done in the background.

        Where nothing can be written, as on a full disk, what is counted must do.
        """
        if self._look(lambda db: journal_games.backlog(db, 1)).in_all > AT_ONCE:
            self._wanted.set()
            return
        try:
            while self._look(self._count_some):
                pass
        except JournalError as error:
            self._tell(error)

    def _tell(self, error: JournalError) -> None:
        """Log once why games could not be counted, until some were."""
        if str(error) != self._told:
            self._told = str(error)
            _log.error("the games could not be counted: %s", error)

    def _count_some(self, reader: sqlite3.Connection) -> bool:
        """Count some of what waits, the oldest first; gives whether there was any.

        One at a time: of two that count at once the one who knows less might write last.
        """
        with self._counting:
            waiting = journal_games.backlog(reader, BATCH + 1)
            some, rest = waiting.games[:BATCH], waiting.games[BATCH:]
            if not some and not waiting.amended:
                return False
            lines = [line for number in (*waiting.amended, *some) if (line := _counted(reader, number))]
            until = rest[0] - 1 if rest else waiting.until
            self._journal.settle(lambda db: journal_games.keep(db, lines, until))
            self._told = ""
        with self._turn:
            self._forget()
        return True

    def _replay(self, number: int, _changed: object) -> tuple[Replay, Session]:
        session = self._look(lambda db: journal_games.replayed(db, number))[0]
        return replay_of(session), session

    def _forget(self) -> None:
        self._kept.clear()
        self._replayed.cache_clear()


def _counted(reader: sqlite3.Connection, number: int) -> GameLine | None:
    """Count a game; one that cannot be followed is told in the log and left out."""
    try:
        return journal_games.count(reader, number)
    except JournalError as error:
        _log.error("game %d is left out: %s", number, error)
        return None


def _evening(database: sqlite3.Connection) -> list[GameLine]:
    """Go back from the latest game for as long as no long pause lies between two of them."""
    found: list[GameLine] = []
    for line in journal_games.lines(database, limit=100):
        if found and journal_games.pause(database, line.number, found[-1].number) > PAUSE:
            break
        found.append(line)
    return found[::-1]
