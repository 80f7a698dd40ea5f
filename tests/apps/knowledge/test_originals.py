"""Originals of deleted documents: kept for undo, cleared away later, never while anything else uses them (KN-3)."""

from __future__ import annotations

import os
from typing import Any

import pytest
from tests.apps.knowledge.library import RULES, Library

from aule.contracts.errors import ApprovalRequired
from aule.text.hashing import bytes_hash

OLD = 1_600_000_000
SHA = bytes_hash(RULES.encode())


def age(library: Library) -> None:
    """Let all contents look as if they were put long ago."""
    blobs = library.kernel.blobs
    for path in blobs.path(SHA).parent.parent.glob("??/*"):
        os.utime(path, (OLD, OLD))


async def clear(library: Library, days: int) -> dict[str, Any]:
    """Clear originals away, and tell what came of it."""
    kernel = library.kernel
    with pytest.raises(ApprovalRequired):  # it cannot be taken back, so it always asks
        await kernel.call("knowledge.clear_originals", {"days": days})
    approval = (await kernel.approvals.pending())[0]
    assert approval.run is not None
    await kernel.decide(approval.id, "approve", content_hash=approval.binds.content_hash)
    await kernel.driver.wait(approval.run)
    results = [event.data for event in await kernel.journal.read(None, run=approval.run, types=["call.completed"])]
    return results[-1].result.data  # type: ignore[union-attr]


async def test_the_original_of_a_deleted_document_goes_when_its_time_is_over(library: Library) -> None:
    """KN-3: not before, not while it is fresh; undo brings text and vectors back, and says that the file is gone."""
    document = await library.add("regras.md", RULES)
    age(library)
    assert await clear(library, 0) == {"originals": 0, "size": 0, "kept": 0}
    deleted = await library.delete(f"/v1/documents/{document['id']}")
    assert (await clear(library, 30))["originals"] == 0
    os.utime(library.kernel.blobs.path(SHA))
    assert await clear(library, 0) == {"originals": 0, "size": 0, "kept": 1}
    age(library)
    assert await clear(library, 0) == {"originals": 1, "size": len(RULES.encode()), "kept": 0}
    assert not library.kernel.blobs.has(SHA)
    await library.kernel.undo(f"run:{deleted['run']}")
    pages = (await library.get(f"/v1/documents/{document['id']}/pages"))["items"]
    assert "piscina" in pages[0]["text"]
    assert (await library.client.get(f"/v1/documents/{document['id']}/content")).status_code == 404
    assert (await library.add("regras.md", RULES + "."))["version"] == 2


async def test_an_original_that_something_else_uses_stays(library: Library) -> None:
    """KN-3: another document, or an artifact, of the same content."""
    other = await library.post("/v1/collections", {"name": "Outra"}, status=201)
    first = await library.add("regras.md", RULES)
    second = await library.add("copia.md", RULES, collection=other["id"])
    await library.delete(f"/v1/documents/{first['id']}")
    age(library)
    assert await clear(library, 0) == {"originals": 0, "size": 0, "kept": 0}
    await library.delete(f"/v1/documents/{second['id']}")
    sent = await library.client.post("/v1/artifacts", params={"name": "regras.md"}, content=RULES.encode())
    assert sent.status_code == 201, sent.text
    age(library)
    assert await clear(library, 0) == {"originals": 0, "size": 0, "kept": 1}
    assert library.kernel.blobs.has(SHA)
