"""Hostile components: programs of the component model that try to take or reach more than they may."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from tests.apps.plugins.builders import wasm
from tests.apps.plugins.components import asks, command, says, tool, writes

from aule.contracts.errors import AuleError
from aule.sandbox.wasm.modules import ModuleStore, hash_of
from aule.sandbox.wasm.wasm_box import WasmAnswer, WasmBox, WasmCall, WasmModule

MB = 1024 * 1024
LOOP = "(loop $again (br $again))"
_ANSWER = "(i32.store (i32.const 0) (i32.const {tag})) (i32.store (i32.const 4) (i32.const {at}))"
_ANSWER += " (i32.store (i32.const 8) (i32.const {size})) (i32.const {place})"


def answering(tag: int = 0, at: int = 1024, size: int = 1, place: int = 0) -> bytes:
    """Return a component whose answer is where it says, whether there is one or not."""
    return tool(_ANSWER.format(tag=tag, at=at, size=size, place=place), data="1")


def raw(inner: str) -> bytes:
    """Return a component of these parts."""
    return wasm(f"(component {inner})")


def nested(depth: int) -> bytes:
    """Return a component in a component, so many deep."""
    head = b"\0asm\r\0\1\0"
    made = head
    for _ in range(depth):
        size, rest = b"", len(made)
        while rest > 127:
            size, rest = size + bytes([rest & 127 | 128]), rest >> 7
        made = head + b"\4" + size + bytes([rest]) + made
    return made


_RUN = """
  (core module $m (memory (export "memory") 1) {parts}
    (func (export "realloc") (param i32 i32 i32 i32) (result i32) {realloc})
    (func (export "run") (param i32 i32) (result i32) {body}))
  (core instance $i (instantiate $m))
  (alias core export $i "memory" (core memory $memory))
  (alias core export $i "realloc" (core func $realloc))
  (alias core export $i "run" (core func $run))
  (func (export "run") (param "request" string) (result (result string (error string)))
    (canon lift (core func $run) (memory $memory) (realloc $realloc)))
"""


def plain(body: str = "unreachable", realloc: str = "(i32.const 1024)", parts: str = "", more: str = "") -> bytes:
    """Return a component without imports, with its own way of making room for what it is given."""
    return raw(more + _RUN.format(parts=parts, realloc=realloc, body=body))


_FLOOD = "(loop $again (call $write (call $get-stdout) (i32.const 0) (i32.const 60000) (i32.const 32)) (br $again))"

ENDED: dict[str, tuple[Callable[[], bytes], tuple[str, ...]]] = {
    "an endless loop": (lambda: tool(LOOP + "(i32.const 0)"), ("time",)),
    "an endless command": (lambda: command(LOOP + "(i32.const 0)"), ("time",)),
    "an endless recursion": (lambda: tool("(call $down) (i32.const 0)", more="(func $down (call $down))"), ("trap",)),
    "an endless start": (lambda: plain(parts=f"(func $begin {LOOP}) (start $begin)"), ("time",)),
    "a start that traps": (lambda: plain(parts="(func $begin unreachable) (start $begin)"), ("trap",)),
    "making room without end": (lambda: plain(realloc=f"{LOOP} (i32.const 0)"), ("time",)),
    "making room outside its memory": (lambda: plain(realloc="(i32.const 65530)"), ("trap",)),
    "a memory of 1 GB": (
        lambda: tool("(if (i32.eq (memory.grow (i32.const 16384)) (i32.const -1)) (then unreachable)) (i32.const 0)"),
        ("trap",),
    ),
    "a memory of 1 GB from the start": (
        lambda: raw(
            "(core module $big (memory 16384)) (core instance (instantiate $big))"
            + _RUN.format(parts="", realloc="(i32.const 0)", body="(i32.const 0)")
        ),
        ("trap",),
    ),
    "a hundred memories": (
        lambda: plain(more="(core module $a (memory 64))" + "(core instance (instantiate $a))" * 100),
        ("trap",),
    ),
    "a hundred tables": (
        lambda: plain(more="(core module $a (table 1000 funcref))" + "(core instance (instantiate $a))" * 100),
        ("trap",),
    ),
    "a thousand instances": (
        lambda: plain(more="(core module $a)" + "(core instance (instantiate $a))" * 1_000),
        ("trap",),
    ),
    "a trap": (lambda: tool("unreachable"), ("trap",)),
    "an answer outside its memory": (lambda: answering(at=2**31 - 8, size=64), ("trap",)),
    "an answer of 2 GB": (lambda: answering(size=2**31 - 1), ("trap",)),
    "an answer of 4 GB": (lambda: answering(size=-1), ("trap",)),
    "an answer that is neither": (lambda: answering(tag=7), ("trap",)),
    "an answer at an odd place": (lambda: answering(place=3), ("trap",)),
    "an answer nowhere": (lambda: answering(place=-4), ("trap",)),
    "an answer larger than it may be": (lambda: answering(size=400_000), ("output",)),
    "bytes that are no text": (
        lambda: tool("(i32.store (i32.const 1024) (i32.const -1))" + _ANSWER.format(tag=0, at=1024, size=4, place=0)),
        ("trap",),
    ),
    "words that are no JSON": (lambda: says("hello"), ("result",)),
    "two results": (lambda: says("1\n2"), ("result",)),
    "not a number": (lambda: says("NaN"), ("result",)),
    "deep JSON": (lambda: says("[" * 20_000 + "]" * 20_000), ("result",)),
    "a line of the protocol as its result": (lambda: says('{"kind": "done"}\n{"host": "log"}'), ("result",)),
    "a failure": (lambda: says("no", 1), ("exit",)),
    "a failed command": (lambda: command("(i32.const 1)"), ("exit",)),
    "a command that says neither": (lambda: command("(i32.const 9)"), ("trap",)),
    "no output": (lambda: command("(i32.const 0)"), ("result",)),
    "an output flood": (lambda: command(_FLOOD + "(i32.const 0)"), ("output",)),
    "an output outside its memory": (
        lambda: command(
            "(call $write (call $get-stdout) (i32.const 2147483640) (i32.const 64) (i32.const 0)) (i32.const 0)"
        ),
        ("trap",),
    ),
    "an output to a handle it never got": (
        lambda: command("(call $write (i32.const 77) (i32.const 0) (i32.const 4) (i32.const 0)) (i32.const 0)"),
        ("trap",),
    ),
    "its input as its output": (
        lambda: command("(call $write (call $get-stdin) (i32.const 0) (i32.const 4) (i32.const 0)) (i32.const 0)"),
        ("trap",),
    ),
    "a read into nowhere": (
        lambda: command("(call $read (call $get-stdin) (i64.const -1) (i32.const -4)) (i32.const 0)"),
        ("trap",),
    ),
    "a million handles": (
        lambda: command("(loop $again (drop (call $get-stdout)) (br $again)) (i32.const 0)"),
        ("time", "trap", "crashed"),
    ),
    "requests without end": (
        lambda: tool(
            "(loop $again (call $log (i32.const 1024) (i32.const 2) (i32.const 0)) (br $again)) (i32.const 0)",
            "log",
            data="{}",
        ),
        ("asked", "time", "trap"),
    ),
    "a request outside its memory": (
        lambda: tool("(call $log (i32.const 2147483600) (i32.const 100) (i32.const 0)) (i32.const 0)", "log"),
        ("trap",),
    ),
    "a function of the system with another type": (
        lambda: raw(
            '(import "wasi:cli/environment@0.2.0" (instance $e (export "get-arguments" (func (result u32)))))'
            '(core func $get (canon lower (func $e "get-arguments")))'
            '(core module $m (import "e" "get" (func $g (result i32))) (func (export "run") (result i32) (call $g)))'
            '(core instance $i (instantiate $m (with "e" (instance (export "get" (func $get))))))'
            '(alias core export $i "run" (core func $run)) (func $f (result (result)) (canon lift (core func $run)))'
            '(instance $o (export "run" (func $f))) (export "wasi:cli/run@0.2.0" (instance $o))'
        ),
        ("trap", "crashed"),
    ),
}
"""Components that take too much or give what is no data, and what ends them."""


def importing(name: str, kind: str = "(instance)") -> bytes:
    """Return a component that would be sound, but for one thing it imports."""
    return plain(more=f'(import "{name}" {kind})')


REFUSED: dict[str, Callable[[], bytes]] = {
    "the network": lambda: importing("wasi:http/outgoing-handler@0.2.0"),
    "a newer WASI": lambda: importing("wasi:cli/environment@0.3.0"),
    "an older WASI": lambda: importing("wasi:cli/environment@0.1.0"),
    "a WASI of no version": lambda: importing("wasi:cli/environment"),
    "something of the host": lambda: importing("host:machine/exec@1.0.0"),
    "a function of the host": lambda: importing("system", '(func (param "command" string))'),
    "an interface of ours that is not there": lambda: importing("aule:plugin/exec@1.0.0"),
    "a later one of ours": lambda: importing("aule:plugin/log@2.0.0"),
    "a name like ours": lambda: importing("aule:plugins/log@1.0.0"),
    "a function of ours that is not there": lambda: importing(
        "aule:plugin/log@1.0.0",
        '(instance (export "exec" (func (param "r" string) (result (result string (error string))))))',
    ),
    "a function of ours with another type": lambda: importing(
        "aule:plugin/log@1.0.0", '(instance (export "log" (func (param "r" u64))))'
    ),
    "a module of its host": lambda: importing("code", "(core module)"),
    "a component of its host": lambda: importing("code", "(component)"),
    "no way to run it": lambda: raw(""),
    "a run of another type": lambda: raw(
        '(core module $m (func (export "run") (param i64))) (core instance $i (instantiate $m))'
        '(alias core export $i "run" (core func $run))'
        '(func (export "run") (param "n" u64) (canon lift (core func $run)))'
    ),
    "a command of another type": lambda: raw(
        '(core module $m (func (export "run") (param i64))) (core instance $i (instantiate $m))'
        '(alias core export $i "run" (core func $run))'
        '(func $f (param "n" u64) (canon lift (core func $run))) (instance $o (export "run" (func $f)))'
        '(export "wasi:cli/run@0.2.0" (instance $o))'
    ),
    "half a component": lambda: says("1")[:-20],
    "its first bytes alone": lambda: b"\0asm\r\0\1\0",
    "noise after its first bytes": lambda: b"\0asm\r\0\1\0" + bytes(range(256)) * 20,
    "a component of 33 MB": lambda: says("1") + b"\0" * 33 * MB,
    "components in components without end": lambda: nested(1_200),
}
"""Components that are never run."""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> ModuleStore:
    """A store of compiled components."""
    return ModuleStore(tmp_path_factory.mktemp("components") / "kept")


async def run(store: ModuleStore, box: WasmBox, component: bytes, seconds: float = 0.5) -> WasmAnswer:
    """Run a component with small limits; its host answers with what it was asked."""

    async def answer(name: str, asked: Any) -> Any:
        return asked

    given = WasmCall({"params": {"n": "é"}}, seconds, 8 * MB, 64_000, 1_700_000_000_000_000_000)
    return await box.run(WasmModule(hash_of(component), lambda: store.compiled(component)), given, answer)


async def test_a_component_is_given_its_request_and_gives_its_result(store: ModuleStore) -> None:
    """TL-1: both forms; what the system is asked for goes out and comes back as JSON; the same child takes the next."""
    box = WasmBox()
    echo = tool(
        "(i32.store (i32.const 0) (i32.const 0)) (i32.store (i32.const 4) (local.get $at))"
        "(i32.store (i32.const 8) (local.get $size)) (i32.const 0)"
    )
    piped = command(
        "(call $read (call $get-stdin) (i64.const 100) (i32.const 0)) (call $write (call $get-stdout)"
        "(i32.load (i32.const 4)) (i32.load (i32.const 8)) (i32.const 32)) (i32.const 0)"
    )
    for component in (echo, piped):
        for _ in range(2):
            assert (await run(store, box, component, 5)).result == {"params": {"n": "é"}}
    assert (await run(store, box, asks("log", '{"message": "olá"}'), 5)).result == {"message": "olá"}
    failed = await run(store, box, asks("kv-get", "{"), 5)
    assert (failed.outcome, "not_json" in failed.said) == ("exit", True)
    assert (await run(store, box, writes("[1, 2]"), 5)).result == [1, 2]
    assert (await store.facts(asks("http-fetch", "{}"))).host_functions == ["http_fetch"]
    await box.close()


SLEEPS = """
  (import "wasi:io/poll@0.2.0" (instance $poll
    (export "pollable" (type $pollable (sub resource)))
    (export "[method]pollable.block" (func (param "self" (borrow $pollable))))))
  (alias export $poll "pollable" (type $waited))
  (import "wasi:clocks/monotonic-clock@0.2.0" (instance $clock
    (alias outer 1 $waited (type $outer))
    (export "pollable" (type $inner (eq $outer)))
    (export "subscribe-duration" (func (param "when" u64) (result (own $inner))))))
  (import "wasi:filesystem/preopens@0.2.0" (instance $folders
    (export "get-directories" (func (result (list string))))))
  (import "wasi:sockets/tcp-create-socket@0.2.0" (instance $sockets
    (export "tcp-socket" (type $socket (sub resource)))
    (type $codes (enum "unknown" "access-denied" "not-supported"))
    (export "error-code" (type $code (eq $codes)))
    (type $families (enum "ipv4" "ipv6"))
    (export "ip-address-family" (type $family (eq $families)))
    (export "create-tcp-socket" (func (param "f" $family) (result (result (own $socket) (error $code)))))))
"""
LOWERED = """
  (core func $after (canon lower (func $clock "subscribe-duration")))
  (core func $block (canon lower (func $poll "[method]pollable.block")))
  (core func $folders (canon lower (func $folders "get-directories") (memory $memory) (realloc $realloc)))
  (core func $socket (canon lower (func $sockets "create-tcp-socket") (memory $memory)))
"""
FORMS = {
    "after": "(param i64) (result i32)",
    "block": "(param i32)",
    "folders": "(param i32)",
    "socket": "(param i32 i32)",
}
LOOKS = """
  (call $block (call $after (i64.const 3600000000000)))
  (call $folders (i32.const 0))
  (if (i32.load (i32.const 4)) (then unreachable)) ;; a folder was there
  (call $socket (i32.const 0) (i32.const 0))
  (if (i32.eqz (i32.load8_u (i32.const 0))) (then unreachable)) ;; a socket was made
  (i32.store8 (i32.const 1024) (i32.add (i32.const 48) (i32.load8_u (i32.const 4))))
  (call $write (call $get-stdout) (i32.const 1024) (i32.const 1) (i32.const 32)) (i32.const 0)
"""


async def test_a_component_finds_no_folder_no_socket_and_no_sleep(store: ModuleStore) -> None:
    """TL-2: an hour is over at once, no folder is open, and a socket is refused as not supported."""
    box = WasmBox()
    looks = command(LOOKS, imports=SLEEPS, lowered=LOWERED, forms=FORMS)
    async with asyncio.timeout(20):
        answer = await run(store, box, looks, 5)
    await box.close()
    assert answer.result == 2, answer


async def test_a_component_that_takes_too_much_costs_that_call(store: ModuleStore) -> None:
    """TL-2: loops, bombs, floods, wrong addresses and odd answers end; a call beside them and the next one work."""
    box = WasmBox()
    good = says("1")
    assert (await run(store, box, good, 5)).result == 1
    through: dict[str, WasmAnswer] = {}
    for name, (made, wanted) in ENDED.items():
        async with asyncio.timeout(40):
            answer, next_to_it = await asyncio.gather(run(store, box, made()), run(store, box, good, 10))
        if answer.outcome not in wanted or answer.result is not None or next_to_it.result != 1:
            through[name] = answer
    await box.close()
    assert through == {}


async def test_a_component_that_imports_or_lacks_something_is_never_run(store: ModuleStore) -> None:
    """TL-2: other interfaces, versions, types and forms are refused when a component is compiled."""
    through: list[str] = []
    for name, made in REFUSED.items():
        try:
            async with asyncio.timeout(90):
                await store.facts(made())
            through.append(name)
        except AuleError as error:
            assert error.problem.hint, name
    assert through == []
