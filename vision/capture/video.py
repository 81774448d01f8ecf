"""Reads recordings frame by frame: the video file, and the pictures that stand for one."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from companion.clock import NS_PER_SECOND, Instant, instant
from companion.errors import SourceError
from companion.language import say, say_n
from vision.capture.containers import is_whole
from vision.frame import Image, load_picture

DEFAULT_RATE = 30.0
"""Frames a second where a file states nothing believable."""


MISSING = 0.5
"""A file may hold so many seconds less than its head says; heads are not always exact."""

RUN_UP = 2 * NS_PER_SECOND
"""Seeking aims this long before the wanted frame, since files land on the next key frame, or beside it."""


class FrameReader(Protocol):
    """A recording being read: step to the next frame, then take its picture or not."""

    number: int
    interval: int

    def seek(self, start: Instant) -> None:
        """Leave out all frames before this media time."""
        ...

    def advance(self) -> Instant | None:
        """Step to the next frame and give its media time; None at the end."""
        ...

    def picture(self) -> Image | None:
        """Give the picture of the frame stepped to; None when it is broken."""
        ...

    def trouble(self) -> str | None:
        """Say, at the end, what of the recording could not be read; None where all could."""
        ...

    def close(self) -> None:
        """Give everything back."""
        ...


class PictureReader:
    """Pictures in a given order at a given rate (frames a second).

    Seeking raises SourceError where not one of them can be opened: that is no table without cards.
    """

    def __init__(self, paths: Sequence[Path], rate: float) -> None:
        self.number = -1
        self.interval = round(NS_PER_SECOND / rate)
        self._paths = paths
        self._unread: dict[Path, SourceError] = {}

    def seek(self, start: Instant) -> None:
        """Leave out all frames before this media time."""
        self.number = -(-start // self.interval) - 1
        self._look()

    def advance(self) -> Instant | None:
        """Step to the next frame and give its media time; None at the end."""
        self.number += 1
        return Instant(self.number * self.interval) if self.number < len(self._paths) else None

    def picture(self) -> Image | None:
        """Give the picture; None when the file is broken, as a camera's frame may be."""
        try:
            return load_picture(self._paths[self.number])
        except SourceError as error:
            self._unread[self._paths[self.number]] = error
            return None

    def _look(self) -> None:
        wrong = None
        for path in dict.fromkeys(self._paths):
            try:
                load_picture(path)
            except SourceError as error:
                wrong = wrong or error
            else:
                return
        if wrong:
            raise wrong

    def trouble(self) -> str | None:
        """Say how many pictures could not be read, and why the first of them."""
        if not self._unread:
            return None
        first, *_ = self._unread.values()
        return say_n(
            "{n} of {all} pictures could not be read and was left out: {first}",
            "{n} of {all} pictures could not be read and were left out, the first: {first}",
            len(self._unread),
            all=len(set(self._paths)),
            first=first,
        )

    def close(self) -> None:
        """Hold nothing."""


class VideoReader:
    """A video file on its media time; raises SourceError when it cannot be opened or holds no frames."""

    def __init__(self, path: Path) -> None:
        self.number = -1
        self._path = path
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise SourceError(
                say(
                    "{path}: not a video that can be read. Try MP4 with H.264; a copy that broke off half "
                    "way cannot be read either, so copy it again.",
                    path=path,
                )
            )
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        self._rate = rate if 1 <= rate <= 1000 else DEFAULT_RATE
        self.interval = round(NS_PER_SECOND / self._rate)
        self._pending: Instant | None = None
        self._last = -1

    def seek(self, start: Instant) -> None:
        """Leave out all frames before this media time."""
        if start > RUN_UP:
            self._jump(start)
        while (at := self.advance()) is not None:
            if at >= start:
                self._pending = at
                return
        if self.number < 0:
            raise SourceError(
                say("{path}: the video holds no frames. It may be cut short; copy it again.", path=self._path)
            )

    def advance(self) -> Instant | None:
        """Step to the next frame and give its media time; None at the end."""
        if self._pending is not None:
            at, self._pending = self._pending, None
            return at
        if not self._capture.grab():
            return None
        self.number += 1
        return self._time()

    def picture(self) -> Image | None:
        """Give the picture of the frame stepped to; None when it cannot be decoded."""
        good, image = self._capture.retrieve()
        return np.asarray(image, np.uint8) if good and image is not None else None

    def trouble(self) -> str | None:
        """Say when the file is cut short, and after how many of the seconds that its head promises.

        A head counts frames, or tells the time of the longest of pictures and sound; frames need not come
        at one rate, and the last one may stand for long. So a file of which both are less is cut short;
        one whose container says where it should end is so when it ends before.
        """
        frames = self._capture.get(cv2.CAP_PROP_FRAME_COUNT)
        promised, read = frames / self._rate, (self._last + self.interval) / NS_PER_SECOND
        if promised - read <= MISSING:
            return None
        whole = is_whole(self._path)
        if whole or (whole is None and (frames - self.number - 1) / self._rate <= MISSING):
            return None
        return (
            f"{self._path} breaks off after {read:.1f} s; it should last {promised:.1f} s. All that came "
            f"until then was followed. Copy the file again, or record to its end."
        )

    def close(self) -> None:
        """Close the file."""
        self._capture.release()

    def _time(self) -> Instant:
        """Give the frame's media time: the file's stamp, or by its number where stamps do not grow."""
        stamp = instant(self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000)
        at = stamp if stamp > self._last else max(self._last + 1, self.number * self.interval)
        self._last = at
        return Instant(at)

    def _jump(self, start: Instant) -> None:
        """Go to a key frame before the start where the file allows it; else every frame is read through."""
        self._capture.set(cv2.CAP_PROP_POS_MSEC, (start - RUN_UP) / 1e6)
        reached = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000 if self._capture.grab() else 0.0
        if 0 < instant(reached) < start:
            self.number = round(reached * self._rate)
            return
        self._capture.release()
        self._capture = cv2.VideoCapture(str(self._path))
