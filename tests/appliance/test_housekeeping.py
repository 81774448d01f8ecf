"""A table that runs for long: copies each day, a word when the date leaps or the disk fills."""

import sys
import threading
from pathlib import Path

import pytest

from appliance.housekeeping import LITTLE_ROOM, Housekeeping, give_back
from companion.errors import JournalError

DAY = 86_400.0


class House:
    """A house whose clocks and disk are set by hand."""

    def __init__(self, folder: Path) -> None:
        self.date, self.clock, self.free, self.copies = 1_800_000_000.0, 100.0, 1 << 30, 0
        self.broken, self.relieved, self.leaps = False, 0, 0
        self.keeping = Housekeeping(
            self.copy,
            folder,
            wall=lambda: self.date,
            steady=lambda: self.clock,
            free=lambda _: self.free,
            relieve=self.relieve,
            on_leap=self.leap,
        )

    def copy(self) -> None:
        if self.broken:
            raise JournalError("The disk is full.")
        self.copies += 1

    def relieve(self) -> None:
        self.relieved += 1

    def leap(self) -> None:
        self.leaps += 1

    def pass_time(self, seconds: float) -> None:
        self.date += seconds
        self.clock += seconds
        self.keeping.look()


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def test_a_copy_is_made_at_the_start_and_each_day(house: House) -> None:
    house.pass_time(60)
    house.pass_time(60)
    assert house.copies == 1
    house.pass_time(DAY)
    house.pass_time(60)
    assert house.copies == 2


def test_it_looks_by_itself_as_soon_as_it_is_entered(tmp_path: Path) -> None:
    made = threading.Event()
    with Housekeeping(made.set, tmp_path):
        assert made.wait(5)


def test_a_copy_that_fails_is_tried_again(house: House, caplog: pytest.LogCaptureFixture) -> None:
    house.broken = True
    house.pass_time(DAY)
    assert "The disk is full" in caplog.text
    house.broken = False
    house.pass_time(60)
    assert house.copies == 1


@pytest.mark.parametrize(("leap", "words"), [(3 * DAY, "forward by 259200 s"), (-10.0, "back by 10 s")])
def test_a_date_that_is_set_is_told_once(
    house: House, leap: float, words: str, caplog: pytest.LogCaptureFixture
) -> None:
    house.date += leap
    house.pass_time(60)
    house.pass_time(60)
    assert [record.getMessage() for record in caplog.records if words in record.getMessage()]
    assert caplog.text.count("date was set") == 1
    assert house.leaps == 1


def test_a_clock_that_drifts_is_no_leap(house: House, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(10):
        house.date += 1
        house.pass_time(60)
    assert "date was set" not in caplog.text


def test_a_disk_that_fills_is_told_once(house: House, caplog: pytest.LogCaptureFixture) -> None:
    house.free = LITTLE_ROOM - 1
    house.pass_time(60)
    house.pass_time(60)
    assert caplog.text.count("less than 50 MB") == 1
    house.free = LITTLE_ROOM
    house.pass_time(60)
    house.free = 0
    house.pass_time(60)
    assert caplog.text.count("less than 50 MB") == 2


def test_memory_is_given_back_each_minute(house: House) -> None:
    house.pass_time(60)
    house.pass_time(60)
    assert house.relieved == 2


@pytest.mark.skipif(sys.platform != "linux", reason="only there it is known how much is held")
def test_what_is_free_goes_back_to_the_system() -> None:
    def held() -> int:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096

    kept = [bytes(50_000) for _ in range(2000)]
    top = bytes(50_000)
    before = held()
    kept.clear()
    if not give_back():
        pytest.skip("this C library keeps what it has")
    assert held() < before - 40_000_000
    assert len(top) == 50_000
