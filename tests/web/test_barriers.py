"""No page has a barrier that axe knows of, scrolls sideways, or asks for a small target or another host."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import axe_core_python
import pytest
from flask import Flask
from selenium.webdriver import Chrome

from tests.web.browsing import forget
from tests.web.evenings import OURS
from tests.web.site import pages, whole_site
from web.serving.server import Server

AXE = (Path(axe_core_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
LANDSCAPE, PORTRAIT, PHONE, NARROWEST = (1280, 800), (800, 1280), (390, 844), (320, 568)
RUN = """
const [options, done] = arguments;
for (const move of document.getAnimations()) move.effect.getComputedTiming().endTime < 1e5 && move.finish();
const told = (one) => [one.id, ...one.nodes.map((node) => node.html)];
axe.run(options).then((found) => done(found.violations.map(told)));
"""
EVERYTHING: dict[str, Any] = {"resultTypes": ["violations"]}
CONTRAST = EVERYTHING | {"runOnly": ["color-contrast"]}
"""In the dark a page is the same but for its colours."""
LOOKS: tuple[tuple[tuple[int, int], str, dict[str, Any]], ...] = (
    (NARROWEST, "light", {}),
    (PORTRAIT, "dark", CONTRAST),
    (PHONE, "light", EVERYTHING),
    (LANDSCAPE, "light", EVERYTHING),
)
"""Sizes with the light and what axe is asked there; what fits is measured at each."""
MISFITS = """
document.documentElement.dataset.type = arguments[0];
const wide = document.documentElement.clientWidth; // a phone zooms out where a page is wider than its screen
const tapped = "a[href], button, input:not([type=hidden]), select, summary, textarea";
const small = [...document.querySelectorAll(tapped)]
  .filter((it) => it.checkVisibility())
  .filter((it) => it.getBoundingClientRect().width < 43.5 || it.getBoundingClientRect().height < 43.5)
  .map((it) => it.outerHTML.slice(0, 120));
const clips = (it) => getComputedStyle(it).overflowX !== "visible" && it !== document.body;
const clipped = (it) => it !== document.documentElement && (clips(it) || clipped(it.parentElement));
const texts = (it) => [...it.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
const boxes = ".seat, .card, .tap, .rank, .banner, .panel, .camera, button, td, th, li, main";
const leaves = (text, it) => {
  const range = document.createRange();
  range.selectNodeContents(text);
  const [inner, outer] = [range.getBoundingClientRect(), it.closest(boxes)?.getBoundingClientRect()];
  const left = Math.max(outer?.left ?? 0, 0) - 1;
  const right = Math.min(outer?.right ?? wide, wide) + 1;
  return inner.width > 0 && (inner.left < left || inner.right > right);
};
const outside = [...document.querySelectorAll("body *")]
  .filter((it) => texts(it).length && it.checkVisibility() && !it.closest("svg, option") && !clipped(it))
  .filter((it) => texts(it).some((text) => leaves(text, it)))
  .map((it) => it.textContent.trim());
return [document.documentElement.scrollWidth - wide, small, outside];
"""
"""How far a page with letters of a size scrolls sideways (pixels), what is too small for a finger, and text
that leaves what it stands in, or the screen."""
ASKED = "return performance.getEntriesByType('resource').map((it) => new URL(it.name).host)"
BYTES = """
const loaded = ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind));
return loaded.filter((it) => !it.name.endsWith(".jpg"))
  .reduce((sum, it) => sum + it.encodedBodySize, 0);
"""
HEAVIEST = 150_000
BESIDES = ("/nowhere", "/join?invite=x", "/acts?game=1", "/history/1?act=0")
"""Pages that are no route of their own, or look otherwise."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Flask, Server]]:
    with (
        whole_site(tmp_path_factory.mktemp("site"), full=True) as app,
        Server(app, "127.0.0.1", 0) as server,
    ):
        # Now there is something to put back too: as many tools as can be.
        assert app.test_client().post("/api/undo", json={}, headers=OURS).status_code == 201
        yield app, server
        app.extensions["feed"].close()


def look(browser: Chrome, size: tuple[int, int], *, dark: bool) -> None:
    width, height = size
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})


def violations(browser: Chrome, options: dict[str, Any] = EVERYTHING) -> Any:
    return browser.execute_async_script(RUN, options)


@dataclass(frozen=True, slots=True)
class Looked:
    """What was found: barriers by size and light, what does not fit by size and letters; whom it asked."""

    barriers: dict[str, Any]
    misfits: dict[str, Any]
    asked: set[str]
    size: int


@pytest.fixture(scope="module")
def eyes(browser: Chrome) -> Iterator[Chrome]:
    browser.set_script_timeout(30)
    yield browser
    forget(browser)


@pytest.fixture(scope="module")
def looked(site: tuple[Flask, Server], eyes: Chrome) -> dict[str, Looked]:
    """Look at every page once, in German, whose words are longer."""
    app, server = site
    return {path: _look_at(eyes, server.address, path) for path in (*pages(app), *BESIDES)}


def _look_at(browser: Chrome, address: str, path: str) -> Looked:
    browser.get(f"{address.rstrip('/')}{path}{'&' if '?' in path else '?'}lang=de")
    browser.execute_script(AXE)
    barriers, misfits = {}, {}
    for size, light, options in LOOKS:
        look(browser, size, dark=light == "dark")
        if options:
            barriers[f"{size} {light}"] = violations(browser, options)
        for letters in ("large", "normal"):
            misfits[f"{size} {letters}"] = browser.execute_script(MISFITS, letters)
    asked = set(browser.execute_script(ASKED))
    return Looked(barriers, misfits, asked, browser.execute_script(BYTES))


def test_no_page_has_a_barrier(looked: dict[str, Looked]) -> None:
    assert len(looked) > 20
    found = {(path, when): bad for path, page in looked.items() for when, bad in page.barriers.items() if bad}
    assert found == {}


def test_every_page_fits_every_screen_and_finger(looked: dict[str, Looked]) -> None:
    misfits = {(path, size): bad for path, page in looked.items() for size, bad in page.misfits.items()}
    assert {where: bad for where, bad in misfits.items() if bad != [0, [], []]} == {}


def test_no_page_is_heavy_or_asks_another_host(site: tuple[Flask, Server], looked: dict[str, Looked]) -> None:
    own = {site[1].address.partition("://")[2].strip("/")}
    assert {
        path: page.size for path, page in looked.items() if page.size >= HEAVIEST or page.asked - own
    } == {}


def test_a_barrier_would_be_noticed(site: tuple[Flask, Server], eyes: Chrome) -> None:
    eyes.get(f"{site[1].address}/device")
    eyes.execute_script("document.body.insertAdjacentHTML('beforeend', '<img src=\"/join.svg\">')")
    eyes.execute_script(AXE)
    assert "image-alt" in {one[0] for one in violations(eyes)}


def test_text_that_leaves_its_place_would_be_noticed(site: tuple[Flask, Server], eyes: Chrome) -> None:
    eyes.get(site[1].address)
    look(eyes, PHONE, dark=False)
    eyes.execute_script("document.querySelector('.hand-label').textContent = 'auf der Handundnochmehr'")
    assert eyes.execute_script(MISFITS, "normal")[2] == ["auf der Handundnochmehr"]
