"""`aule artifacts`: what was made and added; add a file, or save one."""

from __future__ import annotations

from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from aule.contracts.errors import Conflict, NotFound
from aule.terminal.client import Client
from aule.terminal.commands import Argument, CommandGroup, Limit, Option
from aule.terminal.console import Console
from aule.terminal.uploads import upload

if TYPE_CHECKING:
    from aule.terminal.answers import Artifact, Page

commands = CommandGroup("artifacts", help="See what was made and added; add files, save them.")

Project = Annotated[str | None, Option(help="Only in this project.")]


@commands.default
@commands.command("list")
async def list_(
    client: Client,
    console: Console,
    words: Annotated[list[str] | None, Argument("Only what fits these words, best first.")] = None,
    type: Annotated[str | None, Option(help="Only these types: image,text,markdown,…")] = None,
    project: Project = None,
    limit: Limit = 20,
) -> None:
    """List artifacts, the latest first."""
    query = {"q": " ".join(words or []) or None, "type": type, "project": project}
    page: Page[Artifact] = await client.get("/v1/artifacts", limit=limit, **query)
    console.result(page["items"])
    rows = [
        [a["id"], a["type"], str(a["size"]), a["created_at"][:16].replace("T", " "), a["name"][:60]]
        for a in page["items"]
    ]
    empty = "Nothing is here yet. `aule artifacts add FILE` adds something."
    console.table(["ID", "TYPE", "BYTES", "SINCE", "NAME"], rows, empty=empty)


@commands.command()
async def add(
    client: Client,
    console: Console,
    files: Annotated[list[Path], Argument("Files of this machine; they are copied.")],
    project: Annotated[str | None, Option(help="Put them into this project.")] = None,
) -> None:
    """Add files as artifacts."""
    made = [await upload(client, file, project) for file in files]
    console.result(made)
    for artifact in made:
        console.say(f"{artifact['id']}  {artifact['name']} ({artifact['type']}, {artifact['size']} bytes)")


@commands.command()
async def save(
    client: Client,
    console: Console,
    id: Annotated[str, Argument("The artifact.")],
    to: Annotated[Path, Argument("A file or folder of this machine.")] = Path(),
    force: Annotated[bool, Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Save an artifact as a file of this machine."""
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
