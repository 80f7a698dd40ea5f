"""`aule version`: which auleOS this is."""

from __future__ import annotations

import platform

from aule import __version__
from aule.terminal.commands import command
from aule.terminal.console import Console


@command()
def version(console: Console) -> None:
    """Print the version of auleOS and of Python."""
    facts = {"aule": __version__, "python": platform.python_version()}
    console.result(facts)
    for name, number in facts.items():
        console.say(f"{name} {number}")
