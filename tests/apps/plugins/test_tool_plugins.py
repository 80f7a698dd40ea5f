"""Tools made here as plugins: what is built of them, what cannot be, and that they give the same elsewhere."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.apps.forge.drafts import ADDRESS, draft
from tests.apps.plugins.test_plugins import approve, data, place
from tests.server.conftest import System

from aule.apps.plugins.archives import read_archive
from aule.apps.plugins.descriptors import read_descriptor
from aule.apps.plugins.tool_plugins import plugin_of
from aule.contracts.errors import AuleError
from aule.sdk.wasm import python_compiler

TEXT = {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}
READING = draft(
    "def run(page, x):\n    return 1\n",
    params=TEXT,
    fetch={"url": "https://api.example.org/{x}"},
    tests=[{"params": {"x": "1"}, "page": "", "result": 1}],
)
CHANCE = draft("import random\n\ndef run():\n    return random.random()\n", tests=[], examples=[])
LIMITS = {"seconds": 2, "memory_mb": 64, "output_kb": 64, "calls": 10}


async def keep(system: System, name: str, tool: dict[str, Any]) -> None:
    """Keep a tool for every project."""
    made = await system.client.post("/v1/tools", json={"name": name, "tool": tool})
    assert made.status_code == 201, made.json()


async def built(system: System, tool: str) -> dict[str, Any]:
    """Build a plugin of a tool, and return what came of it."""
    body = {"params": {"tool": tool}}
    return (await system.client.post("/v1/capabilities/plugins.export_tool/call", json=body)).json()


async def test_the_descriptor_of_a_tool_says_what_the_tool_is_and_reaches(system: System) -> None:
    """TL-11: its words, schemas and limits, the one site it reads from, and nothing else."""
    await keep(system, "address_to_json", ADDRESS)
    await keep(system, "reading", READING)
    for name, domains, effect in (("address_to_json", [], "read"), ("reading", ["api.example.org"], "external")):
        file = json.loads((await system.client.get(f"/v1/tools/{name}/export")).json()["content"])
        made = plugin_of(name, 3, file["tool"], "en")
        found = read_descriptor(made.descriptor.encode(), "en")
        assert (found.name, found.version, found.domains) == (name, "3.0.0", domains)
        assert (found.secrets, found.sends, found.kv) == ([], [], False)
        assert found.capabilities[0].params == file["tool"]["params"]
        assert (found.capabilities[0].effect, "import web" in made.world) == (effect, bool(domains))


async def test_source_stands_in_the_plugin_as_a_text(system: System) -> None:
    """TL-11, S1: nothing of a tool's source is Python of the program that builds it."""
    hostile = 'raise SystemExit(\'""" @reading@ @url@\')\nimport os\ndef run():\n    return 1\n'
    for source in (hostile, "def run(:\n", "x = " + "(" * 5_000, "import os\0"):
        made = plugin_of("hostile", 1, {**draft(source), "limits": LIMITS}, "en")
        assert "SystemExit" not in made.entry
        compile(made.entry, "entry.py", "exec")


async def test_what_a_plugin_cannot_do_is_refused_with_what_can_be_done(system: System) -> None:
    """TL-11: a tool that calls others, and one whose schemas TOML cannot say."""
    nothing = {"returns": {"enum": [None, 1]}}
    for more, code in (({"calls": ["core.now"]}, "tool_calls"), (nothing, "tool_null")):
        with pytest.raises(AuleError) as refused:
            plugin_of("odd", 1, {**draft("def run():\n    return 1\n"), "limits": LIMITS, **more}, "en")
        assert refused.value.problem.code == code
        assert "aule tools export odd" in str(refused.value.problem.hint)


async def test_without_the_compiler_the_message_says_how_it_is_installed(
    system: System, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TL-11: building is refused, and nothing is kept."""
    await keep(system, "address_to_json", ADDRESS)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    told = await built(system, "address_to_json")
    assert told["code"] == "no_python_compiler", told
    assert "aule[wasm-python]" in told["hint"]


@pytest.mark.slow
@pytest.mark.skipif(python_compiler() is None, reason="no compiler of Python for WebAssembly: aule[wasm-python]")
async def test_a_tool_is_built_added_elsewhere_and_gives_the_same(system: System, tmp_path: Path) -> None:
    """TL-11: approved by hash as every plugin; errors keep their words, and chance is another one with each call."""
    await keep(system, "address_to_json", ADDRESS)
    told = await built(system, "address_to_json")
    package = (await system.client.get(f"/v1/artifacts/{told['result']['data']['artifact']}/content")).content
    files, left_out = read_archive(package, "en")
    assert (files.descriptor.name, left_out) == ("address_to_json", [])
    await system.client.delete("/v1/tools/address_to_json")
    folder = place(system) / "address_to_json"
    folder.mkdir(parents=True)
    (folder / "plugin.toml").write_bytes(files.raw)
    (folder / "plugin.wasm").write_bytes(files.module)
    await approve(system, "address_to_json")
    found = await data(system, "address_to_json", {"address": "Rua A, 12 - Centro, Olinda - PE"})
    assert (found["street"], found["number"], found["state"]) == ("Rua A", "12", "PE")
    body = {"params": {"address": "nowhere"}, "by_hand": True}
    failed = await system.client.post("/v1/capabilities/plugin.address_to_json/call", json=body)
    assert failed.json()["result"]["error"]["code"] == "plugin_exit"
    log = (await system.client.get("/v1/plugins/address_to_json/log")).json()["lines"]
    assert "not an address" in log[-1]["message"]


@pytest.mark.slow
@pytest.mark.skipif(python_compiler() is None, reason="no compiler of Python for WebAssembly: aule[wasm-python]")
async def test_chance_in_a_plugin_is_another_one_with_each_call(system: System) -> None:
    """TL-11: the state of a generator that was kept when the component was built gives no two calls the same."""
    await keep(system, "by_chance", {**CHANCE, "examples": [{"params": {}, "result": 0.5}]})
    told = await built(system, "by_chance")
    package = (await system.client.get(f"/v1/artifacts/{told['result']['data']['artifact']}/content")).content
    files, _ = read_archive(package, "en")
    await system.client.delete("/v1/tools/by_chance")
    folder = place(system) / "by_chance"
    folder.mkdir(parents=True)
    (folder / "plugin.toml").write_bytes(files.raw)
    (folder / "plugin.wasm").write_bytes(files.module)
    await approve(system, "by_chance")
    assert len({await data(system, "by_chance") for _ in range(3)}) == 3
