"""The service's files fit the command, the machine and each other."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from tabletop import parser

FILES = Path(__file__).parent.parent / "systemd"
UNIT = (FILES / "companion.service").read_text(encoding="utf-8")


def values(key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", UNIT, re.MULTILINE)


def test_the_example_settings_are_ones_that_serve_takes() -> None:
    settings = dict(
        line.split("=", 1)
        for line in (FILES / "companion.env").read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    )
    [command] = values("ExecStart")
    verb = command.replace("$COMPANION_SERVE", settings["COMPANION_SERVE"])
    arguments = parser().parse_args(shlex.split(verb)[1:])
    assert (arguments.command, arguments.button) == ("serve", "17")


def test_the_service_comes_back_but_not_from_a_wrong_setting() -> None:
    assert values("Restart") == ["on-failure"]
    assert values("RestartPreventExitStatus") == ["2 3"]
    assert values("StartLimitIntervalSec") == ["0"]


def test_pins_and_cameras_stay_in_reach() -> None:
    assert {"char-gpiochip rw", "char-video4linux rw"} <= set(values("DeviceAllow"))
    assert values("DevicePolicy") == ["closed"]
    assert not values("PrivateDevices"), "it hides pins and cameras"
    assert not values("ProcSubset"), "it hides the board's revision"
    assert "gpio video" in values("SupplementaryGroups")


def test_user_folder_and_service_are_of_one_name() -> None:
    [user] = values("User")
    assert re.search(rf"^u {user} ", (FILES / "companion.sysusers").read_text(), re.MULTILINE)
    assert re.search(
        rf"^d /var/lib/{user} 0750 {user} {user} ", (FILES / "companion.tmpfiles").read_text(), re.M
    )
    assert values("StateDirectory") == [user]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd on this machine")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "companion.service"
    unit.write_text(UNIT.replace("/opt/companion/.venv/bin/companion", "/bin/true"), encoding="utf-8")
    command = ["systemd-analyze", "verify", "--man=no", str(unit)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (said.returncode, said.stderr.strip()) == (0, "")
