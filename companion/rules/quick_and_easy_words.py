"""Quick & Easy in plain words: what an act did and by which rule, in English and German."""

from collections.abc import Iterator

from companion.rules.base import Act, Remark
from companion.rules.quick_and_easy_state import Lay, QuickAndEasyState, Stack, Stuck, Tile

ENGLISH: dict[str, str] = {
    "note": "Note: {note}.",
    "lay": "{who} lays {cards}{draw}{win}.",
    "tile": "the {colour} {value}",
    "up": "ascending",
    "down": "descending",
    "first": "{tile} as the first card of the {stack} stack",
    "higher": "{tile} on the {stack} stack, higher than {top}",
    "lower": "{tile} on the {stack} stack, lower than {top}",
    "trick": "{tile} on the {stack} stack, by the reverse trick, as {top} has the same colour",
    "then": ", then ",
    "draw-0": "; the draw pile is empty, so there is no card to draw",
    "draw-1": "; 1 card is drawn for it",
    "draw-n": "; {count} cards are drawn for it",
    "win": ", and with it all 50 cards lie: the team wins",
    "stuck": "{who} can lay no card in hand, so the team loses at once with {left} cards left.",
    "stuck-1": "{who} can lay no card in hand, so the team loses at once with 1 card left.",
}

GERMAN: dict[str, str] = {
    "note": "Notiz: {note}.",
    "lay": "{who} legt {cards}{draw}{win}.",
    "tile": "die {value} in {colour}",
    "up": "aufsteigenden",
    "down": "absteigenden",
    "first": "{tile} als erste Karte auf den {stack} Stapel",
    "higher": "{tile} auf den {stack} Stapel, höher als {top}",
    "lower": "{tile} auf den {stack} Stapel, niedriger als {top}",
    "trick": "{tile} auf den {stack} Stapel, als Rückwärtstrick, denn {top} hat dieselbe Farbe",
    "then": ", dann ",
    "draw-0": "; der Nachziehstapel ist leer, also wird keine Karte gezogen",
    "draw-1": "; dafür wird 1 Karte gezogen",
    "draw-n": "; dafür werden {count} Karten gezogen",
    "win": ", und damit liegen alle 50 Karten: Das Team gewinnt",
    "stuck": "{who} kann keine Handkarte legen, also verliert das Team sofort, mit {left} Karten übrig.",
    "stuck-1": "{who} kann keine Handkarte legen, also verliert das Team sofort, mit 1 Karte übrig.",
}

GERMAN_COLOURS = {"red": "Rot", "blue": "Blau", "green": "Grün", "yellow": "Gelb", "purple": "Lila"}
"""The usual colours in German; others stay as the table named them."""

LANGUAGES = {"en": ENGLISH, "de": GERMAN}


def explain(before: QuickAndEasyState, act: Act, after: QuickAndEasyState, language: str) -> str:
    """Say in one sentence what an act did; ``language`` is "en" or "de"."""
    words = LANGUAGES[language]
    if isinstance(act, Remark):
        return words["note"].format(note=act.note)
    if isinstance(act, Stuck):
        return words["stuck-1" if after.left == 1 else "stuck"].format(who=act.player, left=after.left)
    if not isinstance(act, Lay):
        raise TypeError(f"{act!r} is no act of Quick & Easy")
    drawn = before.draw_pile - after.draw_pile
    draw = words[f"draw-{drawn}" if drawn < 2 else "draw-n"].format(count=drawn)
    cards = words["then"].join(_placed(before, act, language))
    win = words["win"] if after.left == 0 else ""
    return words["lay"].format(who=act.player, cards=cards, draw="" if win else draw, win=win)


def stack(which: Stack) -> str:
    """Name a stack in English."""
    return ENGLISH[str(which)]


def _placed(before: QuickAndEasyState, act: Lay, language: str) -> Iterator[str]:
    """Say of each card where it is laid, and why it may be."""
    words, tops = LANGUAGES[language], {which: before.top(which) for which in Stack}
    for placed in act.cards:
        top = tops[placed.stack]
        on = "" if top is None else _tile(top, language)
        key = _reason(placed.stack, top, placed.tile)
        yield words[key].format(tile=_tile(placed.tile, language), stack=words[str(placed.stack)], top=on)
        tops[placed.stack] = placed.tile


def _reason(which: Stack, top: Tile | None, tile: Tile) -> str:
    if top is None:
        return "first"
    if tile.value == top.value or (tile.value > top.value) != (which is Stack.UP):
        return "trick"
    return "higher" if which is Stack.UP else "lower"


def _tile(tile: Tile, language: str) -> str:
    colour = GERMAN_COLOURS.get(tile.colour, tile.colour) if language == "de" else tile.colour
    return LANGUAGES[language]["tile"].format(value=tile.value, colour=colour)
