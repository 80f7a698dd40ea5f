"""Steps of workflows that are switched off: checked, told beforehand, passed over, and told in runs (ST-20, ST-21)."""

from __future__ import annotations

from typing import Any

from tests.server.conftest import System
from tests.server.test_partial_runs import begun_in, keep, ran

YAML = {"Content-Type": "application/yaml"}
FLOW = """\
id: flow
steps:
  - {id: look, capability: core.list_dir}
  - {id: list, capability: core.list_notes, disabled: true, depends_on: look}
  - id: keep
    capability: core.write_file
    params: {path: hello.md, content: "Total: {{steps.list.result.total}}"}
    depends_on: list
  - {id: tell, capability: core.now, depends_on: keep}
  - {id: after, capability: core.now, depends_on: list}
output: {path: "{{steps.look.result.path}}", total: "{{steps.list.result.total}}"}
canvas: {pins: {list: {total: 99}}}
"""


def whys(graph: dict[str, Any]) -> dict[str, tuple[str, str | None]]:
    """Return how each step stands, and why it was skipped."""
    return {step["place"]: (step["status"], step["skipped"]) for step in graph["steps"]}


async def test_a_step_that_is_off_is_passed_over_and_nothing_runs_without_its_result(system: System) -> None:
    own = await keep(system, FLOW)
    graph = await ran(system, own)
    assert whys(graph) == {
        "look": ("done", None),
        "list": ("skipped", "disabled"),
        "keep": ("skipped", "missing_result"),
        "tell": ("skipped", "upstream"),
        "after": ("done", None),
    }
    assert graph["run"]["status"] == "done"
    assert graph["output"]["total"] is None
    assert await begun_in(system, graph["run"]["id"]) == {"look", "after"}


async def test_what_will_not_run_is_told_on_its_step_and_keeps_nothing_from_running(system: System) -> None:
    checked = (await system.client.post("/v1/workflows/check", content=FLOW, headers=YAML)).json()
    assert checked["ok"]
    told = [(each["code"], each["step"], each["blocks"]) for each in checked["findings"]]
    assert told == [
        ("result_switched_off", "keep", False),
        ("nothing_before", "tell", False),
        ("output_without_result", None, False),
    ]
    on = FLOW.replace("disabled: true, ", "")
    assert (await system.client.post("/v1/workflows/check", content=on, headers=YAML)).json()["findings"] == []


async def test_what_is_off_is_in_no_envelope_and_its_approval_is_another_one(system: System) -> None:
    """Approve exactly what I saw: switching a write on again asks again."""
    off = FLOW.replace(
        "{id: look,",
        "{id: write, capability: core.write_file, disabled: true, params: {path: a, content: b}}\n  - {id: look,",
    )
    own = await keep(system, off)
    shown = (await system.client.post(f"{own}/preview", json={"inputs": {}})).json()
    steps = {step["place"]: (step["disabled"], step["asks"]) for step in shown["steps"]}
    assert steps["write"] == (True, False)
    assert shown["envelope"]["calls"] == {"core.write_file": 1}  # the one in `keep`
    await system.client.delete(own)
    own = await keep(system, off.replace("disabled: true, params", "params"))
    again = (await system.client.post(f"{own}/preview", json={"inputs": {}})).json()
    assert again["envelope"]["calls"] == {"core.write_file": 2}
    assert again["content_hash"] != shown["content_hash"]
    refused = await system.client.post(f"{own}/run", json={"approve": shown["content_hash"]})
    assert refused.status_code == 409, refused.text


async def test_a_sample_stands_for_a_step_that_is_off(system: System) -> None:
    own = await keep(system, FLOW)
    graph = await ran(system, own, use_pins=True)
    assert whys(graph)["list"] == ("done", None)
    assert whys(graph)["keep"] == ("done", None)
    assert "list" not in await begun_in(system, graph["run"]["id"])


async def test_a_part_passes_over_what_is_off_and_says_what_it_lacks(system: System) -> None:
    own = await keep(system, FLOW)
    await ran(system, own)
    graph = await ran(system, own, only="after")
    assert whys(graph)["after"] == ("done", None)
    lacking = await system.client.post(f"{own}/run", json={"only": "keep"})
    assert [(each["code"], each["step"]) for each in lacking.json()["findings"]] == [("missing_result", "list")]
    off = await system.client.post(f"{own}/run", json={"only": "list"})
    assert [(each["code"], each["step"]) for each in off.json()["findings"]] == [("switched_off", "list")]


async def test_how_much_a_step_gave_is_told_where_it_can_be_counted(system: System) -> None:
    """ST-21: the items of a list, also of the only one in an object; nothing is made up for anything else."""
    own = await keep(system, FLOW.replace("disabled: true, ", ""))
    graph = await ran(system, own)
    sizes = {step["place"]: step["size"] for step in graph["steps"]}
    assert sizes["list"] == {"unit": "items", "count": 0, "field": "notes"}
    assert sizes["after"] is None or sizes["after"]["unit"] == "characters"


async def test_steps_that_are_off_come_back_from_both_kinds_of_text(system: System) -> None:
    own = await keep(system, FLOW)
    for format in ("yaml", "json"):
        text = (await system.client.get(f"{own}/document", params={"format": format})).text
        checked = (await system.client.post("/v1/workflows/check", content=text, headers=YAML)).json()
        assert {step["id"]: step["disabled"] for step in checked["workflow"]["graph"]["nodes"]}["list"] is True
