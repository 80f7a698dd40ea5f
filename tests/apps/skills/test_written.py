"""Tools and workflows as skills: clean by our own check, usable elsewhere, and brought back without a loss."""

from __future__ import annotations

import asyncio
import base64
import json
import sys
from pathlib import Path
from typing import Any

from tests.apps.forge.drafts import ADDRESS, CELSIUS, draft
from tests.apps.skills.test_skills import take
from tests.server.conftest import System

from aule.sdk.archives import unpack

WORKFLOW = """
id: weekly_notes
title: Weekly notes
description: Lists the notes of the week and tells how many there are.
steps:
  - id: list
    capability: core.list_notes
  - id: again
    title: Look again
    capability: core.list_notes
    depends_on: [list]
"""


async def run_elsewhere(script: Path, given: str) -> Any:
    """Run a script as any other program would, and return what it printed."""
    process = await asyncio.create_subprocess_exec(sys.executable, str(script), given, stdout=asyncio.subprocess.PIPE)
    printed, _ = await asyncio.wait_for(process.communicate(), 30)
    return json.loads(printed)


async def export(system: System, tmp_path: Path, **thing: str) -> tuple[Path, str]:
    """Write a tool or a workflow as a zip, and return where, with the name of the skill."""
    given = await system.client.post("/v1/skills/export", json=thing)
    assert given.status_code == 200, given.json()
    package: dict[str, Any] = given.json()
    content = base64.b64decode(package["content"])
    target = tmp_path / package["filename"]
    target.write_bytes(content)
    for each in unpack(content, package["filename"]):
        place = tmp_path / each.name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(each.content)
    return target, package["filename"].removesuffix(".zip")


async def restore(system: System, skill: str) -> list[Any]:
    """Bring back what a skill holds, each thing as its card shows it; return what came of it."""
    held = await system.client.get(f"/v1/skills/{skill}/restore")
    assert held.status_code == 200, held.json()
    made: list[Any] = []
    for each in held.json()["items"]:
        call = f"/v1/capabilities/{each['capability']}"
        shown = await system.client.post(f"{call}/preview", json={"params": each["params"]})
        body = {"params": each["params"], "by_hand": True, "seen": shown.json()["content_hash"]}
        called = await system.client.post(f"{call}/call", json=body)
        assert called.status_code == 200, called.json()
        made.append(called.json()["result"]["data"])
    return made


async def test_a_tool_becomes_a_skill_that_runs_elsewhere_and_comes_back_as_it_was(
    system: System, tmp_path: Path
) -> None:
    """TL-11, TL-30: no finding, the same tool by its hash, and a script any Python runs."""
    for name, tool in (("celsius_to_fahrenheit", CELSIUS), ("address_to_json", ADDRESS)):
        made = await system.client.post("/v1/tools", json={"name": name, "tool": tool})
        assert made.status_code == 201
        archive, skill = await export(system, tmp_path, tool=name)
        checked = (await system.client.post("/v1/skills/lint", json={"folder": str(archive)})).json()
        assert (checked.get("ok"), checked.get("findings")) == (True, []), checked
        assert (await system.client.delete(f"/v1/tools/{name}")).status_code == 200
        await take(system, folder=str(archive))
        [back] = await restore(system, skill)
        assert back["name"] == name
        again = (await system.client.get(f"/v1/tools/{name}")).json()
        assert (again["status"], again["hash"]) == ("active", made.json()["hash"])
    script = tmp_path / "celsius-to-fahrenheit" / "scripts" / "celsius_to_fahrenheit.py"
    assert await run_elsewhere(script, '{"celsius": 100}') == 212


async def test_a_tool_that_calls_others_has_no_script_that_could_not_run(system: System, tmp_path: Path) -> None:
    """TL-11, TL-30: its skill says what it calls, and that it runs only where that is."""
    calls = [{"name": "core.read_file", "params": {"path": "a.txt"}, "result": {"text": "one two"}}]
    source = "def run():\n    call('core.read_file', {'path': 'a.txt'})\n    return 1\n"
    tool = draft(source, calls=["core.read_file"], tests=[{"params": {}, "result": 1, "calls": calls}])
    made = await system.client.post("/v1/tools", json={"name": "moment", "tool": tool})
    assert made.status_code == 201, made.json()
    await export(system, tmp_path, tool="moment")
    folder = tmp_path / "moment"
    assert sorted(each.name for each in folder.rglob("*") if each.is_file()) == ["SKILL.md", "moment.tool.json"]
    text = (folder / "SKILL.md").read_text()
    assert "It does not run outside auleOS: it calls `core.read_file`." in text and "scripts/" not in text


async def test_a_workflow_becomes_a_skill_and_comes_back_as_it_was(system: System, tmp_path: Path) -> None:
    """TL-30: its steps in words, the workflow beside them; the same document after it was brought back."""
    made = await system.client.post("/v1/workflows", content=WORKFLOW, headers={"content-type": "application/yaml"})
    assert made.status_code == 201, made.json()
    before = (await system.client.get("/v1/workflows/weekly_notes/document")).text
    archive, skill = await export(system, tmp_path, workflow="weekly_notes")
    checked = (await system.client.post("/v1/skills/lint", json={"folder": str(archive)})).json()
    assert (checked.get("ok"), checked.get("findings")) == (True, []), checked
    words = (tmp_path / "weekly-notes" / "SKILL.md").read_text()
    assert "2. **Look again** (`core.list_notes`, after list)" in words
    await system.client.delete("/v1/workflows/weekly_notes")
    await take(system, folder=str(archive))
    [back] = await restore(system, skill)
    assert back["id"] == "weekly_notes"
    assert (await system.client.get("/v1/workflows/weekly_notes/document")).text == before
    nothing = await system.client.post("/v1/skills/export", json={})
    assert nothing.json()["code"] == "one_source"
