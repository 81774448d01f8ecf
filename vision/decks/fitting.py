"""Says whether pictures can show a game's cards, before a deck is learnt from them for the wrong game.

By what is printed on a game's cards, another game's are read as some of its own, or not at all. So any cards
are read here, and counted against those that the game has.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.errors import SettingsError
from companion.evidence import SeenCard
from vision.decks.learn import Picture
from vision.decks.listing import order, text_of
from vision.frame import Image
from vision.games import ANY, SPREAD, GameLook, look_of
from vision.pipeline import Reader

FEWEST, SORTS, SHARE = 3, 2, 0.05
"""Of so many cards that the game has not, in so many numbers, and so large a share (0-1) of all that are
sure: then the game is another one. One number may always be misread in a deck's own font. Of 634 sure numbers
in 88 drawn pictures of decks for four games one was none of the game's, of 361 in 60 rows of Fifty Fifty
none; of another game's cards one in ten is, where there are any at all."""

TOLD = 6
"""No more numbers than this are named."""


class AnyReader(Protocol):
    """Reads whatever cards lie in a picture."""

    def read(self, image: Image) -> tuple[SeenCard, ...]:
        """Give the cards in a BGR picture (H, W, 3)."""
        ...


@dataclass(frozen=True, slots=True)
class Strangers:
    """Cards that a game has not: of ``sure`` numbers in all, ``count``; ``named`` says which."""

    sure: int
    count: int
    named: str


def strangers(game: str, pictures: Sequence[Picture], reader: AnyReader | None = None) -> Strangers | None:
    """Give the cards that a game has not, or not so often, where pictures show too many; else None.

    What somebody said to lie in a picture is believed. Cards without a number tell nothing; nor do numbers
    that both games have, as often as they lie there.
    """
    look = look_of(game)
    reader = reader or Reader(f"{SPREAD}any", further=())
    counts = [_numbers(reader.read(p.image)) for p in pictures if p.told is None and look.slug != ANY]
    strange = sum((Counter(_strange(look, one)) for one in counts), Counter[str]())
    sure, count = sum(sum(one.values()) for one in counts), sum(strange.values())
    if count < FEWEST or len(strange) < SORTS or count < SHARE * sure:
        return None
    named = sorted(strange, key=order)
    return Strangers(sure, count, ", ".join([*named[:TOLD], "…"] if len(named) > TOLD else named))


def check_game(game: str, pictures: Sequence[Picture], reader: AnyReader | None = None) -> None:
    """Raise `SettingsError` where pictures show cards that a game has not, or oftener than it has them."""
    if found := strangers(game, pictures, reader):
        raise SettingsError(
            f"these are hardly the cards of {game}: of {found.sure} that can be read for certain, "
            f"{found.count} are none of its, or lie there more often than it has them ({found.named}); name "
            "their game with --game, or say with --truth what lies in each picture"
        )


def _numbers(cards: Sequence[SeenCard]) -> Counter[str]:
    """Count the sure numbers of one picture."""
    return Counter(text_of(c) for c in cards if c.believed is not None and c.believed.value is not None)


def _strange(look: GameLook, numbers: Mapping[str, int]) -> dict[str, int]:
    """Give the numbers that lie in one picture more often than a game has them, and how much so."""
    more = {n: k - (look.copies(n) if look.has(n) else 0) for n, k in numbers.items()}
    return {n: k for n, k in more.items() if k > 0}
