"""The settings: what can be set, what it means, and what it is when nobody says anything.

These classes are the one register. The file, ``companion settings``, the dashboard's form and
``docs/settings.md`` are made from it (``register.py``), so nothing is said twice.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar, cast

from companion.evidence import Side
from companion.language import mark
from companion.rules.catalogue import GAMES

T = TypeVar("T")

GAME_NAMES = tuple(rules.slug for rules in GAMES)
SIDES = tuple(str(side) for side in Side)
LOG_FORMATS = ("people", "json")
LANGUAGES = ("auto", "en", "de")


def setting(
    default: T,
    about: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
    accepts: Callable[[object], bool] | None = None,
    allowed: str = "",
    restart: bool = True,
) -> T:
    """Declare a setting: its default, a line for people, and what it may be.

    ``low`` and ``high`` bound numbers, ``choices`` texts; ``accepts`` tests what these cannot say, and
    ``allowed`` says it in words. ``restart``: a running table takes it only when it starts anew.
    """
    facts = _facts(about, low=low, high=high, choices=choices, restart=restart)
    return field(default=default, metadata={**facts, "accepts": accepts, "allowed": allowed})


def pins(about: str) -> Mapping[str, int]:
    """Declare a setting that gives names their pins; nobody has one by default."""
    return field(default_factory=dict, metadata=_facts(about))


def _facts(about: str, **further: object) -> dict[str, object]:
    plain = {"low": None, "high": None, "choices": (), "accepts": None, "allowed": "", "restart": True}
    return {"about": about, **plain, **further}


@dataclass(frozen=True, slots=True)
class TableSettings:
    """Who plays what."""

    game: str = setting("fifty-fifty", mark("the game that is played"), choices=GAME_NAMES)
    players: tuple[str, ...] = setting(
        (), mark("the players' names, clockwise; none: they are asked on the tablet")
    )
    starter: str = setting("", mark("who starts; empty: the first player"))
    seats: tuple[str, ...] = setting(
        (),
        mark("the side of the camera's picture on which each player sits, in the same order"),
        choices=SIDES,
    )
    deck: str = setting("", mark("the deck on the table, if the reader has learnt it; empty: any deck"))


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """The eye."""

    source: str = setting(
        "auto",
        mark("auto, a camera's number or path, picamera, a stream's address, or a recording"),
        accepts=bool,
        allowed=mark('a text, as "auto", "0" or "/dev/video2"'),
    )
    width: int = setting(1280, mark("the picture's width in pixels"), low=320, high=4096)
    height: int = setting(720, mark("the picture's height in pixels"), low=240, high=3072)
    frames_per_second: int = setting(30, mark("pictures a second"), low=5, high=120)


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    """The buttons on the pins (GPIO numbers, as 17), each between its pin and ground."""

    jump: int | None = setting(17, mark("the pin of the jump button that all share"))
    players: Mapping[str, int] = pins(mark("a button of one's own: name = pin"))
    bounce_ms: int = setting(
        20, mark("rest before a press, in ms; more where one counts twice"), low=5, high=200
    )
    long_press_seconds: float = setting(
        1.0, mark("held so long, a button calls the referee"), low=0.3, high=10.0
    )


@dataclass(frozen=True, slots=True)
class LampSettings:
    """Lamp and buzzer on the pins."""

    window: int | None = setting(
        cast("int | None", None), mark("the pin of the lamp that shows an open jump")
    )
    buzzer: int | None = setting(cast("int | None", None), mark("the pin of a buzzer"))


@dataclass(frozen=True, slots=True)
class ReplaySettings:
    """The pictures that are kept of a disputed jump."""

    seconds: float = setting(
        6.0, mark("how much is kept of it, in seconds, most of it before"), low=2.0, high=30.0
    )
    megabytes: int = setting(48, mark("memory for the last pictures at most, in MB"), low=8, high=1000)
    disk_megabytes: int = setting(
        2000, mark("disk for the pictures of all disputes, in MB"), low=50, high=1000000
    )
    keep_everything: bool = setting(False, mark("keep pictures of undisputed play too"))


@dataclass(frozen=True, slots=True)
class DashboardSettings:
    """The page for tablet and telephones."""

    host: str = setting(
        "0.0.0.0",
        mark("the address on which it listens; 127.0.0.1: this machine only"),
        accepts=lambda value: bool(str(value).strip()),
        allowed=mark('an address or a name, as "0.0.0.0" or "127.0.0.1"'),
    )
    port: int = setting(8000, mark("the port on which it listens"), low=1, high=65535)
    names: tuple[str, ...] = setting(
        (), mark("names, besides the machine's own, under which it may be opened")
    )
    everyone_may_referee: bool = setting(False, mark("whoever opens it may mend the game, without a code"))
    language: str = setting(
        "auto", mark("the language of the pages; auto: each browser its own"), choices=LANGUAGES
    )
    sounds: bool = setting(True, mark("sounds on the tablet"))
    announce: bool = setting(True, mark("make the table known on the home's network (mDNS)"))
    network_name: str = setting(
        "tabletop",
        mark("the name it is known by there: tabletop gives http://tabletop.local:8000/"),
        accepts=lambda value: is_host_label(str(value)),
        allowed=mark("letters, digits and dashes, 63 at most"),
    )


@dataclass(frozen=True, slots=True)
class StorageSettings:
    """What is kept."""

    journal: str = setting("", mark("the file in which the games are kept; empty: the usual place"))
    copies: int = setting(3, mark("how many daily copies of it are kept"), low=1, high=60)


@dataclass(frozen=True, slots=True)
class LogSettings:
    """What the log says."""

    format: str = setting(
        "people", mark("people: a sentence a line; json: an object a line"), choices=LOG_FORMATS
    )


@dataclass(frozen=True, slots=True)
class WatchSettings:
    """What `companion watch` does when it is not told."""

    realtime: bool = setting(False, mark("play a recording at its own pace"))


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set; ``house_rules`` are by game and key, only those that were set."""

    table: TableSettings = field(default_factory=TableSettings)
    camera: CameraSettings = field(default_factory=CameraSettings)
    buttons: ButtonSettings = field(default_factory=ButtonSettings)
    lamps: LampSettings = field(default_factory=LampSettings)
    replay: ReplaySettings = field(default_factory=ReplaySettings)
    dashboard: DashboardSettings = field(default_factory=DashboardSettings)
    storage: StorageSettings = field(default_factory=StorageSettings)
    log: LogSettings = field(default_factory=LogSettings)
    watch: WatchSettings = field(default_factory=WatchSettings)
    house_rules: Mapping[str, Mapping[str, object]] = field(default_factory=dict)


def is_host_label(text: str) -> bool:
    """Say whether a text can be one part of a host's name."""
    plain = text.isascii() and text.replace("-", "").isalnum()
    return plain and len(text) <= 63 and not text.startswith("-") and not text.endswith("-")
