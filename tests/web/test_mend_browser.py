"""The referee in a real browser: a game scored by hand to its end, a correction in the middle, an undo."""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from urllib.parse import urlencode

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support import expected_conditions
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

from companion.evidence import Side
from companion.records.recount import Replace
from companion.sessions.events import Correct, EnterAct, StartGame
from companion.views.mending import form_at
from companion.views.offers import Form, Offer
from tests.companion.drawn import arrival
from tests.companion.drawn import table as lying
from tests.web.evenings import CODE, HEADER, OPENING, Evening, evening
from tests.web.fake import FakeTable
from tests.web.test_browser import FULL, NARROWEST, SIZES, complaints, resize, wait_for
from web.app import create_app
from web.referee_door import RefereeDoor
from web.server import Server

TWO = {"game": "fifty-fifty", "players": ["Ann", "Ben"], "starter": "Ann"}
PREVIEW = "acts/preview?change=take-back"
LEFT = 5
"""How many acts before the end the browser takes over: each is a tap."""

TOO_SMALL = """
  return [...document.querySelectorAll('a, button, select, input:not([type=hidden]), summary')]
  .filter((e) => e.offsetParent && (e.offsetWidth < 44 || e.offsetHeight < 44))
  .map((e) => `${e.textContent.trim()} ${e.offsetWidth} ${e.offsetHeight}`)"""
PALE = """
  const rgb = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (e) => {
    for (; e; e = e.parentElement) {
      const c = rgb(getComputedStyle(e).backgroundColor);
      if (c.length === 3 || c[3] === 1) return c;
    }
    return [255, 255, 255];
  };
  return [...document.querySelectorAll('main *, header *')]
  .filter((e) => e.offsetParent && !e.disabled)
  .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
  .filter((e) => {
    const [a, b] = [light(rgb(getComputedStyle(e).color)), light(ground(e))].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05) < 4.5;
  })
  .map((e) => `${e.className} ${e.textContent.trim()}`)"""


@pytest.fixture
def page(browser: Chrome) -> Iterator[Chrome]:
    complaints(browser)
    yield browser
    # Tests here close their server themselves; a page that is being left may ask it for news once more.
    said = [line for line in complaints(browser) if "/events" not in line]
    browser.get("about:blank")
    browser.delete_all_cookies()
    assert said == []


def button(act: dict[str, object]) -> str:
    """Give the script that finds the button of an act."""
    value = json.dumps(json.dumps(act))
    return f"[...document.querySelectorAll('button[name=act]')].find((b) => b.value === {value})"


def enter(page: Chrome, act: dict[str, object]) -> None:
    """Tap an act on a page that offers some: what is chosen in steps step by step, as fingers do."""
    for more in _steps(act):
        found = f"document.querySelector('.entry a[href^=\"?{more}\"]')"
        wait_for(page, f"!!({button(act)} ?? {found})")
        if page.execute_script(f"return !({button(act)})"):
            tap(page, found)
    tap(page, button(act))


def _steps(act: dict[str, object]) -> list[str]:
    """Give the beginnings of the addresses that lead to an act."""
    if isinstance(cards := act.get("lay"), list):
        return [urlencode({"first": "{value}-{stack}-{colour}".format(**cards[0])})]
    if "count" in act or "bonus" in act:
        count, bonus = act.get("count", 1), act.get("bonus", 0)
        return [f"count=1&bonus={bonus}", f"count={count}&bonus={bonus}"]
    return []


def soon(page: Chrome, selector: str) -> WebElement:
    """Give the element, once the page that a tap leads to has it."""
    return WebDriverWait(page, 10, poll_frequency=0.05).until(
        expected_conditions.presence_of_element_located((By.CSS_SELECTOR, selector))
    )


def tap(page: Chrome, script: str) -> None:
    wait_for(page, f"!!({script})")
    page.execute_script(f"({script}).click()")


def fill(table: Evening) -> list[dict[str, object]]:
    """Play on until the table is a few acts before hands are shown; gives these acts."""
    chance, played = Random(5), list[dict[str, object]]()
    with evening(TWO) as other:
        while not (entry := form_at(other.table.current.state)).hands:
            played.append(any_play(entry, chance))
            other.put(EnterAct(played[-1], other.tick()))
    table.enter(*played[:-LEFT])
    return played[-LEFT:]


def any_play(entry: Form, chance: Random) -> dict[str, object]:
    """Choose a card to play, at random."""
    offers = [offer for group in entry.groups if group.verb == "play" for offer in group.offers]
    return dict(chance.choice(offers).act)


def test_a_game_is_scored_by_hand_corrected_and_undone_after_its_end(page: Chrome) -> None:
    with evening(TWO) as table, Server(table.app, "127.0.0.1", 0) as server:
        rest = fill(table)
        page.get(server.address)
        soon(page, "#mend").click()
        played = len(table.verbs())
        for count, act in enumerate(rest, start=played + 1):
            tap(page, button(act))
            wait_for(page, f"document.querySelectorAll('.act').length === {count}")
        assert table.verbs()[played:] == rest
        show_the_hands(page)
        wait_for(page, "document.querySelector('.next h2')?.textContent.startsWith('The game is over')")
        result = table.table.current.state.result
        assert result
        _correct_one_in_the_middle(page, table)
        _undo_and_redo(page, table, server)
        page.get("about:blank")


def show_the_hands(page: Chrome) -> None:
    """Choose a card for every place of every hand, and keep them."""
    wait_for(page, "document.querySelectorAll('select').length > 1")
    for place, element in enumerate(page.find_elements(By.TAG_NAME, "select")):
        Select(element).select_by_index(place + 1)
    soon(page, ".next form .main").click()
    tap(page, "document.getElementById('keep')")


def _correct_one_in_the_middle(page: Chrome, table: Evening) -> None:
    """Exchange a number that was played for one that never was; what it changes is shown, then kept."""
    place = next(at for at in range(40, 90) if isinstance(table.verbs()[at].get("play"), int))
    before = table.verbs()
    soon(page, f'a[href="/acts/{place}/change"]').click()
    wait_for(page, "location.pathname.endsWith('/change')")
    soon(page, 'button.key[name="act"]').click()
    words = soon(page, ".effects").text
    assert f"Act {place + 1} now reads" in words
    assert table.verbs() == before
    tap(page, "document.getElementById('keep')")
    wait_for(page, "location.pathname === '/acts' && !!document.querySelector('.act')")
    assert len(table.verbs()) == len(before)
    assert [at for at, act in enumerate(table.verbs()) if act != before[at]] == [place]
    tap(page, "document.getElementById('undo')")
    wait_for(page, "!document.getElementById('redo').form.hidden")
    assert table.verbs() == before


def _undo_and_redo(page: Chrome, table: Evening, server: Server) -> None:
    """Undo the last act after the end, on the table view itself, and put it back."""
    everything = table.verbs()
    page.get(server.address)
    wait_for(page, "document.getElementById('table').dataset.over === 'true'")
    tap(page, "document.getElementById('undo')")
    wait_for(page, "document.getElementById('table').dataset.over === 'false'")
    assert table.verbs() == everything[:-1]
    assert table.table.current.state.result is None
    tap(page, "document.getElementById('redo')")
    wait_for(page, "document.getElementById('table').dataset.over === 'true'")
    assert table.verbs() == everything


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
        browser.delete_all_cookies()
        browser.get("about:blank")
    complaints(browser)


@pytest.mark.parametrize(
    "path", ["", "acts", "acts/1/change", f"{PREVIEW}&at=1", f"{PREVIEW}&at=77", "referee"]
)
def test_every_page_fits_fingers_and_eyes(page: Chrome, full: Server, path: str) -> None:
    page.get(full.address + path)
    for width, height in [*SIZES, NARROWEST]:
        resize(page, width, height)
        assert page.execute_script("return document.documentElement.scrollWidth") == width
        assert page.execute_script(TOO_SMALL) == []
    for scheme in ("light", "dark"):
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        wait_for(page, "document.getAnimations().length === 0")
        assert page.execute_script(PALE) == []
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.fixture(scope="module")
def full() -> Iterator[Server]:
    """Give a table with acts that count, one that does not, and a doubtful card."""
    with evening() as table, Server(table.app, "127.0.0.1", 0) as server:
        table.enter(*OPENING, {"player": "Ben", "play": 90})
        table.put(Correct(Replace(2, {"player": "Cem", "play": 60}), table.tick()))
        table.put(lying("60 90 82?28", 190.0, arrival("82?28", 189.0, place=2)))
        table.settle()
        yield server


@pytest.mark.parametrize(("width", "height"), SIZES[:2])
def test_with_tools_the_fullest_table_still_fits_a_tablet(page: Chrome, width: int, height: int) -> None:
    offers = tuple(Offer("play", "Benedikt", str(n), {"player": "Benedikt", "play": n}) for n in (82, 28, 83))
    crowded = replace(FULL, offers=offers, can_undo=True, can_redo=True)
    with evening() as table:
        app = create_app(FakeTable(crowded), RefereeDoor(table.table))
        with Server(app, "127.0.0.1", 0) as server:
            resize(page, width, height)
            page.get(server.address)
            assert len(page.find_elements(By.CSS_SELECTOR, "#offers button, .tools > *")) == 6
            assert page.execute_script("return document.documentElement.scrollHeight") <= height
            assert page.execute_script("return document.documentElement.scrollWidth") == width
            page.get("about:blank")
            app.extensions["feed"].close()
