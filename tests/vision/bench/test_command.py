"""``companion bench vision`` and ``watch`` from the outside."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.state_folder import decks_folder
from tabletop import main
from tests.vision.decks.lessons import taught_nothing
from tests.vision.decks.test_store import deck
from vision.bench.measure import Bench
from vision.bench.report import as_page
from vision.decks import learn
from vision.decks.store import save

PICTURES = Path(__file__).parents[1] / "pictures"


@pytest.mark.parametrize(
    "words", [["vision", "--deck", "none", "FOLDER"], ["watch", "--loops", "0", "FOLDER"]]
)
def test_what_is_measured_may_stand_last(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    assert main(["bench", *(word.replace("FOLDER", str(folder)) for word in words)]) == 1
    assert str(folder) in capsys.readouterr().err


@pytest.mark.parametrize(
    "words", [["rules", "--report", "page.html"], ["watch", "--loops", "-1"], ["vision", "--games", "1"]]
)
def test_what_would_be_left_out_is_wrong_use(words: list[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["bench", *words])
    assert stopped.value.code == 2


def test_a_truth_that_cannot_be_understood_breaks_a_format(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.jpg").write_bytes(b"x")
    (tmp_path / "a.json").write_text('{"game": "fifty-fifty",\n"row": [3,]}')
    assert main(["bench", "vision", str(tmp_path)]) == 3
    assert "a.json:2: this is not JSON" in capsys.readouterr().err
    (tmp_path / "a.json").write_text('{"game": "23", "pile": [7, 999]}')
    assert main(["bench", "vision", str(tmp_path)]) == 3
    assert 'a.json: "pile", card 2: 999 is no card of 23' in capsys.readouterr().err


def test_a_truth_without_its_picture_is_named_on_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a\nb.json").write_text('{"game": "23", "pile": [7]}')
    assert main(["bench", "vision", str(tmp_path)]) == 1
    first, second = capsys.readouterr().err.splitlines()
    assert "b.json: left out, as no picture a\\u000ab.jpg or .png lies beside it" in first
    assert "no pictures with their truth" in second


def test_a_broken_picture_costs_no_other_its_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, page = tmp_path / "pictures", tmp_path / "page.html"
    folder.mkdir()
    for kind in (".jpg", ".json"):
        shutil.copy(PICTURES / f"golden_stacks{kind}", folder / f"b{kind}")
    for name in ("a<b>", "c"):
        (folder / f"{name}.jpg").write_bytes(b"no picture")
        (folder / f"{name}.json").write_text('{"game": "23", "pile": [7]}')
    assert main(["bench", "vision", "--json", "--report", str(page), str(folder)]) == 1
    told = capsys.readouterr()
    figures = json.loads(told.out)
    assert [(scene["scene"], scene["pictures"]) for scene in figures["scenes"]] == [("stacks", 1)]
    why = [f"{folder / name}.jpg: this is no picture; right is a JPEG or a PNG" for name in ("a<b>", "c")]
    assert figures["broken"] == why
    assert told.err.splitlines()[-2:] == [f"companion bench: {words}" for words in why]
    assert "a&lt;b&gt;.jpg: this is no picture" in page.read_text()


def test_where_every_picture_is_broken_that_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.jpg").mkdir()
    (tmp_path / "a.json").write_text('{"game": "23", "pile": [7]}')
    assert main(["bench", "vision", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert told.out == "no picture can be opened, so nothing was measured\n"
    assert "a.jpg: this is a folder" in told.err


def test_a_recording_that_is_not_there_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "watch", str(tmp_path / "none.mp4")]) == 1
    assert "no such recording" in capsys.readouterr().err


def test_the_page_is_written_over_nothing_but_such_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    page.write_text("<!doctype html>\n<title>Ours</title>")
    assert main(["bench", "vision", "--report", str(page), str(tmp_path)]) == 2
    assert "page.html is there already and is no page of the bench" in capsys.readouterr().err
    assert page.read_text() == "<!doctype html>\n<title>Ours</title>"
    page.write_text(as_page(Bench((), (), 0.0, None, ())))
    assert main(["bench", "vision", "--report", str(page), str(tmp_path)]) == 1
    assert "no pictures" in capsys.readouterr().err


def test_a_deck_that_is_taught_again_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measured(_: Path, reader: Callable[[str], object], __: object) -> Bench:
        reader("fifty-fifty")
        return Bench((), (), 0.0, None, ())

    monkeypatch.setenv("COMPANION_STATE", str(tmp_path))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setattr(learn, "taught", taught_nothing)
    monkeypatch.setattr("vision.bench.measure.measure", measured)
    save(decks_folder(), deck("Oma"))
    for times in (1, 0):
        assert main(["bench", "vision", "--deck", "Oma", str(tmp_path)]) == 0
        told = capsys.readouterr().err
        assert told.count("companion bench: the deck 'Oma' was learnt with other neural nets") == times
