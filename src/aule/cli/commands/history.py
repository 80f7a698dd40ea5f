"""`aule history`: everything people and agents changed, with the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from aule.terminal.changes import show_diff
from aule.terminal.client import Client
from aule.terminal.commands import Argument, CommandGroup, Limit, Option
from aule.terminal.console import Console
from aule.terminal.printable import one_line

if TYPE_CHECKING:
    from aule.terminal.answers import Change, ChangeDiff, Page

commands = CommandGroup("history", help="See what was changed, by whom, and how to take it back.")

_NOTES = {
    "binary": "It is not text.",
    "large": "It is too long to compare.",
    "gone": "Its content is no longer kept.",
    "same": "Nothing readable differs.",
}


@commands.default
@commands.command("list")
async def list_(
    client: Client,
    console: Console,
    words: Annotated[str, Argument("Words to look for.")] = "",
    kind: Annotated[str | None, Option(help="Only changes of these: `file`, `memory`, an app's id, …")] = None,
    project: Annotated[str | None, Option(help="Only there.")] = None,
    limit: Limit = 20,
) -> None:
    """List changes, the latest first."""
    query = {"q": words or None, "kind": kind, "project": project}
    page: Page[Change] = await client.get("/v1/changes", limit=limit, **query)
    console.result(page["items"])
    rows = [
        [
            change["id"],
            change["ts"][:16].replace("T", " "),
            change["actor"]["id"],
            change["op"],
            change["entity"].partition(":")[0],
            "undone" if change["undone_by"] else "",
            change["title"][:60],
        ]
        for change in page["items"]
    ]
    console.table(["ID", "WHEN", "WHO", "DID", "TO", "", "WHAT"], rows, empty="Nothing was changed yet.")


@commands.command()
async def show(client: Client, console: Console, id: Annotated[str, Argument("The change.")]) -> None:
    """Show one change, line by line."""
    change: Change = await client.get(f"/v1/changes/{id}")
    diff: ChangeDiff = await client.get(f"/v1/changes/{id}/diff")
    console.result({"change": change, "diff": diff})
    console.say(f"{change['op']}: {one_line(change['title'])}  ({one_line(change['entity'])})", "bold")
    show_diff(console, diff["text"] or "")
    if diff["note"] is not None:
        console.say(_NOTES[diff["note"]], "dim")
    if change["undone_by"] is not None:
        console.say(f"Undone; `aule undo {change['undone_by']}` does it again.", "dim")
    elif change["undo"]["possible"]:
        console.say(f"`aule undo {change['id']}` takes it back.", "dim")
