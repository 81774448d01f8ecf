"""How the face says no."""

import copy
import pickle
from http import HTTPStatus

import pytest

from companion.language import Text, say
from web.problems import Problem


@pytest.mark.parametrize("way", ["copied", "pickled"])
def test_a_problem_is_the_same_when_it_was_copied_or_pickled(way: str) -> None:
    problem = Problem(HTTPStatus.FORBIDDEN, "slow-down", say("This is not the code."), retry_after=7)
    again = copy.copy(problem) if way == "copied" else pickle.loads(pickle.dumps(problem))
    assert type(again) is Problem
    assert vars(again) == vars(problem)
    assert isinstance(again.description, Text)
    assert again.description.to("de") == "Das ist nicht der Code."
