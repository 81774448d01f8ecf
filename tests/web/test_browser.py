"""The table view in a real browser: what moves, what is said, what fits."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from selenium.webdriver import ActionChains, Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait

from companion.sessions.events import EventKind
from companion.views.table_view import NoteView, TableView, VerdictView, ZoneView
from tests.web.fake import FakeTable, card, opening, row, seats
from web.app import create_app
from web.server import Server

SIZES = [(1280, 800), (800, 1280), (390, 844)]
NARROWEST = (320, 568)
LONG_ROW = " ".join([*(str(number) for number in range(4, 96, 4)), "98?96", "P"])
FULL = replace(
    opening(LONG_ROW),
    players=seats("Ann", "Benedikt", "Cem", "Dora", "Emil", mover="Benedikt", scores=(20, 4, 13, 0, 26)),
    zones=(row(LONG_ROW), ZoneView("jump", (card("46"),))),
    attention=NoteView(
        "unreadable",
        "No legal move explains the table. Expected, before the next card: 8 14 55. Seen: 55 14 45? or 15?. "
        "Put the cards as the rules want them; the game then goes on by itself.",
    ),
    verdict=VerdictView(
        "too-close",
        46,
        96,
        "Cem",
        31.0,
        67.0,
        "The jump card came 31 ms before the next card, but the two times are known to within 67 ms "
        "together: too close to call. The table rules.",
    ),
    window="Whoever holds 46 may jump on Ann’s 96.",
    camera_ok=False,
    camera="The picture is too dark to read the cards.",
)
PAINT = "return document.querySelector('main').innerHTML.replace(/\\s+/g, '')"


@pytest.fixture
def page(browser: Chrome, server: Server, table: FakeTable) -> Iterator[Chrome]:
    """Open the table view, wait until it is live; at the end it must not have complained."""
    complaints(browser)
    browser.get(server.address)
    assert table.wait_for_followers(1)
    yield browser
    said = complaints(browser)
    browser.get("about:blank")
    assert said == []


def complaints(browser: Chrome) -> list[str]:
    """Give the errors that stand in the console since the last time.

    A server that is gone before a page's worker was fetched is no complaint of the page.
    """
    lines: list[dict[str, str]] = browser.get_log("browser")  # type: ignore[no-untyped-call]
    said = [line["message"] for line in lines if line["level"] == "SEVERE"]
    return [line for line in said if "fetching the script" not in line]


def wait_for(page: Chrome, script: str) -> None:
    """Wait until this JavaScript expression is true in the page."""
    WebDriverWait(page, 10, poll_frequency=0.05).until(
        lambda _: page.execute_script(f"return {script}"), script
    )


def values(page: Chrome) -> list[str]:
    shown = page.find_elements(By.CSS_SELECTOR, "#zones .value")
    return [element.get_attribute("textContent") or "" for element in shown]


def resize(page: Chrome, width: int, height: int) -> None:
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def test_a_card_appears_without_a_reload(page: Chrome, table: FakeTable) -> None:
    page.execute_script("window.stayed = true")
    assert values(page) == ["3", "11", "73"]
    table.happen(opening("3 11 73 80"), "Ben plays 80.")
    wait_for(page, "document.getElementById('said').textContent === 'Ben plays 80.'")
    assert values(page) == ["3", "11", "73", "80"]
    assert page.find_element(By.CSS_SELECTOR, ".card:last-child").get_attribute("class") == "card fresh"
    assert page.execute_script("return window.stayed") is True


def test_cards_that_leave_the_row_leave_the_page(page: Chrome, table: FakeTable) -> None:
    table.happen(opening("3"), "Ben takes two cards.")
    wait_for(page, "document.querySelectorAll('.card').length === 1")
    table.happen(TableView(seq=0), "The table was put away.")
    wait_for(page, "document.querySelectorAll('.card, .seat').length === 0")
    assert page.find_element(By.CSS_SELECTOR, ".empty").is_displayed()
    assert page.title.startswith("No game yet")


@pytest.mark.parametrize("view", [opening(), FULL, replace(opening(), over=True), TableView(seq=1)])
def test_the_live_page_equals_the_first_paint(browser: Chrome, server: Server, view: TableView) -> None:
    table = FakeTable()
    app = create_app(table)
    with Server(app, "127.0.0.1", 0) as running:
        browser.get(running.address)
        assert table.wait_for_followers(1)
        table.happen(view)
        wait_for(browser, "document.getElementById('table').dataset.seq === '2'")
        live = browser.execute_script(PAINT)
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        browser.get(running.address)
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
        assert live.replace("fresh", "") == browser.execute_script(PAINT)
        browser.get("about:blank")


def test_space_presses_the_jump_button_once(page: Chrome, table: FakeTable) -> None:
    ActionChains(page).send_keys(Keys.SPACE).perform()
    assert table.wait_for_presses(1)
    wait_for(page, "document.getElementById('jump').dataset.state === 'sent'")
    assert table.presses == ["jump"]


def test_a_click_presses_the_jump_button_once(page: Chrome, table: FakeTable) -> None:
    page.find_element(By.ID, "jump").click()
    wait_for(page, "document.getElementById('jump').dataset.state === 'sent'")
    assert table.presses == ["jump"]


def test_a_press_of_a_real_button_shows_on_the_page(page: Chrome, table: FakeTable) -> None:
    table.happen(replace(opening(), last_press="Cem"), kind=EventKind.PRESS)
    wait_for(page, "document.querySelector('#jump .hint').textContent === 'Cem pressed'")


def test_when_the_game_is_over_nobody_can_jump(page: Chrome, table: FakeTable) -> None:
    table.happen(replace(opening(), over=True), "The game is over.")
    wait_for(page, "document.getElementById('table').dataset.canJump === 'false'")
    assert not page.find_element(By.ID, "jump").is_displayed()
    ActionChains(page).send_keys(Keys.SPACE).perform()
    assert table.presses == []


def test_a_lost_connection_is_said_and_mended(browser: Chrome, table: FakeTable) -> None:
    app = create_app(table)
    with Server(app, "127.0.0.1", 0) as first:
        browser.get(first.address)
        assert table.wait_for_followers(1)
    wait_for(browser, "!document.getElementById('lost').hidden")
    assert "Connection to the table lost" in browser.find_element(By.ID, "lost").text
    table.happen(opening("3 11 73 80"), "Ben plays 80.")
    with Server(app, "127.0.0.1", first.port):
        wait_for(browser, "document.getElementById('lost').innerText === 'Connected again'")
        wait_for(browser, "document.getElementById('said').textContent === 'Ben plays 80.'")
        wait_for(browser, "document.getElementById('lost').hidden")
        browser.get("about:blank")
    complaints(browser)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_long_row_fits_without_scrolling_sideways(
    page: Chrome, table: FakeTable, width: int, height: int
) -> None:
    resize(page, width, height)
    table.happen(FULL, "Ann plays 96.")
    wait_for(page, "document.querySelectorAll('[data-zone=row] .card').length === 25")
    wait_for(page, "document.getAnimations().length === 0")
    assert page.execute_script("return document.documentElement.scrollWidth") == width
    assert page.execute_script(CUT_OFF) == []
    assert page.execute_script(OVERLAPPED) == []


@pytest.mark.parametrize(("width", "height"), SIZES[:2])
def test_on_a_tablet_everything_fits_without_scrolling_at_all(
    page: Chrome, table: FakeTable, width: int, height: int
) -> None:
    resize(page, width, height)
    table.happen(FULL, "Ben replaces 55 with 19; 55 is orange, so it goes back to Ann, with a penalty card.")
    wait_for(page, "document.querySelectorAll('.card').length === 26")
    assert page.execute_script("return document.documentElement.scrollHeight") <= height


COLLIDING = """
  return [...document.querySelectorAll('.seat')].filter((seat) => {
    const [score, hand] = ['.score-label', '.count']
      .map((part) => seat.querySelector(part).getBoundingClientRect());
    return score.right > hand.left && score.top < hand.bottom && score.bottom > hand.top;
  }).map((seat) => seat.textContent)"""
HUNDREDS = replace(
    FULL,
    players=seats(
        "Maximiliane-Henriette Özdemir-M.", "<b>x</b>&", "W" * 32, "Ann", "Benedikt",
        mover="W" * 32, scores=(100, 123, 112, 88, 107),
    ),
)  # fmt: skip


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("width", "height"), [*SIZES, NARROWEST])
def test_long_names_and_many_penalties_fit_in_every_language(
    browser: Chrome, server: Server, table: FakeTable, language: str, width: int, height: int
) -> None:
    resize(browser, width, height)
    table.happen(HUNDREDS)
    browser.get(f"{server.address}?lang={language}")
    wait_for(browser, "document.fonts.status === 'loaded' && document.getAnimations().length === 0")
    assert browser.execute_script("return document.documentElement.scrollWidth") == width
    assert browser.execute_script(CUT_OFF) == []
    assert browser.execute_script(COLLIDING) == []
    browser.get("about:blank")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_whatever_can_be_touched_is_large_enough(page: Chrome, width: int, height: int) -> None:
    resize(page, width, height)
    for button in page.find_elements(By.CSS_SELECTOR, "a, button"):
        assert min(button.rect["width"], button.rect["height"]) >= 44


def test_nothing_is_asked_of_another_host(page: Chrome, server: Server) -> None:
    asked = page.execute_script("return performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert asked
    assert all(str(address).startswith(server.address) for address in asked)


def test_changes_are_read_out(page: Chrome) -> None:
    assert page.find_element(By.ID, "said").get_attribute("role") == "status"
    assert page.find_element(By.CSS_SELECTOR, ".banners").get_attribute("aria-live") == "polite"
    assert page.find_element(By.ID, "lost").get_attribute("role") == "alert"


CUT_OFF = """
  return [...document.querySelectorAll('.card .value, .seat, h1, .banner .text')]
  .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth)
  .map((element) => element.textContent)"""
OVERLAPPED = """
  const cards = [...document.querySelectorAll('.card')];
  const zone = (card) => card.closest('.zone').getBoundingClientRect();
  return cards.filter((card, index) => {
    const a = card.getBoundingClientRect(), z = zone(card), next = cards[index + 1]?.getBoundingClientRect();
    const outside = a.right > z.right + 1 || a.bottom > z.bottom + 1 || a.top < z.top - 1 || a.width < 30;
    return outside || (next && next.left < a.right - 1 && next.top < a.bottom - 1 && next.bottom > a.top + 1);
  }).map((card) => card.textContent.trim());"""
