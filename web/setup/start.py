"""Starts the game that was set up: whoever sat here before rises, the new players sit, the game begins."""

from collections.abc import Mapping

from companion.errors import Outdated
from companion.language import say
from companion.sessions.lobby import Answer
from companion.views.table_view import TableView
from web.doors.game import RefereeLike
from web.doors.lobby import LobbyLike
from web.setup.draft import Draft


def running(view: TableView) -> bool:
    """Say whether a game is being played."""
    return view.game is not None and view.lobby is None


def asks(view: TableView) -> bool:
    """Say whether a game would be broken off in which somebody has played: that must be said first."""
    return running(view) and view.acts > 0


def start(
    draft: Draft, view: TableView, lobby: LobbyLike, referee: RefereeLike, *, end: str, row: bool
) -> None:
    """Start the game; ``end``: when the one began that may be broken off, ``row``: with the first row.

    One in which nobody has played gives way unasked. Raises Outdated where another game runs than that, and
    BadRecord or IllegalAct where it cannot be played so; then nothing has changed.
    """
    draft.chosen.start(draft.players, draft.first, draft.house)
    acts = draft.acts() if row else ()
    if running(view):
        if asks(view) and end != str(view.started):
            raise Outdated(say("A game is running. Say first that it may be broken off."))
        lobby.break_off()
    _gather(draft, view, lobby)
    lobby.begin(draft.game, draft.first, draft.house)
    _enter(acts, referee)


def _gather(draft: Draft, view: TableView, lobby: LobbyLike) -> None:
    """Let the new players sit in their order, and nobody else."""
    old = [player.name for player in view.players] if view.game is not None else []
    for player in old:
        lobby.answer(Answer.AGAIN if player in draft.players else Answer.LEAVE, player)
    waiting = [who.name for who in view.lobby.players] if view.lobby else []
    for player in waiting:
        if player not in draft.players and player not in old:
            lobby.rise(player)
    for place, player in enumerate(draft.players):
        lobby.sit(player, place, draft.lobby.sides.get(player, ""), new=False)


def _enter(acts: tuple[Mapping[str, object], ...], referee: RefereeLike) -> None:
    for act in acts:
        referee.enter(act)
