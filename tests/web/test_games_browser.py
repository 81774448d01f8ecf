"""Each of the five games in a browser by hand: mended, ruled on, undone after its end, looked back on."""

from pathlib import Path
from random import Random

import pytest
from selenium.webdriver import ActionChains, Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.select import Select

from companion.clock import Instant
from companion.disputes.dispute import ClaimOutcome
from companion.following.brain import GameDecider
from companion.records.record import Header
from companion.sessions.events import EnterAct
from companion.sessions.session import Session, fold
from companion.simulation.games import play
from companion.views.mending import form_at
from companion.views.offers import Form
from tests.companion.disputes.samples import close
from tests.web.browsing import OVER, SIZES, button, check_fit, enter, soon, tap, wait_for
from tests.web.evenings import STEP, Evening, acts_of, evening
from web.serving.server import Server

GAMES = [
    (Header("23", ("Ann", "Ben"), "Ben", {"learning_deal": True}), 38),
    (Header("futschikato", ("Ann", "Ben", "Cem"), "Ben"), 51),
    (Header("no-thanks", ("Ann", "Ben", "Cem"), "Ben"), 52),
    (Header("quick-and-easy", ("Ann", "Ben"), "Ben"), 1),
]
"""Short games: a header, and the chance with which it is played."""
TAPPED = 12
"""So many last acts of a long game are tapped; each is a page."""


@pytest.mark.parametrize(("header", "seed"), GAMES, ids=[header.game for header, _ in GAMES])
def test_a_game_is_kept_by_hand_from_the_first_act_to_the_last(
    page: Chrome, tmp_path: Path, header: Header, seed: int
) -> None:
    lines = acts_of(play(header, Random(seed)).to_record())
    with (
        evening(header.to_record(), folder=tmp_path) as table,
        Server(table.app, "127.0.0.1", 0) as server,
    ):
        page.get(server.address)
        soon(page, "#mend").click()
        wait_for(page, "location.pathname === '/acts'")
        tap_all(page, table, lines[:1])
        _tap_a_wrong_one_and_mend_it(page, table, lines)
        tap_all(page, table, lines)
        assert table.verbs() == lines
        assert table.table.current.state.result
        undo_after_the_end(page, table, server)
        look_back(page, server, len(lines))
        page.get("about:blank")


def tap_all(page: Chrome, table: Evening, lines: list[dict[str, object]]) -> None:
    """Tap every act that is still to be played on the page where a game is kept by hand."""
    for count in range(len(table.verbs()) + 1, len(lines) + 1):
        enter(page, lines[count - 1])
        wait_for(page, f"document.querySelectorAll('.act').length === {count}")


def _tap_a_wrong_one_and_mend_it(page: Chrome, table: Evening, lines: list[dict[str, object]]) -> None:
    """Where the game has gone on, tap what was not played; then change it into what was."""
    place = len(table.verbs())
    right = lines[place]
    tap(page, f"[...document.querySelectorAll('button[name=act]')].find((b) => b !== {button(right)})")
    wait_for(page, f"document.querySelectorAll('.act').length === {place + 1}")
    assert table.verbs() != lines[: place + 1]
    tap(page, f"document.querySelector('a[href=\"/acts/{place}/change\"]')")
    wait_for(page, "location.pathname.endsWith('/change')")
    enter(page, right)
    assert f"Act {place + 1} now reads" in soon(page, ".effects").text
    tap(page, "document.getElementById('keep')")
    wait_for(page, "location.pathname === '/acts' && !!document.querySelector('.act')")
    assert table.verbs() == lines[: place + 1]


def undo_after_the_end(page: Chrome, table: Evening, server: Server) -> None:
    """Take the last act back on the table view, and put it there again."""
    everything = table.verbs()
    page.get(server.address)
    wait_for(page, OVER)
    tap(page, "document.getElementById('undo')")
    wait_for(page, f"!({OVER})")
    assert table.verbs() == everything[:-1]
    assert table.table.current.state.result is None
    tap(page, "document.getElementById('redo')")
    wait_for(page, OVER)
    assert table.verbs() == everything


def look_back(page: Chrome, server: Server, last: int) -> None:
    """Find the game in the history and go through it by keys."""
    page.get(f"{server.address}history")
    soon(page, ".game a").click()
    wait_for(page, f"document.getElementById('page')?.dataset.act === '{last}'")
    ActionChains(page).send_keys(Keys.ARROW_LEFT).perform()
    wait_for(page, f"document.getElementById('page').dataset.act === '{last - 1}'")
    ActionChains(page).send_keys(Keys.HOME).perform()
    wait_for(page, "document.getElementById('page').dataset.act === '0'")
    assert page.find_elements(By.CSS_SELECTOR, "#zones .zone")


@pytest.mark.parametrize(
    ("header", "asked"),
    [
        (GAMES[0][0], ""),
        (GAMES[0][0], "?count=1&bonus=-2"),
        (GAMES[3][0], ""),
        (GAMES[3][0], "?first=8-up-red"),
    ],
)
def test_what_is_chosen_in_steps_fits_fingers_and_eyes(page: Chrome, header: Header, asked: str) -> None:
    with evening(header.to_record()) as table, Server(table.app, "127.0.0.1", 0) as server:
        table.enter(*acts_of(play(header, Random(38)).to_record())[:2])
        page.get(f"{server.address}acts{asked}")
        check_fit(page, *SIZES)
        page.get("about:blank")


def test_a_game_of_fifty_fifty_goes_on_after_the_table_has_ruled(page: Chrome, tmp_path: Path) -> None:
    """A jump was too close to call: the table rules by a tap, and the game is played to its end by hand."""
    with (
        evening(None, folder=tmp_path, before=close().events) as table,
        Server(table.app, "127.0.0.1", 0) as server,
    ):
        _rule(page, table, server)
        played = len(table.verbs())
        rest = to_the_hands(table.table.current.state)
        table.enter(*rest[:-TAPPED])
        lines = [*table.verbs(), *rest[-TAPPED:]]
        page.get(f"{server.address}acts")
        tap_all(page, table, lines)
        show_the_hands(page)
        wait_for(page, "document.querySelector('.next h2')?.textContent.startsWith('The game is over')")
        assert table.table.current.state.result
        _exchange(page, table, played - 1)
        undo_after_the_end(page, table, server)
        look_back(page, server, len(lines) + 1)
        page.get("about:blank")


def _rule(page: Chrome, table: Evening, server: Server) -> None:
    assert table.disputes
    assert table.disputes.all()[-1].outcome is ClaimOutcome.OPEN
    page.get(server.address)
    soon(page, ".to-dispute").click()
    tap(page, "[...document.querySelectorAll('.own-ruling .rule')].find((b) => b.value.includes('true'))")
    wait_for(page, "document.querySelector('.outcome')?.textContent === 'The table ruled: the jump counts.'")
    assert table.disputes.all()[-1].outcome is ClaimOutcome.JUMP
    assert table.verbs()[-1]["jump"] == 3


def to_the_hands(session: Session) -> list[dict[str, object]]:
    """Play on at random, without the table, until all must show their hands; gives the acts."""
    decider, chance, played, now = GameDecider(), Random(5), list[dict[str, object]](), 100 * STEP
    while not (entry := form_at(session)).hands:
        now += STEP
        takes = [dict(group.offers[0].act) for group in entry.groups if group.verb == "take"]
        played.append(takes[0] if takes else any_play(entry, chance))
        session = fold(session, decider.decide(session, EnterAct(played[-1], Instant(now))))
    return played


def any_play(entry: Form, chance: Random) -> dict[str, object]:
    """Choose a card to play, at random."""
    offers = [offer for group in entry.groups if group.verb == "play" for offer in group.offers]
    return dict(chance.choice(offers).act)


def show_the_hands(page: Chrome) -> None:
    """Choose a card for every place of every hand, and keep them."""
    wait_for(page, "document.querySelectorAll('select').length > 1")
    for place, element in enumerate(page.find_elements(By.TAG_NAME, "select")):
        Select(element).select_by_index(place + 1)
    soon(page, ".next form .main").click()
    tap(page, "document.getElementById('keep')")


def _exchange(page: Chrome, table: Evening, place: int) -> None:
    """Change an act in the middle, see what it would do, keep it, and take the change back."""
    before = table.verbs()
    tap(page, f"document.querySelector('a[href=\"/acts/{place}/change\"]')")
    wait_for(page, "location.pathname.endsWith('/change')")
    soon(page, 'button[name="act"]').click()
    assert f"Act {place + 1} now reads" in soon(page, ".effects").text
    assert table.verbs() == before
    tap(page, "document.getElementById('keep')")
    wait_for(page, "location.pathname === '/acts' && !!document.querySelector('.act')")
    assert [at for at, act in enumerate(table.verbs()) if act != before[at]] == [place]
    tap(page, "document.getElementById('undo')")
    wait_for(page, "!document.getElementById('redo').form.hidden")
    assert table.verbs() == before
