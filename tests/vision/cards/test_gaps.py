"""Gaps in a row: where even steps pass over a card, one is asked about; nothing else changes."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import Card, Zone
from companion.evidence import Alternative, SeenCard
from vision.cards.gaps import filled

WIDE, HIGH = 100.0, 156.0


def card(x: float, y: float = 0.0, zone: Zone = Zone.ROW, size: float = 1.0) -> SeenCard:
    """A sure card whose left edge lies at ``x``."""
    w, h = size * WIDE, size * HIGH
    quad = ((x, y), (x + w, y), (x + w, y + h), (x, y + h))
    return SeenCard(zone, quad, (Alternative(Card.parse("7"), 0.99),), True)


def row(*places: float) -> tuple[SeenCard, ...]:
    return tuple(card(x) for x in places)


def unread(cards: Sequence[SeenCard]) -> list[float]:
    """Where the left edges of the unread cards lie."""
    return [round(c.quad[0][0], 1) for c in cards if not c.alternatives]


def test_a_step_twice_as_long_passes_over_a_card() -> None:
    told = filled(row(0, 50, 100, 200, 250, 300))
    assert unread(told) == [150.0]
    assert [c.quad[0][0] for c in told] == [0, 50, 100, 150, 200, 250, 300]
    assert not told[3].sure


def test_one_three_times_as_long_passes_over_two() -> None:
    assert unread(filled(row(0, 60, 120, 180, 360, 420))) == [240.0, 300.0]


def test_a_slanting_row_is_filled_on_its_line() -> None:
    slanting = [card(x, x / 5) for x in (0, 50, 100, 200, 250, 300)]
    (hidden,) = (c for c in filled(slanting) if not c.sure)
    assert hidden.quad[0] == pytest.approx((150.0, 30.0))


def test_the_hidden_card_lies_as_its_neighbour_does_though_the_next_lies_on_its_head() -> None:
    cards = list(row(0, 50, 100, 200, 250, 300))
    cards[3] = replace(cards[3], quad=(*cards[3].quad[2:], *cards[3].quad[:2]))
    assert filled(cards)[3].quad[0] == pytest.approx((150.0, 0.0))


@pytest.mark.parametrize(
    "places",
    [
        (0, 50, 100, 150, 200, 250),
        (0, 50, 100, 180, 230, 280),  # a longer step, but not as long as two
        (0, 50, 100, 200, 250),  # too few to know what is usual
        (0, 110, 220, 440, 550, 660),  # side by side: one may have been taken away
        (0, 30, 110, 130, 230, 250, 330),  # laid in uneven steps
    ],
)
def test_other_rows_are_told_as_they_are(places: tuple[float, ...]) -> None:
    assert filled(row(*places)) == row(*places)


def test_a_gap_beside_a_card_that_was_not_read_says_nothing() -> None:
    cards = list(row(0, 50, 100, 200, 250, 300, 350))
    cards[3] = replace(cards[3], alternatives=(), sure=False)
    assert filled(cards) == tuple(cards)


def test_steps_of_cards_of_several_sizes_say_nothing() -> None:
    cards = (*row(0, 50, 100, 200, 250), card(300, size=1.5))
    assert filled(cards) == cards


def test_cards_beside_the_row_have_no_part_in_it() -> None:
    jump = card(900, zone=Zone.JUMP)
    cards = (*row(0, 50, 100, 150, 200, 250), jump)
    assert filled(cards) == cards
    assert filled((*row(0, 50, 100, 200, 250, 300), jump))[-1] is jump


def test_seen_at_a_slant_the_steps_count_as_they_are_from_above() -> None:
    long, even = row(0, 50, 100, 200, 250, 300), row(0, 55, 110, 165, 220, 275)
    assert filled(long, even) == long
    assert unread(filled(even, long)) == [pytest.approx(110 + 55 / 2, abs=0.1)]


def test_what_was_not_seen_from_above_has_no_step() -> None:
    long = row(0, 50, 100, 150, 200, 300, 350, 400)
    assert unread(filled(long, long)) == [250.0]
    assert filled(long, [*long[:5], None, *long[6:]]) == long


@given(st.lists(st.floats(5, 400), max_size=12))
def test_no_card_that_was_seen_is_lost_or_changed(steps: list[float]) -> None:
    cards = row(*(sum(steps[:k]) for k in range(len(steps) + 1)))
    told = filled(cards)
    assert tuple(c for c in told if c.sure) == cards
    assert all(c.zone is Zone.ROW for c in told)
