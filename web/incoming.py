"""JSON that comes in: what cannot be read, or could not be written down again, is no JSON here."""

import json
from typing import Any

from flask.json.provider import DefaultJSONProvider


class Incoming(DefaultJSONProvider):
    """Reads what is sent to the app; whatever is wrong with it is a ``ValueError``, and so a 400."""

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """Read JSON; raises ValueError where it is nested too deeply or cannot be written down again.

        And where a key is repeated: which of the two is meant would be a guess, as in a record.
        """
        try:
            value = super().loads(s, object_pairs_hook=_once_each, **kwargs)
            # Half a letter, NaN and what is too large for a number fit neither the journal nor a page.
            json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
        except RecursionError as error:
            raise ValueError("nested too deeply") from error
        return value


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is repeated")
    return found
