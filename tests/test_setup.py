"""The set-up of the project's folder: interrupted, without rights, without what it needs."""

import os
import re
import shutil
import subprocess
import tomllib
from itertools import chain
from pathlib import Path

import pytest

from tests.commands import fakes

ROOT = Path(__file__).parent.parent
# What setup.sh calls beside the commands that the tests pretend.
REAL = ("sh", "dirname", "cat", "cksum", "grep", "mkdir", "chmod")
ENVIRONMENT = """
case "$*" in
    --version) echo Python 3.13.5 ;;
    *-m*venv*) mkdir -p .venv/bin; echo "$*" >>made; cat made >>/dev/null
        printf '#!/bin/sh\\ncase $1 in --version) echo Python 3.13.5 ;; esac\\n' >.venv/bin/python
        chmod +x .venv/bin/python ;;
esac
"""


def set_up(
    tmp_path: Path, commands: dict[str, str], *, root: bool = True
) -> subprocess.CompletedProcess[str]:
    """Run setup.sh in a folder of its own, with a Python that makes an environment without a network."""
    folder = tmp_path / "my games"
    folder.mkdir(exist_ok=True)
    for name in ("setup.sh", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, folder)
    who = f'[ "$1" = -u ] && echo {0 if root else 1000} || echo ann'
    pretend = {"id": who, "python3": ENVIRONMENT, "tesseract": "", "dpkg": "", "apt-get": ""} | commands
    path = fakes(tmp_path / "commands", pretend, () if (tmp_path / "commands").exists() else REAL)
    surroundings = {**os.environ, "PATH": str(path)}
    command = [str(folder / "setup.sh")]
    return subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False)


def times_made(tmp_path: Path) -> int:
    return len((tmp_path / "my games" / "made").read_text().splitlines())


def test_a_second_time_nothing_is_done(tmp_path: Path) -> None:
    assert set_up(tmp_path, {}).returncode == 0
    again = set_up(tmp_path, {})
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert times_made(tmp_path) == 1


def test_an_environment_that_was_interrupted_before_it_had_pip_is_made_anew(tmp_path: Path) -> None:
    python = tmp_path / "my games" / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\n[ "$1" = --version ] && echo Python 3.13.5\n')
    python.chmod(0o755)
    said = set_up(tmp_path, {})
    assert said.returncode == 0, said.stderr
    assert times_made(tmp_path) == 1


def test_an_interrupted_fetch_goes_on_with_the_same_environment(tmp_path: Path) -> None:
    assert set_up(tmp_path, {}).returncode == 0
    (tmp_path / "my games" / ".venv" / ".set-up-play").unlink()
    assert set_up(tmp_path, {}).returncode == 0
    assert times_made(tmp_path) == 1


def test_packages_that_cannot_be_fetched_are_said_and_tried_again(tmp_path: Path) -> None:
    fails = ENVIRONMENT.replace("esac\\n", "*) exit 1 ;; esac\\n")
    said = set_up(tmp_path, {"python3": fails})
    assert said.returncode == 1
    assert "Python packages could not be installed" in said.stderr
    assert not (tmp_path / "my games" / ".venv" / ".set-up-play").exists()


WITHOUT_VENV = ENVIRONMENT.replace("--version)", "*ensurepip*) exit 1 ;;\n    --version)", 1)


@pytest.mark.parametrize(
    ("sudo", "words"), [(None, "and sudo, which would install them"), ("exit 1", "sudo does not let ann")]
)
def test_who_may_install_no_package_is_told_which_is_missing(
    sudo: str | None, words: str, tmp_path: Path
) -> None:
    commands = {"python3": WITHOUT_VENV} | ({} if sudo is None else {"sudo": sudo})
    said = set_up(tmp_path, commands, root=False)
    assert said.returncode == 1
    assert words in said.stderr
    assert "As root: apt-get install --no-install-recommends python3-venv" in said.stderr


def test_a_missing_package_is_installed_after_what_was_interrupted(tmp_path: Path) -> None:
    note = f'echo "${{0##*/}} $*" >>"{tmp_path}/log"'
    commands = {"python3": WITHOUT_VENV, "dpkg": note, "apt-get": note, "env": 'shift; exec "$@"'}
    said = set_up(tmp_path, commands)
    assert said.returncode == 0, said.stderr
    lines = (tmp_path / "log").read_text().splitlines()
    assert "dpkg --configure -a" in lines
    assert lines.index("dpkg --configure -a") < len(lines) - 1
    assert "python3-venv" in lines[-1]


def test_an_old_python_is_said(tmp_path: Path) -> None:
    old = 'case "$*" in --version) echo Python 3.9.2 ;; *version_info*) exit 1 ;; esac'
    said = set_up(tmp_path, {"python3": old})
    assert said.returncode == 1
    assert "Python 3.11 or newer is needed" in said.stderr
    assert "Python 3.9.2" in said.stderr


def test_whatever_is_asked_for_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = {*project["dependencies"], *chain(*project["optional-dependencies"].values())}
    pinned = {line.partition("==")[0] for line in (ROOT / "constraints.txt").read_text().splitlines()}
    assert {re.split(r"[<>=]", name)[0] for name in asked} <= pinned
