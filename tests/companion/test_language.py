"""A text is English, remembers how it was put together, and can be said in every language at any time."""

import copy
import json
from dataclasses import dataclass

import pytest

from companion.language import (
    Text,
    decimal,
    from_kept,
    in_language,
    joined,
    languages,
    listed,
    say,
    say_n,
    to_kept,
)


@dataclass(frozen=True, slots=True)
class Note:
    message: str
    at: int


def test_a_text_is_a_string_in_english() -> None:
    text = say("{before} and {last}", before="Ann", last="Ben")
    assert text == "Ann and Ben"
    assert json.dumps(text) == '"Ann and Ben"'
    assert text.to("en") == "Ann and Ben"


def test_it_can_be_said_in_german() -> None:
    assert say("{before} and {last}", before="Ann", last="Ben").to("de") == "Ann und Ben"


@pytest.mark.parametrize(
    ("value", "places", "english", "german"),
    [
        (16.4, 3, "16.400", "16,400"),
        (0.05, 3, "0.050", "0,050"),
        (-2.06, 1, "−2.1", "−2,1"),
        (-0.01, 1, "0.0", "0,0"),
    ],
)
def test_a_number_has_the_point_of_its_language(value: float, places: int, english: str, german: str) -> None:
    assert decimal(value, places) == english
    assert decimal(value, places).to("de") == german


def test_what_fills_a_gap_is_said_in_the_same_language() -> None:
    inner = say("{before} and {last}", before="Ann", last="Ben")
    assert say("{before}, {next}", before=inner, next="Cem").to("de") == "Ann und Ben, Cem"


@pytest.mark.parametrize("language", ["xx", "../../etc", ""])
def test_a_language_without_a_catalogue_is_english(language: str) -> None:
    assert say("{before} and {last}", before="Ann", last="Ben").to(language) == "Ann and Ben"


def test_a_message_without_a_translation_is_english() -> None:
    message = "nobody ever {verb} this"
    assert say(message, verb="said").to("de") == "nobody ever said this"


@pytest.mark.parametrize(("n", "english"), [(1, "1 apple"), (0, "0 apples"), (5, "5 apples")])
def test_numbers_choose_their_form(n: int, english: str) -> None:
    one, many = "{n} apple", "{n} apples"
    assert say_n(one, many, n) == english


@pytest.mark.parametrize(
    ("things", "english", "german"),
    [
        (["Ann"], "Ann", "Ann"),
        (["Ann", "Ben"], "Ann and Ben", "Ann und Ben"),
        (["Ann", "Ben", "Cem"], "Ann, Ben and Cem", "Ann, Ben und Cem"),
    ],
)
def test_a_list_is_said_as_one_says_it(things: list[str], english: str, german: str) -> None:
    assert listed(things) == english
    assert listed(things).to("de") == german


def test_nothing_cannot_be_listed() -> None:
    with pytest.raises(ValueError, match="nothing to list"):
        listed([])


def test_it_comes_back_from_the_disk_as_it_was() -> None:
    inner = say_n("{n} apple", "{n} apples", 3)
    text = say("{before} and {last}", before=inner, last=None)
    data = {"message": text, "more": [1, inner, "plain"], "act": {"play": 73}}
    again = json.loads(json.dumps(to_kept(data)), object_hook=from_kept)
    assert again == data
    assert isinstance(again["message"], Text)
    assert again["message"].to("de") == text.to("de") == "3 apples und None"
    assert isinstance(again["more"][1], Text)
    assert not isinstance(again["more"][2], Text)


def test_a_copy_is_a_text_too() -> None:
    text = copy.deepcopy(say("{before} and {last}", before="Ann", last="Ben"))
    assert text.to("de") == "Ann und Ben"


def test_values_are_said_all_through() -> None:
    note = Note(say("{before} and {last}", before="Ann", last="Ben"), 7)
    said = in_language({"notes": (note,), "plain": "and"}, "de")
    assert said == {"notes": [{"message": "Ann und Ben", "at": 7}], "plain": "and"}


DANA = "\u05d3\u05e0\u05d4"
"""Dana, written from right to left."""


def walled(name: str) -> str:
    return f"\u2068{name}\u2069"


@pytest.mark.parametrize(
    ("text", "language", "shown"),
    [
        (say("{before} and {last}", before=DANA, last="Ben"), "en", f"{walled(DANA)} and Ben"),
        (say("{before} and {last}", before=DANA, last="Ben"), "de", f"{walled(DANA)} und Ben"),
        (listed(["Ann", DANA, 7]), "de", f"Ann, {walled(DANA)} und 7"),
        (joined(": ", [DANA, 7]), "en", f"{walled(DANA)}: 7"),
        (
            say_n("{n} card of {name}", "{n} cards of {name}", 2, name=DANA),
            "en",
            f"2 cards of {walled(DANA)}",
        ),
        (say("{before} and {last}", before="Ann", last="Ben"), "de", "Ann und Ben"),
    ],
)
def test_a_name_written_from_right_to_left_is_walled_off_where_it_is_shown(
    text: Text, language: str, shown: str
) -> None:
    assert text.shown(language) == in_language(text, language) == shown
    assert text.to(language) == shown.replace("\u2068", "").replace("\u2069", ""), "terminals obey no marks"


def test_english_comes_first() -> None:
    assert languages()[0] == "en"
    assert "de" in languages()


def test_any_number_of_things_is_joined_in_every_language() -> None:
    things = [say("bottom"), "{odd}", 3]
    assert joined("; ", things) == "bottom; {odd}; 3"
    assert in_language(joined("; ", things), "de") == "unten; {odd}; 3"
    assert in_language(joined("{", ["a", "b"]), "de") == "a{b"
    assert in_language(joined(", ", []), "de") == ""
