"""From what the table shows to the acts that explain it.

Acts are scored against the picture, not digits against a dictionary: every story that the rules allow from
the known state - nothing, one act, a few quick ones, cards being taken away, a card beside the row - says
what the camera ought to see, and the story that fits best wins. What no story explains is reported, never
bent into a legal one: a new card must be read surely on its own, and that its number fits counts for nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from companion.cards import PASS, Card, Kind, Zone, plain
from companion.evidence import Arrival, SeenCard, Sighting
from companion.jumps.adjudicator import JUMP
from companion.observing.clues import (
    Clues,
    accounted,
    disordered,
    face_of,
    vanished,
    zone_of,
)
from companion.observing.doubts import Doubt, laid_by, open_doubts, settled_guesses
from companion.observing.geometry import covers, goes_on, same_place
from companion.observing.match import contradicts
from companion.observing.stories import MOST_TRIED, ScoredStory, Story, best_story, common
from companion.rules.base import Act, GameState, Layout, Rules

TAKEN_BACK = 1
"""So many cards surely laid may have been taken back before the next act; more are acts not understood."""
IN_LINE = 2
"""So many cards at least show which way a row goes."""

BELIEVED = 0.95
"""A card is read surely from this probability (0-1) on, once the numbers are left out that cannot come."""
LIKELY = 0.5
"""A card that was gone before it was sure is told, as a guess, from this probability (0-1) on."""
RIVAL = 3.0
"""Such a card is told only if it was at least so many times as probable as every other face."""


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
    unexplained table what was expected. ``guessed`` says which acts (by index) laid a card that could not be
    read surely. Where a card is unread, the acts are those before it. ``after``: the acts with which the same
    story goes on, which are not told yet. ``otherwise``: a card is not what it was read as when it came.
    ``look``: the table as it is taken to lie, where that is not as it was read.
    """

    acts: tuple[Act, ...]
    rest: Rest
    layout: Layout
    card: SeenCard | None = None
    guessed: frozenset[int] = frozenset()
    otherwise: bool = False
    look: Sighting | None = None
    after: tuple[Act, ...] = ()


def explain(
    rules: Rules,
    state: GameState,
    sighting: Sighting,
    gone: frozenset[Card] = frozenset(),
    clues: Clues | None = None,
    tries: int = MOST_TRIED,
) -> Explanation:
    """Find the acts that lead from the state to what is seen.

    ``gone`` are the numbers that lay on the table and have left it for good: no card that comes is one of
    them. ``clues`` tell of the cards that came since the last act. So many ``tries`` are made at most.
    """
    clues, base = clues or Clues(), rules.layout(state)
    told = best_story(rules, state, sighting, clues, tries)
    if any(_breaks(told, base, sighting, zone, clues) for zone, _ in told.matches):
        return Explanation((), Rest.UNEXPLAINED, base)
    doubts = _doubts(told, base, sighting, gone)
    elsewhere = gone | _lying(told, base, sighting)
    waiting = open_doubts(rules, state, sighting, clues, told, doubts, elsewhere) if doubts else []
    settled = frozenset(d.act for d in doubts if d not in waiting and d.act is not None)
    lost = _unlikely(told.story, sighting, clues)
    settled |= settled_guesses(rules, state, sighting, clues, told, lost, elsewhere) if lost else frozenset()
    return _judge(told, base, sighting, clues, waiting, settled)


def carry_zones(
    before: Sighting | None, now: Sequence[SeenCard], layout: Layout | None = None
) -> tuple[SeenCard, ...]:
    """Keep cards that have not moved in the zone in which they lay before, where that is no mere look's word.

    A card keeps the zone in which the acts have put it (``layout``). And a lone card beside a row that was
    taken away looks like a row of one; it is still the card beside it, as is one that lies out of the row's
    line; one that was the row's last still is where it goes on in line. The second card of a row, of which
    one card does not show well how far apart they lie, may seem to lie beside it.
    """
    now = _second_of_row(now)
    zones = [_zone_before(card, before.cards if before else ()) for card in now]
    row = [was for card, was in zip(now, zones, strict=True) if card.zone is Zone.ROW]
    alone = bool(row) and all(was is Zone.JUMP for was in row)
    return tuple(
        replace(card, zone=was)
        if was and (alone or _acts_say(card, was, layout) or _place_says(card, was, now))
        else card
        for card, was in zip(now, zones, strict=True)
    )


def _place_says(card: SeenCard, was: Zone, now: Sequence[SeenCard]) -> bool:
    return _out_of_line(card, was, now) or _in_line(card, was, now)


def _out_of_line(card: SeenCard, was: Zone, now: Sequence[SeenCard]) -> bool:
    """Say whether a card that lay beside the row lies where no row goes on, behind none of its cards."""
    row = [other for other in now if other.zone is Zone.ROW and other is not card]
    lines = len(row) >= IN_LINE and not any(goes_on(other, card) or goes_on(card, other) for other in row)
    return was is Zone.JUMP and card.zone is Zone.ROW and lines


def _in_line(card: SeenCard, was: Zone, now: Sequence[SeenCard]) -> bool:
    """Say whether a card that came to the row and seems to lie beside it lies behind the row's last card.

    Not one that is fifty away from that: it may be a jump card that seemed to lie in the row before.
    """
    row = [other for other in now if other.zone is Zone.ROW]
    if was is not Zone.ROW or card.zone is not Zone.JUMP or not row:
        return False
    return goes_on(row[-1], card) and not _may_jump(row[-1], card)


def _may_jump(one: SeenCard, other: SeenCard) -> bool:
    """Say whether one card may jump on another; what is not sure may."""
    ours, theirs = (c.best.value if c.best and c.sure else None for c in (one, other))
    return ours is None or theirs is None or abs(ours - theirs) == JUMP


def _second_of_row(now: Sequence[SeenCard]) -> Sequence[SeenCard]:
    """Take a lone card beside a row of one for the second card of the row, where it goes on in line.

    Not one that is fifty away from the first: that may be a jump card, laid there.
    """
    row, beside = [c for c in now if c.zone is Zone.ROW], [c for c in now if c.zone is Zone.JUMP]
    if len(row) != 1 or len(beside) != 1 or not goes_on(row[0], beside[0]):
        return now
    if _may_jump(row[0], beside[0]):
        return now
    return (row[0], replace(beside[0], zone=Zone.ROW))


def _zone_before(card: SeenCard, known: Sequence[SeenCard]) -> Zone | None:
    return next((k.zone for k in known if same_place(k, card) and k.best == card.best), None)


def _acts_say(card: SeenCard, zone: Zone, layout: Layout | None) -> bool:
    """Say whether the acts told so far have put a card into a zone; anything goes where none are known."""
    if layout is None:
        return True
    return card.best is not None and plain(card.best) in map(plain, layout.zone(zone))


def _judge(
    best: ScoredStory,
    base: Layout,
    sighting: Sighting,
    clues: Clues,
    waiting: Sequence[Doubt],
    settled: frozenset[int],
) -> Explanation:
    """Believe the best story only where each new card speaks for itself, or play has gone on after it."""
    story = best.story
    came = accounted(story.acts, story.layout, sighting.cards, clues)
    amiss = disordered(came) or len(_unexplained(story, sighting, clues)) > TAKEN_BACK
    guessed = _guessed(story, sighting, clues) | _hidden(best, base) | _as_one_left(came, clues)
    guessed |= frozenset(range(len(story.acts)) if story.against else ())
    wild = (i for i in _unlikely(story, sighting, clues) if i not in settled)
    told = min(wild, default=len(story.acts))
    if waiting:
        until = 0 if amiss else min(told, *(_surely_before(doubt, best) for doubt in waiting))
        until = min(until, _jumped(story.acts, came, waiting, clues))
        unread, doubtful = waiting[0].card, guessed | settled
        return Explanation(story.acts[:until], Rest.UNREAD, base, unread, doubtful, after=story.acts[until:])
    if amiss:
        return Explanation((), Rest.UNEXPLAINED, base)
    if told < len(story.acts):
        return Explanation(
            story.acts[:told], Rest.PENDING, base, guessed=guessed | settled, after=story.acts[told:]
        )
    stray = sighting.zone(Zone.JUMP)[-1] if story.stray else None
    return Explanation(story.acts, _rest(story), story.layout, stray, guessed | settled)


def _jumped(
    acts: Sequence[Act], came: Sequence[Arrival | None], waiting: Sequence[Doubt], clues: Clues
) -> int:
    """Give the first jump before which an unread card may have come: it may have ended the chance to jump."""
    known = [[a.touch for a in clues.arrivals if same_place(a.card, doubt.card)] for doubt in waiting]
    since = min((min((t.earliest for t in touches), default=0) for touches in known), default=0)
    jumps = (
        i
        for i, (act, a) in enumerate(zip(acts, came, strict=True))
        if zone_of(act) is Zone.JUMP and (a is None or since <= a.touch.latest)
    )
    return next(jumps, len(acts))


def _surely_before(doubt: Doubt, told: ScoredStory) -> int:
    """Give how many acts came before a doubtful card: all of them where it lies behind all that they laid."""
    if doubt.act is not None:
        return doubt.act
    behind = doubt.zone is Zone.ROW and all(j < doubt.place for _, j in told.match(Zone.ROW).pairs)
    return len(told.story.acts) if behind else 0


def _unlikely(story: Story, sighting: Sighting, clues: Clues) -> list[int]:
    """Give the acts whose card was gone before it could be read so well that it may be told as a guess."""
    guessed = sorted(_guessed(story, sighting, clues))
    came = accounted(story.acts, story.layout, sighting.cards, clues)
    return [i for i in guessed if not _likely(story.acts[i], came[i])]


def _likely(act: Act, trace: Arrival | None) -> bool:
    """Say whether a card that was gone before it was sure may be told as a guess.

    One on which no number was read was most likely a pass; of one that nobody saw nothing can be said.
    """
    face = face_of(act)
    if trace is None or face is None:
        return False
    if trace.card.numberless:
        return True
    here = trace.card.probability(face)
    others = (a.probability for a in trace.card.alternatives if plain(a.card) != face)
    return here >= max(LIKELY, RIVAL * max(others, default=0.0))


def _rest(story: Story) -> Rest:
    if story.stray:
        return Rest.STRAY
    return Rest.PENDING if story.taken else Rest.NOTHING


def _unexplained(story: Story, sighting: Sighting, clues: Clues) -> Sequence[Arrival]:
    """Give the surely read cards that came before the last act, left, and are in none of the acts."""
    told = {face_of(act) for act in story.acts}
    touches = [a.touch for a in clues.arrivals if a.card.best and plain(a.card.best) in told]
    last = max((touch.latest for touch in touches), default=None)
    gone = [a for a in clues.gone(sighting.cards) if a.side and a.card.sure and a.card.best]
    return [a for a in gone if last and a.touch.latest < last and plain(a.card.best or PASS) not in told]


def _guessed(story: Story, sighting: Sighting, clues: Clues) -> frozenset[int]:
    """Give the acts whose card was gone again before it could surely be read as it; none stands for two."""
    came = accounted(story.acts, story.layout, sighting.cards, clues)
    found = ((i, came[i]) for i in vanished(story.acts, story.layout))
    return frozenset(i for i, arrival in found if arrival is None or not _bears(arrival.card, story.acts[i]))


def _bears(card: SeenCard, act: Act) -> bool:
    """Say whether a card was surely read as what an act is said to have laid."""
    face = face_of(act)
    return card.sure and face is not None and not contradicts(face, card)


def _breaks(told: ScoredStory, base: Layout, sighting: Sighting, zone: Zone, clues: Clues) -> bool:
    """Say whether the camera surely saw something else, or a card is gone that nobody could have taken.

    An old card that is not found counts as hidden only where a later old one is: cards leave from the end. A
    new one does where the next card that came lies on it.
    """
    expected, seen = told.story.layout.zone(zone), sighting.zone(zone)
    old, paired = common(expected, base.zone(zone)), dict(told.match(zone).pairs)
    extra = set(range(len(seen))) - set(paired.values())
    if any(contradicts(expected[i], seen[j]) for i, j in paired.items()):
        return True
    if any(seen[j].sure for j in extra):
        return True
    last_old = max((i for i in paired if i < old), default=-1)
    missing = [i for i in range(len(expected)) if i not in paired and i > last_old]
    last = max(paired, default=-1)
    nobody_took = old == len(base.zone(zone))
    there = (i < old and i < last and clues.may_be_hidden(expected[i], nobody_took) for i in missing)
    return any(
        not (under or _buried(expected[i], sighting, clues)) for i, under in zip(missing, there, strict=True)
    )


def _hidden(told: ScoredStory, base: Layout) -> frozenset[int]:
    """Give the acts whose card is said to lie there and is not found."""
    hidden: set[int | None] = set()
    for zone, found in told.matches:
        expected, there = told.story.layout.zone(zone), {i for i, _ in found.pairs}
        old = common(expected, base.zone(zone))
        missing = (i for i in range(old, len(expected)) if i not in there)
        hidden |= {laid_by(told.story.acts, told, zone, old, i) for i in missing}
    return frozenset(i for i in hidden if i is not None)


def _as_one_left(came: Sequence[Arrival | None], clues: Clues) -> frozenset[int]:
    """Give the acts whose card seems to have come as another left: what that one bared may be misread."""
    return frozenset(i for i, a in enumerate(came) if a and a.touch == clues.removed)


def _buried(card: Card, sighting: Sighting, clues: Clues) -> bool:
    """Say whether a card surely came and a later one lies upon it, so that hardly anything shows of it."""
    came = [a for a in clues.gone(sighting.cards) if a.side and a.card.believed]
    upon = [b for b in clues.arrivals if any(same_place(b.card, now) for now in sighting.cards)]
    return any(
        plain(a.card.believed or card) == plain(card) and covers(b.card, a.card)
        for a in came
        for b in upon
        if b.touch.earliest >= a.touch.latest and b.card.best != a.card.best
    )


def _doubts(told: ScoredStory, base: Layout, sighting: Sighting, gone: frozenset[Card]) -> list[Doubt]:
    """Give the new cards, and the cards too many, whose face is not certain."""
    doubts = []
    for zone, found in told.matches:
        expected, partner = told.story.layout.zone(zone), {j: i for i, j in found.pairs}
        old = common(expected, base.zone(zone))
        for j, card in enumerate(sighting.zone(zone)):
            i = partner.get(j)
            if i is None:
                doubts.append(Doubt(zone, j, card, None))
            elif i >= old and not _certain(card, expected[i], gone):
                doubts.append(Doubt(zone, j, card, laid_by(told.story.acts, told, zone, old, i)))
    return doubts


def _lying(told: ScoredStory, base: Layout, sighting: Sighting) -> frozenset[Card]:
    """Give the numbers, without colours, that were told before and are surely read where they lie."""
    lying = set()
    for zone, found in told.matches:
        expected, seen = told.story.layout.zone(zone), sighting.zone(zone)
        old = common(expected, base.zone(zone))
        lying |= {plain(expected[i]) for i, j in found.pairs if i < old and seen[j].sure}
    return frozenset(card for card in lying if card.kind is not Kind.PASS)


def _certain(seen: SeenCard, card: Card, gone: frozenset[Card]) -> bool:
    """Say whether the card is read surely, or is once the numbers that cannot come again are left out."""
    if seen.sure and not contradicts(card, seen):
        return True
    if card.kind is Kind.PASS:
        return seen.probability(card) >= BELIEVED
    possible = [a for a in seen.alternatives if plain(a.card) not in gone]
    total = sum(a.probability for a in possible)
    lost = sum(a.probability for a in seen.alternatives) - total
    return lost < 0.5 < total and seen.probability(card) >= BELIEVED * (1 - lost)
