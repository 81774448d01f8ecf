"""Which games have a follower, by their short names."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.observing.followers import futschikato, no_thanks, quick_and_easy, twenty_three
from companion.observing.followers.base import Follower

FOLLOWERS: Final[Mapping[str, Follower]] = MappingProxyType(
    {
        "23": twenty_three.follow,
        "futschikato": futschikato.follow,
        "quick-and-easy": quick_and_easy.follow,
        "no-thanks": no_thanks.follow,
    }
)
