"""What has happened, as the journal keeps it, and what may be asked of the table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.clock import Instant
from companion.evidence import Press, Sighting
from companion.recount import Change


class EventKind(StrEnum):
    """The kinds of events; their names stand in journals and must not change."""

    GAME = "game"
    """A game began; data is the record header."""
    ACT = "act"
    """A legal act; data: ``act`` (record line with ``t``), ``row`` (as announced), ``words``."""
    SEEN = "seen"
    """The camera saw the table at rest; data: the sighting (``companion.wire``)."""
    PRESS = "press"
    """A button was pressed; data: the press (``companion.wire``)."""
    VERDICT = "verdict"
    """A jump was ruled on; data as ``companion watch`` prints it."""
    ATTENTION = "attention"
    """The table shows what no act explains; data: ``code``, ``message``."""
    CLEARED = "cleared"
    """What needed attention is mended; data is empty."""
    UNDO = "undo"
    """The last act was taken back; data is empty."""
    CORRECTION = "correction"
    """The record was changed by a person; data: ``step``, ``edit`` (``companion.history``), ``words``."""
    CAMERA = "camera"
    """The camera changed its state; data: ``ok``, ``message``."""
    RESULT = "result"
    """The game is over; data: ``standings``."""
    CLOSED = "closed"
    """The table was put away on purpose; whoever starts it next may begin anew. Data is empty."""


@dataclass(frozen=True, slots=True)
class Event:
    """One entry of the journal: what happened, when (monotonic or media time), and its JSON-able details."""

    kind: EventKind
    at: Instant
    data: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StartGame:
    """Someone starts a game; ``header`` is a record header, ``seats`` one side a player or nothing."""

    header: Mapping[str, object]
    at: Instant
    seats: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EnterAct:
    """Someone enters the next act by hand, as the verbs of a record line."""

    fields: Mapping[str, object]
    at: Instant


@dataclass(frozen=True, slots=True)
class Undo:
    """Someone takes back what was last changed: the last act, or the last correction.

    ``edits``: how many changes whoever asks has seen; None takes back whatever is the last one now.
    """

    at: Instant
    edits: int | None = None


@dataclass(frozen=True, slots=True)
class Redo:
    """Someone puts back what was last undone; ``edits`` as for ``Undo``."""

    at: Instant
    edits: int | None = None


@dataclass(frozen=True, slots=True)
class Correct:
    """Someone changes an earlier act; ``revision``: the corrections that whoever asks has seen, or None."""

    change: Change
    at: Instant
    revision: int | None = None


@dataclass(frozen=True, slots=True)
class CameraState:
    """The camera is well, or what is wrong with it in plain words."""

    ok: bool
    message: str
    at: Instant


@dataclass(frozen=True, slots=True)
class Close:
    """The table is put away on purpose."""

    at: Instant


Input = Sighting | Press | StartGame | EnterAct | Undo | Redo | Correct | CameraState | Close
"""Everything that may be put to the table."""
