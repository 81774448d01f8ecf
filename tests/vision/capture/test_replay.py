"""The ring of colour pictures: what is kept, how much of it, and that nobody waits for it."""

import cv2
import numpy as np
import pytest

from companion.clock import NS_PER_SECOND, Instant, Span
from companion.evidence import Still
from vision.capture.replay import WAITING, ReplayPlan, ReplayRing, ReplayTap, compressed
from vision.frame import Frame, Stamp

RATE = 30


def frame(number: int, at: float | None = None) -> Frame:
    image = np.full((72, 128, 3), number % 256, np.uint8)
    moment = Instant(round((number / RATE if at is None else at) * NS_PER_SECOND))
    return Frame(image, Span(Instant(moment - 10**7), moment), number, Stamp.DRIVER)


def still(at: float, size: int = 1000) -> Still:
    moment = Instant(round(at * NS_PER_SECOND))
    return Still(Span(moment, moment), b"x" * size)


def seconds(stills: tuple[Still, ...]) -> list[float]:
    return [round(s.span.latest / NS_PER_SECOND, 2) for s in stills]


WHOLE = Span(Instant(0), Instant(10**12))


def test_the_ring_is_bounded_in_time_and_in_bytes() -> None:
    ring = ReplayRing(ReplayPlan(seconds=2.0, megabytes=1))
    for at in range(100):
        ring.add(still(at / 10))
    assert len(ring) == 21
    for at in range(100, 200):
        ring.add(still(at / 10, 200_000))
    assert ring.size <= 1_000_000
    assert len(ring) == 5
    assert ring.newest == still(19.9).span.latest


def test_pictures_of_a_time_come_with_the_one_before_it() -> None:
    ring = ReplayRing(ReplayPlan())
    for at in range(10):
        ring.add(still(float(at)))
    assert seconds(ring.within(Span(Instant(3 * 10**9 - 5), Instant(5 * 10**9 + 5)))) == [2, 3, 4, 5]
    assert ring.within(Span(Instant(50 * 10**9), Instant(60 * 10**9))) == ()


def test_a_step_back_in_time_begins_anew() -> None:
    ring = ReplayRing(ReplayPlan())
    for at in (7.0, 8.0, 1.0):
        ring.add(still(at))
    assert seconds(ring.within(WHOLE)) == [1.0]
    assert ring.size == 1000


def test_every_picture_is_kept_while_something_moves_and_two_a_second_else() -> None:
    with ReplayTap(ReplayPlan(), patient=True) as tap:
        for number in range(10 * RATE):
            tap.offer(frame(number), moving=5 * RATE <= number < 7 * RATE)
        tap.settle()
        times = seconds(tap.ring.within(WHOLE))
    moving = [at for at in times if 5.0 <= at < 7.0]
    assert len(moving) == 2 * RATE
    assert len([at for at in times if at < 4.9]) == 10
    # How the table lay just before the movement is there, too.
    assert round(5.0 - 1 / RATE, 2) in times


def test_a_live_source_never_waits_for_the_compressing(monkeypatch: pytest.MonkeyPatch) -> None:
    tap = ReplayTap(ReplayPlan())
    for number in range(WAITING + 5):  # its worker has not begun
        tap.offer(frame(number), moving=True)
    assert tap.missed == 5
    with tap:
        tap.settle()
    assert len(tap.ring) == WAITING


def test_pictures_keep_their_colours_their_times_and_their_shape() -> None:
    image = np.zeros((720, 1280, 3), np.uint8)
    image[:, :640] = (0, 128, 255)
    small = cv2.imdecode(np.frombuffer(compressed(image, 960, 80), np.uint8), cv2.IMREAD_COLOR)
    assert small is not None
    assert small.shape == (540, 960, 3)
    assert np.abs(small[270, 200].astype(int) - (0, 128, 255)).max() < 12
    same = cv2.imdecode(np.frombuffer(compressed(image[:, :300], 960, 80), np.uint8), cv2.IMREAD_COLOR)
    assert same is not None
    assert same.shape == (720, 300, 3)
    with ReplayTap(ReplayPlan(), patient=True) as tap:
        tap.offer(frame(3), moving=True)
        tap.settle()
        (kept,) = tap.ring.within(WHOLE)
    assert (kept.span, kept.stamp) == (frame(3).span, "driver")


@pytest.mark.parametrize(
    "wrong", [{"seconds": 0}, {"megabytes": 0}, {"quality": 101}, {"before_s": -1}, {"width": 0}]
)
def test_a_plan_of_nothing_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="nothing"):
        ReplayPlan(**wrong)  # type: ignore[arg-type]
