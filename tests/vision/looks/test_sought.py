"""Numbers that stand faintly on cards of which nothing was read are sought once more."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tests.vision.laid import Lying, Table, says, table
from vision.cards.candidates import Candidate
from vision.cards.grouping import group
from vision.looks.sought import MOST, MOST_CARDS, sought
from vision.pipeline import Reader
from vision.prints.finder import CardHint, CardKind, Print
from vision.prints.nets import FloatArray

GREY = np.full((600, 900, 3), 120, np.uint8)
ROW = [Lying("4", 200, shows="middle"), Lying("38", 330, shows="middle"), Lying("52", 460, shows="middle")]


def faint(laid: Table, which: int, score: float = 0.12) -> Table:
    """Give the same table with one print hardly seen."""
    prints = [replace(p, score=score) if i == which else p for i, p in enumerate(laid.finding.prints)]
    return Table(replace(laid.finding, prints=tuple(prints)), laid.values)


class Sought:
    """Looks for what is faint on a table, and counts what was read."""

    def __init__(self, laid: Table) -> None:
        self.table, self.asked = laid, 0

    def __call__(self, candidates: Sequence[Candidate], known: Sequence[int]) -> list[int]:
        """Give the numbers on the table when only some prints were read at first."""
        all_ = self.table.finding
        finding = replace(all_, prints=tuple(all_.prints[i] for i in known))
        values = self.table.values[list(known)]
        _, better = sought(GREY, all_.prints, finding, values, candidates, _as_found, self._digits)
        return [int(row.argmax()) for row in better]

    def _digits(self, image: NDArray[np.uint8], prints: Sequence[Print]) -> FloatArray:
        self.asked += len(prints)
        return self.table.digits(image, prints)


def _as_found(image: NDArray[np.uint8], prints: Sequence[Print]) -> tuple[Print, ...]:
    return tuple(prints)


def unread(card: Lying, score: float = 0.8) -> Candidate:
    return Candidate(card.hint(CardKind.CARD, score), (), score)


def test_a_faint_number_is_read_on_a_card_that_is_there() -> None:
    laid = faint(table(ROW), 0)
    reader = Reader("fifty-fifty", laid.find, _as_found, laid.faces, laid.digits, known=False, further=())
    assert [c.believed and c.believed.value for c in reader.read(GREY)] == [4, 38, 52]


def test_a_faint_number_is_read_on_a_card_that_is_hardly_seen() -> None:
    """Of a closely covered card, the look tells little; that nothing was read there tells that it is one."""
    laid = faint(table(ROW), 0)
    dim = [replace(c, score=0.4) if c.centre[0] < 250 else c for c in laid.finding.cards]
    weak = Table(replace(laid.finding, cards=tuple(dim)), laid.values)
    reader = Reader("fifty-fifty", weak.find, _as_found, laid.faces, laid.digits, known=False, further=())
    assert [c.best and c.best.value for c in reader.read(GREY)] == [4, 38, 52]


def test_numbers_are_sought_on_the_likeliest_of_many_cards() -> None:
    """Squares of a table top look like blank cards, less than the card does whose number is faint."""
    laid = faint(table(ROW), 0)
    tiles = [unread(Lying("?", 40 + 60 * i, 60), 0.5) for i in range(40)]
    looks = Sought(laid)
    assert looks([*tiles, unread(ROW[0])], known=[1, 2]) == [38, 52, 4]
    among_all, looks.asked = looks.asked, 0
    looks([*tiles[: MOST_CARDS - 1], unread(ROW[0])], known=[1, 2])
    assert among_all == looks.asked > MOST_CARDS


def test_no_number_is_sought_on_what_looks_like_a_pass_card_from_near_by() -> None:
    laid = faint(table(ROW), 0)

    def passes(image: NDArray[np.uint8], cards: Sequence[CardHint]) -> FloatArray:
        return np.tile(np.array([0.02, 0.97, 0.01], np.float32), (len(cards), 1))

    reader = Reader("fifty-fifty", laid.find, _as_found, passes, laid.digits, known=False, further=())
    assert [c.alternatives[0].card.value for c in reader.read(GREY)] == [None, 38, 52]


def test_where_two_numbers_stand_clearly_on_what_seems_to_be_one_card_both_are_told() -> None:
    """Of two cards half under a hand a look may make one."""
    laid = table(ROW)
    near = replace(laid.finding.prints[1], centre=(230.0, 300.0), card=ROW[0].hint(CardKind.NUMBER))
    both = replace(laid.finding, prints=(laid.finding.prints[0], near, laid.finding.prints[2]))
    unclear = np.concatenate([laid.values[:1], says({38: 0.8})[None], laid.values[2:]])
    assert Sought(Table(both, laid.values))([unread(ROW[0])], [2]) == [52, 4, 38]
    assert Sought(Table(both, unclear))([unread(ROW[0])], [2]) == [52, 4]


def test_a_faint_number_where_no_card_is_seen_is_left_alone() -> None:
    seek = Sought(faint(table(ROW), 0))
    assert seek([], [1, 2]) == [38, 52]
    assert not seek.asked


def test_what_reads_as_no_number_is_none() -> None:
    laid = faint(table(ROW), 0)
    nothing = Table(laid.finding, np.concatenate([says({4: 0.2}, junk=0.7)[None], laid.values[1:]]))
    assert Sought(nothing)([unread(ROW[0])], [1, 2]) == [38, 52]


def test_the_clearest_of_several_spots_counts_and_few_are_looked_at() -> None:
    laid = table(ROW)
    odd = [replace(laid.finding.prints[0], centre=(200.0 + i, 300.0), score=0.2 - 0.01 * i) for i in range(6)]
    rows = [says({4: 0.6 + 0.1 * i}) for i in range(3)] + [says({7: 0.999})] * 3
    many = Table(
        replace(laid.finding, prints=(*laid.finding.prints[1:], *odd)),
        np.concatenate([laid.values[1:], np.array(rows)]),
    )
    seek = Sought(many)
    assert seek([unread(ROW[0])], [0, 1]) == [38, 52, 4]
    assert seek.asked == MOST + 2  # and where the others bear theirs, either way up


def test_nothing_is_read_again_where_all_cards_were_read() -> None:
    laid = table(ROW)
    seek = Sought(laid)
    assert seek(group(laid.finding, laid.values), [0, 1, 2]) == [4, 38, 52]
    assert not seek.asked
