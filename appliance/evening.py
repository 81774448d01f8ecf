"""Wires one evening: camera to reader to table to dashboard, started in one order and stopped in reverse."""

import logging
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Timer
from typing import NoReturn

from appliance.attending import Attendant, Ears, fit_of
from appliance.ending import Ends, Terminated, deafen
from appliance.eye import CAMERA, READER, Eye, teller
from appliance.housekeeping import Housekeeping
from appliance.notify import Heart, Notifier, Watchdog, watchdog_seconds
from appliance.replaying import Replay
from appliance.settingup import Showing, Trying
from appliance.timeline import LiveTime, MediaTime, TableClock, Timeline, now
from appliance.undisturbed import LOOK_SECONDS, undisturbed
from companion.clock import Instant, seconds
from companion.disputes.book import DisputeBook, reading
from companion.disputes.clips import ClipStore
from companion.doctor.port import mark_of
from companion.evidence import Press
from companion.following.brain import Brain
from companion.jumps.presses import read_presses
from companion.sessions.events import Close, EventKind, StartGame
from companion.sessions.session import Session
from companion.storage.archive import Archive
from companion.storage.journal import Journal
from companion.storage.journal_copies import COPIES
from companion.storage.journal_file import DamagedJournal
from companion.table import Table
from hardware.buttons import tablet_press
from hardware.keyboard import find_keyboard
from hardware.panel import Panel, PanelSettings
from vision.capture.live import Format
from vision.capture.replay import ReplayPlan
from vision.capture.sources import Recording, Source, open_source
from vision.places import decks_folder
from web.access.admission import Admission
from web.access.referees import Referees
from web.access.secret import keep_secret
from web.app import create_app
from web.doors.archive import ArchiveDoor
from web.doors.disputes import DisputesDoor
from web.doors.lobby import LobbyDoor
from web.doors.referee import RefereeDoor
from web.doors.settings import SettingsDoor
from web.doors.table import TableDoor
from web.serving.nearby import Nearby, own_addresses
from web.serving.qr import as_text
from web.serving.server import Server

TABLE, WEB = "table", "dashboard"
"""The parts, besides the eye's, that the watchdog listens to."""

PATIENCE = 45.0
"""Seconds of silence after which a part of the eye counts as dead: a network camera may take 30 to open."""

READING = 300.0
"""The same of the reader: on a slow and busy board one look at a full row takes a minute."""

LOOKS = 4
"""How often the watchdog looks within the time that systemd gives."""

PINS_SECONDS = 5.0
"""Between two looks for pins that cannot be had yet."""

ANSWER_SECONDS = 15.0
"""Seconds within which table and dashboard must answer the watchdog, on a busy board too."""

RESTART_SECONDS = 2.0
"""From the wish to start anew to the end: the page that says so is still served, on a slow board too."""

EVERYWHERE = ("0.0.0.0", "::")
"""Hosts that mean: on every network of this machine."""

SERVER_DIED = "The dashboard's server has died; its log says where. The next start goes on with this game."

_log = logging.getLogger(__name__)

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """What to run: where the journal is, who plays what, what the camera is, where the dashboard listens.

    ``header``: the game to begin where none is cut off; None: it is begun on the tablet. ``insists``: only
    this very game may be gone on with. ``copies``: daily copies of the journal that are kept. ``wanted``:
    the pictures asked of a camera. ``replay``: those kept of claims. ``language``: of the dashboard, None:
    each browser its own. ``network_name``: under which it is made known at home, None: it is not.
    ``fresh``: begin anew whatever the journal holds. ``once``: end with the recording. ``speed``: of a
    recording, 1 is its own pace.
    ``panel``: the pins of buttons and lamp. ``names``: names, besides the machine's own, under which the
    dashboard may be opened. ``settings``: their file, to be changed on the dashboard. ``deck``: the learnt
    deck on the table, None: any. ``everyone``: whoever opens it may referee.
    """

    journal: Path
    header: Mapping[str, object] | None
    seats: tuple[str, ...]
    source: str
    host: str
    port: int
    presses: Path | None = None
    speed: float = 1.0
    fresh: bool = False
    once: bool = False
    panel: PanelSettings = field(default_factory=PanelSettings)
    names: tuple[str, ...] = ()
    everyone: bool = False
    insists: bool = True
    copies: int = COPIES
    wanted: Format = field(default_factory=Format)
    replay: ReplayPlan = field(default_factory=ReplayPlan)
    language: str | None = None
    sounds: bool = False
    network_name: str | None = None
    settings: Path | None = None
    deck: str | None = None


def run(plan: Plan, say: Say) -> int:
    """Run a table until it is told to stop; gives the exit status. Raises CompanionError where it cannot."""
    ends = Ends()
    ends.heed()
    notifier = Notifier.from_environment()
    with ExitStack() as parts:
        words: list[str] = []
        journal = parts.enter_context(_journal(plan, say, words.append))
        table = _table(journal, parts, ends)
        resumed = _resumed_at(table, plan)
        source, timeline = _source(plan, table, resumed)
        _begin(table, plan, timeline, resumed, say)
        heart = Heart(PATIENCE, own={READER: READING})
        book = DisputeBook(reading(journal), ClipStore.beside(plan.journal))
        replay = parts.enter_context(Replay(table, book, plan.replay, isinstance(source, Recording)))
        showing = Showing(plan.source, decks_folder())
        eye = Eye(table, source, timeline, heart, _presses(plan), replay.tap, plan.deck, showing.offer)
        showing.on_deck = partial(setattr, eye, "deck")
        admission = _admission(plan)
        server = _face(
            plan, journal, table, timeline, book, admission, parts, ends, heart, showing, say, *words
        )
        parts.callback(notifier.stopping)
        _watch_over(table, server, heart, notifier, parts)
        keep_copy = partial(journal.keep_copy, plan.copies)
        folder = plan.journal.absolute().parent
        parts.enter_context(Housekeeping(keep_copy, folder, on_leap=admission.referees.heed_leap))
        notifier.ready(f"The table is on {server.address}")
        try:
            ends.stand()
            undisturbed(eye.follow, eye.stop)
            _linger(plan, say)
            deafen()
        except KeyboardInterrupt:
            deafen()
            say("Stopped.")
        except Terminated:
            deafen()
            say(ends.why or "Stopped in the middle; the next start goes on with this game.")
            return 1 if ends.why else 0
        table.submit(Close(timeline.table_time(now())))
    return 0


def _watch_over(
    table: Table[Session], server: Server, heart: Heart, notifier: Notifier, parts: ExitStack
) -> None:
    """Feed systemd's watchdog, where there is one, while every part is alive."""
    patience = watchdog_seconds()
    if patience is None:
        return
    alive = {
        CAMERA: lambda: heart.alive(CAMERA),
        READER: lambda: heart.alive(READER),
        TABLE: lambda: table.answers(ANSWER_SECONDS),
        WEB: lambda: server.answers(ANSWER_SECONDS),
    }
    parts.enter_context(Watchdog(notifier, alive, patience / LOOKS))


def _health(table: Table[Session], heart: Heart) -> dict[str, str | None]:
    """Say of each part what is wrong with it, as /healthz tells it; None for a part that is well."""
    silent = "gives no sign of life"
    return {
        TABLE: None if table.failed is None else str(table.failed),
        "journal": table.trouble,
        CAMERA: None if heart.alive(CAMERA) else silent,
        READER: None if heart.alive(READER) else silent,
    }


def _journal(plan: Plan, say: Say, tell_all: Say) -> Journal:
    """Open the journal; a damaged one gives way to its newest sound copy, and the table is told."""
    try:
        journal = Journal.open(plan.journal)
        word = journal.lost_end()
    except DamagedJournal as error:
        say(str(error))
        word = Journal.recover(plan.journal)
        journal = Journal.open(plan.journal)
    if word:
        say(word)
        tell_all(word)
    return journal


def _table(journal: Journal, parts: ExitStack, ends: Ends) -> Table[Session]:
    """Start the table on its last game; a table that dies ends the program, so that it is started anew."""
    after = max(0, journal.last(EventKind.GAME) - 1)
    died = "The table has died; its log says where. The next start goes on with this game."
    table = Table(journal, Brain(), after=after, on_failure=lambda _: ends.end(died))
    return parts.enter_context(table)


def _resumed_at(table: Table[Session], plan: Plan) -> Instant | None:
    """Give the time at which a game was cut off that is to go on; None where a new one begins."""
    session = table.current.state
    if plan.fresh or session.game is None or session.closed:
        return None
    if plan.insists and session.origin != plan.header:
        return None
    last = session.game.acts[-1].touch if session.game.acts else None
    times = [session.game.started, *([last.latest] if last else []), *_seen(session)]
    return max(times)


def _seen(session: Session) -> list[Instant]:
    return [session.seen.span.latest] if session.seen else []


def _source(plan: Plan, table: Table[Session], resumed: Instant | None) -> tuple[Source, Timeline]:
    offset = (resumed or Instant(0)) - now()
    start = seconds(resumed) if resumed else 0.0
    source = open_source(
        plan.source,
        realtime=True,
        whole=True,
        speed=plan.speed,
        start=start,
        report=teller(table.submit, offset),
        wanted=plan.wanted,
        undecoded=True,
    )
    return source, MediaTime(source) if isinstance(source, Recording) else LiveTime(offset)


def _begin(table: Table[Session], plan: Plan, timeline: Timeline, resumed: Instant | None, say: Say) -> None:
    if resumed is not None:
        game = table.current.state.game
        assert game, "only a game can be resumed"
        if table.current.state.over:
            say("The last game is over; who plays again says so on the tablet, under Standings.")
            return
        say(f"Going on with the game that was cut off, after {len(game.acts)} acts.")
    elif plan.header is not None:
        table.ask(StartGame(plan.header, timeline.table_time(now()), plan.seats))
    else:
        say("No game is set; begin one on the tablet, or name the players in the settings.")


def _face(
    plan: Plan,
    journal: Journal,
    table: Table[Session],
    timeline: Timeline,
    book: DisputeBook,
    admission: Admission,
    parts: ExitStack,
    ends: Ends,
    heart: Heart,
    showing: Showing,
    say: Say,
    word: str | None = None,
) -> Server:
    """Open buttons, lamp, keyboard and dashboard, and say what is there and where."""
    clock = TableClock(timeline)
    ears = Ears(table, fit_of(plan.source, timeline, plan.journal.absolute().parent))
    panel = parts.enter_context(
        Panel.from_settings(plan.panel, ears.press, clock, on_note=ears.note, later=PINS_SECONDS)
    )
    parts.enter_context(Attendant(table, panel))
    keyboard = parts.enter_context(find_keyboard(ears.press, clock))
    door = parts.enter_context(TableDoor(table, _taker(ears, clock), panel.show, word))
    app = create_app(
        door,
        RefereeDoor(table, clock.now),
        lobby=LobbyDoor(table, clock.now),
        archive=ArchiveDoor(table, parts.enter_context(Archive(journal)), clock.now),
        disputes=DisputesDoor(table, book, clock.now),
        admission=admission,
        hosts=plan.names,
        settings=SettingsDoor(plan.settings, _restart_of(ends)) if plan.settings else None,
        setup=(showing, Trying(panel)),
        language=lambda: plan.language,
        sounds=plan.sounds,
        health=lambda: _health(table, heart),
        home=mark_of(plan.journal),
    )
    server = parts.enter_context(Server(app, plan.host, plan.port, died=lambda: ends.end(SERVER_DIED)))
    parts.callback(app.extensions["feed"].close)
    _welcome(plan, server, (*panel.words, keyboard.words), admission.words, say)
    if plan.network_name and server.host in EVERYWHERE:
        parts.enter_context(Nearby(plan.network_name, server.port))
    return server


def _taker(ears: Ears, clock: TableClock) -> Callable[[str], None]:
    """Give what takes a press that comes from a tablet."""

    def take(button: str) -> None:
        ears.press(tablet_press(button, clock.now()))

    return take


def _admission(plan: Plan) -> Admission:
    """Say how one becomes referee; secret and list lie beside the journal."""
    secret = keep_secret(plan.journal.with_name(f"{plan.journal.name}.secret"))
    referees = Referees(plan.journal.with_name(f"{plan.journal.name}.referees"))
    return Admission(secret, everyone=plan.everyone, referees=referees)


def _welcome(plan: Plan, server: Server, there: Sequence[str], role: str, say: Say) -> None:
    """Say what is there, where the dashboard is, and how one becomes referee."""
    for words in there:
        say(words)
    say(f"The table is on {server.address}")
    for address in _elsewhere(plan, server):
        say(f"On a tablet: {address}")
        if sys.stdout.isatty():
            for line in as_text(address).splitlines():
                say(line)
    say(role)


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


def _presses(plan: Plan) -> list[Press]:
    return read_presses(plan.presses) if plan.presses else []


def _linger(plan: Plan, say: Say) -> None:
    """Keep the dashboard open after a recording until somebody has seen enough."""
    if plan.once:
        say("The recording has ended.")
        return
    say("The recording has ended; the dashboard stays until Ctrl-C.")
    _wait()


def _wait() -> NoReturn:
    """Wait until a signal ends the program, also one that comes just before the waiting begins."""
    while True:
        time.sleep(LOOK_SECONDS)
