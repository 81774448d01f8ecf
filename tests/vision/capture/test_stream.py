"""Streams by their address: how they are opened, and what is said of them."""

import socket
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

import cv2
import numpy as np
import pytest

from companion.errors import SourceError
from tests.vision.capture.test_live import Script
from vision.capture import stream
from vision.capture.live import SourceNews, SourceState
from vision.capture.sources import open_source
from vision.capture.stream import Stream
from vision.frame import Coded


def test_a_stream_of_jpegs_comes_undecoded() -> None:
    body = b"".join(
        b"--f\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n" % (len(data), data)
        for data in (cv2.imencode(".jpg", np.full((48, 64, 3), 70, np.uint8))[1].tobytes() for _ in range(60))
    )

    class Streaming(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=f")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Streaming) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/table.mjpg"
        with open_source(address, undecoded=True) as source:
            frame = next(iter(source))
        server.shutdown()
    assert isinstance(frame.picture, Coded)
    assert frame.image.shape == (48, 64, 3)
    assert abs(int(frame.image[20, 30, 0]) - 70) <= 2


@pytest.mark.parametrize("scheme", ["rtsp", "http"])
def test_a_stream_that_says_nothing_is_not_waited_for_long(
    scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "ANSWER_MS", 300)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        begun = time.monotonic()
        with (
            pytest.raises(SourceError, match="does not answer"),
            open_source(f"{scheme}://127.0.0.1:{mute.getsockname()[1]}/table"),
        ):
            pass
    assert time.monotonic() - begun < 5


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("rtsp://cam.home/1", "rtsp://cam.home/1"),
        ("rtsp://ann:sesame@cam.home:554/1", "rtsp://cam.home:554/1"),
        ("rtsp://ann:ses/ame@cam.home/1", "rtsp://cam.home/1"),
        ("http://cam.home/video.cgi?user=ann&pwd=sesame", "http://cam.home/video.cgi?…"),
    ],
)
def test_a_stream_is_told_without_its_password(address: str, told: str) -> None:
    assert Stream(address).name == told


def test_nobody_is_sent_to_the_cable_of_a_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    news: list[SourceNews] = []
    stalled, lost = Event(), Event()

    def hear(item: SourceNews) -> None:
        news.append(item)
        (stalled if item.state is SourceState.STALLED else lost).set()

    script = Script([], lambda: stalled.wait(5))
    monkeypatch.setattr(stream, "CaptureGrabber", lambda *_, **__: script)
    monkeypatch.setattr(stream, "_open_stream", lambda _: None)
    source = Stream("rtsp://cam.home/1", hear)
    source._stall = 0.01

    def stop() -> None:
        lost.wait(5)
        source.stop()

    with source:
        Thread(target=stop).start()
        assert list(source) == []
    assert [item.state for item in news] == [SourceState.STALLED, SourceState.LOST]
    assert all("rtsp://cam.home/1" in item.message and "network" in item.message for item in news)
    assert not any("cable" in item.message for item in news)
