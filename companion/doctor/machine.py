"""The machine: its disk and how worn it is, its power, its date, its programs."""

import os
import platform
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

from companion.finding import Finding, Level

LITTLE, TOO_LITTLE = 500 << 20, 50 << 20
"""Bytes free: below the first copies and pictures get tight, below the second games do."""

OLDEST_DATE = datetime(2026, 1, 1, tzinfo=UTC)
"""A date before this program was written cannot be right."""

PARTS = (
    "flask",
    "gpiod",
    "gpiozero",
    "lgpio",
    "numpy",
    "opencv-python",
    "pytesseract",
    "waitress",
    "zeroconf",
)
"""The libraries whose versions are worth telling."""

THROTTLED = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")
LOW_VOLTAGE, LOW_VOLTAGE_ONCE = 1 << 0, 1 << 16


def check_disk(folder: Path, sys_root: Path = Path("/sys")) -> list[Finding]:
    """Look at room, rights and wear of the disk that holds the games."""
    try:
        while not folder.exists():
            folder = folder.parent
    except PermissionError:
        return [_forbidden(f"This user may not look into {folder.parent}.")]
    return [_room(folder), *_rights(folder), *_wear(folder, sys_root)]


def _room(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    facts = {"free": free, "folder": str(folder)}
    words = f"{free >> 20} MB are free where the games are kept."
    if free >= LITTLE:
        return Finding("disk", Level.GOOD, words, facts=facts)
    level = Level.POOR if free >= TOO_LITTLE else Level.BAD
    return Finding("disk", level, words, "Make room: delete old backups, recordings or packages.", facts)


def _rights(folder: Path) -> list[Finding]:
    if os.statvfs(folder).f_flag & os.ST_RDONLY:
        words = f"The disk of {folder} is read-only."
        return [Finding("disk", Level.BAD, words, "A worn SD card does that: replace it, restore a backup.")]
    if not os.access(folder, os.W_OK):
        return [_forbidden(f"This user may not write into {folder}.")]
    return []


def _forbidden(words: str) -> Finding:
    return Finding("rights", Level.BAD, words, "Run this with sudo, or give the folder to this user.")


def _wear(folder: Path, sys_root: Path) -> list[Finding]:
    """Ask the kernel what it has noted of this disk; many disks tell nothing."""
    number = folder.stat().st_dev
    link = sys_root / "dev" / "block" / f"{os.major(number)}:{os.minor(number)}"
    name = link.resolve().name
    found = []
    errors = _number(sys_root / "fs" / "ext4" / name / "errors_count")
    if errors:
        words = f"The disk {name} has had {errors} errors."
        found.append(
            Finding("wear", Level.BAD, words, "Make a backup now, then replace the disk or SD card.")
        )
    written = _number(sys_root / "fs" / "ext4" / name / "lifetime_write_kbytes")
    if written is not None:
        words = f"{written >> 20} GB were written to the disk {name} in its life."
        found.append(Finding("wear", Level.GOOD, words, facts={"written_kb": written}))
    end = _text(link.resolve().parent / "device" / "pre_eol_info")
    if end in ("0x02", "0x03"):
        found.append(
            Finding("wear", Level.POOR, f"The disk {name} says that it is worn.", "Replace it soon.")
        )
    return found


def check_power(throttled: Path = THROTTLED) -> list[Finding]:
    """Ask a Raspberry Pi whether its power supply holds; nothing on other machines."""
    text = _text(throttled)
    if text is None:
        return []
    bits = int(text, 16)
    if bits & (LOW_VOLTAGE | LOW_VOLTAGE_ONCE):
        when = "is" if bits & LOW_VOLTAGE else "was"
        mend = "Use the Raspberry Pi's own power supply and a short cable."
        return [Finding("power", Level.POOR, f"The voltage {when} too low; the Pi slows down.", mend)]
    return [Finding("power", Level.GOOD, "The power supply holds.")]


def check_date(
    now: datetime, synchronised: Path = Path("/run/systemd/timesync/synchronized")
) -> list[Finding]:
    """Look whether the date can be right; rulings do not hang on it, the dates of games do."""
    if now < OLDEST_DATE:
        mend = "Let it into the network once, or set it: sudo date -s '2026-12-24 20:00'."
        return [Finding("date", Level.POOR, f"The date is wrong: {now:%Y-%m-%d}.", mend)]
    words = f"The date is {now:%Y-%m-%d %H:%M} UTC"
    if synchronised.exists():
        return [Finding("date", Level.GOOD, f"{words}, set by the network.")]
    return [Finding("date", Level.NOTE, f"{words}; whether the network has set it is not known.")]


def check_tesseract() -> list[Finding]:
    """Look for Tesseract, the second opinion on unsure cards; nothing needs it."""
    program = shutil.which("tesseract")
    if program is None:
        mend = "If you want it: sudo apt install tesseract-ocr."
        return [Finding("tesseract", Level.NOTE, "Tesseract is not installed; nothing needs it.", mend)]
    try:
        told = subprocess.run([program, "--version"], capture_output=True, text=True, check=False, timeout=20)
    except (OSError, subprocess.SubprocessError):
        words, mend = f"{program} does not answer.", "sudo apt install --reinstall tesseract-ocr"
        return [Finding("tesseract", Level.POOR, words, mend)]
    first = (told.stdout or told.stderr).split("\n")[0]
    return [Finding("tesseract", Level.GOOD, f"Tesseract gives second opinions: {first}.")]


def check_versions(companion: str, model: Path = Path("/proc/device-tree/model")) -> list[Finding]:
    """Tell what runs here, for whoever is to help."""
    board = (_text(model) or platform.machine()).rstrip("\0")
    versions = {name: version for name in PARTS if (version := _version(name))}
    facts = {"python": sys.version.split()[0], "kernel": platform.release(), "board": board, **versions}
    runs_on = f"{_system()}, Linux {platform.release()} on {board}"
    words = f"Companion {companion}, Python {facts['python']}, {runs_on}."
    return [Finding("versions", Level.GOOD, words, facts=facts)]


def _system() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")
    except OSError:
        return "an unknown system"


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return None


def _number(path: Path) -> int | None:
    text = _text(path)
    return int(text) if text and text.isdecimal() else None
