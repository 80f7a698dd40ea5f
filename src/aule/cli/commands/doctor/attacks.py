"""`aule doctor --attack`: the walls of this machine attacked for real, at files, at commands and at the network.

Everything happens in a folder of its own that is gone afterwards; bombs are small, and nothing leaves this machine.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import select
import socket
import tempfile
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from aule.contracts.access.autorun import may_autorun
from aule.contracts.access.sandbox import Level, Proof
from aule.contracts.errors import AuleError, ScopeViolation
from aule.sandbox.box import BoxCommand, Prober, Space, prove, run
from aule.sandbox.folder_repair import mend, put_back
from aule.sandbox.net.client import Caps, WebClient, WebRequest
from aule.sandbox.scope import scope_of
from aule.sandbox.trees import Trees, compare_trees, identities
from aule.sandbox.workspace import Workspace

SCOPE = ("src/service/*.kt", "src/turning/**")
SWAPS = 1_000
READS_A_SWAP = 5
"""Writes, and reads for each, that race against somebody who swaps a folder for a link."""
SECRET = "a secret of this machine"
WRITES = {
    "a path with ..": "src/service/../controller/X.kt",
    "a path that leaves": "../outside/x",
    "an absolute path": "{outside}/x",
    "a deeper folder": "src/service/deep/X.kt",
    "a linked folder": "src/service/linked/X.kt",
    "a linked file": "src/service/Linked.kt",
    "another case": "src/Service/X.kt",
    "a wide letter": "src/service\uff0fX.kt",
    "a byte of nothing": "src/service/X.kt\0.txt",
    "a backslash": "src\\service\\..\\controller\\X.kt",
    "the repository": ".git/hooks/post-commit",
    "the data of auleOS": ".aule/plans/x.md",
    "a file of secrets": ".env",
}
"""What an agent might write to get out of its scope. None of it may change anything outside."""
READS = ("../outside/key", "{outside}/key", "src/service/Linked.kt", "src/service/linked/key", ".env", ".ssh/id_rsa")
HOSTS = (
    *("127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "[::1]", "[::ffff:127.0.0.1]"),
    *("0.0.0.0", "127.0.0.1.", "①27.0.0.1", "169.254.169.254", "[fd00:ec2::254]", "10.0.0.1", "user@127.0.0.1"),
)
"""Names of this machine and of what stands around it, as an attacker writes them."""


PLANTS = {
    "leaving a repository": "mkdir -p d/objects d/refs; echo 'ref: x' > d/HEAD; cp -r d .git; cp -r d build/.git",
    "leaving a hook": "mkdir .husky build/x; echo x > .husky/pre-commit; echo x > .envrc; echo x > build/x/.envrc",
    "leaving links and pipes": "ln -s / link; mkfifo new; mkfifo build/new; echo x > $'odd\\xff'",
    "moving a secret": "mv cfg conf; cat conf/.env; mkdir cfg; echo fake > cfg/.env",
    "removing a secret and a pipe": "rm -rf cfg build; rm -f build/pipe; mv cfg build; :",
    "reaching a socket": "python3 -c \"import socket; socket.socket(1).connect('build/s'); print('reached')\"; :",
    "writing a pipe": "timeout 1 sh -c 'echo x > build/pipe' && echo reached; :",
}
"""What a command might leave in a project, or take away from it. Nothing of it may stay so."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A project, and something beside it that must stay as it is."""

    root: Path
    outside: Path
    visits: list[str] = field(default_factory=list[str])

    def mark(self) -> str:
        """A hash over everything that nobody may change."""
        found = hashlib.sha256()
        for base in (self.root, self.outside):
            for path in sorted(base.rglob("*")):
                place = path.relative_to(base).as_posix()
                if base is self.root and scope_of(SCOPE).allows(place) and not path.is_symlink():
                    continue
                if not path.is_symlink() and path.is_file():
                    found.update(f"{place}\0".encode() + path.read_bytes())
        return found.hexdigest()


async def attack_all() -> list[Proof]:
    """Every attack there is, and whether its wall held."""
    seen = await Prober().probe()
    proofs = [Proof(name="level", held=seen.level is not Level.NONE, detail=f"{seen.level}: {seen.why}")]
    boxed = await prove(seen.level, thorough=True)
    proofs += [proof.model_copy(update={"name": f"command: {proof.name.replace('_', ' ')}"}) for proof in boxed]
    if seen.level is Level.BUBBLEWRAP:
        proofs += await _attack_project()
    with _ground() as ground:
        proofs += await asyncio.to_thread(_attack_files, ground)
        proofs += await _attack_net(ground)
    return proofs


@contextmanager
def _ground() -> Generator[Ground]:
    with tempfile.TemporaryDirectory(prefix="aule-attack-") as folder:
        base = Path(os.path.realpath(folder))
        ground = Ground(base / "project", base / "outside")
        for place in ("src/service", "src/controller", "src/turning", ".git/hooks", ".ssh"):
            (ground.root / place).mkdir(parents=True)
        ground.outside.mkdir()
        for file in (ground.outside / "key", ground.root / ".env", ground.root / ".ssh/id_rsa"):
            file.write_text(SECRET, encoding="utf-8")
        (ground.root / "src/controller/X.kt").write_text("class X", encoding="utf-8")
        (ground.root / "src/service/linked").symlink_to(ground.outside)
        (ground.root / "src/service/Linked.kt").symlink_to(ground.outside / "key")
        os.link(ground.outside / "key", ground.root / "src/service/Hard.kt")
        yield ground


async def _attack_project() -> list[Proof]:
    """Have commands leave things in a project of their own, and look at what is put right afterwards."""
    proofs: list[Proof] = []
    with tempfile.TemporaryDirectory(prefix="aule-attack-") as folder:
        root, listening = await asyncio.to_thread(_furnished, folder)
        with listening:
            for name, command in PLANTS.items():
                proofs.append(await _left_nothing(root, name, command))
            heard = bool(select.select([listening], [], [], 0)[0])
        proofs.append(_held("command: reaching a socket of the project", not heard, "nobody came"))
    return proofs


def _furnished(folder: str) -> tuple[Path, socket.socket]:
    root = Path(os.path.realpath(folder)) / "project"
    for place in ("cfg", "build"):
        (root / place).mkdir(parents=True)
    (root / "cfg/.env").write_text(SECRET, encoding="utf-8")
    (root / "cfg/a.txt").write_text("a", encoding="utf-8")
    os.mkfifo(root / "build/pipe")
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(root / "build/s"))
    listening.listen()
    return root, listening


async def _left_nothing(root: Path, name: str, command: str) -> Proof:
    trees = Trees(lambda contents: [hashlib.sha256(each).hexdigest() for each in contents])
    before = await asyncio.to_thread(trees.take, root)
    before.identities = await asyncio.to_thread(identities, root, before.covered)
    hidden = tuple(before.hidden)
    space = Space(root, hidden=hidden, protected=tuple({*before.covered} - {*hidden}))
    out = await run(BoxCommand(command, space, timeout_s=5), Level.BUBBLEWRAP)

    def put_right() -> bool:
        put_back(root, before)
        found = compare_trees(before, trees.take(root, since=before))
        mend(root, before, found)
        after = compare_trees(before, trees.take(root, since=before))
        running = [path for path, _, file in after.files if file is not None and may_autorun(path)]
        is_told = set(running) <= {path for path, _, _ in found.files}  # these are held back, as their owner is told
        secret = root / "cfg/.env"
        is_kept = secret.is_file() and secret.read_text(encoding="utf-8") == SECRET
        return not after.planted and is_told and is_kept and (root / "build/pipe").is_fifo()

    held = await asyncio.to_thread(put_right) and SECRET not in out.stdout.text and "reached" not in out.stdout.text
    return _held(f"command: {name}", held, "it was put right")


def _attack_files(ground: Ground) -> list[Proof]:
    def guard(path: str) -> None:
        if not scope_of(SCOPE).allows(path):
            raise ScopeViolation(f"{path!r} is not in the scope.")

    before = ground.mark()
    proofs: list[Proof] = []
    with Workspace.open(ground.root) as workspace:
        scoped = workspace.within(guard)
        for name, path in WRITES.items():
            said = _refusal(lambda path=path: scoped.write(path.format(outside=ground.outside), b"hijacked"))
            proofs.append(_held(f"file: writing {name}", said is not None and ground.mark() == before, said))
        said = _refusal(lambda: scoped.remove("src/controller/X.kt"))
        proofs.append(_held("file: deleting out of bounds", said is not None and ground.mark() == before, said))
        for path in READS:
            said = _refusal(lambda path=path: workspace.read(path.format(outside=ground.outside)))
            shown = path.format(outside="(outside)")
            proofs.append(_held(f"file: reading {shown}", said is not None, said))
        scoped_hard = _refusal(lambda: scoped.write("src/service/Hard.kt", b"hijacked"))
        kept = (ground.outside / "key").read_text(encoding="utf-8") == SECRET
        proofs.append(_held("file: writing through a hard link", kept, scoped_hard or "only its own name was written"))
        proofs.append(_race(ground, scoped))
    return proofs


def _race(ground: Ground, scoped: Workspace) -> Proof:
    """Write into a folder that somebody keeps swapping for a link to the outside."""
    turning, aside, link = (ground.root / "src" / name for name in ("turning", "aside", "link"))
    link.symlink_to(ground.outside)
    over = threading.Event()

    def swap() -> None:
        while not over.is_set():
            with suppress(OSError):
                turning.rename(aside)
                link.rename(turning)
                turning.rename(link)
                aside.rename(turning)

    swapper = threading.Thread(target=swap, daemon=True)
    swapper.start()
    seen = 0
    for number in range(SWAPS):
        with suppress(AuleError):
            scoped.write(f"src/turning/{number % 8}", b"hijacked")
        for _ in range(READS_A_SWAP):
            with suppress(AuleError):
                seen += scoped.read("src/turning/key") == SECRET.encode()
    over.set()
    swapper.join()
    leaked = seen + len([path for path in ground.outside.iterdir() if path.name != "key"])
    tried = SWAPS * (1 + READS_A_SWAP)
    return _held(f"file: {tried} times while a folder is swapped for a link", not leaked, f"{leaked} got through")


async def _attack_net(ground: Ground) -> list[Proof]:
    async def visited(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ground.visits.append("somebody")
        writer.close()

    client = WebClient(Caps(seconds=2, connect_seconds=1))
    proofs: list[Proof] = []
    async with await asyncio.start_server(visited, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        urls = [f"http://{host}/" for host in HOSTS] + [f"http://{host}:{port}/" for host in HOSTS[:10]]
        for url in [*urls, "file:///etc/passwd", f"gopher://127.0.0.1:{port}/", f"https://127.0.0.1:{port}/"]:
            try:
                await client.get(WebRequest(url))
                said = None
            except AuleError as error:
                said = error.problem.code
            shown = url.replace(f":{port}", ":port")
            proofs.append(_held(f"net: {shown}", said is not None and not ground.visits, said))
    return proofs


def _refusal(action: Callable[[], object]) -> str | None:
    """Why it was refused; none when it was done."""
    try:
        action()
    except AuleError as error:
        return error.problem.code
    return None


def _held(name: str, held: bool, said: str | None) -> Proof:
    return Proof(name=name, held=held, detail=said or ("refused" if held else "it was done"))
