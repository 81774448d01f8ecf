"""The page of the settings in a real browser: it waits for a companion that starts anew."""

from pathlib import Path

from selenium.webdriver import Chrome

from tests.web.browsing import complaints, soon, wait_for
from tests.web.fake import FakeTable
from web.access.admission import Admission
from web.app import Doors, create_app
from web.doors.settings import SettingsDoor
from web.serving.server import Server


def test_the_page_comes_back_once_the_companion_has_started_anew(page: Chrome, tmp_path: Path) -> None:
    asked: list[bool] = []
    door = SettingsDoor(tmp_path / "settings.toml", lambda: asked.append(True))
    app = create_app(Doors(FakeTable(), settings=door), admission=Admission(everyone=True))
    with Server(app, "127.0.0.1", 0) as first:
        page.get(f"{first.address}settings?lang=en")
        page.execute_script("window.stayed = true")
        soon(page, "#restart").click()
        wait_for(page, "document.getElementById('message').innerText === 'It starts anew …'")
        assert asked == [True]
        assert page.execute_script("return window.stayed") is True
    wait_for(page, "performance.getEntriesByName(location.origin + '/healthz').at(-1)?.responseStatus === 0")
    with Server(app, "127.0.0.1", first.port):
        wait_for(page, "!window.stayed && !!document.getElementById('restart')")
        page.get("about:blank")
    complaints(page)
