"""Wires instant replay: the pictures around each claim, from the ring in memory to where they are kept."""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from companion.clock import NS_PER_SECOND, Instant, Span
from companion.disputes.book import DisputeBook
from companion.disputes.clips import ClipStore, clip_name
from companion.disputes.dispute import Chronicle, Dispute, window
from companion.errors import CompanionError
from companion.evidence import Still
from companion.feed import Change
from companion.jumps.adjudicator import Verdict
from companion.sessions.events import Event, EventKind
from companion.sessions.session import Session
from companion.settings.values import Settings
from companion.table import Table
from vision.capture.replay import ReplayPlan, ReplayRing, ReplayTap

LOOK_SECONDS = 0.3

SETTLING = 25.0
"""Seconds that may pass from a claim until the hands have gone and it is ruled on."""

EVERYTHING = NS_PER_SECOND * 20
"""So much play (ns) goes into one file where everything is kept."""

NEAR = NS_PER_SECOND // 4
"""So near (ns) to a moment that is ruled on every picture is kept."""

BETWEEN = NS_PER_SECOND // 4
"""So far apart (ns) lie the pictures that are kept of the rest of a claim: an SD card is spared."""

BLIND_SECONDS = 3.0
"""Without a new picture for so long, the camera is gone and no more is waited for."""

_log = logging.getLogger(__name__)

Keep = Callable[[Dispute, tuple[Still, ...], bool], None]
"""Keeps the pictures of a dispute; the last argument says that no more of them will come."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    dispute: Dispute
    span: Span


class ClaimPictures:
    """Hears of claims and gives their pictures to ``keep``: what there is at once, all of it some time later.

    Not for several threads.
    """

    def __init__(self, ring: ReplayRing, plan: ReplayPlan, keep: Keep) -> None:
        self._ring, self._keep = ring, keep
        self._before, self._after = _nanoseconds(plan.before_s), _nanoseconds(plan.after_s)
        self._chronicle = Chronicle()
        self._wanted: list[_Wanted] = []

    @property
    def disputes(self) -> tuple[Dispute, ...]:
        """The disputes heard of, the oldest first."""
        return self._chronicle.disputes

    def hear(self, number: int, event: Event) -> None:
        """Take an event with its number."""
        self._chronicle = self._chronicle.follow(number, event)
        if event.kind is EventKind.VERDICT:
            dispute = self.disputes[-1]
            wanted = _Wanted(dispute, window(dispute, self._before, self._after))
            self._wanted.append(wanted)
            if not self._lies_back(wanted):
                self._keep(dispute, self._ring.within(wanted.span), False)

    def look(self) -> None:
        """Keep all pictures of the claims that lie far enough back now."""
        for wanted in list(self._wanted):
            if self._lies_back(wanted):
                self._finish(wanted)

    def finish(self) -> None:
        """Keep what there is; no more pictures come."""
        for wanted in list(self._wanted):
            self._finish(wanted)

    def _lies_back(self, wanted: _Wanted) -> bool:
        newest = self._ring.newest
        return newest is not None and newest >= wanted.span.latest

    def _finish(self, wanted: _Wanted) -> None:
        self._wanted.remove(wanted)
        self._keep(wanted.dispute, self._ring.within(wanted.span), True)


def telling(dispute: Dispute, stills: Sequence[Still]) -> tuple[Still, ...]:
    """Give the pictures that tell of a claim: all near its moments, of the rest a few a second."""
    timings = [timing for timing in (dispute.claimed, dispute.ended) if timing]
    moments = [(timing.earliest, timing.latest) for timing in timings]
    moments += [(dispute.touch.earliest, dispute.touch.latest)] if dispute.touch else []
    chosen: list[Still] = []
    for still in stills:
        near = any(
            still.span.latest >= first - NEAR and still.span.earliest <= last + NEAR
            for first, last in moments
        )
        if near or not chosen or still.span.latest - chosen[-1].span.latest >= BETWEEN:
            chosen.append(still)
    return tuple(chosen)


class Replay:
    """Instant replay beside a running table, on a thread of its own; a context manager.

    Entered after the table; ``tap`` takes the frames (see there for ``patient``), ``book`` has the disputes
    with their pictures.
    """

    def __init__(
        self, table: Table[Session], book: DisputeBook, plan: ReplayPlan, patient: bool = False
    ) -> None:
        self.tap, self.book = ReplayTap(plan, patient), book
        self._table, self._plan = table, plan
        self._claims = ClaimPictures(self.tap.ring, plan, self._keep)
        self._kept_until = Instant(0)
        self._newest: Instant | None = None
        self._newest_at = time.monotonic()
        self._over = threading.Event()
        self._heard = table.subscribe()
        self._thread = threading.Thread(target=self._run, name="claims", daemon=True)

    def __enter__(self) -> Self:
        self.tap.__enter__()
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._heard.end()
        self._thread.join()
        self.tap.settle()
        self._claims.finish()
        if self._plan.keep_everything and self.tap.ring.newest is not None:
            self._keep_play(self.tap.ring.newest)
        self.tap.__exit__(kind, error, trace)

    def _run(self) -> None:
        try:
            self._begin()
            with self._heard as heard:
                while not self._over.is_set() and not heard.over:
                    notice = heard.next(timeout=LOOK_SECONDS)
                    if isinstance(notice, Change):
                        self._claims.hear(notice.seq, notice.event)
                    self._claims.look()
                    self._give_up_where_blind()
                    self._keep_everything()
        except CompanionError as error:
            _log.error("no pictures of claims are kept any more: %s", error)

    def _give_up_where_blind(self) -> None:
        """Keep what there is of the claims once the camera has been gone for a while."""
        newest, now = self.tap.ring.newest, time.monotonic()
        if newest != self._newest:
            self._newest, self._newest_at = newest, now
        elif now - self._newest_at > BLIND_SECONDS:
            self._claims.finish()

    def _begin(self) -> None:
        """Learn which game is running, and let go of pictures that nobody needs."""
        for number, event in self._known():
            self._claims.hear(number, event)
        try:
            if gone := self.book.tidy(self._plan.disk_megabytes * 1_000_000):
                _log.info("let go of the pictures of %d claims", len(gone))
        # Old pictures that cannot be tidied must not cost those of tonight's claims.
        except (CompanionError, OSError) as error:
            _log.error("the pictures of earlier claims cannot be looked over: %s", error)

    def _known(self) -> list[tuple[int, Event]]:
        """Give the beginning of the running game, so that later claims know when it began."""
        game = self._heard.start.state.game
        if game is None:
            return []
        header = {"header": game.header, "seats": list(game.seats)}
        return [(0, Event(EventKind.GAME, game.started, header))]

    def _keep(self, dispute: Dispute, stills: tuple[Still, ...], whole: bool) -> None:
        # Only a claim on which the table must rule now is worth writing twice.
        if not stills or not (whole or dispute.verdict is Verdict.TOO_CLOSE):
            return
        try:
            self.book.clips.save(clip_name(dispute), telling(dispute, stills))
        except CompanionError as error:
            _log.error("%s", error)

    def _keep_everything(self) -> None:
        """Where the table wishes it, keep undisputed play too, in pieces."""
        newest = self.tap.ring.newest
        if not self._plan.keep_everything or newest is None or newest - self._kept_until < EVERYTHING:
            return
        self._keep_play(newest)

    def _keep_play(self, newest: Instant) -> None:
        """Keep the play since the last piece, up to the newest picture."""
        if newest <= self._kept_until:
            return
        span = Span(Instant(max(self._kept_until + 1, newest - EVERYTHING)), newest)
        self._kept_until = newest
        try:
            store = play_store(self.book.clips)
            # The table's time begins anew with each evening, so it alone would name two pieces alike.
            name = f"play-{store.next_number():06}-{newest // 1_000_000:012}"
            store.save(name, self.tap.ring.within(span))
            store.keep_only(store.names(), self._plan.disk_megabytes * 1_000_000)
        except CompanionError as error:
            _log.error("%s", error)


def replay_plan(settings: Settings) -> ReplayPlan:
    """Give the plan that the settings make."""
    kept = settings.replay
    return ReplayPlan(
        before_s=kept.seconds * 2 / 3,
        after_s=kept.seconds / 3,
        seconds=kept.seconds + SETTLING,
        megabytes=kept.megabytes,
        disk_megabytes=kept.disk_megabytes,
        keep_everything=kept.keep_everything,
    )


def play_store(clips: ClipStore) -> ClipStore:
    """Give the store for pictures of undisputed play."""
    return ClipStore(clips.folder / "play")


def _nanoseconds(seconds: float) -> int:
    return round(seconds * NS_PER_SECOND)
