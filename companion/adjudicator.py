"""The judge of the fifty-card jump: times with their errors in, a ruling out; nothing else counts.

The claim is made when the jump button is pressed or, where none was, when the jump card touches the table.
It is in time when it came before the next player's card touched, by more than both errors together
(docs/watch.md, "When a jump counts").
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.clock import Span
from companion.evidence import Press

JUMP = 50
NS_PER_MS = 1_000_000
PRESS_AFTER_TOUCH = 1_000_000_000
"""A press up to this long (ns) after the jump card touched still claims for it."""


class Verdict(StrEnum):
    """What a claim comes to."""

    IN_TIME = "in-time"
    TOO_LATE = "too-late"
    NOT_FIFTY = "not-fifty"
    OWN_CARD = "own-card"
    NO_WINDOW = "no-window"
    TOO_CLOSE = "too-close"


@dataclass(frozen=True, slots=True)
class Claim:
    """A card laid beside the row; ``by`` is None where nothing tells who laid it."""

    number: int
    touch: Span
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Laid:
    """A card laid on the row: its number (None for a pass), who played it, and when it touched."""

    number: int | None
    by: str
    touch: Span


@dataclass(frozen=True, slots=True)
class Ruling:
    """The verdict on one claim, with all that it rests on.

    ``margin_ms`` is the time from claim to next card, positive when the claim came first, None while no next
    card lies; ``error_ms`` (0 or more) is the sum of both errors. ``press`` is the press that claimed.
    """

    verdict: Verdict
    jump: int
    on: int | None
    by: str | None
    margin_ms: float | None
    error_ms: float
    reason: str
    press: Press | None = None


def rule(claim: Claim, row: Sequence[Laid], presses: Sequence[Press] = (), open_jump: bool = False) -> Ruling:
    """Rule on a claim.

    ``row`` holds the cards laid since the row began, by whoever, replaced and removed ones too;
    ``presses`` all presses that are not yet accounted for; ``open_jump`` says that a jump is being settled.
    The order in which either is given does not matter, only their times do.
    """
    laid = sorted(row, key=_when)
    target = next((i for i in reversed(range(len(laid))) if _partners(laid[i].number, claim.number)), None)
    if open_jump or not laid:
        return _no_window(claim, open_jump)
    if target is None:
        return _not_fifty(claim, laid)
    press = _claiming_press(claim, laid[target], presses)
    by = press.button if press and press.button != "jump" else claim.by
    if by == laid[target].by:
        return _own_card(claim, laid[target], press, by)
    following = laid[target + 1] if target + 1 < len(laid) else None
    return _by_times(claim, laid[target], following, press, by)


def _when(laid: Laid) -> tuple[int, int]:
    return laid.touch.latest, laid.touch.earliest


def _partners(number: int | None, jump: int) -> bool:
    return number is not None and abs(number - jump) == JUMP


def _claiming_press(claim: Claim, target: Laid, presses: Sequence[Press]) -> Press | None:
    """Give the first press that can stand for this claim: not before its window opened, not long after it."""
    until = claim.touch.latest + PRESS_AFTER_TOUCH
    fitting = (p for p in presses if target.touch.earliest <= p.span.latest and p.span.earliest <= until)
    return min(fitting, key=lambda p: (p.span.latest, p.span.earliest, p.button), default=None)


def _by_times(
    claim: Claim, target: Laid, following: Laid | None, press: Press | None, by: str | None
) -> Ruling:
    claimed, error = _pressed(press.span) if press else _touched(claim.touch)
    if following is None:
        reason = f"No card has been laid on {target.number} yet: {claim.number} is in time."
        return Ruling(Verdict.IN_TIME, claim.number, target.number, by, None, error, reason, press)
    touched, next_error = _touched(following.touch)
    margin, error = touched - claimed, error + next_error
    verdict = _compare(margin, error)
    reason = _reason(verdict, margin, error, press)
    return Ruling(verdict, claim.number, target.number, by, margin, error, reason, press)


def _compare(margin: float, error: float) -> Verdict:
    if abs(margin) <= error:
        return Verdict.TOO_CLOSE
    return Verdict.IN_TIME if margin > 0 else Verdict.TOO_LATE


def _pressed(span: Span) -> tuple[float, float]:
    """Give time and error of a press in milliseconds: its stamp lies in the middle of its span."""
    return (span.earliest + span.latest) / 2 / NS_PER_MS, (span.latest - span.earliest) / 2 / NS_PER_MS


def _touched(span: Span) -> tuple[float, float]:
    """Give time and error of a touch in milliseconds: the first frame that shows it, at most a span late."""
    return span.latest / NS_PER_MS, (span.latest - span.earliest) / NS_PER_MS


def _reason(verdict: Verdict, margin: float, error: float, press: Press | None) -> str:
    claim = "The press" if press else "The jump card"
    times = f"{abs(margin):.0f} ms {'before' if margin > 0 else 'after'} the next card"
    sure = f"the two times are known to within {error:.0f} ms together"
    if verdict is Verdict.TOO_CLOSE:
        return f"{claim} came {times}, but {sure}: too close to call. The table rules."
    return f"{claim} came {times}, and {sure}."


def _no_window(claim: Claim, open_jump: bool) -> Ruling:
    why = (
        "a jump is being settled, and there is no jump on a jump" if open_jump else "no card lies in the row"
    )
    reason = f"{claim.number} cannot jump: {why}."
    return Ruling(Verdict.NO_WINDOW, claim.number, None, claim.by, None, 0.0, reason)


def _not_fifty(claim: Claim, laid: Sequence[Laid]) -> Ruling:
    last = next((c.number for c in reversed(laid) if c.number is not None), None)
    partner = claim.number - JUMP if claim.number > JUMP else claim.number + JUMP
    reason = f"{claim.number} jumps on {partner} alone; the last number played is {last}."
    return Ruling(Verdict.NOT_FIFTY, claim.number, None, claim.by, None, 0.0, reason)


def _own_card(claim: Claim, target: Laid, press: Press | None, by: str | None) -> Ruling:
    reason = f"{by} played {target.number} and cannot jump on it with {claim.number}."
    return Ruling(Verdict.OWN_CARD, claim.number, target.number, by, None, 0.0, reason, press)
