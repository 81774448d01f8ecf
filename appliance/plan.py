"""What a table is to be: where its journal is, who plays what, what the camera is, where the dashboard is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.storage.journal_copies import COPIES
from hardware.panel import PanelSettings
from vision.capture.live import Format
from vision.capture.replay import ReplayPlan


@dataclass(frozen=True, slots=True)
class Plan:
    """What to run: where the journal is, who plays what, what the camera is, where the dashboard listens.

    ``header``: the game to begin where none is cut off; None: it is begun on the tablet. ``insists``: only
    this very game may be gone on with. ``copies``: daily copies of the journal that are kept. ``wanted``:
    the pictures asked of a camera. ``replay``: those kept of claims. ``language``: of the dashboard, None:
    each browser its own. ``network_name``: under which it is made known at home, None: it is not.
    ``fresh``: begin anew whatever the journal holds. ``once``: end with the recording. ``speed``: of a
    recording, 1 is its own pace.
    ``panel``: the pins of buttons and lamp. ``names``: names, besides the machine's own, under which the
    dashboard may be opened. ``settings``: their file, to be changed on the dashboard. ``deck``: the learnt
    deck on the table, None: any. ``everyone``: whoever opens it may referee. ``waits``: a recording that
    cannot be played is told and tried again, as a camera is.
    """

    journal: Path
    header: Mapping[str, object] | None
    seats: tuple[str, ...]
    source: str
    host: str
    port: int
    presses: Path | None = None
    speed: float = 1.0
    fresh: bool = False
    once: bool = False
    panel: PanelSettings = field(default_factory=PanelSettings)
    names: tuple[str, ...] = ()
    everyone: bool = False
    insists: bool = True
    copies: int = COPIES
    wanted: Format = field(default_factory=Format)
    replay: ReplayPlan = field(default_factory=ReplayPlan)
    language: str | None = None
    sounds: bool = False
    network_name: str | None = None
    settings: Path | None = None
    deck: str | None = None
    waits: bool = False
