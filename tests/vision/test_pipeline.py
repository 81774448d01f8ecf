"""From a picture to the cards, with a finder and a digit reader that know the drawn table."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import cos, pi
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.cards import PASS, Zone
from companion.errors import SettingsError
from companion.evidence import SeenCard
from tests.vision.laid import HEIGHT, Lying, Table, row, says, table
from vision import pipeline
from vision.cards import gathering
from vision.cards.decode import Evidence, cut_short
from vision.cards.gathering import Grouped
from vision.games import GameLook
from vision.looks.distance import Glance, View
from vision.looks.look import Context
from vision.looks.near import FaceKnower
from vision.pipeline import Reader
from vision.prints.digits import CLASSES
from vision.prints.finder import CardKind, Print
from vision.prints.nets import FloatArray

GREY = np.full((720, 1280, 3), 120, np.uint8)
EVERYWHERE = (0, 0, 1280, 720)
"""A picture without colour: only the drawn prints speak."""


def reader(drawn: Table, game: str = "fifty-fifty") -> Reader:
    return Reader(game, find=drawn.find, closeup=as_found, faces=drawn.faces, digits=drawn.digits, further=())


def as_found(image: NDArray[np.uint8], prints: Sequence[Print]) -> tuple[Print, ...]:
    """A close look that finds every print standing just as the finder said."""
    return tuple(prints)


def looking(number: float, pass_: float, nothing: float) -> FaceKnower:
    """Give a look from near by that takes every card for the same, with these probabilities."""
    return lambda image, cards: np.tile(np.array([number, pass_, nothing], np.float32), (len(cards), 1))


NUMBERS, BACKS = looking(0.98, 0.01, 0.01), looking(0.02, 0.01, 0.97)


def told(cards: Sequence[SeenCard], zone: Zone = Zone.ROW) -> list[int | str | None]:
    return [_face(c) for c in cards if c.zone is zone]


def _face(card: SeenCard) -> int | str | None:
    if card.believed is None:
        return None
    return "pass" if card.believed.value is None else card.believed.value


@pytest.mark.parametrize("pitch", [34, 60, 130])
@pytest.mark.parametrize("up", [0.0, pi, 0.3])
def test_a_row_is_read_in_its_order(pitch: float, up: float) -> None:
    drawn = table(row("3 17 23 40 88 pass", pitch=pitch, up=up, at=(600, 350)), noise=0.015)
    assert told(reader(drawn).read(GREY)) == [3, 17, 23, 40, 88, "pass"]


def test_row_and_jump_are_told_apart() -> None:
    drawn = table([*row("3 17 23"), Lying("73", 300, 300 + 1.3 * HEIGHT, 0.2, "tl br middle")])
    cards = reader(drawn).read(GREY)
    assert (told(cards), told(cards, Zone.JUMP)) == ([3, 17, 23], [73])


def test_a_card_that_cannot_be_read_is_a_question_in_the_row() -> None:
    drawn = table(row("3 ? 23"))
    assert told(reader(drawn).read(GREY)) == [3, None, 23]


@pytest.mark.parametrize(("numbers", "times", "seen"), [("3 17", 2.0, [3, 17]), ("3 17", 1.2, [3, 17, None])])
def test_what_is_of_another_size_than_two_sure_cards_is_none_of_the_deck(
    numbers: str, times: float, seen: list[int | None]
) -> None:
    drawn = table([*row(numbers, pitch=150), Lying("?", 500)])
    other = tuple(
        replace(c, height=times * c.height, width=times * c.width) if c.centre[0] == 500 else c
        for c in drawn.finding.cards
    )
    cards = reader(replace(drawn, finding=replace(drawn.finding, cards=other))).read(GREY)
    assert told(cards) == seen


def test_what_reads_better_as_a_number_that_no_card_bears_is_not_turned_round() -> None:
    drawn = table([Lying("18", 400, shows="middle"), Lying("7", 800, up=pi), Lying("7", 1000, up=pi)])

    def digits(image: NDArray[np.uint8], prints: Sequence[Print]) -> FloatArray:
        ways = [{7: 0.99} if p.centre[0] > 600 else {18: 0.48, 81: 0.47} for p in prints]
        turned = [cos(p.up) < 0 and p.centre[0] < 600 for p in prints]
        said = [says({81: 0.84} if t else way) for t, way in zip(turned, ways, strict=True)]
        return np.array(said, np.float32).reshape(-1, CLASSES)

    seen = replace(reader(drawn, "futschikato"), digits=digits).read(GREY)
    assert next(c for c in seen if c.quad[0][0] < 600).alternatives[0].probability > 0.5


def test_a_pass_card_too_far_off_for_the_finder_is_known_from_near_by() -> None:
    drawn = table(row("3 17 pass"))
    blind = replace(drawn, finding=replace(drawn.finding, passes=()))
    assert told(reader(blind).read(GREY)) == [3, 17, None]
    near = replace(reader(blind), faces=drawn.faces)
    last = near.read(GREY)[-1]
    assert last.alternatives[0].card == PASS
    assert last.alternatives[0].probability > 0.5


def test_what_looks_like_no_pass_card_from_near_by_is_a_question() -> None:
    drawn = table(row("3 17 pass"))
    doubting = replace(reader(drawn), faces=NUMBERS)
    assert told(doubting.read(GREY)) == [3, 17, None]


def faint(drawn: Table, face: int, score: float) -> Table:
    """Give a table on which one card was hardly noticed."""
    cards = tuple(replace(c, score=score) if k == face else c for k, c in enumerate(drawn.finding.cards))
    return replace(drawn, finding=replace(drawn.finding, cards=cards, passes=()))


PASSES = looking(0.0, 1.0, 0.0)


@pytest.mark.parametrize(
    ("look", "score", "seen"),
    [
        (PASSES, 0.45, [3, 17, "pass"]),
        (PASSES, 0.35, [3, 17, None]),
        (NUMBERS, 0.45, [3, 17, None]),
        (NUMBERS, 0.35, [3, 17]),
        (BACKS, 0.45, [3, 17]),
    ],
)
def test_a_card_hardly_noticed_in_line_with_the_row_is_told_of_and_a_pass_if_it_surely_is_one(
    look: FaceKnower, score: float, seen: list[int | str | None]
) -> None:
    drawn = faint(table(row("3 17 pass", pitch=130)), 2, score)
    assert told(replace(reader(drawn), faces=look).read(GREY)) == seen


@pytest.mark.parametrize("game", ["fifty-fifty", "no-thanks"])
@pytest.mark.parametrize(("aside", "up"), [(0.0, 0.7), (0.4, 0.0)])
def test_a_card_hardly_noticed_out_of_line_is_none(game: str, aside: float, up: float) -> None:
    laid = [*row("3 17", pitch=130), Lying("?", 460, 300 + aside * HEIGHT, up)]
    drawn = faint(table(laid), 2, 0.45)
    seen = replace(reader(drawn, game), faces=NUMBERS).read(GREY)
    assert [c.best.value for c in seen if c.best] == [3, 17]
    assert len(seen) == 2


@pytest.mark.parametrize(
    ("likely", "at", "seen"),
    [
        (0.8, (330.0, 300.0), [3, 17, 23, 40]),
        (0.5, (330.0, 300.0), [3, 23, 40]),
        (0.8, (330.0, 600.0), [3, 23, 40]),
    ],
)
def test_a_likely_number_on_a_card_hardly_noticed_is_asked_about_in_line_with_the_row(
    likely: float, at: tuple[float, float], seen: list[int]
) -> None:
    drawn = table([*row("3 ? 23 40", pitch=130)[::2], Lying("40", 590), Lying("17", *at)])
    values = drawn.values.copy()
    values[-1] = says({17: likely, 11: 0.9 - likely}, junk=0.1)
    weak = [replace(p, score=0.3, card=replace(p.card, score=0.3)) for p in drawn.finding.prints[-1:]]
    finding = replace(
        drawn.finding,
        prints=(*drawn.finding.prints[:-1], *weak),
        cards=tuple(replace(c, score=0.35) if k == 3 else c for k, c in enumerate(drawn.finding.cards)),
    )
    cards = reader(replace(drawn, finding=finding, values=values)).read(GREY)
    assert [c.best.value for c in cards if c.best] == seen
    assert 17 not in told(cards)


def test_what_looks_like_a_back_from_near_by_is_no_card() -> None:
    drawn = table(row("3 17 ?"))
    assert told(replace(reader(drawn), faces=BACKS).read(GREY)) == [3, 17]


def test_a_learnt_pass_card_is_known_though_it_looks_like_a_back() -> None:
    drawn = table(row("3 17 ?"))
    learnt = replace(reader(drawn), faces=BACKS, passes=lambda image, card, near: 0.97)
    assert told(learnt.read(GREY)) == [3, 17, "pass"]


def test_an_illegal_placement_is_read_as_it_lies() -> None:
    drawn = table(row("40 17 90 3"))
    assert told(reader(drawn).read(GREY)) == [40, 17, 90, 3]


@pytest.mark.parametrize(("right", "face"), [(0, 8), (8, None)])
def test_a_figure_close_to_the_next_card_is_a_question(right: float, face: int | None) -> None:
    drawn = table(row("8 pass", pitch=32))
    (print_,) = (p for p in drawn.finding.prints)
    there = replace(print_, centre=(print_.centre[0] + right, print_.centre[1]))
    near = replace(drawn, finding=replace(drawn.finding, prints=(there,)))
    assert told(reader(near).read(GREY)) == [face, "pass"]
    heard = replace(reader(near), second=lambda _, prints: np.array([says({8: 0.998})] * len(prints)))
    assert told(heard.read(GREY)) == [face, "pass"]


def test_a_card_whose_corners_read_as_two_numbers_is_a_question() -> None:
    """Some decks print the lower index upright: a 6 there reads as 9."""
    drawn = table([Lying("6", 300, shows="tl br"), Lying("7", 500, shows="tl br")])
    values = drawn.values.copy()
    values[1] = says({9: 0.998})
    assert told(reader(Table(drawn.finding, values), "any").read(GREY)) == [None, 7]


def test_uncertain_digits_are_never_believed() -> None:
    drawn = table(row("3 17 pass"), certain=0.5)
    assert told(reader(drawn).read(GREY)) == [None, None, "pass"]


def test_numbers_that_cannot_lie_there_sharpen_an_uncertain_reading() -> None:
    drawn = table([Lying("82", 300)])
    unsure = Table(drawn.finding, np.stack([says({82: 0.6, 28: 0.3995})]))
    assert told(reader(unsure).read(GREY)) == [None]
    assert told(reader(unsure).read_with_context(GREY, Context(frozenset({28})))) == [82]


def test_an_index_that_stands_against_its_corner_is_read_again() -> None:
    """A finder that takes a 68 for an upturned 89 is set right by the corner in which it stands."""
    drawn = table([Lying("68", 300), *row("70 80", at=(420, 300))])
    first = drawn.finding.prints[0]
    wrong = replace(drawn.finding, prints=(replace(first, up=pi), *drawn.finding.prints[1:]))

    def digits(image: NDArray[np.uint8], prints: Sequence[Print]) -> FloatArray:
        known = {p.centre: v for p, v in zip(drawn.finding.prints, drawn.values, strict=True)}
        upturned = says({89: 0.998})
        here = [p.centre == first.centre and abs(p.up) == pi for p in prints]
        return np.array([upturned if h else known[p.centre] for p, h in zip(prints, here, strict=True)])

    assert told(
        Reader(
            "fifty-fifty", find=lambda *_: Glance(wrong, 1.0), closeup=as_found, digits=digits, further=()
        ).read(GREY)
    ) == [
        68,
        70,
        80,
    ]


def test_a_number_is_asked_about_where_the_order_shows_that_the_row_lies_the_other_way_up() -> None:
    """An 8 and a 16 on their heads: two cards do not yet say so, and the 16 alone looks like a 91."""
    drawn = table([Lying("8", 700, up=pi, shows="middle"), Lying("16", 570, up=pi, shows="middle")])

    def digits(image: NDArray[np.uint8], prints: Sequence[Print]) -> FloatArray:
        other = [91 if cos(p.up) > 0 else 16 for p in prints]
        faces = [8 if p.centre[0] > 650 else face for p, face in zip(prints, other, strict=True)]
        return np.array([says({face: 0.995}) for face in faces], np.float32)

    cards = replace(reader(drawn), digits=digits).read(GREY)
    assert [c.best.value for c in cards if c.sure and c.best] == [8]
    doubtful = next(c for c in cards if not c.sure)
    assert {a.card.value for a in doubtful.alternatives} == {16, 91}


def test_a_figure_that_the_next_card_cuts_as_the_order_shows_the_row_to_lie_is_asked_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A 1 and an 8, alike on their heads: only as they grow in number does the next card lie on the 8."""
    drawn = table([Lying(n, x, up=pi, shows="middle") for n, x in (("1", 700), ("8", 570))])
    known = gathering.evidence

    def evidence(seen: Grouped, look: GameLook, sense: float, *more: Any) -> list[Evidence]:
        told = known(seen, look, sense, *more)
        if cos(sense) > 0:
            return told
        at = max(range(2), key=lambda k: -seen.numbers[k].hint.centre[0])
        told[at] = replace(told[at], readings=tuple(map(cut_short, told[at].readings)), cut=True)
        return told

    assert sorted(str(_face(c)) for c in reader(drawn).read(GREY)) == ["1", "8"]
    monkeypatch.setattr(pipeline, "evidence", evidence)
    assert sorted(str(_face(c)) for c in reader(drawn).read(GREY)) == ["1", "None"]


def test_the_second_opinion_is_asked_about_unsure_cards_only() -> None:
    drawn = table(row("3 17 23"))
    values = drawn.values.copy()
    values[1] = says({17: 0.6, 11: 0.39})
    asked: list[int] = []

    def second(image: NDArray[np.uint8], prints: Sequence[Print]) -> FloatArray:
        asked.extend(drawn.finding.prints.index(p) for p in prints)
        return np.stack([says({17: 0.98})] * len(prints))

    unsure = Table(drawn.finding, values)
    helped = Reader(
        "fifty-fifty", find=unsure.find, closeup=as_found, digits=unsure.digits, second=second, further=()
    )
    assert told(reader(unsure).read(GREY)) == [3, None, 23]
    assert told(helped.read(GREY)) == [3, 17, 23]
    assert asked == [1]


def test_no_second_opinion_is_asked_where_hardly_a_whole_number_is_seen() -> None:
    """Of a 45 half under the next card, a 4 shows: whoever is asked reads it clearly."""
    drawn = table([Lying("17", 200), Lying("4", 400)])
    faint = tuple(replace(p, score=0.1) if i else p for i, p in enumerate(drawn.finding.prints))
    values = drawn.values.copy()
    values[1] = says({4: 0.6, 9: 0.3})
    asked = list[Print]()

    def second(image: NDArray[np.uint8], prints: Sequence[Print]) -> FloatArray:
        asked.extend(prints)
        return np.stack([says({4: 0.98})] * len(prints))

    for prints, count in ((faint, 0), (drawn.finding.prints, 1)):
        unsure = Table(replace(drawn.finding, prints=prints), values)
        replace(reader(unsure), second=second).read(GREY)
        assert len(asked) == count


def looking_twice(first: Table, again: Table, asked: list[float] | None = None) -> Reader:
    """Give a reader that sees one table at first and another one from nearer."""

    def nearer(image: NDArray[np.uint8], seen: Glance) -> Glance:
        if asked is not None:
            asked.append(seen.distance)
        return Glance(again.finding, seen.distance / 2)

    def digits(image: NDArray[np.uint8], prints: Sequence[Print]) -> FloatArray:
        drawn = first if any(p in first.finding.prints for p in prints) else again
        return drawn.digits(image, prints)

    return Reader("fifty-fifty", first.find, as_found, first.faces, digits, further=(nearer,))


@pytest.mark.parametrize(("near", "face"), [("17", 17), ("14", None)])
def test_where_a_card_is_unsure_a_look_from_nearer_tells(near: str, face: int | None) -> None:
    drawn, asked = table(row("3 17 23")), list[float]()
    values = drawn.values.copy()
    values[1] = says({17: 0.6, 11: 0.39})
    doubtful, clear = Table(drawn.finding, values), table(row(f"3 {near} 23", at=(205, 300)))
    assert told(reader(doubtful).read(GREY)) == [3, None, 23]
    seen = looking_twice(doubtful, clear, asked).read_with_context(GREY, Context(view=View(2.0, EVERYWHERE)))
    assert told(seen) == [3, face, 23]
    assert asked == [2.0]


def test_a_table_read_clearly_from_nearer_is_looked_at_from_there_again() -> None:
    hidden = table(row("3 ? 23"))
    seen = looking_twice(hidden, table(row("3 17 23", at=(205, 300)))).observe(
        GREY, Context(view=View(2.0, EVERYWHERE))
    )
    assert (told(seen.cards), seen.distance) == ([3, 17, 23], 1.0)
    assert seen.stages.total > 0


def about(seen: Table, everywhere: Table, game: str = "futschikato") -> Reader:
    """Make a reader that sees one table first, and another one when it looks about and from then on."""

    def other(*_: object) -> Glance:
        return Glance(everywhere.finding, 1.0)

    def digits(image: NDArray[np.uint8], prints: Sequence[Print]) -> FloatArray:
        drawn = seen if all(p in seen.finding.prints for p in prints) else everywhere
        return drawn.digits(image, prints)

    return Reader(game, seen.find, as_found, seen.faces, digits, further=(other,), around=other)


def test_single_cards_about_the_table_are_looked_for_everywhere() -> None:
    near, far = Lying("3", 300, 200, shows="tl br middle"), Lying("17", 1000, 500, shows="tl br middle")
    looking_about = about(table([near]), table([near, far]))
    assert told(looking_about.read(GREY), Zone.SPOT) == [3, 17]
    again = Context(view=View(1.0, EVERYWHERE))
    assert told(looking_about.read_with_context(GREY, again), Zone.SPOT) == [3]


@pytest.mark.parametrize(("faces", "told_of"), [("3 17", [3, 17, 23]), ("3 17 21", [3, 17, 21])])
def test_where_few_cards_are_told_of_the_rest_of_the_row_is_looked_for(
    faces: str, told_of: list[int]
) -> None:
    looking_about = about(table(row(faces)), table(row("3 17 23")), "fifty-fifty")
    assert told(looking_about.read(GREY)) == told_of


def test_where_cards_are_seen_but_none_is_told_of_a_further_look_is_taken() -> None:
    faint_ = table([Lying("?", 300)])
    dim = tuple(replace(card, score=0.2) for card in faint_.finding.cards)
    nothing = Table(replace(faint_.finding, cards=dim), faint_.values)
    assert told(reader(nothing).read(GREY)) == []
    assert told(looking_twice(nothing, table(row("3 17"))).read(GREY)) == [3, 17]


@pytest.mark.parametrize(("faces", "told_of"), [("", [17]), ("3", [3])])
def test_where_nothing_is_told_a_card_may_fill_the_picture(faces: str, told_of: list[int]) -> None:
    large = table([Lying("17", 600, shows="tl br middle")])
    seen = table([Lying(face, 300, shows="tl br middle") for face in faces.split()])
    drawn = large if not faces else seen
    still = replace(reader(drawn), find=seen.find, afar=large.find)
    assert told(still.read(GREY)) == told_of
    assert told(replace(still, afar=None).read(GREY)) == [int(face) for face in faces.split()]


def test_what_from_afar_looked_like_a_pass_card_is_read_where_it_is_none_from_near_by() -> None:
    drawn = table([Lying("59", 200), Lying("69", 330, shows="tl br")])
    weak = tuple(replace(p, score=0.2) if k else p for k, p in enumerate(drawn.finding.prints))
    seen = drawn.finding.cards[1]
    as_pass = replace(seen, kind=CardKind.PASS, score=0.98)
    afar = Table(replace(drawn.finding, prints=weak, passes=(as_pass,)), drawn.values)
    nearby = replace(reader(afar), faces=looking(0.98, 0.01, 0.01))
    assert [c.best and c.best.value for c in nearby.read(GREY)] == [59, 69]


def test_a_table_that_is_clear_is_looked_at_once() -> None:
    asked = list[float]()
    looking_twice(table(row("3 17 23")), table([]), asked).read(GREY)
    looking_twice(table([]), table(row("3 17")), asked).read(GREY)
    assert asked == []


@pytest.mark.parametrize(("score", "faces"), [(0.25, [3, 17, 23, 40]), (0.1, [3, 23, 40])])
def test_a_number_that_was_overlooked_is_looked_for_again_though_all_else_is_sure(
    score: float, faces: list[int]
) -> None:
    drawn = faint(table(row("3 17 23 40", pitch=130)), 1, 0.2)
    prints = tuple(replace(p, score=score) if i == 1 else p for i, p in enumerate(drawn.finding.prints))
    first = Table(replace(drawn.finding, prints=prints), drawn.values)
    assert told(looking_twice(first, table(row("3 17 23 40", pitch=130, at=(205, 300)))).read(GREY)) == faces


@pytest.mark.parametrize(("game", "faces"), [("any", [3, 17, 23, 40]), ("fifty-fifty", [3, 17, 23])])
def test_a_tile_beside_the_row_is_looked_for_again_though_all_else_is_sure(
    game: str, faces: list[int]
) -> None:
    drawn = faint(table(row("3 17 23 ?", pitch=140)), 3, 0.18)
    shown = looking_twice(drawn, table(row("3 17 23 40", pitch=140, at=(205, 300))))
    assert told(replace(shown, game=game).read(GREY)) == faces


def test_a_number_that_the_look_from_nearer_overlooks_too_is_looked_for_from_farther_off() -> None:
    drawn = faint(table(row("3 17 23 40", pitch=130)), 1, 0.2)
    whole = table(row("3 17 23 40", pitch=130, at=(205, 300)))
    prints = tuple(replace(p, score=0.25) if i == 1 else p for i, p in enumerate(drawn.finding.prints))
    first, taken = Table(replace(drawn.finding, prints=prints), drawn.values), list[int]()

    def look(number: int, shown: Table) -> Callable[[NDArray[np.uint8], Glance], Glance]:
        def looks(image: NDArray[np.uint8], seen: Glance) -> Glance:
            taken.append(number)
            return Glance(shown.finding, 1.0)

        return looks

    def digits(image: NDArray[np.uint8], prints: Sequence[Print]) -> FloatArray:
        shown = whole if any(p in whole.finding.prints for p in prints) else first
        return shown.digits(image, prints)

    further = look(1, first), look(2, whole), look(3, whole)
    reader_ = Reader("fifty-fifty", first.find, as_found, first.faces, digits, further=further)
    assert told(reader_.read(GREY)) == [3, 17, 23, 40]
    assert taken == [1, 2]


@pytest.mark.parametrize(("second", "taken"), [("17", [1]), ("?", [1, 2])])
def test_further_looks_are_taken_until_all_is_sure(second: str, taken: list[int]) -> None:
    first, again = table(row("3 ? 23")), table(row(f"3 {second} 23", at=(205, 300)))
    last, asked = table(row("3 17 23", at=(210, 300))), list[int]()

    def look(number: int, drawn: Table) -> Callable[[NDArray[np.uint8], Glance], Glance]:
        def looks(image: NDArray[np.uint8], seen: Glance) -> Glance:
            asked.append(number)
            assert seen.finding is first.finding
            return Glance(drawn.finding, 1.0)

        return looks

    def digits(image: NDArray[np.uint8], prints: Sequence[Print]) -> FloatArray:
        near = (t for t in (first, again, last) if any(p in t.finding.prints for p in prints))
        return next(near, last).digits(image, prints)

    further = look(1, again), look(2, last)
    reader_ = Reader("fifty-fifty", first.find, as_found, first.faces, digits, further=further)
    assert told(reader_.read(GREY)) == [3, 17, 23]
    assert asked == taken


def test_one_number_on_two_cards_is_sure_on_neither_whichever_look_read_it() -> None:
    first = table(row("3 17 ?", pitch=90))
    again = table(row("3 ? 17", pitch=90, at=(205, 300)))
    assert told(looking_twice(first, again).read(GREY)).count(17) == 0


def test_the_stages_are_timed() -> None:
    stages = reader(table(row("3 17"))).observe(GREY).stages
    assert stages.total == pytest.approx(stages.find + stages.read + stages.decide)
    assert stages.decide > 0


def test_the_distance_is_handed_on() -> None:
    assert reader(table(row("3 17"))).observe(GREY, Context(view=View(2.5, EVERYWHERE))).distance == 2.5


def test_an_empty_table_has_no_cards() -> None:
    assert reader(table([])).read(GREY) == ()


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(SettingsError, match="no game 'poker'"):
        Reader("poker")
