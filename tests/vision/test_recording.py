"""The opening of the bundled recording through source, reader and watcher."""

from pathlib import Path

from companion.cards import Colour
from companion.evidence import Side, Sighting
from vision.capture.sources import open_source
from vision.pipeline import Reader
from vision.watching.steady import Watcher

RECORDING = Path(__file__).parents[2] / "vision" / "recordings" / "first-evening.mp4"


def test_the_first_card_is_seen_with_its_touch_and_side() -> None:
    watcher = Watcher(Reader("fifty-fifty"))
    told: list[Sighting] = []
    with open_source(str(RECORDING)) as source:
        for frame in source:
            if (sighting := watcher.feed(frame)) is not None:
                told.append(sighting)
            if frame.number == 80:
                break
    empty, first, *later = told
    assert empty.cards == ()
    assert not any(sighting.arrivals for sighting in later)
    assert [sighting.partly for sighting in later] == [False] * first.partly, "only that the arm has gone"
    (came,) = first.arrivals
    assert came.card.believed is not None
    assert (came.card.believed.value, came.card.believed.colour) == (11, Colour.ORANGE)
    assert abs(came.touch.latest / 1e9 - 4.067) <= 0.067
    assert came.side is Side.EAST
