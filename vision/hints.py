"""Says in words what is wrong with a picture of the table, and what to do about it.

Every hint rests on one measured figure and one bound; both are told with it. The bounds were measured on
rendered tables that were spoilt on purpose: see the tests, and docs/performance.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import hypot, pi, sqrt

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cards import Zone
from companion.evidence import SeenCard
from companion.language import decimal, say
from vision.cards.doubting import lacks_colour
from vision.cards.geometry import height_of
from vision.prints.nets import FloatArray

Image = NDArray[np.uint8]
Mask = NDArray[np.bool_]

DARK = 75.0
"""Grey levels (0-255) of the picture's lightest twentieth: below, noise eats the numbers."""

BRIGHT = 0.2
"""The share of the cards' pixels, or of the picture's where no card is seen, that are blown out."""

BLOWN = 252
"""From this level on in all three colours, a pixel says nothing any more."""

SOFT = 0.0245
"""Width of an edge (standard deviation) as a share of a card's height: wider ones melt small numbers."""

SMEARED = 1.45
"""Edges that are softer one way than another by this ratio: the camera or a card moved."""

SMALL = 88.0
"""Height of a card in pixels at which the numbers in the corners of most decks are 8 pixels high."""

LENIENT = 1.5
"""Where every card is sure, the picture may be this much softer or smaller before anything is said."""

GLARE = 0.15
"""The share of a card's visible part that a reflection has blown out, while the rest of it is not."""

GREY = 4.0
"""Levels (0-255) between the strongest and the weakest of red, green and blue in the picture's most colourful
hundredth: below, it has no colours."""

OUTSIDE = 0.06
"""A card that reaches over the picture's edge by this share of its height is cut off."""

MOVED = 0.012
"""A shift of the whole picture by this share of its width: the camera was pushed."""

OUTLINED = 320
"""Pixels of a picture's width at which its outlines are compared with an earlier one's."""

LOOKED_AT = 960
"""Pixels of the picture's longer side at which edges and light are measured."""


class Trouble(StrEnum):
    """What may be wrong with a picture."""

    NOTHING_SEEN = "nothing-seen"
    DARK = "too-dark"
    BRIGHT = "too-bright"
    BLURRED = "blurred"
    SMEARED = "smeared"
    FAR = "too-far"
    GLARE = "glare"
    CUT_OFF = "cut-off"
    UPSIDE_DOWN = "upside-down"
    GREY = "no-colours"
    MOVED = "camera-moved"


@dataclass(frozen=True, slots=True)
class Hint:
    """One thing that is wrong, in words; ``measured`` is its figure and ``bound`` what it should keep to."""

    trouble: Trouble
    message: str
    measured: float
    bound: float


@dataclass(frozen=True, slots=True)
class Pictured:
    """A BGR picture (H, W, 3) of the table, and the cards that lie in it."""

    image: Image
    cards: Sequence[SeenCard] = ()


def hints(image: Image, cards: Sequence[SeenCard], before: Pictured | None = None) -> list[Hint]:
    """Say what is wrong with a BGR picture (H, W, 3) in which these cards were read; the worst comes first.

    ``before``: how the table looked earlier, to tell whether the camera was moved.
    """
    scale = min(1.0, LOOKED_AT / max(image.shape[:2]))
    small = _smaller(image, scale)
    shown = visible_parts(cards, small.shape[:2], scale)
    light = _light(small, shown)
    found = [
        *([] if cards else [_nothing()]),
        *light,
        *_sharpness(image, cards),
        *_distance(cards),
        *_glare(small, cards, shown),
        *cut_off(cards, image.shape[:2]),
        *_upside_down(cards),
        *_grey(small, cards),
    ]
    shift = moved(before, Pictured(image, cards)) if before is not None else 0.0
    if shift > MOVED:
        found.append(
            Hint(
                Trouble.MOVED,
                say("The camera was moved; give it a moment to find the cards again."),
                shift,
                MOVED,
            )
        )
    return found


def visible_parts(cards: Sequence[SeenCard], size: tuple[int, ...], scale: float) -> list[Mask]:
    """Give each card's visible part, a mask (H, W) of the picture times ``scale``; later cards cover it."""
    owner = np.zeros(size[:2], np.int16)
    for place, card in enumerate(cards, 1):
        outline = (np.array(card.quad) * scale).round().astype(np.int32)
        cv2.fillConvexPoly(owner, outline, place)
    return [np.asarray(owner == place) for place in range(1, len(cards) + 1)]


def _nothing() -> Hint:
    text = say("No cards are seen. Are they in the camera's view?")
    return Hint(Trouble.NOTHING_SEEN, text, 0, 1)


def _light(small: Image, shown: Sequence[Mask]) -> list[Hint]:
    """Tell whether it is too dark or too bright."""
    lightest = float(np.percentile(small.max(axis=2), 95))
    if lightest < DARK:
        text = say("It is too dark ({level} of 255): more light on the table, please.", level=round(lightest))
        return [Hint(Trouble.DARK, text, lightest, DARK)]
    blown = small.min(axis=2) >= BLOWN
    where = np.logical_or.reduce(shown) if shown else np.ones(blown.shape, bool)
    share = float(blown[where].mean()) if where.any() else 0.0
    if share > BRIGHT:
        text = say(
            "It is too bright: {percent} % of what matters is plain white. Dim the lamp or move it aside.",
            percent=round(100 * share),
        )
        return [Hint(Trouble.BRIGHT, text, share, BRIGHT)]
    return []


def softness(grey: Image) -> tuple[float, float]:
    """Measure how wide the picture's clearest edges are, in pixels: the sharper and the softer direction.

    An edge of contrast c and width s (standard deviation) climbs by c / (s * sqrt(2 pi)) a pixel at most.
    """
    light = np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.7), np.float32)
    ways = [light[1:-1, 2:] - light[1:-1, :-2], light[2:, 1:-1] - light[:-2, 1:-1]]
    ways += [(light[2:, 2:] - light[:-2, :-2]) / sqrt(2), (light[2:, :-2] - light[:-2, 2:]) / sqrt(2)]
    slopes = np.abs(np.stack(ways)) / 2
    kernel = np.ones((21, 21), np.uint8)
    span = (cv2.dilate(light, kernel) - cv2.erode(light, kernel))[1:-1, 1:-1]
    widths = []
    for way in range(4):
        own = slopes[way]
        steepest = (own >= np.maximum(slopes.max(axis=0) - 1e-6, 2.0)) & (
            span > max(30.0, float(np.percentile(span, 90)) * 0.7)
        )
        if steepest.sum() >= 60:
            ratio = own[steepest] / span[steepest]
            widths.append(1 / (sqrt(2 * pi) * float(np.percentile(ratio, 92))))
    return (min(widths), max(widths)) if widths else (0.0, 0.0)


def _sharpness(image: Image, cards: Sequence[SeenCard]) -> list[Hint]:
    """Tell whether the numbers are blurred: all round (focus), or along one direction (movement)."""
    if not cards:
        return []
    outline = np.concatenate([np.array(c.quad) for c in cards])
    left, top = np.maximum(outline.min(axis=0), 0).astype(int)
    right, foot = np.ceil(outline.max(axis=0)).astype(int)
    part = image[top:foot, left:right]
    if min(part.shape[:2]) < 24:
        return []
    sharper, softer = softness(np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.uint8))
    high = float(np.median([height_of(c) for c in cards]))
    bound = SOFT * (LENIENT if all(c.sure for c in cards) else 1.0)
    if softer / high <= bound:
        return []
    if softer > SMEARED * sharper:
        text = say("The picture is smeared: the camera shakes, or the light is so weak that it exposes long.")
        return [Hint(Trouble.SMEARED, text, softer / sharper, SMEARED)]
    text = say(
        "The picture is out of focus (edges {pixels} pixels wide): focus the camera on the cards and fix it.",
        pixels=decimal(softer),
    )
    return [Hint(Trouble.BLURRED, text, softer / high, bound)]


def _distance(cards: Sequence[SeenCard]) -> list[Hint]:
    """Tell whether the cards are too small to be read."""
    bound = SMALL / (LENIENT if all(c.sure for c in cards) else 1.0)
    high = float(np.median([height_of(c) for c in cards])) if cards else bound
    if high >= bound:
        return []
    text = say(
        "The camera is too far away: cards are {pixels} pixels high and should be {wanted} at least.",
        pixels=round(high),
        wanted=round(SMALL),
    )
    return [Hint(Trouble.FAR, text, high, bound)]


def _glare(small: Image, cards: Sequence[SeenCard], shown: Sequence[Mask]) -> list[Hint]:
    """Tell on which card that could not be read a reflection lies; each sentence once."""
    least = small.min(axis=2)
    out: dict[str, Hint] = {}
    for place, (card, where) in enumerate(zip(cards, shown, strict=True), 1):
        if card.sure or where.sum() < 30:
            continue
        share = float((least[where] >= BLOWN).mean())
        rest = float(np.percentile(least[where], 25))
        if share > GLARE and rest < BLOWN - 12:
            words = _glare_words(place, card.zone)
            out.setdefault(words, Hint(Trouble.GLARE, words, share, GLARE))
    return list(out.values())


def _glare_words(place: int, zone: Zone) -> str:
    if zone is Zone.ROW:
        return say(
            "Glare on card {place} of the row: move the lamp or tilt the camera a little.", place=place
        )
    if zone is Zone.JUMP:
        return say("Glare on a card beside the row: move the lamp or tilt the camera a little.")
    return say("Glare on a card: move the lamp or tilt the camera a little.")


def cut_off(cards: Sequence[SeenCard], size: tuple[int, ...], least: float = OUTSIDE) -> list[Hint]:
    """Tell at which side cards are cut off of a picture of this size (height, width, in pixels).

    ``least``: from which share of its height on a card that reaches over the edge is cut off.
    """
    if not cards:
        return []
    high, wide = size[:2]
    corners = np.concatenate([np.array(c.quad) / height_of(c) for c in cards if height_of(c) > 1])
    unit = float(np.median([height_of(c) for c in cards]))
    over = {
        say("The cards run out of the picture at its left edge."): -corners[:, 0].min(),
        say("The cards run out of the picture at its right edge."): corners[:, 0].max() - wide / unit,
        say("The cards run out of the picture at its upper edge."): -corners[:, 1].min(),
        say("The cards run out of the picture at its lower edge."): corners[:, 1].max() - high / unit,
    }
    text = max(over, key=lambda t: over[t])
    return [Hint(Trouble.CUT_OFF, text, float(over[text]), least)] if over[text] > least else []


def _upside_down(cards: Sequence[SeenCard]) -> list[Hint]:
    """Tell whether most cards stand on their heads: the camera is across the table."""
    falls = [
        c.quad[0][1] + c.quad[1][1] - c.quad[2][1] - c.quad[3][1] > height_of(c) for c in cards if c.sure
    ]
    share = sum(falls) / max(1, len(falls))
    if len(falls) < 2 or share <= 0.5:
        return []
    text = say(
        "The picture stands on its head: the camera is across the table. The cards are read all the same."
    )
    return [Hint(Trouble.UPSIDE_DOWN, text, share, 0.5)]


def _grey(small: Image, cards: Sequence[SeenCard]) -> list[Hint]:
    """Tell whether the colour of a card for which it counts is not seen because there are none."""
    if not any(lacks_colour(card) for card in cards):
        return []
    colourful = float(np.percentile(small.max(axis=2) - small.min(axis=2), 99))
    if colourful >= GREY:
        return []
    text = say("The picture is black and white, but these cards count by their colours: use a colour camera.")
    return [Hint(Trouble.GREY, text, colourful, GREY)]


def moved(before: Pictured, now: Pictured) -> float:
    """Give how far the whole picture has shifted, as a share of its width; 0 where nothing tells.

    Only the table itself tells: with the cards, which come and go, the camera seemed to have moved in 110 of
    648 pairs of pictures from nine recordings in which it stood still, without them in 6.
    """
    if before.image.shape != now.image.shape:
        return 1.0
    free = _beside_cards(before) & _beside_cards(now)
    a, b = (_outlines(table.image) * free for table in (before, now))
    window = cv2.createHanningWindow(a.shape[::-1], cv2.CV_32F)
    (x, y), response = cv2.phaseCorrelate(a, b, window)
    return float(hypot(x, y)) / a.shape[1] if response > 0.08 else 0.0


def _beside_cards(table: Pictured) -> Mask:
    """Mark (H, 320) what no card covers, nor its edges."""
    high, wide = table.image.shape[:2]
    covered = np.zeros((round(high * OUTLINED / wide), OUTLINED), np.uint8)
    for card in table.cards:
        outline = (np.array(card.quad) * OUTLINED / wide).round().astype(np.int32)
        cv2.fillConvexPoly(covered, outline, 1)
    return np.asarray(cv2.dilate(covered, np.ones((9, 9), np.uint8)) == 0)


def _smaller(image: Image, scale: float) -> Image:
    """Shrink a picture; of one that is a mere line something is left."""
    size = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _outlines(image: Image) -> FloatArray:
    """Reduce a picture to the strength of its edges (H, 320), which light hardly changes."""
    size = OUTLINED, round(image.shape[0] * OUTLINED / image.shape[1])
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), 1).astype(np.float32)
    x, y = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    return np.asarray(np.minimum(np.hypot(x, y), 60), np.float32)
