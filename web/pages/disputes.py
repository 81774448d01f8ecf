"""The pages about disputes: all, one with its pictures, a file to take away, the table's own ruling."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus

from flask import Blueprint, jsonify, redirect, render_template, request, url_for
from werkzeug import Response

from companion.disputes import words
from companion.disputes.clips import FrameNote
from companion.disputes.dispute import Dispute
from companion.disputes.page import SCRIPT, STYLE, Picture, article, asset, document, embedded
from companion.jumps.adjudicator import Verdict
from companion.language import Text, say
from web.access.roles import Roles
from web.doors.disputes import DisputesLike
from web.i18n import current
from web.problems import Problem, bad_request

TYPES = {SCRIPT: "text/javascript", STYLE: "text/css"}
SHOWN = 200
"""So many disputes are listed at most, the newest first."""


@dataclass(frozen=True, slots=True)
class Line:
    """A dispute in the list."""

    number: int
    title: Text
    verdict: Text
    tone: str
    when: Text
    outcome: Text


@dataclass(frozen=True, slots=True)
class Choice:
    """A button of the table's own ruling: what it says, and what it sends."""

    label: Text
    body: Mapping[str, object]


class Disputes:
    """The routes below ``/disputes``; pictures are for referees alone, and are kept by no browser."""

    def __init__(self, disputes: DisputesLike, roles: Roles) -> None:
        self._disputes, self._roles = disputes, roles

    def blueprint(self) -> Blueprint:
        """Give the routes."""
        routes = Blueprint("disputes", __name__)
        pages: dict[str, tuple[str, Callable[..., object]]] = {
            "index": ("/disputes", self._index),
            "newest": ("/disputes/newest", self._newest),
            "show": ("/disputes/<int:number>", self._show),
            "picture": ("/disputes/<int:number>/<int:place>.jpg", self._picture),
            "export": ("/disputes/<int:number>/dispute.html", self._export),
            "asset": ("/disputes/assets/<name>", self._asset),
        }
        for endpoint, (path, view) in pages.items():
            routes.add_url_rule(path, endpoint, view)  # type: ignore[arg-type]
        routes.add_url_rule("/api/disputes/<int:number>/ruling", "rule", self._rule, methods=["POST"])
        routes.add_url_rule("/api/pause", "pause", self._pause, methods=["POST"])
        return routes

    def _index(self) -> str:
        newest_first = list(reversed(self._disputes.all()))
        return render_template("disputes.html", lines=[_line(dispute) for dispute in newest_first[:SHOWN]])

    def _newest(self) -> Response:
        found = self._disputes.all()
        if not found:
            return redirect(url_for("disputes.index"), HTTPStatus.SEE_OTHER)
        return redirect(url_for("disputes.show", number=found[-1].number), HTTPStatus.SEE_OTHER)

    def _show(self, number: int) -> Response:
        dispute = self._found(number)
        referee = self._roles.grounds() is not None
        rules = referee and self._disputes.may_rule(dispute)
        page = render_template(
            "dispute.html",
            title=words.title(dispute),
            when=words.when(dispute),
            number=number,
            referee=referee,
            article=self._article(dispute, referee),
            choices=_choices(dispute) if rules else [],
            urgent=dispute.verdict is Verdict.TOO_CLOSE and not dispute.referee,
            newer=self._neighbour(dispute, 1),
            older=self._neighbour(dispute, -1),
        )
        return _unkept(Response(page, mimetype="text/html"))

    def _article(self, dispute: Dispute, referee: bool) -> str:
        frames = self._disputes.frames(dispute)
        if not referee:
            told = say("The pictures show the table and the hands at it: only a referee's device shows them.")
            return article(dispute, (), current(), told if frames else None)
        return article(dispute, self._pictures(dispute, frames), current())

    def _pictures(self, dispute: Dispute, frames: Sequence[FrameNote]) -> list[Picture]:
        size = self._disputes.size(dispute) if frames else None
        return [
            Picture(url_for("disputes.picture", number=dispute.number, place=note.place), note, size)
            for note in frames
        ]

    def _neighbour(self, dispute: Dispute, step: int) -> int | None:
        numbers = [each.number for each in self._disputes.all()]
        place = numbers.index(dispute.number) + step
        return numbers[place] if 0 <= place < len(numbers) else None

    def _picture(self, number: int, place: int) -> Response:
        self._roles.require()
        jpeg = self._disputes.picture(self._found(number), place)
        if jpeg is None:
            raise Problem(HTTPStatus.NOT_FOUND, "not-found", say("There is no such picture."))
        return _unkept(Response(jpeg, mimetype="image/jpeg"))

    def _export(self, number: int) -> Response:
        self._roles.require()
        dispute = self._found(number)
        kept = [
            (note, self._disputes.picture(dispute, note.place)) for note in self._disputes.frames(dispute)
        ]
        pictures = [Picture(embedded(jpeg), note) for note, jpeg in kept if jpeg is not None]
        response = Response(document(dispute, pictures, current()), mimetype="text/html")
        response.headers["Content-Disposition"] = f'attachment; filename="dispute-{number}.html"'
        return _unkept(response)

    def _asset(self, name: str) -> Response:
        if name not in TYPES:
            raise Problem(HTTPStatus.NOT_FOUND, "not-found", say("There is no such page here."))
        return Response(asset(name), mimetype=TYPES[name])

    def _rule(self, number: int) -> tuple[Response, int]:
        body = _body()
        counts, by = body.get("counts"), body.get("by")
        if not isinstance(counts, bool) or not (by is None or isinstance(by, str)):
            message = say(
                "Send {example} with the name of who jumped.", example='{"counts": true, "by": "Ann"}'
            )
            raise bad_request(message)
        return jsonify(seq=self._disputes.rule(self._found(number), counts, by)), HTTPStatus.CREATED

    def _pause(self) -> tuple[Response, int]:
        on = _body().get("on")
        if not isinstance(on, bool):
            message = say("Send {example} to let the game wait or go on.", example='{"on": true}')
            raise bad_request(message)
        return jsonify(seq=self._disputes.pause(on)), HTTPStatus.CREATED

    def _found(self, number: int) -> Dispute:
        dispute = self._disputes.find(number)
        if dispute is None:
            raise Problem(HTTPStatus.NOT_FOUND, "not-found", say("There is no such dispute."))
        return dispute


def _line(dispute: Dispute) -> Line:
    tone = {Verdict.IN_TIME: "good", Verdict.TOO_CLOSE: "look"}.get(dispute.verdict, "bad")
    return Line(
        dispute.number,
        words.title(dispute),
        words.verdict(dispute),
        tone,
        words.when(dispute),
        words.outcome(dispute),
    )


def _choices(dispute: Dispute) -> list[Choice]:
    """Give the rulings that the table can make; where nobody knows who jumped, one for each who may have."""
    by = dispute.ruling["by"]
    owner = dispute.target.by if dispute.target else None
    names = [by] if by else [name for name in dispute.players if name != owner]
    counts = [
        Choice(say("{player}’s jump counts", player=name), {"counts": True, "by": name}) for name in names
    ]
    return [*counts, Choice(say("It does not count"), {"counts": False})]


def _body() -> Mapping[str, object]:
    body = request.get_json()
    return body if isinstance(body, dict) else {}


def _unkept(response: Response) -> Response:
    """Let no browser and nothing on the way keep it."""
    response.headers["Cache-Control"] = "no-store"
    return response
