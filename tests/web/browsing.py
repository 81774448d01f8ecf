"""What the browser tests share: taps and waits as people do, and what fits no finger or no eye."""

import json
from urllib.parse import urlencode

from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support import expected_conditions
from selenium.webdriver.support.wait import WebDriverWait

SIZES = [(1280, 800), (800, 1280), (390, 844)]
NARROWEST = (320, 568)
TV = (1920, 1080)
POLL = 0.02
"""Seconds between two looks at a page."""

OVER = "document.getElementById('table')?.dataset.over === 'true'"
CUT_OFF = """
  return [...document.querySelectorAll('.card .value, .seat, .seat .name, h1, .banner .text')]
  .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth)
  .map((element) => element.textContent)"""
"""Text that is cut off on the table view."""

OVERLAPPED = """
  const cards = [...document.querySelectorAll('.card')];
  const zone = (card) => card.closest('.zone').getBoundingClientRect();
  return cards.filter((card, index) => {
    const a = card.getBoundingClientRect(), z = zone(card), next = cards[index + 1]?.getBoundingClientRect();
    const outside = a.right > z.right + 1 || a.bottom > z.bottom + 1 || a.top < z.top - 1 || a.width < 30;
    return outside || (next && next.left < a.right - 1 && next.top < a.bottom - 1 && next.bottom > a.top + 1);
  }).map((card) => card.textContent.trim());"""
"""Cards that lie on one another, or outside of their zone."""

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


def complaints(browser: Chrome) -> list[str]:
    """Give the errors that stand in the console since the last time.

    A server that is gone before a page's worker was fetched is no complaint of the page.
    """
    lines: list[dict[str, str]] = browser.get_log("browser")  # type: ignore[no-untyped-call]
    said = [line["message"] for line in lines if line["level"] == "SEVERE"]
    return [line for line in said if "fetching the script" not in line]


def forget(browser: Chrome) -> None:
    """Drop every cookie, whatever page is shown: the language and the role that a test chose."""
    browser.execute_cdp_cmd("Network.clearBrowserCookies", {})


def wait_for(page: Chrome, script: str, patience: float = 10) -> None:
    """Wait until this JavaScript expression is true in the page."""
    WebDriverWait(page, patience, poll_frequency=POLL).until(
        lambda _: page.execute_script(f"return {script}"), script
    )


def resize(page: Chrome, width: int, height: int) -> None:
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


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
    return WebDriverWait(page, 10, poll_frequency=POLL).until(
        expected_conditions.presence_of_element_located((By.CSS_SELECTOR, selector))
    )


def tap(page: Chrome, script: str) -> None:
    wait_for(page, f"!!({script})")
    page.execute_script(f"({script}).click()")


def check_fit(page: Chrome, *sizes: tuple[int, int]) -> None:
    """Make sure that the page that is shown fits these screens, fingers, and eyes by day and by night."""
    for width, height in sizes:
        resize(page, width, height)
        assert page.execute_script("return document.documentElement.scrollWidth") == width
        assert page.execute_script(TOO_SMALL) == []
    for scheme in ("light", "dark"):
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        wait_for(page, "document.getAnimations().length === 0")
        assert page.execute_script(PALE) == []
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
