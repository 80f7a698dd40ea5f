"""Components that tests make, as WAT: for the world `plugin`, and commands of WASI 0.2."""

from __future__ import annotations

from tests.apps.plugins.builders import wasm

INTERFACES = {
    "log": "log",
    "metric": "log",
    "secret-get": "secrets",
    "http-fetch": "web",
    "kv-get": "values",
    "kv-set": "values",
    "kv-delete": "values",
}
TEXT = '(func (param "request" string) (result (result string (error string))))'
_BASE = """
  (core module $libc
    (memory (export "memory") 8)
    (global $top (mut i32) (i32.const 131072))
    (func (export "realloc") (param $old i32) (param $before i32) (param $align i32) (param $size i32) (result i32)
      (local $at i32)
      (local.set $at (i32.and (i32.add (global.get $top) (i32.const 15)) (i32.const -16)))
      (global.set $top (i32.add (local.get $at) (local.get $size)))
      (if (i32.gt_u (global.get $top) (i32.mul (memory.size) (i32.const 65536)))
        (then (if (i32.eq (memory.grow (i32.shr_u (local.get $size) (i32.const 15))) (i32.const -1))
          (then unreachable))))
      (local.get $at)))
  (core instance $libc (instantiate $libc))
  (alias core export $libc "memory" (core memory $memory))
  (alias core export $libc "realloc" (core func $realloc))
"""
_MODULE = """
  (core module $module
    (import "libc" "memory" (memory 8))
    {functions}
    (data (i32.const 1024) "{data}")
    {more}
    (func (export "run") {signature} {body}))
  (core instance $main (instantiate $module (with "libc" (instance $libc)) (with "host" (instance {exports}))))
  (alias core export $main "run" (core func $run))
"""


def tool(body: str, *functions: str, data: str = "", more: str = "", version: str = "@1.0.0") -> bytes:
    """Return a component of the world `plugin` whose `run` does this; it may ask for these functions of the host.

    `run` has `$at` and `$size` of the request, and leaves on the stack where the tag, place and size of its answer are.
    """
    used: dict[str, list[str]] = {}
    for each in functions:
        used.setdefault(INTERFACES[each], []).append(each)
    imports = "".join(
        f'(import "aule:plugin/{name}{version}" (instance ${name} '
        + "".join(f'(export "{each}" {TEXT})' for each in members)
        + "))"
        for name, members in used.items()
    )
    lowered = "".join(
        f'(core func ${each} (canon lower (func ${INTERFACES[each]} "{each}") (memory $memory) (realloc $realloc)))'
        for each in functions
    )
    module = _module(body, functions, data, more, "(param $at i32) (param $size i32) (result i32)", "i32 i32 i32")
    lift = '(func (export "run") (param "request" string) (result (result string (error string)))'
    return wasm(f"(component {imports} {_BASE} {lowered} {module} {lift} {_lift('(realloc $realloc)')}))")


def says(result: str, tag: int = 0) -> bytes:
    """Return a component that gives a text; with the tag 1, as what went wrong."""
    size = len(result.encode())
    body = (
        f"(i32.store (i32.const 0) (i32.const {tag})) (i32.store (i32.const 4) (i32.const 1024)) "
        f"(i32.store (i32.const 8) (i32.const {size})) (i32.const 0)"
    )
    return tool(body, data=result)


def asks(function: str, asked: str) -> bytes:
    """Return a component that asks its host for something, and gives back what the host answered."""
    size = len(asked.encode())
    body = f"(call ${function} (i32.const 1024) (i32.const {size}) (i32.const 0)) (i32.const 0)"
    return tool(body, function, data=asked)


ERROR = '(import "wasi:io/error@0.2.0" (instance $io-error (export "error" (type (sub resource)))))'
STREAMS = """
  (alias export $io-error "error" (type $error))
  (import "wasi:io/streams@0.2.3" (instance $streams
    (export "output-stream" (type $stream (sub resource)))
    (export "input-stream" (type $input (sub resource)))
    (alias outer 1 $error (type $outer))
    (export "error" (type $inner (eq $outer)))
    (type $failure (variant (case "last-operation-failed" (own $inner)) (case "closed")))
    (export "stream-error" (type $stream-error (eq $failure)))
    (export "[method]output-stream.blocking-write-and-flush"
      (func (param "self" (borrow $stream)) (param "contents" (list u8)) (result (result (error $stream-error)))))
    (export "[method]input-stream.blocking-read"
      (func (param "self" (borrow $input)) (param "len" u64) (result (result (list u8) (error $stream-error)))))))
  (alias export $streams "output-stream" (type $output-stream))
  (alias export $streams "input-stream" (type $input-stream))
  (import "wasi:cli/stdout@0.2.0" (instance $stdout
    (alias outer 1 $output-stream (type $outer))
    (export "output-stream" (type $inner (eq $outer)))
    (export "get-stdout" (func (result (own $inner))))))
  (import "wasi:cli/stdin@0.2.0" (instance $stdin
    (alias outer 1 $input-stream (type $outer))
    (export "input-stream" (type $inner (eq $outer)))
    (export "get-stdin" (func (result (own $inner))))))
"""
_STREAM_FUNCTIONS = """
  (core func $get-stdout (canon lower (func $stdout "get-stdout")))
  (core func $get-stdin (canon lower (func $stdin "get-stdin")))
  (core func $write (canon lower (func $streams "[method]output-stream.blocking-write-and-flush")
    (memory $memory) (realloc $realloc)))
  (core func $read (canon lower (func $streams "[method]input-stream.blocking-read")
    (memory $memory) (realloc $realloc)))
"""
_FORMS = {"get-stdout": "(result i32)", "get-stdin": "(result i32)", "write": "(param i32 i32 i32 i32)"}
_FORMS |= {"read": "(param i32 i64 i32)"}


def command(
    body: str,
    *,
    data: str = "",
    more: str = "",
    imports: str = "",
    lowered: str = "",
    forms: dict[str, str] | None = None,
) -> bytes:
    """Return a component that exports `wasi:cli/run`; `run` does this, and leaves 0 on the stack for success.

    It has `$get-stdout`, `$get-stdin`, `$write` and `$read`, and what `imports` and `lowered` add, by their `forms`.
    """
    functions = _FORMS | (forms or {})
    module = _module(body, (), data, more, "(result i32)", "", functions)
    run = f'(func $command (result (result)) {_lift("")}) (instance $out (export "run" (func $command)))'
    text = f"{ERROR} {STREAMS} {imports} {_BASE} {_STREAM_FUNCTIONS} {lowered} {module} {run}"
    return wasm(f'(component {text} (export "wasi:cli/run@0.2.0" (instance $out)))')


def writes(text: str) -> bytes:
    """Return a command that writes a text to its output."""
    size = len(text.encode())
    return command(
        f"(call $write (call $get-stdout) (i32.const 1024) (i32.const {size}) (i32.const 0)) (i32.const 0)", data=text
    )


def _module(
    body: str,
    functions: tuple[str, ...],
    data: str,
    more: str,
    signature: str,
    given: str,
    forms: dict[str, str] | None = None,
) -> str:
    known = dict.fromkeys(functions, f"(param {given})") | (forms or {})
    return _MODULE.format(
        functions="".join(f'(import "host" "{each}" (func ${each} {form}))' for each, form in known.items()),
        exports="".join(f'(export "{each}" (func ${each}))' for each in known),
        data="".join(f"\\{byte:02x}" for byte in data.encode()),
        more=more,
        signature=signature,
        body=body,
    )


def _lift(more: str) -> str:
    return f"(canon lift (core func $run) {f'(memory $memory) {more}' if more else ''})"
