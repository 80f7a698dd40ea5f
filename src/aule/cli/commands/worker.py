"""`aule worker`: drive runs of a database that several machines share."""

from __future__ import annotations

import asyncio
import os
import signal
from dataclasses import replace
from typing import Annotated

from aule.cli.log import logging_to
from aule.cli.system import database_url, terms_from
from aule.contracts.ambient import Ambient
from aule.contracts.errors import Invalid
from aule.stores.home.directory import Home
from aule.terminal.commands import Option, command
from aule.terminal.console import Console

GRACE_S = 30.0

AtOnce = Annotated[int, Option(min=1, max=1000, help="Runs driven at the same time.")]
Queues = Annotated[list[str] | None, Option("--queue", help="A queue to take runs from; `default` without one.")]
Grace = Annotated[float, Option(min=0, max=3600, help="Seconds steps may take to end when it is told to stop.")]


@command()
async def worker(
    console: Console, ambient: Ambient, at_once: AtOnce = 32, queue: Queues = None, grace: Grace = GRACE_S
) -> None:
    """Drive runs of a shared database on this machine, without a desktop. Ctrl-C or SIGTERM stops it gently."""
    queues = tuple(dict.fromkeys(queue or ["default"]))
    url = database_url(os.environ)
    if url is None or url.startswith("sqlite:"):
        raise Invalid(
            "A worker needs a database that it shares with others.",
            hint="Set AULE_DATABASE_URL to a PostgreSQL URL. On one machine `aule up` drives all runs itself.",
            code="not_shared",
        )
    home = Home.from_environment()
    terms = replace(terms_from(os.environ), at_once=at_once, queues=queues, grace_s=grace)
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    with await home.lock(ambient), logging_to(home, on_terminal=True):
        from aule import boot  # loads everything

        async with boot.running(home, recover=False, prepare=False, around=ambient, database_url=url, terms=terms):
            if console.as_json:
                console.line({"host": terms.host, "pid": os.getpid(), "queues": list(queues), "at_once": at_once})
            console.say(f"Driving runs on {terms.host}, {at_once} at once. Ctrl-C stops.")
            await stop.wait()
            console.say("Stopping: steps under way may end, the rest is handed to others.", "dim")
