"""Tools in full Python inside WebAssembly: kept like small Python, run without a box, by the same contract (TL-10)."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.apps.forge.calling import COPIES, made, use
from tests.apps.forge.drafts import draft
from tests.apps.forge.test_full_python import FULL
from tests.server.conftest import System
from tests.wasm_python import GROUP, needs_wasm_python, put_into

from aule.contracts.access.approval import Patch
from aule.contracts.access.runtimes import reason_for
from aule.contracts.errors import ApprovalRequired
from aule.contracts.runs.run import RunStatus
from aule.testing import call, say
from aule.testing.system import system as whole_system

pytestmark = [needs_wasm_python, pytest.mark.xdist_group(GROUP)]

WASM = {**FULL, "runtime": "wasm_python"}


async def test_a_tool_in_wasm_is_kept_by_hand_and_called(system: System, machine_code: Path) -> None:
    """TL-10: it is tested before it is kept, its file keeps where it runs, and it asks no more than small Python."""
    put_into(system.kernel.documents.home.path, machine_code)
    http = system.client
    tested = (await http.post("/v1/tools/test", json={"name": "median_of", "tool": WASM})).json()
    assert [(each["ok"], each["got"]) for each in tested["results"]] == [(True, "5.0")]
    kept = await http.post("/v1/tools", json={"name": "median_of", "tool": WASM})
    assert (kept.status_code, kept.json()["status"], kept.json()["runtime"]) == (201, "active", "wasm_python")
    called = await http.post("/v1/capabilities/tool.median_of/call", json={"params": {"marks": [3, 1, 2]}})
    assert called.json()["result"]["data"] == 2
    file = (await http.get("/v1/tools/median_of/export")).json()["content"]
    assert '"wasm_python"' in file
    failing = {**WASM, "tests": [{"params": {"marks": [1, 9, 5]}, "result": 6}]}
    edited = await http.put("/v1/tools/median_of", json=failing)
    assert (edited.status_code, edited.json()["status"]) == (200, "draft")


async def test_the_card_says_that_it_is_full_python_in_wasm(tmp_path: Path, machine_code: Path) -> None:
    """TL-10, TL-4: the card and the reason name it, and whoever may use only sandboxed tools may use it."""
    make = call("forge.create_tool", {"name": "median_of", "tool": WASM})
    script = (make, say("Ok."), call("tool.median_of", {"marks": [3, 1, 2]}), say("2"))
    async with whole_system(tmp_path, *script) as aule:
        put_into(aule.kernel.documents.home.path, machine_code)
        await aule.ask("make it")
        shown = (await aule.pending()).preview
        assert isinstance(shown, Patch) and "WebAssembly" in str(shown.files[2].diff)
        await aule.decide()
        known = next(each for each in aule.kernel.capabilities() if each.name == "tool.median_of")
        assert (known.runtime, known.effect) == ("wasm_python", "read")
        assert "WebAssembly" in reason_for(known, "en") and "WebAssembly" in reason_for(known, "pt-BR")
        run = await aule.ask("use it", runtime="synapse")
        assert await made(aule, run.id) == [("tool.median_of", True)]


async def test_a_tool_in_wasm_waits_in_its_middle_as_well(tmp_path: Path, machine_code: Path) -> None:
    """TL-11: calls of other capabilities, replay and approvals are the same in all runtimes."""
    make = call("forge.create_tool", {"name": "copy_twice", "tool": {**COPIES, "runtime": "wasm_python"}})
    async with whole_system(tmp_path, make, say("Ok.")) as aule:
        put_into(aule.kernel.documents.home.path, machine_code)
        (aule.workspace / "a.txt").write_text("one two three")
        await aule.ask("make it")
        await aule.decide()
        with pytest.raises(ApprovalRequired):
            await use(aule, "copy_twice", path="a.txt")
        await aule.decide()
        assert (await aule.decide()).status is RunStatus.DONE
        assert [(aule.workspace / f"a.txt.{n}").read_text() for n in range(2)] == ["one two three"] * 2


@pytest.mark.slow
async def test_what_is_missing_is_built_by_the_call_that_needs_it_and_told(tmp_path: Path, machine_code: Path) -> None:
    """TL-10: after the kept code is gone a call builds it again, says so meanwhile, and comes to its result."""
    quick = draft("def run():\n    return 1\n", runtime="wasm_python", limits={"seconds": 1})
    make = call("forge.create_tool", {"name": "one", "tool": quick})
    async with whole_system(tmp_path, make, say("Ok.")) as aule:
        put_into(aule.kernel.documents.home.path, machine_code)
        await aule.ask("make it")
        await aule.decide()
    for each in (aule.kernel.documents.home.path / "modules").iterdir():
        each.unlink()
    async with whole_system(tmp_path) as aule:
        called = await aule.kernel.call("tool.one", {})
        assert called.result.data == 1
        told = [each.data.message for each in await aule.kernel.journal.read(None, types=["call.progressed"])]
        assert len(told) == 1 and "WebAssembly" in told[0]


async def test_nothing_is_built_or_loaded_for_tools_of_other_kinds(system: System) -> None:
    """TL-10: small Python makes no machine code and leaves no trace of the compiler."""
    tool = draft("def run():\n    return 1\n")
    assert (await system.client.post("/v1/tools", json={"name": "one", "tool": tool})).status_code == 201
    assert not (system.kernel.documents.home.path / "modules").exists()
