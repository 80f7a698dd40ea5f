"""Metrics of real runs: kept once, whatever happens, and the same when they are made again (ST-12)."""

from __future__ import annotations

from pathlib import Path

from dirty_equals import IsPartialDict
from sqlalchemy import text
from tests.apps.insights.glass import REPORT, SCRIPT, glass

from aule.apps.insights import queries


async def test_a_summary_tells_runs_time_tokens_cost_and_decisions(tmp_path: Path) -> None:
    """ST-12: the figures of a day, and by model, agent, app and capability, also as a table."""
    async with glass(tmp_path, *SCRIPT) as box:
        await box.run_workflow(REPORT)
        await box.aule.decide()
        by = {group: await box.get("/v1/metrics/summary", group=group) for group in ("day", "model", "agent", "app")}
        table = await box.client.get("/v1/metrics/summary", params={"group": "capability", "format": "csv"})
        only = await box.get("/v1/metrics/summary", group="capability", key="core.list_dir")
        wrong = await box.client.get("/v1/metrics/summary", params={"from": "2026-11-18", "to": "2026-11-01"})
    spent = IsPartialDict(tokens_in=250, tokens_out=50, cost=0.75, model_calls=2)
    assert by["day"]["totals"] == spent & IsPartialDict(
        runs=1, finished=1, failed=0, success_rate=1.0, calls=3, approvals_asked=1, approvals_granted=1, undone=0
    )
    assert by["day"]["totals"]["mean_ms"] > 0 and by["day"]["totals"]["decision_ms"] > 0
    assert (len(by["day"]["series"]), by["day"]["is_complete"]) == (30, True)
    assert [group["key"] for group in by["model"]["groups"]] == ["scripted/scripted"]
    assert by["model"]["groups"][0] == spent and by["agent"]["groups"][0] == spent & IsPartialDict(key="assistant")
    assert by["app"]["groups"][0] == IsPartialDict(key="core", runs=2, calls=3, finished=3)
    assert table.headers["content-type"].startswith("text/csv")
    assert [line.partition(",")[0] for line in table.text.splitlines()] == [
        *("key", "core.create_note", "core.list_dir", "core.list_notes"),
    ]
    assert only["totals"] == IsPartialDict(calls=1, runs=1) and len(only["groups"]) == 1
    assert (wrong.status_code, wrong.json()["code"]) == (422, "invalid_range")


async def test_a_summary_of_one_project_counts_its_runs_alone(tmp_path: Path) -> None:
    """ST-13: totals, days and every grouping, by the project the runs belong to; all projects together as before."""
    async with glass(tmp_path, *SCRIPT, *SCRIPT) as box:
        await box.run_workflow(REPORT)
        await box.aule.decide()
        made = await box.client.post("/v1/projects", json={"name": "Garden"})
        garden = made.json()["id"]
        await box.aule.ask("is all well?", project=garden)
        whole, of_home, of_garden = [
            await box.get("/v1/metrics/summary", **asked) for asked in ({}, {"project": "home"}, {"project": garden})
        ]
        tools = await box.get("/v1/metrics/summary", group="capability", project=garden)
        none = await box.get("/v1/metrics/summary", project="nowhere")
    assert [each["totals"]["runs"] for each in (whole, of_home, of_garden, none)] == [2, 1, 1, 0]
    assert [each["totals"]["approvals_asked"] for each in (whole, of_home, of_garden)] == [1, 1, 0]
    assert of_home["totals"]["cost"] + of_garden["totals"]["cost"] == whole["totals"]["cost"] == 1.5
    assert [group["key"] for group in tools["groups"]] == ["core.list_notes"]
    assert (whole["project"], of_garden["project"]) == (None, garden)


async def test_figures_of_an_earlier_kind_are_made_again_once(tmp_path: Path) -> None:
    """ST-12: after an upgrade the rows of the former ledger are replaced, and nothing counts twice."""
    async with glass(tmp_path, *SCRIPT) as box:
        await box.run_workflow(REPORT)
        await box.aule.decide()
        before = await box.get("/v1/metrics/summary")
        async with box.aule.kernel.journal.transaction() as record:
            await record.execute(text(f"UPDATE insights_cursors SET id = 'metrics' WHERE id = '{queries.LEDGER}'"))
        again = await box.get("/v1/metrics/summary")
    assert again["totals"] == before["totals"]
