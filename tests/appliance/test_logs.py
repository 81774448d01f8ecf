"""The log, for people and for programs."""

import json
import logging

import pytest

from appliance import logs

pytestmark = pytest.mark.usefixtures("log_as_before")


def test_people_read_sentences(capsys: pytest.CaptureFixture[str]) -> None:
    say = logs.set_up(logs.PEOPLE)
    say("The table is on.")
    logging.getLogger("x").error("The disk is full.")
    assert capsys.readouterr().err == "The table is on.\nerror: The disk is full.\n"


def test_programs_read_objects(capsys: pytest.CaptureFixture[str]) -> None:
    say = logs.set_up(logs.JSON)
    say("Zoë begins\nanew.")
    try:
        raise ValueError("no")
    except ValueError:
        logging.getLogger("table").exception("It stumbled.")
    first, second = map(json.loads, capsys.readouterr().err.splitlines())
    assert (first["level"], first["message"]) == ("info", "Zoë begins\nanew.")
    assert (second["level"], second["from"]) == ("error", "table")
    assert "ValueError: no" in second["trace"]
