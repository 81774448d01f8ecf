"""Wires one evening: camera to reader to table to dashboard, started in one order and stopped in reverse."""

import time
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import NoReturn

from appliance.ending import Ends, Terminated, deafen
from appliance.eye import CAMERA, READER, Eye, teller
from appliance.housekeeping import Housekeeping
from appliance.notify import Heart, Notifier, Watchdog, watchdog_seconds
from appliance.opening import TABLE, WEB, Evening, Say, open_face
from appliance.plan import Plan
from appliance.replaying import Replay
from appliance.settingup import Showing
from appliance.timeline import LiveTime, MediaTime, Timeline, now
from appliance.undisturbed import LOOK_SECONDS, undisturbed
from companion.cli import DONE, FAILED
from companion.clock import Instant, seconds
from companion.disputes.book import DisputeBook, reading
from companion.disputes.clips import ClipStore
from companion.errors import JournalError, SourceError
from companion.evidence import Press
from companion.feed import Published
from companion.following.brain import GameDecider
from companion.jumps.presses import read_presses
from companion.language import say_n
from companion.sessions.events import Close, StartGame
from companion.sessions.session import Session
from companion.state_folder import decks_folder
from companion.storage.journal import Journal
from companion.storage.journal_entries import check_entries
from companion.storage.journal_file import DamagedJournal
from companion.table import Table
from vision.capture.sources import Recording, Source, awaited, open_source
from web.access.admission import Admission
from web.access.referees import Referees
from web.access.secret import keep_secret
from web.serving.server import Server

PATIENCE = 45.0
"""Seconds of silence after which a part of the eye counts as dead: a network camera may take 30 to open."""

READING = 300.0
"""Seconds of silence after which the reader counts as dead: on a slow and busy board one look at a full row
takes a minute."""

LOOKS = 4
"""How often the watchdog looks within the time that systemd gives."""

ANSWER_SECONDS = 15.0
"""Seconds within which table and dashboard must answer the watchdog, on a busy board too."""


def run(plan: Plan, say: Say) -> int:
    """Run a table until it is told to stop; gives the exit status. Raises CompanionError where it cannot."""
    ends = Ends()
    ends.heed()
    notifier = Notifier.from_environment()
    with ExitStack() as parts:
        words: list[str] = []
        journal, begun = _journal(plan, say, words.append)
        parts.enter_context(journal)
        table = _table(journal, begun, parts, ends)
        resumed = _resumed_at(table, plan)
        source, timeline = _source(plan, table, resumed)
        _begin(table, plan, timeline, resumed, say)
        heart = Heart(PATIENCE, own={READER: READING})
        book = DisputeBook(reading(journal), ClipStore.beside(plan.journal))
        replay = parts.enter_context(Replay(table, book, plan.replay, isinstance(source, Recording)))
        showing = Showing(plan.source, decks_folder())
        presses = _presses(plan, table.current.state, resumed)
        eye = Eye(table, source, timeline, heart, presses, replay.tap, plan.deck, showing.offer)
        showing.on_deck = partial(setattr, eye, "deck")
        admission = _admission(plan)
        evening = Evening(plan, say, parts, ends, journal, table, timeline, book, admission, heart, showing)
        server = open_face(evening, *words)
        parts.callback(notifier.stopping)
        _watch_over(evening, server, notifier)
        keep_copy = partial(journal.keep_copy, plan.copies)
        folder = plan.journal.absolute().parent
        parts.enter_context(Housekeeping(keep_copy, folder, on_leap=admission.referees.heed_leap))
        notifier.ready(f"The table is on {server.address}")
        status = DONE
        try:
            ends.stand()
            undisturbed(eye.follow, eye.stop)
            _linger(plan, say)
            deafen()
            _close(table, timeline)
        except KeyboardInterrupt:
            deafen()
            say("Stopped.")
            _close(table, timeline)
        except Terminated:
            deafen()
            say(ends.why or "Stopped in the middle; the next start goes on with this game.")
            status = FAILED if ends.why else DONE
    _check_kept(table)
    return status


def _close(table: Table[Session], timeline: Timeline) -> None:
    table.submit(Close(timeline.table_time(now())))


def _check_kept(table: Table[Session]) -> None:
    """Raise JournalError where a table that has ended could not keep all that happened at it."""
    if table.lost:
        words = "{n} thing that happened was not kept", "{n} things that happened were not kept"
        lost = say_n(*words, table.lost)
        raise JournalError(f"{lost}. {table.trouble or ''}".rstrip())


def _watch_over(evening: Evening, server: Server, notifier: Notifier) -> None:
    """Feed systemd's watchdog, where there is one, while every part is alive."""
    patience = watchdog_seconds()
    if patience is None:
        return
    table, heart = evening.table, evening.heart
    alive = {
        CAMERA: lambda: heart.alive(CAMERA),
        READER: lambda: heart.alive(READER),
        TABLE: lambda: table.answers(ANSWER_SECONDS),
        WEB: lambda: server.answers(ANSWER_SECONDS),
    }
    evening.parts.enter_context(Watchdog(notifier, alive, patience / LOOKS))


def _journal(plan: Plan, say: Say, tell_all: Say) -> tuple[Journal, Published[Session]]:
    """Open the journal, and give the session in it; a damaged one gives way to its newest sound copy.

    Of that the table is told.
    """
    try:
        journal, begun = _sound(plan.journal)
        word = journal.lost_end()
    except DamagedJournal as error:
        say(str(error))
        word = Journal.recover(plan.journal, check=check_entries)
        journal, begun = _sound(plan.journal)
    if word:
        say(word)
        tell_all(word)
    return journal, begun


def _sound(path: Path) -> tuple[Journal, Published[Session]]:
    """Open a journal with which a table can go on, from this session; raises DamagedJournal for another."""
    with ExitStack() as unless_sound:
        journal = unless_sound.enter_context(Journal.open(path))
        with closing(journal.reader()) as database:
            begun = Published(*check_entries(path, database))
        unless_sound.pop_all()
    return journal, begun


def _table(journal: Journal, begun: Published[Session], parts: ExitStack, ends: Ends) -> Table[Session]:
    """Start the table on its last game; a table that dies ends the program, so that it is started anew."""
    died = "The table has died; its log says where. The next start goes on with this game."
    table = Table(journal, GameDecider(), start=begun, on_failure=lambda _: ends.end(died))
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
    try:
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
        if plan.waits and isinstance(source, Recording):
            with source:
                pass
    except SourceError:
        if not plan.waits:
            raise
        source = awaited(plan.source)
    return source, MediaTime(source) if isinstance(source, Recording) else LiveTime(offset)


def _begin(table: Table[Session], plan: Plan, timeline: Timeline, resumed: Instant | None, say: Say) -> None:
    if resumed is not None:
        game = table.current.state.game
        assert game, "only a game can be resumed"
        if table.current.state.over:
            say("The last game is over; who plays again says so on the tablet, under Standings.")
            return
        acts = say_n("{n} act", "{n} acts", len(game.acts))
        say(f"Going on with the game that was cut off, after {acts}.")
    elif plan.header is not None:
        table.ask(StartGame(plan.header, timeline.table_time(now()), plan.seats))
    else:
        say("No game is set; begin one on the tablet, or name the players in the settings.")


def _admission(plan: Plan) -> Admission:
    """Say how one becomes referee; secret and list lie beside the journal."""
    secret = keep_secret(plan.journal.with_name(f"{plan.journal.name}.secret"))
    referees = Referees(plan.journal.with_name(f"{plan.journal.name}.referees"))
    return Admission(secret, everyone=plan.everyone, referees=referees)


def _presses(plan: Plan, session: Session, resumed: Instant | None) -> list[Press]:
    """Give the presses of a recording that are still to come: all of them where a new game begins.

    A game that goes on may have heard one after its last look, from which the recording goes on.
    """
    presses = read_presses(plan.presses) if plan.presses else []
    if resumed is None:
        return presses
    heard = {(press.button, press.span) for press in session.presses}
    return [p for p in presses if p.span.latest > resumed and (p.button, p.span) not in heard]


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
