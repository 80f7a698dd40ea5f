"""Traces as files: without secrets, without contents unless asked; hostile files are refused (ST-10)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from dirty_equals import IsPartialDict
from tests.apps.insights.glass import REPORT, SCRIPT, glass

from aule.apps.insights.traces.files import MOST_SPANS, read_trace
from aule.apps.insights.traces.otlp import to_otlp
from aule.apps.insights.traces.span import Trace
from aule.contracts.errors import Invalid

KEY = "sk-verysecret-0123456789abcdef"


async def test_a_span_shows_what_went_in_and_out_and_a_file_keeps_it_back(tmp_path: Path) -> None:
    """ST-10, ST-11: contents of spans, what is not kept, secrets struck out; the file reads back the same."""
    async with glass(tmp_path, *SCRIPT) as box:
        box.aule.kernel.secrets.set("MY_API_KEY", KEY)
        (box.aule.workspace / f"{KEY}.md").write_text("hello")
        run = await box.run_workflow(REPORT)
        await box.aule.decide()
        spans = (await box.get(f"/v1/runs/{run}/trace"))["spans"]
        details = {
            span["kind"] + span["step"]: await box.get(f"/v1/runs/{run}/trace/{span['id']}", locale="en")
            for span in spans
        }
        bare = await box.client.get(f"/v1/runs/{run}/trace/file")
        full = await box.client.get(f"/v1/runs/{run}/trace/file", params={"contents": True})
        read = await box.client.post("/v1/traces/read", content=full.content)
        missing = await box.client.get(f"/v1/runs/{run}/trace/0123456789abcdef")
        same = await box.get(f"/v1/runs/{run}/trace/compare/{run}")
    model = parts(details["model"])
    assert [message["role"] for message in model["prompt"]["data"]] == ["user", "tool"]
    assert model["answer"]["text"] == "All is well." and len(details["model"]["not_kept"]) == 2
    assert parts(details["toolkeep"])["arguments"]["data"] == IsPartialDict(title="Report", text="All is well.")
    [change] = details["toolkeep"]["changes"]
    assert "+All is well." in change["diff"] and change["added"] > 0
    assert parts(details["waitkeep"]) == IsPartialDict(question=IsPartialDict(), decision=IsPartialDict())
    assert parts(details["steplook"])["result"]["data"]
    assert KEY not in bare.text + full.text + json.dumps(details)
    assert "All is well." in full.text and "All is well." not in bare.text and "Report" not in bare.text
    assert bare.headers["content-disposition"].startswith("attachment")
    assert read.json()["spans"] == full.json()["trace"]["spans"]
    assert read.json() == IsPartialDict(source="aule", run=run, totals=full.json()["trace"]["totals"])
    assert missing.status_code == 404
    assert len(same["pairs"]) == len(spans) and not any(pair["differs"] for pair in same["pairs"])
    otlp = read_trace(json.dumps(to_otlp(Trace.model_validate(bare.json()["trace"]), "1")).encode())
    assert [(span.id, span.kind, span.tokens_in) for span in otlp.spans] == [
        (span["id"], span["kind"], span["tokens_in"] if span["kind"] == "model" else 0) for span in spans
    ]
    assert otlp.totals.cost == 0.75


def parts(detail: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a span by their names."""
    return {part["name"]: part for part in detail["parts"]}


SPAN = {
    **{"id": "a", "run": "r", "kind": "step", "name": "n", "operation": "o", "status": "ok"},
    **{"started_at": "2026-01-01T00:00:00.000Z", "start_ms": 0, "duration_ms": 1},
}
HEAD = {
    **{"run": "r", "title": "", "kind": "turn", "status": "ok", "started_at": SPAN["started_at"], "duration_ms": 1},
    **{"is_live": False, "totals": {}, "critical_path": []},
}


def file_of(*spans: dict[str, Any]) -> str:
    return json.dumps({"format": "aule.trace", "exported_at": "", "trace": {**HEAD, "spans": spans}})


def otlp_of(*spans: dict[str, Any]) -> str:
    return json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": spans}]}]})


CHAIN = [{**SPAN, "id": f"s{n}", "parent": f"s{n - 1}" if n else None} for n in range(400)]
OTHER = {"traceId": "t", "spanId": "x", "name": "n", "startTimeUnixNano": "1", "endTimeUnixNano": "2"}
HOSTILE = {
    "no json": "{",
    "no object": "[]",
    "deep json": '{"trace":' + "[" * 200_000,
    "nothing": "{}",
    "no spans": file_of(),
    "wrong type": file_of({**SPAN, "duration_ms": "long"}),
    "unknown kind": file_of({**SPAN, "kind": "<script>"}),
    "not a number": file_of({**SPAN, "duration_ms": float("nan")}),
    "endless": file_of({**SPAN, "cost": float("inf")}),
    "circle": file_of({**SPAN, "parent": "b"}, {**SPAN, "id": "b", "parent": "a"}),
    "own parent": file_of({**SPAN, "parent": "a"}),
    "below nothing": file_of({**SPAN, "parent": "ghost"}),
    "twice": file_of(SPAN, SPAN),
    "too deep": file_of(*CHAIN),
    "too deep, backwards": file_of(*reversed(CHAIN)),
    "too many": file_of(*[{"id": str(n)} for n in range(MOST_SPANS + 1)]),
    "otlp without spans": otlp_of(),
    "otlp of wrong types": '{"resourceSpans": {"a": 1}}',
    "otlp without times": otlp_of({"traceId": "t", "spanId": "x", "name": "n"}),
    "otlp of huge times": otlp_of({**OTHER, "endTimeUnixNano": "9" * 40}),
    "otlp circle": otlp_of({**OTHER, "parentSpanId": "y"}, {**OTHER, "spanId": "y", "parentSpanId": "x"}),
    "otlp figures": otlp_of(
        {**OTHER, "attributes": [{"key": "gen_ai.usage.input_tokens", "value": {"intValue": "many"}}]}
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_with_the_reason(name: str) -> None:
    """ST-10: deep, huge, circular and wrong files give one clear error."""
    with pytest.raises(Invalid) as refused:
        read_trace(HOSTILE[name].encode())
    assert refused.value.problem.code == "trace_unreadable" and len(str(refused.value)) < 400
