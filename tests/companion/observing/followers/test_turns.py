import pytest

from companion.observing.followers.turns import certain_turns

ORDER = (("Ann", 2), ("Ben", 2), ("Cem", 2), ("Ann", 2), ("Ben", 2))
HANDS = {"A": "Ann", "B": "Ben", "C": "Cem", "?": None}


@pytest.mark.parametrize(
    ("hands", "turns"),
    [
        ("", ""),
        ("A", "Ann 1 …"),
        ("AA", "Ann 2"),
        ("AB", "Ann 1, Ben 1 …"),
        ("ABB", "Ann 1, Ben 2"),
        ("A?", ""),
        ("A?C", "Ann 1, Ben 1, Cem 1 …"),
        ("?B", "Ann 1, Ben 1 …"),
        ("A??C", ""),
        ("AA?", "Ann 2, Ben 1 …"),
        ("AA??C", "Ann 2"),
    ],
)
def test_turns_are_told_as_far_as_the_hands_leave_one_way(hands: str, turns: str) -> None:
    found = certain_turns([HANDS[h] for h in hands], ORDER)
    assert found is not None
    assert ", ".join(f"{t.player} {t.cards}{'' if t.over else ' …'}" for t in found) == turns


@pytest.mark.parametrize("hands", ["B", "AC", "AAA", "ABA"])
def test_hands_that_fit_no_turns_are_no_turns(hands: str) -> None:
    assert certain_turns([HANDS[h] for h in hands], ORDER) is None


def test_one_card_a_turn_needs_no_hands() -> None:
    found = certain_turns([None, None], [("Ann", 1), ("Ben", 1)])
    assert found is not None
    assert [(t.player, t.over) for t in found] == [("Ann", True), ("Ben", True)]
