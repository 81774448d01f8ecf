"""A card with all that was read of it, how two readings become one, and how far a place has changed."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

from companion.cards import Card, Colour, Kind, plain
from companion.evidence import Alternative, Arrival, Quad, SeenCard

SAME_PLACE = 0.35
"""Centres no farther apart than this, in card heights, may be one card nudged, when the faces agree."""

SAME_SPOT = 0.15
"""Centres no farther apart than this, in card heights, are one card, whatever the faces say, where nothing
has changed."""

ALIKE = 0.2
"""Overlap of two cards' probabilities (0-1) from which they may be the same."""

HEAVIEST = 6
"""Old readings weigh no more than so many pictures, so that new ones can still overrule them."""

AGREED = 2 / 3
"""Share of the sure readings that must name one face for it to be believed."""

DOUBTFUL = 0.6
"""A card that was unsure stays so while all readings together hold its face for less probable (0-1)."""

BURIED = 0.08
"""A card is buried when new cards leave less than this share of it visible."""

ALL_TABLE = 0.95
"""Where the table shows over more than this share of a place, no card lies there."""

Share = Callable[[Quad, Sequence[Quad]], float]
"""Gives the share (0-1) of a quad outside other quads that is marked; 0 where nothing of it is left."""


Likeness = Callable[[Quad, Sequence[Quad]], float]
"""Says how alike (-1 to 1) a quad outside other quads looks to what it showed before."""


@dataclass(frozen=True, slots=True)
class Known:
    """A card with all that was read of it.

    ``weight``: in how many pictures; ``votes``: how often each face was believed; ``came``: how it came to
    lie there, where that was seen; ``missed``: how many looks in a row did not show it; ``bare``: in how many
    of the pictures it was surely read while no other card lay on it.
    """

    card: SeenCard
    weight: int = 1
    votes: tuple[tuple[Card, int], ...] = ()
    came: Arrival | None = None
    missed: int = 0
    bare: int = 0

    @classmethod
    def once(cls, card: SeenCard) -> "Known":
        """Begin with one reading."""
        return cls(card, 1, ((plain(card.believed), 1),) if card.believed else ())


@dataclass(frozen=True, slots=True)
class Scene:
    """What changed since the last settled picture: shares of a quad that changed, are hidden, are free.

    ``since``: the share that changed since the last picture with no arm in it, where that is another one.
    ``alike``: how alike the print on it is to what it was. ``laid``: where something of a card's size has
    come, read or not. ``let_go``: where a sure card has lain free since, which an arm may hide by now.
    ``laden``: the share that surely does not show the bare table, ``table``: the one that surely does.
    """

    changed: Share
    hidden: Share
    free: Share
    since: Share | None = None
    alike: Likeness = lambda quad, over: 1.0
    laid: tuple[Quad, ...] = ()
    let_go: tuple[Quad, ...] = ()
    laden: Share = lambda quad, over: 0.0
    table: Share = lambda quad, over: 0.0

    def is_table(self, quad: Quad) -> bool:
        """Say whether nothing but the bare table shows at a place: its own print may look like a card."""
        return self.table(quad, ()) > ALL_TABLE

    def came(self, quad: Quad, over: Sequence[Quad]) -> float:
        """Give the share (0-1) of what others leave of a quad that changed since no arm was in view."""
        return (self.since or self.changed)(quad, over)


def affinity(one: SeenCard, other: SeenCard) -> float:
    """Say how alike two cards' faces are (0-1): the overlap of what they may be, a half where unread."""
    if not one.alternatives or not other.alternatives:
        return 0.5
    ours, theirs = _faces(one), _faces(other)
    return min(1.0, sum(sqrt(p * theirs[face]) for face, p in ours.items() if face in theirs))


def _faces(card: SeenCard) -> dict[Card, float]:
    faces: dict[Card, float] = {}
    for a in card.alternatives:
        face = plain(a.card)
        faces[face] = faces.get(face, 0.0) + a.probability
    return faces


def fuse(old: Known, new: Known) -> Known:
    """Join two readings of one card; where it lies and in which zone is as the new one says."""
    weight = min(old.weight, HEAVIEST)
    alternatives = mixed(old.card, weight, new.card, new.weight)
    votes = Counter(dict(old.votes)) + Counter(dict(new.votes))
    ranked = tuple(votes.most_common())
    best = plain(alternatives[0].card) if alternatives else None
    agreed = bool(ranked) and ranked[0][0] == best and ranked[0][1] >= AGREED * votes.total()
    sure = agreed and (old.card.sure or alternatives[0].probability >= DOUBTFUL)
    card = SeenCard(new.card.zone, new.card.quad, alternatives, sure)
    return Known(card, weight + new.weight, ranked, old.came or new.came, bare=old.bare + new.bare)


def mixed(old: SeenCard, heavy: int, new: SeenCard, light: int) -> tuple[Alternative, ...]:
    """Average the probabilities, weighted; a reading that could tell nothing has no say."""
    if not old.alternatives or not new.alternatives:
        return old.alternatives or new.alternatives
    ours, theirs = _faces(old), _faces(new)
    colours = _colours(old) | _colours(new)
    mean = {
        face: (heavy * ours.get(face, 0.0) + light * theirs.get(face, 0.0)) / (heavy + light)
        for face in ours | theirs
    }
    ranked = sorted(mean.items(), key=lambda item: -item[1])
    return tuple(Alternative(_coloured(face, colours.get(face)), p) for face, p in ranked)


def _colours(card: SeenCard) -> dict[Card, Colour]:
    """Give the most probable colour told for each face."""
    return {plain(a.card): a.card.colour for a in reversed(card.alternatives) if a.card.colour}


def _coloured(face: Card, colour: Colour | None) -> Card:
    return Card(face.kind, face.value, colour) if face.kind is Kind.NUMBER else face
