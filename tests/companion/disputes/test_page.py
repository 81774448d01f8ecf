"""A dispute as a page that needs nothing else, and its two times on one line."""

import json
import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from companion.clock import ClockFit
from companion.disputes import words
from companion.disputes.clips import FrameNote
from companion.disputes.dispute import Dispute
from companion.disputes.page import Picture, article, document, embedded
from companion.disputes.timeline import draw, timeline_of
from companion.evidence import Press, PressSource
from companion.evidence_json import press_to_json
from companion.jumps.testimony import grounds_to_json
from companion.language import say
from tests.companion.disputes.samples import JPEG, close, disputes, late, plain
from tests.companion.drawn import touched

MS = 1_000_000


def notes(*moments: float) -> tuple[FrameNote, ...]:
    return tuple(FrameNote(place, touched(at), "driver") for place, at in enumerate(moments))


def pictures(*moments: float) -> list[Picture]:
    return [Picture(embedded(JPEG), note) for note in notes(*moments)]


def dispute() -> Dispute:
    return disputes(close())[0]


class Outline(HTMLParser):
    """Collects tags and addresses, and sees that every element is closed."""

    VOID = frozenset({"meta", "input", "link", "img", "line", "rect"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.addresses: list[str] = []
        self.ids: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag


def test_the_file_stands_alone_and_is_whole() -> None:
    text = document(dispute(), pictures(2.3, 2.4, 2.467), footer="kept at the table")
    outline = Outline(text)
    assert outline.open == []
    assert outline.addresses == []
    assert "http" not in re.sub(r'http-equiv|xmlns="[^"]*"', "", text)
    assert "url(" not in text
    assert "@import" not in text
    told = json.loads(re.findall(r'<script type="application/json">(.*?)</script>', text)[0])
    assert [frame["ms"] for frame in told["frames"]] == [-165.0, -65.0, 2.0]
    assert all(frame["src"].startswith("data:image/jpeg;base64,") for frame in told["frames"])
    assert told["next"] == 2.0


def test_it_says_rule_ruling_evidence_and_both_times() -> None:
    text = document(dispute(), pictures(2.467))
    for said in (
        "Too close to call",
        "Cleo’s 3 on 53",
        "give or take",
        "exactly 50 away",
        "The jump button was pressed at 2.465 s, known to within 2 ms by the wire.",
        "3 touched the table beside the row between 2.333 s and 2.400 s.",
        "The next card, Ada’s 55, touched between 2.400 s and 2.467 s.",
        "Cleo jumped: the arm came from their side.",
        "The table has not decided yet.",
        "camera&#x27;s driver",
    ):
        assert said in text, said


def test_names_cannot_break_the_page() -> None:
    evil = Dispute(1, 1, dispute().at, dispute().started, (), {**dispute().ruling, "by": "</script><b>Eve"})
    text = document(evil, pictures(2.4))
    assert "<b>Eve" not in text
    assert Outline(text).open == []


def test_it_speaks_german_too() -> None:
    text = document(dispute(), pictures(2.4), "de")
    assert 'lang="de"' in text
    assert re.findall(r"\d\.\d+ s", re.sub(r"<style>.*?</style>", "", text)) == []
    assert "Zu knapp" in text
    assert "Worauf das beruht" in text


def test_without_pictures_it_says_why() -> None:
    text = article(dispute(), (), without=say("Only a referee sees them."))
    assert "Only a referee sees them." in text
    assert "data-stage" not in text


def test_the_intervals_are_drawn_where_they_lie() -> None:
    timeline = timeline_of(dispute(), notes(2.4, 2.467, 9.0))
    assert timeline
    assert timeline.following
    assert (timeline.claim.first, timeline.claim.middle, timeline.claim.last) == (-2, 0, 2)
    assert (timeline.following.first, timeline.following.last) == (-65, 69)
    assert timeline.overlap == (-2, 2)
    drawn = draw(timeline, "both")
    starts = [float(x) for x in re.findall(r'<rect class="bar \w+" x="([\d.]+)"', drawn)]
    assert starts == [timeline.x(-2), timeline.x(-65)]
    assert drawn.count('class="frame"') == 2


@pytest.mark.parametrize("case", [close, late, plain])
def test_what_is_drawn_agrees_with_the_verdict(case: object) -> None:
    (one,) = disputes(case())  # type: ignore[operator]
    timeline = timeline_of(one)
    assert timeline
    assert (timeline.overlap is not None) == (one.verdict == "too-close")
    places = [timeline.x(at) for at in (timeline.first, timeline.claim.first, timeline.claim.last)]
    assert all(a <= b for a, b in pairwise(places))


def with_press(press: Press) -> Dispute:
    ruling = {**dispute().ruling}
    ruling["evidence"] = {**ruling["evidence"], "press": press_to_json(press)}
    return Dispute(1, 1, dispute().at, dispute().started, (), ruling)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (PressSource.GPIO, "by the wire"),
        (PressSource.KEYBOARD, "on the keyboard"),
        (PressSource.TABLET, "on a tablet"),
        (PressSource.RECORDING, "says the recording"),
    ],
)
def test_every_way_to_press_is_said(source: PressSource, said: str) -> None:
    assert any(said in line for line in words.evidence(with_press(Press("Cleo", touched(2.4), source))))


def test_the_clocks_are_said() -> None:
    for clock, said in (
        (ClockFit(23 * MS, 8 * MS, "2026-11-21"), "23 ms behind the button, known to within 8 ms"),
        (ClockFit(0, 40 * MS), "never measured"),
    ):
        lines = words.evidence(with_press(Press("jump", touched(2.4), PressSource.GPIO, clock)))
        assert any(said in line for line in lines)


def test_a_ruling_of_an_older_companion_is_shown_without_evidence() -> None:
    ruling = {key: value for key, value in dispute().ruling.items() if key != "evidence"}
    old = Dispute(1, 1, dispute().at, dispute().started, (), ruling)
    assert len(words.evidence(old)) == 1
    assert "data-player" in article(old)


def test_a_ruling_without_a_case_keeps_nothing() -> None:
    from companion.jumps.adjudicator import Ruling, Verdict

    assert grounds_to_json(Ruling(Verdict.NO_WINDOW, 3, None, None, None, 0.0, "")) == {}
