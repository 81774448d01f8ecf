"""The stories that may explain a sighting, the likeliest first, and what each would have cost the camera.

A story is some acts that the rules allow one after the other, and the table that they lead to, perhaps with
cards half taken away or with a card beside the row that no rule put there. The search goes from act to act,
always on from where least has been paid so far, and ends when nothing cheaper can come, or when it has tried
so much that nothing would be sure any more.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count
from math import log

from companion.cards import PASS, Card, Kind, Zone, plain
from companion.clock import Span
from companion.evidence import Arrival, SeenCard, Sighting
from companion.observing.clues import (
    NEVER_SO,
    NO_TRACE,
    NOT_NEW,
    NOT_OLD,
    Clues,
    face_of,
    never_so,
    price,
    traces,
    zone_of,
)
from companion.observing.lower_bounds import PRICE_OF_AN_ACT, laid_as, poorly_seen
from companion.observing.match import LEAST, UNREAD_OLD, Match, match, prefix_prices
from companion.rules.base import Act, GameState, Layout, Rules

DEEPEST = 9
"""How many acts may lie between two sightings that explain the table: the others were not explained."""

MOST_TRIED = 240
"""After so many stories of acts nothing better is looked for."""

PLAUSIBLE = 0.02
NEARLY = 0.3
"""Where hardly anything is read on a card, what is so many times as probable as its likeliest face counts."""
MOST_FACES = 16
"""With more faces than this that new cards may bear nothing would be sure."""

PRICE_OF_HALF_A_MOVE = 1.5
HAS_LEFT = 2.0
"""A new card that is said to lie there, not found, where the one that came has left its place again."""
HALVES = 3
"""So many of the tables that one passes through while cards are taken off are looked at, the likeliest."""
ZONES = (Zone.ROW, Zone.JUMP)


@dataclass(frozen=True, slots=True)
class Story:
    """Acts in order, what the camera ought to see after them, and the price of believing in them.

    ``taken``: cards have left the table and the move is not done. ``stray``: a card beside the row that no
    rule has put there. ``prior``: what believing in the acts costs, whatever is seen. ``against``: how many
    looks at the row since say that it never lay so.
    """

    acts: tuple[Act, ...]
    layout: Layout
    taken: bool = False
    stray: Card | None = None
    prior: float = 0.0
    against: int = 0


@dataclass(frozen=True, slots=True)
class ScoredStory:
    """A story with how badly it fits (0 is perfect), and how, zone by zone."""

    story: Story
    price: float
    matches: tuple[tuple[Zone, Match], ...]

    def match(self, zone: Zone) -> Match:
        """Give how it fits in one zone."""
        return next(match for at, match in self.matches if at is zone)


def best_story(
    rules: Rules, state: GameState, sighting: Sighting, clues: Clues, tries: int = MOST_TRIED
) -> ScoredStory:
    """Find the cheapest story from a state to what is seen; of two that cost the same the shorter one."""
    search = _Search(rules, state, sighting, clues, tries=tries)
    return min(search.run(), key=lambda told: (told.price, len(told.story.acts)))


def tellings(
    rules: Rules, state: GameState, sighting: Sighting, clues: Clues, slack: float
) -> tuple[ScoredStory, ...]:
    """Find all stories that cost no more than the cheapest one and so much; none where there are too many."""
    search = _Search(rules, state, sighting, clues, slack)
    found = tuple(search.run())
    least = min(told.price for told in found) + slack
    return () if search.cut_short else tuple(told for told in found if told.price <= least)


def common(one: Sequence[Card], other: Sequence[Card]) -> int:
    """Count the cards with which both begin."""
    same = 0
    for a, b in zip(one, other, strict=False):
        if plain(a) != plain(b):
            break
        same += 1
    return same


def rows_of(rules: Rules, state: GameState, acts: Sequence[Act]) -> list[tuple[Card, ...]]:
    """Give the rows that acts lead through, from the one before them on: faces without colours."""
    rows = [_row(rules.layout(state))]
    for act in acts:
        state = rules.apply(state, act)
        rows += [*_passed(rows[-1], act), _row(rules.layout(state))]
    return rows


def _passed(row: tuple[Card, ...], act: Act) -> Sequence[tuple[Card, ...]]:
    """Give the row while an act is done: a card may be laid before what it replaces is taken away."""
    face = face_of(act)
    return () if face is None or zone_of(act) is Zone.JUMP else ((*row, face),)


def _row(layout: Layout) -> tuple[Card, ...]:
    return tuple(map(plain, layout.zone(Zone.ROW)))


@lru_cache(maxsize=512)
def _choices(rules: Rules, state: GameState) -> tuple[tuple[Act, Card | None, Zone], ...]:
    """Give what may be done in a state but the revealing of hands, with the card that it lays and where.

    One look at the table after another asks this of the same states.
    """
    acts = (act for act in rules.candidates(state) if "reveal" not in act.to_record())
    return tuple((act, face_of(act), zone_of(act)) for act in acts)


@dataclass(frozen=True, slots=True)
class _Node:
    """Some acts, the state after them, what they cost at least, and the rows from before them on.

    ``layout``: what lies there after them. ``touch``: when the last card that they laid came, where there is
    no doubt which one that was.
    """

    acts: tuple[Act, ...]
    state: GameState
    layout: Layout
    paid: float
    rows: tuple[tuple[Card, ...], ...]
    touch: Span | None = None


class _Search:
    """One search, from one state to one sighting, also for what costs by ``slack`` more than the cheapest.

    ``_shown`` and ``_possible``, by zone: the faces that cards seen there may bear, and with them those of
    the cards that came and left. ``_needed``: the surely read cards, each of which some act must have laid;
    ``_left``: those that came, were surely read and are gone. ``_came``, by zone: which seen cards are new.
    ``_poor``: what each poorly seen card costs any story; ``_open``: how many cards an act must explain, or
    one pays for it; ``_sunk``: what every story pays. ``_best``: the cheapest price so far.
    """

    def __init__(
        self,
        rules: Rules,
        state: GameState,
        sighting: Sighting,
        clues: Clues,
        slack: float = 0.0,
        tries: int = MOST_TRIED,
    ) -> None:
        self._slack, self._tries, self.cut_short = slack, tries, False
        self._rules, self._state, self._sighting, self._clues = rules, state, sighting, clues
        self._base = rules.layout(state)
        gone = clues.gone(sighting.cards)
        self._shown = {zone: _plausible(sighting.zone(zone), self._base) for zone in ZONES}
        lost = traces(gone)
        self._possible = {zone: faces | lost for zone, faces in self._shown.items()}
        self._possible[Zone.JUMP] |= {plain(a.card.best) for a in clues.beside(sighting.cards) if a.card.best}
        believed = [plain(card.believed) for card in sighting.cards if card.believed]
        self._needed = Counter(believed)
        sure = [a.card.believed for a in gone if a.side is not None and a.card.believed]
        self._left = {plain(card) for card in sure} - set(believed)
        self._came = {zone: _came(sighting.zone(zone), clues) for zone in ZONES}
        new = [card for zone in ZONES for card in self._new(zone)]
        self._poor = poorly_seen(gone, sighting.cards, clues)
        self._open = len(self._poor) + len(new)
        self._sunk = sum(self._poor.values()) + sum(
            min(UNREAD_OLD, -log(max(LEAST, card.confidence))) for card in new
        )
        self._best = float("inf")
        self._least: dict[tuple[str | None, Card, Zone], float] = {}
        self._matches: dict[tuple[Zone, tuple[Card, ...]], Match] = {}

    def run(self) -> Iterator[ScoredStory]:
        """Give stories, those first from which the least has been paid."""
        order = count()
        heap: list[tuple[float, int, int, _Node]] = []
        root = _Node((), self._state, self._base, 0.0, (_row(self._base),))
        heappush(heap, (self._at_least(root, self._missing(root)), 0, next(order), root))
        for _ in range(self._tries):
            if not heap or heap[0][0] > self._best + self._slack:
                return
            node = heappop(heap)[-1]
            yield from self._tellings(node)
            for after in self._onwards(node):
                # With more cards unexplained than acts may follow no story of it explains the table.
                missing = self._missing(after)
                if missing <= DEEPEST - len(after.acts):
                    least = self._at_least(after, missing)
                    heappush(heap, (least, -len(after.acts), next(order), after))
        self.cut_short = True

    def _onwards(self, node: _Node) -> Iterator[_Node]:
        """Give what may have happened next: an act whose card, if it lays one, lies there, or left.

        Not one that was seen in another zone.
        """
        jumps: list[tuple[float, Act]] = []
        for act, face, zone in _choices(self._rules, node.state):
            if face is not None and face not in self._possible[zone]:
                continue
            least = self._price_at_least(act, face)
            if face and zone is Zone.JUMP:
                jumps.append((least, act))
            else:
                yield self._after(node, act, least)
        if jumps:
            least, act = min(jumps, key=lambda jump: jump[0])
            yield self._after(node, act, least)

    def _after(self, node: _Node, act: Act, least: float) -> _Node:
        touch = self._touch(act) if face_of(act) else node.touch
        early = node.touch and touch and touch.latest < node.touch.earliest
        paid = node.paid + PRICE_OF_AN_ACT + least + (NO_TRACE if early else 0.0)
        state = self._rules.apply(node.state, act)
        layout = self._rules.layout(state)
        rows = (*node.rows, *_passed(node.rows[-1], act), _row(layout))
        return _Node((*node.acts, act), state, layout, paid, rows, touch)

    def _touch(self, act: Act) -> Span | None:
        """Give when the card that an act lays came; None where several may be it, or one not surely read.

        Laid after one that came later it costs no less than one that nobody saw.
        """
        came = self._clues.fitting(act)
        return came[0].touch if len(came) == 1 and came[0].card.sure else None

    def _price_at_least(self, act: Act, face: Card | None) -> float:
        """Say what an act costs at least, by what is known of the card that it lays."""
        if face is None:
            return 0.0
        key = (act.player, face, zone_of(act))
        if key not in self._least:
            self._least[key] = self._look_up(*key)
        return self._least[key]

    def _look_up(self, player: str | None, face: Card, zone: Zone) -> float:
        came = [
            a
            for a in self._clues.arrivals
            if a.card.zone is zone and (a.card.probability(face) > 0 or (face == PASS and not a.card.sure))
        ]
        if came:
            return laid_as(player, face, came, self._clues, None if face in self._shown[zone] else self._poor)
        if face in self._shown[zone]:
            return NOT_NEW if self._clues.tells else 0.0
        return NO_TRACE

    def _new(self, zone: Zone) -> list[SeenCard]:
        """Give the cards seen in a zone that came since, or surely did not lie there before."""
        lay, seen = set(map(plain, self._base.zone(zone))), self._sighting.zone(zone)
        came = self._came[zone] or (False,) * len(seen)
        pairs = zip(seen, came, strict=True)
        return [c for c, was in pairs if was or (c.believed and plain(c.believed) not in lay)]

    def _missing(self, node: _Node) -> int:
        """Count the surely read cards that lie there and are in none of the acts so far."""
        left = dict(self._needed)
        for _, cards in node.layout.zones:
            for face in map(plain, cards):
                if left.get(face):
                    left[face] -= 1
        return sum(left.values())

    def _at_least(self, node: _Node, missing: int) -> float:
        """Say what a story that begins so costs at least: each card still unexplained needs an act.

        So does each that came, or came and went, or it costs no less than one; no act explains two of them.
        And every story pays for what was poorly seen.
        """
        faces = [face for face in map(face_of, node.acts) if face]
        needed = max(missing + len(self._left.difference(faces)), self._open - len(faces))
        return node.paid + self._sunk + PRICE_OF_AN_ACT * needed

    def _tellings(self, node: _Node) -> Iterator[ScoredStory]:
        """Tell the acts as done, as half undone again, and with a card beside the row."""
        layout = node.layout
        against = never_so(node.rows, self._clues.rows)
        prior = PRICE_OF_AN_ACT * len(node.acts) + NEVER_SO * against
        story = Story(node.acts, layout, prior=prior, against=against)
        yield self._told(story)
        for least, half in sorted(self._halves(layout), key=lambda priced: priced[0])[:HALVES]:
            if prior + PRICE_OF_HALF_A_MOVE + least > self._best + self._slack:
                break
            yield self._told(replace(story, layout=half, taken=True, prior=prior + PRICE_OF_HALF_A_MOVE))
        beside = self._sighting.zone(Zone.JUMP)
        if beside and beside[-1].best and len(beside) > len(layout.zone(Zone.JUMP)):
            yield self._told(_with_stray(story, beside[-1].best))

    def _halves(self, layout: Layout) -> Iterator[tuple[float, Layout]]:
        """Give the tables that one passes through while cards are taken off, each with its least price."""
        row, beside = layout.zone(Zone.ROW), layout.zone(Zone.JUMP)
        lying, jumps = self._sighting.zone(Zone.ROW), self._sighting.zone(Zone.JUMP)
        rows = prefix_prices(row, common(row, self._base.zone(Zone.ROW)), lying)
        sides = prefix_prices(beside, common(beside, self._base.zone(Zone.JUMP)), jumps)
        for keep in range(len(row) + 1):
            for left in {0, len(beside)}:
                if keep < len(row) or left < len(beside):
                    half = Layout(((Zone.ROW, row[:keep]), (Zone.JUMP, beside[:left])))
                    yield rows[keep] + sides[left], half

    def _told(self, story: Story) -> ScoredStory:
        told = self._tell(story)
        self._best = min(self._best, told.price)
        return told

    def _match(self, zone: Zone, expected: tuple[Card, ...], old: int) -> Match:
        """Align the cards expected in a zone with those seen there; many stories lead to the same table."""
        key = (zone, expected)
        if key not in self._matches:
            self._matches[key] = match(expected, old, self._sighting.zone(zone))
        return self._matches[key]

    def _tell(self, story: Story) -> ScoredStory:
        matches = []
        sighting, clues = self._sighting, self._clues
        total = story.prior + price(story.acts, story.layout, sighting.cards, clues)
        for zone in ZONES:
            expected = story.layout.zone(zone)
            old = common(expected, self._base.zone(zone))
            found = self._match(zone, expected, old)
            matches.append((zone, found))
            total += found.price + _misplaced(found, old, self._came[zone])
            total += HAS_LEFT * _gone_from(found, expected, old, clues.gone(sighting.cards))
        return ScoredStory(story, total, tuple(matches))


def _plausible(cards: Sequence[SeenCard], base: Layout) -> frozenset[Card]:
    """Give the faces, without colours, that new cards may bear: the likeliest, where little is read."""
    old = {plain(card) for _, cards in base.zones for card in cards if card.kind is not Kind.PASS}
    shares: dict[Card, float] = {}
    for card in cards:
        least = min(PLAUSIBLE, NEARLY * card.confidence)
        for a in (a for a in card.alternatives if a.probability >= least):
            shares[plain(a.card)] = max(a.probability, shares.get(plain(a.card), 0.0))
    likely = sorted(shares.keys() - old, key=lambda face: (-shares[face], str(face)))
    return frozenset(likely[:MOST_FACES])


def _with_stray(story: Story, card: Card) -> Story:
    row, beside = story.layout.zone(Zone.ROW), story.layout.zone(Zone.JUMP)
    layout = Layout(((Zone.ROW, row), (Zone.JUMP, (*beside, plain(card)))))
    return replace(story, layout=layout, stray=card, prior=story.prior + PRICE_OF_HALF_A_MOVE)


def _came(seen: Sequence[SeenCard], clues: Clues) -> tuple[bool, ...]:
    """Say of each seen card whether it came since the last act; empty where nothing is known of that."""
    return tuple(clues.came(card, seen) for card in seen) if clues.tells else ()


def _gone_from(found: Match, expected: Sequence[Card], old: int, gone: Sequence[Arrival]) -> int:
    """Count the new cards said to lie there that are not found, where one like it came and has left again."""
    there = {i for i, _ in found.pairs}
    missing = [expected[i] for i in range(old, len(expected)) if i not in there]
    return sum(any(a.card.probability(card) > 0 for a in gone) for card in missing)


def _misplaced(found: Match, old: int, came: Sequence[bool]) -> float:
    """Say how badly an alignment fits which of the cards have come and which lay there before."""
    if not came:
        return 0.0
    wrongly_old = sum(NOT_OLD for i, j in found.pairs if i < old and came[j])
    return wrongly_old + sum(NOT_NEW for i, j in found.pairs if i >= old and not came[j])
