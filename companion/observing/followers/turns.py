"""Parts cards that came into the turns of players, by whose hand brought each. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate


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


def likely_turns(
    hands: Sequence[str | None], order: Sequence[tuple[str, int]], times: Sequence[int]
) -> tuple[tuple[Turn, bool], ...]:
    """Give the likeliest turns, and of each whether it is certain; none where no way to part them fits.

    ``hands``, ``order``: as for `certain_turns`; ``times``: when each card came. The cards of one turn are
    laid one soon after the other.
    """
    ways = list(_ways(tuple(hands), tuple(order)))
    if not ways:
        return ()
    places = [_places(way) for way in ways]
    best = min(places, key=lambda way: sum(times[at + turn.cards - 1] - times[at] for at, turn in way))
    return tuple((turn, all((at, turn) in way for way in places)) for at, turn in best)


def _places(way: Sequence[Turn]) -> list[tuple[int, Turn]]:
    """Give each turn with the place of its first card."""
    starts = accumulate((turn.cards for turn in way), initial=0)
    return list(zip(starts, way, strict=False))


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
