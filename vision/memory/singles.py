"""Single cards that lie open, each a face of its own: one that is moved has left its place for another.

Built on the memory of a row, which takes a card that is moved in a row for one that lies there still.
"""

from collections.abc import Sequence

from companion.cards import plain
from companion.evidence import distance
from vision.memory.known import Known, Scene
from vision.memory.row import HIDDEN, Change
from vision.memory.row import remember as remember_row

MOVED = 0.6
"""A card that lies farther off than this, in card heights, was moved to another place."""


def remember(before: Sequence[Known], seen: Sequence[Known], scene: Scene, visited: bool) -> Change:
    """Tell which cards lie there; one that was moved is among those that went and those that came."""
    change = remember_row(before, seen, scene)
    moved = [(old, k) for k in change.known if (old := _was_elsewhere(k, before, change, scene))]
    return Change(
        change.known,
        (*change.arrived, *(new.card for _, new in moved)),
        (*change.gone, *(old.card for old, _ in moved)),
        change.late,
    )


def _was_elsewhere(known: Known, before: Sequence[Known], change: Change, scene: Scene) -> Known | None:
    """Give the card as it lay before, where it has been moved since, clear of any arm."""
    if known.missed or any(known.card is card for card in (*change.arrived, *change.late)):
        return None
    if scene.hidden(known.card.quad, ()) >= HIDDEN or not known.card.believed:
        return None
    face = plain(known.card.believed)
    same = [old for old in before if old.card.believed and plain(old.card.believed) == face]
    far = [old for old in same if distance(old.card.quad, known.card.quad) > MOVED]
    return far[0] if far and len(far) == len(same) else None
