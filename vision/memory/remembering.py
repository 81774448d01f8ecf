"""How the table of each game is remembered from picture to picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from vision.games import LOOKS, Arrangement
from vision.memory import row, singles, stacks
from vision.memory.known import Known, Scene
from vision.memory.row import Change


class Remembers(Protocol):
    """Tells from what was known and what is seen now which cards stayed, came and went."""

    def __call__(self, before: Sequence[Known], seen: Sequence[Known], scene: Scene, visited: bool) -> Change:
        """Give the table now; both sequences in the order in which the cards lie.

        ``visited``: something has moved since the last look.
        """
        ...


def _row(before: Sequence[Known], seen: Sequence[Known], scene: Scene, visited: bool) -> Change:
    return row.remember(before, seen, scene)


@dataclass(frozen=True, slots=True)
class Memory:
    """How cards are known again from look to look.

    ``attentive``: the table is read after every movement, however little has changed: a white card on a white
    one changes no more of the picture than its figures. ``touches``: whose hands were at a card that stays is
    told too; they may have left something that is no card. ``momentary``: told too is what was laid and swept
    away before the table was at rest.
    """

    remember: Remembers
    attentive: bool = False
    touches: bool = False
    momentary: bool = False


ROW = Memory(_row, momentary=True)
STACK = Memory(stacks.remember, attentive=True)

OPEN = Memory(singles.remember, attentive=True, touches=True)
"""One open card on which tokens are laid, and what the players have collected."""

MEMORIES = {Arrangement.PILE: STACK, Arrangement.STACKS: STACK, Arrangement.SPOTS: STACK}


def memory_of(game: str) -> Memory:
    """Give the memory for a game, by its slug; that of a row for one that is not known."""
    if game == "no-thanks":
        return OPEN
    look = LOOKS.get(game)
    return MEMORIES.get(look.arrangement, ROW) if look else ROW
