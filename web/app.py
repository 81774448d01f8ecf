"""Builds the dashboard around a table: guard, roles, pages, JSON API and live feed."""

import mimetypes
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, Flask

from web import problems
from web.access.admission import Admission
from web.access.guard import Guard
from web.access.roles import Roles
from web.api.feed import Feed
from web.api.lobby import blueprint as lobby_routes
from web.api.openapi import blueprint as openapi_routes
from web.api.referee import blueprint as referee_routes
from web.api.role import blueprint as role_routes
from web.api.table import Health
from web.api.table import blueprint as table_routes
from web.doors.archive import ArchiveDoor
from web.doors.disputes import DisputesLike
from web.doors.game import Entry, News, RefereeLike, TableLike
from web.doors.lobby import LobbyLike
from web.doors.past_referee import Chosen
from web.doors.settings import SettingsDoor
from web.doors.setup import SetupEye, SetupPanel
from web.i18n import Languages
from web.navigation import install as install_navigation
from web.pages import choices
from web.pages.device import blueprint as device_pages
from web.pages.disputes import Disputes
from web.pages.history import HistoryViews
from web.pages.join import blueprint as join_pages
from web.pages.mend import MendViews
from web.pages.players import PlayersViews
from web.pages.settings import blueprint as settings_pages
from web.pages.standings import blueprint as standings_pages
from web.pages.table import blueprint as table_pages
from web.serving.files import Files
from web.serving.qr import Reach
from web.setup.wizard import Setup, WizardDoors

__all__ = ["Doors", "Entry", "News", "TableLike", "create_app"]

LARGEST_BODY = 64 * 1024
VIEWERS = 400
BEAT_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Doors:
    """All that the pages are about; what is None has no pages.

    ``referee``: the same table for those who may change it; without it everybody looks on. ``lobby``: the
    same table between two games; without it none can be begun here. ``archive``: the games that were played.
    ``disputes``: the jumps that were ruled on. ``settings``: those of this machine. ``setup``: camera and
    buttons as the set-up wizard sees them, either may be missing; without it, or a lobby, there is no wizard.
    """

    table: TableLike
    referee: RefereeLike | None = None
    lobby: LobbyLike | None = None
    archive: ArchiveDoor | None = None
    disputes: DisputesLike | None = None
    settings: SettingsDoor | None = None
    setup: tuple[SetupEye | None, SetupPanel | None] | None = None

    @property
    def mends(self) -> bool:
        """Whether there are pages on which to mend the game."""
        return self.referee is not None


USUAL_REACH = Reach()
"""What a dashboard has that is told nothing else: it is found by the machine's own name."""


def create_app(
    doors: Doors,
    *,
    admission: Admission | None = None,
    hosts: Collection[str] = (),
    language: Callable[[], str | None] = lambda: None,
    health: Health = dict,
    home: str = "",
    sounds: bool = False,
    viewers: int = VIEWERS,
    beat: float = BEAT_SECONDS,
    reach: Reach = USUAL_REACH,
) -> Flask:
    """Build the dashboard of a table.

    ``admission``: how one becomes referee; without it only this machine's own screen is. ``hosts``: names,
    besides the machine's own, under which it may be opened. ``language``: gives the code that is set for the
    machine, or None where each browser asks for its own. ``health``: gives each part's trouble in words, or
    None for a part that is well. ``home``: tells companions with different games apart. ``sounds``: devices
    that have not chosen do. ``viewers``: how many may follow it live at once. ``beat``: seconds of silence
    before a sign of life. ``reach``: how other devices come here. The app's feed stands in
    ``app.extensions["feed"]``; close it before the server stops.
    """
    feed = Feed(doors.table, viewers, beat)
    app = _bare(feed)
    Guard(hosts).install(app)
    Languages(language).install(app)
    choices.install(app, sounds)
    app.jinja_env.globals.update(alone=reach.alone)
    roles = Roles(admission or Admission())
    roles.install(app)
    problems.install(app)
    for part in (
        feed.blueprint(),
        table_routes(doors.table, health, home),
        *_open(doors, roles, reach),
        *_mending(app, doors, roles),
    ):
        app.register_blueprint(part)
    for part in (*_between_games(doors, roles), *_looking_back(doors, roles)):
        app.register_blueprint(part)
    install_navigation(app)
    return app


def _bare(feed: Feed) -> Flask:
    """Give an app that serves nothing but its files."""
    mimetypes.add_type("font/woff2", ".woff2")
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.extensions["feed"] = feed
    Files(Path(app.static_folder or "")).install(app)
    return app


def _open(doors: Doors, roles: Roles, reach: Reach) -> Iterator[Blueprint]:
    """Give the routes that every dashboard has."""
    yield table_pages(doors.table, roles, doors.mends)
    yield join_pages(roles, doors.mends, reach)
    yield device_pages()
    yield openapi_routes()
    yield standings_pages(doors.table, doors.archive, roles, doors.lobby is not None)


def _mending(app: Flask, doors: Doors, roles: Roles) -> Iterator[Blueprint]:
    """Give the routes of whoever may change the game, and of the role itself."""
    if doors.referee is None:
        return
    chosen = Chosen(doors.table, doors.referee, doors.archive.referee if doors.archive else None)
    chosen.install(app)
    yield MendViews(chosen.table, chosen.referee, roles).blueprint()
    yield referee_routes(chosen.referee, roles)
    yield role_routes(roles)


def _between_games(doors: Doors, roles: Roles) -> Iterator[Blueprint]:
    """Give the routes by which games begin, and by which the machine is set up."""
    if doors.settings is not None:
        yield settings_pages(doors.settings, roles)
    if doors.lobby is None:
        return
    yield lobby_routes(doors.lobby)
    if doors.setup is not None and doors.referee is not None:
        all_of_it = WizardDoors(
            doors.table,
            doors.lobby,
            doors.referee,
            *doors.setup,
            archive=doors.archive,
            settings=doors.settings,
        )
        yield Setup(all_of_it, roles).blueprint()


def _looking_back(doors: Doors, roles: Roles) -> Iterator[Blueprint]:
    """Give the routes of what was played and ruled on."""
    if doors.disputes is not None:
        yield Disputes(doors.disputes, roles).blueprint()
    if doors.archive is not None:
        yield HistoryViews(doors.table, doors.archive, roles, doors.mends).blueprint()
        yield PlayersViews(doors.archive, roles).blueprint()
