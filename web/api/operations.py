"""What programs may ask of the dashboard, in words and types; a test holds that no route is missing here."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any, TypeAlias

from companion.storage.journal_games import GameLine
from companion.storage.profiles import Profile, RosterLine
from companion.views.mending import ActsView, ActView
from companion.views.offers import Form
from companion.views.table_view import TableView
from web.content.history import Moment


class Json(dict[str, Any]):
    """Any JSON object: an act, house rules."""


Shape: TypeAlias = Any
"""A type, or the members of an object with their types."""


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing that can be asked: what comes back, what is sent; ``optional`` members may be left out."""

    summary: str
    answer: Shape
    body: Mapping[str, Shape] = field(default_factory=dict)
    optional: frozenset[str] = frozenset()
    query: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    status: HTTPStatus = HTTPStatus.OK
    media: str = "application/json"


CHANGED = {"seq": int}
ROLE = {"referee": bool, "grounds": str | None}
PLACE = {"type": "integer", "minimum": 0}
TEXT = {"type": "string"}


def _change(summary: str, optional: str = "", **body: Shape) -> Operation:
    """Describe what changes the table: it answers with the number of its last event."""
    return Operation(summary, CHANGED, body, frozenset(optional.split()), status=HTTPStatus.CREATED)


OPERATIONS: Mapping[str, Operation] = {
    "GET /api/openapi.json": Operation("This document.", Json),
    "GET /healthz": Operation(
        "Whether every part is well: 200, or 503 with the same answer; what is wrong stands with its part. "
        "A missing camera is waited for, and no part's trouble: the table says it. "
        "`home` is another text for each file of games.",
        {"ok": bool, "seq": int, "parts": Mapping[str, str | None], "home": str},
    ),
    "GET /events": Operation(
        "The live feed (server-sent events): a snapshot first, then every change; resumed by Last-Event-ID. "
        "A snapshot comes anew, with an id already seen, where the view changes without an event.",
        str,
        query={"after": PLACE},
        media="text/event-stream",
    ),
    "GET /api/table": Operation("The table as it stands.", TableView),
    "POST /api/press": Operation(
        "Presses a button: the shared one, or a player's own. For everybody.",
        {"pressed": str},
        {"button": str},
        status=HTTPStatus.ACCEPTED,
    ),
    "GET /api/referee": Operation("Whether I am referee, and why.", ROLE),
    "POST /api/referee": Operation(
        "Takes the role by the code or a PIN, or by the token of an invitation.",
        ROLE,
        {"code": str, "token": str},
        frozenset({"code", "token"}),
    ),
    "DELETE /api/referee": Operation("Gives the role back.", ROLE),
    "GET /api/referees": Operation(
        "The devices that have the role; for referees.",
        {"referees": list[Json]},
    ),
    "DELETE /api/referees/{key}": Operation("Takes the role from a device.", {"removed": str}),
    "GET /api/invitations": Operation(
        "The PINs that still let a device in; for referees.",
        {"pins": list[str]},
    ),
    "POST /api/invitations": Operation(
        "Opens the role to one more device, for some minutes.",
        {"pin": str, "url": str, "seconds": float, "qr": str},
        status=HTTPStatus.CREATED,
    ),
    "GET /api/acts": Operation("The record of the game in words and as acts.", ActsView),
    "POST /api/acts": _change("Enters the next act.", "edits", act=Json, edits=int | None),
    "GET /api/acts/form": Operation(
        "All that may be entered at a place; for referees.", Form, query={"at": PLACE}
    ),
    "POST /api/corrections": _change(
        "Changes an earlier act, or turns stacks round.",
        "at act revision",
        change=str,
        at=int,
        act=Json,
        revision=int | None,
    ),
    "POST /api/corrections/preview": Operation(
        "What a correction would change, in sentences; changes nothing.",
        {"words": list[str]},
        {"change": str, "at": int, "act": Json, "revision": int | None},
        frozenset({"at", "act", "revision"}),
    ),
    "POST /api/undo": _change("Takes back what was done last.", "edits", edits=int | None),
    "POST /api/redo": _change("Puts back what was undone last.", "edits", edits=int | None),
    "POST /api/lobby/answers": _change(
        "Says of a player, or of all, again or leave.", "player", answer=str, player=str | None
    ),
    "POST /api/lobby/players": _change(
        "Seats somebody for the next game.",
        "place side new",
        player=str,
        place=int | None,
        side=str | None,
        new=bool,
    ),
    "DELETE /api/lobby/players": _change("Lets somebody leave the lobby.", player=str),
    "POST /api/games": _change(
        "Begins the next game.", "game starter rules", game=str | None, starter=str | None, rules=Json
    ),
    "POST /api/games/break-off": _change("Breaks the running game off."),
    "GET /api/games": Operation(
        "The games that were played, the newest first, a page at a time.",
        {"games": list[GameLine], "total": int, "page": int, "pages": int},
        query={"game": TEXT, "player": TEXT, "page": {"type": "integer", "minimum": 1}},
    ),
    "GET /api/games/{number}": Operation(
        "One game with its acts.", {"game": GameLine, "acts": list[ActView]}
    ),
    "GET /api/games/{number}/acts/{act}": Operation("The table after an act; 0 is before the first.", Moment),
    "GET /api/players": Operation("All players.", {"players": list[RosterLine]}),
    "GET /api/players/{name}": Operation("One player's games, wins, jumps and rivals.", Profile),
    "POST /api/players/rename": Operation(
        "Gives a player another name everywhere.",
        {"player": str, "address": str},
        {"player": str, "name": str},
    ),
    "POST /api/players/delete": Operation(
        "Deletes a player's name from every game; it cannot be undone.",
        {"player": str, "left": list[str]},
        {"player": str, "confirm": str},
    ),
    "POST /api/disputes/{number}/ruling": _change(
        "Lets the table itself rule on a claim.", "by", counts=bool, by=str | None
    ),
    "POST /api/pause": _change("Lets the game wait, or go on.", on=bool),
}
"""By method and path: what each route does."""

OF_ANY_GAME = (
    "/api/acts",
    "/api/acts/form",
    "/api/corrections",
    "/api/corrections/preview",
    "/api/undo",
    "/api/redo",
)
"""Paths that are about the game at the table, or with ``?game=`` about an earlier one."""

OPERATIONS = {
    key: replace(known, query={**known.query, "game": PLACE}) if key.split()[1] in OF_ANY_GAME else known
    for key, known in OPERATIONS.items()
}
