import pytest

from companion.cards import Zone
from companion.evidence import SeenCard
from tests.companion.observing.followers.tables import Following, card

MIDDLE = (500.0, 300.0)
MINE = {"south": (300.0, 550.0), "west": (50.0, 300.0), "north": (500.0, 10.0)}


class Middle(Following):
    """The open card in the middle, and what the players have collected before them."""

    def __init__(self, players: int = 3, seats: bool = True) -> None:
        super().__init__("no-thanks", players, seats=seats)
        self.lying: dict[int, SeenCard] = {}

    def flip(self, number: int, side: str | None = None) -> None:
        self.lying[number] = card(str(number), Zone.ROW, MIDDLE)
        self.see(list(self.lying.values()), (self.lying[number], side))
        self.now += 2

    def touch(self, number: int, *sides: str) -> None:
        """Hands come to the card, each for itself, and go."""
        for side in sides:
            self.see(list(self.lying.values()), (self.lying[number], side))

    def take(self, number: int, side: str) -> None:
        self.lying[number] = card(str(number), Zone.ROW, MINE[side])
        self.see(list(self.lying.values()), (self.lying[number], side))

    @property
    def told(self) -> str:
        words = []
        for act in self.acts:
            what = f"flip {act['flip']}" if "flip" in act else f"{act['player']} {_verb(act)}"
            words.append(what + ("?" if "unsure" in act else ""))
        return ", ".join(words)


def _verb(act: dict[str, object]) -> str:
    return "takes" if "take" in act else "pays"


def opened(players: int = 3, seats: bool = True) -> Middle:
    table = Middle(players, seats)
    table.flip(14, "north")
    return table


def test_a_card_that_comes_is_turned_up() -> None:
    assert (opened().told, opened().asked) == ("flip 14", None)


def test_a_hand_at_the_card_has_paid_once_the_next_hand_comes() -> None:
    table = opened()
    table.touch(14, "south")
    assert table.told == "flip 14"
    table.touch(14, "west")
    assert table.told == "flip 14, Ada pays"
    table.touch(14, "north")
    assert table.told == "flip 14, Ada pays, Bo pays"
    assert table.state["pot"] == 2


def test_a_card_moved_to_a_player_is_taken_by_whose_hand_moved_it() -> None:
    table = opened()
    table.touch(14, "south", "west")
    table.take(14, "north")
    assert table.told == "flip 14, Ada pays, Bo pays, Cleo takes"
    assert table.state["tokens"] == {"Ada": 10, "Bo": 10, "Cleo": 13}
    assert (table.state["to_move"], table.asked) == ("Cleo", None)


def test_a_card_taken_half_covered_is_the_one_that_was_open() -> None:
    table = opened()
    table.lying[14] = card("4?14", Zone.ROW, MINE["south"])
    table.see(list(table.lying.values()), (table.lying[14], "south"))
    assert (table.told, table.asked) == ("flip 14, Ada takes", None)
    table.flip(23)
    table.lying[14] = card("14?4", Zone.ROW, MINE["south"])
    table.touch(14, "south")
    assert (table.told, table.asked) == ("flip 14, Ada takes, flip 23", None)


@pytest.mark.parametrize("there", ["14", "14?4", "."])
def test_while_the_open_card_may_lie_there_an_unread_one_elsewhere_is_asked_about(there: str) -> None:
    table = opened()
    other = card("14?4", Zone.ROW, MINE["south"])
    table.see([card(there, Zone.ROW, MIDDLE), other], (other, "south"))
    assert (table.told, table.asked) == ("flip 14", "unread-card")


def test_who_touches_the_card_and_later_takes_it_leaves_the_tokens_unsure() -> None:
    table = opened()
    table.touch(14, "south")
    table.take(14, "south")
    assert table.told == "flip 14, Ada takes?"
    assert table.acts[-1]["unsure"] == ["tokens"]


def test_who_was_passed_over_must_have_paid_and_is_unsure() -> None:
    table = opened()
    table.take(14, "north")
    assert table.told == "flip 14, Ada pays?, Bo pays?, Cleo takes"
    assert table.asked == "guessed-act"


def test_a_hand_out_of_turn_alone_proves_nothing() -> None:
    table = opened(4)
    table.touch(14, "north")
    assert table.told == "flip 14"
    table.touch(14, "south", "west")
    assert table.told == "flip 14, Ada pays"


def test_who_has_just_paid_may_set_the_token_right() -> None:
    table = opened()
    table.touch(14, "south", "west", "west")
    assert table.told == "flip 14, Ada pays"
    table.touch(14, "north")
    table.touch(14, "north")
    table.touch(14, "south")
    assert table.told == "flip 14, Ada pays, Bo pays, Cleo pays"


def test_the_hand_that_has_turned_the_card_up_has_not_paid() -> None:
    table = Middle()
    lying = card("14", Zone.ROW, MIDDLE)
    table.lying[14] = lying
    table.see([lying], (lying, "south"))
    table.now -= 0.9
    table.touch(14, "south")
    table.now += 2
    table.touch(14, "west", "north")
    assert table.told == "flip 14, Ada pays?, Bo pays"


def test_a_touched_card_of_somebodys_own_is_no_act() -> None:
    table = opened()
    table.take(14, "south")
    table.touch(14, "south", "west")
    assert table.told == "flip 14, Ada takes"


def test_the_next_card_is_turned_up_for_whoever_took_the_last_one() -> None:
    table = opened()
    table.take(14, "south")
    table.flip(23)
    table.touch(23, "south", "west")
    assert table.told == "flip 14, Ada takes, flip 23, Ada pays"


def test_a_second_card_beside_the_open_one_is_asked_about() -> None:
    table = opened()
    other = card("23", Zone.ROW, (700.0, 300.0))
    table.see([table.lying[14], other], (other, "north"))
    assert (table.told, table.asked) == ("flip 14", "card-open")


def test_a_card_that_left_unseen_is_asked_about_and_play_goes_on_after_the_answer() -> None:
    table = opened()
    del table.lying[14]
    table.flip(23)
    assert (table.told, table.asked) == ("flip 14", "who-took")
    table.enter(player="Ada", take=True)
    assert (table.told, table.asked) == ("flip 14, Ada takes, flip 23", None)


@pytest.mark.parametrize(
    ("side", "late", "told"), [("north", False, ", Cleo takes?"), ("west", False, ""), ("north", True, "")]
)
def test_who_was_at_their_own_cards_as_the_open_one_went_has_taken_it(
    side: str, late: bool, told: str
) -> None:
    table = opened()
    table.touch(14, "south", "west")
    table.take(14, "north")
    table.flip(23)
    del table.lying[23]
    table.see(list(table.lying.values()), removed="?", partly=True)
    table.now += 5 * late
    table.see(list(table.lying.values()), (table.lying[14], side))
    assert table.told == "flip 14, Ada pays, Bo pays, Cleo takes, flip 23" + told
    assert table.asked == ("guessed-act" if told else "who-took")


def test_without_seats_only_what_is_turned_up_is_told() -> None:
    table = opened(seats=False)
    table.touch(14, "south", "west")
    table.take(14, "north")
    assert (table.told, table.asked) == ("flip 14", "who-took")


def test_an_unread_card_is_asked_about() -> None:
    table = Middle()
    open_card = card("14?11", Zone.ROW, MIDDLE)
    table.see([open_card], (open_card, "north"))
    assert (table.told, table.asked) == ("", "unread-card")


def test_who_has_no_tokens_cannot_have_paid() -> None:
    table = opened(3)
    for _ in range(11):
        table.touch(14, "south", "west", "north")
    table.touch(14, "south", "west")
    assert table.asked == "no-tokens"
    assert table.state["tokens"]["Ada"] == 0


def unread(text: str = "21?27") -> Middle:
    """A card is turned up that cannot be read; two hands come to it, and the third takes it out of sight."""
    table = Middle()
    doubtful = card(text, Zone.ROW, MIDDLE)
    for side in ("north", "south", "west"):
        table.see([doubtful], (doubtful, side))
    assert (table.told, table.asked) == ("", "unread-card")
    table.see([], removed="north")
    return table


def test_an_open_card_that_was_never_sure_is_a_guess_once_the_next_one_is_turned_up() -> None:
    table = unread("21?27?4")
    table.flip(14, "north")
    assert table.told == "flip 21?, Ada pays, Bo pays, Cleo takes, flip 14"
    assert table.state["cards"]["Cleo"] == [21]
    assert table.asked == "guessed-act"


def test_where_it_was_no_likely_guess_it_is_asked_about_and_play_goes_on_after_the_answer() -> None:
    table = unread("21?27")
    table.flip(14, "north")
    assert (table.told, table.asked) == ("", "unread-card")
    table.enter(flip=27)
    table.touch(14)
    assert table.told == "flip 27, Ada pays?, Bo pays?, Cleo takes, flip 14"


def test_an_open_card_that_is_read_in_the_end_is_turned_up_once() -> None:
    table = Middle()
    doubtful = card("14?4", Zone.ROW, MIDDLE)
    table.see([doubtful], (doubtful, "north"))
    table.flip(14, "south")
    assert table.told == "flip 14"


def test_an_open_card_that_cannot_be_read_is_asked_about_where_one_lay_before_that_was_taken() -> None:
    table = opened()
    table.take(14, "south")
    assert (table.told, table.asked) == ("flip 14, Ada takes", None)
    unread = card(".", Zone.ROW, MIDDLE)
    table.see([*table.lying.values(), unread], (unread, "south"))
    assert table.asked == "unread-card"


def test_a_number_turned_up_that_somebody_has_taken_is_asked_about() -> None:
    """One of the two was misread."""
    table = opened()
    mine = card("14", Zone.ROW, MINE["south"])
    table.take(14, "south")
    table.flip(14, "south")
    assert (table.told, table.asked) == ("flip 14, Ada takes", "already-played")
    table.see([mine], (mine, "south"))
    assert table.told == "flip 14, Ada takes"


def test_of_a_taken_card_that_is_moved_before_its_owner_nothing_is_asked() -> None:
    table = opened()
    table.take(14, "south")
    table.lying[14] = card("14", Zone.ROW, (320.0, 560.0))
    table.touch(14, "south")
    assert (table.told, table.asked) == ("flip 14, Ada takes", None)
