"""Wires the export of disputes: a page of its own for each, from a recording as it goes or from a journal."""

import os
import tempfile
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Self

from appliance.replaying import ClaimPictures
from companion.atomic_file import check_kind, failed, is_other, replace_file
from companion.disputes.clips import ClipStore, clip_name
from companion.disputes.dispute import Dispute
from companion.disputes.page import HEAD, MAKER, Picture, document, embedded, mark_of
from companion.errors import CompanionError, SettingsError
from companion.evidence import Still
from companion.language import SOURCE, say
from companion.sessions.events import Event, EventKind
from vision.capture.replay import ReplayPlan, ReplayTap
from vision.frame import Frame


class Exporter:
    """Writes a page about each dispute of a recording, ``dispute-1.html`` and so on; a context manager.

    Pages that are there already, of another recording, stay: the numbers go on after theirs.
    A page is written as soon as its pictures are complete, and once more at the end, with what became of the
    claim. ``about`` names the recording on the pages. Raises SettingsError where the folder cannot be used.
    """

    def __init__(
        self,
        folder: Path,
        plan: ReplayPlan,
        language: str = SOURCE,
        about: str = "",
        patient: bool = True,
    ) -> None:
        self._folder, self._language, self._about = folder, language, about
        self._tap = ReplayTap(plan, patient)
        self._claims = ClaimPictures(self._tap.ring, plan, self._keep)
        self._pages: dict[int, Path] = {}
        usable(folder)

    def __enter__(self) -> Self:
        self._beside = tempfile.TemporaryDirectory(prefix="companion-")
        self._clips = ClipStore(Path(self._beside.name))
        self._tap.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._tap.settle()
            self._claims.finish()
            for dispute in self._claims.disputes:
                self._write(dispute)
        finally:
            self._tap.__exit__(kind, error, trace)
            self._beside.cleanup()

    def look(self, frame: Frame, moving: bool) -> None:
        """Take a frame after it was looked at; ``moving`` says whether anything moves in it."""
        self._tap.offer(frame, moving)
        self._claims.look()

    def hear(self, number: int, event: Event) -> None:
        """Take an event with its number."""
        if event.kind is EventKind.VERDICT:
            self._tap.settle()
        self._claims.hear(number, event)

    def _keep(self, dispute: Dispute, stills: tuple[Still, ...], whole: bool) -> None:
        if dispute.number not in self._pages:
            self._pages[dispute.number] = self._free()
        if stills:
            self._clips.save(clip_name(dispute), stills)
        if whole:
            self._write(dispute)

    def _free(self) -> Path:
        """Give the first page that neither an earlier recording nor an earlier dispute has."""
        pages = (self._folder / f"dispute-{number}.html" for number in count(1))
        return next(page for page in pages if page not in self._pages.values() and not page.exists())

    def _write(self, dispute: Dispute) -> None:
        write_page(self._pages[dispute.number], dispute, self._clips, self._language, self._about)


def usable(folder: Path) -> Path:
    """Give a folder, made where it is missing; raises SettingsError where it cannot be used."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(f"{folder}: no folder for pages ({error.strerror}); name another.") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise SettingsError(f"{folder}: this user may not write pages there; name another folder.")
    return folder


def page_for(folder: Path, dispute: Dispute) -> Path:
    """Name the page of a dispute: ``dispute-17.html``, or ``dispute-17-2.html`` beside another journal's.

    Its own page is written anew. Raises WrongUse where a file that is no page about a dispute would be lost.
    """
    for place in count(1):
        page = folder / f"dispute-{dispute.number}{f'-{place}' if place > 1 else ''}.html"
        check_kind(page, "page about a dispute", HEAD.encode(), MAKER.encode())
        if not is_other(page, HEAD.encode(), mark_of(dispute).encode()):
            break
    return page


def write_page(
    path: Path, dispute: Dispute, clips: ClipStore, language: str = SOURCE, about: str = ""
) -> None:
    """Write the page about a dispute in one stroke; raises CompanionError where it cannot be written."""
    text = page_of(dispute, clips, language, about)
    try:
        replace_file(path, text.encode())
    except OSError as error:
        words = failed(say("{path}: the page cannot be written", path=path), error)
        raise CompanionError(words) from error


def page_of(dispute: Dispute, clips: ClipStore, language: str = SOURCE, about: str = "") -> str:
    """Give the page about a dispute, its pictures in it."""
    name = clip_name(dispute)
    shown = [(note, clips.jpeg(name, note.place)) for note in clips.frames(name)]
    pictures = [Picture(embedded(jpeg), note) for note, jpeg in shown if jpeg is not None]
    footer = say("From {about}", about=about).to(language) if about else ""
    return document(dispute, pictures, language, footer)
