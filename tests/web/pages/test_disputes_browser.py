"""A dispute in a real browser: step, play, enlarge, rule; by key, by finger, on a narrow screen."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from selenium.webdriver import ActionChains, Chrome, Keys
from selenium.webdriver.common.by import By

from companion.disputes.clips import clip_name
from companion.disputes.dispute import ClaimOutcome
from tests.companion.disputes.samples import stills
from tests.web.browsing import complaints, resize, wait_for
from tests.web.pages.test_disputes import Dining
from vision.capture.replay import compressed
from web.serving.server import Server


@pytest.fixture
def dining(tmp_path: Path) -> Iterator[Dining]:
    with ExitStack() as parts:
        made = Dining(tmp_path, parts)
        shown = [
            replace(still, jpeg=compressed(np.full((270, 480, 3), 40 + 5 * n, np.uint8), 960, 80))
            for n, still in enumerate(stills(*(2.0 + n / 30 for n in range(30))))
        ]
        made.book.clips.save(clip_name(made.dispute), shown)
        yield made


@pytest.fixture
def page(browser: Chrome, dining: Dining) -> Iterator[Chrome]:
    complaints(browser)
    with Server(dining.app, "127.0.0.1", 0) as server:
        browser.get(f"{server.address}disputes/newest")
        wait_for(browser, "document.querySelector('.stage img')?.complete")
        yield browser
        said = complaints(browser)
        browser.get("about:blank")
        dining.app.extensions["feed"].close()
        assert said == []


def stamp(page: Chrome) -> str:
    return page.find_element(By.CSS_SELECTOR, "[data-stamp]").text


def press(page: Chrome, name: str) -> None:
    page.find_element(By.CSS_SELECTOR, f'[data-does="{name}"]').click()


def test_it_opens_at_the_claim_and_steps_by_key_and_by_button(page: Chrome) -> None:
    assert stamp(page) == "Picture 15 of 30: 2 ms after the claim"
    press(page, "back")
    assert stamp(page) == "Picture 14 of 30: 32 ms before the claim"
    ActionChains(page).send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT).perform()
    assert stamp(page).startswith("Picture 16 of 30")
    press(page, "next")
    assert stamp(page) == "Picture 15 of 30: 2 ms after the claim"
    alt = page.find_element(By.CSS_SELECTOR, ".stage img").get_attribute("alt")
    assert alt == stamp(page)


def test_it_plays_slowly_to_the_end_and_stops(page: Chrome) -> None:
    press(page, "speed-1")
    press(page, "play")
    wait_for(page, "document.querySelector('[data-stamp]').textContent.startsWith('Picture 30')")
    wait_for(page, "document.querySelector('[data-does=play]').getAttribute('aria-pressed') === 'false'")


def test_the_picture_can_be_made_larger_without_the_page_growing(page: Chrome) -> None:
    resize(page, 390, 844)
    width = "return document.querySelector('.stage img').clientWidth"
    before = page.execute_script(width)
    press(page, "larger")
    press(page, "larger")
    assert page.execute_script(width) == pytest.approx(2 * before, rel=0.02)
    assert page.execute_script("return document.documentElement.scrollWidth") == 390


def test_the_cursor_stands_on_the_line_where_the_picture_was_taken(page: Chrome) -> None:
    press(page, "claim")
    x = float(page.execute_script("return document.querySelector('.cursor').getAttribute('x1')"))
    claim = float(page.execute_script("return document.querySelector('.mark.claim').getAttribute('x1')"))
    assert 0 <= x - claim < 20


def test_a_tap_rules_and_shows_what_came_of_it(page: Chrome, dining: Dining) -> None:
    page.find_element(By.CSS_SELECTOR, ".own-ruling .rule").click()
    wait_for(page, "document.querySelector('.outcome')?.textContent === 'The table ruled: the jump counts.'")
    assert dining.dispute.outcome is ClaimOutcome.JUMP
