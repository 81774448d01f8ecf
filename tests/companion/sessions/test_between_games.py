"""Between two games at the table: who plays on, who joins, and the next game in the same evening."""

from collections.abc import Mapping
from random import Random

import pytest

from companion.clock import Instant, Span
from companion.errors import BadRecord, IllegalAct, Outdated
from companion.evidence import Press, PressSource
from companion.sessions.deciding import decide_command
from companion.sessions.events import (
    Begin,
    BreakOff,
    EnterAct,
    Event,
    EventKind,
    Input,
    Redo,
    Rename,
    Rise,
    SayAnswer,
    Sit,
    StartGame,
    Undo,
)
from companion.sessions.lobby import Answer
from companion.sessions.session import Session, fold
from companion.simulation.games import play, random_header
from companion.storage.journal_entries import as_kept
from companion.views.present import view_of

SIDES = ("south", "west", "north")
AGAIN, LEAVE = Answer.AGAIN, Answer.LEAVE


class Table:
    """A session to which things happen, each at its own second; every event goes through the disk's form."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.session = Session()

    def now(self) -> Instant:
        return Instant((len(self.events) + 1) * 1_000_000_000)

    def put(self, item: Input) -> None:
        events = [as_kept(event) for event in decide_command(self.session, item)]
        self.session = fold(self.session, events)
        self.events += events
        assert fold(Session(), self.events) == self.session, "the journal gives the same state again"

    def say(self, player: str | None, answer: Answer) -> None:
        self.put(SayAnswer(answer, self.now(), player))

    def sit(self, player: str, place: int | None = None, side: str | None = None, new: bool = True) -> None:
        self.put(Sit(player, self.now(), place, side, new))

    def verbs(self) -> list[Mapping[str, object]]:
        assert self.session.game
        return [{k: v for k, v in act.line.items() if k != "t"} for act in self.session.game.acts]

    @property
    def lobby(self) -> list[tuple[str, str | None]] | None:
        view = view_of(self.session, 1).lobby
        return [(who.name, who.side) for who in view.players] if view and view.open else None


def header(*players: str, game: str = "fifty-fifty", **more: object) -> Mapping[str, object]:
    return {"game": game, "players": list(players), "starter": players[0], "rules": {}, **more}


@pytest.fixture(scope="module")
def finished() -> list[Event]:
    """Give the events of a game of three, to its end."""
    played = play(random_header("fifty-fifty", Random(3), 3), Random(3)).to_record()
    start, *acts = [played.header.to_record(), *(dict(act.fields) for act in played.acts)]
    session, events = Session(), list[Event]()
    for count, line in enumerate([start, *acts]):
        at = Instant(count)
        item: Input = EnterAct(line, at) if count else StartGame(line, at, SIDES)
        news = [as_kept(event) for event in decide_command(session, item)]
        session, events = fold(session, news), events + news
    assert session.result
    return events


@pytest.fixture
def table(finished: list[Event]) -> Table:
    made = Table()
    made.events = list(finished)
    made.session = fold(Session(), finished)
    return made


def test_the_lobby_opens_when_all_have_said(table: Table) -> None:
    assert table.lobby is None
    table.say("Ann", AGAIN)
    table.say("Ben", LEAVE)
    assert table.lobby is None
    table.say("Cem", AGAIN)
    assert table.lobby == [("Ann", "south"), ("Cem", "north")]


def test_one_word_is_enough_for_all_who_have_not_said(table: Table) -> None:
    table.say("Ben", LEAVE)
    table.say(None, AGAIN)
    assert table.lobby == [("Ann", "south"), ("Cem", "north")]


def test_who_changes_their_mind_sits_where_they_sat(table: Table) -> None:
    table.say("Ann", LEAVE)
    table.say(None, AGAIN)
    table.sit("Dia", side="east")
    table.say("Ann", AGAIN)
    assert table.lobby == [("Ann", "south"), ("Ben", "west"), ("Cem", "north"), ("Dia", "east")]
    table.say("Ben", LEAVE)
    assert table.lobby == [("Ann", "south"), ("Cem", "north"), ("Dia", "east")]


def test_people_join_move_and_go(table: Table) -> None:
    table.say(None, AGAIN)
    table.sit(" Dia ", place=1)
    table.sit("Dia", side="east", new=False)
    assert table.lobby == [("Ann", "south"), ("Dia", "east"), ("Ben", "west"), ("Cem", "north")]
    table.sit("Dia", place=3, new=False)
    table.put(Rise("Ann", table.now()))
    assert table.lobby == [("Ben", "west"), ("Cem", "north"), ("Dia", "east")]
    with pytest.raises(BadRecord, match="waits here already"):
        table.sit("Ben")
    with pytest.raises(IllegalAct):
        table.put(Rise("Ann", table.now()))
    with pytest.raises(BadRecord, match="a seat is one of"):
        table.sit("Eve", side="up")
    with pytest.raises(BadRecord, match="from 0 to 3"):
        table.sit("Eve", place=4)


def test_two_cannot_sit_on_one_side(table: Table) -> None:
    table.say(None, AGAIN)
    table.sit("Dia", side="west")
    assert table.lobby == [("Ann", "south"), ("Ben", None), ("Cem", "north"), ("Dia", "west")]


def test_the_next_game_is_the_same_one_and_the_next_player_begins(table: Table) -> None:
    assert table.session.game
    first = table.session.game.header
    table.say(None, AGAIN)
    table.put(Begin(table.now()))
    game = table.session.game
    assert game.header == {**first, "starter": "BenCemAnn"["AnnBenCem".index(str(first["starter"])) :][:3]}
    assert (game.seats, table.session.result, table.session.between.answers) == (SIDES, None, {})
    assert table.session.origin == first, "so that a restart knows the evening again"


def test_the_next_game_may_be_another_one(table: Table) -> None:
    table.say(None, AGAIN)
    table.sit("Dia")
    table.put(Begin(table.now(), "no-thanks", "Cem"))
    assert table.session.game
    assert table.session.game.header == {
        "game": "no-thanks",
        "players": ["Ann", "Ben", "Cem", "Dia"],
        "starter": "Cem",
        "rules": {},
    }
    assert table.session.game.seats == (), "Dia sits nobody knows where"


@pytest.mark.parametrize("item", [Begin(Instant(1)), Sit("Dia", Instant(1)), Rise("Ann", Instant(1))])
def test_nothing_begins_before_all_have_said(table: Table, item: Input) -> None:
    with pytest.raises(BadRecord, match="once everybody has said"):
        table.put(item)


def test_names_typed_at_once_sit_down_one_behind_the_other_or_none_does(table: Table) -> None:
    table.say(None, AGAIN)
    table.sit("Dia, Emil", place=1)
    assert [name for name, _ in table.lobby or []] == ["Ann", "Dia", "Emil", "Ben", "Cem"]
    with pytest.raises(BadRecord, match="waits here already"):
        table.sit("Fritz, Dia")
    assert len(table.lobby or []) == 5


def test_too_few_begin_nothing(table: Table) -> None:
    table.say(None, LEAVE)
    assert table.lobby == []
    with pytest.raises(BadRecord, match="No game can be played by 0"):
        table.put(Begin(table.now()))


def test_the_lobby_closes_while_the_end_is_undone_and_remembers(table: Table) -> None:
    table.say(None, AGAIN)
    table.put(Undo(table.now()))
    assert view_of(table.session, 1).lobby is None
    with pytest.raises(BadRecord, match="still running"):
        table.put(Begin(table.now()))


def test_a_game_that_is_broken_off_leads_to_the_lobby_and_can_be_taken_up_again() -> None:
    table = Table()
    table.put(StartGame(header("Ann", "Ben"), table.now()))
    with pytest.raises(BadRecord, match="still running"):
        table.say("Ann", AGAIN)
    table.put(EnterAct({"player": "Ann", "play": 7}, table.now()))
    table.put(BreakOff(table.now()))
    view = view_of(table.session, 1)
    assert (view.broken, view.over) == (True, False)
    assert view.lobby
    assert view.lobby.answers == (("Ann", None), ("Ben", None))
    with pytest.raises(BadRecord, match="over already"):
        table.put(BreakOff(table.now()))
    table.put(EnterAct({"player": "Ben", "play": 9}, table.now()))
    assert not table.session.over


def test_undo_takes_back_the_breaking_off_alone_and_redo_puts_it_back() -> None:
    table = Table()
    table.put(StartGame(header("Ann", "Ben"), table.now()))
    acts: list[dict[str, object]] = [{"player": "Ann", "play": 7}, {"player": "Ben", "play": 9}]
    table.put(EnterAct(acts[0], table.now()))
    table.put(EnterAct(acts[1], table.now()))
    table.put(EnterAct({"player": "Ann", "play": 11}, table.now()))
    table.put(Undo(table.now()))
    table.put(BreakOff(table.now()))
    assert not view_of(table.session, 1).can_redo, "the act was undone before"
    with pytest.raises(BadRecord, match="Nothing was undone"):
        table.put(Redo(table.now()))
    seen = table.session.history.edits
    table.put(Undo(table.now(), seen))
    assert (table.session.over, table.verbs()) == (False, acts)
    with pytest.raises(Outdated):
        table.put(Undo(table.now(), seen))
    table.put(Redo(table.now()))
    assert (table.session.broken, table.verbs()) == (True, acts)
    table.put(Undo(table.now()))
    table.put(Undo(table.now()))
    assert table.verbs() == acts[:1]
    table.put(Redo(table.now()))
    assert (table.session.broken, table.verbs()) == (False, acts)


def test_a_game_without_an_act_that_is_broken_off_is_taken_up_by_undo() -> None:
    table = Table()
    table.put(StartGame(header("Ann", "Ben"), table.now()))
    table.put(BreakOff(table.now()))
    assert view_of(table.session, 1).can_undo
    table.put(Undo(table.now()))
    assert not table.session.over


def test_a_journal_in_which_undo_took_an_act_of_a_broken_game_says_what_it_said() -> None:
    """So it was written before an undo took back the breaking off alone."""
    table = Table()
    table.put(StartGame(header("Ann", "Ben"), table.now()))
    table.put(EnterAct({"player": "Ann", "play": 7}, table.now()))
    table.put(BreakOff(table.now()))
    session = fold(table.session, [Event(EventKind.UNDO, table.now())])
    assert session.game
    assert (session.over, session.game.acts) == (False, ())


def test_where_no_game_was_played_people_just_sit_down() -> None:
    table = Table()
    assert table.lobby == []
    with pytest.raises(BadRecord, match="No game was played"):
        table.say("Ann", AGAIN)
    for name in ("Ann", "Ben", "Cem"):
        table.sit(name)
    table.put(Begin(table.now(), "no-thanks"))
    assert table.session.game
    assert table.session.game.state.players == ("Ann", "Ben", "Cem")


def test_somebody_gets_another_name_everywhere_at_the_table(table: Table) -> None:
    table.say("Cem", LEAVE)
    before = view_of(table.session, 1)
    events = [as_kept(e) for e in decide_command(table.session, Rename("Ann", "Anna", table.now()))]
    session = fold(table.session, events)
    view = view_of(session, 1)
    assert [p.name for p in view.players] == ["Anna", "Ben", "Cem"]
    assert [p.score for p in view.players] == [p.score for p in before.players]
    assert "Ann" not in {*view.said.split(), *str(session.result).split("'")}
    assert session.game
    assert all(act.line.get("player") != "Ann" for act in session.game.acts)


def test_a_player_gets_another_name_in_the_middle_of_a_game_and_it_goes_on() -> None:
    table = Table()
    table.put(StartGame(header("Ann", "Ben"), table.now(), ("south", "north")))
    table.put(EnterAct({"player": "Ann", "play": 70}, table.now()))
    table.put(EnterAct({"player": "Ben", "play": 77}, table.now()))
    table.put(Press("Ann", Span(table.now(), table.now()), PressSource.GPIO))
    before = view_of(table.session, 1)
    table.put(Rename("Ann", "Anna", table.now()))
    after = view_of(table.session, 1)
    assert after.zones == before.zones
    assert [(p.name, p.hand, p.score) for p in after.players] == [
        ({"Ann": "Anna"}.get(p.name, p.name), p.hand, p.score) for p in before.players
    ]
    assert after.last_press == "Anna"
    assert table.session.game
    assert table.session.game.laid[0].by == "Anna"
    assert table.session.player_at("south") == "Anna"
    table.put(EnterAct({"player": "Anna", "play": 80}, table.now()))
    table.put(Undo(table.now()))
    table.put(Undo(table.now()))
    table.put(Undo(table.now()))
    assert not table.verbs()
    table.put(Redo(table.now()))
    assert table.verbs() == [{"player": "Anna", "play": 70}]
    with pytest.raises(IllegalAct, match="Ann"):
        table.put(EnterAct({"player": "Ann", "play": 90}, table.now()))


def test_who_plays_just_now_keeps_a_name_and_nobody_gets_it_twice() -> None:
    table = Table()
    table.put(StartGame(header("Ann", "Ben"), table.now()))
    with pytest.raises(BadRecord, match="still running"):
        table.put(Rename("Ann", "Someone 1", table.now(), deleted=True))
    for old in ("Ann", "Zoe"):
        with pytest.raises(BadRecord, match="Ben is the name of somebody who plays just now"):
            table.put(Rename(old, "Ben", table.now()))
    table.put(Rename("Zoe", "Zoë", table.now()))
    assert table.events[-1].kind is EventKind.RENAMED
