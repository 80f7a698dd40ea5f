"""A command that fails is a failed step: it is tried again, handled, skipped, and stays readable, whoever looks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from dirty_equals import Contains, IsPartialDict
from tests.server.doors import BEARER, gatekeeper, open_front

from aule.boot import running
from aule.contracts.runs.run import RunStatus
from aule.kernel.kernel import Kernel
from aule.server.app import create_app
from aule.stores.home.directory import Home

pytestmark = pytest.mark.anyio

YAML = {"Content-Type": "application/yaml"}
HANDLED = """\
id: handled
steps:
  - id: test
    capability: core.exec
    params: {command: "echo out; echo err >&2; echo again >> tries.txt; exit 3"}
    retry: {max: 2, wait_s: 0}
  - id: deploy
    capability: core.write_file
    params: {path: deployed.txt, content: live}
    depends_on: [test]
  - id: notify
    capability: core.write_file
    params:
      path: notice.txt
      content: "{{steps.test.status}} {{steps.test.result.exit_code}} {{steps.test.result.stderr}}{{steps.test.error}}"
    when: failure()
    depends_on: [test]
"""


@dataclass(frozen=True)
class Desk:
    """A system that runs workflows, and who speaks to it."""

    kernel: Kernel
    client: httpx.AsyncClient
    workspace: Path

    async def run(self, text: str, *options: str) -> dict[str, Any]:
        """The graph of a run that was allowed as it was shown, once it stands still; the options answer what asks."""
        own = "/v1/workflows/" + text.split("id: ", 1)[1].split("\n", 1)[0]
        kept = await self.client.post("/v1/workflows", content=text, headers=YAML)
        assert kept.status_code == 201, kept.text
        seen = (await self.client.get(f"{own}/preview")).json()["content_hash"]
        begun = await self.client.post(f"{own}/run", json={"approve": seen, "locale": "en"})
        assert begun.status_code == 201, begun.text
        run = begun.json()["id"]
        for option in options:
            await self.until_still(run)
            waiting = await self.asked()
            body = {"option": option, "content_hash": waiting["binds"]["content_hash"]}
            decided = await self.client.post(f"/v1/approvals/{waiting['id']}/decide", json=body)
            assert decided.status_code == 200, decided.text
        await self.until_still(run)
        return (await self.client.get(f"/v1/runs/{run}/graph")).json()

    async def asked(self) -> dict[str, Any]:
        """The one thing that waits."""
        [waiting] = (await self.client.get("/v1/approvals", params={"status": "pending"})).json()["items"]
        return waiting

    async def step(self, graph: dict[str, Any], place: str) -> dict[str, Any]:
        return (await self.client.get(f"/v1/runs/{graph['run']['id']}/steps/{place}")).json()

    async def until_still(self, run: str) -> None:
        """Wait until a run has ended or waits for a person."""
        async with asyncio.timeout(20):
            while True:
                found = await self.kernel.runs.get(run)
                is_still = found.status.is_final or found.status is RunStatus.WAITING
                if is_still and self.kernel.engine.graphs.segment(run) is None:
                    return
                await asyncio.sleep(0)


@pytest.fixture(scope="module")
async def desk(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Desk]:
    """One system for all of these: none of them minds the others."""
    home = Home(tmp_path_factory.mktemp("failing") / "home")
    home.prepare()
    keeper = gatekeeper()
    async with running(home) as kernel, open_front(create_app(kernel, gatekeeper=keeper), keeper=keeper) as client:
        client.headers.update(BEARER)
        yield Desk(kernel, client, home.project_root("home"))


def statuses(graph: dict[str, Any]) -> dict[str, str]:
    return {step["place"]: step["status"] for step in graph["steps"]}


async def test_a_failing_command_is_tried_again_and_handled_and_nothing_after_it_runs(desk: Desk) -> None:
    graph = await desk.run(HANDLED)
    assert statuses(graph) == {"test": "failed", "deploy": "skipped", "notify": "done"}
    assert graph["run"]["status"] == "failed"
    assert (desk.workspace / "tries.txt").read_text() == "again\n" * 3, "the first time, and two more"
    assert not (desk.workspace / "deployed.txt").exists()
    told = (desk.workspace / "notice.txt").read_text()
    assert told.startswith("failed 3 err\nThe command 'echo out;") and "ended with exit code 3.\nout\nerr" in told


async def test_what_a_failing_command_printed_stays_readable_in_its_step_and_in_the_list_of_calls(desk: Desk) -> None:
    text = "id: read\nsteps:\n  - id: test\n    capability: core.exec\n    params: {command: 'echo out; exit 4'}\n"
    graph = await desk.run(text)
    detail = await desk.step(graph, "test")
    assert detail["result"] == IsPartialDict(exit_code=4, stdout="out\n")
    assert detail["step"]["error"] == IsPartialDict(code="command_failed", message=Contains("exit code 4.\nout"))
    assert graph["run"]["error"]["code"] == "command_failed"
    [latest, *_] = (await desk.client.get("/v1/capabilities/core.exec/calls")).json()["items"]
    assert latest == IsPartialDict(status="failed", error=IsPartialDict(code="command_failed"))


async def test_a_failing_command_that_is_skipped_is_read_by_the_steps_after_it(desk: Desk) -> None:
    text = """\
id: skipping
state: {found: any}
steps:
  - id: lint
    capability: core.exec
    params: {command: "echo 7 problems; exit 1"}
    on_error: skip
    writes: [found]
  - id: report
    capability: core.write_file
    params: {path: lint.txt, content: "{{steps.lint.result.stdout}}"}
    depends_on: [lint]
"""
    graph = await desk.run(text)
    assert statuses(graph) == {"lint": "skipped", "report": "done"}
    assert graph["run"]["status"] == "done_with_failures"
    assert (desk.workspace / "lint.txt").read_text() == "7 problems\n"
    assert graph["state"] == {}, "a step that failed fills no shared key"


async def test_an_exit_code_that_counts_as_success_is_one(desk: Desk) -> None:
    text = """\
id: counting
steps:
  - {id: grep, capability: core.exec, params: {command: "exit 1", ok_exit_codes: [0, 1]}}
  - {id: other, capability: core.exec, params: {command: "exit 2", ok_exit_codes: [0, 1]}, depends_on: [grep]}
"""
    graph = await desk.run(text)
    assert statuses(graph) == {"grep": "done", "other": "failed"}


async def test_a_person_who_is_asked_what_now_sees_what_the_command_printed(desk: Desk) -> None:
    text = """\
id: asking
steps:
  - id: build
    capability: core.exec
    params: {command: "echo half way; test -e fixed"}
    on_error: replan
"""
    first = await desk.run(text)
    waiting = await desk.asked()
    assert statuses(first) == {"build": "waiting"}
    assert "half way" in waiting["preview"]["text"] and "exit code 1" in waiting["body"]
    (desk.workspace / "fixed").touch()
    body = {"option": "retry", "content_hash": waiting["binds"]["content_hash"]}
    await desk.client.post(f"/v1/approvals/{waiting['id']}/decide", json=body)
    await desk.until_still(first["run"]["id"])
    graph = (await desk.client.get(f"/v1/runs/{first['run']['id']}/graph")).json()
    assert (statuses(graph), graph["run"]["status"]) == ({"build": "done"}, "done")


async def test_a_failing_command_fails_the_repetition_and_the_graph_it_is_in(desk: Desk) -> None:
    text = """\
id: nesting
steps:
  - id: inner
    steps:
      - {id: each, capability: core.exec, params: {command: "exit {{item}}"}, for_each: [0, 5], max: 2}
  - {id: after, capability: core.now, depends_on: [inner]}
"""
    graph = await desk.run(text)
    assert statuses(graph) == IsPartialDict({"inner": "failed", "inner/each": "failed", "after": "skipped"})
    assert "exit code 5" in graph["run"]["error"]["message"]


async def test_a_command_that_takes_too_long_fails_as_such_and_may_be_tried_again_for_that_alone(desk: Desk) -> None:
    text = """\
id: slow
steps:
  - id: wait
    capability: core.exec
    params: {command: "echo x >> slow.txt; sleep 20", timeout_s: 1.5}
    retry: {max: 1, wait_s: 0, on: [timeout]}
  - id: other
    capability: core.exec
    params: {command: "echo x >> other.txt; exit 1"}
    retry: {max: 1, wait_s: 0, on: [timeout]}
    when: always()
    depends_on: [wait]
"""
    graph = await desk.run(text)
    assert statuses(graph) == {"wait": "failed", "other": "failed"}
    assert graph["run"]["error"] == IsPartialDict(code="timeout", message=Contains("too much time"))
    assert (desk.workspace / "slow.txt").read_text() == "x\nx\n"
    assert (desk.workspace / "other.txt").read_text() == "x\n", "it failed in another way than it is tried again for"


async def test_a_failure_handler_chooses_by_the_exit_code(desk: Desk) -> None:
    text = """\
id: choosing
steps:
  - {id: test, capability: core.exec, params: {command: "exit 3"}}
  - {id: three, capability: core.now, when: "failure() and steps.test.result.exit_code == 3", depends_on: [test]}
  - {id: four, capability: core.now, when: "failure() and steps.test.result.exit_code == 4", depends_on: [test]}
"""
    assert statuses(await desk.run(text)) == {"test": "failed", "three": "done", "four": "skipped"}


async def test_what_was_done_in_part_is_not_tried_again_by_itself(desk: Desk) -> None:
    """K-6: the first part would be done twice."""
    text = """\
id: partly
steps:
  - id: batch
    capability: atlas.execute
    params:
      atomic: false
      actions: [{type: create_pillar, data: {name: Once}}, {type: delete_pillar, data: {pillar_name: Nowhere}}]
    retry: {max: 3, wait_s: 0}
"""
    sample = await desk.client.post("/v1/capabilities/atlas.add_sample/call", json={"params": {}, "by_hand": True})
    assert sample.status_code == 200, sample.text
    graph = await desk.run(text, "approve")
    assert statuses(graph) == {"batch": "failed"} and graph["run"]["error"]["code"] == "actions_failed"
    found = await desk.client.post("/v1/capabilities/atlas.search/call", json={"params": {"q": "Once"}})
    assert found.json()["result"]["data"]["total"] == 1, found.text


async def test_what_a_failing_command_did_to_files_is_undone_with_its_run(desk: Desk) -> None:
    text = "id: undoing\nsteps:\n  - {id: a, capability: core.exec, params: {command: 'echo x > left.txt; exit 1'}}\n"
    graph = await desk.run(text)
    assert (desk.workspace / "left.txt").exists()
    undone = await desk.client.post(f"/v1/runs/{graph['run']['id']}/undo")
    assert undone.status_code == 200, undone.text
    assert not (desk.workspace / "left.txt").exists()


async def test_without_an_allowance_each_try_of_a_command_asks(desk: Desk) -> None:
    """K-3: a yes to a command is a yes to running it once."""
    text = "id: trying\nsteps:\n  - id: a\n    capability: core.exec\n    params: {command: 'exit 1'}\n"
    await desk.client.post("/v1/workflows", content=text + "    retry: {max: 1, wait_s: 0}\n", headers=YAML)
    run = (await desk.client.post("/v1/workflows/trying/run", json={"locale": "en"})).json()["id"]
    for _ in range(2):
        await desk.until_still(run)
        waiting = await desk.asked()
        body = {"option": "approve", "content_hash": waiting["binds"]["content_hash"]}
        await desk.client.post(f"/v1/approvals/{waiting['id']}/decide", json=body)
    await desk.until_still(run)
    assert (await desk.kernel.runs.get(run)).status is RunStatus.FAILED


async def test_a_direct_call_of_a_failing_command_is_a_failed_run_with_its_result(desk: Desk) -> None:
    asked = await desk.client.post("/v1/capabilities/core.exec/call", json={"params": {"command": "echo no; exit 9"}})
    assert asked.status_code == 409
    waiting = await desk.asked()
    body = {"option": "approve", "content_hash": waiting["binds"]["content_hash"]}
    await desk.client.post(f"/v1/approvals/{waiting['id']}/decide", json=body)
    ended = await desk.kernel.driver.wait(waiting["run"])
    assert (ended.status, ended.error and ended.error.code) == (RunStatus.FAILED, "command_failed")
    told = (await desk.client.get("/v1/events", params={"run": waiting["run"]})).json()["items"]
    [failed] = [event["data"] for event in told if event["type"] == "call.failed"]
    assert failed["result"] == IsPartialDict(ok=False, data=IsPartialDict(exit_code=9, stdout="no\n"))


async def test_a_command_ended_by_the_limit_of_its_step_keeps_what_it_printed_and_is_tried_again(desk: Desk) -> None:
    text = """\
id: limited
steps:
  - id: st
    capability: core.exec
    params: {command: "echo x >> limited.txt; echo printed; sleep 20"}
    timeout_s: 1.5
    retry: {max: 1, wait_s: 0}
    on_error: skip
  - id: told
    capability: core.write_file
    params: {path: limit.txt, content: "{{steps.st.result.stdout}}"}
    depends_on: [st]
"""
    graph = await desk.run(text)
    assert statuses(graph) == {"st": "skipped", "told": "done"}
    assert (desk.workspace / "limit.txt").read_text() == "printed\n"
    assert (desk.workspace / "limited.txt").read_text() == "x\nx\n"
    calls = (await desk.client.get("/v1/capabilities/core.exec/calls")).json()["items"][:2]
    assert [call["status"] for call in calls] == ["failed", "failed"]
    assert calls[0]["error"] == IsPartialDict(code="timeout")
