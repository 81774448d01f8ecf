"""Game records: what is read, what is refused and where, and what is on the disk."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.cards import Card
from companion.errors import BadRecord, Code
from companion.json_lines import encode_line
from companion.records.record import (
    Header,
    Record,
    RecordError,
    RecordWriter,
    act_fields,
    read,
    replay,
    start_game,
)
from companion.rules.fifty_fifty_state import Play

HEADER = b'{"game": "fifty-fifty", "players": ["Ann", "Ben"]}\n'
ANN = b'{"player": "Ann", "play": 70}\n'
BEN = b'{"player": "Ben", "play": 80}\n'


def refused(data: bytes) -> RecordError:
    """Give the error to which a record comes in the end."""
    with pytest.raises(RecordError) as error:
        list(replay(read(data)))
    return error.value


def test_a_header_alone_is_a_legal_record() -> None:
    record = read(HEADER)
    assert record == Record(Header("fifty-fifty", ("Ann", "Ben"), "Ann"))
    assert list(replay(record)) == []


def test_a_header_needs_no_newline() -> None:
    assert read(HEADER[:-1]) == read(HEADER)


def test_a_replay_gives_line_and_state() -> None:
    steps = list(replay(read(HEADER + ANN + BEN)))
    assert [line for line, _ in steps] == [2, 3]
    assert [state.to_move for _, state in steps] == ["Ben", "Ann"]


def test_unknown_keys_are_kept() -> None:
    header = b'{"game": "fifty-fifty", "players": ["Ann", "Ben"], "place": "kitchen"}\n'
    line = b'{"player": "Ann", "play": 70, "t": 3.5, "frames": [1, 2]}\n'
    record = read(header + line)
    assert record.header.extras == {"place": "kitchen"}
    assert record.acts[0].fields["frames"] == [1, 2]
    assert read(record.to_bytes()) == record


def test_carriage_returns_are_fine() -> None:
    data = HEADER + ANN + BEN
    assert read(data.replace(b"\n", b"\r\n")) == read(data)


@pytest.mark.parametrize("note", [{"note": "tea"}, {"note": "tea", "player": "Ben", "t": 4}])
def test_a_note_changes_nothing(note: Mapping[str, object]) -> None:
    steps = list(replay(read(HEADER + ANN + encode_line(note) + BEN)))
    assert steps[0][1] == steps[1][1]


TORN = [
    b'{"player": "Ben", "pl',
    b'{"player": "Ben", "play": 80',
    '{"player": "Ben", "note": "ä'.encode()[:-1],
    b"{",
    b"\xff\xfe",
    b"nonsense",
    b" ",
]


@pytest.mark.parametrize("rest", TORN)
def test_a_record_that_breaks_off_replays_up_to_there(rest: bytes) -> None:
    record = read(HEADER + ANN + rest)
    assert record.torn
    assert [line for line, _ in replay(record)] == [2]


def test_every_prefix_of_a_record_is_torn_or_whole() -> None:
    data = HEADER + ANN + '{"player": "Ben", "play": 80, "note": "größer"}'.encode()
    for length in range(len(HEADER), len(data)):
        record = read(data[:length])
        whole = data[length - 1 : length] in b"\n}"
        assert record.torn is not whole
        assert record.flaw is None


def test_whole_json_without_a_newline_is_an_ordinary_act() -> None:
    assert len(read(HEADER + ANN + BEN[:-1]).acts) == 2
    assert refused(HEADER + ANN + b'{"player": "Ben", "play": 70}').code is Code.ALREADY_PLAYED
    assert refused(HEADER + ANN + b'{"player": "Ben", "player": "Ben"}').line == 3
    assert refused(HEADER + ANN + b"[1]").code is Code.BAD_RECORD


BAD_LINES = [
    b"\n",
    b"  \n",
    b"\r\n",
    b"{\n",
    b"[]\n",
    b"7\n",
    b"null\n",
    b'"play"\n',
    b"\xff\n",
    b'{"player": "\xc3"}\n',
    b'\xef\xbb\xbf{"player": "Ben", "play": 80}\n',
    b'{"player": "Ben", "play": 80, "play": 80}\n',
    b'{"player": "Ben", "play": 80, "seen": {"a": 1, "a": 2}}\n',
    b'{"player": "Ben", "play": 80} {}\n',
    b'{"player": "Ben", "play": NaN}\n',
    b'{"player": "Ben", "play": 80, "odd": NaN}\n',
    b"{'player': 'Ben', 'play': 80}\n",
    b'{"player": "Ben", "play": ' + b"9" * 5000 + b"}\n",
    b"[" * 100_000 + b"\n",
    b'{"player": "Ben"}\n',
    b"{}\n",
]


@pytest.mark.parametrize("line", BAD_LINES)
def test_a_line_that_is_no_act_is_an_error_where_it_stands(line: bytes) -> None:
    error = refused(HEADER + ANN + line + BEN)
    assert (error.line, error.code) == (3, Code.BAD_RECORD)
    error = refused(HEADER + ANN + line)
    assert (error.line, error.code) == (3, Code.BAD_RECORD)


def test_lines_before_a_bad_one_are_replayed() -> None:
    steps = replay(read(HEADER + ANN + b"\n"))
    assert next(steps)[0] == 2
    with pytest.raises(RecordError):
        next(steps)


def test_an_illegal_act_before_a_bad_line_comes_first() -> None:
    error = refused(HEADER + ANN + ANN + b"\n")
    assert (error.line, error.code) == (3, Code.NOT_YOUR_TURN)


BAD_HEADERS = [
    b"",
    b"\n",
    b"{",
    b'{"game": "fifty-fifty", "players": ["Ann", "Ben"]',
    ANN,
    b"\xef\xbb\xbf" + HEADER,
    b'{"game": "chess", "players": ["Ann", "Ben"]}\n',
    b'{"game": 50, "players": ["Ann", "Ben"]}\n',
    b'{"game": null, "players": ["Ann", "Ben"]}\n',
    b'{"game": ["fifty-fifty"], "players": ["Ann", "Ben"]}\n',
    b'{"players": ["Ann", "Ben"]}\n',
    b'{"game": "fifty-fifty"}\n',
    b'{"game": "fifty-fifty", "players": "Ann"}\n',
    b'{"game": "fifty-fifty", "players": {"Ann": 1, "Ben": 2}}\n',
    b'{"game": "fifty-fifty", "players": ["Ann", 7]}\n',
    b'{"game": "fifty-fifty", "players": ["Ann", "Ann"]}\n',
    b'{"game": "fifty-fifty", "players": ["Ann"]}\n',
    b'{"game": "fifty-fifty", "players": ["Ann", "\\ud800"]}\n',
    b'{"game": "fifty-fifty", "players": ["Ann", "Ben"], "starter": "Cem"}\n',
    b'{"game": "fifty-fifty", "players": ["Ann", "Ben"], "starter": null}\n',
    b'{"game": "fifty-fifty", "players": ["Ann", "Ben"], "rules": null}\n',
    b'{"game": "fifty-fifty", "players": ["Ann", "Ben"], "rules": {"colour": 1}}\n',
    b'{"game": "fifty-fifty", "players": ["Ann", "Ben"], "rules": {"purple": [101]}}\n',
    b'{"game": "fifty-fifty", "game": "fifty-fifty", "players": ["Ann", "Ben"]}\n',
]


@pytest.mark.parametrize("data", BAD_HEADERS)
def test_a_bad_header_is_refused_in_line_1(data: bytes) -> None:
    for rest in (b"", ANN):
        if data.endswith(b"\n") or not rest:
            error = refused(data + rest)
            assert (error.line, error.code) == (1, Code.BAD_RECORD)


def test_house_rules_of_the_header_rule_the_game() -> None:
    header = Header("fifty-fifty", ("Ann", "Ben"), "Ben", {"pass_opens_row": "forbidden"})
    data = Record(header).to_bytes() + b'{"player": "Ben", "play": "pass"}\n'
    assert refused(data).code is Code.MUST_PLAY


def test_a_header_that_cannot_begin_a_game_is_not_born() -> None:
    with pytest.raises(BadRecord):
        Header("fifty-fifty", ("Ann", "Ben"), "Cem")


def test_start_game_gives_rules_and_the_state_before_the_first_act() -> None:
    rules, state = start_game(Header("fifty-fifty", ("Ann", "Ben"), "Ben"))
    assert rules.slug == "fifty-fifty"
    assert state.to_move == "Ben"


def test_every_act_is_in_the_file_when_the_call_returns(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    header = Header("fifty-fifty", ("Ann", "Ben"), "Ann", {"purple": [1]}, {"place": "Küche"})
    with RecordWriter(path, header) as writer:
        assert read(path).header == header
        writer.write(Play("Ann", Card.number(70)), t=1.5)
        assert len(read(path).acts) == 1
        writer.write({"player": "Ben", "note": "größer"})
        assert read(path).acts[1].fields == {"player": "Ben", "note": "größer"}
    writer.close()
    assert json.loads(path.read_bytes().splitlines()[1]) == {"t": 1.5, "player": "Ann", "play": 70}
    assert [line for line, _ in replay(read(path))] == [2, 3]


def test_an_act_may_carry_a_note() -> None:
    line = act_fields(Play("Ann", Card.parse("pass")), note="in doubt")
    assert line == {"player": "Ann", "play": "pass", "note": "in doubt"}


def test_half_a_letter_in_a_note_can_be_written() -> None:
    assert json.loads(encode_line({"note": "\ud800"})) == {"note": "\ud800"}
