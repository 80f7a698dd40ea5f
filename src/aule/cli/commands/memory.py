"""`aule memory`: what is remembered, open to correction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from aule.cli.command import Json, Limit, perform
from aule.contracts.kinds import Layer, MemoryKind
from aule.terminal.changes import say_removed
from aule.terminal.client import Client
from aule.terminal.console import Console
from aule.text.words import headline

if TYPE_CHECKING:
    from aule.terminal.answers import MemoryItem, Page

app = typer.Typer(invoke_without_command=True, help="See what is remembered, add to it, forget something.")


@app.callback()
def default(context: typer.Context, json: Json = False) -> None:
    """See what is remembered, add to it, forget something."""
    if context.invoked_subcommand is None:
        _list("", None, 50, json)


@app.command("list")
def list_(
    words: Annotated[str, typer.Argument(help="Words to look for.")] = "",
    layer: Annotated[Layer | None, typer.Option(help="Only what lasts this long.")] = None,
    limit: Limit = 50,
    json: Json = False,
) -> None:
    """List what is remembered, the latest first; with words, the best matches."""
    _list(words, layer, limit, json)


@app.command()
def add(
    content: Annotated[str, typer.Argument(help="What to remember, complete in itself.")],
    kind: Annotated[MemoryKind, typer.Option(help="What sort of thing it is.")] = MemoryKind.FACT,
    project: Annotated[str | None, typer.Option(help="Only there; without one it counts everywhere.")] = None,
    pin: Annotated[bool, typer.Option("--pin", help="Always bring it up again.")] = False,
    json: Json = False,
) -> None:
    """Remember something for good."""

    async def adding(client: Client, console: Console) -> None:
        scope = None if project is None else f"project:{project}"
        body = {"content": content, "kind": kind, "scope": scope, "pinned": pin}
        item: MemoryItem = await client.post("/v1/memory", None, body)
        console.result(item)
        console.say(f"Remembered as {item['id']}.")

    perform(adding, as_json=json)


@app.command()
def forget(id: Annotated[str, typer.Argument(help="The memory.")], json: Json = False) -> None:
    """Forget something."""

    async def forgetting(client: Client, console: Console) -> None:
        removed = await client.remove(f"/v1/memory/{id}")
        console.result(removed)
        say_removed(console, f"Forgot {id}.", removed)

    perform(forgetting, as_json=json)


@app.command()
def accept(id: Annotated[str, typer.Argument(help="The memory that was set aside.")], json: Json = False) -> None:
    """Let agents use a memory that was set aside: as data, never as your orders."""

    async def accepting(client: Client, console: Console) -> None:
        seen: MemoryItem = await client.get(f"/v1/memory/{id}")
        item = await client.patch(f"/v1/memory/{id}", None, {"trust": "agent"}, version=f'"v{seen["version"]}"')
        console.result(item)
        console.say(f"Accepted {item['id']}: {headline(item['content'], 60)}")

    perform(accepting, as_json=json)


def _list(words: str, layer: str | None, limit: int, as_json: bool) -> None:
    async def listing(client: Client, console: Console) -> None:
        page: Page[MemoryItem] = await client.get("/v1/memory", q=words or None, layer=layer, limit=limit)
        console.result(page["items"])
        rows = [
            [
                item["id"],
                item["kind"],
                item["scope"],
                item["trust"],
                "pinned" if item["pinned"] else "",
                headline(item["content"], 60),
            ]
            for item in page["items"]
        ]
        console.table(["ID", "KIND", "WHERE", "TRUST", "", "WHAT"], rows, empty="Nothing is remembered here.")

    perform(listing, as_json=as_json)
