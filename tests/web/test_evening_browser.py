"""An evening in a real browser: who plays on after a game, the next game, and a look back."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from selenium.webdriver import ActionChains, Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from companion.records.record import Header, read
from companion.sessions.events import BreakOff, EnterAct, StartGame
from companion.simulation.games import play, random_header
from tests.web.browsing import (
    NARROWEST,
    OVER,
    PALE,
    SIZES,
    TV,
    check_fit,
    complaints,
    resize,
    soon,
    tap,
    wait_for,
)
from tests.web.evenings import HEADER, OPENING, OURS, Evening, acts_of, evening
from web.serving.server import Server

SHORT = play(random_header("quick-and-easy", Random(3), 2), Random(3)).to_record()
"""A team that is stuck after three cards."""

HEARD_OUT = """
const done = arguments[arguments.length - 1];
const other = new EventSource("/events");
other.addEventListener("snapshot", () => { other.close(); setTimeout(done, 500); });
"""
"""Waits until a viewer that came later has its snapshot, and a page had the time to draw it."""

LOSE_ONE = """
const real = window.fetch;
window.fetch = () => { window.fetch = real; return Promise.reject(new TypeError("lost")); };
"""
"""Loses the next thing that the page asks for on the way."""

CUT_NAMES = """
  return [...document.querySelectorAll('.rank .name, .lobby .name')]
  .filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent)"""
TAPPED = """
  return [...document.querySelectorAll("button, input, select, summary, .pages")]
  .filter((e) => e.checkVisibility()).map((e) => e.textContent.trim())"""
NAMES = "[...document.querySelectorAll('#ranks .name')].map((e) => e.textContent)"


def test_from_one_game_to_the_next_and_a_look_back(page: Chrome, tmp_path: Path) -> None:
    with (
        evening(SHORT.header.to_record(), folder=tmp_path) as table,
        Server(table.app, "127.0.0.1", 0) as server,
    ):
        table.enter(*acts_of(SHORT))
        _undo_after_the_end(page, server)
        _gather_and_begin(page, table)
        _look_back(page, server)
        page.get("about:blank")


def test_the_standings_are_fetched_anew_only_for_news(page: Chrome) -> None:
    fetched = "performance.getEntriesByType('resource').filter((it) => it.name.endsWith('/standings')).length"
    with evening() as table, Server(table.app, "127.0.0.1", 0) as server:
        page.get(f"{server.address}standings")
        page.execute_async_script(HEARD_OUT)
        assert page.execute_script(f"return {fetched}") == 0, "the snapshot is what the page shows"
        table.enter(*OPENING)
        wait_for(page, "document.querySelector('#ranks [data-key=Ann] .score').textContent === '2'")
        assert page.execute_script(f"return {fetched}") > 0
        page.get("about:blank")


def test_what_was_unfolded_stays_so_and_a_page_that_could_not_be_had_is_fetched_again(page: Chrome) -> None:
    with evening() as table, Server(table.app, "127.0.0.1", 0) as server:
        page.get(f"{server.address}standings")
        page.execute_async_script(HEARD_OUT)
        page.execute_script("document.querySelector('details.off').open = true")
        page.execute_script(LOSE_ONE)
        table.enter(*OPENING)
        wait_for(page, "document.querySelector('#ranks [data-key=Ann] .score').textContent === '2'")
        assert page.execute_script("return document.querySelector('details.off').open") is True
        page.get("about:blank")


def test_a_seat_chosen_while_another_is_sent_counts(page: Chrome) -> None:
    """As when somebody goes through the sides with the arrow keys."""
    with evening() as table, Server(table.app, "127.0.0.1", 0) as server:
        table.enter(*OPENING)
        table.put(BreakOff(table.tick()))
        table.settle()
        others = table.app.test_client()
        assert others.post("/api/lobby/answers", json={"answer": "again"}, headers=OURS).status_code == 201
        page.get(f"{server.address}standings")
        soon(page, '[data-key="lobby-Ann"] select')
        page.execute_script(
            "const select = document.querySelector('[data-key=\"lobby-Ann\"] select');"
            "for (const side of ['south', 'east', 'north']) {"
            "  select.value = side; select.dispatchEvent(new Event('change', { bubbles: true })); }"
        )
        seat = "document.querySelector('[data-key=\"lobby-Ann\"] option[value=north]')"
        wait_for(page, f"{seat}.hasAttribute('selected')")
        page.get("about:blank")


def _undo_after_the_end(page: Chrome, server: Server) -> None:
    """While the last act is taken back there is no way to the next game; then it is open."""
    page.get(server.address)
    wait_for(page, OVER)
    tap(page, "document.getElementById('undo')")
    wait_for(page, f"!({OVER})")
    assert not page.find_element(By.ID, "next-game").is_displayed()
    tap(page, "document.getElementById('redo')")
    wait_for(page, OVER)
    soon(page, "#next-game").click()


def _gather_and_begin(page: Chrome, table: Evening) -> None:
    """One leaves, one stays, one joins at a seat, one is only typed; the next game begins with one tap."""
    wait_for(page, f"{NAMES}.length === 2")
    tap(page, "document.getElementById('leave-2-Ben')")
    wait_for(page, "document.querySelector('[data-key=Ben]').dataset.answer === 'leave'")
    struck = "return getComputedStyle(document.querySelector('[data-key=Ben] .name')).textDecorationLine"
    assert page.execute_script(struck) == "line-through"
    tap(page, "document.getElementById('all-again')")
    wait_for(page, "!!document.getElementById('lobby')")
    soon(page, "#join-name").send_keys("Dia", Keys.ENTER)
    wait_for(page, "!!document.querySelector('[data-key=\"lobby-Dia\"]')")
    assert page.find_element(By.ID, "join-name").get_property("value") == ""
    Select(soon(page, '[data-key="lobby-Dia"] select')).select_by_value("east")
    wait_for(
        page,
        "document.querySelector('[data-key=\"lobby-Dia\"] option[value=east]')?.hasAttribute('selected')",
    )
    _choices_stand(page, table)
    soon(page, "#join-name").send_keys("Eva")
    tap(page, "document.getElementById('begin')")
    wait_for(page, "location.pathname === '/' && document.querySelectorAll('.seat').length === 3")
    game = table.table.current.state.game
    assert game
    assert (game.header["game"], game.state.players) == ("fifty-fifty", ("Ann", "Dia", "Eva"))


def _choices_stand(page: Chrome, table: Evening) -> None:
    """Choose game and starter while others come and go, which changes both lists."""
    Select(soon(page, "#next-game")).select_by_value("fifty-fifty")
    Select(soon(page, "#next-starter")).select_by_visible_text("Dia")
    picked = "['next-game', 'next-starter'].map((id) => document.getElementById(id).value).join()"
    others, offered = table.app.test_client(), "document.getElementById('next-game').options.length"
    before = page.execute_script(f"return {offered}")
    others.post("/api/lobby/players", json={"player": "Cem", "place": 0}, headers=OURS)
    wait_for(page, "document.getElementById('next-starter').options[0].value === 'Cem'")
    assert page.execute_script(f"return {offered}") != before
    assert page.execute_script(f"return {picked}") == "fifty-fifty,Dia"
    others.delete("/api/lobby/players", json={"player": "Cem"}, headers=OURS)
    wait_for(page, "document.getElementById('next-starter').options[0].value === 'Ann'")
    assert page.execute_script(f"return {picked}") == "fifty-fifty,Dia"
    page.execute_script("document.getElementById('next-starter').value = 'Ann'")


def _look_back(page: Chrome, server: Server) -> None:
    """Find the first game in the history, step through it by keys and by itself, and take it home."""
    soon(page, ".menu summary").click()
    soon(page, '.menu a[href="/history"]').click()
    soon(page, ".game a").click()
    last = len(SHORT.acts)
    wait_for(page, f"document.getElementById('page').dataset.act === '{last}'")
    keys = ActionChains(page)
    keys.send_keys(Keys.HOME).perform()
    wait_for(page, "document.getElementById('page').dataset.act === '0'")
    assert page.find_element(By.ID, "back").get_attribute("aria-disabled") == "true"
    keys.send_keys(Keys.ARROW_RIGHT).perform()
    wait_for(page, "document.getElementById('page').dataset.act === '1'")
    assert len(page.find_elements(By.CSS_SELECTOR, "#zones .card")) == 1
    page.execute_script("document.getElementById('back').focus()")
    keys.send_keys(Keys.SPACE).perform()
    wait_for(page, "document.getElementById('page').dataset.act === '0'")
    page.execute_script("document.getElementById('next').focus()")
    keys.send_keys(Keys.SPACE).perform()
    wait_for(page, "document.getElementById('page').dataset.act === '1'")
    page.execute_script("document.activeElement.blur()")
    tap(page, "document.getElementById('play')")
    wait_for(page, "document.getElementById('page').dataset.act === '2'")
    tap(page, "document.getElementById('play')")
    address = page.find_element(By.CSS_SELECTOR, "a[href$='.jsonl']").get_attribute("href")
    fetched = page.execute_async_script(
        "const done = arguments[1]; fetch(arguments[0]).then((a) => a.text()).then(done)", address
    )
    kept = read(fetched.encode())
    assert [act.fields.get("lay") for act in kept.acts] == [act.get("lay") for act in acts_of(SHORT)]


def test_the_standings_follow_the_table_and_players_glide_to_their_places(
    page: Chrome, tmp_path: Path
) -> None:
    header = SHORT.header.to_record()
    with evening(header, folder=tmp_path) as table, Server(table.app, "127.0.0.1", 0) as server:
        table.enter(*acts_of(SHORT))
        table.put(StartGame(HEADER, table.tick()))
        table.settle()
        page.get(server.address + "standings")
        wait_for(page, f"{NAMES}.join() === 'Ann,Ben,Cem'")
        page.execute_script("window.stayed = true")
        resize(page, 220, 568)
        page.execute_script("document.querySelector('.scroll').scrollLeft = 20")
        glides = "window.glides = 0; Element.prototype.animate = () => (window.glides += 1)"
        page.execute_script(glides)
        table.enter(*OPENING)
        wait_for(page, f"{NAMES}.join() === 'Cem,Ann,Ben' || {NAMES}.join() === 'Cem,Ben,Ann'")
        wait_for(page, "document.querySelector('[data-key=Cem] .fill').getAttribute('width') === '0'")
        assert page.execute_script("return window.glides") > 0
        assert page.execute_script("return window.stayed") is True
        assert page.execute_script("return document.querySelector('.scroll').scrollLeft") == 20
        page.get("about:blank")


def test_the_sums_of_two_games_fit_a_telephone(page: Chrome, tmp_path: Path) -> None:
    other = play(Header("no-thanks", ("Ann", "Ben", "Cem"), "Ann", {}), Random(3)).to_record()
    with evening(SHORT.header.to_record(), folder=tmp_path) as table:
        table.enter(*acts_of(SHORT))
        table.put(StartGame(other.header.to_record(), table.tick()))
        table.enter(*acts_of(other))
        table.settle()
        with Server(table.app, "127.0.0.1", 0) as server:
            resize(page, 390, 844)
            page.get(server.address + "standings?lang=de")
            wait_for(page, "document.querySelectorAll('.scroll thead th').length === 5")
            room = "const e = document.querySelector('.scroll'); return e.scrollWidth - e.clientWidth"
            assert page.execute_script(room) == 0
            page.get("about:blank")


SEEN_OUT = """
  const it = document.querySelector('[data-key=Ben] .badge > *').getBoundingClientRect();
  return it.width > 20 && it.height > 10 && it.left >= 0 && it.right <= innerWidth"""
"""Whether it can be read that Ben is out."""


def test_why_a_low_score_comes_last_is_said_on_a_telephone_too(page: Chrome, tmp_path: Path) -> None:
    """Ben has the fewest penalty cards and a pass in his hand."""
    played = play(Header("fifty-fifty", ("Ann", "Ben", "Cem"), "Ben"), Random(1)).to_record()
    with evening(played.header.to_record(), folder=tmp_path) as table:
        table.enter(*acts_of(played))
        with Server(table.app, "127.0.0.1", 0) as server:
            page.get(server.address + "standings")
            assert soon(page, "[data-key=Ben] .place").text.endswith("3")
            for size in ((360, 740), *SIZES, NARROWEST):
                resize(page, *size)
                assert page.execute_script(SEEN_OUT), size
                assert page.find_element(By.CSS_SELECTOR, "[data-key=Ben] .badge").text.startswith("out")
                assert page.execute_script("return document.documentElement.scrollWidth") == size[0]
            page.get(server.address + "history")
            places = [place.text for place in page.find_elements(By.CSS_SELECTOR, ".one")]
            assert [" · out" in place for place in places] == [False, False, True], places
            page.get("about:blank")


@pytest.mark.parametrize(
    "path", ["standings", "history", "history/1?act=4", "players", "players/Ann", "acts?game=1"]
)
def test_every_page_fits_fingers_and_eyes(page: Chrome, full: Evening, server_of: Server, path: str) -> None:
    page.get(server_of.address + path)
    page.execute_script("document.querySelectorAll('details').forEach((e) => (e.open = true))")
    check_fit(page, *SIZES)
    for letters in ("normal", "large"):
        page.execute_script(f"document.documentElement.dataset.type = '{letters}'")
        for size in (*SIZES, (600, 960), TV):
            resize(page, *size)
            assert page.execute_script(CUT_NAMES) == [], (size, letters)


CLIPPED = """
  return [...document.querySelectorAll('main *')]
  .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
  .filter((e) => e.checkVisibility() && getComputedStyle(e).clipPath === 'none')
  .filter((e) => e.clientWidth && e.scrollWidth > e.clientWidth + 1)
  .map((e) => `${e.className} ${e.textContent.trim()}`)"""
"""Words that do not fit where they stand."""


def test_the_longest_names_take_another_line(page: Chrome, tmp_path: Path) -> None:
    longest = ("W" * 32, "M" * 32, "Maximiliane-Henriette Özdemir-M.")
    played = play(Header("no-thanks", longest, longest[0], {}), Random(3)).to_record()
    with evening(played.header.to_record(), folder=tmp_path) as table:
        table.enter(*acts_of(played))
        table.put(StartGame({"game": "fifty-fifty", "players": list(longest)}, table.tick()))
        table.enter({"player": longest[0], "play": 60})
        with Server(table.app, "127.0.0.1", 0) as server:
            for path in (
                "",
                "acts",
                "acts/0/change",
                "acts/preview?change=take-back&at=0",
                "history",
                "history/1",
            ):
                page.get(f"{server.address}{path}")
                for size in ((320, 568), (390, 844), (768, 1024), (1024, 768), (1400, 900)):
                    resize(page, *size)
                    assert page.execute_script("return document.documentElement.scrollWidth") == size[0], path
                    assert page.execute_script(CLIPPED) == [], (path, size)
            page.get("about:blank")


def test_all_steps_of_a_look_back_stand_in_one_line(page: Chrome, full: Evening, server_of: Server) -> None:
    page.get(server_of.address + "history/1?act=4")
    tops = "return [...document.querySelectorAll('.steps .step')].map((step) => step.offsetTop)"
    for size in (NARROWEST, (360, 740), *SIZES):
        resize(page, *size)
        assert len(set(page.execute_script(tops))) == 1, size


@pytest.mark.parametrize(
    "path",
    [
        *("", "standings", "history", "history/1?act=4", "players", "players/Ann", "acts?game=1"),
        *("acts/0/change?game=1", "acts/preview?change=take-back&at=0&game=1"),
    ],
)
def test_on_paper_nothing_is_dark_or_there_to_be_tapped(
    page: Chrome, full: Evening, server_of: Server, path: str
) -> None:
    page.get(server_of.address + "device?theme=dark")
    page.get(server_of.address + path)
    page.execute_script("document.querySelectorAll('details').forEach((e) => (e.open = true))")
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert page.execute_script(TAPPED) == []
    assert page.execute_script(PALE) == []
    ground = page.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert ground == "rgb(255, 255, 255)"
    assert "Ann" in page.find_element(By.TAG_NAME, "main").text
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_a_step_back_in_a_game_that_could_not_be_had_is_said_until_one_can(
    page: Chrome, full: Evening, server_of: Server
) -> None:
    page.get(server_of.address + "history/1?act=4")
    wait_for(page, "document.getElementById('back').getAttribute('href') === '?act=3'")
    page.execute_script(LOSE_ONE)
    tap(page, "document.getElementById('back')")
    wait_for(page, "!document.getElementById('message').hidden")
    tap(page, "document.getElementById('back')")
    wait_for(page, "document.getElementById('page').dataset.act === '3'")
    assert page.execute_script("return document.getElementById('message').hidden") is True


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """Give an evening with several games, the last one broken off, and people who leave and join."""
    with evening(HEADER, folder=tmp_path_factory.mktemp("full")) as table:
        table.enter(*OPENING)
        for seed in range(3):
            record = play(random_header("no-thanks", Random(seed), 5), Random(seed)).to_record()
            table.put(StartGame(record.header.to_record(), table.tick()))
            for act in record.acts:
                table.put(EnterAct(act.fields, table.tick()))
        table.put(StartGame({"game": "fifty-fifty", "players": ["Ann", "Ben", "W" * 32]}, table.tick()))
        table.enter({"player": "Ann", "play": 41})
        table.put(BreakOff(table.tick()))
        client = table.app.test_client()
        for answer in ({"answer": "leave", "player": "Ben"}, {"answer": "again"}):
            assert client.post("/api/lobby/answers", json=answer, headers=OURS).status_code == 201
        table.settle()
        yield table


@pytest.fixture(scope="module")
def server_of(full: Evening) -> Iterator[Server]:
    with Server(full.app, "127.0.0.1", 0) as server:
        yield server


def test_complaints_are_heard(browser: Chrome) -> None:
    """The fixture ``page`` refuses pages that complain; so complaining must be heard."""
    browser.get("data:text/html,<script>throw new Error('oh')</script>")
    assert "oh" in json.dumps(complaints(browser))
    browser.get("about:blank")
