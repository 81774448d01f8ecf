"""What was done to the record of a game and how to undo it: each change is kept as its inverse. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from companion.clock import Instant, Span
from companion.errors import BadRecord, Code, IllegalAct, Outdated
from companion.evidence_json import span_from_json, span_to_json
from companion.json_lines import as_json
from companion.language import say
from companion.observing.said_by_people import note_beside
from companion.records.game import Edit, Game, Played, inverse, revise
from companion.records.record import Header
from companion.records.recount import Change, Insert, OneAct, Replace, Rewrite, TakeBack, recount
from companion.records.recount_words import sentences
from companion.sessions.events import Correct

Data = Mapping[str, Any]

CHANGED_SINCE = say("The game has changed since you looked; look again, then decide.")


class Step(StrEnum):
    """What a correction is to the history; the names stand in journals and must not change."""

    CHANGE = "change"
    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True, slots=True)
class History:
    """The way back and the way forth.

    ``done`` undoes what was done, ``undone`` does again what was undone, both with the next one last.
    ``edits`` counts all that is done and undone, ``revision`` what did more than add an act at the end; both
    go on from one game to the next, so that what was seen of one says nothing of another.
    """

    done: tuple[Edit, ...] = ()
    undone: tuple[Edit, ...] = ()
    edits: int = 0
    revision: int = 0

    def added(self, at: int) -> "History":
        """Give the history after an act was added at the end, at this place."""
        return History((*self.done, Edit(TakeBack(at))), (), self.edits + 1, self.revision)

    def stepped(self, step: Step, back: Edit) -> "History":
        """Give the history after a correction that ``back`` takes back."""
        edits, revision = self.edits + 1, self.revision + 1
        if step is Step.UNDO:
            return History(self.done[:-1], (*self.undone, back), edits, revision)
        undone = self.undone[:-1] if step is Step.REDO else ()
        return History((*self.done, back), undone, edits, revision)

    def counted(self) -> "History":
        """Give the history after something was done that left the acts as they are."""
        return replace(self, edits=self.edits + 1)

    def check_edits(self, seen: int | None) -> None:
        """Raise Outdated for whoever has not seen the last change."""
        if seen not in (None, self.edits):
            raise Outdated(CHANGED_SINCE)

    def check_revision(self, seen: int | None) -> None:
        """Raise Outdated for whoever has not seen the last correction."""
        if seen not in (None, self.revision):
            raise Outdated(CHANGED_SINCE)


def proposed(game: Game, item: Correct) -> Edit:
    """Turn a wish into a change; raises IllegalAct or BadRecord where the act itself cannot stand there."""
    edit = _with_time(game, item.change, item.at)
    after = revise(game, edit)
    if not isinstance(item.change, TakeBack) and (flaw := after.acts[item.change.at].flaw):
        if flaw.code is Code.BAD_RECORD:
            raise BadRecord(flaw.message)
        raise IllegalAct(flaw.code, flaw.message)
    return edit


def consequences(game: Game, change: Change) -> list[str]:
    """Say what a change does to the game, in sentences."""
    return sentences(recount(Header.parse(game.header), [dict(act.line) for act in game.acts], change))


def correction(game: Game, step: Step, edit: Edit) -> dict[str, object]:
    """Give the data of the event that tells of a change."""
    return {"step": str(step), "edit": edit_to_json(edit), "words": consequences(game, edit.change)}


def last_act_is_last_done(game: Game, history: History) -> bool:
    """Say whether undoing takes back just the last act."""
    return bool(history.done) and history.done[-1] == Edit(TakeBack(len(game.acts) - 1))


def without_last_act(game: Game, history: History) -> History:
    """Give the history after the last act was taken back, whatever was last done."""
    back = inverse(game, Edit(TakeBack(len(game.acts) - 1)))
    step = Step.UNDO if last_act_is_last_done(game, history) else Step.CHANGE
    return history.stepped(step, back)


def line_of(change: Change) -> Mapping[str, object] | None:
    """Give the one act that a change puts in, if it is just one."""
    return None if isinstance(change, TakeBack | Rewrite) else change.fields


def edit_to_json(edit: Edit) -> dict[str, object]:
    """Give a change as plain values."""
    change, touch = edit.change, edit.touch
    return {**_change_to_json(change), "touch": span_to_json(touch) if touch else None}


def edit_from_json(data: Data) -> Edit:
    """Read what ``edit_to_json`` gave."""
    change = Rewrite(data["at"], tuple(data["acts"])) if "acts" in data else change_from_json(data)
    return Edit(change, span_from_json(data["touch"]) if data["touch"] else None)


def change_to_json(change: OneAct) -> dict[str, object]:
    """Give a change of one act as ``{"change", "at", "act"}``, places counted from 0."""
    if isinstance(change, TakeBack):
        return {"change": "take-back", "at": change.at}
    kind = "replace" if isinstance(change, Replace) else "insert"
    return {"change": kind, "at": change.at, "act": dict(change.fields)}


def change_from_json(data: Data) -> OneAct:
    """Read what ``change_to_json`` gave; raises BadRecord for anything else."""
    kind, at, act = data.get("change"), data.get("at"), data.get("act")
    if type(at) is not int or at < 0:
        raise BadRecord(f'"at" is the place of an act, counted from 0, not {as_json(at)}')
    if kind == "take-back":
        return TakeBack(at)
    if kind not in ("replace", "insert"):
        raise BadRecord(f'"change" is take-back, replace or insert, not {as_json(kind)}')
    if not isinstance(act, dict):
        raise BadRecord(f'"act" is an act as records have it, not {as_json(act)}')
    return Replace(at, act) if kind == "replace" else Insert(at, act)


def _change_to_json(change: Change) -> dict[str, object]:
    if isinstance(change, Rewrite):
        return {"change": "rewrite", "at": change.at, "acts": [dict(line) for line in change.lines]}
    return change_to_json(change)


def _with_time(game: Game, change: Change, at: Instant) -> Edit:
    """Keep time and note of an act that is replaced; one that is put in happened between its neighbours."""
    if isinstance(change, TakeBack) or not 0 <= change.at <= len(game.acts):
        return Edit(change)
    if isinstance(change, Rewrite):
        dated = (_dated(game, place, line) for place, line in enumerate(change.lines, start=change.at))
        return Edit(Rewrite(change.at, tuple(dated)))
    if isinstance(change, Replace):
        was = game.acts[change.at] if change.at < len(game.acts) else Played({})
        line = _noted(was.line, change.fields)
        return Edit(Replace(change.at, _dated(game, change.at, line)), was.touch)
    touch = _between(game, change.at, at)
    line = {"t": game.seconds_at(touch.latest), **change.fields}
    return Edit(Insert(change.at, line), touch)


def _dated(game: Game, place: int, line: Data) -> Data:
    """Give an act with the time of the one that stands at its place, where that has one."""
    was = game.acts[place].line if place < len(game.acts) else {}
    return {"t": was["t"], **line} if "t" in was else line


def _noted(was: Data, line: Data) -> Data:
    """Give an act with what was noted beside the one in its place, unless it brings a note of its own."""
    note = note_beside(was)
    return line if note is None else {"note": note, **line}


def _between(game: Game, place: int, now: Instant) -> Span:
    touches = [act.touch for act in game.acts[:place] if act.touch]
    later = [act.touch for act in game.acts[place:] if act.touch]
    earliest = touches[-1].latest if touches else game.started
    latest = later[0].earliest if later else now
    return Span(min(earliest, latest), max(earliest, latest))
