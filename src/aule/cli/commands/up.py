"""`aule up`: start the desktop."""

from __future__ import annotations

import os
import threading
from typing import Annotated

from aule.cli.log import logging_to
from aule.cli.system import database_url, running
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Busy
from aule.server.serve import DEFAULT_PORT, Listening, Place, serve
from aule.stores.home.directory import Home
from aule.stores.log.marker import Marker
from aule.terminal.commands import Option, command
from aule.terminal.console import Console


@command()
async def up(  # noqa: PLR0913 (a command line's options are its parameters)
    console: Console,
    ambient: Ambient,
    port: Annotated[int, Option(variable="AULE_PORT", min=0, max=65535, help="Where to listen.")] = DEFAULT_PORT,
    host: Annotated[str, Option(help="Beyond this machine only with AULE_TOKEN set.")] = "127.0.0.1",
    allow_host: Annotated[list[str] | None, Option(help="A name browsers may use for this server.")] = None,
    browser: Annotated[bool, Option(help="Open the desktop in the browser.")] = True,
    new_store: Annotated[
        bool, Option("--new-store", help="Begin a new database where the one that was there is gone.")
    ] = False,
) -> None:
    """Start the desktop on this machine and open it in the browser. Ctrl-C stops it."""
    place = Place(host, port, tuple(allow_host or ()), has_chosen_token="AULE_TOKEN" in os.environ)
    home = Home.from_environment()
    if (running_already := home.server()) is not None:
        raise Busy(
            f"auleOS already runs on port {running_already.port} (process {running_already.pid}).",
            hint="`aule open` opens it; AULE_HOME chooses another data directory.",
        )

    def announce(listening: Listening) -> None:
        _announce(console, listening, home, open_browser=browser)

    with await home.lock(ambient), logging_to(home, on_terminal=True):
        _check_store(console, home, ambient, begin_new=new_store)
        await serve(
            lambda gatekeeper: running(home, ambient, gatekeeper=gatekeeper, recovering=True),
            home=home,
            place=place,
            ambient=ambient,
            announce=announce,
        )


def _check_store(console: Console, home: Home, ambient: Ambient, *, begin_new: bool) -> None:
    """Stop before anything is shown when the database that was here is gone, unless a new one is wanted."""
    url = database_url(os.environ)
    marker = Marker(home.path, url)
    if begin_new and (aside := marker.put_aside(ambient)) is not None:
        console.say(f"A new database is begun. What was known of the former one is in {aside}.", "dim")
    if url is None:
        marker.check_file(home.database)


def _announce(console: Console, listening: Listening, home: Home, *, open_browser: bool) -> None:
    if console.as_json:
        console.line({"url": listening.link, "port": listening.port, "pid": os.getpid()})
        return
    console.say(f"auleOS is at {listening.link}")
    console.say(f"Your data is in {home.path}. The link works once; `aule open` gives another. Ctrl-C stops.", "dim")
    if open_browser:
        import webbrowser  # the page is announced before it is loaded

        # Some systems' browsers keep this call until they are closed.
        threading.Thread(target=webbrowser.open, args=(listening.link,), daemon=True).start()
