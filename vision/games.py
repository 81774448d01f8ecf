"""What can lie where in each game, as far as the eye needs to know it.

Physical facts only: which numbers are printed, in which colours, how often, and in what arrangement the
cards lie. No rule of play is in here, so nothing read with these facts can turn an illegal placement into a
legal one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType

from companion.cards import HIGHEST_NUMBER, Colour, Zone
from companion.errors import SettingsError

ANY = "any"
"""The slug under which numbers of any cards and tiles are read."""

MANY = 1000
"""As many copies of a card as there may be where no game says how many there are."""


FRONT = 0.6
"""What the picture's own top says about a row's sense: the camera seldom stands across the table."""

PHOTOGRAPHED = 1.5
"""Of any cards there is but a picture, and who takes one holds the camera as they read the cards."""


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
    ``each_once`` that no number is printed twice; ``rising`` that a row grows in number; ``sides`` that
    cards may lie beside the row, which then are jump cards; ``often`` on how many cards each number is
    printed, by number, where the game says so; ``front`` what the picture's own top says about the cards'
    sense, against what one card says; ``pips`` that playing cards may lie there; ``tiles`` that number
    tiles may, side by side; ``open`` that single cards are turned up far from all others.
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
    often: tuple[int, ...] = ()
    rising: bool = False
    front: float = FRONT
    pips: bool = False
    tiles: bool = False
    open: bool = False

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

    def has(self, card: str) -> bool:
        """Say whether a card, named by its number or ``pass``, is in the deck; any cards may be passes."""
        if card == "pass":
            return bool(self.passes) or self.slug == ANY
        return int(card) in self.numbers

    def copies(self, card: str) -> int:
        """Give how many of a card there are in the deck, named by its number or ``pass``."""
        if card == "pass":
            return self.passes
        if self.each_once:
            return 1
        return self.often[int(card)] if int(card) < len(self.often) else MANY

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

_BY_RANK = (0, 1, 2, *(3,) * 21)
_BY_NUMBER = (0, 0, 16, 12, 9, 8, 6, 6, 5, 4, 4, 4, 3, 3, 3, 2, 1, 1, 1, 1, 1)
_BY_COLOUR = (0, *(5,) * 10)

_FIFTY = (Colour.ORANGE, Colour.PURPLE)
_FIVE = (Colour.RED, Colour.BLUE, Colour.GREEN, Colour.YELLOW, Colour.PURPLE)

LOOKS: Mapping[str, GameLook] = MappingProxyType(
    {
        look.slug: look
        for look in (
            GameLook(
                "fifty-fifty", 1, 100, Arrangement.ROW, _FIFTY, 3, True, passes=20, sides=True, rising=True
            ),
            GameLook("23", 1, 23, Arrangement.PILE, often=_BY_RANK),
            GameLook("futschikato", 2, 20, Arrangement.SPOTS, often=_BY_NUMBER),
            GameLook("quick-and-easy", 1, 10, Arrangement.STACKS, _FIVE, often=_BY_COLOUR),
            GameLook("no-thanks", 3, 35, Arrangement.ROW, each_once=True, open=True),
            GameLook(ANY, 0, HIGHEST_NUMBER, Arrangement.ROW, front=PHOTOGRAPHED, pips=True, tiles=True),
        )
    }
)


SPREAD = "spread/"
"""Before a game's slug: its cards lie about the table for learning; all are wanted, also doubled ones."""


def look_of(slug: str) -> GameLook:
    """Give the look of a game by its slug; raises `SettingsError` naming the known ones for any other."""
    game = slug.removeprefix(SPREAD)
    if game not in LOOKS:
        raise SettingsError(f"no game {game!r}: choose one of {', '.join(LOOKS)}")
    if game == slug:
        return LOOKS[game]
    return replace(LOOKS[game], slug=slug, arrangement=Arrangement.ROW, sides=True, each_once=False)
