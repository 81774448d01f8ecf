"""The Raspberry Pi's own camera through picamera2, which Raspberry Pi OS brings and nobody else has."""

from importlib import import_module
from typing import Any

import numpy as np

from companion.clock import Instant, Span
from companion.errors import SourceError
from companion.language import say
from vision.capture.live import Format, Live, Report, ignore
from vision.frame import Frame, Stamp

NS_PER_MICROSECOND = 1000


class PiCamera(Live):
    """The Pi camera; raises SourceError on entering when picamera2 or the camera is absent."""

    def __init__(self, report: Report = ignore, wanted: Format | None = None) -> None:
        form = wanted or Format()
        super().__init__(say("The Pi camera"), lambda: open_pi_camera(form), report)


class PiGrabber:
    """An open and started Picamera2 as a grabber."""

    def __init__(self, camera: Any) -> None:
        self._camera = camera

    def grab(self, number: int) -> Frame | None:
        """Wait for the next frame; None when the camera has failed."""
        try:
            request = self._camera.capture_request()
        except RuntimeError:
            return None
        try:
            image = np.ascontiguousarray(request.make_array("main")[:, :, :3], np.uint8)
            return Frame(image, sensor_span(request.get_metadata()), number, Stamp.SENSOR)
        finally:
            request.release()

    def close(self) -> None:
        """Give the camera back."""
        self._camera.close()


def sensor_span(metadata: dict[str, Any]) -> Span:
    """Give the span in which light fell: from the beginning of the exposure to the first pixel read out.

    SensorTimestamp is in nanoseconds on the monotonic clock, ExposureTime in microseconds.
    """
    read_out = int(metadata["SensorTimestamp"])
    return Span(
        Instant(read_out - int(metadata.get("ExposureTime", 0)) * NS_PER_MICROSECOND), Instant(read_out)
    )


def open_pi_camera(wanted: Format) -> PiGrabber:
    """Open and start the camera; picamera2's format RGB888 lies in memory as BGR."""
    try:
        library = import_module("picamera2")
    except ImportError as error:
        raise SourceError(
            say(
                "picamera2 is not there. On Raspberry Pi OS: sudo apt install python3-picamera2, and set up "
                "again. A USB camera is named by its number, as 0."
            )
        ) from error
    try:
        camera = library.Picamera2()
        camera.configure(
            camera.create_video_configuration(
                main={"size": (wanted.width, wanted.height), "format": "RGB888"},
                controls={"FrameRate": wanted.rate},
            )
        )
        camera.start()
    except (IndexError, RuntimeError) as error:
        raise SourceError(
            say(
                "The Pi camera cannot be opened ({error}). Check its cable, and that nothing else uses it.",
                error=str(error),
            )
        ) from error
    return PiGrabber(camera)
