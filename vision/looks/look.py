"""What a look at a table is given, what it gives, and how long each stage of it took."""

from dataclasses import dataclass, replace

from companion.evidence import Point, SeenCard
from vision.cards.standing import Stood
from vision.looks.distance import Glance, View
from vision.looks.warped import Warped
from vision.prints.finder import Picture


@dataclass(frozen=True, slots=True)
class Context:
    """What is known beyond the picture: numbers that cannot lie there, and a point that lies on the row.

    Physical facts only, such as numbers that lie face down elsewhere; never what would be legal.
    ``view``: how the cards of the picture before were seen best, where nothing has changed around them
    since: they alone are looked at then (`watching.again`). ``ups``: which way was up (radians) in the looks
    before that said so. ``stood``: how lone numbers stood in them. ``unsure``: so many cards were unsure
    after all looks at the same picture; where no more are now, none is looked at further. ``game``: one is
    being played, so that a card is not passed over in silence wherever it may lie.
    """

    impossible: frozenset[int] = frozenset()
    row_at: Point | None = None
    view: View | None = None
    ups: tuple[float, ...] = ()
    stood: tuple[Stood, ...] = ()
    unsure: int = 0
    game: bool = False


NOTHING_KNOWN = Context()


@dataclass(frozen=True, slots=True)
class Stages:
    """How long each stage took, in milliseconds."""

    find: float
    read: float
    decide: float

    @property
    def total(self) -> float:
        """All stages together, in milliseconds."""
        return self.find + self.read + self.decide

    def __add__(self, other: "Stages") -> "Stages":
        return Stages(self.find + other.find, self.read + other.read, self.decide + other.decide)


@dataclass(frozen=True, slots=True)
class Observation:
    """What a look gave: the cards, the row in row order; from where they are seen best; how long it took.

    ``up``: which way is up for the row (radians) as its cards say themselves, None where they do not, and
    whether they do so clearly. ``stood``: how lone numbers stand, here or in the looks before.
    """

    cards: tuple[SeenCard, ...]
    stages: Stages
    distance: float
    up: tuple[float, bool] | None = None
    stood: tuple[Stood, ...] = ()


@dataclass(frozen=True, slots=True)
class LookInput:
    """A table as it is looked at: a picture, its `turnable` one, what was found in it at first.

    ``view``: where it is not the camera's own picture, how that is seen in it.
    """

    image: Picture
    cut: Picture
    found: Glance
    context: Context
    view: Warped | None = None

    def back(self, other: Observation, first: Observation) -> Observation:
        """Tell an observation as that of the camera's own picture, of which the ``first`` was one."""
        if self.view is None:
            return other
        return replace(other, cards=self.view.back(other.cards), distance=first.distance, up=first.up)
