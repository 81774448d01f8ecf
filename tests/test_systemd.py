"""The service's files fit the command, the machine and each other."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from appliance.command_line import parser
from appliance.evening import PATIENCE

FILES = Path(__file__).parent.parent / "systemd"
NAME = "tabletop-companion"
KIOSK = (FILES / f"{NAME}-kiosk.service").read_text(encoding="utf-8")
UNIT = (FILES / f"{NAME}.service").read_text(encoding="utf-8")


def values(key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", UNIT, re.MULTILINE)


def test_the_service_runs_what_the_install_puts_there() -> None:
    [command] = values("ExecStart")
    program, *words = shlex.split(command)
    assert parser().parse_args(words).command == "serve"
    assert program == f"/opt/{NAME}/current/bin/companion"
    installer = (FILES.parent / "install.sh").read_text(encoding="utf-8")
    for place in ("HOME_DIR=/opt/$NAME", "ETC=/etc/$NAME", "STATE=/var/lib/$NAME"):
        assert f"\n{place}\n" in installer
    assert f"COMPANION_SETTINGS=/etc/{NAME}/settings.toml" in UNIT


def test_the_service_comes_back_but_not_from_a_wrong_setting() -> None:
    assert values("Restart") == ["always"]
    assert values("Type") == ["notify"]
    assert int(values("WatchdogSec")[0]) > PATIENCE, "a slow camera must not starve the watchdog"
    assert values("RestartPreventExitStatus") == ["2 3"]
    assert values("StartLimitIntervalSec") == ["0"]


def test_pins_and_cameras_stay_in_reach() -> None:
    assert {"char-gpiochip rw", "char-81 rw"} <= set(values("DeviceAllow"))
    assert values("DevicePolicy") == ["closed"]
    assert not values("PrivateDevices"), "it hides pins and cameras"
    assert not values("ProcSubset"), "it hides the board's revision"
    assert "gpio video render" in values("SupplementaryGroups")


def test_user_folder_and_service_are_of_one_name() -> None:
    [user] = values("User")
    assert re.search(rf"^u {user} ", (FILES / f"{NAME}.sysusers").read_text(), re.MULTILINE)
    assert re.search(
        rf"^d /var/lib/{NAME} 0750 {user} {user} ", (FILES / f"{NAME}.tmpfiles").read_text(), re.M
    )
    assert values("StateDirectory") == [NAME]


@pytest.mark.parametrize(
    ("text", "port"), [("", 8000), ("[dashboard]\nport = 8123\n", 8123), ("port = =", 8000)]
)
def test_the_attached_screen_opens_the_port_that_is_set(text: str, port: int, tmp_path: Path) -> None:
    [command] = re.findall(r"^ExecStart=(.*)$", KIOSK, re.MULTILINE)
    shell, option, script = shlex.split(command)
    run = f"{shlex.quote(sys.executable)} {FILES.parent / 'tabletop.py'}"
    script = script.replace("$$", "$").replace(f"/opt/{NAME}/current/bin/companion", run)
    script = script.replace("/usr/bin/cage", "echo")
    (tmp_path / "settings.toml").write_text(text)
    given = {**os.environ, "COMPANION_SETTINGS": str(tmp_path / "settings.toml")}
    said = subprocess.run([shell, option, script], env=given, capture_output=True, text=True, check=True)
    assert said.stdout.split()[-1] == f"http://127.0.0.1:{port}/"
    assert f"COMPANION_SETTINGS=/etc/{NAME}/settings.toml" in KIOSK


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd on this machine")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / f"{NAME}.service"
    text = UNIT.replace(f"/opt/{NAME}/current/bin/companion", "/bin/true")
    # Known from systemd 254 on; the installer leaves them out before.
    text = re.sub(r"^Restart(Steps|MaxDelaySec)=.*\n", "", text, flags=re.MULTILINE)
    unit.write_text(text, encoding="utf-8")
    command = ["systemd-analyze", "verify", "--man=no", str(unit)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (said.returncode, said.stderr.strip()) == (0, "")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd on this machine")
def test_the_service_is_allowed_little() -> None:
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(FILES / f"{NAME}.service")]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    [exposure] = re.findall(r"Overall exposure level for .*: ([0-9.]+)", said)
    assert float(exposure) <= 2.0


def test_the_installer_says_what_it_can_do() -> None:
    said = subprocess.run(["sh", "install.sh", "--help"], cwd=FILES.parent, capture_output=True, text=True)
    assert said.returncode == 0
    assert "--uninstall" in said.stdout
    wrong = subprocess.run(["sh", "install.sh", "--remove"], cwd=FILES.parent, capture_output=True, text=True)
    assert wrong.returncode == 2
    assert "usage:" in wrong.stderr


@pytest.mark.skipif(not shutil.which("udevadm"), reason="no udev on this machine")
def test_udev_understands_the_rules() -> None:
    tool = subprocess.run(["udevadm", "verify", "--help"], capture_output=True, check=False)
    if tool.returncode:
        pytest.skip("this udevadm cannot verify")
    command = ["udevadm", "verify", str(FILES / f"70-{NAME}.rules")]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize(("start", "left"), [("yes", {"c"}), ("no", {"b", "c"})])
def test_an_upgrade_without_a_start_leaves_the_version_that_still_runs(
    start: str, left: set[str], tmp_path: Path
) -> None:
    releases = tmp_path / "releases"
    for name in "abc":
        (releases / name).mkdir(parents=True)
    installer = (FILES.parent / "install.sh").read_text(encoding="utf-8")
    [function] = re.findall(r"^forget_old_releases\(\) \{.*?^\}", installer, re.MULTILINE | re.DOTALL)
    facts = f"HOME_DIR={tmp_path} release={releases}/c previous={releases}/b start={start}"
    subprocess.run(["sh", "-euc", f"{facts}\n{function}\nforget_old_releases"], check=True)
    assert {path.name for path in releases.iterdir()} == left
