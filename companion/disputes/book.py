"""All disputes of a journal, read as it grows, and with them their pictures."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from threading import Lock

from companion.clock import Instant
from companion.disputes.clips import ClipStore, clip_name
from companion.disputes.dispute import Chronicle, Dispute
from companion.sessions.events import Event, EventKind
from companion.storage.journal import Journal
from companion.storage.journal_entries import decode

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

Read = Callable[[int], Iterable[tuple[int, Event]]]
"""Gives number and event of what came after a number, of these kinds at least, in order.

Games without claim or new name may be left out, but never the last one: what comes next belongs to it.
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

    def read(after: int) -> Iterator[tuple[int, Event]]:
        with closing(journal.reader()) as database:
            for start in sorted(start or 0 for (start,) in database.execute(GAMES, (after, after))):
                rows = database.execute(OF_A_GAME, (*(str(k) for k in KINDS), max(start, after + 1), start))
                for seq, at, kind, data in rows:
                    yield seq, Event(EventKind(kind), Instant(at), decode(data))

    return read


class DisputeBook:
    """The disputes of a journal as far as it has grown; any thread may ask."""

    def __init__(self, read: Read, clips: ClipStore) -> None:
        self.clips = clips
        self._read = read
        self._chronicle = Chronicle()
        self._until = 0
        self._lock = Lock()

    def all(self) -> tuple[Dispute, ...]:
        """Give all disputes, the oldest first. Raises JournalError."""
        with self._lock:
            self._catch_up()
            return self._chronicle.disputes

    def find(self, number: int) -> Dispute | None:
        """Give the dispute with this number; None where there is none."""
        return next((dispute for dispute in self.all() if dispute.number == number), None)

    def tidy(self, most_bytes: int) -> list[str]:
        """Let go of pictures of no dispute of this journal, and of the oldest if too many; name them."""
        return self.clips.keep_only({clip_name(dispute) for dispute in self.all()}, most_bytes)

    def _catch_up(self) -> None:
        news = list(self._read(self._until))
        if any(event.kind is EventKind.RENAMED for _, event in news) and self._until:
            # Names were changed in what was read before, too.
            self._chronicle, news = Chronicle(), list(self._read(0))
        for number, event in news:
            self._chronicle = self._chronicle.follow(number, event)
            self._until = number
