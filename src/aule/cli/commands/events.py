"""`aule events`: the log of everything that happened, and what happens now."""

from __future__ import annotations

from contextlib import aclosing
from typing import TYPE_CHECKING, Annotated

from aule.contracts.errors import Cancelled
from aule.terminal.client import Client
from aule.terminal.commands import Limit, Option, command
from aule.terminal.console import Console, plain
from aule.terminal.interrupts import interruptible

if TYPE_CHECKING:
    from aule.terminal.answers import Event, Page


@command()
async def events(
    client: Client,
    console: Console,
    follow: Annotated[bool, Option("--follow", "-f", help="Go on with what happens now, until Ctrl-C.")] = False,
    since: Annotated[str | None, Option(help="Only what came after this cursor.")] = None,
    topic: Annotated[str | None, Option(help="Only this topic: run, turn, call, approval, change, …")] = None,
    limit: Limit = 50,
) -> None:
    """Print events as they were recorded, oldest first, one a line. --json prints them whole."""
    if not follow:
        page: Page[Event] = await client.get("/v1/events", since=since, topic=topic, limit=limit)
        for event in page["items"]:
            _show(console, event)
        return
    start = since or (await client.get("/v1/home"))["cursor"]
    try:
        await interruptible(_follow(client, console, start, topic))
    except Cancelled:
        console.end_line()


async def _follow(client: Client, console: Console, since: str, topic: str | None) -> None:
    async with aclosing(client.events(since=since, topic=topic)) as log:
        async for event in log:
            _show(console, event)


def _show(console: Console, event: Event) -> None:
    if console.as_json:
        console.line(event)
        return
    where = event["run"] or event["session_id"] or ""
    detail = {name: value for name, value in plain(event["data"]).items() if name != "type"}
    brief = " ".join(f"{name}={' '.join(str(value)[:60].split())}" for name, value in detail.items())
    console.say(f"{event['ts']}  {event['type']:<22} {where:<20} {brief}"[:200])
