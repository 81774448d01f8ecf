"""In a real browser: a referee invites a device, and the dashboard is an app in the visitor's language."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from tests.web.browsing import wait_for
from tests.web.evenings import ELSEWHERE, OURS
from tests.web.site import whole_site
from web.serving.server import Server


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Flask, Server]]:
    folder: Path = tmp_path_factory.mktemp("roles")
    with whole_site(folder) as app, Server(app, "127.0.0.1", 0) as server:
        yield app, server
        app.extensions["feed"].close()


def shown(page: Chrome, css: str) -> str:
    """Wait until an element shows words; gives them."""
    wait_for(page, f"!!document.querySelector({css!r})?.innerText")
    return page.find_element(By.CSS_SELECTOR, css).text


def test_a_pin_that_a_referee_shows_lets_another_device_in(page: Chrome, site: tuple[Flask, Server]) -> None:
    app, server = site
    page.get(f"{server.address}/referee?lang=en")
    page.find_element(By.ID, "invite").click()
    pin = shown(page, "#pin")
    assert page.find_element(By.CSS_SELECTOR, "#qr svg").is_displayed()
    guest = app.test_client()
    guest.environ_base.update(ELSEWHERE)
    assert guest.post("/api/referee", json={"code": pin}, headers=OURS).get_json()["referee"] is True
    wait_for(page, "!!document.querySelector('.devices form button')")
    assert not page.find_element(By.ID, "pin").is_displayed(), "it was used"
    page.find_element(By.CSS_SELECTOR, ".devices form button").click()
    wait_for(page, "!document.querySelector('.devices li')")
    assert guest.get("/api/referee").get_json()["referee"] is False


def test_two_taps_at_once_invite_once(page: Chrome, site: tuple[Flask, Server]) -> None:
    app, server = site
    before = pins(app)
    page.get(f"{server.address}/referee?lang=en")
    wait_for(page, "document.readyState === 'complete'")
    page.execute_script("const invite = document.getElementById('invite'); invite.click(); invite.click();")
    pin = shown(page, "#pin").replace(" ", "")
    page.execute_async_script("fetch('/api/invitations').then(arguments[0])")  # after a second wish, if any
    assert pins(app) == [*before, pin]


def pins(app: Flask) -> list[str]:
    """Give the PINs that count now."""
    return list(app.test_client().get("/api/invitations").get_json()["pins"])


def test_a_language_chosen_on_one_page_holds_on_the_table_as_it_lives(
    page: Chrome, site: tuple[Flask, Server]
) -> None:
    app, server = site
    page.get(f"{server.address}/device")
    page.find_element(By.CSS_SELECTOR, 'a[hreflang="de"]').click()
    page.get(server.address)
    assert "ist dran" in shown(page, "#headline")
    app.test_client().post("/api/undo", json={}, headers=OURS)
    said = "Der letzte Zug ist zurückgenommen."
    wait_for(page, f"document.getElementById('said').innerText === {said!r}")
    app.test_client().post("/api/redo", json={}, headers=OURS)


def test_night_and_large_letters_are_as_chosen(page: Chrome, site: tuple[Flask, Server]) -> None:
    ground = "return getComputedStyle(document.body).backgroundColor"
    size = "return getComputedStyle(document.documentElement).fontSize"
    page.get(f"{site[1].address}/device?theme=light&type=normal")
    day = (page.execute_script(ground), page.execute_script(size))
    page.get(f"{site[1].address}/device?theme=dark&type=large")
    night = (page.execute_script(ground), page.execute_script(size))
    assert day == ("rgb(246, 241, 232)", "16px")
    assert night == ("rgb(21, 18, 26)", "20px")
