"""The referee's pages: the acts with what may be entered next, a change with what it would do, the role."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug import Response

from companion.errors import CompanionError
from companion.language import mark, say
from companion.sessions.history import change_from_json, change_to_json
from companion.views.mending import ActsView, turned
from web.access.roles import Roles
from web.content.entry import lay_out, lines, revealed
from web.doors.game import RefereeLike, TableLike
from web.doors.past_referee import of_game
from web.problems import Problem, bad_request

Page = str | Response

GROUNDS = {
    "everyone": mark("Everyone may mend the game at this table."),
    "machine": mark("This is the companion’s own screen: it may mend the game."),
    "code": mark("This device may mend the game."),
}
"""What makes a referee, in words."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change that is looked at before it is kept: where it goes, with which body, and what it comes to.

    ``again`` is the address at which it is looked at anew, as the game stands then.
    """

    post: str
    body: Mapping[str, object]
    words: list[str]
    refusal: str
    again: str


class MendViews:
    """The pages behind ``/acts``; each sends an onlooker to ``/referee``."""

    def __init__(self, table: TableLike, referee: RefereeLike, roles: Roles) -> None:
        self._table = table
        self._referee = referee
        self._roles = roles

    def blueprint(self) -> Blueprint:
        """Give the routes."""
        routes = Blueprint("mend", __name__)
        routes.add_url_rule("/referee", "role", self._role)
        routes.add_url_rule("/acts", "acts", self._acts)
        routes.add_url_rule("/acts/preview", "preview", self._preview)
        routes.add_url_rule("/acts/<int:at>/change", "change", self._change, defaults={"kind": "replace"})
        routes.add_url_rule("/acts/<int:at>/before", "before", self._change, defaults={"kind": "insert"})
        return routes

    def _role(self) -> Page:
        grounds = self._roles.grounds()
        return render_template(
            "referee.html",
            grounds=grounds,
            why=say(GROUNDS[grounds]) if grounds else "",
            devices=self._roles.devices() if grounds else [],
            own=self._roles.own(),
            playing=self._table.view().game is not None,
        )

    def _acts(self) -> Page:
        if away := self._away():
            return away
        acts, view = self._referee.acts(), self._table.view()
        form = self._referee.form() if view.game else None
        mover = next((player.name for player in view.players if player.to_move), None)
        return render_template(
            "acts.html",
            acts=acts,
            lines=lines(acts),
            entry=lay_out(form, request.args) if form else None,
            mover=mover,
            over=view.over,
        )

    def _change(self, at: int, kind: str) -> Page:
        if away := self._away():
            return away
        acts = self._referee.acts()
        if at >= len(acts.acts):
            raise Problem(HTTPStatus.NOT_FOUND, "not-found", say("There is no such act in this game."))
        return render_template(
            "change.html",
            acts=acts,
            act=acts.acts[at],
            kind=kind,
            entry=lay_out(self._referee.form(at), request.args),
        )

    def _preview(self) -> Page:
        if away := self._away():
            return away
        return render_template("preview.html", proposal=self._proposal(self._referee.acts()))

    def _away(self) -> Response | None:
        if self._roles.grounds() is not None:
            return None
        return redirect(url_for("mend.role"), HTTPStatus.SEE_OTHER)

    def _proposal(self, acts: ActsView) -> Proposal:
        """Read what is asked for, and try it."""
        kind, at, revision = request.args.get("change", "enter"), _number("at"), _number("revision")
        body: dict[str, object] = {}
        try:
            if kind == "enter":
                entered = self._asked_act(None)
                body = {"act": entered, "edits": acts.edits}
                words = self._referee.preview_entry(entered)
            elif kind == "turn":
                body = {"change": kind, "revision": acts.revision if revision is None else revision}
                words = self._referee.preview(turned(acts), revision)
            else:
                act = {} if kind == "take-back" else {"act": self._asked_act(at)}
                change = change_from_json({"change": kind, "at": at, **act})
                body = {**change_to_json(change), "revision": acts.revision if revision is None else revision}
                words = self._referee.preview(change, revision)
        except CompanionError as refusal:
            return Proposal("", {}, [], refusal.args[0], _again())
        post = "/api/acts" if kind == "enter" else "/api/corrections"
        return Proposal(post + of_game(), body, words, "", _again())

    def _asked_act(self, at: int | None) -> Mapping[str, object]:
        """Read the act that a button stands for, or the hands that were chosen card by card."""
        if said := request.args.get("act"):
            try:
                act = json.loads(said)
            except (ValueError, RecursionError):
                act = None
            if isinstance(act, dict):
                return act
        hands = self._referee.form(at).hands
        chosen = [request.args.getlist(f"hand-{seat}") for seat in range(len(hands))]
        if not any(chosen):
            raise bad_request(say("Nothing was chosen."))
        return revealed(hands, chosen)


def _again() -> str:
    """Give the address of this page without the revision that it was made for."""
    said = [(key, value) for key, value in request.args.items(multi=True) if key != "revision"]
    return f"{request.path}?{urlencode(said)}"


def _number(key: str) -> int | None:
    said = request.args.get(key, "")
    return int(said) if said.isascii() and said.isdigit() and len(said) <= 9 else None
