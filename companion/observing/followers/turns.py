"""Parts cards that came into the turns of players, by whose hand brought each. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Turn:
    """The cards of one player's turn: how many, and whether the turn is surely over."""

    player: str
    cards: int
    over: bool


def certain_turns(hands: Sequence[str | None], order: Sequence[tuple[str, int]]) -> tuple[Turn, ...] | None:
    """Give the turns in which cards must have been laid; None where no way to part them fits the hands.

    ``hands``: who brought each card, None where nobody saw. ``order``: the players from the one to move on,
    as far as the cards may reach, each with the most cards that the turn may have. Turns are given up to
    where the ways to part the cards differ; of the last one it is said whether a card may still be added.
    """
    ways = list(_ways(tuple(hands), tuple(order)))
    if not ways:
        return None
    agreed = []
    for k in range(min(map(len, ways))):
        first = ways[0][k]
        if any(way[k] != first for way in ways):
            break
        agreed.append(first)
    return tuple(agreed)


@lru_cache(maxsize=256)
def _ways(hands: tuple[str | None, ...], order: tuple[tuple[str, int], ...]) -> tuple[tuple[Turn, ...], ...]:
    """Give every way to part the cards into turns of one card or more, each by its own player's hand."""
    return tuple(_parted(hands, order))


def _parted(hands: tuple[str | None, ...], order: tuple[tuple[str, int], ...]) -> Iterator[tuple[Turn, ...]]:
    if not hands:
        yield ()
        return
    if not order:
        return
    player, most = order[0]
    for count in range(1, min(most, len(hands)) + 1):
        if any(hand not in (None, player) for hand in hands[:count]):
            return
        over = count == most or count < len(hands)
        for rest in _ways(hands[count:], order[1:]):
            yield (Turn(player, count, over), *rest)
