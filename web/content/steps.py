"""Acts too many for one page of buttons, chosen in steps: a card, then another; how many, which chips.

Each step is an address of the same page; the last one is a button that is the whole act.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlencode

from companion.language import Text, mark, say, say_n
from companion.rules.quick_and_easy_state import VALUES
from companion.rules.twenty_three_state import REACH
from companion.views.act_words import Card, card_words, colour_words, laid, shift_words
from companion.views.offers import Offer

STACKS = {"up": mark("Going up"), "down": mark("Going down")}
Asked = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a pad: the whole ``act`` as JSON, or the address of the next step, or neither.

    A key with neither is no choice now. ``name`` is what a screen reader says where the label is too short.
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


Stacks = tuple[tuple[Text, tuple[Line, ...]], ...]
"""The keys of each stack, below its title."""


@dataclass(frozen=True, slots=True)
class Lays:
    """Cards for two stacks: ``first`` says which card was chosen already, ``done`` is that card alone."""

    first: str
    done: Key | None
    stacks: Stacks


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that leads on: what it says, its address, and whether it is the one that holds."""

    label: str
    more: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Several:
    """How many cards of one rank, and by how much bonus chips move it, below how many chips that takes."""

    counts: tuple[Option, ...]
    shifts: tuple[tuple[Text, tuple[Option, ...]], ...]

    @property
    def shifted(self) -> bool:
        """Whether bonus chips were chosen."""
        return any(option.chosen for _, options in self.shifts for option in options)


def is_laid(offers: Sequence[Offer]) -> bool:
    """Say whether these acts lay cards on two stacks."""
    return any(offer.verb == "lay" for offer in offers)


def is_several(offers: Sequence[Offer]) -> bool:
    """Say whether these acts play several cards at once, or bonus chips with them."""
    return any("count" in offer.act or "bonus" in offer.act for offer in offers)


def lays(offers: Sequence[Offer], asked: Asked) -> Lays:
    """Lay out which card comes first; or, where one was chosen, which one comes after it."""
    turns = [(laid(offer), offer) for offer in offers]
    begun = [(cards, offer) for cards, offer in turns if _mark(cards[0]) == asked.get("first")]
    alone = next((offer for cards, offer in begun if len(cards) == 1), None)
    if alone is None:
        going_on = {_mark(cards[0]) for cards, _ in turns if len(cards) > 1}
        singles = ((cards[0], offer) for cards, offer in turns if len(cards) == 1)
        return Lays("", None, _stacks((card, _first(card, offer, going_on)) for card, offer in singles))
    pairs = ((cards[1], offer) for cards, offer in begun if len(cards) > 1)
    after = _stacks((card, _key(card, act=as_json(offer))) for card, offer in pairs)
    return Lays(card_words(laid(alone)[0]), Key(say("Nothing more"), act=as_json(alone)), after)


def several(offers: Sequence[Offer], asked: Asked) -> tuple[Several, list[Offer]]:
    """Give what may be chosen beside the rank, and the acts that are left with what was chosen."""
    ways = {_way(offer) for offer in offers}
    chosen = _number(asked.get("count")), _number(asked.get("bonus"))
    count, bonus = chosen if chosen in ways else min(ways, key=lambda way: (abs(way[1]), way[0]))
    counts = sorted(n for n, shift in ways if shift == bonus)
    shifts = {shift for n, shift in ways if n == count and shift} | ({0} if bonus else set())
    choice = Several(
        tuple(Option(say_n("{n} card", "{n} cards", n), _more(n, bonus), n == count) for n in counts),
        tuple(
            (_chips_words(chips), _shifts_for(chips, shifts, count, bonus))
            for chips in sorted({_chips(shift) for shift in shifts})
        ),
    )
    return choice, [offer for offer in offers if _way(offer) == (count, bonus)]


def as_json(offer: Offer) -> str:
    """Give an act as the value of its button."""
    return json.dumps(dict(offer.act), ensure_ascii=False)


def _stacks(keys: Iterable[tuple[Card, Key]]) -> Stacks:
    """Put the keys of cards where fingers find them: by stack, colour and number."""
    found = {(str(card["stack"]), str(card["colour"]), int(card["value"])): key for card, key in keys}
    colours = dict.fromkeys(colour for _, colour, _ in found)
    there = {stack for stack, _, _ in found}
    return tuple(
        (say(title), tuple(_line(found, stack, colour) for colour in colours))
        for stack, title in STACKS.items()
        if stack in there
    )


def _line(found: Mapping[tuple[str, str, int], Key], stack: str, colour: str) -> Line:
    keys = (found.get((stack, colour, number), Key(str(number))) for number in VALUES)
    return Line(colour, colour_words(colour), tuple(keys))


def _first(card: Card, offer: Offer, going_on: set[str]) -> Key:
    """Give the key of a first card: it leads on where a second one may follow."""
    marked = _mark(card)
    if marked in going_on:
        return _key(card, more=urlencode({"first": marked}))
    return _key(card, act=as_json(offer))


def _key(card: Card, act: str = "", more: str = "") -> Key:
    return Key(str(card["value"]), card_words(card), act, more)


def _mark(card: Card) -> str:
    """Give a card as it stands in an address; a colour may be any word."""
    return f"{card['value']}-{card['stack']}-{card['colour']}"


def _way(offer: Offer) -> tuple[int, int]:
    """Give how many cards an act plays, and by how much bonus chips move the rank."""
    return cast("int", offer.act.get("count", 1)), cast("int", offer.act.get("bonus", 0))


def _shifts_for(chips: int, shifts: Iterable[int], count: int, bonus: int) -> tuple[Option, ...]:
    mine = sorted(shift for shift in shifts if _chips(shift) == chips)
    return tuple(Option(shift_words(shift), _more(count, shift), shift == bonus) for shift in mine)


def _chips(shift: int) -> int:
    """Give how many bonus chips it takes to move the rank so far."""
    return -(-abs(shift) // REACH)


def _chips_words(chips: int) -> Text:
    return say_n("{n} bonus chip", "{n} bonus chips", chips) if chips else say("No bonus chip")


def _more(count: int, bonus: int) -> str:
    return f"count={count}&bonus={bonus}"


def _number(said: str | None) -> int | None:
    try:
        return int(said or "")
    except ValueError:
        return None
