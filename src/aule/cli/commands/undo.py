"""`aule undo`: take back a change, or everything a run changed."""

from __future__ import annotations

from typing import Annotated

import typer

from aule.cli.client import Client
from aule.cli.command import Json, perform
from aule.cli.console import Console
from aule.cli.exits import ExitCode, code_of
from aule.cli.output.changes import show_diff
from aule.cli.output.printable import one_line
from aule.contracts.access.change import Change, ChangeStatus, UndoPreview
from aule.contracts.errors import Conflict, NotFound
from aule.contracts.runs.run import Run, RunStatus
from aule.contracts.views import Page

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


async def take_back(client: Client, console: Console, chosen: str, *, preview: bool) -> int:
    """Show what undoing a run or a change does, and do it unless only the preview is wanted."""
    noun = "changes" if chosen.startswith("chg_") else "runs"
    path = f"/v1/{noun}/{chosen}/undo"
    seen = await client.post(path, UndoPreview, preview=True)
    _show(console, seen)
    if preview:
        console.result(seen)
        return ExitCode.OK
    if not seen.possible:
        raise Conflict(f"{chosen!r} cannot be undone as it stands.", hint="See the conflicts above.", subject=chosen)
    run = await client.post(path, Run, preview=False)
    console.result({"ok": run.status is RunStatus.DONE, "run": run, "preview": seen})
    console.say(f"Undone by {run.id}." if run.status is RunStatus.DONE else f"{run.id} is {run.status}.")
    return code_of(run.error) if run.error else ExitCode.OK


async def latest(client: Client, *, of_agents: bool = False) -> str:
    """The latest change that still stands: all its run did, or, by one's own hand, just this."""
    changes = await client.get("/v1/changes", Page[Change], limit=200)
    for change in changes.items:
        stands = change.status is ChangeStatus.APPLIED and change.undone_by is None and change.undoes is None
        if stands and (change.environment is not None or not of_agents):
            return change.run or change.id
    raise NotFound("There is nothing to undo.", hint="`aule history` lists what was changed.")


def _show(console: Console, preview: UndoPreview) -> None:
    for item in preview.items:
        console.say(f"{item.action}: {one_line(item.title)}  ({one_line(item.entity)})", "bold")
        if item.conflict:
            console.say(f"  Conflict: {one_line(item.conflict)}", "yellow")
        show_diff(console, item.diff or "", indent="  ")
    if not preview.items:
        console.say("It changed nothing.")
