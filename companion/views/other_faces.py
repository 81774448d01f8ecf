"""What a card that was told as a guess may be instead, to be put right with one tap. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.cards import PASS, Card, Zone, plain
from companion.evidence import SeenCard
from companion.observing.said_by_people import act_of, face_in
from companion.records.game import Game, Played, follow, replayed
from companion.sessions.session import Session
from companion.views.offers import Offer, form, offer_of

RECENT = 6
"""A guess is offered to be put right until so many acts have come after it."""

MOST = 3
"""So many other faces are offered at most, beside a pass."""


@dataclass(frozen=True, slots=True)
class Instead:
    """A guess at ``at`` (from 0): as it was told, and what may stand in its place, most probable first."""

    at: int
    told: Offer
    offers: tuple[Offer, ...]


def instead(session: Session) -> Instead | None:
    """Give what the last act that was guessed may be instead; None where there is no such guess of late."""
    game = session.game
    recent = list(enumerate(game.acts))[-RECENT:] if game else []
    for at, act in reversed(recent):
        if game and "act" in act.unsure and not act.flaw:
            return Instead(at, _as_told(act), _others(game, at, _seen(session, act)))
    return None


def _as_told(act: Played) -> Offer:
    """Give a guess itself, without its doubts: whoever taps it says that it was right."""
    return offer_of(act_of(act.line))


def _seen(session: Session, act: Played) -> SeenCard | None:
    """Give the card of an act as the eye last saw it, where it was not sure of it."""
    came = next((a.card for a in reversed(session.spent) if act.touch and a.touch == act.touch), None)
    return came if came and not came.sure else None


def _others(game: Game, at: int, card: SeenCard | None) -> tuple[Offer, ...]:
    """Give the acts that lay another face which the card may bear, and the pass, if the rules allow it.

    For a pass on which nothing was read: the numbers that can have lain there, where they are few.
    """
    told = face_in(game.acts[at].line)
    if told is None:
        return ()
    before = replayed(game, game.acts[:at])
    entry = form(before.rules, before.state, () if card is None else (card,))
    likely = tuple(offer for offer in entry.likely if face_in(offer.act) not in (told, PASS))[:MOST]
    plays = [offer for group in entry.groups if group.verb == "play" for offer in group.offers]
    if told == PASS:
        return likely or _fitting(game, before, plays)
    return likely if card is None else (*likely, *(offer for offer in plays if face_in(offer.act) == PASS))


def _fitting(game: Game, before: Game, plays: Sequence[Offer]) -> tuple[Offer, ...]:
    """Give the plays after which all went on as it did and the row lies as it does, unless they are many."""
    fitting: list[Offer] = []
    for play in plays:
        other = follow(before, Played(play.act))
        for act in game.acts[len(before.acts) + 1 :]:
            other = follow(other, act)
        flawed = any(act.flaw for act in other.acts[len(before.acts) :])
        if face_in(play.act) != PASS and not flawed and _row(other, face_in(play.act)) == _row(game, PASS):
            fitting.append(play)
        if len(fitting) > MOST:
            return ()
    return tuple(fitting)


def _row(game: Game, guess: Card | None) -> list[Card | None]:
    """Give the faces of a row, None for those that are the guess."""
    row = game.rules.layout(game.state).zone(Zone.ROW)
    return [None if plain(card) == guess else plain(card) for card in row]
