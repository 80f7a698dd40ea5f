"""The compiler: turns one module or component into machine code in a limited child, and tells what it needs.

A module may come as a text in WAT.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any, BinaryIO

from aule.sandbox.wasm.engine import is_component, make_engine

MOST_MESSAGE = 600
RUN_FORM, TOOL_FORM = "func() -> result", "func(string) -> result<string, string>"
PIECE = 8 * 1024 * 1024
"""Bytes of code that are told at once."""
_BINARY = b"\0asm"


def tell(file: BinaryIO, argument: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Tell the imports and exports of the program in a file, then its code, in pieces; or why it is none."""
    import wasmtime  # only children have it

    content = file.read()
    engine = make_engine(wasmtime, of_component=is_component(content))
    try:
        made, told = _component(engine, content) if is_component(content) else _module(wasmtime, engine, content)
    except wasmtime.WasmtimeError as error:
        yield {"fault": "invalid", "message": str(error)[:MOST_MESSAGE]}
        return
    yield told
    code = bytes(made.serialize())
    for place in range(0, len(code), PIECE):
        yield {"code": base64.b64encode(code[place : place + PIECE]).decode()}


def _module(wasmtime: Any, engine: Any, content: bytes) -> tuple[Any, dict[str, Any]]:
    built = content if content.startswith(_BINARY) else bytes(wasmtime.wat2wasm(content))
    module = wasmtime.Module(engine, built)
    imports = [[each.module, each.name or "", str(type(each.type).__name__)] for each in module.imports]
    return module, {
        "imports": imports,
        "exports": {each.name: str(type(each.type).__name__) for each in module.exports},
    }


def _component(engine: Any, content: bytes) -> tuple[Any, dict[str, Any]]:
    from wasmtime import component

    made = component.Component(engine, content)
    kind = made.type
    return made, {
        "imports": [
            [name, function, form]
            for name, each in kind.imports(engine).items()
            for function, form in _members(component, engine, each.ty).items()
        ],
        "exports": {name: _members(component, engine, each.ty) for name, each in kind.exports(engine).items()},
    }


def _members(component: Any, engine: Any, kind: Any) -> dict[str, str]:
    """Return the functions of an interface with the forms of their types; a function alone has no name."""
    if isinstance(kind, component.ComponentInstanceType):
        return {name: _form(component, each.ty) for name, each in kind.exports(engine).items()} or {"": "nothing"}
    return {"": _form(component, kind)}


def _form(component: Any, kind: Any) -> str:
    """Return the form of a function's type, in the words of `TOOL_FORM` and `RUN_FORM`."""
    if not isinstance(kind, component.FuncType):
        return type(kind).__name__
    if not isinstance(kind.result, component.ResultType):
        return "function"
    given, sides = [each for _, each in kind.params], (kind.result.ok, kind.result.err)
    if not given and sides == (None, None):
        return RUN_FORM
    is_text = all(isinstance(each, component.String) for each in (*given, *sides))
    return TOOL_FORM if is_text and len(given) == 1 else "function"
