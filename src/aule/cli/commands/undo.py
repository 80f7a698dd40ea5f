"""`aule undo`: take back a change, or everything a run changed."""

from __future__ import annotations

from typing import Annotated

import typer

from aule.cli.command import Json, perform
from aule.terminal.client import Client
from aule.terminal.console import Console
from aule.terminal.undo import latest, take_back

app = typer.Typer()


@app.command()
def undo(
    subject: Annotated[
        str | None, typer.Argument(help="A run or a change; without one, what was changed last.")
    ] = None,
    preview: Annotated[bool, typer.Option("--preview", help="Only show what it would do.")] = False,
    json: Json = False,
) -> None:
    """Take back a change or a whole run. What was edited since is reported, never overwritten."""

    async def undoing(client: Client, console: Console) -> int:
        return await take_back(client, console, subject or await latest(client), preview=preview)

    perform(undoing, as_json=json)
