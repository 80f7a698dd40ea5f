"""Lists of bytes, moved at once: the engine's package moves them one by one, which takes a second for 200 KB."""

from __future__ import annotations

import ctypes
from typing import Any


def move_at_once(component: Any) -> None:
    """Have the package move a `list<u8>` between a component and us as a whole."""
    from wasmtime import _ffi

    lists: Any = component.ListType
    take, give = lists.convert_from_c, lists.convert_to_c
    engine: Any = _ffi
    value: Any = engine.wasmtime_component_val_t
    size, place = ctypes.sizeof(value), value.of.offset
    pattern = bytearray(size)
    pattern[: value.kind.size] = int(engine.WASMTIME_COMPONENT_U8.value).to_bytes(value.kind.size, "little")

    def convert_from_c(self: Any, found: Any) -> Any:
        if not self._is_bytes():
            return take(self, found)
        listed = found.of.list
        whole = ctypes.string_at(listed.data, listed.size * size) if listed.size else b""
        engine.wasmtime_component_vallist_delete(ctypes.byref(listed))
        return whole[place::size]

    def convert_to_c(self: Any, store: Any, given: Any, found: Any) -> None:
        if not self._is_bytes():
            give(self, store, given, found)
            return
        whole = pattern * len(given)
        whole[place::size] = given
        listed = engine.wasmtime_component_vallist_t()
        engine.wasmtime_component_vallist_new_uninit(listed, len(given))
        if whole:
            ctypes.memmove(listed.data, (ctypes.c_char * len(whole)).from_buffer(whole), len(whole))
        found.contents.kind = engine.WASMTIME_COMPONENT_LIST
        found.contents.of.list = listed

    lists.convert_from_c, lists.convert_to_c = convert_from_c, convert_to_c
