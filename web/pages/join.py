"""The page that brings others here: this machine's address as a QR code, and scanned invitations."""

from flask import Blueprint, Response, render_template, request

from web.access.roles import Roles
from web.serving.qr import Reach, address, as_svg, own_name


def blueprint(roles: Roles, mends: bool, reach: Reach) -> Blueprint:
    """Give ``/join`` and its picture; ``mends``: there is a role to be had."""
    routes = Blueprint("join", __name__)

    @routes.get("/join")
    def show() -> str:
        port = _port()
        return render_template(
            "join.html",
            address=address(port),
            name=f"http://{reach.name or own_name()}{'' if port == 80 else f':{port}'}/",
            invite=request.args.get("invite", "") if mends else "",
            referee=mends and roles.grounds() is not None,
            mends=mends,
        )

    @routes.get("/join.svg")
    def picture() -> Response:
        return Response(as_svg(address(_port())), mimetype="image/svg+xml")

    return routes


def _port() -> int:
    return int(request.environ.get("SERVER_PORT", 80))
