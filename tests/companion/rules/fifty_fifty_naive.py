"""Fifty Fifty once more, as naively as can be: the second opinion that the engine is compared with.

A table is a dictionary of lists and dictionaries of plain values; nothing is shared with the engine. It
follows the rulebook card by card: removals lift one card after another, and every card has its place in a
pile that can be counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tests.companion.rules.lines import copied

Table = dict[str, Any]
Line = Mapping[str, Any]


def start(players: list[str], starter: str, rules: Mapping[str, Any]) -> Table:
    purple = rules.get("purple", "every-third")
    return {
        "players": list(players),
        "mover": starter,
        "over": False,
        "row": [],
        "owners": [],
        "hand": dict.fromkeys(players, 5),
        "pile": dict.fromkeys(players, 0),
        "draw": 100 - 5 * len(players),
        "jump": None,
        "reveal": False,
        "last": None,
        "shown": [],
        "purple": [n for n in range(1, 101) if n % 3 == 0] if purple == "every-third" else purple,
        "spare": rules.get("pass_in_hand") == "spared",
        "forbid": rules.get("pass_opens_row") == "forbidden",
        "out": [],
    }


def lines(table: Table) -> Iterator[Line]:
    """Give every line but reveals that can be written for this table, sensible or not."""
    for player in table["players"]:
        yield {"player": player, "take": True}
        yield {"player": player, "play": "pass"}
        for number in range(1, 101):
            yield {"player": player, "play": number}
            yield {"player": player, "jump": number}


def refusal(table: Table, line: Line) -> str | None:
    """Give the code of the first reason against a line, in the order of the docs."""
    return next((code for code, applies in CHECKS if applies(table, line)), None)


def is_turn_act(line: Line) -> bool:
    return "play" in line or "take" in line


def cards(line: Line) -> list[Any]:
    if "reveal" in line:
        return [card for hand in line["reveal"].values() for card in hand]
    return [line[verb] for verb in ("play", "jump") if verb in line]


def open_card(table: Table) -> tuple[int, str] | None:
    last: tuple[int, str] | None = table["last"]
    return None if table["jump"] else last


def own_card(table: Table, line: Line) -> bool:
    last = open_card(table)
    return "jump" in line and last is not None and last[1] == line["player"]


def far(one: int, other: int) -> bool:
    return abs(one - other) == 50


def unknown(table: Table, line: Line) -> bool:
    named = line["reveal"] if "reveal" in line else [line["player"]]
    return any(name not in table["players"] for name in named)


def seen_before(table: Table, line: Line) -> bool:
    numbers = [card for card in cards(line) if card != "pass"]
    return any(n in table["shown"] for n in numbers) or len(set(numbers)) < len(numbers)


def too_many(table: Table, line: Line) -> bool:
    shown: list[Any] = table["shown"] + cards(line)
    return "pass" in cards(line) and shown.count("pass") > 20


def not_a_jump(table: Table, line: Line) -> bool:
    last = open_card(table)
    on_last = last is not None and far(last[0], line["jump"])
    return not on_last and not any(n != "pass" and far(n, line["jump"]) for n in table["shown"])


def too_late(table: Table, line: Line) -> bool:
    last = open_card(table)
    return last is None or not far(last[0], line["jump"])


def wrong_count(table: Table, line: Line) -> bool:
    return any(len(line["reveal"].get(p, [])) != n for p, n in table["hand"].items())


CHECKS: list[tuple[str, Callable[[Table, Line], Any]]] = [
    ("game-over", lambda t, a: t["over"]),
    ("unknown-player", unknown),
    ("not-your-turn", lambda t, a: is_turn_act(a) and a["player"] != t["mover"]),
    ("passes-only", lambda t, a: t["jump"] and ("jump" in a or a.get("play", "pass") != "pass")),
    ("must-play", lambda t, a: a.get("play") == "pass" and not t["row"] and t["forbid"]),
    ("reveal-due", lambda t, a: t["reveal"] and is_turn_act(a)),
    ("no-reveal", lambda t, a: not t["reveal"] and "reveal" in a),
    ("nothing-to-take", lambda t, a: "take" in a and not t["jump"]),
    ("already-played", seen_before),
    ("too-many-cards", too_many),
    ("own-card", own_card),
    ("not-a-jump", lambda t, a: "jump" in a and not_a_jump(t, a)),
    ("jump-too-late", lambda t, a: "jump" in a and too_late(t, a)),
    ("wrong-count", lambda t, a: "reveal" in a and wrong_count(t, a)),
    ("no-cards", lambda t, a: ("play" in a or "jump" in a) and t["hand"][a["player"]] == 0),
]


def apply(table: Table, line: Line) -> Table:
    """Give the table after a legal line."""
    table = copied(table)
    table["shown"] += cards(line)
    if "play" in line:
        play(table, line["player"], line["play"])
    elif "jump" in line:
        on = table["last"][1]
        leave_hand(table, line["player"])
        table.update(jump=(line["jump"], line["player"], on), mover=on, reveal=False)
    elif "take" in line:
        take_all(table, line["player"])
        table.update(jump=None, last=None)
        if table["draw"] == 0:
            end(table, line["player"])
    else:
        reveal(table, line["reveal"])
    return table


def play(table: Table, player: str, card: Any) -> None:
    pile_was_empty, emptied = table["draw"] == 0, False
    lifted = [] if card == "pass" else lift(table, card)
    emptied = bool(lifted) and not table["row"]
    if len(lifted) == 1 and lifted[0][0] != "pass" and table["row"]:
        swap(table, player, *lifted[0])
    else:
        table["pile"][player] += len(lifted)
    table["row"].append(card)
    table["owners"].append(player)
    leave_hand(table, player)
    table["last"] = None if card == "pass" else (card, player)
    if emptied and pile_was_empty:
        end(table, player)
        return
    players = table["players"] * 2
    table["mover"] = players[players.index(player) + 1]
    table["reveal"] = not table["jump"] and table["hand"][table["mover"]] == 1


def lift(table: Table, card: int) -> list[tuple[Any, str]]:
    """Take cards off the end until the last one is lower than the card."""
    lifted = []
    while table["row"] and (table["row"][-1] == "pass" or table["row"][-1] > card):
        lifted.append((table["row"].pop(), table["owners"].pop()))
    return lifted


def swap(table: Table, player: str, old: int, owner: str) -> None:
    if old in table["purple"]:
        table["pile"][player] += 1
        return
    table["pile"][owner] += 1
    if table["pile"][player] > 0:
        table["pile"][player] -= 1
        table["pile"][owner] += 1


def leave_hand(table: Table, player: str) -> None:
    table["hand"][player] -= 1
    if table["draw"] > 0 and table["hand"][player] < 5:
        table["draw"] -= 1
        table["hand"][player] += 1


def take_all(table: Table, player: str) -> None:
    table["pile"][player] += len(table["row"]) + bool(table["jump"])
    table["row"], table["owners"] = [], []


def end(table: Table, taker: str) -> None:
    for player in table["players"]:
        if player != taker:
            table["pile"][taker] += table["hand"][player]
            table["hand"][player] = 0
    table.update(over=True, mover=None, reveal=False)


def reveal(table: Table, hands: Mapping[str, list[Any]]) -> None:
    passers = [p for p in table["players"] if "pass" in hands.get(p, [])]
    table["out"] = [] if table["spare"] else passers
    numbers = {min(hand): p for p, hand in hands.items() if hand and p not in passers}
    table.update(over=True, mover=None, reveal=False)
    if numbers:
        taker = numbers[min(numbers)]
        take_all(table, taker)
        end(table, taker)


def describe(table: Table) -> dict[str, Any]:
    jump = table["jump"]
    return {
        "to_move": table["mover"],
        "over": table["over"],
        "row": table["row"],
        "jump": jump and {"card": jump[0], "by": jump[1], "on": jump[2]},
        "hands": table["hand"],
        "penalties": table["pile"],
        "draw_pile": table["draw"],
        "reveal_due": table["reveal"],
    }


def standings(table: Table) -> list[tuple[str, int, int, bool]]:
    """Give (player, place, score, eliminated), the eliminated behind all others."""
    marks = {p: (p in table["out"], table["pile"][p]) for p in table["players"]}
    order = sorted(table["players"], key=lambda p: marks[p])
    return [(p, 1 + sum(m < marks[p] for m in marks.values()), marks[p][1], marks[p][0]) for p in order]
