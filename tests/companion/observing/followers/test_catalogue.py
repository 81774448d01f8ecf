from companion.observing.followers.catalogue import FOLLOWERS
from companion.rules.catalogue import GAMES


def test_every_game_but_that_of_the_row_has_a_follower() -> None:
    assert {"fifty-fifty", *FOLLOWERS} == {rules.slug for rules in GAMES}
