from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.clock import Instant, Span
from companion.evidence import Press, PressSource
from companion.jumps.adjudicator import Claim, Laid, Ruling, Timing, Verdict, rule

MS = 1_000_000


def span(latest_ms: float, width_ms: float = 67) -> Span:
    return Span(Instant(round((latest_ms - width_ms) * MS)), Instant(round(latest_ms * MS)))


def press(at_ms: float, error_ms: float = 2, button: str = "jump") -> Press:
    return Press(button, Span.at(Instant(round(at_ms * MS)), round(error_ms * MS)), PressSource.GPIO)


ROW = (Laid(53, "Ada", span(56_133)), Laid(55, "Bo", span(58_467)))


@pytest.mark.parametrize(
    ("claim", "row", "presses", "verdict"),
    [
        (Claim(73, span(17_267)), (Laid(23, "Ada", span(16_467)),), (), Verdict.IN_TIME),
        (Claim(3, span(57_000)), ROW, (), Verdict.IN_TIME),
        (Claim(3, span(58_400)), ROW, (), Verdict.TOO_CLOSE),
        (Claim(3, span(58_400)), ROW, (press(58_465),), Verdict.TOO_CLOSE),
        (Claim(3, span(58_900)), ROW, (press(58_000),), Verdict.IN_TIME),
        (Claim(3, span(59_000)), ROW, (), Verdict.TOO_LATE),
        (Claim(3, span(59_000)), ROW, (press(55_000),), Verdict.TOO_LATE),
        (Claim(4, span(59_000)), ROW, (), Verdict.NOT_FIFTY),
        (Claim(3, span(57_000), by="Ada"), ROW, (), Verdict.OWN_CARD),
        (Claim(3, span(57_000)), ROW, (press(56_900, button="Ada"),), Verdict.OWN_CARD),
        (Claim(3, span(57_000)), (), (), Verdict.NO_WINDOW),
    ],
)
def test_verdicts(claim: Claim, row: Sequence[Laid], presses: Sequence[Press], verdict: Verdict) -> None:
    assert rule(claim, row, presses).verdict is verdict


@pytest.mark.parametrize(
    ("presses", "verdict"),
    [
        # The owner of the number cannot take the claim from who laid the card.
        ((press(56_300, button="Ada"), press(58_000, button="Dan")), Verdict.IN_TIME),
        # Which press was the first is not certain, and one of them would be too late.
        ((press(58_700, error_ms=700), press(58_650)), Verdict.TOO_CLOSE),
        # Both of two presses are in time, whichever was the first.
        ((press(57_000, error_ms=300), press(57_100)), Verdict.IN_TIME),
        # Long after the card touched: no claim for it, the touch counts.
        ((press(61_000),), Verdict.TOO_LATE),
        # The number may not have lain there yet when the button was pressed.
        ((press(56_100, error_ms=40),), Verdict.TOO_CLOSE),
    ],
)
def test_several_presses(presses: Sequence[Press], verdict: Verdict) -> None:
    assert rule(Claim(3, span(59_000)), ROW, presses).verdict is verdict


def test_a_call_for_the_referee_is_a_claim_only_with_a_card_right_after_it() -> None:
    call = replace(press(57_300), call=True)
    assert rule(Claim(3, span(58_700)), ROW, (call,)).verdict is Verdict.IN_TIME
    assert rule(Claim(3, span(59_500)), ROW, (call,)).verdict is Verdict.TOO_LATE


def test_a_ruling_names_all_that_it_rests_on() -> None:
    pressed = press(58_000, button="Dan")
    ruling = rule(Claim(3, span(58_400)), ROW, (pressed,))
    assert (ruling.press, ruling.target, ruling.following) == (pressed, *ROW)
    assert ruling.claimed == Timing(Instant(58_000 * MS), 2 * MS)
    assert ruling.ended == Timing(Instant(58_467 * MS), 67 * MS)


@pytest.mark.parametrize("margin", [-135, -133, 0, 133, 135])
def test_what_is_too_close_is_where_the_two_intervals_overlap(margin: int) -> None:
    ruling = rule(Claim(3, span(58_467 - margin)), ROW)
    assert ruling.claimed
    assert ruling.ended
    first, last = sorted([ruling.claimed, ruling.ended], key=lambda timing: timing.at)
    assert (ruling.verdict is Verdict.TOO_CLOSE) == (last.earliest <= first.latest)


def test_a_jump_on_a_jump_has_no_window() -> None:
    assert (
        rule(Claim(73, span(2000)), (Laid(23, "Ada", span(1000)),), open_jump=True).verdict
        is Verdict.NO_WINDOW
    )


def test_the_margin_and_its_error_are_sums_in_milliseconds() -> None:
    ruling = rule(Claim(3, span(58_400)), ROW, (press(57_467),))
    assert ruling.margin_ms == pytest.approx(1000)
    assert ruling.error_ms == pytest.approx(69)


def test_an_own_button_says_who_jumped() -> None:
    assert rule(Claim(3, span(58_400)), ROW, (press(57_000, button="Dan"),)).by == "Dan"


def test_the_margin_is_null_while_no_next_card_lies() -> None:
    assert rule(Claim(5, span(59_000)), ROW).margin_ms is None


moments = st.integers(0, 5000)
widths = st.integers(0, 300)


def shrunk(whole: Span, low: float, high: float) -> Span:
    width = whole.latest - whole.earliest
    earliest = whole.earliest + int(width * min(low, high))
    return Span(Instant(earliest), Instant(max(earliest, whole.earliest + int(width * max(low, high)))))


def dispute(claim: Span, first: Span, following: Span, press_span: Span | None) -> Ruling:
    presses = (Press("jump", press_span, PressSource.GPIO),) if press_span else ()
    return rule(Claim(3, claim), (Laid(53, "Ada", first), Laid(55, "Bo", following)), presses)


fractions = st.floats(0, 1)


@given(moments, widths, moments, widths, fractions, fractions, fractions, fractions)
def test_shrinking_an_error_never_flips_a_verdict(
    claim: int, w1: int, following: int, w2: int, a: float, b: float, c: float, d: float
) -> None:
    wide = span(claim, w1), span(following, w2)
    narrow = shrunk(wide[0], a, b), shrunk(wide[1], c, d)
    first = span(-10_000, 0)
    before, after = dispute(wide[0], first, wide[1], None), dispute(narrow[0], first, narrow[1], None)
    assert before.verdict in (after.verdict, Verdict.TOO_CLOSE)


@st.composite
def spans(draw: st.DrawFn) -> tuple[Span, Span]:
    """Give a span and a narrower one in it."""
    whole = span(draw(moments), draw(widths))
    return whole, shrunk(whole, draw(fractions), draw(fractions))


presses_of_all = st.lists(st.tuples(st.sampled_from(["jump", "Cleo", "Dan"]), spans()), max_size=4)


@given(spans(), spans(), spans(), presses_of_all)
def test_shrinking_errors_never_flips_a_verdict_with_presses(
    first: tuple[Span, Span],
    claim: tuple[Span, Span],
    following: tuple[Span, Span],
    presses: list[tuple[str, tuple[Span, Span]]],
) -> None:
    def ruled(narrow: int) -> Ruling:
        row = (Laid(53, "Ada", first[narrow]), Laid(55, "Bo", following[narrow]))
        pressed = [Press(button, wide[narrow], PressSource.GPIO) for button, wide in presses]
        return rule(Claim(3, claim[narrow]), row, pressed)

    assume(first[0].latest < following[0].earliest)
    before, after = ruled(0), ruled(1)
    assert before.verdict in (after.verdict, Verdict.TOO_CLOSE)


@given(moments, moments, st.integers(-10_000, 10_000), st.one_of(st.none(), moments))
def test_shifting_all_clocks_changes_nothing(
    claim: int, following: int, shift: int, pressed: int | None
) -> None:
    def at(by: int) -> Ruling:
        own = Span.at(Instant((pressed + by) * MS), 2 * MS) if pressed is not None else None
        return dispute(span(claim + by), span(-10_000 + by), span(following + by), own)

    before, after = at(0), at(shift)
    assert replace(before, press=None) == replace(after, press=None)


@given(st.permutations(range(3)), st.permutations(range(3)))
def test_arrival_order_does_not_count(rows: list[int], presses: list[int]) -> None:
    row = (*ROW, Laid(None, "Cleo", span(60_000)))
    pressed = (press(55_000), press(58_000), press(58_300, button="Cleo"))
    claim = Claim(3, span(58_400))
    assert rule(claim, [row[i] for i in rows], [pressed[i] for i in presses]) == rule(claim, row, pressed)
