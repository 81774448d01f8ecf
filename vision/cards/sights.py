"""How the number of each card was seen: what experience asks before it believes it (`prints.trust`)."""

from collections.abc import Sequence
from itertools import combinations
from math import cos

from vision.cards.candidates import Candidate, among_cards
from vision.cards.decode import Reading, disputed
from vision.cards.geometry import is_followed, turned_round
from vision.cards.room import is_whole
from vision.games import Arrangement, GameLook
from vision.prints.digits import VALUES
from vision.prints.finder import CardHint, Picture, Print
from vision.prints.nets import FloatArray
from vision.prints.trust import Sight

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
    upon: Sequence[CardHint],
    alone: frozenset[int] = frozenset(),
) -> list[Sight]:
    """Say of each number card how its number was seen in a BGR picture (H, W, 3).

    ``values`` are the probabilities (N, 111) of the N prints, ``told`` the readings of each card's own;
    ``sense`` is the way up of the row (radians), ``upon`` all cards that may lie over others, ``alone`` the
    prints of single figures that are known to be the only ones on their cards (`vision.cards.room`).
    """
    partly = look.arrangement is Arrangement.ROW and (look.each_once or len(numbers) < FEW)
    beside = () if look.pips and len(numbers) < FEW else numbers

    def sight(card: Candidate, said: Sequence[Reading]) -> Sight:
        """Go by the print that reads most clearly."""
        own = [prints[i] for i in card.prints]
        clearest = prints[max(card.prints, key=lambda i: float(values[i, :VALUES].max()))]
        read = [int(one.values.argmax()) for one in said]
        follows = partly and is_followed(card.hint, upon, sense)
        shown = [k for k in range(len(own)) if not (follows and _is_rest(k, read, own, sense))]
        return Sight(
            height=max(clearest.height, 1.0),
            score=clearest.score,
            lone=len(own) < 2,
            covered=partly and alone.isdisjoint(card.prints) and not is_whole(image, read, own, sense),
            card=among_cards(card, beside) or (look.pips and _on_both_ends(own, read)),
            disputed=disputed([said[k] for k in shown], [own[k].height for k in shown]),
        )

    return [sight(card, said) for card, said in zip(numbers, told, strict=True)]


def _on_both_ends(own: Sequence[Print], read: Sequence[int]) -> bool:
    """Say whether the same number stands twice, once on its head, as on both ends of a playing card."""
    both = combinations(zip(own, read, strict=True), 2)
    return any(said == too and turned_round(a, b) for (a, said), (b, too) in both)


def _is_rest(k: int, read: Sequence[int], own: Sequence[Print], sense: float) -> bool:
    """Say whether a print is what the next card leaves of a number that stands upside down: its last figure.

    ``read`` is what each of a card's ``own`` prints shows; one that stands upright shows both figures.
    """
    if not 0 < read[k] < 10 or cos(own[k].up - sense) > 0:
        return False
    return any(
        value >= 10 and value % 10 == read[k] and cos(other.up - sense) > 0
        for value, other in zip(read, own, strict=True)
    )
