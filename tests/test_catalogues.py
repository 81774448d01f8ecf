"""Every message of the code has a translation in every catalogue, with the gaps that the code fills."""

import ast
import re

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


YOU = r"[Dd](?:u|ich|ir|ein\w*)"
TO_ONE = (
    r"stelle|(?i:beende|gib|lade|lass|lösche|nimm|öffne|schau|schicke|schreib|sende|setze|starte|tippe|trage)|"
    r"(?i:versuche|vergleiche|wähle)"
)
"""How German speaks to one; the companion speaks to everybody at the table."""

RETIRED = {
    "Partie": "Spiel",
    "Aufzeichnung": "Mitschrift",
    "Begleiter": "Tischbegleiter",
    "Companion": "Tischbegleiter",
    "Schiedsrichter": "Spielleitung",
    "Kartenspiel": "Kartensatz",
    "Passkarte": "Pass",
    "Platte": "Datenträger",
    "Anschluss": "Pin",
    "richten": "ändern",
    "Profiversion": "Profi-Variante",
}
"""Other words for what has one word in German, and that word."""

UNDER_AN_ICON = "Begleiter"
"""The one short name, for there is no room for more."""


def german() -> list[str]:
    """Give all that is said in German."""
    forms = (m.string if isinstance(m.string, list | tuple) else [m.string] for m in kept("de") if m.id)
    return [str(text) for said in forms for text in said if text != UNDER_AN_ICON]


def test_german_speaks_to_all_at_the_table() -> None:
    to_one = re.compile(rf"\b(?:{YOU}|{TO_ONE})\b")
    assert to_one.search("Öffne sie neu")
    assert [text for text in german() if to_one.search(text)] == []


@pytest.mark.parametrize("other", RETIRED)
def test_german_has_one_word_for_one_thing(other: str) -> None:
    wrong = re.compile(rf"\b{other}(?:e?s|en?)?\b")
    assert [text for text in german() if wrong.search(text)] == [], f"say {RETIRED[other]}"


def test_german_puts_the_names_of_buttons_and_pages_in_quotes() -> None:
    bare = re.compile(r"\b(?:unter|auf) (?:Ändern|Spielleitung|Stand|Weiter|Rückgängig)\b")
    assert [text for text in german() if bare.search(text)] == []


def test_english_calls_an_act_an_act_and_says_that_it_was_announced(template: Catalog) -> None:
    other = re.compile(r"\b(?:an?|legal|another) move\b|\btold (?:as|with|before)\b|\bwas told\b")
    ids = (m.id if isinstance(m.id, list | tuple) else [m.id] for m in template if m.id)
    assert [text for forms in ids for text in forms if other.search(text)] == []


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
