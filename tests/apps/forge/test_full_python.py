"""Tools in full Python: always decided on their card, run in a box of their own, with the same contract (TL-10)."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.apps.forge.calling import COPIES, made, use
from tests.apps.forge.drafts import draft
from tests.server.conftest import System

from aule.contracts.access.approval import Patch
from aule.contracts.access.runtimes import reason_for
from aule.contracts.access.sandbox import Level
from aule.contracts.errors import ApprovalRequired
from aule.contracts.runs.run import RunStatus
from aule.sandbox.limited.child import limited_level
from aule.testing import call, say
from aule.testing.system import system

pytestmark = pytest.mark.skipif(limited_level() is not Level.BUBBLEWRAP, reason="needs bubblewrap")

FULL = draft(
    "import statistics\n\n\nclass Mark(float):\n    pass\n\n\ndef run(marks):\n"
    "    return statistics.median(Mark(each) for each in marks)\n",
    params={"type": "object", "properties": {"marks": {"type": "array"}}, "required": ["marks"]},
    returns={"type": "number"},
    tests=[{"params": {"marks": [1, 9, 5]}, "result": 5}],
    runtime="native",
)


async def test_full_python_is_decided_on_its_card_also_by_whoever_wrote_it(system: System) -> None:
    """TL-10: saving in the editor, importing a file and going back to a version ask; the card says what it is."""
    http = system.client
    asked = await http.post("/v1/tools", json={"name": "median_of", "tool": FULL})
    assert (asked.status_code, asked.json()["code"]) == (409, "approval_required")
    (waiting,) = (await http.get("/v1/approvals")).json()["items"]
    facts = waiting["preview"]["files"][2]["diff"]
    assert "PYTHON COMPLETO" in facts or "FULL PYTHON" in facts
    decided = {"option": "approve", "content_hash": waiting["binds"]["content_hash"]}
    await http.post(f"/v1/approvals/{waiting['id']}/decide", json=decided)
    await system.kernel.driver.wait(waiting["run"])
    called = await http.post("/v1/capabilities/tool.median_of/call", json={"params": {"marks": [3, 1, 2]}})
    assert called.json()["result"]["data"] == 2
    file = (await http.get("/v1/tools/median_of/export")).json()["content"]
    assert (await http.post("/v1/tools/import", json={"content": file})).json()["code"] == "approval_required"
    again = await http.post("/v1/tools/median_of/versions/1/restore", json={})
    assert again.json()["code"] == "approval_required"


async def test_full_python_counts_as_sandboxed_and_says_where_it_runs(tmp_path: Path) -> None:
    """TL-4: it reaches nothing it was not given, so whoever may use only sandboxed tools may use it."""
    make = call("forge.create_tool", {"name": "median_of", "tool": FULL})
    script = (make, say("Ok."), call("tool.median_of", {"marks": [3, 1, 2]}), say("2"))
    async with system(tmp_path, *script) as aule:
        await aule.ask("make it")
        assert isinstance((await aule.pending()).preview, Patch)
        await aule.decide()
        known = next(each for each in aule.kernel.capabilities() if each.name == "tool.median_of")
        assert known.runtime == "python" and "full Python" in reason_for(known, "en")
        run = await aule.ask("use it", runtime="synapse")
        assert await made(aule, run.id) == [("tool.median_of", True)]


async def test_full_python_waits_in_its_middle_as_well(tmp_path: Path) -> None:
    """TL-11: calls of other capabilities, replay and approvals are the same in both runtimes."""
    make = call("forge.create_tool", {"name": "copy_twice", "tool": {**COPIES, "runtime": "native"}})
    async with system(tmp_path, make, say("Ok.")) as aule:
        (aule.workspace / "a.txt").write_text("one two three")
        await aule.ask("make it")
        await aule.decide()
        with pytest.raises(ApprovalRequired):
            await use(aule, "copy_twice", path="a.txt")
        await aule.decide()
        assert (await aule.decide()).status is RunStatus.DONE
        assert [(aule.workspace / f"a.txt.{n}").read_text() for n in range(2)] == ["one two three"] * 2
