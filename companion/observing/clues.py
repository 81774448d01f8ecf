"""What is known beside the picture: which cards came since the last act, and whose hand brought each.

A card may have come and gone again before anybody could read it; then only the hand that brought it tells
that there was an act at all. Prices are those of ``match.py``: they add up, the cheapest story wins.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from math import exp, log

from companion.cards import PASS, Card, Zone, plain
from companion.clock import Span
from companion.evidence import Arrival, SeenCard
from companion.observing.geometry import covers, nearest, same_place
from companion.observing.match import CONTRADICTION, contradicts
from companion.rules.base import Act, Layout

WRONG_HAND = 4.0
"""A card that came from another side than that of the player who is said to have laid it."""

OTHER_HAND = 2.0
"""A card of the row that seems to have come from another side, where the player's hand was at it too."""

NO_TRACE = 6.0
"""A card that is said to have come and gone, of which nothing was ever seen."""

UNREAD_TRACE = 1.2
"""A card that is said to have come and gone, where an unread card did so."""

MISREAD_TRACE = 4.0
"""A card that is said to have come and gone, where one did so on which some number was read, but not surely:
a print that is no number may look like one."""

UNEXPLAINED_TRACE = 1.0
"""A card that came and went and that the story does not speak of: perhaps no card at all."""

UNEXPLAINED_HAND = 2.0
"""A card that came and went and that the story does not speak of, where it is known whose hand brought it:
whoever lays a card there has mostly played it."""

UNEXPLAINED_CARD = 3.0
"""A card that came and went and that the story does not speak of, though it was read surely, or alike in
several looks, or a hand laid something like a card where the next one goes: perhaps it was taken back."""

OUT_OF_ORDER = 8.0
"""A card that is said to have been laid after another although it came surely before it."""

NEVER_SO = 3.0
"""Cards were surely seen lying in one row, in which the story never puts them."""

NOT_NEW = 3.0
"""A card that an act is said to have laid, though none came to that place."""

NOT_OLD = 1.0
"""A card that is said to have lain there before, though one came to that place."""

LEAST = 1e-3
"""A card that came and went is not what was laid where it bears that face less likely than this (0-1)."""

ABOUT_AS_LIKELY = 0.5
"""Of cards that came and went one may be what was laid where it is at least so many times as likely (0-1) to
be that as the likeliest one."""


@dataclass(frozen=True, slots=True)
class Clues:
    """The cards that came since the last act, those that have left again too, and who sits at which side.

    ``removed``: when the first card left since the last act, where that was seen. ``rows``: the cards surely
    read in the row at each look since, faces without colours, in order. ``spent``: the cards that came and
    that acts have told; ``guessed``: those that acts have told as a guess, faces without colours.
    ``steady``: when cards came that were read alike, though not surely, in several looks or in plain view.
    """

    arrivals: tuple[Arrival, ...] = ()
    players: Mapping[str, str] = field(default_factory=dict)
    removed: Span | None = None
    rows: tuple[tuple[Card, ...], ...] = ()
    spent: tuple[Arrival, ...] = ()
    guessed: frozenset[Card] = frozenset()
    steady: frozenset[Span] = frozenset()
    _gone: list[tuple[Sequence[SeenCard], tuple[Arrival, ...]]] = field(default_factory=list, compare=False)
    _fitting: dict[tuple[int | None, bool], tuple[Arrival, ...]] = field(default_factory=dict, compare=False)

    @property
    def tells(self) -> bool:
        """Whether cards that came are told of: then one of which nothing is told has not come."""
        return bool(self.arrivals or self.spent)

    def with_arrivals(self, arrivals: tuple[Arrival, ...]) -> "Clues":
        """Give the same clues with other cards that came."""
        # Anew, not a copy: what has been found out from the others does not hold for these.
        return Clues(arrivals, self.players, self.removed, self.rows, self.spent, self.guessed, self.steady)

    def gone(self, cards: Sequence[SeenCard]) -> tuple[Arrival, ...]:
        """Give the cards that came to the row and are not among those seen now.

        A card beside the row that goes back is a jump that the table has settled, and no act.
        """
        # One story after another asks this of the same cards.
        if not self._gone or self._gone[0][0] is not cards:
            there = (a for a in self.arrivals if a.card.zone is not Zone.JUMP)
            self._gone[:] = [(cards, tuple(a for a in there if self._has_left(a, cards)))]
        return self._gone[0][1]

    def beside(self, cards: Sequence[SeenCard]) -> tuple[Arrival, ...]:
        """Give the cards surely read beside the row that are not among those seen now: back in a hand, or
        swept away with all that lay there.
        """
        return tuple(
            a for a in self.arrivals if a.card.zone is Zone.JUMP and a.card.sure and self._has_left(a, cards)
        )

    def fitting(self, act: Act) -> tuple[Arrival, ...]:
        """Give the cards that came and that an act may have laid, by their faces; none where it lays none."""
        face, zone = face_of(act), zone_of(act)
        if face is None:
            return ()
        key = (face.value, zone is Zone.JUMP)
        if key not in self._fitting:
            came = (a for a in self.arrivals if a.card.zone is zone and a.card.probability(face) > 0)
            self._fitting[key] = tuple(came)
        return self._fitting[key]

    def may_be_hidden(self, card: Card, nobody_took: bool = False) -> bool:
        """Say whether a card told before may lie there unseen: never seen well, or another lies on it now.

        ``nobody_took``: no act has taken a card away. So what was seen to leave before the other one came
        was this one.
        """
        face = plain(card)
        told = [a for a in self.spent if a.card.believed and a.card.probability(face) > 0]
        left = self.removed if nobody_took else None
        return face in self.guessed or any(
            b.card.sure
            and b.touch.earliest >= a.touch.latest
            and covers(b.card, a.card)
            and not (left and left.latest < b.touch.earliest)
            for a in told[-1:]
            for b in self.arrivals
        )

    def _has_left(self, arrival: Arrival, cards: Sequence[SeenCard]) -> bool:
        later = (b for b in self.arrivals if b.touch.latest > arrival.touch.latest)
        if any(same_place(arrival.card, b.card) for b in later):
            return True
        return not any(same_place(arrival.card, card) and could_be(arrival.card, card) for card in cards)

    def lay(self, card: SeenCard) -> bool:
        """Say whether a card was surely seen lying in the row since the last act, whoever laid it."""
        face = card.believed and plain(card.believed)
        return any(face in row for row in self.rows)

    def came(self, card: SeenCard, cards: Sequence[SeenCard]) -> bool:
        """Say whether one of the seen cards came since the last act: none lies nearer to where it came."""
        return any(nearest(a.card, cards) is card and could_be(a.card, card) for a in self.arrivals)

    def by(self, arrival: Arrival) -> str | None:
        """Give whose hand brought a card; None where seats or side are unknown."""
        return self.players.get(arrival.side) if arrival.side else None

    def was_there(self, player: str | None, arrival: Arrival | None) -> bool:
        """Say whether a player's hand was one of two that were at a card as it came."""
        return arrival is not None and player in map(self.players.get, arrival.either)


def in_order(arrivals: Iterable[Arrival]) -> tuple[Arrival, ...]:
    """Order arrivals by when they touched the table."""
    return tuple(sorted(arrivals, key=lambda a: (a.touch.latest, a.touch.earliest)))


def could_be(one: SeenCard, other: SeenCard) -> bool:
    """Say whether two readings may be of one card; an unread one may be anything."""
    if not one.alternatives or not other.alternatives:
        return True
    return any(one.probability(a.card) > 0 for a in other.alternatives)


@lru_cache(maxsize=4096)
def face_of(act: Act) -> Card | None:
    """Give the face, without its colour, that an act lays; None where it lays none."""
    fields = act.to_record()
    face = fields.get("play", fields.get("jump"))
    return None if face is None else Card.parse(str(face))


def traces(gone: Iterable[Arrival]) -> frozenset[Card]:
    """Give the faces that cards which came and went may have borne; an unread one was most likely a pass."""
    faces: set[Card] = set()
    for arrival in gone:
        faces |= {plain(a.card) for a in arrival.card.alternatives}
        faces |= set() if arrival.card.sure else {PASS}
    return frozenset(faces)


def vanished(acts: Sequence[Act], layout: Layout) -> tuple[int, ...]:
    """Give which of the acts laid a card that does not lie there after the last of them."""
    lying = [card.value for _, cards in layout.zones for card in cards]
    out = []
    for i in reversed(range(len(acts))):
        face = face_of(acts[i])
        if face is not None and face.value in lying:
            lying.remove(face.value)
        elif face is not None:
            out.append(i)
    return tuple(reversed(out))


def trace_of(act: Act, gone: Sequence[Arrival]) -> Arrival | None:
    """Give the card that came and went and is most likely the one that an act laid.

    Of those that are about as likely the first one given.
    """
    face = face_of(act)
    if face is None:
        return None
    likely = [(likeness(face, a.card), a) for a in gone if a.card.zone is zone_of(act)]
    least = max(ABOUT_AS_LIKELY * max((p for p, _ in likely), default=0.0), LEAST)
    return next((a for p, a in likely if p >= least), None)


def likeness(face: Card, card: SeenCard) -> float:
    """Give how likely (0-1) a card that came and went bore a face; faint passes are all as likely."""
    if face == PASS and not card.sure:
        return max(card.probability(face), exp(-(UNREAD_TRACE if card.numberless else MISREAD_TRACE)))
    return card.probability(face)


def price(acts: Sequence[Act], layout: Layout, cards: Sequence[SeenCard], clues: Clues) -> float:
    """Say how badly acts fit what is known of hands, and of cards that came and went (0 is well)."""
    if not clues.arrivals:
        return NO_TRACE * len(vanished(acts, layout))
    lost, came = vanished(acts, layout), accounted(acts, layout, cards, clues)
    total = sum(_trace_price(acts[i], came[i]) for i in lost)
    total += WRONG_HAND * sum(wrong_hand(act, a, clues) for act, a in zip(acts, came, strict=True))
    total += OTHER_HAND * sum(_other_hand(act, a, clues) for act, a in zip(acts, came, strict=True))
    total += OUT_OF_ORDER * (disordered(came) + before_taking(acts, clues))
    told = {a.touch for a in came if a and a.card.zone is not Zone.JUMP}
    rest = [a for a in clues.gone(cards) if _was_card(a, clues) and a.touch not in told]
    sure = {a.touch for a in rest if a.card.sure or a.card.numberless}
    sure |= {a.touch for a in rest if a.touch in clues.steady}
    doubtful = {a.touch: clues.by(a) for a in rest if a.touch not in sure}
    total += sum(UNEXPLAINED_HAND if by else UNEXPLAINED_TRACE for by in doubtful.values())
    return total + UNEXPLAINED_CARD * len(sure)


def _was_card(came: Arrival, clues: Clues) -> bool:
    """Say whether a hand laid what came and went, or it lay in the row surely, alike or in plain view."""
    return came.side is not None or clues.lay(came.card) or came.touch in clues.steady


def accounted(
    acts: Sequence[Act], layout: Layout, cards: Sequence[SeenCard], clues: Clues
) -> tuple[Arrival | None, ...]:
    """Give for each act the card that it laid, one that lies there or one that left again; no card twice."""
    gone, lost = (*clues.gone(cards), *clues.beside(cards)), vanished(acts, layout)
    out: list[Arrival | None] = []
    taken: set[int] = set()
    for i, act in enumerate(acts):
        rest = [a for a in (gone if i in lost else clues.fitting(act)) if id(a) not in taken]
        before = next((a for a in reversed(out) if a), None)
        found = _lost_by(act, rest, before, clues) if i in lost else _laid_by(act, rest, acts[i + 1 :])
        taken.add(id(found))
        out.append(found)
    return tuple(out)


def _lost_by(act: Act, gone: Sequence[Arrival], before: Arrival | None, clues: Clues) -> Arrival | None:
    """Give the card that an act laid and that has left again: one that its player's hand may have brought.

    Rather one that came after the card laid ``before``.
    """
    own = [a for a in gone if not wrong_hand(act, a, clues)]
    since = [a for a in own if before is None or before.touch.earliest <= a.touch.latest]
    return trace_of(act, since) or trace_of(act, own) or trace_of(act, gone)


def disordered(came: Iterable[Arrival | None]) -> int:
    """Count the cards that came surely before the one that is said to have been laid before them."""
    return sum(a.touch.earliest > b.touch.latest for a, b in pairwise(a for a in came if a))


def never_so(rows: Sequence[Sequence[Card]], seen: Sequence[Sequence[Card]]) -> int:
    """Count the looks at a row that fit no row of a story, or only one before that which the last look fits.

    Cards of which the story does not speak are passed over: they may have been laid and taken back.
    """
    told = frozenset(card for row in rows for card in row)
    at, wrong = 0, 0
    for look in seen:
        look = [card for card in look if card in told]
        fits = next((i for i in range(at, len(rows)) if _within(look, rows[i])), None)
        wrong += fits is None
        at = at if fits is None else fits
    return wrong


def _within(part: Sequence[Card], row: Sequence[Card]) -> bool:
    """Say whether a row has all these cards, in their order."""
    rest = iter(row)
    return all(card in rest for card in part)


def before_taking(acts: Sequence[Act], clues: Clues) -> int:
    """Count the cards said to have been laid after somebody took everything, which came before any left."""
    took = next((i for i, act in enumerate(acts) if "take" in act.to_record()), None)
    if took is None or clues.removed is None:
        return 0
    since = clues.removed.earliest
    return sum(a is not None and a.touch.latest < since for a in brought_all(acts, clues)[took + 1 :])


def _laid_by(act: Act, fitting: Sequence[Arrival], later: Sequence[Act]) -> Arrival | None:
    """Give the card that an act laid and that lies there: the last that may be; later acts have their own."""
    face = face_of(act)
    back = sum(face_of(other) == face for other in later) if face else 0
    return fitting[max(0, len(fitting) - 1 - back)] if fitting else None


def _trace_price(act: Act, arrival: Arrival | None) -> float:
    face = face_of(act)
    if arrival is None or face is None:
        return NO_TRACE
    if contradicts(face, arrival.card):
        return CONTRADICTION
    return -log(max(LEAST, likeness(face, arrival.card)))


def brought_all(acts: Sequence[Act], clues: Clues, after: Sequence[Act] = ()) -> tuple[Arrival | None, ...]:
    """Give for each of some acts the last card that may be the one it laid, no card twice, in order.

    Rather one that its player's hand may have brought. The acts ``after`` them, which are not told yet, have
    laid their own.
    """
    out: list[Arrival | None] = []
    left = list(clues.arrivals)
    for act in reversed((*acts, *after)):
        may = {id(a) for a in clues.fitting(act)}
        back = left[::-1]
        own = [a for a in back if not wrong_hand(act, a, clues)]
        found = next((a for a in own if id(a) in may), None) or trace_of(act, own)
        found = found or next((a for a in back if id(a) in may), None) or trace_of(act, back)
        if found:
            left = [a for a in left if not _one(a, found) and a.touch.earliest <= found.touch.latest]
        out.append(found)
    return tuple(reversed(out))[: len(acts)]


def _one(a: Arrival, b: Arrival) -> bool:
    """Say whether two arrivals are of one card: a jump card and one of the row may touch in one frame."""
    return a.touch == b.touch and a.card.zone is b.card.zone


@lru_cache(maxsize=4096)
def zone_of(act: Act) -> Zone:
    """Give where the card lies that an act lays."""
    return Zone.JUMP if "jump" in act.to_record() else Zone.ROW


def right_hands(acts: Sequence[Act], clues: Clues, after: Sequence[Act] = ()) -> tuple[bool, ...]:
    """Say of each act whether the card that it laid is known to have come from its player's side."""
    came = (arrival and clues.by(arrival) for arrival in brought_all(acts, clues, after))
    return tuple(by is not None and by == act.player for act, by in zip(acts, came, strict=True))


def wrong_hand(act: Act, arrival: Arrival | None, clues: Clues) -> bool:
    """Say whether a card came from another side than that of the player who is said to have laid it."""
    by = clues.by(arrival) if arrival else None
    return by is not None and by != act.player and not clues.was_there(act.player, arrival)


def _other_hand(act: Act, arrival: Arrival | None, clues: Clues) -> bool:
    """Say whether a card of the row seems another hand's, though that of its player was at it too."""
    by = clues.by(arrival) if arrival and zone_of(act) is Zone.ROW else None
    return bool(by) and by != act.player and clues.was_there(act.player, arrival)
