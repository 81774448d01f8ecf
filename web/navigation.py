"""Which pages there are: the one list behind every navigation. A page that is not served is not named."""

from dataclasses import dataclass

from flask import Flask, url_for

from companion.language import Text, mark, say

PAGES = (
    ("views.show_table", mark("Table")),
    ("standings.show", mark("Standings")),
    ("history.index", mark("History")),
    ("players.index", mark("Players")),
    ("disputes.index", mark("Disputes")),
    ("setup.index", mark("Set-up")),
    ("mend.role", mark("Referee")),
    ("settings.show", mark("Settings")),
    ("device.show", mark("This device")),
    ("join.show", mark("More devices")),
)
"""Endpoints and what they are called, in the order in which people see them."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page to go to; ``key`` is its endpoint."""

    key: str
    address: str
    label: Text

    @property
    def room(self) -> str:
        """The part of the dashboard whose first page this is."""
        return self.key.partition(".")[0]


def install(app: Flask) -> None:
    """Give every template ``pages()``, the pages that this app serves."""

    def pages() -> list[Page]:
        served = app.view_functions
        return [Page(key, url_for(key), say(label)) for key, label in PAGES if key in served]

    app.jinja_env.globals["pages"] = pages
