"""Whose hand comes from which side: as the table was set up, else as the first rounds have shown. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from companion.clock import Span
from companion.evidence import Side
from companion.records.game import Game

KEPT_HANDS = 32
"""So many of the last hands are remembered."""

ROUND = 1
"""Beside one hand of each player so many more must have come before the seats are believed."""

RING: tuple[str, ...] = tuple(Side)
"""The sides at which people sit, in turn around the table."""

CORNERLESS = 4
"""So many players sit at sides of their own; more need the corners too."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand that laid a card: whose turn it was, from which side it came, and when the card touched."""

    player: str
    side: str
    touch: Span


def players_at(game: Game, hands: Sequence[Hand]) -> Mapping[str, str]:
    """Give who sits at each side; empty where nobody has said and the hands do not agree.

    Hands tell of seats only where each player's have come from one side, and no two players' from the same:
    an act that was missed shifts the players and breaks that.
    """
    players = game.state.players
    if game.seats:
        return dict(zip(game.seats, players, strict=False))
    came = {player: Counter(hand.side for hand in hands if hand.player == player) for player in players}
    sides = {player: found.most_common(1)[0][0] for player, found in came.items() if found}
    own = all(_near(sides[player], side, players) for player in sides for side in came[player])
    apart = len(set(sides.values())) == len(players)
    if not own or not apart or len(hands) < len(players) + ROUND:
        return {}
    return {side: player for player, side in sides.items()}


def _near(one: str, other: str, players: Sequence[str]) -> bool:
    """Say whether the same person may have reached in from both sides.

    Among eight, which more than four players need, one hand seems now and then to come from the next side.
    """
    apart = (RING.index(one) - RING.index(other)) % len(RING)
    return one == other or (len(players) > CORNERLESS and apart in (1, len(RING) - 1))


def disputed(game: Game, hands: Sequence[Hand], player: str, side: str | None) -> bool:
    """Say whether the hands, this one and those before, leave open that it was this player's.

    That is so where nobody has said who sits where, and one player's hands came from two sides, or two
    players' from one: an act may be missing, and every player named since is another. More than eight may
    well share a side.
    """
    if game.seats or len(game.state.players) > len(RING):
        return False
    seen = {(hand.player, hand.side) for hand in hands} | ({(player, side)} if side else set())
    return any(
        not _near(at, there, game.state.players) if p == q else at == there
        for (p, at), (q, there) in combinations(seen, 2)
    )
