"""The only moving part: one queue, one writer thread, and what it publishes.

Each input is decided on, its events go to the journal, and only what is on the disk is published. A journal
that cannot write is a trouble that is told and retried; it stops neither the table nor its readers.
"""

import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import takewhile
from types import TracebackType
from typing import Generic, Protocol, Self, TypeVar

from companion.errors import CompanionError, JournalError
from companion.feed import Change, Feed, Published, Subscription
from companion.language import say
from companion.sessions.events import Event, Input
from companion.storage.journal import JournalLike
from companion.storage.journal_entries import as_kept

S = TypeVar("S")

WAITING = 1000
"""Inputs that may wait, in the queue and behind a journal that cannot write; later ones are lost."""

PAUSES = 5
"""Tries are so many times as far apart where nothing waits to be written, and only the trouble is to be
ended."""

LONGEST = 160
"""Letters of an input that the log says."""

STUMBLED = say("The companion stumbled over this (its log says where); nothing was changed.")
ENDED = say("The table has ended; nothing was changed.")

_log = logging.getLogger(__name__)


class Decider(Protocol[S]):
    """What decides at the table; pure: no clock, no thread, no file, and states that never change."""

    def initial(self) -> S:
        """Give the state before any event."""
        ...

    def decide(self, state: S, item: Input) -> Sequence[Event]:
        """Say what happens when this is put to the table; raises CompanionError to refuse it."""
        ...

    def evolve(self, state: S, event: Event) -> S:
        """Give the state after an event."""
        ...


@dataclass(frozen=True, slots=True)
class _Post(Generic[S]):
    """An input on its way to the writer, with the promise to whoever waits for the answer.

    Without an input it only asks whether the writer is alive.
    """

    item: Input | None
    answer: Future[Published[S]] | None = None


class Table(Generic[S]):
    """A running table, for use with ``with``: the journal is folded first, then the writer starts.

    ``start``: the state after an event, from which folding goes on: whoever has folded the journal already
    gives what came of it; an initial state spares what was before an event that starts all anew.
    ``retry``: seconds between two tries to write what the journal refused; where nothing waits to be written,
    it is tried out every ``PAUSES`` times as long.
    ``on_failure`` is called, on the writer's thread, with the error that killed the writer.
    """

    def __init__(
        self,
        journal: JournalLike,
        decider: Decider[S],
        *,
        start: Published[S] | None = None,
        retry: float = 1.0,
        on_failure: Callable[[BaseException], None] = lambda error: None,
    ) -> None:
        self._journal = journal
        self._decider = decider
        self._retry = retry
        self._on_failure = on_failure
        self._feed = Feed(start or Published(0, decider.initial()))
        self._posts: queue.Queue[_Post[S] | None] = queue.Queue(WAITING)
        self._backlog: deque[Input] = deque()
        self._retry_at = 0.0
        self._refused: str | None = None
        self._ended = False
        self._writer = threading.Thread(target=self._write, name="table-writer", daemon=True)
        self.failed: BaseException | None = None
        """What killed the writer; None while it is well."""
        self.lost = 0
        """How many inputs the journal had refused to the end, once the table is closed."""

    @property
    def current(self) -> Published[S]:
        """The state as it stands; frozen, and free to read from any thread."""
        return self._feed.current

    @property
    def trouble(self) -> str | None:
        """What hinders the table now, in words for its people; None when all is well."""
        return self._feed.trouble

    def submit(self, item: Input) -> None:
        """Put something to the table from any thread; never waits. A refusal is a line in the log."""
        if self._ended:
            _log.warning("the table has ended; lost: %s", _in_short(item))
            return
        try:
            self._posts.put_nowait(_Post(item))
        except queue.Full:
            _log.error("the table is overrun; lost: %s", _in_short(item))

    def ask(self, item: Input, timeout: float = 5.0) -> Published[S]:
        """Put something to the table and wait until it is on disk; gives the state after it.

        Raises the CompanionError that refuses it, JournalError when it cannot be kept (nothing has happened
        then), and CompanionError when there is no answer after ``timeout`` seconds.
        """
        answer: Future[Published[S]] = Future()
        try:
            self._posts.put(_Post(item, answer), timeout=timeout)
            if self._ended:
                self._refuse_rest()
            return answer.result(timeout)
        except (TimeoutError, queue.Full) as error:
            raise CompanionError(_unanswered(answer.cancel(), timeout)) from error

    def answers(self, timeout: float) -> bool:
        """Say whether the writer takes something up within ``timeout`` seconds; nothing is changed."""
        taken: Future[Published[S]] = Future()
        try:
            self._posts.put(_Post(None, taken), timeout=timeout)
            if self._ended:
                self._refuse_rest()
            taken.result(timeout)
        except (TimeoutError, queue.Full, CompanionError):
            return False
        return True

    def subscribe(self) -> Subscription[S]:
        """Give the state as it stands and, without a gap, what changes from there on."""
        return self._feed.subscribe()

    def since(self, seq: int) -> list[tuple[int, Event]]:
        """Give number and event of everything published after number ``seq``. Raises JournalError."""
        latest = self.current.seq
        return list(takewhile(lambda entry: entry[0] <= latest, self._journal.events(seq)))

    def close(self) -> None:
        """Finish what has been put to the table, then stop the writer; a second call does nothing."""
        if self._writer.is_alive():
            self._posts.put(None)
            self._writer.join()

    def __enter__(self) -> Self:
        self._feed = Feed(self._folded(self.current))
        self._writer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _folded(self, start: Published[S]) -> Published[S]:
        """Fold what the journal holds since; raises JournalError that names an entry it cannot follow."""
        seq, state = start.seq, start.state
        for seq, event in self._journal.events(start.seq):
            try:
                state = self._decider.evolve(state, event)
            except Exception as error:
                raise JournalError(f"Entry {seq} of the journal cannot be followed: {error}") from error
        return Published(seq, state)

    def _write(self) -> None:
        """The writer's life, from start to stop; whatever kills it is told."""
        try:
            while self._turn():
                pass
        except BaseException as error:
            _log.critical("the table's writer died", exc_info=error)
            self.failed = error
            self._on_failure(error)
        finally:
            self._ended = True
            self._refuse_rest()
            self._feed.end()

    def _turn(self) -> bool:
        """Serve one post, or try again what the journal refused; False once the table is to stop."""
        if time.monotonic() >= self._retry_at:
            if self._backlog:
                self._catch_up()
            elif self._refused:
                self._try_out()
        try:
            post = self._posts.get(timeout=self._patience())
        except queue.Empty:
            return True
        if post is not None:
            self._serve(post)
            return True
        self._leave()
        return False

    def _leave(self) -> None:
        """Try a last time what the journal refused, and own up to what is lost."""
        self._catch_up()
        if self._backlog:
            self.lost, first = len(self._backlog), _in_short(self._backlog[0])
            _log.error("the journal refused to the end; lost: %d inputs, the first: %s", self.lost, first)

    def _patience(self) -> float | None:
        """Seconds until the next try, None when nothing waits for one."""
        waits = self._backlog or self._refused
        return max(0.0, self._retry_at - time.monotonic()) if waits else None

    def _serve(self, post: _Post[S]) -> None:
        if post.item is None:
            assert post.answer
            post.answer.set_result(self.current)
        elif post.answer is None:
            self._backlog.append(post.item)
            # Behind a journal that cannot write, each waits its turn: order matters.
            if len(self._backlog) == 1:
                self._catch_up()
            elif len(self._backlog) > WAITING:
                lost = _in_short(self._backlog.pop())
                _log.error("the journal has refused too long; lost: %s", lost)
        elif post.answer.set_running_or_notify_cancel():
            self._answer(post.item, post.answer)

    def _catch_up(self) -> None:
        """Settle what waits, oldest first, as far as the journal takes it."""
        while self._backlog:
            try:
                self._settle(self._backlog[0])
            except JournalError as error:
                self._complain(error)
                return
            except CompanionError as error:
                _log.info("refused: %s (%s)", error, _in_short(self._backlog[0]))
            self._backlog.popleft()

    def _answer(self, item: Input, answer: "Future[Published[S]]") -> None:
        """Settle for somebody who waits: an older input that the journal refused has its turn first."""
        self._catch_up()
        try:
            if self._backlog:
                raise JournalError(self.trouble or say("The journal cannot be written."))
            answer.set_result(self._settle(item))
        except JournalError as error:
            self._complain(error)
            answer.set_exception(error)
        except CompanionError as error:
            answer.set_exception(error)

    def _settle(self, item: Input) -> Published[S]:
        """Decide, keep, publish; raises CompanionError for a refusal and JournalError for the journal."""
        try:
            events, states = self._think(item)
        except CompanionError:
            raise
        except Exception as error:
            # Thinking is pure, so nothing has happened: a table that goes on beats one that starts anew.
            _log.exception("stumbled over %s", item)
            self._feed.say(STUMBLED)
            raise CompanionError(STUMBLED) from error
        if not events:
            return self.current
        numbers = self._journal.append(events)
        self._refused = None
        self._feed.say(None)
        return self._feed.publish(tuple(map(Change, numbers, events, states)))

    def _think(self, item: Input) -> tuple[tuple[Event, ...], list[S]]:
        """Give the events and the states after them, before any is kept: none that cannot be followed is."""
        events = tuple(as_kept(event) for event in self._decider.decide(self.current.state, item))
        states = [self.current.state]
        for event in events:
            states.append(self._decider.evolve(states[-1], event))
        return events, states[1:]

    def _try_out(self) -> None:
        """Take back the word on a journal that could not be written, once it can: nothing else may come."""
        try:
            self._journal.try_out()
        except JournalError:
            self._retry_at = time.monotonic() + PAUSES * self._retry
            return
        if self.trouble == self._refused:
            self._feed.say(None)
        self._refused = None

    def _complain(self, error: JournalError) -> None:
        if str(error) != self.trouble:
            _log.error("%s", error)
        self._feed.say(error.args[0])
        self._refused = self.trouble
        self._retry_at = time.monotonic() + self._retry * (1 if self._backlog else PAUSES)

    def _refuse_rest(self) -> None:
        """Tell whoever still waits that the table has ended."""
        while True:
            try:
                post = self._posts.get_nowait()
            except queue.Empty:
                return
            if post is not None and post.answer is not None and post.answer.set_running_or_notify_cancel():
                post.answer.set_exception(CompanionError(ENDED))


def _in_short(item: Input) -> str:
    """Say an input on one line of the log: what a camera saw of a table would fill a screen."""
    text = str(item)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} …"


def _unanswered(nothing_done: bool, timeout: float) -> str:
    if nothing_done:
        return say(
            "The table is busy and did not answer within {seconds} s; nothing was changed, try again.",
            seconds=f"{timeout:g}",
        )
    return say(
        "The table did not answer within {seconds} s; look whether it took this before trying again.",
        seconds=f"{timeout:g}",
    )
