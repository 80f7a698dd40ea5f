"""Released MCP servers in the box, used by an agent; and this system as the server of released MCP hosts.

Not part of the tests: `python -m benchmarks.mcp_interop FOLDER`, where FOLDER has a virtual environment `py` with
`mcp-server-time mcp-server-git fastmcp` and, installed by npm, `@modelcontextprotocol/server-everything`,
`server-memory`, `server-filesystem` and `inspector`. What is not installed is passed over. A scripted model stands for
the agent's.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.apps.mcp_servers.benches import Bench, bench

from aule.testing import call, say

NODE = "/usr/bin/node"


@dataclass(frozen=True)
class Released:
    """A released server: how it is started, and a tool to use."""

    id: str
    command: list[str]
    tool: str
    arguments: dict[str, Any]
    folders: list[str]
    env: dict[str, str] = field(default_factory=dict[str, str])


def servers(place: Path, files: Path) -> list[Released]:
    """Return the servers that are installed under a folder."""
    python = [str(place / "py"), sys.base_prefix]
    modules = place / "node_modules"
    official = modules / "@modelcontextprotocol"

    def node(name: str, *words: str) -> list[str]:
        return [NODE, str(official / name / "dist" / "index.js"), *words]

    known = [
        Released(
            "time",
            [str(place / "py/bin/python"), "-m", "mcp_server_time", "--local-timezone", "America/Sao_Paulo"],
            "get_current_time",
            {"timezone": "America/Sao_Paulo"},
            python,
        ),
        Released(
            "git",
            [str(place / "py/bin/python"), "-m", "mcp_server_git", "--repository", str(files)],
            "git_log",
            {"repo_path": str(files), "max_count": 1},
            [*python, str(files)],
            {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*"},
        ),
        Released("everything", node("server-everything", "stdio"), "echo", {"message": "olá"}, [str(modules)]),
        Released(
            "memory",
            node("server-memory"),
            "create_entities",
            {"entities": [{"name": "Ana", "entityType": "person", "observations": ["likes milk"]}]},
            [str(modules)],
            {"MEMORY_FILE_PATH": "/tmp/memory.json"},
        ),
        Released(
            "filesystem",
            node("server-filesystem", str(files)),
            "read_text_file",
            {"path": str(files / "milk.txt")},
            [str(modules), str(files)],
        ),
    ]
    return [each for each in known if all(Path(word).exists() for word in each.command[:2] if word.startswith("/"))]


async def use(aule: Bench, server: Released) -> None:
    """Set a server up as its owner does, and let an agent use it."""
    began = time.monotonic()
    body = {"id": server.id, "command": server.command, "folders": server.folders, "env": server.env}
    await aule.post("/v1/mcp/servers", body, status=201)
    await aule.approve(server.id)
    offer = await aule.accept(server.id)
    wish = {"tool": f"{server.id}.{server.tool}", "arguments": server.arguments}
    aule.aule.model.add(call("mcp.find_tools", {"query": server.tool}), call("mcp.call_tool", wish), say("Done."))
    await aule.aule.ask(f"Use {server.id}.")
    run = await aule.aule.decide()
    results = [each.data.result for each in await aule.aule.events(run.id) if each.type == "call.completed"]
    text = str(results[-1].data["text"]).replace("\n", " ")[:100]
    print(
        f"{server.id:12} {offer['implementation']:45} MCP {offer['protocol']}  {len(offer['tools']):3} tools, "
        f"{len(offer['left_out'])} left out  {time.monotonic() - began:5.1f} s  {run.status}: {text}",
        flush=True,
    )


def host(name: str, command: list[str], home: Path) -> None:
    """Let a released host start `aule mcp serve`, list its tools and use one."""
    began = time.monotonic()
    env = {**os.environ, "AULE_HOME": str(home), "AULE_FORBID_MODELS": "1"}
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, check=False)
    said = " ".join((done.stdout or done.stderr).split())
    print(f"{name:24} exit {done.returncode}  {time.monotonic() - began:5.1f} s  {said[:120]} … {len(said)} characters")


FASTMCP = """
import asyncio, sys
from fastmcp import Client
command, home = sys.argv[1:]
env = {"AULE_HOME": home, "AULE_FORBID_MODELS": "1", "PATH": "/usr/bin:/bin"}
async def main():
    async with Client({"mcpServers": {"aule": {"command": command, "args": ["mcp", "serve"], "env": env}}}) as client:
        tools, files = await client.list_tools(), await client.list_resources()
        called = await client.call_tool("core__now", {})
        print(len(tools), "tools", len(files), "resources", called.data or called.structured_content)
asyncio.run(main())
"""


def hosts(place: Path) -> None:
    """Let each installed host use this system."""
    aule = str(Path(sys.executable).with_name("aule"))
    home = Path(tempfile.mkdtemp(prefix="aule-interop-"))
    inspector = place / "node_modules/@modelcontextprotocol/inspector/cli/build/cli.js"
    if inspector.exists():
        base = [NODE, str(inspector), "--cli", aule, "mcp", "serve"]
        host("inspector, tools/list", [*base, "--method", "tools/list"], home)
        host("inspector, tools/call", [*base, "--method", "tools/call", "--tool-name", "core__now"], home)
        host("inspector, resources", [*base, "--method", "resources/list"], home)
    if (place / "py/bin/fastmcp").exists():
        host("fastmcp client", [str(place / "py/bin/python"), "-c", FASTMCP, aule, str(home)], home)


def _repository(files: Path) -> Path:
    """Make a folder with one file, under git."""
    files.mkdir()
    (files / "milk.txt").write_text("Buy milk.")
    who = ["-c", "user.name=A", "-c", "user.email=a@b"]
    for words in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "Milk"]):
        subprocess.run(["git", "-C", str(files), *words], check=True)
    return files


async def main(place: Path) -> None:
    """Try everything that is installed."""
    with tempfile.TemporaryDirectory(prefix="aule-interop-") as folder:
        files = _repository(Path(folder) / "files")
        for server in servers(place, files):
            async with bench(Path(folder) / server.id) as aule:
                try:
                    await use(aule, server)
                except (AssertionError, KeyError) as error:
                    log = await aule.get(f"/v1/mcp/servers/{server.id}/log")
                    print(f"{server.id:12} failed: {str(error)[:300]} {json.dumps(log)[-600:]}")
    await asyncio.to_thread(hosts, place)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]).resolve()))
