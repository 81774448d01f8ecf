"""A later look may overrule an early guess: which acts to take back, and what to tell instead. Pure.

While a hand still covered a card, or a number was misread, an act may have been announced that later looks
disprove. The eye takes back only what the eye has told, and only where the cards that came bear out every act
that it tells instead.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile

from companion.cards import Card, Zone, plain
from companion.evidence import Arrival, Sighting
from companion.following.mistaken import mistaken
from companion.observing.clues import (
    Clues,
    brought_all,
    face_of,
    in_order,
    never_so,
    right_hands,
    wrong_hand,
)
from companion.observing.geometry import same_place
from companion.observing.hands import players_at
from companion.observing.observer import LIKELY, Explanation, Rest, explain
from companion.observing.said_by_people import act_of, face_in, plays_another
from companion.observing.stories import DEEPEST, rows_of
from companion.records.game import Game, Played, take_back
from companion.sessions.session import Session

FARTHEST = 3
"""How many acts are taken back at most."""

TRIED = 60
"""So many stories are tried from each: one that the hands bear out is found soon."""


@dataclass(frozen=True, slots=True)
class Overruling:
    """How many acts are taken back, and what explains the table from there.

    ``leaves_out``: whether a card that was told without a doubt would not have been laid at all.
    """

    back: int
    found: Explanation
    leaves_out: bool = False


def clues_of(session: Session, game: Game, back: int = 0) -> Clues:
    """Give the clues since the last act, or since the one before the last ``back`` acts."""
    players = players_at(game, session.hands)
    since = game.acts[-1].touch if game.acts else None
    known = (*session.spent, *session.arrivals) if back else session.arrivals
    fresh = [a for a in known if since is None or a.touch.latest > since.latest]
    removed = session.removed.removed_at if session.removed and not back else None
    rows = () if back else _sure_rows(session)
    doubtful = (face_in(act.line) for act in game.acts if "act" in act.unsure)
    guessed = frozenset(face for face in doubtful if face)
    steady = frozenset(a.touch for a in fresh if _read_alike(a, session.looks))
    return Clues(in_order(fresh), players, removed, rows, session.spent, guessed, steady)


def _read_alike(came: Arrival, looks: Sequence[Sighting]) -> bool:
    """Say whether a card lay where it came, read alike: in more than one look, or in one without an arm.

    In the first case some number was read on it; in the second it is likelier that than anything else.
    """
    face = came.card.best
    lay = [any(c.best == face and same_place(came.card, c) for c in look.zone(Zone.ROW)) for look in looks]
    several = face is not None and face.value is not None and sum(lay) > 1
    whole = any(there and not look.partly for there, look in zip(lay, looks, strict=True))
    return several or (whole and came.card.confidence > LIKELY)


def _sure_rows(session: Session) -> tuple[tuple[Card, ...], ...]:
    """Give what was surely read in the row at each look since the last act."""
    return tuple(map(_sure_row, session.looks))


def _sure_row(sighting: Sighting) -> tuple[Card, ...]:
    sure = (card.believed for card in sighting.zone(Zone.ROW))
    return tuple(plain(card) for card in sure if card)


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
        if len({a.touch for a in clues.arrivals if a.card.sure}) > DEEPEST:
            return None  # More cards came than acts can be told at once.
        found = explain(earlier.rules, earlier.state, sighting, earlier.gone, clues, TRIED)
        if _tells(found, clues) and _borne_out(found, clues, session):
            same = _as_told(found, clues, session.game.acts[-back:])
            rows = rows_of(earlier.rules, earlier.state, found.acts)
            doubtful = range(len(found.acts)) if never_so(rows, _sure_rows(session)) else found.guessed
            guessed = frozenset(i - same for i in doubtful if i >= same)
            told = session.game.acts[-back:]
            other = replace(found, acts=found.acts[same:], guessed=guessed)
            return Overruling(back - same, other, _leaves_out(found, clues, told))
        face = face_in(last.line)
        misread = mistaken(earlier, sighting, clues) if _stands_against(sighting, face) else None
        if misread and face_of(misread.acts[0]) != face:
            return Overruling(back, misread)
    return None


def _as_told(found: Explanation, clues: Clues, told: Sequence[Played]) -> int:
    """Count the first acts found that were told just so, of the same cards: they need not be taken back."""
    came = brought_all(found.acts, clues)
    same = (
        act.to_record() == act_of(played.line)
        and arrival is not None
        and arrival.touch == played.touch
        and not played.unsure
        for act, arrival, played in zip(found.acts, came, told, strict=False)
    )
    return len(list(takewhile(bool, same)))


def _leaves_out(found: Explanation, clues: Clues, told: Sequence[Played]) -> bool:
    """Say whether a card that was told without a doubt is in none of the acts found, as whatever."""
    touches = {arrival.touch for arrival in brought_all(found.acts, clues) if arrival}
    return any(not played.unsure and played.touch not in touches for played in told)


def _stands_against(sighting: Sighting, face: Card | None) -> bool:
    """Say whether a number that was told lies in the row before a lower one: one of the two was misread."""
    row = [card.believed.value for card in sighting.zone(Zone.ROW) if card.believed]
    numbers = [value for value in row if value is not None]
    at = numbers.index(face.value) if face and face.value in numbers else len(numbers)
    return any(number < numbers[at] for number in numbers[at + 1 :])


def revises(session: Session, sighting: Sighting) -> bool:
    """Say whether a card of an act already told surely proves to be another than it was told as."""
    acts = {act.touch: act for act in session.game.acts} if session.game else {}
    other = [
        new
        for new in (*session.arrivals, *sighting.arrivals)
        for old in session.spent
        if old.touch == new.touch and same_place(old.card, new.card) and old.touch in acts
        if plays_another(acts[old.touch], new.card)
    ]
    sure = [card for card in sighting.cards if card.sure]
    return any(same_place(a.card, card) and a.card.best == card.best for a in other for card in sure)


def _tells(found: Explanation, clues: Clues) -> bool:
    """Say whether the whole table is told of, be it amid a move, or all that lies before an unread card."""
    if found.rest is Rest.UNREAD:
        return all(right_hands(found.acts, clues))
    return found.rest in (Rest.NOTHING, Rest.STRAY, Rest.PENDING)


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
