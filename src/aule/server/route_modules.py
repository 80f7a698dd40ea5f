"""The modules of routes, each loaded by the first request for one of its addresses.

Loading a module makes its routes, and that builds the schemas of all they take and return: together as much work as a
whole bare server takes to start. A desktop that is opened asks for a third of them; a command asks for one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module

from starlette.routing import BaseRoute

from aule.imports import load

MODULES: Mapping[str, tuple[str, ...]] = {
    # Routes are tried in this order, one after the other: those that are asked most often come first.
    "home": ("home", "search", "usage", "budgets", "machine"),
    "capabilities": ("capabilities",),
    "approvals": ("approvals",),
    "events": ("events",),
    "session": ("health", "session"),
    "chat": ("agent",),
    "understanding": ("understand",),
    "conversations": ("conversations",),
    "runs": ("runs",),
    "reports": ("runs",),
    "changes": ("changes",),
    "apps": ("apps",),
    "workflows": ("workflows",),
    "plans": ("plans",),
    "personas": ("personas",),
    "models": ("models",),
    "settings": ("settings",),
    "projects": ("projects",),
    "files": ("projects",),
    "artifacts": ("artifacts",),
    "memory": ("memory",),
    "schedules": ("tasks",),
    "sandbox": ("sandbox",),
    "tokens": ("tokens",),
}
"""The modules in `server/routes`, with the words that follow `/v1/` in their addresses."""


class RouteModules:
    """Puts the routes of modules among those of an app, in the order of the list, when they are first asked for."""

    def __init__(self, routes: list[BaseRoute]) -> None:
        self._routes = routes
        self._first = len(routes)  # after those the framework brings itself
        self._loaded: dict[str, Sequence[BaseRoute]] = {}

    async def load_for(self, path: str) -> None:
        """Load the modules that may answer at a path; in a thread, so that others are answered meanwhile."""
        _, _, word = path.removeprefix("/v1").partition("/")
        word = word.partition("/")[0]
        wanted = [name for name, words in MODULES.items() if word in words and name not in self._loaded]
        if wanted:
            await load(*map(_place_of, wanted))
            self._add(wanted)

    def load_all(self) -> None:
        """Load every module, for the description of the whole API."""
        self._add([name for name in MODULES if name not in self._loaded])

    def _add(self, names: Sequence[str]) -> None:
        before = sum(map(len, self._loaded.values()))
        for name in names:
            self._loaded[name] = import_module(_place_of(name)).router.routes
        ordered = [route for name in MODULES if name in self._loaded for route in self._loaded[name]]
        self._routes[self._first : self._first + before] = ordered


def _place_of(name: str) -> str:
    return f"aule.server.routes.{name}"
