"""What has become of the cards that the table was asked about. Pure."""

from collections.abc import Sequence

from companion.cards import Card, Kind, Zone, plain
from companion.evidence import Arrival, SeenCard, Sighting
from companion.evidence_json import card_from_json
from companion.following.announcing import laid_face
from companion.observing.clues import Clues, brought_all, could_be, in_order
from companion.observing.geometry import nearest, same_place
from companion.observing.said_by_people import face_in
from companion.rules.base import Act
from companion.sessions.session import Session


def left_unexplained(
    session: Session, sighting: Sighting, acts: Sequence[Act], after: Sequence[Act] = ()
) -> bool:
    """Say whether a card that was asked about has left its place, and none of the acts has laid it.

    ``after``: what is known to have been done after them and is not told yet.
    """
    asked = session.attention.get("cards", ()) if session.attention else ()
    cards = [card for card in map(card_from_json, asked) if not _is_jump(card, session)]
    came = brought_all(acts, Clues(in_order(session.arrivals)), after)
    laid = [(Card.parse(str(laid_face(act))), a) for act, a in zip(acts, came, strict=True) if laid_face(act)]
    if any(_laid_as(card, face, a, session) for card in cards for face, a in laid):
        # Of the others those count that were surely read: what lay there was played, or is asked about.
        row = (card for card in cards if card.sure and card.zone is Zone.ROW)
        cards = [card for card in row if not any(card.probability(face) > 0 for face, _ in laid)]
    return any(not any(_is_still(card, now, session) for now in _there(card, sighting)) for card in cards)


def _is_jump(card: SeenCard, session: Session) -> bool:
    """Say whether a card was surely read beside the row when it came: it goes back, and was no move."""
    beside = (a.card for a in session.arrivals if a.card.zone is card.zone is Zone.JUMP and a.card.sure)
    return any(same_place(a, card) for a in beside)


def _is_still(card: SeenCard, now: SeenCard, session: Session) -> bool:
    """Say whether what lies there may be a card that was asked about, and is known to be no other one."""
    told = {face_in(act.line) for act in session.game.acts} if session.game else set()
    number = plain(now.best) if now.best and now.best.kind is Kind.NUMBER else None
    before = number in told and card.best != now.best
    return could_be(card, now) and not (number and before) and not _came_after(card, now, session)


def _laid_as(card: SeenCard, face: Card, came: Arrival | None, session: Session) -> bool:
    """Say whether a card that was asked about was laid as this face: no other one surely read came as it."""
    here = [a for a in session.arrivals if same_place(a.card, card) and could_be(a.card, card)]
    own = [a.touch for a in here if a.card.sure == card.sure]
    other = came is not None and came.card.sure and bool(own) and came.touch not in own
    return card.probability(face) > 0 and not other


def _there(card: SeenCard, sighting: Sighting) -> Sequence[SeenCard]:
    """Give the cards that may be one that was asked about; of one in which nothing is read, the nearest."""
    near = nearest(card, sighting.cards)
    if not card.alternatives:
        return () if near is None else (near,)
    return [now for now in sighting.cards if same_place(card, now)]


def _came_after(card: SeenCard, now: SeenCard, session: Session) -> bool:
    """Say whether a card that lies where another did is known to have come after it: that one has left."""
    first = [a for a in session.arrivals if same_place(a.card, card) and could_be(a.card, card)][:1]
    later = [a for a in session.arrivals if a.card.best == now.best and same_place(a.card, now)]
    return bool(first and later) and later[-1].touch.earliest > first[0].touch.latest
