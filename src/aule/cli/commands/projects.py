"""`aule projects`: the places agents work in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aule.cli.command import Json, Limit, perform
from aule.terminal.changes import say_removed
from aule.terminal.client import Client
from aule.terminal.console import Console

if TYPE_CHECKING:
    from aule.terminal.answers import Page, Project, ProjectSummary

app = typer.Typer(invoke_without_command=True, help="See the places agents work in, add one, take one off the list.")

Id = Annotated[str, typer.Argument(help="The project.")]


@app.callback()
def default(context: typer.Context, json: Json = False) -> None:
    """See the places agents work in, add one, take one off the list."""
    if context.invoked_subcommand is None:
        _list(50, json)


@app.command("list")
def list_(limit: Limit = 50, json: Json = False) -> None:
    """List projects, the one used last first."""
    _list(limit, json)


@app.command()
def add(
    name: Annotated[str, typer.Argument(help="What it is called.")],
    folder: Annotated[Path | None, typer.Option(help="An existing folder; without one it gets its own.")] = None,
    about: Annotated[str, typer.Option(help="What it is for, in a line.")] = "",
    tell: Annotated[str, typer.Option(help="What agents should know when they work there.")] = "",
    agent: Annotated[str | None, typer.Option(help="Who answers there.")] = None,
    json: Json = False,
) -> None:
    """Add a project."""

    async def adding(client: Client, console: Console) -> None:
        root = None if folder is None else str(folder.expanduser().absolute())
        body = {"name": name, "root": root, "description": about, "instructions": tell, "agent": agent}
        project: Project = await client.post("/v1/projects", None, body)
        console.result(project)
        console.say(f"Added {project['id']} in {project['root']}.")

    perform(adding, as_json=json)


@app.command()
def remove(id: Id, json: Json = False) -> None:
    """Take a project off the list. Its files and conversations stay."""

    async def removing(client: Client, console: Console) -> None:
        removed = await client.remove(f"/v1/projects/{id}")
        console.result(removed)
        say_removed(console, f"Took {id} off the list; its files are where they were.", removed)

    perform(removing, as_json=json)


def _list(limit: int, as_json: bool) -> None:
    async def listing(client: Client, console: Console) -> None:
        page: Page[ProjectSummary] = await client.get("/v1/projects", limit=limit)
        console.result(page["items"])
        rows = [
            [
                each["project"]["id"],
                each["project"]["name"][:40],
                str(each["conversations"]),
                str(each["artifacts"]),
                str(each["memories"]),
                each["used_at"][:16].replace("T", " "),
            ]
            for each in page["items"]
        ]
        console.table(["ID", "NAME", "TALKS", "ARTIFACTS", "MEMORIES", "USED"], rows, empty="There is no project yet.")

    perform(listing, as_json=as_json)
