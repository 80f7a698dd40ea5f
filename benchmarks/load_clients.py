"""The clients of the load benchmark: `python -m benchmarks.load_clients`, a process of their own with a job on stdin.

Each client has one warm connection and speaks just enough HTTP/1.1, so that what is measured is the server.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Callable
from typing import Any

from benchmarks.measuring import Figures

LONGEST = 60.0
"""Seconds until an answer that does not come is counted as a failure."""
LARGEST = 4_000_000
CHAT = "/v1/agent/chat"
"""Answered as a stream that ends with the turn."""
Step = tuple[str, str, Any]
"""A method, a path and a body."""


class Client:
    """One connection, used for one request after the other."""

    def __init__(self, job: Figures, number: int) -> None:
        self.job = job
        self.number = number
        self.calls = 0
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def open(self) -> None:
        """Connect, and warm the connection up."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.job["port"], limit=LARGEST)
        await self.ask("GET", "/v1/events?limit=1", None)

    async def ask(self, method: str, path: str, body: Any) -> int:
        """Send a request, read its answer to the end, and return the status."""
        content = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.job['port']}\r\n"
            f"Authorization: Bearer {self.job['token']}\r\nContent-Type: application/json\r\n"
            f"Accept: {'text/event-stream' if path == CHAT else 'application/json'}\r\n"
            f"Content-Length: {len(content)}\r\n\r\n"
        )
        self._writer.write(head.encode() + content)
        async with asyncio.timeout(LONGEST):
            answer = await self._reader.readuntil(b"\r\n\r\n")
            length = answer.lower().partition(b"content-length:")[2].split(b"\r\n")[0]
            await (self._reader.readexactly(int(length)) if length else self._reader.readuntil(b"\r\n0\r\n\r\n"))
        return int(answer[9:12])

    def close(self) -> None:
        """Hang up."""
        self._writer.close()


def create_note(client: Client) -> Step:
    """A note with a title of its own."""
    title = f"{client.job['tag']} {client.number} {client.calls}"
    return _call("core.create_note", {"title": title, "text": "milk, bread"})


def list_notes(_: Client) -> Step:
    """The first page of notes."""
    return _call("core.list_notes", {})


def read_file(_: Client) -> Step:
    """A small file."""
    return _call("core.read_file", {"path": "small.txt"})


def append_file(client: Client) -> Step:
    """A line for the client's own file."""
    return _call("core.append_file", {"path": f"lines/{client.number}.txt", "content": "one more line\n"})


def _call(name: str, params: Figures) -> Step:
    return "POST", f"/v1/capabilities/{name}/call", {"params": params, "by_hand": True}


KINDS: dict[str, Callable[[Client], Step]] = {
    "home": lambda _: ("GET", "/v1/home", None),
    "runs": lambda _: ("GET", "/v1/runs?limit=50", None),
    "list_notes": list_notes,
    "read_file": read_file,
    "append_file": append_file,
    "create_note": create_note,
    "chat": lambda _: ("POST", CHAT, {"message": "list my notes"}),
}
MIX = ("home", "list_notes", "read_file", "append_file", "create_note", "runs", "read_file", "list_notes")
"""What a client does in turns when everything is mixed."""


class Load:
    """Some clients that do the same kind of thing, or all kinds in turns, for some seconds."""

    def __init__(self, job: Figures) -> None:
        self.job = job
        self.took: dict[str, list[float]] = {}
        self.failed: dict[str, int] = {}

    async def run(self) -> Figures:
        """Let all clients work, and tell how long each request took."""
        clients = [Client(self.job, number) for number in range(self.job["clients"])]
        for client in clients:
            await client.open()
        began = time.perf_counter()
        await asyncio.gather(*(self._work(client, began) for client in clients))
        seconds = time.perf_counter() - began
        for client in clients:
            client.close()
        return {"seconds": seconds, "took": self.took, "failed": self.failed}

    async def _work(self, client: Client, began: float) -> None:
        """Make calls until the time is over: without a pause, or one every so many seconds."""
        every: float = self.job["every_s"]
        due = began + every * client.number / self.job["clients"]
        while due < began + self.job["seconds"] and client.calls < self.job["most"]:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            kind: str = self.job["kind"]
            if kind == "mix":
                kind = MIX[(client.number + client.calls) % len(MIX)]
            await self._measure(client, kind, due if every else time.perf_counter())
            due = due + every if every else time.perf_counter()

    async def _measure(self, client: Client, kind: str, due: float) -> None:
        """Make one call; it is late from the moment it was due."""
        step = KINDS[kind](client)
        client.calls += 1
        try:
            status = await client.ask(*step)
        except TimeoutError:
            client.calls = self.job["most"]  # its connection is of no use any more
            status = 599
        self.took.setdefault(kind, []).append(time.perf_counter() - due)
        if status >= 300:
            self.failed[str(status)] = self.failed.get(str(status), 0) + 1


if __name__ == "__main__":
    print(json.dumps(asyncio.run(Load(json.loads(sys.stdin.read())).run())))
