"""Learns a deck from a few pictures: reads what is sure, learns the font from it, reads again what was not.

One deck has one font, so a few cards that are read for certain show all ten digits; with these, the numbers
that were unsure, or never seen, can be told. Nothing is learnt from a card that is not sure, and what was
learnt must agree with itself: a print that does not look like its number in the deck's own font is put aside.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import SettingsError
from companion.evidence import SeenCard
from vision.cards.geometry import apart
from vision.cards.turning import DigitReader
from vision.decks.crops import Sample, wide_cut
from vision.decks.glyphs import Font, Inked, written
from vision.decks.head import Head, fitted, sorts, training_set
from vision.decks.listing import order, text_of
from vision.decks.reader import DeckDigits, is_plain
from vision.decks.store import LearntDeck, merged
from vision.decks.trunk import Trunk, shipped_trunk
from vision.games import ANY, SPREAD, GameLook, look_of
from vision.looks.look import Context
from vision.pipeline import Reader
from vision.prints.digits import JUNK, VALUES, read
from vision.prints.finder import Print
from vision.prints.known_passes import Face, all_alike, chosen, whole_faces
from vision.prints.nets import FloatArray

ROUNDS = 2
"""How often the pictures are read and learnt from; the second time with what the first has taught."""

FIRST_EFFORT = 0.5
"""The first time is only there to read more the second time: half of the crops and steps will do."""

CLEAR, SURELY_NONE = 0.8, 0.97
"""From these probabilities (0-1) a print shows its card's number, or none at all."""

ALIKE = 0.65
"""From this correlation of its ink with its number in the deck's own font (-1 to 1), a print is well."""

BETTER = 0.12
"""Below that, another number must fit better by this much for the print to be put aside."""

LARGE = 0.19
"""Digits higher than this share of their card are the large number in its middle, and no index."""

FEWEST = 6
"""From fewer sure numbers than this, nothing can be learnt."""

SEED = 5


@dataclass(frozen=True, slots=True)
class Question:
    """A card that stayed unsure: in which picture, where (its outline), and what it may be."""

    picture: str
    card: SeenCard


@dataclass(frozen=True, slots=True)
class Report:
    """What came of learning: the deck's cards not yet seen, those there twice, and what is open.

    ``unseen`` and ``doubled`` are cards' texts; ``missing`` are cards said to lie in a picture that were not
    found there (picture, card); ``odd`` are prints that do not look like their number (picture, number).
    """

    cards: int
    unseen: tuple[str, ...]
    doubled: tuple[str, ...]
    questions: tuple[Question, ...]
    missing: tuple[tuple[str, str], ...]
    odd: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A picture to learn from: its name, BGR bytes (H, W, 3), and what is said to lie there, if anything."""

    name: str
    image: NDArray[np.uint8]
    told: frozenset[str] | None = None


def learn(
    name: str, game: str, pictures: Sequence[Picture], progress: Callable[[str], None] = lambda _: None
) -> tuple[LearntDeck, Report]:
    """Learn a deck; raises `SettingsError` for an unknown game, or when too little can be read."""
    look, trunk = look_of(game), shipped_trunk()
    digits: DigitReader = read
    for step in range(ROUNDS):
        progress(f"reading the pictures, {'first' if not step else 'second'} time ({len(pictures)} in all)")
        looks = [_looked(game, picture, k, digits) for k, picture in enumerate(pictures)]
        samples, odd = _agreeing([s for one in looks for s in one.samples])
        numbers = {s.value for s in samples if s.value != JUNK}
        if len(numbers) < FEWEST:
            found = "1 number" if len(numbers) == 1 else f"{len(numbers)} numbers"
            raise SettingsError(
                f"only {found} can be read for certain in these pictures, too few to learn from (it takes "
                f"{FEWEST} different ones): lay the cards side by side in good light and take sharper, "
                f"closer pictures, of cards of {game}"
            )
        progress(f"learning from {len(samples)} prints of {len(numbers)} numbers")
        head = taught(trunk, samples, look, 1.0 if step == ROUNDS - 1 else FIRST_EFFORT)
        digits = DeckDigits(trunk, head)
    looks = [_looked(game, picture, k, digits) for k, picture in enumerate(pictures)]
    seen = merged([one.counts for one in looks])
    passes = chosen([face for one in looks for face in one.passes])
    deck = LearntDeck(name, game, tuple(samples), seen, len(pictures), head, trunk.stamp, passes)
    return deck, _report(look, pictures, looks, seen, odd)


def digits_of(deck: LearntDeck, trunk: Trunk | None = None) -> DeckDigits:
    """Give what reads a deck's numbers; taught again when the net is another one than when it was learnt."""
    trunk = trunk or shipped_trunk()
    known = deck if is_of(deck, trunk) else taught_again(deck, trunk)
    return DeckDigits(trunk, known.head, is_plain(deck.samples))


def is_of(deck: LearntDeck, trunk: Trunk) -> bool:
    """Say whether a deck was taught to this net, and not to another one."""
    return deck.stamp == trunk.stamp and deck.head.weights.shape == trunk.weights.shape


def taught_again(deck: LearntDeck, trunk: Trunk) -> LearntDeck:
    """Give a deck as this net knows it, taught from the deck's own prints; it takes as long as learning."""
    return replace(deck, head=taught(trunk, deck.samples, look_of(deck.game)), stamp=trunk.stamp)


def taught(trunk: Trunk, samples: Sequence[Sample], look: GameLook, effort: float = 1.0) -> Head:
    """Teach the net a deck from its prints."""
    rng = np.random.default_rng(SEED)
    return fitted(rng, trunk, training_set(rng, samples, look.numbers, effort), effort)


def _agreeing(samples: Sequence[Sample]) -> tuple[list[Sample], list[Sample]]:
    """Part the prints into those that agree with the deck's font, and those that do not."""
    odd = [s for group, font in sorts(samples) for s, i in group if not _agrees(font, s.value, i)]
    return [s for s in samples if not any(s is o for o in odd)], odd


def _agrees(font: Font, value: int, inked: Inked) -> bool:
    """Say whether no other number of as many digits looks clearly more like a print."""
    own = _likeness(font, value, inked)
    digits = len(str(value))
    others = [
        v for v in range(10 ** (digits - 1), min(10**digits, VALUES)) if v != value and font.can_write(v)
    ]
    return own >= ALIKE or all(_likeness(font, v, inked) < own + BETTER for v in others)


def _likeness(font: Font, value: int, inked: Inked) -> float:
    """Give how well a print matches its number in a font: the correlation of their ink, -1 to 1."""
    if not font.can_write(value):
        return 1.0
    left, top, right, foot = inked.box
    own = inked.alpha[top:foot, left:right]
    drawn = written(font, value, marked=False)
    rows, columns = np.nonzero(drawn.max(axis=1) > 0.4)[0], np.nonzero(drawn.max(axis=0) > 0.4)[0]
    if not len(rows) or not len(columns) or min(own.shape) < 3:
        return 1.0
    other = cv2.resize(drawn[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1], own.shape[::-1])
    return float(np.corrcoef(own.ravel(), other.ravel())[0, 1])


@dataclass(frozen=True, slots=True)
class _Looked:
    """What was read in one picture: its cards, its prints, how many of each card, its pass cards."""

    cards: tuple[SeenCard, ...]
    samples: tuple[Sample, ...]
    counts: Mapping[str, int]
    passes: tuple[Face, ...]


class _Recorder:
    """Reads digits, and keeps what it was asked about and what it said."""

    def __init__(self, digits: DigitReader) -> None:
        self._digits = digits
        self.told: list[tuple[Print, FloatArray]] = []

    def __call__(self, image: NDArray[np.uint8], prints: Sequence[Print]) -> FloatArray:
        rows = self._digits(image, prints)
        self.told += list(zip(prints, rows, strict=True))
        return rows


def _looked(game: str, picture: Picture, place: int, digits: DigitReader) -> _Looked:
    """Read one picture, whatever way the cards lie in it."""
    recorder = _Recorder(digits)
    reader = Reader(f"{SPREAD}{game}", digits=recorder, further=())
    context = Context(_impossible(picture.told))
    cards = reader.read_with_context(picture.image, context)
    shown = _shown(cards, recorder.told)
    none = [
        (p, JUNK)
        for p, row in recorder.told
        if row[JUNK] > SURELY_NONE and all(apart(p, q) > 0.8 * max(p.height, q.height) for q, _ in shown)
    ]
    samples = tuple(
        Sample(wide_cut(picture.image, p.centre, p.height, p.up), value, p.height, place, _is_large(p))
        for p, value in (*shown, *none)
    )
    counts = Counter(text_of(c) for c in cards if c.believed is not None)
    return _Looked(cards, samples, counts, _pass_faces(picture, cards))


def _pass_faces(picture: Picture, cards: Sequence[SeenCard]) -> tuple[Face, ...]:
    """Give the pass cards that lie free: those that were known, else unread ones that are said to be some."""
    known = [c for c in cards if c.believed is not None and c.believed.value is None]
    if known:
        return tuple(whole_faces(picture.image, cards, known))
    if "pass" not in (picture.told or ()):
        return ()
    unread = whole_faces(picture.image, cards, [c for c in cards if not c.alternatives])
    return tuple(unread) if unread and all_alike(unread) else ()


def _impossible(told: frozenset[str] | None) -> frozenset[int]:
    """Give the numbers that cannot lie in a picture of which somebody said what lies there."""
    return frozenset(v for v in range(VALUES) if str(v) not in told) if told is not None else frozenset()


def _shown(cards: Sequence[SeenCard], told: Sequence[tuple[Print, FloatArray]]) -> list[tuple[Print, int]]:
    """Give the prints that clearly show the number of the sure card on which they stand, once each."""
    shown: list[tuple[Print, int]] = []
    for card in cards:
        value = card.believed.value if card.believed is not None else None
        if value is None:
            continue
        outline = np.array(card.quad, np.float32)
        for print_, row in told:
            clear = int(row.argmax()) == value and row[value] >= CLEAR
            on_it = clear and cv2.pointPolygonTest(outline, print_.centre, True) > -3
            if on_it and all(apart(print_, other) > 0.5 * print_.height for other, _ in shown):
                shown.append((print_, value))
    return shown


def _is_large(print_: Print) -> bool:
    return print_.height > LARGE * print_.card.height


def _report(
    look: GameLook,
    pictures: Sequence[Picture],
    looks: Sequence[_Looked],
    seen: Mapping[str, int],
    odd: Sequence[Sample],
) -> Report:
    """Draw up what the household wants to know."""
    wanted = [str(v) for v in look.numbers if look.slug != ANY] + (["pass"] if look.passes else [])
    doubled = [card for card, count in seen.items() if count > look.copies(card)]
    questions = [
        Question(p.name, c)
        for p, one in zip(pictures, looks, strict=True)
        for c in one.cards
        if c.believed is None
    ]
    missing = [
        (p.name, card)
        for p, one in zip(pictures, looks, strict=True)
        for card in sorted(p.told or (), key=order)
        if card not in one.counts
    ]
    return Report(
        sum(one.counts[card] for one in looks for card in one.counts),
        tuple(card for card in wanted if card not in seen),
        tuple(sorted(doubled, key=order)),
        tuple(questions),
        tuple(missing),
        tuple((pictures[s.picture].name, s.value) for s in odd),
    )
