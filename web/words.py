"""Every word that the face itself says, one catalogue a language, so that no sentence hides in a template.

What the table says (acts, verdicts' reasons, attention) comes ready made in the view.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Counted:
    """A phrase that changes with a number: ``{n}`` stands for it."""

    one: str
    many: str

    def of(self, n: int) -> str:
        """Say it for this number."""
        return (self.one if n == 1 else self.many).format(n=n)


@dataclass(frozen=True, slots=True)
class Words:
    """The catalogue of one language; ``{…}`` marks what is filled in."""

    language: str
    app: str
    turn: str
    wins: str
    win: str
    and_: str
    or_: str
    game_over: str
    no_game: str
    no_game_hint: str
    row: str
    row_empty: str
    zones: Mapping[str, str]
    colours: Mapping[str, str]
    pass_card: str
    unknown_card: str
    unsure: str
    players: str
    hand: str
    score: Counted
    penalty: Counted
    pile: Counted
    out: str
    to_move: str
    won: str
    last_act: str
    window: str
    attention: str
    verdicts: Mapping[str, str]
    dispute: str
    dispute_unnamed: str
    before: str
    after: str
    margin: str
    camera_none: str
    camera_ok: str
    camera_bad: str
    jump: str
    jump_hint: str
    jump_sent: str
    jump_failed: str
    pressed: str
    pressed_by: str
    lost: str
    lost_hint: str
    back: str
    no_script: str

    def join(self, names: Sequence[str]) -> str:
        """Join names as one says them: "Ann, Ben and Cem"."""
        *first, last = names
        return f"{', '.join(first)} {self.and_} {last}" if first else last


ENGLISH = Words(
    language="en",
    app="Tabletop companion",
    turn="{name}’s turn",
    wins="{name} wins",
    win="{name} win",
    and_="and",
    or_="or",
    game_over="The game is over",
    no_game="No game yet",
    no_game_hint="The row appears here as soon as a game begins.",
    row="The row",
    row_empty="No card lies in the row.",
    zones={
        "row": "The row",
        "jump": "Jump card",
        "pile": "The pile",
        "up": "Going up",
        "down": "Going down",
        "spot": "On the table",
    },
    colours={
        "orange": "orange",
        "purple": "purple",
        "red": "red",
        "blue": "blue",
        "green": "green",
        "yellow": "yellow",
    },
    pass_card="pass",
    unknown_card="a card that cannot be read",
    unsure="not sure: {text}",
    players="Players",
    hand="in hand",
    score=Counted("point", "points"),
    penalty=Counted("penalty", "penalties"),
    pile=Counted("{n} card to draw", "{n} cards to draw"),
    out="out",
    to_move="to play",
    won="winner",
    last_act="Last act",
    window="Open jump",
    attention="Please look",
    verdicts={
        "in-time": "In time",
        "too-late": "Too late",
        "too-close": "Too close to call",
        "not-fifty": "Not a jump",
        "own-card": "No jump on one’s own card",
        "no-window": "No jump is open",
    },
    dispute="{by}’s {jump} on {on}",
    dispute_unnamed="{jump} on {on}",
    before="{ms} ms before the next card",
    after="{ms} ms after the next card",
    margin="{side}, give or take {error} ms",
    camera_none="No camera has reported yet",
    camera_ok="The camera sees the table",
    camera_bad="The camera needs help",
    jump="Jump!",
    jump_hint="tap, or press the space key",
    jump_sent="Heard you",
    jump_failed="Not heard – press again",
    pressed="The button was pressed",
    pressed_by="{name} pressed",
    lost="Connection to the table lost",
    lost_hint="What you see may be old. Trying again …",
    back="Connected again",
    no_script="This page stands still without JavaScript: reload it to see the table as it is now.",
)

LANGUAGES: Mapping[str, Words] = {words.language: words for words in (ENGLISH,)}
"""The languages that the face speaks, by their code."""
