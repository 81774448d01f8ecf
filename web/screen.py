"""What stands on the table view, every word and every decision made: the page and its script only draw it.

The first paint (a template) and the live one (the script) draw the same ``Screen``; that keeps them alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.view import CardView, PlayerView, TableView, VerdictView, ZoneView
from web.entry import Choice, say_offers
from web.words import Words

PENALTY_GAMES = frozenset({"fifty-fifty"})
"""Games whose score counts penalty cards; the others count points."""

JUMP_GAMES = frozenset({"fifty-fifty"})
"""Games with a jump that a button can claim."""

SHARED_BUTTON = "jump"
"""The button that is nobody's own."""

CROWDS = (4, 6, 8, 10, 15, 20, 26, 39)
"""Up to how many cards a zone is drawn how densely; for more, as densely as the style sheet knows."""

LARGEST_CROWD = 60


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card to draw: ``face`` is "number", "pass" or "unknown"; ``doubt`` says what else it may be, or "".

    ``colour`` is a colour's name or "plain"; ``label`` is what a screen reader says.
    """

    face: str
    text: str
    colour: str
    sure: bool
    doubt: str
    label: str


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

    ``hand`` and its label are "" where the game has no hands.
    """

    name: str
    state: str
    badge: str
    score: str
    score_label: str
    hand: str
    hand_label: str


@dataclass(frozen=True, slots=True)
class Headline:
    """The one big line, with the part that is somebody's name between two others."""

    before: str
    name: str
    after: str


@dataclass(frozen=True, slots=True)
class Banner:
    """A message with a tone ("good", "bad", "open", "look" or "plain"), a title, and a sentence."""

    tone: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Screen:
    """The whole table view; what is None is not drawn. The last four are for a referee."""

    seq: int
    page_title: str
    game: str
    headline: Headline
    over: bool
    said: str
    window: Banner | None
    verdict: Banner | None
    attention: Banner | None
    camera: Banner
    pile: str
    zones: tuple[Zone, ...]
    seats: tuple[Seat, ...]
    can_jump: bool
    last_press: str
    offers: tuple[Choice, ...]
    edits: int
    can_undo: bool
    can_redo: bool


def draw(view: TableView, words: Words) -> Screen:
    """Put the table into words and shapes."""
    headline = _headline(view, words)
    line = f"{headline.before}{headline.name}{headline.after}"
    return Screen(
        seq=view.seq,
        page_title=f"{line} · {view.title or words.app}",
        game=view.title or words.app,
        headline=headline,
        over=view.over,
        said=view.said or ("" if view.game else words.no_game_hint),
        window=Banner("open", words.window, view.window) if view.window else None,
        verdict=_verdict(view.verdict, words) if view.verdict else None,
        attention=Banner("look", words.attention, view.attention.message) if view.attention else None,
        camera=_camera(view, words),
        pile=words.pile.of(view.draw_pile) if view.draw_pile is not None else "",
        zones=tuple(_zone(zone, words) for zone in _with_row(view.zones)),
        seats=tuple(_seat(player, view, words) for player in view.players),
        can_jump=view.game in JUMP_GAMES and not view.over,
        last_press=_pressed(view.last_press, words),
        offers=say_offers(view.offers, words),
        edits=view.edits,
        can_undo=view.can_undo,
        can_redo=view.can_redo,
    )


def _headline(view: TableView, words: Words) -> Headline:
    if view.game is None:
        return Headline(words.no_game, "", "")
    if view.over:
        winners = [player.name for player in view.players if _won(player, view)]
        if not winners:
            return Headline(words.game_over, "", "")
        return _around(words.wins if len(winners) == 1 else words.win, words.join(winners))
    movers = [player.name for player in view.players if player.to_move]
    return _around(words.turn, words.join(movers)) if movers else Headline(view.title or view.game, "", "")


def _around(phrase: str, name: str) -> Headline:
    before, _, after = phrase.partition("{name}")
    return Headline(before, name, after)


def _won(player: PlayerView, view: TableView) -> bool:
    return view.over and player.place == 1


def _verdict(verdict: VerdictView, words: Words) -> Banner:
    tone = {"in-time": "good", "too-close": "look"}.get(verdict.verdict, "bad")
    who = words.dispute if verdict.by and verdict.on else words.dispute_unnamed if verdict.on else ""
    facts = (
        who.format(by=verdict.by, jump=verdict.jump, on=verdict.on),
        verdict.reason or _margin(verdict, words),
    )
    title = words.verdicts.get(verdict.verdict, verdict.verdict)
    return Banner(tone, title, " · ".join(fact for fact in facts if fact))


def _margin(verdict: VerdictView, words: Words) -> str:
    if verdict.margin_ms is None:
        return ""
    side = (words.before if verdict.margin_ms >= 0 else words.after).format(ms=round(abs(verdict.margin_ms)))
    return words.margin.format(side=side, error=round(verdict.error_ms or 0))


def _pressed(button: str | None, words: Words) -> str:
    if button is None:
        return ""
    return words.pressed if button == SHARED_BUTTON else words.pressed_by.format(name=button)


def _camera(view: TableView, words: Words) -> Banner:
    if view.camera_ok is None:
        return Banner("plain", words.camera_none, view.camera)
    title = words.camera_ok if view.camera_ok else words.camera_bad
    return Banner("good" if view.camera_ok else "bad", title, "" if view.camera_ok else view.camera)


def _with_row(zones: tuple[ZoneView, ...]) -> tuple[ZoneView, ...]:
    """Put an empty row first where no zone was reported, so that the table always has its place."""
    return zones if any(zone.zone != "jump" for zone in zones) else (ZoneView("row", ()), *zones)


def _zone(zone: ZoneView, words: Words) -> Zone:
    faces = tuple(_face(card, words) for card in zone.cards)
    crowd = next((most for most in CROWDS if len(faces) <= most), LARGEST_CROWD)
    return Zone(zone.zone, words.zones.get(zone.zone, zone.zone), crowd, faces)


def _face(card: CardView, words: Words) -> CardFace:
    kind = "pass" if card.text == "pass" else "number" if card.text.isdigit() else "unknown"
    colour = words.colours.get(card.colour or "", "")
    name = {"pass": words.pass_card, "number": card.text, "unknown": words.unknown_card}[kind]
    doubt = "" if card.sure else _doubt(card, words)
    label = ", ".join(part for part in (name, colour) if part)
    return CardFace(
        face=kind,
        text=card.text if kind == "number" else "?" if kind == "unknown" else words.pass_card,
        colour=card.colour or "plain",
        sure=card.sure,
        doubt=doubt,
        label=label if card.sure else words.unsure.format(text=" ".join(filter(None, (label, doubt)))),
    )


def _doubt(card: CardView, words: Words) -> str:
    others: Sequence[str] = [other for other in card.alternatives if other != card.text]
    return "".join(f"{words.or_} {other} " for other in others).strip()


def _seat(player: PlayerView, view: TableView, words: Words) -> Seat:
    moves = player.to_move and not view.over and not player.eliminated
    state = "out" if player.eliminated else "won" if _won(player, view) else "to-move" if moves else ""
    badge = {"out": words.out, "won": words.won, "to-move": words.to_move, "": ""}[state]
    counted = words.penalty if view.game in PENALTY_GAMES else words.score
    return Seat(
        name=player.name,
        state=state,
        badge=badge,
        score=str(player.score).replace("-", "−"),
        score_label=counted.of(player.score),
        hand="" if player.hand is None else str(player.hand),
        hand_label="" if player.hand is None else words.hand,
    )
