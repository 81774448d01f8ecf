"""Cards that seem to lie there, and what the look of a card says of them: borne out, or there but unread."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, sin

from vision.cards.geometry import apart
from vision.cards.two_cards import stands_in_corner
from vision.prints.finder import CardHint, CardKind, Print

STRIP = 0.22
"""Half the width, in widths of a card, of the narrowest strip that overlapping leaves to be seen."""

IN_STRIP, ASIDE = 0.08, 0.1
"""A strip's own number stands no further from its middle than this share of the card's width, and every other
one further off by at least the second."""

CLEAR_NUMBER = 0.9
"""A number read with this probability is no pass card."""

BORNE_OUT = 0.35
"""The look of a card bears out what an unreadable print claims from this score on."""

WEAKEST_CARD, FAINT_CARD = 0.55, 0.3
"""A card that nobody could read is reported from this score on; from the second on where a look from near by
surely shows a pass card."""

BARELY = 0.2
"""Where tiles may lie, the number of one from this score on is sought where others bear theirs."""

IN_ROW_CARD = 0.4
"""Beside a row's cards, in line with them, a card that nobody could read is reported from this score on: of
290 rows, every second with a hand over it, 50 such opinions of 55 meant a card that nothing else told of."""

CLOSEST_CARDS = 0.15
"""Centres of two different cards are hardly ever closer than this share of a card's height."""

ASIDE_OF_IT, ABOVE_IT = 0.25, 0.4
"""Shares of a card's height: two opinions about one card lie no further apart across and along it."""

BESIDE, AS_LARGE = 1.4, 1.33
"""Cards of one row lie no further apart than so many heights, and are as large to this ratio."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A card that seems to lie there.

    ``hint`` is where (its kind NUMBER, PASS, or CARD when it could not be read), ``prints`` the positions of
    its prints in the finding, ``support`` (0-1) how sure it is from the card's own look that a face-up card
    lies there at all.
    """

    hint: CardHint
    prints: tuple[int, ...]
    support: float


def claimed(junk: Sequence[Print], hints: Sequence[CardHint]) -> list[CardHint]:
    """Give the cards that unreadable prints claim to lie on, where the look of a card bears them out."""
    cards = [replace(p.card, kind=CardKind.CARD) for p in junk]
    return [c for c in cards if any(h.score > BORNE_OUT and bears_out(h, c) for h in hints)]


def supported(card: Candidate, hints: Sequence[CardHint]) -> Candidate:
    """Add how well the look of a whole card bears out a candidate."""
    support = max((h.score for h in hints if bears_out(h, card.hint)), default=0.0)
    return replace(card, support=support)


def bears_out(hint: CardHint, card: CardHint) -> bool:
    """Say whether an opinion about a whole card may mean this one.

    They may differ less sideways, where neighbours lie, than in height, of which a hand may hide a part.
    """
    dx, dy = hint.centre[0] - card.centre[0], hint.centre[1] - card.centre[1]
    aside, higher = dx * cos(card.up) + dy * sin(card.up), dx * sin(card.up) - dy * cos(card.up)
    near = hypot(aside / ASIDE_OF_IT, higher / ABOVE_IT) < card.height
    return near and 0.6 < hint.height / max(card.height, 1.0) < 1.6


def among_cards(card: Candidate, cards: Sequence[Candidate]) -> bool:
    """Say whether a look bears out that a card lies there, or that one as large lies right beside it.

    Of a card in a row an arm may leave but the number to be seen; a number far from all cards may stand on a
    clock.
    """

    def beside(other: CardHint) -> bool:
        alike = 1 / AS_LARGE < card.hint.height / max(other.height, 1.0) < AS_LARGE
        return alike and apart(card.hint, other) < BESIDE * other.height

    return card.support > 0 or any(c.support > 0 and beside(c.hint) for c in cards)


def left_unread(
    hints: Sequence[CardHint],
    claims: Sequence[CardHint],
    read: Sequence[Candidate],
    prints: Sequence[Print],
    junk: Sequence[Print] = (),
    faintest: float = FAINT_CARD,
) -> list[Candidate]:
    """Give the cards that nobody could read: opinions, from a score on, that no candidate explains.

    ``hints`` are told by the cards' own looks, ``claims`` by prints on them that could not be read: ``junk``.
    """
    left = [h for h in _unexplained(hints, claims, read, prints, junk) if h.score >= faintest]
    kept: list[CardHint] = []
    for hint in left:
        if not any(in_same_place(hint, k) for k in kept):
            kept.append(hint)
    return [Candidate(hint, (), hint.score) for hint in kept]


def _unexplained(
    hints: Sequence[CardHint],
    claims: Sequence[CardHint],
    cards: Sequence[Candidate],
    prints: Sequence[Print],
    junk: Sequence[Print],
) -> list[CardHint]:
    """Give the opinions left when every card has taken one: that of its own strip, else the nearest.

    A card's own look goes before what a print claims; with it go the claims to the same place.
    """
    free, open_ = list(hints), list(claims)
    for card in cards:
        own = [prints[i] for i in card.prints]
        taken = _own(free, card.hint, own) or _own(open_, card.hint, own)
        if taken:
            free = [h for h in free if h is not taken]
            open_ = [h for h in open_ if not in_same_place(h, taken)]
    said = [prints[i] for card in cards for i in card.prints]
    beside = [h for h in free if shows_its_own(h, junk, said)]
    return [h for h in free + open_ if h in beside or not any(in_same_place(h, card.hint) for card in cards)]


def _own(opinions: Sequence[CardHint], card: CardHint, prints: Sequence[Print]) -> CardHint | None:
    """Give the opinion that means a card with these prints: of its own strip, its own corner, or near it."""
    near = [h for h in opinions if bears_out(h, card)]
    strip = [h for h in near if any(in_one_strip(h, p) for p in prints)]
    corner = [h for h in opinions if any(stands_in_corner(p, h) for p in prints)]
    return min(strip or corner or near, key=lambda h: apart(h, card), default=None)


def in_one_strip(hint: CardHint, print_: Print) -> bool:
    """Say whether a read number stands in the very strip of a card in which an opinion about it was formed.

    Of a covered card only a strip is seen, too little to tell well where all of it lies.
    """
    dx, dy = print_.centre[0] - hint.seen[0], print_.centre[1] - hint.seen[1]
    along, across = dx * cos(hint.up) + dy * sin(hint.up), dx * sin(hint.up) - dy * cos(hint.up)
    return abs(along) < STRIP * hint.width and abs(across) < 0.55 * hint.height


def shows_its_own(hint: CardHint, unread: Sequence[Print], read: Sequence[Print]) -> bool:
    """Say whether what shows of a card bears a number of its own, unread, beside all that were read.

    Of closely overlapped cards the places are too near to each other to say that they are two.
    """
    own = min((_off(hint, p) for p in unread if in_one_strip(hint, p)), default=1.0)
    others = min((_off(hint, p) for p in read if in_one_strip(hint, p)), default=1.0)
    return own < IN_STRIP and others - own > ASIDE


def _off(hint: CardHint, print_: Print) -> float:
    """Give how far right or left of where an opinion about a card was formed a print stands, in widths."""
    dx, dy = print_.centre[0] - hint.seen[0], print_.centre[1] - hint.seen[1]
    return abs(dx * cos(hint.up) + dy * sin(hint.up)) / max(hint.width, 1.0)


def in_same_place(a: CardHint, b: CardHint) -> bool:
    """Say whether two opinions are too close together for two cards."""
    return apart(a, b) < CLOSEST_CARDS * (a.height + b.height) / 2
