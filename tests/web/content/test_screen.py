"""What the face makes of a view: words, states, shapes."""

from dataclasses import replace

import pytest

from companion.language import in_language
from companion.observing.questions import ENDED
from companion.views.offers import Offer
from companion.views.table_view import CardView, LobbyView, NoteView, TableView, VerdictView, ZoneView
from tests.web.fake import card, opening, row, seats
from web.content.screen import CROWDS, LARGEST_CROWD, Banner, Headline, draw

VERDICT = VerdictView("in-time", 23, 73, "Cem", 182.4, 35.0, "The button came first.")


def test_the_headline_names_who_is_to_play() -> None:
    assert draw(opening()).headline == Headline("Ben’s turn", "Ben")


def test_the_page_title_says_whose_turn_it_is() -> None:
    assert draw(opening()).page_title == "Ben’s turn · Fifty Fifty"


@pytest.mark.parametrize(
    ("places", "said"),
    [((1, 2, 3), "Ann wins"), ((1, 1, 3), "Ann and Ben win"), ((1, 1, 1), "Ann, Ben and Cem win")],
)
def test_the_headline_names_all_winners(places: tuple[int, ...], said: str) -> None:
    players = seats("Ann", "Ben", "Cem", mover="Ben")
    ended = tuple(replace(player, place=place) for player, place in zip(players, places, strict=True))
    headline = draw(replace(opening(), over=True, players=ended)).headline
    assert headline.line == said
    assert said.startswith(headline.name)


def test_what_all_do_now_stands_where_the_turn_stood() -> None:
    screen = draw(replace(opening(), due="All show their hands"))
    assert screen.headline == Headline("All show their hands")
    assert {seat.state for seat in screen.seats} == {""}


def test_a_game_that_was_broken_off_says_so_and_leads_to_the_next() -> None:
    screen = draw(replace(opening(), broken=True, lobby=LobbyView()))
    assert screen.headline == Headline("The game was broken off")
    assert {seat.state for seat in screen.seats} == {""}
    assert (screen.can_jump, screen.next_game) == (False, True)
    assert not draw(opening()).next_game


def test_nobody_is_to_play_any_more_when_the_game_is_over() -> None:
    screen = draw(replace(opening(), over=True))
    assert {seat.state for seat in screen.seats} == {"won"}
    assert not screen.can_jump


def test_without_a_game_it_says_so_and_still_shows_a_place_for_the_row() -> None:
    screen = draw(TableView(seq=0))
    assert screen.headline.line == "No game yet"
    assert [(zone.zone, zone.cards) for zone in screen.zones] == [("row", ())]


@pytest.mark.parametrize(
    ("laid", "face", "text", "doubt", "label"),
    [
        (card("73"), "number", "73", "", "73, orange"),
        (card("42"), "number", "42", "", "42, purple"),
        (card("P"), "pass", "pass", "", "pass"),
        (card("82?28"), "number", "82", "or 28", "not sure: 82, orange or 28"),
        (CardView("", None, sure=False), "unknown", "?", "", "not sure: a card that cannot be read"),
        (CardView("7", "green"), "number", "7", "", "7, green"),
    ],
)
def test_cards(laid: CardView, face: str, text: str, doubt: str, label: str) -> None:
    drawn = draw(replace(opening(), zones=(ZoneView("row", (laid,)),))).zones[0].cards[0]
    assert (drawn.face, drawn.text, drawn.doubt, drawn.label) == (face, text, doubt, label)
    assert drawn.sure is laid.sure


@pytest.mark.parametrize("count", [0, 4, 5, 25, 39, 40, 100])
def test_there_is_room_for_every_row_up_to_the_largest(count: int) -> None:
    zone = draw(replace(opening(), zones=(row(" ".join(["7"] * count)),))).zones[0]
    assert zone.crowd in (*CROWDS, LARGEST_CROWD)
    assert zone.crowd >= min(count, LARGEST_CROWD)


@pytest.mark.parametrize(
    ("verdict", "tone", "title", "text"),
    [
        (
            VERDICT,
            "good",
            "In time",
            "Cem’s 23 on 73 · The button came first.",
        ),
        (
            replace(VERDICT, verdict="too-late", margin_ms=-90.0, by=None, reason=""),
            "bad",
            "Too late",
            "23 on 73 · 90 ms after the next card, give or take 35 ms",
        ),
        (
            replace(VERDICT, verdict="too-close", margin_ms=20.0, reason=""),
            "look",
            "Too close to call",
            "Cem’s 23 on 73 · 20 ms before the next card, give or take 35 ms",
        ),
        (
            replace(
                VERDICT, verdict="no-window", on=None, margin_ms=None, error_ms=None, reason="No card lies."
            ),
            "bad",
            "No jump is open",
            "No card lies.",
        ),
    ],
)
def test_verdicts(verdict: VerdictView, tone: str, title: str, text: str) -> None:
    assert draw(replace(opening(), verdict=verdict)).verdict == Banner(tone, title, text)


def test_what_the_table_is_asked_is_not_said_twice() -> None:
    asked = NoteView("too-close", "The button came first. Take 73 back, or the next card.")
    screen = draw(replace(opening(), verdict=VERDICT, attention=asked))
    assert screen.verdict == Banner("good", "In time", "Cem’s 23 on 73")
    assert in_language(screen.verdict, "de")["text"] == "23 von Cem auf 73"
    other = draw(replace(opening(), verdict=VERDICT, attention=NoteView("dark", "Too dark.")))
    assert other.verdict == Banner("good", "In time", "Cem’s 23 on 73 · The button came first.")


@pytest.mark.parametrize("name", ["in-time", "too-late", "too-close", "not-fifty", "own-card", "no-window"])
def test_every_verdict_has_words(name: str) -> None:
    banner = draw(replace(opening(), verdict=replace(VERDICT, verdict=name))).verdict
    assert banner is not None
    assert banner.title != name


def test_attention_says_what_to_do() -> None:
    screen = draw(replace(opening(), attention=NoteView("unreadable", "Turn the 78 round.")))
    assert screen.attention == Banner("look", "Please look", "Turn the 78 round.")


@pytest.mark.parametrize(
    ("ok", "said", "shown"),
    [
        (None, "", Banner("plain", "No camera has reported yet", "")),
        (True, "fine", Banner("good", "The camera sees the table", "")),
        (True, ENDED, Banner("plain", "The recording has ended", "")),
        (False, "The picture is dark.", Banner("bad", "No clear view", "The picture is dark.")),
    ],
)
def test_the_camera_in_plain_words(ok: bool | None, said: str, shown: Banner) -> None:
    assert draw(replace(opening(), camera_ok=ok, camera=said)).camera == shown


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (replace(opening(), said="", camera_ok=False), True),
        (replace(opening(), said="", camera_ok=True), False),
        (replace(opening(), said="", camera_ok=None), False),
        (replace(opening(), said="Ann plays 8.", camera_ok=False), False),
        (replace(opening(), said="", camera_ok=False, broken=True, lobby=LobbyView()), False),
    ],
)
def test_a_game_without_a_camera_says_where_acts_are_entered(view: TableView, said: bool) -> None:
    assert ("enter each act under Mend" in draw(view).said) is said
    assert draw(view).for_referees is said


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        (
            "The colour of 7 cannot be told for certain. Enter the card under Mend, or give it more light.",
            True,
        ),
        ("The referee is called: the game waits. Hold the button down again, or tap Go on.", True),
        ("A card cannot be read for certain: 9? or 6. Straighten it.", False),
    ],
)
def test_what_only_a_referee_can_do_is_known_as_such(message: str, asked: bool) -> None:
    attention = NoteView("unread-card", message)
    assert draw(replace(opening(), attention=attention)).for_referees is asked


def test_seats_show_penalties_hands_and_who_is_out() -> None:
    ann, ben, cem = seats("Ann", "Ben", "Cem", mover="Ben", scores=(1, 2, 3))
    screen = draw(replace(opening(), players=(ann, ben, replace(cem, eliminated=True, hand=None))))
    shown = [(s.name, s.state, s.badge, s.score, s.score_label, s.hand, s.hand_label) for s in screen.seats]
    assert shown == [
        ("Ann", "", "", "1", "penalty", "5", "in hand"),
        ("Ben", "to-move", "to play", "2", "penalties", "5", "in hand"),
        ("Cem", "out", "out", "3", "penalties", "", ""),
    ]


def test_a_long_name_is_set_smaller_at_its_seat() -> None:
    screen = draw(replace(opening(), players=seats("Benedikt A", "Oma Irmgard", mover="Oma Irmgard")))
    assert [seat.long for seat in screen.seats] == [False, True]


def test_only_a_game_with_jumps_has_a_jump_button() -> None:
    assert draw(opening()).can_jump
    other = draw(replace(opening(), game="no-thanks"))
    assert not other.can_jump


@pytest.mark.parametrize(
    ("game", "one", "many"),
    [
        ("fifty-fifty", "penalty", "penalties"),
        ("23", "penalty chip", "penalty chips"),
        ("futschikato", "card left", "cards left"),
        ("quick-and-easy", "card left", "cards left"),
        ("no-thanks", "point", "points"),
    ],
)
def test_each_game_says_what_it_counts(game: str, one: str, many: str) -> None:
    players = seats("Ann", "Ben", mover="Ann", scores=(1, 7))
    screen = draw(replace(opening(), game=game, players=players))
    assert [seat.score_label for seat in screen.seats] == [one, many]


@pytest.mark.parametrize(
    ("won", "line", "states"),
    [(False, "All lost together", {""}), (True, "All won together", {"won"})],
)
def test_a_team_wins_or_loses_together(won: bool, line: str, states: set[str]) -> None:
    screen = draw(replace(opening(), game="quick-and-easy", over=True, won=won))
    assert screen.headline.line == line
    assert {seat.state for seat in screen.seats} == states


def test_who_was_put_out_has_not_won() -> None:
    everybody = tuple(replace(player, eliminated=True) for player in opening().players)
    screen = draw(replace(opening(), over=True, players=everybody))
    assert screen.headline.line == "Nobody won"
    assert {seat.state for seat in screen.seats} == {"out"}


@pytest.mark.parametrize(("name", "small"), [("Ann", False), ("Maximiliane-Henriette Özdemir", True)])
def test_a_long_name_is_set_smaller(name: str, small: bool) -> None:
    assert draw(replace(opening(), players=seats(name, mover=name))).headline.long is small


@pytest.mark.parametrize(
    ("button", "said"), [(None, ""), ("jump", "The button was pressed"), ("Cem", "Cem pressed")]
)
def test_a_press_is_shown_with_its_owner(button: str | None, said: str) -> None:
    assert draw(replace(opening(), last_press=button)).last_press == said


def test_a_score_below_nothing_has_a_real_minus() -> None:
    players = seats("Ann", mover="Ann", scores=(-4,))
    assert draw(replace(opening(), game="no-thanks", players=players)).seats[0].score == "−4"


def test_a_turn_that_may_get_another_card_can_be_ended_unless_a_card_is_asked_about() -> None:
    tile = {"stack": "up", "value": 8, "colour": "red"}
    lay = Offer("lay", "Ann", "8 red up", {"player": "Ann", "lay": [tile]})
    waits = replace(opening(), unfinished=lay)
    assert [str(choice.label) for choice in draw(waits).offers] == ["Turn over: Ann lays 8 red going up"]
    asked = replace(waits, offers=(Offer("stuck", "Ann", "", {"player": "Ann", "stuck": True}),))
    assert [str(choice.label) for choice in draw(asked).offers] == ["Ann is stuck"]
