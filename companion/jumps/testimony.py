"""What a ruling rests on, as plain JSON values for the journal."""

from collections.abc import Mapping
from typing import Any

from companion.evidence_json import press_to_json, span_from_json, span_to_json
from companion.jumps.adjudicator import Laid, Ruling, Timing

Json = Mapping[str, Any]


def grounds_to_json(ruling: Ruling) -> dict[str, object]:
    """Give a ruling's case, which card was jumped on, which came next, and the two times compared (ns)."""
    case = ruling.case
    if case is None:
        return {}
    return {
        "claim": {
            "number": case.claim.number,
            "touch": span_to_json(case.claim.touch),
            "by": case.claim.by,
        },
        "row": [_laid_to_json(laid) for laid in case.row],
        "presses": [press_to_json(press) for press in case.presses],
        "open_jump": case.open_jump,
        "press": press_to_json(ruling.press) if ruling.press else None,
        "target": _laid_to_json(ruling.target) if ruling.target else None,
        "following": _laid_to_json(ruling.following) if ruling.following else None,
        "claimed": _timing_to_json(ruling.claimed),
        "ended": _timing_to_json(ruling.ended),
    }


def laid_from_json(data: Json) -> Laid:
    """Read a card that was laid on the row."""
    return Laid(data["number"], data["by"], span_from_json(data["touch"]))


def timing_from_json(data: Json | None) -> Timing | None:
    """Read a moment with its error; None where there was none."""
    return Timing(data["at"], data["error"]) if data else None


def _laid_to_json(laid: Laid) -> dict[str, object]:
    return {"number": laid.number, "by": laid.by, "touch": span_to_json(laid.touch)}


def _timing_to_json(timing: Timing | None) -> dict[str, object] | None:
    return {"at": timing.at, "error": timing.error} if timing else None
