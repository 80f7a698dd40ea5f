"""`aule undo`: take back a change, or everything a run changed."""

from __future__ import annotations

from typing import Annotated

from aule.terminal.client import Client
from aule.terminal.commands import Argument, Option, command
from aule.terminal.console import Console
from aule.terminal.undo import latest, take_back


@command()
async def undo(
    client: Client,
    console: Console,
    subject: Annotated[str | None, Argument("A run or a change; without one, what was changed last.")] = None,
    preview: Annotated[bool, Option("--preview", help="Only show what it would do.")] = False,
) -> int:
    """Take back a change or a whole run. What was edited since is reported, never overwritten."""
    return await take_back(client, console, subject or await latest(client), preview=preview)
