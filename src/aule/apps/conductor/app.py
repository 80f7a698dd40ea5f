"""The conductor app itself, which the files beside it add their capabilities to."""

from __future__ import annotations

import os
from pathlib import Path

from aule.apps.conductor.agents.residents import place_of
from aule.apps.conductor.homes.homes import VARIABLE, Home, own_home
from aule.apps.conductor.homes.known_homes import KnownHomes
from aule.sdk import App, Context, errors

conductor = App("conductor", name={"en": "Conductor", "pt": "Conductor"}, icon="bot")


def homes_of(context: Context) -> KnownHomes:
    """The homes of Conductor that this system knows."""
    if context.ports.home is None:
        raise errors.Unavailable("This system has no home of Conductor.", hint="Start it with `aule up`.")
    return KnownHomes(context.ports.home, os.environ)


def home_of(context: Context) -> Home:
    """The home of Conductor that a call is about, found as a command in the project's folder finds it.

    A resident works with the home it lives in, whatever project it looks at. For everybody else it is the one named in
    the environment, the `conductor/` of the project, or the one everybody has.
    """
    homes = homes_of(context)
    resident = place_of(context.run.agent or "")
    if resident is not None:
        return homes.of_mark(resident.mark)
    own = None if os.environ.get(VARIABLE) else own_home(Path(context.project.root), context.locale)
    return homes.usual if own is None else homes.open(str(own))


conductor.words("aule.apps.conductor")
conductor.brings(
    routes=["aule.apps.conductor.routes"],
    commands=["aule.apps.conductor.terminal.agent", "aule.apps.conductor.terminal.conductor"],
)
conductor.recipes_from("aule.apps.conductor")
