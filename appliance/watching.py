"""Wires ``companion watch``: a source through the eye to the rules, and every event to whoever listens."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from threading import RLock

from appliance.exporting import Exporter
from appliance.undisturbed import undisturbed
from companion.cards import Zone
from companion.clock import NS_PER_SECOND, Instant, Span
from companion.errors import SourceError
from companion.evidence import Sighting
from companion.following.brain import GameDecider, begins_row
from companion.following.telling import tell_unfinished
from companion.jumps.presses import is_known, never_reached, read_press_lines, unknown_button
from companion.language import Text
from companion.observing.questions import DARK, SEES
from companion.records.record import Header
from companion.sessions.events import BreakOff, CameraState, Event, EventKind, Input, SayAnswer, StartGame
from companion.sessions.lobby import Answer
from companion.sessions.session import Session, fold
from companion.storage.record_keeper import RecordKeeper
from companion.views.endings import CUT_OFF, NOT_OVER, NOT_REVEALED
from vision.advice import Adviser
from vision.capture.live import SourceNews, SourceState
from vision.capture.replay import ReplayPlan
from vision.capture.sources import Source, open_source
from vision.frame import Frame
from vision.memory.remembering import ROW, memory_of
from vision.readers import make_reader
from vision.watching.again import Again
from vision.watching.steady import Watcher
from vision.watching.whose import seated

Tell = Callable[[Event, Instant], None]

AFTERWARDS = NS_PER_SECOND
"""A press so long after the last frame still belongs to the recording."""


@dataclass(frozen=True, slots=True)
class Watch:
    """What to watch: the source, who plays what from where, the presses and the record to write, if any.

    ``disputes``: the folder for a page about each dispute; ``replay``: the pictures kept for it, and
    ``language`` what it speaks; ``deck``: the learnt deck on the table, None: any.
    """

    source: str
    header: Mapping[str, object]
    seats: tuple[str, ...] = ()
    presses: Path | None = None
    record: Path | None = None
    realtime: bool = False
    disputes: Path | None = None
    replay: ReplayPlan = field(default_factory=ReplayPlan)
    language: str = "en"
    deck: str | None = None


def watch(plan: Watch, tell: Tell, say: Callable[[str], None] = lambda _: None) -> Text | None:
    """Follow the games to the end of their source; ``tell`` hears each event once it is on disk.

    ``say`` hears why it has not begun yet, where the deck is taught again.

    Gives a word about the end, where the game was not over. Raises CompanionError for a source, presses,
    header, record or folder that cannot be used.
    """
    players, game = Header.parse(plan.header).players, str(plan.header["game"])
    with ExitStack() as parts:
        keeper = parts.enter_context(RecordKeeper(plan.record)) if plan.record else None
        follower = _Follower(keeper, tell)
        presses = _Presses(plan.presses, players)
        source = parts.enter_context(
            open_source(plan.source, realtime=plan.realtime, report=follower.report, undecoded=True)
        )
        sides = seated(plan.seats, len(players))
        watcher = Watcher(
            Again(make_reader(game, plan.deck, progress=say)), sides=sides, memory=memory_of(game)
        )
        adviser = Adviser(rows=memory_of(game) is ROW)
        if plan.disputes:
            patient = not source.realtime
            follower.exporter = parts.enter_context(
                Exporter(plan.disputes, plan.replay, plan.language, Path(plan.source).name, patient)
            )
        follower.put(StartGame(plan.header, Instant(0), plan.seats))
        live = source.realtime and not plan.realtime
        try:
            undisturbed(partial(_follow, source, watcher, adviser, follower, presses, live), source.stop)
        except SourceError:
            # What was seen before counts all the same.
            _end(watcher, follower, presses)
            raise
        return _end(watcher, follower, presses)


def _follow(
    source: Source,
    watcher: Watcher,
    adviser: Adviser,
    follower: "_Follower",
    presses: "_Presses",
    live: bool,
) -> None:
    """Put all that a source shows, and the presses, to the game; ``live``: its first frame is at 0."""
    zero: Instant | None = None
    for raw in source:
        zero = follower.zero = zero if zero is not None else _zero(raw, live)
        frame = _since(raw, zero)
        presses.put(follower, frame.span.latest)
        if sighting := watcher.feed(frame):
            follower.see(sighting)
        adviser.see(frame, sighting, watcher.in_vain)
        follower.sees(DARK if watcher.dark else adviser.message)
        follower.look(frame, not watcher.at_rest)


def _end(watcher: Watcher, follower: "_Follower", presses: "_Presses") -> Text | None:
    """Put the last presses to the game, and end what waits; gives a word where the game was not over."""
    presses.end(follower)
    return follower.end(watcher.at_rest)


class _Presses:
    """The presses of a recording that are still to come; raises as `read_press_lines`."""

    def __init__(self, path: Path | None, players: tuple[str, ...]) -> None:
        self._players = players
        self._lines = read_press_lines(path) if path else []

    def put(self, follower: "_Follower", until: Instant) -> None:
        """Put the presses up to an instant to the game; one of nobody's button is told and left out."""
        while self._lines and self._lines[0].press.span.latest <= until:
            found = self._lines.pop(0)
            if is_known(found.press, self._players):
                follower.put(found.press)
            else:
                message = unknown_button(found, self._players)
                follower.ask("unknown-button", message, found.press.span.middle)

    def end(self, follower: "_Follower") -> None:
        """Put the presses just after the last frame; say which lie far beyond it."""
        self.put(follower, Instant(follower.now + AFTERWARDS))
        if self._lines:
            message = never_reached(self._lines, follower.now)
            follower.ask("press-after-end", message, follower.now)


class _Follower:
    """The session as it goes, the record on disk, the pages about disputes, and whoever is told."""

    def __init__(self, keeper: RecordKeeper | None, tell: Tell) -> None:
        self._decider, self._session = GameDecider(), Session()
        self._keeper, self._tell = keeper, tell
        self._number = 0
        self.now = Instant(0)
        self.zero: Instant | None = None
        self._wrong: str | None = None
        self._telling = RLock()
        self.exporter: Exporter | None = None

    def put(self, item: Input) -> None:
        """Put something to the game, and tell what comes of it."""
        with self._telling:
            self._take(self._decider.decide(self._session, item))

    def _take(self, events: Sequence[Event]) -> None:
        """Let the session go on with events, and tell of them."""
        was_over = self._session.over
        self._session = fold(self._session, events)
        for event in events:
            self._announce(event)
        if self._session.over and not was_over:
            # A recording has no tablet: who played goes on playing.
            self.put(SayAnswer(Answer.AGAIN, events[-1].at))

    def see(self, sighting: Sighting) -> None:
        """Put what was seen to the game; a game that waits for its hands ends where a new row begins."""
        game = self._session.game
        waits = game and not self._session.over and game.rules.describe(game.state).get("reveal_due")
        if waits and begins_row(self._session.seen, sighting):
            self.ask("not-revealed", NOT_REVEALED, sighting.span.latest)
            self.put(BreakOff(sighting.span.latest))
        self.put(sighting)

    def sees(self, wrong: str | None) -> None:
        """Say when something is wrong with the picture - it is dark, say -, and when it is good again."""
        if wrong != self._wrong:
            self._wrong = wrong
            self.put(CameraState(wrong is None, wrong or SEES, self.now))

    def report(self, news: SourceNews) -> None:
        """Say what became of a live source; it comes from the thread that grabs its frames.

        It is lost from its last frame on, and back with the first one that comes again.
        """
        at = self.now if news.at is None or self.zero is None else Instant(news.at - self.zero)
        self.put(CameraState(news.state is SourceState.BACK, news.message, at))

    def look(self, frame: Frame, moving: bool) -> None:
        """Keep a frame for the pages about disputes."""
        self.now = frame.span.latest
        if self.exporter:
            self.exporter.look(frame, moving)

    def ask(self, code: str, message: Text, at: Instant) -> None:
        """Tell of something that needs attention."""
        self._announce(Event(EventKind.ATTENTION, at, {"code": code, "message": message}))

    def end(self, at_rest: bool) -> Text | None:
        """Say how the source has ended: in the middle of a move, or only of a game.

        A turn that was waiting for another card is told, as unsure, also where the table was asked about it.
        """
        session = self._session
        if session.game is None or session.over:
            return None
        jump = session.game.rules.layout(session.game.state).zone(Zone.JUMP)
        amid = not at_rest or session.stray or jump
        waiting = [] if amid else tell_unfinished(session)
        if amid or (session.attention and not waiting):
            self.ask("cut-off", CUT_OFF, self.now)
            return None
        with self._telling:
            self._take(waiting)
        return NOT_OVER

    def _announce(self, event: Event) -> None:
        self._number += 1
        if self._keeper:
            self._keeper.follow(event)
        if self.exporter:
            self.exporter.hear(self._number, event)
        self._tell(event, Instant(0))


def _zero(frame: Frame, live: bool) -> Instant:
    """Give the instant that is called 0: the first frame of a camera, the beginning of a recording."""
    return frame.span.latest if live else Instant(0)


def _since(frame: Frame, zero: Instant) -> Frame:
    span = Span(Instant(frame.span.earliest - zero), Instant(frame.span.latest - zero))
    return replace(frame, span=span)
