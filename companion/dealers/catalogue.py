"""How each game is dealt, by its short name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.dealers.base import Dealing
from companion.dealers.fifty_fifty import FiftyFiftyDealing
from companion.dealers.futschikato import FutschikatoDealing
from companion.dealers.no_thanks import NoThanksDealing
from companion.dealers.quick_and_easy import QuickAndEasyDealing
from companion.dealers.twenty_three import TwentyThreeDealing

DEALINGS: Final[Mapping[str, Dealing]] = MappingProxyType(
    {
        "fifty-fifty": FiftyFiftyDealing(),
        "23": TwentyThreeDealing(),
        "futschikato": FutschikatoDealing(),
        "quick-and-easy": QuickAndEasyDealing(),
        "no-thanks": NoThanksDealing(),
    }
)
