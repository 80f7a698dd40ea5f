"""`aule open`: a fresh one-time link to the desktop."""

from __future__ import annotations

import webbrowser
from typing import TYPE_CHECKING, Annotated

import typer

from aule.cli.command import Json, perform
from aule.contracts.errors import Unavailable
from aule.terminal.client import Client
from aule.terminal.console import Console

if TYPE_CHECKING:
    from aule.terminal.answers import SignInLink

app = typer.Typer()


@app.command("open")
def open_(
    browser: Annotated[bool, typer.Option(help="Open it in the browser of this machine.")] = True, json: Json = False
) -> None:
    """Open the desktop of the running server in a browser, signed in."""

    async def opening(client: Client, console: Console) -> None:
        if client.server is None:
            raise Unavailable("No server is running.", hint="Start one with `aule up`.", code="no_server")
        link: SignInLink = await client.post("/v1/session/codes")
        console.result(link)
        console.say(link["url"])
        if browser and not console.as_json:
            webbrowser.open(link["url"])

    perform(opening, as_json=json)
