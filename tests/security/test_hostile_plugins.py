"""Hostile plugins: modules, descriptors, folders and archives that try to take or reach more than they may."""

from __future__ import annotations

import asyncio
import io
import os
import tarfile
import tracemalloc
import zipfile
from collections.abc import Callable
from datetime import date, time
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from tests.apps.plugins.builders import asking, descriptor, program, put, saying, wasm, zipped
from tests.sandbox.net.servers import moved, page, paths, serving
from tests.security.test_archives import about, listing

from aule.apps.plugins.archives import read_archive
from aule.apps.plugins.descriptors import read_descriptor
from aule.apps.plugins.folders import PluginFolders
from aule.contracts.errors import AuleError
from aule.sandbox.wasm.modules import ModuleStore, hash_of
from aule.sandbox.wasm.wasm_box import WasmAnswer, WasmBox, WasmCall, WasmModule
from aule.testing.system import System, system

MB = 1024 * 1024
LOOP = "(loop $again (br $again))"
_SLEEP = (
    "(i64.store (i32.const 2048) (i64.const 7)) (i32.store8 (i32.const 2056) (i32.const 0))"
    "(i64.store (i32.const 2072) (i64.const 3600000000000))"
    "(drop (call $poll (i32.const 2048) (i32.const 4096) (i32.const 1) (i32.const 8)))"
    "(call $say (i32.const 1024) (i32.const 1))"
)
_WASI = '(import "wasi_snapshot_preview1" "{name}" (func $it {type}))'
_COMMAND = '(memory (export "memory") 1) (func (export "_start") {body})'


def command(import_: str, body: str) -> bytes:
    """Return a command with one import of its own."""
    return wasm(f"(module {import_} {_COMMAND.format(body=body)})")


ENDED: dict[str, tuple[Callable[[], bytes], tuple[str, ...]]] = {
    "an endless loop": (lambda: program(LOOP), ("time",)),
    "an endless recursion": (
        lambda: program("(call $down)", more="(func $down (call $down))"),
        ("trap",),
    ),
    "an endless start function": (
        lambda: wasm(
            f'(module (memory (export "memory") 1) (func $begin {LOOP}) (start $begin) (func (export "_start")))'
        ),
        ("time",),
    ),
    "a memory of 1 GB": (
        lambda: program("(if (i32.eq (memory.grow (i32.const 16384)) (i32.const -1)) (then unreachable))"),
        ("trap",),
    ),
    "a memory of 1 GB from the start": (
        lambda: wasm('(module (memory (export "memory") 16384) (func (export "_start")))'),
        ("trap",),
    ),
    "a table without end": (
        lambda: program(
            "(if (i32.eq (table.grow $t (ref.null func) (i32.const 100000000)) (i32.const -1)) (then unreachable))",
            more="(table $t 1 funcref)",
        ),
        ("trap",),
    ),
    "a trap": (lambda: program("unreachable"), ("trap",)),
    "a division by zero": (lambda: program("(drop (i32.div_u (i32.const 1) (i32.const 0)))"), ("trap",)),
    "a read outside its memory": (lambda: program("(drop (i32.load (i32.const 2147483640)))"), ("trap",)),
    "an output flood": (
        lambda: program("(loop $again (call $say (i32.const 1024) (i32.const 60000)) (br $again))"),
        ("output",),
    ),
    "an output of 4 GB in one piece": (
        lambda: program("(call $say (i32.const 0) (i32.const -1))"),
        ("output",),
    ),
    "an output outside its memory": (
        lambda: program("(call $say (i32.const 2147483640) (i32.const 64))"),
        ("trap",),
    ),
    "an error flood": (
        lambda: program(
            "(i32.store (i32.const 0) (i32.const 1024)) (i32.store (i32.const 4) (i32.const 60000))"
            "(loop $again (drop (call $fd_write (i32.const 2) (i32.const 0) (i32.const 1) (i32.const 8))) (br $again))"
        ),
        ("time",),
    ),
    "no output": (lambda: program("(nop)"), ("result",)),
    "words that are no JSON": (lambda: saying("hello"), ("result",)),
    "two results": (lambda: saying("1\n2"), ("result",)),
    "not a number": (lambda: saying("NaN"), ("result",)),
    "a number JSON would round": (lambda: saying("1" + "0" * 30), ("result",)),
    "a number of ten thousand digits": (lambda: saying("9" * 10_000), ("result",)),
    "half a character": (lambda: saying('"\\ud800"'), ("result",)),
    "deep JSON": (lambda: saying("[" * 20_000 + "]" * 20_000), ("result", "output")),
    "JSON that nests a little too deep": (lambda: saying("[" * 40 + "]" * 40), ("result",)),
    "bytes that are no text": (
        lambda: program("(i32.store (i32.const 1024) (i32.const -1)) (call $say (i32.const 1024) (i32.const 4))"),
        ("result",),
    ),
    "a line of the protocol as its result": (lambda: saying('{"kind": "done"}\n{"host": "log"}'), ("result",)),
    "a request outside its memory": (
        lambda: program("(drop (call $log (i32.const 2147483600) (i32.const 100)))", "log"),
        ("trap",),
    ),
    "a request of negative size": (
        lambda: program("(drop (call $log (i32.const 0) (i32.const -1)))", "log"),
        ("trap",),
    ),
    "an answer to outside its memory": (
        lambda: program(
            "(drop (call $log (i32.const 1024) (i32.const 2))) (drop (call $answer (i32.const -4) (i32.const 100)))",
            "log",
            data="{}",
        ),
        ("trap",),
    ),
    "requests without end": (
        lambda: program(
            "(loop $again (drop (call $log (i32.const 1024) (i32.const 2))) (br $again))", "log", data="{}"
        ),
        ("asked", "time"),
    ),
    "an import of another type": (
        lambda: wasm(
            '(module (import "aule" "log" (func (param i64))) (memory (export "memory") 1) (func (export "_start")))'
        ),
        ("trap", "crashed"),
    ),
}
"""Modules that take too much or give what is no data, and what ends them."""

REFUSED: dict[str, Callable[[], bytes]] = {
    "an import of the machine": lambda: command('(import "env" "system" (func))', ""),
    "an import of a function we do not have": lambda: command(
        '(import "aule" "exec" (func (param i32 i32) (result i32)))', ""
    ),
    "a memory of its host": lambda: wasm('(module (import "aule" "log" (memory 1)) (func (export "_start")))'),
    "a global of its host": lambda: command('(import "wasi_snapshot_preview1" "fd_read" (global i32))', ""),
    "a newer WASI": lambda: command('(import "wasi_snapshot_preview2" "fd_read" (func))', ""),
    "a library": lambda: wasm('(module (memory (export "memory") 1) (func (export "run")))'),
    "no memory": lambda: wasm('(module (func (export "_start")))'),
    "a start that is no function": lambda: wasm(
        '(module (memory (export "memory") 1) (global (export "_start") i32 (i32.const 0)))'
    ),
    "a shared memory": lambda: b"\0asm\1\0\0\0\x05\x04\x01\x03\x01\x01",
    "a program of the machine": lambda: Path("/bin/true").read_bytes(),
    "nothing": lambda: b"",
    "noise": lambda: os.urandom(10_000),
    "half a module": lambda: saying("1")[:-20],
    "a module of 9 MB": lambda: saying("1") + b"\0" * 9 * MB,
    "a section that claims 4 GB": lambda: b"\0asm\1\0\0\0\x0b\xff\xff\xff\xff\x0f",
    "a million locals": lambda: (
        b"\0asm\1\0\0\0\x01\x04\x01\x60\0\0\x03\x02\x01\0\x0a\x0a\x01\x08\x01\xff\xff\xff\xff\x0f\x7f\x0b"
    ),
}
"""Files that are never run."""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> ModuleStore:
    """A store of compiled modules."""
    return ModuleStore(tmp_path_factory.mktemp("modules") / "kept")


async def run(store: ModuleStore, box: WasmBox, module: bytes, seconds: float = 0.5) -> WasmAnswer:
    """Run a module with small limits; its host answers nothing."""

    async def answer(name: str, asked: Any) -> None:
        return None

    given = WasmCall({"params": {}}, seconds, 8 * MB, 64_000, 0)
    return await box.run(WasmModule(hash_of(module), lambda: store.compiled(module)), given, answer)


async def test_a_module_that_takes_too_much_costs_that_call(store: ModuleStore) -> None:
    """TL-2: loops, bombs, floods, wrong addresses and odd results end; a call beside them and the next one work."""
    box = WasmBox()
    good = saying("1")
    assert (await run(store, box, good, 5)).result == 1
    through: dict[str, WasmAnswer] = {}
    for name, (made, wanted) in ENDED.items():
        async with asyncio.timeout(20):
            answer, beside = await asyncio.gather(run(store, box, made()), run(store, box, good, 5))
        if answer.outcome not in wanted or answer.result is not None or beside.result != 1:
            through[name] = answer
    await box.close()
    assert through == {}


async def test_a_memory_that_grows_in_small_steps_is_not_copied_with_each(store: ModuleStore) -> None:
    """TL-2: 250 MB in steps of 64 KB cost a part of a second, not a copy of all that is there for each step."""
    box = WasmBox()
    grows = program(
        "(loop $more (br_if $more (i32.and (i32.lt_s (memory.size) (i32.const 4000))"
        " (i32.ne (memory.grow (i32.const 1)) (i32.const -1)))))"
        "(call $say (i32.const 1024) (i32.const 1))",
        data="1",
    )
    given = WasmCall({}, 4, 256 * MB, 64_000, 0)

    async def silent(name: str, asked: Any) -> None:
        return None

    async with asyncio.timeout(30):
        answer = await box.run(WasmModule(hash_of(grows), lambda: store.compiled(grows)), given, silent)
    await box.close()
    assert (answer.outcome, answer.result) == ("done", 1), answer


async def test_a_module_that_sleeps_wakes_at_once_and_one_that_waits_is_killed(store: ModuleStore) -> None:
    """TL-2: a WASI sleep of an hour is over at once; a host that never answers ends with the call's time."""
    box = WasmBox()
    slept = program(_SLEEP, data="1")
    async with asyncio.timeout(10):
        assert (await run(store, box, slept, 3)).outcome == "done"

    async def never(name: str, asked: Any) -> None:
        await asyncio.Event().wait()

    waiting = asking("log", "{}")
    given = WasmCall({}, 0.3, 8 * MB, 64_000, 0)
    module = WasmModule(hash_of(waiting), lambda: store.compiled(waiting))
    async with asyncio.timeout(15):
        assert (await box.run(module, given, never)).outcome == "time"
    await box.close()


@pytest.mark.parametrize(
    "name", ["path_open", "fd_prestat_get", "sock_send", "path_unlink_file", "fd_readdir", "environ_get", "args_get"]
)
async def test_a_module_finds_no_files_sockets_or_environment(store: ModuleStore, name: str) -> None:
    """TL-2: no preopens, no paths, no sockets; the environment and the arguments are empty."""
    from aule.sandbox.wasm.wasi import SIGNATURES

    kinds = SIGNATURES[name]
    types = " ".join("i32" if kind == "i" else "i64" for kind in kinds)
    given = " ".join(f"({'i32' if kind == 'i' else 'i64'}.const 3)" for kind in kinds)
    is_empty = name in ("environ_get", "args_get")
    trap = f"(if (i32.{'ne' if is_empty else 'eq'} (call $it {given}) (i32.const 0)) (then unreachable))"
    module = command(_WASI.format(name=name, type=f"(param {types}) (result i32)"), trap)
    box = WasmBox()
    answer = await run(store, box, module, 5)
    await box.close()
    assert answer.outcome == "result", answer  # it wrote nothing, and was not stopped


async def test_a_file_that_is_no_command_of_ours_is_never_run(store: ModuleStore) -> None:
    """TL-2: unknown imports, libraries, components, programs, noise and bombs are refused when they are compiled."""
    through: list[str] = []
    for name, made in REFUSED.items():
        try:
            async with asyncio.timeout(90):
                await store.facts(made())
            through.append(name)
        except AuleError as error:
            assert error.problem.hint or error.problem.code, name
    assert through == []


@pytest.mark.slow
async def test_a_module_of_very_many_functions_ends_within_the_limits_of_compiling(store: ModuleStore) -> None:
    """TL-2: a compile bomb is compiled or refused, in a child that has no more than its time and memory."""
    bomb = wasm('(module (memory (export "memory") 1) (func (export "_start"))' + "(func (nop))" * 100_000 + ")")
    async with asyncio.timeout(120):
        try:
            await store.facts(bomb)
        except AuleError as error:
            assert error.problem.code == "bad_module"


async def test_code_that_somebody_else_wrote_or_a_crash_cut_off_is_compiled_anew(tmp_path: Path) -> None:
    """TL-2: compiled modules are kept for their owner alone, and what is not whole is not loaded."""
    store, module = ModuleStore(tmp_path / "kept"), saying("1")
    made = await store.compiled(module)
    [kept] = (tmp_path / "kept").iterdir()
    assert ((tmp_path / "kept").stat().st_mode & 0o777, kept.stat().st_mode & 0o777) == (0o700, 0o600)
    for spoil in (lambda: kept.write_bytes(kept.read_bytes()[:-100]), lambda: kept.chmod(0o666)):
        spoil()
        assert (await store.compiled(module)).code == made.code
        assert kept.stat().st_mode & 0o777 == 0o600


def _taking(**schema: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"a": schema}}


BAD: dict[str, Any] = {
    "a name with a path": {"name": "../evil"},
    "a name with a dot": {"name": "core.exec"},
    "a module elsewhere": {"module": "../../etc/passwd.wasm"},
    "a module by an absolute path": {"module": "/etc/passwd.wasm"},
    "something nobody knows": {"runs_as": "root"},
    "an address in place of a site": {"domains": ["https://example.org/"]},
    "an IP address": {"domains": ["127.0.0.1"]},
    "an IP address as a number": {"domains": ["2130706433"]},
    "an IPv6 address": {"domains": ["[::1]"]},
    "this machine": {"domains": ["localhost"]},
    "a name of this machine": {"domains": ["admin.localhost"]},
    "a site of the home network": {"domains": ["router.lan"]},
    "every site": {"domains": ["*"]},
    "every site below": {"domains": ["*.example.org"]},
    "a site with a port": {"domains": ["example.org:22"]},
    "sending elsewhere": {"domains": ["a.org"], "sends": ["b.org"], "capability": {"sends": True}},
    "sending without sites": {"capability": {"sends": True}},
    "sending by no capability": {"domains": ["a.org"], "sends": ["a.org"]},
    "a secret with a pattern": {"secrets": ["*"]},
    "a secret in small letters": {"secrets": ["aws_key"]},
    "an hour": {"limits": {"seconds": 3600}},
    "all memory": {"limits": {"memory_mb": 100_000}},
    "a title that turns round": {"title": {"en": "a\u202eb", "pt": "a"}},
    "a description with hidden words": {"description": {"en": "a\u200b\U000e0041b", "pt": "a"}},
    "no capability": {"capabilities": []},
    "an effect that runs commands": {"capability": {"effect": "exec"}},
    "an effect that deletes": {"capability": {"effect": "delete"}},
    "a name of a capability with a path": {"capability": {"name": "a/b"}},
    "parameters that are no object": {"capability": {"params": {"type": "array"}}},
    "parameters by any name": {"capability": {"params": {"type": "object", "additionalProperties": True}}},
    "a parameter of the caller": {"capability": {"params": {"type": "object", "properties": {"context": {}}}}},
    "a pattern that never ends": {
        "capability": {"returns": {"type": "string", "pattern": "(a+)+$"}},
    },
    "a schema elsewhere": {"capability": {"returns": {"$ref": "https://example.org/schema"}}},
    "a schema of itself": {"capability": {"returns": {"$ref": "#"}}},
    "hidden words in a schema": {"capability": {"returns": {"type": "string", "description": "a\u202eb"}}},
    "a date as a default": {"capability": {"params": _taking(default=date(2026, 1, 1))}},
    "a date where a text is due": {"capability": {"params": _taking(type="string", default=date(2026, 1, 1))}},
    "a time among the choices": {"capability": {"params": _taking(enum=[time(12)])}},
    "not a number as a default": {"capability": {"params": _taking(default=float("nan"))}},
    "a default that no number holds": {"capability": {"params": _taking(type="integer", default=10**4000)}},
    "a schema of a thousand parts": {
        "capability": {"returns": {"type": "object", "properties": {f"p{n}": {"type": "string"} for n in range(1_000)}}}
    },
}
"""Descriptors that are refused, by what they try."""
TEXTS = {
    "no text": b"\xff\xfe",
    "deep lists": b"name = " + b"[" * 20_000 + b"]" * 20_000,
    "deep tables": b"a = " + b"{a = " * 10_000 + b"1" + b"}" * 10_000,
    "a number without end": b"name = " + b"9" * 50_000,
    "a megabyte": b"# " + b"x" * MB,
    "nothing": b"",
}


@pytest.mark.parametrize("attack", [*BAD, *TEXTS])
def test_a_descriptor_that_deceives_or_costs_is_refused(attack: str) -> None:
    """TL-1: names, sites, secrets, limits, effects, words and schemas that are not what they have to be."""
    content = TEXTS[attack] if attack in TEXTS else tomli_w.dumps(descriptor(**_named(BAD[attack]))).encode()
    with pytest.raises(AuleError) as refused:
        read_descriptor(content, "en")
    assert refused.value.problem.code in ("bad_descriptor", "hidden_characters")


def test_folders_and_files_that_lead_elsewhere_are_no_plugins(tmp_path: Path) -> None:
    """TL-1: links, second names, pipes, folders and other names in the folder of plugins are not read."""
    place, elsewhere = tmp_path / "plugins", tmp_path / "elsewhere"
    whole = put(elsewhere, descriptor(), saying("1"))
    place.mkdir()
    folders = PluginFolders(place)
    (place / "echo_it").symlink_to(whole)
    assert folders.names() == ["echo_it"]  # told, and refused when it is read
    _refused(folders, "echo_it")
    (place / "echo_it").unlink()
    plants: dict[str, Callable[[Path], object]] = {
        "plugin.wasm": lambda file: file.symlink_to(whole / "plugin.wasm"),
        "plugin.toml": lambda file: os.link(whole / "plugin.toml", file),
    }
    pipes: dict[str, Callable[[Path], object]] = {"plugin.wasm": os.mkfifo, "plugin.toml": Path.mkdir}
    for each in (plants, pipes):
        for name, plant in each.items():
            folder = put(place, descriptor(), saying("1"))
            (folder / name).unlink()
            plant(folder / name)
            _refused(folders, "echo_it")
            (folder / name).rmdir() if (folder / name).is_dir() else (folder / name).unlink()
    for name in ("..", "../elsewhere/echo_it", "echo_it/../echo_it", "", "a\0b", ".staging"):
        _refused(folders, name)
    put(place, tomli_w.dumps(descriptor("other_name")), saying("1"))
    _refused(folders, "echo_it")


def _zip(entries: dict[str, bytes], *, link: str | None = None) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = (0o120777 if name == link else 0o100644) << 16
            archive.writestr(info, content, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def _packed_twice(method: int) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        archive.writestr("plugin.toml", tomli_w.dumps(descriptor()))
        archive.writestr("plugin.wasm", b"\0" * 300 * MB)
    return made.getvalue()


def _tar(entries: dict[str, bytes], *, kind: bytes = tarfile.REGTYPE, packed: str = "w:gz") -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode=packed) as archive:  # pyright: ignore
        for name, content in entries.items():
            info = tarfile.TarInfo(name)
            info.size = len(content) if kind == tarfile.REGTYPE or name == "plugin.toml" else 0
            if name != "plugin.toml":
                info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info, io.BytesIO(content))
    return made.getvalue()


def _archives() -> dict[str, bytes]:
    told, module = tomli_w.dumps(descriptor()).encode(), saying("1")
    both = {"plugin.toml": told, "plugin.wasm": module}
    return {
        "a way out of a zip": _zip({**both, "../../.bashrc": b"x"}),
        "an absolute path in a zip": _zip({**both, "/etc/cron.d/x": b"x"}),
        "a way out with backslashes": _zip({**both, "..\\..\\x": b"x"}),
        "a link in a zip": _zip({"plugin.toml": told, "plugin.wasm": b"/etc/passwd"}, link="plugin.wasm"),
        "a zip bomb": _zip({"plugin.toml": told, "plugin.wasm": b"\0" * 200 * MB}),
        "a bomb of another kind": _packed_twice(zipfile.ZIP_BZIP2),
        "a bomb of a third kind": _packed_twice(zipfile.ZIP_LZMA),
        "a bomb as descriptor": _zip({"plugin.toml": b"#" * 50 * MB, "plugin.wasm": module}),
        "a thousand entries": _zip({**both, **{f"f{n}": b"" for n in range(1_000)}}),
        "two descriptors": _zip({**both, "a/plugin.toml": told}),
        "no module": _zip({"plugin.toml": told}),
        "two modules": _zip({**both, "other.wasm": module}),
        "a damaged zip": _zip(both)[:-30],
        "a way out of a tar": _tar({**both, "../../x": b"x"}),
        "a link in a tar": _tar(both, kind=tarfile.SYMTYPE),
        "a hard link in a tar": _tar(both, kind=tarfile.LNKTYPE),
        "a device in a tar": _tar(both, kind=tarfile.CHRTYPE),
        "a packed bomb": _tar({"plugin.toml": told, "plugin.wasm": b"\0" * 100 * MB}),
        "a number of many digits about a tar": about(tarfile.XHDTYPE, b"1" * 200_000),
        "half a million files that a zip lists": listing(500_000),
        "no archive": b"hello",
        "nothing": b"",
    }


def test_archives_that_lead_outside_or_unpack_to_too_much_are_refused() -> None:
    """TL-1: zip slip, links, devices and bombs; nothing is written to disk for any of them."""
    through: dict[str, int] = {}
    for name, content in _archives().items():
        tracemalloc.start()
        try:
            read_archive(content, "en")
            through[name] = 0
        except AuleError:
            if (most := tracemalloc.get_traced_memory()[1]) > 120 * MB:
                through[name] = most
        finally:
            tracemalloc.stop()
    assert through == {}
    files, left_out = read_archive(zipped(descriptor(), saying("1"), {"docs/README.md": b"x"}), "en")
    assert (files.descriptor.name, left_out) == ("echo_it", ["docs/README.md"])


ASKS: dict[str, tuple[str, str, str]] = {
    "a secret that is not declared": ("secret_get", '{"name": "OTHER_KEY"}', "undeclared_secret"),
    "a secret by a pattern": ("secret_get", '{"name": "*"}', "undeclared_secret"),
    "a site that is not declared": ("http_fetch", '{"url": "http://other.test/"}', "undeclared_domain"),
    "this machine": ("http_fetch", '{"url": "http://localhost/"}', "private_address"),
    "this machine by its address": ("http_fetch", '{"url": "http://127.0.0.1/"}', "unsafe_url"),
    "the address of a cloud": ("http_fetch", '{"url": "http://169.254.169.254/latest"}', "unsafe_url"),
    "a file": ("http_fetch", '{"url": "file:///etc/passwd"}', "invalid_url"),
    "a site before a password": ("http_fetch", '{"url": "http://news.test@other.test/"}', "invalid_url"),
    "sending": ("http_fetch", '{"url": "http://news.test/", "method": "POST"}', "undeclared_sending"),
    "a method that is none": ("http_fetch", '{"url": "http://news.test/", "method": "TRACE"}', "bad_fetch"),
    "a method of two lines": ("http_fetch", '{"url": "http://news.test/", "method": "POST\\r\\nX: y"}', "bad_fetch"),
    "a body without a method": ("http_fetch", '{"url": "http://news.test/", "body": "x"}', "bad_fetch"),
    "a body that is no text": ("http_fetch", '{"url": "http://news.test/", "method": "PUT", "body": 1}', "bad_fetch"),
    "half a character as a body": (
        "http_fetch",
        '{"url": "http://news.test/", "method": "PUT", "body": "\\ud800"}',
        "bad_fetch",
    ),
    "more hosts by itself": ("http_fetch", '{"url": "http://news.test/", "hosts": ["other.test"]}', "bad_fetch"),
    "another host by a header": (
        "http_fetch",
        '{"url": "http://news.test/", "headers": {"Host": "other.test"}}',
        "bad_header",
    ),
    "a header of two lines": (
        "http_fetch",
        '{"url": "http://news.test/", "headers": {"X-A": "a\\r\\nHost: b"}}',
        "bad_header",
    ),
    "a value too large": ("kv_set", '{"key": "a", "value": "' + "x" * 3_000 + '"}', "kv_full"),
    "a key that is none": ("kv_set", '{"key": "", "value": 1}', "bad_key"),
    "a key with NUL": ("kv_set", '{"key": "a\\u0000", "value": 1}', "bad_key"),
    "a secret as a value": ("kv_set", '{"key": "a", "value": "s3cret-w3ather-key"}', "secret_elsewhere"),
    "a secret as a measure": ("metric", '{"name": "s3cret-w3ather-key", "value": 1}', "secret_elsewhere"),
    "a measure that is no number": ("metric", '{"name": "a", "value": true}', "bad_metric"),
    "a measure beyond all numbers": ("metric", '{"name": "a", "value": 1' + "0" * 400 + "}", "bad_metric"),
    "a value that is no number": ("kv_set", '{"key": "a", "value": NaN}', "bad_value"),
    "a value with half a character": ("kv_set", '{"key": "a", "value": "\\ud800"}', "bad_value"),
    "a measure by a bad name": ("metric", '{"name": "A B", "value": 1}', "invalid_metric"),
    "a log without words": ("log", '{"level": "info"}', "bad_log"),
    "a request that is no object": ("log", "[1]", "bad_request"),
    "a request that is no JSON": ("log", "{", "not_json"),
}
"""What a plugin with one secret, one site and 1 KB of values asks its host for, and how that is refused."""


ODD = {
    f"/{charset}": page("a-b9", type=f"text/plain; charset={charset}")
    for charset in ("punycode", "idna", "undefined", "hex", "none")
}
"""Pages in charsets that are none, or that only cost."""


async def test_a_host_refuses_what_was_not_declared(tmp_path: Path) -> None:
    """TL-2: secrets, sites, addresses, headers, values and measures beyond the descriptor; a redirect included."""
    reach: dict[str, Any] = {"secrets": ["WEATHER_KEY"], "domains": ["news.test"], "kv": True, "limits": {"kv_kb": 1}}
    async with (
        system(tmp_path) as aule,
        serving(paths({"/moved": moved("http://other.test/"), **ODD, "": page("x")})) as server,
    ):
        aule.kernel.web.go_through(server.client())
        aule.kernel.secrets.set("WEATHER_KEY", "s3cret-w3ather-key")
        for place, (attack, (function, asked, code)) in enumerate(ASKS.items()):
            told = await _asked(aule, f"probe_{place}_it", reach, asking(function, asked))
            assert (told["ok"], told["code"]) == (False, code), attack
        url = server.url("/moved", host="news.test")
        told = await _asked(aule, "moved_it", reach, asking("http_fetch", f'{{"url": "{url}"}}'))
        assert (told["ok"], told["code"]) == (False, "undeclared_host")
        for number, path in enumerate(ODD):
            url = server.url(path, host="news.test")
            told = await _asked(aule, f"odd_{number}_it", reach, asking("http_fetch", f'{{"url": "{url}"}}'))
            assert (told["ok"], told["value"]["text"]) == (True, "a-b9"), told
        hosts = [visit.headers.get("host", "").partition(":")[0] for visit in server.visits]
        assert set(hosts) == {"news.test"}


async def test_what_is_not_declared_or_deceives_is_not_even_approved(tmp_path: Path) -> None:
    """TL-1: host functions without a declaration, names of the core, names like them, another plugin's capability."""
    async with system(tmp_path) as aule:
        place = aule.kernel.documents.home.path / "plugins"
        cases: dict[str, tuple[dict[str, Any], bytes, str]] = {
            "an undeclared fetch": (descriptor("fetches_it"), asking("http_fetch", "{}"), "undeclared_function"),
            "an undeclared secret": (descriptor("secret_it"), asking("secret_get", "{}"), "undeclared_function"),
            "undeclared values": (descriptor("values_it"), asking("kv_set", "{}"), "undeclared_function"),
            "the name of a core tool": (_capability("reader", "read_file"), saying("1"), "name_taken"),
            "a name like a core tool": (_capability("reader", "read_fi1e"), saying("1"), "name_taken"),
            "a name without its line": (_capability("reader", "readfile"), saying("1"), "name_taken"),
        }
        for attack, (told, module, code) in cases.items():
            put(place, told, module)
            with pytest.raises(AuleError) as refused:
                await aule.kernel.preview("plugins.approve_plugin", {"name": told["name"]})
            assert refused.value.problem.code == code, attack
        await put_and_approve(aule, descriptor("first_it"), saying("1"))
        put(place, _capability("second_it", "first_it"), saying("2"))
        with pytest.raises(AuleError) as refused:
            await aule.kernel.preview("plugins.approve_plugin", {"name": "second_it"})
        assert refused.value.problem.code == "name_taken"
        lying = await put_and_approve(aule, descriptor("lying_it", domains=["example.org"]), saying("1"))
        assert lying == "external"  # it says that it reads


async def _asked(aule: System, name: str, reach: dict[str, Any], module: bytes) -> dict[str, Any]:
    """Approve a plugin and call it once; return what its host answered."""
    await put_and_approve(aule, descriptor(name, **reach), module)
    shown = await aule.kernel.preview(f"plugin.{name}", {})
    from aule.sdk.http import ByHand

    called = await aule.kernel.call(f"plugin.{name}", {}, by_hand=ByHand(seen=shown.content_hash))
    assert called.result.ok, called.result.error
    return called.result.data


async def put_and_approve(aule: System, told: dict[str, Any], module: bytes) -> str:
    """Put a plugin into its folder and approve it by hand; return the effect it is offered with."""
    from aule.sdk.http import ByHand

    put(aule.kernel.documents.home.path / "plugins", told, module)
    params = {"name": told["name"]}
    shown = await aule.kernel.preview("plugins.approve_plugin", params)
    await aule.kernel.call("plugins.approve_plugin", params, by_hand=ByHand(seen=shown.content_hash))
    return aule.kernel.registry.get(f"plugin.{told['name']}").effect.value


def _named(more: dict[str, Any]) -> dict[str, Any]:
    return {"name": "echo_it", **more}


def _capability(plugin: str, name: str) -> dict[str, Any]:
    return descriptor(plugin, capability={"name": name})


def _refused(folders: PluginFolders, name: str) -> None:
    with pytest.raises(AuleError):
        folders.read(name, "en")
