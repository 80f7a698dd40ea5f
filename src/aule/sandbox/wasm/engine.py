"""The engine that compiles and runs modules: the same in every child, or a compiled module would not fit."""

from __future__ import annotations

from typing import Any

CONFIGURATION = 1
"""Goes up when the engine is configured otherwise: modules that were compiled before are compiled anew."""
WASI = "wasi_snapshot_preview1"
OURS = "aule"


def make_engine(wasmtime: Any) -> Any:
    """Return an engine without threads, 64-bit memories or garbage collection; a deadline ends what runs too long.

    No addresses are reserved ahead of a memory, because a limited child has few of them: every access is checked.
    """
    config = wasmtime.Config()
    config.epoch_interruption = True
    config.parallel_compilation = False
    config.wasm_threads = False
    config.wasm_memory64 = False
    config.wasm_multi_memory = False
    config.wasm_gc = False
    config.wasm_function_references = False
    config.wasm_exceptions = False
    config.gc_support = False
    config.memory_reservation = 0
    config.memory_reservation_for_growth = 1 << 20
    config.memory_guard_size = 0
    config.memory_init_cow = False
    return wasmtime.Engine(config)
