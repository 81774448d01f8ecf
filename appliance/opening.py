"""Opens all that people touch and look at once a table stands: buttons, lamp, keyboard, dashboard."""

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from threading import Timer

from flask import Flask

from appliance.attending import Attendant, Ears, fit_of
from appliance.ending import Ends
from appliance.eye import CAMERA, READER
from appliance.notify import Heart
from appliance.plan import Plan
from appliance.plans import usual_journal
from appliance.settingup import Showing, Trying
from appliance.timeline import TableClock, Timeline
from companion.disputes.book import DisputeBook
from companion.doctor.port import mark_of
from companion.sessions.session import Session
from companion.storage.archive import Archive
from companion.storage.journal import Journal
from companion.storage.journal_file import told
from companion.storage.journal_reading import readable
from companion.table import Table
from hardware.buttons import tablet_press
from hardware.keyboard import find_keyboard
from hardware.panel import Panel
from web.access.admission import Admission
from web.app import Doors, create_app
from web.doors.archive import ArchiveDoor
from web.doors.disputes import DisputesDoor
from web.doors.lobby import LobbyDoor
from web.doors.referee import RefereeDoor
from web.doors.settings import SettingsDoor
from web.doors.table import TableDoor
from web.serving.nearby import Nearby, own_addresses
from web.serving.qr import Reach, as_text
from web.serving.server import Server, check_listening

TABLE, WEB = "table", "dashboard"
"""The parts of a table, besides those of its eye, of which is told whether they are well."""

PINS_SECONDS = 5.0
"""Between two looks for pins that cannot be had yet."""

RESTART_SECONDS = 2.0
"""From the wish to start anew to the end: the page that says so is still served, on a slow board too."""

EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that mean: on every network of this machine."""

SERVER_DIED = "The dashboard's server has died; its log says where. The next start goes on with this game."

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Evening:
    """What has come to stand before the dashboard opens, for all that is wired to it from there on.

    ``parts`` are what is closed at the end, the last one first.
    """

    plan: Plan
    say: Say
    parts: ExitStack
    ends: Ends
    journal: Journal
    table: Table[Session]
    timeline: Timeline
    book: DisputeBook
    admission: Admission
    heart: Heart
    showing: Showing


@dataclass(frozen=True, slots=True)
class Hands:
    """Buttons, lamps and keyboard, and what takes a press; ``words`` say what of them is there."""

    ears: Ears
    panel: Panel
    words: tuple[str, ...]


def open_face(evening: Evening, word: str | None = None) -> Server:
    """Open all that people touch and look at, and say what is there and where; the table is told ``word``."""
    plan, parts = evening.plan, evening.parts
    hands = _hands(evening)
    app = _dashboard(evening, hands, word)
    died = partial(evening.ends.end, SERVER_DIED)
    server = parts.enter_context(Server(app, plan.host, plan.port, died=died))
    parts.callback(app.extensions["feed"].close)
    _welcome(evening, server, hands.words)
    if plan.network_name and server.host in EVERYWHERE:
        parts.enter_context(Nearby(plan.network_name, server.port))
    return server


def _hands(evening: Evening) -> Hands:
    """Open buttons, lamp and keyboard."""
    plan, parts, clock = evening.plan, evening.parts, TableClock(evening.timeline)
    ears = Ears(evening.table, fit_of(plan.source, evening.timeline, plan.journal.absolute().parent))
    panel = parts.enter_context(
        Panel.from_settings(plan.panel, ears.press, clock, on_note=ears.note, later=PINS_SECONDS)
    )
    parts.enter_context(Attendant(evening.table, panel))
    keyboard = parts.enter_context(find_keyboard(ears.press, clock))
    return Hands(ears, panel, (*panel.words, keyboard.words))


def _dashboard(evening: Evening, hands: Hands, word: str | None) -> Flask:
    """Build the dashboard, with a door to all that it shows and changes."""
    plan, table, parts = evening.plan, evening.table, evening.parts
    clock = TableClock(evening.timeline)

    def tapped(button: str) -> None:
        hands.ears.press(tablet_press(button, clock.now()))

    door = parts.enter_context(TableDoor(table, tapped, hands.panel.show, word))
    return create_app(
        Doors(
            door,
            RefereeDoor(table, clock.now),
            lobby=LobbyDoor(table, clock.now),
            archive=ArchiveDoor(table, parts.enter_context(Archive(evening.journal)), clock.now),
            disputes=DisputesDoor(table, evening.book, clock.now),
            settings=_settings(plan, evening.ends),
            setup=(evening.showing, Trying(hands.panel)),
        ),
        admission=evening.admission,
        hosts=plan.names,
        language=lambda: plan.language,
        sounds=plan.sounds,
        health=lambda: _health(table, evening.heart),
        home=mark_of(plan.journal),
        reach=_reach(plan),
    )


def _reach(plan: Plan) -> Reach:
    """Say how other devices come to the dashboard."""
    known = bool(plan.network_name) and plan.host in EVERYWHERE
    return Reach(alone=_is_own(plan.host), name=f"{plan.network_name}.local" if known else "")


def _is_own(host: str) -> bool:
    """Say whether an address is heard by this machine alone."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _health(table: Table[Session], heart: Heart) -> dict[str, str | None]:
    """Say of each part what is wrong with it, as /healthz tells it; None for a part that is well."""
    silent = "gives no sign of life"
    return {
        TABLE: None if table.failed is None else str(table.failed),
        "journal": table.trouble,
        CAMERA: None if heart.alive(CAMERA) else silent,
        READER: None if heart.alive(READER) else silent,
    }


def _welcome(evening: Evening, server: Server, there: Sequence[str]) -> None:
    """Say what is there, where the dashboard is, and how one becomes referee."""
    say = evening.say
    for words in there:
        say(words)
    say(f"The table is on {server.address}")
    for address in _elsewhere(evening.plan, server):
        say(f"On a tablet: {address}")
        if sys.stdout.isatty():
            for line in as_text(address).splitlines():
                say(line)
    say(evening.admission.words)


def _settings(plan: Plan, ends: Ends) -> SettingsDoor | None:
    """Give the door to the settings; those with which the next start would fail are tried before."""
    if plan.settings is None:
        return None

    def journal(named: object) -> None:
        path = Path(str(named)) if named else usual_journal()
        if path.absolute() != plan.journal.absolute():
            _try_journal(path)

    def port(named: object) -> None:
        if named != plan.port:
            check_listening(plan.host, int(str(named)))

    checks = {
        "dashboard.host": lambda named: check_listening(str(named)),
        "dashboard.port": port,
        "storage.journal": journal,
    }
    return SettingsDoor(plan.settings, _restart_of(ends), checks)


def _try_journal(path: Path) -> None:
    """Raise JournalError where no table could begin with a journal; beside another file nothing is made."""
    with suppress(OSError):  # opening it says it better
        if path.exists():
            with told(path), readable(path):
                pass
    Journal.open(path).close()


def _restart_of(ends: Ends) -> Callable[[], None] | None:
    """Give what begins the companion anew, where a service does; the answer leaves first."""
    if "NOTIFY_SOCKET" not in os.environ:
        return None
    anew = "Starting anew, as the dashboard asked; the game goes on."
    return lambda: Timer(RESTART_SECONDS, ends.end, (anew,)).start()


def _elsewhere(plan: Plan, server: Server) -> list[str]:
    """Give what to type on another device; nothing where only this machine is listened to."""
    if server.host not in EVERYWHERE:
        return []
    hosts = [address for address in own_addresses() if ":" not in address]
    hosts += [f"{plan.network_name}.local"] if hosts and plan.network_name else []
    return [f"http://{host}:{server.port}/" for host in hosts]
