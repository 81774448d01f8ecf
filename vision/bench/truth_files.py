"""Reads the files that say what lies in pictures (docs/pictures.md).

Whatever no table of the game can show is refused: a slip there would be counted as the reader's mistake, or
as none.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from companion.atomic_file import check_file
from companion.cards import Kind, Zone
from companion.errors import BadRecord, SourceError
from vision.bench.truth import GAMES, Face, TrueCard, Truth
from vision.capture.sources import PICTURES, is_picture
from vision.games import LOOKS, Arrangement, GameLook

Told = Mapping[str, object]
"""An object of such a file: the file itself, or one of its cards."""

ZONES = {
    Arrangement.ROW: (Zone.ROW,),
    Arrangement.PILE: (Zone.PILE,),
    Arrangement.STACKS: (Zone.UP, Zone.DOWN),
    Arrangement.SPOTS: (Zone.SPOT,),
}
"""Where cards can lie; beside a row, too, where a game knows jump cards."""

FAR = 1e6
"""Pixels; no corner of a card lies so far off."""

LONGEST = 40
"""Characters of what is wrong in a file that are repeated."""


def truths(folder: Path, note: Callable[[str], None] = lambda _: None) -> list[Truth]:
    """Read what lies in the pictures of a folder; ``note`` is told which files have no picture beside them.

    Raises `BadRecord` naming the file that says no such thing, and the line or the card where that is known,
    and `SourceError` where there is none or one cannot be read.
    """
    if not folder.is_dir():
        raise SourceError(f"{folder}: there is no such folder of pictures")
    if not os.access(folder, os.R_OK | os.X_OK):
        raise SourceError(f"{folder}: this user may not look into it")
    pictures, found = _pictures(folder), []
    told = [path for path in folder.iterdir() if path.suffix.lower() == ".json" and path.name[0] != "."]
    for path in sorted(told):
        if path.stem in pictures:
            found.append(_truth(path, pictures[path.stem]))
        else:
            note(f"{path}: left out, as no picture {path.stem}.jpg or .png lies beside it")
    if not found:
        raise SourceError(f"{folder}: no pictures with their truth beside them (name.jpg and name.json)")
    return found


def _pictures(folder: Path) -> dict[str, Path]:
    """Give a folder's pictures by their names without what these end with; of several, the first kind's."""
    files = [path for path in folder.iterdir() if is_picture(path)]
    files.sort(key=lambda path: (PICTURES.index(path.suffix.lower()), path), reverse=True)
    return {path.stem: path for path in files}


def _truth(path: Path, picture: Path) -> Truth:
    told = _object(path)
    with _named(str(path)):
        return _whole(picture, told) if "cards" in told else _short(picture, told)


@contextmanager
def _named(where: str) -> Iterator[None]:
    """Say in a refusal where that is which is refused."""
    try:
        yield
    except BadRecord as error:
        raise BadRecord(f"{where}: {error}") from None


def _object(path: Path) -> Told:
    """Read a file's JSON object."""
    try:
        check_file(path)
        data = path.read_bytes()
    except OSError as error:
        raise SourceError(f"{path}: cannot be read ({error.strerror})") from error
    try:
        with _named(str(path)):
            told = json.loads(data, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise BadRecord(f"{path}:{error.lineno}: this is not JSON ({error.msg})") from None
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadRecord(f"{path}:{line}: this line is not UTF-8; save the file as that") from None
    except RecursionError:
        raise BadRecord(f"{path}: this is nested too deeply; right is one object, {{…}}") from None
    except ValueError:
        raise BadRecord(f"{path}: this has a number of too many digits; no card bears one") from None
    if not isinstance(told, dict):
        raise BadRecord(f"{path}: this is {_shown(told)}; right is one object, {{…}}")
    return told


def _once(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """Make an object; a key that stands there twice would lose what it said first."""
    told: dict[str, object] = {}
    for key, value in pairs:
        if key in told:
            raise BadRecord(f"{_shown(key)} stands there twice; once is right")
        told[key] = value
    return told


def _short(picture: Path, told: Told) -> Truth:
    """Read the short form: the game, and each zone's cards in order."""
    if "game" not in told:
        raise BadRecord('neither "cards" nor "game" is there; docs/pictures.md shows both forms')
    look = LOOKS[_one_of(told, "game", list(LOOKS))]
    zones = _zones(look)
    for key, value in told.items():
        nothing = key in list(Zone) and value == []
        if key not in ("game", *zones) and not nothing:
            raise BadRecord(f"{_shown(key)} is no zone of {look.slug}; right is {_either(zones)}")
    if not any(zone in told for zone in zones):
        raise BadRecord(f"no zone says what lies there; right is {_either(zones)}, each with a list of cards")
    cards = []
    for zone in zones:
        for place, face in enumerate(_list(told, zone) if zone in told else [], 1):
            with _named(f"{_shown(zone)}, card {place}"):
                cards.append(TrueCard(_face(face, look), zone, True))
    scene = next((s for s, game in GAMES.items() if game == look.slug), "row")
    return Truth(picture, scene, look.slug, tuple(cards))


def _whole(picture: Path, told: Told) -> Truth:
    """Read the form that says everything about each card."""
    scene = _one_of(told, "scene", list(GAMES))
    look = LOOKS[GAMES[scene]]
    cards: dict[tuple[str, int], TrueCard] = {}
    for place, one in enumerate(_list(told, "cards"), 1):
        with _named(f"card {place}"):
            if not isinstance(one, dict):
                raise BadRecord(f"this is {_shown(one)}; right is one object a card, {{…}}")
            card = _card(one, look)
            order = _order(one, place)
            if (card.zone, order) in cards:
                raise BadRecord(f'"order" is {order} twice in {_shown(card.zone)}; right is once')
            cards[card.zone, order] = card
    return Truth(picture, scene, look.slug, tuple(cards[key] for key in sorted(cards)))


def _card(told: Told, look: GameLook) -> TrueCard:
    """Read one card; its colour counts only where two stacks are told apart by them."""
    kind = _one_of(told, "kind", list(Kind))
    value = told.get("value")
    if kind == Kind.PASS and value is not None:
        raise _wrong(told, "value", "null, as a pass card bears no number")
    if kind == Kind.NUMBER and ("value" not in told or value == "pass"):
        raise _wrong(told, "value", "the number on it")
    face = _face(value if kind == Kind.NUMBER else "pass", look)
    zone = _one_of(told, "zone", _zones(look))
    visible = told.get("index_visible", True)
    if not isinstance(visible, bool):
        raise _wrong(told, "index_visible", "true or false")
    coloured = look.arrangement is Arrangement.STACKS and told.get("colour") is not None
    colour = _one_of(told, "colour", list(look.colours)) if coloured else None
    return TrueCard(face, zone, visible, colour, _quad(told))


def _quad(told: Told) -> tuple[tuple[float, float], ...]:
    """Read a card's four corners."""
    quad = told.get("quad")
    points = [p for p in quad if isinstance(p, list) and len(p) == 2] if isinstance(quad, list) else []
    whole = isinstance(quad, list) and len(quad) == len(points) == 4
    if not whole or not all(_is_number(x) and -FAR < x < FAR for p in points for x in p):
        raise _wrong(told, "quad", "its four corners in pixels, [[x, y], [x, y], [x, y], [x, y]]")
    return tuple((float(x), float(y)) for x, y in points)


def _order(told: Told, place: int) -> int:
    """Read a card's place in its zone; that in the file where it says none."""
    order = told.get("order", place)
    if not isinstance(order, int) or isinstance(order, bool):
        raise _wrong(told, "order", "a whole number, its place in its zone")
    return order


def _face(value: object, look: GameLook) -> Face:
    """Read a card's number, or ``pass``, as one that the game has."""
    passes = look.has("pass")
    if value == "pass" and passes:
        return "pass"
    if isinstance(value, int) and not isinstance(value, bool) and value in look.numbers:
        return str(value)
    right = f"a whole number from {look.lowest} to {look.highest}" + (' or "pass"' if passes else "")
    raise BadRecord(f"{_shown(value)} is no card of {look.slug}; right is {right}")


def _zones(look: GameLook) -> list[str]:
    """Name the zones in which a game's cards can lie."""
    return [str(zone) for zone in (*ZONES[look.arrangement], *([Zone.JUMP] if look.sides else []))]


def _list(told: Told, key: str) -> list[object]:
    value = told[key]
    if not isinstance(value, list):
        raise _wrong(told, key, "a list of cards, [...]")
    return value


def _one_of(told: Told, key: str, choices: Sequence[str]) -> str:
    value = told.get(key)
    if not isinstance(value, str) or value not in choices:
        raise _wrong(told, key, _either(choices))
    return str(value)


def _wrong(told: Told, key: str, right: str) -> BadRecord:
    """Say what is wrong with what a key says, and what would be right."""
    wrong = f"{_shown(key)} is {_shown(told[key])}" if key in told else f"{_shown(key)} is missing"
    return BadRecord(f"{wrong}; right is {right}")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _shown(value: object) -> str:
    """Give what stands in a file, shortened."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _either(choices: Sequence[str]) -> str:
    """Join what may be chosen: ``"up" or "down"``."""
    *others, last = (f'"{choice}"' for choice in choices)
    return f"{', '.join(others)} or {last}" if others else last
