"""Every message of the code has a translation in every catalogue, with the gaps that the code fills."""

import ast

import pytest
from babel.messages.catalog import Catalog

from companion.language import DOMAIN, FOLDER
from tests.catalogues import KEYWORDS, ROOMS, ROOT, catalogues, compiled, gathered, kept, missing


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


def texts_in_gaps(source: str) -> list[str]:
    """Give the texts in gaps of f-strings that are said; from Python 3.12 on Babel takes them as messages."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    said = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in KEYWORDS]
    gaps = [gap for call in said for gap in ast.walk(call) if isinstance(gap, ast.FormattedValue)]
    inside = [node for gap in gaps for node in ast.walk(gap.value) if isinstance(node, ast.Constant)]
    return [node.value for node in inside if isinstance(node.value, str)]


def test_every_python_gathers_the_same_messages() -> None:
    assert texts_in_gaps("say(f\"{', '.join(names)}: {n:g}\")") == [", "], "else this test would see nothing"
    files = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    assert [(path.name, texts) for path in files if (texts := texts_in_gaps(path.read_text("utf-8")))] == []


def test_a_wrong_gap_would_be_noticed() -> None:
    catalogue = Catalog()
    catalogue.add("{name} wins", "{nome} gewinnt")
    catalogue.add(("{n} card", "{n} cards"), ("eine Karte", "{n} Karten"))
    catalogue.add(("{n} token of {who}", "{n} tokens of {who}"), ("1 Chip", "{n} Chips"))
    assert missing(catalogue) == ["{name} wins", "('{n} token of {who}', '{n} tokens of {who}')"]
