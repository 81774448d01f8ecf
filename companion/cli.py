"""What the commands of all rooms share: their exit statuses, and what each room adds its own to."""

import argparse
from pathlib import Path
from typing import Final, TypeAlias

DONE: Final = 0
FAILED: Final = 1
"""Something could not be opened, written or found; or what was looked over is not as it should be."""
WRONG_USE: Final = 2
"""What was asked for makes no sense; argparse ends with it, too."""
REFUSED: Final = 3
"""A rule or a format is broken."""

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""The commands of ``companion``, or of one of its commands, to which others are added."""


def named(text: str) -> str:
    """Read the name of something; an empty one is wrong use, and not as if nothing had been named."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty")
    return text


def named_path(text: str) -> Path:
    """Read the name of a file or folder; an empty one would be the folder in which one is."""
    return Path(named(text))
