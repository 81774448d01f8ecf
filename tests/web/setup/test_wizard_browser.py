"""The wizard in a real browser: from an empty table to a started game, with a camera and without."""

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from companion.clock import Span
from companion.evidence import Press, PressSource
from tests.web.browsing import NARROWEST, SIZES, complaints, resize, soon, wait_for
from tests.web.evenings import evening
from tests.web.wizard import Eye, FakePanel, Wizard, scene, table_without_cards
from web.doors.game import News
from web.doors.table import TableDoor
from web.serving.server import Server
from web.setup.wizard import Setup


@pytest.fixture
def wizard(tmp_path: Path) -> Iterator[Wizard]:
    with evening(None) as table:
        yield Wizard(table, Eye(tmp_path), FakePanel(), tmp_path / "settings.toml")


def go_on(browser: Chrome, step: str) -> None:
    soon(browser, "#on").click()
    wait_for(browser, f"document.querySelector('[aria-current=step]')?.textContent.includes('{step}')")


def players(browser: Chrome, *names: str) -> None:
    for count, name in enumerate(names, start=1):
        soon(browser, "#join-name").send_keys(name, Keys.ENTER)
        wait_for(browser, f"document.querySelectorAll('.order li').length === {count}")


def listening(monkeypatch: pytest.MonkeyPatch, door: TableDoor) -> Event:
    """Give what is set once a page follows the feed, from where on it misses nothing."""
    listens, follow = Event(), door.follow

    def followed(after: int, timeout: float) -> News | None:
        listens.set()
        return follow(after, timeout)

    monkeypatch.setattr(door, "follow", followed)
    return listens


def test_from_an_empty_table_to_a_game_with_the_camera(
    page: Chrome, wizard: Wizard, monkeypatch: pytest.MonkeyPatch
) -> None:
    listens = listening(monkeypatch, wizard.table.door)
    wizard.eye.see(table_without_cards())
    with Server(wizard.table.app, "127.0.0.1", 0) as server:
        page.get(server.address + "setup")
        soon(page, "#speak-en").click()
        wait_for(page, "!!document.querySelector('[data-code=nothing-seen]')")
        wizard.eye.see(scene(5))
        wait_for(page, "document.querySelectorAll('.view [data-sure=true]').length === 1")
        go_on(page, "Buttons")
        assert listens.wait(5), "a press from now on is heard by the page"
        wizard.table.put(Press("jump", Span.at(wizard.table.tick()), PressSource.GPIO))
        wait_for(page, "document.getElementById('heard').textContent === 'heard: The jump button'")
        wait_for(page, "document.querySelector('[data-button=jump]').dataset.heard === 'true'")
        go_on(page, "Players")
        players(page, "Ann", "Ben")
        for side, name in (("south", "Ann"), ("north", "Ben")):
            soon(page, f"#side-{side}").click()
            wait_for(page, f"document.getElementById('side-{side}')?.textContent.includes('{name}')")
        for step in ("Game", "House rules", "Deck", "First row"):
            go_on(page, step)
        soon(page, "#read").click()
        wait_for(page, "document.querySelector('.first-row summary span')?.textContent === '11'")
        go_on(page, "Start")
        soon(page, "#start-row").click()
        wait_for(page, "!!document.getElementById('table')")
        page.get("about:blank")
    game = wizard.table.table.current.state.game
    assert game
    assert game.seats == ("south", "north")
    assert wizard.table.verbs() == [{"player": "Ann", "play": 11}]


CUT_OFF = """
const real = window.fetch;
window.fetch = async (...asked) => {
  window.fetch = real;
  const answer = await real(...asked);
  answer.text = () => Promise.reject(new TypeError("cut off"));
  window.cut = true;
  return answer;
};
"""
"""Loses the end of the next answer on the way."""


def test_a_picture_that_is_cut_off_is_not_the_last_one(page: Chrome, wizard: Wizard) -> None:
    wizard.eye.see(table_without_cards())
    with Server(wizard.table.app, "127.0.0.1", 0) as server:
        page.get(server.address + "setup/camera?lang=en")
        wait_for(page, "!!document.querySelector('[data-code=nothing-seen]')")
        page.execute_script(CUT_OFF)
        wait_for(page, "window.cut")
        wizard.eye.see(scene(5))
        wait_for(page, "document.querySelectorAll('.view [data-sure=true]').length === 1")
        page.get("about:blank")


def test_without_a_camera_every_step_leads_on_to_a_game_by_hand(page: Chrome, wizard: Wizard) -> None:
    with Server(wizard.table.app, "127.0.0.1", 0) as server:
        page.get(server.address + "setup?lang=en")
        for step in ("Camera", "Buttons", "Players"):
            go_on(page, step)
        players(page, "Ann", "Ben")
        soon(page, "#join-name").send_keys("Cem")
        go_on(page, "Game")
        page.find_element(By.CSS_SELECTOR, "[value=no-thanks]").click()
        for step in ("House rules", "Deck", "First row", "Start"):
            go_on(page, step)
        soon(page, "#start").click()
        wait_for(page, "!!document.getElementById('table')")
        page.get("about:blank")
    game = wizard.table.table.current.state.game
    assert game
    assert game.header["game"] == "no-thanks"


def test_what_is_chosen_holds_whichever_way_one_leaves(page: Chrome, wizard: Wizard) -> None:
    wizard.seat("Ann", "Ben")
    with Server(wizard.table.app, "127.0.0.1", 0) as server:
        page.get(server.address + "setup/game?lang=en")
        soon(page, "[value='23']").click()
        Select(soon(page, "#starter")).select_by_visible_text("Ben")
        soon(page, ".steps a[href='/setup/start']").click()
        wait_for(page, "location.pathname === '/setup/start'")
        summary = soon(page, ".summary").text
        page.get("about:blank")
    assert "Game\n23\n" in summary
    assert "Begins\nBen\n" in summary


def test_there_is_room_for_other_numbers_once_they_are_chosen(page: Chrome, wizard: Wizard) -> None:
    with Server(wizard.table.app, "127.0.0.1", 0) as server:
        page.get(server.address + "setup/rules?lang=en")
        entered = soon(page, "[name=purple-own]")
        assert not entered.is_displayed()
        soon(page, "[name=purple][value=own]").click()
        assert entered.is_displayed()
        page.get("about:blank")
    complaints(page)  # that nothing was entered


def test_the_longest_names_fit_a_telephone(
    page: Chrome, wizard: Wizard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Setup, "_chips", lambda *_: ["W" * 32, "Ben"])
    wizard.seat("W" * 31, "M" * 32)
    wizard.tap("/setup/players", do="seat", player="W" * 31, side="south")
    with Server(wizard.table.app, "127.0.0.1", 0) as server:
        for step in ("players", "game", "start"):
            page.get(f"{server.address}setup/{step}?lang=en")
            assert "W" * 31 in soon(page, ".step").text
            for width, height in ((360, 740), *SIZES, NARROWEST):
                resize(page, width, height)
                assert page.execute_script("return document.documentElement.scrollWidth") == width, step
        page.get("about:blank")


@pytest.mark.usefixtures("desk_cam")
def test_a_tap_on_a_camera_is_enough_and_the_page_waits_for_it(page: Chrome, wizard: Wizard) -> None:
    wizard.eye.see(scene(5))
    with Server(wizard.table.app, "127.0.0.1", 0) as first:
        page.get(first.address + "setup/camera?lang=en")
        soon(page, ".cameras").find_element(By.XPATH, "../summary").click()
        soon(page, "[name=source][value='/dev/video2']").click()
        wait_for(page, "!!document.querySelector('.cameras [aria-current]')?.innerText.includes('Desk cam')")
        assert "starts anew" in soon(page, "main .note[role=status]").text
        assert wizard.restarts == [1]
    wait_for(page, "document.getElementById('message').innerText === 'It starts anew …'")
    again = Wizard(wizard.table, wizard.eye, wizard.panel, wizard.file)
    with Server(again.table.app, "127.0.0.1", first.port):
        wait_for(page, "!document.querySelector('main .note[role=status]')")
        soon(page, ".view")
        page.get("about:blank")
    complaints(page)
