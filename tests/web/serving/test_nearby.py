"""Made known on the network: another participant on this machine finds name, address and port."""

import threading

import pytest
from zeroconf import ServiceBrowser, ServiceListener, Zeroconf

from web.serving.nearby import KIND, Nearby, own_addresses


class Hears(ServiceListener):
    def __init__(self) -> None:
        self.heard: dict[str, tuple[str | None, int | None]] = {}
        self.change = threading.Event()

    def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        info = zc.get_service_info(type_, name)
        if info and name.startswith("Testtable"):
            self.heard[name] = (info.server, info.port)
            self.change.set()

    def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        self.heard.pop(name, None)

    def update_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        pass


def test_others_find_the_table() -> None:
    if not own_addresses():
        pytest.skip("this machine has no network")
    listener = Hears()
    seeker = Zeroconf()
    try:
        with Nearby("testtable", 8123):
            ServiceBrowser(seeker, KIND, listener)
            if not listener.change.wait(10):
                pytest.skip("this network lets no multicast through")
            assert ("testtable.local.", 8123) in listener.heard.values()
    finally:
        seeker.close()


def test_a_network_that_fails_is_a_line_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    asked = threading.Event()

    def fail() -> tuple[str, ...]:
        asked.set()
        raise OSError("no such network")

    with Nearby("testtable", 8123, addresses=fail, pause=60):
        assert asked.wait(5)
    assert "no such network" in caplog.text


def test_own_addresses_are_ones_that_others_can_use() -> None:
    assert all(not address.startswith(("127.", "::1", "fe80")) for address in own_addresses())
