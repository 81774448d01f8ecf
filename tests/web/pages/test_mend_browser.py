"""The referee in a real browser: doubtful and wrong cards, refusals, the code."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from companion.evidence import Side
from companion.records.record import Header
from companion.records.recount import Replace
from companion.sessions.events import Correct, StartGame
from companion.simulation.games import play
from companion.views.offers import Offer
from tests.companion.drawn import arrival
from tests.companion.drawn import table as lying
from tests.web.browsing import (
    NARROWEST,
    SIZES,
    TV,
    button,
    check_fit,
    complaints,
    forget,
    resize,
    soon,
    tap,
    wait_for,
)
from tests.web.evenings import CODE, HEADER, OPENING, Evening, acts_of, evening
from tests.web.fake import FULL, FakeTable, opening
from web.app import Doors, create_app
from web.doors.referee import RefereeDoor
from web.serving.server import Server

SMALL_TABLET, LAPTOP = (1024, 768), (1600, 900)
OUTSIDE_THE_BAR = """
  return [...document.querySelectorAll('.bar > :not(.corner)')]
  .filter((e) => e.offsetParent && (e.getBoundingClientRect().right > innerWidth || e.offsetHeight > 90))
  .map((e) => e.textContent.trim())"""
"""What leaves the bar on the right, or stands in it as a column of single words."""


def test_a_doubtful_card_takes_one_tap(page: Chrome) -> None:
    with evening() as table, Server(table.app, "127.0.0.1", 0) as server:
        table.enter(*OPENING)
        page.get(server.address)
        wait_for(page, "document.getElementById('table').dataset.seq !== '0'")
        table.put(lying("60 82?28", 90.0, arrival("82?28", 89.0, place=1)))
        tap(
            page,
            "[...document.querySelectorAll('#offers button')].find((b) => b.innerText === 'Ben plays 28')",
        )
        wait_for(page, "document.getElementById('said').textContent === 'Ben takes 1 card: 28 is too low "
                       "for the whole row, so 60 comes off the row.'")  # fmt: skip
        assert table.verbs()[-1] == {"player": "Ben", "play": 28}
        assert soon(page, "#offers").get_attribute("childElementCount") == "0"
        page.get("about:blank")


def test_stacks_are_turned_round_with_a_look_at_what_that_does(page: Chrome) -> None:
    header = {"game": "quick-and-easy", "players": ["Ann", "Ben"], "starter": "Ann"}
    lay = [{"stack": "up", "value": 3, "colour": "red"}, {"stack": "down", "value": 8, "colour": "blue"}]
    with evening(header) as table, Server(table.app, "127.0.0.1", 0) as server:
        table.enter({"player": "Ann", "lay": lay, "unsure": ["stack"]})
        page.get(f"{server.address}acts")
        check_fit(page, *SIZES, NARROWEST)
        tap(page, "document.getElementById('turn')")
        assert "Act 1 now reads: Ann" in soon(page, ".effects").text
        tap(page, "document.getElementById('keep')")
        wait_for(page, "location.pathname === '/acts' && !!document.querySelector('.act')")
        laid: Any = table.verbs()[0]["lay"]
        assert [one["stack"] for one in laid] == ["down", "up"]
        assert not page.find_elements(By.ID, "turn")
        tap(page, "document.getElementById('undo')")
        wait_for(page, "!!document.getElementById('turn')")
        page.get("about:blank")


BROKEN_NUMBERS = """
  const range = document.createRange();
  return [...document.querySelectorAll('.act .number')]
  .filter((e) => (range.selectNodeContents(e), range.getClientRects().length !== 1))
  .map((e) => e.textContent)"""
"""Numbers of acts that stand on more than one line."""


def test_the_number_of_a_late_act_stays_on_one_line(page: Chrome) -> None:
    header = Header("fifty-fifty", ("Ann", "Ben", "Cem"), "Ben")
    lines = acts_of(play(header, Random(1)).to_record())
    with evening(header.to_record()) as table, Server(table.app, "127.0.0.1", 0) as server:
        table.enter(*lines)
        page.get(f"{server.address}acts")
        assert len(soon(page, ".act .number").text) == 3
        for width, height in (*SIZES, NARROWEST):
            resize(page, width, height)
            assert page.execute_script(BROKEN_NUMBERS) == []
            assert page.execute_script("return document.documentElement.scrollWidth") == width
        page.get("about:blank")


def test_mend_shows_once_a_game_has_begun(page: Chrome) -> None:
    with evening(None) as table, Server(table.app, "127.0.0.1", 0) as server:
        page.get(server.address)
        mend = soon(page, "#mend")
        assert not mend.is_displayed()
        table.put(StartGame(HEADER, table.tick()))
        wait_for(page, "!document.getElementById('mend').hidden")
        assert mend.is_displayed()
        page.get("about:blank")


def guess(page: Chrome, table: Evening, server: Server) -> None:
    """Let the table view tell a card that is 79 or 71 as a 71, for a 74 was laid behind it."""
    table.put(StartGame(HEADER, table.tick(), ("south", "west", "north")))
    table.enter(*OPENING)
    page.get(server.address)
    wait_for(page, "document.getElementById('table').dataset.seq !== '0'")
    table.put(lying("60 79?71", 190.0, arrival("79?71", 189.0, side=Side.WEST, place=1)))
    table.put(lying("60 79?71 74", 192.0, arrival("74", 191.0, side=Side.NORTH, place=2)))
    wait_for(page, "document.getElementById('instead').childElementCount === 3")


def test_a_card_guessed_wrongly_takes_one_tap_and_can_be_undone(page: Chrome) -> None:
    with evening(None) as table, Server(table.app, "127.0.0.1", 0) as server:
        guess(page, table, server)
        assert [act.get("play") for act in table.verbs()[-2:]] == [71, 74]
        tap(
            page,
            "[...document.querySelectorAll('#instead button')]"
            ".find((b) => b.innerText === 'No: Ben plays pass')",
        )
        wait_for(page, "document.getElementById('instead').childElementCount === 0")
        assert table.verbs()[-2]["play"] == "pass"
        tap(page, "document.getElementById('undo')")
        wait_for(page, "document.getElementById('instead').childElementCount > 0")
        assert table.verbs()[-2]["play"] == 71
        page.get("about:blank")


def test_a_card_guessed_rightly_takes_one_tap_too(page: Chrome) -> None:
    with evening(None) as table, Server(table.app, "127.0.0.1", 0) as server:
        guess(page, table, server)
        buttons = "[...document.querySelectorAll('#instead button')]"
        tap(page, f"{buttons}.find((b) => b.innerText === 'Yes: Ben plays 71')")
        wait_for(page, "document.getElementById('instead').childElementCount === 0")
        assert [act.get("play") for act in table.verbs()[-2:]] == [71, 74]
        page.get("about:blank")


def test_a_wrong_card_is_tapped_where_it_lies(page: Chrome) -> None:
    with evening() as table, Server(table.app, "127.0.0.1", 0) as server:
        page.get(server.address)
        wait_for(page, "document.getElementById('table').dataset.seq !== undefined")
        table.enter(*OPENING[:2])
        tap(
            page,
            "[...document.querySelectorAll('.card .change[href]')].find((a) => a.textContent.includes('77'))",
        )
        wait_for(page, "location.pathname === '/acts/1/change'")
        tap(page, "document.getElementById('take-back')")
        assert soon(page, ".effects").text
        page.back()
        tap(page, button({"player": "Ben", "play": 78}))
        assert "Act 2 now reads" in soon(page, ".effects").text
        assert table.verbs()[1] == {"player": "Ben", "play": 77}
        tap(page, "document.getElementById('keep')")
        wait_for(page, "location.pathname === '/acts' && !!document.querySelector('.act')")
        assert table.verbs()[1] == {"player": "Ben", "play": 78}
        page.get("about:blank")


def test_the_open_page_follows_the_table_and_says_when_it_cannot(browser: Chrome) -> None:
    with evening() as table:
        with Server(table.app, "127.0.0.1", 0) as server:
            browser.get(server.address + "acts")
            table.enter(OPENING[0])
            wait_for(browser, "document.querySelectorAll('.act').length === 1")
        wait_for(
            browser, "document.getElementById('message').innerText.startsWith('Connection to the table lost')"
        )
        browser.get("about:blank")
    complaints(browser)


HELD_BACK = """
const real = window.fetch;
window.fetch = async (...asked) => {
  window.fetch = real;
  const answer = await real(...asked);
  const text = await answer.text();
  window.asked = true;
  await new Promise((done) => (window.release = done));
  return new Response(text);
};
"""
"""Lets the next answer come only when ``release`` is called."""


def test_a_late_answer_does_not_stand_over_a_newer_one_and_focus_stays(page: Chrome) -> None:
    with evening() as table, Server(table.app, "127.0.0.1", 0) as server:
        table.enter(OPENING[0])
        page.get(server.address + "acts")
        changes = "document.querySelector('a[href=\"/acts/0/change\"]')"
        page.execute_script(f"{changes}.focus()")
        page.execute_script(HELD_BACK)
        table.enter(OPENING[1])
        wait_for(page, "window.asked")
        table.enter(OPENING[2])
        page.execute_async_script(
            "const done = arguments[0]; setTimeout(() => { window.release(); done(); }, 500)"
        )
        wait_for(page, "document.querySelectorAll('.act').length === 3")
        assert page.execute_script(f"return document.activeElement === {changes}") is True
        page.get("about:blank")


def test_a_refusal_is_said_in_the_tables_words(browser: Chrome) -> None:
    with evening() as table, Server(table.app, "127.0.0.1", 0) as server:
        browser.get(server.address + "acts")
        script = "document.querySelector('button[name=act]')"
        browser.execute_script(f"{script}.value = JSON.stringify({{player: 'Ben', play: 5}})")
        tap(browser, script)
        wait_for(
            browser, "document.getElementById('message').textContent.startsWith('It is not the turn of Ben')"
        )
        assert table.verbs() == []
        browser.get("about:blank")
    complaints(browser)


def test_an_onlooker_enters_the_code_and_gets_the_tools(browser: Chrome) -> None:
    """The relay's header stands for a visitor who does not sit at the machine."""
    with evening() as table, Server(table.app, "127.0.0.1", 0) as server:
        browser.execute_cdp_cmd("Network.enable", {})
        browser.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"Via": "1.1 relay"}})
        browser.get(server.address)
        assert not browser.find_elements(By.ID, "undo")
        soon(browser, "#role").click()
        field = soon(browser, "[name=code]")
        field.send_keys("000000")
        soon(browser, "#enter").click()
        wait_for(browser, "document.getElementById('message').textContent === 'This is not the code.'")
        field.clear()
        field.send_keys(CODE)
        soon(browser, "#enter").click()
        wait_for(browser, "!!document.getElementById('undo')")
        assert browser.execute_script("return document.cookie") == ""
        browser.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {}})
        forget(browser)
        browser.get("about:blank")
    complaints(browser)


@pytest.mark.parametrize("path", ["", "acts", "acts/preview?change=take-back&at=77"])
def test_every_page_fits_fingers_and_eyes(page: Chrome, full: Server, path: str) -> None:
    page.get(full.address + path)
    check_fit(page, *SIZES, NARROWEST)


@pytest.fixture(scope="module")
def full() -> Iterator[Server]:
    """Give a table with acts that count, one that does not, and a doubtful card."""
    with evening() as table, Server(table.app, "127.0.0.1", 0) as server:
        table.enter(*OPENING, {"player": "Ben", "play": 90})
        table.put(Correct(Replace(2, {"player": "Cem", "play": 60}), table.tick()))
        table.put(lying("60 90 82?28", 190.0, arrival("82?28", 189.0, place=2)))
        table.settle()
        yield server


def test_with_tools_the_fullest_table_still_fits_a_tablet_a_laptop_and_a_tv(page: Chrome) -> None:
    offers = tuple(Offer("play", "Benedikt", str(n), {"player": "Benedikt", "play": n}) for n in (82, 28, 83))
    said = "Ben replaces 55 with 19; 55 is orange, so it goes back to Ann, with a penalty card."
    crowded = replace(FULL, offers=offers, can_undo=True, can_redo=True, said=said)
    with evening() as table:
        app = create_app(Doors(FakeTable(crowded), RefereeDoor(table.table)), beat=0.05)
        with Server(app, "127.0.0.1", 0) as server:
            page.get(f"{server.address}?lang=de")
            assert len(page.find_elements(By.CSS_SELECTOR, "#offers button, .tools > *")) == 6
            for width, height in (*SIZES[:2], SMALL_TABLET, LAPTOP, TV):
                resize(page, width, height)
                assert page.execute_script("return document.documentElement.scrollHeight") <= height
                assert page.execute_script("return document.documentElement.scrollWidth") == width
                assert page.execute_script(OUTSIDE_THE_BAR) == []
            page.get(f"{server.address}?lang=de&type=large")
            wait_for(page, "document.fonts.status === 'loaded' && document.getAnimations().length === 0")
            assert page.execute_script("return document.documentElement.scrollHeight") == TV[1]
            assert page.execute_script("return document.documentElement.scrollWidth") == TV[0]
            page.get("about:blank")
            forget(page)
            app.extensions["feed"].close()


UNDER_BUTTONS = """
  const range = document.createRange();
  range.selectNodeContents(document.getElementById('said'));
  const [words, name] = [range, document.querySelector('h1')].map((it) => it.getBoundingClientRect());
  return [...document.querySelectorAll('.offers button')].filter((button) => {
    const b = button.getBoundingClientRect();
    const under = (a) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return under(words) || under(name);
  }).map((button) => button.textContent)"""


def test_what_is_offered_beside_no_message_lies_on_no_words(page: Chrome) -> None:
    said = (
        "Ann replaces 55 with 19; 55 is orange, so it goes back to Ben, who takes a penalty card for it now."
    )
    turn = Offer(
        "lay", "Ben", "8 red up", {"player": "Ben", "lay": [{"stack": "up", "value": 8, "colour": "red"}]}
    )
    guess = Offer("play", "Ben", "82", {"player": "Ben", "play": 82})
    waits = replace(opening(), said=said, can_undo=True, unfinished=turn)
    guessed = replace(opening(), said=said, can_undo=True, guess=guess, instead=(guess,), instead_at=0)
    with evening() as table:
        shown = FakeTable()
        app = create_app(Doors(shown, RefereeDoor(table.table)), beat=0.05)
        with Server(app, "127.0.0.1", 0) as server:
            for view in (waits, guessed):
                shown.happen(view)
                page.get(server.address)
                assert page.find_elements(By.CSS_SELECTOR, ".offers button")
                for width, height in (*SIZES, SMALL_TABLET, LAPTOP, TV):
                    resize(page, width, height)
                    assert page.execute_script(UNDER_BUTTONS) == []
            page.get("about:blank")
            forget(page)
            app.extensions["feed"].close()
