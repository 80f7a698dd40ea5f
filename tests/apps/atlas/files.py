"""Files on their way in and out of a running system."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from tests.apps.atlas.company import NOVEMBER, Calendar, Company

from aule import boot
from aule.apps.atlas.rows import exact_json as exact
from aule.contracts.access.capability import Result
from aule.contracts.errors import AuleError, Problem
from aule.kernel.capabilities.gate.owner_confirmation import ByHand
from aule.testing.system import system

FIXTURE = Path(__file__).parent / "fixtures" / "export.json"


class Files(Company):
    """A system to bring files to."""

    async def bring(self, content: Mapping[str, Any] | str | bytes, name: str = "company.json") -> str:
        """Put a file among the artifacts; gives its id."""
        if isinstance(content, Mapping):
            content = exact.write(content)
        raw = content.encode() if isinstance(content, str) else content

        async def pieces() -> AsyncIterator[bytes]:
            yield raw

        return (await self.kernel.uploads.add(name, pieces())).id

    async def import_(self, content: Mapping[str, Any] | str | bytes, **more: Any) -> Result:
        """Import a file as a person does: look at the preview, then do what it shows."""
        artifact = await self.bring(content, more.pop("name", "company.json"))
        params = {"artifact": artifact, **more}
        shown = await self.kernel.preview("atlas.import_data", params, locale="en")
        confirm = getattr(shown.preview, "confirm", None)
        by_hand = ByHand(shown.content_hash, confirm)
        return (await self.kernel.call("atlas.import_data", params, locale="en", by_hand=by_hand)).result

    async def refusal(self, content: Mapping[str, Any] | str | bytes, **more: Any) -> Problem:
        """Why a file is not imported; nothing of it may be there then."""
        before = await self.rows()
        try:
            done = await self.import_(content, **more)
        except AuleError as error:
            assert await self.rows() == before
            return error.problem
        raise AssertionError(f"it was imported: {done.data}")

    async def exported(self, **params: Any) -> dict[str, Any]:
        """A company as it goes out, exactly."""
        return exact.parse((await self.content("export", **params)).decode())

    async def content(self, name: str, **params: Any) -> bytes:
        """The bytes of what a capability keeps."""
        done = (await self.kernel.call(f"atlas.{name}", params, locale="en")).result
        return await self.bytes_of(done.data["artifact"])

    async def bytes_of(self, artifact: str) -> bytes:
        """The bytes of an artifact."""
        return self.kernel.blobs.get((await self.kernel.uploads.get(artifact)).sha256)


def counts(result: Result) -> dict[str, tuple[int, int, int]]:
    """What an import did: made, changed and left alone, by table, where anything was."""
    tables: dict[str, Any] = result.data["tables"]
    each = {name: (table["insert"], table["update"], table["unchanged"]) for name, table in tables.items()}
    return {name: count for name, count in each.items() if any(count)}


def same(one: Any, other: Any) -> bool:
    """Whether two documents are equal, numbers by value, keys in the same order."""
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))  # pyright: ignore[reportUnknownArgumentType]
    return exact.equal(one, other)


def fixture() -> dict[str, Any]:
    """The export of all tables, exactly."""
    return exact.parse(FIXTURE.read_text(encoding="utf-8"))


def plain(document: Any) -> Any:
    """A document as any program reads it."""
    return json.loads(exact.write(document))


@asynccontextmanager
async def files(path: Path, at: datetime = NOVEMBER, **more: Any) -> AsyncGenerator[Files]:
    """A running system without any company, on a day in November 2026."""
    async with system(path, ambient=replace(boot.ambient(), clock=Calendar(at)), **more) as running:
        yield Files(running)
