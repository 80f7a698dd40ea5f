"""`aule artifacts`: what was made and added; add a file, or save one."""

from __future__ import annotations

from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aule.cli.command import Json, Limit, perform
from aule.contracts.errors import Conflict, NotFound
from aule.terminal.client import Client
from aule.terminal.console import Console
from aule.terminal.uploads import upload

if TYPE_CHECKING:
    from aule.terminal.answers import Artifact, Page

app = typer.Typer(invoke_without_command=True, help="See what was made and added; add files, save them.")

Project = Annotated[str | None, typer.Option(help="Only in this project.")]


@app.callback()
def default(context: typer.Context, json: Json = False) -> None:
    """See what was made and added; add files, save them."""
    if context.invoked_subcommand is None:
        _list(json)


@app.command("list")
def list_(
    words: Annotated[list[str] | None, typer.Argument(help="Only what fits these words, best first.")] = None,
    type: Annotated[str | None, typer.Option(help="Only these types: image,text,markdown,…")] = None,
    project: Project = None,
    limit: Limit = 20,
    json: Json = False,
) -> None:
    """List artifacts, the latest first."""
    _list(json, limit=limit, q=" ".join(words or []) or None, type=type, project=project)


@app.command()
def add(
    files: Annotated[list[Path], typer.Argument(help="Files of this machine; they are copied.")],
    project: Annotated[str | None, typer.Option(help="Put them into this project.")] = None,
    json: Json = False,
) -> None:
    """Add files as artifacts."""

    async def adding(client: Client, console: Console) -> None:
        made = [await upload(client, file, project) for file in files]
        console.result(made)
        for artifact in made:
            console.say(f"{artifact['id']}  {artifact['name']} ({artifact['type']}, {artifact['size']} bytes)")

    perform(adding, as_json=json)


@app.command()
def save(
    id: Annotated[str, typer.Argument(help="The artifact.")],
    to: Annotated[Path, typer.Argument(help="A file or folder of this machine.")] = Path(),
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
    json: Json = False,
) -> None:
    """Save an artifact as a file of this machine."""

    async def saving(client: Client, console: Console) -> None:
        artifact: Artifact = await client.get(f"/v1/artifacts/{id}")
        file = to / artifact["name"] if to.is_dir() else to
        if file.exists() and not force:
            raise Conflict(f"There is already a file {str(file)!r}.", hint="Give another name, or --force.")
        partial = file.with_name(f".{file.name}.part")
        try:
            with partial.open("wb") as content:
                async with aclosing(client.download(f"/v1/artifacts/{artifact['id']}/content")) as pieces:
                    async for piece in pieces:
                        content.write(piece)
            partial.replace(file)
        except FileNotFoundError:
            raise NotFound(f"There is no folder {str(file.parent)!r}.", hint="Make it first.") from None
        finally:
            partial.unlink(missing_ok=True)
        console.result({"artifact": artifact["id"], "file": str(file), "size": artifact["size"]})
        console.say(f"Saved {artifact['name']} as {file}.")

    perform(saving, as_json=json)


def _list(as_json: bool, limit: int = 20, **which: str | None) -> None:
    async def listing(client: Client, console: Console) -> None:
        page: Page[Artifact] = await client.get("/v1/artifacts", limit=limit, **which)
        console.result(page["items"])
        rows = [
            [a["id"], a["type"], str(a["size"]), a["created_at"][:16].replace("T", " "), a["name"][:60]]
            for a in page["items"]
        ]
        empty = "Nothing is here yet. `aule artifacts add FILE` adds something."
        console.table(["ID", "TYPE", "BYTES", "SINCE", "NAME"], rows, empty=empty)

    perform(listing, as_json=as_json)
