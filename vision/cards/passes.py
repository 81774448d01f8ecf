"""Tells how surely each card without a number is a pass card: by how it looks from near by, and beside
another card of the same row.

A deck's pass cards all show one picture. Where one of them is known and lies free, it knows the others:
those of which other cards or a hand leave a part, and those that the light has changed. Where none is known,
two that may be pass cards and show the same picture are: no number lies there twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from vision.cards.candidates import Candidate
from vision.cards.geometry import RowAxes, apart, lies_on
from vision.prints import trust
from vision.prints.angles import off_axis
from vision.prints.faces import PASS
from vision.prints.finder import CardHint, Picture, Print
from vision.prints.known_passes import FACE, free_face, visible
from vision.prints.nets import FloatArray
from vision.prints.patches import KnownFace, likeness

SURELY = 0.9
"""From this probability (0-1) on, a pass card tells of others."""

SETTLED = 0.99
"""What is a pass card, or is none, this surely (0-1) by its own look is not laid beside another, which takes
time."""

PERHAPS, PERHAPS_TOO, TWINS = 0.45, 0.15, 0.85
"""A card that lies free may be a pass card from the first (0-1) on, by its own look, and another one from the
second on; as like each other as the third (-1 to 1), they are. On 750 drawn and ray-traced pictures with no
known pass card all fifteen such pairs were; of pairs of number cards the likest that came near it had 0.35,
0.09 and 0.88, or 0.54, 0.37 and 0.76."""

TWO_PLACES = 0.25
"""Two opinions that are no farther apart than this share of a card's height may be about one card."""

IN_LINE, NEXT, FARTHEST, AS_LARGE, TURNED = 0.35, 0.45, 4.0, 1.35, 0.45
"""A pass card at a row's end lies so many heights out of line at most, so many widths behind the last number
at least and at most, for a hand may hide what lies between, is by so much larger or smaller at most, and
turned so far (radians)."""

OTHER_SIZE, NO_SURER = 1.5, 0.5
"""All cards of a deck are of one size: what is so many times higher or lower than most cards with a sure
number is believed no further (0-1) to be a pass card. The 234 right ones in 570 rows at home were from 0.81
to 1.26 times as high, a word on a tablecloth 0.34 times. (Where two numbers are sure, it is left out.)"""

PERHAPS_LAST = 0.4
"""What looks less like a pass card (0-1) by itself is none for its place."""

A_NUMBER = 0.5
"""What the finder takes so surely (0-1) for a number may be one."""

A_FIGURE = 0.4
"""Where no number is sure, what the finder takes so surely (0-1) for a number makes its card no pass card for
being like another: all cards of a deck with bold art look alike, and figures cut by a ring made two passes
(prints of 0.43 to 0.65, likenesses up to 0.92). In 900 pictures one such pair was, and had no print."""


@dataclass(frozen=True, slots=True)
class RowSeen:
    """What is seen of a row besides: its sure number cards, all prints found, its sense (radians)."""

    numbers: Sequence[CardHint]
    prints: Sequence[Print]
    up: float

    def is_other_size(self, card: CardHint) -> bool:
        """Say whether a card is far larger or smaller than those with a sure number, if there are any."""
        if not self.numbers:
            return False
        ratio = card.height / median(number.height for number in self.numbers)
        return not 1 / OTHER_SIZE < ratio < OTHER_SIZE

    def shows_print(self, card: CardHint, score: float) -> bool:
        """Say whether the finder saw a number on a card, at least so surely (0-1)."""
        return any(p.score >= score and lies_on(p.centre, card) for p in self.prints)


def probabilities(
    image: Picture,
    cards: Sequence[Candidate],
    kinds: FloatArray,
    row: RowSeen | None = None,
) -> list[float]:
    """Give how probably (0-1) each card in a BGR picture (H, W, 3) is a pass card.

    ``kinds`` (N, 3): what the cards look like from near by, as `vision.prints.faces.look` gives it.
    ``row``: what else is seen of their row.
    """
    near = [float(row[PASS]) for row in kinds]
    hints = [card.hint for card in cards]
    lonely = row is not None and not row.numbers
    figured = [row is not None and lonely and row.shows_print(hint, A_FIGURE) for hint in hints]
    printless = [0.0 if shows else n for shows, n in zip(figured, near, strict=True)]
    alone = [trust.pass_probability(n, lonely=lonely) for n in printless]
    found = _known(image, hints, alone)
    likes = _likes(image, hints, printless, *found) if found else _twins(image, hints, printless)
    behind = [
        row is not None and n >= PERHAPS_LAST and _ends(row, hint, hints)
        for n, hint in zip(near, hints, strict=True)
    ]
    told = [trust.pass_probability(*each, lonely) for each in zip(near, likes, behind, strict=True)]
    return [
        min(p, NO_SURER) if row is not None and row.is_other_size(hint) else p
        for p, hint in zip(told, hints, strict=True)
    ]


def _ends(row: RowSeen, card: CardHint, others: Sequence[CardHint]) -> bool:
    """Say whether a card lies uncovered as a row's last one, in line and as large, and shows no number."""
    if not row.numbers or visible(card) != (0, FACE.wide) or off_axis(card.up, row.up) > TURNED:
        return False
    frame = RowAxes(row.up)
    last = max(row.numbers, key=lambda n: frame.along(row.numbers[0], n))
    along = frame.along(last, card) / last.width
    as_large = 1 / AS_LARGE < card.height / last.height < AS_LARGE
    return (
        as_large
        and NEXT < along < FARTHEST
        and _level(last, card, frame)
        and not any(frame.along(card, o) > NEXT * o.width and _level(card, o, frame) for o in others)
        and not row.shows_print(card, A_NUMBER)
    )


def _level(one: CardHint, other: CardHint, frame: RowAxes) -> bool:
    return abs(frame.across(one, other)) < IN_LINE * one.height


def _likes(
    image: Picture, cards: Sequence[CardHint], near: Sequence[float], own: int, known: KnownFace
) -> list[float | None]:
    """Give how much each unclear card looks like a known one (-1 to 1), whose place is ``own``."""
    unclear = [k != own and 1 - SETTLED < n < SETTLED for k, n in enumerate(near)]
    return [likeness(image, c, known) if u else None for c, u in zip(cards, unclear, strict=True)]


def _twins(image: Picture, cards: Sequence[CardHint], near: Sequence[float]) -> list[float | None]:
    """Give how much each unclear card looks like one of two that show the same picture; None without such."""
    for own in sorted(range(len(cards)), key=lambda k: -near[k]):
        others = [k for k, n in enumerate(near) if n >= PERHAPS_TOO and _two_places(cards[k], cards[own])]
        face = free_face(image, cards[own]) if near[own] >= PERHAPS and others else None
        if face is None:
            continue
        likes = _likes(image, cards, near, own, KnownFace(face, cards[own].height, cards[own].up))
        twin = max(likes[k] or 0.0 for k in others)
        if twin >= TWINS:
            likes[own] = twin
            return likes
    return [None] * len(cards)


def _two_places(a: CardHint, b: CardHint) -> bool:
    return apart(a, b) > TWO_PLACES * b.height


def _known(
    image: Picture, cards: Sequence[CardHint], likely: Sequence[float]
) -> tuple[int, KnownFace] | None:
    """Give the place and the picture of the likeliest card that lies free and surely is a pass card."""
    for k in sorted(range(len(cards)), key=lambda k: -likely[k]):
        face = free_face(image, cards[k]) if likely[k] >= SURELY else None
        if face is not None:
            return k, KnownFace(face, cards[k].height, cards[k].up)
    return None
