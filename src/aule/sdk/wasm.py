"""WebAssembly that strangers wrote, for apps: compiled and run in killable children that can do nothing else."""

from aule.sandbox.wasm.modules import (
    HOST_FUNCTIONS,
    MOST_COMPONENT,
    MOST_MODULE,
    BadModule,
    CompiledModule,
    ModuleFacts,
    ModuleStore,
    is_installed,
    most_bytes,
)
from aule.sandbox.wasm.modules import hash_of as module_hash_of
from aule.sandbox.wasm.python_component import build_component, python_compiler
from aule.sandbox.wasm.wasm_box import Answer, Outcome, WasmAnswer, WasmBox, WasmCall, WasmModule

__all__ = [
    "HOST_FUNCTIONS",
    "MOST_COMPONENT",
    "MOST_MODULE",
    "Answer",
    "BadModule",
    "CompiledModule",
    "ModuleFacts",
    "ModuleStore",
    "Outcome",
    "WasmAnswer",
    "WasmBox",
    "WasmCall",
    "WasmModule",
    "build_component",
    "is_installed",
    "module_hash_of",
    "most_bytes",
    "python_compiler",
]
