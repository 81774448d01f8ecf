"""The judge of the fifty-card jump: times with their errors in, a ruling out; nothing else counts.

The claim is made when the jump button is pressed or, where none was, when the jump card touches the table.
It is in time when it came before the next player's card touched, by more than both errors together
(docs/watch.md, "When a jump counts").
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from companion.clock import NS_PER_MS, Instant, Span
from companion.evidence import SHARED, Press
from companion.language import Text, say

JUMP = 50
PRESS_AFTER_TOUCH = 1_000_000_000
"""A press up to this long (ns) after the jump card touched still claims for it."""

CALL_BEFORE_TOUCH = 1_500_000_000
"""A button held down calls the referee; it claims too for a card that touches within this time (ns) of it."""


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
class Case:
    """All that a ruling may rest on: the claim, the row, the presses, and whether a jump is being settled."""

    claim: Claim
    row: tuple[Laid, ...] = ()
    presses: tuple[Press, ...] = ()
    open_jump: bool = False


@dataclass(frozen=True, slots=True)
class Timing:
    """A moment (ns) and how wrong it may be either way (ns, 0 or more), as the judge counts it."""

    at: Instant
    error: int

    @classmethod
    def between(cls, earliest: int, latest: int) -> "Timing":
        """Give the moment in the middle, wrong by half of what lies between."""
        return cls(Instant((earliest + latest) // 2), (latest - earliest + 1) // 2)

    @property
    def earliest(self) -> int:
        """The earliest instant (ns) that the judge holds possible."""
        return self.at - self.error

    @property
    def latest(self) -> int:
        """The latest instant (ns) that the judge holds possible."""
        return self.at + self.error


@dataclass(frozen=True, slots=True)
class Ruling:
    """The verdict on one claim, with all that it rests on.

    ``margin_ms`` is the time from claim to next card, positive when the claim came first, None while no next
    card lies; ``error_ms`` (0 or more) is the sum of both errors. ``press`` is the press that claimed.
    ``target`` is the card jumped on and ``following`` the one after it; ``claimed`` and ``ended`` are the two
    times that were compared; ``case`` is what lay before the judge.
    """

    verdict: Verdict
    jump: int
    on: int | None
    by: str | None
    margin_ms: float | None
    error_ms: float
    reason: str
    press: Press | None = None
    case: Case | None = field(default=None, compare=False, repr=False)
    target: Laid | None = field(default=None, compare=False)
    following: Laid | None = field(default=None, compare=False)
    claimed: Timing | None = field(default=None, compare=False)
    ended: Timing | None = field(default=None, compare=False)


def rule(claim: Claim, row: Sequence[Laid], presses: Sequence[Press] = (), open_jump: bool = False) -> Ruling:
    """Rule on a claim.

    ``row`` holds the cards laid since the row began, by whoever, replaced and removed ones too;
    ``presses`` all presses that are not yet accounted for; ``open_jump`` says that a jump is being settled.
    The order in which either is given does not matter, only their times do.
    """
    return judge(Case(claim, tuple(row), tuple(presses), open_jump))


def judge(case: Case) -> Ruling:
    """Rule on a case."""
    claim, laid = case.claim, sorted(case.row, key=_when)
    target = next((i for i in reversed(range(len(laid))) if _partners(laid[i].number, claim.number)), None)
    if case.open_jump or not laid:
        return _no_window(case)
    if target is None:
        return _not_fifty(case, laid)
    found = _claims(case, laid[target])
    if found.by == laid[target].by:
        return _own_card(case, laid[target], found)
    following = laid[target + 1] if target + 1 < len(laid) else None
    return _by_times(case, laid[target], following, found)


@dataclass(frozen=True, slots=True)
class _Claimed:
    """When the claim was made, within all that is possible, by whom, and by which press, if by one."""

    timing: Timing
    by: str | None
    press: Press | None


def _when(laid: Laid) -> tuple[int, int]:
    return laid.touch.latest, laid.touch.earliest


def partner(number: int) -> int:
    """Give the only number (1-100) that is fifty away from another."""
    return number - JUMP if number > JUMP else number + JUMP


def _partners(number: int | None, jump: int) -> bool:
    return number is not None and abs(number - jump) == JUMP


def _claims(case: Case, target: Laid) -> _Claimed:
    """Find the first press that claims, else the card's touch.

    Where it is not certain which press was the first, or whether one belongs to this claim at all, the time
    covers every possibility: knowing more can then only narrow it down.
    """
    claim = case.claim
    possible = [p for p in _others(case, target) if _may_claim(p, claim, target)]
    sure = [p for p in possible if _must_claim(p, claim, target)]
    first = min((p.span.latest for p in sure), default=None)
    if first is not None:
        possible = [p for p in possible if p.span.earliest <= first]
    timings = [_pressed(p.span) for p in possible] + ([] if sure else [_touched(claim.touch)])
    press = min(possible, key=lambda p: (p.span.latest, p.span.earliest, p.button), default=None)
    whole = Timing.between(min(t.earliest for t in timings), max(t.latest for t in timings))
    by = press.button if press and press.button != SHARED else claim.by
    return _Claimed(timings[0] if len(timings) == 1 else whole, by, press)


def _others(case: Case, target: Laid) -> Sequence[Press]:
    """Leave out who played the number jumped on, where it is known that somebody else has jumped."""
    others = [press for press in case.presses if press.button != target.by]
    return others if others or case.claim.by not in (None, target.by) else case.presses


def _may_claim(press: Press, claim: Claim, target: Laid) -> bool:
    """Say whether a press can stand for this claim: not before its window opened, not long after it."""
    began, until = claim.touch.earliest - CALL_BEFORE_TOUCH, claim.touch.latest + PRESS_AFTER_TOUCH
    if press.call and press.span.latest < began:
        return False
    return target.touch.earliest <= press.span.latest and press.span.earliest <= until


def _must_claim(press: Press, claim: Claim, target: Laid) -> bool:
    """Say whether a press stands for this claim however wrong the times are."""
    began, until = claim.touch.latest - CALL_BEFORE_TOUCH, claim.touch.earliest + PRESS_AFTER_TOUCH
    if press.call and press.span.earliest < began:
        return False
    return target.touch.latest <= press.span.earliest and press.span.latest <= until


def _by_times(case: Case, target: Laid, following: Laid | None, found: _Claimed) -> Ruling:
    number, claimed = case.claim.number, found.timing
    if following is None:
        reason = say("No card has been laid on {on} yet: {jump} is in time.", on=target.number, jump=number)
        error = claimed.error / NS_PER_MS
        return _ruling(Verdict.IN_TIME, case, reason, target, found, error_ms=error)
    ended = _touched(following.touch)
    margin = (ended.at - claimed.at) / NS_PER_MS
    error = (claimed.error + ended.error) / NS_PER_MS
    verdict = _compare(margin, error)
    reason = _reason(verdict, margin, error, found.press)
    return _ruling(verdict, case, reason, target, found, margin, error, following, ended)


def _ruling(
    verdict: Verdict,
    case: Case,
    reason: Text,
    target: Laid | None = None,
    found: _Claimed | None = None,
    margin_ms: float | None = None,
    error_ms: float = 0.0,
    following: Laid | None = None,
    ended: Timing | None = None,
) -> Ruling:
    return Ruling(
        verdict,
        case.claim.number,
        target.number if target else None,
        found.by if found else case.claim.by,
        margin_ms,
        error_ms,
        reason,
        found.press if found else None,
        case,
        target,
        following,
        found.timing if found else None,
        ended,
    )


def _compare(margin: float, error: float) -> Verdict:
    if abs(margin) <= error:
        return Verdict.TOO_CLOSE
    return Verdict.IN_TIME if margin > 0 else Verdict.TOO_LATE


def _pressed(span: Span) -> Timing:
    """Give the time of a press: its stamp lies in the middle of its span."""
    return Timing.between(span.earliest, span.latest)


def _touched(span: Span) -> Timing:
    """Give the time of a touch: the first frame that shows it, at most a span late."""
    return Timing(span.latest, span.latest - span.earliest)


def _reason(verdict: Verdict, margin: float, error: float, press: Press | None) -> Text:
    claim = say("The press") if press else say("The jump card")
    facts = {"claim": claim, "ms": f"{abs(margin):.0f}", "error": f"{error:.0f}"}
    if verdict is Verdict.TOO_CLOSE and margin > 0:
        return say(
            "{claim} came {ms} ms before the next card, but the two times are known to within {error} ms "
            "together: too close to call. The table rules.",
            **facts,
        )
    if verdict is Verdict.TOO_CLOSE:
        return say(
            "{claim} came {ms} ms after the next card, but the two times are known to within {error} ms "
            "together: too close to call. The table rules.",
            **facts,
        )
    if margin > 0:
        return say(
            "{claim} came {ms} ms before the next card, and the two times are known to within {error} ms "
            "together.",
            **facts,
        )
    return say(
        "{claim} came {ms} ms after the next card, and the two times are known to within {error} ms "
        "together.",
        **facts,
    )


def _no_window(case: Case) -> Ruling:
    jump = case.claim.number
    if case.open_jump:
        reason = say(
            "{jump} cannot jump: a jump is being settled, and there is no jump on a jump.", jump=jump
        )
    else:
        reason = say("{jump} cannot jump: no card lies in the row.", jump=jump)
    return _ruling(Verdict.NO_WINDOW, case, reason)


def _not_fifty(case: Case, laid: Sequence[Laid]) -> Ruling:
    number = case.claim.number
    last = next((c.number for c in reversed(laid) if c.number is not None), None)
    facts = {"jump": number, "partner": partner(number), "last": last}
    if last is None:
        reason = say("{jump} jumps on {partner} alone, and no number has been played.", **facts)
    else:
        reason = say("{jump} jumps on {partner} alone; the last number played is {last}.", **facts)
    return _ruling(Verdict.NOT_FIFTY, case, reason)


def _own_card(case: Case, target: Laid, found: _Claimed) -> Ruling:
    facts = {"by": found.by, "on": target.number, "jump": case.claim.number}
    reason = say("{by} played {on} and cannot jump on it with {jump}.", **facts)
    return _ruling(Verdict.OWN_CARD, case, reason, target, found)
