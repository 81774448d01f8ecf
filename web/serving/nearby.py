"""Makes the dashboard known on the home's network (mDNS): as ``http://tabletop.local:8000/``, and in lists.

It works in a thread of its own and never hinders the table: where the network does not let it, it says so in
the log and tries again.
"""

import ipaddress
import logging
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

LOG = logging.getLogger(__name__)

KIND = "_http._tcp.local."
LOOK_AGAIN_SECONDS = 30.0
"""How often it looks whether the machine has got another address."""


def own_addresses() -> tuple[str, ...]:
    """Give the addresses under which others reach this machine, IPv4 first; none without a network."""
    import ifaddr

    found = [
        ip.ip if isinstance(ip.ip, str) else ip.ip[0] for card in ifaddr.get_adapters() for ip in card.ips
    ]
    good = [text for text in dict.fromkeys(found) if _is_reachable(text)]
    return tuple(sorted(good, key=lambda text: ":" in text))


def _is_reachable(text: str) -> bool:
    address = ipaddress.ip_address(text)
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)


class Nearby:
    """Keeps the dashboard known under a name; a context manager.

    ``name`` is the first part of the host's name (``tabletop`` for ``tabletop.local``), ``port`` the
    dashboard's. ``addresses`` gives those of this machine, ``register`` makes them known (both for tests).
    """

    def __init__(
        self,
        name: str,
        port: int,
        addresses: Callable[[], tuple[str, ...]] = own_addresses,
        pause: float = LOOK_AGAIN_SECONDS,
    ) -> None:
        self._name, self._port, self._addresses, self._pause = name, port, addresses, pause
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="nearby", daemon=True)
        self._zeroconf: Any = None
        self._known: tuple[str, ...] = ()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        while True:
            try:
                self._look()
            # Whatever a network may do: the table goes on without a name.
            except Exception as error:
                LOG.warning("the table cannot be made known on the network: %s", error)
                self._let_go()
            if self._over.wait(self._pause):
                self._let_go()
                return

    def _look(self) -> None:
        """Make the addresses known when they have changed."""
        addresses = self._addresses()
        if addresses == self._known:
            return
        self._let_go()
        if addresses:
            self._announce(addresses)
            self._known = addresses

    def _announce(self, addresses: tuple[str, ...]) -> None:
        from zeroconf import ServiceInfo, Zeroconf

        self._zeroconf = Zeroconf()
        info = ServiceInfo(
            KIND,
            f"{self._name.capitalize()} companion.{KIND}",
            port=self._port,
            properties={"path": "/"},
            server=f"{self._name}.local.",
            parsed_addresses=list(addresses),
        )
        self._zeroconf.register_service(info, allow_name_change=True)

    def _let_go(self) -> None:
        gone, self._zeroconf, self._known = self._zeroconf, None, ()
        if gone is not None:
            gone.close()
