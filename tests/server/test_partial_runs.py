"""Parts of workflows: from a step on, one step alone, with results that were given, pinned or made earlier (ST-21)."""

from __future__ import annotations

import asyncio
from typing import Any

from dirty_equals import IsPartialDict
from tests.server.conftest import System

from aule.contracts.events.steps import StepStarted

YAML = {"Content-Type": "application/yaml"}
CHAIN = """\
id: chain
inputs: {name: {type: string, default: Ana}}
state: {found: any}
steps:
  - {id: look, capability: core.list_dir, writes: found}
  - {id: list, capability: core.list_notes, depends_on: look}
  - id: keep
    capability: core.write_file
    params: {path: hello.md, content: "{{inputs.name}} {{state.found.path}} {{steps.list.result.total}}"}
    depends_on: [list]
  - {id: after, capability: core.read_file, params: {path: hello.md}, depends_on: keep}
  - {id: aside, capability: core.now}
output: {text: "{{steps.after.result.text}}", moment: "{{steps.aside.result}}"}
canvas:
  positions: {look: {x: 10, y: 20}}
  notes: [{id: n1, text: Remember., at: {x: 0, y: 0}}]
  pins:
    list: {total: 99}
"""


async def keep(system: System, text: str = CHAIN) -> str:
    """Keep a workflow, and return its address."""
    made = await system.client.post("/v1/workflows", content=text, headers=YAML)
    assert made.status_code == 201, made.text
    return f"/v1/workflows/{made.json()['id']}"


async def ran(system: System, own: str, **body: Any) -> dict[str, Any]:
    """Run a part, let what asks be allowed, and return its graph at the end."""
    begun = await system.client.post(f"{own}/run", json=body)
    assert begun.status_code == 201, begun.text
    run = begun.json()["id"]
    await still(system, run)
    for waiting in await system.kernel.approvals.pending(run=run):
        await system.kernel.decide(waiting.id, "approve", content_hash=waiting.binds.content_hash)
    await still(system, run)
    return (await system.client.get(f"/v1/runs/{run}/graph")).json()


async def still(system: System, run: str) -> str:
    """Wait until a run has ended or waits for a person, and return how it stands."""
    async with asyncio.timeout(20):
        while True:
            found = await system.kernel.runs.get(run)
            is_still = found.status.is_final or found.status == "waiting"
            if is_still and system.kernel.engine.graphs.segment(run) is None:
                return found.status
            await asyncio.sleep(0)


async def begun_in(system: System, run: str) -> set[str]:
    """Return the steps that really began in a run."""
    events = await system.kernel.journal.read(None, run=run)
    return {event.data.step for event in events if isinstance(event.data, StepStarted)}


def standing(graph: dict[str, Any]) -> dict[str, tuple[str, str | None]]:
    """Return how each step stands, and where its result comes from."""
    return {step["place"]: (step["status"], step["origin"]) for step in graph["steps"]}


async def test_a_run_from_a_step_takes_over_what_came_before_and_never_runs_it_again(system: System) -> None:
    """ST-21: run from here."""
    own = await keep(system)
    whole = await ran(system, own)
    assert whole["run"]["status"] == "done"
    later = await ran(system, own, start_at="keep", inputs={"name": "Bia"})
    assert (later["run"]["status"], later["run"]["forked_from"]) == ("done", whole["run"]["id"])
    assert await begun_in(system, later["run"]["id"]) == {"keep", "after"}
    assert standing(later) == {
        "look": ("done", "earlier"),
        "list": ("done", "earlier"),
        "keep": ("done", None),
        "after": ("done", None),
        "aside": ("done", "earlier"),
    }
    assert (later["state"], later["run"]["sampled"]) == (whole["state"], [])
    assert later["output"] == {
        "text": whole["output"]["text"].replace("Ana", "Bia"),
        "moment": whole["output"]["moment"],
    }


async def test_only_one_step_runs_where_only_that_is_asked_for(system: System) -> None:
    """ST-21: only this step, with chosen results; what the whole would come to is left open."""
    own = await keep(system)
    graph = await ran(system, own, only="list", results={"look": {"path": "elsewhere"}})
    assert await begun_in(system, graph["run"]["id"]) == {"list"}
    assert (graph["run"]["status"], graph["output"], graph["run"]["sampled"]) == ("done", None, ["look"])
    assert standing(graph) == {
        "look": ("done", "given"),
        "list": ("done", None),
        "keep": ("skipped", None),
        "after": ("skipped", None),
        "aside": ("skipped", None),
    }
    again = await ran(system, own, only="keep")
    assert await begun_in(system, again["run"]["id"]) == {"keep"}
    assert again["run"]["sampled"] == ["look"], "a given result stays one where it is taken over"
    report = (await system.client.post(f"/v1/runs/{again['run']['id']}/report")).json()
    assert "look" in report["opening"][-1]["text"]
    assert report["failed"] == []


async def test_a_result_that_is_missing_is_named(system: System) -> None:
    """ST-21: nothing is run on results that are nowhere."""
    own = await keep(system)
    refused = await system.client.post(f"{own}/run", json={"start_at": "keep"})
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_workflow")
    findings = refused.json()["findings"]
    assert [(each["code"], each["step"]) for each in findings] == [
        ("missing_result", "list"),
        ("missing_result", "look"),
    ]
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"start_at": "nowhere"}, "no_such_step"),
        ({"only": "keep", "results": {"gone": 1}}, "no_such_step"),
        ({"only": "keep", "start_at": "keep"}, "unclear_part"),
        ({"only": "keep", "results": {"keep": 1}}, "unclear_part"),
    ]
    for body, code in wrong:
        answer = await system.client.post(f"{own}/run", json=body)
        assert (answer.status_code, answer.json()["findings"][0]["code"]) == (422, code)
    assert (await system.client.get(own)).json()["last_run"] is None, "nothing of that was run"


async def test_a_step_that_was_changed_since_is_not_taken_over(system: System) -> None:
    own = await keep(system)
    await ran(system, own)
    changed = CHAIN.replace("{id: list, capability: core.list_notes,", "{id: list, capability: core.now,")
    changed = changed.replace("steps.list.result.total", "steps.list.result")
    assert (await system.client.put(own, content=changed, headers=YAML)).status_code == 200
    refused = await system.client.post(f"{own}/run", json={"start_at": "keep"})
    assert [each["step"] for each in refused.json()["findings"]] == ["list"]


async def test_pins_are_used_only_when_asked_and_the_run_says_so(system: System) -> None:
    """ST-21: sample data is never mistaken for a result."""
    own = await keep(system)
    plain = await ran(system, own)
    assert (plain["run"]["sampled"], standing(plain)["list"]) == ([], ("done", None))
    pinned = await ran(system, own, use_pins=True)
    assert (pinned["run"]["sampled"], standing(pinned)["list"]) == (["list"], ("done", "pinned"))
    assert "list" not in await begun_in(system, pinned["run"]["id"])
    assert (plain["output"]["text"][-2:], pinned["output"]["text"][-2:]) == (" 0", "99")
    later = await system.client.post(f"{own}/run", json={"start_at": "keep"})
    assert later.json()["findings"][0]["step"] == "list", "a sample of the last run is no result"
    both = await ran(system, own, start_at="keep", use_pins=True, locale="en")
    assert both["run"]["sampled"] == ["list"]
    forked = await system.client.post(f"/v1/runs/{both['run']['id']}/fork", json={"step": "after"})
    assert forked.json()["sampled"] == ["list"], forked.text
    report = (await system.client.post(f"/v1/runs/{both['run']['id']}/report")).json()
    assert report["opening"][-1]["text"] == (
        "Sample data stands for the results of “list”: what follows from it is only an example."
    )


async def test_a_part_may_do_no_more_than_was_approved_for_the_whole(system: System) -> None:
    """K-4, ST-21: the hash of the whole allows a part of it; with samples in place of results, every write asks."""
    own = await keep(system)
    seen = (await system.client.get(f"{own}/preview")).json()["content_hash"]
    whole = await system.client.post(f"{own}/run", json={"approve": seen})
    assert (await still(system, whole.json()["id"])) == "done"
    part = await system.client.post(f"{own}/run", json={"approve": seen, "start_at": "keep"})
    assert (await still(system, part.json()["id"])) == "done"
    stale = await system.client.post(f"{own}/run", json={"approve": "sha256:0", "start_at": "keep"})
    assert (stale.status_code, stale.json()["code"]) == (409, "approval_stale")
    sampled = await system.client.post(f"{own}/run", json={"approve": seen, "use_pins": True})
    assert (sampled.status_code, sampled.json()["code"]) == (422, "approve_with_samples")
    asking = await system.client.post(f"{own}/run", json={"start_at": "keep"})
    assert (await still(system, asking.json()["id"])) == "waiting"


async def test_the_same_key_starts_a_part_once(system: System) -> None:
    own = await keep(system)
    body, key = {"only": "list", "results": {"look": None}}, {"Idempotency-Key": "once"}
    first = await system.client.post(f"{own}/run", json=body, headers=key)
    again = await system.client.post(f"{own}/run", json=body, headers=key)
    assert first.json()["id"] == again.json()["id"]


async def test_a_call_is_tried_by_itself_and_only_reading_has_an_effect(system: System) -> None:
    """ST-21: a dry run where the effect allows; a write is shown and does nothing."""
    own = await keep(system)
    read = (await system.client.post(f"{own}/steps/list/try", json={"results": {"look": None}})).json()
    assert read == IsPartialDict(
        capability="core.list_notes", effect="read", is_run=True, preview=None, sampled=["look"]
    )
    assert read["result"]["data"]["total"] == 0
    given = {"results": {"look": {"path": "here"}, "list": {"total": 7}}, "inputs": {"name": "Bia"}}
    write = await system.client.post(f"{own}/steps/keep/try", json=given)
    assert write.json() == IsPartialDict(effect="write", is_run=False, result=None), write.text
    assert write.json()["params"] == IsPartialDict(path="hello.md", content="Bia here 7")
    assert write.json()["preview"] is not None
    read = await system.client.post(f"{own}/steps/after/try", json={"results": {"keep": None}})
    assert read.json()["result"]["ok"] is False, "the write had no effect: there is no such file"
    assert await system.kernel.approvals.pending() == []
    missing = await system.client.post(f"{own}/steps/keep/try", json={})
    assert [each["code"] for each in missing.json()["findings"]] == ["missing_result", "missing_result"]
    assert (await system.client.post(f"{own}/steps/nowhere/try", json={})).status_code == 422
    asks = await keep(system, "id: asks\nsteps: [{id: ask, ask: Which?}]")
    refused = await system.client.post(f"{asks}/steps/ask/try", json={})
    assert (refused.status_code, refused.json()["findings"][0]["code"]) == (422, "no_call")


async def test_a_result_that_cannot_be_kept_is_refused(system: System) -> None:
    own = await keep(system)
    for value in ("NaN", "1e400", '"\\ud800"', "[" * 500 + "]" * 500):
        body = f'{{"only": "list", "results": {{"look": {value}}}}}'
        answer = await system.client.post(f"{own}/run", content=body, headers={"Content-Type": "application/json"})
        assert 400 <= answer.status_code < 500, (value[:20], answer.text)
    assert (await system.client.get(own)).json()["last_run"] is None


async def test_a_step_whose_predecessor_was_skipped_is_not_run_on_nothing(system: System) -> None:
    """A condition that was not met holds for a part as well, unless the person gives a result."""
    own = await keep(
        system,
        """\
id: guarded
steps:
  - {id: ask, if: "false"}
  - {id: guard, capability: core.now, when: "steps.ask.result == true", depends_on: ask}
  - {id: act, capability: core.list_notes, depends_on: guard}
  - {id: both, capability: core.list_dir, depends_on: [guard, act]}
""",
    )
    await ran(system, own)
    refused = await system.client.post(f"{own}/run", json={"start_at": "act"})
    assert [(each["code"], each["step"]) for each in refused.json()["findings"]] == [("missing_result", "guard")]
    chosen = await ran(system, own, start_at="act", results={"guard": "now"})
    assert await begun_in(system, chosen["run"]["id"]) == {"act", "both"}
    assert (chosen["run"]["status"], chosen["run"]["sampled"]) == ("done", ["guard"])


async def test_a_pinned_step_lets_nothing_after_it_begin_too_early(system: System) -> None:
    """A step that looks past a pinned one waits for what it looks at."""
    own = await keep(system)
    graph = await ran(system, own, use_pins=True)
    assert graph["run"]["status"] == "done"
    assert graph["output"]["text"].split()[1:] == [str(graph["state"]["found"]["path"]), "99"]


async def test_parts_of_parts_take_over_from_the_runs_before(system: System) -> None:
    """A run of one step leaves the others out; the next part still finds their results."""
    own = await keep(system)
    whole = await ran(system, own)
    only = await ran(system, own, only="list")
    later = await ran(system, own, start_at="after")
    assert (only["run"]["forked_from"], later["run"]["forked_from"]) == (whole["run"]["id"], only["run"]["id"])
    assert await begun_in(system, later["run"]["id"]) == {"after"}
    assert standing(later)["keep"] == ("done", "earlier")
    retried = await system.client.post(f"/v1/runs/{only['run']['id']}/retry")
    assert (retried.status_code, retried.json()["code"]) == (409, "nothing_failed"), "what was left out did not fail"
