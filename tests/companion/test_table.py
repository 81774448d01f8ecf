"""The table: decides, keeps, publishes, in this order; refuses loudly; outlives a full disk."""

import logging
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from companion.clock import Instant
from companion.errors import Code, CompanionError, IllegalAct, JournalError
from companion.feed import Change, Published, Subscription, Trouble
from companion.sessions.events import EnterAct, Event, EventKind, Input, Undo
from companion.storage.journal import Journal
from companion.table import STUMBLED, WAITING, Decider, Table
from tests.companion.memory_journal import MemoryJournal

Sum = tuple[int, ...]


PATIENCE = 10.0
"""Seconds a test waits for another thread before it fails; when all is well it takes milliseconds."""


class Adder:
    """A decider that keeps the numbers it is told: refuses negative ones, trips over 13, ignores 0."""

    def initial(self) -> Sum:
        return ()

    def decide(self, state: Sum, item: Input) -> Sequence[Event]:
        if isinstance(item, Undo):
            return (Event(EventKind.UNDO, item.at),)
        assert isinstance(item, EnterAct)
        number = item.fields["add"]
        assert isinstance(number, int)
        if number < 0:
            raise IllegalAct(Code.DOES_NOT_FIT, f"{number} is below nothing")
        if number == 13:
            raise ZeroDivisionError("thirteen")
        both = (number, -number) if number >= 100 else (number,)
        return tuple(Event(EventKind.ACT, item.at, {"add": part}) for part in both if part)

    def evolve(self, state: Sum, event: Event) -> Sum:
        if event.kind is EventKind.UNDO:
            return state[:-1]
        number = event.data["add"]
        assert isinstance(number, int)
        if number == 17:
            raise KeyError("seventeen cannot be followed")
        return (*state, number)


class Disk(MemoryJournal):
    """A journal whose disk can be filled and emptied."""

    def __init__(self) -> None:
        super().__init__()
        self.full = False
        self.broken = False
        self.tried = threading.Event()

    def append(self, events: Sequence[Event]) -> tuple[int, ...]:
        if self.broken:
            raise RuntimeError("not an error that the journal promises")
        self.try_out()
        return super().append(events)

    def try_out(self) -> None:
        self.tried.set()
        if self.full:
            raise JournalError("The disk is full; make room.")


def add(number: int) -> EnterAct:
    return EnterAct({"add": number}, Instant(number))


@pytest.fixture
def disk() -> Disk:
    return Disk()


@pytest.fixture
def table(disk: Disk) -> Iterator[Table[Sum]]:
    with Table(disk, Adder(), retry=0.001) as table:
        yield table


def changes(subscription: Subscription[Sum], count: int) -> list[object]:
    return [subscription.next(PATIENCE) for _ in range(count)]


def test_a_decider_is_a_decider() -> None:
    decider: Decider[Sum] = Adder()
    assert decider.initial() == ()


def test_an_answer_is_the_state_after_it_and_on_disk(table: Table[Sum], disk: Disk) -> None:
    assert table.ask(add(3)) == Published(1, (3,))
    assert table.ask(add(4)) == Published(2, (3, 4))
    assert table.current == Published(2, (3, 4))
    assert [event.data["add"] for _, event in disk.events()] == [3, 4]


def test_what_changes_nothing_is_answered_too(table: Table[Sum], disk: Disk) -> None:
    table.ask(add(3))
    assert table.ask(add(0)) == Published(1, (3,))
    assert len(list(disk.events())) == 1


def test_several_events_of_one_input_are_published_each_in_order(table: Table[Sum]) -> None:
    with table.subscribe() as subscription:
        table.ask(add(100))
        assert changes(subscription, 2) == [
            Change(1, Event(EventKind.ACT, Instant(100), {"add": 100}), (100,)),
            Change(2, Event(EventKind.ACT, Instant(100), {"add": -100}), (100, -100)),
        ]


def test_it_takes_up_where_the_journal_ends(disk: Disk) -> None:
    for expected in (Published(1, (5,)), Published(2, (5, 5)), Published(3, (5, 5, 5))):
        with Table(disk, Adder()) as table:
            assert table.ask(add(5)) == expected


def test_it_can_begin_with_the_state_after_an_event(disk: Disk) -> None:
    with Table(disk, Adder()) as table:
        for number in (1, 2, 3):
            table.ask(add(number))
    second: Published[Sum] = Published(2, (100,))
    with Table(disk, Adder(), start=second) as table:
        assert table.current == Published(3, (100, 3))
    last: Published[Sum] = Published(3, ())
    with Table(disk, Adder(), start=last) as table:
        assert table.ask(add(4)) == Published(4, (4,))


def test_an_entry_that_cannot_be_followed_is_named(disk: Disk) -> None:
    disk.append([Event(EventKind.ACT, Instant(1), {"add": 1}), Event(EventKind.ACT, Instant(2), {"add": 17})])
    with pytest.raises(JournalError, match="Entry 2 of the journal cannot be followed"), Table(disk, Adder()):
        pass


def test_a_refusal_goes_to_the_asker_and_changes_nothing(table: Table[Sum], disk: Disk) -> None:
    with pytest.raises(IllegalAct, match="below nothing") as refused:
        table.ask(add(-1))
    assert refused.value.code is Code.DOES_NOT_FIT
    assert list(disk.events()) == []
    assert table.ask(add(1)) == Published(1, (1,))


def test_a_refusal_of_what_was_submitted_is_a_line_in_the_log(
    table: Table[Sum], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        table.submit(add(-1))
        assert table.ask(add(1)) == Published(1, (1,))
    assert "below nothing" in caplog.text
    assert table.trouble is None


@pytest.mark.parametrize("unlucky", [13, 17], ids=["decide", "evolve"])
def test_a_stumble_is_told_and_the_table_goes_on(
    table: Table[Sum], disk: Disk, unlucky: int, caplog: pytest.LogCaptureFixture
) -> None:
    with table.subscribe() as subscription:
        with pytest.raises(CompanionError, match="stumbled"):
            table.ask(add(unlucky))
        assert subscription.next(PATIENCE) == Trouble(STUMBLED)
        assert list(disk.events()) == []
        table.submit(add(unlucky))
        assert table.ask(add(1)) == Published(1, (1,))
        assert subscription.next(PATIENCE) == Trouble(None)
    assert "Traceback" in caplog.text
    assert table.failed is None


def test_submissions_from_many_threads_all_happen_once(table: Table[Sum]) -> None:
    def play(tens: int) -> None:
        for ones in range(1, 8):
            table.submit(add(tens * 10 + ones))

    threads = [threading.Thread(target=play, args=(tens,)) for tens in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    table.ask(add(0))
    said = table.current.state
    taken = {tens * 10 + ones for tens in range(8) for ones in range(1, 8)} - {13, 17}
    assert sorted(said) == sorted(taken)
    for tens in range(8):
        own = [number for number in said if number // 10 == tens]
        assert own == sorted(own)


def test_nothing_is_shown_that_is_not_on_disk(table: Table[Sum], disk: Disk) -> None:
    with table.subscribe() as subscription:
        disk.full = True
        table.submit(add(1))
        assert subscription.next(PATIENCE) == Trouble("The disk is full; make room.")
        assert table.current == Published(0, ())
        assert table.since(0) == []


def test_a_full_disk_holds_inputs_back_and_lets_them_go_in_order(table: Table[Sum], disk: Disk) -> None:
    with table.subscribe() as subscription:
        disk.full = True
        for number in (1, 2, 3):
            table.submit(add(number))
        assert subscription.next(PATIENCE) == Trouble("The disk is full; make room.")
        assert table.trouble == "The disk is full; make room."
        disk.full = False
        told = changes(subscription, 4)
        assert told[0] == Trouble(None)
        assert [change.state for change in told[1:] if isinstance(change, Change)] == [
            (1,),
            (1, 2),
            (1, 2, 3),
        ]
        assert table.trouble is None


def test_an_asker_hears_of_the_full_disk_and_nothing_happens_later(table: Table[Sum], disk: Disk) -> None:
    disk.full = True
    with pytest.raises(JournalError, match="make room"):
        table.ask(add(1))
    table.submit(add(2))
    with pytest.raises(JournalError, match="make room"):
        table.ask(add(3))
    disk.full = False
    assert table.ask(add(4)).state == (2, 4)


def test_the_word_on_a_full_disk_is_taken_back_where_nothing_comes(table: Table[Sum], disk: Disk) -> None:
    with table.subscribe() as subscription:
        disk.full = True
        with pytest.raises(JournalError, match="make room"):
            table.ask(add(1))
        assert subscription.next(PATIENCE) == Trouble("The disk is full; make room.")
        disk.tried.clear()
        assert disk.tried.wait(PATIENCE), "it is tried out by itself"
        assert table.trouble, "it stays for as long as the disk is full"
        disk.full = False
        assert subscription.next(PATIENCE) == Trouble(None)
        assert table.trouble is None
        assert table.current == Published(0, ())
    disk.tried.clear()
    assert not disk.tried.wait(0.05), "once all is well, nothing is tried any more"


def test_a_disk_full_to_the_end_owns_up_to_what_is_lost(disk: Disk, caplog: pytest.LogCaptureFixture) -> None:
    with Table(disk, Adder(), retry=60) as table:
        disk.full = True
        table.submit(EnterAct({"add": 1, "seen": "x" * 5000}, Instant(1)))
        table.submit(EnterAct({"add": 2}, Instant(2)))
    [_] = [said for said in caplog.messages if "refused to the end; lost: 2 inputs" in said]
    assert table.lost == 2
    assert max(map(len, caplog.messages)) < 250
    assert table.failed is None


def test_a_flood_behind_a_full_disk_is_bounded(disk: Disk, caplog: pytest.LogCaptureFixture) -> None:
    with Table(disk, Adder(), retry=60) as table:
        disk.full = True
        for number in range(1, WAITING + 100):
            table.submit(Undo(Instant(number)))
            if number % 50 == 0:
                with pytest.raises(JournalError):
                    table.ask(add(1))
        disk.full = False
    assert table.current.seq == WAITING
    assert caplog.text.count("refused too long; lost") == 99


def test_what_was_submitted_before_the_end_still_happens(disk: Disk) -> None:
    with Table(disk, Adder()) as table:
        for number in range(20, 70):
            table.submit(add(number))
    assert table.current.state == tuple(range(20, 70))


def test_after_the_end_nothing_happens_and_the_asker_is_told(
    disk: Disk, caplog: pytest.LogCaptureFixture
) -> None:
    with Table(disk, Adder()) as table:
        pass
    table.close()
    table.submit(add(1))
    with pytest.raises(CompanionError, match="has ended"):
        table.ask(add(2))
    assert list(disk.events()) == []
    assert "has ended; lost" in caplog.text


def test_a_dead_writer_surfaces(disk: Disk) -> None:
    heard: list[BaseException] = []
    with Table(disk, Adder(), on_failure=heard.append) as table, table.subscribe() as subscription:
        disk.broken = True
        table.submit(add(1))
        with pytest.raises(CompanionError, match="has ended"):
            table.ask(add(2))
        assert subscription.next(PATIENCE) is None
        assert subscription.over
    assert isinstance(table.failed, RuntimeError)
    assert heard == [table.failed]


def test_a_busy_table_does_not_do_later_what_was_given_up() -> None:
    entered, go_on = threading.Event(), threading.Event()

    class Slow(Disk):
        def append(self, events: Sequence[Event]) -> tuple[int, ...]:
            entered.set()
            go_on.wait(PATIENCE)
            return super().append(events)

    with Table(Slow(), Adder()) as table:
        table.submit(add(1))
        entered.wait(PATIENCE)
        with pytest.raises(CompanionError, match="nothing was changed, try again"):
            table.ask(add(2), timeout=0.001)
        go_on.set()
    assert table.current.state == (1,)


def test_a_slow_answer_is_not_called_undone() -> None:
    go_on = threading.Event()

    class Slow(Disk):
        def append(self, events: Sequence[Event]) -> tuple[int, ...]:
            go_on.wait(PATIENCE)
            return super().append(events)

    with Table(Slow(), Adder()) as table:
        with pytest.raises(CompanionError, match="look whether it took this"):
            table.ask(add(1), timeout=0.5)
        go_on.set()
    assert table.current.state == (1,)


def test_since_gives_what_one_has_not_heard(table: Table[Sum]) -> None:
    for number in (1, 2, 3):
        table.ask(add(number))
    assert [(seq, event.data["add"]) for seq, event in table.since(1)] == [(2, 2), (3, 3)]
    assert table.since(3) == []


def test_a_subscription_starts_with_the_state_and_misses_nothing(table: Table[Sum]) -> None:
    table.ask(add(1))
    with table.subscribe() as subscription:
        assert subscription.start == Published(1, (1,))
        assert subscription.next(0) is None
        table.ask(add(2))
        [change] = changes(subscription, 1)
    assert isinstance(change, Change)
    assert (change.seq, change.state) == (2, (1, 2))


def test_who_subscribes_in_trouble_hears_of_it(table: Table[Sum], disk: Disk) -> None:
    disk.full = True
    with pytest.raises(JournalError):
        table.ask(add(1))
    with table.subscribe() as subscription:
        assert subscription.next(PATIENCE) == Trouble("The disk is full; make room.")


def ask_for_ever(table: Table[Sum]) -> None:
    while True:
        table.ask(add(5))


def until_change(subscription: Subscription[Sum]) -> list[object]:
    """Hear what is said until something changes, or nothing more comes."""
    heard: list[object] = [subscription.next(PATIENCE)]
    while isinstance(heard[-1], Trouble):
        heard.append(subscription.next(PATIENCE))
    return heard


def test_a_file_on_a_full_disk_goes_on_where_it_stood_once_there_is_room(tmp_path: Path) -> None:
    with (
        Journal.open(tmp_path / "journal.db") as journal,
        Table(journal, Adder(), retry=0.001) as table,
        table.subscribe() as subscription,
    ):
        pages = journal._database.execute("PRAGMA page_count").fetchone()[0]
        journal._database.execute(f"PRAGMA max_page_count={pages + 1}")
        with pytest.raises(JournalError, match="make room"):
            ask_for_ever(table)
        acts = table.current.seq
        table.submit(add(6))
        shown = [subscription.next(PATIENCE) for _ in range(acts + 1)]
        assert isinstance(shown[-1], Trouble)
        journal._database.execute("PRAGMA max_page_count=100000")
        # A try in between may have found room for itself, and none for the next act.
        *troubles, change = until_change(subscription)
        assert troubles[-1] == Trouble(None)
        assert isinstance(change, Change)
        assert table.current == Published(acts + 1, (5,) * acts + (6,))
    with Journal.open(tmp_path / "journal.db") as journal:
        assert [event.data["add"] for _, event in journal.events()] == [5] * acts + [6]


def test_a_table_answers_while_its_writer_is_alive() -> None:
    with Table(MemoryJournal(), Adder()) as table:
        assert table.answers(timeout=5)
    assert not table.answers(timeout=5)
