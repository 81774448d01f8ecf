"""23 once more, on lists that change: a second opinion for the tests."""

from collections.abc import Iterator, Sequence

from tests.companion.rules.lines import Line

DECK = [1] + [2] * 2 + [rank for rank in range(3, 24) for _ in range(3)]


class TwentyThreeTable:
    """A table of 23 that counts cards one by one."""

    def __init__(self, names: Sequence[str], starter: str) -> None:
        self.names = list(names)
        self.chips = dict.fromkeys(names, 0)
        self.bonus = dict.fromkeys(names, 3)
        self.round = 0
        self.shifts: Sequence[int] = range(-17, 18)
        self.deal(starter)

    def deal(self, starter: str) -> None:
        self.round += 1
        self.mover: str | None = starter
        self.hands = dict.fromkeys(self.names, 12)
        self.hidden = list(DECK)
        self.pile: list[int] = []
        self.forced = False

    @property
    def over(self) -> bool:
        return self.mover is None and self.round == 2

    def do(self, line: Line) -> None:
        if "round" in line:
            need(self.mover is None and self.round == 1 and line["starter"] in self.names)
            self.deal(str(line["starter"]))
            return
        name = str(line["player"])
        need(self.mover is not None and self.mover == name)
        if "play" in line:
            self.play(name, line)
        elif "pass" in line:
            need(bool(self.pile) and not self.forced)
            self.chips[name] += 2 if line["pass"] == "force" else 1
            self.forced = line["pass"] == "force"
        else:
            need(bool(self.pile))
            self.chips[name] += self.hands[name]
            self.hands[name] = 0
        self.go_on(name)

    def play(self, name: str, line: Line) -> None:
        rank, count, shift = (int(str(line.get(key, usual))) for key, usual in FIELDS)
        if not self.pile:
            need((rank, count, shift) == (1, 1, 0))
        current = self.pile[-1] if self.pile else 1
        while shift:
            need(self.bonus[name] > 0)
            self.bonus[name] -= 1
            step = max(-5, min(5, shift))
            shift, current = shift - step, current + step
        need(1 <= current <= rank)
        need(current <= 23)
        need(1 <= count <= self.hands[name])
        for _ in range(count):
            need(rank in self.hidden)
            self.hidden.remove(rank)
            self.pile.append(rank)
            self.hands[name] -= 1
        self.chips[name] += len(range(current + 1, rank))
        if not self.hands[name]:
            self.chips[name] = max(0, self.chips[name] - 3)
        self.forced = False

    def go_on(self, name: str) -> None:
        at = self.names.index(name)
        order = [*self.names[at + 1 :], *self.names[: at + 1]]
        still_in = [other for other in order if self.hands[other]]
        self.mover = still_in[0] if still_in else None
        self.forced = self.forced and bool(still_in)

    def lines(self) -> Iterator[Line]:
        yield from ({"round": 2, "starter": name} for name in (*self.names, "Zoe"))
        for name in (*self.names, "Zoe"):
            yield from ({"player": name, "pass": how} for how in (True, "force"))
            yield {"player": name, "fold": True}
            for rank in range(1, 24):
                for count in range(-1, 5):
                    yield from (
                        {"player": name, "play": rank, "count": count, "bonus": shift}
                        for shift in self.shifts
                    )

    def state(self) -> dict[str, object]:
        return {
            "to_move": self.mover,
            "hands": self.hands,
            "over": self.over,
            "rank": self.pile[-1] if self.pile else None,
            "chips": self.chips,
            "bonus": self.bonus,
            "forced": self.forced,
            "out": [name for name in self.names if not self.hands[name]],
            "round": self.round,
        }


FIELDS = (("play", 0), ("count", 1), ("bonus", 0))


def need(true: bool) -> None:
    if not true:
        raise ValueError
