"""Components: programs of the component model, linked once and run in a fresh instance each time.

One exports `wasi:cli/run`, as a command does, and reads and writes its input and output; or it exports a function `run`
that takes the request as a text and gives the result as one. What it asks its host for are functions of the interfaces
`aule:plugin/…`, which are in `plugin.wit`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from aule.sandbox.wasm.byte_lists import move_at_once
from aule.sandbox.wasm.commands import MOST_ASKED, Ask
from aule.sandbox.wasm.exchange import OUTPUT, Exchange, Exited
from aule.sandbox.wasm.interfaces import HOST, RUN, TOOL, Interfaces, interface_of

MOST_INSTANCES, MOST_TABLES, MOST_MEMORIES = 64, 32, 4
"""Of all core modules inside a component together."""
MOST_TABLE = 200_000


class Component:
    """A component with what it imports."""

    def __init__(self, wasmtime: Any, engine: Any, code: bytes, ask: Ask) -> None:
        from wasmtime import component  # only children have it

        self._wasmtime, self._component, self._ask = wasmtime, component, ask
        move_at_once(component)
        self._interfaces = Interfaces(component)
        self._loaded = component.Component.deserialize(engine, code)
        self._linker = component.Linker(engine)
        kind = self._loaded.type
        with self._linker.root() as root:
            for name, each in kind.imports(engine).items():
                if (interface := interface_of(name)) is not None:
                    self._define(root, engine, name, interface, each.ty)
        self._start, self._is_command = _start_of(component, self._loaded, kind.exports(engine))

    def limit(self, store: Any, memory: int) -> None:
        """Hold an instance to memories of so many bytes each; its process is held to what all may have together."""
        store.set_limits(memory, MOST_TABLE, MOST_INSTANCES, MOST_TABLES, MOST_MEMORIES)

    def run(self, store: Any, exchange: Exchange) -> None:
        """Run the component once; what it gives is in the exchange."""
        self._interfaces.exchange = exchange
        started = self._instance(store).get_func(store, self._start)
        if self._is_command:
            if _is_error(started(store)):
                raise Exited(1)
            return
        given = exchange.read(exchange.size).decode()
        answer = started(store, given)
        if _is_error(answer):
            exchange.write(2, str(answer.payload).encode())
            raise Exited(1)
        exchange.write(OUTPUT, str(answer.payload).encode())

    def _instance(self, store: Any) -> Any:
        from wasmtime.component import _enter

        try:
            return self._linker.instantiate(store, self._loaded)
        except self._wasmtime.WasmtimeError:
            # What one of our functions raised is kept by the engine's package, which forgets to raise it here.
            _enter.maybe_raise_last_exn()
            raise

    def _define(self, root: Any, engine: Any, name: str, interface: str, kind: Any) -> None:
        component = self._component
        with root.add_instance(name) as instance:
            for each, extern in kind.exports(engine).items():
                found = extern.ty
                if isinstance(found, component.ResourceType):
                    instance.add_resource(each, self._interfaces.resource(each), _forget)
                elif isinstance(found, component.FuncType):
                    instance.add_func(each, self._function(interface, each, found))

    def _function(self, interface: str, name: str, kind: Any) -> Callable[..., Any]:
        if interface not in HOST:
            return self._interfaces.function(interface, name, kind)
        host, result = HOST[interface][name], kind.result

        def call(store: Any, asked: str) -> Any:
            content = asked.encode()
            if len(content) > MOST_ASKED:
                return self._interfaces.told(result, "err", '{"code": "too_large"}')
            answer = json.loads(self._ask(host, content))
            tag = "ok" if answer.pop("ok") else "err"
            return self._interfaces.told(result, tag, json.dumps(answer.get("value") if tag == "ok" else answer))

        return call


def _start_of(component: Any, loaded: Any, exports: dict[str, Any]) -> tuple[Any, bool]:
    """Return the function that runs a component, and whether it is a command."""
    for name, each in exports.items():
        if interface_of(name) == RUN and isinstance(each.ty, component.ComponentInstanceType):
            return loaded.get_export_index("run", loaded.get_export_index(name)), True
    return loaded.get_export_index(TOOL), False


def _is_error(answer: Any) -> bool:
    return answer.tag == "err"


def _forget(store: Any, number: int) -> None:
    """Nothing is behind a handle, so nothing is to be closed."""
