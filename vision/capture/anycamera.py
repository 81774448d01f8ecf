"""The camera that is there: the Pi's own where one hangs on its ribbon cable, else the first that answers."""

from importlib import import_module
from importlib.util import find_spec

from companion.errors import SourceError
from companion.language import say
from vision.capture.live import CaptureGrabber, Format, Grabber, Live, Report, ignore, open_camera
from vision.capture.picamera import open_pi_camera
from vision.capture.v4l2 import cameras

NOTHING = say(
    "No camera is there. Plug one in; it is found by itself. "
    "If it is plugged in, `companion doctor` says what hinders it."
)


class AnyCamera(Live):
    """Whatever camera the machine has; looked for anew at each try, so that it may come later."""

    def __init__(
        self, report: Report = ignore, wanted: Format | None = None, undecoded: bool = False
    ) -> None:
        form = wanted or Format()
        super().__init__(say("The camera"), lambda: open_any(form), report, undecoded=undecoded)


def open_any(wanted: Format) -> Grabber:
    """Open the first camera that can be opened; raises SourceError that says why none can.

    Of several, the first that gives a picture too: a node may open and yet have nothing behind it.
    """
    if has_ribbon_camera():
        return open_pi_camera(wanted)
    reasons = []
    found = cameras()
    for each in found:
        try:
            grabber = CaptureGrabber(open_camera(str(each.path), wanted))
        except SourceError as error:
            reasons.append(error.args[0])
            continue
        if len(found) == 1 or grabber.grab(0) is not None:
            return grabber
        grabber.close()
        reasons.append(say("{camera} gives no pictures. Check its cable.", camera=str(each.path)))
    raise SourceError(reasons[0] if reasons else NOTHING)


def has_ribbon_camera() -> bool:
    """Say whether a camera hangs on a Raspberry Pi's ribbon cable, as far as picamera2 knows."""
    if find_spec("picamera2") is None:
        return False
    try:
        known = import_module("picamera2").Picamera2.global_camera_info()
    # The system's picamera2 may not fit this Python's numpy; then it is as if it were not there.
    except Exception:
        return False
    # libcamera lists webcams too, by their USB address.
    return any("usb" not in str(each.get("Id", "")).lower() for each in known)
