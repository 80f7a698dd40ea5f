"""The system in this process: built on a data directory, started, and stopped at the end."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

from aule.contracts.ambient import Ambient
from aule.contracts.errors import Invalid
from aule.stores.home.directory import Home

if TYPE_CHECKING:
    from aule.kernel.runs.queue import Terms
    from aule.server.auth import Gatekeeper
    from aule.server.front import ASGIApp


@asynccontextmanager
async def running(
    home: Home, ambient: Ambient, *, gatekeeper: Gatekeeper | None = None, recovering: bool
) -> AsyncGenerator[ASGIApp, None]:
    """The API around a running kernel. Only a server clears up after a crash; a command leaves others' runs alone."""
    gc.disable()  # nothing that is loaded is garbage, and looking for some takes a fifteenth of the start
    try:
        # Most of the start-up time is these imports. In a thread, so that a server shows its page meanwhile.
        await asyncio.to_thread(import_module, "aule.boot")
        await asyncio.to_thread(import_module, "aule.server.app")
        from aule import boot
        from aule.server.app import create_app

        terms = replace(terms_from(os.environ), roams=recovering)
        url = database_url(os.environ)
        async with boot.running(home, recover=recovering, around=ambient, database_url=url, terms=terms) as kernel:
            app = create_app(kernel, gatekeeper=gatekeeper)
            gc.enable()
            yield app
    finally:
        gc.enable()


def database_url(environment: Mapping[str, str]) -> str | None:
    """The database to use instead of the file in the data directory; `AULE_DATABASE` is its older name."""
    return environment.get("AULE_DATABASE_URL") or environment.get("AULE_DATABASE") or None


def terms_from(environment: Mapping[str, str]) -> Terms:
    """How this process drives runs of a database it shares with others."""
    from aule.kernel.runs.queue import Terms  # the kernel, which `aule up` must not wait for

    terms = Terms(host=environment.get("AULE_HOST") or socket.gethostname())
    if environment.get("AULE_DRIVE") == "0":
        terms = replace(terms, at_once=0)
    if lease := environment.get("AULE_LEASE"):
        seconds = _seconds("AULE_LEASE", lease)
        terms = replace(terms, lease_s=seconds, beat_s=seconds / 5)
    return terms


def _seconds(name: str, value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        seconds = 0
    if not 0.5 <= seconds <= 3600:
        raise Invalid(f"{name} {value!r} is not a number of seconds.", hint="Give one between 0.5 and 3600.")
    return seconds
