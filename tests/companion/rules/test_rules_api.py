"""What the documentation shows is what happens."""

import doctest
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize("page", ["rules-api.md"])
def test_the_examples_of_a_page_run(page: str) -> None:
    failed, tried = doctest.testfile(str(DOCS / page), module_relative=False)
    assert tried > 10
    assert failed == 0
