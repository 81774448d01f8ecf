"""A journal for tests that need no disk."""

from collections.abc import Iterator, Sequence

from companion.clock import Instant
from companion.sessions.events import Event, EventKind
from companion.storage.journal_entries import decode, encode


class MemoryJournal:
    """A journal that lives as long as the process; events pass through the same JSON as on disk."""

    def __init__(self) -> None:
        self._entries: list[tuple[EventKind, Instant, str]] = []

    def append(self, events: Sequence[Event]) -> tuple[int, ...]:
        """Keep these events and give their numbers."""
        entries = [(event.kind, event.at, encode(event)) for event in events]
        first = len(self._entries) + 1
        self._entries += entries
        return tuple(range(first, first + len(entries)))

    def events(self, after: int = 0) -> Iterator[tuple[int, Event]]:
        """Give number and event of all events later than number ``after``, in order."""
        for seq, (kind, at, data) in enumerate(self._entries[after:], start=after + 1):
            yield seq, Event(kind, at, decode(data))

    def last(self, kind: EventKind) -> int:
        """Give the number of the last event of a kind, 0 when there is none."""
        numbers = (seq for seq, entry in enumerate(self._entries, start=1) if entry[0] is kind)
        return max(numbers, default=0)

    def try_out(self) -> None:
        """There is always room."""

    def close(self) -> None:
        """Nothing to let go of."""
