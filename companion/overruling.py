"""A later look may overrule an early guess: which acts to take back, and what to tell instead. Pure.

While a hand still covered a card, or a number was misread, an act may have been announced that later looks
disprove. The eye takes back only what the eye has told, and only where the cards that came bear out every act
that it tells instead.
"""

from dataclasses import dataclass
from itertools import pairwise

from companion.cards import Card, Zone
from companion.clues import Clues, brought_all, face_of, in_order, same_place, wrong_hand
from companion.evidence import Sighting
from companion.game import Game, take_back
from companion.hands import players_at
from companion.observer import Explanation, Rest, explain
from companion.session import Session

FARTHEST = 3
"""How many acts are taken back at most."""


@dataclass(frozen=True, slots=True)
class Overruling:
    """How many acts are taken back, and what explains the table from there."""

    back: int
    found: Explanation


def clues_of(session: Session, game: Game, back: int = 0) -> Clues:
    """Give the clues since the last act, or since the one before the last ``back`` acts."""
    players = players_at(game, session.hands)
    since = game.acts[-1].touch if game.acts else None
    known = (*session.spent, *session.arrivals) if back else session.arrivals
    fresh = [a for a in known if since is None or a.touch.latest > since.latest]
    removed = session.removed.removed_at if session.removed and not back else None
    rows = () if back else tuple(_sure_row(look) for look in session.looks)
    return Clues(in_order(fresh), players, removed, rows)


def _sure_row(sighting: Sighting) -> tuple[Card, ...]:
    sure = (card.believed for card in sighting.zone(Zone.ROW))
    return tuple(Card(card.kind, card.value) for card in sure if card)


def overruled(session: Session, sighting: Sighting) -> Overruling | None:
    """Find what explains a table that nothing explains from here on, from some acts earlier."""
    if session.game is None or session.told or session.stray:
        return None
    earlier, touches = session.game, {a.touch for a in session.spent}
    for back in range(1, min(FARTHEST, len(session.game.acts)) + 1):
        last = earlier.acts[-1]
        if last.touch not in touches or "play" not in last.line:
            return None
        earlier = take_back(earlier)
        clues = clues_of(session, earlier, back)
        found = explain(earlier.rules, earlier.state, sighting, earlier.gone, clues)
        if found.rest in (Rest.NOTHING, Rest.STRAY) and _borne_out(found, clues, session):
            return Overruling(back, found)
    return None


def revises(session: Session, sighting: Sighting) -> bool:
    """Say whether a card of an act already told proves to be another than it was taken for."""
    return any(
        old.touch == new.touch and same_place(old.card, new.card) and old.card.best != new.card.best
        for new in sighting.arrivals
        if new.card.sure
        for old in session.spent
    )


def _borne_out(found: Explanation, clues: Clues, session: Session) -> bool:
    """Say whether every act has a card that its player brought, in order, one not yet accounted for."""
    came = brought_all([act for act in found.acts if face_of(act) is not None], clues)
    if not came or len(came) < len(found.acts) or found.guessed:
        return False
    whole = [arrival for arrival in came if arrival is not None]
    if len(whole) < len(came):
        return False
    if any(wrong_hand(act, a, clues) for act, a in zip(found.acts, whole, strict=True)):
        return False
    ordered = all(a.touch.earliest <= b.touch.latest for a, b in pairwise(whole))
    return ordered and any(arrival in session.arrivals for arrival in whole)
