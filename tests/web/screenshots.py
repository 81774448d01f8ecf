"""Draws every page of the dashboard in both languages, by day and by night, into docs/screenshots.

``python -m tests.web.screenshots [PAGE…]`` (``make screenshots``) draws all pages, or those named: ``table``.
Each picture is what a tablet shows at first, small enough for a repository. ``demo`` is the README's: the
bundled recording, followed up to its jump.
"""

import io
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Flask
from PIL import Image
from selenium.webdriver import Chrome

from tests.catalogues import ROOT
from tests.web.browsing import wait_for
from tests.web.conftest import started
from tests.web.site import pages, whole_site
from tests.web.test_demo import demo
from web.serving.server import Server

FOLDER = ROOT / "docs" / "screenshots"
DEMO, DEMO_PICTURE = "demo", ROOT / "docs" / "dashboard.png"
WIDTH, HEIGHT, SCALE = 1280, 800, 0.75
"""A tablet, drawn at three quarters of its size."""

COLOURS = 128
LARGEST = 120_000
LANGUAGES = ("en", "de")
NAMES = {
    "/": "table",
    "/acts": "mend",
    "/acts/0/before": "mend-before",
    "/acts/0/change": "mend-change",
    "/acts/preview?change=take-back&at=0": "mend-preview",
    "/disputes/newest": "dispute",
    "/history/1": "game",
    "/players/Ann": "player",
}
"""Pages whose pictures are not called as their addresses."""

JUMPED = "!document.getElementById('verdict').hidden && !!document.querySelector('[data-zone=jump] .card')"
STILL = "return document.fonts.status === 'loaded' && document.getAnimations().length === 0"


def name_of(path: str) -> str:
    """Give what the pictures of a page are called."""
    return NAMES.get(path) or path.strip("/").partition("?")[0].replace("/", "-")


def draw_all(browser: Chrome, app: Flask, address: str, wanted: set[str]) -> None:
    """Draw the wanted pages, or all where none is named."""
    _look_at(browser, SCALE)
    for path in pages(app):
        if wanted and name_of(path) not in wanted:
            continue
        for language in LANGUAGES:
            browser.get(f"{address}{path}{'&' if '?' in path else '?'}lang={language}")
            for scheme in ("light", "dark"):
                feature = {"name": "prefers-color-scheme", "value": scheme}
                browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
                _settle(browser)
                _keep(browser.get_screenshot_as_png(), FOLDER / f"{name_of(path)}-{language}-{scheme}.png")


def draw_demo(browser: Chrome, journal: Path) -> None:
    """Draw the table in the middle of the bundled recording's game, when the jump has been ruled on."""
    _look_at(browser, 1)
    with demo(journal, "--speed", "2") as (_, address):
        browser.get(f"{address}?lang=en")
        wait_for(browser, JUMPED, patience=120)
        _settle(browser)
        _keep(browser.get_screenshot_as_png(), DEMO_PICTURE)


def _look_at(browser: Chrome, scale: float) -> None:
    size = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": scale, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def _settle(browser: Chrome, patience: float = 5.0) -> None:
    end = time.monotonic() + patience
    while not browser.execute_script(STILL) and time.monotonic() < end:
        time.sleep(0.05)


def _keep(png: bytes, path: Path) -> None:
    """Write a picture with as many colours as its size allows; a photograph gets fewer."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    for colours in (COLOURS, COLOURS // 2, COLOURS // 4):
        packed = io.BytesIO()
        picture.quantize(colours, dither=Image.Dither.NONE).save(packed, "PNG", optimize=True)
        if packed.tell() <= LARGEST:
            break
    path.write_bytes(packed.getvalue())


def main(wanted: set[str]) -> None:
    """Draw what is wanted; says which pictures were made and how large they are."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as folder, whole_site(Path(folder), full=True) as app:
        browser = started(Path(folder) / "chromium")
        try:
            with Server(app, "127.0.0.1", 0) as server:
                draw_all(browser, app, server.address.rstrip("/"), wanted)
            if not wanted or DEMO in wanted:
                draw_demo(browser, Path(folder) / "demo.sqlite3")
        finally:
            browser.quit()
    sizes = [path.stat().st_size for path in FOLDER.glob("*.png")]
    print(f"{len(sizes)} pictures, {sum(sizes) / 1e6:.2f} MB, the largest {max(sizes) / 1e3:.0f} kB")


if __name__ == "__main__":
    main(set(sys.argv[1:]))
