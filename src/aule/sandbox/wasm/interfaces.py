"""What a component sees of a system: its input, its output, a clock and chance. There are no files and no sockets.

The interfaces are those of WASI 0.2. Like the functions of preview 1 they are answered here, in the child, and nothing
of the machine is behind them: a folder or a socket is never handed out, whatever is asked of one fails, and waiting is
over at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from aule.sandbox.wasm.exchange import ERRORS, INPUT, MOST_CHANCE, OUTPUT, Exchange, Exited

RUN = "wasi:cli/run"
"""The interface a command exports."""
TOOL = "run"
"""The function that a plugin exports in place of it: a JSON text in, a JSON text out."""
HOST = {
    "aule:plugin/log": {"log": "log", "metric": "metric"},
    "aule:plugin/secrets": {"secret-get": "secret_get"},
    "aule:plugin/web": {"http-fetch": "http_fetch"},
    "aule:plugin/values": {"kv-get": "kv_get", "kv-set": "kv_set", "kv-delete": "kv_delete"},
}
"""Our own interfaces: each function takes a JSON text and gives `ok` or `error` with one."""
_SYSTEM = ("cli", "clocks", "filesystem", "io", "random", "sockets")
_NAME = re.compile(r"([a-z0-9-]+:[a-z0-9-]+/[a-z0-9-]+)(?:@(\d+)\.(\d+)\.\d+)?")
_REFUSALS = ("not-supported", "unsupported", "access-denied", "not-permitted", "unknown")
MOST_WRITTEN = 65_536
"""Bytes that a program may write at once."""
SECOND = 1_000_000_000


class NotHere(Exception):
    """The program called something that exists nowhere here."""


def interface_of(name: str) -> str | None:
    """Return the interface behind a name with a version, or None where it is none we know."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    interface, major, minor = found.groups()
    if interface in HOST:
        return interface if major in (None, "1") else None
    is_system = interface.startswith(tuple(f"wasi:{each}/" for each in _SYSTEM))
    return interface if is_system and (major, minor) == ("0", "2") else None


class Interfaces:
    """The functions of WASI 0.2, each for the run of a component that is under way."""

    def __init__(self, component: Any) -> None:
        self.exchange = Exchange(b"", 0, 0)
        self._component = component
        self._kinds: dict[str, int] = {}
        self._known: dict[str, Callable[..., Any]] = {
            "wasi:cli/environment#get-environment": _none_of_them,
            "wasi:cli/environment#get-arguments": _none_of_them,
            "wasi:cli/environment#initial-cwd": _nothing,
            "wasi:cli/exit#exit": self._exit,
            "wasi:cli/exit#exit-with-code": self._exit_with_code,
            "wasi:cli/stdin#get-stdin": lambda: self._handle("input-stream", INPUT),
            "wasi:cli/stdout#get-stdout": lambda: self._handle("output-stream", OUTPUT),
            "wasi:cli/stderr#get-stderr": lambda: self._handle("output-stream", ERRORS),
            "wasi:cli/terminal-stdin#get-terminal-stdin": _nothing,
            "wasi:cli/terminal-stdout#get-terminal-stdout": _nothing,
            "wasi:cli/terminal-stderr#get-terminal-stderr": _nothing,
            "wasi:clocks/monotonic-clock#now": self._passed,
            "wasi:clocks/monotonic-clock#resolution": lambda: 1_000_000,
            "wasi:clocks/monotonic-clock#subscribe-instant": self._over,
            "wasi:clocks/monotonic-clock#subscribe-duration": self._over,
            "wasi:clocks/wall-clock#now": lambda: self._moment(self.exchange.now_ns()),
            "wasi:clocks/wall-clock#resolution": lambda: self._moment(1_000_000),
            "wasi:filesystem/preopens#get-directories": _none_of_them,
            "wasi:filesystem/types#filesystem-error-code": _nothing_of,
            "wasi:io/error#[method]error.to-debug-string": _no_words,
            "wasi:io/poll#poll": self._poll,
            "wasi:io/poll#[method]pollable.ready": _always,
            "wasi:io/poll#[method]pollable.block": _nothing_of,
            "wasi:io/streams#[method]input-stream.read": self._read,
            "wasi:io/streams#[method]input-stream.blocking-read": self._read,
            "wasi:io/streams#[method]input-stream.subscribe": self._over,
            "wasi:io/streams#[method]output-stream.check-write": self._room,
            "wasi:io/streams#[method]output-stream.write": self._write,
            "wasi:io/streams#[method]output-stream.blocking-write-and-flush": self._write,
            "wasi:io/streams#[method]output-stream.flush": self._flush,
            "wasi:io/streams#[method]output-stream.blocking-flush": self._flush,
            "wasi:io/streams#[method]output-stream.subscribe": self._over,
            "wasi:random/random#get-random-bytes": self._chance,
            "wasi:random/random#get-random-u64": self._number,
            "wasi:random/insecure#get-insecure-random-bytes": self._chance,
            "wasi:random/insecure#get-insecure-random-u64": self._number,
            "wasi:random/insecure-seed#insecure-seed": self._pair,
            "wasi:sockets/instance-network#instance-network": lambda: self._handle("network", 0),
        }

    def resource(self, name: str) -> Any:
        """Return the type of a resource by its name, the same wherever it is named."""
        return self._component.ResourceType.host(self._kinds.setdefault(name, len(self._kinds) + 1))

    def function(self, interface: str, name: str, kind: Any) -> Callable[..., Any]:
        """Return what answers a function of an interface; `kind` is its type, which tells how it can fail."""
        known = self._known.get(f"{interface}#{name}")
        result = kind.result
        if known is None:
            return self._refusal(f"{interface}#{name}", result)
        is_result = isinstance(result, self._component.ResultType)
        is_tagged = is_result and result._tagged()

        def call(store: Any, *given: Any) -> Any:
            answer = known(*(self._plain(store, each) for each in given))
            if not is_result:
                return answer
            tag, value = answer
            return self._component.Variant(tag, value) if is_tagged else value

        return call

    def told(self, kind: Any, tag: str, value: Any = None) -> Any:
        """Return a `result` as the engine takes it: with its tag only where the value alone is ambiguous."""
        return self._component.Variant(tag, value) if kind._tagged() else value

    def _refusal(self, name: str, result: Any) -> Callable[..., Any]:
        """Return what answers a function that nothing is behind: with an error where it can tell one, or by ending."""
        codes = _codes(self._component, result)
        refused = next((each for each in _REFUSALS if each in codes), next(iter(codes), None))

        def refuse(store: Any, *given: Any) -> Any:
            if refused is None:
                raise NotHere(name)
            return self.told(result, "err", refused)

        return refuse

    def _plain(self, store: Any, given: Any) -> Any:
        """Return an argument, with the number behind each handle in its place."""
        if isinstance(given, self._component.ResourceAny):
            return given.to_host(store).rep
        if isinstance(given, list):
            return [self._plain(store, each) for each in given]  # pyright: ignore[reportUnknownVariableType]
        return given

    def _handle(self, name: str, number: int) -> Any:
        return self._component.ResourceHost.own(number, self._kinds.setdefault(name, len(self._kinds) + 1))

    def _ok(self, value: Any = None) -> tuple[str, Any]:
        return "ok", value

    def _room(self, stream: int) -> tuple[str, Any]:
        return self._ok(MOST_WRITTEN)

    def _flush(self, stream: int) -> tuple[str, Any]:
        return self._ok()

    def _closed(self) -> tuple[str, Any]:
        return "err", None

    def _over(self, *given: Any) -> Any:
        """Return something to wait for that has happened already."""
        return self._handle("pollable", 0)

    def _poll(self, waited: list[int]) -> list[int]:
        return list(range(len(waited)))

    def _read(self, stream: int, size: int) -> tuple[str, Any]:
        piece = self.exchange.read(min(size, MOST_WRITTEN)) if stream == INPUT else b""
        return ("ok", piece) if piece or not size else self._closed()

    def _write(self, stream: int, piece: bytes) -> tuple[str, Any]:
        if stream not in (OUTPUT, ERRORS):
            return self._closed()
        self.exchange.write(stream, piece)
        return self._ok()

    def _passed(self) -> int:
        return self.exchange.passed_ns()

    def _moment(self, nanoseconds: int) -> Any:
        moment = self._component.Record()
        moment.seconds, moment.nanoseconds = divmod(nanoseconds, SECOND)
        return moment

    def _chance(self, size: int) -> bytes:
        if size > MOST_CHANCE:
            raise NotHere(f"{size} bytes of chance at once")
        return self.exchange.chance(size)

    def _number(self) -> int:
        return int.from_bytes(self.exchange.chance(8))

    def _pair(self) -> tuple[int, int]:
        return self._number(), self._number()

    def _exit(self, status: Any) -> None:
        raise Exited(0 if status.tag == "ok" else 1)

    def _exit_with_code(self, code: int) -> None:
        raise Exited(code)


def _codes(component: Any, result: Any) -> list[str]:
    """Return the error codes that a result may tell, or none where it can tell no code."""
    if isinstance(result, component.ResultType) and isinstance(result.err, component.EnumType):
        return [str(each) for each in result.err.names]
    return []


def _none_of_them() -> list[Any]:
    return []


def _nothing() -> None:
    return None


def _nothing_of(given: Any) -> None:
    return None


def _always(given: Any) -> bool:
    return True


def _no_words(given: Any) -> str:
    return ""
