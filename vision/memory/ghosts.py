"""One card that a look shows twice: the second place is no new card, and another number there is a doubt.

A word across a pass card may be taken for two cards side by side, the figures of a widely set number for
those of two cards. Where only the second one would show, nothing has come to lie there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.cards import Card, Kind
from companion.evidence import SeenCard, distance
from vision.cards.decode import rotated
from vision.memory.known import ALIKE, BURIED, SAME_SPOT, Known, Scene, affinity, mixed

TWICE = 0.2
"""Two passes that lie no farther apart than this, in card heights, may be one that is seen twice; so may a
card and another on which hardly anything is read."""

OFF = 0.5
"""Where nothing has changed, a pass is seen no farther off its place than this, in card heights."""

FAINT = 0.5
"""Hardly anything is read on a card whose best alternative is less probable than this (0-1)."""

COME = 0.6
"""Where a card has come something changes over at least this share of what it alone covers."""

ACROSS = 0.7
"""The figures of one card lie no farther apart than this, in card heights: each may seem a card's middle."""

ASIDE = 0.25
"""At least this share (0-1) of what seems a card must lie on the bare table, outside all other cards, if that
part is to tell whether a card has come."""

UNTOUCHED = 0.15
"""No card has come where less than this share (0-1) of that part has changed."""


def ghosts(
    fresh: Sequence[int],
    seen: Sequence[Known],
    lain: Sequence[Known],
    scene: Scene,
    before: Mapping[int, SeenCard] | None = None,
) -> dict[int, int | None]:
    """Give which of the new cards of a look (by index) are none, with the seen card of which each is a part.

    None where that is a pass that has lain there before, one of ``lain``, and that this look has missed. The
    least sure are looked at first: of two that may be one, the surer one stays. ``before``: what was known
    of the seen cards (by index) that are not new.
    """
    known = before or {}
    found: dict[int, int | None] = {}
    for j in sorted(fresh, key=lambda j: (seen[j].card.sure, seen[j].card.confidence)):
        card = seen[j].card
        others = [k for k in range(len(seen)) if k != j and k not in found]
        aside = _nothing_aside(j, others, seen, scene)
        part = [
            k
            for k in others
            if not _pass_upon(card, seen[k].card, known.get(k), scene)
            if _part_of(card, seen[k].card, scene)
            or _other_end(card, seen[k].card, known.get(k))
            or ((k < j or k in known) and _either_way_up(card, seen[k].card, known.get(k)))
            or (aside and _figure_of(card, seen[k].card, known.get(k), scene))
        ]
        if part:
            found[j] = part[-1]
        elif any(_still(known.card, card, scene) and _part_of(card, known.card, scene) for known in lain):
            found[j] = None
    return found


def astray(card: SeenCard, lain: Sequence[Known], scene: Scene) -> bool:
    """Say whether a pass is one of those that have ``lain`` there, a little off, for none has come.

    This look has missed those: of closely laid passes it tells how many there are, and roughly where. Nothing
    has changed there, not even since an arm was in view.
    """
    if not (card.sure and _is_pass(card)) or scene.came(card.quad, ()) >= UNTOUCHED:
        return False
    off = (k.card.quad for k in lain if k.card.sure and _is_pass(k.card))
    return any(distance(quad, card.quad) <= OFF for quad in off)


def _still(old: SeenCard, new: SeenCard, scene: Scene) -> bool:
    """Say whether a pass lies where it lay: what a new card beside it leaves of it is as it was."""
    return _is_pass(old) and _is_pass(new) and scene.changed(old.quad, (new.quad,)) < COME


def _part_of(card: SeenCard, other: SeenCard, scene: Scene) -> bool:
    """Say whether what seems a card is but a part of another one, which is read better."""
    if card.zone is not other.zone:
        return False
    if _one_number(card, other):
        return True
    if not (other.sure or other.confidence > card.confidence) or _two_numbers(card, other):
        return False
    twice = (_is_pass(card) and _is_pass(other)) or _faint(card, scene)
    if distance(other.quad, card.quad) > (TWICE if twice else SAME_SPOT):
        return False
    over = (other.quad,)
    return scene.free(card.quad, over) < BURIED or scene.came(card.quad, over) < COME


def _two_numbers(card: SeenCard, other: SeenCard) -> bool:
    """Say whether two numbers are surely read that cannot be read on one card: two cards.

    Neither may be a figure of the other, nor the other one upside down.
    """
    values = [c.believed.value for c in (card, other) if c.believed and c.believed.value]
    if len(values) < 2 or rotated(values[0]) == values[1]:
        return False
    one, two = map(str, values)
    return not any(a.startswith(b) or a.endswith(b) for a, b in ((one, two), (two, one)))


def _one_number(card: SeenCard, other: SeenCard) -> bool:
    """Say whether a doubtful card is another one seen twice over: no number lies there twice."""
    number = card.best is not None and card.best.kind is Kind.NUMBER and card.best == other.best
    return number and not card.sure and distance(other.quad, card.quad) <= TWICE


def _pass_upon(card: SeenCard, other: SeenCard, known: SeenCard | None, scene: Scene) -> bool:
    """Say whether a pass has come to lie upon a number, by where that one lay before: two cards.

    Both are surely read, so neither is a part of the other. The strip that a pass leaves of a number tells
    less well where that one lies.
    """
    if known is None or not (card.sure and other.sure and known.sure and _is_pass(card)):
        return False
    return not _is_pass(other) and other.best == known.best and scene.came(card.quad, (known.quad,)) >= COME


def _nothing_aside(j: int, others: Sequence[int], seen: Sequence[Known], scene: Scene) -> bool:
    """Say whether nothing has come where a card that is not sure would lie on the bare table."""
    card, over = seen[j].card, [seen[k].card.quad for k in others]
    if card.sure or scene.free(card.quad, over) < ASIDE:
        return False
    return scene.came(card.quad, over) < UNTOUCHED


def _figure_of(card: SeenCard, other: SeenCard, known: SeenCard | None, scene: Scene) -> bool:
    """Say whether what seems a card is a figure at the far side of another one, by what is read on both.

    That other one bears the same number, or has just come and nothing is read on it.
    """
    if card.zone is not other.zone or distance(other.quad, card.quad) > ACROSS:
        return False
    number = card.best if card.best and card.best.kind is Kind.NUMBER else None
    if number and any(k.best == number for k in (other, known) if k):
        return True
    return not other.alternatives and scene.came(other.quad, ()) >= COME


def _other_end(card: SeenCard, other: SeenCard, known: SeenCard | None) -> bool:
    """Say whether what seems a card is the other end of one that lay there before: its number upside down.

    A 6 has another in its far corner, which looks like a 9 while a hand draws a card off it.
    """
    if known is None or known.believed is None or card.best is None or card.zone is not known.zone:
        return False
    number, turned = known.believed.value, card.best.value
    here = other.best == known.best and distance(known.quad, card.quad) <= TWICE
    return here and number is not None and turned is not None and rotated(number) == turned != number


def _either_way_up(card: SeenCard, other: SeenCard, known: SeenCard | None) -> bool:
    """Say whether two cards that come into sight together, one upon the other, are one read both ways up.

    A 66 has another in its far corner, which is a 99 to whoever takes that corner for a card of its own.
    Which of the two it is nobody can say; nor later, while it reads as both.
    """
    number, turned = (c.best.value if c.best else None for c in (card, other))
    if number is None or turned is None or rotated(number) != turned or card.zone is not other.zone:
        return False
    may_be = card.best is not None and known is not None and known.probability(card.best) > 0
    open_ = known is None or (not known.sure and may_be)
    return open_ and distance(other.quad, card.quad) <= TWICE


def _faint(card: SeenCard, scene: Scene) -> bool:
    """Say whether hardly anything is read on what seems a card, and nothing has come there of late."""
    return card.confidence < FAINT and scene.changed(card.quad, ()) < COME


def _is_pass(card: SeenCard) -> bool:
    return card.best is not None and card.best.kind is Kind.PASS


def doubted(known: Known, ghost: Known) -> Known:
    """Take back the belief in a card on which something quite else is read too; it may be neither.

    Where nothing was read on the card itself, it may be what is read on the part.
    """
    if not known.card.alternatives:
        return replace(known, card=replace(known.card, alternatives=ghost.card.alternatives))
    if not ghost.card.alternatives or affinity(known.card, ghost.card) >= ALIKE:
        return known
    card = replace(known.card, alternatives=mixed(known.card, 1, ghost.card, 1), sure=False)
    return replace(known, card=card, votes=())


def each_once(now: Sequence[tuple[Known, int | None]], seen: Sequence[Known]) -> list[Known]:
    """Give the cards as known now, each with the one seen there, but none of a number that lies elsewhere.

    No number lies there twice. Where one was remembered is where the eye once laid it by another corner: what
    is seen there now lies there, if anything is.
    """

    def reads(at: int | None, number: Card) -> bool:
        return at is not None and seen[at].card.believed == number

    cards: list[Known] = []
    for known, j in now:
        best = known.card.believed
        number = best if best is not None and best.kind is Kind.NUMBER else None
        elsewhere = number is not None and any(reads(k, number) for _, k in now if k != j)
        if number is None or not elsewhere or reads(j, number):
            cards.append(known)
        elif j is not None:
            cards.append(seen[j])
    return cards
