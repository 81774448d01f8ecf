"""A refusal is the same one once it has been copied, or has come from another process."""

import copy
import pickle
from collections.abc import Callable

import pytest

from companion.errors import BadRecord, Code, CompanionError, IllegalAct, WrongUse
from companion.language import Text, say, say_n
from companion.records.record import RecordError, read
from companion.rules.catalogue import find_game
from companion.rules.fifty_fifty_state import Take
from companion.settings.file import BadSettings, parse_settings


def of_the_rules() -> CompanionError:
    """Give a refusal of the rules themselves."""
    game = find_game("fifty-fifty")
    with pytest.raises(IllegalAct) as caught:
        game.apply(game.start(["Ann", "Ben"]), Take("Ann"))
    return caught.value


def of_settings() -> CompanionError:
    with pytest.raises(BadSettings) as caught:
        parse_settings("[camera]\nwidht = 3\n", "some.toml")
    return caught.value


def of_a_record() -> CompanionError:
    with pytest.raises(RecordError) as caught:
        read(b'{"game": "fifty-fifty", "players": ["Ann"]}\n')
    return caught.value


ERRORS = {
    "of the rules": of_the_rules(),
    "of a record": of_a_record(),
    "of a later line": RecordError(7, Code.OWN_CARD, say("{who} cannot", who="Ann")),
    "of settings": of_settings(),
    "of a line's form": BadRecord(say_n("{n} card", "{n} cards", 2)),
    "with words alone": WrongUse(say("no")),
    "without words": CompanionError(),
}
WAYS: dict[str, Callable[[CompanionError], CompanionError]] = {
    "copied": copy.copy,
    "copied deeply": copy.deepcopy,
    "pickled": lambda error: pickle.loads(pickle.dumps(error)),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("which", ERRORS)
def test_an_error_is_the_same_when_it_was_copied_or_pickled(which: str, way: str) -> None:
    error = ERRORS[which]
    again = WAYS[way](error)
    assert again is not error
    assert type(again) is type(error)
    assert (str(again), again.args) == (str(error), error.args)
    assert vars(again) == vars(error)
    for words, same in zip(error.args, again.args, strict=True):
        assert isinstance(words, Text)
        assert isinstance(same, Text)
        assert same.to("de") == words.to("de")
