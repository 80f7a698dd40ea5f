"""Taking back what was changed: shown first, then done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aule.contracts.errors import Conflict, NotFound
from aule.contracts.kinds import RunStatus
from aule.terminal.changes import show_diff
from aule.terminal.client import Client
from aule.terminal.console import Console
from aule.terminal.exits import ExitCode, code_of
from aule.terminal.printable import one_line

if TYPE_CHECKING:
    from aule.terminal.answers import Change, Page, Run, UndoPreview


async def take_back(client: Client, console: Console, chosen: str, *, preview: bool) -> int:
    """Show what undoing a run or a change does, and do it unless only the preview is wanted."""
    noun = "changes" if chosen.startswith("chg_") else "runs"
    path = f"/v1/{noun}/{chosen}/undo"
    seen: UndoPreview = await client.post(path, preview=True)
    _show(console, seen)
    if preview:
        console.result(seen)
        return ExitCode.OK
    if not seen["possible"]:
        raise Conflict(f"{chosen!r} cannot be undone as it stands.", hint="See the conflicts above.", subject=chosen)
    run: Run = await client.post(path, preview=False)
    console.result({"ok": run["status"] == RunStatus.DONE, "run": run, "preview": seen})
    console.say(f"Undone by {run['id']}." if run["status"] == RunStatus.DONE else f"{run['id']} is {run['status']}.")
    return code_of(run["error"]) if run["error"] else ExitCode.OK


async def latest(client: Client, *, of_agents: bool = False) -> str:
    """The latest change that still stands: all its run did, or, by one's own hand, just this."""
    changes: Page[Change] = await client.get("/v1/changes", limit=200)
    for change in changes["items"]:
        stands = change["status"] == "applied" and change["undone_by"] is None and change["undoes"] is None
        if stands and (change["environment"] is not None or not of_agents):
            return change["run"] or change["id"]
    raise NotFound("There is nothing to undo.", hint="`aule history` lists what was changed.")


def _show(console: Console, preview: UndoPreview) -> None:
    for item in preview["items"]:
        console.say(f"{item['action']}: {one_line(item['title'])}  ({one_line(item['entity'])})", "bold")
        if item["conflict"]:
            console.say(f"  Conflict: {one_line(item['conflict'])}", "yellow")
        show_diff(console, item["diff"] or "", indent="  ")
    if not preview["items"]:
        console.say("It changed nothing.")
