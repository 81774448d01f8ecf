from companion.sessions.events import EventKind
from tests.companion.observing.followers.tables import Following, card
from tests.companion.observing.followers.test_twenty_three import played, table


def laid_on(following: Following, *cards: tuple[str, str]) -> None:
    """Lay more cards, each a little off the last one."""
    for i, (number, side) in enumerate(cards):
        following.laid(number, side, (530.0 + 8 * (i % 3), 320.0 + 5 * (i % 2)))


def test_whom_two_cards_running_have_skipped_has_folded() -> None:
    following = table(("1", "south"), ("3", "west"), ("4", "west"), ("5", "west"), players=2)
    assert played(following) == [("Ada", 1), ("Bo", 3), ("Ada", "fold"), ("Bo", 4), ("Bo", 5)]
    assert following.acts[2]["unsure"] == ["act"]
    assert following.asked == "guessed-act"
    assert "Ada laid no card twice running" in following.message


def test_nothing_more_is_asked_of_one_who_has_folded() -> None:
    following = table(("1", "south"), ("3", "west"), ("4", "west"), ("5", "west"), players=2)
    following.laid("9", "west", (520.0, 310.0))
    assert (played(following)[-1], following.asked) == (("Bo", 9), None)


def test_one_turn_without_a_card_is_a_pass() -> None:
    following = table(("1", "south"), ("3", "west"), ("4", "west"), ("5", "south"), players=2)
    assert played(following) == [("Ada", 1), ("Bo", 3), ("Ada", "pass"), ("Bo", 4), ("Ada", 5)]


def test_who_is_skipped_in_the_next_round_too_has_folded() -> None:
    laid = [("1", "south"), ("4", "north"), ("5", "south"), ("6", "north"), ("7", "south")]
    following = table(*laid[:3])
    assert played(following)[1:] == [("Bo", "pass"), ("Cleo", 4), ("Ada", 5)]
    laid_on(following, *laid[3:])
    assert played(following)[1:] == [("Bo", "fold"), ("Cleo", 4), ("Ada", 5), ("Cleo", 6), ("Ada", 7)]
    assert following.acts[1]["unsure"] == ["act"]
    undone = [dict(e.data) for e in following.events if e.kind is EventKind.UNDO]
    assert undone == [{"eye": True}] * 3
    assert following.state["chips"]["Bo"] == 12


def test_all_who_are_skipped_twice_have_folded_the_first_time() -> None:
    laid = [("1", "south"), ("4", "east"), ("5", "south"), ("6", "east"), ("7", "south")]
    following = table(*laid, players=4)
    folds = [("Bo", "fold"), ("Cleo", "fold")]
    assert played(following)[1:] == [*folds, ("Dan", 4), ("Ada", 5), ("Dan", 6), ("Ada", 7)]


def test_where_somebody_has_entered_an_act_since_a_fold_is_told_when_it_shows() -> None:
    """What people have said is not taken back for a guess."""
    following = table(("1", "south"), ("4", "north"), ("5", "east"), players=4)
    following.enter(player="Ada", play=6)
    laid_on(following, ("7", "north"), ("8", "east"))
    told = [("Bo", "pass"), ("Cleo", 4), ("Dan", 5), ("Ada", 6), ("Bo", "fold"), ("Cleo", 7), ("Dan", 8)]
    assert played(following)[1:] == told


def test_who_is_back_after_passing_twice_never_left_though_the_first_turn_was_told_as_a_fold() -> None:
    laid = [("1", "south"), ("4", "north"), ("5", "south"), ("6", "north"), ("7", "south")]
    following = table(*laid)
    laid_on(following, ("8", "west"), ("9", "north"))
    told = [("Bo", "pass"), ("Cleo", 4), ("Ada", 5), ("Bo", "pass"), ("Cleo", 6), ("Ada", 7)]
    assert played(following)[1:] == [*told, ("Bo", 8), ("Cleo", 9)]


def test_who_has_played_since_being_skipped_has_not_folded() -> None:
    laid = [("1", "south"), ("4", "north"), ("5", "south"), ("6", "west"), ("7", "north")]
    following = table(*laid, ("8", "south"), ("9", "north"), ("10", "south"))
    assert [act for act in played(following) if act[0] == "Bo"] == [("Bo", "pass"), ("Bo", 6), ("Bo", "pass")]


def test_a_pass_that_somebody_has_entered_says_nothing_of_the_next_turn() -> None:
    following = table(("1", "south"))
    following.enter(player="Bo", **{"pass": True})
    laid_on(following, ("4", "north"), ("5", "south"), ("6", "north"), ("7", "south"))
    assert [act for act in played(following) if act[0] == "Bo"] == [("Bo", "pass"), ("Bo", "pass")]


def test_a_card_by_the_hand_of_one_taken_to_have_folded_shows_that_it_was_passing() -> None:
    following = table(("1", "south"), ("3", "west"), ("4", "west"), ("5", "west"), ("8", "west"), players=2)
    before = len(following.events)
    following.laid("9", "south", (520.0, 310.0))
    assert (played(following)[-1], following.asked) == (("Bo", 8), "unexplained")
    following.laid("10", "west", (500.0, 320.0))
    told = [("Ada", "pass"), ("Bo", 4), ("Ada", "pass"), ("Bo", 5), ("Ada", "pass"), ("Bo", 8)]
    assert played(following) == [("Ada", 1), ("Bo", 3), *told, ("Ada", 9), ("Bo", 10)]
    assert [act["unsure"] for act in following.acts if "pass" in act] == [["act"]] * 3
    assert "Ada was announced as having folded but played 9" in following.message
    undone = [e for e in following.events[before:] if e.kind is EventKind.UNDO]
    assert [dict(e.data) for e in undone] == [{"eye": True}] * 4
    assert following.state["chips"]["Ada"] == 3


def test_who_comes_back_in_the_same_look_was_never_told_to_have_folded() -> None:
    following = table(("1", "south"), ("3", "west"), ("4", "west"), players=2)
    tops = [("5", "west", (512.0, 305.0)), ("6", "south", (500.0, 300.0)), ("7", "west", (508.0, 310.0))]
    cards = [(card(number, at=at), side) for number, side, at in tops]
    following.see([cards[-1][0]], *cards)
    told = [("Ada", "pass"), ("Bo", 4), ("Ada", "pass"), ("Bo", 5), ("Ada", 6), ("Bo", 7)]
    assert played(following) == [("Ada", 1), ("Bo", 3), *told]
    assert all(e.kind is not EventKind.UNDO for e in following.events)


def test_who_was_said_to_have_folded_is_out_whatever_comes() -> None:
    following = table(("1", "south"), ("3", "west"), players=2)
    following.enter(player="Ada", fold=True)
    laid_on(following, ("4", "west"), ("5", "south"), ("6", "west"))
    assert (played(following)[-1], following.asked) == (("Bo", 4), "unexplained")


def test_what_people_have_entered_is_not_taken_back_for_a_guess() -> None:
    following = table(("1", "south"), ("3", "west"), ("4", "west"), ("5", "west"), players=2)
    following.enter(player="Bo", play=5)
    laid_on(following, ("9", "south"), ("10", "west"))
    assert (played(following)[-1], following.asked) == (("Bo", 5), "unexplained")


def test_a_pushed_pile_brings_nobody_back() -> None:
    following = table(("1", "south"), ("3", "west"), ("4", "west"), ("5", "west"), players=2)
    laid_on(following, ("5", "south"), ("9", "west"))
    assert played(following)[2:] == [("Ada", "fold"), ("Bo", 4), ("Bo", 5), ("Bo", 9)]


def test_one_card_by_a_hand_that_nobody_knows_bears_nothing_out() -> None:
    following = table(("1", "south"), ("3", "west"), ("4", "west"), ("5", "west"), players=2)
    laid_on(following, ("9", "south"))
    following.laid("10", None, (500.0, 320.0))
    assert (played(following)[-1], following.asked) == (("Bo", 5), "unexplained")
    following.laid("11", "south", (508.0, 310.0))
    assert ("Ada", "fold") not in played(following)
    assert played(following)[-3:] == [("Ada", 9), ("Bo", 10), ("Ada", 11)]


def test_a_card_that_was_covered_before_it_was_read_brings_its_player_back_too() -> None:
    following = table(("1", "south"), ("3", "west"), ("4", "west"), ("5", "west"), players=2)
    laid_on(following, ("9?12", "south"), ("10", "west"))
    assert played(following)[-3:] == [("Bo", 5), ("Ada", 9), ("Bo", 10)]
