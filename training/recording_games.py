"""Writes recordings of the games beside Fifty Fifty with their records: piles, stacks, open cards, spots.

python -m training.recording_games GAME FOLDER FIRST_SEED COUNT [ACTS]

Writes of each seed NNNN.mp4, NNNN.record.jsonl (all acts, also those that no camera can see: passes, tokens)
and NNNN.meta.json. The games are dealt and played as ``companion simulate`` does.
"""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.rules.base import Act
from companion.rules.catalogue import find_game
from companion.rules.futschikato_state import Play, effect
from companion.simulation.dealers.base import Strategy
from companion.simulation.dealers.catalogue import DEALINGS
from training import camera, decks
from training.decks import Face
from training.recording import RATES, SIZE, encode, slant, write_lines
from training.recording_draw import Stage
from training.recording_parts import CALM, CARD_MM, Leg, Piece, Plan, Point, Pose, Ride, Setting, Visit
from training.recording_places import ANGLES, NAMES, Places
from training.recording_plan import Director

SEATED = {
    2: ("south", "north"), 3: ("south", "west", "east"), 4: ("south", "west", "north", "east"),
    5: ("south", "west", "northwest", "northeast", "east"),
}  # fmt: skip
PLAYERS = {"23": (2, 3, 4), "quick-and-easy": (2, 3, 4), "no-thanks": (3, 4), "futschikato": (3, 4)}
HEIGHT = {"23": (150, 225), "quick-and-easy": (150, 190), "no-thanks": (110, 135), "futschikato": (130, 160)}
"""How high a card looks in each game, in pixels."""

CARELESS = {"23": 0.25, "quick-and-easy": 0.25, "no-thanks": 0.6, "futschikato": 0.25}
"""So many acts of a recorded game are any that the rules allow, the others sensible."""

STACK_MM = 52.0
SIGN_MM = 130.0
UPRIGHT = 1.25


@dataclass(slots=True)
class Thing(Piece):
    """A card of a colour, or a ``sign``: an arrow card or a token."""

    colour: str | None = None
    sign: str = ""


class GameStage(Stage):
    """A stage whose cards may have colours and that knows arrow cards and tokens."""

    def _face(self, piece: Piece) -> Face:
        colour, sign = getattr(piece, "colour", None), getattr(piece, "sign", "")
        key = (piece.back, piece.value, colour, sign)
        if key not in self._faces:
            self._faces[key] = self._drawn(piece, colour, sign)
        return self._faces[key]

    def _drawn(self, piece: Piece, colour: str | None, sign: str) -> Face:
        draw = np.random.default_rng(5)
        if sign == "token":
            return _token(self._deck.height)
        if sign:
            return decks.arrow(self._deck, np.random.default_rng(len(sign)))
        if piece.back or piece.value is None:
            return decks.backside(self._deck, draw)
        before = self._deck.palette
        self._deck.palette = [decks.HUES[colour]] if colour else before
        face = decks.number(self._deck, draw, piece.value)
        self._deck.palette = before
        return face


def _token(height: int) -> Face:
    """Draw a token in the middle of an invisible card."""
    wide = int(height * 0.64)
    picture, alpha = np.full((height, wide, 3), (40, 60, 190), np.uint8), np.zeros((height, wide), np.uint8)
    cv2.circle(alpha, (wide // 2, height // 2), height // 8, 255, -1, cv2.LINE_AA)
    cv2.circle(picture, (wide // 2, height // 2), height // 11, (90, 120, 230), 2, cv2.LINE_AA)
    return Face(picture, alpha, "back")


class GameDirector(Director):
    """Lets one game be played by the simulator's players; every method moves its clock on."""

    def __init__(self, chance: Random, setting: Setting, game: str, players: int, acts: int) -> None:
        Places.__init__(self, chance, setting, players)
        self.game, self.left, self.players = game, acts, NAMES[:players]
        self.seats = SEATED[players]
        self.starter = chance.choice(self.players)
        self.rules = find_game(game)
        self.state: Any = self.rules.start(self.players, self.starter, None)
        self.t, self.jump, self.pressing = chance.uniform(1.5, 3.0), None, False
        self.free_from = dict.fromkeys(range(players), 0.0)
        self.plan = Plan(self.players, self.seats, self.starter, [], [], [], [], [], 0.0)
        self.fronts: dict[int, Thing] = {}
        self.kept: dict[int, int] = dict.fromkeys(range(players), 0)
        self.open: Thing | None = None
        self.tokens: list[Thing] = []

    def direct(self) -> Plan:
        """Play until the acts are used up or the game is over."""
        self._set_up()
        dealer: Any = DEALINGS[self.game].deal(self.state, self.chance, Strategy.SIMPLE)
        while self.left > 0 and not self.state.over:
            careless = self.chance.random() < CARELESS[self.game]
            dealer.strategy = Strategy.RANDOM if careless else Strategy.SIMPLE
            act, before = dealer.choose(self.state, self.chance), self.state
            if act is None:
                break
            self.state = self.rules.apply(before, act)
            dealer.follow(before, act, self.state)
            self._fidget()
            at = self._perform(act, before)
            self.plan.record.append({"t": round(self._shown(at), 3), **act.to_record()})
            self.left -= 1
            self._pause()
        self.plan.seconds = max([v.span[1] for v in self.plan.visits] or [self.t]) + 2.5
        return self.plan

    def _set_up(self) -> None:
        """Put down what lies there before anybody plays."""
        if self.game == "quick-and-easy":
            for sign, x in (("up", -SIGN_MM), ("down-", SIGN_MM)):
                self._put(Thing(None, self._at(x, 0), sign=sign))
        if self.game in ("no-thanks", "futschikato"):
            self._put(Thing(None, self._at(70, 0), back=True))
        if self.game == "quick-and-easy":
            self._put(Thing(None, self._at(0, 105), back=True))

    def _put(self, thing: Thing) -> None:
        self.plan.pieces.append(thing)

    def _at(self, x: float, y: float, loose: float = 0.0, turn: float = 0.0) -> Pose:
        """Give a place by millimetres off the table's middle."""
        gauss, s = self.chance.gauss, self.setting
        px, py = s.project((x + loose * gauss(0, 2.5), y + loose * gauss(0, 2.5)))
        return Pose(px, py, s.heading + turn + loose * gauss(0, 0.06))

    def _perform(self, act: Act, before: Any) -> float:
        """Let an act be seen, as far as it can be; gives when it happened."""
        match self.game:
            case "23":
                return self._on_pile(act)
            case "quick-and-easy":
                return self._on_stacks(act)
            case "no-thanks":
                return self._open_card(act)
        return self._in_front(act, before)

    # ---- 23

    def _on_pile(self, act: Act) -> float:
        line, at = act.to_record(), self.t
        if "round" in line:
            self._clear_pile()
            return self.t
        if "play" not in line:
            if self.chance.random() < 0.4:
                self._idle()
            self.t += self.chance.uniform(0.8, 1.8)
            return at
        player = self.players.index(str(act.player))
        turn = pi if self.chance.random() < 0.1 else 0.0
        top = self._at(0, 0, 1.2, turn)
        under = [
            Pose(top.x - k * self.setting.unit * self.chance.uniform(0.0, 0.2), top.y, top.turn)
            for k in range(int(str(line.get("count", 1))) - 1, 0, -1)
        ]
        return self._bring(player, Thing(int(str(line["play"])), top), under)

    def _clear_pile(self) -> None:
        self._grab(0, [p for p in self.plan.pieces if not p.back and not _gone(p)], "pile")
        self.t += self.chance.uniform(2.0, 4.0)

    # ---- Quick & Easy

    def _on_stacks(self, act: Act) -> float:
        first = self.t
        lay: Any = act.to_record().get("lay", ())
        player = self.players.index(str(act.player))
        for k, tile in enumerate(lay):
            x = -STACK_MM if tile["stack"] == "up" else STACK_MM
            turn = pi if self.chance.random() < 0.08 else 0.0
            at = self._bring(player, Thing(tile["value"], self._at(x, 0, 1.0, turn), colour=tile["colour"]))
            first = first if k else at
            self.t += self.chance.uniform(0.1, 0.8)
        return first

    # ---- No Thanks!

    def _open_card(self, act: Act) -> float:
        line: Any = act.to_record()
        if "flip" in line:
            player = self.players.index(self.state.to_move)
            self.open, self.tokens = Thing(line["flip"], self._at(-10, 0, 1.0)), []
            return self._bring(player, self.open)
        player = self.players.index(str(act.player))
        assert self.open
        if "token" in line:
            at = self.open.pose
            unit = self.setting.unit
            low = Pose(at.x + self.chance.uniform(-0.2, 0.2) * unit, at.y + 0.36 * unit, 0.0)
            token = Thing(None, low, sign="token")
            self.tokens.append(token)
            return self._bring(player, token)
        to = self._collected(player)
        leave, _ = self._carry(player, self.open, to, self.tokens)
        self.kept[player] += 1
        self.open, self.tokens = None, []
        return leave

    def _collected(self, player: int) -> Pose:
        """Give where a player's next collected card goes."""
        base, k = self._place_of(player, 0.86), self.kept[player]
        unit, angle = self.setting.unit, ANGLES[self.seats[player]] * pi
        along = (k - 2) * 0.24 * unit
        flat = abs(cos(angle)) < 0.5
        return Pose(base.x + (along if flat else 0), base.y + (0 if flat else along), base.turn)

    # ---- Futschikato

    def _in_front(self, act: Act, before: Any) -> float:
        assert isinstance(act, Play), "in Futschikato every act is a play"
        player = self.players.index(str(act.player))
        number = int(str(act.to_record()["play"]))
        done = effect(before, act)
        card = Thing(number, self._place_of(player, 0.62))
        at = self._bring(player, card)
        self.fronts[player] = card
        for seat in self._shuffled(done.flushed):
            self._discard(seat)
        pushed = sorted(done.pushed, key=lambda seat: seat != (player + 1) % len(self.players))
        for seat in pushed:
            self._discard(seat)
        return at

    def _shuffled(self, seats: Sequence[int]) -> list[int]:
        return self.chance.sample(list(seats), len(seats))

    def _discard(self, seat: int) -> None:
        self.t += self.chance.uniform(0.1, 0.6)
        self._carry(seat, self.fronts.pop(seat), self._at(-5, 0, 1.5, self.chance.choice([0.0, 0.0, pi])))

    def _place_of(self, player: int, share: float) -> Pose:
        """Give the place before a player, at a share of the way to the border, turned to the player."""
        w, h = self.setting.size
        angle = ANGLES[self.seats[player]] * pi
        room = self.setting.unit * 0.5
        x = w / 2 + cos(angle) * share * (w / 2 - room * 0.2) * 0.95
        y = h / 2 + sin(angle) * (h / 2 - room - 6) * (share + 0.14)
        gauss = self.chance.gauss
        return Pose(x + gauss(0, 4), y + gauss(0, 3), angle - pi / 2 + gauss(0, 0.08))

    # ---- hands

    def _fidget(self) -> None:
        """Now and then a hand comes for nothing, or straightens the pile."""
        draw = self.chance.random()
        lying = [p for p in self.plan.pieces if p.rides and not _gone(p) and not getattr(p, "sign", "")]
        if draw < 0.05:
            self._idle()
        elif draw < 0.09 and lying and self.game in ("23", "quick-and-easy"):
            self._push([lying[-1]], 4.0, 0.06)
        else:
            return
        self._pause()

    def _bring(self, player: int, thing: Thing, under: Sequence[Pose] = ()) -> float:
        """Bring a card in and lay it, others of its number under it; gives when it touches."""
        count = len(self.plan.pieces)
        at = self._lay(player, thing.value, thing.pose, "pile", self.t)
        ride = self.plan.pieces.pop().rides[0]
        assert len(self.plan.pieces) == count
        for pose in (*under, thing.pose):
            twin = thing if pose is thing.pose else Thing(thing.value, pose, colour=thing.colour)
            twin.rides.append(
                Ride(ride.visit, ride.begin, ride.end, ride.anchor, ride.lift, True, ride.turned)
            )
            self._put(twin)
        return at

    def _carry(self, player: int, card: Thing, to: Pose, along: Sequence[Thing] = ()) -> tuple[float, float]:
        """Move a card, and things on it, to another place, on top of all; gives when it leaves and lies."""
        begin = max(self.t, self.free_from[player])
        here, chance = card.rest(), self.chance
        grip = self._grip(player, here)
        arrive = begin + chance.uniform(0.4, 0.6)
        leave = arrive + chance.uniform(0.08, 0.25)
        there = (grip[0] + to.x - here.x, grip[1] + to.y - here.y)
        put = leave + chance.uniform(0.45, 0.7)
        away, out = self._outside(player, grip), self._outside(player, there)
        legs = [
            Leg(begin, arrive, away, grip, 1.5), Leg(arrive, leave, grip, grip),
            Leg(leave, put, grip, there, 1.4), Leg(put, put + 0.12, there, there),
            Leg(put + 0.12, put + 0.55, there, out, 0.7),
        ]  # fmt: skip
        visit = self._visit(player, legs)
        for thing in (card, *along):
            self._move(thing, visit, (leave, put), there, to if thing is card else None, (here, to))
        return leave, put

    def _move(
        self, thing: Thing, visit: Visit, when: tuple[float, float], tip: Point, to: Pose | None,
        way: tuple[Pose, Pose],
    ) -> None:  # fmt: skip
        """Take a thing away and let another like it ride on, so that it lies on top of what lay there."""
        at = thing.rest()
        end = to or Pose(at.x + way[1].x - way[0].x, at.y + way[1].y - way[0].y, at.turn)
        thing.rides.append(Ride(visit, when[0], when[0] + 1e-6, tip, gone=True))
        new = Thing(thing.value, end, colour=thing.colour, sign=thing.sign)
        new.rides.append(Ride(visit, when[0], when[1], tip, 0.05, True, at.turn - end.turn))
        self._put(new)


def _gone(piece: Piece) -> bool:
    return any(ride.gone for ride in piece.rides)


def setting_of(rng: np.random.Generator, game: str) -> tuple[Setting, NDArray[np.float64]]:
    """Choose a camera that sees the table from above; gives it with the map from millimetres to pixels."""
    unit = float(rng.uniform(*HEIGHT[game]))
    scale = unit / CARD_MM[1]
    ground = camera.view(rng, (SIZE[1], SIZE[0]), scale)
    while slant(ground) > UPRIGHT:
        ground = camera.view(rng, (SIZE[1], SIZE[0]), scale)

    def project(p: Point) -> Point:
        x, y = cv2.perspectiveTransform(np.array([[p]], np.float64), ground)[0, 0]
        return float(x), float(y)

    stride = CARD_MM[0]
    start, heading = (-2.5 * stride, 0.0), float(rng.normal(0, 0.04))
    return Setting(SIZE, unit, project, RATES[0], start, heading, stride, 6, 1.0, CALM), ground


def save(game: str, folder: Path, seed: int, acts: int) -> None:
    """Plan, draw and write the recording of a seed."""
    rng, chance = np.random.default_rng((79, seed)), Random(f"{game} {seed}")
    setting, ground = setting_of(rng, game)
    plan = GameDirector(chance, setting, game, chance.choice(PLAYERS[game]), acts).direct()
    stage = GameStage(rng, setting, plan, ground)
    head = {"game": game, "players": list(plan.players), "starter": plan.starter}
    write_lines(folder / f"{seed:04}.record.jsonl", [head, *plan.record])
    meta = {"fps": setting.fps, "unit": setting.unit, "seats": list(plan.seats), "seconds": plan.seconds}
    (folder / f"{seed:04}.meta.json").write_text(json.dumps(meta) + "\n")
    encode(folder / f"{seed:04}.mp4", stage.frames(), setting.fps)


if __name__ == "__main__":
    cv2.setNumThreads(1)
    which, where = sys.argv[1], Path(sys.argv[2])
    first, count = int(sys.argv[3]), int(sys.argv[4])
    where.mkdir(parents=True, exist_ok=True)
    for n in range(first, first + count):
        save(which, where, n, int(sys.argv[5]) if len(sys.argv) > 5 else 24)
        print("recording", n, flush=True)
