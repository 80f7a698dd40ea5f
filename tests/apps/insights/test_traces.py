"""Traces of real runs: what happened, how long it took, what it cost (ST-10)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from dirty_equals import IsPartialDict
from tests.apps.insights.glass import REPORT, SCRIPT, glass


async def test_a_workflow_shows_its_tokens_its_time_and_its_cost(tmp_path: Path) -> None:
    """ST-10: workflow, step, turn, model call and tool call, each in its place, and the figures add up."""
    async with glass(tmp_path, *SCRIPT) as box:
        run = await box.run_workflow(REPORT)
        await box.aule.decide()
        trace = await box.get(f"/v1/runs/{run}/trace")
        own = (await box.get(f"/v1/runs/{run}"))["run"]
        fresh = await box.get(f"/v1/runs/{run}/trace", since=trace["cursor"])
    spans, named = trace["spans"], {span["id"]: span for span in trace["spans"]}
    assert [(depth_of(named, span), span["kind"], span["name"], span["status"]) for span in spans] == [
        (0, "workflow", "Report", "ok"),
        (1, "step", "Look around", "ok"),
        (2, "tool", "Listar uma pasta", "ok"),
        (1, "step", "Write it", "ok"),
        (2, "turn", "Write it", "ok"),
        (3, "model", "scripted", "ok"),
        (3, "tool", "Listar as notas", "ok"),
        (3, "model", "scripted", "ok"),
        (1, "step", "Keep it", "ok"),
        (2, "wait", "Criar uma nota: Report", "ok"),
        (2, "tool", "Criar uma nota", "ok"),
    ]
    assert spans[5]["attributes"] == IsPartialDict(
        {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": "scripted",
            "gen_ai.request.model": "scripted",
            "gen_ai.usage.input_tokens": 100,
            "gen_ai.usage.output_tokens": 20,
        }
    )
    assert trace["totals"] == IsPartialDict(tokens_in=250, tokens_out=50, cost=0.75, model_calls=2, tool_calls=3)
    assert (own["usage"]["tokens_in"], own["usage"]["cost"]) == (250, 0.75)
    assert trace["duration_ms"] > 0 and trace["totals"]["waited_ms"] > 0
    assert trace["critical_path"][0] == spans[0]["id"] and set(trace["critical_path"]) <= set(named)
    assert fresh["spans"] == [] and fresh["totals"] == trace["totals"]


def depth_of(named: dict[str, Any], span: dict[str, Any]) -> int:
    """Return how many spans stand above one."""
    return 0 if span["parent"] is None else 1 + depth_of(named, named[span["parent"]])


async def test_the_flow_of_an_agent_stands_inside_its_turn(tmp_path: Path) -> None:
    """ST-1, ST-10: turn, the call, the flow, its steps and what they spent, each once."""
    flow = {
        "inputs": {"request": {"type": "string"}},
        "nodes": [{"id": "think", "title": "Think", "kind": "agent", "prompt": "{{inputs.request}}"}],
        "output": "{{steps.think.result}}",
    }
    async with glass(tmp_path, SCRIPT[1]) as box:
        made = await box.client.post("/v1/agents", json={"name": "Clerk", "flow_graph": flow})
        assert made.status_code == 201, made.text
        run = await box.aule.ask("is all well?", agent="clerk")
        trace = await box.get(f"/v1/runs/{run.id}/trace")
    named = {span["id"]: span for span in trace["spans"]}
    seen = [(depth_of(named, span), span["kind"]) for span in trace["spans"] if span["kind"] != "rules"]
    assert seen == [
        (0, "turn"),
        (1, "tool"),
        (2, "workflow"),
        (3, "step"),
        (4, "turn"),
        (5, "model"),
    ]
    assert trace["totals"] == IsPartialDict(tokens_in=150, tokens_out=30, cost=0.5, model_calls=1)
