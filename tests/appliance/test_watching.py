"""The bundled recording, from frames to the record: every act found, none invented, the jump ruled on."""

import json
from pathlib import Path
from threading import Event as Signal
from typing import Any

import cv2
import numpy as np
import pytest

from appliance import watching
from appliance.watching import Watch, _Follower, watch
from companion.cards import Zone
from companion.clock import Instant, Span, instant
from companion.errors import SourceError
from companion.evidence import Arrival, Side, Sighting
from companion.observing.questions import SEES
from companion.records.record import read, replay
from companion.sessions.events import BreakOff, Event, EventKind, StartGame
from companion.state_folder import decks_folder
from companion.storage.record_keeper import RecordKeeper
from companion.views.endings import NOT_OVER
from companion.views.printed import as_line
from tabletop import main
from tests.companion.drawn import arrival, table, touched
from tests.companion.observing.followers.tables import SEATS, card
from tests.vision.decks.lessons import taught_nothing
from tests.vision.decks.test_store import deck
from vision.capture.live import Live, Report
from vision.decks import learn
from vision.decks.store import save
from vision.frame import Frame

RECORDINGS = Path(__file__).parents[2] / "vision" / "recordings"
ACTS: tuple[dict[str, object], ...] = (
    {"t": 4.067, "player": "Dan", "play": 11},
    {"t": 5.933, "player": "Ada", "play": 12},
    {"t": 8.0, "player": "Bo", "play": 16},
    {"t": 11.8, "player": "Cleo", "play": 15},
    {"t": 14.333, "player": "Dan", "play": 17},
    {"t": 16.467, "player": "Ada", "play": 23},
    {"t": 17.267, "player": "Dan", "jump": 73},
    {"t": 19.4, "player": "Ada", "play": "pass"},
    {"t": 21.467, "player": "Bo", "take": True},
    {"t": 25.267, "player": "Bo", "play": 8},
    {"t": 27.2, "player": "Cleo", "play": 14},
    {"t": 29.8, "player": "Dan", "play": "pass"},
    {"t": 32.267, "player": "Ada", "play": "pass"},
    {"t": 36.0, "player": "Bo", "play": 19},
)
"""What is to be seen in the recording; ``t`` is the first frame that shows the card at its place."""
FRAME = 1 / 15
HEADER = {"game": "fifty-fifty", "players": ["Ada", "Bo", "Cleo", "Dan"], "starter": "Dan"}
PENALTIES = {"Ada": 0, "Bo": 8 + 2, "Cleo": 0, "Dan": 0}


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("evening") / "game.jsonl"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="module")
def lines(record: Path, pages: Path) -> list[dict[str, Any]]:
    """Everything that is announced of the recording."""
    printed = pytest.MonkeyPatch()
    said: list[str] = []

    def note(text: str, file: Any = None, **_: object) -> None:
        if file is None:
            said.append(text)

    printed.setattr("builtins.print", note)
    players = ["--players", "Ada,Bo,Cleo,Dan", "--starter", "Dan", "--seats", "south,west,north,east"]
    presses = ["--presses", str(RECORDINGS / "first-evening.presses.jsonl")]
    video = str(RECORDINGS / "first-evening.mp4")
    assert (
        main(
            ["watch", "--json", *players, *presses, "--record", str(record), "--disputes", str(pages), video]
        )
        == 0
    )
    printed.undo()
    return [json.loads(line) for line in said]


def of(lines: list[dict[str, Any]], event: str) -> list[dict[str, Any]]:
    return [line for line in lines if line["event"] == event]


def test_every_act_is_found_and_none_invented(lines: list[dict[str, Any]]) -> None:
    found = [{key: value for key, value in line["act"].items() if key != "t"} for line in of(lines, "act")]
    assert found == [{key: value for key, value in act.items() if key != "t"} for act in ACTS]


def test_each_touch_is_known_to_a_frame(lines: list[dict[str, Any]]) -> None:
    late = [line["t"] - float(str(act["t"])) for line, act in zip(of(lines, "act"), ACTS, strict=True)]
    assert max(map(abs, late)) <= 1.1 * FRAME


def test_the_jump_is_in_time(lines: list[dict[str, Any]]) -> None:
    verdict = of(lines, "verdict")[0]
    assert {key: verdict[key] for key in ("jump", "on", "by", "verdict", "margin_ms")} == {
        "jump": 73,
        "on": 23,
        "by": "Dan",
        "verdict": "in-time",
        "margin_ms": None,
    }


def test_the_record_replays_to_the_same_penalties(lines: list[dict[str, Any]], record: Path) -> None:
    assert lines
    game = read(record)
    *_, (_, state) = replay(game)
    rules_state: Any = state
    assert dict(zip(state.players, rules_state.penalties, strict=True)) == PENALTIES


def test_each_dispute_has_a_page_of_its_own_with_pictures(lines: list[dict[str, Any]], pages: Path) -> None:
    assert [path.name for path in pages.iterdir()] == ["dispute-1.html"]
    text = (pages / "dispute-1.html").read_text(encoding="utf-8")
    assert '<html lang="en">' in text
    assert "Dan’s 73 on 23" in text
    assert text.count("data:image/jpeg;base64,") > 20
    assert "At the table the jump counted." in text


def pictures(folder: Path, count: int) -> Path:
    """Lay down some pictures of an empty table."""
    folder.mkdir()
    for number in range(count):
        cv2.imwrite(str(folder / f"{number}.png"), np.full((240, 320, 3), 90, np.uint8))
    return folder


def watched(plan: Watch) -> list[Event]:
    events: list[Event] = []
    watch(plan, lambda event, _: events.append(event))
    return events


def test_a_button_of_nobodys_is_named_and_counts_for_nobody(tmp_path: Path) -> None:
    presses = tmp_path / "presses.jsonl"
    presses.write_text('{"t": 0.1, "button": "Ada"}\n{"t": 0.2, "button": "Eve"}\n')
    events = watched(Watch(str(pictures(tmp_path / "table", 6)), HEADER, presses=presses))
    (asked,) = [event.data for event in events if event.kind is EventKind.ATTENTION]
    assert asked["code"] == "unknown-button"
    assert f"{presses}:2: " in str(asked["message"])
    assert "Ada, Bo, Cleo and Dan" in str(asked["message"])
    assert [event.data["button"] for event in events if event.kind is EventKind.PRESS] == ["Ada"]


def test_presses_after_the_last_frame_are_told_or_said_to_be_never_reached(tmp_path: Path) -> None:
    presses = tmp_path / "presses.jsonl"
    times = (0.5, 0.6, 2000, 2001)
    presses.write_text("".join(f'{{"t": {t}, "button": "jump"}}\n' for t in times))
    events = watched(Watch(str(pictures(tmp_path / "table", 6)), HEADER, presses=presses))
    lines = [as_line(event, Instant(0)) for event in events]
    assert [line["t"] for line in lines if line and line["event"] == "press"] == [0.5, 0.6]
    (asked,) = [event.data for event in events if event.kind is EventKind.ATTENTION]
    assert asked["code"] == "press-after-end"
    assert f"{presses}:3: " in str(asked["message"])
    assert "2 in all" in str(asked["message"])


def test_a_picture_that_cannot_be_read_takes_no_press_from_the_end(tmp_path: Path) -> None:
    presses = tmp_path / "presses.jsonl"
    presses.write_text('{"t": 0.6, "button": "jump"}\n')
    folder = pictures(tmp_path / "table", 6)
    (folder / "2.png").write_bytes(b"x")
    events: list[Event] = []
    with pytest.raises(SourceError, match="1 of 6 pictures"):
        watch(Watch(str(folder), HEADER, presses=presses), lambda event, _: events.append(event))
    assert [event.data["button"] for event in events if event.kind is EventKind.PRESS] == ["jump"]


def test_a_button_of_nobodys_is_told_when_it_was_pressed(tmp_path: Path) -> None:
    presses = tmp_path / "presses.jsonl"
    presses.write_text('{"t": 0.4, "button": "Eve"}\n{"t": 0.2, "button": "jump"}\n')
    events = watched(Watch(str(pictures(tmp_path / "table", 6)), HEADER, presses=presses))
    times = [(line["event"], line["t"]) for e in events if (line := as_line(e, Instant(0)))]
    assert [t for t in times if t[0] in ("press", "attention")] == [("press", 0.2), ("attention", 0.4)]


def follower(told: list[Event]) -> _Follower:
    made = _Follower(None, lambda event, _: told.append(event))
    made.put(StartGame(HEADER, Instant(0), ()))
    return made


def test_what_is_wrong_with_the_picture_is_told_once_and_so_is_that_it_is_good_again() -> None:
    told: list[Event] = []
    watched = follower(told)
    for wrong in (None, "It is too dark.", "It is too dark.", None, None):
        watched.sees(wrong)
    camera = [(e.data["ok"], e.data["message"]) for e in told if e.kind is EventKind.CAMERA]
    assert camera == [(False, "It is too dark."), (True, SEES)]


def test_a_recording_that_ends_in_the_middle_of_a_move_says_so() -> None:
    told: list[Event] = []
    assert follower(told).end(at_rest=False) is None
    assert told[-1].data["code"] == "cut-off"
    told.clear()
    jumping = follower(told)
    jumping.see(table("53", 1.5, arrival("53", 1.0)))
    jumping.see(table("53 | 3", 3.0, arrival("3", 2.5, Zone.JUMP)))
    jumping.end(at_rest=True)
    assert told[-1].data["code"] == "cut-off"


def test_what_the_table_was_asked_is_told_where_a_recording_ends_and_leaves_nothing_cut_off() -> None:
    """No card will come that bears it out: it is unsure."""
    told: list[Event] = []
    watched = _Follower(None, lambda event, _: told.append(event))
    watched.put(StartGame({"game": "23", "players": ["Ada", "Bo"], "starter": "Ada"}, Instant(0), SEATS[:2]))
    for at, (number, side) in enumerate((("1", "south"), ("14", "west"), ("10", "south")), start=1):
        top = card(number, at=(500.0 + 8 * at, 300.0))
        came = Arrival(top, touched(at - 0.5), Side(side))
        watched.see(Sighting(Span(instant(at), instant(at)), (top,), (came,)))
    assert told[-1].data["code"] == "bonus"
    assert watched.end(at_rest=True) == NOT_OVER
    acts: list[Any] = [event.data["act"] for event in told if event.kind is EventKind.ACT]
    assert (acts[-1]["play"], acts[-1]["unsure"]) == (10, ["count", "bonus", "act"])
    assert all(event.data.get("code") != "cut-off" for event in told)


def test_a_recording_that_ends_before_the_game_says_so() -> None:
    told: list[Event] = []
    note = follower(told).end(at_rest=True)
    assert note
    assert "the game has not" in note
    assert [event.kind for event in told] == [EventKind.GAME]


def test_the_next_game_of_a_sitting_is_played_by_the_same_people(tmp_path: Path) -> None:
    told: list[Event] = []
    with RecordKeeper(tmp_path / "game.jsonl") as keeper:
        sitting = _Follower(keeper, lambda event, _: told.append(event))
        sitting.put(StartGame(HEADER, Instant(0), ()))
        sitting.see(table("53", 1.5, arrival("53", 1.0)))
        sitting.put(BreakOff(instant(2.0)))
        sitting.see(table("", 4.0, removed_at=3.0))
        sitting.see(table("60", 6.0, arrival("60", 5.0)))
    headers: list[Any] = [event.data["header"] for event in told if event.kind is EventKind.GAME]
    assert [header["starter"] for header in headers] == ["Dan", "Ada"]
    assert [len(read(tmp_path / name).acts) for name in ("game.jsonl", "game.jsonl.2")] == [1, 1]
    # What is announced keeps the recording's time; each record counts from its own beginning.
    act: Any = told[-1].data["act"]
    line = as_line(told[-1], Instant(0))
    assert line
    assert (line["t"], act["t"]) == (5.0, 1.0)


def test_darkness_is_told_once_and_so_is_the_light(tmp_path: Path) -> None:
    for i, level in enumerate([90] * 4 + [0] * 4 + [90] * 4):
        cv2.imwrite(str(tmp_path / f"{i}.png"), np.full((72, 128, 3), level, np.uint8))
    said: list[Event] = []
    watch(Watch(str(tmp_path), HEADER), lambda event, _: said.append(event))
    camera = [event.data["ok"] for event in said if event.kind is EventKind.CAMERA]
    assert camera == [False, True]


def test_a_camera_is_lost_from_its_last_frame_on_and_back_with_its_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its clock has no beginning: its first frame is at 0."""
    looked = [Signal(), Signal(), Signal()]

    class Plugged:
        """A device that gives frames taken at some seconds, and is gone once they were looked at."""

        def __init__(self, *times: float) -> None:
            self.times = list(times)

        def grab(self, number: int) -> Frame | None:
            if number:
                looked[number - 1].wait(5)
            if not self.times:
                return None
            at = Span.at(instant(self.times.pop(0)))
            return Frame(np.full((72, 128, 3), 90, np.uint8), at, number)

        def close(self) -> None:
            """Hold nothing."""

    devices = iter((Plugged(100.0, 101.0), Plugged(130.0)))
    look = _Follower.look

    def looks(of: _Follower, frame: Frame, moving: bool) -> None:
        look(of, frame, moving)
        looked[frame.number].set()
        if frame.number == 2:
            sources[0].stop()

    def opened(*_: object, report: Report, **__: object) -> Live:
        sources.append(Live("Camera 0", lambda: next(devices), report, waits=(0.0,)))
        return sources[0]

    sources: list[Live] = []
    monkeypatch.setattr(_Follower, "look", looks)
    monkeypatch.setattr(watching, "open_source", opened)
    told: list[Event] = []
    watch(Watch("0", HEADER), lambda event, _: told.append(event))
    camera = [(e.data["ok"], e.at) for e in told if e.kind is EventKind.CAMERA]
    assert camera[:2] == [(False, instant(1.0)), (True, instant(30.0))]


def test_a_deck_that_is_taught_again_is_said_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_STATE", str(tmp_path / "state"))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setattr(learn, "taught", taught_nothing)
    save(decks_folder(), deck("Oma"))
    cv2.imwrite(str(tmp_path / "dark.png"), np.zeros((72, 128, 3), np.uint8))
    for times in (1, 0):
        assert main(["watch", "--players", "Ada,Bo", "--deck", "Oma", str(tmp_path)]) == 0
        assert capsys.readouterr().err.count("'Oma' was learnt with other neural nets") == times
