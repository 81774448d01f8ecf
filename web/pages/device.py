"""What makes the dashboard an app of its own: a device's settings, the manifest, a page for no network."""

import hashlib
from pathlib import Path

from flask import Blueprint, Flask, Response, current_app, jsonify, render_template, url_for

from companion.language import say
from web.pages.choices import settings

ICONS = (("icon-192.png", 192, "any"), ("icon-512.png", 512, "any"), ("icon-maskable.png", 512, "maskable"))
OFFLINE = ("base.css", "dark.css", "tap.css", "icon.svg", "nunito.woff2")
"""What the page for no network needs."""


def blueprint() -> Blueprint:
    """Give ``/device``, ``/offline``, ``/manifest.webmanifest`` and ``/sw.js``."""
    routes = Blueprint("device", __name__)

    @routes.get("/device")
    def show() -> str:
        return render_template("device.html", settings=settings())

    @routes.get("/offline")
    def offline() -> str:
        return render_template("offline.html")

    @routes.get("/manifest.webmanifest")
    def manifest() -> Response:
        answer = jsonify(_manifest())
        answer.mimetype = "application/manifest+json"
        return answer

    @routes.get("/sw.js")
    def worker() -> Response:
        """Give the worker with what it keeps; it is another one whenever one of these files is."""
        kept = [url_for("device.offline"), *(url_for("static", filename=name) for name in OFFLINE)]
        head = f"const VERSION = {_version(current_app)!r};\nconst KEPT = {kept};\n"
        answer = Response(head + (_folder(current_app) / "worker.js").read_text(), mimetype="text/javascript")
        answer.headers["Cache-Control"] = "no-cache"
        return answer

    return routes


def _manifest() -> dict[str, object]:
    return {
        "id": "/",
        "name": say("Tabletop companion"),
        "short_name": say("Companion"),
        "description": say(
            "Reads the cards on your table, follows the game, rules on the jump and keeps score."
        ),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#15121a",
        "theme_color": "#15121a",
        "icons": [
            {
                "src": url_for("static", filename=name),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for name, size, purpose in ICONS
        ],
    }


def _version(app: Flask) -> str:
    digest = hashlib.sha256()
    for name in (*OFFLINE, "worker.js"):
        digest.update((_folder(app) / name).read_bytes())
    return digest.hexdigest()[:12]


def _folder(app: Flask) -> Path:
    return Path(app.static_folder or "")
