"""What all commands share: their options, and the way they run, end and stop."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Annotated, Any

import typer

from aule.contracts.errors import AuleError, storage_error
from aule.terminal.console import Console
from aule.terminal.exits import ExitCode, exit_code

if TYPE_CHECKING:
    from aule.terminal.client import Client

Ending = Coroutine[Any, Any, int | None]
"""How a command ends: its exit code, none for 0."""

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of words.")]
Limit = Annotated[int, typer.Option(min=1, max=200, help="At most this many.")]


def perform(action: Callable[[Client, Console], Ending], *, as_json: bool = False) -> None:
    """Run a command that speaks the API, and leave with its exit code."""

    async def connected(console: Console) -> int | None:
        from aule.cli.connection import connect  # which `aule up` must not wait for

        async with connect() as client:
            return await action(client, console)

    conclude(connected, as_json=as_json)


def conclude(action: Callable[[Console], Ending], *, as_json: bool = False) -> None:
    """Run a command, tell its problem if it has one, and leave with its exit code."""
    console = Console(as_json=as_json)
    try:
        code = asyncio.run(action(console))
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
        raise typer.Exit(code)
