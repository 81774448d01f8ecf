"""Taps that come at once, in a real browser: twice by one finger, or by two people; one act counts."""

import json

from selenium.webdriver import Chrome

from companion.records.recount import Replace
from companion.sessions.events import Correct, Undo
from tests.web.browsing import button, complaints, soon, tap, wait_for
from tests.web.evenings import OPENING, OURS, evening
from web.serving.server import Server


def double_tap(page: Chrome, script: str, answered: str) -> None:
    """Tap twice in one place, the second time once the page has answered to the first."""
    wait_for(page, f"!!({script})")
    where = f"const r = ({script}).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]"
    x, y = page.execute_script(where)
    for count in (1, 2):
        for kind in ("mousePressed", "mouseReleased"):
            event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": count}
            page.execute_cdp_cmd("Input.dispatchMouseEvent", event)
        wait_for(page, answered)


def test_a_double_tap_is_one_act_and_one_undo(page: Chrome) -> None:
    with evening() as table, Server(table.app, "127.0.0.1", 0) as server:
        table.enter(*OPENING)
        page.get(server.address + "acts")
        passing = button({"player": "Ben", "play": "pass"})
        double_tap(page, passing, "document.querySelectorAll('.act').length > 4")
        page.get(server.address)
        wait_for(page, "document.getElementById('table').dataset.seq !== undefined")
        assert table.verbs() == [*OPENING, {"player": "Ben", "play": "pass"}]
        double_tap(page, "document.getElementById('undo')", "!document.getElementById('redo').hidden")
        page.get("about:blank")
        assert table.verbs() == [*OPENING]


def test_a_double_tap_in_the_lobby_lets_one_player_leave(page: Chrome) -> None:
    with evening(header=None) as table, Server(table.app, "127.0.0.1", 0) as server:
        others = table.app.test_client()
        for name in ("Ann", "Ben", "Cem"):
            others.post("/api/lobby/players", json={"player": name}, headers=OURS)
        page.get(server.address + "standings")
        cross = "document.querySelector('[data-key=lobby-Ann] [data-method=DELETE] button')"
        double_tap(page, cross, "!document.querySelector('[data-key=lobby-Ann]')")
        others.post("/api/lobby/players", json={"player": "Dia"}, headers=OURS)
        wait_for(page, "!!document.querySelector('[data-key=lobby-Dia]')")
        page.get("about:blank")
        lobby = table.table.current.state.between.lobby
        assert lobby
        assert lobby.players == ("Ben", "Cem", "Dia")


def tap_at_once(page: Chrome, place: str, script: str) -> None:
    """Tap in the very moment in which something in this place changes, as two people do who act at once."""
    page.execute_script(f"""
      new MutationObserver((_, watching) => {{ watching.disconnect(); {script}.click(); }})
        .observe({place}, {{ childList: true, subtree: true, characterData: true }})""")


OUTDATED = (
    "document.getElementById('message').textContent.startsWith('The game has changed since you looked')"
)


def test_two_who_undo_at_once_undo_one_act(page: Chrome) -> None:
    with evening() as table, Server(table.app, "127.0.0.1", 0) as server:
        table.enter(*OPENING)
        page.get(server.address)
        wait_for(page, "document.getElementById('table').dataset.seq !== undefined")
        tap_at_once(page, "document.getElementById('said')", "document.getElementById('undo')")
        table.put(Undo(table.tick()))
        wait_for(page, OUTDATED)
        assert table.verbs() == [*OPENING[:-1]]
        page.get("about:blank")
    complaints(page)  # that it was refused


def test_two_who_enter_at_once_enter_one_act(page: Chrome) -> None:
    with evening() as table, Server(table.app, "127.0.0.1", 0) as server:
        table.enter(*OPENING)
        page.get(f"{server.address}acts")
        wait_for(page, "document.querySelectorAll('.act').length === 4")
        tap_at_once(page, "document.getElementById('mend')", button({"player": "Cem", "play": "pass"}))
        table.enter({"player": "Ben", "play": "pass"})
        wait_for(page, OUTDATED)
        assert table.verbs() == [*OPENING, {"player": "Ben", "play": "pass"}]
        page.get("about:blank")


PASS = button({"player": "Ben", "play": "pass"})
ROUND = [{"player": name, "play": "pass"} for name in ("Ben", "Cem", "Ann")]


def test_a_page_that_slept_enters_nothing_a_round_later(page: Chrome) -> None:
    with evening() as table, Server(table.app, "127.0.0.1", 0) as server:
        table.enter(*OPENING)
        page.execute_cdp_cmd("Network.enable", {})
        page.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/events*"]})
        try:
            page.get(f"{server.address}acts")
            wait_for(page, f"!!({PASS})")
            table.enter(*ROUND)
            tap(page, PASS)
            wait_for(page, OUTDATED)
            assert table.verbs() == [*OPENING, *ROUND]
        finally:
            page.execute_cdp_cmd("Network.setBlockedURLs", {"urls": []})
        page.get("about:blank")
    complaints(page)  # that it was refused, and that nothing is heard


LOSE_ONE_ANSWER = """
  const sent = window.fetch;
  window.fetch = async (...request) => {
    if (request[1]?.method !== "POST") return sent(...request);
    window.fetch = sent;
    await sent(...request);
    throw new TypeError("the line broke");
  };"""


def test_an_act_whose_answer_was_lost_is_not_said_to_be_untaken_nor_entered_twice(page: Chrome) -> None:
    with evening() as table, Server(table.app, "127.0.0.1", 0) as server:
        table.enter(*OPENING)
        page.get(f"{server.address}acts?lang=en")
        wait_for(page, f"!!({PASS})")
        page.execute_script(LOSE_ONE_ANSWER)
        tap(page, PASS)
        wait_for(page, "document.getElementById('message').textContent.includes('look whether it took this')")
        wait_for(page, "document.querySelectorAll('.act').length === 5")
        assert table.verbs() == [*OPENING, ROUND[0]]
        page.get("about:blank")
    complaints(page)


def test_what_was_chosen_for_an_act_does_not_hold_for_the_next_one(page: Chrome) -> None:
    """Two cards were chosen for Ann when somebody else entered what she played: Ben begins with one card."""
    with (
        evening({"game": "23", "players": ["Ann", "Ben"], "starter": "Ben"}) as table,
        Server(table.app, "127.0.0.1", 0) as server,
    ):
        table.enter({"player": "Ben", "play": 1})
        page.get(f"{server.address}acts?lang=en")
        soon(page, ".options [href^='?count=2']").click()
        chosen = "document.querySelector('.options [aria-current]')?.textContent"
        wait_for(page, f"{chosen} === '2 cards'")
        table.enter({"player": "Ann", "play": 3})
        wait_for(
            page,
            f"document.querySelector('.next h2').textContent === 'Ben plays next' && {chosen} === '1 card'",
        )
        assert page.current_url == f"{server.address}acts"
        page.get("about:blank")


def test_a_preview_that_is_outdated_shows_how_it_is_now(page: Chrome) -> None:
    with evening() as table, Server(table.app, "127.0.0.1", 0) as server:
        table.enter(*OPENING)
        page.get(f"{server.address}acts/preview?change=take-back&at=3&revision=0")
        before = soon(page, ".effects").text
        table.put(Correct(Replace(2, {"player": "Cem", "play": 72}), table.tick()))
        tap(page, "document.getElementById('keep')")
        wait_for(page, f"document.querySelector('.effects').innerText !== {json.dumps(before)}")
        wait_for(page, OUTDATED)
        assert len(table.verbs()) == len(OPENING)
        tap(page, "document.getElementById('keep')")
        wait_for(page, "location.pathname === '/acts'")
        assert table.verbs() == [*OPENING[:2], {"player": "Cem", "play": 72}]
        page.get("about:blank")
    complaints(page)  # that it was refused once
