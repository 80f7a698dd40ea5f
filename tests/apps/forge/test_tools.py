"""Tools made here over HTTP: kept with their versions, called at once, compared, rolled back, revoked, moved."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.apps.forge.drafts import ADDRESS, BASE64, CELSIUS, draft, words
from tests.sandbox.box.levels import until
from tests.server.conftest import System

from aule.apps.forge.start import Forge
from aule.boot.system import System as Whole


async def make(system: System, name: str, tool: dict[str, Any]) -> dict[str, Any]:
    """Keep a tool and return it."""
    made = await system.client.post("/v1/tools", json={"name": name, "tool": tool})
    assert made.status_code == 201, made.json()
    return made.json()


async def call(system: System, name: str, params: dict[str, Any]) -> Any:
    """Call a tool over HTTP."""
    called = await system.client.post(f"/v1/capabilities/tool.{name}/call", json={"params": params})
    assert called.status_code == 200, called.json()
    return called.json()["result"]["data"]


async def test_a_tool_is_usable_the_moment_it_is_kept_and_gone_the_moment_it_is_revoked(system: System) -> None:
    """TL-10, TL-11: create, call, list, revoke, undo; the registry follows the rows."""
    http = system.client
    made = await make(system, "celsius_to_fahrenheit", CELSIUS)
    assert (made["status"], made["version"], [each["ok"] for each in made["results"]]) == ("active", 1, [True] * 3)
    assert await call(system, "celsius_to_fahrenheit", {"celsius": 37}) == 98.6
    listed = (await http.get("/v1/capabilities/tool.celsius_to_fahrenheit")).json()
    assert (listed["effect"], listed["titles"]) == ("read", {"pt": "Celsius em Fahrenheit"})
    wrong = await http.post("/v1/capabilities/tool.celsius_to_fahrenheit/call", json={"params": {"celsius": "hot"}})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "invalid_param")
    gone = (await http.delete("/v1/tools/celsius_to_fahrenheit")).json()
    missing = await http.get("/v1/capabilities/tool.celsius_to_fahrenheit")
    assert (missing.status_code, missing.json()["code"]) == (404, "unknown_capability")
    await system.kernel.undo(f"change:{gone['change']}")
    assert await call(system, "celsius_to_fahrenheit", {"celsius": 0}) == 32


async def test_a_tool_is_found_by_its_words_and_the_hit_leads_to_its_page(system: System) -> None:
    """TL-10, OS-33: the search of everything knows tools made here."""
    await make(system, "celsius_to_fahrenheit", CELSIUS)
    hits = (await system.client.get("/v1/search", params={"q": "fahrenheit celsius"})).json()
    assert [each["path"] for each in hits if each["ref"].startswith("forge:")] == ["/made-tools/celsius_to_fahrenheit"]


async def test_undoing_the_making_of_a_tool_takes_it_away(system: System) -> None:
    """TL-11: undo removes it from the registry as well."""
    await make(system, "text_to_base64", BASE64)
    changes = (await system.client.get("/v1/changes")).json()["items"]
    await system.kernel.undo(f"change:{changes[0]['id']}")
    assert (await system.client.get("/v1/capabilities/tool.text_to_base64")).status_code == 404
    assert (await system.client.get("/v1/tools")).json()["items"] == []


async def test_versions_are_kept_compared_and_rolled_back(system: System) -> None:
    """TL-11: edit, versions, diff, roll back."""
    http = system.client
    await make(system, "address_to_json", ADDRESS)
    assert (await call(system, "address_to_json", {"address": "Rua A, 1 - B, C - SP"}))["city"] == "C"
    edited = {**ADDRESS, "description": words("Takes an address apart.")}
    saved = await http.put("/v1/tools/address_to_json", json=edited, headers={"If-Match": '"v1"'})
    assert (saved.status_code, saved.json()["version"]) == (200, 2)
    late = await http.put("/v1/tools/address_to_json", json=edited, headers={"If-Match": '"v1"'})
    assert late.status_code == 412
    versions = (await http.get("/v1/tools/address_to_json/versions")).json()["items"]
    assert [each["version"] for each in versions] == [2, 1]
    diff = (await http.get("/v1/tools/address_to_json/versions/1/diff/2?locale=en")).json()["files"]
    assert [each["path"] for each in diff] == ["address_to_json.txt"]
    assert "+Description: Takes an address apart." in diff[0]["diff"]
    back = (await http.post("/v1/tools/address_to_json/versions/1/restore", json={})).json()
    assert (back["version"], back["description"]["en"]) == (3, "A tool for a test.")


async def test_a_tool_whose_tests_fail_is_kept_as_a_draft_that_nobody_can_call(system: System) -> None:
    """TL-10: failing tests are shown, never hidden, and never in use."""
    bad = {**CELSIUS, "source": "def run(celsius):\n    return celsius * 2\n"}
    made = await make(system, "celsius_to_fahrenheit", bad)
    assert made["status"] == "draft"
    failing = [each for each in made["results"] if not each["ok"]]
    assert [(each["expected"], each["got"]) for each in failing] == [("212", "200"), ("-40", "-80"), ("32", "0")]
    assert (await system.client.get("/v1/capabilities/tool.celsius_to_fahrenheit")).status_code == 404
    mended = (await system.client.put("/v1/tools/celsius_to_fahrenheit", json=CELSIUS)).json()
    assert mended["status"] == "active"
    assert await call(system, "celsius_to_fahrenheit", {"celsius": 100}) == 212


async def test_of_two_edits_at_once_one_wins_and_the_other_is_told(system: System) -> None:
    """TL-11: nobody overwrites what they did not see."""
    await make(system, "text_to_base64", BASE64)
    edits = [
        system.client.put(
            "/v1/tools/text_to_base64", json={**BASE64, "title": words(f"Edit {n}")}, headers={"If-Match": '"v1"'}
        )
        for n in range(4)
    ]
    answers = await asyncio.gather(*edits)
    assert sorted(each.status_code for each in answers) == [200, 412, 412, 412]
    current = (await system.client.get("/v1/tools/text_to_base64")).json()
    assert current == next(each for each in answers if each.status_code == 200).json()


async def test_revoking_ends_running_calls(system: System) -> None:
    """TL-11: a call that runs when its tool is revoked gives nothing back."""
    slow = draft(
        "def run(long=False):\n    while long:\n        pass\n    return 1\n",
        params={"type": "object", "properties": {"long": {"type": "boolean", "default": False}}},
        limits={"seconds": 10},
    )
    await make(system, "slow", slow)
    running = asyncio.create_task(
        system.client.post("/v1/capabilities/tool.slow/call", json={"params": {"long": True}})
    )
    box = _forge(system).box
    await until(lambda: box.is_running("slow"))
    assert (await system.client.delete("/v1/tools/slow")).status_code == 200
    ended = await asyncio.wait_for(running, 5)
    assert ended.json()["code"] == "tool_stopped"


async def test_a_workflow_that_needs_a_revoked_tool_is_told_when_it_is_checked(system: System) -> None:
    """TL-11: the check names the step, and revoking names the workflow."""
    await make(system, "text_to_base64", BASE64)
    step = {"id": "encode", "capability": "tool.text_to_base64", "params": {"text": "hi"}}
    workflow = {"id": "encode", "title": "Encode", "steps": [step]}
    kept = await system.client.post("/v1/workflows", json=workflow)
    assert kept.status_code == 201, kept.json()
    gone = (await system.client.delete("/v1/tools/text_to_base64")).json()
    assert gone["workflows"] == ["Encode"]
    checked = (await system.client.post("/v1/workflows/check", json=workflow)).json()
    assert "unknown_capability" in [each["code"] for each in checked["findings"]]


async def test_a_tool_of_one_project_is_refused_in_another_until_it_is_shared(system: System) -> None:
    """TL-11: project against home scope."""
    http = system.client
    project = (await http.post("/v1/projects", json={"name": "School"})).json()["id"]
    body = {"name": "text_to_base64", "tool": BASE64, "project": project}
    assert (await http.post("/v1/tools", json=body)).json()["project"] == project
    elsewhere = await http.post("/v1/capabilities/tool.text_to_base64/call", json={"params": {"text": "a"}})
    assert elsewhere.json()["code"] == "other_project"
    here = {"params": {"text": "a"}, "project": project}
    assert (await http.post("/v1/capabilities/tool.text_to_base64/call", json=here)).json()["result"]["data"] == "YQ=="
    assert (await http.post("/v1/tools/text_to_base64/share", json={})).json()["project"] is None
    assert await call(system, "text_to_base64", {"text": "a"}) == "YQ=="


async def test_a_tool_goes_out_and_comes_in_as_one_file(system: System) -> None:
    """TL-11: export and import; tests run again here, whatever the file says."""
    http = system.client
    await make(system, "text_to_base64", BASE64)
    file = (await http.get("/v1/tools/text_to_base64/export")).json()
    assert file["filename"] == "text_to_base64.tool.json"
    other = file["content"].replace('"text_to_base64"', '"to_base64"')
    brought = (await http.post("/v1/tools/import", json={"content": other})).json()
    assert (brought["name"], brought["status"], brought["origin"]) == ("to_base64", "active", "file")
    broken = await http.post("/v1/tools/import", json={"content": other.replace("aule.tool/1", "aule.tool/9")})
    assert (broken.status_code, broken.json()["code"]) == (422, "bad_tool_file")


def _forge(system: System) -> Forge:
    assert isinstance(system.kernel, Whole)
    return system.kernel.part(Forge)
