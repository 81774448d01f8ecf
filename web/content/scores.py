"""What a game counts, in words: penalty cards, chips, cards left, points; and numbers as people read them."""

from datetime import datetime

from companion.language import Text, decimal, mark, mark_n, say, say_n
from companion.rules.catalogue import GAMES

COUNTED = {
    "fifty-fifty": mark_n("{n} penalty card", "{n} penalty cards"),
    "23": mark_n("{n} penalty chip", "{n} penalty chips"),
    "futschikato": mark_n("{n} card left", "{n} cards left"),
    "quick-and-easy": mark_n("{n} card left", "{n} cards left"),
    "no-thanks": mark_n("{n} point", "{n} points"),
}
"""By game: its score with one and with many."""

MEANS = {
    "fifty-fifty": mark("{n} penalty cards a game"),
    "23": mark("{n} penalty chips a game"),
    "futschikato": mark("{n} cards left a game"),
    "quick-and-easy": mark("{n} cards left a game"),
    "no-thanks": mark("{n} points a game"),
}

TITLES = {rules.slug: rules.title for rules in GAMES}


def score(game: str, n: int) -> Text:
    """Say a score of a game."""
    one, many = COUNTED[game]
    return say_n(one, many, n)


def mean(game: str, value: float) -> Text:
    """Say an average score of a game."""
    return say(MEANS[game], n=decimal(value))


def signed(n: int) -> str:
    """Write a change of a score."""
    return f"+{n}" if n > 0 else f"−{-n}" if n < 0 else "0"


def day(at: datetime) -> str:
    """Write when something was, by the machine's own clock, as 2026-11-21 19:04."""
    return f"{at.astimezone():%Y-%m-%d %H:%M}"
