"""What a referee is shown: the acts in words, what may be entered, what a change would do."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.clock import Instant
from companion.errors import BadRecord, IllegalAct, Outdated
from companion.evidence import Alternative
from companion.observing import questions
from companion.observing.said_by_people import faces_in
from companion.records.game import Played, replayed, start_game
from companion.records.recount import Replace, TakeBack
from companion.rules.base import Rules
from companion.rules.catalogue import GAMES
from companion.sessions.events import Correct, EnterAct, StartGame
from companion.sessions.session import Session
from companion.simulation.games import play, random_header
from companion.views.mending import acts_of, at_end, form_at, preview
from companion.views.offers import Form, Hand, form
from companion.views.present import view_of
from tests.companion.drawn import arrival, face, table
from tests.companion.sessions.test_history import Evening, begun


def labels(entry: Form, verb: str) -> dict[str | None, list[str]]:
    return {group.player: [o.label for o in group.offers] for group in entry.groups if group.verb == verb}


def test_the_acts_are_told_in_words() -> None:
    shown = acts_of(begun().session)
    assert [act.words for act in shown.acts][:2] == [
        "Ann starts the row with 70.",
        "Ben plays 77 behind 70.",
    ]
    assert (shown.edits, shown.revision, shown.can_undo, shown.can_redo) == (4, 0, True, False)
    assert shown.acts[1].act == {"player": "Ben", "play": 77}


def test_a_card_knows_the_act_that_laid_it() -> None:
    evening = begun()
    evening.correct(Replace(3, {"player": "Ann", "play": "pass"}))
    evening.enter({"player": "Ben", "play": "pass"})
    row = view_of(evening.session, 1).zones[0].cards
    assert [(card.text, card.act) for card in row if card.text != "pass"] == [("70", 0), ("73", 2)]
    assert [card.act for card in row if card.text == "pass"] == [3, 4]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_card_that_lies_was_laid_by_an_act_that_names_it(game: Rules) -> None:
    record = play(random_header(game.slug, Random(4)), Random(4)).to_record()
    played = [Played(act.fields) for act in record.acts]
    fresh = start_game(record.header.to_record(), Instant(0))
    for count in range(1, len(played)):
        at = replayed(fresh, played[:count])
        for zone in view_of(Session(game=at), 1).zones:
            for card in zone.cards:
                assert card.act is not None
                texts = [questions.face(c) for c in faces_in(at.acts[card.act].line)]
                assert card.text in texts


def test_an_act_that_does_not_count_is_told_with_the_reason() -> None:
    evening = begun()
    evening.correct(Replace(2, {"player": "Cem", "play": 60}))
    act = acts_of(evening.session).acts[3]
    assert act.words == "Ann plays 60"
    assert act.flaw
    assert "60" in act.flaw


def test_what_may_be_entered_next() -> None:
    entry = form_at(begun().session)
    plays = labels(entry, "play")
    assert set(plays) == {"Ben"}
    assert "pass" in plays["Ben"]
    assert not {"70", "77", "73", "60"} & set(plays["Ben"])
    assert labels(entry, "jump") == {"Ben": ["10"], "Cem": ["10"]}


def test_what_may_stand_in_an_earlier_place() -> None:
    plays = labels(form_at(begun().session, 1), "play")
    assert set(plays) == {"Ben"}
    assert "60" in plays["Ben"]
    with pytest.raises(BadRecord, match="there is no act 5"):
        form_at(begun().session, 4)


def test_a_doubtful_card_offers_what_it_may_be_best_first() -> None:
    evening = begun()
    evening.put(table("60 82?28", 90.0, arrival("82?28", 89.0, place=1)))
    offers = view_of(evening.session, 1).offers
    assert [(offer.player, offer.label) for offer in offers] == [("Ben", "82"), ("Ben", "28")]
    evening.put(EnterAct(offers[1].act, evening.tick()))
    assert view_of(evening.session, 2).offers == ()
    assert evening.verbs()[-1] == {"player": "Ben", "play": 28}


def test_a_card_that_was_read_offers_what_else_it_may_have_been() -> None:
    evening = Evening().enter({"player": "Ann", "play": 20})
    evening.put(table("20 82", 30.0, arrival("82", 29.0, place=1)))
    seen = evening.session.seen
    assert seen
    guessed = (Alternative(face("82"), 0.9), Alternative(face("28"), 0.1))
    last = replace(seen.cards[-1], alternatives=guessed)
    session = replace(evening.session, seen=replace(seen, cards=(seen.cards[0], last)))
    assert [offer.label for offer in form_at(session, 1).likely] == ["28"]


def test_hands_are_revealed_player_by_player() -> None:
    evening = Evening({"game": "fifty-fifty", "players": ["Ann", "Ben"], "starter": "Ann"})
    chance = Random(5)
    while evening.session.game and not form_at(evening.session).hands:
        offers = [o for g in form_at(evening.session).groups if g.verb == "play" for o in g.offers]
        evening.enter(chance.choice(offers).act)
        assert not evening.session.result
    entry = form_at(evening.session)
    assert Hand("Ann", 1) in entry.hands or Hand("Ben", 1) in entry.hands
    seen = {str(act["play"]) for act in evening.verbs()}
    assert not seen & (set(entry.cards) - {"pass"})
    cards = iter(c for c in entry.cards if c != "pass")
    reveal = {hand.player: [int(next(cards)) for _ in range(hand.count)] for hand in entry.hands}
    evening.enter({"reveal": reveal})
    assert evening.session.result


def test_what_a_change_would_do_is_checked_and_changes_nothing() -> None:
    evening = begun()
    before = evening.session
    said = preview(before, Correct(TakeBack(3), Instant(0)))
    assert said[0].startswith("Act 4 is taken back")
    with pytest.raises(IllegalAct):
        preview(before, Correct(Replace(0, {"player": "Ben", "play": 1}), Instant(0)))
    with pytest.raises(BadRecord, match="101"):
        preview(before, Correct(Replace(1, {"player": "Ben", "play": 101}), Instant(0)))
    with pytest.raises(Outdated):
        preview(before, Correct(TakeBack(3), Instant(0), revision=7))
    last = preview(before, Correct(at_end(before, {"player": "Ben", "play": 90}), Instant(0)))
    assert last == ["Act 5 is new: Ben plays 90 behind 60."]


def test_without_a_game_there_is_nothing_to_mend() -> None:
    assert acts_of(Session()).acts == ()
    for ask in (lambda: form_at(Session()), lambda: preview(Session(), Correct(TakeBack(0), Instant(0)))):
        with pytest.raises(BadRecord, match="No game is running"):
            ask()


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.slug)
def test_every_game_can_be_entered_by_hand(rules: Any) -> None:
    """Each candidate is offered once, and no two offers of a group look alike."""
    chance = Random(11)
    played = play(random_header(rules.slug, chance), chance)
    for state in played.states[:: max(1, len(played.states) // 8)]:
        entry = form(rules, state)
        offered = [offer.act for group in entry.groups for offer in group.offers]
        expected = [act.to_record() for act in rules.candidates(state)]
        assert sorted(map(str, offered)) == sorted(map(str, expected))
        for group in entry.groups:
            assert len({offer.label for offer in group.offers}) == len(group.offers)


def test_a_game_of_no_thanks_is_scored_by_hand() -> None:
    chance = Random(2)
    played = play(random_header("no-thanks", chance), chance)
    evening = Evening(played.header.to_record())
    assert evening.put(StartGame(played.header.to_record(), Instant(0))) == ["game"]
    evening.enter(*(act.to_record() for act in played.acts))
    assert evening.session.result
    assert len(acts_of(evening.session).acts) == len(played.acts)
