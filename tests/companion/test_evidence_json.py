"""Evidence survives the journal, in the form of today and in that of older companions."""

import json
from dataclasses import replace

from companion.evidence import Side, Sighting
from companion.evidence_json import card_from_json, card_to_json, sighting_from_json, sighting_to_json
from tests.companion.drawn import arrival, table, touched


def through(sighting: Sighting) -> Sighting:
    return sighting_from_json(json.loads(json.dumps(sighting_to_json(sighting))))


def test_a_sighting_comes_back_as_it_was() -> None:
    came = arrival("73", 3.5, side=Side.EAST)
    unclear = replace(came, side=None, either=frozenset({Side.EAST, Side.SOUTH}))
    full = table("3 P 82?28 . | 57", 4.0, came, unclear, removed_at=2.0)
    for sighting in (table(""), full, replace(full, partly=True, removed_side=Side.NORTH)):
        assert through(sighting) == sighting


def test_a_card_as_older_companions_wrote_it_is_read() -> None:
    old = {
        "zone": "jump",
        "quad": [[100.5, 200.0], [160.0, 200.0], [160.0, 290.0], [100.0, 290.0]],
        "alternatives": [["82", 0.6], ["28", 0.4]],
        "sure": False,
    }
    card = card_from_json(old)
    assert [str(a.card) for a in card.alternatives] == ["82", "28"]
    assert card.quad[0] == (100.5, 200.0)
    assert card_from_json(card_to_json(card)) == card


def test_a_sighting_of_a_long_row_stays_small() -> None:
    row = " ".join(str(number) for number in range(1, 13))
    assert len(json.dumps(sighting_to_json(table(row)), separators=(",", ":"))) < 12 * 80 + 100


def test_a_touch_is_kept_to_the_nanosecond() -> None:
    came = arrival("73", 3.5)
    assert through(table("73", 4.0, came)).arrivals[0].touch == touched(3.5)
