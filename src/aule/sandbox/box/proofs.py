"""Attacks on the box, run from inside it, to prove that it holds.

A few quick ones are tried before a level is used; all of them by `aule doctor --attack`. Every bomb is small: the
machine is somebody's.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import shutil
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from aule.child_processes import end_child
from aule.contracts.access.sandbox import Level, Proof
from aule.contracts.errors import AuleError
from aule.sandbox.box.box_port import PORT
from aule.sandbox.box.limits import MB, BoxLimits
from aule.sandbox.box.runner import BoxCommand, BoxOutcome, run
from aule.sandbox.box.spaces import NOBODY, Space, reaches, tools

_GIVEN = frozenset({"PATH", "HOME", "TMPDIR", "LANG", "PWD", "OLDPWD", "SHLVL", "_"})
_SMALL = BoxLimits(processes=32, memory=128 * MB, file=8 * MB, temporary=16 * MB, disk=256 * MB, printed=MB)


@dataclass(slots=True)
class Stage:
    """A folder to work in, and targets outside it."""

    level: Level
    folder: Path
    bystander: asyncio.subprocess.Process
    secret: str
    port: int = 0
    visits: list[str] = field(default_factory=list[str])
    """Connections that came through the network."""

    @property
    def inside(self) -> Path:
        """Where the command works."""
        return self.folder / "inside" / "work"

    @property
    def outside(self) -> Path:
        """What it must not reach."""
        return self.folder / "outside"

    @property
    def key(self) -> Path:
        """A file like those in which people keep keys."""
        return self.outside / ".ssh" / "id_ed25519"

    async def attack(self, command: str, seconds: float = 5) -> BoxOutcome:
        """Run a command in the box, with small limits."""
        space = Space(self.inside, home=self.folder / "inside" / "home", protected=(".git",))
        return await run(BoxCommand(command, space, timeout_s=seconds, limits=_SMALL), self.level)

    @property
    def python(self) -> str | None:
        """A Python in the box, for attacks a shell cannot make."""
        space = Space(self.inside)
        own = [f"{place}/bin/python3" for place in tools() if place in space.readable]
        return next((each for each in ("/usr/bin/python3", *own) if os.path.exists(each)), None)

    async def script(self, words: str) -> BoxOutcome | None:
        """Run a Python script in the box; None where it has no Python."""
        python = self.python
        if python is None:
            return None
        (self.inside / "attack.py").write_text(words, encoding="utf-8")
        return await self.attack(f"{python} -I attack.py")


Attack = Callable[[Stage], Awaitable[tuple[bool, str]]]
"""Returns whether the box held, and what was seen."""


async def prove(level: Level, *, thorough: bool) -> list[Proof]:
    """Attack a box of this level; return for each attack whether it held."""
    found: list[Proof] = []
    if level is Level.NONE:
        return found
    async with _stage(level) as stage:
        for name, attack in (QUICK | THOROUGH if thorough else QUICK).items():
            try:
                held, detail = await attack(stage)
            except AuleError as error:
                held, detail = False, str(error)
            found.append(
                Proof(name=name, held=held, detail=detail if held else f"this should be so, and is not: {detail}")
            )
            if not held and not thorough:
                break
    return found


@contextlib.asynccontextmanager
async def _stage(level: Level) -> AsyncGenerator[Stage]:
    folder = Path(tempfile.mkdtemp(prefix="aule-proof-"))
    secret = secrets.token_hex(16)
    # Its permissions allow access, so that only the box can refuse it.
    os.chmod(folder, 0o755)
    bystander = await asyncio.create_subprocess_exec(
        "/bin/sh", "-c", "read wait", stdin=asyncio.subprocess.PIPE, env={"TOKEN": secret}
    )
    stage = Stage(level, folder, bystander, secret)

    async def visited(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        stage.visits.append("somebody")
        writer.close()

    server = await asyncio.start_server(visited, "127.0.0.1", 0)
    socket = await asyncio.start_unix_server(visited, _prepared(stage) / "agent.sock")
    stage.port = server.sockets[0].getsockname()[1]
    try:
        async with server, socket:
            yield stage
    finally:
        await end_child(bystander)
        shutil.rmtree(folder, ignore_errors=True)


def _prepared(stage: Stage) -> Path:
    for place in (stage.inside / ".git", stage.folder / "inside" / "home", stage.key.parent):
        place.mkdir(parents=True)
    stage.key.write_text(stage.secret, encoding="utf-8")
    (stage.outside / "notes.txt").write_text("untouched", encoding="utf-8")
    if os.geteuid() == 0 and stage.level is Level.LANDLOCK and reaches(NOBODY, stage.folder):
        for place in (stage.folder / "inside", stage.inside, stage.folder / "inside" / "home"):
            os.chown(place, NOBODY, NOBODY)
    return stage.outside


async def _reads(stage: Stage) -> tuple[bool, str]:
    out = await stage.attack(f"cat {stage.key}; cat /etc/shadow; ls -a ~root /root; cp {stage.key} stolen; cat stolen")
    text = "\n" + out.stdout.text
    return stage.secret not in text and "\nroot:" not in text, "a key outside was not read"


async def _writes(stage: Stage) -> tuple[bool, str]:
    notes = stage.outside / "notes.txt"
    before = notes.stat()
    command = f"echo x > {notes}; touch -d 2001-01-01 {notes}; rm -rf {stage.outside}; echo x > {stage.outside}/new"
    await stage.attack(f"chmod 777 {notes} {stage.key}; {command}; chmod 000 {stage.outside}")
    kept = notes.exists() and notes.read_text() == "untouched" and not (stage.outside / "new").exists()
    kept = kept and (before.st_mode, before.st_mtime_ns) == (notes.stat().st_mode, notes.stat().st_mtime_ns)
    return kept, "nothing outside the folder was written"


async def _repository(stage: Stage) -> tuple[bool, str]:
    if stage.level is Level.LANDLOCK:
        return True, "commands work on a copy that has no repository"
    await stage.attack("mkdir -p .git/hooks; echo x > .git/hooks/post-commit; mv .git moved; rm -rf .git; :")
    return (stage.inside / ".git").is_dir() and not any((stage.inside / ".git").iterdir()), "the repository was kept"


async def _environment(stage: Stage) -> tuple[bool, str]:
    out = await stage.attack("env -0 | tr '\\0' '\\n' | cut -d= -f1")
    names = set(out.stdout.text.split())
    return names <= _GIVEN and bool(names), f"it got {', '.join(sorted(names))}"


async def _network(stage: Stage) -> tuple[bool, str]:
    await stage.attack(f"exec 3<>/dev/tcp/127.0.0.1/{stage.port} && echo connected")
    return not stage.visits, "a service on this machine was not reached"


async def _way_out(stage: Stage) -> tuple[bool, str]:
    if stage.level is not Level.BUBBLEWRAP:
        return True, "commands in this box have no way out to package registries"
    from aule.sandbox.net.proxy_requests import RegistryHost  # only this attack needs the network's part
    from aule.sandbox.net.registry_proxy import RegistryProxy

    ends: list[str] = []
    proxy = RegistryProxy(
        [RegistryHost("https", "registry.invalid", 443)], lambda visit: ends.append(f"{visit.end} {visit.why}")
    )
    here, port = f"127.0.0.1:{stage.port}", f"/dev/tcp/127.0.0.1/{PORT}"
    asked = [f"CONNECT {here} HTTP/1.1", f"GET http://{here}/ HTTP/1.1", "CONNECT registry.invalid.test:443 HTTP/1.1"]
    words = "; ".join(f"exec 3<>{port} && printf '{each}\\r\\n\\r\\n' >&3 && timeout 2 cat <&3" for each in asked)
    space = Space(stage.inside, home=stage.folder / "inside" / "home", protected=(".git",))
    out = await run(BoxCommand(words, space, timeout_s=8, limits=_SMALL, answer=proxy.answer), stage.level)
    refused = out.stdout.text.count("auleOS: ")
    held = not stage.visits and refused == len(asked) == len(ends)
    return held, f"{refused} ways past the package registries were refused"


async def _processes(stage: Stage) -> tuple[bool, str]:
    pid = stage.bystander.pid
    out = await stage.attack(f"cat /proc/{pid}/environ /proc/*/environ; kill -9 {pid}; :", 3)
    alive = stage.bystander.returncode is None and _content(f"/proc/{pid}/cmdline") != b""
    return alive and stage.secret not in out.stdout.text, "another process was neither read nor ended"


async def _sockets(stage: Stage) -> tuple[bool, str]:
    words = f"import socket\nsocket.socket(socket.AF_UNIX).connect({str(stage.outside / 'agent.sock')!r})\nprint('in')"
    out = await stage.script(words)
    if out is None:
        return True, "not tried: the box has no Python"
    return not stage.visits and "in" not in out.stdout.text, "an agent's socket was not reached"


async def _terminal(stage: Stage) -> tuple[bool, str]:
    words = (
        "import fcntl, os, pty, termios\n"
        "def push(make):\n"
        "    try:\n"
        "        handle = make()\n"
        "        [fcntl.ioctl(handle, number, b'x') for number in (termios.TIOCSTI, termios.TIOCSTI | 1 << 32)]\n"
        "        print('typed')\n"
        "    except (OSError, OverflowError): pass\n"
        "push(lambda: os.open('/dev/tty', os.O_RDWR)); push(lambda: 0); push(lambda: pty.openpty()[1])\n"
    )
    out = await stage.script(words)
    if out is None:
        out = await stage.attack("echo typed > /dev/tty && echo typed")
    return "typed" not in out.stdout.text, "nothing could be typed into a terminal"


async def _namespaces(stage: Stage) -> tuple[bool, str]:
    out = await stage.attack("unshare -Ur echo made; unshare -m echo made; mount -t tmpfs none . && echo made")
    return "made" not in out.stdout.text, "no way to new rights was opened"


async def _switches(stage: Stage) -> tuple[bool, str]:
    switch = "/proc/sys/kernel/core_pattern"  # writes the present value, in case the write works
    out = await stage.attack(f'value=$(cat {switch}); echo "$value" > {switch} && echo made')
    return "made" not in out.stdout.text, "no switch of the kernel was turned"


async def _devices(stage: Stage) -> tuple[bool, str]:
    words = (  # keeps the present values, in case the call works
        "import os\n"
        "for place in ('/dev/null', '/dev/full'):\n"
        "    try: os.chmod(place, os.stat(place).st_mode & 0o7777); print('changed', os.stat(place).st_uid)\n"
        "    except OSError: pass\n"
    )
    before = os.stat("/dev/full").st_ctime_ns
    await stage.script(words)
    return os.stat("/dev/full").st_ctime_ns == before, "no device of the machine was changed"


async def _rights(stage: Stage) -> tuple[bool, str]:
    command = "cp /bin/true made; chmod u+s made; chmod g+s made; install -m 6755 /bin/true two; mkdir -m 2777 three"
    await stage.attack(command)
    marked = [path.name for path in stage.inside.rglob("*") if path.lstat().st_mode & 0o6000]
    return not marked, "no file gives its owner's rights to whoever runs it"


async def _memory_files(stage: Stage) -> tuple[bool, str]:
    words = "import os\nfor make in (os.memfd_create,):\n    try: make('x'); print('made')\n    except OSError: pass\n"
    out = await stage.script(words)
    return out is None or "made" not in out.stdout.text, "no memory was had that is counted nowhere"


async def _neighbours(stage: Stage) -> tuple[bool, str]:
    words = (
        f"import os\nwho = {os.getpid()}\n"
        "for go in (lambda: os.setpriority(0, who, 19), lambda: os.sched_setaffinity(who, {0})):\n"
        "    try: go(); print('slowed')\n"
        "    except OSError: pass\n"
    )
    before = os.getpriority(os.PRIO_PROCESS, 0), os.sched_getaffinity(0)
    await stage.script(words)
    return (os.getpriority(os.PRIO_PROCESS, 0), os.sched_getaffinity(0)) == before, "nobody else was slowed down"


async def _many(stage: Stage) -> tuple[bool, str]:
    words = (
        "import os, time\nn = 0\ntry:\n  while n < 200:\n    n += 1\n    os.fork() or (time.sleep(2), os._exit(0))\n"
    )
    out = await stage.script(words + "except OSError: pass\nprint(n)")
    if out is None:
        out = await stage.attack("for n in {1..200}; do sleep 2 & done; jobs -p | wc -l", 2)
    count = out.stdout.text.strip()
    return out.stopped is not None or (count.isdigit() and int(count) < 64), f"{count or 'few'} processes were begun"


async def _memory(stage: Stage) -> tuple[bool, str]:
    out = await stage.attack("head -c 256000000 /dev/zero | tail -c 255000000 | wc -c")
    return "255000000" not in out.stdout.text, "what took 256 MB with 128 allowed was ended"


async def _disk(stage: Stage) -> tuple[bool, str]:
    await stage.attack(
        "head -c 64000000 /dev/zero > big; for n in {1..4}; do head -c 9000000 /dev/zero > $HOME/$n; done"
    )
    size = (stage.inside / "big").stat().st_size if (stage.inside / "big").exists() else 0
    return size <= 8 * MB, f"a file stopped growing at {size // MB} MB"


async def _time(stage: Stage) -> tuple[bool, str]:
    out = await stage.attack("trap '' TERM INT HUP; while :; do :; done", 0.5)
    return out.timed_out and out.duration_s < 2.5, f"an endless loop ended after {out.duration_s:.1f} s"


async def _abandoned(stage: Stage) -> tuple[bool, str]:
    mark = f"31.{secrets.randbelow(10**6):06}"
    await stage.attack(f"(setsid nohup sleep {mark} >/dev/null 2>&1 &); sleep {mark} & disown; :")
    running = [_content(f"/proc/{name}/cmdline") for name in os.listdir("/proc") if name.isdigit()]
    return not any(mark.encode() in words for words in running), "nothing was left running"


async def _links(stage: Stage) -> tuple[bool, str]:
    from aule.sandbox.workspace import Workspace  # only this attack reads files as the file tools do

    await stage.attack(f"ln -s {stage.key} link; ln -s {stage.key.parent} folder; ln {stage.key} hard")
    with Workspace.open(stage.inside) as workspace:
        for path in ("link", "folder/id_ed25519", "hard"):
            with contextlib.suppress(AuleError):
                workspace.read(path)
                return False, f"{path!r} was followed"
    return True, "planted links were not followed"


def _content(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError:
        return b""


QUICK: dict[str, Attack] = {
    "reading_outside": _reads,
    "writing_outside": _writes,
    "environment": _environment,
    "network": _network,
    "other_processes": _processes,
    "kernel_switches": _switches,
    "repository": _repository,
}
THOROUGH: dict[str, Attack] = {
    "way_out": _way_out,
    "sockets": _sockets,
    "terminal": _terminal,
    "namespaces": _namespaces,
    "planted_links": _links,
    "devices": _devices,
    "special_rights": _rights,
    "uncounted_memory": _memory_files,
    "neighbours": _neighbours,
    "left_running": _abandoned,
    "many_processes": _many,
    "memory": _memory,
    "disk": _disk,
    "time": _time,
}
