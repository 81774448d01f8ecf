"""Acts too many for one page of buttons, chosen in steps: a card, then another; how many, which chips.

Each step is an address of the same page; the last one is a button that is the whole act.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast
from urllib.parse import urlencode

from companion.language import Text, mark, say, say_n
from companion.rules.twenty_three_state import REACH
from companion.views.offers import Offer

COLOURS = {
    "orange": mark("orange"),
    "purple": mark("purple"),
    "red": mark("red"),
    "blue": mark("blue"),
    "green": mark("green"),
    "yellow": mark("yellow"),
}
WAYS = {"up": mark("going up"), "down": mark("going down")}
STACKS = {"up": mark("Going up"), "down": mark("Going down")}
Asked = Mapping[str, str]
Card = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a pad: the whole ``act`` as JSON, or the address of the next step, or neither.

    ``name`` is what a screen reader says.
    """

    label: str
    name: str = ""
    act: str = ""
    more: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """The keys of one colour."""

    colour: str
    label: str
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Lays:
    """Cards for two stacks: ``first`` says which card was chosen already, ``done`` is that card alone."""

    first: str
    done: Key | None
    stacks: tuple[tuple[Text, tuple[Line, ...]], ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """A choice that leads on: what it says, its address, and whether it is the one that holds."""

    label: str
    more: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Several:
    """How many cards of one rank, and which bonus chips with them, by their number; ``shifted``: some are."""

    counts: tuple[Turn, ...]
    shifts: tuple[tuple[Text, tuple[Turn, ...]], ...]
    shifted: bool


def is_laid(offers: Sequence[Offer]) -> bool:
    """Say whether these acts lay cards on two stacks."""
    return any(offer.verb == "lay" for offer in offers)


def is_several(offers: Sequence[Offer]) -> bool:
    """Say whether these acts play several cards at once, or bonus chips with them."""
    return any("count" in offer.act or "bonus" in offer.act for offer in offers)


def lays(offers: Sequence[Offer], asked: Asked) -> Lays:
    """Lay out which card comes first; or, where one was chosen, which one comes after it."""
    turns = [cast("list[Card]", offer.act["lay"]) for offer in offers]
    acts = {tuple(map(_mark, turn)): _json(offer) for turn, offer in zip(turns, offers, strict=True)}
    first = asked.get("first", "")
    if (first,) not in acts:
        going_on = {marks[0] for marks in acts if len(marks) > 1}
        alone = [turn[0] for turn in turns if len(turn) == 1]
        return Lays("", None, _stacks(alone, lambda card: _first(card, acts, going_on)))
    chosen = next(turn[0] for turn in turns if _mark(turn[0]) == first)
    after = [turn[1] for turn in turns if len(turn) > 1 and _mark(turn[0]) == first]
    done = Key(say("Nothing more"), act=acts[(first,)])
    stacks = _stacks(after, lambda card: _key(card, act=acts[(first, _mark(card))]))
    return Lays(card_words(chosen), done, stacks)


def several(offers: Sequence[Offer], asked: Asked) -> tuple[Several, list[Offer]]:
    """Give what may be chosen beside the rank, and the acts that are left with what was chosen."""
    ways = {(_count(offer), _bonus(offer)) for offer in offers}
    count, bonus = _number(asked.get("count"), 1), _number(asked.get("bonus"), 0)
    if (count, bonus) not in ways:
        count, bonus = min(ways, key=lambda way: (abs(way[1]), way[0]))
    counts = sorted({n for n, shift in ways if shift == bonus})
    shifts = sorted({shift for n, shift in ways if n == count and shift})
    choice = Several(
        tuple(Turn(say_n("{n} card", "{n} cards", n), _more(n, bonus), n == count) for n in counts),
        tuple(
            (say_n("{n} bonus chip", "{n} bonus chips", chips), _shifts(shifts, chips, count, bonus))
            for chips in sorted({_chips(shift) for shift in shifts})
        ),
        bonus != 0,
    )
    if bonus:
        plain = Turn("0", _more(count, 0), chosen=False)
        choice = Several(choice.counts, ((say("No bonus chip"), (plain,)), *choice.shifts), True)
    return choice, [offer for offer in offers if (_count(offer), _bonus(offer)) == (count, bonus)]


def card_words(card: Card) -> Text:
    """Say a card that is laid on a stack: "8 red going up"."""
    colour, way = str(card["colour"]), str(card["stack"])
    return say(
        "{number} {colour} {way}",
        number=card["value"],
        colour=say(COLOURS[colour]) if colour in COLOURS else colour,
        way=say(WAYS[way]) if way in WAYS else way,
    )


def shift_words(bonus: int) -> str:
    """Write by how much bonus chips move the rank: "−3"."""
    return f"+{bonus}" if bonus > 0 else f"−{-bonus}"


def _stacks(cards: Iterable[Card], key: Callable[[Card], Key]) -> tuple[tuple[Text, tuple[Line, ...]], ...]:
    """Put the keys of cards where fingers find them: by stack, colour and number."""
    found = {(str(card["stack"]), str(card["colour"]), int(card["value"])): key(card) for card in cards}
    colours = dict.fromkeys(colour for _, colour, _ in found)
    stacks = []
    for stack, title in STACKS.items():
        lines = tuple(
            Line(
                colour,
                say(COLOURS[colour]) if colour in COLOURS else colour,
                tuple(found.get((stack, colour, n), Key(str(n))) for n in range(1, 11)),
            )
            for colour in colours
        )
        if any(place[0] == stack for place in found):
            stacks.append((say(title), lines))
    return tuple(stacks)


def _first(card: Card, acts: Mapping[tuple[str, ...], str], going_on: set[str]) -> Key:
    """Give the key of a first card: it leads on where a second one may follow."""
    marked = _mark(card)
    return (
        _key(card, more=urlencode({"first": marked}))
        if marked in going_on
        else _key(card, act=acts[(marked,)])
    )


def _key(card: Card, act: str = "", more: str = "") -> Key:
    return Key(str(card["value"]), card_words(card), act, more)


def _mark(card: Card) -> str:
    """Give a card as it stands in an address; a colour may be any word."""
    return f"{card['value']}-{card['stack']}-{card['colour']}"


def _shifts(shifts: Sequence[int], chips: int, count: int, bonus: int) -> tuple[Turn, ...]:
    mine = (shift for shift in shifts if _chips(shift) == chips)
    return tuple(Turn(shift_words(shift), _more(count, shift), shift == bonus) for shift in mine)


def _chips(shift: int) -> int:
    return -(-abs(shift) // REACH)


def _more(count: int, bonus: int) -> str:
    return f"count={count}&bonus={bonus}"


def _count(offer: Offer) -> int:
    return cast("int", offer.act.get("count", 1))


def _bonus(offer: Offer) -> int:
    return cast("int", offer.act.get("bonus", 0))


def _number(said: str | None, otherwise: int) -> int:
    try:
        return int(said or "")
    except ValueError:
        return otherwise


def _json(offer: Offer) -> str:
    return json.dumps(dict(offer.act), ensure_ascii=False)
