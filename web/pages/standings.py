"""The page of places, bars and the lobby; live, for a TV as for the tablet."""

from collections.abc import Sequence

from flask import Blueprint, render_template

from companion.storage.journal_games import GameLine
from web.access.roles import Roles
from web.content.standings import board
from web.doors.archive import ArchiveDoor
from web.doors.game import TableLike


def blueprint(table: TableLike, archive: ArchiveDoor | None, roles: Roles, opens: bool) -> Blueprint:
    """Give the route ``/standings``; ``opens``: games can be begun here, by a referee."""
    routes = Blueprint("standings", __name__)

    @routes.get("/standings")
    def show() -> str:
        evening: Sequence[GameLine] = archive.games.evening() if archive else ()
        return render_template(
            "standings.html",
            board=board(table.view(), evening),
            referee=opens and roles.grounds() is not None,
            opens=opens,
        )

    return routes
