from companion.cards import Zone
from companion.evidence import SeenCard
from tests.companion.observing.followers.tables import NAMES, SEATS, Following, card

PLACES = {"Ada": (500.0, 550.0), "Bo": (50.0, 300.0), "Cleo": (950.0, 300.0), "Dan": (500.0, 30.0)}
DISCARDS = (500.0, 300.0)


class Round(Following):
    """Cards before the players, and the discards in the middle."""

    def __init__(self, players: int = 3, seats: bool = True) -> None:
        super().__init__("futschikato", players, seats=seats)
        self.sides = dict(zip(NAMES, SEATS if seats else (None,) * 4, strict=True))
        self.lying: dict[str, SeenCard] = {}

    def lay(self, name: str, text: str, by: str | None = None) -> None:
        """A card comes to lie before a player, by the player's own hand where no other is named."""
        self.lying[name] = card(text, Zone.SPOT, PLACES[name])
        self.see(list(self.lying.values()), (self.lying[name], self.sides[by or name]))

    def discard(self, name: str) -> None:
        """A player carries the card before them to the discards."""
        gone = self.lying.pop(name)
        text = str(gone.best.value) if gone.best else "."
        self.lying["discards"] = card(text, Zone.SPOT, DISCARDS)
        self.see(list(self.lying.values()), (self.lying["discards"], self.sides[name]))

    @property
    def played(self) -> str:
        return ", ".join(f"{a['player']} {a['play']}{'?' if 'unsure' in a else ''}" for a in self.acts)


def opened(players: int = 3, seats: bool = True) -> Round:
    """Ada's 6 is beaten by Bo's 8 and flushed; Cleo lays a 7."""
    table = Round(players, seats)
    table.lay("Ada", "6")
    table.lay("Bo", "8")
    table.discard("Ada")
    table.lay("Cleo", "7")
    return table


def test_a_card_before_a_player_is_a_play_and_one_on_the_discards_is_none() -> None:
    table = opened()
    assert (table.played, table.asked) == ("Ada 6, Bo 8, Cleo 7", None)
    assert table.state["front"] == {"Ada": None, "Bo": 8, "Cleo": 7}


def test_the_same_number_may_be_laid_again_where_it_lay() -> None:
    table = opened()
    table.lay("Ada", "6")
    assert table.played.endswith("Cleo 7, Ada 6")


def test_a_card_pushed_through_and_carried_away_is_no_play() -> None:
    table = opened()
    table.lay("Ada", "2")
    table.discard("Bo")
    assert table.played.endswith("Cleo 7, Ada 2")
    table.lay("Bo", "9")
    assert (table.played, table.asked) == ("Ada 6, Bo 8, Cleo 7, Ada 2, Bo 9", None)


def test_a_place_tells_the_player_where_no_hand_was_seen() -> None:
    table = opened()
    table.sides["Ada"] = None
    table.lay("Ada", "2")
    assert table.played.endswith("Cleo 7, Ada 2")


def test_another_hand_at_a_players_place_leaves_the_player_unsure() -> None:
    table = opened()
    table.lay("Ada", "2", by="Cleo")
    assert table.acts[-1] == {"player": "Ada", "play": 2, "unsure": ["player"]}


def test_a_card_laid_out_of_turn_is_asked_about() -> None:
    table = Round()
    table.lay("Ada", "6")
    table.lay("Cleo", "8")
    assert (table.played, table.asked) == ("Ada 6", "wrong-player")


def test_a_card_that_nobody_saw_coming_is_told_when_play_goes_on() -> None:
    table = opened()
    table.lying["Ada"] = card("3", Zone.SPOT, PLACES["Ada"])
    table.lay("Bo", "9")
    assert table.played.endswith("Cleo 7, Ada 3?, Bo 9")
    assert (table.acts[-2]["unsure"], table.asked) == (["act"], "guessed-act")


def test_the_old_card_of_who_was_passed_over_proves_no_play() -> None:
    table = Round()
    for name, text in (("Ada", "9"), ("Bo", "8"), ("Cleo", "7")):
        table.lay(name, text)
    table.lay("Bo", "5")
    assert (table.played, table.asked) == ("Ada 9, Bo 8, Cleo 7", "wrong-player")


def test_an_unread_card_is_asked_about() -> None:
    table = opened()
    table.lay("Ada", "6?9")
    assert (table.played, table.asked) == ("Ada 6, Bo 8, Cleo 7", "unread-card")
    table.lying["Ada"] = card("9", Zone.SPOT, PLACES["Ada"])
    table.see(list(table.lying.values()))
    assert table.played.endswith("Cleo 7, Ada 9")


def test_an_unread_card_stops_nothing_once_four_more_have_come() -> None:
    table = opened()
    table.lay("Ada", "9?6")
    for name, text in (("Bo", "10"), ("Cleo", "11"), ("Ada", "12")):
        table.lay(name, text)
    assert (table.played, table.asked) == ("Ada 6, Bo 8, Cleo 7", "unread-card")
    table.lay("Bo", "13")
    assert table.played.endswith("Cleo 7, Ada 9?, Bo 10, Cleo 11, Ada 12, Bo 13")
    assert table.asked == "guessed-act"
    assert "9 was announced" in table.message


def test_of_a_card_on_which_nothing_is_read_nothing_is_told_ever() -> None:
    table = opened()
    table.lay("Ada", ".")
    for name, text in (("Bo", "10"), ("Cleo", "11"), ("Ada", "12"), ("Bo", "13"), ("Cleo", "14")):
        table.lay(name, text)
    assert (table.played, table.asked) == ("Ada 6, Bo 8, Cleo 7", "unread-card")


def test_a_number_of_which_no_copy_is_left_is_refused() -> None:
    table = Round()
    table.lay("Ada", "20")
    table.lay("Bo", "20")
    assert (table.played, table.asked) == ("Ada 20", "already-played")


def test_without_seats_players_go_by_turn_and_stay_unsure() -> None:
    table = Round(seats=False)
    for name, text in (("Ada", "3"), ("Bo", "4"), ("Cleo", "2"), ("Ada", "5"), ("Bo", "6")):
        table.lay(name, text)
    assert table.played == "Ada 3?, Bo 4?, Cleo 2?, Ada 5?, Bo 6?"
