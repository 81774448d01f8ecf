"""``companion read`` from the outside."""

import argparse
import errno
import json
import os
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cards import Colour, Zone
from companion.state_folder import decks_folder
from tests.vision.decks.lessons import taught_nothing
from tests.vision.decks.test_store import deck
from tests.vision.laid import Lying, Table, row, table
from vision import commands, pipeline, readers
from vision.decks import learn
from vision.decks.store import save
from vision.looks import second_opinion
from vision.overlay import PAINTS, UNSURE
from vision.prints import colour


@pytest.fixture(autouse=True)
def _drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every picture shows the same drawn row, the card in its middle unreadable; no Tesseract is there."""
    show(table(row("3 17 ? 40 pass")), monkeypatch)


def show(drawn: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every picture show this drawn table."""
    known = pipeline.Reader

    def reader(game: str, **_: object) -> pipeline.Reader:
        return replace(
            known(game),
            find=drawn.find,
            closeup=lambda _, p: tuple(p),
            faces=drawn.faces,
            digits=drawn.digits,
        )

    monkeypatch.setattr(readers, "Reader", reader)
    for room in (second_opinion, readers):
        monkeypatch.setattr(room, "available", lambda: False)


@pytest.fixture
def picture(tmp_path: Path) -> str:
    file = tmp_path / "table.png"
    cv2.imwrite(str(file), np.full((720, 1280, 3), 120, np.uint8))
    return str(file)


def run(*words: str) -> int:
    top = argparse.ArgumentParser()
    commands.add(top.add_subparsers(required=True))
    arguments = top.parse_args(["read", *words])
    return int(arguments.run(arguments))


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_one_line_a_picture(picture: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--json", picture, picture) == 0
    first, second = lines(capsys)
    assert list(first) == ["file", "cards", "row", "ms"]
    assert first["file"] == picture
    assert first["row"] == second["row"] == [3, 17, None, 40, "pass"]


def test_a_card_is_told_as_the_contract_says(picture: str, capsys: pytest.CaptureFixture[str]) -> None:
    run("--json", picture)
    cards = lines(capsys)[0]["cards"]
    assert isinstance(cards, list)
    quad = cards[0].pop("quad")
    confidence = cards[0].pop("confidence")
    assert cards[0] == {"kind": "number", "value": 3, "colour": "purple", "zone": "row", "sure": True}
    assert quad == [[142.0, 210.0], [258.0, 210.0], [258.0, 390.0], [142.0, 390.0]]
    assert 0.9 < confidence <= 1
    assert (cards[2]["value"], cards[2]["confidence"], cards[2]["sure"]) == (None, 0.0, False)
    assert (cards[4]["kind"], cards[4]["value"], cards[4]["colour"]) == ("pass", None, None)


def test_a_card_of_the_stacks_whose_colour_is_not_seen_is_not_sure(
    picture: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    show(table([Lying("3", 300), Lying("8", 560)]), monkeypatch)
    for seen, sure in (({}, False), ({Colour.BLUE: 0.9, Colour.RED: 0.1}, True)):
        monkeypatch.setattr(colour, "likelihoods", lambda tint, colours, seen=seen: seen)
        run("--json", "--game", "quick-and-easy", picture)
        cards = lines(capsys)[0]["cards"]
        assert isinstance(cards, list)
        assert {card["sure"] for card in cards} == {sure}
        run("--game", "quick-and-easy", picture)
        assert ("3 blue" in capsys.readouterr().out) is sure


def test_a_card_of_the_stacks_without_its_colour_is_drawn_as_a_question(
    picture: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    show(table([Lying("3", 300), Lying("8", 560)]), monkeypatch)
    for seen, paint in (({}, UNSURE), ({Colour.BLUE: 0.9, Colour.RED: 0.1}, PAINTS[Zone.UP])):
        monkeypatch.setattr(colour, "likelihoods", lambda tint, colours, seen=seen: seen)
        run("--game", "quick-and-easy", "--overlay", str(tmp_path / "seen"), picture)
        drawn = cv2.imread(str(tmp_path / "seen" / "table.jpg"))
        assert drawn is not None
        assert drawn[210, 300].astype(int) == pytest.approx(paint, abs=40)  # its bold top edge


def test_why_a_colour_is_not_seen_is_said(
    picture: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    show(table([Lying("3", 300), Lying("8", 560)]), monkeypatch)
    monkeypatch.setattr(colour, "likelihoods", lambda tint, colours: {})
    cv2.imwrite(picture, np.full((720, 1280, 3), 20, np.uint8))
    run("--game", "quick-and-easy", picture)
    assert "too dark" in capsys.readouterr().err


def test_people_get_one_line_too(picture: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(picture) == 0
    assert "row: 3 purple 17 orange ? 40 orange pass" in capsys.readouterr().out


def test_the_others_are_done_when_one_cannot_be_opened(
    picture: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"no picture")
    missing = str(tmp_path / "missing.jpg")
    assert run("--json", str(broken), missing, picture) == 1
    first, second, third = lines(capsys)
    assert first["error"] == {
        "code": "cannot-open",
        "message": f"{broken}: this is no picture; right is a JPEG or a PNG",
    }
    assert (second["file"], "missing.jpg" in str(second["error"])) == (missing, True)
    assert third["row"] == [3, 17, None, 40, "pass"]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "this file is empty"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "save it as a JPEG"),
        (b"\0\0\0\x18ftypavif\0\0\0\0mif1avif", "damaged or cut off"),
        (b"\0\0\0\x18ftypisom\0\0\x02\0isomavc1", "a film or a sound"),
        (b"RIFF\x24\0\0\0WAVEfmt ", "a film or a sound"),
        (b"RIFF\x24\0\0\0WEBPVP8 ", "damaged or cut off"),
        (b"\x89PNG\r\n\x1a\n\0\0", "damaged or cut off"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "damaged or cut off"),
    ],
)
def test_why_a_picture_cannot_be_opened(
    data: bytes, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(data)
    assert run(str(broken)) == 1
    assert says in capsys.readouterr().err


def test_of_a_damaged_picture_it_is_said_that_it_may_lack_cards(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    whole, damaged = tmp_path / "whole.jpg", tmp_path / "damaged.jpg"
    cv2.imwrite(str(whole), np.random.default_rng(7).integers(0, 255, (90, 120, 3), np.uint8))
    data = bytearray(whole.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 40] = b"\xff\xd9" * 20
    damaged.write_bytes(data)
    run("--json", str(whole), str(damaged))
    told = [line for line in capfd.readouterr().err.splitlines() if "Corrupt JPEG" in line]
    assert len(told) == 1
    assert told[0].startswith(f"{damaged}: this picture is damaged, and cards may be missing in it")


def test_an_overlay_that_cannot_be_written_costs_no_answer(
    picture: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--json", "--overlay", picture, picture, picture) == 1
    told = capsys.readouterr()
    assert [json.loads(line)["row"] != [] for line in told.out.splitlines()] == [True, True]
    assert told.err.count("cannot be written") == 2


def test_a_name_with_a_line_break_is_told_on_one_line(
    picture: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = tmp_path / "odd\nname.jpg"
    odd.write_bytes(Path(picture).read_bytes())
    assert run(str(odd)) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("", "the name of a picture is empty"),
        ("folder", "folder: this is a folder; name the pictures in it"),
        ("no\nfile", "no\\u000afile: No such file or directory"),
        ("n" * 5000, "File name too long"),
    ],
)
def test_what_is_no_picture_is_said_on_one_line(
    named: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    assert run(named) == 1
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("companion read: ")
    assert line.endswith(said)


def test_the_overlay_is_drawn_beside(picture: str, tmp_path: Path) -> None:
    assert run("--overlay", str(tmp_path / "seen"), picture) == 0
    drawn = cv2.imread(str(tmp_path / "seen" / "table.jpg"))
    assert drawn is not None
    assert drawn.shape == (720, 1280, 3)
    assert (drawn != 120).any()


def test_no_overlay_is_drawn_over_the_picture_itself(
    picture: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(Path(picture).read_bytes())
    for _ in range(2):
        assert run("--overlay", str(tmp_path), str(photo)) == 0
        assert f"{photo}: drawn in {tmp_path / 'photo-seen.jpg'}" in capsys.readouterr().err
    assert photo.read_bytes() == Path(picture).read_bytes()
    assert cv2.imread(str(tmp_path / "photo-seen.jpg")) is not None
    assert not (tmp_path / "photo-seen-2.jpg").exists()


def test_an_overlay_is_drawn_over_nothing_but_another_one(picture: str, tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    seen.mkdir()
    holidays = {"table.jpg": Path(picture).read_bytes(), "table-2.jpg": b"\xff\xd8\xff\xe0 a beach"}
    for name, data in holidays.items():
        (seen / name).write_bytes(data)
    for _ in range(2):
        assert run("--overlay", str(seen), picture) == 0
    assert sorted(p.name for p in seen.iterdir()) == ["table-2.jpg", "table-3.jpg", "table.jpg"]
    assert {name: (seen / name).read_bytes() for name in holidays} == holidays
    assert cv2.imread(str(seen / "table-3.jpg")) is not None


def test_a_folder_into_which_nobody_may_look_is_told(
    picture: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def forbidden(*_: object) -> bool:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "is_file", forbidden)
    monkeypatch.setattr(commands, "replace_file", forbidden)
    assert run("--overlay", str(tmp_path), picture) == 1
    assert "table.jpg: cannot be written (Permission denied)" in capsys.readouterr().err


def test_pictures_of_one_name_have_overlays_of_their_own(picture: str, tmp_path: Path) -> None:
    other = tmp_path / "other" / "table.jpg"
    other.parent.mkdir()
    other.write_bytes(Path(picture).read_bytes())
    assert run("--overlay", str(tmp_path / "seen"), picture, str(other), picture) == 0
    assert sorted(p.name for p in (tmp_path / "seen").iterdir()) == ["table-2.jpg", "table.jpg"]


def test_an_unknown_game_is_wrong_use(picture: str) -> None:
    with pytest.raises(SystemExit) as stopped:
        run("--game", "poker", picture)
    assert stopped.value.code == 2


def test_an_unknown_deck_is_wrong_use(picture: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--deck", "grandma", picture) == 2
    assert "'grandma'" in capsys.readouterr().err


def test_a_deck_that_is_taught_again_is_said_beside(
    picture: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_STATE", str(tmp_path))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setattr(learn, "taught", taught_nothing)
    save(decks_folder(), deck("Oma"))
    for times in (1, 0):
        assert run("--json", "--deck", "Oma", picture) == 0
        told = capsys.readouterr()
        assert told.err.count("companion read: the deck 'Oma' was learnt with other neural nets") == times
        assert len(told.out.splitlines()) == 1


def test_tesseract_as_the_reader_says_when_it_is_missing(
    picture: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--reader", "tesseract", picture) == 1
    assert "apt install tesseract-ocr" in capsys.readouterr().err


def test_tesseract_and_a_learnt_deck_are_wrong_use_together(
    picture: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--reader", "tesseract", "--deck", "grandma", picture) == 2
    told = capsys.readouterr()
    assert (told.out, len(told.err.splitlines())) == ("", 1)
    assert "leave out either --deck or --reader tesseract" in told.err


def test_what_is_wrong_with_the_picture_is_said_beside(
    picture: str, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(picture, np.full((720, 1280, 3), 20, np.uint8))
    run("--json", picture)
    told = capsys.readouterr()
    assert "too dark (20 of 255)" in told.err
    assert len(told.out.splitlines()) == 1
