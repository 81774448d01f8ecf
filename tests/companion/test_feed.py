"""The feed: who is too slow is told so and begins anew, and the end comes after all that was said."""

from companion.clock import Instant
from companion.feed import Change, Feed, Missed, Published, Trouble
from companion.sessions.events import Event, EventKind
from tests.companion.test_table import Sum


def notice(seq: int) -> tuple[Change[Sum], ...]:
    return (Change(seq, Event(EventKind.ACT, Instant(seq)), tuple(range(seq))),)


def test_a_slow_listener_is_told_to_begin_anew() -> None:
    feed: Feed[Sum] = Feed(Published(0, ()))
    with feed.subscribe() as slow:
        for seq in range(1, 258):
            feed.publish(notice(seq))
        feed.publish(notice(258))
        assert slow.next(0) == Missed(Published(257, tuple(range(257))))
        assert slow.next(0) == notice(258)[0]
        assert slow.next(0) is None


def test_a_slow_listener_still_hears_the_last_trouble() -> None:
    feed: Feed[Sum] = Feed(Published(0, ()))
    with feed.subscribe() as slow:
        feed.say("no room")
        for seq in range(1, 257):
            feed.publish(notice(seq))
        assert [slow.next(0), slow.next(0), slow.next(0)] == [
            Missed(Published(256, tuple(range(256)))),
            Trouble("no room"),
            None,
        ]


def test_who_has_left_is_told_nothing_more() -> None:
    feed: Feed[Sum] = Feed(Published(0, ()))
    with feed.subscribe() as gone:
        pass
    feed.publish(notice(1))
    assert gone.next(0) is None


def test_the_end_comes_after_what_was_still_waiting() -> None:
    feed: Feed[Sum] = Feed(Published(0, ()))
    subscription = feed.subscribe()
    feed.publish(notice(1))
    feed.end()
    assert not subscription.over
    assert subscription.next() == notice(1)[0]
    assert subscription.over
    assert subscription.next() is None
    assert feed.subscribe().over
