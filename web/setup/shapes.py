"""Shapes of the wizard's pages: cards drawn on the picture, seats around the table. Pure."""

from dataclasses import dataclass

from companion.evidence import SeenCard, Side
from companion.language import Text, say
from companion.sessions.lobby import Lobby
from web.doors.setup import Look
from web.setup.steps import faces

PLACES = (
    (Side.NORTHWEST, Side.NORTH, Side.NORTHEAST),
    (Side.WEST, None, Side.EAST),
    (Side.SOUTHWEST, Side.SOUTH, Side.SOUTHEAST),
)
"""The sides of the table as the camera's picture shows them; None is the table itself."""

HEIGHTS = (0.5, 0.85)
"""Where the readings stand in their cards, by turns: neighbours overlap."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A card drawn on the picture: its corners, where its reading stands, how large, and what it says.

    All in pixels of the picture; ``words`` is for who cannot see it.
    """

    points: str
    x: float
    y: float
    size: float
    text: str
    sure: bool
    words: Text


def marks(look: Look) -> tuple[Mark, ...]:
    """Draw up the cards of a look; an unsure one bears a question mark."""
    size = max(look.height / 18, 1.0)
    return tuple(_mark(card, size, HEIGHTS[place % 2]) for place, card in enumerate(look.cards))


def _mark(card: SeenCard, size: float, height: float) -> Mark:
    points = " ".join(f"{x:.0f},{y:.0f}" for x, y in card.quad)
    (x0, y0), (x1, y1) = card.quad[0], card.quad[2]
    text = " ".join(f"{face}?" for face in faces(card)[:2]) or "?"
    if card.sure:
        text = faces(card)[0]
        words = say("{card}, sure", card=text)
    else:
        words = say("{card}, not sure", card=text)
    return Mark(points, x0 + (x1 - x0) * 0.08, y0 + (y1 - y0) * height, size, text, card.sure, words)


def around(lobby: Lobby) -> tuple[tuple[tuple[Side | None, str], ...], ...]:
    """Give the sides of the table in three rows, each with whoever sits there, or ""."""
    sitting = {side: name for name, side in lobby.sides.items() if name in lobby.players}
    return tuple(tuple((side, sitting.get(side or "", "")) for side in line) for line in PLACES)
