"""The installer: what it leaves where something goes wrong, and what it says then."""

import fcntl
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.commands import fakes

ROOT = Path(__file__).parent.parent
SCRIPT = (ROOT / "install.sh").read_text(encoding="utf-8")
# A Python that makes an environment, as far as the installer looks at it.
VENV = """
[ "$1" = -m ] || { echo 3.11; exit; }
for folder in "$@"; do :; done
mkdir -p "$folder/bin"
for name in python companion; do
    printf '#!/bin/sh\\nexit 0\\n' >"$folder/bin/$name"
    chmod +x "$folder/bin/$name"
done
"""


def run(
    tmp_path: Path, task: str, commands: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run some functions of the installer as if root, in a folder, with commands that only pretend."""
    names = (
        "HOME_DIR STATE ETC UNIT KIOSK_UNIT UDEV SYSUSERS TMPFILES COMMAND LOCK GROUPS_MADE FOLDERS_MADE here"
    )
    places = "\n".join(f"{name}='{tmp_path / name}'" for name in names.split())
    functions, _ = SCRIPT.split("\ncase $task in\n")
    path = fakes(tmp_path / "commands", {"id": "echo 0"} | (commands or {}))
    surroundings = {**os.environ, "PATH": f"{path}:{os.environ['PATH']}"}
    # Under nohup or in the background some signals are ignored, which a shell cannot change.
    command = ["env", "--default-signal", "sh", "-c", f"{functions}\n{places}\n{task}"]
    return subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False)


def downloaded(tmp_path: Path) -> None:
    """Lay a folder as it is downloaded with a strict umask."""
    here = tmp_path / "here"
    for part in ("companion", "vision", "hardware", "web", "appliance", "systemd", "docs"):
        (here / part).mkdir(parents=True)
    for name in ("docs/install.md", "a.py", "a.toml", "a.txt", "README.md", "LICENSE", "install.sh"):
        (here / name).write_text("words")
    subprocess.run(["chmod", "-R", "go=", str(here)], check=True)


def releases(tmp_path: Path) -> list[str]:
    return sorted(path.name for path in (tmp_path / "HOME_DIR" / "releases").iterdir())


def test_what_is_installed_can_be_read_by_all(tmp_path: Path) -> None:
    downloaded(tmp_path)
    said = run(tmp_path, "build_release", {"python3": VENV})
    assert said.returncode == 0, said.stderr
    [release] = (tmp_path / "HOME_DIR" / "releases").iterdir()
    assert sorted(path.name for path in release.iterdir()) == [
        "bin",
        "docs",
        "install.sh",
        "made-from",
        "systemd",
    ]
    modes = {path.stat().st_mode & 0o777 for path in (release / "docs", release / "docs" / "install.md")}
    assert modes == {0o755, 0o644}


INSTALL = """
for step in only_one check_machine install_packages make_account write_settings write_files start_service; do
    eval "$step() { :; }"
done
install_all
"""
"""Only the program is built and switched to."""


def install(tmp_path: Path, options: str = "") -> tuple[str, Path]:
    """Install; gives what was said, and the version that runs from then on."""
    (tmp_path / "python").touch()
    pretend = {
        "python3": VENV.replace("echo 3.11", f"cat {tmp_path}/python"),
        "dpkg-query": f"cat {tmp_path}/debian",
        "date": "echo $$",  # two versions within a second
    }
    said = run(tmp_path, f"{options}\n{INSTALL}", pretend)
    assert said.returncode == 0, said.stderr
    return said.stdout, (tmp_path / "HOME_DIR" / "current").resolve()


def test_where_nothing_changed_nothing_is_built(tmp_path: Path) -> None:
    downloaded(tmp_path)
    said, first = install(tmp_path)
    assert "Nothing changed" not in said
    for folder in (tmp_path / "here" / "web", first / "docs"):
        (folder / "__pycache__").mkdir()
        (folder / "__pycache__" / "a.pyc").touch()
    said, second = install(tmp_path)
    assert f"Nothing changed: {first} is this very version" in said
    assert second == first
    assert releases(tmp_path) == [first.name]


CHANGES = {
    "a line of the program": "echo more >>here/a.py",
    "the constraints": "echo more >>here/a.txt",
    "a file more": "touch here/vision/new.onnx",
    "a file less": "rm here/docs/install.md",
    "a file of another name": "mv here/docs/install.md here/docs/setup.md",
    "another python": "echo 3.13 >python",
    "the system's packages": "echo python3-picamera2 2 >debian",
    "a damaged version": ": >HOME_DIR/current/docs/install.md",
    "a version that lacks a file": "rm HOME_DIR/current/bin/python",
    "a version with another python": "ln -sf elsewhere HOME_DIR/current/bin/python",
    "a version that was broken off at its end": "rm HOME_DIR/current/made-from",
    "a version that was never switched to": "rm HOME_DIR/current",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_whatever_changed_is_built(change: str, tmp_path: Path) -> None:
    downloaded(tmp_path)
    _, first = install(tmp_path)
    subprocess.run(["sh", "-ec", change], cwd=tmp_path, check=True)
    said, second = install(tmp_path)
    assert "Nothing changed" not in said
    assert second != first
    assert releases(tmp_path) == [second.name]


def test_a_version_that_cannot_start_is_built_anew_though_nothing_changed(tmp_path: Path) -> None:
    release = tmp_path / "HOME_DIR" / "releases" / "a"
    (release / "bin").mkdir(parents=True)
    (release / "made-from").write_text("same\n")
    (tmp_path / "HOME_DIR" / "current").symlink_to(release)
    for status in ("0", "1"):
        (release / "bin" / "companion").write_text(f"#!/bin/sh\nexit {status}\n")
        (release / "bin" / "companion").chmod(0o755)
        said = run(tmp_path, "made_from() { echo same; }; nothing_changed || echo anew")
        assert (said.stdout == "anew\n") == (status == "1")


def test_a_camera_that_did_not_fit_is_tried_again(tmp_path: Path) -> None:
    downloaded(tmp_path)
    unfit = VENV.replace("exit 0\\n", '[ "$2" != "import picamera2" ]\\n')
    for _ in range(2):
        said = run(tmp_path, INSTALL, {"python3": unfit, "date": "echo $$"})
        assert said.returncode == 0, said.stderr
        assert "picamera2 does not fit" in said.stdout
        assert "Nothing changed" not in said.stdout


def test_a_version_that_a_table_may_still_run_from_stays(tmp_path: Path) -> None:
    downloaded(tmp_path)
    _, first = install(tmp_path)
    (tmp_path / "here" / "a.py").write_text("more")
    for _ in range(2):
        _, second = install(tmp_path, "start=no")
        assert set(releases(tmp_path)) == {first.name, second.name}
    install(tmp_path)
    assert releases(tmp_path) == [second.name]


def test_a_version_that_is_installed_again_and_does_not_start_stays(tmp_path: Path) -> None:
    downloaded(tmp_path)
    _, first = install(tmp_path)
    refused = "start_service() { go_back; }; install_all"
    task = INSTALL.replace(" start_service", "").replace("install_all", refused)
    said = run(tmp_path, f"nothing_changed() {{ release={first}; }}\n{task}", {"journalctl": ""})
    assert said.returncode == 1
    assert "does not start yet" in said.stderr
    assert releases(tmp_path) == [first.name]


def test_a_version_that_cannot_be_built_leaves_nothing_and_says_so(tmp_path: Path) -> None:
    downloaded(tmp_path)
    said = run(tmp_path, "build_release", {"python3": "exit 7"})
    assert said.returncode == 7
    assert "could not be built" in said.stdout
    assert "the same command tries again" in said.stdout
    assert releases(tmp_path) == []


@pytest.mark.parametrize(("signal", "code"), [("INT", 130), ("HUP", 143), ("TERM", 143)])
def test_an_interrupted_build_leaves_nothing(signal: str, code: int, tmp_path: Path) -> None:
    downloaded(tmp_path)
    said = run(tmp_path, "build_release", {"python3": f"kill -{signal} $PPID; exit 1"})
    assert said.returncode == code
    assert "could not be built" not in said.stdout
    assert releases(tmp_path) == []


def test_what_a_killed_install_left_is_cleared_away(tmp_path: Path) -> None:
    downloaded(tmp_path)
    (tmp_path / "HOME_DIR" / "releases" / "half" / "sources").mkdir(parents=True)
    (tmp_path / "HOME_DIR" / "releases" / "runs" / "docs").mkdir(parents=True)
    run(tmp_path, "build_release", {"python3": "exit 1"})
    assert releases(tmp_path) == ["runs"]


def test_only_one_installs_at_a_time(tmp_path: Path) -> None:
    with (tmp_path / "LOCK").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        said = run(tmp_path, "only_one; echo went on")
    assert said.returncode == 1
    assert "another install.sh is at work" in said.stderr
    assert run(tmp_path, "only_one; echo went on").stdout == "went on\n"


@pytest.mark.parametrize(("broken", "mended"), [("0", False), ("100", True)])
def test_packages_that_were_interrupted_are_finished_first(broken: str, mended: bool, tmp_path: Path) -> None:
    log = tmp_path / "log"
    note = f'echo "$0 $*" >>{log}'
    apt = f'{note}; for word in "$@"; do [ "$word" != check ] || exit {broken}; done'
    run(tmp_path, "finish_packages", {"dpkg": note, "apt-get": apt})
    lines = log.read_text().splitlines()
    assert lines[0].endswith("dpkg --configure -a")
    assert any("--fix-broken" in line for line in lines) == mended


@pytest.mark.parametrize(("refused", "code"), [("update", 0), ("install", 1)])
def test_one_bad_source_of_packages_is_no_end_a_missing_package_is(
    refused: str, code: int, tmp_path: Path
) -> None:
    apt = f'for word in "$@"; do [ "$word" != {refused} ] || exit 100; done'
    task = "missing_packages() { echo libgl1; }; install_packages"
    said = run(tmp_path, task, {"dpkg": "", "apt-get": apt})
    assert said.returncode == code
    assert ("could not be installed; above stands why: libgl1" in said.stdout) == bool(code)
    assert ("the same command tries again" in said.stderr) == bool(code)


def upgraded(tmp_path: Path) -> str:
    """Lay two versions, of which the second has just been switched to."""
    folder = tmp_path / "HOME_DIR" / "releases"
    for name in ("old", "new"):
        shutil.copytree(ROOT / "systemd", folder / name / "systemd")
        with (folder / name / "systemd" / "tabletop-companion.service").open("a") as unit:
            unit.write(f"# {name}\n")
    return f"release='{folder}/new' previous='{folder}/old'; go_back"


def test_a_version_that_does_not_start_gives_way_to_the_one_before(tmp_path: Path) -> None:
    said = run(tmp_path, upgraded(tmp_path), {"systemctl": "", "journalctl": "echo port 8000 is taken"})
    assert said.returncode == 1
    assert "port 8000 is taken" in said.stdout
    assert "the one before is installed again and runs" in said.stderr
    assert releases(tmp_path) == ["old"]
    assert (tmp_path / "HOME_DIR" / "current").resolve().name == "old"
    assert (tmp_path / "UNIT").read_text().endswith("# old\n")


GAMES = """
echo "$COMPANION_SETTINGS $COMPANION_STATE $*" | sed "s,$PLACE/,,g" >>$PLACE/done
[ "$4" != keep ] || exit "$REFUSED"
"""
"""A Python that says what it is asked to do with the games."""


@pytest.mark.parametrize(
    ("starts", "refused", "steps"),
    [
        (False, 0, ["stop", "keep", "restart", "stop", "back", "restart"]),
        (True, 0, ["stop", "keep", "restart", "forget"]),
        (False, 1, ["stop", "keep", "restart", "stop", "restart"]),
    ],
)
def test_the_version_before_gets_its_games_back_where_the_new_one_does_not_start(
    starts: bool, refused: int, steps: list[str], tmp_path: Path
) -> None:
    switched = upgraded(tmp_path).replace("go_back", "start=yes; systemd_runs() { :; }; start_service")
    fakes(tmp_path / "HOME_DIR" / "releases" / "new" / "bin", {"python": GAMES})
    first = f"mkdir {tmp_path}/tried 2>/dev/null"
    systemctl = f"""
        case $1 in stop | restart) echo "$1" >>{tmp_path}/done ;; esac
        if [ "$1" = restart ] && {first}; then exit {int(not starts)}; fi"""
    place = f"export PLACE='{tmp_path}' REFUSED={refused}; udev_runs() {{ false; }}; {switched}"
    said = run(tmp_path, place, {"systemctl": systemctl, "journalctl": ""})
    assert said.returncode == (0 if starts else 1), said.stderr
    asked = "ETC/settings.toml STATE -I -m appliance.upgrading "
    assert [line.removeprefix(asked) for line in (tmp_path / "done").read_text().splitlines()] == steps
    assert ("could not be copied" in said.stdout) == bool(refused)


def test_two_versions_that_do_not_start_stay_both(tmp_path: Path) -> None:
    fails = {"systemctl": '[ "$1" != restart ]', "journalctl": ""}
    said = run(tmp_path, upgraded(tmp_path), fails)
    assert said.returncode == 1
    assert "the version before does not start either" in said.stderr
    assert releases(tmp_path) == ["new", "old"]


def test_a_first_version_that_does_not_start_says_why(tmp_path: Path) -> None:
    task = "release=here previous=; go_back"
    said = run(tmp_path, task, {"systemctl": "", "journalctl": "echo port 8000 is taken"})
    assert said.returncode == 1
    assert "port 8000 is taken" in said.stdout
    assert "does not start yet" in said.stderr


def test_groups_that_the_install_made_go_with_it_though_the_games_stay(tmp_path: Path) -> None:
    (tmp_path / "HOME_DIR").mkdir()
    (tmp_path / "GROUPS_MADE").write_text("gpio\n")
    pretend = {"groupdel": f'echo "$1" >>{tmp_path}/gone', "systemctl": "", "udevadm": ""}
    task = "NAME=a-test data=keep; systemd_runs() { false; }; udev_runs() { false; }; uninstall_all"
    said = run(tmp_path, task, pretend)
    assert said.returncode == 0, said.stderr
    assert (tmp_path / "gone").read_text() == "gpio\n"
    assert not (tmp_path / "HOME_DIR").exists()


def uninstalled(tmp_path: Path, userdel: str) -> tuple[subprocess.CompletedProcess[str], str]:
    """Take all away where the attached screen shows the dashboard; gives what was said, and what was done."""
    for name in ("HOME_DIR", "STATE", "ETC", "UNIT.d"):
        (tmp_path / name).mkdir()
    for name in ("KIOSK_UNIT", "user"):
        (tmp_path / name).touch()
    note = f'echo "${{0##*/}} $*" >>{tmp_path}/done'
    pretend = {
        "getent": f'[ "$1" = passwd ] && [ -f {tmp_path}/user ]',
        "userdel": f"{note}; {userdel}; rm {tmp_path}/user",
        "loginctl": f"{note}; exit 1",
        "systemctl": note,
        "udevadm": "",
        "sleep": "",
    }
    task = "NAME=a-test data=purge; systemd_runs() { :; }; udev_runs() { false; }; uninstall_all"
    said = run(tmp_path, task, pretend)
    return said, (tmp_path / "done").read_text()


def test_the_user_is_taken_away_once_its_session_on_the_attached_screen_has_ended(tmp_path: Path) -> None:
    once = f"mkdir {tmp_path}/refused 2>/dev/null && exit 8"
    said, done = uninstalled(tmp_path, once)
    assert said.returncode == 0, said.stderr
    assert "Nothing is left" in said.stdout
    ended = done.index("loginctl terminate-user companion\nsystemctl stop user@0.service\n")
    assert ended < done.index("userdel companion\nuserdel companion\n")
    assert "systemctl start getty@tty1.service\n" in done


def test_a_user_that_cannot_be_taken_away_is_told_and_all_else_goes(tmp_path: Path) -> None:
    said, _ = uninstalled(tmp_path, "exit 8")
    assert said.returncode == 0, said.stderr
    assert "The user companion stays" in said.stdout
    assert "Nothing is left" not in said.stdout
    assert not any((tmp_path / name).exists() for name in ("HOME_DIR", "STATE", "ETC", "UNIT.d"))


@pytest.mark.parametrize(
    ("sudo", "words"), [(None, "sudo is not installed"), ("exit 1", "sudo does not let ann do this")]
)
def test_who_may_not_install_is_told_how_root_can(sudo: str | None, words: str, tmp_path: Path) -> None:
    folder = tmp_path / "my games"
    folder.mkdir()
    shutil.copy(ROOT / "install.sh", folder)
    pretend = {"id": '[ "$1" = -u ] && echo 1000 || echo ann'} | ({} if sudo is None else {"sudo": sudo})
    path = fakes(tmp_path / "commands", pretend, real=("sh", "dirname"))
    command = [str(folder / "install.sh"), "--no-start"]
    said = subprocess.run(command, env={"PATH": str(path)}, capture_output=True, text=True, check=False)
    assert said.returncode == 1
    assert words in said.stderr
    [shown] = re.findall(r"su -c '(.*)'", said.stderr)
    assert shown == f'"{folder}/install.sh" --no-start'


def test_an_old_python_is_said_before_anything_is_done(tmp_path: Path) -> None:
    downloaded(tmp_path)
    old = "case $1 in --version) echo Python 3.9.2 ;; *) exit 1 ;; esac"
    pretend = {"python3": old, "apt-get": "", "dpkg": "echo amd64"}
    said = run(tmp_path, "check_machine", pretend)
    assert said.returncode == 1
    assert "Python 3.11 or newer is needed" in said.stderr
    assert "Python 3.9.2" in said.stderr
