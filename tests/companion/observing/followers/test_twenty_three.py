from dataclasses import replace

import pytest

from companion.cards import Card
from companion.clock import instant
from companion.evidence import Alternative
from companion.sessions.events import EventKind, Undo
from tests.companion.observing.followers.tables import Following, card


def table(*laid: tuple[str, str | None], players: int = 3, seats: bool = True) -> Following:
    """Begin with these cards, each a little off the last one, as (number, side of the hand)."""
    following = Following("23", players, seats=seats)
    for i, (number, side) in enumerate(laid):
        following.laid(number, side, (500.0 + 8 * (i % 3), 300.0 + 5 * (i % 2)))
    return following


def played(following: Following) -> list[tuple[str, object]]:
    told = []
    for act in following.acts:
        verb = next(v for v in ("play", "pass", "fold", "round") if v in act)
        told.append((str(act.get("player")), act[verb] if verb == "play" else verb))
    return told


def test_a_card_on_the_pile_is_a_play_of_whoever_is_to_move() -> None:
    following = table(("1", "south"), ("2", "west"), ("5", "north"))
    assert played(following) == [("Ada", 1), ("Bo", 2), ("Cleo", 5)]
    assert following.asked is None
    assert following.state["chips"] == {"Ada": 0, "Bo": 0, "Cleo": 2}


def test_what_the_camera_cannot_see_is_said_to_be_unsure() -> None:
    doubts = [act.get("unsure", []) for act in table(("1", "south"), ("2", "west"), ("5", "north")).acts]
    assert doubts == [[], ["count"], ["count", "bonus"]]


def test_the_last_copy_of_a_number_can_only_be_one_card() -> None:
    following = table(("1", "south"))
    following.laid("2", "west", (508.0, 300.0))
    following.enter(player="Cleo", play=2)
    assert following.acts[-1] == {"player": "Cleo", "play": 2}
    following.laid("3", "south", (500.0, 310.0))
    assert following.acts[-1] == {"player": "Ada", "play": 3, "unsure": ["count"]}


def test_a_hand_out_of_turn_is_asked_about_and_not_told() -> None:
    following = table(("1", "south"), ("4", "north"))
    assert played(following) == [("Ada", 1)]
    assert following.asked == "wrong-player"


def test_the_next_hand_bears_out_that_somebody_passed() -> None:
    following = table(("1", "south"), ("4", "north"), ("5", "south"))
    assert played(following) == [("Ada", 1), ("Bo", "pass"), ("Cleo", 4), ("Ada", 5)]
    assert following.acts[1]["unsure"] == ["act"]
    assert following.asked == "guessed-act"
    following.laid("6", "west", (500.0, 320.0))
    assert following.asked is None


def test_who_plays_after_the_one_who_played_out_of_turn_has_not_passed() -> None:
    following = table(("1", "south"), ("4", "north"), ("5", "west"), players=4)
    assert played(following) == [("Ada", 1)]
    assert following.asked == "wrong-player"


def test_the_second_card_on_one_bears_it_out_where_the_next_hand_is_not_known() -> None:
    following = table(("1", "south"), ("4", "north"), ("5", None))
    assert (played(following), following.asked) == ([("Ada", 1)], "wrong-player")
    following.laid("6", "west", (500.0, 320.0))
    assert played(following) == [("Ada", 1), ("Bo", "pass"), ("Cleo", 4), ("Ada", 5), ("Bo", 6)]
    assert "player" in following.acts[3]["unsure"]


def test_who_played_before_one_who_should_have_is_unsure_though_the_game_goes_on() -> None:
    following = table(("1", "south"), ("4", "north"), ("5", "west"), ("6", "north"), players=4)
    assert played(following)[:3] == [("Ada", 1), ("Bo", "pass"), ("Cleo", 4)]
    assert "player" in following.acts[2]["unsure"]


def test_a_pile_that_is_pushed_bears_nothing_out() -> None:
    following = table(("1", "south"), ("4", "north"), ("4", None), ("4", "north"))
    assert (played(following), following.asked) == ([("Ada", 1)], "wrong-player")
    following.laid("6", "south", (500.0, 330.0))
    assert played(following) == [("Ada", 1), ("Bo", "pass"), ("Cleo", 4), ("Ada", 6)]


def test_a_card_laid_out_of_turn_and_taken_back_was_nothing() -> None:
    following = table(("1", "south"), ("4", "north"))
    following.see([card("1")])
    assert (played(following), following.asked) == ([("Ada", 1)], None)
    following.laid("3", "west", (508.0, 300.0))
    assert played(following)[-1] == ("Bo", 3)


def test_a_pass_entered_by_hand_sets_what_waited_free() -> None:
    following = table(("1", "south"), ("4", "north"))
    following.enter(player="Bo", **{"pass": "force"})
    assert played(following) == [("Ada", 1), ("Bo", "pass"), ("Cleo", 4)]
    assert following.acts[-1]["unsure"] == ["count", "bonus"]
    assert following.asked is None


def test_a_forced_player_who_lays_nothing_must_have_folded() -> None:
    following = table(("1", "south"), ("2", "west"))
    following.enter(player="Cleo", **{"pass": "force"})
    following.laid("6", "west", (500.0, 330.0))
    following.laid("7", "north", (510.0, 330.0))
    assert played(following)[-3:] == [("Ada", "fold"), ("Bo", 6), ("Cleo", 7)]


def test_the_same_number_again_waits_for_the_next_card() -> None:
    following = table(("1", "south"), ("8", "west"), ("8", "north"))
    assert (played(following)[-1], following.asked) == (("Bo", 8), "again-or-pushed")
    following.laid("9", "south", (500.0, 330.0))
    assert played(following)[-2:] == [("Cleo", 8), ("Ada", 9)]
    assert following.acts[-2]["unsure"] == ["act", "count"]


def test_the_same_number_pushed_by_whoever_then_plays_was_only_pushed() -> None:
    following = table(("1", "south"), ("8", "west"), ("8", "north"), ("9", "north"))
    assert played(following) == [("Ada", 1), ("Bo", 8), ("Cleo", 9)]


def test_the_same_number_far_off_was_laid_though_the_same_hand_plays_on() -> None:
    following = table(("1", "south"), ("8", "west"))
    following.laid("8", "north", (525.0, 310.0))
    following.laid("9", "north", (500.0, 330.0))
    following.laid("10", "south", (510.0, 330.0))
    assert played(following)[1:4] == [("Bo", 8), ("Cleo", 8), ("Ada", "pass")]
    assert following.acts[2]["unsure"][0] == "act"
    assert played(following)[-2:] == [("Cleo", 9), ("Ada", 10)]


def test_the_1_pushed_is_no_new_round() -> None:
    following = table(("1", "south"), ("1", "west"))
    assert (played(following), following.asked) == ([("Ada", 1)], None)


def test_a_pile_pushed_by_another_hand_is_no_act() -> None:
    following = table(("1", "south"), ("8", "west"), ("8", "south"))
    assert (played(following), following.asked) == ([("Ada", 1), ("Bo", 8)], None)


def test_a_card_below_the_rank_waits_for_the_next_one_and_takes_a_bonus_chip() -> None:
    following = table(("1", "south"), ("14", "west"), ("10", "north"))
    assert (played(following)[-1], following.asked) == (("Bo", 14), "bonus")
    following.laid("11", "south", (500.0, 330.0))
    assert played(following)[-2:] == [("Cleo", 10), ("Ada", 11)]
    assert following.acts[-2]["bonus"] == -4
    assert "bonus" in following.acts[-2]["unsure"]
    assert following.state["bonus"]["Cleo"] == 2


def test_no_chips_make_every_card_legal() -> None:
    following = table(("1", "south"), ("23", "west"), ("2", "north"), ("3", "south"))
    assert (played(following)[-1], following.asked) == (("Bo", 23), "unexplained")


def test_a_card_that_is_not_read_for_certain_is_asked_about() -> None:
    following = table(("1", "south"), ("8?3", "west"))
    assert (played(following), following.asked) == ([("Ada", 1)], "unread-card")
    following.see([card("8", at=(508.0, 305.0))])
    assert (played(following)[-1], following.asked) == (("Bo", 8), None)


def test_a_card_covered_before_it_was_read_is_entered_by_hand() -> None:
    following = table(("1", "south"), ("8?3", "west"), ("9", "north"))
    assert (played(following), following.asked) == ([("Ada", 1)], "unread-card")
    following.enter(player="Bo", play=8)
    assert played(following)[-2:] == [("Bo", 8), ("Cleo", 9)]


def test_what_takes_no_chip_is_guessed_before_what_does() -> None:
    """A 9 under an 8 would take a chip, a 6 does not: it is told as a 6, unsure, though it looks like a 9."""
    following = table(("1", "south"), ("9?6", "west"), ("8", "north"))
    assert played(following) == [("Ada", 1), ("Bo", 6), ("Cleo", 8)]
    assert following.acts[1]["unsure"][0] == "act"


def test_a_card_that_is_not_read_is_not_guessed_under_another_that_is_not_either() -> None:
    following = table(("1", "south"), ("9?6", "west"), ("9?6", "north"))
    assert (played(following), following.asked) == ([("Ada", 1)], "unread-card")
    following.laid("8", "south", (500.0, 330.0))
    assert played(following)[-1] == ("Ada", 8)


@pytest.mark.parametrize("unread", ["8?3", "."])
def test_a_card_covered_before_it_was_read_stops_nothing_once_four_lie_on_it(unread: str) -> None:
    """It is told as what it most likely is, or where nothing was read as the highest number that fits."""
    laid = [("1", "south"), (unread, "west"), ("9", "north"), ("10", "south"), ("11", "west")]
    assert played(table(*laid)) == [("Ada", 1)]
    following = table(*laid, ("12", "north"))
    assert played(following) == [("Ada", 1), ("Bo", 8), ("Cleo", 9), ("Ada", 10), ("Bo", 11), ("Cleo", 12)]
    assert "act" in following.acts[1]["unsure"]
    assert following.asked == "guessed-act"


def test_no_number_is_told_between_two_that_follow_each_other() -> None:
    later = [("2", "north"), ("3", "south"), ("4", "west"), ("5", "north"), ("6", "south")]
    assert played(table(("1", "south"), (".", "west"), *later)) == [("Ada", 1)]


def test_beside_an_arm_nothing_is_asked() -> None:
    following = table(("1", "south"))
    top = card("8?3", at=(508.0, 300.0))
    assert following.see([top], (top, "west"), partly=True) == []


def test_without_seats_nobody_is_named_for_sure() -> None:
    following = table(("1", None), ("2", None), ("4", None), seats=False)
    assert all("player" in act["unsure"] for act in following.acts[1:])


@pytest.mark.parametrize(
    ("later", "told"),
    [
        ((), ("Bo", 8)),
        ((("9", "west"), ("10", "north")), ("Bo", 8)),
        ((("9", "south"),), ("Bo", 8)),
        ((("9", "south"), ("10", "west")), ("Bo", 10)),
    ],
)
def test_an_equal_card_that_happens_to_lie_as_the_one_before_is_told_once_others_play_on(
    later: tuple[tuple[str, str], ...], told: tuple[str, object]
) -> None:
    following = table(("1", "south"), ("2", "west"), ("3", "north"))
    following.laid("7", "south", (520.0, 300.0))
    following.laid("8", "west", (480.0, 300.0))
    following.laid("7", "north", (521.0, 300.0))
    assert following.asked == "taken-back"
    for number, side in later:
        following.laid(number, side)
    assert played(following)[-1] == told
    if told == ("Bo", 10):
        assert [act["unsure"] for act in following.acts if act.get("play") == 7][1][0] == "act"


def test_a_card_taken_back_after_it_was_told_is_asked_about() -> None:
    following = table(("1", "south"), ("4", "west"), ("7", "north"))
    following.laid("4", None, (508.0, 305.0))
    assert (played(following)[-1], following.asked) == (("Cleo", 7), "taken-back")


def test_an_undone_act_is_not_told_again_by_itself() -> None:
    following = table(("1", "south"), ("4", "west"))
    following.put(Undo(instant(following.now)))
    following.see([card("4", at=(508.0, 305.0))])
    assert played(following) == [("Ada", 1)]


def test_the_second_round_begins_with_the_1_of_the_hand_that_brings_it() -> None:
    following = table(("1", "south"), ("4", "west"), players=2)
    for name in ("Ada", "Bo"):
        following.enter(player=name, fold=True)
    assert following.state["to_move"] is None
    following.see([])
    following.laid("1", "west")
    assert following.acts[-2:] == [{"round": 2, "starter": "Bo"}, {"player": "Bo", "play": 1}]


def test_the_1_is_no_new_round_while_players_hold_cards() -> None:
    following = table(("1", "south"), ("4", "west"))
    following.see([])
    events = following.laid("1", "west", (520.0, 320.0))
    assert [e.kind for e in events] == [EventKind.ATTENTION]
    assert following.asked == "round-open"


def test_where_play_goes_on_from_the_1_all_who_held_cards_have_folded() -> None:
    """There is only one 1: it has been dealt anew."""
    following = table(("1", "south"), ("4", "west"))
    following.see([])
    following.laid("1", "west", (520.0, 320.0))
    following.laid("3", "north", (508.0, 300.0))
    folds = [{"player": name, "fold": True, "unsure": ["act"]} for name in ("Cleo", "Ada", "Bo")]
    begun = [{"round": 2, "starter": "Bo"}, {"player": "Bo", "play": 1}]
    assert following.acts[2:] == [*folds, *begun, {"player": "Cleo", "play": 3, "unsure": ["count", "bonus"]}]
    assert following.asked == "guessed-act"


def test_a_round_that_begins_upon_the_old_pile_is_unsure() -> None:
    """Nobody has taken the cards away to deal them anew: it may be another number, misread."""
    following = table(("1", "south"), ("4", "west"), ("1", "south"), ("3", "west"), players=2)
    begun = [{"round": 2, "starter": "Ada"}, {"player": "Ada", "play": 1}]
    assert following.acts[4:6] == [{**act, "unsure": ["act"]} for act in begun]


def test_that_the_old_pile_was_taken_away_is_known_though_an_act_waited_meanwhile() -> None:
    following = table(("1", "south"), ("14", "west"), ("10", "south"), players=2)
    following.see([], removed="west", partly=True)
    following.laid("1", "south")
    following.laid("3", "west", (508.0, 305.0))
    assert following.acts[-3:-1] == [{"round": 2, "starter": "Ada"}, {"player": "Ada", "play": 1}]


@pytest.mark.parametrize("second", [False, True])
def test_a_1_that_may_be_misread_is_no_new_round(second: bool) -> None:
    """What lies on it is no lower than the rank was; or there is no third round."""
    following = table(("1", "south"), ("4", "west"))
    if second:
        for name in ("Cleo", "Ada", "Bo"):
            following.enter(player=name, fold=True)
        following.see([])
        following.laid("1", "west")
        following.laid("5", "north", (508.0, 300.0))
    following.laid("1", "west", (520.0, 320.0))
    before = len(following.acts)
    following.laid("4" if second else "6", "north", (508.0, 300.0))
    assert (len(following.acts), following.asked) == (before, "round-open")


@pytest.mark.parametrize(
    ("number", "side", "code"), [("5", "south", "unexplained"), ("1", "west", "wrong-player")]
)
def test_a_round_begins_with_the_1_by_its_holder(number: str, side: str, code: str) -> None:
    following = table((number, side))
    assert (played(following), following.asked) == ([], code)


@pytest.mark.parametrize("first", [".", "7?1"])
def test_the_first_card_of_a_round_is_the_1_though_it_was_covered_before_it_was_read(first: str) -> None:
    following = table((first, "south"))
    assert played(following) == []
    following.laid("3", "west", (530.0, 320.0))
    assert played(following) == [("Ada", 1), ("Bo", 3)]
    assert following.acts[0]["unsure"] == ["act"]


@pytest.mark.parametrize(("share", "told"), [(0.8, [("Ada", 1), ("Bo", 20)]), (0.95, [])])
def test_so_it_is_where_the_eye_leaves_much_open_beside_another_number(
    share: float, told: list[tuple[str, int]]
) -> None:
    """A 1 in a thick outline was read as an 11."""
    eleven = replace(card("11?3"), alternatives=(Alternative(Card.number(11), share),))
    following = Following("23")
    following.see([eleven], (eleven, "south"))
    following.laid("20", "west", (504.0, 302.0))
    assert played(following) == told
    assert all(act["unsure"] == ["act"] for act in following.acts[:1])


@pytest.mark.parametrize(("first", "side"), [("7?3", "south"), (".", "north")])
def test_what_cannot_have_been_the_1_of_its_holder_is_not_taken_for_it(first: str, side: str) -> None:
    following = table((first, side), ("4", "west"))
    assert played(following) == []
    assert following.asked is not None


def test_two_cards_on_the_1_show_a_new_round_too() -> None:
    following = table(("1", "south"), ("4", "west"), players=2)
    following.see([])
    following.laid("1", "south", (520.0, 320.0))
    following.laid("6", "west", (508.0, 300.0))
    assert following.asked == "round-open"
    following.laid("7", "south", (512.0, 305.0))
    assert following.acts[4] == {"round": 2, "starter": "Ada"}
    assert played(following)[-3:] == [("Ada", 1), ("Bo", 6), ("Ada", 7)]


def test_one_who_is_out_of_the_round_plays_no_card() -> None:
    following = table(("1", "south"))
    following.enter(player="Bo", fold=True)
    following.laid("3", "west", (508.0, 300.0))
    assert (played(following)[-1], following.asked) == (("Bo", "fold"), "unexplained")


@pytest.mark.parametrize(("moved", "told"), [(1.0, ("Cleo", "pass")), (8.0, ("Cleo", 8))])
def test_a_card_that_lies_just_as_before_and_that_no_hand_has_laid_is_no_second_one(
    moved: float, told: tuple[str, object]
) -> None:
    following = table(("1", "south"), ("8", "west"))
    following.laid("8", None, (508.0 + moved, 305.0))
    assert following.asked == (None if moved < 5 else "again-or-pushed")
    following.laid("9", "south", (500.0, 330.0))
    following.laid("10", "west", (520.0, 330.0))
    assert played(following)[2:] == [told, ("Ada", 9), ("Bo", 10)]


@pytest.mark.parametrize("first", [".", "7?1"])
def test_what_lies_first_where_the_pile_was_taken_away_is_the_1_though_it_was_not_read(first: str) -> None:
    following = table(("1", "south"), ("9", "west"))
    following.see([], removed="south")
    following.laid(first, "west", (520.0, 320.0))
    assert following.asked == "unread-card"
    following.laid("3", "north", (508.0, 300.0))
    folds = [{"player": name, "fold": True, "unsure": ["act"]} for name in ("Cleo", "Ada", "Bo")]
    begun = [{"round": 2, "starter": "Bo"}, {"player": "Bo", "play": 1, "unsure": ["act"]}]
    assert following.acts[2:] == [*folds, *begun, {"player": "Cleo", "play": 3, "unsure": ["count", "bonus"]}]


@pytest.mark.parametrize(("away", "number"), [(False, "3"), (True, "12")])
def test_no_round_begins_with_an_unread_card_where_the_pile_lay_on_or_nothing_lower_lies_on_it(
    away: bool, number: str
) -> None:
    following = table(("1", "south"), ("9", "west"))
    if away:
        following.see([], removed="south")
    following.laid(".", "north", (520.0, 320.0))
    following.laid(number, "south", (508.0, 300.0))
    assert (len(following.acts), following.asked) == (2, "unread-card")


def test_the_1_of_a_round_that_is_due_need_not_be_read_either() -> None:
    following = table(("1", "south"), ("9", "west"), players=2)
    for name in ("Ada", "Bo"):
        following.enter(player=name, fold=True)
    following.laid(".", "west", (520.0, 320.0))
    following.laid("12", "south", (508.0, 300.0))
    assert following.acts[4:6] == [
        {"round": 2, "starter": "Bo"},
        {"player": "Bo", "play": 1, "unsure": ["act"]},
    ]
    assert played(following)[-1] == ("Ada", 12)
