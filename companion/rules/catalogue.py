"""The games that the companion knows."""

from typing import Final

from companion.errors import BadRecord
from companion.json_lines import as_json
from companion.rules.base import Rules
from companion.rules.fifty_fifty import FiftyFifty
from companion.rules.futschikato import Futschikato
from companion.rules.no_thanks import NoThanks
from companion.rules.quick_and_easy import QuickAndEasy
from companion.rules.twenty_three import TwentyThree

GAMES: Final[tuple[Rules, ...]] = (FiftyFifty(), TwentyThree(), Futschikato(), QuickAndEasy(), NoThanks())


def find_game(slug: str) -> Rules:
    """Give the rules of a game by its short name; raises BadRecord when there is no such game."""
    for rules in GAMES:
        if rules.slug == slug:
            return rules
    raise BadRecord(
        f"there is no game {as_json(slug)}; the games are {', '.join(rules.slug for rules in GAMES)}"
    )
