"""The world that simulated runs act on: an app of every kind of effect, and a ledger in which each leaves a line.

The ledger is outside the database on purpose: a line that stands there twice is an effect that happened twice.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any
from zlib import crc32

from aule.contracts.model import JsonObject
from aule.sdk import App, Context, Effect, errors

EFFECTS = ("keep", "act", "spoil")
"""What leaves a line that must not stand there twice."""


class World:
    """What there is outside the database, under one folder."""

    def __init__(self, folder: Path) -> None:
        self.ledger = folder / "ledger.jsonl"
        self.files = folder / "projects" / "home"

    def happened(self, at: str) -> JsonObject | None:
        """What a step gave back whose effect can be seen, whether or not anybody lived to say so."""
        for line in self.lines(at=at):
            written = self.files / file_of(at)
            if line["what"] == "act" or (line["what"] == "write" and written.exists()):
                return line["result"]
        return None

    def enter(self, what: str, at: str, key: str = "", result: Any = None) -> None:
        """Add a line, in one write: half a line cannot be seen."""
        line = json.dumps({"what": what, "at": at, "key": key, "result": result}) + "\n"
        handle = os.open(self.ledger, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(handle, line.encode())
        finally:
            os.close(handle)

    def lines(self, what: str | None = None, at: str | None = None) -> list[JsonObject]:
        """The lines of a kind and a place."""
        if not self.ledger.exists():
            return []
        found: list[JsonObject] = [json.loads(line) for line in self.ledger.read_text().splitlines()]
        return [line for line in found if what in (None, line["what"]) and at in (None, line["at"])]

    def counts(self, root: str) -> Counter[tuple[str, str]]:
        """How often each effect happened at each place below a root."""
        found = [line for line in self.lines() if line["what"] in EFFECTS and line["at"].startswith(f"{root}/")]
        return Counter((line["what"], line["at"]) for line in found)

    def app(self) -> App:
        """The app `trial`, which acts on this world."""
        app = App("trial")

        @app.capability(effect=Effect.READ)
        async def look(at: str, given: list[Any]) -> Any:
            """Look at something; the result tells what it was given."""
            self.enter("look", at)
            return result_of(at, given)

        @app.capability(effect=Effect.READ)
        async def shaky(at: str, given: list[Any], fails: int) -> Any:
            """Fail a number of times, then look."""
            self.enter("shaky", at)
            if len(self.lines("shaky", at)) <= fails:
                raise errors.Unavailable(f"{at!r} is not there yet")
            return result_of(at, given)

        @app.capability(effect=Effect.WRITE, idempotent=True, targets=["thing"])
        async def keep(context: Context, at: str, thing: str, given: list[Any]) -> Any:
            """Do something that its key keeps from happening twice."""
            key = context.call.idempotency_key
            if not any(line["key"] == key for line in self.lines("keep")):
                self.enter("keep", at, key)
            return result_of(at, given)

        @app.capability(effect=Effect.WRITE, targets=["thing"])
        async def act(at: str, thing: str, given: list[Any]) -> Any:
            """Do something that happens as often as it is called."""
            result = result_of(at, given)
            self.enter("act", at, result=result)
            return result

        @app.capability(effect=Effect.WRITE, targets=["thing"])
        async def spoil(at: str, thing: str, given: list[Any]) -> Any:
            """Do something and fail: it must not be done again by itself."""
            self.enter("spoil", at)
            raise errors.Unavailable(f"{at!r} broke off after it had begun")

        @app.capability(effect=Effect.WRITE, reversible=True, targets=["thing"])
        async def note(context: Context, at: str, thing: str, given: list[Any]) -> Any:
            """Remember something: an effect inside the database only."""
            await context.remember(f"noted {at}")
            return result_of(at, given)

        @app.capability(effect=Effect.WRITE, reversible=True, targets=["thing"])
        async def write(context: Context, at: str, thing: str, given: list[Any]) -> Any:
            """Write a file of the project, as a change that can be undone."""
            name, result = file_of(at), result_of(at, given)
            self.enter("write", at, result=result)
            before = context.workspace.replaced(name) or b""
            await context.change_file(name, before + f"{at}\n".encode(), op="write", title=f"Write {at}")
            return result

        return app


def file_of(at: str) -> str:
    """The file a step writes."""
    return f"{crc32(at.encode())}.txt"


def result_of(at: str, given: list[Any]) -> JsonObject:
    """What a step gives back: it depends on where it stands and on all it was given, and on nothing else."""
    total = crc32(json.dumps([at, given], sort_keys=True).encode())
    return {"at": at, "sum": total, "items": list(range(total % 4))}
