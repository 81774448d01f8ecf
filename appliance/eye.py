"""Wires the eye: frames of the camera to the game that is being played, whichever that is at the moment."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Event

from appliance.notify import Heart
from appliance.timeline import TableClock, Timeline, now
from companion.clock import Instant
from companion.errors import SettingsError, SourceError
from companion.evidence import Press
from companion.observing.questions import DARK, ENDED, SEES
from companion.records.game import Game
from companion.sessions.events import CameraState
from companion.sessions.session import Session
from companion.table import Table
from vision.advice import Adviser
from vision.capture.live import Live, Report, SourceNews, SourceState
from vision.capture.replay import ReplayTap
from vision.capture.sources import Recording, Source
from vision.frame import Frame
from vision.memory.remembering import ROW, memory_of
from vision.pipeline import Reader
from vision.watching.again import Again
from vision.watching.steady import Watcher
from vision.watching.whose import seated

RETRY_SECONDS = 2.0

_log = logging.getLogger(__name__)

CAMERA, READER = "camera", "reader"
"""The parts of the eye that the watchdog listens to."""


@dataclass(frozen=True, slots=True)
class _Followed:
    """The game that a watcher was made for."""

    header: Mapping[str, object]
    started: Instant
    seats: tuple[str, ...]


class Eye:
    """Looks through a source at a table until the source ends; a camera that is lost is waited for.

    ``presses``: those of a recording that are still to come, put to the table between its frames. ``heart``
    hears that the eye is alive; ``tap`` takes the frames for looking back. ``deck``: the learnt deck on the
    table, if any; a game that begins later is read with what it is then. ``show`` is given every frame and
    must not wait.
    """

    def __init__(
        self,
        table: Table[Session],
        source: Source,
        timeline: Timeline,
        heart: Heart,
        presses: list[Press],
        tap: ReplayTap,
        deck: str | None = None,
        show: Callable[[Frame], None] = lambda _: None,
    ) -> None:
        self._table, self._source, self._timeline, self._heart = table, source, timeline, heart
        self._tap, self.deck, self._show = tap, deck, show
        self._presses = list(presses)
        self._followed: _Followed | None = None
        self._watcher: Watcher | None = None
        self._adviser = Adviser()
        self._told: tuple[bool, str] | None = None
        self._over = Event()
        if isinstance(source, Live):
            source.on_sign = lambda: heart.beat(CAMERA)

    def follow(self) -> None:
        """Feed every frame to the eye; a camera that is not there yet is said once and tried again."""
        while not self._over.is_set():
            self._heart.beat(CAMERA)
            try:
                with self._source:
                    _log.info("%s is open.", self._source.name)
                    self._tell(True, SEES)
                    self._feed()
                    if not self._over.is_set():
                        self._tell(True, ENDED)
                    return
            except SourceError as error:
                if isinstance(self._source, Recording):
                    raise
                self._tell(False, error.args[0])
                self._over.wait(RETRY_SECONDS)
            finally:
                self._heart.forget(CAMERA)

    def stop(self) -> None:
        """End the following soon; may be called from any thread."""
        self._over.set()
        self._source.stop()

    def _feed(self) -> None:
        for raw in self._source:
            self._heart.beat(CAMERA)
            self._heart.beat(READER)
            self._show(raw)
            frame = self._timeline.of_frame(raw)
            self._press_until(frame)
            if watcher := self._current():
                self._look(watcher, frame)
            # Between two frames nothing is expected of the reader, however long the camera is silent.
            self._heart.forget(READER)

    def _press_until(self, frame: Frame) -> None:
        while self._presses and self._presses[0].span.latest <= frame.span.latest:
            self._table.submit(self._presses.pop(0))

    def _look(self, watcher: Watcher, frame: Frame) -> None:
        if sighting := watcher.feed(frame):
            self._table.submit(sighting)
        self._adviser.see(frame, sighting, watcher.in_vain)
        self._tap.offer(frame, moving=not watcher.at_rest)
        wrong = DARK if watcher.dark else self._adviser.message
        self._tell(wrong is None, wrong or SEES)

    def _current(self) -> Watcher | None:
        """Give the watcher of the game that is being played; None where there is none."""
        game = self._table.current.state.game
        followed = _Followed(game.header, game.started, game.seats) if game else None
        if followed != self._followed:
            rows = game is None or memory_of(game.rules.slug) is ROW
            self._followed, self._adviser = followed, Adviser(rows=rows)
            self._watcher = self._made_for(game) if game else None
        return self._watcher

    def _made_for(self, game: Game) -> Watcher:
        slug = game.rules.slug
        sides = seated(game.seats, len(game.state.players))
        return Watcher(Again(self._reader(slug)), sides=sides, memory=memory_of(slug))

    def _reader(self, game: str) -> Reader:
        """Make the reader; a deck that has not been learnt is said, and the cards are read without it."""
        if self.deck is None:
            return Reader(game)
        from vision.readers import make_reader

        try:
            return make_reader(game, self.deck, progress=_log.info)
        except SettingsError as error:
            _log.warning("%s; the cards are read as those of any deck", error)
            return Reader(game)

    def _tell(self, sees: bool, message: str) -> None:
        """Put the camera's state to the table when it has changed."""
        if (sees, message) != self._told:
            self._told = sees, message
            _log.log(logging.INFO if sees else logging.WARNING, "%s", message)
            self._table.submit(CameraState(sees, message, TableClock(self._timeline).now()))


def teller(submit: Callable[[CameraState], None], offset: int) -> Report:
    """Give what tells table and log of a camera's loss and return; ``offset``: of the table's clock."""

    def report(news: SourceNews) -> None:
        back = news.state is SourceState.BACK
        _log.log(logging.INFO if back else logging.WARNING, "%s", news.message)
        submit(CameraState(back, news.message, Instant(now() + offset)))

    return report
