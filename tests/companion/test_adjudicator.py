from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.adjudicator import Claim, Laid, Ruling, Verdict, rule
from companion.clock import Instant, Span
from companion.evidence import Press, PressSource

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
