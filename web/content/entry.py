"""What may be entered, laid out for fingers: a pad of numbers at fixed places, and buttons for the rest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import cast

from companion.language import listed, mark, say, say_n
from companion.observing.said_by_people import note_beside
from companion.views.act_words import FORCE, bare, label_words, phrase
from companion.views.mending import ActsView, ActView
from companion.views.offers import Form, Group, Hand, Offer
from web.content.steps import Asked, Key, Lays, Several, as_json, is_laid, is_several, lays, several

NOTHING: Asked = MappingProxyType({})

UNSURE = {
    "player": mark("who played it"),
    "act": mark("what was played, or whether an act before it is missing"),
    "count": mark("how many cards were laid"),
    "bonus": mark("whether bonus chips were spent"),
    "stack": mark("on which stack"),
    "tokens": mark("how many tokens were paid"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: what it says, and the act that it stands for as JSON."""

    label: str
    act: str


@dataclass(frozen=True, slots=True)
class Pad:
    """One player's acts with one verb: ``numbers`` in their fixed places, and ``others``.

    ``lays`` and ``several`` are there where so many acts are chosen in steps (``web/content/steps.py``).
    """

    title: str
    numbers: tuple[Key, ...] = ()
    others: tuple[Choice, ...] = ()
    lays: Lays | None = None
    several: Several | None = None


@dataclass(frozen=True, slots=True)
class HandFace:
    """A hand to reveal: whose, how many, and a label for each of its cards."""

    player: str
    count: str
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """All that may be entered at one place, ready to draw."""

    likely: tuple[Choice, ...]
    pads: tuple[Pad, ...]
    single: tuple[Choice, ...]
    hands: tuple[HandFace, ...]
    cards: tuple[str, ...]

    @property
    def empty(self) -> bool:
        """Whether nothing at all can be entered."""
        return not (self.pads or self.single or self.hands)


@dataclass(frozen=True, slots=True)
class ActLine:
    """An act of the list: its number from 1, its words, its note, and what is doubtful or wrong with it."""

    at: int
    number: int
    words: str
    note: str
    doubt: str
    void: str


def lay_out(form: Form, asked: Asked = NOTHING) -> Entry:
    """Lay a form out; ``asked``: what was chosen of it so far, as the page's address has it."""
    single = [g for g in form.groups if len(g.offers) == 1]
    return Entry(
        likely=tuple(_choice(offer, phrase(offer)) for offer in form.likely),
        pads=tuple(_pad(group, asked) for group in form.groups if len(group.offers) > 1),
        single=tuple(_choice(g.offers[0], phrase(g.offers[0])) for g in single),
        hands=tuple(_hand(hand) for hand in form.hands),
        cards=form.cards,
    )


def say_offers(offers: Sequence[Offer]) -> tuple[Choice, ...]:
    """Give offers as buttons that say who does what."""
    return tuple(_choice(offer, phrase(offer)) for offer in offers)


def say_unfinished(offer: Offer | None) -> tuple[Choice, ...]:
    """Give a turn to which a card may still be laid as a button that ends it."""
    return (_choice(offer, say("Turn over: {what}", what=phrase(offer))),) if offer else ()


def say_instead(guess: Offer | None, offers: Sequence[Offer]) -> tuple[Choice, ...]:
    """Give a guess, and what it may be instead, as buttons."""
    right = (_choice(guess, say("Yes: {what}", what=phrase(guess))),) if guess else ()
    return (*right, *(_choice(offer, say("No: {what}", what=phrase(offer))) for offer in offers))


def revealed(hands: Sequence[Hand], chosen: Sequence[Sequence[str]]) -> dict[str, object]:
    """Give the act that reveals these hands, each card as its face in text."""
    faces = [
        [int(c) if c.isascii() and c.isdigit() and len(c) <= 3 else c for c in cards] for cards in chosen
    ]
    return {"reveal": {hand.player: cards for hand, cards in zip(hands, faces, strict=True)}}


def lines(acts: ActsView) -> list[ActLine]:
    """Give the acts for the list, newest first."""
    return [_line(act) for act in reversed(acts.acts)]


def _line(act: ActView) -> ActLine:
    unsure = [say(UNSURE[key]) if key in UNSURE else key for key in act.unsure]
    return ActLine(
        act.at,
        act.at + 1,
        act.words,
        say("Note: {note}.", note=note.rstrip(".")) if (note := note_beside(act.act)) else "",
        say("The camera was not sure: {what}.", what=listed(unsure)) if unsure else "",
        say("Kept, but does not count: {why}", why=act.flaw) if act.flaw else "",
    )


def _pad(group: Group, asked: Asked) -> Pad:
    title = bare(group.verb, group.player)
    if is_laid(group.offers):
        return Pad(title, lays=lays(group.offers, asked))
    if is_several(group.offers):
        choice, left = several(group.offers, asked)
        return Pad(title, _in_places({cast("int", o.act[group.verb]): o for o in left}), several=choice)
    numbers = {int(o.label): o for o in group.offers if o.label.isdigit()}
    others = tuple(_choice(o, _short(o)) for o in group.offers if not o.label.isdigit())
    return Pad(title, _in_places(numbers), others)


def _in_places(numbers: Mapping[int, Offer]) -> tuple[Key, ...]:
    """Give each number its place, also where it is no choice: fingers learn where it is."""
    acts = {number: as_json(offer) for number, offer in numbers.items()}
    return tuple(Key(str(n), act=acts.get(n, "")) for n in range(1, max(acts, default=0) + 1))


def _short(offer: Offer) -> str:
    return label_words(offer) if offer.label and offer.label != FORCE else phrase(offer)


def _choice(offer: Offer, label: str) -> Choice:
    return Choice(label, as_json(offer))


def _hand(hand: Hand) -> HandFace:
    labels = tuple(say("{player}, card {n}", player=hand.player, n=n + 1) for n in range(hand.count))
    return HandFace(hand.player, say_n("{n} card", "{n} cards", hand.count), labels)
