"""One file with one decorator is an app: a tool, an endpoint, a command, a page of help."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from dirty_equals import Contains, IsPartialDict

from aule.contracts.events.facts import CallCompleted
from aule.sdk import App
from aule.server.app import create_app
from aule.testing import call, say
from aule.testing.http import InProcess
from aule.testing.system import system


@pytest.fixture
def hello(root: Path) -> App:
    """The app in `examples/hello_app.py`."""
    spec = importlib.util.spec_from_file_location("hello_app", root / "examples" / "hello_app.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.hello


async def test_it_is_a_tool_for_agents(hello: App, tmp_path: Path) -> None:
    """K-1."""
    async with system(tmp_path, call("hello.greet", {"name": "Ana"}), say("Done."), apps=[hello]) as running:
        run = await running.ask("greet Ana")
        results = [fact.data.result for fact in await running.events(run.id) if isinstance(fact.data, CallCompleted)]
        assert [result.data for result in results] == ["Olá, Ana"]


async def test_it_is_an_endpoint_with_its_schema_and_words(hello: App, tmp_path: Path) -> None:
    """K-1, K-2."""
    async with (
        system(tmp_path, apps=[hello]) as running,
        httpx.AsyncClient(transport=InProcess(create_app(running.kernel)), base_url="http://127.0.0.1") as http,
    ):
        called = await http.post("/v1/capabilities/hello.greet/call", json={"params": {"name": "Ana"}})
        assert (called.status_code, called.json()["result"]) == (200, IsPartialDict(ok=True, data="Olá, Ana"))
        refused = await http.post("/v1/capabilities/hello.greet/call", json={"params": {"nme": "Ana"}})
        assert refused.json() == IsPartialDict(code="unknown_param", candidates=["name"])
        described = (await http.get("/v1/capabilities/hello.greet")).json()
        assert described == IsPartialDict(description="Greet someone by name.", effect="read", app="hello")
        assert described["params"]["required"] == ["name"]


def test_it_is_a_command_once_a_package_brings_it(root: Path, tmp_path: Path) -> None:
    """Third-party apps come by the entry point group `aule.apps`: a real package on a real path."""
    package = tmp_path / "site"
    package.mkdir()
    shutil.copy(root / "examples" / "hello_app.py", package)
    metadata = package / "hello_app-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: hello-app\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[aule.apps]\nhello = hello_app:hello\n")
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "AULE_HOME": str(tmp_path / "aule"),
        "PYTHONPATH": str(package),
    }

    def aule(*words: str) -> subprocess.CompletedProcess[str]:
        command = [Path(sys.executable).with_name("aule"), *words]
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)

    greeted = aule("hello", "greet", "name=Ana")
    assert (greeted.returncode, greeted.stdout) == (0, "Olá, Ana\n"), greeted.stderr
    assert aule("hello", "greet", "--help").stdout == Contains("Greet someone by name.", "name=…")


def test_it_is_a_page_of_the_reference(hello: App, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(root / "docs"))
    from pages.capabilities import entry

    text = "\n".join(entry(hello.capabilities[0].capability))
    assert text == Contains("## `hello.greet`", "Greet someone by name.", "| `name` | string | required |")
