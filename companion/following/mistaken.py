"""A card that was surely read as what no rule allows, once the table has gone on all the same. Pure.

Nothing illegal is made legal: whoever lays a card that does not fit is told so. But where those whose turn it
was have played on after it, nobody at the table minded, and the eye itself may be wrong: if it holds another
number possible, and that one explains everything, it is told as that, as a guess.
"""

from collections.abc import Sequence
from dataclasses import replace

from companion.cards import Zone, plain
from companion.evidence import Alternative, Arrival, SeenCard, Sighting
from companion.observing.clues import Clues, brought_all, face_of, right_hands, wrong_hand
from companion.observing.doubts import LONGER
from companion.observing.geometry import same_place
from companion.observing.observer import Explanation, Rest, explain
from companion.observing.said_by_people import plays_another
from companion.observing.stories import PLAUSIBLE
from companion.records.game import Game
from companion.sessions.session import Session

HINTED = 0.003
"""Where a number in the row stands before a lower one, it may be another from this probability (0-1) of that
other one on."""

INSTEAD = 0.5
"""The probability (0-1) that such a number is one of its other alternatives, all of them together: the row
speaks against what was read."""

MOST = 2
"""So many cards are doubted at most, one at a time, the least sure first."""

TRIED = 60
"""So many stories are tried with each."""


def mistaken(game: Game, sighting: Sighting, clues: Clues) -> Explanation | None:
    """Find what explains a table that nothing explains, if one of its new sure cards is another after all."""
    for card in _suspects(sighting, clues)[:MOST]:
        instead = _instead(card) if _against(card, sighting) else card.alternatives
        look = replace(sighting, cards=_doubted(sighting.cards, card, instead))
        known = clues.with_arrivals(_doubted_as_they_came(clues.arrivals, card, instead))
        found = explain(game.rules, game.state, look, game.gone, known, TRIED)
        if found.rest in (Rest.NOTHING, Rest.UNREAD) and _borne_out(found, card, known):
            return found
    return None


def read_otherwise(game: Game, sighting: Sighting, clues: Clues) -> Explanation | None:
    """Find what explains a table on which a card told long ago is surely read as another now.

    One of the looks was wrong, and nobody can say which; but what those whose turn it was have surely laid
    since is told all the same.
    """
    look = doubted_of_old(game, sighting, clues)
    if look is None:
        return None
    found = explain(game.rules, game.state, look, game.gone, clues, TRIED)
    laid = [act for act in found.acts if face_of(act) is not None]
    came = brought_all(laid, clues)
    surely = all(
        a and a.card.sure and not wrong_hand(act, a, clues) for act, a in zip(laid, came, strict=True)
    )
    told = found.rest is Rest.NOTHING or (found.rest is Rest.PENDING and bool(found.acts))
    return replace(found, otherwise=True) if surely and told else None


def doubted_of_old(game: Game, sighting: Sighting, clues: Clues) -> Sighting | None:
    """Give a look without the certainty of cards told long ago as others; None where there are none."""
    told = {plain(card) for _, cards in game.rules.layout(game.state).zones for card in cards}
    cards = sighting.cards
    other = [c for c in cards if c.sure and c.best and plain(c.best) not in told and not clues.came(c, cards)]
    for card in other:
        cards = _doubted(cards, card)
    return replace(sighting, cards=cards) if other else None


def doubted_since(session: Session, sighting: Sighting) -> Sighting:
    """Give a look without the certainty of cards that were told as another, as long as they lie there."""
    acts = session.game.acts if session.game else ()
    guesses = {act.touch: act for act in acts if act.touch and "act" in act.unsure}
    for came in session.spent:
        if came.touch in guesses and plays_another(guesses[came.touch], came.card):
            sighting = replace(sighting, cards=_doubted(sighting.cards, came.card))
    return sighting


def _suspects(sighting: Sighting, clues: Clues) -> list[SeenCard]:
    """Give the sure cards that came, lie there and may be another, the least sure first."""
    sure = [card for card in sighting.cards if card.sure and clues.came(card, sighting.cards)]
    open_ = [card for card in sure if _may_be_another(card, sighting)]
    return sorted(open_, key=lambda card: card.confidence)


def _may_be_another(card: SeenCard, sighting: Sighting) -> bool:
    """Say whether the eye holds another number possible; a row that is out of order makes it likelier."""
    least = HINTED if _against(card, sighting) else PLAUSIBLE
    return any(a.probability >= least for a in card.alternatives[1:])


def _against(card: SeenCard, sighting: Sighting) -> bool:
    """Say whether a number lies in the row before a lower one, which nobody may lay there."""
    row = sighting.zone(Zone.ROW)
    at = next((i for i, other in enumerate(row) if other is card), len(row))
    later = [other.believed.value for other in row[at + 1 :] if other.believed]
    number = card.best.value if card.best else None
    return number is not None and any(value is not None and value < number for value in later)


def _instead(card: SeenCard) -> tuple[Alternative, ...]:
    """Give what a card may be instead of what is read on it: all of that together has the odds `INSTEAD`."""
    total = sum(a.probability for a in card.alternatives[1:])
    return tuple(replace(a, probability=a.probability / total * INSTEAD) for a in card.alternatives[1:])


def _doubted(
    cards: Sequence[SeenCard], doubtful: SeenCard, instead: tuple[Alternative, ...] | None = None
) -> tuple[SeenCard, ...]:
    """Give cards of which the doubtful one is not sure any more, and may be what is said ``instead``."""
    return tuple(_unsure(c, instead) if _same(c, doubtful) else c for c in cards)


def _doubted_as_they_came(
    arrivals: Sequence[Arrival], doubtful: SeenCard, instead: tuple[Alternative, ...]
) -> tuple[Arrival, ...]:
    return tuple(
        replace(a, card=_unsure(a.card, instead)) if _same(a.card, doubtful) else a for a in arrivals
    )


def _unsure(card: SeenCard, instead: tuple[Alternative, ...] | None) -> SeenCard:
    return replace(card, sure=False, alternatives=card.alternatives if instead is None else instead)


def _same(card: SeenCard, doubtful: SeenCard) -> bool:
    return same_place(card, doubtful) and card.best == doubtful.best


def _borne_out(found: Explanation, card: SeenCard, clues: Clues) -> bool:
    """Say whether the doubted card was laid as another, and those whose turn it was have played on."""
    for i in sorted(found.guessed):
        face = face_of(found.acts[i]) if i < len(found.acts) else None
        if face and card.best and face != plain(card.best) and card.probability(face) > 0:
            # Anybody may jump: whose hand it was says nothing.
            hands = zip(found.acts, right_hands(found.acts, clues), strict=True)
            later = [right for act, right in list(hands)[i + 1 :] if "jump" not in act.to_record()]
            return len(later) >= LONGER and all(later)
    return False
