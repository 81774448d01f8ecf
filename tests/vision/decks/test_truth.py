"""What somebody says lies in the pictures, and which picture a line is about."""

from pathlib import Path

import pytest

from companion.errors import BadRecord
from vision.decks.truth import Truth, read_truth

GIVEN = [Path(p) for p in ("a.png", "left/a.png", "left/b.png", "/far/c.png", "left/b.png")]


def said(folder: Path, *lines: str) -> Truth:
    (folder / "truth.txt").write_text("\n".join(lines))
    return read_truth(folder / "truth.txt", "fifty-fifty")


def test_a_line_names_a_picture_by_its_path_or_by_its_bare_name(tmp_path: Path) -> None:
    truth = said(
        tmp_path, "./a.png: 1", "left/a.png: 2 3", "b.png: 4", "", "# a remark: 7", "/far/c.png: pass"
    )
    assert truth.of(GIVEN) == {
        Path("a.png"): {"1"},
        Path("left/a.png"): {"2", "3"},
        Path("left/b.png"): {"4"},
        Path("/far/c.png"): {"pass"},
    }


def test_a_bare_name_that_several_pictures_have_is_refused(tmp_path: Path) -> None:
    words = r"truth\.txt:2: a\.png is the name of several pictures; write the path, \./a\.png or left/a\.png"
    with pytest.raises(BadRecord, match=words):
        said(tmp_path, "b.png: 4", "a.png: 1").of(GIVEN)


@pytest.mark.parametrize("name", ["d.png", "right/a.png", "./b.png", "c"])
def test_a_line_about_another_picture_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadRecord, match=rf"truth\.txt:2: {name} is none of the pictures given"):
        said(tmp_path, "b.png: 4", f"{name}: 1").of(GIVEN)


def test_a_second_line_about_a_picture_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match=r"truth\.txt:4: left/b\.png has a line already, .*truth\.txt:1;"):
        said(tmp_path, "b.png: 4", "", "c.png: 4", "left/b.png: 5").of(GIVEN)


def test_a_mark_of_the_byte_order_is_no_part_of_a_name(tmp_path: Path) -> None:
    assert said(tmp_path, "\ufeffb.png: 4").of(GIVEN) == {Path("left/b.png"): {"4"}}
    (tmp_path / "truth.txt").write_bytes(b"\xef\xbb\xbf#\n\xff.png: 4\n")
    with pytest.raises(BadRecord, match=r"truth\.txt:2: .*UTF-8"):
        read_truth(tmp_path / "truth.txt", "fifty-fifty")
