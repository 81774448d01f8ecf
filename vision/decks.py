"""What can lie where in each game, as far as the eye needs to know it.

Physical facts only: which numbers are printed, in which colours, how often, and in what arrangement the
cards lie. No rule of play is in here, so nothing read with these facts can turn an illegal placement into a
legal one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from companion.cards import HIGHEST_NUMBER, Colour, Zone
from companion.errors import SettingsError


class Arrangement(Enum):
    """How the cards of a game lie on the table."""

    ROW = "one row, read from its start to its end"
    PILE = "one pile, of which only the top can be seen"
    STACKS = "two stacks, one going up and one going down"
    SPOTS = "single cards, one before each player"


@dataclass(frozen=True, slots=True)
class GameLook:
    """What a game's cards look like and how they lie.

    ``purple_every`` says that exactly the multiples of this number are purple and all others orange;
    ``each_once`` that no number is printed twice; ``sides`` that cards may lie beside the row, which then
    are jump cards.
    """

    slug: str
    lowest: int
    highest: int
    arrangement: Arrangement
    colours: tuple[Colour, ...] = tuple(Colour)
    purple_every: int | None = None
    each_once: bool = False
    passes: int = 0
    sides: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.lowest <= self.highest <= HIGHEST_NUMBER:
            raise ValueError(f"no deck has the numbers {self.lowest}-{self.highest}")

    @property
    def numbers(self) -> range:
        """The numbers that are printed on its cards."""
        return range(self.lowest, self.highest + 1)

    @property
    def zone(self) -> Zone:
        """The zone of a card that lies where most do."""
        return _ZONES[self.arrangement]

    def colour_of(self, value: int) -> Colour | None:
        """Give the colour that follows from the number, None where none does."""
        if self.purple_every is None:
            return None
        return Colour.ORANGE if value % self.purple_every else Colour.PURPLE


_ZONES = MappingProxyType(
    {
        Arrangement.ROW: Zone.ROW,
        Arrangement.PILE: Zone.PILE,
        Arrangement.STACKS: Zone.UP,
        Arrangement.SPOTS: Zone.SPOT,
    }
)

_FIFTY = (Colour.ORANGE, Colour.PURPLE)
_FIVE = (Colour.RED, Colour.BLUE, Colour.GREEN, Colour.YELLOW, Colour.PURPLE)

LOOKS: Mapping[str, GameLook] = MappingProxyType(
    {
        look.slug: look
        for look in (
            GameLook("fifty-fifty", 1, 100, Arrangement.ROW, _FIFTY, 3, True, passes=20, sides=True),
            GameLook("23", 1, 23, Arrangement.PILE),
            GameLook("futschikato", 2, 20, Arrangement.SPOTS),
            GameLook("quick-and-easy", 1, 10, Arrangement.STACKS, _FIVE),
            GameLook("no-thanks", 3, 35, Arrangement.ROW, each_once=True),
            GameLook("any", 0, HIGHEST_NUMBER, Arrangement.ROW),
        )
    }
)


def look_of(slug: str) -> GameLook:
    """Give the look of a game by its slug; raises `SettingsError` naming the known ones for any other."""
    if slug not in LOOKS:
        raise SettingsError(f"no game {slug!r}: choose one of {', '.join(LOOKS)}")
    return LOOKS[slug]
