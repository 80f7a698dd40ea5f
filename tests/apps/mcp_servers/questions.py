"""Using a tool that asks, and answering it."""

from __future__ import annotations

import json
from typing import Any

from tests.apps.mcp_servers.benches import Bench

from aule.contracts.access.approval import Approval, ApprovalKind
from aule.contracts.events.turns import CallCompleted, CallFailed
from aule.contracts.runs.run import Run


async def begun(bench: Bench, tool: str = "asking.ask", **arguments: Any) -> str:
    """Use a tool as somebody whose use waits for a yes, say yes, and return the run."""
    body = {"params": {"tool": tool, "arguments": arguments}}
    waits = await bench.client.post("/v1/capabilities/mcp.call_tool/call", json=body)
    assert waits.json()["code"] == "approval_required", waits.text
    return (await bench.aule.decide()).id


async def question(bench: Bench) -> Approval:
    """Return the question that waits."""
    found = await bench.aule.pending()
    assert found.kind is ApprovalKind.QUESTION
    return found


async def answered(bench: Bench, said: str) -> Run:
    """Answer the question that waits by one of its options, or in words."""
    asked = await question(bench)
    chosen = next((each.id for each in asked.options if each.label == said), None)
    return await bench.aule.decide(chosen or "answer", answer=None if chosen else said)


async def ended(bench: Bench, run: str) -> CallCompleted | CallFailed:
    """Return how the call of a run ended."""
    found = [each.data for each in await bench.aule.events(run) if isinstance(each.data, CallCompleted | CallFailed)]
    return found[-1]


async def told(bench: Bench, run: str) -> Any:
    """Return what the server was told, as it says in its result."""
    done = await ended(bench, run)
    assert done.result.ok, done.result.error
    return json.loads(done.result.data["text"])
