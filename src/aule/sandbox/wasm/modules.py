"""Modules: what a `.wasm` file imports, and its machine code, compiled once in a limited child and kept on disk.

Loading machine code is trusting it, so it is kept where only the owner can write, under the hash of the module it was
made of, and loaded nowhere but in a limited child that runs that module alone.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import json
import os
import platform
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from aule.contracts.access.sandbox import Level
from aule.contracts.errors import AuleError, Invalid, StorageFailed, Unavailable
from aule.sandbox.box.limits import MB
from aule.sandbox.limited.child import ChildDied, ChildLimits, LimitedCall, limited_level, limited_lines
from aule.sandbox.wasm.compiler import RUN_FORM, TOOL_FORM
from aule.sandbox.wasm.engine import CONFIGURATION, OURS, WASI, is_component
from aule.sandbox.wasm.interfaces import HOST, RUN, TOOL, interface_of
from aule.sandbox.wasm.wasi import SIGNATURES

HOST_FUNCTIONS = ("log", "metric", "secret_get", "http_fetch", "kv_get", "kv_set", "kv_delete")
"""What the module `aule` offers, beside `answer`, which fetches what the latest of them gave back."""
MOST_MODULE = 8 * MB
MOST_COMPONENT = 32 * MB
"""A component may bring the whole interpreter of its language."""
MOST_CODE = 128 * MB
MOST_KEPT, MOST_KEPT_BYTES = 40, 1024 * MB
"""Compiled modules that are kept; the one used longest ago goes first."""
COMPILE_S, COMPILE_COMPONENT_S = 60, 240
_COMPILER = ChildLimits(memory=1024 * MB, cpu_s=COMPILE_S, line=16 * MB, printed=180 * MB, silent_s=COMPILE_S)
_COMPONENTS = ChildLimits(
    memory=2048 * MB, cpu_s=COMPILE_COMPONENT_S, line=16 * MB, printed=180 * MB, silent_s=COMPILE_COMPONENT_S
)

_MOST_HEAD = 10_000


class BadModule(Invalid):
    """A file that cannot be run as a module here."""

    code = "bad_module"


@dataclass(frozen=True, slots=True)
class ModuleFacts:
    """What is known of a module without running it."""

    hash: str
    host_functions: list[str] = field(default_factory=list[str])
    """The functions of the system it calls."""
    code_bytes: int = 0


@dataclass(frozen=True, slots=True)
class CompiledModule:
    """A module with its machine code."""

    facts: ModuleFacts
    code: bytes = field(repr=False)
    is_component: bool = False


def hash_of(content: bytes) -> str:
    """Return the hash by which a module is known."""
    return hashlib.sha256(content).hexdigest()


def is_installed() -> bool:
    """Return whether the engine for modules is there; nothing of it is loaded."""
    return find_spec("wasmtime") is not None


def most_bytes(content: bytes) -> int:
    """Return how large a file that begins so may be."""
    return MOST_COMPONENT if is_component(content) else MOST_MODULE


def walls() -> Level:
    """Return the walls modules run in here; `Unavailable` where there are none."""
    level = limited_level()
    if level is Level.NONE:
        raise Unavailable(
            "This machine has no walls for programs that strangers wrote: plugins do not run on it.",
            code="no_walls",
            hint="Install bubblewrap, or use a Linux with Landlock.",
        )
    return level


class ModuleStore:
    """Compiled modules in a folder of their own, which the owner alone can read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._turns: dict[str, asyncio.Lock] = {}

    async def compiled(self, content: bytes) -> CompiledModule:
        """Return a module with its code, from disk or compiled now; `BadModule` where it cannot be run here."""

        async def give() -> bytes:
            most = most_bytes(content)
            if len(content) > most:
                raise BadModule(
                    f"The module has more than {most // MB} MB.", hint="Build it with optimisation for size."
                )
            return content

        return await self.made(hash_of(content), give)

    async def made(self, hashed: str, make: Callable[[], Awaitable[bytes]]) -> CompiledModule:
        """Return a module with its code, from disk, or compiled now of what `make` gives."""
        async with self._turns.setdefault(hashed, asyncio.Lock()):
            found = await self.kept(hashed)
            if found is None:
                found = await self._compile(await make(), hashed)
                await asyncio.to_thread(self._write, hashed, found)
            return found

    async def has(self, hashed: str) -> bool:
        """Return whether the code of a module is kept, without reading it."""
        return await asyncio.to_thread(self._place(hashed).is_file)

    async def kept(self, hashed: str) -> CompiledModule | None:
        """Return a module by its hash where its code is kept, without its content."""
        return await asyncio.to_thread(self._read, hashed)

    async def facts(self, content: bytes) -> ModuleFacts:
        """Return what is known of a module; where its code is not kept, it is compiled for that."""
        return (await self.compiled(content)).facts

    async def _compile(self, content: bytes, hashed: str) -> CompiledModule:
        level = await asyncio.to_thread(walls)
        handle = os.memfd_create("module", os.MFD_CLOEXEC)
        try:
            await asyncio.to_thread(_fill, handle, content)
            return await _told_of(handle, hashed, level, is_component(content))
        finally:
            os.close(handle)

    def _read(self, hashed: str) -> CompiledModule | None:
        place = self._place(hashed)
        try:
            handle = os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError:
            return None
        with os.fdopen(handle, "rb") as file:
            status = os.fstat(handle)
            if status.st_uid != os.geteuid() or status.st_mode & 0o077:
                return None  # somebody else may have written it
            with contextlib.suppress(OSError):
                os.utime(handle)
            digest, head, code = file.read(32), file.readline(_MOST_HEAD), file.read(MOST_CODE + 1)
        if digest != _digest(head, code):
            return None  # what was cut off by a crash is compiled anew
        told = json.loads(head)
        return CompiledModule(ModuleFacts(hashed, told["functions"], len(code)), code, told["is_component"])

    def _write(self, hashed: str, made: CompiledModule) -> None:
        told = {"is_component": made.is_component, "functions": made.facts.host_functions}
        head = json.dumps(told).encode() + b"\n"
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._folder.chmod(0o700)
            handle, name = tempfile.mkstemp(dir=self._folder, prefix=".new-")
            with os.fdopen(handle, "wb") as file:
                file.write(_digest(head, made.code) + head)
                file.write(made.code)
            os.replace(name, self._place(hashed))
            self._forget_oldest()
        except OSError as error:
            raise StorageFailed(f"Compiled modules cannot be kept in {str(self._folder)!r}.") from error

    def _forget_oldest(self) -> None:
        kept = sorted(self._folder.iterdir(), key=lambda each: each.stat().st_mtime)
        size = sum(each.stat().st_size for each in kept)
        for place, each in enumerate(kept[:-1]):
            if len(kept) - place <= MOST_KEPT and size <= MOST_KEPT_BYTES:
                return
            size -= each.stat().st_size
            each.unlink(missing_ok=True)

    def _place(self, hashed: str) -> Path:
        return self._folder / f"{hashed}-{_version()}-{CONFIGURATION}-{platform.machine()}"


async def _told_of(handle: int, hashed: str, level: Level, of_component: bool) -> CompiledModule:
    limits = _COMPONENTS if of_component else _COMPILER
    lines = limited_lines(handle, LimitedCall("aule.sandbox.wasm.compiler", limits=limits), level)
    code = bytearray()
    try:
        async with asyncio.timeout(limits.cpu_s + 10):
            facts = await anext(lines)
            _refuse_fault(facts)
            functions = _component_functions(facts) if of_component else _host_functions(facts)
            async for told in lines:
                code += base64.b64decode(str(told["code"]))
    except (TimeoutError, StopAsyncIteration, ChildDied, KeyError, ValueError) as error:
        raise BadModule(
            "The module cannot be compiled within the limits of time and memory.",
            hint="Build a smaller one; a module of a few hundred kilobytes compiles in a moment.",
        ) from error
    except AuleError as error:
        if isinstance(error, (BadModule, Unavailable)):
            raise
        raise BadModule("The module cannot be compiled within the limits of time and memory.") from error
    finally:
        await lines.aclose()
    if not 0 < len(code) <= MOST_CODE:
        raise BadModule(f"The module has more than {MOST_CODE // MB} MB of machine code.", hint="Build a smaller one.")
    return CompiledModule(ModuleFacts(hashed, functions, len(code)), bytes(code), of_component)


def _refuse_fault(facts: dict[str, Any]) -> None:
    if facts.get("fault") is not None:
        raise BadModule(
            f"The file is no WebAssembly that can be run here: {str(facts.get('message'))[:300]}.",
            hint="Build a WASI command, such as with the target wasm32-wasip1, or a component.",
        )


def _host_functions(facts: dict[str, Any]) -> list[str]:
    """Return the functions of the system a module calls; `BadModule` where it imports or lacks something."""
    exports: dict[str, str] = facts["exports"]
    imports: list[list[str]] = facts["imports"]
    found: list[str] = []
    for module, name, kind in imports:
        is_known = kind == "FuncType" and (
            (module == WASI and name in SIGNATURES) or (module == OURS and name in (*HOST_FUNCTIONS, "answer"))
        )
        if not is_known:
            raise _unknown_import(
                f"{module}.{name}",
                f"There are the functions of {WASI} and, in {OURS!r}, {', '.join(HOST_FUNCTIONS)} and answer.",
            )
        if module == OURS and name != "answer":
            found.append(name)
    if exports.get("_start") != "FuncType" or exports.get("memory") != "MemoryType":
        raise BadModule(
            "The module is no WASI command: it has to export `_start` and `memory`.",
            code="no_command",
            hint="Build a program with a main function, not a library.",
        )
    return sorted(set(found))


def _component_functions(facts: dict[str, Any]) -> list[str]:
    """Return the functions of the system a component may call; `BadModule` where it imports or lacks something."""
    exports: dict[str, dict[str, str]] = facts["exports"]
    imports: list[list[str]] = facts["imports"]
    found: list[str] = []
    for name, function, form in imports:
        interface = interface_of(name)
        ours = HOST.get(interface or "")
        if interface is None or (ours is not None and (function not in ours or form != TOOL_FORM)):
            raise _unknown_import(
                f"{name} {function}".strip(),
                f"There is WASI 0.2 (cli, clocks, filesystem, io, random, sockets) and {', '.join(HOST)}.",
            )
        if ours is not None:
            found.append(ours[function])
    is_command = any(interface_of(name) == RUN and members.get("run") == RUN_FORM for name, members in exports.items())
    if not is_command and exports.get(TOOL) != {"": TOOL_FORM}:
        raise BadModule(
            "The component exports neither `wasi:cli/run` nor `run: func(request: string) -> result<string, string>`.",
            code="no_command",
            hint="Build it for the world `plugin` of plugin.wit, or as a command.",
        )
    return sorted(set(found))


def _unknown_import(name: str, there_is: str) -> BadModule:
    return BadModule(
        f"The module imports {name[:120]!r}, which plugins are not given.", code="unknown_import", hint=there_is
    )


def _digest(head: bytes, code: bytes) -> bytes:
    return hashlib.sha256(hashlib.sha256(head).digest() + hashlib.sha256(code).digest()).digest()


def _fill(handle: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(handle, rest) :]
    os.lseek(handle, 0, os.SEEK_SET)


@cache
def _version() -> str:
    try:
        return version("wasmtime")
    except PackageNotFoundError:
        raise Unavailable(
            "Plugins need the engine wasmtime, which is not installed.",
            code="wasm_missing",
            hint='Install it: `pip install "aule[wasm]"`.',
        ) from None
