"""What the set-up wizard may do with the table's camera and its decks."""

from pathlib import Path

import pytest

from appliance.settingup import Showing
from tests.vision.decks.test_store import deck
from vision.decks.store import OthersDeck, save


def test_no_lesson_begins_under_the_name_of_another_games_deck(tmp_path: Path) -> None:
    save(tmp_path, deck("Ours"))
    showing = Showing("camera", tmp_path)
    with pytest.raises(OthersDeck, match=r"another game already \(fifty-fifty, not 23\)"):
        showing.begin_lesson("Ours", "23")
    assert showing.lesson() is None
    showing.begin_lesson("Ours", "fifty-fifty")
    assert showing.lesson()
