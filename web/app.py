"""Builds the dashboard around a table: guard, roles, pages, JSON API and live feed."""

import mimetypes
from collections.abc import Callable, Collection
from pathlib import Path

from flask import Flask

from web import (
    api,
    device,
    device_views,
    join_views,
    openapi,
    problems,
    referee_api,
    role_api,
    settings_views,
    views,
)
from web.archive_door import ArchiveDoor
from web.disputes import Disputes
from web.disputes_door import DisputesLike
from web.door import Entry, News, RefereeLike, TableLike
from web.feed import Feed
from web.files import Files
from web.guard import Guard
from web.history_views import HistoryViews
from web.i18n import Languages
from web.lobby_api import blueprint as lobby_routes
from web.lobby_door import LobbyLike
from web.mend_views import MendViews
from web.navigation import install as install_navigation
from web.past_referee import Chosen
from web.players_views import PlayersViews
from web.roles import Admission, Roles
from web.settings_door import SettingsDoor
from web.setup import Doors, Setup
from web.setup_door import SetupEye, SetupPanel
from web.standings_views import blueprint as standings_routes

__all__ = ["Entry", "News", "TableLike", "create_app"]

LARGEST_BODY = 64 * 1024
VIEWERS = 400
BEAT_SECONDS = 10.0


def create_app(
    table: TableLike,
    referee: RefereeLike | None = None,
    *,
    lobby: LobbyLike | None = None,
    archive: ArchiveDoor | None = None,
    disputes: DisputesLike | None = None,
    admission: Admission | None = None,
    hosts: Collection[str] = (),
    settings: SettingsDoor | None = None,
    setup: tuple[SetupEye | None, SetupPanel | None] | None = None,
    language: Callable[[], str | None] = lambda: None,
    health: api.Health = dict,
    sounds: bool = False,
    viewers: int = VIEWERS,
    beat: float = BEAT_SECONDS,
) -> Flask:
    """Build the dashboard of a table.

    ``referee``: the same table for those who may change it; without it everybody looks on. ``lobby``: the
    same table between two games; without it none can be begun here. ``archive``: the games that were played;
    without it there are no pages of them. ``disputes``: the jumps that were ruled on, likewise.
    ``admission``: how one becomes referee; without it only this machine's own screen is. ``hosts``: names,
    besides the machine's own, under which it may be opened.
    ``settings``: those of this machine; without it there is no page of them. ``setup``: camera and buttons as
    the set-up wizard sees them, either may be missing; without it, or a lobby, there is no wizard.
    ``viewers``: how many may follow it live at once. ``beat``: seconds of silence before a sign of life.
    ``language``: gives the code that is set for the machine, or None where each browser asks for its own.
    ``sounds``: devices that have not chosen do. ``health``: gives each part's trouble in words, or None for a
    part that is well. The app's feed stands in ``app.extensions["feed"]``; close it before the server stops.
    """
    mimetypes.add_type("font/woff2", ".woff2")
    feed = Feed(table, viewers, beat)
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.extensions["feed"] = feed
    Files(Path(app.static_folder or "")).install(app)
    Guard(hosts).install(app)
    Languages(language).install(app)
    device.install(app, sounds)
    roles = Roles(admission or Admission())
    roles.install(app)
    problems.install(app)
    mends = referee is not None
    for part in (views.blueprint(table, roles, mends), api.blueprint(table, health), feed.blueprint()):
        app.register_blueprint(part)
    app.register_blueprint(join_views.blueprint(roles, mends))
    app.register_blueprint(device_views.blueprint())
    app.register_blueprint(openapi.blueprint())
    if referee is not None:
        chosen = Chosen(table, referee, archive.referee if archive else None)
        chosen.install(app)
        app.register_blueprint(MendViews(chosen.table, chosen.referee, roles).blueprint())
        app.register_blueprint(referee_api.blueprint(chosen.referee, roles))
        app.register_blueprint(role_api.blueprint(roles))
    install_navigation(app)
    if settings is not None:
        app.register_blueprint(settings_views.blueprint(settings, roles))
    app.register_blueprint(standings_routes(table, archive, roles, lobby is not None))
    if lobby is not None:
        app.register_blueprint(lobby_routes(lobby))
    if setup is not None and lobby is not None and referee is not None:
        doors = Doors(table, lobby, referee, *setup, archive=archive, settings=settings)
        app.register_blueprint(Setup(doors, roles).blueprint())
    if disputes is not None:
        app.register_blueprint(Disputes(disputes, roles).blueprint())
    if archive is not None:
        app.register_blueprint(HistoryViews(table, archive, roles, mends).blueprint())
        app.register_blueprint(PlayersViews(archive, roles).blueprint())
    return app
