#!/bin/sh
# Sets the project up in .venv: `setup.sh` to play, `setup.sh dev` to work on it. Quick when nothing changed.
set -eu
cd "$(dirname "$0")"
extra=${1:-play}
stamp=.venv/.set-up-$extra
wanted=$(cat pyproject.toml constraints.txt setup.sh | cksum; python3 --version; pwd)

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

sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
if [ -n "$missing" ]; then
    echo "These Debian packages are missing and are installed now with $sudo apt-get:$missing"
    $sudo apt-get update -q
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -q -y --no-install-recommends $missing
fi

[ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] && exit 0

# Tesseract is a second opinion on cards that the reader is unsure of. Nothing needs it, so nobody is asked for a
# password, and without a network the set-up goes on.
fetch_tesseract() {
    [ -z "$sudo" ] || sudo -n true || return 1
    [ -n "$missing" ] || $sudo apt-get update -q -o Acquire::Retries=0 -o Acquire::http::Timeout=15 || return 1
    DEBIAN_FRONTEND=noninteractive $sudo apt-get install -q -y --no-install-recommends tesseract-ocr
}
if ! command -v tesseract >/dev/null; then
    echo "Tesseract, which lets more cards be read, is fetched ..."
    fetch_tesseract >/dev/null 2>&1 ||
        echo "It cannot be had just now; all works without. Later: sudo apt-get install tesseract-ocr"
fi
echo "Setting up .venv ..."
[ -x .venv/bin/python ] && [ "$(.venv/bin/python --version 2>/dev/null)" = "$(python3 --version)" ] || python3 -m venv --clear .venv
case $extra in dev) what=.[dev] ;; *) what=. ;; esac
.venv/bin/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e "$what"
echo "$wanted" > "$stamp"
