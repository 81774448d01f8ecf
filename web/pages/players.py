"""The pages of players: all of them, one with all that their games say, and names that change or go."""

from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request, url_for

from companion.language import say
from companion.storage.profiles import Profile
from web.access.roles import Roles
from web.content.chart import chart
from web.content.scores import TITLES, day, mean, score
from web.doors.archive import ArchiveDoor
from web.plain import plain
from web.problems import Problem, bad_request


class PlayersViews:
    """The pages below ``/players`` and their API; what changes something is guarded by the roles."""

    def __init__(self, archive: ArchiveDoor, roles: Roles) -> None:
        self._door = archive
        self._games = archive.games
        self._roles = roles

    def blueprint(self) -> Blueprint:
        """Give the routes."""
        routes = Blueprint("players", __name__)
        routes.add_url_rule("/players", "index", self._index)
        routes.add_url_rule("/players/<path:name>", "show", self._show)
        routes.add_url_rule("/api/players", "list_players", self._list)
        routes.add_url_rule("/api/players/<path:name>", "tell", self._tell)
        routes.add_url_rule("/api/players/rename", "rename", self._rename, methods=["POST"])
        routes.add_url_rule("/api/players/delete", "delete", self._delete, methods=["POST"])
        routes.add_app_template_global(address_of, "player_address")
        return routes

    def _index(self) -> str:
        if name := request.args.get("name"):
            return self._show(name)
        return render_template(
            "players.html", roster=self._games.roster(), day=day, uncounted=self._games.uncounted
        )

    def _show(self, name: str) -> str:
        profile = self._profile(name)
        return render_template(
            "player.html",
            profile=profile,
            charts={kind.game: chart(kind.latest) for kind in profile.kinds},
            titles=TITLES,
            day=day,
            mean=mean,
            score=score,
            percent=round(100 * profile.wins / profile.games) if profile.games else None,
            referee=self._roles.grounds() is not None,
        )

    def _list(self) -> Response:
        return jsonify(players=plain(self._games.roster()))

    def _tell(self, name: str) -> Response:
        return jsonify(plain(self._profile(name)))

    def _rename(self) -> Response:
        body = _texts("player", "name")
        self._door.rename(body["player"], body["name"])
        name = body["name"].strip()
        return jsonify(player=name, address=address_of(name))

    def _delete(self) -> Response:
        body = _texts("player", "confirm")
        name = body["player"]
        if body["confirm"] != name:
            raise bad_request(
                say("This is not the name; write “{name}” exactly as it stands here.", name=name)
            )
        new, left = self._door.delete(name)
        return jsonify(player=new, left=[str(path) for path in left])

    def _profile(self, name: str) -> Profile:
        known = None if name in self._games.nameless() else self._games.profile(name)
        if known is None:
            raise Problem(HTTPStatus.NOT_FOUND, "not-found", say("Nobody of this name has played here."))
        return known


def address_of(name: str) -> str:
    """Give the address of a player's page; a name that browsers would take for a folder goes another way."""
    odd = name.startswith("/") or any(part in ("", ".", "..") for part in name.split("/"))
    return url_for("players.index", name=name) if odd else url_for("players.show", name=name)


def _texts(*keys: str) -> dict[str, str]:
    body: Any = request.get_json()
    if not isinstance(body, dict) or not all(isinstance(body.get(key), str) for key in keys):
        wanted = ", ".join(f'"{key}": "…"' for key in keys)
        raise bad_request(say("Send {example}.", example=f"{{{wanted}}}"))
    return {key: body[key] for key in keys}
