"""Where this machine keeps what outlives a run: games, settings, decks."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

UNSHARED, SHARED = 0o077, 0o027
"""What is kept from others and from the group: everything, or from the group that it writes."""


def state_folder() -> Path:
    """Give the folder in which games are kept: the service's own, else the user's."""
    if service := _service():
        return Path(service)
    user = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(user) / "tabletop-companion"


def _service() -> str | None:
    return os.environ.get("STATE_DIRECTORY") or os.environ.get("COMPANION_STATE")


@contextmanager
def kept_private() -> Iterator[None]:
    """Keep from everybody else what is made within; the user's own folder is shut to them, if it is there.

    The service's folder may be shared with its group on purpose: there the umask says whether that may read.
    """
    before = os.umask(UNSHARED)
    os.umask(before | (SHARED if _service() else UNSHARED))
    try:
        if not _service():
            with suppress(OSError):  # it is not there yet, or another's
                state_folder().chmod(0o700)
        yield
    finally:
        os.umask(before)


def decks_folder() -> Path:
    """Give the folder of the decks that were learnt, one file each."""
    return state_folder() / "decks"
