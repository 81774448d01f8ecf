import pytest

from companion.observing.followers.turns import certain_turns, likely_turns

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


@pytest.mark.parametrize(
    ("hands", "times", "turns"),
    [
        ("", (), ""),
        ("A?B", (0, 5, 7), "Ann 1?, Ben 2?"),
        ("A?B", (0, 2, 7), "Ann 2?, Ben 1 …?"),
        ("AA?BC", (0, 1, 5, 6, 9), "Ann 2, Ben 2, Cem 1 …"),
        ("A?BC", (0, 5, 7, 9), "Ann 1?, Ben 2?, Cem 1 …"),
        ("AC", (0, 5), ""),
    ],
)
def test_cards_that_came_soon_after_each_other_are_likely_one_turn(
    hands: str, times: tuple[int, ...], turns: str
) -> None:
    found = likely_turns([HANDS[h] for h in hands], ORDER, times)
    told = (f"{t.player} {t.cards}{'' if t.over else ' …'}{'' if sure else '?'}" for t, sure in found)
    assert ", ".join(told) == turns
