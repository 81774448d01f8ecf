"""The set-up wizard: from an empty table to a started game, by plain forms, for referees alone."""

import re
from errno import ENOSPC
from pathlib import Path

import pytest

from companion.clock import Span
from companion.evidence import Press, PressSource
from companion.sessions.events import StartGame
from companion.sessions.lobby import Answer
from companion.settings.file import read_settings
from tests.web.evenings import HEADER, evening
from tests.web.wizard import Eye, FakePanel, Wizard, scene, table_without_cards
from web.doors.lobby import LobbyDoor
from web.setup.wizard import ORDER

PAGES = ["/setup", *(f"/setup/{slug}" for slug in ORDER[1:])]


def test_every_step_is_there_with_a_camera_and_without(wizard: Wizard) -> None:
    assert [wizard.client.get(path).status_code for path in PAGES] == [200] * len(PAGES)
    wizard.eye.see(scene(10))
    assert [wizard.client.get(path).status_code for path in PAGES] == [200] * len(PAGES)
    assert wizard.page("/").count('href="/setup"') == 2, "the menu and the empty table lead there"
    assert 'id="set-up"' not in wizard.table.guest().get("/").get_data(as_text=True)


def test_from_an_empty_table_to_a_game_by_hand(wizard: Wizard) -> None:
    wizard.seat("Ann", "Ben", "Cem")
    wizard.tap("/setup/players", do="earlier", player="Cem")
    for name, side in (("Ann", "south"), ("Ben", "west"), ("Cem", "east")):
        wizard.tap("/setup/players", do="seat", player=name, side=side)
    assert wizard.tap("/setup/game", do="next", game="fifty-fifty", starter="Ben").location == "/setup/rules"
    assert wizard.tap("/setup/rules", do="next", pass_opens_row="forbidden").location == "/setup/deck"
    assert wizard.tap("/setup/start", do="empty").location == "/"
    rules = {"pass_opens_row": "forbidden"}
    assert wizard.game() == {
        "game": "fifty-fifty",
        "players": ["Ann", "Cem", "Ben"],
        "starter": "Ben",
        "rules": rules,
    }
    session = wizard.table.table.current.state
    assert session.game
    assert session.game.seats == ("south", "east", "west")
    assert wizard.eye.decks_used == [None]
    kept = read_settings(wizard.file)
    assert kept.table.players == ("Ann", "Cem", "Ben")
    assert (kept.table.starter, kept.table.seats) == ("Ben", ("south", "east", "west"))
    assert kept.house_rules["fifty-fifty"] == rules


@pytest.mark.parametrize(
    ("game", "players"), [("23", 3), ("futschikato", 3), ("quick-and-easy", 2), ("no-thanks", 3)]
)
def test_all_games_can_be_set_up(wizard: Wizard, game: str, players: int) -> None:
    wizard.seat(*["Ann", "Ben", "Cem"][:players])
    wizard.tap("/setup/game", do="next", game=game, starter="Ann")
    assert wizard.tap("/setup/start", do="empty").status_code == 303
    assert wizard.game()["game"] == game


def test_what_cannot_be_played_is_said_and_starts_nothing(wizard: Wizard) -> None:
    wizard.seat("Ann")
    answer = wizard.tap("/setup/start", do="empty")
    assert answer.status_code == 422
    assert wizard.table.table.current.state.game is None
    twice = wizard.tap("/setup/players", do="join", player="Ann")
    assert twice.status_code == 422
    assert "waits here already" in twice.get_data(as_text=True)
    broken = wizard.tap("/setup/players", do="join", player="Be\nn")
    assert broken.status_code == 422
    assert "stands on one line" in broken.get_data(as_text=True)


@pytest.mark.parametrize("path", PAGES)
def test_nothing_but_forms_of_its_own_changes_something(wizard: Wizard, path: str) -> None:
    assert wizard.client.post(path, data={"do": "join", "player": "Zoë"}).status_code == 403
    assert wizard.client.post(path, data={"form": "guessed", "player": "Zoë"}).status_code == 403
    foreign = {"Origin": "http://evil.example"}
    assert wizard.client.post(path, data={"form": "x"}, headers=foreign).status_code == 403
    assert wizard.table.guest().post(path, data={"form": "x"}).status_code == 403
    # No form's secret holds such a letter.
    assert "Zoë" not in wizard.page("/setup/players")


def test_only_referees_see_the_pictures(wizard: Wizard) -> None:
    wizard.eye.see(scene(10))
    number = re.search(r"/setup/picture/(\d+)\.jpg", wizard.page("/setup/camera"))
    assert number
    picture = wizard.client.get(number[0])
    assert (picture.mimetype, picture.headers["Cache-Control"]) == ("image/jpeg", "no-store")
    guest = wizard.table.guest()
    assert guest.get(number[0]).status_code == 403
    assert guest.get("/setup/look").status_code == 403
    assert guest.get("/setup/crop/0.jpg").status_code == 403
    assert guest.get("/setup/camera").location == "/referee"
    assert wizard.client.get("/setup/picture/999.jpg").status_code == 404


def test_the_picture_says_what_is_seen_and_what_is_wrong(wizard: Wizard) -> None:
    assert "no picture from a camera" in wizard.page("/setup/camera")
    wizard.eye.see(scene(10))
    page = wizard.page("/setup/look")
    assert page.count('<g data-sure="true"><polygon') == 3
    assert "3 cards are read for certain" in page
    assert "Light, focus and distance are good." in page
    wizard.eye.see(table_without_cards())
    assert 'data-code="nothing-seen"' in wizard.page("/setup/look")
    wizard.eye.see(scene(10) // 16)
    assert 'data-code="too-dark"' in wizard.page("/setup/look")


def test_it_is_read_twice_a_second_at_most(wizard: Wizard) -> None:
    wizard.eye.see(scene(10))
    first = wizard.eye.showing.look("fifty-fifty", None)
    wizard.eye.showing.offer(scene_again := wizard.eye.showing._frame)  # type: ignore[arg-type]
    assert scene_again is not None
    wizard.eye.clock.now += 5
    assert wizard.eye.showing.look("fifty-fifty", None) is first, "the same frame is not read again"
    wizard.eye.see(scene(5))
    wizard.eye.showing.look("fifty-fifty", None)
    second = wizard.eye.showing.look("fifty-fifty", None)
    wizard.eye.see(scene(10))
    wizard.eye.clock.now -= 1
    assert wizard.eye.showing.look("fifty-fifty", None) is second


@pytest.mark.usefixtures("desk_cam")
def test_a_camera_is_chosen_with_one_tap_and_kept(wizard: Wizard) -> None:
    assert ">Desk cam&nbsp;" in wizard.page("/setup/camera")
    wizard.tap("/setup/camera", source="/dev/video2")
    assert read_settings(wizard.file).camera.source == "/dev/video2"
    assert wizard.restarts == [1]
    page = wizard.page("/setup/camera")
    assert 'value="/dev/video2" aria-current="true"' in page
    assert "The companion starts anew with this choice" in page


@pytest.mark.usefixtures("desk_cam")
def test_the_camera_in_use_is_no_reason_to_start_anew(wizard: Wizard) -> None:
    wizard.eye.showing.source = "/dev/video2"
    wizard.tap("/setup/camera", source="/dev/video2")
    assert wizard.restarts == []
    assert "starts anew with this choice" not in wizard.page("/setup/camera")


@pytest.mark.usefixtures("desk_cam")
def test_a_camera_that_is_not_there_is_refused_in_words(wizard: Wizard) -> None:
    answer = wizard.tap("/setup/camera", source="/etc/passwd")
    assert answer.status_code == 422
    assert "This camera is not there any more." in answer.get_data(as_text=True)
    assert read_settings(wizard.file).camera.source == "auto"
    assert wizard.restarts == []


def test_the_first_row_is_read_corrected_and_begins_the_game(wizard: Wizard) -> None:
    wizard.seat("Ann", "Ben", "Cem")
    wizard.eye.see(scene(10))
    wizard.tap("/setup/row", do="read")
    page = wizard.page("/setup/row")
    assert re.findall(r"<summary[^>]*><span>(\w+)\??</span>", page) == ["11", "12", "16"]
    assert wizard.tap("/setup/row", do="card", at="2", text="seventeen").status_code == 422
    wizard.tap("/setup/row", do="card", at="2", text="17")
    assert "11 12 17" in wizard.page("/setup/start").replace("  ", " ")
    wizard.tap("/setup/start", do="row")
    assert wizard.table.verbs() == [
        {"player": "Ann", "play": 11},
        {"player": "Ben", "play": 12},
        {"player": "Cem", "play": 17},
    ]


@pytest.mark.parametrize("game", ["23", "futschikato", "quick-and-easy", "no-thanks"])
def test_a_game_that_lies_in_no_row_begins_without_one(wizard: Wizard, game: str) -> None:
    wizard.seat("Ann", "Ben", "Cem")
    wizard.eye.see(scene(10))
    wizard.tap("/setup/game", do="next", game=game, starter="Ann")
    page = wizard.page("/setup/row")
    assert "begins with an empty table" in page
    assert 'id="read"' not in page
    wizard.tap("/setup/row", do="read")
    page = wizard.page("/setup/start")
    assert 'id="start"' in page
    assert 'id="start-row"' not in page


def test_a_row_that_the_rules_forbid_starts_nothing(wizard: Wizard) -> None:
    wizard.seat("Ann", "Ben")
    wizard.eye.see(scene(5))
    wizard.tap("/setup/row", do="read")
    wizard.tap("/setup/row", do="card", at="1", text="101")
    assert wizard.tap("/setup/start", do="row").status_code == 422
    assert wizard.table.table.current.state.game is None
    wizard.tap("/setup/row", do="card", at="1", text="")
    assert wizard.tap("/setup/start", do="empty").status_code == 303
    assert wizard.table.verbs() == []


def test_other_numbers_are_asked_for_and_count_once_chosen(wizard: Wizard) -> None:
    wizard.seat("Ann", "Ben")
    for wrong in ("101", "9" * 4301):
        answer = wizard.tap("/setup/rules", **{"do": "next", "purple": "own", "purple-own": wrong})
        assert answer.status_code == 422, len(wrong)
    unsaid = wizard.tap("/setup/rules", do="next", purple="own")
    assert unsaid.status_code == 422
    assert "Say what you play by instead" in unsaid.get_data(as_text=True)
    own = {"purple-own": "3, 6, 9"}
    assert wizard.tap("/setup/rules", do="next", purple="every-third", **own).location == "/setup/deck"
    assert wizard.tap("/setup/rules", do="next", purple="own", **own).location == "/setup/deck"
    assert 'value="3, 6, 9"' in wizard.page("/setup/rules")
    wizard.tap("/setup/start", do="empty")
    assert wizard.game()["rules"] == {"purple": [3, 6, 9]}


def test_a_running_game_is_only_broken_off_when_somebody_says_so(running: Wizard) -> None:
    assert "A game of Fifty Fifty is running, 4 acts so far" in running.page("/setup/start")
    before = running.table.table.current.seq
    assert running.tap("/setup/start", do="empty").status_code == 422
    assert running.table.table.current.seq == before
    running.tap("/setup/players", do="leave", player="Ben")
    running.tap("/setup/players", do="join", player="Dia")
    assert running.tap("/setup/start", do="empty", end=running.ticked()).status_code == 303
    assert running.game()["players"] == ["Ann", "Cem", "Dia"]
    assert running.table.verbs() == []


def test_an_old_page_breaks_off_no_game_that_began_since(running: Wizard) -> None:
    ticked = running.ticked()
    assert running.tap("/setup/start", do="empty", end=ticked).status_code == 303
    running.table.enter({"player": "Ann", "play": 41})
    again = running.tap("/setup/start", do="empty", end=ticked)
    assert again.status_code == 422
    assert "1 act so far" in again.text
    assert running.table.verbs() == [{"player": "Ann", "play": 41}]
    assert running.tap("/setup/start", do="empty", end=running.ticked()).status_code == 303


def test_the_language_is_chosen_for_this_device_and_kept(wizard: Wizard) -> None:
    answer = wizard.tap("/setup", language="de")
    assert answer.location == "/setup/camera?lang=de"
    assert "Was sieht die Kamera?" in wizard.page(answer.location)
    assert "Wer spielt mit?" in wizard.page("/setup/players")
    assert read_settings(wizard.file).dashboard.language == "de"
    assert wizard.tap("/setup", language="xx").location == "/setup"


def test_buttons_are_heard_and_lamps_blink(wizard: Wizard) -> None:
    assert "Nothing was heard yet." in wizard.page("/setup/buttons")
    at = wizard.table.tick()
    wizard.table.put(Press("jump", Span.at(at), PressSource.GPIO))
    wizard.table.settle()
    assert "heard: The jump button" in re.sub(r"\s+", " ", wizard.page("/setup/buttons"))
    wizard.tap("/setup/buttons", do="blink")
    assert wizard.panel.blinks == 1


def test_only_in_a_game_with_jumps_a_press_is_said_to_count_as_one(running: Wizard) -> None:
    counts = "a press counts as a jump in it"
    assert counts in running.page("/setup/buttons")
    running.table.put(StartGame({**HEADER, "game": "no-thanks"}, running.table.tick()))
    running.table.enter({"flip": 20})
    assert counts not in running.page("/setup/buttons")


def test_whoever_goes_on_takes_along_what_was_filled_in(wizard: Wizard) -> None:
    wizard.seat("Ann")
    on = wizard.tap("/setup/players", do="join", player="Ben", on="yes")
    assert on.location == "/setup/game"
    assert wizard.tap("/setup/players", do="join", player="", on="yes").location == "/setup/game"
    again = wizard.tap("/setup/players", do="join", player="Ben", on="yes")
    assert again.status_code == 422
    assert 'value="Ben"' in again.get_data(as_text=True), "what was typed is still there"
    assert wizard.tap("/setup/deck", do="choose", deck="", on="yes").location == "/setup/row"
    wizard.tap("/setup/start", do="empty")
    assert wizard.game()["players"] == ["Ann", "Ben"]


def test_a_game_in_which_nobody_has_played_gives_way_to_one_with_another_starter(tmp_path: Path) -> None:
    with evening({"game": "23", "players": ["Ann", "Ben"], "starter": "Ann"}) as table:
        begun = Wizard(table, Eye(tmp_path), FakePanel(), tmp_path / "settings.toml")
        assert 'id="begin-anew" href="/setup/players"' in begun.page("/acts")
        begun.tap("/setup/game", do="next", game="23", starter="Ben")
        assert 'id="end"' not in begun.page("/setup/start")
        assert begun.tap("/setup/start", do="empty").location == "/"
        assert begun.game()["starter"] == "Ben"
        table.enter({"player": "Ben", "play": 1})
        assert 'id="begin-anew"' not in begun.page("/acts")
        assert 'id="end"' in begun.page("/setup/start")
        assert begun.tap("/setup/start", do="empty").status_code == 422
        assert len(table.verbs()) == 1


def test_who_comes_and_goes_after_a_look_at_the_set_up_is_there_at_the_next(running: Wizard) -> None:
    lobby = LobbyDoor(running.table.table, running.table.tick)
    assert 'value="Cem"' in running.page("/setup/players")
    lobby.break_off()
    lobby.answer(Answer.AGAIN)
    lobby.answer(Answer.LEAVE, "Cem")
    lobby.sit("Dia", None, "", new=True)
    running.table.settle()
    page = running.page("/setup/players")
    assert ('value="Cem"' in page, 'value="Dia"' in page) == (False, True)
    running.seat("Eli")
    lobby.sit("Fay", None, "", new=True)
    running.table.settle()
    page = running.page("/setup/players")
    assert ('value="Eli"' in page, 'value="Fay"' in page) == (True, False), "what was chosen here stays"


def test_the_standings_say_what_a_game_takes_where_too_few_wait(wizard: Wizard) -> None:
    lobby = LobbyDoor(wizard.table.table, wizard.table.tick)
    told = []
    for name in ("Ann", "Ben"):
        told.append("A game takes two players at least" in wizard.page("/standings"))
        lobby.sit(name, None, "", new=True)
        wizard.table.settle()
    page = wizard.page("/standings")
    assert (told, "A game takes two" in page, 'id="begin"' in page) == ([True, True], False, True)


def test_names_typed_with_commas_are_as_many_players(wizard: Wizard) -> None:
    wizard.tap("/setup/players", do="join", player="Ann, Ben")
    page = wizard.page("/setup/players")
    assert '<span class="name">Ann</span>' in page
    assert '<span class="name">Ben</span>' in page
    assert wizard.tap("/setup/players", do="join", player="Cem, Ben").status_code == 422
    assert '<span class="name">Cem</span>' not in wizard.page("/setup/players"), "all of them or none"
    wizard.tap("/setup/players", do="leave", player="Ben")
    assert '<span class="name">Ben</span>' not in wizard.page("/setup/players")


def test_where_the_settings_are_broken_it_is_said_that_choices_are_not_kept(wizard: Wizard) -> None:
    broken = b'# ours\n[table]\nplayers = "Ann"  # oh\r\n'
    wizard.file.write_bytes(broken)
    for path in ("/setup", "/setup/players", "/setup/rules", "/setup/start"):
        page = wizard.page(path)
        assert "cannot be kept for the next time" in page, path
        assert "line 3: table.players" in page
    wizard.tap("/setup", language="de")
    wizard.seat("Ann", "Ben")
    assert wizard.tap("/setup/start", do="empty").headers["Location"] == "/", "the game begins all the same"
    assert wizard.file.read_bytes() == broken, "and nothing of the file is lost"
    wizard.file.write_text("[table]\n")
    assert "cannot be kept" not in wizard.page("/setup?lang=en"), "once it is mended, nothing is amiss"


def test_choices_that_the_disk_did_not_take_are_told_until_it_does(
    wizard: Wizard, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("companion.settings.file.replace_file", full)
        wizard.tap("/setup", language="en")
    assert "the settings cannot be written" in wizard.page("/setup/camera")
    wizard.tap("/setup", language="en")
    assert "the settings cannot be written" not in wizard.page("/setup/camera")
