"""From what the table shows to the acts that explain it.

Acts are scored against the picture, not digits against a dictionary: every story that the rules allow from
the known state - nothing, one act, a few quick ones, cards being taken away, a card beside the row - says
what the camera ought to see, and the story that fits best wins. What no story explains is reported, never
bent into a legal one: a new card must be read surely on its own, and that its number fits counts for nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from companion.cards import Card, Kind, Zone
from companion.clues import NOT_NEW, NOT_OLD, Clues, price, trace_of, traces, vanished
from companion.clues import same_place as same_place
from companion.evidence import SeenCard, Sighting
from companion.match import Match, contradicts, match
from companion.rules.base import Act, GameState, Layout, Rules

DEEPEST = 3
"""How many acts may lie between two sightings: hands overlap at a lively table, but turns take a second."""
PLAUSIBLE = 0.02
MOST_FACES = 9
"""With more faces than this that new cards may bear nothing would be sure; trying them all takes seconds."""
BELIEVED = 0.95
PRICE_OF_AN_ACT = 1.0
PRICE_OF_HALF_A_MOVE = 1.5
ZONES = (Zone.ROW, Zone.JUMP)
FOLLOWED = ("fifty-fifty",)
"""The games whose table is made of these zones and that can be followed."""


class Rest(Enum):
    """What remains to be said of the table once the acts are told."""

    NOTHING = auto()
    PENDING = auto()
    """Cards have left the table and the move is not done."""
    STRAY = auto()
    """A card lies beside the row that no rule has put there."""
    UNREAD = auto()
    """A card cannot be read surely."""
    UNEXPLAINED = auto()
    """No legal move explains what is seen."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The acts that explain a sighting, in order, and what remains.

    ``card`` is the card beside the row or the unread one; ``layout`` is what the acts lead to, or for an
    unexplained table what was expected. ``guessed`` says which acts (by index) laid a card that was gone
    again before it could be read surely.
    """

    acts: tuple[Act, ...]
    rest: Rest
    layout: Layout
    card: SeenCard | None = None
    guessed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class _Story:
    acts: tuple[Act, ...]
    layout: Layout
    rest: Rest = Rest.NOTHING
    stray: Card | None = None
    prior: float = 0.0


@dataclass(frozen=True, slots=True)
class _Told:
    """A story with how well it fits, zone by zone."""

    story: _Story
    price: float
    matches: tuple[tuple[Zone, Match], ...]


def explain(
    rules: Rules,
    state: GameState,
    sighting: Sighting,
    gone: frozenset[Card] = frozenset(),
    clues: Clues | None = None,
) -> Explanation:
    """Find the acts that lead from the state to what is seen.

    ``gone`` are the numbers that lay on the table and have left it for good: no card that comes is one of
    them. ``clues`` tell of the cards that came since the last act.
    """
    clues, base = clues or Clues(), rules.layout(state)
    told = [_tell(story, base, sighting, clues) for story in _stories(rules, state, base, sighting, clues)]
    best = min(told, key=lambda t: (t.price, len(t.story.acts)))
    return _judge(best, base, sighting, gone, clues)


def carry_zones(
    before: Sighting | None, now: Sequence[SeenCard], layout: Layout | None = None
) -> tuple[SeenCard, ...]:
    """Keep cards that have not moved in the zone in which they lay before, where that is no mere look's word.

    A card keeps the zone in which the acts have put it (``layout``). And a lone card beside a row that was
    taken away looks like a row of one; it is still the card beside it.
    """
    zones = [_zone_before(card, before.cards if before else ()) for card in now]
    row = [was for card, was in zip(now, zones, strict=True) if card.zone is Zone.ROW]
    alone = bool(row) and all(was is Zone.JUMP for was in row)
    return tuple(
        replace(card, zone=was) if was and (alone or _acts_say(card, was, layout)) else card
        for card, was in zip(now, zones, strict=True)
    )


def _zone_before(card: SeenCard, known: Sequence[SeenCard]) -> Zone | None:
    return next((k.zone for k in known if same_place(k, card) and k.best == card.best), None)


def _acts_say(card: SeenCard, zone: Zone, layout: Layout | None) -> bool:
    """Say whether the acts told so far have put a card into a zone; anything goes where none are known."""
    if layout is None:
        return True
    return card.best is not None and _plain(card.best) in map(_plain, layout.zone(zone))


def _stories(
    rules: Rules, state: GameState, base: Layout, sighting: Sighting, clues: Clues
) -> Iterator[_Story]:
    plausible = _plausible(sighting, base) | traces(clues.gone(sighting.cards))
    beside = sighting.zone(Zone.JUMP)
    for acts, after in _sequences(rules, state, plausible, DEEPEST):
        layout = rules.layout(after)
        prior = PRICE_OF_AN_ACT * len(acts)
        yield _Story(acts, layout, prior=prior)
        if len(acts) < 2:
            yield from _halves(acts, layout, prior)
        elif len(acts) < DEEPEST and all("play" in act.to_record() for act in acts):
            yield from _last_taken_off(acts, layout, prior)
        if beside and beside[-1].best and len(beside) > len(layout.zone(Zone.JUMP)):
            yield _with_stray(acts, layout, beside[-1].best, prior)


def _plausible(sighting: Sighting, base: Layout) -> frozenset[Card]:
    """Give the faces, without colours, that any new card may bear: the likeliest, where little is read."""
    old = {_plain(card) for _, cards in base.zones for card in cards if card.kind is not Kind.PASS}
    shares: dict[Card, float] = {}
    for a in (a for card in sighting.cards for a in card.alternatives if a.probability >= PLAUSIBLE):
        shares[_plain(a.card)] = max(a.probability, shares.get(_plain(a.card), 0.0))
    likely = sorted(shares.keys() - old, key=lambda face: (-shares[face], str(face)))
    return frozenset(likely[:MOST_FACES])


def _plain(card: Card) -> Card:
    return Card(card.kind, card.value)


def _sequences(
    rules: Rules, state: GameState, plausible: frozenset[Card], depth: int
) -> Iterator[tuple[tuple[Act, ...], GameState]]:
    yield (), state
    if not depth:
        return
    for act in rules.candidates(state):
        if not _could_be_seen(act, plausible):
            continue
        after = rules.apply(state, act)
        for acts, end in _sequences(rules, after, plausible, depth - 1):
            yield (act, *acts), end


def _could_be_seen(act: Act, plausible: frozenset[Card]) -> bool:
    """Say whether the card that this act lays, if any, can be among the seen ones."""
    fields = act.to_record()
    if "reveal" in fields:
        return False
    face = fields.get("play", fields.get("jump"))
    return face is None or Card.parse(str(face)) in plausible


def _halves(acts: tuple[Act, ...], layout: Layout, prior: float) -> Iterator[_Story]:
    """Give the tables that one passes through while cards are taken off the end of the row or beside it."""
    row, beside = layout.zone(Zone.ROW), layout.zone(Zone.JUMP)
    for keep in range(len(row) + 1):
        for kept in {beside, ()}:
            if keep < len(row) or kept != beside:
                half = Layout(((Zone.ROW, row[:keep]), (Zone.JUMP, kept)))
                yield _Story(acts, half, Rest.PENDING, prior=prior + PRICE_OF_HALF_A_MOVE)


def _last_taken_off(acts: tuple[Act, ...], layout: Layout, prior: float) -> Iterator[_Story]:
    """Give the table after some quick acts while the last card is being replaced."""
    row, beside = layout.zone(Zone.ROW), layout.zone(Zone.JUMP)
    if row:
        half = Layout(((Zone.ROW, row[:-1]), (Zone.JUMP, beside)))
        yield _Story(acts, half, Rest.PENDING, prior=prior + PRICE_OF_HALF_A_MOVE)


def _with_stray(acts: tuple[Act, ...], layout: Layout, card: Card, prior: float) -> _Story:
    zones = ((Zone.ROW, layout.zone(Zone.ROW)), (Zone.JUMP, (*layout.zone(Zone.JUMP), _plain(card))))
    return _Story(acts, Layout(zones), Rest.STRAY, card, prior + PRICE_OF_HALF_A_MOVE)


def _tell(story: _Story, base: Layout, sighting: Sighting, clues: Clues) -> _Told:
    matches = []
    total = story.prior + price(story.acts, story.layout, sighting.cards, clues)
    for zone in ZONES:
        expected, seen = story.layout.zone(zone), sighting.zone(zone)
        old = _common(expected, base.zone(zone))
        found = match(expected, old, seen)
        matches.append((zone, found))
        total += found.price + _misplaced(found, old, seen, clues)
    return _Told(story, total, tuple(matches))


def _misplaced(found: Match, old: int, seen: Sequence[SeenCard], clues: Clues) -> float:
    """Say how badly an alignment fits which of the cards have come and which lay there before."""
    if not clues.arrivals:
        return 0.0
    came = [(i < old, clues.came(seen[j], seen)) for i, j in found.pairs]
    return sum(NOT_OLD for before, new in came if before and new) + sum(
        NOT_NEW for before, new in came if not before and not new
    )


def _common(one: Sequence[Card], other: Sequence[Card]) -> int:
    """Count the cards with which both begin."""
    same = 0
    for a, b in zip(one, other, strict=False):
        if _plain(a) != _plain(b):
            break
        same += 1
    return same


def _judge(best: _Told, base: Layout, sighting: Sighting, gone: frozenset[Card], clues: Clues) -> Explanation:
    """Believe the best story only where each new card speaks for itself."""
    story = best.story
    unread = None
    for zone, found in best.matches:
        expected, seen = story.layout.zone(zone), sighting.zone(zone)
        old = _common(expected, base.zone(zone))
        if _breaks(expected, old, seen, found):
            return Explanation((), Rest.UNEXPLAINED, base)
        unread = unread or _first_unread(expected, old, seen, found, gone)
    if unread:
        return Explanation((), Rest.UNREAD, base, unread)
    stray = sighting.zone(Zone.JUMP)[-1] if story.rest is Rest.STRAY else None
    return Explanation(story.acts, story.rest, story.layout, stray, _guessed(story, sighting, clues))


def _guessed(story: _Story, sighting: Sighting, clues: Clues) -> frozenset[int]:
    """Give the acts whose card was gone again before it could be read surely."""
    lost = vanished(story.acts, story.layout)
    if not lost:
        return frozenset()
    seen = clues.gone(sighting.cards)
    found = {i: trace_of(story.acts[i], seen) for i in lost}
    return frozenset(i for i, arrival in found.items() if arrival is None or not arrival.card.sure)


def _breaks(expected: Sequence[Card], old: int, seen: Sequence[SeenCard], found: Match) -> bool:
    """Say whether the camera surely saw something else, or a card is gone that nobody could have taken.

    An old card that is not found counts as hidden only where a later old one is: cards leave from the end.
    """
    paired = dict(found.pairs)
    extra = set(range(len(seen))) - set(paired.values())
    if any(contradicts(expected[i], seen[j]) for i, j in paired.items()):
        return True
    if any(seen[j].sure for j in extra):
        return True
    last_old = max((i for i in paired if i < old), default=-1)
    return any(i not in paired and i > last_old for i in range(len(expected)))


def _first_unread(
    expected: Sequence[Card], old: int, seen: Sequence[SeenCard], found: Match, gone: frozenset[Card]
) -> SeenCard | None:
    """Give the first new card, or card too many, whose face is not certain."""
    partner = {j: i for i, j in found.pairs}
    for j, card in enumerate(seen):
        i = partner.get(j)
        if i is None or (i >= old and not _certain(card, expected[i], gone)):
            return card
    return None


def _certain(seen: SeenCard, card: Card, gone: frozenset[Card]) -> bool:
    """Say whether the card is read surely, or is once the numbers that cannot come again are left out."""
    if seen.sure and not contradicts(card, seen):
        return True
    if card.kind is Kind.PASS:
        return seen.probability(card) >= BELIEVED
    possible = [a for a in seen.alternatives if _plain(a.card) not in gone]
    total = sum(a.probability for a in possible)
    lost = sum(a.probability for a in seen.alternatives) - total
    return bool(total) and lost < 0.5 and seen.probability(card) >= BELIEVED * total and total > 0.5
