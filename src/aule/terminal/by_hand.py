"""Doing something by hand from the command line: look at it, say yes to exactly that, and watch it happen."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING, Annotated, Any

from aule.contracts.errors import ApprovalRequired, Denied
from aule.terminal.changes import show_preview
from aule.terminal.client import Client
from aule.terminal.commands import Option
from aule.terminal.console import Console
from aule.terminal.follow import YES, stop
from aule.terminal.interrupts import interruptible
from aule.terminal.language import locale
from aule.terminal.words import say
from aule.text.words import are_alike

if TYPE_CHECKING:
    from aule.terminal.answers import Called, CallPreview

Yes = Annotated[bool, Option("--yes", "-y", help="Do not ask on the terminal.")]
"""The option with which a command takes the yes as given."""


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


async def confirm(console: Console, question: str, *, yes: bool) -> None:
    """Ask for a plain yes, unless it was given beforehand; where nobody is there to answer, nothing is done."""
    if yes:
        return
    _expect_somebody(console, say("nobody_hint"))
    if (await console.ask(question)).strip().casefold() not in YES:
        raise Denied(say("nothing_done"))


def _expect_somebody(console: Console, hint: str) -> None:
    if not console.interactive:
        raise ApprovalRequired(say("nobody"), hint=hint)


async def _confirmed(console: Console, shown: CallPreview, *, yes: bool) -> str | None:
    """What a person typed to let it happen; nothing where a plain yes is enough."""
    preview = shown["preview"]
    words = preview["confirm"] if preview is not None and preview["type"] == "records" else None
    if words is None:
        await confirm(console, say("do_it"), yes=yes)
        return None
    _expect_somebody(console, say("nobody_types_hint", words=words))
    typed = (await console.ask(say("type_words", words=words))).strip()
    if not are_alike(words, typed):
        raise Denied(say("other_words"))
    return typed
