"""A table for the face's tests: real in every way, but nobody plays at it – a test lays the cards."""

from collections.abc import Sequence
from dataclasses import replace
from threading import Condition

from companion.clock import instant
from companion.sessions.events import Event, EventKind
from companion.views.table_view import CardView, NoteView, PlayerView, TableView, VerdictView, ZoneView
from web.doors.game import Entry, News


def row(cards: str) -> ZoneView:
    """Draw a row: ``row("3 7 P")``; a multiple of three is purple; ``82?28`` may also be 28."""
    return ZoneView("row", tuple(card(text) for text in cards.split()))


def card(text: str) -> CardView:
    """Draw one card, as in a row."""
    if text == "P":
        return CardView("pass")
    number, doubt, other = text.partition("?")
    colour = "orange" if int(number) % 3 else "purple"
    return CardView(number, colour, sure=not doubt, alternatives=(number, other) if doubt else ())


def seats(*names: str, mover: str, scores: Sequence[int] = (0, 0, 0, 0, 0)) -> tuple[PlayerView, ...]:
    """Seat players with five cards each; ``mover`` is to play."""
    return tuple(
        PlayerView(name, hand=5, score=score, place=1, to_move=name == mover)
        for name, score in zip(names, scores, strict=False)
    )


def opening(cards: str = "3 11 73") -> TableView:
    """Give a game of Fifty Fifty that has begun; Ben is to play."""
    return TableView(
        seq=1,
        game="fifty-fifty",
        title="Fifty Fifty",
        players=seats("Ann", "Ben", "Cem", mover="Ben"),
        zones=(row(cards),),
        draw_pile=85,
        said="Ann plays 73.",
        camera_ok=True,
    )


LONG_ROW = " ".join([*(str(number) for number in range(4, 96, 4)), "98?96", "P"])
FULL = replace(
    opening(LONG_ROW),
    players=seats("Ann", "Benedikt", "Cem", "Dora", "Emil", mover="Benedikt", scores=(20, 4, 13, 0, 26)),
    zones=(row(LONG_ROW), ZoneView("jump", (card("46"),))),
    attention=NoteView(
        "unreadable",
        "No legal act explains the table. Expected, before the next card: 8 14 55. Seen: 55 14 45? or 15?. "
        "Put the cards as the rules want them; the game then goes on by itself.",
    ),
    verdict=VerdictView(
        "too-close",
        46,
        96,
        "Cem",
        31.0,
        67.0,
        "The jump card came 31 ms before the next card, but the two times are known to within 67 ms "
        "together: too close to call. The table rules.",
    ),
    window="Whoever holds 46 may jump on Ann’s 96.",
    camera_ok=False,
    camera="The picture is too dark to read the cards.",
)
"""The fullest table: a long row, five players, and all that can be said at once."""


class FakeTable:
    """Keeps views and events as a real table does, and remembers the presses."""

    def __init__(self, view: TableView | None = None) -> None:
        self._view = view or opening()
        self._entries = [Entry(seq + 1, _event("opening")) for seq in range(self._view.seq)]
        self._change = Condition()
        self._open = True
        self.presses: list[str] = []
        self.followers = 0

    def view(self) -> TableView:
        return self._view

    def follow(self, after: int, timeout: float) -> News | None:
        with self._change:
            self.followers += 1
            self._change.notify_all()
            self._change.wait_for(lambda: self._view.seq > after or not self._open, timeout)
            self.followers -= 1
            entries = tuple(self._entries[after:])
            return News(entries, self._view) if entries else None

    def let_go(self) -> None:
        with self._change:
            self._open = False
            self._change.notify_all()

    def press(self, button: str) -> None:
        with self._change:
            self.presses.append(button)
            self._change.notify_all()

    def happen(self, view: TableView, words: str = "", kind: EventKind = EventKind.ACT) -> TableView:
        """Let the table look like this from now on; gives the view as it stands, with its number."""
        with self._change:
            self._view = replace(view, seq=len(self._entries) + 1, said=words or view.said)
            self._entries.append(Entry(self._view.seq, _event(words, kind)))
            self._change.notify_all()
            return self._view

    def wait_for_presses(self, count: int, timeout: float = 5) -> bool:
        """Wait until so many presses came in."""
        with self._change:
            return self._change.wait_for(lambda: len(self.presses) >= count, timeout)

    def wait_for_followers(self, count: int, timeout: float = 5) -> bool:
        """Wait until so many viewers listen."""
        with self._change:
            return self._change.wait_for(lambda: self.followers >= count, timeout)


def _event(words: str, kind: EventKind = EventKind.ACT) -> Event:
    return Event(kind, instant(1.5), {"words": words})
