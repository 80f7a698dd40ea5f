"""The engine that compiles and runs modules: the same in every child, or a compiled module would not fit."""

from __future__ import annotations

from typing import Any

CONFIGURATION = 3
"""Goes up when the engine is configured otherwise: modules that were compiled before are compiled anew."""
WASI = "wasi_snapshot_preview1"
OURS = "aule"
_RESERVED = 64 * 1024 * 1024
"""Addresses that are reserved for each memory, so that it grows in its place; beyond, it is moved."""
_AHEAD = 16 * 1024 * 1024
"""Addresses that a memory which is moved gets beside those it asked for: each move copies all of it."""
_COMPONENT = b"\0asm\r\0\1\0"


def is_component(content: bytes) -> bool:
    """Return whether a file is a component, and not a module, by its first bytes."""
    return content.startswith(_COMPONENT)


def make_engine(wasmtime: Any, *, of_component: bool) -> Any:
    """Return an engine without threads, 64-bit memories or garbage collection; a deadline ends what runs too long.

    A limited child has few addresses, so few are reserved ahead of a memory, and every access is checked. Components
    whose parts have memories of their own need code that moves things between two of them.
    """
    config = wasmtime.Config()
    config.epoch_interruption = True
    config.parallel_compilation = False
    config.wasm_threads = False
    config.wasm_memory64 = False
    config.wasm_multi_memory = of_component
    config.wasm_gc = False
    config.wasm_function_references = False
    config.wasm_exceptions = False
    config.gc_support = False
    config.memory_reservation = _RESERVED
    config.memory_reservation_for_growth = _AHEAD
    config.memory_guard_size = 0
    config.memory_init_cow = False
    return wasmtime.Engine(config)
