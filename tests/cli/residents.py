"""A home of Conductor, a project beside it, and an agent whose model plays a script: on a real command line."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import hashlib
import json
import os
import pty
import select
import shutil
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.cli.command_line import PATIENCE, CommandLine, Ended
from tests.processes.nursery import Process, nursery

from aule import boot
from aule.contracts.events.facts import ModelProbed
from aule.contracts.talk.catalog import ProbeFacts
from aule.models.wire.address import ALLOW_PORTS
from aule.stores.home.directory import Home

EXAMPLE = Path(__file__).parents[2] / "examples" / "conductor"
MODEL = "scripted"
SETTINGS = '[providers.vllm]\nenabled = true\nbase_url = "{address}"\ndefault_model = "scripted"\n'
KOTLIN = {
    "src/controller/MyController.kt": "class MyController\n",
    "src/service/MyService.kt": "class MyService {\n    fun name() = 1\n}\n",
    "README.md": "# A project\n",
}
MANIFEST = """id: {id}
version: 2.0
description: Writes services.
execution_mode: project_resident
target_context:
  project_key: nex-web-backend
{scope}available_tools: [Read, Write, Grep, Glob, LS, Bash]
{more}"""


def say(text: str, **more: Any) -> dict[str, Any]:
    """Words of the model."""
    return {"text": text, **more}


def call(name: str, **arguments: Any) -> dict[str, Any]:
    """A wish of the model."""
    return {"calls": [{"name": f"core__{name}", "arguments": arguments}]}


def write(path: str, content: str) -> dict[str, Any]:
    """The wish to write a file."""
    return call("write_file", path=path, content=content)


@dataclass
class Site:
    """Everything one agent needs, on a command line of its own."""

    aule: CommandLine
    home: Path
    """The home of Conductor."""
    root: Path
    """The project."""
    names: tuple[str, str, str] = ("develop", "nex-web-backend", "KotlinServiceAgent")
    variables: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def state_file(self) -> Path:
        """Where the agent's state is."""
        environment, project, agent = self.names
        return self.home / "projects" / environment / project / "agents" / agent / "state.json"

    @property
    def state(self) -> dict[str, Any]:
        """The agent's state."""
        return json.loads(self.state_file.read_text("utf-8"))

    @property
    def environment(self) -> dict[str, str]:
        """What a command finds around it."""
        return {**self.aule.environment, "AULE_CONDUCTOR_HOME": str(self.home), **self.variables}

    def words(self, *more: str) -> tuple[str, ...]:
        """`aule agent run` for this agent."""
        environment, project, agent = self.names
        return ("agent", "run", "--environment", environment, "--project", project, "--agent", agent, *more)

    def command(self, *words: str, stdin: str = "", **variables: str) -> Ended:
        """Run any command to its end, in a pipe."""
        ran = nursery().run(*words, env={**self.environment, **variables}, stdin=stdin, timeout=PATIENCE)
        return Ended(ran.code, ran.out, ran.err)

    def run(self, *more: str, stdin: str = "") -> Ended:
        """Run `aule agent run` to its end, in a pipe."""
        return self.command(*self.words(*more), stdin=stdin)

    def read(self, path: str) -> str:
        """A file of the project."""
        return (self.root / path).read_text("utf-8")

    def tree(self, base: Path | None = None) -> str:
        """A hash over all files below a folder, with their names and modes."""
        base = base or self.root
        found = hashlib.sha256()
        for path in sorted(base.rglob("*")):
            if path.is_file() and not path.is_symlink():
                place = f"{path.relative_to(base)}\0{path.stat().st_mode:o}\0"
                found.update(place.encode() + path.read_bytes())
        return found.hexdigest()

    @contextlib.contextmanager
    def model(self, *replies: dict[str, Any]) -> Iterator[Asked]:
        """A model that plays these replies, for every command in the block."""
        script = self.home.parent / "script.json"
        script.write_text(json.dumps(list(replies)), "utf-8")
        log = self.home.parent / "asked.jsonl"
        log.write_text("", "utf-8")
        words = ("--script", str(script), "--models", MODEL, "--log", str(log))
        server = nursery().start(*words, module="tests.cli.scripted_server")
        try:
            address = server.stdout.readline().strip()
            (self.aule.home / "settings.toml").write_text(SETTINGS.format(address=address), "utf-8")
            self.variables[ALLOW_PORTS] = str(urlsplit(address).port)
            yield Asked(log)
        finally:
            server.end()

    @contextlib.contextmanager
    def server(self) -> Iterator[None]:
        """A server on the same data directory, which commands speak to."""
        words = ("up", "--port", "0", "--no-browser", "--json")
        with (self.home.parent / "server.log").open("a") as log:
            process = nursery().start(*words, env=self.environment, stderr=log)
        try:
            process.stdout.readline()
            yield
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)
            process.end()

    @contextlib.contextmanager
    def terminal(self, *more: str, **variables: str) -> Iterator[Terminal]:
        """`aule agent run --repl` on a terminal."""
        with terminal_of(self.words("--repl", *more), {**self.environment, **variables}) as screen:
            yield screen


@dataclass(frozen=True)
class Asked:
    """What a scripted model was asked, as its server noted it."""

    log: Path

    @property
    def chats(self) -> list[dict[str, Any]]:
        """The bodies of all requests, in order."""
        return [json.loads(line) for line in self.log.read_text("utf-8").splitlines()]

    def told(self, number: int = -1) -> str:
        """The last message of a request."""
        return json.dumps(self.chats[number]["messages"][-1], ensure_ascii=False)


def prepare(folder: Path) -> CommandLine:
    """A data directory on which the scripted model is known to call tools."""
    aule = CommandLine(folder / "aule")
    home = Home(aule.home)
    home.prepare()
    facts = ProbeFacts(text=True, tool_calls=True, context_length=128_000, tier=2, probed_at="2026-01-01T00:00:00Z")

    async def tell() -> None:
        async with boot.running(home, recover=False) as kernel:
            probed = ModelProbed(provider="vllm", model=MODEL, facts=facts.model_dump(mode="json"))
            await kernel.journal.write(probed, durable=True)

    asyncio.run(tell())
    return aule


def kotlin_site(folder: Path, *, scope: str | None = "src/service/*.kt", more: str = "", env: str = "develop") -> Site:
    """The project of the seed, with a service agent."""
    root = folder / "workspaces" / env / "nex-web-backend"
    for path, content in KOTLIN.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(content, "utf-8")
    home = folder / "conductor"
    (home / "config").mkdir(parents=True)
    (home / "config" / "workspaces.yaml").write_text(f"workspaces:\n  {env}: {root.parent}\n", "utf-8")
    id = "KotlinServiceAgent"
    place = home / "projects" / env / "nex-web-backend" / "agents" / id
    place.mkdir(parents=True)
    written = "" if scope is None else f'  output_scope: "{scope}"\n'
    (place / "agent.yaml").write_text(MANIFEST.format(id=id, scope=written, more=more), "utf-8")
    (place / "persona.md").write_text("# Service agent\n\nYou write services.\n", "utf-8")
    return Site(prepare(folder), home, root, (env, "nex-web-backend", id))


def example_site(folder: Path) -> Site:
    """The example that is shipped, copied."""
    shutil.copytree(EXAMPLE, folder / "example", ignore=shutil.ignore_patterns("__pycache__"))
    workspaces = folder / "example" / "workspaces"
    names = ("develop", "shop", "PriceAgent")
    variables = {"SHOP_WORKSPACES": str(workspaces)}
    return Site(prepare(folder), folder / "example" / "conductor", workspaces / "develop" / "shop", names, variables)


@dataclass
class Terminal:
    """A command on a terminal of its own."""

    process: Process
    handle: int
    said: str = field(default="")
    seen: int = 0

    def wait_for(self, words: str) -> str:
        """Read until these words were printed after what was waited for before; gives all that came up to them."""
        deadline = time.monotonic() + PATIENCE
        while words not in self.said[self.seen :]:
            assert time.monotonic() < deadline, f"{words!r} never came: {self.said[self.seen :]}"
            if select.select([self.handle], [], [], 0.2)[0] and not self._read():
                break
        assert words in self.said[self.seen :], self.said
        end = self.said.index(words, self.seen) + len(words)
        passed, self.seen = self.said[self.seen : end], end
        return passed

    def type(self, words: str) -> None:
        """Type something."""
        os.write(self.handle, words.encode())

    def interrupt(self) -> None:
        """Ctrl-C, as a signal."""
        self.process.send_signal(signal.SIGINT)

    def end(self) -> int:
        """Wait for the end, reading on; its exit code."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self._read():
            pass
        return self.process.wait(timeout=PATIENCE)

    def _read(self) -> bool:
        with contextlib.suppress(OSError):  # the other end of a terminal is gone when the command is
            chunk = os.read(self.handle, 65536)
            self.said += chunk.decode(errors="replace")
            return bool(chunk)
        return False


@contextlib.contextmanager
def terminal_of(words: tuple[str, ...], environment: dict[str, str]) -> Iterator[Terminal]:
    """Run a command on a terminal: a dumb one unless the environment says otherwise."""
    handle, other = pty.openpty()
    fcntl.ioctl(handle, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
    process = nursery().start_on(other, *words, env={"TERM": "dumb", **environment})
    os.close(other)
    try:
        yield Terminal(process, handle)
    finally:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.end()
        os.close(handle)
