"""Where words go: a sentence a line for people, or a JSON object a line for programs, on standard error."""

import json
import logging
import sys
import time
from collections.abc import Callable

from companion.escaping import on_one_line

PEOPLE, JSON = "people", "json"

QUIET = ("waitress", "waitress.queue", "zeroconf", "werkzeug", "picamera2")
"""Libraries that chatter; only what goes wrong in them is told."""


class JsonLines(logging.Formatter):
    """A record as one JSON object: time (seconds since 1970), level, who says it, the words, and a trace."""

    def format(self, record: logging.LogRecord) -> str:
        """Give the line."""
        line: dict[str, object] = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class Sentences(logging.Formatter):
    """A record as one line; what is more than news bears its weight in front, as journald reads it."""

    def format(self, record: logging.LogRecord) -> str:
        """Give the line; journald and the terminal add the time themselves."""
        weight = "" if record.levelno <= logging.INFO else f"{record.levelname.lower()}: "
        words = f"{weight}{on_one_line(record.getMessage())}"
        return f"{words}\n{self.formatException(record.exc_info)}" if record.exc_info else words


def set_up(form: str) -> Callable[[str], None]:
    """Send the log of the whole program to standard error in this form; gives the way to say something."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == JSON else Sentences())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.ERROR)
    logging.Formatter.converter = time.gmtime
    return logging.getLogger("companion").info


def say_why(words: str, form: str | None = None) -> None:
    """Say why the program ends: in the log's form, or in the one that the command names."""
    if form == JSON and not _for_programs():
        set_up(JSON)
    if _for_programs():
        logging.getLogger("companion").error(words)
    else:
        print(f"companion: {words}", file=sys.stderr)


def _for_programs() -> bool:
    return any(isinstance(handler.formatter, JsonLines) for handler in logging.getLogger().handlers)
