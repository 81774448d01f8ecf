"""The composition root: joins the rooms' commands into ``companion``. No logic."""

import argparse
import sys
from collections.abc import Sequence


def parser() -> argparse.ArgumentParser:
    """Join the commands of all rooms."""
    top = argparse.ArgumentParser(
        prog="companion",
        description="Reads the cards on your table, follows the game, rules on the jump and keeps score.",
    )
    top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; gives its exit status."""
    arguments = parser().parse_args(argv)
    status: int = arguments.run(arguments)
    return status


if __name__ == "__main__":
    sys.exit(main())
