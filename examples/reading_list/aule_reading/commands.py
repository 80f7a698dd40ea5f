"""`aule reading`: the list on the terminal."""

from __future__ import annotations

from typing import Annotated

from aule.sdk.terminal import Argument, Client, CommandGroup, Console, ExitCode, Limit, Option, act, look
from aule_reading.models import Shelf

commands = CommandGroup("reading", help="Keep a reading list.", capabilities="reading")


@commands.default
async def show(client: Client, console: Console) -> None:
    """Show the list."""
    await list_(client, console)


@commands.command("list")
async def list_(client: Client, console: Console, limit: Limit = 20) -> None:
    """List the books to read."""
    found = await client.get("/v1/apps/reading/shelf", Shelf)
    console.result(found)
    rows = [[book.id, book.title, book.author or ""] for book in found.books[:limit]]
    console.table(["ID", "TITLE", "AUTHOR"], rows, empty="No book is on the list yet.")


@commands.command()
async def add(
    client: Client,
    console: Console,
    title: Annotated[str, Argument("The title.")],
    author: Annotated[str | None, Option("--author", "-a", help="Who wrote it.")] = None,
    yes: Annotated[bool, Option("--yes", "-y", help="Do it without asking.")] = False,
) -> int:
    """Add a book."""
    params = {"title": title} | ({} if author is None else {"author": author})
    called = await act(client, console, "reading.add", params, await look(client, "reading.add", params), yes=yes)
    console.result(called["result"]["data"])
    console.say(f"Added {title}.")
    return ExitCode.OK
