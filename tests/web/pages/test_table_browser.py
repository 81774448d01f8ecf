"""The table view in a real browser: what moves, what is said, what fits."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from selenium.webdriver import ActionChains, Chrome, Keys
from selenium.webdriver.common.by import By

from companion.sessions.events import CameraState, EventKind
from companion.views.table_view import CardView, TableView
from tests.web.browsing import CUT_OFF, NARROWEST, OVERLAPPED, SIZES, TV, complaints, forget, resize, wait_for
from tests.web.evenings import Evening
from tests.web.fake import FULL, FakeTable, opening, seats
from web.app import Doors, create_app
from web.serving.server import Server

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


def values(page: Chrome) -> list[str]:
    shown = page.find_elements(By.CSS_SELECTOR, "#zones .value")
    return [element.get_attribute("textContent") or "" for element in shown]


def test_a_card_that_may_be_a_pass_keeps_its_word_within_it(page: Chrome, table: FakeTable) -> None:
    doubtful = CardView("pass", sure=False, alternatives=("pass", "28"))
    view = opening("3 11")
    row = replace(view.zones[0], cards=(*view.zones[0].cards, doubtful))
    table.happen(replace(view, zones=(row,)), "")
    wait_for(page, "document.querySelector('.card[data-face=pass][data-sure=false]')")
    word, card = page.execute_script("""
      const card = document.querySelector('.card[data-face=pass]');
      return [card.querySelector('.value'), card].map((it) => it.getBoundingClientRect().width)""")
    assert word < card


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
    app = create_app(Doors(table), beat=0.05)
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


HELD = """
const [jump, real] = [document.getElementById("jump"), window.fetch];
window.sent = 0;
window.fetch = (...asked) => { window.sent += 1; return real(...asked); };
let now = performance.now();
performance.now = () => now;
const finger = (kind) => new PointerEvent(kind, { isPrimary: true, button: 0, bubbles: true });
jump.dispatchEvent(finger("pointerdown"));
now += 5000;
jump.dispatchEvent(finger("pointerup"));
jump.click();
return window.sent;
"""
"""Holds the jump button for five seconds; gives how many presses were sent."""


def test_a_button_held_long_was_pressed_once(page: Chrome, table: FakeTable) -> None:
    assert page.execute_script(HELD) == 1
    wait_for(page, "document.getElementById('jump').dataset.state === 'sent'")
    assert table.presses == ["jump"]


def test_the_menu_opens_by_key_and_shuts_by_escape_and_by_a_tap_elsewhere(
    page: Chrome, table: FakeTable
) -> None:
    """The space key that opens it claims no jump."""
    shown = page.find_element(By.CSS_SELECTOR, ".menu .pages")
    page.execute_script("document.querySelector('.menu summary').focus()")
    keys = ActionChains(page)
    keys.send_keys(Keys.SPACE).perform()
    assert shown.is_displayed()
    keys.reset_actions()
    keys.send_keys(Keys.ESCAPE).perform()
    assert not shown.is_displayed()
    page.find_element(By.CSS_SELECTOR, ".menu summary").click()
    assert shown.is_displayed()
    page.find_element(By.ID, "said").click()
    assert not shown.is_displayed()
    assert table.presses == []


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
    app = create_app(Doors(table), beat=0.05)
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


def test_a_long_row_fits_without_scrolling_sideways(page: Chrome, table: FakeTable) -> None:
    table.happen(FULL, "Ann plays 96.")
    wait_for(page, "document.querySelectorAll('[data-zone=row] .card').length === 25")
    for width, height in SIZES:
        resize(page, width, height)
        wait_for(page, "document.getAnimations().length === 0")
        assert page.execute_script("return document.documentElement.scrollWidth") == width
        assert page.execute_script(CUT_OFF) == []
        assert page.execute_script(OVERLAPPED) == []


COLLIDING = """
  return [...document.querySelectorAll('.seat')].filter((seat) => {
    const [score, hand] = ['.score-label', '.count']
      .map((part) => seat.querySelector(part).getBoundingClientRect());
    return score.right > hand.left && score.top < hand.bottom && score.bottom > hand.top;
  }).map((seat) => seat.textContent)"""
HUNDREDS = replace(
    FULL,
    players=seats(
        "Maximiliane-Henriette Özdemir-M.", "<b>x</b>&", "W" * 32, "Oma Irmgard", "Benedikt",
        mover="W" * 32, scores=(100, 123, 112, 88, 107),
    ),
)  # fmt: skip


@pytest.mark.parametrize("language", ["en", "de"])
def test_long_names_and_many_penalties_fit_in_every_language(
    browser: Chrome, server: Server, table: FakeTable, language: str
) -> None:
    table.happen(HUNDREDS)
    browser.get(f"{server.address}?lang={language}")
    for width, height in (*SIZES, NARROWEST, (600, 960), (768, 1024), (1024, 768), (1400, 900)):
        resize(browser, width, height)
        wait_for(browser, "document.fonts.status === 'loaded' && document.getAnimations().length === 0")
        assert browser.execute_script("return document.documentElement.scrollWidth") == width
        assert browser.execute_script(CUT_OFF) == []
        assert browser.execute_script(COLLIDING) == []
    browser.get("about:blank")
    forget(browser)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_fullest_table_fits_a_tv_in_large_letters(
    browser: Chrome, server: Server, table: FakeTable, language: str
) -> None:
    """Whatever is said of it: three messages, two, one, or none."""
    width, height = TV
    resize(browser, width, height)
    ruled = replace(HUNDREDS, attention=None)
    for view in (
        FULL,
        HUNDREDS,
        ruled,
        replace(ruled, verdict=None),
        replace(ruled, verdict=None, window=""),
    ):
        table.happen(view)
        browser.get(f"{server.address}?lang={language}&type=large")
        wait_for(browser, "document.fonts.status === 'loaded' && document.getAnimations().length === 0")
        assert browser.execute_script("return getComputedStyle(document.documentElement).fontSize") == "24px"
        assert browser.execute_script("return document.documentElement.scrollHeight") == height
        assert browser.execute_script("return document.documentElement.scrollWidth") == width
        for wrong in (CUT_OFF, OVERLAPPED, COLLIDING):
            assert browser.execute_script(wrong) == []
    browser.get("about:blank")
    forget(browser)


OUT_OF_SIGHT = """
document.querySelector(".menu").open = true;
return [...document.querySelectorAll(".bar, .bar > *, .menu .pages a")].filter((element) => {
  const box = element.getBoundingClientRect();
  return box.left < 0 || box.right > innerWidth;
}).map((element) => element.className)"""


def check_bar(browser: Chrome, address: str, language: str) -> None:
    for letters in ("normal", "large"):
        browser.get(f"{address}?lang={language}&type={letters}")
        wait_for(browser, "document.getElementById('camera').dataset.tone === 'bad'")
        for width in (320, 360, 390, 600, 768, 960, 1024, 1280, 1400, 1920):
            resize(browser, width, 800)
            assert browser.execute_script(OUT_OF_SIGHT) == [], (letters, width)
            assert browser.execute_script("return document.documentElement.scrollWidth") == width
    browser.get("about:blank")
    forget(browser)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_menu_unfolds_on_the_screen_wherever_its_button_stands(
    browser: Chrome, server: Server, table: FakeTable, opened: Evening, language: str
) -> None:
    table.happen(FULL)
    check_bar(browser, server.address, language)
    opened.put(CameraState(False, "The picture is too dark to read the cards.", opened.tick()))
    with Server(opened.app, "127.0.0.1", 0) as referees:
        check_bar(browser, referees.address, language)
        opened.app.extensions["feed"].close()


SHINING_THROUGH = """
scrollBy(0, document.querySelector(".seats").getBoundingClientRect().bottom - innerHeight - 20);
const box = document.getElementById("jump").getBoundingClientRect();
const around = [box.left + 1, box.right - 2].flatMap((x) =>
  [box.top - 8, box.top + 1, box.bottom - 2, innerHeight - 2].map((y) => document.elementFromPoint(x, y)));
return around.filter((e) => !e.closest(".jump")).map((e) => e.className)"""
"""What shows around the jump button of a telephone, where other things are scrolled behind it."""


def test_nothing_shows_around_the_jump_button_of_a_telephone(page: Chrome, table: FakeTable) -> None:
    table.happen(FULL)
    resize(page, 390, 844)
    wait_for(page, "document.querySelectorAll('.seat').length === 5")
    assert page.execute_script(SHINING_THROUGH) == []


def test_changes_are_read_out(page: Chrome) -> None:
    assert page.find_element(By.ID, "said").get_attribute("role") == "status"
    assert page.find_element(By.CSS_SELECTOR, ".banners").get_attribute("aria-live") == "polite"
    assert page.find_element(By.ID, "lost").get_attribute("role") == "alert"
