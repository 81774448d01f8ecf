"""Every message of the code has a translation in every catalogue, with the gaps that the code fills."""

import pytest
from babel.messages.catalog import Catalog

from companion.language import DOMAIN, FOLDER
from tests.catalogues import catalogues, compiled, gathered, kept, missing


@pytest.fixture(scope="module")
def template() -> Catalog:
    return gathered()


def test_there_is_german() -> None:
    assert "de" in catalogues()


@pytest.mark.parametrize("language", catalogues())
def test_no_message_is_without_its_translation(language: str, template: Catalog) -> None:
    catalogue = kept(language)
    catalogue.update(template, no_fuzzy_matching=True)
    assert missing(catalogue) == [], "run `make words` and fill in what it names"


@pytest.mark.parametrize("language", catalogues())
def test_what_the_companion_reads_is_what_was_translated(language: str) -> None:
    path = FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.mo"
    assert path.read_bytes() == compiled(kept(language)), "run `make words`"


def test_a_wrong_gap_would_be_noticed() -> None:
    catalogue = Catalog()
    catalogue.add("{name} wins", "{nome} gewinnt")
    catalogue.add(("{n} card", "{n} cards"), ("eine Karte", "{n} Karten"))
    catalogue.add(("{n} token of {who}", "{n} tokens of {who}"), ("1 Chip", "{n} Chips"))
    assert missing(catalogue) == ["{name} wins", "('{n} token of {who}', '{n} tokens of {who}')"]
