"""What has happened, as the journal keeps it, and what may be asked of the table."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from companion.clock import Instant
from companion.evidence import ButtonNote, Press, Sighting
from companion.records.recount import Change
from companion.sessions.lobby import Answer


class EventKind(StrEnum):
    """The kinds of events; their names stand in journals and must not change."""

    GAME = "game"
    """A game began; data: ``header`` (of its record), ``seats`` (a side a player, or none), and where this is
    not the evening's first game ``edits`` (from where its changes are counted) and perhaps ``origin``: the
    header with which the evening began."""
    ACT = "act"
    """A legal act; data: ``act`` (record line with ``t``), ``touch`` (a span, or null), ``row`` (as it lies
    then), ``words``; ``hand`` where somebody entered it."""
    SEEN = "seen"
    """The camera saw the table at rest; data: the sighting (``companion.evidence_json``)."""
    PRESS = "press"
    """A button was pressed; data: the press (``companion.evidence_json``)."""
    VERDICT = "verdict"
    """A jump was ruled on; data: what ``companion watch`` prints of it, ``stray`` (its card lies there as no
    act has it), ``held`` (play waits for the table), ``evidence`` (``companion.jumps.testimony``)."""
    ATTENTION = "attention"
    """The table needs somebody; data: ``code``, ``message``, and ``cards`` (as the eye saw them) or
    ``button`` where it is about such."""
    CLEARED = "cleared"
    """What needed attention is mended; data: ``stray`` where a card beside the row is settled with it."""
    UNDO = "undo"
    """The last act was taken back; data: ``eye`` where a later look has disproved it, else empty."""
    CORRECTION = "correction"
    """An earlier act was changed; data: ``step``, ``edit`` (``history.py``), ``words``; ``eye`` where the eye
    has told a guess of its own anew, not a person."""
    CAMERA = "camera"
    """The camera changed its state; data: ``ok``, ``message``."""
    RESULT = "result"
    """The game is over; data: ``standings``."""
    CLOSED = "closed"
    """The table was put away on purpose; whoever starts it next may begin anew. Data is empty."""
    ANSWER = "answer"
    """The game is over and a player says what is next; data: ``player``, ``answer`` (again or leave)."""
    SEATED = "seated"
    """Somebody waits for the next game; data: ``player``, ``place`` (from 0, clockwise), ``side`` or null."""
    LEFT = "left"
    """Somebody waits no longer; data: ``player``."""
    BROKEN = "broken"
    """The game was broken off before its end; data is empty."""
    TAKEN_UP = "taken-up"
    """The breaking off was undone: the game goes on as it stood; data is empty."""
    AMENDED = "amended"
    """An earlier game was corrected; data: ``game`` (its event's number), ``kind``, ``data`` of the event."""
    RENAMED = "renamed"
    """Players go by other names, in all that was kept too; data: ``names`` (new by old), ``deleted``."""
    RULED = "ruled"
    """The table ruled itself on a claim; data: ``jump``, ``counts``, ``by``."""
    CALL = "call"
    """Somebody held a button down: the referee is called, the game waits; data: ``button``, ``pressed``."""
    RESUMED = "resumed"
    """The game goes on after a call; data is empty."""


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
    """Someone enters the next act by hand, as the verbs of a record line; ``edits`` as for ``Undo``."""

    fields: Mapping[str, object]
    at: Instant
    edits: int | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """Someone takes back what was last done: the last act, the last correction, or breaking the game off.

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


@dataclass(frozen=True, slots=True)
class SayAnswer:
    """After a game a player plays again or leaves; no ``player``: all who have not said yet."""

    answer: Answer
    at: Instant
    player: str | None = None


@dataclass(frozen=True, slots=True)
class Sit:
    """Somebody joins those who wait for the next game, or changes places.

    ``place``: from 0, clockwise; None is the last one, or the one that is theirs. ``side``: of the camera's
    picture, "" for nobody knows, None to leave it. ``new``: a name that waits already is refused, and
    several names with commas between them are as many players.
    """

    player: str
    at: Instant
    place: int | None = None
    side: str | None = None
    new: bool = False


@dataclass(frozen=True, slots=True)
class Rise:
    """Somebody who waits for the next game does so no longer."""

    player: str
    at: Instant


@dataclass(frozen=True, slots=True)
class Begin:
    """Those who wait begin the next game; what is None is as people would expect after the last one."""

    at: Instant
    game: str | None = None
    starter: str | None = None
    rules: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True)
class BreakOff:
    """The game is not played to its end."""

    at: Instant


@dataclass(frozen=True, slots=True)
class Rename:
    """A player goes by another name from now on, and in all that was kept; ``deleted``: by nobody's name."""

    old: str
    new: str
    at: Instant
    deleted: bool = False


@dataclass(frozen=True, slots=True)
class RuleOn:
    """The table's own ruling on the newest claim: whether the jump ``counts``, and ``by`` whom it was.

    ``ruled_at``: when the judge ruled on the claim that is meant. ``by`` is needed only where nobody knows.
    """

    jump: int
    ruled_at: Instant
    counts: bool
    at: Instant
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Pause:
    """Somebody lets the game wait, or (``on`` false) go on."""

    on: bool
    at: Instant


@dataclass(frozen=True, slots=True)
class Amend:
    """What happens to an earlier game, as its own session has decided it; ``game`` is its event's number."""

    game: int
    events: tuple[Event, ...]
    at: Instant


Input = (
    Sighting
    | Press
    | StartGame
    | EnterAct
    | Undo
    | Redo
    | Correct
    | CameraState
    | Close
    | SayAnswer
    | Sit
    | Rise
    | Begin
    | BreakOff
    | Rename
    | Amend
    | RuleOn
    | Pause
    | ButtonNote
)
"""Everything that may be put to the table."""
