"""Plans the recording of a game: who reaches in when, where every card lies, and what is true of it.

The plan is made before anything is drawn. It lets people play as they do: with hands that linger, cards laid
askew and straightened, rows pushed along, hands that come for nothing, two cards in quick succession, cards
taken in several grabs, and jumps beside the row: in time, too late, too close to call.
"""

from collections.abc import Sequence
from math import ceil, cos, pi, sin
from random import Random
from typing import Any

from companion.cards import PASS, Card
from companion.rules.base import Act
from companion.rules.catalogue import find_game
from companion.rules.fifty_fifty_moves import landing
from companion.rules.fifty_fifty_state import Jump, Laid, Play, Take, partner
from training.recording_parts import CARD_MM, Leg, Piece, Plan, Pose, Ride, Setting, Visit
from training.recording_places import NAMES, Places

JUMPS = ("before-next", "close", "after-next")


class Director(Places):
    """Lets one game be played; every method moves its clock on."""

    def __init__(self, chance: Random, setting: Setting, players: int, acts: int, presses: bool) -> None:
        self.left, self.pressing = acts, presses
        self.players = NAMES[:players]
        super().__init__(chance, setting, players)
        self.starter = chance.choice(self.players)
        self.rules = find_game("fifty-fifty")
        self.state: Any = self.rules.start(self.players, self.starter, None)
        self.t = chance.uniform(1.5, 4.0)
        self.jump: Piece | None = None
        self.free_from = dict.fromkeys(range(players), 0.0)
        self.plan = Plan(self.players, self.seats, self.starter, [], [], [], [], [], 0.0)
        self.plan.events.append({"t": 0.0, "event": "start", "row_after": [], "cards": []})
        self.jumps = [*JUMPS, *chance.choices(JUMPS, k=2)]
        chance.shuffle(self.jumps)

    def direct(self) -> Plan:
        """Play until the acts are used up or the game is over."""
        while (
            self.left > 0
            and not self.state.over
            and self.state.to_move is not None
            and not self.state.reveal_due
        ):
            self._between()
            self._turn()
        self.plan.seconds = max(v.span[1] for v in self.plan.visits) + 2.5
        for visit in self.plan.visits:
            begin, end = visit.span
            self._event(begin, "hand-in", player=visit.player)
            self._event(end, "hand-out", player=visit.player)
        self.plan.events.sort(key=lambda e: e["t"])
        self.plan.record.sort(key=lambda a: a["t"])
        self.plan.presses.sort(key=lambda p: p["t"])
        return self.plan

    # ---- the game

    def _turn(self) -> None:
        """The player to move plays; perhaps somebody jumps on the card, perhaps the next plays at once."""
        value = self._choose()
        player = self.players.index(self.state.to_move)
        self._make_room(player, value)
        touch = self._play(player, value, self.t)
        if value is None or not self.jumps or self.chance.random() > 0.3 or self.left < 3:
            self._pause(quick=self.chance.random() < self.setting.manner.quick)
            return
        number = partner(value)
        others = [p for p in range(len(self.players)) if p != player]
        if self.state.is_seen(number) or self.state.target is None or len(self.row) < 2:
            return
        self._jumped(self.jumps.pop(), number, self.chance.choice(others), touch)

    def _choose(self) -> int | None:
        """Choose a card as a sensible player would: mostly a little higher, sometimes lower or a pass."""
        state, chance = self.state, self.chance
        last = next((c.card.value for c in reversed(state.row) if c.card.value is not None), 0)
        unseen = [n for n in range(1, 101) if not state.is_seen(n)]
        full = len(state.row) >= self.setting.room - 1
        if not full and chance.random() < 0.14 and state.passes < 12:
            return None
        above = [n for n in unseen if n > last]
        if not full and above and chance.random() < 0.8:
            return above[min(len(above) - 1, int(chance.expovariate(0.16)))]
        lower = [
            n
            for n in unseen
            if n < last and self._keeps(state.row, n) >= len(state.row) - chance.choice((1, 1, 2, 4))
        ]
        if full:
            lower = [n for n in unseen if self._keeps(state.row, n) <= len(state.row) // 2] or unseen
        return chance.choice(lower or above or unseen)

    @staticmethod
    def _keeps(row: tuple[Laid, ...], number: int) -> int:
        return landing(row, number).keep

    def _make_room(self, player: int, value: int | None) -> None:
        """Take off the end of the row what a card makes go, in one grab or in several."""
        if value is None:
            return
        keep = landing(self.state.row, value).keep
        while len(self.row) > keep:
            many = len(self.row) - keep
            grab = (
                many if self.chance.random() < self.setting.manner.at_once else self.chance.randint(1, many)
            )
            self._grab(player, self.row[-grab:], "row")
            self.t += self.chance.uniform(0.1, 0.6)

    def _play(self, player: int, value: int | None, begin: float) -> float:
        """Lay a card at the row's end; gives the moment at which it touches."""
        touch = self._lay(player, value, self._slot(len(self.row)), "row", begin)
        self._act(Play(self.players[player], PASS if value is None else Card.number(value)), touch)
        return touch

    def _act(self, act: Act, t: float) -> None:
        self.state = self.rules.apply(self.state, act)
        self.plan.record.append({"t": round(self._shown(t), 3), **act.to_record()})
        self.left -= 1

    def _jumped(self, kind: str, number: int, jumper: int, touch: float) -> None:
        """Somebody lays the partner beside the row: before, with or after the next player's card."""
        if kind == "before-next":
            self._in_time(number, jumper, touch)
        else:
            self._contested(kind, number, jumper)

    def _in_time(self, number: int, jumper: int, laid: float) -> None:
        """A jump with no card after it: passes, then somebody takes all."""
        touch = self._lay(
            jumper, number, self._beside(), "jump", laid + self.chance.uniform(-0.2, 0.8), on=partner(number)
        )
        self._press(touch - self.chance.uniform(0.0, 0.35) if touch - laid > 0.5 else touch)
        self.plan.events[-1]["verdict"] = "before-next"
        self._act(Jump(self.players[jumper], number), touch)
        self._pause()
        while (
            len(self.row) < self.setting.room + 2 and self.chance.random() < 0.55 and self.state.passes < 18
        ):
            self._play(self.players.index(self.state.to_move), None, self.t)
            self._pause()
        taker = self.players.index(self.state.to_move)
        piles = [(list(self.row), "row"), ([self.jump], "jump")]
        self.chance.shuffle(piles)
        first = None
        for cards, zone in piles:
            at = self._grab(taker, [c for c in cards if c], zone)
            first = at if first is None else first
            self.t += self.chance.uniform(0.05, 0.7)
        assert first is not None
        self._act(Take(self.players[taker]), first)

    def _contested(self, kind: str, number: int, jumper: int) -> None:
        """A jump card and the next player's card together, or the jump too late; mostly the jumper yields."""
        player = self.players.index(self.state.to_move)
        value = self._next_above()
        if value is None or jumper == player:
            return
        frame = 1 / self.setting.fps
        self.t = max(self.t - 0.2, self.free_from[player])
        played = self._lay(player, value, self._slot(len(self.row)), "row", self.t)
        late = self.chance.uniform(-0.9, 0.9) * frame if kind == "close" else self.chance.uniform(0.35, 1.1)
        touch = self._lay(
            jumper, number, self._beside(), "jump", None, touch=played + late, on=partner(number)
        )
        self.plan.events[-1]["verdict"] = kind
        pressed = (
            played + self.chance.uniform(-0.5, 0.5) * frame
            if kind == "close"
            else touch - self.chance.uniform(0, 0.15)
        )
        self._press(pressed)
        self.t = max(self.t, played + 1.0, touch + 1.0) + self.chance.uniform(0.5, 1.5)
        if kind == "close" and self.chance.random() < 0.35:
            self._grab(player, [self.row[-1]], "row")
            self._act(Jump(self.players[jumper], number), touch)
            self._pause()
            self._play(self.players.index(self.state.to_move), None, self.t)
        else:
            self._act(Play(self.players[player], Card.number(value)), played)
            assert self.jump
            self._grab(jumper, [self.jump], "jump")
        self._pause()
        if self.state.jump is not None:
            taker = self.players.index(self.state.to_move)
            first = self._grab(taker, list(self.row), "row")
            self.t += 0.3
            assert self.jump
            self._grab(taker, [self.jump], "jump")
            self._act(Take(self.players[taker]), first)

    def _next_above(self) -> int | None:
        last = self.state.row[-1].card.value or 0
        above = [n for n in range(last + 1, 101) if not self.state.is_seen(n) and abs(n - last) != 50]
        return above[min(len(above) - 1, int(self.chance.expovariate(0.2)))] if above else None

    def _press(self, t: float) -> None:
        if self.pressing:
            self.plan.presses.append({"t": round(t, 3), "button": "jump"})

    # ---- what is no act

    def _pause(self, quick: bool = False) -> None:
        """Let some time go by; a quick player reaches in before the last hand has gone."""
        pause = (-0.75, -0.25) if quick else self.setting.manner.pause
        self.t = max(0.0, self.t + self.chance.uniform(*pause))

    def _between(self) -> None:
        """Now and then somebody does something that is no act."""
        draw = self.chance.random() / self.setting.manner.fidgets
        if draw < 0.07 and self.row:
            self._push([self.chance.choice(self.row[-4:])], 5.0, 0.09)
        elif draw < 0.11 and len(self.row) > 2:
            self._straighten()
        elif draw < 0.14 and self.row:
            self._push(self.row, self.chance.uniform(8, 22), 0.0)
        elif draw < 0.2:
            self._idle()
        else:
            return
        self._pause()

    def _idle(self) -> None:
        """A hand comes, stays a while over the table or the row, and goes with nothing."""
        player = self.chance.randrange(len(self.players))
        w, h = self.setting.size
        place = (self.chance.uniform(0.15, 0.85) * w, self.chance.uniform(0.2, 0.8) * h)
        begin = max(self.t, self.free_from[player])
        out, stay = self._outside(player, place), self.chance.uniform(0.1, 1.8)
        arrive = begin + self.chance.uniform(0.4, 0.8)
        hover = (place[0] + self.chance.uniform(-30, 30), place[1] + self.chance.uniform(-20, 20))
        legs = [Leg(begin, arrive, out, place, 1.6), Leg(arrive, arrive + stay, place, hover, 1.0)]
        self._visit(player, [*legs, Leg(arrive + stay, arrive + stay + 0.5, hover, out, 0.7)])

    def _push(self, cards: Sequence[Piece], by_mm: float, turn: float) -> None:
        """Somebody pushes cards a little, all together."""
        player = self.chance.randrange(len(self.players))
        begin = max(self.t, self.free_from[player])
        at = cards[len(cards) // 2].rest()
        place, angle = (at.x, at.y), self.chance.uniform(0, 2 * pi)
        pixels = self.setting.unit / CARD_MM[1] * by_mm * self.chance.uniform(0.4, 1)
        if len(cards) == len(self.row) and by_mm > 5:
            angle = self._safe_angle(pixels)
            self.shift = [self.shift[0] + pixels * cos(angle), self.shift[1] + pixels * sin(angle)]
        to = (place[0] + pixels * cos(angle), place[1] + pixels * sin(angle))
        out, arrive = self._outside(player, place), begin + self.chance.uniform(0.4, 0.7)
        done = arrive + 0.1 + self.chance.uniform(0.15, 0.5)
        legs = [
            Leg(begin, arrive, out, place, 1.5), Leg(arrive, arrive + 0.1, place, place),
            Leg(arrive + 0.1, done, place, to, 1.3), Leg(done, done + self.chance.uniform(0.05, 0.4), to, to),
        ]  # fmt: skip
        visit = self._visit(player, [*legs, Leg(legs[-1].end, legs[-1].end + 0.45, to, out, 0.7)])
        for card in cards:
            turns = self.chance.uniform(-turn, turn)
            card.rides.append(Ride(visit, arrive + 0.1, done, place, over=False, turns=turns))

    def _safe_angle(self, pixels: float) -> float:
        """Choose a way that keeps the row's ends in the picture."""
        w, h = self.setting.size
        for _ in range(40):
            angle = self.chance.uniform(0, 2 * pi)
            ends = [self._slot(0, 0), self._slot(self.setting.room, 0)]
            margin = 0.4 * self.setting.unit
            moved = [(p.x + pixels * cos(angle), p.y + pixels * sin(angle)) for p in ends]
            if all(margin < x < w - margin and margin < y < h - margin for x, y in moved):
                return angle
        return -pi / 2

    def _straighten(self) -> None:
        """Somebody lines up the end of the row, a card after the other, under one hand."""
        for card in self.row[-2:]:
            self._push([card], 3.0, 0.05)

    # ---- hands and cards

    def _visit(self, player: int, legs: list[Leg]) -> Visit:
        visit = Visit(player, legs, self.chance.uniform(-0.2, 0.2))
        self.plan.visits.append(visit)
        self.free_from[player] = visit.span[1] + 0.1
        self.t = max(self.t, visit.span[1])
        return visit

    def _lay(
        self,
        player: int,
        value: int | None,
        pose: Pose,
        zone: str,
        begin: float | None,
        touch: float | None = None,
        on: int | None = None,
    ) -> float:
        """Bring a card in and lay it; gives when it touches."""
        chance = self.chance
        grip = self._grip(player, pose)
        slide = chance.choice([0.0, chance.uniform(0.08, 0.28), chance.uniform(0.08, 0.28)])
        push = self.setting.unit * chance.uniform(0.008, 0.035) * (slide > 0)
        near = (grip[0] + push * cos(a := chance.uniform(0, 2 * pi)), grip[1] + push * sin(a))
        approach = chance.uniform(0.35, 0.65)
        if touch is None:
            assert begin is not None
            touch = max(begin, self.free_from[player]) + approach
        rest = touch + slide
        stay = chance.choice([chance.uniform(*linger) for linger in self.setting.manner.linger])
        out = self._outside(player, grip)
        legs = [
            Leg(touch - approach, touch, out, near, chance.uniform(1.15, 1.5)),
            Leg(touch, rest, near, grip),
        ]
        legs.append(Leg(rest, rest + stay, grip, grip))
        legs.append(Leg(rest + stay, rest + stay + chance.uniform(0.3, 0.55), grip, out, 0.65))
        visit = self._visit(player, legs)
        turned = chance.gauss(0, 0.2)
        piece = Piece(
            value,
            pose,
            [Ride(visit, touch - approach, rest, grip, lift=chance.uniform(0.0, 0.12), turned=turned)],
        )
        self.plan.pieces.append(piece)
        if zone == "row":
            self.row.append(piece)
        else:
            self.jump = piece
        faces = (
            {"value": value, "kind": "pass" if value is None else "number", "jump_of": on}
            if on
            else {"value": value}
        )
        self._event(rest, "placed", player=player, zone=zone, t_touch=round(self._shown(touch), 3), **faces)
        return touch

    def _grab(self, player: int, cards: Sequence[Piece], zone: str) -> float:
        """Take cards off the table; gives when they leave their place."""
        chance = self.chance
        begin = max(self.t, self.free_from[player])
        grip = self._grip(player, cards[-1].rest())
        arrive = begin + chance.uniform(0.4, 0.7)
        leave = arrive + chance.uniform(0.08, 0.35)
        gather = leave + (chance.uniform(0.15, 0.4) if len(cards) > 2 else 0.0)
        out = self._outside(player, grip)
        legs = [Leg(begin, arrive, out, grip, 1.6), Leg(arrive, leave, grip, grip)]
        pull = (grip[0] + 0.12 * (out[0] - grip[0]), grip[1] + 0.12 * (out[1] - grip[1]))
        if gather > leave:
            legs.append(Leg(leave, gather, grip, pull))
        legs.append(Leg(gather, gather + chance.uniform(0.4, 0.7), legs[-1].b, out, 0.75))
        visit = self._visit(player, legs)
        for card in cards:
            card.rides.append(Ride(visit, leave, visit.span[1], grip, gone=True))
        if zone == "row":
            self.row = self.row[: -len(cards)]
        else:
            self.jump = None
        self._event(leave, "removed", player=player, zone=zone, values=[c.value for c in cards])
        return leave

    def _shown(self, t: float) -> float:
        """Give the time of the first frame at or after a moment."""
        return ceil(t * self.setting.fps - 1e-6) / self.setting.fps

    def _event(self, t: float, event: str, **more: Any) -> None:
        row = ["pass" if p.value is None else p.value for p in self.row]
        after = (
            {"row_after": row, "jump_after": [self.jump.value] if self.jump else []} if "zone" in more else {}
        )
        self.plan.events.append({"t": round(self._shown(t), 3), "event": event, **more, **after})
