"""The apps there are: those that come with the system, and those other packages bring."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points

from aule import catalogue
from aule.apps import APPS
from aule.boot.brought import BroughtApp
from aule.boot.catalogued_app import AppCode, CataloguedApp
from aule.boot.descriptions import nothing_of


def installed_apps() -> list[BroughtApp]:
    """The built-in apps and those other packages bring under the entry point group `aule.apps`.

    None of them is imported where the catalogue knows it.
    """
    return [*_installed()]


@cache
def _installed() -> tuple[BroughtApp, ...]:
    """All of them. What is installed stays so while a process lives, and looking takes a while."""
    brought = sorted(entry_points(group="aule.apps"), key=lambda entry: entry.name)
    return tuple(find_app(where) for where in (*APPS, *(entry.value for entry in brought)))


def find_app(where: str) -> CataloguedApp:
    """Return an app by what the catalogue says of it; one it does not know is imported and described, once."""
    key = catalogue.key_of(where)
    known = catalogue.read(where, key)
    if known is not None:
        return CataloguedApp(AppCode(where, known), known)
    code = AppCode(where)
    described = code.describe()
    if described is None:
        return CataloguedApp(code, catalogue.latest(where) or nothing_of(where))
    return CataloguedApp(code, catalogue.write(where, key, *described))
