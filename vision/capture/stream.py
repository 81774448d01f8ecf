"""A network camera's stream: live by its address, told without the secrets in it."""

import cv2

from companion.clock import NS_PER_SECOND
from companion.errors import SourceError
from companion.language import Text, say
from vision.capture.live import Capture, CaptureGrabber, Live, Report, ignore, is_mjpeg

NETWORK_DELAY = NS_PER_SECOND // 2
"""A stream's frame may have been under way for so long."""

ANSWER_MS = 10_000
"""Milliseconds within which a stream answers; meanwhile nobody can stop."""


class Stream(Live):
    """A stream by its address (RTSP, HTTP); raises SourceError on entering when it does not answer."""

    def __init__(self, address: str, report: Report = ignore, undecoded: bool = False) -> None:
        super().__init__(
            _without_secrets(address),
            lambda: CaptureGrabber(_open_stream(address), delay=NETWORK_DELAY),
            report,
            undecoded=undecoded,
        )

    def _silent(self) -> Text:
        """Say that no pictures come, and what to do: there may be no cable at all."""
        return say(
            "{camera} gives no pictures. Check that the camera is on, and its network.", camera=self.name
        )

    def _gone(self) -> Text:
        """Say that the stream is lost, and what to do."""
        return say(
            "{camera} is lost. Check that the camera is on, and its network; it is tried again by itself.",
            camera=self.name,
        )


def _open_stream(address: str) -> Capture:
    capture = cv2.VideoCapture(address, cv2.CAP_FFMPEG, [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, ANSWER_MS])
    if not capture.isOpened():
        words = say(
            "{name} does not answer. Check the address, and that the camera is on this network.",
            name=_without_secrets(address),
        )
        raise SourceError(words)
    if is_mjpeg(capture):
        capture.set(cv2.CAP_PROP_FORMAT, -1)  # Packets as they come: not all need decoding.
    return capture


def _without_secrets(address: str) -> str:
    """Give an address without the name and password that may stand in it, before the host or in the query."""
    scheme, _, rest = address.partition("://")
    place, question, _ = rest.partition("?")
    return f"{scheme}://{place.rpartition('@')[2]}{'?…' if question else ''}"
