"""Whether the server can be used, and who it lets in."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from aule import __version__
from aule.contracts.errors import Unavailable
from aule.contracts.views import Health
from aule.server.auth import Gatekeeper
from aule.server.bodies import SignIn, SignInLink
from aule.server.json_bodies import JsonRoute

router = APIRouter(tags=["session"], route_class=JsonRoute)


def gatekeeper_of(request: Request) -> Gatekeeper:
    """Who checks sign-ins here; a kernel in process has nobody at the door."""
    gatekeeper: Gatekeeper | None = request.app.state.gatekeeper
    if gatekeeper is None:
        raise Unavailable("There is no server to sign in to", hint="Start one with `aule up`.", code="no_server")
    return gatekeeper


@router.get("/v1/health")
async def get_health() -> Health:
    """Whether the server can be used yet."""
    return Health(status="ready", version=__version__)


@router.post("/v1/session", status_code=204)
async def sign_in(body: SignIn, request: Request, response: Response) -> None:
    """Exchange a one-time code for a session cookie."""
    gatekeeper = gatekeeper_of(request)
    response.headers["Set-Cookie"] = gatekeeper.set_cookie(gatekeeper.exchange(body.code))


@router.post("/v1/session/codes", status_code=201)
async def create_sign_in_link(request: Request) -> SignInLink:
    """Make a one-time code for another browser."""
    gatekeeper = gatekeeper_of(request)
    code = gatekeeper.new_code()
    return SignInLink(code=code, url=gatekeeper.link(code))


@router.delete("/v1/session", status_code=204)
async def sign_out(request: Request, response: Response) -> None:
    """End this browser's session."""
    gatekeeper = gatekeeper_of(request)
    gatekeeper.end(request.headers.get("cookie"))
    response.headers["Set-Cookie"] = gatekeeper.clear_cookie()
