"""Quick & Easy in plain words: what an act did and by which rule."""

from companion.language import Text, listed, mark, say, say_n
from companion.rules.base import Act, Remark
from companion.rules.quick_and_easy_state import Lay, Placed, QuickAndEasyState, Stack, Stuck, Tile

MESSAGES = {
    "first": mark("{tile} as the first card of the {stack} stack"),
    "higher": mark("{tile} on the {stack} stack, higher than {top}"),
    "lower": mark("{tile} on the {stack} stack, lower than {top}"),
    "trick": mark("{tile} on the {stack} stack, by the reverse trick, as {top} has the same colour"),
}

STACKS = {Stack.UP: mark("ascending"), Stack.DOWN: mark("descending")}

COLOURS = {
    "red": mark("the red {value}"),
    "blue": mark("the blue {value}"),
    "green": mark("the green {value}"),
    "yellow": mark("the yellow {value}"),
    "purple": mark("the purple {value}"),
}
"""The usual colours; others stay as the table named them."""


def explain(before: QuickAndEasyState, act: Act, after: QuickAndEasyState) -> Text:
    """Say in one sentence what an act did."""
    if isinstance(act, Remark):
        return say("Note: {note}.", note=act.note)
    if isinstance(act, Stuck):
        return say_n(
            "{who} can lay no card in hand, so the team loses at once with {n} card left.",
            "{who} can lay no card in hand, so the team loses at once with {n} cards left.",
            after.left,
            who=act.player,
        )
    if not isinstance(act, Lay):
        raise TypeError(f"{act!r} is no act of Quick & Easy")
    end = say(", and with it all 50 cards lie: the team wins") if after.left == 0 else _drawn(before, after)
    return say("{who} lays {cards}{end}.", who=act.player, cards=_placed(before, act), end=end)


def tried(act: Lay | Stuck) -> Text:
    """Say what somebody tried to do, as one would say it after "cannot"."""
    if isinstance(act, Stuck):
        return say("be stuck")
    if not act.cards:
        return say("lay nothing")
    return say("lay {cards}", cards=listed([tile_words(placed.tile) for placed in act.cards]))


def stack(which: Stack) -> Text:
    """Name a stack."""
    return say(STACKS[which])


def tile_words(tile: Tile) -> Text:
    """Name a card with its colour: "the red 7"."""
    if tile.colour in COLOURS:
        return say(COLOURS[tile.colour], value=tile.value)
    return say("the {colour} {value}", colour=tile.colour, value=tile.value)


def _drawn(before: QuickAndEasyState, after: QuickAndEasyState) -> Text:
    drawn = before.draw_pile - after.draw_pile
    if not drawn:
        return say("; the draw pile is empty, so there is no card to draw")
    return say_n("; {n} card is drawn for it", "; {n} cards are drawn for it", drawn)


def _placed(before: QuickAndEasyState, act: Lay) -> Text:
    """Say of each card where it is laid, and why it may be."""
    tops = {which: before.top(which) for which in Stack}
    said: Text | None = None
    for placed in act.cards:
        one = _one(placed, tops[placed.stack])
        said = one if said is None else say("{cards}, then {next}", cards=said, next=one)
        tops[placed.stack] = placed.tile
    assert said is not None, "a turn lays a card"
    return said


def _one(placed: Placed, top: Tile | None) -> Text:
    return say(
        MESSAGES[_reason(placed.stack, top, placed.tile)],
        tile=tile_words(placed.tile),
        stack=stack(placed.stack),
        top="" if top is None else tile_words(top),
    )


def _reason(which: Stack, top: Tile | None, tile: Tile) -> str:
    if top is None:
        return "first"
    if tile.value == top.value or (tile.value > top.value) != (which is Stack.UP):
        return "trick"
    return "higher" if which is Stack.UP else "lower"
