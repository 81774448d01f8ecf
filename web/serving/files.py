"""Styles, scripts, letters and pictures: from memory, packed once, at addresses that change when they do.

A file's address bears a mark of all files together (``/static/1f0c…/table.js``): a browser may keep it for
good, and what it names itself (``./draw.js``, ``nunito.woff2``) bears the same mark. Several styles go out as
one: ``base+table.css``. Pages and JSON are packed on their way out; a live feed is not.
"""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path

from flask import Flask, Response, abort, request, url_for

KEPT_FOR_GOOD = "public, max-age=31536000, immutable"
ASKED_EACH_TIME = "no-cache"
LEAST = 600
"""Bytes below which packing saves nothing worth having."""

PAGE_LEVEL = 5
"""How hard a page is packed: it is made anew each time."""

TEXTS = frozenset(
    {
        "application/json",
        "application/jsonl",
        "application/manifest+json",
        "image/svg+xml",
        "text/css",
        "text/csv",
        "text/html",
        "text/javascript",
        "text/plain",
    }
)


@dataclass(frozen=True, slots=True)
class Packed:
    """A file as it is and (texts alone) packed; ``tag`` is another one for other bytes."""

    mimetype: str
    plain: bytes
    packed: bytes | None
    tag: str


class Files:
    """The files of one flat folder, as they were when each was asked for first."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names = frozenset(path.name for path in folder.iterdir() if path.is_file())
        self.mark = _digest(*(self._read(name) for name in sorted(self._names)))
        self._packed = lru_cache(maxsize=256)(self._pack)

    def install(self, app: Flask) -> None:
        """Serve them under ``/static``, let ``url_for`` mark them and templates join styles by ``styles``."""
        app.view_functions["static"] = self.serve
        app.url_defaults(self._stamp)
        app.jinja_env.globals["styles"] = styles
        app.after_request(pack)

    def serve(self, filename: str) -> Response:
        """Answer with a file; 404 where there is none."""
        mark, _, rest = filename.partition("/")
        names = tuple((rest or filename).removesuffix(".css").split("+")) if "+" in filename else ()
        wanted = tuple(f"{name}.css" for name in names) or (rest or filename,)
        if not self._names.issuperset(wanted):
            abort(HTTPStatus.NOT_FOUND)
        return _answer(self._packed(wanted), KEPT_FOR_GOOD if mark == self.mark else ASKED_EACH_TIME)

    def _stamp(self, endpoint: str, values: dict[str, object]) -> None:
        if endpoint == "static":
            values["filename"] = f"{self.mark}/{values['filename']}"

    def _pack(self, names: tuple[str, ...]) -> Packed:
        plain = b"\n".join(self._read(name) for name in names)
        mimetype = mimetypes.guess_type(names[0])[0] or "application/octet-stream"
        packed = gzip.compress(plain, mtime=0) if mimetype in TEXTS and len(plain) >= LEAST else None
        return Packed(mimetype, plain, packed, _digest(plain))

    def _read(self, name: str) -> bytes:
        return (self._folder / name).read_bytes()


def styles(names: str) -> str:
    """Give the address under which these styles, by their names without ``.css``, go out as one."""
    return url_for("static", filename="+".join(names.split()) + ".css")


def pack(response: Response) -> Response:
    """Pack a page or JSON for whoever takes it packed; what is streamed goes as it comes."""
    if response.mimetype not in TEXTS or "Content-Encoding" in response.headers:
        return response
    response.vary.add("Accept-Encoding")
    whole = not (response.is_streamed or response.direct_passthrough)
    if whole and response.status_code == HTTPStatus.OK and _takes_gzip():
        plain = response.get_data()
        if len(plain) >= LEAST:
            response.set_data(gzip.compress(plain, PAGE_LEVEL, mtime=0))
            response.headers["Content-Encoding"] = "gzip"
    return response


def _answer(file: Packed, cache: str) -> Response:
    packed = file.packed if _takes_gzip() else None
    response = Response(file.plain if packed is None else packed, mimetype=file.mimetype)
    if packed is not None:
        response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")
    response.headers["Cache-Control"] = cache
    response.set_etag(file.tag if packed is None else f"{file.tag}-gz")
    response.make_conditional(request)
    return response


def _takes_gzip() -> bool:
    return request.accept_encodings.quality("gzip") > 0


def _digest(*contents: bytes) -> str:
    digest = hashlib.sha256()
    for content in contents:
        digest.update(hashlib.sha256(content).digest())
    return digest.hexdigest()[:12]
