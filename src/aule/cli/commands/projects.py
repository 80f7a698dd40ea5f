"""`aule projects`: the places agents work in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from aule.terminal.changes import say_removed
from aule.terminal.client import Client
from aule.terminal.commands import Argument, CommandGroup, Limit, Option
from aule.terminal.console import Console

if TYPE_CHECKING:
    from aule.terminal.answers import Page, Project, ProjectSummary

commands = CommandGroup("projects", help="See the places agents work in, add one, take one off the list.")

Id = Annotated[str, Argument("The project.")]


@commands.default
@commands.command("list")
async def list_(client: Client, console: Console, limit: Limit = 50) -> None:
    """List projects, the one used last first."""
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


@commands.command()
async def add(  # noqa: PLR0913 (a command line's options are its parameters)
    client: Client,
    console: Console,
    name: Annotated[str, Argument("What it is called.")],
    folder: Annotated[Path | None, Option(help="An existing folder; without one it gets its own.")] = None,
    about: Annotated[str, Option(help="What it is for, in a line.")] = "",
    tell: Annotated[str, Option(help="What agents should know when they work there.")] = "",
    agent: Annotated[str | None, Option(help="Who answers there.")] = None,
) -> None:
    """Add a project."""
    root = None if folder is None else str(folder.expanduser().absolute())
    body = {"name": name, "root": root, "description": about, "instructions": tell, "agent": agent}
    project: Project = await client.post("/v1/projects", None, body)
    console.result(project)
    console.say(f"Added {project['id']} in {project['root']}.")


@commands.command()
async def remove(client: Client, console: Console, id: Id) -> None:
    """Take a project off the list. Its files and conversations stay."""
    removed = await client.remove(f"/v1/projects/{id}")
    console.result(removed)
    say_removed(console, f"Took {id} off the list; its files are where they were.", removed)
