"""What a dispute says to people: its title, the rule, the ruling, the evidence, what became of it. Pure."""

from collections.abc import Iterator, Mapping, Sequence

from companion.clock import NS_PER_MS, Instant, Span, seconds
from companion.disputes.clips import FrameNote
from companion.disputes.dispute import ClaimOutcome, Dispute
from companion.evidence import SHARED, Press, PressSource
from companion.jumps.adjudicator import Laid, Verdict
from companion.language import Text, decimal, mark, say, say_n

VERDICTS: Mapping[Verdict, str] = {
    Verdict.IN_TIME: mark("In time"),
    Verdict.TOO_LATE: mark("Too late"),
    Verdict.TOO_CLOSE: mark("Too close to call"),
    Verdict.NOT_FIFTY: mark("Not a jump"),
    Verdict.OWN_CARD: mark("No jump on one’s own card"),
    Verdict.NO_WINDOW: mark("No jump is open"),
}

OUTCOMES: Mapping[tuple[ClaimOutcome, bool], str] = {
    (ClaimOutcome.OPEN, False): mark("The table has not decided yet."),
    (ClaimOutcome.JUMP, False): mark("At the table the jump counted."),
    (ClaimOutcome.NO_JUMP, False): mark("At the table the jump did not count."),
    (ClaimOutcome.JUMP, True): mark("The table ruled: the jump counts."),
    (ClaimOutcome.NO_JUMP, True): mark("The table ruled: the jump does not count."),
}

STAMPS: Mapping[str, str] = {
    "media": mark("The pictures bear the recording's own time."),
    "sensor": mark("The pictures' times come from the camera's sensor."),
    "driver": mark("The pictures' times come from the camera's driver."),
    "arrival": mark("The pictures' times are those at which they came to the companion: wide, but honest."),
}

SOURCES: Mapping[PressSource, str] = {
    PressSource.GPIO: mark("{who} was pressed at {t} s, known to within {error} ms by the wire."),
    PressSource.KEYBOARD: mark("{who} was pressed on the keyboard at {t} s, known to within {error} ms."),
    PressSource.TABLET: mark("{who} was tapped on a tablet at {t} s, known to within {error} ms."),
    PressSource.RECORDING: mark(
        "{who} was pressed at {t} s, known to within {error} ms, says the recording."
    ),
}


def title(dispute: Dispute) -> Text:
    """Name the dispute: who jumped with what on what."""
    ruling = dispute.ruling
    facts = {key: ruling[key] for key in ("by", "jump", "on")}
    if ruling["on"] is None:
        return say("A jump with {jump}", **facts)
    return say("{by}’s {jump} on {on}", **facts) if ruling["by"] else say("{jump} on {on}", **facts)


def verdict(dispute: Dispute) -> Text:
    """Give the verdict in a few words."""
    return say(VERDICTS[dispute.verdict])


def outcome(dispute: Dispute) -> Text:
    """Say what became of the claim at the table."""
    return say(OUTCOMES[dispute.outcome, dispute.referee])


def when(dispute: Dispute) -> Text:
    """Say when in its game it was."""
    minutes, rest = divmod(int(dispute.moment), 60)
    return say("{minutes}:{seconds} after the game began", minutes=minutes, seconds=f"{rest:02}")


def margin(dispute: Dispute) -> Text | None:
    """Say how far the two times lie apart; None while no next card lies."""
    apart, error = dispute.ruling["margin_ms"], dispute.ruling["error_ms"]
    if apart is None:
        return None
    facts = {"ms": f"{abs(apart):.0f}", "error": f"{error:.0f}"}
    if apart > 0:
        return say("{ms} ms before the next card, give or take {error} ms", **facts)
    return say("{ms} ms after the next card, give or take {error} ms", **facts)


def rule() -> tuple[Text, ...]:
    """Say the rule of the jump, and how its time is taken."""
    return (
        say(
            "Whoever holds the card exactly 50 away from the number just played may lay it beside the row, "
            "out of turn – but not on one’s own card, and only until the next player’s card touches the "
            "table."
        ),
        say(
            "The claim counts from the press of the jump button or, where none was pressed, from the touch "
            "of the jump card. Both times are known only to within an error. A jump is in time, or too late, "
            "only where the two times lie further apart than both errors together; else the table rules."
        ),
    )


def evidence(dispute: Dispute, frames: Sequence[FrameNote] = ()) -> tuple[Text, ...]:
    """List all that the ruling rests on."""
    kept = dispute.testimony
    if not kept:
        return (say("An older companion ruled on this and kept no evidence."),)
    return tuple(_evidence(dispute, frames))


def _evidence(dispute: Dispute, frames: Sequence[FrameNote]) -> Iterator[Text]:
    number, start = dispute.ruling["jump"], dispute.started
    if dispute.target:
        yield _laid(dispute.target, start)
    if dispute.press:
        yield from _press(dispute.press, start)
    else:
        yield say("No button was pressed for this claim: it counts from the card's touch.")
    if dispute.touch:
        facts = _between(dispute.touch, start)
        yield say(
            "{number} touched the table beside the row between {first} s and {last} s.",
            number=number,
            **facts,
        )
    if dispute.following:
        yield _next(dispute.following, start)
    elif dispute.target:
        yield say("No next card lay there when the ruling was made.")
    yield from _who(dispute)
    yield from _pictures(dispute, frames)


def _laid(laid: Laid, start: Instant) -> Text:
    facts = _between(laid.touch, start)
    return say(
        "{by} played {number}; it touched between {first} s and {last} s.",
        by=laid.by,
        number=laid.number,
        **facts,
    )


def _next(laid: Laid, start: Instant) -> Text:
    facts = _between(laid.touch, start)
    if laid.number is None:
        return say("The next card, {by}’s pass, touched between {first} s and {last} s.", by=laid.by, **facts)
    return say(
        "The next card, {by}’s {number}, touched between {first} s and {last} s.",
        by=laid.by,
        number=laid.number,
        **facts,
    )


def _press(press: Press, start: Instant) -> Iterator[Text]:
    middle, half = (
        press.span.middle,
        (press.span.latest - press.span.earliest) / 2,
    )
    who = say("The jump button") if press.button == SHARED else say("{player}’s button", player=press.button)
    facts = {"who": who, "t": decimal(seconds(middle - start), 3), "error": _ms(half)}
    yield say(SOURCES[press.source], **facts)
    clock = press.clock
    if clock and clock.measured:
        yield say(
            "In this are the two clocks: the camera runs {offset} ms behind the button, known to within "
            "{error} ms, as measured on {date}.",
            offset=_ms(clock.offset),
            error=_ms(clock.error),
            date=clock.measured,
        )
    elif clock:
        yield say(
            "In this are {error} ms because the camera's clock was never measured against the button's; "
            "`companion doctor clock` does that.",
            error=_ms(clock.error),
        )


def _who(dispute: Dispute) -> Iterator[Text]:
    by, press = dispute.ruling["by"], dispute.press
    if by is None:
        yield say("Nothing tells who jumped.")
    elif press and press.button == by:
        yield say("{player} jumped: it was their own button.", player=by)
    else:
        yield say("{player} jumped: the arm came from their side.", player=by)


def _pictures(dispute: Dispute, frames: Sequence[FrameNote]) -> Iterator[Text]:
    if not frames:
        yield say("No pictures were kept of it.")
        return
    yield say_n("{n} picture is kept.", "{n} pictures are kept.", len(frames))
    for stamp in dict.fromkeys(frame.stamp for frame in frames):
        yield say(STAMPS.get(stamp, STAMPS["arrival"]))


def _between(span: Span, start: Instant) -> dict[str, object]:
    first, last = seconds(span.earliest - start), seconds(span.latest - start)
    return {"first": decimal(first, 3), "last": decimal(last, 3)}


def _ms(nanoseconds: float) -> str:
    value = nanoseconds / NS_PER_MS
    return f"{value:.0f}" if abs(value) >= 10 or f"{value:.1f}".endswith(".0") else decimal(value)
