"""Draws what is printed on cards beside numbers: ornaments, animals, letters, lattices, arrows."""

from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from training import clipart
from training.drawings import any_colour, any_drawing
from training.fonts import EMOJI, SYMBOLS, number_fonts, sized, text_mask

Picture = NDArray[np.uint8]
WORDS = (
    "PASS",
    "PASS",
    "PASS",
    "Pass",
    "PASSE",
    "SKIP",
    "STOP",
    "PASO",
    "OUT",
    "NO",
    "P",
    "PASSEN",
    "FOX",
    "X",
)
ANIMALS = (
    "🦊🐱🐶🐭🐹🐰🐻🐼🐨🐯🦁🐮🐷🐸🐵🐔🐧🐦🦉🐺🐗🐴🦄🐝🐛🦋🐌🐞🐢🐍🦎🐙🦑🦀🐠🐟🐬🐳🐊🐘🦏🐫🐑🐕🐈🐓🦃🐇🐁🐿🦔"
)
THINGS = (
    "🌷🌹🌻🌼🌸🌺🍁🍂🌲🌳🌴🌰🍎🍏🍐🍊🍋🍌🍉🍇🍓🍒🍑🍍🥝🥑🍆🥔🥕🌽🥒🥜🍞🥐🥖🧀🍖🍗🥓🍔🍟🍕🌭🌮🌯🥚🍳🍲🥗🍿🍱🍙🍚🍜🍝🍣🍤🍡🍦🍩🍪🎂🍰🍫🍬🍭🍯🍼☕🍵🍷🍸🍹🍺🥂🍴🔪🏺"
    "🌍🏔🌋🏠🏭🏰⛪⛺🌉🎠🎡🎢🎪🚂🚋🚌🚑🚒🚓🚕🚗🚚🚜🏎🏍🚲🛴⛵🚤🚢✈🚁🛸⌛⏰🌈⛅🌧🌩🌪☔🎃🎄🎆🎈🎉🎊🎀🎁🏆🏅⚽⚾🏀🏐🏈🏉🎾🎳🏏🏓🏸🥊🎯⛳⛸🎣🎿🛷🥌🎮🎨🧵👓👔👕👖"
    "👗👜🎒👟👠👢👒🎓⛑💄💍🔔🎵🎤🎧📻🎷🎸🎹🎺🎻🥁📱💻💿📷🎥📺🔍💡🔦📚📖📰📎📌✂🔒🔑🔨⛏🛠🗡🔫🏹🛡🔧🔩⚙🔬🔭📡💉💊🚪🛏🛋🚽🚿🛁🛒🚬🗿😀😂😍😎😭😡🤡💩👽👾😺🙈💋❤💔💥💦💤👋👍👎👊👏🙏💪👀👂👃👄"
    "👶👧👩👨👵👴👮👷💂👸🎅🧙🧚🧛🧜🧞🚶🏃💃🕺🧗🏇🏂🏄🚣🏊🚴🚫❌❓❗♻✅⚠🚸🔱"
)
SIGNS = "♠♥♦♣★☆☀☁☂☃☎☠☢☮☯☺☻♔♕♖♗♘♙♛♞✂✈✉✋✌✏✖✚✡✪✱✿❀❄❤➤⚓⚔⚖⚙⚡⚽⛄⛔"


CLIP_ART, LARGER = 11, 1.25
"""The kind of picture that others drew; it is mostly longer than wide, and drawn so much larger."""

ALIKE = 0.7
"""How often the small pictures in a pass card's corners are the one in its middle."""

BELOW = 0.25
"""How often a pass card bears a word below its picture, too."""


def rounded(
    image: Picture, box: tuple[int, int, int, int], radius: float, colour: Any, thick: int = -1
) -> None:
    """Draw a rounded rectangle (x, y, w, h), filled unless `thick` is positive."""
    x, y, w, h = box
    r = int(min(radius, w / 2 - 1, h / 2 - 1))
    corners = [
        (x + r, y + r, 180),
        (x + w - 1 - r, y + r, 270),
        (x + w - 1 - r, y + h - 1 - r, 0),
        (x + r, y + h - 1 - r, 90),
    ]
    points = [cv2.ellipse2Poly((cx, cy), (r, r), 0, a, a + 90, 15) for cx, cy, a in corners]
    outline = np.concatenate(points).reshape(-1, 1, 2)
    if thick < 0:
        cv2.fillPoly(image, [outline], colour, cv2.LINE_AA)
    else:
        cv2.polylines(image, [outline], True, colour, thick, cv2.LINE_AA)


def paint(
    image: Picture, ink: Picture, centre: Any, colour: Any, outline: bool = False, shade: bool = False
) -> None:
    """Lay a colour on the picture through a mask centred at a point, with outline or shadow if wanted."""
    if shade:
        off = max(1, ink.shape[0] // 30)
        paint(image, ink, (centre[0] + off, centre[1] + off), tuple(int(c) // 3 for c in colour))
    if outline:
        k = max(1, ink.shape[0] // 24)
        fat = cv2.dilate(ink, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * k + 1, 2 * k + 1)))
        dark = sum(colour) > 380
        paint(image, fat, centre, (25, 25, 25) if dark else (245, 245, 245))
    blend(image, ink, centre, np.asarray(colour[:3], np.float32))


def blend(image: Picture, opacity: Picture, centre: Any, colours: Any) -> None:
    """Lay colours, one or one a pixel, on a picture through an opacity (H, W) whose middle is a point."""
    h, w = opacity.shape
    x, y = round(centre[0] - w / 2), round(centre[1] - h / 2)
    x0, y0, x1, y1 = max(0, x), max(0, y), min(image.shape[1], x + w), min(image.shape[0], y + h)
    if x0 >= x1 or y0 >= y1:
        return
    there = slice(y0 - y, y1 - y), slice(x0 - x, x1 - x)
    a = opacity[there][..., None].astype(np.float32) / 255
    part, laid = image[y0:y1, x0:x1], np.broadcast_to(colours, (h, w, 3))[there].astype(np.float32)
    part[:] = (part * (1 - a) + laid * a).astype(np.uint8)


def regular(
    centre: Any, radius: float, sides: int, star: float = 1.0, turn: float = 0.0
) -> NDArray[np.int32]:
    """Give the corners of a regular polygon or star."""
    n = sides * 2
    angle = np.arange(n) * 2 * np.pi / n - np.pi / 2 + turn
    r = np.where(np.arange(n) % 2, radius * star, radius)
    return np.stack([centre[0] + r * np.cos(angle), centre[1] + r * np.sin(angle)], 1).astype(np.int32)


def ornament(image: Picture, centre: Any, radius: float, colour: Any, kind: int, sides: int) -> None:
    """Draw something symmetric that is no number."""
    thick = max(1, int(radius / 12))
    shapes = [
        regular(centre, radius, sides, 0.5),
        regular(centre, radius, sides),
        regular(centre, radius, 4, 0.3),
    ]
    if kind < 3:
        cv2.polylines(image, [shapes[kind]], True, colour, thick, cv2.LINE_AA)
        cv2.polylines(image, [regular(centre, radius * 0.5, sides, 0.5)], True, colour, thick, cv2.LINE_AA)
    elif kind < 5:
        cv2.fillPoly(image, [shapes[kind - 3]], colour, cv2.LINE_AA)
    elif kind == 5:
        cv2.circle(image, (int(centre[0]), int(centre[1])), int(radius), colour, thick, cv2.LINE_AA)
    elif kind == 6:
        for k in range(1, 4):
            cv2.circle(
                image, (int(centre[0]), int(centre[1])), int(radius * k / 3), colour, thick, cv2.LINE_AA
            )


def glyph(
    image: Picture, centre: Any, size: float, colour: Any, rng: Generator, turned: bool = False
) -> None:
    """Draw an animal or sign from a symbol font, in one colour or as a coloured picture."""
    if EMOJI.exists() and rng.random() < 0.5:
        picked = ANIMALS if rng.random() < 0.4 else THINGS
        _emoji(image, centre, size, str(rng.choice(list(picked))), turned)
        return
    letters = ANIMALS if rng.random() < 0.5 else SIGNS
    font = str(SYMBOLS) if SYMBOLS.exists() else number_fonts()[0]
    try:
        ink = text_mask(font, str(rng.choice(list(letters))), max(6, int(size)))
    except ValueError:
        return
    paint(image, np.ascontiguousarray(ink[::-1, ::-1]) if turned else ink, centre, colour)


def sign(image: Picture, centre: Any, size: float, letter: str, colour: Any, turned: bool = False) -> None:
    """Draw one sign of a symbol font, such as a suit."""
    font = str(SYMBOLS) if SYMBOLS.exists() else number_fonts()[0]
    try:
        ink = text_mask(font, letter, max(4, int(size)))
    except ValueError:
        return
    paint(image, np.ascontiguousarray(ink[::-1, ::-1]) if turned else ink, centre, colour)


def _emoji(image: Picture, centre: Any, size: float, letter: str, turned: bool) -> None:
    """Paste a coloured emoji."""
    canvas = Image.new("RGBA", (136, 128))
    ImageDraw.Draw(canvas).text((0, 0), letter, font=sized(str(EMOJI), 109), embedded_color=True)
    rgba = cv2.resize(np.asarray(canvas), (int(size), int(size)), interpolation=cv2.INTER_AREA)
    rgba = rgba[::-1, ::-1] if turned else rgba
    side = int(size)
    x, y = round(centre[0] - size / 2), round(centre[1] - size / 2)
    blend(image, rgba[..., 3], (x + side / 2, y + side / 2), rgba[..., 2::-1])


def clip(image: Picture, centre: Any, size: float, rng: Generator, turned: bool = False) -> None:
    """Lay a picture that others drew on a card, so many pixels large, where there is one."""
    if (picture := clipart.any_picture(rng)) is None:
        return
    picture = clipart.scaled(picture, size)
    picture = picture[::-1, ::-1] if turned else picture
    blend(image, picture[..., 3], centre, picture[..., :3])


def fox(image: Picture, centre: Any, size: float, colour: Any, rng: Generator) -> None:
    """Draw a simple animal head out of polygons."""
    x, y = centre
    r = size / 2
    ears = rng.uniform(0.5, 1.1)
    head = [
        (-1, -ears),
        (-0.4, -0.5),
        (0.4, -0.5),
        (1, -ears),
        (0.95, 0.1),
        (0.1, 1),
        (-0.1, 1),
        (-0.95, 0.1),
    ]
    cv2.fillPoly(image, [np.array([(x + a * r, y + b * r) for a, b in head], np.int32)], colour, cv2.LINE_AA)
    pale, dark = (245, 245, 250), (30, 30, 35)
    big = rng.uniform(0.1, 0.4)
    for side in (-1, 1):
        at = (int(x + side * 0.42 * r), int(y + 0.15 * r))
        cv2.circle(image, at, max(1, int(big * r)), pale, -1, cv2.LINE_AA)
        cv2.circle(image, at, max(1, int(rng.uniform(0.06, big) * r)), dark, -1, cv2.LINE_AA)
    cv2.circle(image, (int(x), int(y + 0.8 * r)), max(1, int(0.14 * r)), dark, -1, cv2.LINE_AA)


def letters(rng: Generator) -> str:
    """Give a word for a pass card or for clutter."""
    if rng.random() < 0.7:
        return str(rng.choice(WORDS))
    return "".join(
        rng.choice(list("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz?!&"), int(rng.integers(1, 8)))
    )


def word(
    image: Picture, centre: Any, height: float, room: float, text: str, font: str, colour: Any, turned: bool
) -> None:
    """Write letters at a point, upright or upside down, no wider than the room there is."""
    try:
        ink = text_mask(font, text, max(4, int(height)))
        if ink.shape[1] > room:
            ink = text_mask(font, text, max(4, int(height * room / ink.shape[1])))
    except ValueError:
        return
    paint(image, np.ascontiguousarray(ink[::-1, ::-1]) if turned else ink, centre, colour)


def pass_art(image: Picture, rng: Generator, fore: Any, font: str, clip_art: bool = False) -> bool:
    """Fill a pass card, with ``clip_art`` if so; tells whether it looks the same upside down."""
    h, w = image.shape[:2]
    text, size = letters(rng), h * rng.uniform(0.05, 0.12)
    colour = any_colour(rng) if rng.random() < 0.6 else fore
    middle, seed = int(rng.integers(0, 11)), int(rng.integers(1 << 30))
    if clip_art:
        middle = CLIP_ART
    if middle == 4:
        word(image, (w / 2, h / 2), h * rng.uniform(0.12, 0.3), w * 0.85, text, font, colour, False)
    else:
        _pass_picture(image, (w / 2, h / 2), w * rng.uniform(0.35, 0.9), colour, middle, seed)
    if middle != 4 and rng.random() < BELOW:
        word(image, (w / 2, h * rng.uniform(0.77, 0.86)), size * 1.2, w * 0.8, text, font, fore, False)
    ends = int(rng.integers(0, 5))
    gx, gy = w * rng.uniform(0.12, 0.2), h * rng.uniform(0.08, 0.14)
    other = seed if rng.random() < ALIKE else int(rng.integers(1 << 30))
    small = w * rng.uniform(0.1, 0.2)
    for turned in (False, True):
        x, y = (w - gx, h - gy) if turned else (gx, gy)
        if ends == 0:
            word(image, (w / 2, y), size, w * 0.8, text, font, fore, turned)
        elif ends <= 2:
            _pass_picture(image, (x, y), small, colour, 2 if middle == 4 else middle, other, turned)
        elif ends == 3:
            word(image, (x, y), size, w * 0.3, text[:2], font, fore, turned)
    return middle == 5


def _pass_picture(
    image: Picture, centre: Any, size: float, colour: Any, kind: int, seed: int, turned: bool = False
) -> None:
    """Draw one of the pictures that pass cards bear, so many pixels wide; the same one for a seed."""
    rng = np.random.default_rng(seed)
    if kind == CLIP_ART:
        clip(image, centre, size * (LARGER if size > image.shape[1] / 4 else 1.0), rng, turned)
    elif kind <= 1:
        fox(image, centre, size, colour, rng)
    elif kind in (2, 3, 9, 10):
        glyph(image, centre, size, colour, rng, turned)
    elif kind == 5:
        ornament(image, centre, size / 2, colour, int(rng.integers(0, 7)), int(rng.integers(3, 9)))
    else:
        any_drawing(image, centre, size, colour, rng)


def back_art(image: Picture, rng: Generator, colour: Any) -> None:
    """Fill a back: a lattice, stripes, rings or a motif."""
    h, w = image.shape[:2]
    tone = any_colour(rng)
    step, thick = max(4, int(h * rng.uniform(0.03, 0.1))), max(1, int(h * rng.uniform(0.004, 0.02)))
    kind = int(rng.integers(0, 4))
    if kind in (0, 1):
        for k in range(-h, w + h, step):
            cv2.line(image, (k, 0), (k + h, h), tone, thick, cv2.LINE_AA)
            if kind == 0:
                cv2.line(image, (k, h), (k + h, 0), tone, thick, cv2.LINE_AA)
    elif kind == 2:
        for r in range(step, h, step):
            cv2.circle(image, (w // 2, h // 2), r, tone, thick, cv2.LINE_AA)
    elif kind == 3:
        for y in range(step // 2, h, step):
            for x in range(step // 2, w, step):
                cv2.circle(image, (x, y), max(1, step // 4), tone, -1, cv2.LINE_AA)
    if rng.random() < 0.3:
        _emblem(image, rng)


def _emblem(image: Picture, rng: Generator) -> None:
    """Put a disc with an animal in the middle of a back."""
    h, w = image.shape[:2]
    at, r = (w // 2, h // 2), int(w * rng.uniform(0.15, 0.35))
    cv2.circle(image, at, r, any_colour(rng), -1, cv2.LINE_AA)
    fore = any_colour(rng)
    if rng.random() < 0.5:
        fox(image, at, r * 1.3, fore, rng)
    else:
        glyph(image, at, r * 1.3, fore, rng)


def arrow_art(image: Picture, rng: Generator, fore: Any) -> None:
    """Draw an arrow."""
    h, w = image.shape[:2]
    a, b, c = rng.uniform(0.08, 0.16), rng.uniform(0.2, 0.36), rng.uniform(0.2, 0.34)
    shape = [(-a, c), (-a, -0.03), (-b, -0.03), (0, -c), (b, -0.03), (a, -0.03), (a, c)]
    flip = 1 if rng.random() < 0.5 else -1
    points = np.array([(w / 2 + x * w, h / 2 + flip * y * h) for x, y in shape], np.int32)
    if rng.random() < 0.7:
        cv2.fillPoly(image, [points], fore, cv2.LINE_AA)
    else:
        cv2.polylines(image, [points], True, fore, max(2, w // 30), cv2.LINE_AA)
