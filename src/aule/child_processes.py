"""Child processes: ending one, with the pipes that lead to it."""

from __future__ import annotations

from asyncio import BaseTransport
from asyncio.subprocess import Process
from typing import cast


async def end_child(process: Process) -> None:
    """Kill a child that still runs, close its pipes, and wait for its end.

    The pipes come first: until they are closed, asyncio of Python 3.11 does not tell that the child has ended.
    """
    close_pipes(process)
    await process.wait()


def close_pipes(process: Process) -> None:
    """Close the pipes of a child; one that still runs is killed.

    asyncio closes them by itself only once it has read each to its end. Where reading was given up, or where another
    process holds a pipe, they would stay open until garbage is collected, perhaps after the loop has ended.
    """
    if process.stdin is not None and process.stdin.transport.get_write_buffer_size():
        process.stdin.transport.abort()  # nobody will read what was not sent yet
    transport = cast("BaseTransport", vars(process)["_transport"])  # no public name leads to it
    transport.close()
