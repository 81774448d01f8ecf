"""Makes every ruling of a journal again, from its evidence and with the code of today. Pure.

The sightings and presses stand in the journal as they came, so the whole way from picture to verdict is gone
once more: the state as it was then, the sighting that led to the ruling, and what this companion makes of it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from companion.errors import JournalError
from companion.evidence_json import sighting_from_json
from companion.following.brain import GameDecider, look_again, see
from companion.sessions.events import Event, EventKind
from companion.sessions.session import Session

Data = Mapping[str, Any]

COMPARED = ("verdict", "on", "by", "margin_ms", "error_ms")


@dataclass(frozen=True, slots=True)
class Judged:
    """A ruling as it was made, and as it is made today; ``now`` is None where there would be none."""

    number: int
    jump: int
    then: Data
    now: Data | None

    @property
    def differences(self) -> tuple[str, ...]:
        """What of the ruling is another one today; empty when it is the same."""
        if self.now is None:
            return ("verdict",)
        return tuple(key for key in COMPARED if self.then.get(key) != self.now.get(key))


def rejudge(events: Iterable[tuple[int, Event]]) -> Iterator[Judged]:
    """Make all rulings among numbered events again, in their order; a journal is given from its beginning.

    What people said and mended counts as it stands in the journal. Raises JournalError that names an entry
    which cannot be followed.
    """
    court = _Court()
    for number, event in events:
        try:
            judged = court.hear(number, event)
        # What a damaged entry leads to is written down nowhere.
        except Exception as error:
            raise JournalError(f"Entry {number} of the journal cannot be followed: {error}") from error
        if judged:
            yield judged


class _Court:
    """The game as far as it was heard, and what the next ruling may follow from."""

    def __init__(self) -> None:
        self._decider, self._session = GameDecider(), Session()
        self._before, self._cause = self._session, self._session
        self._seen: Event | None = None

    def hear(self, number: int, event: Event) -> Judged | None:
        """Take an event; gives a ruling made again where it is one."""
        session, judged = self._session, None
        if event.kind in _CAUSES:
            self._before, self._cause = session, session
            self._seen = event if event.kind is EventKind.SEEN else None
        if event.kind is EventKind.RESUMED:
            self._cause = self._decider.evolve(session, event)
        if event.kind is EventKind.VERDICT:
            data = cast(Data, event.data)
            judged = Judged(number, data["jump"], data, _same_claim(self._again(), data["jump"]))
        self._session = self._decider.evolve(session, event)
        return judged

    def _again(self) -> Iterable[Event]:
        if self._seen is None:
            return look_again(self._cause)
        return see(self._before, sighting_from_json(cast(Data, self._seen.data)))


_CAUSES = (EventKind.SEEN, EventKind.RESUMED, EventKind.RULED)
"""What a ruling may follow from: a sighting, or the table being looked at again."""


def _same_claim(events: Iterable[Event], jump: int) -> Data | None:
    found = (cast(Data, event.data) for event in events if event.kind is EventKind.VERDICT)
    return next((data for data in found if data["jump"] == jump), None)
