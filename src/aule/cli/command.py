"""The way all commands run, end and stop."""

from __future__ import annotations

import gc
import inspect
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from aule.contracts.errors import AuleError, storage_error
from aule.terminal.console import Console
from aule.terminal.exits import ExitCode, exit_code

if TYPE_CHECKING:
    from aule.terminal.client import Client

Ending = int | None
"""How a command ends: its exit code, none for 0."""


async def speak(action: Callable[[Client], Awaitable[Ending] | Ending]) -> Ending:
    """Run what a command does with a client, connected to whoever owns the data directory."""
    from aule.cli.connection import connect  # which `aule up` must not wait for

    async with connect() as client:
        ending = action(client)
        return await ending if inspect.isawaitable(ending) else ending


def conclude(action: Callable[[Console], Awaitable[Ending] | Ending], *, as_json: bool = False) -> None:
    """Run a command, tell its problem if it has one, and leave with its exit code."""
    console = Console(as_json=as_json)
    gc.enable()
    try:
        ending = action(console)
        code = _waited(ending) if inspect.isawaitable(ending) else ending
    except AuleError as error:
        code = exit_code(error)
        console.problem(error.report, code)
    except BrokenPipeError:
        sys.stdout = None  # whoever read our output has left; nothing more can be told
        code = ExitCode.OK
    except OSError as error:
        known = storage_error(error)
        if known is None:
            raise
        code = exit_code(known)
        console.problem(known.report, code)
    except KeyboardInterrupt:
        console.end_line()
        code = ExitCode.INTERRUPTED
    if code:
        sys.exit(code)


def _waited(ending: Awaitable[Ending]) -> Ending:
    import asyncio  # 25 ms, which a command that waits for nothing does not need

    async def wait() -> Ending:
        return await ending

    return asyncio.run(wait())
