"""What an act is called by itself, in both languages."""

from collections.abc import Mapping
from random import Random

import pytest

from companion.language import Text
from companion.records.record import Header
from companion.rules.base import Rules
from companion.rules.catalogue import GAMES
from companion.simulation.games import play
from companion.views.act_words import act_words, phrase
from companion.views.offers import form

EIGHT = {"stack": "up", "value": 8, "colour": "red"}


@pytest.mark.parametrize(
    ("act", "english", "german"),
    [
        ({"player": "Ben", "play": 73}, "Ben plays 73", "Ben spielt 73"),
        ({"player": "Ben", "jump": 23}, "Ben jumps with 23", "Ben springt mit 23"),
        ({"player": "Ben", "play": "pass"}, "Ben plays pass", "Ben spielt Pass"),
        ({"player": "Ben", "take": True}, "Ben takes", "Ben nimmt"),
        ({"player": "Ben", "play": 8, "count": 2}, "Ben plays 2 × 8", "Ben spielt 2 × 8"),
        ({"player": "Ben", "pass": "force"}, "Ben passes and forces the next", "Ben passt und zwingt"),
        ({"player": "Ben", "lay": [EIGHT]}, "Ben lays 8 red going up", "Ben legt 8 rot aufsteigend"),
        ({"reveal": {"Ann": [3]}}, "All show their hands", "Alle zeigen ihre Karten"),
    ],
)
def test_an_act_in_words(act: Mapping[str, object], english: str, german: str) -> None:
    said = act_words(act)
    assert said == english
    assert isinstance(said, Text)
    assert said.to("de").startswith(german)


@pytest.mark.parametrize(
    ("act", "said"),
    [
        ({"player": "Ben", "dance": True}, "Ben: dance"),
        ({"player": "Ben", "lay": ["8"]}, "Ben: lay ['8']"),
        ({"player": "Ben", "lay": [{"stack": "up"}]}, "Ben: lay [{'stack': 'up'}]"),
        ({"player": "Ben"}, "Ben: "),
        ({}, ""),
    ],
)
def test_what_no_game_knows_is_said_by_its_own_keys(act: Mapping[str, object], said: str) -> None:
    assert act_words(act) == said


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_act_that_can_be_entered_has_words_of_its_own(game: Rules) -> None:
    state = play(Header(game.slug, ("Ann", "Ben", "Cem"), "Ben"), Random(4)).states[3]
    offers = [offer for group in form(game, state).groups for offer in group.offers]
    assert len({str(phrase(offer)) for offer in offers}) == len(offers) > 0
