"""What the commands of all rooms share: their exit statuses, and what each room adds its own to."""

import argparse
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
