"""Acts chosen in steps: whoever follows the links reaches every act that the rules accept, and no other."""

import json
from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from urllib.parse import parse_qsl

import pytest

from companion.records.record import Header
from companion.rules.catalogue import find_game
from companion.simulation.games import play
from companion.views.offers import Form, form
from web.content.entry import Entry, lay_out, say_offers

MOST_BUTTONS = 220
"""On one page: two stacks of five colours and ten numbers each, and a few more."""


def forms(slug: str, seed: int) -> Iterator[Form]:
    """Give what may be entered before each act of a game played at random."""
    played = play(Header(slug, ("Ann", "Ben", "Cem"), "Ben"), Random(seed))
    rules, state = find_game(slug), played.states[0]
    for act in played.acts:
        yield form(rules, state)
        state = rules.apply(state, act)


def shown(entry: Entry) -> tuple[list[str], list[str]]:
    """Give the acts and the links of a page."""
    acts, links = [each.act for each in entry.single], list[str]()
    for pad in entry.pads:
        acts += [*(key.act for key in pad.numbers), *(each.act for each in pad.others)]
        if pad.several:
            links += [each.more for each in pad.several.counts]
            links += [each.more for _, shifts in pad.several.shifts for each in shifts]
        if pad.lays:
            keys = [key for _, lines in pad.lays.stacks for line in lines for key in line.keys]
            acts += [key.act for key in (*keys, pad.lays.done) if key and key.act]
            links += [key.more for key in keys if key.more]
    return [act for act in acts if act], links


def reached(offered: Form) -> set[str]:
    """Follow every link; gives every act that stands on a page."""
    found, to_see, seen = set[str](), [""], set[str]()
    while to_see:
        asked = to_see.pop()
        acts, links = shown(lay_out(offered, dict(parse_qsl(asked))))
        assert len(acts) + len(links) <= MOST_BUTTONS
        found |= set(acts)
        seen.add(asked)
        to_see += [link for link in dict.fromkeys(links) if link not in {*seen, *to_see}]
    return found


@pytest.mark.parametrize(
    ("slug", "seed"), [("23", 4), ("23", 9), ("quick-and-easy", 3), ("quick-and-easy", 5)]
)
def test_every_act_is_reached_and_no_other(slug: str, seed: int) -> None:
    for offered in islice(forms(slug, seed), 0, 12, 3):
        every = {json.dumps(dict(offer.act)) for group in offered.groups for offer in group.offers}
        assert reached(offered) == every


@pytest.mark.parametrize(
    "asked",
    [
        {"first": "8-up-nothing"},
        {"first": ""},
        {"count": "99", "bonus": "-99"},
        {"count": "x", "bonus": "9" * 9000},
        {"count": "-1"},
    ],
)
@pytest.mark.parametrize("slug", ["23", "quick-and-easy"])
def test_what_cannot_be_chosen_is_as_if_nothing_was(slug: str, asked: Mapping[str, str]) -> None:
    _, offered = islice(forms(slug, 3), 2)
    assert lay_out(offered, asked) == lay_out(offered)


def test_what_a_choice_is_called() -> None:
    words = {
        str(choice.label)
        for offered in (next(forms("quick-and-easy", 3)), *islice(forms("23", 4), 6))
        for group in offered.groups
        for choice in say_offers(group.offers)
    }
    assert "Ben lays 8 red going up" in words
    assert "Ben lays 8 red going up and 3 blue going down" in words
    assert any(each.endswith("(bonus chips: −3)") for each in words)
    assert any(each.endswith("passes and forces the next") for each in words)
