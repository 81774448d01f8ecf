"""A guess whose number has surely come since on another card: told anew as what else its card may be. Pure.

Each number lies but once in the deck. Where the eye took a card that it could not read for an 18, and the 18
comes, the card was another: what fits as well, and leaves all that was told since as legal as it was. It
stays a guess. Whoever takes that back is believed.
"""

from collections.abc import Iterator
from itertools import chain

from companion.cards import Card, plain
from companion.evidence import Sighting
from companion.observing.geometry import same_place
from companion.observing.said_by_people import face_in
from companion.observing.stories import PLAUSIBLE
from companion.records.game import Edit, Game, Played, revise
from companion.records.recount import Replace
from companion.sessions.session import Session


def retold(session: Session, sighting: Sighting) -> Edit | None:
    """Give the change that tells such a guess anew; None where there is none, or nothing else fits."""
    game = session.game
    if game is None or sighting.partly:
        return None
    for at, act in enumerate(game.acts):
        face = face_in(act.line)
        guessed = "act" in act.unsure and "play" in act.line
        if guessed and face and _came_since(session, sighting, act, face) and not _taken_back(session, at):
            edits = (_as(game, at, number, sighting) for number in _others(session, act, face))
            return next((edit for edit in edits if edit is not None), None)
    return None


def _came_since(session: Session, sighting: Sighting, act: Played, face: Card) -> bool:
    """Say whether a number that is to have left the table surely came to it since, and lies there."""
    game = session.game
    assert game, "a game is played"
    if face not in game.gone or act.touch is None:
        return False
    since = act.touch.latest
    came = [a.card for a in session.arrivals if a.touch.earliest > since and a.card.believed]
    lying = [card for card in sighting.cards if card.believed and plain(card.believed) == face]
    return any(
        c.believed and plain(c.believed) == face and same_place(c, card) for c in came for card in lying
    )


def _others(session: Session, act: Played, face: Card) -> Iterator[int]:
    """Give the other numbers that the card of an act may be, the most probable first."""
    looks = [a.card.alternatives for a in session.spent if a.touch == act.touch]
    odds = dict[int, float]()
    for alternative in chain.from_iterable(looks):
        number = alternative.card.value
        if number is not None and number != face.value and alternative.probability >= PLAUSIBLE:
            odds[number] = max(odds.get(number, 0.0), alternative.probability)
    yield from sorted(odds, key=lambda number: -odds[number])


def _as(game: Game, at: int, number: int, sighting: Sighting) -> Edit | None:
    """Tell an act as one that plays this number; None where that cannot be.

    It makes no act illegal, as it would where the number has lain on another card, and a card shows it if it
    must lie there still.
    """
    act, face = game.acts[at], Card.number(number)
    edit = Edit(Replace(at, {**act.line, "play": number}), act.touch)
    after = revise(game, edit)
    unseen = face not in after.gone and not any(c.probability(face) >= PLAUSIBLE for c in sighting.cards)
    return None if unseen or _flaws(after) > _flaws(game) else edit


def _flaws(game: Game) -> int:
    return sum(act.flaw is not None for act in game.acts)


def _taken_back(session: Session, at: int) -> bool:
    """Say whether somebody has taken back a change of this act."""
    changes = (edit.change for edit in session.history.undone)
    return any(isinstance(change, Replace) and change.at == at for change in changes)
