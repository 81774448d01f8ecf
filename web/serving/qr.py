"""Where this machine is found, and that as a QR code.

The code bears the address: many phones do not know ``.local`` names.
"""

import io
import socket
from dataclasses import dataclass

import segno

ELSEWHERE = ("192.0.2.1", 9)
"""An address kept for documents: asking the way there sends nothing."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How other devices reach the dashboard: not at all (``alone``), or by a ``name`` that was made known."""

    alone: bool = False
    name: str = ""


def own_address() -> str:
    """Give the address under which other devices find this machine; 127.0.0.1 without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def own_name() -> str:
    """Give the name under which many devices find this machine."""
    return f"{socket.gethostname().partition('.')[0]}.local"


def address(port: int, path: str = "/") -> str:
    """Give the address of a page, for another device."""
    return f"http://{own_address()}{'' if port == 80 else f':{port}'}{path}"


def as_svg(text: str) -> bytes:
    """Give a QR code as SVG: dark on light with its quiet border, as wide as whoever shows it likes."""
    out = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(out, kind="svg", border=4, dark="#15121a", light="#ffffff", omitsize=True, xmldecl=False)
    return out.getvalue()


def as_text(text: str) -> str:
    """Give a QR code for a terminal."""
    out = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(out=out, border=2, compact=True)
    return out.getvalue()
