"""Makes every ruling of a journal again, from its evidence and with the code of today. Pure.

The sightings and presses stand in the journal as they came, so the whole way from picture to verdict is gone
once more: the state as it was then, the sighting that led to the ruling, and what this companion makes of it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

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

    What people said and mended counts as it stands in the journal.
    """
    decider, session = GameDecider(), Session()
    before, cause = session, session
    seen: Event | None = None
    for number, event in events:
        if event.kind in _CAUSES:
            before, cause, seen = session, session, event if event.kind is EventKind.SEEN else None
        if event.kind is EventKind.RESUMED:
            cause = decider.evolve(session, event)
        if event.kind is EventKind.VERDICT:
            data = cast(Data, event.data)
            again = see(before, sighting_from_json(cast(Data, seen.data))) if seen else look_again(cause)
            yield Judged(number, data["jump"], data, _same_claim(again, data["jump"]))
        session = decider.evolve(session, event)


_CAUSES = (EventKind.SEEN, EventKind.RESUMED, EventKind.RULED)
"""What a ruling may follow from: a sighting, or the table being looked at again."""


def _same_claim(events: Iterable[Event], jump: int) -> Data | None:
    found = (cast(Data, event.data) for event in events if event.kind is EventKind.VERDICT)
    return next((data for data in found if data["jump"] == jump), None)
