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
class MendWords:
    """What the referee's pages say. ``verbs`` say an act by its verb, with ``{player}`` and ``{label}``."""

    undo: str
    redo: str
    mend: str
    role: str
    title: str
    back: str
    next_act: str
    next_act_of: str
    likely: str
    verbs: Mapping[str, str]
    verbs_bare: Mapping[str, str]
    more: str
    hands: str
    hand: Counted
    card: str
    choose: str
    reveal: str
    played: str
    nothing_played: str
    act: str
    take_back: str
    change: str
    before: str
    unsure: str
    unsure_what: Mapping[str, str]
    void: str
    change_title: str
    before_title: str
    now_reads: str
    no_offers: str
    preview: str
    preview_refused: str
    keep: str
    cancel: str
    over: str
    needs_script: str
    sending: str
    unsent: str
    role_title: str
    role_grounds: Mapping[str, str]
    role_ask: str
    code: str
    enter: str
    give_back: str


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
    mend: MendWords

    def join(self, names: Sequence[str]) -> str:
        """Join names as one says them: "Ann, Ben and Cem"."""
        *first, last = names
        return f"{', '.join(first)} {self.and_} {last}" if first else last


ENGLISH_MEND = MendWords(
    undo="Undo",
    redo="Redo",
    mend="Mend",
    role="Referee",
    title="Mend the game",
    back="The table",
    next_act="The next act",
    next_act_of="{name} plays next",
    likely="It is probably",
    verbs={
        "play": "{player} plays {label}",
        "jump": "{player} jumps with {label}",
        "pass": "{player} passes: {label}",
        "flip": "The next card is {label}",
        "lay": "{player} lays {label}",
        "round": "A new round begins with {label}",
    },
    verbs_bare={
        "play": "{player} plays",
        "jump": "{player} jumps with",
        "take": "{player} takes",
        "pass": "{player} passes",
        "fold": "{player} folds",
        "token": "{player} pays a token",
        "flip": "The next card is",
        "lay": "{player} lays",
        "stuck": "{player} is stuck",
        "round": "A new round begins with",
    },
    more="All other ways",
    hands="All show their hands",
    hand=Counted("{n} card", "{n} cards"),
    card="{player}, card {n}",
    choose="choose",
    reveal="Show the hands",
    played="What was played",
    nothing_played="No card has been played yet.",
    act="Act {n}",
    take_back="Take back",
    change="Change",
    before="Insert before",
    unsure="The camera was not sure: {what}.",
    unsure_what={"player": "who played it", "act": "whether a move before it is missing"},
    void="Kept, but does not count: {why}",
    change_title="Change act {n}",
    before_title="Put an act in before act {n}",
    now_reads="It reads: {words}",
    no_offers="Nothing can be played here.",
    preview="This would change",
    preview_refused="This cannot be",
    keep="Keep this",
    cancel="Leave it as it was",
    over="The game is over. It can still be mended.",
    needs_script="Changing the game needs JavaScript.",
    sending="One moment …",
    unsent="The table cannot be reached; nothing was changed.",
    role_title="Referee",
    role_grounds={
        "everyone": "Everyone may mend the game at this table.",
        "machine": "This is the companion’s own screen: it may mend the game.",
        "code": "This device may mend the game.",
    },
    role_ask="You are looking on. To mend the game, enter the code that the companion showed when it began.",
    code="Code",
    enter="Enter",
    give_back="Hand the role back",
)

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
    mend=ENGLISH_MEND,
)

LANGUAGES: Mapping[str, Words] = {words.language: words for words in (ENGLISH,)}
"""The languages that the face speaks, by their code."""
