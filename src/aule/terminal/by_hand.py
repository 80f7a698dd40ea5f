"""Doing something by hand from the command line: look at it, say yes to exactly that, and watch it happen."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING, Any

from aule.contracts.errors import ApprovalRequired, Denied
from aule.terminal.changes import show_preview
from aule.terminal.client import Client
from aule.terminal.console import Console
from aule.terminal.follow import YES, stop
from aule.terminal.interrupts import interruptible
from aule.terminal.language import locale
from aule.text.words import are_alike

if TYPE_CHECKING:
    from aule.terminal.answers import Called, CallPreview


async def look(client: Client, name: str, params: dict[str, Any]) -> CallPreview:
    """What a call would do."""
    body = {"params": params, "locale": locale()}
    return await interruptible(client.post(f"/v1/capabilities/{name}/preview", None, body))


def tell(console: Console, shown: CallPreview) -> None:
    """Show what a call would do."""
    if shown["preview"] is not None:
        show_preview(console, shown["preview"])


async def act(
    client: Client, console: Console, name: str, params: dict[str, Any], shown: CallPreview, *, yes: bool
) -> Called:
    """Ask on the terminal unless told not to, then do exactly what was shown."""
    if not console.as_json:
        tell(console, shown)
    typed = await _confirmed(console, shown, yes=yes)
    body = {"params": params, "locale": locale(), "by_hand": True, "seen": shown["content_hash"], "confirm": typed}
    return await interruptible(_watched(client, console, name, body))


async def _watched(client: Client, console: Console, name: str, body: dict[str, Any]) -> Called:
    """Make a call and tell how far it is; whoever stops waiting stops it."""
    since = (await client.get("/v1/home"))["cursor"]
    begun: dict[str, str] = {}

    async def follow() -> None:
        async with aclosing(client.events(since=since)) as log:
            async for event in log:
                kind, fact = event["type"], event["data"]
                if kind == "call.started" and fact["capability"] == name and not begun:
                    begun[fact["id"]] = event["run"] or ""
                elif kind == "call.progressed" and fact["id"] in begun:
                    console.say(f"  {fact['message']}", "dim")

    following = asyncio.ensure_future(follow())
    try:
        return await client.post(f"/v1/capabilities/{name}/call", None, body)
    except asyncio.CancelledError:
        for run in begun.values():
            await stop(client, run)
        raise
    finally:
        following.cancel()
        await asyncio.wait([following])


async def _confirmed(console: Console, shown: CallPreview, *, yes: bool) -> str | None:
    """What a person typed to let it happen; nothing where a plain yes is enough."""
    preview = shown["preview"]
    words = preview["confirm"] if preview is not None and preview["type"] == "records" else None
    if words is None and yes:
        return None
    if not console.interactive:
        raise ApprovalRequired(
            "This was not done: nobody is here to say yes.",
            hint=f"Run it in a terminal and type {words!r}."
            if words
            else "Say --yes, or run it in a terminal and answer there.",
        )
    if words is not None:
        typed = (await console.ask(f"Type {words!r} to do it: ")).strip()
        if not are_alike(words, typed):
            raise Denied("These were other words; nothing was done.")
        return typed
    if (await console.ask("Do it? [y/N] ")).strip().casefold() not in YES:
        raise Denied("Nothing was done.")
    return None
