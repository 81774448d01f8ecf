"""What a check of the machine finds: how things stand, and what mends it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Level(StrEnum):
    """How much a finding matters."""

    GOOD = "good"
    NOTE = "note"
    """Not in the way of a game, but worth knowing."""
    POOR = "poor"
    """A game can be played, less well."""
    BAD = "bad"
    """Something that the settings ask for does not work."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: what, how it stands, in words, and what would mend it ("" where nothing).

    ``facts`` are plain values for programs.
    """

    about: str
    level: Level
    words: str
    mend: str = ""
    facts: Mapping[str, object] = field(default_factory=dict)
