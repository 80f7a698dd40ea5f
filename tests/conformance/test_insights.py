"""Metrics are kept, added up and made again the same on every database."""

from __future__ import annotations

from pathlib import Path

import pytest
from dirty_equals import IsPartialDict
from tests.apps.insights.glass import MEASURING, REPORT, SCRIPT, gauge, glass, stored

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("postgres")]


async def test_the_same_figures_on_every_database_and_again_from_the_log(tmp_path: Path, url: str) -> None:
    """ST-12: runs, approvals, undone changes and what an app measured; replaying the log gives the same tables."""
    async with glass(tmp_path, *SCRIPT, apps=[gauge], database_url=url) as box:
        run = await box.run_workflow(REPORT)
        await box.aule.decide()
        early = await box.get("/v1/metrics/summary")
        undone = await box.client.post(f"/v1/runs/{run}/undo")
        assert undone.status_code == 200, undone.text
        measured = await box.run_workflow(MEASURING)
        failed = await box.client.post("/v1/capabilities/gauge.measure/call", json={"params": {"name": "Bad name"}})
        whole = await box.get("/v1/metrics/summary")
        own = await box.get(f"/v1/runs/{measured}/metrics")
        spent = await box.get(f"/v1/runs/{run}/metrics")
        workflow = await box.get("/v1/workflows/report/metrics")
        kept = await stored(box.aule.kernel)
        again = await box.client.post("/v1/metrics/rebuild")
        made = await stored(box.aule.kernel)
        labels = await box.get("/v1/metrics/summary", group="capability")
    assert failed.status_code == 422
    assert early["totals"] == IsPartialDict(runs=1, approvals_granted=1, undone=0, cost=0.75)
    assert whole["totals"] == IsPartialDict(approvals_granted=1, undone=1, tokens_in=250, cost=0.75)
    assert whole["totals"]["runs"] >= 3
    assert {"run": measured, "step": "gauge", "name": "pages.read", "value": 3, "unit": "page"}.items() <= max(
        own["items"], key=lambda item: item["name"] == "pages.read"
    ).items()
    assert {item["step"] for item in own["items"] if item["name"] == "step.duration"} == {"gauge", "look"}
    assert spent["totals"] == IsPartialDict(tokens_in=250, tokens_out=50, cost=0.75, model_calls=2, calls=3)
    assert workflow["totals"] == IsPartialDict(runs=1, finished=1, tokens_in=250, cost=0.75)
    assert {step["step"]: step["tokens"] for step in workflow["steps"]} == {"look": 0, "write": 300, "keep": 0}
    assert [each["cost"] for each in workflow["latest"]] == [0.75]
    assert (made, again.json()["metrics"]) == (kept, len(kept["insights_metrics"]))
    assert {group["key"]: group["label"] for group in labels["groups"]}["gauge.measure"] == "Measure"
