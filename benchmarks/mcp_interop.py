"""Released MCP servers in the box, used by an agent; and this system as the server of released clients and hosts.

Not part of the tests: `python -m benchmarks.mcp_interop FOLDER`. FOLDER has virtual environments, each with some of the
packages below, and `node_modules`; what is not installed is passed over. `py` is for servers with the SDK of MCP 2.x,
`py1` for those that need `mcp<2`; the environments of clients are named in `benchmarks.mcp_hosts`. A scripted model
stands for the agent's, and answers that are fixed here for the person's.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.apps.mcp_servers.benches import Bench, bench
from tests.apps.mcp_servers.questions import answered, begun, ended, question

from aule.testing import call, say
from benchmarks.mcp_hosts import HOSTS, Host

NODE = os.environ.get("NODE", "/usr/bin/node")
"""The Node that runs servers and clients of npm; the inspector needs a recent one."""
PLACE = "127.0.0.1"


@dataclass(frozen=True)
class Released:
    """A released server: how it is started, and a tool to use."""

    id: str
    command: list[str]
    tool: str
    arguments: dict[str, Any]
    folders: list[str] = field(default_factory=list[str])
    env: dict[str, str] = field(default_factory=dict[str, str])


def servers(place: Path, files: Path) -> list[Released]:
    """Return the servers that are installed under a folder."""
    official = "@modelcontextprotocol"
    entities = [{"name": "Ana", "entityType": "person", "observations": ["likes milk"]}]
    git = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*"}
    thought = {"thought": "Buy milk.", "nextThoughtNeeded": False, "thoughtNumber": 1, "totalThoughts": 1}
    table = {"query": "CREATE TABLE notes (text TEXT)"}
    page = [{"file_path": str(files / "milk.txt"), "ranges": [{"start": 1}]}]
    workbook = {"filepath": "/tmp/milk.xlsx"}
    python = [
        ("time", ["py/bin/mcp-server-time"], "get_current_time", {"timezone": "America/Sao_Paulo"}, {}),
        ("git", ["py/bin/mcp-server-git", "--repository", str(files)], "git_log", {"repo_path": str(files)}, git),
        ("sqlite", ["py1/bin/mcp-server-sqlite", "--db-path", "/tmp/notes.db"], "create_table", table, {}),
        ("calculator", ["py1/bin/mcp-server-calculator"], "calculate", {"expression": "6*7"}, {}),
        ("excel", ["py1/bin/excel-mcp-server", "stdio"], "create_workbook", workbook, {}),
        ("texteditor", ["py1/bin/mcp-text-editor"], "get_text_file_contents", {"files": page}, {}),
        ("word", ["py1/bin/word_mcp_server"], "create_document", {"filename": "/tmp/milk.docx"}, {}),
        ("markitdown", ["py1/bin/markitdown-mcp"], "convert_to_markdown", {"uri": (files / "milk.txt").as_uri()}, {}),
        (
            "duckdb",
            ["py1/bin/mcp-server-motherduck", "--db-path", ":memory:", "--read-write"],
            "execute_query",
            {"sql": "SELECT 6*7"},
            {},
        ),
    ]
    node = [
        ("everything", [f"{official}/server-everything", "stdio"], "echo", {"message": "olá"}, {}),
        (
            "memory",
            [f"{official}/server-memory"],
            "create_entities",
            {"entities": entities},
            {"MEMORY_FILE_PATH": "/tmp/memory.json"},
        ),
        (
            "filesystem",
            [f"{official}/server-filesystem", str(files)],
            "read_text_file",
            {"path": str(files / "milk.txt")},
            {},
        ),
        ("thinking", [f"{official}/server-sequential-thinking"], "sequentialthinking", thought, {}),
        ("sqlite-npx", ["mcp-server-sqlite-npx", "/tmp/notes.db"], "create_table", table, {}),
        ("pdf", [f"{official}/server-pdf", "--stdio"], "list_pdfs", {}, {}),
        ("shrimp", ["mcp-shrimp-task-manager"], "list_tasks", {"status": "all"}, {"DATA_DIR": "/tmp/shrimp"}),
        ("git-npx", ["@cyanheads/git-mcp-server"], "git_log", {"path": str(files)}, git | {"LOGS_DIR": "/tmp/logs"}),
        ("vault", ["@bitbonsai/mcpvault", str(files)], "list_directory", {}, {}),
    ]
    found = [
        Released(id, [str(place / words[0]), *words[1:]], tool, arguments, _python_folders(place, words[0], files), env)
        for id, words, tool, arguments, env in python
        if (place / words[0]).exists()
    ]
    modules = place / "node_modules"
    return found + [
        Released(
            id,
            [NODE, str(_script(modules / words[0])), *words[1:]],
            tool,
            arguments,
            [str(modules), str(files)],
            env,
        )
        for id, words, tool, arguments, env in node
        if (modules / words[0]).exists()
    ]


def _script(package: Path) -> Path:
    """Return the script that a package starts."""
    named = json.loads((package / "package.json").read_text())["bin"]
    return package / (named if isinstance(named, str) else next(iter(named.values())))


def _python_folders(place: Path, script: str, files: Path) -> list[str]:
    return [str(place / script.partition("/")[0]), sys.base_prefix, str(files)]


async def ready(aule: Bench, server: Released) -> dict[str, Any]:
    """Set a server up as its owner does."""
    body = {"id": server.id, "command": server.command, "folders": server.folders, "env": server.env}
    await aule.post("/v1/mcp/servers", body, status=201)
    await aule.approve(server.id)
    return await aule.accept(server.id)


async def use(aule: Bench, server: Released) -> None:
    """Set a server up, and let an agent find a tool of it and use it."""
    began = time.monotonic()
    offer = await ready(aule, server)
    wish = {"tool": f"{server.id}.{server.tool}", "arguments": server.arguments}
    aule.aule.model.add(call("mcp.find_tools", {"query": server.tool}), call("mcp.call_tool", wish), say("Done."))
    await aule.aule.ask(f"Use {server.id}.")
    run = await aule.aule.decide()
    results = [each.data.result for each in await aule.aule.events(run.id) if each.type == "call.completed"]
    text = " ".join(str(results[-1].data["text"]).split())[:100]
    print(
        f"{server.id:12} {offer['implementation']:45} MCP {offer['protocol']}  {len(offer['tools']):3} tools, "
        f"{len(offer['left_out'])} left out, {len(offer['prompts'])} prompts  {time.monotonic() - began:5.1f} s  "
        f"{run.status}: {text}",
        flush=True,
    )


ANSWERS = {
    "“String”": "Ana Souza",
    "“Boolean”": "sim",
    "“String with email format”": "ana@example.org",
    "“String with uri format”": "https://example.org",
    "“String with date format”": "2000-01-31",
    "“Integer”": "7",
    "“Number in range 1-1000”": "3.5",
    "“Untitled Single Select Enum”": "“Rachel”",
    "“Untitled Multiple Select Enum”": "Piano, Drums",
    "“Titled Single Select Enum”": "“Green Lantern”",
    "“Titled Multiple Select Enum”": "Tuna, Trout",
    "“Legacy Titled Single Select Enum”": "“Dogs”",
}
"""What a person answers to the questions of `server-everything`; what is not here is left empty."""


async def answer_all(aule: Bench, tool: str, **arguments: Any) -> None:
    """Use a tool of `server-everything` that asks, and answer each question in the inbox."""
    run = await begun(aule, f"everything.{tool}", **arguments)
    count = 0
    while await aule.aule.kernel.approvals.pending():
        title = (await question(aule)).title
        known = next((said for asked, said in ANSWERS.items() if f"\n\n{asked}" in title), None)
        options = [each.label for each in (await question(aule)).options]
        await answered(aule, known or ("Deixar vazio" if "Deixar vazio" in options else options[0]))
        count += 1
    done = await ended(aule, run)
    print(
        f"  {tool}: {count} questions; {' '.join(str(done.result.data or done.result.error).split())[:700]}", flush=True
    )


async def everything(aule: Bench) -> None:
    """Let `server-everything` ask in each way it knows, and take longer than listing tools may."""
    await answer_all(aule, "trigger-elicitation-request")
    await answer_all(aule, "trigger-url-elicitation", url="https://example.org/start")
    await answer_all(aule, "trigger-url-elicitation", url="https://example.org/start", errorPath=True)
    began = time.monotonic()
    done = await aule.use("everything.trigger-long-running-operation", duration=14, steps=1)
    print(f"  long: {done['result']['data']['text'][:80]} ({time.monotonic() - began:.0f} s)", flush=True)


async def over_http(aule: Bench, place: Path) -> None:
    """Use `server-everything` by its address, and let it ask there."""
    index = place / "node_modules/@modelcontextprotocol/server-everything/dist/index.js"
    with listening([NODE, str(index), "streamableHttp"], "PORT") as port:
        await aule.post(
            "/v1/mcp/servers", {"id": "everything", "url": f"http://{PLACE}:{port}/mcp", "local": True}, status=201
        )
        await aule.approve("everything")
        offer = await aule.accept("everything")
        print(f"{'everything':12} by address, MCP {offer['protocol']}, {len(offer['tools'])} tools", flush=True)
        await everything(aule)


@contextmanager
def listening(command: list[str], variable: str, **more: str) -> Generator[int]:
    """Run a program that listens at a free port, as long as the block lasts."""
    with socket.create_server((PLACE, 0)) as free:
        port = free.getsockname()[1]
    env = {**os.environ, variable: str(port), **more}
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while process.poll() is None:
            with socket.socket() as probe:
                if probe.connect_ex((PLACE, port)) == 0:
                    break
            time.sleep(0.1)
        yield port
    finally:
        process.terminate()
        process.wait()


def hosts(place: Path) -> None:
    """Let each installed client and host use this system, over its streams and by its address."""
    aule = str(Path(sys.executable).with_name("aule"))
    with tempfile.TemporaryDirectory(prefix="aule-interop-") as folder:
        home, served = str(Path(folder) / "home"), str(Path(folder) / "served")
        os.environ["AULE_FORBID_MODELS"] = "1"
        with listening([aule, "up", "--no-browser"], "AULE_PORT", AULE_HOME=served) as port:
            scopes = ["--scope", "mcp.read", "--scope", "mcp.act", "--scope", "mcp.agents", "--json"]
            made = subprocess.run(
                [aule, "token", "make", "interop", *scopes],
                env={**os.environ, "AULE_HOME": served},
                capture_output=True,
                check=True,
            )
            words = [aule, home, f"http://{PLACE}:{port}/mcp", json.loads(made.stdout)["secret"]]
            for name, each in HOSTS.items():
                run_host(place, name, each, words)
            inspect(place, words)


def run_host(place: Path, name: str, host: Host, words: list[str]) -> None:
    """Let one client or host use this system, and print what it saw."""
    if host.place == "node":
        if not (place / "node_modules" / host.package).exists():
            return
        program = place / "host.mjs"
        program.write_text(host.program)
        command = [NODE, str(program)]
    else:
        python = place / host.place / "bin/python"
        if not python.exists():
            return
        command = [str(python), "-c", host.program]
    done = subprocess.run([*command, *words], capture_output=True, text=True, timeout=300, check=False)
    said = done.stdout.strip() if done.returncode == 0 else done.stderr.strip()[-400:]
    print(f"{name}: exit {done.returncode}\n  " + said.replace("\n", "\n  "), flush=True)


def inspect(place: Path, words: list[str]) -> None:
    """Let the official inspector list tools and resources and call a tool."""
    inspector = place / "node_modules/.bin/mcp-inspector"
    aule, home, url, token = words
    header = ["--header", f"Authorization: Bearer {token}"]
    ways = [[aule, "mcp", "serve"], [url, "--transport", "http", *header]]
    eras = [[], ["--protocol-era", "modern"]]
    for way in [way + era for way in ways for era in eras] if inspector.exists() else []:
        for method in (["tools/list"], ["tools/call", "--tool-name", "core__now"], ["resources/list"]):
            done = subprocess.run(
                [NODE, str(inspector), "--cli", *way, "--method", *method],
                env={**os.environ, "AULE_HOME": home, "PATH": f"{Path(NODE).parent}:/usr/bin:/bin"},
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )
            said = " ".join((done.stdout or done.stderr).split())
            print(f"inspector {method[0]}: exit {done.returncode}  {re.sub(r'  +', ' ', said)[:100]}", flush=True)


def _repository(files: Path) -> Path:
    """Make a folder with one file, under git."""
    files.mkdir()
    (files / "milk.txt").write_text("Buy milk.\n")
    who = ["-c", "user.name=A", "-c", "user.email=a@b"]
    for words in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "Milk"]):
        subprocess.run(["git", "-C", str(files), *words], check=True)
    return files


async def attempt(home: Path, name: str, *steps: Callable[[Bench], Awaitable[None]]) -> None:
    """Take some steps with a system of their own, and print what went wrong."""
    async with bench(home) as aule:
        try:
            for step in steps:
                await step(aule)
        except (AssertionError, KeyError, IndexError) as error:
            log = await aule.client.get(f"/v1/mcp/servers/{name}/log")
            print(f"{name:12} failed: {str(error)[:300]} {log.text[-600:]}", flush=True)


async def main(place: Path) -> None:
    """Try everything that is installed."""
    with tempfile.TemporaryDirectory(prefix="aule-interop-") as folder:
        files = _repository(Path(folder) / "files")
        for server in servers(place, files):
            more = [everything] if server.id == "everything" else []

            async def first(aule: Bench, server: Released = server) -> None:
                await use(aule, server)

            await attempt(Path(folder) / server.id, server.id, first, *more)
        await attempt(Path(folder) / "http", "everything", lambda aule: over_http(aule, place))
    await asyncio.to_thread(hosts, place)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]).resolve()))
