"""Events as ``companion watch`` prints them: one JSON object a line for programs, one sentence for people."""

from collections.abc import Mapping
from typing import Any, cast

from companion.clock import Instant, seconds
from companion.escaping import on_one_line
from companion.evidence_json import press_from_json
from companion.sessions.events import Event, EventKind

Data = Mapping[str, Any]

VERDICT_FIELDS = ("jump", "on", "by", "verdict", "margin_ms", "error_ms", "reason")


def as_line(event: Event, started: Instant) -> dict[str, object] | None:
    """Give the line of an event, its time in seconds since the start; None where it is not announced."""
    data = cast(Data, event.data)
    head = {"t": round(seconds(event.at - started), 3), "event": str(event.kind)}
    match event.kind:
        case EventKind.ACT:
            touched = data["touch"][1] if data.get("touch") else event.at
            t = round(seconds(touched - started), 3)
            return {**head, "t": t, "act": data["act"], "row": data["row"]}
        case EventKind.ATTENTION:
            return {**head, "code": data["code"], "message": data["message"]}
        case EventKind.PRESS:
            press = press_from_json(data)
            return {**head, "t": round(seconds(press.span.middle - started), 3), "button": press.button}
        case EventKind.VERDICT:
            return {**head, **{field: data[field] for field in VERDICT_FIELDS}}
        case EventKind.RESULT:
            return {**head, "standings": data["standings"]}
        case EventKind.CORRECTION:
            edit = data["edit"]
            return {**head, "number": edit["at"] + 1, "act": edit.get("act"), "words": data["words"]}
        case EventKind.UNDO | EventKind.CAMERA:
            return {**head, **data}
        case _:
            return None


def as_words(event: Event, started: Instant) -> str | None:
    """Give the sentence of an event with its time; None where it is not announced."""
    line = as_line(event, started)
    if line is None:
        return None
    return f"{line['t']:8.3f}  {on_one_line(_sentence(event.kind, cast(Data, event.data)))}"


def _sentence(kind: EventKind, data: Data) -> str:
    match kind:
        case EventKind.ACT:
            return str(data["words"])
        case EventKind.PRESS:
            return f"Press: {data['button']}"
        case EventKind.VERDICT:
            return f"Jump with {data['jump']}: {data['verdict']}. {data['reason']}"
        case EventKind.RESULT:
            places = ", ".join(f"{s['place']}. {s['player']} ({s['score']})" for s in data["standings"])
            return f"The game is over: {places}"
        case EventKind.UNDO:
            return "The last act is taken back."
        case EventKind.CORRECTION:
            return " ".join(map(str, data["words"]))
        case _:
            return str(data["message"])
