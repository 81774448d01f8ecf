"""Another name wherever the old one stands, and nowhere else."""

import json

import pytest

from companion.language import say, to_kept
from companion.sessions.renaming import in_words, renamed


@pytest.mark.parametrize(
    ("key", "data", "expected"),
    [
        ("", {"player": "pass", "play": "pass"}, {"player": "Eve", "play": "pass"}),
        ("", {"header": {"players": ["pass", "Bo"]}}, {"header": {"players": ["Eve", "Bo"]}}),
        ("", {"reveal": {"pass": [7, "pass"]}}, {"reveal": {"Eve": [7, "pass"]}}),
        ("", {"standings": [{"player": "pass", "place": 1}]}, {"standings": [{"player": "Eve", "place": 1}]}),
        ("", {"by": "pass", "reason": "pass came late"}, {"by": "Eve", "reason": "Eve came late"}),
        ("", {"button": "pass", "source": "pass"}, {"button": "Eve", "source": "pass"}),
        ("", {"names": {"pass": "x", "y": "pass"}}, {"names": {"Eve": "x", "y": "Eve"}}),
        (
            "",
            {"edit": {"act": {"player": "pass", "jump": 3}}},
            {"edit": {"act": {"player": "Eve", "jump": 3}}},
        ),
        ("", {"note": "passing by pass-Bo"}, {"note": "passing by Eve-Bo"}),
    ],
)
def test_a_name_is_replaced_where_a_name_stands(key: str, data: object, expected: object) -> None:
    assert renamed(data, {"pass": "Eve"}, key) == expected


def test_only_whole_words_of_a_sentence_are_names() -> None:
    assert in_words("Ann, Anna and Joann greet Ann.", {"Ann": "Bo"}) == "Bo, Anna and Joann greet Bo."
    assert in_words("A.+ (B) wins", {"A.+ (B)": r"\1"}) == r"\1 wins"


def test_what_fills_the_gaps_of_a_sentence_is_renamed_and_the_sentence_stays() -> None:
    text = say("{player} takes {cards}", player="player", cards=say("the cards of {name}", name="player"))
    kept = json.dumps(renamed(to_kept({"words": text}), {"player": "Eve"}))
    assert '"{player} takes {cards}"' in kept
    assert '"player": "Eve"' in kept
    assert '"name": "Eve"' in kept
