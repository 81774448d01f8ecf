"""Keeps the decks that were learnt: one file each, replaced whole or not at all.

A file is a zip: ``deck.json`` says what it is, ``cuts/NNN.png`` are the deck's own prints, ``passes/NNN.png``
its pass cards, ``head.npz`` what the digit net was taught with them. With another net, the deck is taught
again from its prints, and what was taught is kept in its place.
"""

import io
import json
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.atomic_file import check_file, check_room, failed, replace_file
from companion.errors import SettingsError, WrongUse
from companion.folder_lock import alone
from companion.language import say
from vision.decks.crops import WIDE, Sample
from vision.decks.head import Head
from vision.frame import decoded
from vision.prints.digits import CLASSES, JUNK
from vision.prints.known_passes import FACE, Face

FORMAT, VERSION = "companion-deck", 1
SUFFIX = ".deck"
LONGEST_NAME = 60
LONGEST_FILE = 255
"""Bytes of a file's name at most; letters other than English ones take six and more of them."""
USUAL_SIZE = 4 << 20
"""Bytes of a deck's file, from about six pictures."""

NO_DATE = (1980, 1, 1, 0, 0, 0)


class UnknownDeck(SettingsError, WrongUse):
    """No deck of that name has been learnt, or none can be."""


class OthersDeck(SettingsError, WrongUse):
    """A deck of that name is there already, and it is another game's."""


@dataclass(frozen=True, slots=True, eq=False)
class LearntDeck:
    """A deck as it was learnt: its prints, how often each card was seen, and what the net was taught.

    ``seen``: the text of each card (``82``, ``pass``) → the most copies that lay in one picture.
    ``stamp``: the net that ``head`` belongs to. ``passes``: its pass cards, upright.
    """

    name: str
    game: str
    samples: tuple[Sample, ...]
    seen: Mapping[str, int]
    pictures: int
    head: Head
    stamp: str
    passes: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True)
class DeckNote:
    """A line about a deck that is kept; ``trouble`` says why it cannot be used, empty when it can."""

    name: str
    game: str = ""
    pictures: int = 0
    cards: int = 0
    trouble: str = ""


def path_of(folder: Path, name: str) -> Path:
    """Give a deck's file; raises `UnknownDeck` for what is no name."""
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        words = say(
            "‘{name}’ is no name for a deck: take 1 to {most} letters on one line",
            name=name,
            most=LONGEST_NAME,
        )
        raise UnknownDeck(words)
    file = f"{quote(name, safe=' ')}{SUFFIX}"
    if len(file) > LONGEST_FILE:
        words = say("‘{name}’ is too long for the name of a deck’s file: take fewer letters", name=name)
        raise UnknownDeck(words)
    return folder / file


def check_free(folder: Path, name: str, game: str) -> None:
    """Raise `OthersDeck` where a deck of that name was learnt for another game: learning would destroy it.

    One that cannot be used any more gives way, whatever it was. Raises `UnknownDeck` for what is no name.
    """
    path = path_of(folder, name)
    note = _note(path) if path.exists() else None
    if note and not note.trouble and note.game != game:
        raise OthersDeck(
            say(
                "‘{name}’ is a deck of another game already ({other}, not {game}): learn this one under "
                "another name, or forget that one first (companion deck forget)",
                name=name,
                other=note.game,
                game=game,
            )
        )


def check_keepable(folder: Path, name: str) -> None:
    """Raise `SettingsError` where a deck could not be put on the disk now, before it is learnt in vain."""
    path = path_of(folder, name)
    try:
        check_room(path, USUAL_SIZE)
    except OSError as error:
        raise _unkept(path, error) from error


def save(folder: Path, deck: LearntDeck) -> Path:
    """Put a deck on the disk, in place of one of the same name; raises `SettingsError` when it cannot be."""
    path = path_of(folder, deck.name)
    with alone(path):
        _put(path, deck)
    return path


def renew(folder: Path, old: LearntDeck, new: LearntDeck) -> None:
    """Put a deck in the place of the one of which it was made; raises `SettingsError` when it cannot be.

    Where that one has been learnt anew or forgotten meanwhile, that stands: it is what people wanted last.
    """
    path = path_of(folder, old.name)
    with alone(path):
        if _is_kept(folder, old):
            _put(path, new)


def _is_kept(folder: Path, deck: LearntDeck) -> bool:
    try:
        return _packed(load(folder, deck.name)) == _packed(deck)
    except SettingsError:
        return False


def _put(path: Path, deck: LearntDeck) -> None:
    try:
        replace_file(path, _packed(deck), mode=0o640)
    except OSError as error:
        raise _unkept(path, error) from error


def _unkept(path: Path, error: OSError) -> SettingsError:
    return SettingsError(failed(say("{path}: the deck cannot be kept", path=path), error))


DAMAGES = (
    *(zipfile.BadZipFile, zlib.error, cv2.error, EOFError, RuntimeError),
    *(LookupError, ValueError, TypeError, AttributeError, ArithmeticError),
)
"""What unpacking nonsense raises: the archive's own troubles, and values that are not what they should be."""


def load(folder: Path, name: str) -> LearntDeck:
    """Give a deck by its name; raises `SettingsError` when there is none, or its file cannot be used."""
    path = path_of(folder, name)
    try:
        check_file(path)
        with zipfile.ZipFile(path) as archive:
            about = _about(path, archive)
            return _unpacked(name, about, archive)
    except FileNotFoundError:
        known = ", ".join(repr(note.name) for note in notes(folder)) or "none has been learnt yet"
        raise UnknownDeck(
            f"no deck {name!r} has been learnt; known: {known}. Learn it with: companion deck learn"
        ) from None
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror or error}") from error
    except DAMAGES as error:
        raise SettingsError(f"{path}: this deck is damaged ({error}); learn it again") from error


def forget(folder: Path, name: str) -> None:
    """Take a deck off the disk; raises `SettingsError` when there is none of that name."""
    path = path_of(folder, name)
    try:
        with alone(path):
            path.unlink()
    except FileNotFoundError:
        raise UnknownDeck(f"no deck {name!r} has been learnt") from None
    except OSError as error:
        raise SettingsError(f"the deck {name!r} cannot be taken away: {error.strerror}") from error


def notes(folder: Path) -> list[DeckNote]:
    """List the decks that are kept, by name; one that cannot be used says why."""
    return [_note(path) for path in sorted(folder.glob(f"*{SUFFIX}"))]


def _note(path: Path) -> DeckNote:
    name = unquote(path.stem)
    try:
        check_file(path)
        with zipfile.ZipFile(path) as archive:
            about = _about(path, archive)
            _facts(about)
            _head(archive)
        return DeckNote(name, str(about["game"]), int(about["pictures"]), len(about["seen"]))
    except SettingsError as error:
        return DeckNote(name, trouble=str(error))
    except OSError as error:
        return DeckNote(name, trouble=f"{path}: {error.strerror or error}")
    except DAMAGES as error:
        return DeckNote(name, trouble=f"{path}: damaged ({error})")


def _about(path: Path, archive: zipfile.ZipFile) -> dict[str, Any]:
    about: dict[str, Any] = json.loads(archive.read("deck.json"))
    if about.get("format") != FORMAT:
        raise ValueError("it is no deck")
    if about["version"] > VERSION:
        raise SettingsError(
            f"{path}: a newer companion learnt this deck (version {about['version']}, here {VERSION}): "
            "update this one, or learn the deck again"
        )
    return about


def _packed(deck: LearntDeck) -> bytes:
    about = {
        "format": FORMAT, "version": VERSION, "name": deck.name, "game": deck.game, "pictures": deck.pictures,
        "seen": dict(deck.seen), "stamp": deck.stamp, "passes": len(deck.passes),
        "cuts": [
            {"value": s.value, "height": round(s.height, 2), "picture": s.picture, "large": s.large}
            for s in deck.samples
        ],
    }  # fmt: skip
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(_entry("deck.json"), json.dumps(about, ensure_ascii=False))
        for place, sample in enumerate(deck.samples):
            archive.writestr(_entry(_cut(place)), cv2.imencode(".png", sample.cut)[1].tobytes())
        for place, face in enumerate(deck.passes):
            archive.writestr(_entry(_face(place)), cv2.imencode(".png", face)[1].tobytes())
        archive.writestr(_entry("head.npz"), _head_bytes(deck.head))
    return buffer.getvalue()


def _unpacked(name: str, about: Mapping[str, Any], archive: zipfile.ZipFile) -> LearntDeck:
    """Read a deck under the name of its file, whatever it was called when it was learnt."""
    samples = [
        Sample(_picture(archive, _cut(place), WIDE), *facts) for place, facts in enumerate(_facts(about))
    ]
    known = int(about.get("passes", 0))  # decks of earlier versions know none
    passes = tuple(_picture(archive, _face(k), (FACE.wide, FACE.high)) for k in range(known))
    seen = {str(card): int(count) for card, count in about["seen"].items()}
    return LearntDeck(
        name,
        str(about["game"]),
        tuple(samples),
        seen,
        int(about["pictures"]),
        _head(archive),
        str(about["stamp"]),
        passes,
    )


def _facts(about: Mapping[str, Any]) -> list[tuple[int, float, int, bool]]:
    """Give each print's number, height and picture, and whether it is large; raises `ValueError`."""
    facts = [
        (int(cut["value"]), float(cut["height"]), int(cut["picture"]), bool(cut["large"]))
        for cut in about["cuts"]
    ]
    if not facts:
        raise ValueError("it has no prints")
    for value, height, _, _ in facts:
        if not 0 <= value <= JUNK:
            raise ValueError(f"{value} is no number that a print can be")
        if not 0 < height < np.inf:
            raise ValueError(f"{height} is no height of a print")
    return facts


def _head(archive: zipfile.ZipFile) -> Head:
    """Give what the net was taught; raises `ValueError` where that is no last layer."""
    with np.load(io.BytesIO(archive.read("head.npz")), allow_pickle=False) as kept:
        head = Head(*(np.asarray(kept[key], np.float32) for key in ("weights", "bias", "known")))
    shapes = head.weights.shape[1:], head.bias.shape, head.known.shape
    if shapes != ((CLASSES,),) * 3:
        raise ValueError("head.npz is no last layer of the net")
    if not all(np.isfinite(part).all() for part in (head.weights, head.bias, head.known)):
        raise ValueError("head.npz holds what is no number")
    return head


def _picture(archive: zipfile.ZipFile, name: str, size: tuple[int, int]) -> NDArray[np.uint8]:
    """Give a picture of the archive; raises `ValueError` when it is none of that width and height."""
    image = decoded(np.frombuffer(archive.read(name), np.uint8))
    if image is None or image.shape != (size[1], size[0], 3):
        raise ValueError(f"{name} is no picture of {size[0]} x {size[1]}")
    return image


def _head_bytes(head: Head) -> bytes:
    buffer = io.BytesIO()
    np.savez(buffer, weights=head.weights.astype(np.float16), bias=head.bias, known=head.known)
    return buffer.getvalue()


def _cut(place: int) -> str:
    return f"cuts/{place:03}.png"


def _face(place: int) -> str:
    return f"passes/{place:03}.png"


def _entry(name: str) -> zipfile.ZipInfo:
    """Name an entry without a date, so that the same deck gives the same file."""
    return zipfile.ZipInfo(name, NO_DATE)


def merged(counts: Sequence[Mapping[str, int]]) -> dict[str, int]:
    """Join what lay in several pictures: of each card the most copies that lay in one."""
    cards = {card for one in counts for card in one}
    return {card: max(one.get(card, 0) for one in counts) for card in cards}
