"""What the face's tests share: a table, a client, a running server, a browser."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from selenium import webdriver
from selenium.webdriver import Chrome

from tests.web.browsing import complaints, forget
from tests.web.evenings import OPENING, Evening, evening
from tests.web.fake import FakeTable
from vision.capture.v4l2 import Device
from web.app import Doors, create_app
from web.serving.server import Server

NO_BROWSER = (
    "the browser tests need Chromium and its driver, and {missing} is not there: "
    "apt-get install chromium chromium-driver"
)
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--window-size=1280,800",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
)


class _Compiled(BytecodeCache):
    """Keeps compiled templates: hundreds of apps are made of the same ones."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.bytecode_to_string()


@pytest.fixture(autouse=True, scope="session")
def _compiled_once() -> Iterator[None]:
    """Compile each template once for all tests of a process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(Flask.jinja_options, "bytecode_cache", _Compiled())
        yield


@pytest.fixture
def table() -> FakeTable:
    return FakeTable()


@pytest.fixture
def app(table: FakeTable) -> Flask:
    return create_app(Doors(table), beat=0.05)


@pytest.fixture
def opened() -> Iterator[Evening]:
    """Give a real table at which a game has begun."""
    with evening() as made:
        made.enter(*OPENING)
        yield made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def server(table: FakeTable) -> Iterator[Server]:
    app = create_app(Doors(table), beat=0.05)
    with Server(app, "127.0.0.1", 0) as running:
        yield running
        app.extensions["feed"].close()


@pytest.fixture
def desk_cam(monkeypatch: pytest.MonkeyPatch) -> Device:
    """Plug in one camera, whatever this machine has."""
    device = Device(Path("/dev/video2"), "Desk cam", "uvcvideo", "usb")
    monkeypatch.setattr("appliance.settingup.cameras", lambda: [device])
    return device


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    """Start headless Chromium once for all tests; its absence is a failure, never a silent skip."""
    browser = started(tmp_path_factory.mktemp("chromium"))
    yield browser
    browser.quit()


@pytest.fixture(scope="module")
def browser(chromium: webdriver.Chrome) -> Iterator[webdriver.Chrome]:
    """Give the browser without anything that other tests chose in it: cookies know no ports.

    At the end it leaves its page: one whose server is gone asks for news again and again, and what it then
    complains of would be heard by the tests after it.
    """
    forget(chromium)
    chromium.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"})
    yield chromium
    chromium.get("about:blank")
    chromium.get_log("browser")  # type: ignore[no-untyped-call]


@pytest.fixture(autouse=True)
def _window_as_it_was(request: pytest.FixtureRequest) -> Iterator[None]:
    """Give the browser its own window back after a test that looked at its page on another screen."""
    yield
    if "chromium" in request.fixturenames:
        browser = request.getfixturevalue("chromium")
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.fixture
def page(browser: Chrome) -> Iterator[Chrome]:
    """Give the browser to a test that opens pages of its own server; at the end none must have complained."""
    complaints(browser)
    yield browser
    # Such a test closes its server itself; a page that is being left may ask it for news once more.
    said = [line for line in complaints(browser) if "/events" not in line]
    browser.get("about:blank")
    forget(browser)
    assert said == []


def started(profile: Path) -> webdriver.Chrome:
    """Start headless Chromium with a profile of its own."""
    chromium, driver = _program("chromium"), _program("chromedriver")
    options = webdriver.ChromeOptions()
    options.binary_location = str(chromium)
    for flag in (*FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.ChromeService(executable_path=str(driver))
    return webdriver.Chrome(options=options, service=service)


def _program(name: str) -> Path:
    found = shutil.which(name)
    if found is None:
        pytest.fail(NO_BROWSER.format(missing=name), pytrace=False)
    return Path(found)
