"""What every game must check: names, house rules, the shape of a record line, who may act; and places.

Shapes are refused with BadRecord, acts with IllegalAct. The messages say what was tried, why it is not
allowed, and what would be right.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NoReturn, TypeVar

from companion.errors import BadRecord, Code, IllegalAct
from companion.json_lines import as_json
from companion.language import Text, say, say_n
from companion.rules.base import Act, GameState, HouseRule, Remark, Standing

A = TypeVar("A", bound=Act)

LONGEST_NAME = 32
"""The most code points that a player's name may have."""

REMARK = "note"
"""What ``the_verb`` gives for a line that has no verb but a note."""


def choice(key: str, about: str, *values: str) -> HouseRule:
    """Make a house rule that is one of some words; the first is the default."""
    first, *others = (f'"{value}"' for value in values)
    allowed = say("{last}", last=first)
    for other in others:
        allowed = say("{before} or {last}", before=allowed, last=other)
    return HouseRule(key, values[0], about, allowed, lambda value: type(value) is str and value in values)


def switch(key: str, about: str) -> HouseRule:
    """Make a house rule that is on or off; off is the default."""
    return HouseRule(key, False, about, say("true or false"), lambda value: type(value) is bool)


def house_rules(*rulings: HouseRule) -> Mapping[str, HouseRule]:
    """Give the house rules of a game by their keys, in the order in which people read them."""
    return MappingProxyType({ruling.key: ruling for ruling in rulings})


def settle_rulings(known: Mapping[str, HouseRule], given: Mapping[str, object] | None) -> dict[str, object]:
    """Give every house rule its value: the given one or its default; raises BadRecord for what is unknown."""
    given = {} if given is None else given
    if not isinstance(given, Mapping):
        raise BadRecord(f'the "rules" give house rules their values, not {as_json(given)}')
    for key, value in given.items():
        if key not in known:
            options = ", ".join(known) or "none"
            raise BadRecord(
                say(
                    'there is no house rule "{key}" in this game; its house rules: {options}',
                    key=key,
                    options=options,
                )
            )
        if not known[key].accepts(value):
            raise BadRecord(
                say(
                    'the house rule "{key}" cannot be {value}; it is {allowed}',
                    key=key,
                    value=as_json(value),
                    allowed=known[key].allowed,
                )
            )
    return {key: given.get(key, ruling.default) for key, ruling in known.items()}


def check_name(name: object) -> str:
    """Give the name back when it can be one: text of 1 to 32 code points."""
    if not isinstance(name, str):
        raise BadRecord(f"a player's name is text, not {as_json(name)}")
    if not 1 <= len(name) <= LONGEST_NAME:
        raise BadRecord(
            say(
                "a player's name has 1 to {most} letters, {name} has {count}",
                most=LONGEST_NAME,
                name=as_json(name),
                count=len(name),
            )
        )
    if any(0xD800 <= ord(letter) <= 0xDFFF for letter in name):
        raise BadRecord(f"a player's name is text, {as_json(name)} holds half a letter")
    return name


def check_players(names: Sequence[str], allowed: range) -> tuple[str, ...]:
    """Give the players clockwise when they can sit at this game: enough, not too many, all names distinct."""
    if not isinstance(names, list | tuple):
        raise BadRecord(f'the "players" are a list of names, not {as_json(names)}')
    players = tuple(check_name(name) for name in names)
    if len(players) not in allowed:
        raise BadRecord(
            say_n(
                "{n} player cannot play this; {first} to {last} can",
                "{n} players cannot play this; {first} to {last} can",
                len(players),
                first=allowed[0],
                last=allowed[-1],
            )
        )
    twice = next((name for name in players if players.count(name) > 1), None)
    if twice is not None:
        raise BadRecord(say('two players are called "{twice}"; every name must be another one', twice=twice))
    return players


def check_starter(players: Sequence[str], starter: str | None) -> str:
    """Give the one who begins: the first player unless another is named."""
    if starter is None:
        return players[0]
    if starter not in players:
        raise BadRecord(
            say(
                "{starter} cannot start without being a player; players: {players}",
                starter=as_json(starter),
                players=", ".join(players),
            )
        )
    return starter


def the_verb(fields: Mapping[str, object], verbs: Collection[str]) -> str:
    """Give the only verb of a line, or REMARK for a line with a note and no verb.

    ``t`` and ``note``, where there are any, are checked too. Keys that no game knows are ignored.
    """
    _check_extras(fields)
    found = [verb for verb in verbs if verb in fields]
    if len(found) > 1:
        raise BadRecord(say("an act has exactly one verb, this one has {names}", names=" and ".join(found)))
    if not found and REMARK not in fields:
        raise BadRecord(say("this act has no verb; it would be one of: {names}", names=", ".join(verbs)))
    return found[0] if found else REMARK


def _check_extras(fields: Mapping[str, object]) -> None:
    if "note" in fields and not isinstance(fields["note"], str):
        raise BadRecord(f'a "note" is text, not {as_json(fields["note"])}')
    if "t" in fields and type(fields["t"]) not in (int, float):
        raise BadRecord(f'"t" is a number of seconds, not {as_json(fields["t"])}')


def the_player(fields: Mapping[str, object]) -> str:
    """Give the name under ``player``, whoever that is; ``apply`` says whether they play."""
    if "player" not in fields:
        raise BadRecord(say('this act does not say whose it is; it needs a "player"'))
    name = fields["player"]
    if not isinstance(name, str):
        raise BadRecord(f'"player" is a name, not {as_json(name)}')
    return name


def the_remark(fields: Mapping[str, object]) -> Remark:
    """Give the remark of a line without a verb (``the_verb`` gave REMARK)."""
    return Remark(the_player(fields) if "player" in fields else None, str(fields[REMARK]))


def the_number(fields: Mapping[str, object], key: str, numbers: range) -> int:
    """Give the whole number under a key when it lies in the range; 7.0, "7" and true are none."""
    return check_number(fields[key], f'"{key}"', numbers)


def check_number(value: object, what: str, numbers: range) -> int:
    """Give the value back when it is a whole number in the range; ``what`` names it in the refusal."""
    if type(value) is not int or value not in numbers:
        right = (
            f"a whole number from {numbers[0]} to {numbers[-1]}"
            if len(numbers) > 1
            else f"the whole number {numbers[0]}"
        )
        raise BadRecord(f"{what} is {right}, not {as_json(value)}")
    return value


def check_flag(fields: Mapping[str, object], key: str) -> None:
    """Make sure that a flag is true and nothing else."""
    if fields[key] is not True:
        raise BadRecord(
            f'"{key}" can only be true, not {as_json(fields[key])}; leave it away where it is not so'
        )


def refuse(code: Code, message: str) -> NoReturn:
    """Say that the rules forbid an act."""
    raise IllegalAct(code, message)


def check_running(state: GameState, act: Act) -> None:
    """Make sure that the game goes on and, where the act has a player, that they play."""
    if state.over:
        refuse(Code.GAME_OVER, say("the game is over; nothing can be played any more, a new game can begin"))
    if act.player is not None:
        check_known(state, act.player)


def check_known(state: GameState, player: str) -> None:
    """Make sure that somebody plays in this game."""
    if player not in state.players:
        refuse(
            Code.UNKNOWN_PLAYER,
            say(
                '"{player}" does not play in this game; players: {names}',
                player=player,
                names=", ".join(state.players),
            ),
        )


def check_turn(state: GameState, act: A, tried: Callable[[A], Text]) -> None:
    """Make sure that the act is done by the player to move; what to say when nobody is is the game's own.

    ``tried`` says the act as what one does: "play 12".
    """
    if state.to_move is not None and act.player != state.to_move:
        refuse(
            Code.NOT_YOUR_TURN,
            say(
                "it is not the turn of {player}, who cannot {act} now; {mover} is to move",
                player=act.player,
                act=tried(act),
                mover=state.to_move,
            ),
        )


def next_player(players: Sequence[str], player: str) -> str:
    """Give the player who sits clockwise of another."""
    return players[(players.index(player) + 1) % len(players)]


def rank(scores: Iterable[tuple[str, int]], eliminated: Collection[str] = ()) -> tuple[Standing, ...]:
    """Give places to (player, score) pairs in table order: lowest first, equal scores share (1, 1, 3).

    Whoever is eliminated comes behind all others. Players who share a place stay in table order.
    """
    keys = [(player in eliminated, score, player) for player, score in scores]
    ordered = sorted(keys, key=lambda key: key[:2])
    places = [1 + sum(other[:2] < key[:2] for other in ordered) for key in ordered]
    return tuple(
        Standing(player, place, score, out)
        for place, (out, score, player) in zip(places, ordered, strict=True)
    )
