"""The apps there are: those that come with the system, and those other packages bring."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from aule.sdk import App


def installed_apps() -> list[App]:
    """The built-in apps and those other packages bring under the entry point group `aule.apps`."""
    from aule.apps.atlas import atlas  # apps import the sdk, which needs everything above
    from aule.apps.core import core
    from aule.apps.planner import planner
    from aule.apps.school import school
    from aule.conductor.app import conductor

    return [core, planner, atlas, school, conductor, *_brought()]


@cache
def _brought() -> tuple[App, ...]:
    """Those of other packages. What is installed stays so while a process lives, and looking takes a while."""
    found: list[App] = []
    for entry in sorted(entry_points(group="aule.apps"), key=lambda entry: entry.name):
        app = entry.load()
        if not isinstance(app, App):
            raise TypeError(f"the entry point {entry.name!r} is not an App")
        found.append(app)
    return tuple(found)
