"""What lies on the table, remembered from picture to picture: the same card is read many times over.

A card that nobody touched is the card it was, whatever a later look makes of the strip that still shows. So
its readings add up, and one that a look misses is still there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.cards import Kind, Zone
from companion.evidence import Quad, SeenCard, distance
from vision.memory.composed import without_composed
from vision.memory.ghosts import astray, doubted, each_once, ghosts
from vision.memory.known import ALIKE, BURIED, SAME_PLACE, SAME_SPOT, Known, Scene, affinity, fuse
from vision.memory.pairing import (
    BROAD,
    TOUCHED,
    as_it_was,
    held_down,
    is_covered,
    match,
    nudged_under,
    pushed_under,
    read_better,
    read_under,
    swapped,
    unchanged,
)

FRESH = 0.05
"""A card can only be new where at least this share of it has changed."""

LADEN = 0.8
"""Something lies on a place of which this share surely shows no bare table."""

HIDDEN = 0.1
"""A card is hidden when an arm covers this share of it."""

SEEN_TWICE = 4
"""A card that was never sure has been seen twice once it was read in so many pictures: two looks take two
each."""

STRIP = 0.5
"""A look at a strip of a card puts its middle no farther off than this, in card heights."""

SAME_CARD = 0.85
"""A card surely read as another now looks as it did from this likeness (-1 to 1) on, if it was misread: such
cards were as like as 0.94, others of the same art laid in their place 0.73 at most."""


@dataclass(frozen=True, slots=True)
class Change:
    """The table now, in order; which of its cards have come, and which of those before have gone.

    ``late``: cards that are read for the first time although nothing has changed where they lie. ``veiled``:
    cards seen where none lay, half under an arm: they are told once it has gone. ``instead``: those that have
    come just where another lay, so that hardly anything has changed. ``let_go``: those that an arm hides
    again, but that have lain free before.
    """

    known: tuple[Known, ...]
    arrived: tuple[SeenCard, ...] = ()
    gone: tuple[SeenCard, ...] = ()
    late: tuple[SeenCard, ...] = ()
    veiled: tuple[SeenCard, ...] = ()
    instead: tuple[SeenCard, ...] = ()
    let_go: tuple[SeenCard, ...] = ()


def agree(readings: Sequence[Sequence[SeenCard]]) -> tuple[Known, ...]:
    """Join readings of one table at rest: a card is sure only where every picture says the same.

    A card that fewer than half of the readings show is left out.
    """
    cards = [Known.once(card) for card in readings[0]]
    for reading in readings[1:]:
        cards = _joined(cards, [Known.once(card) for card in reading])
    return tuple(_unanimous(card, len(readings)) for card in cards if 2 * card.weight >= len(readings))


def _joined(one: list[Known], other: list[Known]) -> list[Known]:
    pairs = match(one, other, lambda card: True)
    joined = [fuse(card, other[pairs[i]]) if i in pairs else card for i, card in enumerate(one)]
    place = {j: i for i, j in pairs.items()}
    for j, card in enumerate(other):
        if j in place:
            continue
        # In its row it lies after whichever card it was read after.
        place = {k: at + (at > place.get(j - 1, -1)) for k, at in place.items()}
        place[j] = place.get(j - 1, -1) + 1
        joined.insert(place[j], card)
    return joined


def _unanimous(known: Known, pictures: int) -> Known:
    """Take back the belief where not every picture shared it."""
    if known.card.sure and known.votes and known.votes[0][1] < pictures:
        return Known(replace(known.card, sure=False), known.weight)
    return known


def remember(before: Sequence[Known], seen: Sequence[Known], scene: Scene) -> Change:
    """Tell from what was known and what is seen now which cards stayed, came and went."""
    seen = without_composed(seen, before, scene)
    bared = [known for i, known in enumerate(before) if _bared(i, before, seen, scene)]
    misread = [known for known in before if _misread(known, before, seen, scene)]

    pairs, twice_read, under = _paired(before, seen, scene, bared, misread)
    bared += [before[i] for i, j in under.items() if seen[j].card.sure]
    back = {j: i for i, j in pairs.items()}
    new = [j for j in range(len(seen)) if j not in back and j not in twice_read]
    let_go = {j for j in new if _let_go(seen[j].card, scene)}
    fresh = [j for j in new if j in let_go or scene.hidden(seen[j].card.quad, ()) < HIDDEN]
    veiled = tuple(seen[j].card for j in new if j not in fresh)
    # No card has come there then, or moved there.
    fresh = [j for j in fresh if not scene.is_table(seen[j].card.quad)]
    alone = [before[i] for i in range(len(before)) if i not in pairs]
    come = [seen[k].card for k in fresh]
    fresh = [j for j in fresh if not _echoes(seen[j].card, alone, [k.card for k in seen], scene)]
    fresh = [j for j in fresh if not _haunts(seen[j].card, alone, come, scene)]
    twice = ghosts(fresh, seen, alone, scene, {j: before[i].card for j, i in back.items()})
    seen = [_with_doubts(j, seen, twice, before, back) for j in range(len(seen))]
    fresh = [j for j in fresh if j not in twice]
    calm = {j for j in fresh if scene.changed(seen[j].card.quad, ()) < FRESH}
    calm -= (off := {j for j in calm - let_go if astray(seen[j].card, alone, scene)})
    fresh = [j for j in fresh if j not in off]
    instead = {j for j in calm if any(swapped(old.card, seen[j], seen, scene) for old in before)}
    arrived = [j for j in fresh if j not in calm or j in let_go | instead]
    over = [seen[j].card.quad for j in arrived]
    lost = [
        i for i in range(len(before)) if i not in pairs and scene.free(before[i].card.quad, over) >= BURIED
    ]
    there = [i for i in lost if _remains(i, before, seen, pairs, over, scene)]
    there = [i for i in there if not _replaced(before[i].card, [seen[j].card for j in arrived])]
    kept = [i for i in there if _believed(before[i]) or scene.hidden(before[i].card.quad, ()) >= HIDDEN]
    covered = frozenset(j for j in range(len(seen)) if is_covered(j, seen, scene))
    seen = [k if j in covered or not k.card.sure else replace(k, bare=k.weight) for j, k in enumerate(seen)]
    order = _ordered(before, kept, [(j, back.get(j)) for j in range(len(seen)) if j in back or j in fresh])
    now = [(_now(before, seen, i, j, scene, j in covered, bared), j) for i, j in order]
    return Change(
        tuple(each_once(now, seen)),
        tuple(seen[j].card for j in arrived),
        tuple(before[i].card for i in lost if i not in there),
        tuple(seen[j].card for j in fresh if j not in arrived),
        veiled,
        tuple(seen[j].card for j in sorted(instead)),
        tuple(seen[j].card for j in arrived if scene.hidden(seen[j].card.quad, ()) >= HIDDEN),
    )


def _paired(
    before: Sequence[Known],
    seen: Sequence[Known],
    scene: Scene,
    bared: Sequence[Known],
    misread: Sequence[Known],
) -> tuple[dict[int, int], set[int], dict[int, int]]:
    """Say which card that was known is which one that is seen.

    Then which of those seen are the second reading of one card, and which pairs are of doubtful cards that
    were read under the next one.
    """

    def untouched(known: Known) -> bool:
        return known in bared or known in misread or scene.changed(known.card.quad, ()) < TOUCHED

    def differ(old: Known, new: Known) -> bool:
        elsewhere = distance(old.card.quad, new.card.quad) > SAME_SPOT
        stays = elsewhere and (old in misread or scene.is_table(new.card.quad))
        other = stays or _outstays(old.card, new.card, scene) or _in_a_hand(old.card, new.card, scene)
        return other or swapped(old.card, new, seen, scene)

    pairs = match(before, seen, untouched, differ)
    pairs |= held_down(before, seen, pairs, scene)
    pairs |= nudged_under(before, seen, pairs, scene)
    pairs |= pushed_under(before, seen, pairs, scene)
    better = read_better(before, seen, pairs, scene)
    twice_read = {pairs[i] for i in better if i in pairs}
    pairs |= better
    under = read_under(before, seen, pairs, scene)
    return pairs | under, twice_read, under


def _with_doubts(
    j: int,
    seen: Sequence[Known],
    twice: Mapping[int, int | None],
    before: Sequence[Known],
    back: Mapping[int, int],
) -> Known:
    """Give a seen card, doubted where another number is read on it too and it was not sure before."""
    card = seen[j]
    if j not in back or not before[back[j]].card.sure:
        for ghost, at in twice.items():
            card = doubted(card, seen[ghost]) if at == j else card
    return card


def _bared(i: int, before: Sequence[Known], seen: Sequence[Known], scene: Scene) -> bool:
    """Say whether a card that was never sure is bared now by later cards that are not seen any more.

    What is read of it now is the first good look, and nothing else that showed of it has changed.
    """
    card = before[i].card
    later = [k.card for k in before[i + 1 :] if k.card.sure and k.card.zone is card.zone is Zone.ROW]
    left = [k.quad for k in later if not any(_may_still_be(k, new.card) for new in seen)]
    if card.sure or not left or scene.free(card.quad, left) < BURIED:
        return False
    calm = scene.changed(card.quad, left) < TOUCHED or as_it_was(card.quad, left, scene)
    return calm and scene.changed(card.quad, ()) >= TOUCHED


def _may_still_be(old: SeenCard, new: SeenCard) -> bool:
    """Say whether a seen card may be one that was known; of one in which nothing is read its place tells."""
    return affinity(old, new) >= ALIKE and (
        bool(new.alternatives) or distance(old.quad, new.quad) <= SAME_PLACE
    )


def _misread(known: Known, before: Sequence[Known], seen: Sequence[Known], scene: Scene) -> bool:
    """Say whether a card that was sure is surely read as another now, though what shows of it is as it was.

    One of the two looks was wrong. It has not gone elsewhere, whatever is read there.
    """
    for j, new in enumerate(seen):
        if not (known.card.sure and new.card.sure) or distance(known.card.quad, new.card.quad) > SAME_SPOT:
            continue
        later = [k.card.quad for k in seen[j + 1 :] if k.card.zone is new.card.zone is Zone.ROW]
        same = as_it_was(known.card.quad, later, scene, SAME_CARD)
        if same and not _recoloured(known.card, new.card):
            return not any(k.card.alternatives and affinity(k.card, new.card) >= ALIKE for k in before)
    return False


def _recoloured(old: SeenCard, new: SeenCard) -> bool:
    """Say whether a card is of another colour now: then it is another, however alike the print on both is."""
    colours = {card.best.colour for card in (old, new) if card.best and card.best.colour}
    return len(colours) > 1


def _outstays(old: SeenCard, new: SeenCard, scene: Scene) -> bool:
    """Say whether a pass card lies there still although one like it is seen beside: it has not been moved.

    Of a card that was nudged, the strip that it left shows something else now. Numbers are there only once
    and need no such proof.
    """
    if old.best is None or old.best.kind is not Kind.PASS or distance(old.quad, new.quad) <= SAME_SPOT:
        return False
    return scene.free(old.quad, (new.quad,)) >= BURIED and unchanged(old.quad, (new.quad,), scene)


def _in_a_hand(old: SeenCard, new: SeenCard, scene: Scene) -> bool:
    """Say whether a card that lay elsewhere is seen under an arm: it is carried, and lies nowhere yet."""
    return distance(old.quad, new.quad) > SAME_PLACE and scene.hidden(new.quad, ()) >= HIDDEN


def _let_go(card: SeenCard, scene: Scene) -> bool:
    """Say whether a card has lain free, so that an arm over it only hides it."""
    return any(distance(card.quad, quad) <= SAME_SPOT for quad in scene.let_go)


def _echoes(card: SeenCard, old: Sequence[Known], seen: Sequence[SeenCard], scene: Scene) -> bool:
    """Say whether a doubtful new card is but a poor look at what still shows of an old one.

    Apart from surer cards nothing has changed where it seems to lie; or hardly anything, where no number is
    read on it and what shows of the old one is as it was.
    """
    there = [k.card.quad for k in old if k.card.sure and distance(k.card.quad, card.quad) <= STRIP]
    if card.sure or not there:
        return False
    over = [other.quad for other in seen if other.sure]
    same = card.numberless and any(unchanged(quad, over, scene) for quad in there)
    return scene.changed(card.quad, over) < (TOUCHED if same else FRESH)


def _haunts(card: SeenCard, old: Sequence[Known], fresh: Sequence[SeenCard], scene: Scene) -> bool:
    """Say whether a doubtful new card lies exactly where a sure one still does: it is that one, nudged."""
    over = [other.quad for other in fresh if other.sure]
    here = [k.card.quad for k in old if k.card.sure and distance(k.card.quad, card.quad) <= SAME_SPOT]
    return bool(over) and not card.sure and any(unchanged(quad, over, scene) for quad in here)


def _believed(known: Known) -> bool:
    """Say whether a card that a look missed is taken to be there all the same.

    One that was sure and was seen coming is; one that was either of it for as many looks as it has earned,
    where it was never sure only if it was seen more than once.
    """
    earned = 2 * known.missed < known.weight
    if known.card.sure:
        return known.came is not None or earned
    return known.came is not None and earned and known.weight >= SEEN_TWICE


def _remains(
    i: int,
    before: Sequence[Known],
    seen: Sequence[Known],
    pairs: Mapping[int, int],
    over: Sequence[Quad],
    scene: Scene,
) -> bool:
    """Say whether an old card that this look has not found lies there all the same, beside what came."""
    card = before[i].card
    return (
        _still_there(card.quad, over, _upon(i, before, pairs, seen), scene)
        or _under_unread(card.quad, over, scene)
        or _not_bared(card, [k.card.quad for k in seen], scene)
    )


def _still_there(quad: Quad, over: Sequence[Quad], upon: Sequence[Quad], scene: Scene) -> bool:
    """Say whether a card that was not read is still there: what shows is unchanged, or an arm hides it.

    ``over``: the cards that have come; ``upon``: those of the row that lay on it before and still do.
    """
    bare = (*over, *upon)
    shows = bool(upon) and scene.free(quad, bare) >= BURIED and unchanged(quad, bare, scene)
    return shows or unchanged(quad, over, scene) or scene.hidden(quad, ()) >= HIDDEN


def _under_unread(quad: Quad, over: Sequence[Quad], scene: Scene) -> bool:
    """Say whether a card that was not read shows as before beside what came, in which nothing is read."""
    bare = (*over, *scene.laid)
    return bool(scene.laid) and scene.free(quad, bare) >= BURIED and unchanged(quad, bare, scene)


def _not_bared(card: SeenCard, seen: Sequence[Quad], scene: Scene) -> bool:
    """Say whether something lies where a sure card of the row lay, though nothing is read there now.

    Had it been taken away, the table would show, or what lies in its place would be seen.
    """
    if not card.sure or card.zone is not Zone.ROW or scene.free(card.quad, seen) < BROAD:
        return False
    return scene.laden(card.quad, seen) >= LADEN


def _replaced(card: SeenCard, come: Sequence[SeenCard]) -> bool:
    """Say whether another card has come to lie just where one lay: in a row that one has gone."""
    return any(
        new.sure and new.zone is card.zone and distance(card.quad, new.quad) <= SAME_SPOT for new in come
    )


def _upon(i: int, before: Sequence[Known], pairs: Mapping[int, int], seen: Sequence[Known]) -> Sequence[Quad]:
    """Give the places of the cards that came after one in the row and are seen there now."""
    zone = before[i].card.zone
    later = [k for k in pairs if k > i and before[k].card.zone is zone is Zone.ROW]
    return [seen[pairs[k]].card.quad for k in later if seen[pairs[k]].card.sure]


def _now(
    before: Sequence[Known],
    seen: Sequence[Known],
    i: int | None,
    j: int | None,
    scene: Scene,
    covered: bool,
    bared: Sequence[Known],
) -> Known:
    """Give a card as known now; what a look makes of one that an arm half covers is not listened to.

    Nor what it doubtfully makes of one that was sure and is covered by others now, or makes of it against
    what was read while nothing lay on it: of an 11 under the next card, a 1 shows. What was made of one while
    it was covered counts no more once it is bared, nor what was doubtfully made of one that is sure now.
    """
    if i is not None and scene.hidden(before[i].card.quad, ()) >= HIDDEN:
        return before[i]
    if i is not None and j is not None and covered and _outlasts(before[i], seen[j]):
        lies = replace(before[i].card, zone=seen[j].card.zone, quad=seen[j].card.quad)
        return replace(before[i], card=lies, missed=0)
    if i is not None and j is not None and before[i] in bared:
        return replace(seen[j], came=before[i].came)
    if j is None:
        missed = before[i or 0]
        return replace(missed, missed=missed.missed + 1)
    return seen[j] if i is None else fuse(before[i], seen[j])


def _outlasts(old: Known, strip: Known) -> bool:
    """Say whether what was known of a card stands against what a look makes of the strip that still shows."""
    return old.card.sure and (not strip.card.sure or (old.bare > 0 and old.card.best != strip.card.best))


def _ordered(
    before: Sequence[Known], kept: Sequence[int], seen: Sequence[tuple[int, int | None]]
) -> list[tuple[int | None, int | None]]:
    """Order (before, seen) pairs as seen, each card that was missed after the one it lay behind before."""
    order: list[tuple[int | None, int | None]] = [(i, j) for j, i in seen]
    for i in sorted(kept):
        zone = before[i].card.zone
        earlier = [
            at
            for at, (old, _) in enumerate(order)
            if old is not None and old < i and before[old].card.zone is zone
        ]
        order.insert(max(earlier) + 1 if earlier else 0, (i, None))
    return order
