"""The reader for a deck that was learnt, also with other nets than those that are here now."""

import errno
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.vision.decks.lessons import taught_nothing
from tests.vision.decks.test_store import deck
from vision.decks import learn
from vision.decks import store as deck_store
from vision.decks.crops import Sample
from vision.decks.head import Head
from vision.decks.store import LearntDeck
from vision.decks.trunk import Trunk, shipped_trunk
from vision.games import GameLook
from vision.readers import make_reader


@pytest.fixture
def lessons(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let teaching take no time; note of how many prints each lesson was."""
    given: list[int] = []

    def quickly(trunk: Trunk, samples: Sequence[Sample], _: GameLook) -> Head:
        given.append(len(samples))
        return taught_nothing(trunk)

    monkeypatch.setattr(learn, "taught", quickly)
    return given


def kept(folder: Path) -> LearntDeck:
    return deck_store.load(folder, "Oma")


def test_a_deck_of_other_nets_is_taught_once_and_that_is_said(tmp_path: Path, lessons: list[int]) -> None:
    deck_store.save(tmp_path, deck("Oma"))
    said: list[str] = []
    for _ in range(2):
        make_reader("fifty-fifty", "Oma", folder=tmp_path, progress=said.append)
    assert lessons == [2]
    assert len(said) == 1
    assert "'Oma' was learnt with other neural nets: it is taught to these once" in said[0]
    assert kept(tmp_path).stamp == shipped_trunk().stamp
    assert [s.value for s in kept(tmp_path).samples] == [82, 7]


def test_one_that_cannot_be_kept_is_used_all_the_same(
    tmp_path: Path, lessons: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def readonly(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    before = deck_store.save(tmp_path, deck("Oma")).read_bytes()
    monkeypatch.setattr(deck_store, "replace_file", readonly)
    said: list[str] = []
    assert make_reader("fifty-fifty", "Oma", folder=tmp_path, progress=said.append).passes
    assert "the deck cannot be kept (Read-only file system)" in said[1]
    assert said[1].endswith("taught again each time it is used")
    assert (tmp_path / "Oma.deck").read_bytes() == before


@pytest.mark.parametrize("learnt", [True, False])
def test_what_people_did_to_the_deck_meanwhile_stands(
    learnt: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile(trunk: Trunk, *_: object) -> Head:
        if learnt:
            deck_store.save(tmp_path, replace(deck("Oma"), pictures=9))
        else:
            deck_store.forget(tmp_path, "Oma")
        return taught_nothing(trunk)

    deck_store.save(tmp_path, deck("Oma"))
    monkeypatch.setattr(learn, "taught", meanwhile)
    make_reader("fifty-fifty", "Oma", folder=tmp_path)
    assert [note.pictures for note in deck_store.notes(tmp_path)] == ([9] if learnt else [])


def test_a_deck_under_another_files_name_leaves_the_one_it_was_called_by(
    tmp_path: Path, lessons: list[int]
) -> None:
    deck_store.save(tmp_path, deck("Oma")).rename(tmp_path / "Opa.deck")
    deck_store.save(tmp_path, replace(deck("Oma"), pictures=9))
    make_reader("fifty-fifty", "Opa", folder=tmp_path)
    assert (kept(tmp_path).pictures, kept(tmp_path).stamp) == (9, "a net")
    assert deck_store.load(tmp_path, "Opa").stamp == shipped_trunk().stamp
