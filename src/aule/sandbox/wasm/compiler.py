"""The compiler: turns one module into machine code in a limited child, and tells what it imports and exports.

A module may come as a text in WAT.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any, BinaryIO

from aule.sandbox.wasm.engine import make_engine

MOST_MESSAGE = 600
_BINARY = b"\0asm"
_COMPONENT = b"\0asm\r\0\1\0"


def tell(file: BinaryIO, argument: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Tell the imports and exports of the module in a file, then its code; or why it is none."""
    import wasmtime  # only children have it

    content = file.read()
    if content.startswith(_COMPONENT):
        yield {"fault": "component"}
        return
    try:
        built = content if content.startswith(_BINARY) else bytes(wasmtime.wat2wasm(content))
        module = wasmtime.Module(make_engine(wasmtime), built)
    except wasmtime.WasmtimeError as error:
        yield {"fault": "invalid", "message": str(error)[:MOST_MESSAGE]}
        return
    yield {
        "imports": [[each.module, each.name or "", str(type(each.type).__name__)] for each in module.imports],
        "exports": {each.name: str(type(each.type).__name__) for each in module.exports},
    }
    yield {"code": base64.b85encode(bytes(module.serialize())).decode()}
