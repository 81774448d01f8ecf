from pathlib import Path

import pytest

from companion.errors import BadRecord, SourceError
from companion.jumps.presses import read_presses


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
    ],
)
def test_a_line_that_is_no_press_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "presses.jsonl"
    path.write_text('{"t": 1, "button": "jump"}\n' + line + "\n")
    with pytest.raises(BadRecord, match=r"presses.jsonl:2: "):
        read_presses(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="nowhere"):
        read_presses(tmp_path / "nowhere")
