"""A process that dies while a workflow runs, or while metrics are read: the trace is whole, and all counts once."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.apps.insights.glass import Talker, glass, stored
from tests.processes.nursery import nursery


async def test_a_killed_and_resumed_run_has_a_whole_trace_and_is_counted_once(tmp_path: Path) -> None:
    """ST-10, ST-12: kill -9 at some moments; afterwards every step is there, and the tables are those of the log."""
    moments = int((await _die(tmp_path / "whole", 0))[-2].removeprefix("moments "))
    assert moments > 8
    resumed = 0
    for moment in sorted({3, moments // 3, moments // 2, 2 * moments // 3, moments - 2}):
        told = await _die(tmp_path / str(moment), moment)
        async with glass(tmp_path / str(moment), model=Talker()) as box:
            for run in (await box.aule.kernel.runs.list(limit=20)).items:
                await box.aule.until_still(run.id)
            found = [run for run in (await box.aule.kernel.runs.list(limit=20)).items if run.workflow == "plain"]
            assert found or not told[0].startswith("run"), moment
            for run in found:
                trace = await box.get(f"/v1/runs/{run.id}/trace")
                steps = {span["step"]: span["status"] for span in trace["spans"] if span["kind"] == "step"}
                assert (trace["status"], steps) == ("ok", {"look": "ok", "think": "ok", "notes": "ok"}), moment
                own = (await box.get(f"/v1/runs/{run.id}"))["run"]["usage"]
                totals = trace["totals"]
                assert (totals["tokens_in"], totals["cost"]) == (own["tokens_in"], own["cost"]), moment
                assert not any(span["status"] in ("running", "waiting") for span in trace["spans"]), moment
            resumed += bool(found) and "read" not in told
            counted = await box.get("/v1/metrics/summary")
            kept = await stored(box.aule.kernel)
            await box.client.post("/v1/metrics/rebuild")
            assert await stored(box.aule.kernel) == kept, moment
            assert counted["totals"]["finished"] >= len(found), moment
    assert resumed > 0


async def _die(home: Path, moment: int) -> list[str]:
    """Return what a child told that is to die at this moment; without one it tells the whole story."""
    child = await asyncio.to_thread(nursery().run, str(home), str(moment), module="tests.apps.insights.dying_child")
    assert child.code in (0, 137), child.err
    return child.out.split("\n")
