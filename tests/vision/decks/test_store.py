"""Decks on the disk: whole, told apart, refused when they cannot be used."""

import json
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.errors import SettingsError
from vision.decks import store as deck_store
from vision.decks.crops import Sample
from vision.decks.head import Head
from vision.decks.store import LearntDeck, UnknownDeck, forget, load, merged, notes, path_of, save


def deck(name: str = "Oma's cards / ü") -> LearntDeck:
    rng = np.random.default_rng(1)
    cut = rng.integers(0, 255, (120, 180, 3)).astype(np.uint8)
    samples = (Sample(cut, 82, 23.5, 0), Sample(255 - cut, 7, 61.0, 1, large=True))
    head = Head(
        rng.normal(0, 1, (6, 111)).astype(np.float32), np.zeros(111, np.float32), np.ones(111, np.float32)
    )
    face = rng.integers(0, 255, (72, 48, 3)).astype(np.uint8)
    return LearntDeck(name, "fifty-fifty", samples, {"82": 1, "pass": 2}, 2, head, "a net", (face,))


PRINT, HEAD = deck().samples[0], deck().head


def test_a_deck_comes_back_as_it_was(tmp_path: Path) -> None:
    kept = deck()
    save(tmp_path / "decks", kept)
    back = load(tmp_path / "decks", kept.name)
    assert (back.name, back.game, back.pictures, back.stamp, back.seen) == (
        kept.name,
        "fifty-fifty",
        2,
        "a net",
        {"82": 1, "pass": 2},
    )
    assert [(s.value, s.height, s.picture, s.large) for s in back.samples] == [
        (82, 23.5, 0, False),
        (7, 61.0, 1, True),
    ]
    assert np.array_equal(back.samples[0].cut, kept.samples[0].cut)
    assert np.allclose(back.head.weights, kept.head.weights, atol=2e-3)
    assert np.array_equal(back.passes, kept.passes)


def test_a_deck_of_an_earlier_version_knows_no_pass_cards(tmp_path: Path) -> None:
    path = save(tmp_path, deck())
    with zipfile.ZipFile(path) as archive:
        kept = {name: archive.read(name) for name in archive.namelist() if "passes" not in name}
    about = json.loads(kept["deck.json"])
    del about["passes"]
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in (kept | {"deck.json": json.dumps(about).encode()}).items():
            archive.writestr(name, content)
    assert load(tmp_path, deck().name).passes == ()


def test_the_same_deck_gives_the_same_file_and_leaves_no_draft(tmp_path: Path) -> None:
    first = save(tmp_path, deck()).read_bytes()
    assert save(tmp_path, deck()).read_bytes() == first
    assert [p.name for p in tmp_path.iterdir()] == [path_of(tmp_path, deck().name).name]


def test_decks_are_listed_and_forgotten(tmp_path: Path) -> None:
    save(tmp_path, deck("a"))
    save(tmp_path, deck("b"))
    (tmp_path / "c.deck").write_bytes(b"no zip")
    told = notes(tmp_path)
    assert [(n.name, n.game, n.cards, bool(n.trouble)) for n in told] == [
        ("a", "fifty-fifty", 2, False),
        ("b", "fifty-fifty", 2, False),
        ("c", "", 0, True),
    ]
    forget(tmp_path, "a")
    assert [n.name for n in notes(tmp_path)] == ["b", "c"]
    with pytest.raises(UnknownDeck, match="'a'"):
        forget(tmp_path, "a")


def test_an_unknown_deck_says_which_are_known(tmp_path: Path) -> None:
    save(tmp_path, deck("Oma"))
    with pytest.raises(UnknownDeck, match=r"'opa'.*'Oma'"):
        load(tmp_path, "opa")


def test_a_newer_deck_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = save(tmp_path, deck("new"))
    _rewrite(path, {"version": deck_store.VERSION + 1})
    before = path.read_bytes()
    with pytest.raises(SettingsError, match="newer companion"):
        load(tmp_path, "new")
    assert path.read_bytes() == before


@pytest.mark.parametrize("change", [{"format": "cake"}, {"cuts": [{"value": 3}]}, {"seen": 5}])
def test_a_damaged_deck_names_its_file(tmp_path: Path, change: dict[str, object]) -> None:
    path = save(tmp_path, deck("torn"))
    _rewrite(path, change)
    with pytest.raises(SettingsError, match=r"torn\.deck"):
        load(tmp_path, "torn")


@pytest.mark.parametrize(
    "samples",
    [
        (),
        (replace(PRINT, value=5000),),
        (PRINT, replace(PRINT, value=-1)),
        (replace(PRINT, height=0.0),),
        (replace(PRINT, height=float("nan")),),
    ],
)
def test_prints_that_cannot_be_are_told(tmp_path: Path, samples: tuple[Sample, ...]) -> None:
    save(tmp_path, replace(deck("torn"), samples=samples))
    refused(tmp_path)


@pytest.mark.parametrize(
    "head",
    [
        replace(HEAD, bias=HEAD.bias[:5]),
        replace(HEAD, weights=HEAD.weights[:, :110]),
        replace(HEAD, weights=HEAD.weights[0]),
        replace(HEAD, known=HEAD.known[None]),
        replace(HEAD, bias=HEAD.bias * np.float32(np.nan)),
    ],
)
def test_what_the_net_cannot_have_been_taught_is_told(tmp_path: Path, head: Head) -> None:
    save(tmp_path, replace(deck("torn"), head=head))
    refused(tmp_path)


def refused(folder: Path) -> None:
    """Look whether the deck ``torn`` is neither used nor listed as sound."""
    with pytest.raises(SettingsError, match=r"torn\.deck: this deck is damaged \(.*\); learn it again"):
        load(folder, "torn")
    assert ["damaged" in note.trouble for note in notes(folder)] == [True]


def test_half_a_file_is_damaged(tmp_path: Path) -> None:
    path = save(tmp_path, deck("half"))
    path.write_bytes(path.read_bytes()[:500])
    with pytest.raises(SettingsError, match="damaged"):
        load(tmp_path, "half")


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "two\nlines"])
def test_what_is_no_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(SettingsError, match="no name"):
        path_of(tmp_path, name)


@pytest.mark.parametrize("name", ["Бабушкины карты для долгих зимних вечеров за столом", "🂡" * 30])
def test_a_name_that_no_file_can_have_is_refused_before_anything_is_learnt(tmp_path: Path, name: str) -> None:
    with pytest.raises(SettingsError, match="too long"):
        path_of(tmp_path, name)


@pytest.mark.parametrize("name", ["../up", ".", "a/b"])
def test_no_name_leaves_the_folder(tmp_path: Path, name: str) -> None:
    assert path_of(tmp_path, name).parent == tmp_path


def test_of_each_card_the_most_that_lay_in_one_picture_count() -> None:
    assert merged([{"3": 1, "pass": 2}, {"3": 2}, {}]) == {"3": 2, "pass": 2}


def _rewrite(path: Path, change: dict[str, object]) -> None:
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["deck.json"] = json.dumps({**json.loads(parts["deck.json"]), **change}).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
