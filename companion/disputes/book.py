"""All disputes of a journal, read as it grows, and with them their pictures."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from threading import Lock

from companion.clock import Instant
from companion.disputes import words
from companion.disputes.clips import ClipStore, clip_name, name_of
from companion.disputes.dispute import Chronicle, Dispute
from companion.disputes.timeline import timeline_of
from companion.sessions.events import Event, EventKind
from companion.storage.journal import Journal
from companion.storage.journal_entries import decode
from companion.storage.journal_file import told

_log = logging.getLogger(__name__)

KINDS = (
    EventKind.GAME,
    EventKind.VERDICT,
    EventKind.RULED,
    EventKind.ACT,
    EventKind.UNDO,
    EventKind.CLEARED,
    EventKind.RENAMED,
)
"""The kinds of events that tell of disputes; what the eye has seen, by far the most, is none of them."""

Row = tuple[int, int, str, str]
"""An entry as it stands in the journal: number, time, kind, data."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A game an entry of which makes no sense, so that nobody can say what became of its claims.

    ``game`` is the number of its first entry, ``entry`` that of the damaged one; ``clips`` are the names of
    its claims' pictures.
    """

    game: int
    entry: int
    why: str
    clips: tuple[str, ...]

    def __str__(self) -> str:
        """Say what is left out and why; the game by its number, as the history's addresses have it."""
        return (
            f"The disputes of game {self.game} are left out: its entry {self.entry} in the journal is damaged"
            f" ({self.why})."
        )


Read = Callable[[int], Iterable[tuple[int, Event] | LeftOut]]
"""Gives number and event of what came after a number, of these kinds at least, in order.

Games without claim or new name may be left out, but never the last one: what comes next belongs to it. A
damaged game is given as one that is left out.
"""

GAMES = """SELECT DISTINCT (SELECT max(seq) FROM events WHERE kind = 'game' AND seq < claim.seq)
    FROM events claim WHERE kind = 'verdict' AND seq > ?
    UNION SELECT (SELECT max(seq) FROM events WHERE kind = 'game' AND seq < renamed.seq)
    FROM events renamed WHERE kind = 'renamed' AND seq > ?
    UNION SELECT max(seq) FROM events WHERE kind = 'game'"""
"""Where the games begin that had a claim or a new name after a number, and the last; NULL: before any."""

OF_A_GAME = f"""SELECT seq, at, kind, data FROM events WHERE kind IN ({", ".join("?" * len(KINDS))})
    AND seq >= ? AND seq < (SELECT coalesce(min(seq), 9223372036854775807)
    FROM events WHERE kind = 'game' AND seq > ?) ORDER BY seq"""


def reading(journal: Journal) -> Read:
    """Read a journal's events of these kinds, on a connection of its own."""

    def read(after: int) -> Iterator[tuple[int, Event] | LeftOut]:
        with told(journal.path), closing(journal.reader()) as database:
            for start in sorted(start or 0 for (start,) in database.execute(GAMES, (after, after))):
                rows = database.execute(OF_A_GAME, (*(str(k) for k in KINDS), max(start, after + 1), start))
                yield from _of_a_game(start, rows.fetchall())

    return read


def _of_a_game(start: int, rows: Sequence[Row]) -> Sequence[tuple[int, Event] | LeftOut]:
    """Give the events of a game, or the game as left out: half of it might tell of a jump what is not so."""
    found, chronicle = list[tuple[int, Event]](), Chronicle()
    for seq, at, kind, data in rows:
        try:
            event = Event(EventKind(kind), Instant(at), decode(data))
            chronicle = chronicle.follow(seq, event)
            if event.kind is EventKind.VERDICT:
                _check(chronicle.disputes[-1])
        # What a damaged entry leads to is written down nowhere, and one old game must not cost the rest.
        except Exception as error:
            clips = tuple(name_of(seq, at) for seq, at, kind, _ in rows if kind == EventKind.VERDICT)
            return [LeftOut(start, seq, str(error), clips)]
        found.append((seq, event))
    return found


def _check(dispute: Dispute) -> None:
    """Raise whatever telling of a dispute raises where its entry is damaged."""
    words.title(dispute), words.verdict(dispute), words.margin(dispute), words.evidence(dispute)
    timeline_of(dispute), dispute.ruling["reason"]


class DisputeBook:
    """The disputes of a journal as far as it has grown; any thread may ask.

    ``tell`` is told once of each damaged game, whose disputes are left out.
    """

    def __init__(self, read: Read, clips: ClipStore, tell: Callable[[str], None] = _log.error) -> None:
        self.clips = clips
        self._read, self._tell = read, tell
        self._chronicle = Chronicle()
        self._until = 0
        self._left_out: dict[int, LeftOut] = {}
        self._lock = Lock()

    def all(self) -> tuple[Dispute, ...]:
        """Give all disputes, the oldest first. Raises JournalError."""
        with self._lock:
            self._catch_up()
            return self._chronicle.disputes

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """The damaged games among those read so far, of whose disputes none is told."""
        with self._lock:
            return tuple(self._left_out.values())

    def find(self, number: int) -> Dispute | None:
        """Give the dispute with this number; None where there is none."""
        return next((dispute for dispute in self.all() if dispute.number == number), None)

    def tidy(self, most_bytes: int) -> list[str]:
        """Let go of pictures of no dispute of this journal, and of the oldest if too many; name them."""
        known = {clip_name(dispute) for dispute in self.all()}
        # A damaged game may be whole again, with the copy of it or a backup.
        known.update(name for game in self.left_out for name in game.clips)
        return self.clips.keep_only(known, most_bytes)

    def _catch_up(self) -> None:
        news = self._news(self._until)
        if any(event.kind is EventKind.RENAMED for _, event in news) and self._until:
            # Names were changed in what was read before, too.
            self._chronicle, news = Chronicle(), self._news(0)
        for number, event in news:
            self._chronicle = self._chronicle.follow(number, event)
            self._until = number

    def _news(self, after: int) -> list[tuple[int, Event]]:
        """Give what came after a number, but for the damaged games; each of these is told once."""
        found = list[tuple[int, Event]]()
        for item in self._read(after):
            if not isinstance(item, LeftOut):
                found.append(item)
            elif item.game not in self._left_out:
                self._left_out[item.game] = item
                self._tell(str(item))
        return found
