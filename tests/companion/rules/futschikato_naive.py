"""Futschikato once more, card by card: a second opinion for the tests."""

from collections.abc import Iterator, Sequence

from tests.companion.rules.lines import Line

DECK = (
    [2] * 16 + [3] * 12 + [4] * 9 + [5] * 8 + [6] * 6 + [7] * 6 + [8] * 5 + [9] * 4 + [10] * 4 + [11] * 4
) + ([12] * 3 + [13] * 3 + [14] * 3 + [15] * 2 + [16, 17, 18, 19, 20])


class FutschikatoTable:
    """A table of Futschikato that moves single cards."""

    def __init__(self, names: Sequence[str], starter: str) -> None:
        self.names = list(names)
        self.hands = dict.fromkeys(names, 5 if len(names) > 6 else 6)
        self.front: dict[str, int | None] = dict.fromkeys(names, None)
        self.mover: str | None = starter
        self.pile = len(DECK) - sum(self.hands.values())
        self.discards: list[int] = []

    def do(self, line: Line) -> None:
        name, number = line["player"], line["play"]
        if name != self.mover or not isinstance(name, str) or not isinstance(number, int):
            raise ValueError
        visible = self.discards + list(self.front.values())
        if visible.count(number) >= DECK.count(number):
            raise ValueError
        self.hands[name] -= 1
        self.front[name] = number
        self.flush(number)
        self.next_turn(name)

    def group(self, number: int | None) -> list[str]:
        return [name for name in self.names if number is not None and self.front[name] == number]

    def flush(self, number: int) -> None:
        strength = sum(number for _ in self.group(number))
        losers = [
            name
            for name in self.names
            if self.front[name] != number and 0 < self.worth(self.front[name]) < strength
        ]
        for name in losers:
            self.discard(name)
        for name in losers:
            if self.pile == 0:
                self.pile, self.discards = len(self.discards), []
            self.pile -= 1
            self.hands[name] += 1

    def worth(self, number: int | None) -> int:
        return 0 if number is None else number * len(self.group(number))

    def discard(self, name: str) -> None:
        number = self.front[name]
        assert number is not None
        self.discards = [*self.discards, number]
        self.front[name] = None

    def next_turn(self, name: str) -> None:
        self.mover = self.names[(self.names.index(name) + 1) % len(self.names)]
        for other in self.group(self.front[self.mover]):
            self.discard(other)
        if any(not self.hands[other] and self.front[other] is None for other in self.names):
            self.mover = None

    def lines(self) -> Iterator[Line]:
        for name in (*self.names, "Zoe"):
            yield from ({"player": name, "play": number} for number in range(0, 23))

    def state(self) -> dict[str, object]:
        return {
            "to_move": self.mover,
            "hands": self.hands,
            "over": self.mover is None,
            "front": self.front,
            "draw_pile": self.pile,
        }
