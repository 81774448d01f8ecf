"""Cards that stay unread while play goes on: what the rules and the cards after them leave of it. Pure.

Nobody waits for a card that cannot be read once the next ones lie there. Where they leave only one thing that
it can have been, it is told as that, and as a guess; so it is where one face is the likeliest by far and play
has gone on for longer.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.cards import Card, Zone, plain
from companion.evidence import Arrival, SeenCard, Sighting
from companion.observing.clues import (
    Clues,
    accounted,
    face_of,
    right_hands,
    vanished,
    wrong_hand,
    zone_of,
)
from companion.observing.stories import ScoredStory, tellings
from companion.rules.base import Act, GameState, Rules

CLEARLY = 3.0
"""A doubtful card is settled where every story in which it is another costs at least so much more than the
cheapest one: each is a twentieth as likely."""

LIKELIER = 2.0
"""A face that is at least so many times as probable as every other is told of a doubtful card early."""

LONGER = 2
"""Such a face is told after so many later cards, surely laid by those whose turn it was."""

LONGEST = 4
"""After so many later cards the face that fits best is told, even where another one is nearly as probable:
nobody waits for ever."""

WITHOUT_HANDS = 0.5
"""Where nobody knows whose hands come, a face must be at least as probable as this to be told of a doubtful
card after so many."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A seen card whose face is not certain: its zone and place there, and which of the acts has laid it.

    ``act`` is None for a card too many, of which no act tells: perhaps none at all.
    """

    zone: Zone
    place: int
    card: SeenCard
    act: int | None


def laid_by(acts: Sequence[Act], told: ScoredStory, zone: Zone, old: int, at: int) -> int | None:
    """Give which of the acts laid the card expected at this place of a zone, of which so many are old."""
    lost = vanished(acts, told.story.layout)
    laid = [i for i, act in enumerate(acts) if face_of(act) and zone_of(act) is zone and i not in lost]
    return laid[at - old] if old <= at < old + len(laid) else None


def open_doubts(
    rules: Rules,
    state: GameState,
    sighting: Sighting,
    clues: Clues,
    told: ScoredStory,
    doubts: Sequence[Doubt],
    elsewhere: frozenset[Card] = frozenset(),
) -> list[Doubt]:
    """Give the doubts that play has not settled yet: nothing came after, or the card may be another still.

    ``elsewhere``: the numbers that no doubtful card can be, as each exists once.
    """
    after = [doubt for doubt in doubts if _played_on(doubt, told, sighting, clues)]
    if not after:
        return list(doubts)
    others = tellings(rules, state, sighting, clues, CLEARLY)
    agreed = [d for d in after if _agreed(d, told, others)]
    likely = [d for d in after if d not in agreed and _likeliest(d, told, sighting, clues, elsewhere)]
    return [doubt for doubt in doubts if doubt not in agreed + likely]


def _played_on(doubt: Doubt, told: ScoredStory, sighting: Sighting, clues: Clues) -> bool:
    """Say whether a card was surely laid after a doubtful one, by nobody but whose turn it was.

    Of a card in which nothing is read no later one says what it is. Anybody may jump: that is no sign.
    """
    acts = told.story.acts
    if not doubt.card.alternatives:
        return False
    if doubt.act is None:
        hands = zip(acts, right_hands(acts, clues), strict=True)
        right = [right for act, right in hands if zone_of(act) is Zone.ROW]
        return bool(right) and all(right)
    came = accounted(acts, told.story.layout, sighting.cards, clues)
    later = zip(acts[doubt.act + 1 :], came[doubt.act + 1 :], strict=True)
    return any(a is not None and a.card.sure and not wrong_hand(act, a, clues) for act, a in later)


def _likeliest(
    doubt: Doubt, told: ScoredStory, sighting: Sighting, clues: Clues, elsewhere: frozenset[Card]
) -> bool:
    """Say whether a card is told as what it most likely is: the table has long gone on."""
    face = _taken_for(doubt, told)
    if face is None or doubt.act is None:
        return False
    if not clues.players:
        # No hand bears out that the later cards were the next players': more must speak for it then.
        later = _later(doubt.act, told, sighting, clues)
        return doubt.card.probability(face) >= WITHOUT_HANDS and len(later) >= LONGEST
    return _outweighs(doubt.card, face, _gone_on(doubt.act, told, sighting, clues), elsewhere)


def _outweighs(card: SeenCard, face: Card, later: int, elsewhere: frozenset[Card]) -> bool:
    """Say whether a face is told of a doubtful card after so many later ones."""
    rivals = (a.probability for a in card.alternatives if plain(a.card) not in elsewhere | {face})
    clearly = card.probability(face) >= LIKELIER * max(rivals, default=0.0)
    return later >= (LONGER if clearly else LONGEST)


def _gone_on(at: int, told: ScoredStory, sighting: Sighting, clues: Clues) -> int:
    """Count the cards surely laid after an act, each by whose turn it was; 0 where another hand laid one."""
    return sum(clues.by(a) == act.player for act, a in _later(at, told, sighting, clues))


def _later(at: int, told: ScoredStory, sighting: Sighting, clues: Clues) -> list[tuple[Act, Arrival]]:
    """Give the cards surely laid after an act; none where nobody saw one, or another hand laid it."""
    acts = told.story.acts
    came = accounted(acts, told.story.layout, sighting.cards, clues)
    later = [(act, a) for act, a in list(zip(acts, came, strict=True))[at + 1 :] if face_of(act)]
    if any(a is None or wrong_hand(act, a, clues) for act, a in later):
        return []
    return [(act, a) for act, a in later if a and a.card.sure]


def settled_guesses(
    rules: Rules,
    state: GameState,
    sighting: Sighting,
    clues: Clues,
    told: ScoredStory,
    guesses: Sequence[int],
    elsewhere: frozenset[Card] = frozenset(),
) -> frozenset[int]:
    """Give which acts (by index), whose card left before it was sure, later cards have settled all the same.

    ``elsewhere``: the numbers that none of these cards can be. Of a card that nobody saw, or in which nothing
    was read, no later one says what it was.
    """
    acts = told.story.acts
    came = accounted(acts, told.story.layout, sighting.cards, clues)
    later = {i: _gone_on(i, told, sighting, clues) for i in guesses}
    after = [i for i in guesses if later[i] and (trace := came[i]) and trace.card.alternatives]
    if not after:
        return frozenset()
    others = tellings(rules, state, sighting, clues, CLEARLY)
    agreed = {i for i in after if others and all(t.story.acts[i : i + 1] == acts[i : i + 1] for t in others)}
    weighed = (i for i in after if _lost_outweighs(acts[i], came[i], later[i], elsewhere))
    return frozenset((*agreed, *weighed))


def _lost_outweighs(act: Act, trace: Arrival | None, later: int, elsewhere: frozenset[Card]) -> bool:
    face = face_of(act)
    return trace is not None and face is not None and _outweighs(trace.card, face, later, elsewhere)


def _agreed(doubt: Doubt, told: ScoredStory, others: Sequence[ScoredStory]) -> bool:
    """Say whether all stories that are likely enough agree about a card."""
    return bool(others) and {_taken_for(doubt, other) for other in others} == {_taken_for(doubt, told)}


def _taken_for(doubt: Doubt, told: ScoredStory) -> Card | None:
    """Give what a story takes a seen card for; None for a card too many."""
    at = next((i for i, j in told.match(doubt.zone).pairs if j == doubt.place), None)
    return None if at is None else plain(told.story.layout.zone(doubt.zone)[at])
