"""What a guessed card may be instead is offered for one tap, until it is put right or play has gone on."""

from companion.evidence import Side
from companion.records.recount import Replace
from companion.sessions.events import Correct, Undo
from companion.sessions.session import Session
from companion.views.other_faces import RECENT, instead
from tests.companion.drawn import arrival, table
from tests.companion.evening import Evening, opening

SIDES = (Side.NORTH, Side.EAST, Side.SOUTH, Side.WEST)


def guessed() -> Evening:
    evening = Evening()
    opening(evening)
    evening.see(
        table("11 12 16 77?71", 10.0, arrival("77?71", 9.2, side=Side.NORTH, place=3)),
        table("11 12 16 77?71 74", 12.0, arrival("74", 11.5, side=Side.EAST, place=4)),
    )
    assert evening.acts()[3]["unsure"] == ["act"]
    return evening


def labels(session: Session) -> list[str]:
    found = instead(session)
    return [offer.label for offer in found.offers] if found else []


def swept(next_card: str) -> Evening:
    """Let a card that nobody could read be swept away before the next one is laid in its place."""
    evening = Evening()
    opening(evening)
    evening.see(table("11 12 16 .", 10.0, arrival(".", 9.2, side=Side.NORTH, place=3)))
    evening.see(table("11 12 16", 11.0, removed_at=10.7))
    evening.see(table(f"11 12 16 {next_card}", 12.5, arrival(next_card, 12.0, side=Side.EAST, place=3)))
    assert [(act["play"], act.get("unsure")) for act in evening.acts()[3:4]] == [("pass", ["act"])]
    return evening


def confirmed(evening: Evening) -> None:
    found = instead(evening.session)
    assert found is not None
    evening.put(Correct(Replace(found.at, found.told.act), evening.events[-1].at))


def test_the_guess_itself_the_other_faces_and_a_pass_are_offered() -> None:
    evening = guessed()
    found = instead(evening.session)
    assert found is not None
    assert found.at == 3
    assert dict(found.told.act) == {"player": "Cleo", "play": 71}
    assert [dict(offer.act) for offer in found.offers] == [
        {"player": "Cleo", "play": 77},
        {"player": "Cleo", "play": "pass"},
    ]


def test_nothing_is_offered_once_it_is_put_right_and_it_can_be_undone() -> None:
    evening = guessed()
    evening.put(Correct(Replace(3, {"player": "Cleo", "play": "pass"}), evening.events[-1].at))
    assert evening.session.game is not None
    assert evening.session.game.acts[3].line["play"] == "pass"
    assert labels(evening.session) == []
    evening.put(Undo(evening.events[-1].at))
    assert labels(evening.session) == ["77", "pass"]


def test_whoever_says_that_a_guess_was_right_is_not_asked_again() -> None:
    evening = guessed()
    confirmed(evening)
    assert instead(evening.session) is None
    assert evening.session.attention is None
    assert evening.session.game is not None
    assert dict(evening.session.game.acts[3].line) == {"t": 9.2, "player": "Cleo", "play": 71}
    assert evening.session.said
    evening.see(table("11 12 16 77?71 74 80", 14.0, arrival("80", 13.5, side=Side.SOUTH, place=5)))
    assert evening.acts()[-1] == {"t": 13.5, "player": "Ada", "play": 80}
    evening.put(Undo(evening.events[-1].at))
    evening.put(Undo(evening.events[-1].at))
    assert labels(evening.session) == ["77", "pass"]


def test_a_guessed_pass_is_confirmed_with_one_tap() -> None:
    evening = swept("30")
    assert labels(evening.session) == []
    confirmed(evening)
    assert instead(evening.session) is None


def test_instead_of_a_guessed_pass_the_few_numbers_that_can_have_lain_there_are_offered() -> None:
    evening = swept("98")
    assert labels(evening.session) == ["99", "100"]
    found = instead(evening.session)
    assert found is not None
    evening.put(Correct(Replace(found.at, found.offers[0].act), evening.events[-1].at))
    assert evening.session.game is not None
    assert [act.line["play"] for act in evening.session.game.acts[3:]] == [99, 98]
    assert not any(act.flaw for act in evening.session.game.acts)


def test_a_guess_of_long_ago_is_not_asked_about() -> None:
    evening, row = guessed(), "11 12 16 77?71 74"
    for i, number in enumerate(range(80, 80 + RECENT)):
        row += f" {number}"
        came = arrival(str(number), 14.0 + 2 * i, side=SIDES[(i + 2) % 4], place=5 + i)
        evening.see(table(row, 14.5 + 2 * i, came))
    assert len(evening.acts()) == 5 + RECENT
    assert labels(evening.session) == []


def test_of_what_was_read_surely_nothing_is_offered() -> None:
    evening = Evening()
    opening(evening)
    assert labels(evening.session) == []
