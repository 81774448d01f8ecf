"""``companion deck`` from the outside."""

import argparse
import errno
import io
import json
import os
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cards import Card, Zone
from companion.errors import BadRecord, SettingsError, WrongUse
from companion.evidence import Alternative, SeenCard
from companion.state_folder import decks_folder
from tests.vision.decks.test_store import deck
from vision.decks import commands as deck_commands
from vision.decks import learn
from vision.decks import store as deck_store
from vision.decks.learn import Picture, Question, Report
from vision.decks.store import OthersDeck, UnknownDeck
from vision.pipeline import Reader
from vision.readers import make_reader

CARD = SeenCard(
    Zone.ROW,
    ((10.0, 10.0), (30.0, 10.0), (30.0, 40.0), (10.0, 40.0)),
    (Alternative(Card.number(82), 0.61), Alternative(Card.number(28), 0.3)),
    False,
)
REPORT = Report(
    5, ("4", "9", "pass"), ("17",), (Question("a.png", CARD),), (("a.png", "3"),), (("b.png", 7),)
)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_STATE", str(tmp_path / "state"))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.chdir(tmp_path)
    for name in ("a.png", "b.png"):
        cv2.imwrite(str(tmp_path / name), np.full((90, 160, 3), 120, np.uint8))


@pytest.fixture
def learnt(monkeypatch: pytest.MonkeyPatch) -> list[Picture]:
    """Let learning take no time; note the pictures it was given."""
    given: list[Picture] = []

    def quickly(
        name: str, game: str, pictures: list[Picture], progress: object = None
    ) -> tuple[deck_store.LearntDeck, Report]:
        given.extend(pictures)
        return replace(deck(name), game=game), REPORT

    monkeypatch.setattr(learn, "learn", quickly)
    return given


def run(*words: str) -> int:
    top = argparse.ArgumentParser()
    deck_commands.add(top.add_subparsers(required=True))
    arguments = top.parse_args(["deck", *words])
    return int(arguments.run(arguments))


def test_a_deck_is_learnt_listed_and_forgotten(
    learnt: list[Picture], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("learn", "Oma", "a.png", "b.png") == 0
    told = capsys.readouterr().out
    assert "Not seen yet (3): 4, 9, pass" in told
    assert "more often than the game has it: 17" in told
    assert "82 or 28? (a.png, at 20,25)" in told
    assert "a.png: 3 should lie here" in told
    assert run("list") == 0
    assert "Oma: fifty-fifty, 2 cards from 2 pictures" in capsys.readouterr().out
    assert run("forget", "Oma") == 0
    run("list")
    assert "No deck has been learnt yet" in capsys.readouterr().out


def test_a_folder_of_decks_that_cannot_be_looked_into_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    deck_store.save(decks_folder(), deck("Oma"))
    monkeypatch.setattr(os, "access", lambda path, _: path != decks_folder())
    with pytest.raises(SettingsError, match="this user may not look into it"):
        run("list")


def test_a_deck_that_may_not_be_read_is_not_called_damaged(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def forbidden(path: Path) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    path = deck_store.save(decks_folder(), deck("Oma"))
    monkeypatch.setattr(deck_store, "check_file", forbidden)
    assert run("list") == 0
    assert capsys.readouterr().out == f"Oma: cannot be used: {path}: Permission denied\n"


def test_one_is_not_said_as_many(capsys: pytest.CaptureFixture[str]) -> None:
    deck_store.save(decks_folder(), replace(deck("Oma"), seen={"4": 1}, pictures=1))
    assert run("list") == 0
    assert capsys.readouterr().out == "Oma: fifty-fifty, 1 card from 1 picture\n"
    assert deck_commands.as_text(replace(deck("Oma"), seen={"4": 1}), REPORT)[0] == (
        "Oma: 1 different card learnt for fifty-fifty."
    )


def test_a_deck_that_is_learnt_over_is_said(
    learnt: list[Picture], capsys: pytest.CaptureFixture[str]
) -> None:
    run("learn", "Oma", "a.png")
    assert "already" not in capsys.readouterr().err
    assert run("learn", "Oma", "b.png") == 0
    assert "there is a deck 'Oma' already" in capsys.readouterr().err


@pytest.mark.parametrize(("game", "other"), [("23", "fifty-fifty"), ("fifty-fifty", "any"), ("any", "23")])
def test_another_games_deck_is_not_learnt_over(learnt: list[Picture], game: str, other: str) -> None:
    path = deck_store.save(decks_folder(), replace(deck("Oma"), game=other))
    before = path.read_bytes()
    with pytest.raises(
        OthersDeck, match=rf"‘Oma’ is a deck of another game already \({other}, not {game}\): .*another name"
    ):
        run("learn", "Oma", "a.png", "--game", game)
    assert (learnt, path.read_bytes()) == ([], before)
    assert run("learn", "Opa", "a.png", "--game", game) == run("forget", "Oma") == 0
    assert run("learn", "Oma", "a.png", "--game", game) == 0


def test_one_that_is_damaged_is_learnt_over_whatever_it_was(learnt: list[Picture]) -> None:
    deck_store.save(decks_folder(), deck("Oma")).write_bytes(b"no zip")
    assert run("learn", "Oma", "a.png", "--game", "23") == 0
    assert deck_store.load(decks_folder(), "Oma").game == "23"


@pytest.mark.parametrize("source", ["a.png", "camera"])
def test_a_deck_that_cannot_be_kept_is_told_before_anything_is_looked_at(
    learnt: list[Picture], source: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def looked(*_: object) -> None:
        pytest.fail("looked at in vain")

    monkeypatch.setattr("vision.capture.stills.load", looked)
    monkeypatch.setattr("vision.decks.camera.take", looked)
    (tmp_path / "state").touch()
    with pytest.raises(SettingsError, match=r"Oma\.deck: the deck cannot be kept \(Not a directory\); check"):
        run("learn", "Oma", source)


def test_the_end_of_what_is_typed_ends_the_pictures(
    learnt: list[Picture], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = io.StringIO("\n")
    monkeypatch.setattr(typed, "isatty", lambda: True)
    monkeypatch.setattr("sys.stdin", typed)
    (tmp_path / "seen").mkdir()
    for name in ("1.png", "2.png"):
        cv2.imwrite(str(tmp_path / "seen" / name), np.full((90, 160, 3), 120, np.uint8))
    assert run("learn", "Oma", "camera", "--camera", str(tmp_path / "seen")) == 0
    assert [picture.name for picture in learnt] == ["picture-1"]


def test_programs_are_told_the_same(learnt: list[Picture], capsys: pytest.CaptureFixture[str]) -> None:
    run("learn", "--json", "Oma", "a.png")
    told = json.loads(capsys.readouterr().out)
    assert told["unseen"] == ["4", "9", "pass"]
    assert told["unsure"][0]["may_be"][0] == ["82", 0.61]
    run("list", "--json")
    assert json.loads(capsys.readouterr().out) == {
        "deck": "Oma", "game": "fifty-fifty", "cards": 2, "pictures": 2, "trouble": None,
    }  # fmt: skip


def test_a_folder_stands_for_its_pictures(learnt: list[Picture]) -> None:
    Path("._a.png").write_bytes(b"what a Mac lays beside a picture")
    run("learn", "Oma", ".")
    assert [p.name for p in learnt] == ["a.png", "b.png"]


def test_what_is_said_to_lie_there_goes_to_its_picture(learnt: list[Picture], tmp_path: Path) -> None:
    (tmp_path / "truth.txt").write_text("# six o'clock\nb.png: 12 40 pass\n\n")
    run("learn", "Oma", "a.png", "b.png", "--truth", "truth.txt")
    assert [p.told for p in learnt] == [None, frozenset({"12", "40", "pass"})]


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("a.png 12 40", "no colon"),
        ("a.png: 12 fox", "'fox'"),
        ("a.png: 012", "'012'"),
        ("a.png: 110", "'110'"),
    ],
)
def test_a_truth_that_cannot_be_understood_names_its_line(
    learnt: list[Picture], tmp_path: Path, line: str, wrong: str
) -> None:
    (tmp_path / "truth.txt").write_text(f"b.png: 1\n{line}\n")
    with pytest.raises(BadRecord, match=rf"truth\.txt:2: .*{wrong}"):
        run("learn", "Oma", "a.png", "b.png", "--truth", "truth.txt")
    assert learnt == []


@pytest.mark.parametrize(
    ("game", "cards", "wrong"),
    [("23", "4 82", "82"), ("no-thanks", "3 pass", "pass"), ("fifty-fifty", "0", "0")],
)
def test_a_truth_with_cards_of_another_game_is_refused(
    learnt: list[Picture], tmp_path: Path, game: str, cards: str, wrong: str
) -> None:
    (tmp_path / "truth.txt").write_text(f"a.png: {cards}\n")
    with pytest.raises(BadRecord, match=rf"truth\.txt:1: '{wrong}' is no card of {game}; .*--game"):
        run("learn", "Oma", "a.png", "--game", game, "--truth", "truth.txt")
    assert learnt == []
    assert run("learn", "Oma", "a.png", "--game", "any", "--truth", "truth.txt") == 0


def test_a_truth_that_is_no_text_names_its_line(learnt: list[Picture], tmp_path: Path) -> None:
    (tmp_path / "truth.txt").write_bytes(b"b.png: 1\na.png: \xff\n")
    with pytest.raises(BadRecord, match=r"truth\.txt:2: .*UTF-8"):
        run("learn", "Oma", "a.png", "b.png", "--truth", "truth.txt")
    assert learnt == []


def test_pictures_of_one_name_are_told_apart_by_their_folders(learnt: list[Picture], tmp_path: Path) -> None:
    for folder, name in (("left", "a.png"), ("right", "a.png"), ("right", "c.png")):
        (tmp_path / folder).mkdir(exist_ok=True)
        cv2.imwrite(str(tmp_path / folder / name), np.full((90, 160, 3), 120, np.uint8))
    (tmp_path / "truth.txt").write_text("right/a.png: 12\nc.png: 40\n")
    run("learn", "Oma", "left", "right", "--truth", "truth.txt")
    assert [(p.name, p.told) for p in learnt] == [
        ("left/a.png", None), ("right/a.png", frozenset({"12"})), ("c.png", frozenset({"40"})),
    ]  # fmt: skip


def test_cards_of_another_game_are_not_learnt(
    learnt: list[Picture], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def numbers(self: Reader, image: object) -> tuple[SeenCard, ...]:
        return tuple(
            replace(CARD, alternatives=(Alternative(Card.number(n), 0.99),), sure=True)
            for n in (4, 40, 41, 82)
        )

    monkeypatch.setattr(Reader, "read", numbers)
    with pytest.raises(SettingsError, match=r"hardly the cards of 23: of 4 .* 3 are none"):
        run("learn", "Oma", "a.png", "--game", "23")
    assert (learnt, deck_store.notes(decks_folder())) == ([], [])
    assert run("learn", "Oma", "a.png") == run("learn", "Opa", "a.png", "--game", "any") == 0
    (tmp_path / "truth.txt").write_text("a.png: 4 14 1 2\n")
    assert run("learn", "Ida", "a.png", "--game", "23", "--truth", "truth.txt") == 0


def test_too_little_to_learn_from_leaves_no_deck() -> None:
    with pytest.raises(SettingsError, match="too few"):
        run("learn", "Oma", "a.png")
    assert deck_store.notes(decks_folder()) == []


def test_a_deck_is_printed(tmp_path: Path) -> None:
    assert run("print", "--game", "no-thanks", "--paper", "letter", "x.pdf") == 0
    assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF-1.4")
    with pytest.raises(SettingsError, match=r"cannot be written \(Not a directory\); check its folder"):
        run("print", "x.pdf/x.pdf")


def test_a_deck_is_printed_over_nothing_but_a_deck(tmp_path: Path) -> None:
    (tmp_path / "empty.pdf").touch()
    for _ in range(2):
        assert run("print", "--game", "no-thanks", "x.pdf") == run("print", "empty.pdf") == 0
    for data in (b"the photographs", b"%PDF-1.4\nsomebody's thesis"):
        (tmp_path / "other.pdf").write_bytes(data)
        with pytest.raises(WrongUse, match="is there already and is no deck of ours"):
            run("print", "other.pdf")
        assert (tmp_path / "other.pdf").read_bytes() == data


def test_a_reader_for_an_unknown_deck_says_so() -> None:
    with pytest.raises(UnknownDeck, match="none has been learnt yet"):
        make_reader("fifty-fifty", "Oma")


def test_a_deck_of_another_game_is_refused() -> None:
    deck_store.save(decks_folder(), deck("Oma"))
    with pytest.raises(SettingsError, match="not for 23: learn one for 23 under another name"):
        make_reader("23", "Oma")
