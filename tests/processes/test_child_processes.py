"""Child processes are ended with their pipes, also where nobody read what they said."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from asyncio.subprocess import PIPE, Process

import pytest

from aule.child_processes import close_pipes, end_child

TALKER = "while True: print('x' * 10_000)"
HOLDER = "import os\nif os.fork(): os._exit(0)\nprint(os.getpid(), flush=True)\nos.read(0, 1)"


async def _child(program: str) -> Process:
    return await asyncio.create_subprocess_exec(sys.executable, "-I", "-S", "-c", program, stdin=PIPE, stdout=PIPE)


async def test_a_child_that_nobody_listens_to_is_ended_with_its_pipes() -> None:
    """Its pipes are full and no longer read, so that its end is never seen there."""
    before = _handles()
    process = await _child(TALKER)
    assert process.stdout is not None and process.stdin is not None
    process.stdin.write(b"x" * 1_000_000)
    await process.stdout.read(1)
    async with asyncio.timeout(30):
        await end_child(process)
    assert process.returncode is not None
    await _settle()
    assert _handles() == before
    del process
    gc.collect()  # a warning that something was not closed would fail this test


async def test_a_pipe_that_another_process_holds_is_closed() -> None:
    before = _handles()
    process = await _child(HOLDER)
    assert process.stdout is not None and process.stdin is not None
    holder = int(await process.stdout.readline())
    async with asyncio.timeout(30):
        await end_child(process)
    await _settle()
    assert _handles() == before
    with pytest.raises(ProcessLookupError):
        for _ in range(3_000):  # its own pipe has ended, so that it goes as well
            os.kill(holder, 0)
            await asyncio.sleep(0.01)


async def test_closing_kills_a_child_that_runs() -> None:
    process = await _child(TALKER)
    close_pipes(process)
    async with asyncio.timeout(30):
        assert await process.wait() != 0


def _handles() -> set[str]:
    return set(os.listdir("/proc/self/fd"))


async def _settle() -> None:
    """Let the loop close what it was told to close."""
    for _ in range(5):
        await asyncio.sleep(0)
