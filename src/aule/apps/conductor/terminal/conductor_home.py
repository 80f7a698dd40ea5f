"""Which home of Conductor a command means, looked for from where it was typed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from aule.sdk.terminal import Home as Data
from aule.sdk.terminal import Option, locale

if TYPE_CHECKING:
    from aule.apps.conductor.homes.homes import Home

HomeOption = Annotated[
    Path | None,
    Option("--home", help="The home of Conductor; else AULE_CONDUCTOR_HOME, or the one around this folder."),
]


def home_of(given: Path | None, data: Data) -> Home:
    """The home that is meant: given, named in the environment, around the working directory, or one's own."""
    from aule.apps.conductor.homes.homes import find_home  # loads Conductor, which `--help` must not wait for

    return find_home(given, environment=os.environ, cwd=Path.cwd(), data=data.path, locale=locale())
