#!/bin/sh
# Sets the project up in .venv: `setup.sh` to play, `setup.sh dev` to work on it. Quick when nothing changed.
set -eu
cd "$(dirname "$0")"
extra=${1:-play}
stamp=.venv/.set-up-$extra
wanted=$(cat pyproject.toml constraints.txt setup.sh | cksum; python3 --version; pwd)

fail() { printf '%s\n' "setup.sh: $*" >&2; exit 1; }

! command -v python3 >/dev/null || python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "Python 3.11 or newer is needed, as Debian 12 and 13 have it; python3 is here $(python3 --version)"

missing=
need() { missing="$missing $*"; }

python3 -c 'import ensurepip, venv' 2>/dev/null || need python3-venv
# opencv-python draws windows that nobody opens here; its wheel wants these to load all the same.
for library in libGL.so.1 libglib-2.0.so.0 libxcb.so.1; do
    /sbin/ldconfig -p | grep -q "$library" && continue
    case $library in
        libGL.so.1) need libgl1 ;;
        libglib-2.0.so.0) need libglib2.0-0 ;;
        libxcb.so.1) need libxcb1 ;;
    esac
done
if [ "$extra" = dev ]; then
    command -v chromium >/dev/null || need chromium
    command -v chromedriver >/dev/null || need chromium-driver
fi

# `su` leaves the folders of root's commands out, and dpkg wants them.
export PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"
sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
# sudo hands no variable on, hence env. The machine may be at its own upgrades just now: they are waited for.
apt() { $sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 "$@"; }

# What an earlier apt-get was interrupted at is finished first; apt-get refuses everything else until then.
finish_packages() {
    $sudo dpkg --configure -a || true
    apt check >/dev/null 2>&1 || apt install -y --no-install-recommends --fix-broken || true
}

install_packages() {
    by_hand="As root: apt-get install --no-install-recommends$missing"
    [ -z "$sudo" ] || command -v sudo >/dev/null ||
        fail "these Debian packages are missing, and sudo, which would install them, too:$missing. $by_hand"
    echo "These Debian packages are missing and are installed now with $sudo apt-get:$missing"
    [ -z "$sudo" ] || sudo true || fail "sudo does not let $(id -un) do this. $by_hand"
    apt update || true
    finish_packages
    # shellcheck disable=SC2086
    apt install -y --no-install-recommends $missing ||
        fail "they could not be installed; above stands why. Is the network there? The same command tries again."
}
[ -z "$missing" ] || install_packages

[ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && exit 0

# Tesseract is a second opinion on cards that the reader is unsure of. Nothing needs it, so nobody is asked for a
# password, and without a network the set-up goes on.
fetch_tesseract() {
    [ -z "$sudo" ] || sudo -n true || return 1
    briefly="-o DPkg::Lock::Timeout=15 -o Acquire::Retries=0 -o Acquire::http::Timeout=15"
    # shellcheck disable=SC2086
    [ -n "$missing" ] || apt update $briefly || return 1
    # shellcheck disable=SC2086
    apt install -y --no-install-recommends $briefly tesseract-ocr
}
if ! command -v tesseract >/dev/null; then
    echo "Tesseract, which lets more cards be read, is fetched ..."
    fetch_tesseract >/dev/null 2>&1 ||
        echo "It cannot be had just now; all works without. Later: sudo apt-get install tesseract-ocr"
fi
echo "Setting up .venv ..."
# One that was interrupted while it was made has no pip yet; one of another Python is of no use.
whole() { [ "$(.venv/bin/python --version 2>&1)" = "$(python3 --version)" ] && .venv/bin/python -m pip --version; }
whole >/dev/null 2>&1 || python3 -m venv --clear .venv
case $extra in dev) what='.[dev]' ;; *) what=. ;; esac
.venv/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e "$what" ||
    fail "Python packages could not be installed; above stands why. Are network and room on the disk there?"
echo "$wanted" > "$stamp"
