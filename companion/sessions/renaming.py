"""Another name for a player wherever the old one stands: in events, records and a running session. Pure.

In what programs read, a name is replaced only where a name stands (somebody called "pass" keeps their pass
cards); in sentences it is replaced where it stands as a word of its own.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from companion.language import KEPT, from_kept, to_kept
from companion.records.game import Edit, Game, Played, replayed, start_game
from companion.records.recount import Rewrite, TakeBack
from companion.sessions.history import History
from companion.sessions.lobby import Lobby

if TYPE_CHECKING:
    from companion.sessions.session import Session

Names = Mapping[str, str]

NAMES = frozenset({"player", "players", "starter", "by", "button"})
"""Keys under which a name stands, or a list of names."""

NAMED = frozenset({"reveal", "names"})
"""Keys under which an object has names for its keys."""

SAID = frozenset({"words", "message", "reason", "note", "said", "with"})
"""Keys under which sentences stand, or what fills their gaps."""

PARTS = ("attention", "verdict", "result", "paused")
"""What a session keeps just as an event told it."""


def renamed(value: Any, names: Names, key: str = "") -> Any:
    """Give JSON values, as they are kept on the disk, with other names; ``key`` is where the value stands."""
    if isinstance(value, str):
        return names.get(value, value) if key in NAMES else in_words(value, names) if key in SAID else value
    if isinstance(value, list):
        return [renamed(item, names, key) for item in value]
    if isinstance(value, dict) and KEPT in value:
        return {**value, "with": renamed(value["with"], names, "with")}
    if isinstance(value, dict):
        return {
            names.get(part, part) if key in NAMED else part: renamed(item, names, _place(key, part))
            for part, item in value.items()
        }
    return value


def _place(key: str, part: str) -> str:
    """Say where a part of an object stands, the object itself standing at ``key``."""
    if key in NAMED:
        return "player" if key == "names" else ""
    return key if key in SAID else part


def in_words(text: str, names: Names) -> str:
    """Give a sentence with other names."""
    for old, new in names.items():
        text = new.join(re.split(rf"(?<!\w){re.escape(old)}(?!\w)", text))
    return text


def renamed_parts(session: "Session", names: Names) -> dict[str, Any]:
    """Give the parts of a session that hold names, with other ones."""
    game, between, claim = session.game, session.between, session.claim
    parts = {part: _kept_renamed(getattr(session, part), names, part) for part in (*PARTS, "said")}
    return {
        **parts,
        "game": _game(game, names) if game else None,
        "history": _history(session.history, names),
        "presses": tuple(replace(p, button=names.get(p.button, p.button)) for p in session.presses),
        "between": replace(
            between,
            answers=renamed(dict(between.answers), names, "reveal"),
            lobby=_lobby(between.lobby, names) if between.lobby else None,
        ),
        "claim": replace(claim, data=_kept_renamed(claim.data, names, "")) if claim else None,
        "origin": _kept_renamed(session.origin, names, ""),
    }


def _kept_renamed(value: Any, names: Names, key: str) -> Any:
    return _told(renamed(to_kept(value), names, key))


def _told(value: Any) -> Any:
    """Read what ``to_kept`` gave."""
    if isinstance(value, list):
        return [_told(item) for item in value]
    if isinstance(value, dict):
        parts = {key: _told(item) for key, item in value.items()}
        return from_kept(parts) if KEPT in parts else parts
    return value


def _game(game: Game, names: Names) -> Game:
    header = cast("Mapping[str, object]", renamed(dict(game.header), names))
    fresh = start_game(header, game.started, game.seats)
    return replayed(fresh, [Played(renamed(dict(act.line), names), act.touch) for act in game.acts])


def _history(history: History, names: Names) -> History:
    done, undone = (tuple(_edit(edit, names) for edit in way) for way in (history.done, history.undone))
    return replace(history, done=done, undone=undone)


def _edit(edit: Edit, names: Names) -> Edit:
    change = edit.change
    if isinstance(change, TakeBack):
        return edit
    if isinstance(change, Rewrite):
        lines = tuple(renamed(dict(line), names) for line in change.lines)
        return replace(edit, change=replace(change, lines=lines))
    return replace(edit, change=replace(change, fields=renamed(dict(change.fields), names)))


def _lobby(lobby: Lobby, names: Names) -> Lobby:
    return Lobby(
        tuple(names.get(name, name) for name in lobby.players),
        {names.get(name, name): side for name, side in lobby.sides.items()},
    )
