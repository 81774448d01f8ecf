"""A number read across two cards: the figures of one that has long lain there, and those of the next upon it.

The next card hides half of the one before; where their figures then stand as close as those of one number, a
1 and a 7 may be read as a 17. What the card below was read as while nothing lay on it says better.
"""

from collections.abc import Sequence

from companion.evidence import SeenCard, distance
from vision.memory.known import SAME_PLACE, Known, Scene
from vision.memory.pairing import unchanged


def without_composed(seen: Sequence[Known], before: Sequence[Known], scene: Scene) -> list[Known]:
    """Leave out of a look the numbers put together of an old card's figures and those of the card upon it."""
    faces = {_number(known.card) for known in seen}
    lost = [k.card for k in before if k.card.sure and _number(k.card) not in faces]
    return [k for k in seen if not any(_is_composed(k.card, old, seen, scene) for old in lost)]


def _is_composed(card: SeenCard, old: SeenCard, seen: Sequence[Known], scene: Scene) -> bool:
    """Say whether a number is what an old card bears, with the figures of another that is seen behind it."""
    first, both = _number(old), _number(card)
    if not first or len(both) <= len(first) or not both.startswith(first):
        return False
    if old.zone is not card.zone or distance(old.quad, card.quad) > SAME_PLACE:
        return False
    rest = both[len(first) :]
    return any(
        _number(upon).startswith(rest)
        and distance(upon.quad, card.quad) <= SAME_PLACE
        and unchanged(old.quad, (upon.quad,), scene)
        for upon in (k.card for k in seen if k.card is not card and k.card.zone is card.zone)
    )


def _number(card: SeenCard) -> str:
    """Give the figures that are surely read on a card; nothing where there are none."""
    face = card.believed
    return str(face.value) if face is not None and face.value is not None else ""
