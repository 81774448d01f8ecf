"""A card that a look shows twice, and one that is read as another: drawn as strips along the row."""

from collections.abc import Sequence

from companion.evidence import Quad, SeenCard
from tests.vision.memory.test_row import card, known, told
from vision.memory.known import Known, Scene, Share
from vision.memory.row import Change, agree, remember

Strip = tuple[int, int]


def drawn(changed: Sequence[Strip], since: Sequence[Strip] | None = None) -> Scene:
    """A scene in which the table has changed along these strips, and since no arm was there along those."""
    return Scene(share(changed), share(()), lying, None if since is None else share(since))


def share(strips: Sequence[Strip]) -> Share:
    def marked(quad: Quad, over: Sequence[Quad]) -> float:
        left = shown(quad, over)
        return sum(any(a <= x < b for a, b in strips) for x in left) / max(1, len(left))

    return marked


def lying(quad: Quad, over: Sequence[Quad]) -> float:
    return len(shown(quad, over)) / 60


def shown(quad: Quad, over: Sequence[Quad]) -> list[int]:
    return [
        x for x in range(int(quad[0][0]), int(quad[1][0])) if not any(o[0][0] <= x < o[1][0] for o in over)
    ]


def look(before: Sequence[Known], seen: Sequence[SeenCard], where: Scene) -> Change:
    return remember(before, agree([seen, seen]), where)


def test_a_pass_that_is_read_twice_side_by_side_is_one() -> None:
    twice = [card("12", 0), card("pass", 92), card("pass", 108)]
    change = look(known("12"), twice, drawn([(100, 160)]))
    assert (told(change.known), told(change.arrived)) == ("12 pass", "pass")


def test_it_stays_one_when_it_is_read_twice_where_nothing_has_changed() -> None:
    once, twice = [card("12", 0), card("pass", 92)], [card("12", 0), card("pass", 92), card("pass", 108)]
    before = look(known("12"), once, drawn([(100, 160)])).known
    change = look(before, twice, drawn([], since=[(100, 160)]))
    assert (told(change.known), told(change.late)) == ("12 pass", "")


def test_a_pass_read_a_little_beside_where_it_was_read_before_is_the_same() -> None:
    before = look(known("12"), [card("12", 0), card("pass", 92)], drawn([(100, 160)])).known
    change = look(before, [card("12", 0), card("pass", 108)], drawn([], since=[(100, 160)]))
    assert (told(change.known), told(change.late)) == ("12 pass", "")


def test_a_second_pass_close_to_the_first_is_new() -> None:
    before = look(known("12"), [card("12", 0), card("pass", 92)], drawn([(92, 152)])).known
    change = look(before, [card("12", 0), card("pass", 92), card("pass", 110)], drawn([(110, 170)]))
    assert (told(change.known), told(change.arrived)) == ("12 pass pass", "pass")


def test_a_number_of_which_a_figure_is_read_as_a_card_of_its_own_is_not_believed() -> None:
    torn = [card("1?", 90), card("8", 100)]
    change = look([], torn, drawn([(96, 156)]))
    assert (len(change.known), told(change.arrived)) == (1, "8?")
    again = look(change.known, torn, drawn([]))
    assert (len(again.known), told(again.late), again.known[0].card.sure) == (1, "", False)


def test_a_figure_read_beside_a_number_that_is_not_sure_either_is_no_card() -> None:
    change = look([], [card("1/7", 90), card("8?", 100)], drawn([(96, 156)]))
    assert (len(change.known), told(change.arrived)) == (1, "8?")
    assert change.known[0].card.confidence < 0.6


def test_a_figure_read_beside_a_number_that_was_sure_unsettles_nothing() -> None:
    before = look([], [card("18", 100)], drawn([(96, 156)])).known
    change = look(before, [card("1?", 90), card("18", 100)], drawn([]))
    assert told(change.known) == "18"


def test_a_card_on_which_another_number_is_read_has_not_moved_to_where_its_own_is_read_next() -> None:
    before = known("2 9")
    change = look(before, [card("2", 0), card("6", 40), card("9", 80)], drawn([(76, 140)]))
    assert (told(change.arrived), told(change.gone)) == ("9", "")
    assert [k.card.sure for k in change.known] == [True, False, True]
    faces = {str(a.card) for a in change.known[1].card.alternatives}
    assert faces == {"6", "9"}


def test_another_card_under_the_next_one_is_new() -> None:
    change = look(known("2 9"), [card("2", 0), card("6", 40), card("19", 80)], drawn([(36, 140)]))
    assert told(change.arrived) == "6 19"


def test_a_poor_look_beside_a_known_card_of_which_more_shows_now_is_no_new_one() -> None:
    change = look(known("12 67 71"), [card("12", 0), card("7?", 44), card("71", 80)], drawn([(80, 140)]))
    assert (told(change.known), told(change.arrived), told(change.late)) == ("12 67 71", "", "")


def test_a_number_hardly_read_close_beside_a_sure_one_is_none_where_nothing_has_come() -> None:
    faint = [card("29", 0), card("42", 60), card("12/2/21", 78)]
    nothing = look([*known("29 -"), Known.once(card("42", 60))], faint, drawn([]))
    assert (told(nothing.known), told(nothing.late)) == ("29 42", "")
    something = look([*known("29 -"), Known.once(card("42", 60))], faint, drawn([(78, 138)]))
    assert len(something.arrived) == 1


def test_the_figures_at_both_sides_of_one_card_make_no_two_cards() -> None:
    both = [card("?", 0), card("7?", 45)]
    change = look([], both, drawn([(0, 60)]))
    assert (told(change.known), told(change.arrived)) == ("7?", "7?")
    again = look(change.known, both, drawn([]))
    assert (told(again.known), told(again.arrived), told(again.late)) == ("7?", "", "")


def test_a_card_that_has_come_beside_an_unread_one_is_one_of_its_own() -> None:
    change = look([], [card("?", 0), card("7?", 45)], drawn([(0, 105)]))
    assert told(change.arrived) == "? 7?"


def test_another_number_beside_a_card_is_no_figure_of_it() -> None:
    change = look(known("12"), [card("12", 0), card("7?", 45)], drawn([]))
    assert told(change.late) == "7?"


def test_a_number_read_twice_close_by_is_one_card_though_the_next_one_has_just_left_it() -> None:
    twice = [card("12", 0), card("37?", 40), card("37?", 54)]
    change = look(known("12 37? 49"), twice, drawn([(60, 140)]))
    assert (told(change.known), told(change.arrived), told(change.gone)) == ("12 37?", "", "49")


def test_two_numbers_surely_read_close_by_are_two_cards() -> None:
    change = look([], [card("39", 0), card("42", 12)], drawn([(0, 65)]))
    assert told(change.arrived) == "39 42"
    figure = look([], [card("39", 0), card("9", 12)], drawn([(0, 65)]))
    assert told(figure.arrived) == "39?"
    turned = look([], [card("68", 0), card("89", 12)], drawn([(0, 65)]))
    assert told(turned.arrived) == "68?"


def test_the_other_end_of_a_card_is_no_card_where_one_that_covered_it_is_drawn_off() -> None:
    """A 6 stands in both corners; the lower one, just bared, is read as a 9."""
    lay = [card("1", 0), card("6", 40), card("20", 80)]
    twice = [card("1", 0), card("6", 32), card("9", 52)]
    change = look(list(agree([lay, lay])), twice, drawn([(75, 140)]))
    assert (told(change.known), told(change.arrived), told(change.gone)) == ("1 6", "", "20")
    other = [card("1", 0), card("6", 32), card("8", 52)]
    assert told(look(list(agree([lay, lay])), other, drawn([(75, 140)])).arrived) == "8"
    passing = [card("1", 0), card("10", 32), card("pass", 52)]
    ten = [card("1", 0), card("10", 40)]
    assert told(look(list(agree([ten, ten])), passing, drawn([(75, 140)])).arrived) == "pass"


def test_a_pass_laid_upon_a_number_is_new_though_what_it_leaves_seems_to_lie_close_by() -> None:
    change = look(known("28"), [card("28", 8), card("pass", 20)], drawn([(15, 75)]))
    assert (told(change.known), told(change.arrived)) == ("28 pass", "pass")
    nothing = look(known("28"), [card("28", 8), card("pass", 20)], drawn([(61, 66)]))
    assert told(nothing.arrived) == ""


def test_a_number_that_is_read_both_ways_up_as_it_comes_is_one_card_and_doubted() -> None:
    both = [card("65", 0), card("66", 50), card("99", 64)]
    change = look(known("65"), both, drawn([(50, 110)]))
    assert (len(change.known), told(change.arrived)) == (2, "66?")
    again = look(change.known, both, drawn([]))
    assert (len(again.known), told(again.late), again.known[1].card.sure) == (2, "", False)
    clear = look(again.known, [card("65", 0), card("66", 52)], drawn([]))
    assert told(clear.known) == "65 66"


def passes(*places: float) -> list[SeenCard]:
    return [card("12", 0), *(card("pass", x) for x in places)]


def test_of_closely_laid_passes_one_seen_off_its_place_is_no_new_one_where_nothing_has_changed() -> None:
    before = agree([passes(60, 100, 140, 215)] * 2)
    change = look(before, passes(60, 105, 178, 215), drawn([]))
    assert (told(change.known), told(change.late)) == ("12 pass pass pass pass", "")


def test_a_pass_that_has_come_is_one_more() -> None:
    change = look(agree([passes(60, 100, 140)] * 2), passes(60, 100, 140, 180), drawn([(200, 240)]))
    assert (told(change.known), told(change.arrived)) == ("12 pass pass pass pass", "pass")


def test_a_pass_that_only_one_reading_shows_takes_no_sure_ones_place() -> None:
    """The last one is seen off its place as another comes; a fleeting second one lies nearer to it."""
    seen = [Known.once(each) for each in passes(60, 110, 138, 215)]
    seen.insert(4, Known.once(card("pass?", 175)))
    change = remember(agree([passes(60, 110, 160)] * 2), seen, drawn([(216, 276)]))
    assert (told(change.known), told(change.arrived)) == ("12 pass pass pass pass", "pass")


def test_a_pass_that_came_under_an_arm_is_one_more_though_the_one_below_is_hardly_seen() -> None:
    """Nothing has changed since the last look, in which the arm was there, but since the one before."""
    seen = [Known.once(each) for each in passes(60, 128)]
    seen.insert(2, Known.once(card("pass?", 102)))
    change = remember(agree([passes(60, 100)] * 2), seen, drawn([], since=[(128, 188)]))
    assert (told(change.known), told(change.late)) == ("12 pass pass pass", "pass")


def test_so_it_is_though_the_one_below_is_not_seen_at_all() -> None:
    change = look(agree([passes(60, 100)] * 2), passes(60, 140), drawn([], since=[(140, 200)]))
    assert (told(change.known), told(change.late)) == ("12 pass pass pass", "pass")
