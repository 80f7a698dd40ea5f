"""Tools that call other capabilities, for tests: kept in a system with one file, and what its log says of calls."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tests.apps.forge.drafts import Draft, draft

from aule.contracts.events.facts import CallCompleted, CallFailed
from aule.contracts.views import Called
from aule.kernel.capabilities.gate.caller import ByHand
from aule.testing.system import System, system

TEXT = {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"]}
COUNTS = draft(
    'def run(path):\n    return len(call("core.read_file", {"path": path})["text"].split())\n',
    params=TEXT,
    calls=["core.read_file"],
    tests=[
        {
            "params": {"path": "a.txt"},
            "result": 2,
            "calls": [{"name": "core.read_file", "params": {"path": "a.txt"}, "result": {"text": "one two"}}],
        }
    ],
)
"""Reads one file and counts its words."""
COPIES = draft(
    """
def run(path):
    text = call("core.read_file", {"path": path})["text"]
    for number in range(2):
        call("core.write_file", {"path": path + "." + str(number), "content": text})
    return text
""",
    params=TEXT,
    calls=["core.read_file", "core.write_file"],
    tests=[
        {
            "params": {"path": "a"},
            "result": "x",
            "calls": [
                {"name": "core.read_file", "result": {"text": "x"}},
                {"name": "core.write_file", "params": {"path": "a.0", "content": "x"}},
                {"name": "core.write_file", "params": {"path": "a.1", "content": "x"}},
            ],
        }
    ],
)
"""Reads one file and writes it twice, so it waits for a person in its middle."""
STUBBORN = """
def run(path):
    text = call("core.read_file", {"path": path})["text"]
    for number in range(2):
        try:
            call("core.write_file", {"path": path + "." + str(number), "content": text})
        except BaseException:
            pass
    return text
"""
"""The same, and it goes on whatever comes of a call."""


def calling(source: str, *calls: str, **more: Any) -> Draft:
    """Return a tool that may make some calls."""
    return draft(source, calls=list(calls), **more)


async def keep(aule: System, name: str, tool: Draft) -> dict[str, Any]:
    """Keep a tool, as its owner does in the editor."""
    params = {"name": name, "tool": tool}
    shown = await aule.kernel.preview("forge.create_tool", params)
    made = await aule.kernel.call("forge.create_tool", params, by_hand=ByHand(seen=shown.content_hash))
    assert made.result.data["status"] == "active", made.result.data["results"]
    return made.result.data


async def use(aule: System, name: str, **params: Any) -> Called:
    """Call a tool directly."""
    return await aule.kernel.call(f"tool.{name}", params)


@asynccontextmanager
async def kept(path: Path, name: str, tool: Draft, *script: Any) -> AsyncGenerator[System]:
    """Run a system that has one tool and one file."""
    async with system(path, *script) as aule:
        (aule.workspace / "a.txt").write_text("one two three")
        await keep(aule, name, tool)
        yield aule


async def made(aule: System, run: str) -> list[tuple[str, bool]]:
    """Return the calls of a run in the order they ended, and whether each succeeded."""
    ends = [each.data for each in await aule.events(run) if isinstance(each.data, CallCompleted | CallFailed)]
    return [(each.capability, each.result.ok) for each in ends]
