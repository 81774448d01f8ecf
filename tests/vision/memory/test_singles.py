"""What is remembered of single cards that lie open: one that is moved has gone and come."""

import pytest

from companion.cards import Card, Zone
from companion.evidence import Alternative, SeenCard
from tests.vision.memory.test_row import quad
from vision.memory.known import Known, Scene
from vision.memory.singles import remember


def lies(number: int, x: float, sure: bool = True) -> Known:
    return Known.once(SeenCard(Zone.ROW, quad(x), (Alternative(Card.number(number), 0.98),), sure))


def scene(hidden: float = 0.0) -> Scene:
    return Scene(lambda quad, over: 1.0, lambda quad, over: hidden, lambda quad, over: 1.0)


@pytest.mark.parametrize(
    ("at", "sure", "hidden", "moved"),
    [(300.0, True, 0.0, True), (20.0, True, 0.0, False), (300.0, True, 0.5, False)],
)
def test_a_card_that_lies_far_off_has_been_moved(at: float, sure: bool, hidden: float, moved: bool) -> None:
    change = remember([lies(14, 0.0)], [lies(14, at, sure)], scene(hidden), True)
    numbers = [card.best.value for card in change.arrived if card.best]
    assert numbers == ([14] if moved else [])
    assert [card.quad for card in change.gone] == ([quad(0.0)] if moved else [])


def test_the_others_stay_as_they_were() -> None:
    change = remember([lies(14, 0.0), lies(7, 500.0)], [lies(14, 300.0), lies(7, 500.0)], scene(), True)
    assert [known.card.best for known in change.known] == [Card.number(14), Card.number(7)]
    assert [card.best for card in change.arrived] == [Card.number(14)]
