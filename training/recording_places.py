"""Where things go on a recorded table: seats, the ways to them, the row's next place, one beside it."""

from collections.abc import Mapping, Sequence
from math import cos, hypot, pi, sin
from random import Random

from training.recording_parts import Piece, Point, Pose, Setting

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eli")
ANGLES = {
    "east": 0.0, "southeast": 0.25, "south": 0.5, "southwest": 0.75, "west": 1.0, "northwest": 1.25,
    "north": 1.5, "northeast": 1.75,
}  # fmt: skip
"""The way from the picture's middle to each seat, in half turns clockwise from the right."""

SEATINGS: Mapping[int, Sequence[tuple[str, ...]]] = {
    2: [("south", "north"), ("south", "west"), ("west", "east")],
    3: [("south", "west", "east"), ("south", "west", "north"), ("southwest", "north", "southeast")],
    4: [("south", "west", "north", "east")],
    5: [
        ("south", "west", "northwest", "northeast", "east"),
        ("southwest", "west", "north", "east", "southeast"),
    ],
}  # fmt: skip


class Places:
    """The places of one table; ``shift`` is by how much the row has been pushed along, in pixels."""

    def __init__(self, chance: Random, setting: Setting, players: int) -> None:
        self.chance, self.setting = chance, setting
        seats = list(chance.choice(SEATINGS[players]))
        first = chance.randrange(players)
        self.seats = tuple(seats[first:] + seats[:first])
        self.row: list[Piece] = []
        self.shift = [0.0, 0.0]

    def _grip(self, player: int, pose: Pose) -> Point:
        """Give where fingers hold a card: towards the player."""
        seat = self._seat(player)
        away = hypot(seat[0] - pose.x, seat[1] - pose.y)
        reach = self.setting.unit * self.chance.uniform(0.12, 0.36)
        return pose.x + (seat[0] - pose.x) * reach / away, pose.y + (seat[1] - pose.y) * reach / away

    def _seat(self, player: int) -> Point:
        w, h = self.setting.size
        angle = ANGLES[self.seats[player]] * pi
        return w / 2 + 0.95 * w * cos(angle), h / 2 + (0.95 * w if abs(cos(angle)) > 0.1 else h) * sin(angle)

    def _outside(self, player: int, place: Point) -> Point:
        """Give the point beyond the border, on the way to the seat, where hand and card cannot be seen."""
        seat, (w, h) = self._seat(player), self.setting.size
        sway = self.chance.uniform(-0.12, 0.12) * w
        seat = (seat[0] + sway * (abs(seat[1] - h / 2) > h * 0.6), seat[1])
        margin = 0.95 * self.setting.unit
        for k in range(1, 400):
            x, y = place[0] + (seat[0] - place[0]) * k / 80, place[1] + (seat[1] - place[1]) * k / 80
            if not (-margin < x < w + margin and -margin < y < h + margin):
                return x, y
        return seat

    def _slot(self, index: int, loose: float = 1.0) -> Pose:
        """Give where the next card of the row goes, as carelessly as people lay cards."""
        s, g = self.setting, self.chance.gauss
        along = index * s.stride + loose * g(0, 1.5)
        across = loose * g(0, 2.5)
        c, d = cos(s.heading), sin(s.heading)
        x, y = s.project((s.start[0] + along * c - across * d, s.start[1] + along * d + across * c))
        return Pose(x + self.shift[0], y + self.shift[1], s.heading + loose * g(0, 0.05))

    def _beside(self) -> Pose:
        """Give where a jump card goes: off the row, near its end or its middle."""
        s, chance = self.setting, self.chance
        along = max(0.0, (len(self.row) - 1 - chance.choice([0, 0, 1, 2])) * s.stride + chance.gauss(0, 8))
        along = min(along, (s.room - 1) * s.stride)
        across = s.beside * chance.uniform(1.0, 1.12)
        c, d = cos(s.heading), sin(s.heading)
        x, y = s.project((s.start[0] + along * c - across * d, s.start[1] + along * d + across * c))
        return Pose(x, y, s.heading + chance.gauss(0, 0.16))
