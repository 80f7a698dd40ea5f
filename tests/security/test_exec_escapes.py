"""Commands that attack: whatever is run, nothing outside the workspace is read, written or reached (S13, S15, OS-17).

Every line is really run through the front door, in each box this machine has. A hash over everything outside proves
that nothing there changed.
"""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from tests.apps.core.calls import Calls, calls
from tests.sandbox.box.levels import LEVELS, needs
from tests.security.trees import tree_hash

from aule.contracts.access.capability import Call, Result
from aule.contracts.access.change import OWNER, ChangeStatus
from aule.contracts.access.sandbox import Level, SandboxView
from aule.contracts.errors import AuleError
from aule.contracts.events.facts import RunStarted, ScopeViolated
from aule.contracts.runs.bounds import Bounds
from aule.contracts.runs.run import Run, RunKind
from aule.kernel.capabilities.gate.gate import Caller

pytestmark = pytest.mark.anyio
SECRET = "correct-horse-battery-4711"


class World:
    """A system with a project, and things outside of it that are worth an attack."""

    def __init__(self, core: Calls, root: Path, level: Level) -> None:
        self.core, self.root, self.level = core, root, level
        self.outside = root / "outside"
        (self.outside / ".ssh").mkdir(parents=True)
        (self.outside / ".ssh/id_ed25519").write_text(SECRET)
        (self.outside / "notes.txt").write_text("mine")
        (self.outside / "run").mkdir()
        self.outside.chmod(0o755)

    @property
    def work(self) -> Path:
        """The workspace."""
        return self.core.workspace

    async def run(self, command: str, seconds: float = 5) -> Result:
        """Run a command a person has approved."""
        return await self.core.write("exec", command=command, timeout_s=seconds)

    async def bounded(self, command: str, bounds: Bounds, run: str = "run_bounded") -> Result:
        """Run a command for an agent within bounds."""
        kernel = self.core.system.kernel
        started = Run(
            id=run, kind=RunKind.CALL, title="t", project="home", started_at="2026-01-01T00:00:00.000Z", bounds=[bounds]
        )
        if await kernel.runs.find(run) is None:
            await kernel.journal.write(RunStarted(started=started), run=run)
        id = kernel.ambient.ids.new("call")
        call = Call(id=id, capability="core.exec", params={"command": command}, idempotency_key=id)
        caller = Caller(run=started, actor=OWNER, project=await kernel.projects.get("home"))
        return await kernel.gate.invoke(call, caller)


@pytest.fixture(params=LEVELS, ids=str)
async def world(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncGenerator[World]:
    """A system whose commands run in each of the boxes there are."""
    level: Level = request.param
    needs(level)
    for folder in (tmp_path, *tmp_path.parents[:3]):  # so that it is the box that holds, not the permissions
        folder.chmod(folder.stat().st_mode | 0o055)
    async with calls(tmp_path / "home") as core:
        core.system.kernel.commands.prober.found = SandboxView(level=level, why="the test says so")
        yield World(core, tmp_path, level)


def destructive(out: Path) -> list[str]:
    """Ways to delete what is outside; a list of words catches few of them."""
    hidden = base64.b64encode(f"rm -rf {out}".encode()).decode()
    return [
        f"rm -rf {out}",
        f"r\\m -r\\f {out}",
        f"$(printf 'r%s' m) -rf {out}",
        f"echo {hidden} | base64 -d | sh",
        f"find {out} -delete",
        "make run",
        f"perl -e 'unlink glob \"{out}/*\"'; python3 -c 'import shutil; shutil.rmtree(\"{out}\")'",
        f"mv {out} here; mv {out}/notes.txt .; cp /dev/null {out}/notes.txt",
        f"ln -s {out} way; rm -rf way/*; echo x > way/notes.txt; echo x > way/.ssh/authorized_keys",
        f"cd / && rm -rf --no-preserve-root {out}",
        f"tar cf a.tar a.txt --transform 's,a.txt,{out}/notes.txt,' && tar xPf a.tar",
        f"truncate -s 0 {out}/notes.txt; dd if=/dev/zero of={out}/notes.txt count=1",
        f"touch {out}/new; mkdir {out}/new2; mkfifo {out}/pipe; chmod 777 {out}/notes.txt; ln a.txt {out}/hard",
        f"(sleep 0.3; rm -rf {out}) & disown; setsid sh -c 'sleep 0.3; rm -rf {out}' &",
    ]


async def test_no_way_of_deleting_reaches_outside(world: World) -> None:
    """S13: `r\\m -r\\f`, `make run` and the like are held by the walls, not by a list of words."""
    (world.work / "Makefile").write_text(f"run:\n\t-rm -rf {world.outside}\n")
    (world.work / "a.txt").write_text("a")
    before = tree_hash(world.outside)
    for command in destructive(world.outside):
        result = await world.run(command, 3)
        assert result.data is not None, (command, result)
        assert tree_hash(world.outside) == before, command
    assert (world.work / "a.txt").read_text() == "a"


async def test_nothing_outside_is_read(world: World) -> None:
    """S13: keys, other processes and our own environment, also through links and /proc."""
    key, home = world.outside / ".ssh/id_ed25519", world.core.system.home.path
    (world.work / "planted").symlink_to(key)
    os.environ["AULE_TEST_KEY"] = SECRET
    sleeper = await asyncio.create_subprocess_exec(
        "/bin/sh", "-c", "read wait", stdin=asyncio.subprocess.PIPE, env={"TOKEN": SECRET}
    )
    try:
        for command in (
            f"cat {key}; cp {key} k; cat k; head -c 99 {key}; cat < {key}",
            f"cat planted; ln -s {key} link; cat link; ln {key} hard; cat hard; mv {key} .; cat id_ed25519",
            f"cat /proc/{sleeper.pid}/environ /proc/{os.getpid()}/environ /proc/*/environ; cat /proc/*/cmdline",
            f"cat /proc/1/root{key} /proc/self/root{key} /proc/self/cwd/../../../..{key}; ls /proc/{os.getpid()}/fd",
            "env; set; cat /proc/self/environ; cat /proc/$PPID/environ",
            f"cat {home}/token {home}/key {home}/secrets.json; ls -R {home}; strings {home}/aule.db",
            "cat /etc/shadow /root/.bash_history /run/*; ls -a ~root; cat /sys/kernel/notes | head -c 100",
            f"git config --global core.pager 'cat {key}'; tar cf - {world.outside} 2>/dev/null | strings",
        ):
            result = await world.run(command)
            text = result.model_dump_json()
            assert SECRET not in text, command
            assert world.core.system.home.token() not in text, command
            assert "root:" not in result.data["stdout"].replace("/root:", ""), command
        assert sleeper.returncode is None
    finally:
        del os.environ["AULE_TEST_KEY"]
        sleeper.kill()
        await sleeper.wait()


async def test_nobody_is_reached_through_the_network(world: World) -> None:
    visits: list[str] = []

    async def visited(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        visits.append("somebody")
        writer.close()

    class Datagrams(asyncio.DatagramProtocol):
        def datagram_received(self, data: bytes, addr: object) -> None:
            visits.append("a datagram")

    server = await asyncio.start_server(visited, "127.0.0.1", 0)
    agent = await asyncio.start_unix_server(visited, world.outside / "run/docker.sock")
    port = server.sockets[0].getsockname()[1]
    loop = asyncio.get_running_loop()
    udp, _ = await loop.create_datagram_endpoint(Datagrams, ("127.0.0.1", 0))
    udp_port = udp.get_extra_info("sockname")[1]
    script = (
        "import socket, sys\n"
        "def go(family, kind, where, data=b'x'):\n"
        "    try:\n"
        "        s = socket.socket(family, kind); s.settimeout(1); s.connect(where); s.send(data)\n"
        "    except OSError as e: print('no', e)\n"
        f"go(2, 1, ('127.0.0.1', {port})); go(2, 2, ('127.0.0.1', {udp_port})); go(10, 1, ('::1', {port}))\n"
        f"go(1, 1, {str(world.outside / 'run/docker.sock')!r}); go(1, 1, '\\0aule-abstract')\n"
        "go(2, 1, ('192.0.2.1', 80)); go(16, 3, (0, 0)); go(17, 3, ('lo', 0)); go(40, 1, (2, 1))\n"
    )
    (world.work / "go.py").write_text(script)
    async with server, agent:
        result = await world.run(
            f"exec 3<>/dev/tcp/127.0.0.1/{port}; echo x > /dev/udp/127.0.0.1/{udp_port}; /usr/bin/python3 go.py", 8
        )
        await asyncio.sleep(0)
    udp.close()
    assert visits == [], result.data["stdout"]


async def test_a_link_that_was_planted_is_never_followed_afterwards(world: World) -> None:
    await world.run(f"ln -s {world.outside}/notes.txt notes.txt; ln -s {world.outside} folder; mkdir d; ln -s / d/root")
    before = tree_hash(world.outside)
    assert (await world.core.problem("read_file", path="d/root/etc/passwd")).code in ("not_found", "outside_scope")
    written = await world.core.write("write_file", path="notes.txt", content="x")
    assert written.ok and (world.work / "notes.txt").read_text() == "x", "it is a file of its own"
    assert tree_hash(world.outside) == before


async def test_a_scope_holds_whatever_a_command_does(world: World) -> None:
    """CO-S8, CO-23: `echo x > src/controller/X.kt` runs on a copy; out of scope nothing comes back, and it is told."""
    for path in ("src/controller/A.kt", "src/service/B.kt", "README.md"):
        (world.work / path).parent.mkdir(parents=True, exist_ok=True)
        (world.work / path).write_text("old")
    before = tree_hash(world.work)
    scope = Bounds(agent="dev/demo/docs", scope=["src/service/**"], on_write="apply", exec="sandbox")
    result = await world.bounded("echo x > src/controller/X.kt; rm README.md; echo new > src/controller/A.kt", scope)
    assert result.data["out_of_scope"] == ["README.md", "src/controller/A.kt", "src/controller/X.kt"]
    assert (result.data["changed"], result.changes) == ([], [])
    assert tree_hash(world.work) == before
    result = await world.bounded("echo x > src/service/X.kt; echo y >> src/service/B.kt; rm -rf src/controller", scope)
    assert result.data["changed"] == ["src/service/B.kt", "src/service/X.kt"]
    assert result.data["out_of_scope"] == ["src/controller/A.kt"]
    assert (world.work / "src/service/B.kt").read_text() == "oldy\n"
    assert (world.work / "src/controller/A.kt").read_text() == "old"
    await world.core.system.kernel.undo("run:run_bounded")
    assert tree_hash(world.work) == before


async def test_where_nothing_is_written_a_command_only_proposes_and_sees_what_was_proposed(world: World) -> None:
    """CO-23: the next command goes on from what the first one proposed."""
    (world.work / "a.txt").write_text("one\n")
    before = tree_hash(world.work)
    for number, on_write in enumerate(("propose", "ask", "fail")):
        bounds = Bounds(agent="x", scope=["**"], on_write=on_write, exec="sandbox")
        result = await world.bounded("echo two >> a.txt; mkdir -p d; echo n > d/new.txt", bounds, run=f"run_{number}")
        assert (result.data["proposed"], result.data["changed"]) == (["a.txt", "d/new.txt"], []), on_write
        assert tree_hash(world.work) == before
        again = await world.bounded("cat a.txt d/new.txt", bounds, run=f"run_{number}")
        if on_write != "ask":  # where writes are asked about, files are read as they are
            assert again.data["stdout"] == "one\ntwo\nn\n"
        page = await world.core.system.kernel.changes.of_run(f"run_{number}")
        assert {change.status for change in page} == {ChangeStatus.PROPOSED}


async def test_commands_are_off_unless_somebody_says_otherwise(world: World) -> None:
    with pytest.raises(AuleError) as refused:
        await world.bounded("echo x", Bounds(agent="x", scope=["**"], on_write="apply"))
    assert "exec = off" in str(refused.value)


async def test_what_a_command_of_an_agent_altered_out_of_scope_is_on_record_and_what_a_check_leaves_is_not(
    world: World,
) -> None:
    """CO-23: a violation is somebody's; a check works on a copy to throw away; a hook waits for a person."""
    (world.work / "src").mkdir()
    scoped = Bounds(agent="x", scope=["src/**", ".husky/**"], on_write="apply", exec="sandbox")
    check = Bounds(scope=[], on_write="fail", exec="sandbox")
    reading = Bounds(agent="x", scope=[], on_write="apply", exec="sandbox")
    told: dict[str, tuple[list[str], list[str]]] = {}
    for run, bounds, command in (
        ("run_agent", scoped, "echo x > .env; echo x > a.txt; echo x > src/ok.txt; mkdir d"),
        ("run_check", check, "mkdir build; echo x > build/out; echo x > a.txt"),
        ("run_reader", reading, "echo x > a.txt"),
        ("run_hook", scoped, "mkdir -p .husky; echo true > .husky/pre-commit"),
        ("run_clean", scoped, "cat src/ok.txt"),
    ):
        result = await world.bounded(command, bounds, run=run)
        await world.core.system.kernel.journal.flush()
        events = await world.core.system.kernel.journal.read(None, run=run, types=["scope.violated"])
        violated = [event.data.target for event in events if isinstance(event.data, ScopeViolated)]
        told[run] = (violated, sorted({warning.code for warning in result.warnings}))
    assert told == {
        "run_agent": ([".env", "a.txt"], ["output_scope_violation"]),
        "run_check": ([], ["out_of_scope"]),
        "run_reader": (["a.txt"], ["output_scope_violation"]),
        "run_hook": ([], ["approval_required", "held_back"]),
        "run_clean": ([], []),
    }
