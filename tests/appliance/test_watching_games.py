"""Short recordings of the games that lie in no row, from their frames to the acts; drawn, decks invented."""

from pathlib import Path
from typing import Any

from appliance.watching import Watch, watch
from companion.clock import Instant
from companion.sessions.events import Event, EventKind

RECORDINGS = Path(__file__).parents[1] / "recordings"
THREE = ("south", "west", "east")


def told(game: str, players: tuple[str, ...], starter: str, seats: tuple[str, ...]) -> list[dict[str, Any]]:
    """Follow a recording; gives the acts without their times."""
    events: list[Event] = []

    def hear(event: Event, started: Instant) -> None:
        events.append(event)

    header = {"game": game, "players": list(players), "starter": starter}
    watch(Watch(str(RECORDINGS / f"{game}.mp4"), header, seats), hear)
    acts: list[Any] = [event.data["act"] for event in events if event.kind is EventKind.ACT]
    return [{key: value for key, value in act.items() if key != "t"} for act in acts]


def test_the_pile_of_23() -> None:
    assert told("23", ("Ada", "Bo", "Cleo"), "Ada", THREE) == [
        {"player": "Ada", "play": 1},
        {"player": "Bo", "play": 3, "unsure": ["count", "bonus"]},
        {"player": "Cleo", "play": 11, "unsure": ["count", "bonus"]},
    ]


def test_the_stacks_of_quick_and_easy() -> None:
    lays = [
        ("Ada", {"stack": "up", "value": 3, "colour": "red"}, "stack"),
        ("Bo", {"stack": "down", "value": 10, "colour": "green"}, "stack"),
        ("Ada", {"stack": "down", "value": 6, "colour": "red"}, "act"),  # a second card might have come
    ]
    assert told("quick-and-easy", ("Ada", "Bo"), "Ada", ("south", "north")) == [
        {"player": player, "lay": [tile], "unsure": [doubt]} for player, tile, doubt in lays
    ]


def test_the_open_card_of_no_thanks() -> None:
    assert told("no-thanks", ("Ada", "Bo", "Cleo"), "Cleo", THREE) == [
        {"flip": 8},
        {"player": "Cleo", "token": True},
        {"player": "Ada", "token": True},
        {"player": "Bo", "token": True},
        {"player": "Cleo", "take": True},
    ]


def test_the_cards_before_the_players_of_futschikato() -> None:
    numbers = [("Ada", 16), ("Bo", 5), ("Cleo", 10), ("Ada", 9)]
    assert told("futschikato", ("Ada", "Bo", "Cleo"), "Ada", THREE) == [
        {"player": player, "play": number} for player, number in numbers
    ]
