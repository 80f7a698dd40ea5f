"""The conductor app itself, which the files beside it add their capabilities to."""

from __future__ import annotations

import os

from aule.apps.conductor.homes.homes import Home, find_home
from aule.apps.conductor.homes.known_homes import KnownHomes
from aule.sdk import App, Context, errors

conductor = App("conductor", name={"en": "Conductor", "pt": "Conductor"}, icon="bot")


def home_of(context: Context) -> Home:
    """The home of Conductor that a call is about: the one everybody has."""
    if context.ports.home is None:
        raise errors.Unavailable("This system has no home of Conductor.", hint="Start it with `aule up`.")
    path = KnownHomes(context.ports.home, os.environ).usual.path
    return find_home(path, environment=os.environ, cwd=None, data=path.parent, locale=context.locale)


conductor.words("aule.apps.conductor")
conductor.brings(
    routes=["aule.apps.conductor.routes"],
    commands=["aule.apps.conductor.terminal.agent", "aule.apps.conductor.terminal.conductor"],
)
conductor.recipes_from("aule.apps.conductor")
