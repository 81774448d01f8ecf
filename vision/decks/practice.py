"""A practice deck to cut out: our own design for all five games, that people and the eye read well.

Colour on white: it spares ink. Each number stands large in the middle and in two corners; numbers that read
as another one upside down are underlined. Cards lie edge to edge, so one cut parts two of them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from types import MappingProxyType

from companion.cards import Colour
from companion.errors import SettingsError
from vision.cards.decode import upside_down
from vision.decks.pdf import CAP, Page, Point, Rgb, document, width
from vision.games import LOOKS, GameLook

PAPERS: Mapping[str, Point] = MappingProxyType({"a4": (210.0, 297.0), "letter": (215.9, 279.4)})
"""Width and height of a page in millimetres."""

CARD: Point = (56.0, 87.0)
"""Width and height of a card: nine go onto either paper, with room for any printer's rim."""

ACROSS, DOWN = 3, 3

INKS: Mapping[Colour, Rgb] = MappingProxyType(
    {
        Colour.ORANGE: (0.93, 0.45, 0.05),
        Colour.PURPLE: (0.45, 0.16, 0.60),
        Colour.RED: (0.80, 0.10, 0.12),
        Colour.BLUE: (0.08, 0.36, 0.72),
        Colour.GREEN: (0.08, 0.50, 0.22),
        Colour.YELLOW: (0.85, 0.62, 0.0),
    }
)

OWN = MappingProxyType({"23": Colour.BLUE, "futschikato": Colour.GREEN, "no-thanks": Colour.RED})
"""The colour of a game whose cards have none of their own."""

TITLES = MappingProxyType(
    {
        "fifty-fifty": "Fifty Fifty",
        "23": "23",
        "futschikato": "Futschikato",
        "quick-and-easy": "The Game: Quick & Easy",
        "no-thanks": "No Thanks!",
    }
)

COUNTERS = MappingProxyType({"no-thanks": 55})
"""Games that need counters, and how many."""

GREY: Rgb = (0.6, 0.6, 0.6)
WHITE: Rgb = (1.0, 1.0, 1.0)

BIG, INDEX = 31.0, 12.5
"""Size of the large number and of the index in millimetres, as fonts count it."""

COUNTER = 22.0
"""Width of a counter in millimetres."""

Face = Callable[[Page, Point], None]
"""Draws a card whose top left corner is there."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a game's pages are made of."""

    slug: str
    faces: tuple[Face, ...]
    counters: int = 0


def practice_deck(games: Sequence[str], paper: str = "a4") -> bytes:
    """Give a PDF with these games' cards; raises `SettingsError` for a game or paper that is not there."""
    if paper not in PAPERS:
        raise SettingsError(f"no paper {paper!r}: choose one of {', '.join(PAPERS)}")
    unknown = [g for g in games if g not in TITLES]
    if unknown or not games:
        raise SettingsError(
            f"no deck for {', '.join(unknown) or 'no game'}: choose one of {', '.join(TITLES)}"
        )
    pages = [page for game in games for page in _pages(sheet_of(game), PAPERS[paper])]
    return document(pages, " - ".join(TITLES[g] for g in games))


def sheet_of(slug: str) -> Sheet:
    """Give all that a game needs, its cards in order."""
    look = LOOKS[slug]
    faces: list[Face] = [face for value in look.numbers for face in _copies(look, value)]
    faces += [_pass] * look.passes
    if slug == "quick-and-easy":
        faces += [_arrow(True), _arrow(False)]
    return Sheet(slug, tuple(faces), COUNTERS.get(slug, 0))


def _copies(look: GameLook, value: int) -> Iterator[Face]:
    """Give the cards that bear a number: one of each colour where a game has five, else all alike."""
    count = look.copies(str(value))
    own = look.colour_of(value) or OWN.get(look.slug)
    for colour in [own] * count if own else look.colours[:count]:
        yield _number(value, colour, signed=own is None)


def _number(value: int, colour: Colour, signed: bool) -> Face:
    """Make a number card; ``signed``: with a sign for its colour, for those who cannot tell colours apart."""

    def draw(page: Page, at: Point) -> None:
        ink = INKS[colour]
        middle = at[0] + CARD[0] / 2, at[1] + CARD[1] / 2
        _frame(page, at, ink)
        _write(page, value, middle, BIG if value < 100 else 0.8 * BIG, ink, 0.0)
        _write(page, value, _corner(at, value), INDEX, ink, 0.0)
        x, y = _corner((0, 0), value)
        _write(page, value, (at[0] + CARD[0] - x, at[1] + CARD[1] - y), INDEX, ink, pi)
        if signed:
            _sign(page, colour, (middle[0], at[1] + 11.0), ink)
            _sign(page, colour, (middle[0], at[1] + CARD[1] - 11.0), ink)

    return draw


def _corner(at: Point, value: int) -> Point:
    """Give the middle of the index in the upper left corner: all begin at the same distance from the edge."""
    return at[0] + 5.5 + width(str(value), INDEX) / 2, at[1] + 5.5 + CAP * INDEX / 2


def _write(page: Page, value: int, centre: Point, size: float, ink: Rgb, turn: float) -> None:
    """Write a number, underlined where it would read as another one upside down."""
    page.words(str(value), centre, size, ink, turn)
    if upside_down(value) is None or not set(str(value)) & {"6", "9"}:
        return
    below, half = (CAP / 2 + 0.14) * size, width(str(value), size) / 2 * 0.94
    c, s = cos(turn), sin(turn)
    ends = [(centre[0] + x * c - below * s, centre[1] + x * s + below * c) for x in (-half, half)]
    page.line(ends[0], ends[1], ink, 0.075 * size)


def _frame(page: Page, at: Point, ink: Rgb) -> None:
    page.rounded((at[0] + 2.5, at[1] + 2.5), (CARD[0] - 5, CARD[1] - 5), 3.5, ink, 0.7)


def _sign(page: Page, colour: Colour, centre: Point, ink: Rgb) -> None:
    """Draw the sign of a colour: a disc, or a regular shape of its own."""
    corners = {Colour.RED: 0, Colour.BLUE: 4, Colour.GREEN: 3, Colour.YELLOW: 6, Colour.PURPLE: 5}[colour]
    if not corners:
        page.circle(centre, 2.6, ink)
        return
    angles = [2 * pi * k / corners for k in range(corners)]
    page.polygon([(centre[0] + 3.1 * sin(a), centre[1] - 3.1 * cos(a)) for a in angles], ink)


def _pass(page: Page, at: Point) -> None:
    """Draw a pass card: a fox that looks on, and the word at both ends."""
    ink, dark = INKS[Colour.BLUE], (0.1, 0.1, 0.12)
    x, y = at[0] + CARD[0] / 2, at[1] + CARD[1] / 2
    _frame(page, at, ink)
    head = [(-20, -17), (-9, -9), (9, -9), (20, -17), (17, 3), (0, 21), (-17, 3)]
    page.polygon([(x + dx, y + dy) for dx, dy in head], ink)
    for side in (-1, 1):
        page.circle((x + side * 8, y), 3.6, WHITE)
        page.circle((x + side * 8, y + 0.6), 1.7, dark)
    page.circle((x, y + 16.5), 2.6, dark)
    for height, turn in ((at[1] + 10.5, 0.0), (at[1] + CARD[1] - 10.5, pi)):
        page.words("PASS", (x, height), 8.0, ink, turn)


def _arrow(upwards: bool) -> Face:
    """Make the sign beside a stack: which way its numbers go."""

    def draw(page: Page, at: Point) -> None:
        x, y, way = at[0] + CARD[0] / 2, at[1] + CARD[1] / 2, -1 if upwards else 1
        _frame(page, at, GREY)
        tip = [(x, y + way * 26), (x - 15, y + way * 6), (x + 15, y + way * 6)]
        page.polygon(tip, GREY)
        page.polygon(
            [(x - 6, y + way * 7), (x + 6, y + way * 7), (x + 6, y - way * 26), (x - 6, y - way * 26)], GREY
        )

    return draw


def _pages(sheet: Sheet, paper: Point) -> list[Page]:
    """Lay a game's cards out on pages, nine each, then its counters."""
    per_page = ACROSS * DOWN
    parts = [sheet.faces[i : i + per_page] for i in range(0, len(sheet.faces), per_page)]
    pages = [_page(paper, part) for part in parts] + (
        [_counters(paper, sheet.counters)] if sheet.counters else []
    )
    for number, page in enumerate(pages, 1):
        text = f"{TITLES[sheet.slug]}   {number} of {len(pages)}   cut along the marks"
        page.words(text, (paper[0] / 2, 4.5), 2.6, GREY)
    return pages


def _page(paper: Point, faces: Sequence[Face]) -> Page:
    """Lay out up to nine cards, with cut marks in the page's rim."""
    page, left, top = Page(paper), (paper[0] - ACROSS * CARD[0]) / 2, (paper[1] - DOWN * CARD[1]) / 2
    for place, face in enumerate(faces):
        face(page, (left + place % ACROSS * CARD[0], top + place // ACROSS * CARD[1]))
    for k in range(ACROSS + 1):
        x = left + k * CARD[0]
        page.line((x, top - 4), (x, top - 1), GREY, 0.2)
        page.line((x, paper[1] - top + 1), (x, paper[1] - top + 4), GREY, 0.2)
    for k in range(DOWN + 1):
        y = top + k * CARD[1]
        page.line((left - 4, y), (left - 1, y), GREY, 0.2)
        page.line((paper[0] - left + 1, y), (paper[0] - left + 4, y), GREY, 0.2)
    return page


def _counters(paper: Point, count: int) -> Page:
    """Lay out counters."""
    page, across = Page(paper), int((paper[0] - 20) // (COUNTER + 2))
    left = (paper[0] - across * (COUNTER + 2)) / 2
    for k in range(count):
        x = left + (k % across + 0.5) * (COUNTER + 2)
        y = 14 + (k // across + 0.5) * (COUNTER + 2)
        page.circle((x, y), COUNTER / 2, GREY, 0.3)
        page.circle((x, y), COUNTER / 2 - 2.5, INKS[Colour.RED], 1.2)
        page.circle((x, y), 3.0, INKS[Colour.RED])
    return page
