"""What the face shows: one frozen snapshot of the table, ready for JSON (``dataclasses.asdict``)."""

from dataclasses import dataclass

from companion.views.offers import Offer


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as it is drawn: ``text`` is "73" or "pass"; an unsure one names what else it may be.

    ``act`` is the place (from 0) of the act that laid it, where one did.
    """

    text: str
    colour: str | None = None
    sure: bool = True
    alternatives: tuple[str, ...] = ()
    act: int | None = None


@dataclass(frozen=True, slots=True)
class ZoneView:
    """The cards of one zone of the table ("row", "jump", "pile", "up", "down", "spot"), in order."""

    zone: str
    cards: tuple[CardView, ...]


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player: cards in hand (None where the game has no hands), score as it stands, place, whose turn."""

    name: str
    hand: int | None
    score: int
    place: int
    to_move: bool
    eliminated: bool = False


@dataclass(frozen=True, slots=True)
class NoteView:
    """A line for the table with a stable code: something that needs attention."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class VerdictView:
    """A ruling on a jump: verdict (docs: "When a jump counts"), milliseconds, and its reason in words."""

    verdict: str
    jump: int
    on: int | None
    by: str | None
    margin_ms: float | None
    error_ms: float | None
    reason: str


@dataclass(frozen=True, slots=True)
class WaitingView:
    """Somebody who waits for the next game, and on which side of the picture, where that is known."""

    name: str
    side: str | None = None


@dataclass(frozen=True, slots=True)
class LobbyView:
    """What is said between two games.

    ``answers`` gives each player of the last game, by place, with "again", "leave" or None.
    ``open``: all have said, so others join and the next game can begin. ``games`` are those that so many can
    play, ``game`` and ``starter`` what people would expect next.
    """

    answers: tuple[tuple[str, str | None], ...] = ()
    open: bool = False
    players: tuple[WaitingView, ...] = ()
    games: tuple[str, ...] = ()
    game: str | None = None
    starter: str | None = None


@dataclass(frozen=True, slots=True)
class TableView:
    """The whole table at one moment; ``seq`` is the number of the last event that it includes.

    ``started``: when the game began by the table's own clock, which tells it from any other of the evening.
    ``camera_ok`` is None while no camera has reported. ``window`` says which jump is open now, in words.
    ``said`` is the last act in words. ``over`` is true once the game has its result. ``offers`` are the acts
    that a doubtful card may be, for a referee to choose from; ``unfinished`` is the turn as far as it is seen
    that is not told yet, since a card may still be laid. ``edits`` counts all changes to the record.
    ``guess``: the act at ``instead_at`` (from 0), which was guessed; ``instead``: what it may be instead.
    ``revision`` counts the corrections and undos. ``broken``: the game was broken off before its end.
    ``lobby`` is there while no game is being played. ``won`` says whether a team has won; None but in
    cooperative games that are over. ``due``: what all do now, where it is no single player's turn.
    """

    seq: int
    game: str | None = None
    title: str | None = None
    started: int | None = None
    players: tuple[PlayerView, ...] = ()
    zones: tuple[ZoneView, ...] = ()
    draw_pile: int | None = None
    acts: int = 0
    said: str = ""
    window: str | None = None
    attention: NoteView | None = None
    verdict: VerdictView | None = None
    last_press: str | None = None
    camera_ok: bool | None = None
    camera: str = ""
    over: bool = False
    offers: tuple[Offer, ...] = ()
    unfinished: Offer | None = None
    edits: int = 0
    can_undo: bool = False
    can_redo: bool = False
    broken: bool = False
    instead: tuple[Offer, ...] = ()
    instead_at: int | None = None
    guess: Offer | None = None
    revision: int = 0
    lobby: LobbyView | None = None
    won: bool | None = None
    due: str = ""
