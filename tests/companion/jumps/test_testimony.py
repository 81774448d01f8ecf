"""A ruling kept as JSON comes back as it was, and is made again from what it rests on."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.clock import ClockFit, Instant, Span
from companion.evidence import Press, PressSource
from companion.evidence_json import press_from_json, press_to_json, span_from_json
from companion.jumps.adjudicator import Case, Claim, Laid, judge
from companion.jumps.testimony import grounds_to_json, laid_from_json, timing_from_json

MS = 1_000_000


def span(first_ms: int, last_ms: int) -> Span:
    return Span(Instant(first_ms * MS), Instant(last_ms * MS))


PRESS = Press("Dan", span(957, 963), PressSource.GPIO, ClockFit(5 * MS, 2 * MS, "2026-11-21"), call=True)
CASE = Case(
    Claim(3, span(1000, 1033), "Dan"),
    (Laid(53, "Ada", span(500, 533)), Laid(None, "Bo", span(1400, 1433))),
    (PRESS,),
)


def case_from_json(data: Mapping[str, Any]) -> Case:
    """Read the case that lay before the judge."""
    claim = data["claim"]
    return Case(
        Claim(claim["number"], span_from_json(claim["touch"]), claim["by"]),
        tuple(laid_from_json(laid) for laid in data["row"]),
        tuple(press_from_json(press) for press in data["presses"]),
        data["open_jump"],
    )


def test_a_case_passes_through_json_unchanged() -> None:
    kept = json.loads(json.dumps(grounds_to_json(judge(CASE))))
    assert case_from_json(kept) == CASE
    assert timing_from_json(kept["claimed"]) == judge(CASE).claimed


def test_a_ruling_is_made_again_from_what_was_kept() -> None:
    ruling = judge(CASE)
    assert judge(case_from_json(json.loads(json.dumps(grounds_to_json(ruling))))) == ruling


def test_a_press_is_kept_with_its_clock() -> None:
    assert press_from_json(json.loads(json.dumps(press_to_json(PRESS)))) == PRESS


def test_a_press_as_older_companions_kept_it_can_be_read() -> None:
    plain = replace(PRESS, clock=None, call=False)
    data = press_to_json(plain)
    assert set(data) == {"button", "span", "source"}
    assert press_from_json(data) == plain
