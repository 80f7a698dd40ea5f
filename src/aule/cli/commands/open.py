"""`aule open`: a fresh one-time link to the desktop."""

from __future__ import annotations

import webbrowser
from typing import TYPE_CHECKING, Annotated

from aule.contracts.errors import Unavailable
from aule.terminal.client import Client
from aule.terminal.commands import Option, command
from aule.terminal.console import Console

if TYPE_CHECKING:
    from aule.terminal.answers import SignInLink


@command("open")
async def open_(
    client: Client,
    console: Console,
    browser: Annotated[bool, Option(help="Open it in the browser of this machine.")] = True,
) -> None:
    """Open the desktop of the running server in a browser, signed in."""
    if client.server is None:
        raise Unavailable("No server is running.", hint="Start one with `aule up`.", code="no_server")
    link: SignInLink = await client.post("/v1/session/codes")
    console.result(link)
    console.say(link["url"])
    if browser and not console.as_json:
        webbrowser.open(link["url"])
