"""The base errors of the companion, and the stable code of every refusal.

An error that only one part raises stands there: ``RecordError`` (``records/record.py``), ``BadSettings``
(``settings/file.py``), ``DamagedJournal`` (``storage/journal_file.py``), ``BadBackup``
(``storage/backup.py``), ``UnknownDeck`` and ``OthersDeck`` (``vision/decks/store.py``).
"""

from enum import StrEnum
from typing import Any, TypeVar

E = TypeVar("E", bound=BaseException)


class Code(StrEnum):
    """Why an act or a line is refused, in the order in which the reasons are looked for (docs/records.md)."""

    BAD_RECORD = "bad-record"
    GAME_OVER = "game-over"
    UNKNOWN_PLAYER = "unknown-player"
    NOT_YOUR_TURN = "not-your-turn"
    PASSES_ONLY = "passes-only"
    MUST_PLAY = "must-play"
    REVEAL_DUE = "reveal-due"
    NO_REVEAL = "no-reveal"
    ROUND_OVER = "round-over"
    ROUND_NOT_OVER = "round-not-over"
    CARD_OPEN = "card-open"
    NOTHING_OPEN = "nothing-open"
    NOTHING_TO_TAKE = "nothing-to-take"
    ALREADY_PLAYED = "already-played"
    TOO_MANY_CARDS = "too-many-cards"
    OWN_CARD = "own-card"
    NOT_A_JUMP = "not-a-jump"
    JUMP_TOO_LATE = "jump-too-late"
    RANK_TOO_LOW = "rank-too-low"
    NO_BONUS = "no-bonus"
    BAD_SHIFT = "bad-shift"
    WRONG_COUNT = "wrong-count"
    NO_CARDS = "no-cards"
    NO_TOKENS = "no-tokens"
    DOES_NOT_FIT = "does-not-fit"
    MUST_LAY = "must-lay"
    NOT_STUCK = "not-stuck"


def made_again(kind: type[E], *args: object) -> E:
    """Give an error with these ``args`` past its constructor, for ``__reduce__``; its attributes come after.

    Python would hand ``args`` to the constructor, and they are the words alone.
    """
    return kind.__new__(kind, *args)


class CompanionError(Exception):
    """Anything the companion refuses or cannot do; its text is made for the people at the table.

    It can be copied and pickled, to leave a process of a pool, say, whatever its constructor wants.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        """Say how it is made again: with the same ``args`` and attributes."""
        return made_again, (type(self), *self.args), self.__dict__


class Refusal(CompanionError):
    """An act or a line that is refused: a stable code, and what was tried, why not, what would be right."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class IllegalAct(Refusal):
    """The rules forbid this act in this state."""


class BadRecord(Refusal):
    """What was given is no header, no act, or no setting of the game."""

    def __init__(self, message: str) -> None:
        super().__init__(Code.BAD_RECORD, message)


class Missing(BadRecord):
    """What was asked about is not there: no such act, nobody of this name."""


class Conflict(BadRecord):
    """What was asked makes sense, but not as things stand: no game runs, or nothing was undone."""


class WrongUse(CompanionError):
    """A command was called with something that makes no sense."""


class Outdated(CompanionError):
    """What was asked rests on an older look at the game, which has changed since."""


class SourceError(CompanionError):
    """A picture, video or camera that cannot be opened or read."""


class JournalError(CompanionError):
    """The journal cannot be opened, read or written."""


class SettingsError(CompanionError):
    """A setting that makes no sense; names the key and what would be right."""
