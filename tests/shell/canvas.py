"""The canvas without its picture: the shell's own drafts, edits and merges, run by Node, saving over HTTP as it does."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from tests.shell.tools import Node

CHILD = Path(__file__).with_name("canvas_child.mjs")
_LONGEST_ANSWER = 4_000_000
OK, STALE = 200, 412


class CanvasRules:
    """The shell's own rules of drafts, in a process of their own."""

    def __init__(self, child: asyncio.subprocess.Process) -> None:
        self._child = child

    async def do(self, deed: str, **asked: Any) -> Any:
        """Return what the shell makes of a request."""
        streams = (self._child.stdin, self._child.stdout)
        assert streams[0] is not None and streams[1] is not None
        streams[0].write(json.dumps({"deed": deed, **asked}).encode() + b"\n")
        await streams[0].drain()
        return json.loads(await streams[1].readline())


@asynccontextmanager
async def canvas_rules(node: Node, folder: Path) -> AsyncIterator[CanvasRules]:
    """Bundle the shell's rules and run them."""
    bundle = folder / "flow.mjs"
    built = node.tool("rolldown", "bin/cli.mjs", "src/flow/index.ts", "-f", "esm", "-o", str(bundle))
    assert built.returncode == 0, built.stdout + built.stderr
    pipe = asyncio.subprocess.PIPE
    child = await asyncio.create_subprocess_exec(
        node.program, str(CHILD), str(bundle), stdin=pipe, stdout=pipe, limit=_LONGEST_ANSWER
    )
    try:
        yield CanvasRules(child)
    finally:
        child.terminate()
        await child.wait()


class Canvas:
    """One open canvas: the draft it began with, what was drawn since, and saving with a merge where it is late."""

    def __init__(self, rules: CanvasRules, client: httpx.AsyncClient, url: str) -> None:
        self._rules, self._client, self._url = rules, client, url
        self.version = 0
        self.base: Any = None
        self.mine: Any = None

    async def open(self) -> None:
        """Begin with what is kept."""
        self.version, self.base = await self._kept()
        self.mine = self.base

    async def draw(self, *edits: dict[str, Any]) -> list[Any]:
        """Do edits; return those that were refused."""
        applied = await self._rules.do("edit", draft=self.mine, edits=edits)
        self.mine = applied["draft"]
        return applied["refused"]

    async def save(self) -> list[Any] | None:
        """Save. Where somebody was faster, merge instead and return what clashed; mine is chosen."""
        headers = {"If-Match": f'"v{self.version}"', "Content-Type": "application/json"}
        answer = await self._client.put(self._url, content=json.dumps(self.mine), headers=headers)
        if answer.status_code == OK:
            saved = answer.json()
            self.version, self.base = saved["version"], await self._rules.do("open", workflow=saved)
            self.mine = self.base
            return None
        assert answer.status_code == STALE, answer.text
        self.version, theirs = await self._kept()
        merged = await self._rules.do("merge", base=self.base, mine=self.mine, theirs=theirs)
        self.base, self.mine = theirs, merged["draft"]
        return merged["conflicts"]

    async def _kept(self) -> tuple[int, Any]:
        workflow = (await self._client.get(self._url)).json()
        return workflow["version"], await self._rules.do("open", workflow=workflow)
