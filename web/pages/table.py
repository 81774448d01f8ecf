"""The pages: now the table view."""

from flask import Blueprint, Response, current_app, render_template

from companion.language import in_language
from web.access.roles import Roles
from web.content.screen import CardFace, Headline, Seat, draw
from web.doors.game import TableLike
from web.i18n import current

BLANK_CARD = CardFace(face="number", text="", colour="plain", sure=True, doubt="", label="")
BLANK_SEAT = Seat(name="", state="", badge="", score="", score_label="", hand="", hand_label="")


def blueprint(table: TableLike, roles: Roles, mends: bool) -> Blueprint:
    """Give the routes ``/`` and ``/favicon.ico``; ``mends``: there are pages on which to mend the game."""
    routes = Blueprint("views", __name__)

    @routes.get("/")
    def show_table() -> str:
        screen = draw(table.view())
        return render_template(
            "table.html",
            screen=screen,
            headline=around(screen.headline),
            blank_card=BLANK_CARD,
            blank_seat=BLANK_SEAT,
            mends=mends,
            disputes="disputes.newest" in current_app.view_functions,
            sets_up="setup.index" in current_app.view_functions,
            referee=mends and roles.grounds() is not None,
        )

    @routes.get("/favicon.ico")
    def icon() -> Response:
        return current_app.send_static_file("icon.svg")

    return routes


def around(headline: Headline) -> tuple[str, str, str]:
    """Give a headline as said here: what stands before the name, the name, and what stands after it."""
    line, name = (in_language(text, current()) for text in (headline.line, headline.name))
    before, name, after = line.partition(name) if name else (line, "", "")
    return before, name, after
