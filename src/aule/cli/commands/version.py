"""`aule version`: which auleOS this is."""

from __future__ import annotations

import json as json_text
import platform

import typer

from aule import __version__

app = typer.Typer()


@app.command()
def version(json: bool = typer.Option(False, "--json", help="Print one JSON document instead of words.")) -> None:
    """Print the version of auleOS and of Python."""
    facts = {"aule": __version__, "python": platform.python_version()}
    print(json_text.dumps(facts) if json else "\n".join(f"{name} {number}" for name, number in facts.items()))
