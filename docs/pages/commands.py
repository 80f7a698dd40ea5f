"""The page of commands, from the commands themselves."""

from __future__ import annotations

from typing import Any

import click

from aule.cli.main import COMMANDS, app
from pages.markdown import table

INTRO = """# Command line

Every command speaks the HTTP API: to the running server when there is one, else to a kernel in its own process that
owns the data directory until the command ends. `--json` prints one JSON document. Nothing is ever asked in a pipe:
a command that needs a person ends with exit code 4 and names the approval. Exit codes are in [errors](errors.md).

Every app adds commands of its own: `aule APP` lists them, and `aule APP NAME key=value…` runs one.
"""


def page() -> str:
    """The Markdown of the page."""
    context = click.Context(app)
    parts = [INTRO]
    for name in COMMANDS:
        parts += _command(f"aule {name}", app.get_command(context, name))
    return "\n".join(parts)


def _command(name: str, command: Any) -> list[str]:
    words = " ".join((command.help or "").split())
    parts = [f"## `{name}`", "", words, ""]
    if rows := [_parameter(parameter) for parameter in command.params]:
        parts += [table(["parameter", "meaning"], rows), ""]
    for inner, child in getattr(command, "commands", {}).items():
        parts += _command(f"{name} {inner}", child)
    return parts


def _parameter(parameter: Any) -> list[str]:
    if parameter.param_type_name == "argument":
        shown = parameter.name.upper().rstrip("_")
    else:
        shown = ", ".join([*parameter.opts, *parameter.secondary_opts])
    return [f"`{shown}`", getattr(parameter, "help", None) or ""]
