"""What may be entered, laid out for fingers: a pad of numbers at fixed places, and buttons for the rest."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.mending import ActsView, ActView
from companion.offers import Form, Group, Hand, Offer
from web.words import Words

FEW = 24
"""Buttons shown at once beside a pad; more of them wait behind a fold."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: what it says, and the act that it stands for as JSON; no act makes a blank place of a pad."""

    label: str
    act: str | None


@dataclass(frozen=True, slots=True)
class Pad:
    """One player's acts with one verb: ``numbers`` in their fixed places, ``others`` below them."""

    title: str
    numbers: tuple[Choice, ...]
    others: tuple[Choice, ...]
    folded: tuple[Choice, ...] = ()


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
    """An act of the list: its number from 1, its words, and what is doubtful or wrong with it."""

    at: int
    number: int
    words: str
    doubt: str
    void: str


def lay_out(form: Form, words: Words) -> Entry:
    """Lay a form out."""
    single = [g for g in form.groups if len(g.offers) == 1]
    return Entry(
        likely=tuple(_choice(offer, _phrase(offer, words)) for offer in form.likely),
        pads=tuple(_pad(group, words) for group in form.groups if len(group.offers) > 1),
        single=tuple(_choice(g.offers[0], _phrase(g.offers[0], words)) for g in single),
        hands=tuple(_hand(hand, words) for hand in form.hands),
        cards=form.cards,
    )


def say_offers(offers: Sequence[Offer], words: Words) -> tuple[Choice, ...]:
    """Give offers as buttons that say who does what."""
    return tuple(_choice(offer, _phrase(offer, words)) for offer in offers)


def revealed(hands: Sequence[Hand], chosen: Sequence[Sequence[str]]) -> dict[str, object]:
    """Give the act that reveals these hands, each card as its face in text."""
    faces = [
        [int(c) if c.isascii() and c.isdigit() and len(c) <= 3 else c for c in cards] for cards in chosen
    ]
    return {"reveal": {hand.player: cards for hand, cards in zip(hands, faces, strict=True)}}


def lines(acts: ActsView, words: Words) -> list[ActLine]:
    """Give the acts for the list, newest first."""
    return [_line(act, words) for act in reversed(acts.acts)]


def _line(act: ActView, words: Words) -> ActLine:
    said = words.mend
    what = words.join([said.unsure_what.get(key, key) for key in act.unsure]) if act.unsure else ""
    return ActLine(
        act.at,
        act.at + 1,
        act.words,
        said.unsure.format(what=what) if what else "",
        said.void.format(why=act.flaw) if act.flaw else "",
    )


def _pad(group: Group, words: Words) -> Pad:
    numbers = {int(o.label): o for o in group.offers if o.label.isdigit()}
    others = tuple(_choice(o, _short(o, words)) for o in group.offers if not o.label.isdigit())
    places = range(1, max(numbers, default=0) + 1)
    pad = tuple(_choice(numbers[n], str(n)) if n in numbers else Choice(str(n), None) for n in places)
    title = words.mend.verbs_bare.get(group.verb, group.verb).format(player=group.player)
    few = len(others) <= FEW
    return Pad(title, pad, others if few else (), () if few else others)


def _short(offer: Offer, words: Words) -> str:
    if not offer.label:
        return _phrase(offer, words)
    return words.pass_card if offer.label == "pass" else offer.label


def _phrase(offer: Offer, words: Words) -> str:
    phrases: Mapping[str, str] = words.mend.verbs if offer.label else words.mend.verbs_bare
    label = words.pass_card if offer.label == "pass" else offer.label
    return phrases.get(offer.verb, offer.verb + " {label}").format(player=offer.player, label=label).strip()


def _choice(offer: Offer, label: str) -> Choice:
    return Choice(label, json.dumps(dict(offer.act), ensure_ascii=False))


def _hand(hand: Hand, words: Words) -> HandFace:
    labels = tuple(words.mend.card.format(player=hand.player, n=n + 1) for n in range(hand.count))
    return HandFace(hand.player, words.mend.hand.of(hand.count), labels)
