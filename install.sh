#!/bin/sh
# Installs the tabletop companion as a service on Raspberry Pi OS or Debian 12/13, upgrades it, takes it away.
# `./install.sh --help` says what it can do. Everything it does is printed before it is done.
set -eu

NAME=tabletop-companion
HOME_DIR=/opt/$NAME
ETC=/etc/$NAME
STATE=/var/lib/$NAME
UNIT=/etc/systemd/system/$NAME.service
KIOSK_UNIT=/etc/systemd/system/$NAME-kiosk.service
UDEV=/etc/udev/rules.d/70-$NAME.rules
SYSUSERS=/etc/sysusers.d/$NAME.conf
TMPFILES=/etc/tmpfiles.d/$NAME.conf
COMMAND=/usr/local/bin/companion
ACCOUNT=companion
GROUPS_MADE=$HOME_DIR/groups-made
FOLDERS_MADE=$HOME_DIR/folders-made
LOCK=/run/$NAME-install.lock
PARTS="companion vision hardware web appliance systemd docs"

usage() {
    cat <<TEXT
usage: ./install.sh [--kiosk] [--no-start]     install, or upgrade what is installed
       ./install.sh --uninstall [--keep-data | --purge]

  --kiosk      also show the dashboard on a screen that hangs on this machine
  --no-start   do not start the service now
  --uninstall  take everything away; on a terminal it asks whether the games go too
  --keep-data  leave games and settings ($STATE, $ETC)
  --purge      delete them without asking

It writes to $HOME_DIR, $ETC, $STATE, $COMMAND,
the unit $UNIT
and $UDEV, $SYSUSERS, $TMPFILES.
It needs the network once, to fetch Debian packages and Python wheels; afterwards it works offline.
TEXT
}

say() { printf '%s\n' "==> $*"; }
fail() { printf '%s\n' "install.sh: $*" >&2; exit 1; }
# Show a command, then run it.
run() { printf '    %s\n' "$*"; "$@"; }
have() { command -v "$1" >/dev/null 2>&1; }
systemd_runs() { [ -d /run/systemd/system ]; }
udev_runs() { [ -S /run/udev/control ]; }

task=install kiosk=no start=yes data=ask
all="$*"
while [ $# -gt 0 ]; do
    case $1 in
        --uninstall) task=uninstall ;;
        --kiosk) kiosk=yes ;;
        --no-start) start=no ;;
        --keep-data) data=keep ;;
        --purge) data=purge ;;
        -h | --help) usage; exit 0 ;;
        *) usage >&2; exit 2 ;;
    esac
    shift
done
here=$(cd "$(dirname "$0")" && pwd)

if [ "$(id -u)" != 0 ]; then
    by_hand="with root's password: su -c '\"$here/install.sh\" $all'"
    have sudo || fail "this must run as root, and sudo is not installed; $by_hand"
    say "This needs the rights of root for the places that --help names; sudo may ask for your password."
    sudo true || fail "sudo does not let $(id -un) do this; somebody whom it lets has to, or $by_hand"
    # shellcheck disable=SC2086
    exec sudo "$here/install.sh" $all
fi
umask 022
# `su` leaves the folders of root's commands out, and dpkg wants them.
export PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"
# So that what is to be done at the end is done after Ctrl-C and a lost connection, too.
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# Two at a time would take each other's half-built version away.
only_one() {
    exec 9>"$LOCK"
    flock -n 9 || fail "another install.sh is at work on this machine; wait until it has ended"
}

check_machine() {
    have apt-get || fail "this is not Debian or Raspberry Pi OS: apt-get is missing"
    case $(dpkg --print-architecture) in
        amd64 | arm64) ;;
        *) fail "a 64-bit system is needed (on a Raspberry Pi: Raspberry Pi OS 64-bit), this is $(dpkg --print-architecture)" ;;
    esac
    if have python3 && ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
        fail "Python 3.11 or newer is needed, as Debian 12 and 13 have it; python3 is here $(python3 --version)"
    fi
    [ -f "$here/pyproject.toml" ] || fail "run the install.sh of the folder that was downloaded, not $here/install.sh"
    free=$(df -Pk /opt 2>/dev/null | awk 'NR == 2 { print $4 }')
    [ "${free:-999999}" -gt 700000 ] || fail "the disk has less than 700 MB free; make room first"
}

on_pi() { grep -q "Raspberry Pi" /proc/device-tree/model 2>/dev/null; }
known_package() { apt-cache show "$1" >/dev/null 2>&1; }
installed_package() { dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q "ok installed"; }

# The packages that are wanted and not there yet.
missing_packages() {
    # Tesseract is the second opinion on cards that the nets are unsure of; nothing needs it.
    wanted="python3 python3-venv ca-certificates libgl1 libglib2.0-0 libxcb1 tesseract-ocr"
    installed_package libglib2.0-0t64 && wanted="python3 python3-venv ca-certificates libgl1 libxcb1 tesseract-ocr"
    # What drives pins and the ribbon camera comes from the system, where the system has it.
    known_package python3-lgpio && wanted="$wanted python3-lgpio"
    on_pi && known_package python3-picamera2 && wanted="$wanted python3-picamera2"
    [ "$kiosk" = yes ] && wanted="$wanted cage chromium"
    for package in $wanted; do
        installed_package "$package" || printf '%s ' "$package"
    done
}

install_packages() {
    missing=$(missing_packages)
    [ -n "$missing" ] || { say "Every Debian package that is needed is there."; return; }
    say "Debian packages: $missing"
    export DEBIAN_FRONTEND=noninteractive
    # One source of packages that does not answer is no reason to end; what cannot be had is said below.
    apt update || true
    finish_packages
    missing=$(missing_packages)
    # shellcheck disable=SC2086
    apt install -y --no-install-recommends $missing && return
    say "These Debian packages could not be installed; above stands why: $missing"
    fail "is the network there? Nothing of the companion was changed; the same command tries again"
}

# The machine may be at its own upgrades just now: they are waited for.
apt() { run apt-get -q -o DPkg::Lock::Timeout=300 "$@"; }

# What an earlier apt-get was interrupted at is finished first; apt-get refuses everything else until then.
finish_packages() {
    dpkg --configure -a || true
    apt-get -o DPkg::Lock::Timeout=300 check >/dev/null 2>&1 ||
        apt install -y --no-install-recommends --fix-broken || true
}

# What a version was made from, and what it came to: where either is another one by a byte, it is built anew.
# Python's caches do not count; it makes them by itself.
made_from() {
    {
        # shellcheck disable=SC2086
        (cd "$here" && sums $PARTS ./*.py ./*.toml ./*.txt README.md LICENSE install.sh)
        # What the companion uses of the system's Python, for which its compiled parts were chosen.
        python3 -c 'import sys; print(sys.version, sys.executable)'
        dpkg-query -W python3 python3-numpy python3-lgpio python3-picamera2 python3-simplejpeg 2>/dev/null || true
    } | LC_ALL=C sort | sha256sum
    (cd "$1" && sums .) | LC_ALL=C sort | sha256sum
}

sums() {
    find "$@" -name __pycache__ -prune -o -path ./made-from -o \
        -type l -printf '%l  %p\n' -o -type f -exec sha256sum {} +
}

nothing_changed() {
    release=$(readlink "$HOME_DIR/current") && [ -f "$release/made-from" ] || return 1
    [ "$(cat "$release/made-from")" = "$(made_from "$release")" ] && "$release/bin/companion" games >/dev/null 2>&1
}

# Builds the new version beside the old one; the old one runs on until the new one is whole.
build_release() {
    release=$HOME_DIR/releases/$(date -u +%Y%m%d-%H%M%S)
    sources=$release/sources
    say "The program goes to $release"
    forget_half_built
    trap not_built EXIT
    mkdir -p "$sources" "$release/tmp"
    # Not in /tmp, which may be a small piece of the memory.
    export TMPDIR="$release/tmp"
    for part in $PARTS; do cp -R "$here/$part" "$sources/"; done
    cp "$here"/*.py "$here"/*.toml "$here"/*.txt "$here"/README.md "$here"/LICENSE "$here"/install.sh "$sources/"
    # Readable by all, however carefully the folder was downloaded.
    chmod -R u=rwX,go=rX "$sources"
    run python3 -m venv --system-site-packages "$release"
    pip="$release/bin/python -m pip --quiet --disable-pip-version-check --no-input"
    # shellcheck disable=SC2086
    run $pip install --no-cache-dir --ignore-installed -c "$sources/constraints.txt" "${sources}[gpiod]"
    fit_picamera
    run "$release/bin/companion" games >/dev/null
    mv "$sources/docs" "$sources/systemd" "$sources/install.sh" "$release/"
    rm -rf "$TMPDIR" "$sources"
    unset TMPDIR
    # Where something is left to be tried again, the next install builds anew.
    [ "$fits" = no ] || made_from "$release" >"$release/made-from"
    trap - EXIT
}

# A version that was not finished, as its sources still lie there, is of no use to anybody.
forget_half_built() {
    for old in "$HOME_DIR"/releases/*; do
        if [ -d "$old/sources" ]; then rm -rf "$old"; fi
    done
}

not_built() {
    status=$?
    rm -rf "$release"
    [ $status -gt 128 ] || say "The new version could not be built; above stands why. Is there a network, and room on the disk?"
    say "What was installed before is as it was; the same command tries again."
    exit $status
}

# The system's picamera2 is built for the system's numpy; the one compiled part of it that minds is simplejpeg.
fit_picamera() {
    fits=yes
    "$release/bin/python" -c 'import importlib.util, sys; sys.exit(not importlib.util.find_spec("picamera2"))' || return 0
    "$release/bin/python" -c 'import picamera2' 2>/dev/null && return 0
    # shellcheck disable=SC2086
    $pip install --no-cache-dir --ignore-installed --no-deps simplejpeg || true
    "$release/bin/python" -c 'import picamera2' 2>/dev/null && return 0
    fits=no
    say "picamera2 does not fit this Python; a USB camera works, the ribbon camera does not."
}

make_account() {
    say "The user $ACCOUNT, with the groups that may use camera and pins"
    mkdir -p "$HOME_DIR"
    for group in gpio video render; do
        getent group $group >/dev/null || grep -qsx $group "$GROUPS_MADE" || echo $group >>"$GROUPS_MADE"
    done
    for folder in /etc/sysusers.d /etc/tmpfiles.d /etc/udev /etc/udev/rules.d; do
        [ -d $folder ] || { mkdir -p $folder; echo $folder >>"$FOLDERS_MADE"; }
    done
    run install -D -m 644 "$release/systemd/$NAME.sysusers" "$SYSUSERS"
    run install -D -m 644 "$release/systemd/$NAME.tmpfiles" "$TMPFILES"
    if have systemd-sysusers; then
        run systemd-sysusers "$SYSUSERS"
        run systemd-tmpfiles --create "$TMPFILES"
    else
        for group in gpio video render; do run groupadd -f -r $group; done
        getent passwd $ACCOUNT >/dev/null ||
            run useradd -r -U -d "$STATE" -s /usr/sbin/nologin -c "Tabletop companion" $ACCOUNT
        run usermod -a -G gpio,video,render $ACCOUNT
        for folder in "$STATE" "$ETC"; do run install -d -m 750 -o $ACCOUNT -g $ACCOUNT "$folder"; done
    fi
}

write_settings() {
    [ -f "$ETC/settings.toml" ] && { say "Your settings stay: $ETC/settings.toml"; check_settings; return; }
    say "Settings, every one explained: $ETC/settings.toml"
    "$release/bin/companion" settings --sample >"$ETC/settings.toml.new"
    chown $ACCOUNT:$ACCOUNT "$ETC/settings.toml.new"
    chmod 640 "$ETC/settings.toml.new"
    mv "$ETC/settings.toml.new" "$ETC/settings.toml"
}

check_settings() {
    "$release/bin/companion" settings --settings "$ETC/settings.toml" --check ||
        say "The service will not start before these lines are mended."
}

write_files() {
    say "Unit, device rules and the command"
    write_unit "$NAME.service" "$UNIT"
    if [ "$kiosk" = yes ] || [ -f "$KIOSK_UNIT" ]; then write_unit "$NAME-kiosk.service" "$KIOSK_UNIT"; fi
    run install -D -m 644 "$release/systemd/70-$NAME.rules" "$UDEV"
    mkdir -p "$HOME_DIR/bin" "$(dirname "$COMMAND")"
    cat >"$HOME_DIR/bin/companion" <<TEXT
#!/bin/sh
# The companion with the settings and the games of the service.
export COMPANION_SETTINGS=$ETC/settings.toml COMPANION_STATE=$STATE
exec $HOME_DIR/current/bin/companion "\$@"
TEXT
    chmod 755 "$HOME_DIR/bin/companion"
    run ln -sfn "$HOME_DIR/bin/companion" "$COMMAND"
}

# systemd before 254 does not know how to slow restarts down and would complain in the log.
write_unit() {
    version=$(systemctl --version 2>/dev/null | awk 'NR == 1 { print $2 }' | tr -cd 0-9)
    printf '    %s\n' "write $2"
    if [ "${version:-254}" -ge 254 ]; then cat "$release/systemd/$1"; else
        grep -v -e '^RestartSteps=' -e '^RestartMaxDelaySec=' "$release/systemd/$1"
    fi >"$2.new"
    chmod 644 "$2.new"
    mv "$2.new" "$2"
}

switch_release() {
    say "What runs from now on: $release"
    # A plug that is pulled now must not leave a version of empty files.
    sync
    previous=$(readlink "$HOME_DIR/current" 2>/dev/null || true)
    # From a version to itself there is no way back.
    [ "$previous" != "$release" ] || previous=
    run ln -sfn "$release" "$HOME_DIR/current.new"
    run mv -T "$HOME_DIR/current.new" "$HOME_DIR/current"
    run ln -sfn current/docs "$HOME_DIR/docs"
    run ln -sfn current/install.sh "$HOME_DIR/install.sh"
}

start_service() {
    if udev_runs; then
        run udevadm control --reload
        for kind in gpio video4linux media dma_heap; do run udevadm trigger --subsystem-match=$kind; done
        udevadm settle --timeout=10 || true
    fi
    if ! systemd_runs; then
        have systemctl || { say "There is no systemd here. Once there is: systemctl enable --now $NAME"; return; }
        say "systemd does not run here, so nothing is started; at the next boot with systemd the service starts."
        run systemctl enable "$NAME.service" || true
        return
    fi
    run systemctl daemon-reload
    run systemctl enable "$NAME.service"
    [ "$kiosk" = yes ] && run systemctl enable "$NAME-kiosk.service"
    [ "$start" = yes ] || return 0
    keep_games
    run systemctl restart "$NAME.service" || go_back
    [ -z "$kept" ] || games forget || true
    [ "$kiosk" = yes ] && run systemctl restart "$NAME-kiosk.service"
    say "The companion runs. What it says: journalctl -u $NAME -n 20"
}

# The new version may convert the games to a form that the one before cannot read. They are copied when that
# one has ended, so that nothing is played after the copy.
keep_games() {
    kept=
    [ -n "$previous" ] && [ -d "$previous" ] || return 0
    run systemctl stop "$NAME.service" || true
    say "The games as they are, in case that the new version does not start"
    if games keep; then kept=yes; else say "They could not be copied, above stands why; the upgrade goes on."; fi
}

# -I: of this version, and not of the folder in which one is.
games() {
    COMPANION_SETTINGS="$ETC/settings.toml" COMPANION_STATE="$STATE" "$release/bin/python" -I -m appliance.upgrading "$1"
}

# A new version that does not start leaves the table with the old one, and with its games.
go_back() {
    say "The service does not start. What it said last:"
    journalctl -u $NAME -n 5 -o cat --no-pager || true
    if [ -z "$previous" ] || [ ! -d "$previous" ]; then
        fail "the service does not start yet; more: journalctl -u $NAME -n 50"
    fi
    say "Back to $previous"
    run systemctl stop "$NAME.service" || true
    [ -z "${kept:-}" ] || games back || say "The games could not be put back, above stands why."
    failed=$release
    release=$previous
    run ln -sfn "$release" "$HOME_DIR/current.new"
    run mv -T "$HOME_DIR/current.new" "$HOME_DIR/current"
    write_files
    run systemctl daemon-reload
    run systemctl restart "$NAME.service" ||
        fail "the version before does not start either; more: journalctl -u $NAME -n 50"
    rm -rf "$failed"
    fail "the new version does not start, so the one before is installed again and runs"
}

# A table that was not begun anew still runs from the version before.
forget_old_releases() {
    for old in "$HOME_DIR"/releases/*; do
        [ "$old" = "$release" ] && continue
        [ "$start" = no ] && [ "${previous:-$old}" = "$old" ] && continue
        rm -rf "$old"
    done
}

install_all() {
    only_one
    check_machine
    install_packages
    if nothing_changed; then
        say "Nothing changed: $release is this very version, and whole. It is not built anew."
    else
        build_release
    fi
    make_account
    write_settings
    switch_release
    write_files
    start_service
    forget_old_releases
    say "Done. Settings: $ETC/settings.toml. When something is odd: sudo companion doctor"
}

decide_on_data() {
    [ "$data" = ask ] || return 0
    data=purge
    [ -t 0 ] || return 0
    printf '%s' "Delete the games and settings in $STATE and $ETC too? [y/N] "
    read -r answer
    case $answer in y | Y | yes) ;; *) data=keep ;; esac
}

# The attached screen leaves a session that goes on for some seconds: a user who has one is not taken away,
# and writes into the folders that are deleted.
end_sessions() {
    systemd_runs && getent passwd $ACCOUNT >/dev/null || return 0
    loginctl terminate-user $ACCOUNT 2>/dev/null || true
    systemctl stop "user@$(id -u $ACCOUNT).service" 2>/dev/null || true
}

# Gives the screen back to whoever logs in there; the attached dashboard had it.
free_screen() {
    if systemd_runs && systemctl is-enabled --quiet getty@tty1.service 2>/dev/null; then
        run systemctl start getty@tty1.service || true
    fi
}

forget_account() {
    tries=0
    while getent passwd $ACCOUNT >/dev/null; do
        run userdel $ACCOUNT && break
        tries=$((tries + 1))
        if [ $tries -ge 10 ]; then
            say "The user $ACCOUNT stays, above stands why. Once it runs nothing any more: sudo userdel $ACCOUNT"
            return
        fi
        sleep 1
    done
    if getent group $ACCOUNT >/dev/null; then run groupdel $ACCOUNT || true; fi
    say "Nothing is left but the Debian packages, which other programs may use."
}

uninstall_all() {
    only_one
    decide_on_data
    say "Take the companion away"
    [ ! -f "$KIOSK_UNIT" ] || screen=yes
    for unit in $NAME-kiosk.service $NAME.service; do
        [ -f "/etc/systemd/system/$unit" ] || continue
        if systemd_runs; then run systemctl disable --now "$unit" || true; else systemctl disable "$unit" 2>/dev/null || true; fi
        run rm -f "/etc/systemd/system/$unit"
    done
    end_sessions
    [ -z "${screen:-}" ] || free_screen
    run rm -f "$UDEV" "$SYSUSERS" "$TMPFILES" "$COMMAND"
    made=$(cat "$GROUPS_MADE" 2>/dev/null || true)
    folders=$(tac "$FOLDERS_MADE" 2>/dev/null || true)
    run rm -rf "$HOME_DIR"
    run rm -rf "/run/$NAME" "/run/$NAME-kiosk"
    for folder in $folders; do run rmdir --ignore-fail-on-non-empty "$folder" || true; done
    if systemd_runs; then run systemctl daemon-reload; run systemctl reset-failed $NAME.service 2>/dev/null || true; fi
    if udev_runs; then
        run udevadm control --reload
        run udevadm trigger --subsystem-match=gpio --subsystem-match=video4linux
    fi
    run rm -f "$LOCK"
    # shellcheck disable=SC2086
    for group in $made; do run groupdel $group || true; done
    if [ "$data" = keep ]; then
        say "Kept: $STATE and $ETC, and the user $ACCOUNT who owns them"
        return
    fi
    run rm -rf "$STATE" "$ETC" "$UNIT.d" "$KIOSK_UNIT.d"
    forget_account
}

case $task in
    install) install_all ;;
    uninstall) uninstall_all ;;
esac
