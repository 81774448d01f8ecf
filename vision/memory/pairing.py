"""Which card of a look is which of those known: at the same place, nudged, or read better now."""

from collections.abc import Callable, Mapping, Sequence
from itertools import dropwhile, islice, pairwise

from companion.cards import Zone, plain
from companion.evidence import Quad, SeenCard, centre, distance
from vision.memory.known import ALIKE, SAME_PLACE, SAME_SPOT, Known, Scene, affinity

SURELY_ALIKE = 0.5
"""Overlap of two cards' probabilities (0-1) from which one may be the other moved far away."""

FARTHER = 2.0
"""A sure look at a pass off its place is that pass if it lies less than so many times as far off as one that
not every reading shows: what lies at its very place is itself."""

TOUCHED = 0.1
"""A card is touched when this share of what can be seen of it has changed."""

ALL_OTHER = 0.5
"""What a card left when it was moved shows something else over at least this share; a shadow does less."""

BROAD = 0.25
"""Of a strip narrower than this share of the card a shadow may change all."""

SHADED = 0.25
"""The shadow of a card laid on one changes less than this share of what still shows of it."""

SAME_PRINT = 0.7
"""What shows of a card is as it was from this likeness on: another number of its colour is less alike."""

FIGURE = 0.2
"""A figure that shows of a number is one of what the look holds probable, from this probability on."""

WHOLE = 0.85
"""Of a card that others cover less than this share shows."""


def match(
    one: Sequence[Known],
    other: Sequence[Known],
    untouched: Callable[[Known], bool],
    differ: Callable[[Known, Known], bool] = lambda old, new: False,
) -> dict[int, int]:
    """Pair the cards of two looks, the surest pairs first: the same place, then the same face moved.

    ``differ`` says of two cards that they cannot be one, however alike they are.
    """
    prices = []
    for i, a in enumerate(one):
        calm = untouched(a)
        for j, b in enumerate(other):
            price = _price(a.card, b.card, calm)
            if price is not None and not differ(a, b):
                prices.append((price, i, j))
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, i, j in sorted(prices):
        if i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)
    return pairs


def _price(one: SeenCard, other: SeenCard, untouched: bool) -> float | None:
    """Say how unlikely it is that both are the same card (0 = surely it); None when they cannot be."""
    apart, alike = distance(one.quad, other.quad), affinity(one, other)
    if apart <= SAME_PLACE and alike >= ALIKE:
        return apart + (1 - alike) / 2
    if apart <= SAME_SPOT and untouched:
        # Two sure readings of one card seldom differ: each is rather a neighbour, seen off its place.
        return apart + (3.0 if one.sure and other.sure else 0.6)
    moved = alike >= SURELY_ALIKE and one.zone is other.zone and bool(one.alternatives and other.alternatives)
    return 2 + apart if moved else None


def held_down(
    before: Sequence[Known], seen: Sequence[Known], pairs: Mapping[int, int], scene: Scene
) -> dict[int, int]:
    """Pair sure cards of a row with doubtful looks at their very place, where a later card lies on still.

    A hand that lays the next card nudges them; but only the end of a row is taken away.
    """
    row = [i for i, known in enumerate(before) if known.card.zone is Zone.ROW]
    still = [i for i in row if i in pairs and _stayed(before[i].card, seen[pairs[i]].card)]
    free = [j for j, new in enumerate(seen) if not new.card.sure and j not in pairs.values()]
    held: dict[int, int] = {}
    for i in (i for i in row if i < max(still, default=0) and i not in pairs and before[i].card.sure):
        over = [seen[pairs[k]].card.quad for k in still if k > i]
        here = [j for j in free if j not in held.values() and _stayed(before[i].card, seen[j].card)]
        if here and scene.changed(before[i].card.quad, over) < ALL_OTHER:
            held[i] = min(here, key=lambda j: distance(before[i].card.quad, seen[j].card.quad))
    return held


def nudged_under(
    before: Sequence[Known], seen: Sequence[Known], pairs: Mapping[int, int], scene: Scene
) -> dict[int, int]:
    """Pair the last card of a row with a look at its place that shows one figure of it, under the next card.

    Whoever laid the next one has nudged it. Another number in its place would hardly begin or end alike,
    however surely the one figure is read.
    """
    row = [i for i, known in enumerate(before) if known.card.zone is Zone.ROW]
    if not row or row[-1] in pairs or not before[row[-1]].bare:
        return {}
    last = before[row[-1]].card
    near = (
        j
        for j, new in enumerate(seen)
        if new.card.zone is last.zone and distance(last.quad, new.card.quad) <= SAME_PLACE
    )
    figure = [
        j
        for j in near
        if j not in pairs.values() and figure_of(last, seen[j].card) and is_covered(j, seen, scene)
    ]
    return {row[-1]: figure[0]} if last.sure and len(figure) == 1 else {}


def pushed_under(
    before: Sequence[Known], seen: Sequence[Known], pairs: Mapping[int, int], scene: Scene
) -> dict[int, int]:
    """Pair cards of a row that was pushed along with looks that surely read one figure, under the next card.

    That lies on them as it did: where it has gone they have gone.
    """
    row = [i for i, known in enumerate(before) if known.card.zone is Zone.ROW]
    pushed: dict[int, int] = {}
    for i, upon in pairwise(row):
        if i in pairs or upon not in pairs or not before[i].bare:
            continue
        was, now = before[upon].card.quad, seen[pairs[upon]].card.quad
        if distance(was, now) <= SAME_SPOT:
            continue
        place = _carried(before[i].card.quad, was, now)
        free = [j for j in range(len(seen)) if j not in pairs.values() and j not in pushed.values()]
        there = [j for j in free if seen[j].card.sure and distance(place, seen[j].card.quad) <= SAME_SPOT]
        figure = [j for j in there if figure_of(before[i].card, seen[j].card) and is_covered(j, seen, scene)]
        if before[i].card.sure and len(figure) == 1:
            pushed[i] = figure[0]
    return pushed


def _carried(quad: Quad, was: Quad, now: Quad) -> Quad:
    """Give where a card lies that went as far as another one has."""
    (old_x, old_y), (new_x, new_y) = centre(was), centre(now)
    a, b, c, d = ((x + new_x - old_x, y + new_y - old_y) for x, y in quad)
    return a, b, c, d


def figure_of(card: SeenCard, strip: SeenCard) -> bool:
    """Say whether what is read of a card may be the first or the last figure of the number known on it."""
    number = str(card.best.value) if card.best else ""
    shown = (str(a.card.value) for a in strip.alternatives if a.probability >= FIGURE)
    return any(part != number and (number.startswith(part) or number.endswith(part)) for part in shown)


def _stayed(old: SeenCard, new: SeenCard) -> bool:
    """Say whether a card is seen where one lay."""
    return new.zone is old.zone and distance(old.quad, new.quad) <= SAME_SPOT


def read_better(
    before: Sequence[Known], seen: Sequence[Known], pairs: Mapping[int, int], scene: Scene
) -> dict[int, int]:
    """Pair unsure cards with those surely read beside, which they may be, though poor looks still see them.

    Nothing has changed where they lie, so no other card can have come there. Nor has one where a sure pass
    lies that is seen twice now: what not every reading shows is none.
    """
    open_ = [
        i
        for i, known in enumerate(before)
        if not (i in pairs and seen[pairs[i]].card.sure)
        if (i in pairs or not known.card.sure) and _lies_still(known, seen, scene)
    ]
    fresh = [j for j, new in enumerate(seen) if new.card.sure and j not in pairs.values()]
    better: dict[int, int] = {}
    for j in fresh:
        may = [i for i in open_ if i not in better and _may_be(before[i].card, seen[j].card)]
        may = [
            i
            for i in may
            if not before[i].card.sure or _hardly_nearer(before[i].card, seen[pairs[i]].card, seen[j].card)
        ]
        if may:
            better[min(may, key=lambda i: distance(before[i].card.quad, seen[j].card.quad))] = j
    return better


def _hardly_nearer(old: SeenCard, fleeting: SeenCard, sure: SeenCard) -> bool:
    """Say whether of two looks at a pass the fleeting one lies hardly nearer to where that lay."""
    return distance(old.quad, sure.quad) < FARTHER * distance(old.quad, fleeting.quad)


def _lies_still(known: Known, seen: Sequence[Known], scene: Scene) -> bool:
    """Say whether nothing has changed where an unsure card lies, or of a sure pass beside sure cards."""
    if not known.card.sure:
        return scene.changed(known.card.quad, ()) < TOUCHED
    over = [k.card.quad for k in seen if k.card.sure and distance(k.card.quad, known.card.quad) > SAME_PLACE]
    return known.card.numberless and scene.changed(known.card.quad, over) < TOUCHED


def read_under(
    before: Sequence[Known], seen: Sequence[Known], pairs: Mapping[int, int], scene: Scene
) -> dict[int, int]:
    """Pair unsure cards of a row with those read at their very place under the next card.

    What shows of them is as it was, so none of them has been taken away, whatever is read on them.
    """
    open_ = [
        i
        for i, known in enumerate(before)
        if i not in pairs and not known.card.sure and known.card.zone is Zone.ROW
    ]
    under: dict[int, int] = {}
    for j, new in enumerate(seen):
        over = [k.card.quad for k in seen[j + 1 :] if k.card.zone is Zone.ROW]
        if j in pairs.values() or not is_covered(j, seen, scene):
            continue
        here = (i for i in open_ if i not in under and _stayed(before[i].card, new.card))
        found = next((i for i in here if as_it_was(before[i].card.quad, over, scene)), None)
        if found is not None:
            under[found] = j
    return under


def as_it_was(quad: Quad, over: Sequence[Quad], scene: Scene, alike: float = SAME_PRINT) -> bool:
    """Say whether enough of a card shows beside others, and it is as it was, its print so alike too."""
    shows = scene.free(quad, over) >= BROAD and scene.changed(quad, over) < SHADED
    return shows and scene.alike(quad, over) >= alike


def swapped(old: SeenCard, new: Known, seen: Sequence[Known], scene: Scene) -> bool:
    """Say whether another number lies exactly where one did, though hardly anything of the place has changed.

    Both are surely read, and the print is another, too: thin figures on a white card are little of it.
    """
    was, now = old.believed, new.card.believed
    if (
        was is None
        or now is None
        or plain(was) == plain(now)
        or distance(old.quad, new.card.quad) > SAME_SPOT
    ):
        return False
    later = islice(dropwhile(lambda k: k is not new, seen), 1, None)
    over = [k.card.quad for k in later if k.card.zone is new.card.zone is Zone.ROW]
    return scene.free(old.quad, over) >= BROAD and scene.alike(old.quad, over) < SAME_PRINT


def _may_be(old: SeenCard, new: SeenCard) -> bool:
    """Say whether a doubtful card may be a sure one that was read close by."""
    near = old.zone is new.zone and distance(old.quad, new.quad) <= SAME_PLACE
    return near and (not old.alternatives or new.best is None or old.probability(new.best) > 0)


def is_covered(j: int, seen: Sequence[Known], scene: Scene) -> bool:
    """Say whether the cards that come after one in the row leave only a part of it to be seen."""
    card = seen[j].card
    over = [k.card.quad for k in seen[j + 1 :] if k.card.zone is card.zone is Zone.ROW]
    return bool(over) and scene.free(card.quad, over) < WHOLE


def unchanged(quad: Quad, over: Sequence[Quad], scene: Scene) -> bool:
    """Say whether what shows of a card under others is as it was, but for the shadow that they cast."""
    most = ALL_OTHER if over and scene.free(quad, over) >= BROAD else TOUCHED
    return scene.changed(quad, over) < most
