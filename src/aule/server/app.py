"""The API as one ASGI app around a kernel.

It trusts its caller: the front checks who comes in over a socket, and a command line
that runs a kernel in its own process talks to this app directly.
"""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import FastAPI
from starlette.types import Receive, Scope, Send

from aule import __version__
from aule.boot.parts import views_of
from aule.boot.system import System, installed_apps
from aule.server.app_routes import AppRoutes, limits_of, scopes_of
from aule.server.auth import Gatekeeper
from aule.server.body_limit import Limits
from aule.server.errors import BugBoundary, tell_errors
from aule.server.events import Frames
from aule.server.json_bodies import operation_id
from aule.server.openapi import describe
from aule.server.route_modules import RouteModules


class Api(FastAPI):
    """The API, with what its apps' routes may take."""

    limits: Mapping[tuple[str, str], Limits]
    """How large the bodies of requests may be that apps take, by method and path."""
    scopes: Mapping[tuple[str, str], frozenset[str]]
    """The scopes of tokens that may be used at addresses of apps; every other address is the owner's alone."""
    modules: RouteModules

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, once the routes that may answer it are loaded."""
        if scope["type"] != "lifespan":
            await self.modules.load_for(scope["path"])
        await super().__call__(scope, receive, send)


def create_app(kernel: System | None, *, gatekeeper: Gatekeeper | None = None) -> Api:
    """The API of one kernel. Without one it can only describe itself."""
    app = Api(
        title="auleOS",
        version=__version__,
        description="Ask, see the plan, approve exactly what you saw, watch it happen, undo it.",
        openapi_url=None,  # `describe` adds it: apps have to be loaded first, which must not hold up the loop
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=operation_id,
    )
    app.state.kernel = kernel
    app.state.gatekeeper = gatekeeper
    app.state.frames = Frames()
    # Routes are taken as they were declared: `include_router` would make each anew for every app, which takes longer
    # than the rest of a start.
    app.modules = RouteModules(app.router.routes)
    brought = installed_apps() if kernel is None else kernel.brought
    app.router.routes.extend(AppRoutes(each, None if kernel is None else kernel.loads.load) for each in brought)
    app.limits = limits_of(brought)
    app.scopes = scopes_of(brought)
    app.state.brought = brought
    tell_errors(app)
    if kernel is not None:
        app.add_middleware(BugBoundary, ids=kernel.ambient.ids)
    describe(app, app.modules.load_all, lambda: views_of(installed_apps()) if kernel is None else kernel.apps.views())
    return app
