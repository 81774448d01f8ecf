"""Quick & Easy once more, with whole stacks of cards: a second opinion for the tests."""

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product

from tests.companion.rules.lines import Line

Tile = tuple[int, str]
COLOURS = ("red", "blue", "green", "yellow", "purple")


class QuickAndEasyTable:
    """A table of Quick & Easy that keeps every card it has seen."""

    def __init__(
        self, names: Sequence[str], starter: str, professional: bool = False, colours: Sequence[str] = COLOURS
    ) -> None:
        self.names, self.mover, self.colours = list(names), starter, list(colours)
        self.most = 1 if professional else 2
        self.stacks: dict[str, tuple[Tile, ...]] = {"up": (), "down": ()}
        self.hands = dict.fromkeys(names, 2)
        self.pile = 50 - 2 * len(names)
        self.over = False

    def laid(self) -> tuple[Tile, ...]:
        return self.stacks["up"] + self.stacks["down"]

    def unseen(self) -> list[Tile]:
        return [tile for tile in product(range(1, 11), self.colours) if tile not in self.laid()]

    def goes_on(self, stack: str, tile: Tile) -> bool:
        if not self.stacks[stack]:
            return True
        value, colour = self.stacks[stack][-1]
        if tile[1] == colour:
            return True
        return tile[0] > value if stack == "up" else tile[0] < value

    def do(self, line: Line) -> None:
        if self.over or line["player"] != self.mover:
            raise ValueError
        if "stuck" in line:
            self.give_up()
        else:
            cards = line["lay"]
            assert isinstance(cards, list)
            self.lay(cards)

    def give_up(self) -> None:
        hands = combinations(self.unseen(), self.hands[self.mover])
        stuck = any(
            not any(self.goes_on(stack, tile) for tile in hand for stack in self.stacks) for hand in hands
        )
        if not stuck:
            raise ValueError
        self.over = True

    def lay(self, cards: Sequence[dict[str, object]]) -> None:
        if not 1 <= len(cards) <= min(self.most, self.hands[self.mover]):
            raise ValueError
        for card in cards:
            stack, tile = str(card["stack"]), (int(str(card["value"])), str(card["colour"]))
            if tile in self.laid() or not self.goes_on(stack, tile):
                raise ValueError
            self.stacks[stack] = (*self.stacks[stack], tile)
        for _ in cards:
            self.hands[self.mover] -= 1
        for _ in cards:
            if self.pile:
                self.pile -= 1
                self.hands[self.mover] += 1
        self.over = len(self.laid()) == 50
        while not self.over:
            self.mover = self.names[(self.names.index(self.mover) + 1) % len(self.names)]
            if self.hands[self.mover]:
                break

    def lines(self) -> Iterator[Line]:
        tiles = product(("up", "down"), range(1, 11), self.colours)
        cards = [{"stack": stack, "value": value, "colour": colour} for stack, value, colour in tiles]
        for name in (*self.names, "Zoe"):
            yield {"player": name, "stuck": True}
            yield {"player": name, "lay": []}
            yield from ({"player": name, "lay": [card]} for card in cards)
        pairs = product(cards, repeat=2) if self.most > 1 else pairwise(cards)
        yield from ({"player": self.mover, "lay": list(pair)} for pair in pairs)
        yield from ({"player": self.mover, "lay": cards[at : at + 3]} for at in range(0, 97, 7))

    def top(self, stack: str) -> dict[str, object] | None:
        if not self.stacks[stack]:
            return None
        value, colour = self.stacks[stack][-1]
        return {"value": value, "colour": colour}

    def state(self) -> dict[str, object]:
        return {
            "to_move": None if self.over else self.mover,
            "hands": self.hands,
            "over": self.over,
            "up": self.top("up"),
            "down": self.top("down"),
            "laid": len(self.laid()),
            "draw_pile": self.pile,
        }
