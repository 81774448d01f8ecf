"""What stands on the table view, every word and every decision made: the page and its script only draw it.

The first paint (a template) and the live one (the script) draw the same ``Screen``; that keeps them alike.
"""

from dataclasses import dataclass

from companion.disputes.words import VERDICTS
from companion.evidence import SHARED
from companion.jumps.adjudicator import Verdict
from companion.language import listed, mark, mark_n, say, say_n
from companion.observing.questions import ENDED
from companion.views.act_words import COLOURS, colour_words
from companion.views.table_view import CardView, NoteView, PlayerView, TableView, VerdictView, ZoneView
from web.content.entry import Choice, say_instead, say_offers, say_unfinished
from web.content.steps import STACKS

JUMP_GAMES = frozenset({"fifty-fifty"})
"""Games with a jump that a button can claim."""

CROWDS = (4, 6, 8, 10, 15, 20, 26, 39)
"""The most cards of each step of density in which a zone is drawn; with more it is drawn as densely as can
be."""

LARGEST_CROWD = 60

LONG_LINE = 24
"""Letters of a headline above which it is set smaller, so that the cards keep their room."""

LONG_NAME = 10
"""Letters of a player's name above which it is set smaller, so that it seldom takes a second line."""

CARDS_LEFT = mark_n("card left", "cards left")
POINTS = mark_n("point", "points")
SCORES = {
    "fifty-fifty": mark_n("penalty", "penalties"),
    "23": mark_n("penalty chip", "penalty chips"),
    "futschikato": CARDS_LEFT,
    "quick-and-easy": CARDS_LEFT,
    "no-thanks": POINTS,
}
"""What stands below a score, by game: one and many."""

ZONES = {
    "row": mark("The row"),
    "jump": mark("Jump card"),
    "pile": mark("The pile"),
    **STACKS,
    "spot": mark("On the table"),
}
TOOLS = ("under Mend", "mend what", "Mend what", "tap Undo", "tap Go on")
"""How messages, in English, name what only a referee has."""

BADGES = {"out": mark("out"), "won": mark("winner"), "to-move": mark("to play")}


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card to draw: ``face`` is "number", "pass" or "unknown"; ``doubt`` says what else it may be, or "".

    ``colour`` is a colour's name or "plain"; ``label`` is what a screen reader says. ``change`` is where a
    referee says that it is another card, or "".
    """

    face: str
    text: str
    colour: str
    sure: bool
    doubt: str
    label: str
    change: str = ""


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone of the table to draw; ``crowd`` says for how many cards there must be room."""

    zone: str
    label: str
    crowd: int
    cards: tuple[CardFace, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """A player to draw; ``state`` is "to-move", "out", "won" or "", ``badge`` the same in words.

    ``hand`` and its label are "" where the game has no hands. ``long``: the name needs smaller letters.
    """

    name: str
    state: str
    badge: str
    score: str
    score_label: str
    hand: str
    hand_label: str
    long: bool = False


@dataclass(frozen=True, slots=True)
class Headline:
    """The one big line, and the name in it or ""; ``long``: it needs smaller letters."""

    line: str
    name: str = ""
    long: bool = False


@dataclass(frozen=True, slots=True)
class Banner:
    """A message with a tone ("good", "bad", "open", "look" or "plain"), a title, and a sentence."""

    tone: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Screen:
    """The whole table view; what is None is not drawn. The last eight are for a referee.

    ``for_referees``: something is asked that an onlooker cannot do.
    """

    seq: int
    page_title: str
    game: str
    headline: Headline
    over: bool
    said: str
    window: Banner | None
    verdict: Banner | None
    attention: Banner | None
    for_referees: bool
    camera: Banner
    pile: str
    zones: tuple[Zone, ...]
    seats: tuple[Seat, ...]
    can_jump: bool
    next_game: bool
    first_game: bool
    last_press: str
    offers: tuple[Choice, ...]
    instead: tuple[Choice, ...]
    instead_at: int | None
    edits: int
    revision: int
    can_undo: bool
    can_redo: bool
    paused: bool


def draw(view: TableView) -> Screen:
    """Put the table into words and shapes."""
    headline = _headline(view)
    game = view.title or say("Tabletop companion")
    return Screen(
        seq=view.seq,
        page_title=say("{line} · {game}", line=headline.line, game=game),
        game=game,
        headline=headline,
        over=view.over,
        said=view.said or _how_it_goes_on(view),
        window=Banner("open", say("Open jump"), view.window) if view.window else None,
        verdict=_verdict(view.verdict, view.attention) if view.verdict else None,
        attention=Banner("look", say("Please look"), view.attention.message) if view.attention else None,
        for_referees=_is_for_referees(view),
        camera=_camera(view),
        pile=_pile(view.draw_pile),
        zones=tuple(_zone(zone) for zone in _with_row(view.zones)),
        seats=tuple(_seat(player, view) for player in view.players),
        can_jump=view.game in JUMP_GAMES and view.lobby is None and not view.over,
        next_game=view.lobby is not None,
        first_game=view.game is None,
        last_press=_pressed(view.last_press),
        offers=say_offers(view.offers) or say_unfinished(view.unfinished),
        instead=() if view.offers else say_instead(view.guess, view.instead),
        instead_at=view.instead_at,
        edits=view.edits,
        revision=view.revision,
        can_undo=view.can_undo,
        can_redo=view.can_redo,
        paused=view.attention is not None and view.attention.code == "called",
    )


def _how_it_goes_on(view: TableView) -> str:
    """Say what is to be done where nothing has happened yet; nothing where the camera will see it."""
    if view.game is None:
        return say("The row appears here as soon as a game begins.")
    if view.camera_ok is False and view.lobby is None and not view.over:
        return say("As long as no camera sees the cards, enter each act under Mend.")
    return ""


def _is_for_referees(view: TableView) -> bool:
    """Say whether the table is asked for what is done under Mend or beside it."""
    asked = view.attention.message if view.attention else "" if view.said else _how_it_goes_on(view)
    return any(tool in asked for tool in TOOLS)


def _pile(cards: int | None) -> str:
    return "" if cards is None else say_n("{n} card to draw", "{n} cards to draw", cards)


def _headline(view: TableView) -> Headline:
    line, name = _line(view)
    return Headline(line, name, long=len(line) > LONG_LINE)


def _line(view: TableView) -> tuple[str, str]:
    """Give the one big line, and the name in it."""
    if view.game is None:
        return say("No game yet"), ""
    if view.broken:
        return say("The game was broken off"), ""
    if view.over:
        return _outcome(view)
    if view.due:
        return view.due, ""
    movers = [player.name for player in view.players if player.to_move]
    if not movers:
        return view.title or view.game, ""
    return say("{name}’s turn", name=listed(movers)), listed(movers)


def _outcome(view: TableView) -> tuple[str, str]:
    if view.won is not None:
        return say("All won together") if view.won else say("All lost together"), ""
    winners = [player.name for player in view.players if _won(player, view)]
    if not winners:
        return say("Nobody won"), ""
    names = listed(winners)
    return say_n("{name} wins", "{name} win", len(winners), name=names), names


def _won(player: PlayerView, view: TableView) -> bool:
    """Say who is a winner: a team wins or loses together, and who was put out has not won."""
    if not view.over or player.eliminated:
        return False
    return player.place == 1 if view.won is None else view.won


def _verdict(verdict: VerdictView, attention: NoteView | None) -> Banner:
    """Say the ruling; its reason only where the table is not told it already, with what to do."""
    tone = {"in-time": "good", "too-close": "look"}.get(verdict.verdict, "bad")
    title = say(VERDICTS[Verdict(verdict.verdict)]) if verdict.verdict in VERDICTS else verdict.verdict
    told = attention is not None and bool(verdict.reason) and verdict.reason in attention.message
    why = "" if told else verdict.reason or _margin(verdict)
    who = _who(verdict)
    return Banner(tone, title, say("{who} · {why}", who=who, why=why) if who and why else who or why)


def _who(verdict: VerdictView) -> str:
    if verdict.on is None:
        return ""
    if verdict.by is None:
        return say("{jump} on {on}", jump=verdict.jump, on=verdict.on)
    return say("{by}’s {jump} on {on}", by=verdict.by, jump=verdict.jump, on=verdict.on)


def _margin(verdict: VerdictView) -> str:
    if verdict.margin_ms is None:
        return ""
    ms, error = round(abs(verdict.margin_ms)), round(verdict.error_ms or 0)
    if verdict.margin_ms >= 0:
        return say("{ms} ms before the next card, give or take {error} ms", ms=ms, error=error)
    return say("{ms} ms after the next card, give or take {error} ms", ms=ms, error=error)


def _pressed(button: str | None) -> str:
    if button is None:
        return ""
    return say("The button was pressed") if button == SHARED else say("{name} pressed", name=button)


def _camera(view: TableView) -> Banner:
    if view.camera_ok is None:
        return Banner("plain", say("No camera has reported yet"), view.camera)
    if view.camera == ENDED:
        return Banner("plain", say("The recording has ended"), "")
    if view.camera_ok:
        return Banner("good", say("The camera sees the table"), "")
    return Banner("bad", say("No clear view"), view.camera)


def _with_row(zones: tuple[ZoneView, ...]) -> tuple[ZoneView, ...]:
    """Put an empty row first where no zone was reported, so that the table always has its place."""
    return zones if any(zone.zone != "jump" for zone in zones) else (ZoneView("row", ()), *zones)


def _zone(zone: ZoneView) -> Zone:
    faces = tuple(_face(card) for card in zone.cards)
    crowd = next((most for most in CROWDS if len(faces) <= most), LARGEST_CROWD)
    return Zone(zone.zone, say(ZONES[zone.zone]) if zone.zone in ZONES else zone.zone, crowd, faces)


def _face(card: CardView) -> CardFace:
    kind = "pass" if card.text == "pass" else "number" if card.text.isdigit() else "unknown"
    said = {"pass": say("pass"), "unknown": "?"}.get(kind, card.text)
    return CardFace(
        face=kind,
        text=said,
        colour=card.colour or "plain",
        sure=card.sure,
        doubt="" if card.sure else _doubt(card),
        label=_label(card, say("a card that cannot be read") if kind == "unknown" else said),
        change=_change(card),
    )


def _change(card: CardView) -> str:
    if card.act is None:
        return "" if card.sure else "/acts"
    return f"/acts/{card.act}/change"


def _label(card: CardView, name: str) -> str:
    if card.colour in COLOURS:
        name = say("{card}, {colour}", card=name, colour=colour_words(card.colour))
    if card.sure:
        return name
    doubt = _doubt(card)
    return (
        say("not sure: {text} {doubt}", text=name, doubt=doubt)
        if doubt
        else say("not sure: {text}", text=name)
    )


def _doubt(card: CardView) -> str:
    """Say what else a card may be: "or 28"."""
    doubt: str = ""
    for other in (other for other in card.alternatives if other != card.text):
        one = say("or {card}", card=say("pass") if other == "pass" else other)
        doubt = say("{before} {next}", before=doubt, next=one) if doubt else one
    return doubt


def _seat(player: PlayerView, view: TableView) -> Seat:
    moves = player.to_move and not (view.over or view.broken or view.due) and not player.eliminated
    state = "out" if player.eliminated else "won" if _won(player, view) else "to-move" if moves else ""
    return Seat(
        name=player.name,
        state=state,
        badge=say(BADGES[state]) if state else "",
        score=str(player.score).replace("-", "−"),
        score_label=say_n(*SCORES.get(view.game or "", POINTS), player.score),
        hand="" if player.hand is None else str(player.hand),
        hand_label="" if player.hand is None else say("in hand"),
        long=len(player.name) > LONG_NAME,
    )
