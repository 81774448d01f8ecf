"""What a card that was told as a guess may be instead, to be put right with one tap. Pure."""

from dataclasses import dataclass

from companion.cards import PASS
from companion.evidence import SeenCard
from companion.game import Game, Played, replayed
from companion.offers import Offer, form
from companion.session import Session
from companion.told import face_of

RECENT = 6
"""A guess is offered to be put right until so many acts have come after it."""

MOST = 3
"""So many other faces are offered at most, beside a pass."""


@dataclass(frozen=True, slots=True)
class Instead:
    """What may stand in the place of the act at ``at`` (from 0), the most probable first."""

    at: int
    offers: tuple[Offer, ...]


def instead(session: Session) -> Instead | None:
    """Give what the last card that was guessed may be instead; None where there is no such guess of late."""
    game = session.game
    if game is None:
        return None
    recent = list(enumerate(game.acts))[-RECENT:]
    for at, act in reversed(recent):
        if "act" in act.unsure and (offers := _others(game, at, _seen(session, act))):
            return Instead(at, offers)
    return None


def _seen(session: Session, act: Played) -> SeenCard | None:
    """Give the card of an act as the eye last saw it, where it was not sure of it."""
    came = next((a.card for a in reversed(session.spent) if act.touch and a.touch == act.touch), None)
    return came if came and not came.sure else None


def _others(game: Game, at: int, card: SeenCard | None) -> tuple[Offer, ...]:
    """Give the acts that lay another face which the card may bear, and the pass, if the rules allow it."""
    told = face_of(game.acts[at].line)
    if card is None or told is None:
        return ()
    entry = form(game.rules, replayed(game, game.acts[:at]).state, (card,))
    likely = [offer for offer in entry.likely if face_of(offer.act) not in (told, PASS)][:MOST]
    passes = (offer for group in entry.groups for offer in group.offers if face_of(offer.act) == PASS)
    return (*likely, *(offer for offer in passes if told != PASS))
