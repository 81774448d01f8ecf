"""How each game is dealt, by its short name."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.simulation.dealers.base import Dealing
from companion.simulation.dealers.fifty_fifty import FiftyFiftyDealing
from companion.simulation.dealers.futschikato import FutschikatoDealing
from companion.simulation.dealers.no_thanks import NoThanksDealing
from companion.simulation.dealers.quick_and_easy import QuickAndEasyDealing
from companion.simulation.dealers.twenty_three import TwentyThreeDealing

DEALINGS: Final[Mapping[str, Dealing]] = MappingProxyType(
    {
        "fifty-fifty": FiftyFiftyDealing(),
        "23": TwentyThreeDealing(),
        "futschikato": FutschikatoDealing(),
        "quick-and-easy": QuickAndEasyDealing(),
        "no-thanks": NoThanksDealing(),
    }
)
