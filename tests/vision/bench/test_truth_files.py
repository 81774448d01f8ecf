"""The files that say what lies in pictures: what is understood, and how a slip is told."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from companion.errors import BadRecord, SourceError
from vision.bench.truth_files import truths

QUAD = [[0, 0], [10, 0], [10, 15], [0, 15]]


def whole(scene: str = "row", **changed: object) -> str:
    """The full form with two cards; the second one is changed, what is to be None is left out of it."""
    zone = {"row": "row", "stacks": "up"}[scene]
    first: dict[str, Any] = {"kind": "number", "value": 3, "zone": zone, "order": 0, "quad": QUAD}
    second = {k: v for k, v in {**first, "order": 1, **changed}.items() if v is not None}
    return json.dumps({"scene": scene, "cards": [first, second]})


def put(folder: Path, text: str, picture: str = "a.jpg") -> None:
    (folder / picture).write_bytes(b"x")
    (folder / "a.json").write_text(text)


def refused(folder: Path, text: str) -> str:
    """What is said of a truth after the name of its file."""
    put(folder, text)
    with pytest.raises(BadRecord) as told:
        truths(folder)
    file, said = str(told.value).split("a.json", 1)
    assert file == f"{folder}/"
    return said


def test_the_short_form_says_each_zone_in_its_order(tmp_path: Path) -> None:
    put(tmp_path, '{"game": "fifty-fifty", "row": [3, 17, "pass"], "jump": [67], "pile": []}')
    (told,) = truths(tmp_path)
    assert (told.picture, told.scene, told.game) == (tmp_path / "a.jpg", "row", "fifty-fifty")
    assert [(c.zone, c.face, c.visible) for c in told.cards] == [
        ("row", "3", True),
        ("row", "17", True),
        ("row", "pass", True),
        ("jump", "67", True),
    ]


def test_the_full_form_says_all_of_each_card(tmp_path: Path) -> None:
    put(tmp_path, whole(kind="pass", value=None, order=-1, index_visible=False))
    (told,) = truths(tmp_path)
    assert [(c.face, c.visible) for c in told.cards] == [("pass", False), ("3", True)]
    assert told.cards[0].quad == ((0, 0), (10, 0), (10, 15), (0, 15))


def test_cards_without_a_place_stand_in_the_order_of_the_file(tmp_path: Path) -> None:
    card = {"kind": "number", "zone": "row", "quad": QUAD}
    put(tmp_path, json.dumps({"scene": "row", "cards": [{**card, "value": v} for v in (9, 3, 5)]}))
    assert [c.face for c in truths(tmp_path)[0].cards] == ["9", "3", "5"]


def test_a_colour_counts_in_the_stacks_only(tmp_path: Path) -> None:
    put(tmp_path, whole("stacks", colour="red"))
    assert [c.colour for c in truths(tmp_path)[0].cards] == [None, "red"]
    put(tmp_path, whole("row", colour="mauve"))
    assert [c.colour for c in truths(tmp_path)[0].cards] == [None, None]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", ":1: this is not JSON"),
        ('{"game": "fifty-fifty",\n"row": [3,]}', ":2: this is not JSON"),
        ("[" * 100_000, ": this is nested too deeply; right is one object"),
        ('{"game": ' + "1" * 5000 + "}", ": this has a number of too many digits"),
        ('{"row": [1],\n"row": [2]}', ': "row" stands there twice'),
        ("5", ": this is 5; right is one object"),
        ('["game"]', ": this is a list of 1; right is one object"),
        ("{}", ': neither "cards" nor "game" is there'),
    ],
)
def test_what_is_no_truth_at_all_is_told_in_plain_words(tmp_path: Path, text: str, said: str) -> None:
    assert refused(tmp_path, text).startswith(said)


def test_a_line_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"x")
    (tmp_path / "a.json").write_bytes(b'{"game": "23",\n"pile": ["\xff"]}')
    with pytest.raises(BadRecord, match=r"a\.json:2: this line is not UTF-8"):
        truths(tmp_path)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"game": "poker", "row": [3]}', ': "game" is "poker"; right is "fifty-fifty", "23", '),
        ('{"game": ["23"], "pile": [3]}', ': "game" is a list of 1; right is "fifty-fifty", "23", '),
        ('{"game": "23", "pille": [7]}', ': "pille" is no zone of 23; right is "pile"'),
        ('{"game": "23", "row": [7]}', ': "row" is no zone of 23; right is "pile"'),
        ('{"game": "no-thanks", "jump": [7]}', ': "jump" is no zone of no-thanks; right is "row"'),
        ('{"game": "quick-and-easy", "row": []}', ': no zone says what lies there; right is "up" or "down"'),
        ('{"game": "23"}', ': no zone says what lies there; right is "pile"'),
        ('{"game": "fifty-fifty", "row": "3 17"}', ': "row" is "3 17"; right is a list of cards'),
        ('{"game": "fifty-fifty", "row": null}', ': "row" is null; right is a list of cards'),
        ('{"game": "fifty-fifty", "row": [3, 7.0]}', ': "row", card 2: 7.0 is no card of fifty-fifty; '),
        ('{"game": "fifty-fifty", "row": ["foo"]}', ': "row", card 1: "foo" is no card of fifty-fifty; '),
        ('{"game": "fifty-fifty", "row": [null]}', ': "row", card 1: null is no card of fifty-fifty; '),
        ('{"game": "fifty-fifty", "row": [true]}', ': "row", card 1: true is no card of fifty-fifty; '),
        ('{"game": "fifty-fifty", "jump": [3, 999]}', ': "jump", card 2: 999 is no card of fifty-fifty; '),
        ('{"game": "23", "pile": ["pass"]}', ': "pile", card 1: "pass" is no card of 23; '),
    ],
)
def test_a_slip_in_the_short_form_is_told_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    assert refused(tmp_path, text).startswith(said)


def test_what_would_be_a_card_of_the_game_is_said(tmp_path: Path) -> None:
    told = refused(tmp_path, '{"game": "fifty-fifty", "row": [101]}')
    assert told.endswith('; right is a whole number from 1 to 100 or "pass"')
    told = refused(tmp_path, '{"game": "23", "pile": [24]}')
    assert told.endswith("; right is a whole number from 1 to 23")
    told = refused(tmp_path, json.dumps({"game": "23", "pile": ["x" * 100]}))
    assert f'"{"x" * 39}… is no card' in told


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"cards": []}', ': "scene" is missing; right is "row", '),
        ('{"cards": [], "scene": "rows"}', ': "scene" is "rows"; right is "row", '),
        ('{"cards": 5, "scene": "row"}', ': "cards" is 5; right is a list of cards'),
        ('{"cards": [5], "scene": "row"}', ": card 1: this is 5; right is one object a card"),
        (whole(kind=None), ': card 2: "kind" is missing; right is "number" or "pass"'),
        (whole(kind="joker"), ': card 2: "kind" is "joker"; right is "number" or "pass"'),
        (whole(value=None), ': card 2: "value" is missing; right is the number on it'),
        (whole(value=7.0), ": card 2: 7.0 is no card of fifty-fifty; "),
        (whole(value="pass"), ': card 2: "value" is "pass"; right is the number on it'),
        (whole(kind="pass"), ': card 2: "value" is 3; right is null'),
        (whole("stacks", kind="pass", value=None), ': card 2: "pass" is no card of quick-and-easy; '),
        (whole(zone=None), ': card 2: "zone" is missing; right is "row" or "jump"'),
        (whole(zone="pile"), ': card 2: "zone" is "pile"; right is "row" or "jump"'),
        (whole(order="2"), ': card 2: "order" is "2"; right is a whole number'),
        (whole(order=0), ': card 2: "order" is 0 twice in "row"'),
        (whole(index_visible="no"), ': card 2: "index_visible" is "no"; right is true or false'),
        (whole("stacks", colour="mauve"), ': card 2: "colour" is "mauve"; right is "red", '),
        (whole(quad=None), ': card 2: "quad" is missing; right is its four corners'),
        (whole(quad=5), ': card 2: "quad" is 5; right is its four corners'),
        (whole(quad=QUAD[:3]), ': card 2: "quad" is a list of 3; right is its four corners'),
        (whole(quad=[*QUAD, [1, 1]]), ': card 2: "quad" is a list of 5; right is its four corners'),
        (whole(quad=[*QUAD[:3], [1, 1, 1]]), ': card 2: "quad" is a list of 4; right is its four corners'),
        (whole(quad=[*QUAD[:3], [1, "1"]]), ': card 2: "quad" is a list of 4; right is its four corners'),
        (whole(quad=[*QUAD[:3], [1, float("nan")]]), ': card 2: "quad" is a list of 4; right is its four'),
        (whole(quad=[*QUAD[:3], [1, 10**400]]), ': card 2: "quad" is a list of 4; right is its four corners'),
    ],
)
def test_a_slip_in_the_full_form_is_told_with_its_card(tmp_path: Path, text: str, said: str) -> None:
    assert refused(tmp_path, text).startswith(said)


@pytest.mark.parametrize("picture", ["a.JPG", "a.jpeg", "a.png", "a.webp", "a.bmp"])
def test_pictures_count_whatever_their_names_end_with(tmp_path: Path, picture: str) -> None:
    put(tmp_path, '{"game": "23", "pile": [7]}', picture)
    assert [told.picture for told in truths(tmp_path)] == [tmp_path / picture]


def test_of_two_pictures_of_one_name_one_counts(tmp_path: Path) -> None:
    for picture in ("a.png", "a.jpg", "a.webp"):
        put(tmp_path, '{"game": "23", "pile": [7]}', picture)
    assert [told.picture.name for told in truths(tmp_path)] == ["a.jpg"]


def test_what_a_mac_lays_beside_a_truth_is_left_out_without_a_word(tmp_path: Path) -> None:
    put(tmp_path, '{"game": "23", "pile": [7]}')
    for name in ("._a.jpg", "._a.json"):
        (tmp_path / name).write_bytes(b"\0\5\x16\7")
    notes: list[str] = []
    assert [told.picture.name for told in truths(tmp_path, notes.append)] == ["a.jpg"]
    assert not notes


def test_a_truth_without_its_picture_is_told(tmp_path: Path) -> None:
    put(tmp_path, '{"game": "23", "pile": [7]}')
    (tmp_path / "b.json").write_text("{}")
    notes: list[str] = []
    assert len(truths(tmp_path, notes.append)) == 1
    assert notes == [f"{tmp_path}/b.json: left out, as no picture b.jpg or .png lies beside it"]


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no pictures"):
        truths(tmp_path)
    with pytest.raises(SourceError, match="there is no such folder"):
        truths(tmp_path / "nowhere")


def test_a_folder_that_cannot_be_looked_into_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, _: path != tmp_path)
    with pytest.raises(SourceError, match="this user may not look into it"):
        truths(tmp_path)


def test_a_named_pipe_is_refused_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"x")
    os.mkfifo(tmp_path / "a.json")
    with pytest.raises(SourceError, match=r"a\.json: cannot be read \(a named pipe\)"):
        truths(tmp_path)
