"""Where this machine keeps what outlives a run: games, settings, decks."""

import os
from pathlib import Path


def state_folder() -> Path:
    """Give the folder in which games are kept: the service's own, else the user's."""
    service = os.environ.get("STATE_DIRECTORY") or os.environ.get("COMPANION_STATE")
    user = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(service) if service else Path(user) / "tabletop-companion"


def decks_folder() -> Path:
    """Give the folder of the decks that were learnt, one file each."""
    return state_folder() / "decks"
