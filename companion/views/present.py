"""From a session to what the face shows."""

from collections.abc import Mapping
from typing import Any, cast

from companion.cards import Card, Kind, Zone
from companion.evidence import SeenCard
from companion.evidence_json import card_from_json
from companion.language import say
from companion.observing.questions import SHOWN_ALTERNATIVES, face
from companion.observing.said_by_people import faces_in
from companion.records.game import Game
from companion.rules.fifty_fifty_state import partner
from companion.sessions.between_games import next_game, next_starter, waiting
from companion.sessions.calls import called
from companion.sessions.followed import unfinished
from companion.sessions.session import Session
from companion.views.offers import Offer, guesses, offer_of, to_reveal
from companion.views.other_faces import instead
from companion.views.table_view import (
    CardView,
    LobbyView,
    NoteView,
    PlayerView,
    TableView,
    VerdictView,
    WaitingView,
    ZoneView,
)


def view_of(session: Session, seq: int) -> TableView:
    """Draw up the view of a session after the event with this number."""
    game = session.game
    camera = session.camera or {}
    common = {
        "seq": seq,
        "camera_ok": camera.get("ok"),
        "camera": camera.get("message", ""),
        "lobby": _lobby(session) if session.over or session.game is None else None,
        "last_press": session.presses[-1].button if session.presses else None,
    }
    if game is None:
        return TableView(**common)
    facts, guess = game.rules.describe(game.state), instead(session)
    outcome = game.rules.outcome(game.state) if session.result is not None else None
    return TableView(
        **common,
        game=game.rules.slug,
        title=game.rules.title,
        started=game.started,
        players=_players(game, facts),
        zones=_zones(session, game),
        draw_pile=cast("int | None", facts.get("draw_pile")),
        acts=len(game.acts),
        said=session.said,
        window=_window(session, game),
        attention=_called(session) or _note(session.attention),
        verdict=_verdict(session.verdict),
        over=session.result is not None,
        offers=guesses(game.rules, game.state, doubtful_cards(session)),
        unfinished=_unfinished(session),
        edits=session.history.edits,
        can_undo=session.can_undo,
        can_redo=session.can_redo,
        broken=session.broken,
        instead=guess.offers if guess else (),
        instead_at=guess.at if guess else None,
        guess=guess.told if guess else None,
        revision=session.history.revision,
        won=outcome.won if outcome else None,
        due=_due(game),
    )


def _due(game: Game) -> str:
    """Say what all do now, where it is no single player's turn."""
    if game.state.over:
        return ""
    if to_reveal(game.state)[0]:
        return say("All show their hands")
    return say("Round over: who holds the 1?") if game.state.to_move is None else ""


def _lobby(session: Session) -> LobbyView:
    """Draw up who plays again, who waits, and what they could play."""
    game, said = session.game, session.between.answers
    players = [s.player for s in game.rules.standings(game.state)] if game else []
    answers = tuple((player, str(said[player]) if player in said else None) for player in players)
    lobby = waiting(game, session.between)
    if lobby is None:
        return LobbyView(answers)
    return LobbyView(
        answers,
        open=True,
        players=tuple(WaitingView(name, lobby.sides.get(name)) for name in lobby.players),
        games=lobby.games,
        game=next_game(lobby, game),
        starter=next_starter(lobby, game),
    )


def doubtful_cards(session: Session) -> tuple[SeenCard, ...]:
    """Give the cards that the table is asked about, as far as the eye told which."""
    asked = session.attention.get("cards", ()) if session.attention and not session.result else ()
    return tuple(card_from_json(card) for card in asked)


def _unfinished(session: Session) -> Offer | None:
    """Give the turn that may still get a card, to be ended by whoever knows that it gets none."""
    move = unfinished(session)
    return offer_of(move.act.to_record()) if move else None


def _players(game: Game, facts: Mapping[str, object]) -> tuple[PlayerView, ...]:
    hands = cast("Mapping[str, int]", facts.get("hands", {}))
    places = {s.player: s for s in game.rules.standings(game.state)}
    return tuple(
        PlayerView(
            name,
            hands.get(name),
            places[name].score,
            places[name].place,
            game.state.to_move == name,
            places[name].eliminated,
        )
        for name in game.state.players
    )


def _zones(session: Session, game: Game) -> tuple[ZoneView, ...]:
    """Give the cards that the game stands at, and behind them those that still wait for an explanation."""
    layout = game.rules.layout(game.state)
    known = {(c.kind, c.value) for _, cards in layout.zones for c in cards}
    laid = _laid(game)
    waiting = [a.card for a in session.arrivals if session.seen and a.card in session.seen.cards]
    zones = []
    for zone in sorted({name for name, _ in layout.zones} | {c.zone for c in waiting}, key=list(Zone).index):
        new = [c for c in waiting if c.zone is zone and not _is_known(c, known)]
        lying = [_card(card, laid) for card in reversed(layout.zone(zone))]
        cards = (*reversed(lying), *map(_seen_card, new))
        zones.append(ZoneView(str(zone), cards))
    return tuple(zones)


def _is_known(card: SeenCard, known: set[tuple[Any, Any]]) -> bool:
    return card.best is not None and (card.best.kind, card.best.value) in known


def _laid(game: Game) -> dict[tuple[Kind, int | None], list[int]]:
    """Give for each face the places of the acts that laid it, the latest last; those that count."""
    found: dict[tuple[Kind, int | None], list[int]] = {}
    for at, act in enumerate(game.acts):
        for card in faces_in(act.line) if act.flaw is None else ():
            found.setdefault((card.kind, card.value), []).append(at)
    return found


def _card(card: Card, laid: Mapping[tuple[Kind, int | None], list[int]]) -> CardView:
    """Draw a card; of two alike the one further on in its zone was laid later."""
    places = laid.get((card.kind, card.value))
    act = places.pop() if places else None
    return CardView(face(card), str(card.colour) if card.colour else None, act=act)


def _seen_card(card: SeenCard) -> CardView:
    best = card.best
    others = tuple(face(a.card) for a in card.alternatives[1:SHOWN_ALTERNATIVES])
    if best is None:
        return CardView("?", sure=False)
    return CardView(face(best), str(best.colour) if best.colour else None, card.sure, others)


def _window(session: Session, game: Game) -> str | None:
    """Say which jump is open: the card last played is a number, and its partner may still come."""
    if session.result or game.rules.slug != "fifty-fifty" or game.rules.layout(game.state).zone(Zone.JUMP):
        return None
    last = game.laid[-1] if game.laid else None
    if last is None or last.number is None:
        return None
    jump = partner(last.number)
    if jump in game.numbers:
        return None
    return say(
        "{partner} jumps on {number}, for anyone but {by}", partner=jump, number=last.number, by=last.by
    )


def _called(session: Session) -> NoteView | None:
    words = called(session)
    return NoteView("called", words) if words else None


def _note(data: Mapping[str, Any] | None) -> NoteView | None:
    return NoteView(data["code"], data["message"]) if data else None


def _verdict(data: Mapping[str, Any] | None) -> VerdictView | None:
    if not data:
        return None
    fields = ("verdict", "jump", "on", "by", "margin_ms", "error_ms", "reason")
    return VerdictView(*(data[field] for field in fields))
