"""The API as one ASGI app around a kernel.

It trusts its caller: the front checks who comes in over a socket, and a command line
that runs a kernel in its own process talks to this app directly.
"""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import FastAPI

from aule import __version__
from aule.boot.parts import views_of
from aule.boot.system import System, installed_apps
from aule.server.app_routes import AppRoutes, limits_of
from aule.server.auth import Gatekeeper
from aule.server.body_limit import Limits
from aule.server.errors import BugBoundary, tell_errors
from aule.server.events import Frames
from aule.server.json_bodies import operation_id
from aule.server.openapi import describe
from aule.server.routes import (
    approvals,
    apps,
    artifacts,
    capabilities,
    changes,
    chat,
    conversations,
    events,
    files,
    home,
    memory,
    models,
    personas,
    plans,
    projects,
    reports,
    runs,
    sandbox,
    schedules,
    session,
    settings,
    understanding,
    workflows,
)

ROUTERS = (
    # Routes are tried in this order, one after the other: those that are asked most often come first.
    home.router,
    capabilities.router,
    approvals.router,
    events.router,
    session.router,
    chat.router,
    understanding.router,
    conversations.router,
    runs.router,
    reports.router,
    changes.router,
    apps.router,
    workflows.router,
    plans.router,
    personas.router,
    models.router,
    settings.router,
    projects.router,
    files.router,
    artifacts.router,
    memory.router,
    schedules.router,
    sandbox.router,
)


class Api(FastAPI):
    """The API, with what its apps' routes may take."""

    limits: Mapping[tuple[str, str], Limits]
    """How large the bodies of requests may be that apps take, by method and path."""


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
    # As they were declared: `include_router` would make each route anew for every app, which takes longer than the rest
    # of a start.
    app.router.routes.extend(route for router in ROUTERS for route in router.routes)
    brought = installed_apps() if kernel is None else kernel.brought
    app.router.routes.extend(AppRoutes(each, None if kernel is None else kernel.loads.load) for each in brought)
    app.limits = limits_of(brought)
    tell_errors(app)
    if kernel is not None:
        app.add_middleware(BugBoundary, ids=kernel.ambient.ids)
    describe(app, lambda: views_of(installed_apps()) if kernel is None else kernel.apps.views())
    return app
