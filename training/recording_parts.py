"""What a planned recording is made of: hands on their ways, cards that ride along, and the truth."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

CARD_MM = (59.0, 92.0)
Point = tuple[float, float]
Project = Callable[[Point], Point]
"""From table millimetres to picture pixels."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How people play.

    ``pause`` is the time between turns and ``linger`` how long a hand stays, ranges in seconds, of the latter
    one is drawn; ``quick``: the share of turns in which the next player reaches in before the last hand has
    gone; ``fidgets``: how often, compared with a lively table, somebody does what is no act; ``at_once``: the
    share of grabs that take all there is to take.
    """

    pause: tuple[float, float] = (0.4, 1.6)
    quick: float = 0.2
    fidgets: float = 1.0
    linger: tuple[tuple[float, float], ...] = ((0.03, 0.3), (0.1, 0.9))
    at_once: float = 0.7


LIVELY = Manner()
CALM = Manner((0.7, 1.6), 0.0, 0.35, ((0.1, 0.35), (0.1, 0.6)), 0.95)


@dataclass(slots=True)
class Pose:
    """Where a card lies: its middle in pixels and its turn on the table in radians, clockwise."""

    x: float
    y: float
    turn: float


@dataclass(slots=True)
class Leg:
    """A stretch of a hand's way: from one point to another, slowing down the more the higher ``power``."""

    begin: float
    end: float
    a: Point
    b: Point
    power: float = 1.0

    def at(self, t: float) -> Point:
        """Give the fingertips' place at a moment of this leg."""
        s = min(1.0, max(0.0, (t - self.begin) / max(1e-6, self.end - self.begin)))
        f = 1 - (1 - s) ** self.power
        return self.a[0] + (self.b[0] - self.a[0]) * f, self.a[1] + (self.b[1] - self.a[1]) * f


@dataclass(slots=True)
class Visit:
    """A hand that reaches in: whose, its legs in order, and by how much it is turned from its way."""

    player: int
    legs: list[Leg]
    askew: float = 0.0

    @property
    def span(self) -> tuple[float, float]:
        """When the hand is about, in seconds."""
        return self.legs[0].begin, self.legs[-1].end

    def tip(self, t: float) -> Point:
        """Give where the fingertips are."""
        for leg in self.legs:
            if t < leg.end:
                return leg.at(t)
        return self.legs[-1].b


@dataclass(slots=True)
class Ride:
    """A card moved by a hand from ``begin`` to ``end``: it keeps its place under the fingers.

    ``lift`` is how high it is held at ``begin``, in card heights; it sinks to nothing. ``over``: it is
    held above all other cards. ``turned``: by how much its turn differs at ``begin``, in radians;
    ``turns``: by how much in the end. ``gone``: it leaves the table.
    """

    visit: Visit
    begin: float
    end: float
    anchor: Point
    lift: float = 0.0
    over: bool = True
    turned: float = 0.0
    gone: bool = False
    turns: float = 0.0


@dataclass(slots=True)
class Piece:
    """A card on its way through the game; ``value`` None is a pass, ``back`` a card seen from behind."""

    value: int | None
    pose: Pose
    rides: list[Ride] = field(default_factory=list)
    back: bool = False

    def at(self, t: float) -> tuple[Pose, float, bool] | None:
        """Give pose, lift and whether a hand holds it above the others; None while it is not on the table."""
        x, y, turn = self.pose.x, self.pose.y, self.pose.turn
        for k, ride in enumerate(self.rides):
            if t < ride.begin:
                return (Pose(x, y, turn), 0.0, False) if k else None
            s = min(1.0, (t - ride.begin) / max(1e-6, ride.end - ride.begin))
            tip = ride.visit.tip(min(t, ride.end))
            now = Pose(
                x + tip[0] - ride.anchor[0],
                y + tip[1] - ride.anchor[1],
                turn + ride.turned * (1 - s) ** 2 + ride.turns * s,
            )
            if t < ride.end:
                return now, ride.lift * (1 - s) ** 0.7, ride.over
            if ride.gone:
                return None
            x, y, turn = now.x, now.y, now.turn
        return Pose(x, y, turn), 0.0, False

    def rest(self) -> Pose:
        """Give where the card lies after all that has been planned so far."""
        last = self.at(1e9)
        assert last, "a card that is gone rests nowhere"
        return last[0]


@dataclass(frozen=True, slots=True)
class Setting:
    """The table for a plan: picture size, card height, and from millimetres to pixels, frames a second.

    ``start`` is where the row begins (mm), ``heading`` its way (radians), ``stride`` the way from card to
    card (mm), ``room`` how many cards fit, ``beside`` how far off the row a jump card goes (mm, signed).
    """

    size: tuple[int, int]
    unit: float
    project: Project
    fps: int
    start: Point
    heading: float
    stride: float
    room: int
    beside: float
    manner: Manner = LIVELY


@dataclass(slots=True)
class Plan:
    """The whole recording: hands, cards, and the truth in the files' own form."""

    players: tuple[str, ...]
    seats: tuple[str, ...]
    starter: str
    visits: list[Visit]
    pieces: list[Piece]
    events: list[dict[str, Any]]
    record: list[dict[str, Any]]
    presses: list[dict[str, Any]]
    seconds: float
