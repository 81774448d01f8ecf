"""The page of the settings in a real browser: it waits for a companion that starts anew."""

from pathlib import Path

from selenium.webdriver import Chrome

from companion.settings.file import read_settings
from tests.web.browsing import complaints, soon, wait_for
from tests.web.fake import FakeTable
from web.access.admission import Admission
from web.app import Doors, create_app
from web.doors.settings import SettingsDoor
from web.serving.server import Server


def test_what_is_changed_while_another_change_is_kept_is_still_to_be_sent(
    page: Chrome, tmp_path: Path
) -> None:
    file = tmp_path / "settings.toml"
    app = create_app(
        Doors(FakeTable(), settings=SettingsDoor(file)), admission=Admission(everyone=True), beat=0.05
    )
    with Server(app, "127.0.0.1", 0) as server:
        page.get(f"{server.address}settings?lang=en")
        page.execute_script(
            "const field = (name) => document.getElementById('settings').elements[name];"
            "field('buttons.long_press_seconds').value = '1.5';"
            "document.getElementById('keep').click();"
            "field('dashboard.port').value = '8123';"
        )
        kept = "document.getElementById('message').innerText.startsWith('Kept.')"
        wait_for(page, kept)
        page.execute_script("document.getElementById('message').innerText = ''")
        soon(page, "#keep").click()
        wait_for(page, kept)
        page.get("about:blank")
    assert (read_settings(file).buttons.long_press_seconds, read_settings(file).dashboard.port) == (1.5, 8123)


def test_a_mistake_names_its_setting_as_it_is_written(page: Chrome, tmp_path: Path) -> None:
    door = SettingsDoor(tmp_path / "settings.toml")
    app = create_app(Doors(FakeTable(), settings=door), admission=Admission(everyone=True), beat=0.05)
    with Server(app, "127.0.0.1", 0) as server:
        page.get(f"{server.address}settings?lang=en")
        page.execute_script("document.getElementById('settings').elements['camera.width'].value = 'wide'")
        soon(page, "#keep").click()
        wait_for(page, "document.getElementById('message').innerText.startsWith('camera.width: “wide”')")
        page.get("about:blank")
    assert any("422" in line for line in complaints(page))


def test_the_page_comes_back_once_the_companion_has_started_anew(page: Chrome, tmp_path: Path) -> None:
    asked: list[bool] = []
    door = SettingsDoor(tmp_path / "settings.toml", lambda: asked.append(True))
    app = create_app(Doors(FakeTable(), settings=door), admission=Admission(everyone=True), beat=0.05)
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
