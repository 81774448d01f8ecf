from dataclasses import replace

from companion.cards import Zone
from companion.clock import instant
from companion.evidence import SeenCard
from companion.records.recount import Replace
from companion.sessions.events import Correct, EventKind, Undo
from companion.views.mending import acts_of
from companion.views.present import view_of
from tests.companion.observing.followers.tables import Following, card

PLACES = {Zone.UP: (400.0, 300.0), Zone.DOWN: (600.0, 300.0)}
UP, DOWN = Zone.UP, Zone.DOWN


class Stacks(Following):
    """Two stacks; each card is laid a little off the last one."""

    def __init__(self, players: int = 3, professional: bool = False, seats: bool = True) -> None:
        super().__init__("quick-and-easy", players, {"professional": professional}, seats)
        self.tops: dict[Zone, SeenCard] = {}

    def lay(self, text: str, zone: Zone, side: str | None) -> None:
        x, y = PLACES[zone]
        self.tops[zone] = card(text, zone, (x + 5 * (len(self.events) % 3), y))
        self.look((self.tops[zone], side))

    def look(self, *came: tuple[SeenCard, str | None]) -> None:
        self.see(list(self.tops.values()), *came)

    @property
    def turns(self) -> list[str]:
        return [f"{act['player']}: " + ", ".join(map(_said, act["lay"])) for act in self.acts]


def _said(tile: dict[str, object]) -> str:
    return f"{tile['value']} {tile['colour']} {tile['stack']}"


def opened(professional: bool = False, seats: bool = True) -> Stacks:
    """Ada has laid two cards, one on each stack."""
    stacks = Stacks(professional=professional, seats=seats)
    stacks.lay("3 red", UP, "south")
    stacks.lay("8 blue", DOWN, "south")
    return stacks


def test_which_stack_is_which_shows_once_a_card_lies_on_each() -> None:
    stacks = Stacks()
    stacks.lay("3 red", UP, "south")
    assert (stacks.turns, stacks.asked) == ([], "first-stack")
    stacks.lay("8 blue", DOWN, "south")
    assert (stacks.turns, stacks.asked) == (["Ada: 3 red up, 8 blue down"], None)
    assert stacks.acts[0]["unsure"] == ["stack"]


def test_an_arrow_that_may_be_a_number_tells_no_stack_from_the_other() -> None:
    stacks = Stacks()
    stacks.tops[DOWN] = card("4 red?7 red", DOWN, (900.0, 300.0))
    stacks.look()
    stacks.lay("3 red", UP, "south")
    assert (stacks.turns, stacks.asked) == ([], "first-stack")
    del stacks.tops[DOWN]
    stacks.tops[UP] = replace(stacks.tops[UP], zone=DOWN)
    stacks.tops[DOWN] = stacks.tops.pop(UP)
    came = card("8 blue", UP, (200.0, 300.0))
    stacks.tops[UP] = came
    stacks.look((came, "south"))
    assert stacks.turns == ["Ada: 3 red down, 8 blue up"]


def test_stacks_that_lie_the_other_way_round_are_known_once_the_record_says_so() -> None:
    stacks = opened()
    lay = [{"stack": "down", "value": 3, "colour": "red"}, {"stack": "up", "value": 8, "colour": "blue"}]
    stacks.put(Correct(Replace(0, {"player": "Ada", "lay": lay}), instant(stacks.now)))
    stacks.lay("9 green", DOWN, "west")
    stacks.lay("2 green", UP, "west")
    assert stacks.turns[1:] == ["Bo: 9 green up, 2 green down"]
    assert stacks.asked is None


def test_the_stacks_are_turned_round_for_all_turns_with_one_change_and_back_with_one() -> None:
    stacks = opened()
    stacks.lay("9 red", UP, "west")
    stacks.lay("2 blue", DOWN, "west")
    before = stacks.turns
    assert len(before) == 2
    turned = acts_of(stacks.session).turned
    assert turned
    stacks.put(Correct(turned, instant(stacks.now)))
    assert stacks.turns == ["Ada: 3 red down, 8 blue up", "Bo: 9 red down, 2 blue up"]
    assert acts_of(stacks.session).turned is None
    assert not any("stack" in act.get("unsure", ()) for act in stacks.acts)
    stacks.put(Undo(instant(stacks.now)))
    assert stacks.turns == before


def test_a_stack_stays_the_same_where_left_and_right_are_mistaken_later() -> None:
    """As on a table on which all cards in view lie with their feet to the other side for once."""
    stacks = opened()
    for zone, other in ((UP, DOWN), (DOWN, UP)):
        stacks.tops[zone] = replace(stacks.tops[zone], zone=other)
    came = card("5 green", DOWN, PLACES[UP])
    stacks.tops[UP] = came
    stacks.look((came, "west"))
    stacks.lay("6 yellow", DOWN, "north")
    assert stacks.turns[1:] == ["Bo: 5 green up"]


def test_where_the_stacks_may_lie_the_other_way_round_that_is_said() -> None:
    stacks = opened()
    stacks.lay("2 green", UP, "west")
    stacks.lay("9 yellow", DOWN, "west")
    assert stacks.asked == "does-not-fit"
    assert "the other way round" in stacks.message
    neither = opened()
    neither.lay("2 green", UP, "west")
    neither.lay("4 yellow", DOWN, "west")
    assert neither.asked == "does-not-fit"
    assert "the other way round" not in neither.message


def test_the_stacks_are_turned_round_once_two_turns_fit_only_so() -> None:
    stacks = opened()
    stacks.lay("2 green", UP, "west")
    stacks.lay("9 yellow", DOWN, "north")
    assert (stacks.turns, stacks.asked) == (["Ada: 3 red up, 8 blue down"], "does-not-fit")
    stacks.lay("10 blue", DOWN, "south")
    told = ["Ada: 3 red down, 8 blue up", "Bo: 2 green down", "Cleo: 9 yellow up"]
    assert (stacks.turns, stacks.asked) == (told, "guessed-act")
    assert stacks.acts[0]["unsure"] == ["stack"]
    stacks.lay("1 red", UP, "west")
    assert stacks.turns[3:] == ["Ada: 10 blue up"]


def test_what_somebody_has_entered_turns_no_stacks_round() -> None:
    stacks = opened()
    stacks.enter(player="Bo", lay=[{"stack": "up", "value": 5, "colour": "red"}])
    before = stacks.turns
    for number, zone, side in (
        ("2 purple", UP, "north"),
        ("9 yellow", DOWN, "south"),
        ("10 blue", DOWN, "west"),
    ):
        stacks.lay(number, zone, side)
    assert (stacks.turns, stacks.asked) == (before, "does-not-fit")


def test_what_fits_neither_way_turns_no_stacks_round() -> None:
    """The 5 fits only as the stacks lie, the 2 only the other way round."""
    stacks = opened()
    for number, zone, side in (
        ("5 green", UP, "west"),
        ("2 purple", UP, "north"),
        ("9 yellow", DOWN, "south"),
    ):
        stacks.lay(number, zone, side)
    stacks.lay("10 blue", DOWN, "west")
    assert (stacks.turns, stacks.asked) == (["Ada: 3 red up, 8 blue down", "Bo: 5 green up"], "does-not-fit")


def test_a_turn_of_one_card_is_told_when_the_next_hand_comes() -> None:
    stacks = opened()
    stacks.lay("5 green", UP, "west")
    assert (len(stacks.turns), stacks.asked) == (1, None)
    stacks.lay("6 yellow", DOWN, "north")
    assert stacks.turns[1:] == ["Bo: 5 green up"]
    assert "unsure" not in stacks.acts[1]


def test_a_turn_of_one_card_is_over_too_where_the_next_hand_lays_what_cannot_be_read() -> None:
    stacks = opened()
    stacks.lay("5 green", UP, "west")
    stacks.lay("1 yellow?7 yellow", DOWN, "north")
    assert stacks.turns[1:] == ["Bo: 5 green up"]
    assert stacks.asked == "unread-card"
    stacks.enter(player="Cleo", lay=[{"stack": "down", "value": 7, "colour": "yellow"}])
    stacks.lay("6 yellow", DOWN, "south")
    stacks.lay("9 yellow", UP, "west")
    assert stacks.turns[2:] == ["Cleo: 7 yellow down", "Ada: 6 yellow down"]
    own = opened()
    own.lay("5 green", UP, "west")
    own.lay("1 yellow?7 yellow", DOWN, "west")
    assert (own.turns[1:], own.asked) == ([], "unread-card")


def test_a_turn_of_one_card_can_be_ended_by_hand() -> None:
    """As where the next player is stuck: no hand of theirs will ever come."""
    stacks = opened()
    assert view_of(stacks.session, 0).unfinished is None
    stacks.lay("5 green", UP, "west")
    turn = view_of(stacks.session, 1).unfinished
    assert turn
    stacks.enter(**turn.act)
    assert stacks.turns[1:] == ["Bo: 5 green up"]
    assert view_of(stacks.session, 2).unfinished is None
    stacks.lay("7 yellow", DOWN, "north")
    assert (stacks.turns[2:], stacks.asked) == ([], None)
    stacks.lay("6 yellow", DOWN, "south")
    assert stacks.turns[2:] == ["Cleo: 7 yellow down"]


def test_a_turn_that_cannot_be_is_not_offered() -> None:
    stacks = opened()
    stacks.lay("2 green", UP, "west")
    assert view_of(stacks.session, 1).unfinished is None


def test_a_turn_of_two_cards_is_told_at_once() -> None:
    stacks = opened()
    stacks.lay("5 green", UP, "west")
    stacks.lay("9 green", UP, "west")
    assert stacks.turns[1:] == ["Bo: 5 green up, 9 green up"]
    assert stacks.state["draw_pile"] == 50 - 6 - 4


def test_a_third_card_of_one_hand_is_asked_about() -> None:
    stacks = opened()
    for text in ("5 green", "6 green", "7 green"):
        stacks.lay(text, UP, "west")
    assert stacks.turns[1:] == ["Bo: 5 green up, 6 green up"]
    assert stacks.asked == "wrong-player"


def test_a_hand_out_of_turn_is_asked_about_and_taken_back() -> None:
    stacks = opened()
    before = stacks.tops[UP]
    stacks.lay("5 green", UP, "north")
    assert (len(stacks.turns), stacks.asked) == (1, "wrong-player")
    stacks.tops[UP] = before
    stacks.look()
    assert stacks.asked is None
    stacks.lay("6 green", UP, "west")
    stacks.lay("7 green", UP, "west")
    assert stacks.turns[1:] == ["Bo: 6 green up, 7 green up"]


def test_the_reverse_trick_is_legal_and_nothing_else_is() -> None:
    stacks = opened()
    stacks.lay("1 red", UP, "west")
    stacks.lay("9 yellow", DOWN, "west")
    assert (len(stacks.turns), stacks.asked) == (1, "does-not-fit")


def test_a_colour_that_is_not_told_is_asked_for() -> None:
    stacks = opened()
    stacks.lay("5", UP, "west")
    assert (len(stacks.turns), stacks.asked) == (1, "unread-colour")
    stacks.enter(player="Bo", lay=[{"stack": "up", "value": 5, "colour": "purple"}])
    stacks.lay("7 red", UP, "north")
    stacks.lay("8 red", UP, "north")
    assert stacks.turns[2:] == ["Cleo: 7 red up, 8 red up"]


def test_a_number_that_is_not_read_is_asked_about() -> None:
    stacks = opened()
    stacks.lay("5 green?6 green", UP, "west")
    assert (len(stacks.turns), stacks.asked) == (1, "unread-card")


def test_a_number_that_is_not_read_stops_nothing_once_four_more_have_come() -> None:
    stacks = opened()
    stacks.lay("5 green?6 green", UP, "west")
    for text, zone, side in (("7 blue", DOWN, "north"), ("6 blue", DOWN, "north"), ("5 blue", DOWN, "south")):
        stacks.lay(text, zone, side)
    assert (len(stacks.turns), stacks.asked) == (1, "unread-card")
    stacks.lay("7 yellow", UP, "south")
    assert stacks.turns[1:] == [
        "Bo: 5 green up", "Cleo: 7 blue down, 6 blue down", "Ada: 5 blue down, 7 yellow up",
    ]  # fmt: skip
    assert stacks.acts[1]["unsure"] == ["act"]
    assert stacks.asked == "guessed-act"


def test_a_card_on_which_nothing_is_read_is_told_as_one_that_fits_once_four_more_have_come() -> None:
    stacks = opened()
    stacks.lay(".", UP, "west")
    for text, side in (("7 green", "north"), ("8 yellow", "south"), ("9 yellow", "west")):
        stacks.lay(text, UP, side)
    assert (len(stacks.turns), stacks.asked) == (1, "unread-card")
    stacks.lay("10 yellow", UP, "north")
    told = stacks.turns[1:]
    assert told == ["Bo: 4 red up", "Cleo: 7 green up", "Ada: 8 yellow up", "Bo: 9 yellow up"]
    assert stacks.acts[1]["unsure"] == ["act"]
    assert stacks.asked == "guessed-act"


def test_the_stacks_are_not_turned_round_for_what_was_guessed_blindly() -> None:
    stacks = opened()
    stacks.lay(".", UP, "west")
    for text, zone, side in (("2 green", UP, "north"), ("1 yellow", UP, "south"), ("9 yellow", DOWN, "west")):
        stacks.lay(text, zone, side)
    stacks.lay("10 red", DOWN, "north")
    assert stacks.turns[0] == "Ada: 3 red up, 8 blue down"
    assert stacks.asked == "does-not-fit"


def test_what_fits_is_guessed_before_what_does_not() -> None:
    stacks = opened()
    stacks.lay("9 green?6 green", UP, "west")
    stacks.lay("8 yellow", UP, "north")
    stacks.lay("9 red", UP, "south")
    assert stacks.turns[1:] == ["Bo: 6 green up", "Cleo: 8 yellow up"]
    assert stacks.acts[1]["unsure"] == ["act"]


def test_what_surely_does_not_fit_is_not_guessed_to_fit() -> None:
    stacks = opened()
    stacks.lay("9 green", UP, "west")
    stacks.lay("8 yellow", UP, "north")
    stacks.lay("9 red", UP, "south")
    assert (stacks.turns[1:], stacks.asked) == (["Bo: 9 green up"], "does-not-fit")


def test_a_card_of_the_record_that_shows_again_is_asked_about() -> None:
    stacks = opened()
    stacks.lay("5 green", UP, "west")
    stacks.lay("6 green", UP, "west")
    stacks.lay("3 red", UP, None)
    assert stacks.asked == "already-played"
    assert "The record has the red 3 already." in stacks.message
    assert "In der Mitschrift steht schon die 3 in Rot." in stacks.said_in("de")


def test_one_card_a_turn_needs_no_seats_but_then_nobody_is_sure() -> None:
    stacks = opened(professional=True, seats=False)
    assert stacks.turns == ["Ada: 3 red up", "Bo: 8 blue down"]
    assert all("player" in act["unsure"] for act in stacks.acts)


def test_without_seats_nobody_can_tell_where_a_turn_ends() -> None:
    stacks = opened(seats=False)
    assert (stacks.turns, stacks.asked) == ([], "whose-turn")


def test_a_card_of_a_hand_that_nobody_saw_is_told_as_a_guess_once_play_has_gone_on() -> None:
    stacks = opened()
    stacks.lay("4 green", UP, "west")
    stacks.now += 3
    stacks.lay("5 green", UP, None)
    stacks.lay("6 green", UP, "north")
    assert len(stacks.turns) == 1
    stacks.lay("7 green", UP, "south")
    assert stacks.turns[1:] == ["Bo: 4 green up", "Cleo: 5 green up, 6 green up"]
    assert [act["unsure"] for act in stacks.acts[1:]] == [["act"], ["act"]]


def test_beside_an_arm_nothing_is_asked() -> None:
    stacks = Stacks()
    top = card("3 red?5 red", UP)
    assert not [e for e in stacks.see([top], (top, "south"), partly=True) if e.kind is EventKind.ATTENTION]


def test_a_hand_that_tinges_the_top_for_a_look_has_laid_nothing() -> None:
    """The blue 9 seems red under it, and came twice then; each card is there but once."""
    stacks = opened()
    stacks.lay("4 green", UP, "west")
    stacks.lay("4 red?4 blue", UP, None)
    stacks.lay("4 green?4 blue", UP, "north")
    stacks.tops[UP] = card("4 green", UP, PLACES[UP])
    stacks.look()
    stacks.lay("7 blue", DOWN, "north")
    assert stacks.turns[1:] == ["Bo: 4 green up"]
    assert stacks.asked is None


def test_what_lay_on_top_before_the_last_act_still_does_after_such_a_hand() -> None:
    stacks = opened()
    stacks.lay("3 green?3 yellow", UP, None)
    stacks.lay("3 red", UP, "west")
    stacks.lay("5 blue", UP, "west")
    stacks.lay("7 green", DOWN, "north")
    assert stacks.turns[1:] == ["Bo: 5 blue up"]
