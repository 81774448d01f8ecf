"""What a guessed card may be instead is offered for one tap, until it is put right or play has gone on."""

from companion.events import Correct, Undo
from companion.evidence import Side
from companion.instead import RECENT, instead
from companion.recount import Replace
from companion.session import Session
from tests.companion.drawn import arrival, table
from tests.companion.test_following import Evening, opening

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


def test_the_other_faces_of_a_guess_and_a_pass_are_offered() -> None:
    evening = guessed()
    found = instead(evening.session)
    assert found is not None
    assert found.at == 3
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
