"""JSON Lines as records and presses are kept: one JSON object a line, UTF-8, strictly read."""

import json
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import NoReturn

from companion.errors import BadRecord
from companion.escaping import on_one_line

MOST_DIGITS = 4000
"""Python reads no whole number of many more digits; no game has one."""


def decode_line(line: bytes) -> dict[str, object]:
    """Read one line as a JSON object; raises BadRecord when it is anything else."""
    if line.startswith(b"\xef\xbb\xbf"):
        raise BadRecord("this line begins with a byte order mark; right is plain UTF-8 without one")
    if not line.strip():
        raise BadRecord("this line is blank; right is one JSON object a line")
    try:
        value = _decode(line)
    except UnicodeDecodeError:
        raise BadRecord("this line is not UTF-8, the only encoding that is read") from None
    except ValueError:
        raise BadRecord("this line is not JSON; right is one JSON object a line") from None
    if not isinstance(value, dict):
        raise BadRecord(f"this line is no JSON object but {as_json(value)}; right is {{…}}")
    return value


def encode_line(fields: Mapping[str, object]) -> bytes:
    """Give an object as a line, its newline included; raises ValueError for what JSON cannot say."""
    text = json.dumps(fields, ensure_ascii=False, allow_nan=False)
    try:
        return text.encode() + b"\n"
    except UnicodeEncodeError:
        return json.dumps(fields, allow_nan=False).encode() + b"\n"


def as_json(value: object) -> str:
    """Give a value as a record's line has it, for messages: ``true``, ``null``, ``"pass"``.

    What JSON cannot say stays as Python has it; it is from no record.
    """
    try:
        return on_one_line(json.dumps(value, ensure_ascii=False, allow_nan=False).encode().decode())
    except UnicodeEncodeError:
        return json.dumps(value, allow_nan=False)
    except RecursionError:
        return "…"
    except (TypeError, ValueError):
        return repr(value)


def is_whole(line: bytes) -> bool:
    """Say whether a line without a newline is whole JSON; half a letter at its end means that it is torn."""
    try:
        _decode(line)
    except BadRecord:
        return True
    except ValueError:
        return False
    return True


def _decode(line: bytes) -> object:
    """Read JSON; raises BadRecord for what is JSON but not taken, ValueError for what is none."""
    try:
        return json.loads(
            line.decode(),
            object_pairs_hook=_object,
            parse_constant=_not_json,
            parse_int=_whole_number,
            parse_float=_number,
        )
    except RecursionError:
        raise BadRecord("this line is nested too deeply") from None


def _object(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise BadRecord(f"this line has the key {json.dumps(key)} twice; once is enough")
        found[key] = value
    return found


def _not_json(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")


def _whole_number(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise BadRecord(f"this line has a number of {len(digits)} digits; {MOST_DIGITS} at most can be read")
    return int(digits)


def _number(digits: str) -> float:
    value = float(digits)
    if not isfinite(value):
        raise BadRecord(f"this line has the number {digits}, which is too large to be read")
    return value
