"""Who hears of the table: the present state for everybody, and what changes for whoever subscribes.

The speaker is never held up: a listener too slow for its queue is told so, and begins anew from a snapshot.
"""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Generic, Self, TypeVar

from companion.sessions.events import Event

S = TypeVar("S")

QUEUE_SIZE = 256
"""Notices that wait for one listener: more than the acts of a long game between two looks."""


@dataclass(frozen=True, slots=True)
class Published(Generic[S]):
    """The state after event number ``seq`` (0: before the first)."""

    seq: int
    state: S


@dataclass(frozen=True, slots=True)
class Change(Generic[S]):
    """One event that happened and is on disk, and the state after it."""

    seq: int
    event: Event
    state: S


@dataclass(frozen=True, slots=True)
class Trouble:
    """What hinders the table, in words for its people; None once it is over. Not an event, in no journal."""

    message: str | None


@dataclass(frozen=True, slots=True)
class Missed(Generic[S]):
    """The listener was too slow and changes were dropped: begin anew from ``current``."""

    current: Published[S]


class Subscription(Generic[S]):
    """One listener's queue, for use with ``with``: ``start`` is the state before its first change."""

    def __init__(
        self, start: Published[S], leave: Callable[["Subscription[S]"], None], size: int = QUEUE_SIZE
    ) -> None:
        self.start = start
        self._leave = leave
        self._size = size
        self._waiting: deque[Change[S] | Trouble] = deque()
        self._missed: Missed[S] | None = None
        self._over = False
        self._news = threading.Condition()

    @property
    def over(self) -> bool:
        """Whether the table has ended and everything was handed out: ``next`` has no more to give."""
        with self._news:
            return self._over and not self._ready()

    def next(self, timeout: float | None = None) -> "Change[S] | Trouble | Missed[S] | None":
        """Wait for the next notice, at most ``timeout`` seconds; None when none came or the table ended."""
        with self._news:
            self._news.wait_for(lambda: self._over or self._ready(), timeout)
            if self._missed is not None:
                missed, self._missed = self._missed, None
                return missed
            return self._waiting.popleft() if self._waiting else None

    def put(self, notice: Change[S] | Trouble) -> None:
        """Queue a notice; never waits. A full queue is emptied and the listener told to begin anew."""
        with self._news:
            self._waiting.append(notice)
            if len(self._waiting) > self._size:
                self._overflow()
            self._news.notify_all()

    def end(self) -> None:
        """Tell the listener that nothing more will come."""
        with self._news:
            self._over = True
            self._news.notify_all()

    def _ready(self) -> bool:
        return self._missed is not None or bool(self._waiting)

    def _overflow(self) -> None:
        """Drop what waits but for the last word on troubles, which no snapshot repeats."""
        changes = [notice for notice in self._waiting if isinstance(notice, Change)]
        troubles = [notice for notice in self._waiting if isinstance(notice, Trouble)]
        if changes:
            self._missed = Missed(Published(changes[-1].seq, changes[-1].state))
        self._waiting = deque(troubles[-1:])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leave(self)


class Feed(Generic[S]):
    """The present state and its listeners; one thread speaks, any thread reads and subscribes."""

    def __init__(self, start: Published[S]) -> None:
        self.current = start
        """Frozen and replaced as a whole, so it may be read without a lock."""
        self.trouble: str | None = None
        self._listeners: set[Subscription[S]] = set()
        self._lock = threading.Lock()
        self._over = False

    def subscribe(self) -> Subscription[S]:
        """Give a subscription whose ``start`` and changes leave no gap between them."""
        with self._lock:
            subscription = Subscription(self.current, self._leave)
            self._listeners.add(subscription)
            if self.trouble is not None:
                subscription.put(Trouble(self.trouble))
            if self._over:
                subscription.end()
            return subscription

    def publish(self, changes: tuple[Change[S], ...]) -> Published[S]:
        """Make these changes known, the last as the present state; gives that state."""
        with self._lock:
            for change in changes:
                self.current = Published(change.seq, change.state)
                self._tell(change)
            return self.current

    def say(self, trouble: str | None) -> None:
        """Make a trouble known, or with None its end; the same words are not repeated."""
        with self._lock:
            if trouble != self.trouble:
                self.trouble = trouble
                self._tell(Trouble(trouble))

    def end(self) -> None:
        """Tell all listeners, also later ones, that nothing more will come."""
        with self._lock:
            self._over = True
            for listener in self._listeners:
                listener.end()

    def _tell(self, notice: Change[S] | Trouble) -> None:
        for listener in self._listeners:
            listener.put(notice)

    def _leave(self, subscription: Subscription[S]) -> None:
        with self._lock:
            self._listeners.discard(subscription)
