"""The Pi's own camera: when its sensor was exposed."""

from typing import Any

import numpy as np

from vision.capture.picamera import PiGrabber, sensor_span
from vision.frame import Image


class Request:
    def make_array(self, name: str) -> Image:
        return np.full((6, 8, 4), 5, np.uint8)

    def get_metadata(self) -> dict[str, Any]:
        return {"SensorTimestamp": 5_000_000, "ExposureTime": 1000}

    def release(self) -> None:
        self.released = True


class PiDouble:
    def __init__(self) -> None:
        self.request, self.closed = Request(), False

    def capture_request(self) -> Request:
        if self.closed:
            raise RuntimeError("closed")
        return self.request

    def close(self) -> None:
        self.closed = True


def test_the_pi_camera_bears_the_sensors_time() -> None:
    camera = PiDouble()
    grabber = PiGrabber(camera)
    frame = grabber.grab(0)
    assert frame is not None
    assert frame.span == sensor_span(camera.request.get_metadata())
    assert (frame.span.earliest, frame.span.latest) == (4_000_000, 5_000_000)
    assert camera.request.released
    grabber.close()
    assert grabber.grab(1) is None
