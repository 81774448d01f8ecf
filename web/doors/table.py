"""A running table behind the dashboard's door."""

import logging
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from types import TracebackType
from typing import Self

from companion.feed import Change, Missed, Trouble
from companion.language import say
from companion.sessions.events import EventKind
from companion.sessions.session import Session
from companion.table import Table
from companion.views.present import view_of
from companion.views.table_view import NoteView, TableView
from web.doors.game import Entry, News

REMEMBERED_ENTRIES = 500
"""Events kept at hand for viewers that come back; older ones are read from the journal."""

NOT_SHOWN = say(
    "What stands here is old: the companion stumbled over what came since (its log says where). The game "
    "itself is kept, and goes on."
)

_log = logging.getLogger(__name__)


class TableDoor:
    """The table as the dashboard sees it (``web.doors.game.TableLike``); a context manager.

    ``show_window`` is told the open jump window, in words, with every view: it lights the lamp. ``word`` is
    for everybody to read before the next act, as that a damaged journal was replaced.
    """

    def __init__(
        self,
        table: Table[Session],
        press: Callable[[str], None],
        show_window: Callable[[str | None], None] = lambda _: None,
        word: str | None = None,
    ) -> None:
        self._table = table
        self._press = press
        self._show_window = show_window
        self._entries: deque[Entry] = deque(maxlen=REMEMBERED_ENTRIES)
        self._changed = threading.Condition()
        self._word = NoteView("word", word) if word else None
        self._trouble = NoteView("cannot-write", table.trouble) if table.trouble else None
        self._stumbled: NoteView | None = None
        begun = table.current
        self._plain = self._viewed(begun.state, begun.seq) or TableView(begun.seq)
        self._view = self._noted(self._plain)
        self._open = True
        self._heard = table.subscribe()
        self._pump = threading.Thread(target=self._listen, name="door", daemon=True)

    def __enter__(self) -> Self:
        self._pump.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.let_go()
        self._heard.end()
        self._pump.join(timeout=2)

    def view(self) -> TableView:
        """Give the table as it stands."""
        return self._view

    def let_go(self) -> None:
        """Let everybody who follows return at once; the view goes on."""
        with self._changed:
            self._open = False
            self._changed.notify_all()

    def press(self, button: str) -> None:
        """Take a press from a tablet."""
        self._press(button)

    def follow(self, after: int, timeout: float) -> News | None:
        """Give what happened after event ``after``, waiting up to ``timeout`` seconds."""
        with self._changed:
            trouble = self._trouble
            self._changed.wait_for(
                lambda: self._view.seq > after or self._trouble is not trouble or not self._open, timeout
            )
            view, entries = self._view, tuple(e for e in self._entries if e.seq > after)
        if view.seq <= after:
            return None
        if not entries or entries[0].seq > after + 1:
            entries = tuple(Entry(seq, event) for seq, event in self._table.since(after) if seq <= view.seq)
        return News(entries, view)

    def _listen(self) -> None:
        with self._heard as heard:
            self._draw(heard.start.state, heard.start.seq)
            while not heard.over:
                notice = heard.next(timeout=1.0)
                if isinstance(notice, Change):
                    self._draw(notice.state, notice.seq, Entry(notice.seq, notice.event))
                elif isinstance(notice, Missed):
                    self._draw(notice.current.state, notice.current.seq)
                elif isinstance(notice, Trouble):
                    self._hinder(notice.message)

    def _draw(self, state: Session, seq: int, entry: Entry | None = None) -> None:
        """Show a state; where it cannot be shown, what stood there before stays, and that is said."""
        if view := self._viewed(state, seq):
            self._tell(view, entry)
            return
        with self._changed:
            self._entries.clear()  # the one that cannot be shown would be missing among them
            self._view = self._noted(self._plain)
            self._changed.notify_all()

    def _viewed(self, state: Session, seq: int) -> TableView | None:
        """Give the view of a state; None where the companion stumbles over it."""
        self._stumbled = None
        try:
            return view_of(state, seq)
        except Exception:  # Whatever it is: the thread that draws for all viewers has to go on.
            _log.exception("the table after event %d cannot be shown", seq)
            self._stumbled = NoteView("not-shown", NOT_SHOWN)
            return None

    def _tell(self, view: TableView, entry: Entry | None = None) -> None:
        """Show a new view, on the lamp too; without its event there is a gap: nothing older stays at hand."""
        with self._changed:
            if entry and entry.event.kind is EventKind.ACT:
                self._word = None
            self._plain, self._view = view, self._noted(view)
            if entry is None or entry.event.kind is EventKind.RENAMED:
                self._entries.clear()  # what was said before bears the old name; the journal has the new one
            if entry:
                self._entries.append(entry)
            self._changed.notify_all()
        self._show_window(view.window)

    def _hinder(self, trouble: str | None) -> None:
        """Show what hinders the table, as a full disk, or that it is over; the game stays as it is."""
        with self._changed:
            self._trouble = NoteView("cannot-write", trouble) if trouble else None
            self._view = self._noted(self._plain)
            self._changed.notify_all()

    def _noted(self, view: TableView) -> TableView:
        """Give the view with what hinders the table in front of what it would say itself."""
        note = self._trouble or self._stumbled or view.attention or self._word
        return replace(view, attention=note)
