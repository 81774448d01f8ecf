"""How the number of each card was seen: what experience asks before it believes it (`vision.trust`)."""

from collections.abc import Sequence

from vision.candidates import Candidate, among_cards
from vision.cards import Picture, Print
from vision.decks import Arrangement, GameLook
from vision.decode import Reading, disputed
from vision.digits import VALUES
from vision.nets import FloatArray
from vision.room import is_whole
from vision.trust import Sight

FEW = 3
"""Where any numbers may lie in a row, tiles or cards side by side, so many of them show that they do. Among
fewer, one of which no card is seen is another one's."""


def sights(
    image: Picture,
    prints: Sequence[Print],
    values: FloatArray,
    numbers: Sequence[Candidate],
    told: Sequence[Sequence[Reading]],
    look: GameLook,
    sense: float,
    alone: frozenset[int] = frozenset(),
) -> list[Sight]:
    """Say of each number card how its number was seen in a BGR picture (H, W, 3).

    ``values`` are the probabilities (N, 111) of the N prints, ``told`` the readings of each card's own;
    ``sense`` is the way up of the row (radians), ``alone`` the prints of single figures that are known to be
    the only ones on their cards (`vision.room`).
    """
    partly = look.arrangement is Arrangement.ROW and (look.each_once or len(numbers) < FEW)
    beside = () if look.pips and len(numbers) < FEW else numbers

    def sight(card: Candidate, said: Sequence[Reading]) -> Sight:
        """Go by the print that reads most clearly."""
        own = [prints[i] for i in card.prints]
        clearest = prints[max(card.prints, key=lambda i: float(values[i, :VALUES].max()))]
        read = [int(one.values.argmax()) for one in said]
        return Sight(
            height=max(clearest.height, 1.0),
            score=clearest.score,
            lone=len(own) < 2,
            covered=partly and alone.isdisjoint(card.prints) and not is_whole(image, read, own, sense),
            card=among_cards(card, beside),
            disputed=disputed(said, [p.height for p in own]),
        )

    return [sight(card, said) for card, said in zip(numbers, told, strict=True)]
