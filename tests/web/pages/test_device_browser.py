"""What a device says, sounds and keeps awake, heard by recorders in the place of the browser's own parts."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

from companion.sessions.events import EventKind
from companion.views.table_view import NoteView, VerdictView
from tests.web.browsing import complaints, forget, soon, wait_for
from tests.web.fake import FakeTable, opening
from web.app import Doors, create_app
from web.serving.server import Server

RECORDERS = """
{
window.heard = {spoken: [], hushed: 0, tones: [], asked: []};
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", {value: {
  speak: (said) => heard.spoken.push([said.lang, said.text]),
  cancel: () => { heard.hushed += 1; },
  getVoices: () => [{lang: "de-DE"}],
}});
class Node { connect(to) { return to; } }
window.AudioContext = class { currentTime = 0; destination = new Node(); state = "suspended";
  resume() { this.state = "running"; } };
window.OscillatorNode = class extends Node { start() {} stop() {}
  constructor(context, {frequency}) { super(); heard.tones.push(frequency); } };
window.GainNode = class extends Node { gain = {linearRampToValueAtTime() {}}; };
Object.defineProperty(navigator, "wakeLock", {value: %s});
}
"""
GIVEN = "{request: async (kind) => { heard.asked.push(kind); return {}; }}"
REFUSED = "{request: async (kind) => { heard.asked.push(kind); throw new DOMException('low'); }}"
MISSING = "undefined"
OVER_HTTP = f"{GIVEN}}}); Object.defineProperty(window, 'isSecureContext', {{value: false"
VERDICT = VerdictView("in-time", 30, 80, "Cem", 400.0, 20.0, "The jump came in time.")

Visit = Callable[..., Chrome]


@pytest.fixture
def visit(browser: Chrome, server: Server, table: FakeTable) -> Iterator[Visit]:
    """Open a page with recorders in it; at the end it must not have complained."""
    scripts: list[str] = []

    def go(path: str, lock: str = GIVEN) -> Chrome:
        source = {"source": RECORDERS % lock}
        added = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", source)
        scripts.append(added["identifier"])
        browser.get(server.address + path)
        return browser

    browser.execute_cdp_cmd("Page.enable", {})
    complaints(browser)
    yield go
    said = complaints(browser)
    for script in scripts:
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})
    browser.get("about:blank")
    forget(browser)
    assert said == []


def heard(page: Chrome, what: str) -> Any:
    return page.execute_script(f"return heard.{what}")


def play_on(page: Chrome, table: FakeTable, cards: str = "3 11 73 80", said: str = "Ben plays 80.") -> None:
    table.happen(opening(cards), said)
    wait_for(page, f"document.getElementById('said').textContent === {said!r}")


def test_acts_rulings_questions_and_the_end_are_spoken_once(visit: Visit, table: FakeTable) -> None:
    page = visit("?voice=on")
    assert table.wait_for_followers(1)
    play_on(page, table)
    assert heard(page, "spoken") == [["en", "Ben plays 80."]], "the first screen is no news"
    table.happen(replace(opening("3 11 73 80"), verdict=VERDICT), "Ben plays 80.", EventKind.VERDICT)
    wait_for(page, "heard.spoken.length === 2")
    assert heard(page, "spoken[1][1]").startswith("In time. ")
    asks = NoteView("unreadable", "Please turn the last card.")
    table.happen(replace(opening("3 11 73 80"), verdict=VERDICT, attention=asks), "Ben plays 80.")
    wait_for(page, "heard.spoken.length === 3")
    assert heard(page, "spoken[2][1]") == "Please turn the last card."
    table.happen(replace(opening("3 11 73 80"), over=True), "Cem shows his hand.")
    wait_for(page, "heard.spoken.length === 4")
    assert heard(page, "spoken[3][1]").startswith("Cem shows his hand. ")
    assert "win" in heard(page, "spoken[3][1]")
    assert heard(page, "hushed") == 4, "what is new counts"


def test_it_speaks_the_visitors_language(visit: Visit, table: FakeTable) -> None:
    page = visit("?voice=on&lang=de")
    assert table.wait_for_followers(1)
    table.happen(replace(opening(), over=True), "Ben passt.")
    wait_for(page, "heard.spoken.length === 1")
    language, words = heard(page, "spoken[0]")
    assert language == "de"
    assert "gewinn" in words


def test_a_device_without_voice_and_sound_is_silent(visit: Visit, table: FakeTable) -> None:
    page = visit("?voice=off&sound=off")
    assert table.wait_for_followers(1)
    page.find_element(By.ID, "said").click()
    play_on(page, table)
    assert heard(page, "spoken") == heard(page, "tones") == []


def test_it_sounds_after_the_first_touch_and_each_news_its_own_way(visit: Visit, table: FakeTable) -> None:
    page = visit("?sound=on")
    assert table.wait_for_followers(1)
    play_on(page, table)
    assert heard(page, "tones") == [], "browsers allow none before a touch"
    page.find_element(By.ID, "said").click()
    play_on(page, table, "3 11 73 80 81", "Cem plays 81.")
    card = heard(page, "tones")
    assert card
    asks = NoteView("unreadable", "Please turn the last card.")
    table.happen(replace(opening("3 11 73 80 81"), attention=asks), "Cem plays 81.")
    wait_for(page, f"heard.tones.length > {len(card)}")
    assert heard(page, "tones")[len(card) :] != card
    assert heard(page, "spoken") == []


@pytest.mark.parametrize(
    ("path", "lock", "asked", "said"),
    [
        ("device?awake=on", GIVEN, ["screen"], "The screen stays awake"),
        ("device?awake=off", GIVEN, [], "The screen sleeps"),
        ("device?awake=on", REFUSED, ["screen"], "This browser refused"),
        ("device?awake=on", MISSING, [], "This browser cannot do it"),
        ("device?awake=on", OVER_HTTP, [], "Browsers allow it over https only"),
    ],
    ids=["given", "off", "refused", "missing", "over http"],
)
def test_the_screen_stays_awake_or_the_page_says_why_not(
    visit: Visit, path: str, lock: str, asked: list[str], said: str
) -> None:
    page = visit(path, lock)
    wait_for(page, f"document.getElementById('awake-state').textContent.startsWith({said!r})")
    assert heard(page, "asked") == asked


def test_the_screen_is_kept_awake_again_when_one_comes_back(visit: Visit, table: FakeTable) -> None:
    page = visit("?awake=on")
    wait_for(page, "heard.asked.length === 1")
    page.execute_script("document.dispatchEvent(new Event('visibilitychange'))")
    wait_for(page, "heard.asked.length === 2")


@pytest.mark.parametrize(
    ("language", "said"), [("de", "Dieses Gerät hat eine Stimme"), ("en", "This device has no voice")]
)
def test_the_device_page_says_whether_there_is_a_voice(visit: Visit, language: str, said: str) -> None:
    page = visit(f"device?lang={language}")
    wait_for(page, f"document.getElementById('voice-state').textContent.startsWith({said!r})")


def test_where_the_table_cannot_be_reached_the_app_says_so(browser: Chrome, table: FakeTable) -> None:
    app = create_app(Doors(table), beat=0.05)
    with Server(app, "127.0.0.1", 0) as server:
        address = server.address
        browser.get(address)
        wait_for(browser, "!!navigator.serviceWorker.controller")
        app.extensions["feed"].close()
    browser.get(f"{address}standings")
    assert browser.find_element(By.TAG_NAME, "h1").text == "The table cannot be reached"
    assert browser.find_element(By.TAG_NAME, "img").get_property("naturalWidth")
    with Server(app, "127.0.0.1", server.port):
        soon(browser, "main a, .button").click()
        wait_for(browser, "!!document.getElementById('table')")
        browser.get("about:blank")
    complaints(browser)
