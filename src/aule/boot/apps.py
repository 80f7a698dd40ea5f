"""The apps there are: those that come with the system, and those other packages bring."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from aule.apps import APPS
from aule.sdk import App


def installed_apps() -> list[App]:
    """The built-in apps and those other packages bring under the entry point group `aule.apps`."""
    return [*_built_in(), *_brought()]


@cache
def _built_in() -> tuple[App, ...]:
    return tuple(EntryPoint(name="", value=where, group="aule.apps").load() for where in APPS)


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
