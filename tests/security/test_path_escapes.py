"""No path leads out of a workspace, or into its secrets, through any capability or race (CO-21, CO-22, CO-24, CO-S8).

Everything outside is hashed before and after: whatever a call said, nothing there changed.
"""

from __future__ import annotations

import ctypes
import io
import os
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import unicodedata
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.security.trees import tree_hash

from aule.contracts.errors import AuleError, Conflict, Invalid, NotFound, OutsideScope
from aule.contracts.settings import Settings
from aule.sandbox.beneath import Opener, best_opener, openat2, walk
from aule.sandbox.secret_files import is_secret
from aule.sandbox.workspace import Workspace
from aule.testing.system import System, system

OPENERS: list[Opener] = [walk, openat2] if best_opener() is openat2 else [walk]
FREE = Settings.model_validate({"policy": {"allow": ["core.*"]}})
CANARY = "the-canary-outside"
TRIES = 26_000
"""For each opener; more than fifty thousand in all."""


@asynccontextmanager
async def stage(tmp_path: Path) -> AsyncGenerator[tuple[System, Path]]:
    """A system whose agents may do all they want, and a folder beside its workspace that they want to reach."""
    outside = tmp_path / "outside"
    (outside / "deep").mkdir(parents=True)
    for name in ("secret.txt", "deep/secret.txt", ".env"):
        (outside / name).write_text(CANARY)
    (outside / "linked.txt").write_text("whoever made the link could read it")
    async with system(tmp_path / "home") as aule:
        await aule.kernel.save_settings(FREE, expected=None)
        _plant(aule.workspace, outside)
        yield aule, outside


def _plant(root: Path, outside: Path) -> None:
    """What an attacker who once could write in the workspace would leave there."""
    (root / "in").mkdir(parents=True)
    (root / "in" / "file.txt").write_text("inside\n")
    links = {
        "to_folder": outside,
        "to_file": outside / "secret.txt",
        "up": "..",
        "root": "/",
        "proc": "/proc/self/root",
        "loop": "loop",
        "in/sideways": "../../../../outside",
        "chain": "to_folder/deep",
        "dangling": outside / "made_by_us",
    }
    for name, target in links.items():
        (root / name).symlink_to(target)
    os.link(outside / "linked.txt", root / "hard")
    os.mkfifo(root / "pipe")
    here = os.open(".", os.O_RDONLY)
    os.chdir(root)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket")
    os.fchdir(here)
    os.close(here)


LEADING_OUT = [
    *("..", "../outside/secret.txt", "in/../../outside/secret.txt", "in/..", "./../x", "....//x/../../../y"),
    *("/etc/passwd", "//etc/passwd", "~/x", "~", "C:\\x", "in\\..\\x", "..\\x", "in/\\x"),
    *("a\0b", "a\nb", "a\rb", "a\x1b[2Jb", "a\x7fb", "\u202ecod.exe", "a\u200bb", "a\u2028b", "\ufeffa"),
    *("to_folder/secret.txt", "to_folder/new.txt", "to_file", "up/x", "root/etc/passwd", "proc/etc/passwd", "loop"),
    *("in/sideways/secret.txt", "chain/secret.txt", "dangling", "dangling/x"),
    *("hard", "pipe", "socket", "in", "."),
    *("x" * 256, "é" * 128, "a/" * 600 + "b"),
]
PROTECTED = [
    *(".git/hooks/post-checkout", ".GIT/config", ".Git", ".git./x", ".git /x", "git~1/x", "in/.git/config"),
    *(".aule/x", ".AULE/x", ".aule-write-1", "．git/config", ".ｇit/config"),
]
SECRET = [
    *(".env", ".ENV", ".env.local", "in/.env", ".env ", ".env.", "．env", "prod.env"),
    *("id_rsa", "ID_RSA", "in/id_ed25519", "server.pem", "server.KEY", "store.p12", "store.pfx", "a.kdbx"),
    *(".netrc", ".npmrc", ".pypirc", ".git-credentials", ".dockercfg", "credentials", "credentials.json"),
    *("secrets.json", "secrets.yaml", ".ssh/config", ".aws/x", ".kube/config", ".docker/config.json", "in/.gnupg/x"),
    unicodedata.normalize("NFD", "sécrets/.env"),
]
HARMLESS = [
    ".env.example",
    "in/.env.sample",
    ".env.template",
    "id_rsa.pub",
    "credentials.py",
    "keys.md",
    "environment.md",
]


def _writes(path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every way to write to a path."""
    yield "write_file", {"path": path, "content": "attack"}
    yield "append_file", {"path": path, "content": "attack"}
    yield "edit_file", {"path": path, "search": "i", "replace": "attack"}
    yield "delete_file", {"path": path}
    yield "move_file", {"source": "in/file.txt", "target": path}
    yield "move_file", {"source": path, "target": "in/stolen.txt"}
    if not {"\n", "\r"} & set(path):
        yield "apply_patch", {"patch": f"*** Begin Patch\n*** Add File: {path}\n+attack\n*** End Patch"}
        yield "apply_patch", {"patch": f"--- /dev/null\n+++ {path}\n@@ -0,0 +1 @@\n+attack\n"}
        yield (
            "apply_patch",
            {"patch": f"*** Begin Patch\n*** Update File: in/file.txt\n*** Move to: {path}\n*** End Patch"},
        )
    if not {"\n", "\r"} & set(path) and path != "hard":
        yield "apply_patch", {"patch": f"diff --git a/x b/y\ncopy from {path}\ncopy to in/stolen.txt\n"}
    if path not in (".", "in"):  # these are folders one may unpack into
        yield "extract_archive", {"path": "in/a.tar", "into": path}


def _reads(path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every way to see what a file holds."""
    yield "read_file", {"path": path}
    yield "grep_search", {"pattern": "canary", "path": path}
    yield "gather_text", {"title": "t", "paths": [path]}
    yield "extract_archive", {"path": path, "into": "in/out"}


async def _call(aule: System, name: str, params: dict[str, Any]) -> str:
    """What a call says, or why it is refused."""
    try:
        return repr((await aule.kernel.call(f"core.{name}", params, locale="en")).result)
    except AuleError as error:
        return f"{error.problem.code}: {error}"


async def test_no_path_leads_out_of_the_workspace_by_any_capability(tmp_path: Path) -> None:
    """Dots, absolute and foreign paths, links, hard links, pipes, control and invisible characters, long names."""
    async with stage(tmp_path) as (aule, outside):
        archive = io.BytesIO()
        with tarfile.open(fileobj=archive, mode="w") as tar:
            entry = tarfile.TarInfo("planted.txt")
            entry.size = 6
            tar.addfile(entry, io.BytesIO(b"attack"))
        (aule.workspace / "in" / "a.tar").write_bytes(archive.getvalue())
        before, inside = tree_hash(outside), tree_hash(aule.workspace)
        for path in [*LEADING_OUT, *PROTECTED]:
            for name, params in _writes(path):
                told = await _call(aule, name, params)
                assert tree_hash(aule.workspace) == inside, (name, path, told)
            for name, params in _reads(path):
                told = await _call(aule, name, params)
                assert CANARY not in told, (name, path, told)
        for folder in ("to_folder", "up", "root", "proc", "in/sideways", "chain"):
            for name, params in (
                ("list_dir", {"path": folder}),
                ("file_search", {"glob": "**/*", "path": folder}),
                ("grep_search", {"pattern": "canary", "path": folder}),
            ):
                told = await _call(aule, name, params)
                assert told.startswith(("outside_scope", "not_found")), (name, folder, told)
        assert (tree_hash(outside), tree_hash(aule.workspace)) == (before, inside)


async def test_secret_files_are_listed_and_neither_read_nor_searched_nor_written(tmp_path: Path) -> None:
    """CO-24: by any spelling, through links, one by one and in a whole folder."""
    async with stage(tmp_path) as (aule, _):
        root = aule.workspace
        for path in [*SECRET, *HARMLESS]:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(CANARY if path in SECRET else "harmless\n")
        (root / "innocent.txt").symlink_to(".env")
        (root / "in" / "folder").symlink_to("../.ssh")
        inside = tree_hash(root)
        for path in [*SECRET, "innocent.txt", "in/folder/config"]:
            for name, params in [*_writes(path), *_reads(path)]:
                told = await _call(aule, name, params)
                assert CANARY not in told and "attack" not in told, (name, path, told)
                if name == "read_file":
                    assert told.startswith("secret_file"), (path, told)
        for name, params in (
            ("grep_search", {"pattern": "canary"}),
            ("grep_search", {"pattern": "canary", "glob": "**/.*"}),
            ("grep_search", {"pattern": "can.ry", "regex": True, "glob": "**/{.env,*.pem,*.json}"}),
            ("retrieve_context", {"query": "the canary outside"}),
            ("gather_text", {"title": "t", "glob": "**/.env*"}),
        ):
            assert CANARY not in await _call(aule, name, params), name
        listed = await _call(aule, "list_dir", {"path": "."})
        assert "'.env'" in listed and "'server.pem'" in listed
        for path in HARMLESS:
            assert "harmless" in await _call(aule, "read_file", {"path": path}), path
        with pytest.raises(OutsideScope) as caught:
            await aule.ask("look", refs=["file:home/.env"])
        assert caught.value.problem.code == "secret_file" and caught.value.problem.hint
        assert tree_hash(root) == inside
        assert CANARY not in "".join(repr(event) for event in await aule.events()), "no event holds it either"


@pytest.mark.parametrize("path", [*SECRET, "x/.env", "a/b/.SSH/known_hosts", "deploy_key.pem", "db.credentials.yml"])
def test_a_secret_file_is_known_by_any_spelling(path: str) -> None:
    assert is_secret(path)


@pytest.mark.parametrize("path", [*HARMLESS, ".", "a/key.md", "sshd.md", "docker/x", "env.ts", "secretary.txt", "pem"])
def test_what_only_sounds_like_a_secret_is_not_one(path: str) -> None:
    assert not is_secret(path)


@contextmanager
def swapping(one: Path, other: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process that does nothing but exchange two names, as fast as it can."""
    script = (
        "import ctypes, sys\n"
        "exchange = ctypes.CDLL(None).renameat2\n"
        "one, other = (name.encode() for name in sys.argv[1:])\n"
        "print('on', flush=True)\n"
        "while True:\n"
        "    for _ in range(2): exchange(-100, one, -100, other, 2)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", script, one, other], stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None and process.stdout.readline() == b"on\n"
        yield process
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("opener", OPENERS, ids=lambda opener: opener.__name__)
def test_a_folder_swapped_for_a_link_while_it_is_used_never_leaks(opener: Opener) -> None:
    """The race that every check of names loses: reads, writes, lists and deletions, 26,000 by each opener."""
    if getattr(ctypes.CDLL(None), "renameat2", None) is None:
        pytest.skip("This system cannot exchange two names in one step.")
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    base = Path(tempfile.mkdtemp(dir=memory))
    try:
        _race(base, opener)
    finally:
        shutil.rmtree(base)


def _race(base: Path, opener: Opener) -> None:
    outside, root = base / "outside", base / "root"
    for folder, text in ((outside, CANARY), (root / "d" / "e", "inside")):
        folder.mkdir(parents=True)
        (folder / "f").write_text(text)
    (outside / "e").mkdir()
    (outside / "e" / "f").write_text(CANARY)
    (root / "evil").symlink_to(outside)
    before = tree_hash(outside)
    counts = {"done": 0, "refused": 0}
    with Workspace.open(root, opener=opener) as workspace, swapping(root / "d", root / "evil"):
        acts = (
            lambda: workspace.read("d/e/f"),
            lambda: workspace.head("d/e/f", 10),
            lambda: bytes(str(workspace.stat("d/e/f", hashed=True)), "utf-8"),
            lambda: b"".join(content or b"" for _, content in workspace.contents(".")),
            lambda: workspace.write("d/e/f", b"inside"),
            lambda: workspace.write("d/e/new/x", b"inside") and workspace.remove("d/e/new/x", ["d/e/new"]),
            lambda: workspace.replaced("d/e/f"),
        )
        started = time.monotonic()
        for number in range(TRIES):
            try:
                told = acts[number % len(acts)]()
                counts["done"] += 1
                assert told is None or CANARY.encode() not in repr(told).encode(), number
            except (OutsideScope, NotFound, Conflict, Invalid):
                counts["refused"] += 1
        assert time.monotonic() - started < 60
    assert sum(counts.values()) == TRIES
    assert min(counts.values()) > 100, f"the race took place: {counts}"
    assert tree_hash(outside) == before
