"""Running the attacks on the box: in one level, with the rights this process has, in a folder of its own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import platform
import secrets
import socket
import stat
import subprocess
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from pathlib import Path

from tests.apps.core.calls import Calls, calls
from tests.security.box_attacks import DRIVER, INSIDE
from tests.security.box_plants import AUTORUNS, LEFT, PREPARED, REPOSITORIES
from tests.security.trees import tree_hash

from aule.contracts.access.capability import Result
from aule.contracts.access.change import ChangeStatus
from aule.contracts.access.sandbox import Level, SandboxView
from aule.sandbox.box import BoxCommand, BoxLimits, BoxOutcome, Space, run
from aule.sandbox.box.limits import MB
from aule.sandbox.box.spaces import NOBODY
from aule.sandbox.names import is_protected, is_usable

SECRET = "correct-horse-battery-4711"
SMALL = BoxLimits(processes=32, memory=128 * MB, file=8 * MB, temporary=16 * MB, disk=64 * MB, printed=MB, names=2_000)


@dataclass(slots=True)
class Findings:
    """Which attacks were tried, and what got through."""

    tried: list[str] = field(default_factory=list[str])
    through: list[str] = field(default_factory=list[str])

    def see(self, name: str, held: bool, detail: object = "") -> None:
        """Note one attack."""
        self.tried.append(name)
        if not held:
            self.through.append(f"{name}: {detail}")


async def attack(level: Level, folder: Path) -> Findings:
    """Every attack there is."""
    found = Findings()
    os.chmod(folder, 0o755)
    await _attack_inside(level, folder, found)
    await _take_too_much(level, folder, found)
    await _leave_behind(level, folder, found)
    return found


async def _attack_inside(level: Level, folder: Path, found: Findings) -> None:
    work, outside = _ground(level, folder)
    (work / "attack.py").write_text(DRIVER)
    pipe = os.open(outside / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    async with _neighbours(outside) as (names, visits, bystander):
        names |= {"OUT": str(outside), "KEY": str(outside / ".ssh/id_ed25519"), "LEVEL": level.value, "ME": os.getpid()}
        tried = [each for each in INSIDE if platform.machine() == "x86_64" or "call(" not in each.words]
        told = {"names": names, "attacks": [[each.name, each.words, each.shell] for each in tried]}
        (work / "attacks.json").write_text(json.dumps(told))
        before, devices, nice = tree_hash(outside), _devices(), os.getpriority(os.PRIO_PROCESS, 0)
        special = [work / "project.pipe", work / "project.sock"] if level is Level.BUBBLEWRAP else []
        if special:  # a copy has none of them
            os.mkfifo(special[0])
            with socket.socket(socket.AF_UNIX) as made:  # it is covered, so nobody needs to listen
                made.bind(str(special[1]))
        order = BoxCommand(
            "/usr/bin/python3 -I attack.py",
            Space(work, home=folder / "home", hidden=tuple(each.name for each in special)),
            timeout_s=60,
            limits=BoxLimits(shown=200_000),
        )
        out = await run(order, level)
        said = dict(json.loads(line) for line in out.stdout.text.splitlines())
        for each in tried:
            found.see(each.name, said.get(each.name) == "", said.get(each.name, out))
        found.see("nobody_was_visited", not visits, visits)
        found.see("bystander_lives", bystander.returncode is None)
        found.see("outside_is_as_it_was", tree_hash(outside) == before)
    found.see("devices_are_as_they_were", _devices() == devices, _devices())
    found.see("priority_is_as_it_was", os.getpriority(os.PRIO_PROCESS, 0) == nice)
    marked = [path for path in work.rglob("*") if not path.is_symlink() and path.lstat().st_mode & 0o6000]
    found.see("no_file_gives_rights", marked == [], marked)
    found.see("nothing_was_sent_by_pipe", _heard(pipe) == b"")
    os.close(pipe)


def _ground(level: Level, folder: Path) -> tuple[Path, Path]:
    work, outside = folder / "work", folder / "outside"
    for place in (work, folder / "home", outside / ".ssh"):
        place.mkdir(parents=True)
        if os.geteuid() == 0 and level is Level.LANDLOCK and place.parent == folder:
            os.chown(place, NOBODY, NOBODY)
    (outside / ".ssh/id_ed25519").write_text(SECRET)
    (outside / "notes.txt").write_text("mine")
    with contextlib.suppress(OSError):
        os.setxattr(outside / "notes.txt", "user.mark", b"x")
    os.mkfifo(outside / "pipe")
    return work, outside


@contextlib.asynccontextmanager
async def _neighbours(
    outside: Path,
) -> AsyncGenerator[tuple[dict[str, str | int], list[str], asyncio.subprocess.Process]]:
    """Others on this machine: a process with a secret, and services that note who comes."""
    visits: list[str] = []

    async def visited(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        visits.append("somebody")
        writer.close()

    class Datagrams(asyncio.DatagramProtocol):
        def datagram_received(self, data: bytes, addr: object) -> None:
            visits.append("a datagram")

    abstract = f"aule-{secrets.token_hex(8)}"
    server = await asyncio.start_server(visited, "127.0.0.1", 0)
    agent = await asyncio.start_unix_server(visited, outside / "agent.sock")
    hidden = await asyncio.start_unix_server(visited, f"\0{abstract}")
    udp, _ = await asyncio.get_running_loop().create_datagram_endpoint(Datagrams, ("127.0.0.1", 0))
    bystander = await asyncio.create_subprocess_exec(
        "/bin/sh", "-c", "read wait", stdin=asyncio.subprocess.PIPE, env={"TOKEN": SECRET}
    )
    names: dict[str, str | int] = {
        "PORT": server.sockets[0].getsockname()[1],
        "UDP": udp.get_extra_info("sockname")[1],
        "SOCK": str(outside / "agent.sock"),
        "ABSTRACT": abstract,
        "PID": bystander.pid,
    }
    os.environ["AULE_TEST_KEY"] = SECRET
    try:
        async with server, agent, hidden:
            yield names, visits, bystander
            await asyncio.sleep(0)
    finally:
        del os.environ["AULE_TEST_KEY"]
        udp.close()
        if bystander.returncode is None:
            bystander.kill()
        await bystander.wait()
        (outside / "agent.sock").unlink(missing_ok=True)


def _devices() -> list[tuple[int, int, int]]:
    names = ("null", "zero", "full", "random", "urandom", "tty")
    found = [os.stat(f"/dev/{name}") for name in names]
    return [(each.st_mode, each.st_uid, each.st_gid) for each in found] + [(int(found[2].st_mtime), 0, 0)]


def _heard(pipe: int) -> bytes:
    try:
        return os.read(pipe, 10)
    except BlockingIOError:
        return b""


async def _take_too_much(level: Level, folder: Path, found: Findings) -> None:
    """Limits: each of them has a command of its own."""

    async def ran_once(command: str, seconds: float) -> BoxOutcome:
        space = Space(folder / "work", home=folder / "home")
        return await run(BoxCommand(command, space, timeout_s=seconds, limits=SMALL), level)

    async def ran(command: str, seconds: float = 6) -> BoxOutcome:
        out = await ran_once(command, seconds)
        for _ in range(2):  # others may take room on the same disk meanwhile
            if out.stopped == "disk":
                out = await ran_once(command, seconds)
        return out

    python = "/usr/bin/python3 -I -c"
    fork = (
        "import os,time\nn=0\ntry:\n  while n<200:\n    n+=1\n    os.fork() or (time.sleep(2), os._exit(0))\n"
        "except OSError: pass\nprint(n)"
    )
    out = await ran(f'{python} "{fork}"')
    count = out.stdout.text.strip()
    found.see("many_processes", out.stopped is not None or int(count or 0) < 64, count)
    out = await ran("head -c 256000000 /dev/zero | tail -c 255000000 | wc -c")
    found.see("memory", "255000000" not in out.stdout.text)
    shared = (
        "import mmap,time; m=mmap.mmap(-1, 300 << 20); m[:]=bytes(300 << 20); "
        "print('HELD'); time.sleep(1); print('STILL')"
    )
    out = await ran(f'{python} "{shared}"')
    found.see("shared_memory", "STILL" not in out.stdout.text, out)
    out = await ran(
        "for d in /dev/shm $HOME; do head -c 64000000 /dev/zero > $d/big; stat -c %s $d/big; done 2>/dev/null"
    )
    found.see("memory_as_files", all(int(each) <= 16 * MB for each in out.stdout.text.split()), out.stdout.text)
    await ran("head -c 64000000 /dev/zero > large")
    found.see("a_large_file", (folder / "work/large").stat().st_size <= 8 * MB)
    out = await ran("yes")
    found.see("output", out.stopped == "output" and out.stdout.size <= MB, out.stopped)
    out = await ran("trap '' TERM INT HUP; while :; do :; done", 0.5)
    found.see("time", out.timed_out and out.duration_s < 5, out.duration_s)
    many = "import os,time\nos.mkdir('many')\nfor n in range(30000):\n  open(f'many/{n}', 'w').close()\ntime.sleep(1)"
    for _ in range(3):  # others may make room on the same disk meanwhile
        out = await ran_once(f'rm -rf many; {python} "{many}"', 15)
        if out.stopped == "disk":
            break
    found.see("names_on_the_disk", out.stopped == "disk" or not os.statvfs(folder).f_favail, out.stopped)
    mark = f"61.{secrets.randbelow(10**6):06}"
    await ran(f"(setsid nohup sleep {mark} >/dev/null 2>&1 &); sleep {mark} & disown; :")
    found.see("left_running", not _running(mark))


def _running(mark: str) -> list[str]:
    found: list[str] = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            if mark.encode() in Path(f"/proc/{name}/cmdline").read_bytes():
                found.append(name)
    return found


async def _leave_behind(level: Level, folder: Path, found: Findings) -> None:
    """What commands leave, through the front door; then undo, and everything is as it was."""
    async with calls(folder / "system") as core:
        core.system.kernel.commands.prober.found = SandboxView(level=level, why="the test says so")
        work, proof = core.workspace, folder / "proof"
        own = _project(work)
        before = _whole(work)
        try:
            plants = {
                name: f"{PREPARED.format('data', proof)}; {command}".replace("PROOF", str(proof))
                for name, command in REPOSITORIES.items()
            }
            await _planted(core, plants, proof, found)
            await _held_back(core, found)
            await _left(core, found)
            await _moved(core, before, found)
            found.see("nobody_was_reached", _heard(own[0]) == b"")
            blobs = [path for path in (core.system.home.path / "blobs").rglob("*") if path.is_file()]
            found.see("no_secret_in_the_store", not any(SECRET.encode() in path.read_bytes() for path in blobs))
        finally:
            os.close(own[0])
            own[1].close()


def _project(work: Path) -> tuple[int, socket.socket]:
    """A project with secrets, pipes and a socket, some of them where nothing is recorded."""
    files = {
        "cfg/.env": SECRET,
        "cfg/a.txt": "a",
        "cfg/in/id_rsa": SECRET,
        "build/prod.env": SECRET,
        ".gitignore": "tmp/\n",
    }
    for path, content in (files | {"package.json": '{"version": "1"}', "tmp/x": "x"}).items():
        (work / path).parent.mkdir(parents=True, exist_ok=True)
        (work / path).write_text(content)
    for path in ("cfg/pipe", "build/pipe", "tmp/pipe"):
        os.mkfifo(work / path)
    listening = socket.socket(socket.AF_UNIX)
    handle = os.open(work / "tmp", os.O_RDONLY)
    listening.bind(f"/proc/self/fd/{handle}/s.sock")
    os.close(handle)
    listening.listen()
    return os.open(work / "build/pipe", os.O_RDONLY | os.O_NONBLOCK), listening


async def _ran(core: Calls, command: str) -> tuple[str, Result]:
    approval = await core.ask("exec", command=command, timeout_s=60)
    return approval.run or "", await core.approve(approval)


async def _taken_back(core: Calls, run: str) -> None:
    made = await core.system.kernel.changes.of_run(run)
    if any(change.status is ChangeStatus.APPLIED for change in made):
        await core.system.kernel.undo(f"run:{run}")


def _each_apart(commands: dict[str, str]) -> str:
    return "\n".join(f"mkdir -p {name} && (cd {name}; {command})" for name, command in commands.items())


async def _planted(core: Calls, plants: dict[str, str], proof: Path, found: Findings) -> None:
    run, result = await _ran(core, _each_apart(plants))
    assert result.data is not None, result
    for name in plants:
        place = core.workspace / name
        folders = [
            core.workspace / name,
            *(path for path in place.rglob("*") if path.is_dir() and not path.is_symlink()),
        ]
        left = [path for path in place.rglob("*") if is_protected(path.name) or not is_usable(path.name)]
        for folder in folders if place.exists() else []:
            _use_git(folder)
        found.see(f"repository_{name}", not _ran_something(proof) and not left, left or "git ran something")
    await _taken_back(core, run)
    _cleared(core)
    for form, command in {"file": "echo 'gitdir: d' > .git", "link": "ln -s d .git", "folder": "mv d .git"}.items():
        run, _ = await _ran(core, f"{PREPARED.format('d', proof)}; {command}")
        _use_git(core.workspace)
        is_there = ".git" in os.listdir(core.workspace)
        found.see(f"root_repository_{form}", not _ran_something(proof) and not is_there)
        await _taken_back(core, run)
        _cleared(core)


def _ran_something(proof: Path) -> bool:
    found = proof.exists()
    proof.unlink(missing_ok=True)
    return found


def _use_git(folder: Path) -> None:
    env = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "GIT_CONFIG_COUNT": "1", "GIT_CEILING_DIRECTORIES": "/"}
    env |= {"GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*"}
    subprocess.run(["git", "status"], cwd=folder, env=env, capture_output=True, check=False, timeout=20)


async def _held_back(core: Calls, found: Findings) -> None:
    commands = {f"h{number}": _written(path, content) for number, (path, content) in enumerate(AUTORUNS.items())}
    run, result = await _ran(core, _each_apart(commands))
    held = {each["path"] for each in result.data["held_back"]}
    for number, path in enumerate(AUTORUNS):
        place = core.workspace / f"h{number}" / path
        is_told = f"h{number}/{path}" in held or result.data["level"] == "landlock"
        found.see(f"autorun_{path}", not place.exists() and is_told, sorted(held))
    await _taken_back(core, run)
    _cleared(core)


def _written(path: str, content: str) -> str:
    return f"mkdir -p $(dirname {path}); printf '%s' '{content}' > {path}"


async def _left(core: Calls, found: Findings) -> None:
    _, result = await _ran(core, _each_apart(LEFT))
    assert result.data is not None, result
    for name in LEFT:
        bad = [path for path in (core.workspace / name).rglob("*") if _is_bad(path)]
        found.see(f"left_{name}", bad == [], bad)
    run = (await core.system.kernel.changes.list(limit=1)).items[0].run or ""
    await _taken_back(core, run)
    _cleared(core)


def _is_bad(path: Path) -> bool:
    mode = path.lstat().st_mode
    is_odd = not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)) or bool(mode & 0o6000) or not is_usable(path.name)
    return is_odd or path.name in ("pre-commit", "late", "package.json") or len(path.parts) > 120


MOVES = {
    "move_a_folder": "mv cfg conf; mv build b; mv tmp t",
    "move_and_replace": "mv cfg conf; mkdir cfg; echo fake > cfg/.env; echo b > cfg/a.txt",
    "move_and_put_a_file": "mv cfg conf; echo x > cfg",
    "move_into_a_build_and_remove": "mv cfg build/; rm -rf build",
    "move_far_down": "d=d; for n in $(seq 90); do d=$d/d; done; mkdir -p $d; mv cfg $d/",
    "remove_all": "rm -rf cfg build tmp",
    "remove_pipes": "rm -f cfg/pipe build/pipe tmp/pipe tmp/s.sock; mv build/pipe x; mv tmp/s.sock y",
    "write_pipes": 'for p in cfg/pipe build/pipe tmp/pipe; do timeout 1 sh -c "echo x > $p"; done',
    "read_secrets": "cat cfg/.env cfg/in/id_rsa build/prod.env; grep -rs correct . | head",
    "change_secrets": "echo x > cfg/.env; echo x >> build/prod.env; ln cfg/.env two; cp cfg/.env three",
    "shut_folders": "chmod 000 cfg build tmp",
}


async def _moved(core: Calls, before: dict[str, object], found: Findings) -> None:
    for name, command in MOVES.items():
        run, result = await _ran(core, command)
        told = result.model_dump_json()
        await _taken_back(core, run)
        _cleared(core)
        now = {path: what for path, what in _whole(core.workspace).items() if _is_kept(path)}
        kept = {path: what for path, what in before.items() if _is_kept(path)}
        found.see(name, result.data is not None and SECRET not in told and now == kept, _difference(kept, now))


def _is_kept(path: str) -> bool:
    """What is recorded, or nobody may touch; other files of a build are made again."""
    return not path.startswith(("build/", "tmp/")) or path.endswith((".env", "pipe", ".sock"))


def _cleared(core: Calls) -> None:
    """Take away, as a person would, what the attacks left in folders of their own: empty ones, and builds."""
    kept = {"cfg", "build", "tmp", ".gitignore", "package.json"}
    for path in core.workspace.iterdir():
        if path.name not in kept:
            subprocess.run(["rm", "-rf", path], check=True, timeout=30)


def _whole(work: Path) -> dict[str, object]:
    """Every file, pipe and socket with its permissions and content."""
    found: dict[str, object] = {}
    for path in sorted(work.rglob("*")):
        status = path.lstat()
        if not stat.S_ISDIR(status.st_mode):
            found[str(path.relative_to(work))] = (status.st_mode, path.read_bytes() if path.is_file() else b"")
    return found


def _difference(one: dict[str, object], two: dict[str, object]) -> list[str]:
    return sorted(path for path in one.keys() | two.keys() if one.get(path) != two.get(path))
