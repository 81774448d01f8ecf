"""The list of referees outlives a restart, ends by itself, and is no reason not to start."""

from pathlib import Path

import pytest

from web.access.referees import MOST, Referees, browser_name


def test_it_outlives_a_restart_readable_by_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "referees"
    device = Referees(path, lambda: 1000.0).add("iPad", 60)
    assert Referees(path, lambda: 1059.0).knows(device.id)
    assert path.stat().st_mode & 0o777 == 0o600
    assert [entry.name for entry in tmp_path.iterdir()] == ["referees"]


def test_a_role_ends_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "referees"
    device = Referees(path, lambda: 1000.0).add("iPad", 60)
    later = Referees(path, lambda: 1060.0)
    assert not later.knows(device.id)
    assert later.devices() == []


DAY = 86_400.0


class Clocks:
    """A machine's date, and a clock that is never set."""

    def __init__(self) -> None:
        self.date, self.ticks = 1_800_000_000.0, 100.0

    def open(self, path: Path | None = None) -> Referees:
        return Referees(path, lambda: self.date, lambda: self.ticks)

    def pass_time(self, seconds: float) -> None:
        self.date += seconds
        self.ticks += seconds


@pytest.mark.parametrize("leap", [3 * DAY, -DAY, 3600.0, -3600.0, -1_799_999_000.0])
def test_a_date_that_leaps_ends_no_role_and_keeps_none_for_ever(tmp_path: Path, leap: float) -> None:
    clocks, path = Clocks(), tmp_path / "referees"
    referees = clocks.open(path)
    device = referees.add("iPad", DAY)
    clocks.pass_time(60)
    clocks.date += leap
    referees.heed_leap()
    clocks.pass_time(DAY - 120)
    for known in (referees, clocks.open(path)):
        assert known.knows(device.id)
        assert [kept.id for kept in known.devices()] == [device.id]
    clocks.pass_time(61)
    for known in (referees, clocks.open(path)):
        assert not known.knows(device.id)
        assert known.devices() == []


@pytest.mark.parametrize("ahead", [3600.0, 4000 * DAY])
def test_a_role_given_by_a_date_that_was_ahead_lasts_no_longer_than_another(
    tmp_path: Path, ahead: float
) -> None:
    clocks, path = Clocks(), tmp_path / "referees"
    clocks.date += ahead
    device = clocks.open(path).add("iPad", DAY)
    clocks.date -= ahead
    referees = clocks.open(path)
    clocks.pass_time(DAY - 1)
    assert referees.knows(device.id)
    clocks.pass_time(1)
    assert not referees.knows(device.id)


def test_a_role_taken_away_stays_away(tmp_path: Path) -> None:
    path = tmp_path / "referees"
    referees = Referees(path)
    device = referees.add("iPad", 60)
    assert referees.remove(device.id)
    assert not referees.remove(device.id)
    assert not Referees(path).knows(device.id)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[1]", '[{"id": "x"}]', '[{"id": "x", "name": "y", "since": "z", "until": "z"}]', "null"],
)
def test_a_list_that_cannot_be_read_is_begun_anew(tmp_path: Path, text: str) -> None:
    path = tmp_path / "referees"
    path.write_text(text)
    assert Referees(path).devices() == []


def test_a_disk_that_takes_nothing_costs_no_role_now(tmp_path: Path) -> None:
    referees = Referees(tmp_path / "none" / "referees")
    assert referees.knows(referees.add("iPad", 60).id)


def test_there_are_never_too_many() -> None:
    referees = Referees()
    first = referees.add("first", 60)
    for _ in range(MOST):
        referees.add("more", 60)
    assert len(referees.devices()) == MOST
    assert not referees.knows(first.id)


@pytest.mark.parametrize("key", [None, 7, "", [], "nobody"])
def test_what_is_no_device_is_nobody(key: object) -> None:
    assert not Referees().knows(key)


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (
            "Mozilla/5.0 (Linux; Android 14; SM-X200) AppleWebKit/537.36 Chrome/130.0 Safari/537.36",
            "Android · Chrome",
        ),
        (
            "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1",
            "iPad · Safari",
        ),
        ("curl/8.5.0", "curl"),
        ("", "?"),
    ],
)
def test_a_device_is_named_by_its_browser(agent: str, name: str) -> None:
    assert browser_name(agent) == name
