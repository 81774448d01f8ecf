"""The page about the architecture names every file of the rooms whose files it lists one by one."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
LISTED = {
    "companion": "## The core",
    "companion/following": "## The core",
    "companion/jumps": "## The core",
    "companion/observing": "## The core",
    "companion/records": "## The core",
    "companion/sessions": "## The core",
    "companion/settings": "## The core",
    "companion/simulation": "## The core",
    "companion/storage": "## The core",
    "companion/views": "## The core",
    "appliance": "## The appliance",
    "vision": "## The eye",
    "vision/prints": "### From prints to cards (`prints/`, `cards/`)",
    "vision/cards": "### From prints to cards (`prints/`, `cards/`)",
    "vision/looks": "### A doubtful card (`looks/`)",
    "vision/motion": "### The table as time goes by (`motion/`, `memory/`, `watching/`)",
    "vision/memory": "### The table as time goes by (`motion/`, `memory/`, `watching/`)",
    "vision/watching": "### The table as time goes by (`motion/`, `memory/`, `watching/`)",
    "vision/decks": "### Learning a deck (`decks/`)",
    "vision/bench": "### Measuring the eye (`bench/`)",
    "web": "## The face",
    "web/access": "## The face",
    "web/api": "## The face",
    "web/doors": "## The face",
    "web/serving": "## The face",
}
"""By room: the heading under which its files are listed."""


def named_under(heading: str) -> set[str]:
    """Give the names of files under a heading, down to the next one, without their rooms and endings."""
    _, _, below = PAGE.partition(f"\n{heading}\n")
    section = re.split(r"\n##+ ", below)[0]
    return {name.removesuffix(".py").split("/")[-1] for name in re.findall(r"`([^`\n]+)`", section)}


@pytest.mark.parametrize("room", LISTED)
def test_every_file_of_the_room_is_named(room: str) -> None:
    files = {path.stem for path in (ROOT / room).glob("*.py")} - {"__init__"}
    assert files
    assert not files - named_under(LISTED[room])
