"""The secret that signs who is a referee: made once, kept where only the companion's own user can read it."""

import os
import secrets
from pathlib import Path

from companion.atomic_file import failed, replace_file
from companion.errors import SettingsError
from companion.language import say

SIZE = 32
OWNER_ONLY = 0o600


def keep_secret(path: Path) -> bytes:
    """Give the secret in this file; make it where there is none, or where it was cut short.

    The file belongs to its owner alone (0600). Raises SettingsError where it cannot be kept.
    """
    try:
        return _read(path) or _make(path)
    except OSError as error:
        words = failed(say("{path}: the secret cannot be kept there", path=path), error)
        raise SettingsError(words) from error


def _read(path: Path) -> bytes | None:
    try:
        found = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
    except FileNotFoundError:
        return None
    with os.fdopen(found, "rb") as file:
        os.fchmod(file.fileno(), OWNER_ONLY)
        secret = file.read(SIZE + 1)
    return secret if len(secret) == SIZE else None


def _make(path: Path) -> bytes:
    secret = secrets.token_bytes(SIZE)
    replace_file(path, secret, mode=OWNER_ONLY)
    return secret
