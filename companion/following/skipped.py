"""Players whose turns nobody saw, once those after them have played on: they are taken to have passed. Pure.

A pass card may look like the back of a card, and it leaves the table with the next card that is laid. Nothing
shows it then but the hands: each comes one turn too early. It is told as a guess.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.cards import PASS, Card, Zone, plain
from companion.evidence import Arrival, Sighting
from companion.observing.clues import Clues, brought_all, face_of, wrong_hand, zone_of
from companion.observing.observer import Explanation, Rest, explain
from companion.records.game import Game
from companion.rules.base import Act, GameState

PLAYED_ON = 3
"""So many cards at least, each by the hand of its player, show that play has gone on."""

TRIED = 60
"""So many stories are tried with each number of passes."""

APART = 2
"""So many cards in turn lie at least between two gaps in which nobody was seen to play."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """What explains a table, and the names of those who are taken to have passed before all that was seen."""

    found: Explanation
    names: tuple[str, ...]


def skipped(game: Game, sighting: Sighting, clues: Clues, returned: Sequence[Arrival] = ()) -> Skipped | None:
    """Find what explains a table if the next players have passed; each card since must be its player's.

    A card may lie beside the row, still to be ruled on. ``returned``: cards that were ruled to go back to the
    hand; no act tells of these, nor of one beside the row that left before what had come to the row did.
    """
    if _come(clues) < PLAYED_ON:
        return None
    acts_of_none = [*returned, *_beside(sighting, clues)]
    came = [(a, clues.by(a) or "") for a in clues.arrivals if a not in acts_of_none]
    passes: list[Act] = []
    state = game.state
    for _ in game.state.players[1:]:
        passed = _pass(game, state)
        if passed is None:
            return None
        passes.append(passed)
        state = game.rules.apply(state, passed)
        found = explain(game.rules, state, sighting, game.gone, clues, TRIED)
        names = tuple(str(act.player) for act in passes)
        explains = found.rest in (Rest.NOTHING, Rest.PENDING, Rest.STRAY)
        if explains and not _laid_other(game, found, names, came) and _played_on(found, sighting, clues):
            count = len(passes)
            guessed = frozenset(range(count)) | {count + i for i in found.guessed}
            whole = replace(found, acts=(*passes, *found.acts), guessed=guessed)
            return Skipped(whole, names)
    return _at_gaps(game, sighting, clues, acts_of_none)


def awaited(game: Game, sighting: Sighting, clues: Clues, returned: Sequence[Arrival] = ()) -> bool:
    """Say whether turns that nobody saw explain a table, or may once more cards have come."""
    waits = bool(clues.players) and _come(clues) < PLAYED_ON
    return waits or skipped(game, sighting, clues, returned) is not None


def _at_gaps(game: Game, sighting: Sighting, clues: Clues, acts_of_none: Sequence[Arrival]) -> Skipped | None:
    """Find what explains a table if turns are missing at several places, by the hands of all who have played.

    Each card that came must be sure, and its hand known; enough lie between two gaps and after the last.
    """
    came = sorted((a for a in clues.arrivals if a not in acts_of_none), key=lambda a: a.touch.latest)
    state, acts, passes, in_turn = game.state, list[Act](), list[int](), APART
    for arrival in came:
        gap = _gap(game, state, clues.by(arrival) or "")
        if gap is None or (gap and in_turn < APART):
            return None
        for passed in gap:
            passes.append(len(acts))
            acts.append(passed)
            state = game.rules.apply(state, passed)
        laid = (act for act in game.rules.candidates(state) if zone_of(act) is Zone.ROW)
        face = plain(arrival.card.believed) if arrival.card.believed else None
        act = next((act for act in laid if face and face_of(act) == face), None)
        if act is None:
            return None
        acts.append(act)
        state, in_turn = game.rules.apply(state, act), 1 if gap else in_turn + 1
    if not passes or in_turn < PLAYED_ON:
        return None
    found = explain(game.rules, state, sighting, game.gone, clues.with_arrivals(tuple(acts_of_none)), TRIED)
    if found.acts or found.rest not in (Rest.NOTHING, Rest.STRAY):
        return None
    whole = replace(found, acts=tuple(acts), guessed=frozenset(passes))
    return Skipped(whole, tuple(dict.fromkeys(str(acts[i].player) for i in passes)))


def _gap(game: Game, state: GameState, player: str) -> list[Act] | None:
    """Give the passes of those who were to move before a player does; None where that cannot be."""
    passes: list[Act] = []
    while len(passes) < len(game.state.players) and (passed := _pass(game, state)) is not None:
        if passed.player == player:
            return passes
        passes.append(passed)
        state = game.rules.apply(state, passed)
    return None


def misses(game: Game, found: Explanation, clues: Clues, returned: Sequence[Arrival] = ()) -> bool:
    """Say whether an act was another hand's, and a number that surely came is in none: a turn may be missing.

    So it may be though a later hand is the right one again: what was laid between has been taken up by then.
    """
    came = brought_all(found.acts, clues, found.after)
    wrong = any(wrong_hand(act, a, clues) for act, a in zip(found.acts, came, strict=True))
    return wrong and _laid_other(game, found, (), [(a, "") for a in clues.arrivals if a not in returned])


def _come(clues: Clues) -> int:
    """Count the cards that came by hands that are known."""
    return sum(clues.by(arrival) is not None for arrival in clues.arrivals)


def _beside(sighting: Sighting, clues: Clues) -> list[Arrival]:
    """Give the cards beside the row, those too that have gone though one that came to the row before lies."""
    row = {card.believed for card in sighting.zone(Zone.ROW) if card.believed}
    since = min((a.touch.latest for a in clues.arrivals if a.card.believed in row), default=None)
    beside = (a for a in clues.arrivals if a.card.zone is Zone.JUMP)
    return [a for a in beside if since is not None and a.touch.latest > since]


def _pass(game: Game, state: GameState) -> Act | None:
    """Give the pass of the player to move, where that is legal."""
    acts = game.rules.candidates(state)
    return next((act for act in acts if face_of(act) == PASS and zone_of(act) is Zone.ROW), None)


def _played_on(found: Explanation, sighting: Sighting, clues: Clues) -> bool:
    """Say whether cards enough were surely laid, and all by the hands of those whose turn it was.

    What could not be read is told as a guess. Of two hands that were at a card, one is that player's.
    """
    came = zip(found.acts, brought_all(found.acts, clues, found.after), strict=True)
    laid = [(i, act, a) for i, (act, a) in enumerate(came) if "play" in act.to_record()]
    own = [(i, act, a) for i, act, a in laid if a and clues.by(a) == act.player]
    both = [(i, act, a) for i, act, a in laid if a and clues.by(a) is None and clues.was_there(act.player, a)]
    sure, unclear = ({i for i, act, a in some if _is_sure(act, a, sighting)} for some in (own, both))
    theirs = {i for i, *_ in (*own, *both)}
    return len(theirs) == len(laid) and len(sure) >= PLAYED_ON and theirs <= sure | unclear | found.guessed


def _is_sure(act: Act, came: Arrival, sighting: Sighting) -> bool:
    """Say whether the card of an act was sure as it came, or surely lies there now: no number lies twice."""
    face = face_of(act)
    there = {plain(card.believed) for card in sighting.cards if card.believed}
    return came.card.sure or (face != PASS and face in there)


def _laid_other(
    game: Game, found: Explanation, names: Sequence[str], came: Sequence[tuple[Arrival, str]]
) -> bool:
    """Say whether a number was laid that no act tells: surely, or by one of those who are to have passed."""
    told = {face_of(act) for act in (*found.acts, *found.after)} | {Card.number(n) for n in game.numbers}
    cards = (a.card for a, hand in came if a.card.sure or (a.card.zone is Zone.ROW and hand in names))
    return any(
        not card.numberless and told.isdisjoint(plain(a.card) for a in card.alternatives) for card in cards
    )
