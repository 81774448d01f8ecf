"""The set-up wizard below ``/setup``: from an empty table to a started game, a page a step.

Every step is a page of its own with plain forms, so it works without JavaScript too; each can be skipped and
gone back to. All of it is for referees, for it shows the camera's pictures.
"""

from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from threading import Lock

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug import Response

from companion.errors import CompanionError, SettingsError
from companion.language import mark, say
from companion.rules.catalogue import GAMES
from companion.settings.file import BadSettings, change_file, read_settings
from companion.settings.values import Settings
from web.access.roles import Roles
from web.content.house_rules import questions
from web.content.screen import JUMP_GAMES
from web.content.standings import SIDES
from web.doors.archive import ArchiveDoor
from web.doors.game import RefereeLike, TableLike
from web.doors.lobby import LobbyLike
from web.doors.settings import SettingsDoor
from web.doors.setup import MOST_PICTURES, LessonState, SetupEye, SetupPanel
from web.problems import Problem
from web.setup import forms, start, steps
from web.setup.draft import Draft, first_draft
from web.setup.shapes import around, marks

STEPS = (
    ("language", mark("Language")),
    ("camera", mark("Camera")),
    ("buttons", mark("Buttons")),
    ("players", mark("Players")),
    ("game", mark("Game")),
    ("rules", mark("House rules")),
    ("deck", mark("Deck")),
    ("row", mark("First row")),
    ("start", mark("Start")),
)
"""The steps in their order, with their names."""

ORDER = tuple(slug for slug, _ in STEPS)
KEPT = frozenset({"language", "camera", "players", "game", "rules", "start"})
"""Those in which something is chosen that the settings keep."""

REFRESH_SECONDS = 2
CHIPS = 24


@dataclass(frozen=True, slots=True)
class WizardDoors:
    """What the wizard sets up: the table, its lobby and record, and what else there is."""

    table: TableLike
    lobby: LobbyLike
    referee: RefereeLike
    eye: SetupEye | None = None
    panel: SetupPanel | None = None
    archive: ArchiveDoor | None = None
    settings: SettingsDoor | None = None


class Setup:
    """The wizard's pages; what was chosen so far is the same for every device that looks at it."""

    def __init__(self, doors: WizardDoors, roles: Roles) -> None:
        self._doors, self._roles = doors, roles
        self._draft: Draft | None = None
        self._first: Draft | None = None
        self._of: tuple[str | None, tuple[str, ...]] | None = None
        self._next_camera = ""
        self._not_kept: SettingsError | None = None
        self._turn = Lock()

    def blueprint(self) -> Blueprint:
        """Give the routes."""
        routes = Blueprint("setup", __name__)
        for slug in ORDER:
            first = slug == ORDER[0]
            path, name = ("/setup", "index") if first else (f"/setup/{slug}", slug)
            routes.add_url_rule(path, name, partial(self._show, slug))
            routes.add_url_rule(path, f"{name}_do", partial(self._do, slug), methods=["POST"])
        routes.add_url_rule("/setup/look", "look", self._look)
        routes.add_url_rule("/setup/picture/<int:number>.jpg", "picture", self._picture)
        routes.add_url_rule("/setup/crop/<int:number>.jpg", "crop", self._crop)
        return routes

    def _show(self, slug: str, message: str = "", status: HTTPStatus = HTTPStatus.OK) -> Response:
        if self._roles.grounds() is None:
            return redirect("/referee", HTTPStatus.SEE_OTHER)
        draft, view = self._now(), self._doors.table.view()
        at = ORDER.index(slug)
        page = render_template(
            f"setup_{slug}.html",
            steps=[(address(step), say(name), step == slug) for step, name in STEPS],
            number=at + 1,
            before=address(ORDER[at - 1]) if at else None,
            after=address(ORDER[at + 1]) if at + 1 < len(ORDER) else None,
            form_token=forms.token(),
            message=message,
            draft=draft,
            view=view,
            running=start.asks(view),
            seen=self._doors.eye is not None,
            unkept=self._why_unkept() if slug in KEPT else None,
            **self._facts(slug, draft),
        )
        return _unkept(page, status, refresh=slug == "deck" and self._learning())

    def _facts(self, slug: str, draft: Draft) -> dict[str, object]:
        """Give what only this step shows."""
        match slug:
            case "camera" | "row":
                return self._camera_facts(draft)
            case "buttons":
                return {"panel": self._doors.panel, "jumps": self._doors.table.view().game in JUMP_GAMES}
            case "players":
                return {"chips": self._chips(draft), "sides": around(draft.lobby), "side_names": SIDES}
            case "game":
                return {"games": GAMES, "trouble": draft.trouble() if draft.players else None}
            case "rules":
                return {"questions": questions(draft.chosen, draft.rules.get(draft.game, {}))}
            case "deck":
                eye = self._doors.eye
                lesson = eye.lesson() if eye else None
                known = eye.decks(draft.game) if eye else ()
                return {"decks": known, "lesson": lesson, "most": MOST_PICTURES, "states": LessonState}
            case "start":
                return {"trouble": draft.trouble(), "side_names": SIDES}
            case _:
                return {}

    def _camera_facts(self, draft: Draft) -> dict[str, object]:
        eye = self._doors.eye
        look = eye.look(draft.game, draft.deck or None) if eye else None
        door, cameras = self._doors.settings, self._cameras()
        return {
            "look": look,
            "marks": marks(look) if look else (),
            "cameras": cameras,
            "source": self._source(),
            "next_camera": cameras.get(self._next_camera, self._next_camera),
            "can_choose": self._settings() is not None,
            "can_restart": door is not None and door.restart is not None,
        }

    def _do(self, slug: str) -> Response:
        self._roles.require()
        forms.check()
        try:
            with self._turn:
                return self._done(slug)
        except CompanionError as error:
            words = error.args[0] if error.args else str(error)
            return self._show(slug, words, HTTPStatus.UNPROCESSABLE_ENTITY)

    def _done(self, slug: str) -> Response:
        form, draft = request.form, self._now()
        match slug:
            case "language":
                return self._speak(steps.language(form))
            case "camera":
                return self._choose_camera(form.get("source", ""))
            case "start":
                return self._start(draft, end=form.get("end", ""), row=form.get("do") == "row")
            case "buttons" if self._doors.panel:
                self._doors.panel.blink()
            case _:
                self._draft = self._changed(slug, draft)
        goes_on = form.get("do") == "next" or "on" in form
        to = ORDER[ORDER.index(slug) + 1] if goes_on else slug
        return redirect(_with_seats(address(to), slug), HTTPStatus.SEE_OTHER)

    def _changed(self, slug: str, draft: Draft) -> Draft:
        """Give the draft after a step's form."""
        form, eye = request.form, self._doors.eye
        match slug:
            case "players":
                return steps.players(draft, form)
            case "game":
                return steps.game(draft, form, eye)
            case "rules":
                return steps.rules(draft, form)
            case "row":
                return steps.row(draft, form, eye)
            case "deck" if eye:
                return steps.deck(draft, form, eye)
            case _:
                return draft

    def _speak(self, language: str | None) -> Response:
        if language is None:
            return redirect(address("language"), HTTPStatus.SEE_OTHER)
        self._keep({"dashboard.language": language})
        return redirect(f"{address('camera')}?lang={language}", HTTPStatus.SEE_OTHER)

    def _choose_camera(self, source: str) -> Response:
        """Keep which camera is used; where it is another one, start anew with it if somebody would."""
        eye, door = self._doors.eye, self._doors.settings
        if eye is not None and door is not None:
            if source not in self._cameras():
                raise SettingsError(say("This camera is not there any more."))
            change_file(door.path, {"camera.source": source})
            self._next_camera = "" if source == eye.source else source
            if self._next_camera and door.restart is not None:
                door.restart()
        return redirect(address("camera"), HTTPStatus.SEE_OTHER)

    def _cameras(self) -> dict[str, str]:
        """Give the cameras to choose from: what the settings call each, with its name."""
        there = self._doors.eye.cameras() if self._doors.eye else ()
        return {"auto": say("Whichever is plugged in"), **{camera.value: camera.name for camera in there}}

    def _source(self) -> str:
        """Give what the settings call the camera: the one that is chosen, else the one that is in use."""
        settings, eye = self._settings(), self._doors.eye
        return settings.camera.source if settings else eye.source if eye else ""

    def _start(self, draft: Draft, *, end: str, row: bool) -> Response:
        doors = self._doors
        trouble = draft.trouble()
        if trouble is not None:
            return self._show("start", trouble, HTTPStatus.UNPROCESSABLE_ENTITY)
        if doors.eye:
            doors.eye.use_deck(draft.deck or None)
        start.start(draft, doors.table.view(), doors.lobby, doors.referee, end=end, row=row)
        self._keep(_as_settings(draft))
        self._draft = None
        return redirect("/", HTTPStatus.SEE_OTHER)

    def _keep(self, values: dict[str, object | None]) -> None:
        """Keep what people would expect to find again; a full disk keeps nobody from play, but is told."""
        if self._doors.settings is not None:
            self._not_kept = None
            try:
                change_file(self._doors.settings.path, values)
            except SettingsError as error:
                self._not_kept = error

    def _why_unkept(self) -> tuple[str, bool] | None:
        """Say why choices cannot be kept, and whether the file itself is wrong; None where they can."""
        if self._doors.settings is None:
            return None
        try:
            read_settings(self._doors.settings.path)
        except SettingsError as error:
            return error.args[0], isinstance(error, BadSettings)
        if self._not_kept is None or isinstance(self._not_kept, BadSettings):
            return None
        return self._not_kept.args[0], False

    def _look(self) -> Response:
        """Give the picture and what is said of it, as a part of a page."""
        self._roles.require()
        page = render_template(
            "setup_look.html", view=self._doors.table.view(), **self._camera_facts(self._now())
        )
        return _unkept(page)

    def _picture(self, number: int) -> Response:
        self._roles.require()
        return _jpeg(self._doors.eye.picture(number) if self._doors.eye else None)

    def _crop(self, number: int) -> Response:
        self._roles.require()
        return _jpeg(self._doors.eye.crop(number) if self._doors.eye else None)

    def _now(self) -> Draft:
        """Give the draft; one of an earlier game, or in which nobody chose anything, is made anew."""
        view = self._doors.table.view()
        game = view.game, tuple(player.name for player in view.players)
        if self._draft is None or game != self._of or self._draft == self._first:
            self._draft = self._first = first_draft(view, self._settings())
            self._of = game
        return self._draft

    def _settings(self) -> Settings | None:
        if self._doors.settings is None:
            return None
        try:
            return read_settings(self._doors.settings.path)
        except SettingsError:
            return None

    def _chips(self, draft: Draft) -> list[str]:
        """Give the names of those who played here before and do not sit here yet."""
        archive = self._doors.archive
        if archive is None:
            return []
        unwanted = {*draft.players, *archive.games.nameless()}
        return [line.name for line in archive.games.roster() if line.name not in unwanted][:CHIPS]

    def _learning(self) -> bool:
        lesson = self._doors.eye.lesson() if self._doors.eye else None
        return lesson is not None and lesson.state is LessonState.LEARNING


def address(slug: str) -> str:
    """Give the address of a step."""
    return url_for("setup.index" if slug == ORDER[0] else f"setup.{slug}")


def _with_seats(path: str, slug: str) -> str:
    """Come back to the table where somebody was seated just now."""
    return f"{path}#seats" if slug == "players" and request.form.get("do") == "seat" else path


def _as_settings(draft: Draft) -> dict[str, object | None]:
    sides = list(draft.lobby.seats)
    return {
        "table.players": list(draft.players),
        "table.game": draft.game,
        "table.starter": draft.first,
        "table.seats": sides or None,
        "table.deck": draft.deck or None,
        **{f"house_rules.{draft.game}.{key}": draft.house.get(key) for key in draft.chosen.rulings},
    }


def _unkept(page: str, status: HTTPStatus = HTTPStatus.OK, *, refresh: bool = False) -> Response:
    """Let no browser keep it; say where it came from to ourselves, which forms without JavaScript need."""
    response = make_response(page, status)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "same-origin"
    if refresh:
        response.headers["Refresh"] = str(REFRESH_SECONDS)
    return response


def _jpeg(data: bytes | None) -> Response:
    if data is None:
        raise Problem(HTTPStatus.NOT_FOUND, "not-found", say("There is no such picture."))
    response = Response(data, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "no-store"
    return response
