from pathlib import Path

import pytest

from companion.clock import Instant
from companion.errors import BadRecord, SourceError
from companion.jumps.presses import never_reached, read_press_lines, read_presses, unknown_button


def test_presses_come_in_the_order_of_their_times(tmp_path: Path) -> None:
    path = tmp_path / "presses.jsonl"
    path.write_text('{"t": 17.5, "button": "jump"}\n{"t": 3, "button": "Ann"}\n')
    assert [(p.button, p.span.latest) for p in read_presses(path)] == [
        ("Ann", 3_001_000_000),
        ("jump", 17_501_000_000),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "[" * 100_000,
        "[]",
        '{"t": "x", "button": "jump"}',
        '{"t": 1}',
        '{"t": 1, "button": 3}',
        '{"t": NaN, "button": "j"}',
        '{"t": "1.5", "button": "jump"}',
        '{"t": true, "button": "jump"}',
        '{"t": 1e300, "button": "jump"}',
        '{"t": 1, "t": 2, "button": "jump"}',
        '{"button": "jump"}',
    ],
)
def test_a_line_that_is_no_press_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "presses.jsonl"
    path.write_text('{"t": 1, "button": "jump"}\n' + line + "\n")
    with pytest.raises(BadRecord, match=r"presses.jsonl:2: "):
        read_presses(path)


def test_a_line_that_is_no_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "presses.jsonl"
    path.write_bytes(b'{"t": 1, "button": "jump"}\n{"t": 2, "button": "\xff"}\n')
    with pytest.raises(BadRecord, match=r"presses.jsonl:2: .*UTF-8"):
        read_presses(path)


def test_only_a_newline_ends_a_line(tmp_path: Path) -> None:
    path = tmp_path / "presses.jsonl"
    path.write_text('{"t": 2, "button": "Zo\u2028e"}\r\n{"t": 3, "button": "jump"}', encoding="utf-8")
    assert [press.button for press in read_presses(path)] == ["Zo\u2028e", "jump"]


def test_a_name_is_the_same_however_it_is_typed(tmp_path: Path) -> None:
    path = tmp_path / "presses.jsonl"
    path.write_text('{"t": 2, "button": "Zoe\u0308"}\n', encoding="utf-8")
    assert [press.button for press in read_presses(path)] == ["Zo\u00eb"]


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="nowhere"):
        read_presses(tmp_path / "nowhere")


def test_a_press_that_counts_for_nothing_is_said_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "presses.jsonl"
    path.write_text('{"t": 17.5, "button": "jump"}\n{"t": 3, "button": "Eve"}\n')
    lines = read_press_lines(path)
    assert unknown_button(lines[0], ["Ann"]).startswith(f'{path}:2: there is no button "Eve"')
    assert never_reached(lines[1:], Instant(0)).startswith(f"{path}:1: this press, at 17.5 s,")
