"""Plugins that tests make: descriptors as data, modules as WAT, in folders and archives."""

from __future__ import annotations

import copy
import io
import sys
import zipfile
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import tomli_w
import wasmtime

EXAMPLES = Path(__file__).parents[3] / "examples" / "plugins"
Data = dict[str, Any]

_IMPORTS = """
  (import "wasi_snapshot_preview1" "fd_read" (func $fd_read (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "poll_oneoff" (func $poll (param i32 i32 i32 i32) (result i32)))
"""
_WRITE = """
  (memory (export "memory") 16)
  (func $say (param $at i32) (param $size i32)
    (i32.store (i32.const 0) (local.get $at))
    (i32.store (i32.const 4) (local.get $size))
    (drop (call $fd_write (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func $ask (param $size i32) ;; show what the host answered, as the result
    (drop (call $answer (i32.const 65536) (local.get $size)))
    (call $say (i32.const 65536) (local.get $size)))
"""


@cache
def examples() -> Any:
    """Return the program that builds the examples."""
    spec = spec_from_file_location("build_examples", EXAMPLES / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def wasm(text: str) -> bytes:
    """Return the module of a text in WAT."""
    return bytes(wasmtime.wat2wasm(text))


def program(body: str, *functions: str, data: str = "", more: str = "") -> bytes:
    """Return a module whose `_start` does this; it imports these functions of the host, and `answer`."""
    host = "".join(
        f'  (import "aule" "{each}" (func ${each} (param i32 i32) (result i32)))\n' for each in (*functions, "answer")
    )
    text = '  (data (i32.const 1024) "' + _escaped(data) + '")\n' if data else ""
    return wasm(f'(module{_IMPORTS}{host}{_WRITE}{text}{more}  (func (export "_start") {body}))')


def saying(result: str) -> bytes:
    """Return a module that writes a text."""
    return program(f"(call $say (i32.const 1024) (i32.const {len(result.encode())}))", data=result)


def asking(function: str, asked: str) -> bytes:
    """Return a module that asks its host for something, and gives back what the host answered."""
    size = len(asked.encode())
    return program(f"(call $ask (call ${function} (i32.const 1024) (i32.const {size})))", function, data=asked)


def words(text: str) -> Data:
    """Return a text in both languages."""
    return {"en": text, "pt": text}


def descriptor(name: str = "echo_it", **more: Any) -> Data:
    """Return a descriptor of a plugin with one capability of its own name; `capability` changes that."""
    capability = {
        "name": name,
        "title": words("A plugin"),
        "description": words("A plugin for a test."),
        "effect": "read",
        "params": {"type": "object", "properties": {"n": {"type": "number", "default": 0}}},
        "returns": {},
    } | copy.deepcopy(more.pop("capability", {}))
    base: Data = {"name": name, "version": "1.0.0", "title": words("A plugin"), "description": words("For a test.")}
    return {**base, "capabilities": [capability], **more}


def put(place: Path, told: Data | str, module: bytes) -> Path:
    """Put a plugin into the folder of plugins, as a person would copy it there."""
    name = "echo_it" if isinstance(told, str) else told["name"]
    folder = place / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "plugin.toml").write_text(told if isinstance(told, str) else tomli_w.dumps(told), "utf-8")
    (folder / "plugin.wasm").write_bytes(module)
    return folder


def zipped(told: Data, module: bytes, more: dict[str, bytes] | None = None) -> bytes:
    """Return a plugin as a zip."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("plugin.toml", tomli_w.dumps(told))
        archive.writestr("plugin.wasm", module)
        for name, content in (more or {}).items():
            archive.writestr(name, content)
    return made.getvalue()


def _escaped(text: str) -> str:
    return "".join(f"\\{byte:02x}" for byte in text.encode())
