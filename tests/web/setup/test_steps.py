"""The step in which a deck is learnt, and for which game."""

from dataclasses import replace

import pytest

from appliance.settingup import Showing
from tests.web.wizard import Wizard, scene
from web.doors.setup import Lesson, LessonState


def test_a_deck_is_learnt_from_pictures(wizard: Wizard) -> None:
    wizard.tap("/setup/deck", do="begin", name="Grandma’s")
    assert wizard.tap("/setup/deck", do="take").status_code == 422, "there is no camera"
    wizard.eye.see(scene(20))
    wizard.tap("/setup/deck", do="take")
    page = wizard.page("/setup/deck")
    assert "cards for certain" in page
    assert "cards not seen yet" in page
    wizard.tap("/setup/deck", do="drop", number="0")
    lesson = wizard.eye.showing.lesson()
    assert lesson is not None
    assert lesson.pictures == ()
    assert wizard.tap("/setup/deck", do="begin", name="").status_code == 422
    wizard.tap("/setup/deck", do="cancel")
    assert wizard.eye.showing.lesson() is None


def failing(game: str) -> Lesson:
    return Lesson(LessonState.FAILED, "Ours", game, (9,), trouble="Hardly the cards of it.", insist=True)


def test_cards_of_another_game_are_said_with_all_ways_on(
    wizard: Wizard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Showing, "lesson", lambda _: replace(failing("fifty-fifty"), replaces=True))
    assert 'id="replaces"' in wizard.page("/setup/deck")
    monkeypatch.setattr(Showing, "lesson", lambda _: failing("fifty-fifty"))
    page = wizard.page("/setup/deck")
    assert 'id="replaces"' not in page
    assert "Hardly the cards of it." in page
    assert 'id="other-game" href="/setup/game"' in page
    insisted: list[bool] = []
    monkeypatch.setattr(Showing, "learn", lambda _, *, insist=False: insisted.append(insist))
    wizard.tap("/setup/deck", do="insist")
    wizard.tap("/setup/deck", do="learn")
    assert insisted == [True, False]


def test_the_pictures_of_a_deck_go_along_to_the_game_that_is_chosen(wizard: Wizard) -> None:
    wizard.eye.see(scene(20))
    wizard.tap("/setup/deck", do="begin", name="Ours")
    wizard.tap("/setup/deck", do="take")
    wizard.tap("/setup/game", do="next", game="no-thanks")
    lesson = wizard.eye.showing.lesson()
    assert lesson is not None
    assert (lesson.game, len(lesson.pictures)) == ("no-thanks", 1)


def test_a_deck_learnt_for_another_game_is_not_played_with(
    wizard: Wizard, monkeypatch: pytest.MonkeyPatch
) -> None:
    learnt = Lesson(LessonState.LEARNT, "Ours", "fifty-fifty", (9,))
    monkeypatch.setattr(Showing, "lesson", lambda _: learnt)
    wizard.seat("Ann", "Ben", "Cem")
    wizard.tap("/setup/game", do="next", game="no-thanks")
    wizard.tap("/setup/deck", do="end")
    wizard.tap("/setup/start", do="empty")
    assert wizard.eye.decks_used == [None]


def test_colours_are_asked_and_named_in_ones_own_language(wizard: Wizard) -> None:
    wizard.seat("Ann", "Ben")
    wizard.tap("/setup/game", do="next", game="quick-and-easy", starter="Ann")
    assert 'value="rot, blau, grün, gelb, lila"' in wizard.page("/setup/rules?lang=de")
    wizard.tap("/setup/rules", **{"colours-own": "Rot, blau, grün, gelb, orange"})
    wizard.tap("/setup/start", do="empty")
    assert wizard.game()["rules"] == {"colours": ["red", "blue", "green", "yellow", "orange"]}


def test_colours_that_are_the_usual_ones_are_no_house_rule(wizard: Wizard) -> None:
    wizard.seat("Ann", "Ben")
    wizard.tap("/setup/game", do="next", game="quick-and-easy", starter="Ann")
    wizard.tap("/setup/rules", **{"colours-own": "Red, blue, green, yellow, purple"})
    wizard.tap("/setup/start", do="empty")
    assert wizard.game()["rules"] == {}


@pytest.mark.parametrize("said", ["every third", "Jede  dritte", "every-third"])
def test_every_third_number_is_taken_in_anybodys_words(wizard: Wizard, said: str) -> None:
    wizard.seat("Ann", "Ben")
    wizard.tap("/setup/rules", **{"purple-own": "3, 6", "purple": "own"})
    assert wizard.tap("/setup/rules", **{"purple-own": said, "purple": "own"}).status_code == 303
    wizard.tap("/setup/start", do="empty")
    assert wizard.game()["rules"] == {}


def test_a_colour_written_from_right_to_left_comes_back_as_it_was_typed(wizard: Wizard) -> None:
    red = "\u05d0\u05d3\u05d5\u05dd"
    wizard.tap("/setup/game", do="next", game="quick-and-easy")
    wizard.tap("/setup/rules", **{"colours-own": f"{red}, blue, green, yellow, purple"})
    assert f'value="{red}, blue, green, yellow, purple"' in wizard.page("/setup/rules")


def test_a_deck_with_colours_of_its_own_is_played_and_shown(wizard: Wizard) -> None:
    wizard.seat("Ann", "Ben")
    wizard.tap("/setup/game", do="next", game="quick-and-easy", starter="Ann")
    wizard.tap("/setup/rules", **{"colours-own": "pink, blue, sea green, yellow, purple"})
    wizard.tap("/setup/start", do="empty")
    wizard.table.enter(
        {
            "player": "Ann",
            "lay": [
                {"stack": "up", "value": 2, "colour": "sea green"},
                {"stack": "down", "value": 8, "colour": "blue"},
            ],
        },
        {"player": "Ben", "lay": [{"stack": "up", "value": 4, "colour": "pink"}]},
    )
    view = wizard.table.door.view()
    assert view.attention is None
    assert [(zone.cards[0].text, zone.cards[0].colour) for zone in view.zones] == [("4", None), ("8", "blue")]
    for path in ("/", "/acts", "/acts?first=5-up-sea+green", "/acts/0/change", "/standings"):
        assert wizard.client.get(path).status_code == 200
    assert "sea green" in wizard.page("/acts")
