"""Embedded models: a GGUF file as a provider. Its server is a child process, started on first use."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aule.child_processes import close_pipes, end_child
from aule.contracts.ambient import Ambient
from aule.contracts.errors import ModelUnavailable
from aule.models.providers.catalog import ProviderEntry
from aule.models.wire.transport import Endpoint

IDLE_SECONDS = 900.0
START_SECONDS = 180.0
CONTEXT = 8_192


@dataclass(slots=True)
class _Engine:
    process: Process
    endpoint: Endpoint
    used: float


class Engines:
    """The running children, one a file. Each is stopped when nobody has asked it for a while."""

    def __init__(self, ambient: Ambient, *, idle_seconds: float = IDLE_SECONDS) -> None:
        self._ambient = ambient
        self._idle = idle_seconds
        self._running: dict[str, _Engine] = {}
        self._starting: dict[str, asyncio.Task[_Engine]] = {}
        self._lock = asyncio.Lock()
        self._watch: asyncio.Task[None] | None = None

    async def ready(self, entry: ProviderEntry) -> Endpoint:
        """The address of the file's server, started if need be. Who gives up waiting leaves it loading for the next."""
        path = _checked(entry)
        engine = self._running.get(path)
        if engine is None or engine.process.returncode is not None:
            if path not in self._starting:
                self._starting[path] = asyncio.create_task(self._begin(entry, path))
            engine = await asyncio.shield(self._starting[path])
        engine.used = self._ambient.clock.monotonic()
        return engine.endpoint

    async def close(self) -> None:
        """Stop all model servers."""
        watch, self._watch = self._watch, None
        tasks: list[asyncio.Task[Any]] = [*self._starting.values(), *([watch] if watch is not None else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        engines, self._running = list(self._running.values()), {}
        await asyncio.gather(*(end_child(engine.process) for engine in engines))

    async def _begin(self, entry: ProviderEntry, path: str) -> _Engine:
        try:
            async with self._lock:
                engine = self._running[path] = await self._start(entry, path)
        finally:
            del self._starting[path]
        if self._watch is None:
            self._watch = asyncio.create_task(self._stop_idle())
        return engine

    async def _start(self, entry: ProviderEntry, path: str) -> _Engine:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "aule.models.local.gguf_server",
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            # Threads that spin while they wait would keep the machine busy for nothing.
            env={**os.environ, "OMP_WAIT_POLICY": "passive"},
        )
        assert process.stdin is not None and process.stdout is not None
        key = self._ambient.ids.secret()
        try:
            process.stdin.write(json.dumps({"path": path, "key": key, "context": CONTEXT}).encode() + b"\n")
            await process.stdin.drain()
            async with asyncio.timeout(START_SECONDS):
                line = await process.stdout.readline()
            told = json.loads(line) if line else {"error": "it ended while starting"}
        except (TimeoutError, ValueError, OSError) as error:
            told = {"error": str(error) or "it did not start in time"}
        except BaseException:
            close_pipes(process)
            raise
        if "url" not in told:
            await end_child(process)
            raise ModelUnavailable(
                f"the model file {path!r} could not be loaded: {told['error']}",
                hint="Check that it is a GGUF file and that there is memory for it.",
            )
        endpoint = Endpoint(entry.id, entry.name, str(told["url"]), local=True, key=key)
        return _Engine(process, endpoint, self._ambient.clock.monotonic())

    async def _stop_idle(self) -> None:
        while self._running:
            await self._ambient.clock.sleep(self._idle / 4)
            async with self._lock:
                now = self._ambient.clock.monotonic()
                idle = [path for path, engine in self._running.items() if now - engine.used > self._idle]
                await asyncio.gather(*(end_child(self._running.pop(path).process) for path in idle))
        self._watch = None


def _checked(entry: ProviderEntry) -> str:
    if importlib.util.find_spec("xllamacpp") is None:
        raise ModelUnavailable(
            f"{entry.name!r} is a model file, and what runs it is not installed", hint="Install aule[llamacpp]."
        )
    path = Path(entry.path or "").expanduser()
    if not entry.path or not path.is_file():
        raise ModelUnavailable(
            f"the model file {entry.path!r} of {entry.name!r} is not there", hint="Give the path of a GGUF file."
        )
    return str(path.resolve())
