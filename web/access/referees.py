"""The devices that are referee: kept in a file beside the journal, taken away one by one.

How long a role lasts goes by a clock that nobody sets: when the machine's date leaps, what is written down
leaps with it.
"""

import json
import logging
import secrets
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from threading import Lock

from companion.atomic_file import replace_file
from companion.wall_clock import Leaps, Seconds, date, steady

OWNER_ONLY = 0o600
LONGEST_NAME = 60
MOST = 50
"""Devices kept; the one that came longest ago makes room for another."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Device:
    """A device with the role: ``since``, ``until`` in seconds since 1970, ``name`` as its browser says."""

    id: str
    name: str
    since: float
    until: float


class Referees:
    """Remembers who has the role. ``path`` None: only until the program ends. Any thread may use it.

    The clocks are for tests.
    """

    def __init__(self, path: Path | None = None, wall: Seconds = date, clock: Seconds = steady) -> None:
        self._path = path
        self._wall = wall
        self._leaps = Leaps(wall, clock)
        self._lock = Lock()
        self._devices = {device.id: device for device in _read(path, wall())}

    def add(self, name: str, lasts: float) -> Device:
        """Give a device the role for so many seconds."""
        with self._lock:
            self._heed_leap()
            now = self._wall()
            device = Device(secrets.token_hex(8), name[:LONGEST_NAME], now, now + lasts)
            kept = list(self._known().values())[-(MOST - 1) :]
            self._devices = {known.id: known for known in (*kept, device)}
            self._write()
        return device

    def knows(self, key: object) -> bool:
        """Say whether this device has the role still."""
        self.heed_leap()
        device = self._devices.get(key) if isinstance(key, str) else None
        return device is not None and self._wall() < device.until

    def remove(self, key: str) -> bool:
        """Take the role from a device; False where it had none."""
        with self._lock:
            self._heed_leap()
            found = self._devices.pop(key, None)
            if found is not None:
                self._write()
        return found is not None

    def devices(self) -> list[Device]:
        """Give all that have the role, the longest first."""
        self.heed_leap()
        return list(self._known().values())

    def heed_leap(self) -> None:
        """Let every role last as long as before, where the machine's date was set."""
        with self._lock:
            self._heed_leap()

    def _heed_leap(self) -> None:
        if leap := self._leaps.newest():
            self._devices = {key: _moved(device, leap) for key, device in self._devices.items()}
            self._write()

    def _known(self) -> dict[str, Device]:
        now = self._wall()
        return {key: device for key, device in self._devices.items() if now < device.until}

    def _write(self) -> None:
        """Keep the list; a disk that is full costs no role now, only after the next start."""
        if self._path is None:
            return
        known = json.dumps([asdict(device) for device in self._known().values()])
        try:
            replace_file(self._path, known.encode(), mode=OWNER_ONLY)
        except OSError as error:
            _log.error("%s: the list of referees cannot be kept (%s)", self._path, error.strerror)


def browser_name(agent: str) -> str:
    """Name a device by what its browser says of itself: "Android · Chrome"."""
    systems = ("iPad", "iPhone", "Android", "Windows", "CrOS", "Mac", "Linux")
    browsers = ("Edg", "OPR", "Firefox", "Chrome", "Safari", "curl")
    found = [next((mark for mark in marks if mark in agent), "") for marks in (systems, browsers)]
    return " · ".join(filter(None, found)) or "?"


def _moved(device: Device, leap: float) -> Device:
    return replace(device, since=device.since + leap, until=device.until + leap)


def _read(path: Path | None, now: float) -> list[Device]:
    """Read the list; what cannot be read is nobody: the code at the screen makes anew.

    A role that is yet to come was given by a date that was wrong, or this one is: it begins now, so that it
    neither ends early nor lasts for years.
    """
    if path is None:
        return []
    try:
        kept = [Device(**fields) for fields in json.loads(path.read_text(encoding="utf-8"))]
        return [_moved(device, min(0.0, now - device.since)) for device in kept]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, TypeError) as error:
        _log.error("%s: the list of referees cannot be read, so it is begun anew: %s", path, error)
        return []
