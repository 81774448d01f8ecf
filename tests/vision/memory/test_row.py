"""What is remembered of cards from look to look: drawn as rows of faces that overlap."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.cards import Card, Zone
from companion.clock import Span, instant
from companion.evidence import Alternative, Arrival, Quad, SeenCard
from vision.memory.known import Known, Scene, Share
from vision.memory.row import agree, remember

HEIGHT, PITCH = 100.0, 40.0


def quad(x: float, y: float = 0.0) -> Quad:
    return ((x, y), (x + 60, y), (x + 60, y + HEIGHT), (x, y + HEIGHT))


def card(text: str, x: float, y: float = 0.0, zone: Zone = Zone.ROW) -> SeenCard:
    """Give a card: ``12`` is sure, ``12?`` is not, ``?`` could not be read, ``12/17`` wavers."""
    if text == "?":
        return SeenCard(zone, quad(x, y), (), False)
    options = text.rstrip("?").split("/")
    share = 0.96 / len(options)
    alternatives = tuple(Alternative(Card.parse(o), share) for o in options)
    return SeenCard(zone, quad(x, y), alternatives, not text.endswith("?") and len(options) == 1)


def row(text: str, shift: float = 0.0) -> list[SeenCard]:
    return [card(face, i * PITCH + shift) for i, face in enumerate(text.split()) if face != "-"]


def known(text: str) -> list[Known]:
    return list(agree([row(text), row(text)]))


def told(cards: Sequence[Known] | Sequence[SeenCard]) -> str:
    plain = [c.card if isinstance(c, Known) else c for c in cards]
    return " ".join(f"{c.best or ''}{'' if c.sure else '?'}" for c in plain)


def scene(changed: Sequence[float] = (), hidden: Sequence[float] = ()) -> Scene:
    """A scene in which the places at these x have changed, or are under an arm."""

    def at(places: Sequence[float]) -> Share:
        return lambda quad, over: float(any(abs(quad[0][0] - x) < 5 for x in places))

    def free(quad: Quad, over: Sequence[Quad]) -> float:
        return 0.0 if any(abs(quad[0][0] - o[0][0]) < 5 for o in over) else 1.0

    return Scene(at(changed), at(hidden), free)


def after(before: str, seen: str, where: Scene, shift: float = 0.0) -> tuple[str, str, str]:
    change = remember(known(before), agree([row(seen, shift)] * 2), where)
    return told(change.known), told(change.arrived), told(change.gone)


@pytest.mark.parametrize(
    ("one", "other", "joined"),
    [
        ("12 17", "12 17", "12 17"),
        ("12 17", "12 18", "12 17?"),
        ("12 17", "12 17?", "12 17?"),
        ("12 17", "12 ?", "12 17?"),
        ("12 17", "12", "12 17?"),
    ],
)
def test_readings_are_sure_only_where_they_agree(one: str, other: str, joined: str) -> None:
    assert told(agree([row(one), row(other)])) == joined


@pytest.mark.parametrize(
    "first", ["12 - 23 30", "- 17 23 30", "12 17 23 -", "- - 23 -", "12 - - 30", "- - - -"]
)
def test_a_card_that_only_one_reading_shows_keeps_its_place_in_the_row(first: str) -> None:
    assert [k.card.best for k in agree([row(first), row("12 17 23 30")])] == [
        card.best for card in row("12 17 23 30")
    ]


def test_of_three_readings_the_odd_card_is_dropped() -> None:
    assert told(agree([row("12 17"), row("12"), row("12")])) == "12"


def test_a_card_laid_is_the_only_arrival() -> None:
    assert after("12 17", "12 17 23", scene(changed=[80])) == ("12 17 23", "23", "")


def test_a_card_that_left_is_gone() -> None:
    assert after("12 17 23", "12 17", scene(changed=[80])) == ("12 17", "", "23")


@pytest.mark.parametrize(
    ("looks", "came", "kept"),
    [(2, True, "12 ? 23"), (1, True, "12 23"), (2, False, "12 23")],
    ids=["seen twice", "seen once", "not seen coming"],
)
def test_a_card_in_which_nothing_is_read_is_still_there_for_some_looks_once_it_was_seen_twice(
    looks: int, came: bool, kept: str
) -> None:
    before = known("12 ? 23")
    card = before[1].card
    arrived = Arrival(card, Span.at(instant(1.0))) if came else None
    before[1] = replace(before[1], weight=2 * looks, came=arrived)
    missed = remember(before, agree([row("12 - 23")] * 2), scene())
    assert told(missed.known) == kept
    for _ in range(2 * looks):
        missed = remember(missed.known, agree([row("12 - 23")] * 2), scene())
    assert told(missed.known) == "12 23"


def test_a_card_that_was_missed_is_still_there_in_its_order() -> None:
    assert after("12 17 23", "12 - 23", scene()) == ("12 17 23", "", "")


def test_a_card_that_was_misread_where_nothing_changed_is_no_arrival() -> None:
    assert after("12 17 23", "12 11? 23", scene()) == ("12 17 23", "", "")


@pytest.mark.parametrize(("now", "new"), [("11 orange", ""), ("11 purple", "11 purple")])
def test_a_card_of_another_colour_is_another_though_its_print_is_much_the_same(now: str, new: str) -> None:
    a_little = replace(scene(), changed=lambda quad, over: 0.2, alike=lambda quad, over: 0.9)
    lain = agree([[card("12 orange", 0.0)]] * 2)
    assert told(remember(lain, agree([[card(now, 0.0)]] * 2), a_little).arrived) == new


def test_a_card_half_under_an_arm_is_veiled_and_not_told() -> None:
    change = remember(known("12"), agree([row("12 17")] * 2), scene(changed=[40], hidden=[40]))
    assert (told(change.arrived), told(change.veiled)) == ("", "17")


@pytest.mark.parametrize(("free", "arrived", "veiled"), [(40.0, "17", ""), (0.0, "", "17")])
def test_a_card_under_an_arm_is_told_where_it_has_lain_free(free: float, arrived: str, veiled: str) -> None:
    """What an arm hides has not changed for all that is seen of it."""
    where = replace(scene(hidden=[40]), let_go=(card("17", free).quad,))
    change = remember(known("12"), agree([row("12 17")] * 2), where)
    assert (told(change.arrived), told(change.veiled)) == (arrived, veiled)
    assert change.let_go == change.arrived
    assert not remember(known("12"), agree([row("12 17")] * 2), scene(changed=[40])).let_go


def test_a_misreading_is_none_elsewhere_on_a_card_in_which_nothing_is_read() -> None:
    where = scene()
    a_little = Scene(lambda quad, over: 0.2, where.hidden, where.free, alike=lambda quad, over: 0.9)
    assert after("12 ? 40", "12 ? 4", a_little) == ("12 ? 40?", "", "")


def test_a_card_has_gone_where_another_of_its_colour_has_come_to_its_place() -> None:
    where = scene()
    a_little = Scene(lambda quad, over: 0.2, where.hidden, where.free, alike=lambda quad, over: 0.4)
    assert after("3", "8", a_little, shift=6.0) == ("8", "8", "3")


@pytest.mark.parametrize(("face", "lying"), [("?", "12 17"), ("pass?", "12 17"), ("3?", "12 3? 17")])
def test_the_blank_strip_of_a_card_that_was_known_is_that_card(face: str, lying: str) -> None:
    """The next card leaves nothing of its print to be seen, and casts a shadow; another number is another."""

    def changed(place: Quad, over: Sequence[Quad]) -> float:
        return 0.0 if place[0][0] < 10 else 0.08 if place[0][0] < PITCH else 1.0

    now = [card(face, 20), card("17", PITCH)]
    change = remember(known("12"), agree([now] * 2), Scene(changed, scene().hidden, scene().free))
    assert (told(change.known), told(change.gone)) == (lying, "")


def test_a_strip_that_is_read_badly_unsettles_no_sure_card() -> None:
    def half(quad: Quad, over: Sequence[Quad]) -> float:
        return 0.5 if over else 1.0

    cards, where = tuple(known("53 56")), scene()
    where = Scene(where.changed, where.hidden, half)
    for _ in range(8):
        cards = remember(cards, agree([row("5? 56")] * 2), where).known
    assert told(cards) == "53 56"


def test_of_a_card_read_bare_a_strip_that_seems_another_says_nothing() -> None:
    def half(quad: Quad, over: Sequence[Quad]) -> float:
        return 0.5 if over else 1.0

    calm = scene()
    where = Scene(calm.changed, calm.hidden, half)
    cards = remember(known("10 11"), agree([row("10 11")] * 2), where).known
    for _ in range(8):
        cards = remember(cards, agree([row("10 1 31")] * 2), where).known
    assert told(cards) == "10 11 31"


def test_a_card_never_read_bare_is_what_most_looks_say() -> None:
    def half(quad: Quad, over: Sequence[Quad]) -> float:
        return 0.5 if over else 1.0

    calm = scene()
    where = Scene(calm.changed, calm.hidden, half)
    cards: tuple[Known, ...] = tuple(known("10 1 31"))
    for _ in range(8):
        cards = remember(cards, agree([row("10 11 31")] * 2), where).known
    assert told(cards) == "10 11 31"


@pytest.mark.parametrize("seen", ["14 32 40", "14 32 40 53"])
def test_a_number_that_is_seen_elsewhere_lies_no_more_where_it_lay(seen: str) -> None:
    """Where both upper corners bear the number, a look may lay all cards one further along."""
    lain = [replace(k, bare=2) for k in known("32 40")]
    overlapped = replace(scene(), free=lambda quad, over: 0.4 if over else 1.0)
    change = remember(lain, agree([row(seen)] * 2), overlapped)
    assert told(change.known) == seen
    assert change.gone == ()


def test_what_lies_under_an_arm_waits() -> None:
    assert after("12 17", "12 17 23", scene(changed=[80], hidden=[80])) == ("12 17", "", "")
    assert after("12 17", "12", scene(changed=[40], hidden=[40])) == ("12 17", "", "")


def test_a_card_half_under_an_arm_is_not_read_anew() -> None:
    assert after("12 17", "12 11?", scene(hidden=[40])) == ("12 17", "", "")


def test_a_card_recognised_late_is_there_without_an_arrival() -> None:
    assert after("12 17", "12 17 23", scene()) == ("12 17 23", "", "")


def test_a_poor_look_at_what_shows_of_an_old_card_is_no_new_one() -> None:
    seen = [card("12", 0.0), card("15/5", 60.0), card("pass", 80.0)]
    change = remember(known("12 pass"), agree([seen, seen]), scene(changed=[80]))
    assert (told(change.known), told(change.arrived)) == ("12 pass pass", "pass")


def test_a_doubtful_card_where_something_changed_is_new() -> None:
    seen = [card("12", 0.0), card("pass", 40.0), card("15/5", 80.0)]
    change = remember(known("12 pass"), agree([seen, seen]), scene(changed=[80]))
    assert told(change.arrived) == "15?"


def test_a_card_bared_again_is_the_one_that_lay_there() -> None:
    before = remember(known("12"), agree([row("12 2/21 48")] * 2), scene(changed=[40, 80])).known

    def changed(quad: Quad, over: Sequence[Quad]) -> float:
        return 0.0 if over else 0.2 * (quad[0][0] >= 40)

    whole = scene()
    now = remember(before, agree([row("12 27")] * 2), Scene(changed, whole.hidden, lambda quad, over: 0.4))
    assert (told(now.known), told(now.arrived), told(now.gone)) == ("12 27", "", "48")


@pytest.mark.parametrize("shadow", [0.0, 0.2])
def test_that_another_card_is_unread_does_not_keep_one_from_being_bared(shadow: float) -> None:
    """Nor does it that the shadow of the one that left has gone."""
    before = remember(known("?"), agree([row("? pass? pass")] * 2), scene(changed=[40, 80])).known

    def changed(quad: Quad, over: Sequence[Quad]) -> float:
        return 0.0 if quad[0][0] < PITCH else shadow if over else 1.0

    where = Scene(changed, scene().hidden, lambda quad, over: 0.4)
    now = remember(before, agree([row("? 56")] * 2), where)
    assert (told(now.known), told(now.arrived), told(now.gone)) == ("? 56", "", "pass")


def test_another_card_where_a_doubtful_one_lay_is_new() -> None:
    before = remember(known("12"), agree([row("12 2/21 48")] * 2), scene(changed=[40, 80])).known
    now = remember(before, agree([row("12 35")] * 2), scene(changed=[40, 80]))
    assert (told(now.known), told(now.arrived)) == ("12 35", "35")


@pytest.mark.parametrize(("laden", "gone"), [(0.9, ""), (0.3, "23")])
def test_a_card_that_is_not_read_has_left_only_where_the_table_shows(laden: float, gone: str) -> None:
    where = scene(changed=[80])
    upon = Scene(where.changed, where.hidden, where.free, laden=lambda quad, over: laden)
    assert after("12 17 23", "12 17", upon)[2] == gone


@pytest.mark.parametrize(("beside", "gone"), [(0.05, ""), (0.6, "17")])
def test_a_card_under_one_that_nobody_can_read_shows_as_before_beside_it(beside: float, gone: str) -> None:
    """What came covers half of the 17; what shows of the other half tells."""
    came = quad(PITCH + 30)

    def changed(place: Quad, over: Sequence[Quad]) -> float:
        return 0.0 if place[0][0] < PITCH else (beside if came in over else 0.5)

    where = Scene(changed, scene().hidden, lambda place, over: 0.5 if over else 1.0)
    assert after("12 17", "12", where)[2] == "17"
    laid = Scene(where.changed, where.hidden, where.free, laid=(came,))
    assert after("12 17", "12", laid)[2] == gone


def test_what_is_printed_on_the_table_is_no_card() -> None:
    where = scene()
    change = remember(known("12"), agree([row("12 11")] * 2), replace(where, table=lambda quad, over: 0.97))
    assert (told(change.known), told(change.late)) == ("12", "")
    faint = remember(known("12"), agree([row("12 11")] * 2), replace(where, table=lambda quad, over: 0.9))
    assert (told(faint.known), told(faint.late)) == ("12 11", "11")
