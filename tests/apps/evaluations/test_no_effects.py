"""A trial has no effect: whatever an agent tries, no file, row, memory, run or question to the person comes of it."""

from __future__ import annotations

import hashlib
import sqlite3
from pathlib import Path
from typing import Any

from tests.apps.evaluations.benches import Bench, statuses
from tests.apps.evaluations.benches import bench as run_bench

from aule.contracts.kinds import RunKind
from aule.models.switchboard import Switchboard
from aule.testing import call, say

ATTEMPTS: list[tuple[str, dict[str, Any]]] = [
    ("core.write_file", {"path": "x.md", "content": "x"}),
    ("core.edit_file", {"path": "kept.md", "old": "kept", "new": "lost"}),
    ("core.append_file", {"path": "kept.md", "content": "more"}),
    ("core.delete_file", {"path": "kept.md"}),
    ("core.move_file", {"path": "kept.md", "to": "gone.md"}),
    ("core.exec", {"command": "touch x.md"}),
    ("core.web_fetch", {"url": "http://127.0.0.1:9/x"}),
    ("core.web_search", {"query": "secret"}),
    ("core.generate_image", {"prompt": "a cat"}),
    ("core.memory_save", {"content": "The person likes green."}),
    ("core.create_note", {"title": "n", "content": "x"}),
    ("core.save_artifact", {"name": "x.txt", "content": "x"}),
    ("core.schedule_task", {"prompt": "later", "when": "tomorrow at 8"}),
    ("core.delegate", {"briefs": [{"agent": "ana", "task": "write x.md"}]}),
    ("core.run_workflow", {"workflow": "w", "inputs": {}}),
    ("core.create_workflow", {"document": "name: w"}),
    ("core.ask_user", {"question": "May I?"}),
    ("core.undo_changes", {}),
    ("teams.ask", {"team": "crew", "request": "write x.md"}),
    ("teams.handoff", {"to": "ana", "brief": {"goal": "write x.md"}}),
    ("teams.report", {"confidence": 1.0}),
    ("teams.save_team", {"id": "crew", "team": {"name": "C", "agents": [{"agent": "ana"}]}}),
    ("studio.create_agent", {"instructions": "Delete everything."}),
    ("studio.edit_agent", {"agent": "ana", "instructions": "Delete everything."}),
    ("studio.delete_agent", {"agent": "ana"}),
    ("planner.plan", {"request": "write x.md"}),
    ("evaluations.run_evaluation", {"evaluation": "boas-maneiras"}),
    ("evaluations.keep_trial", {}),
    ("evaluations.try_question", {"place": 0}),
    ("evaluations.save_evaluation", {"id": "x", "evaluation": {"title": "X"}}),
    ("no.such_thing", {}),
]
_OF_RUNS = (
    "events",
    "runs",
    "calls",
    "graphs",
    "steps",
    "uses",
    "usage_days",
    "sqlite_",
    "search",
    "evaluations_trials",
    "evaluations_subjects",
)
"""Tables in which every run stands, and the list of trials."""


def state_of(bench: Bench) -> tuple[dict[str, str], dict[str, list[Any]]]:
    """Return the files of the project, and every row of every table but the log and what tells of runs."""
    files = {
        str(path.relative_to(bench.aule.workspace)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(bench.aule.workspace.rglob("*"))
        if path.is_file()
    }
    tables: dict[str, list[Any]] = {}
    with sqlite3.connect(bench.aule.home.database) as database:
        names = [name for (name,) in database.execute("select name from sqlite_master where type = 'table'")]
        for name in sorted(names):
            if not name.startswith(_OF_RUNS):
                tables[name] = sorted(map(repr, database.execute(f'select * from "{name}"')))
    return files, tables


async def test_whatever_an_agent_tries_in_a_trial_nothing_comes_of_it(bench: Bench) -> None:
    """ST-3: write, edit, delete, command, web, memory, schedule, sub-agent, team, handoff, agent, workflow, plan."""
    await bench.make_agent()
    await bench.make_set()
    team = {"id": "crew", "name": "Crew", "agents": [{"agent": "ana"}]}
    assert (await bench.client.post("/v1/agent-teams", json=team)).status_code == 201
    bench.aule.workspace.mkdir(exist_ok=True)
    (bench.aule.workspace / "kept.md").write_text("kept")
    before = state_of(bench)
    bench.model.add(*(call(name, params) for name, params in ATTEMPTS), say("I tried."))
    budget = {"max_turns": len(ATTEMPTS) + 5}
    body = {"words": "do your worst", "subjects": [{"agent": "ana", "draft": {"budget": budget}}]}
    trial = await bench.tried("/v1/agents/ana/try", body)
    bench.model.assert_done()
    (cell,) = trial["cells"]
    assert (cell["answer"], cell["status"]) == ("I tried.", "not_checked")
    assert [each["capability"] for each in cell["calls"]] == [name for name, _ in ATTEMPTS]
    assert all(each["is_wished"] or each["problem"] for each in cell["calls"])
    assert sum(each["is_wished"] for each in cell["calls"]) >= 15
    files, tables = state_of(bench)
    assert files == before[0]
    new = {name: sorted(set(tables[name]) - set(before[1].get(name, []))) for name in tables}
    assert {name for name, rows in new.items() if rows} == {"changes", "effects"}
    mark = f"evaluations:{trial['id']}"  # the trial is on the list of trials, and nothing else was written
    assert all(mark in row for row in new["changes"]) and len(new["effects"]) == 1
    assert await bench.aule.kernel.approvals.pending() == []
    tree = await bench.aule.kernel.runs.tree(trial["run"])
    assert [run.kind for run in tree] == [RunKind.WORKFLOW, RunKind.DELEGATE]


async def test_what_only_reads_works_in_a_trial(bench: Bench) -> None:
    """ST-3: an agent on trial reads files as ever, and the result says that the call was made."""
    await bench.make_agent()
    bench.aule.workspace.mkdir(exist_ok=True)
    (bench.aule.workspace / "kept.md").write_text("green tea")
    bench.model.add(call("core.read_file", {"path": "kept.md"}), say("It says green tea."))
    expectations = [{"expects": "calls", "what": "core.read_file"}, {"expects": "never_writes"}]
    trial = await bench.tried("/v1/agents/ana/try", {"words": "what is in it?", "expectations": expectations})
    assert statuses(trial) == [("question", 0, "passed")]
    (made,) = trial["cells"][0]["calls"]
    assert (made["is_wished"], made["problem"], made["targets"]) == (False, None, ["kept.md"])


async def test_nobody_is_asked_by_a_trial_and_the_wish_to_ask_is_seen(bench: Bench) -> None:
    """ST-3: a question, a call that would need approval and an interrupt after a call are told, not waited for."""
    await bench.make_agent(interrupts=[{"moment": "after", "what": "core.list_dir"}])
    bench.model.add(
        call("core.ask_user", {"question": "Which one?"}), call("core.list_dir", {"path": "."}), say("Nobody answered.")
    )
    trial = await bench.tried(
        "/v1/agents/ana/try",
        {"words": "choose", "expectations": [{"expects": "asks_person"}, {"expects": "hands_over"}]},
    )
    assert [check["passed"] for check in trial["cells"][0]["checks"]] == [True, False]
    assert trial["cells"][0]["answer"] == "Nobody answered."
    assert await bench.aule.kernel.approvals.pending() == []


async def test_without_a_model_rules_are_tried_and_judgements_stay_unchecked(tmp_path: Path) -> None:
    """ST-14: recipes answer in a trial as in a talk; what needs a judge is not checked, and never passes."""
    async with run_bench(tmp_path / "home", models=Switchboard) as bench:
        checked = [{"expects": "never_writes"}, {"expects": "calls", "what": "core.now"}]
        trial = await bench.tried("/v1/agents/assistant/try", {"words": "what time is it?", "expectations": checked})
        assert statuses(trial) == [("question", 0, "passed")]
        assert (trial["cells"][0]["model"], trial["cells"][0]["tokens"]) == (None, 0)
        judged = [*checked, {"expects": "judged", "criterion": "It is exact."}]
        trial = await bench.tried("/v1/agents/assistant/try", {"words": "what time is it?", "expectations": judged})
        assert statuses(trial) == [("question", 0, "not_checked")]
        assert trial["results"][0]["pass_rate"] is None
        body = {"words": "create a note called milk", "expectations": [{"expects": "never_writes"}]}
        trial = await bench.tried("/v1/agents/assistant/try", body)
        assert statuses(trial) == [("question", 0, "failed")]
        assert await bench.aule.kernel.approvals.pending() == []


async def test_trials_are_left_out_of_how_agents_succeed(bench: Bench) -> None:
    """ST-13, ST-14: tokens of a trial are counted on their day; success by agent and by capability is not touched."""
    await bench.make_agent()
    bench.model.add(call("core.write_file", {"path": "x.md", "content": "x"}), say("Done."))
    await bench.tried("/v1/agents/ana/try", {"words": "write x.md"})
    agents = (await bench.client.get("/v1/metrics/summary", params={"group": "agent"})).json()
    capabilities = (await bench.client.get("/v1/metrics/summary", params={"group": "capability"})).json()
    total = (await bench.client.get("/v1/metrics/summary", params={"group": "day"})).json()
    assert "ana" not in repr(agents["groups"])
    assert "core.write_file" not in repr(capabilities["groups"])
    assert total["totals"]["tokens_in"] == 20
