"""The pages: now the table view."""

from dataclasses import asdict

from flask import Blueprint, Response, current_app, render_template

from web.door import TableLike
from web.roles import Roles
from web.screen import CardFace, Seat, draw
from web.words import Words

BLANK_CARD = CardFace(face="number", text="", colour="plain", sure=True, doubt="", label="")
BLANK_SEAT = Seat(name="", state="", badge="", score="", score_label="", hand="", hand_label="")


def blueprint(table: TableLike, words: Words, roles: Roles, mends: bool) -> Blueprint:
    """Give the routes ``/`` and ``/favicon.ico``; ``mends``: there are pages on which to mend the game."""
    routes = Blueprint("views", __name__)

    @routes.get("/")
    def show_table() -> str:
        return render_template(
            "table.html",
            words=words,
            screen=asdict(draw(table.view(), words)),
            blank_card=asdict(BLANK_CARD),
            blank_seat=asdict(BLANK_SEAT),
            mends=mends,
            referee=mends and roles.grounds() is not None,
        )

    @routes.get("/favicon.ico")
    def icon() -> Response:
        return current_app.send_static_file("icon.svg")

    return routes
