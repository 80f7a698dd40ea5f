"""Artifacts of calls: store a result, and find one by its id, or by its name where that is unique."""

from __future__ import annotations

from collections.abc import AsyncIterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from aule.contracts.errors import Invalid, NotFound, TooLarge
from aule.contracts.project import Artifact, Project
from aule.kernel.capabilities.threads import run_to_end
from aule.stores.repositories.artifacts import Artifacts
from aule.text.filename import clean_name
from aule.text.media import recognise

if TYPE_CHECKING:
    from aule.kernel.capabilities.context.context import Context
    from aule.stores.home.blobs import Blobs

MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class StoredContent:
    """Stored bytes: their size, hash and beginning."""

    size: int
    sha256: str
    head: bytes


async def receive(blobs: Blobs, pieces: AsyncIterable[bytes]) -> StoredContent:
    """Store bytes as they arrive."""
    with blobs.receiving() as incoming:
        async for piece in pieces:
            await run_to_end(partial(incoming.write, piece))
        await run_to_end(incoming.sync)
    return StoredContent(incoming.size, incoming.sha256, incoming.head)


async def keep_content(context: Context, name: str, mime: str, content: StoredContent) -> Artifact:
    """Make an artifact of a call from stored bytes."""
    shown = clean_name(name)
    media = recognise(shown, mime, content.head)
    artifact = Artifact(
        id=context.ambient.ids.new("art"),
        project=context.project.id,
        run=context.run.id,
        type=media.type,
        name=shown,
        mime=media.mime,
        size=content.size,
        sha256=content.sha256,
        created_at=context.ambient.timestamp(),
        made_by=context.capability.name,
        call=context.call.id,
    )
    await context.ports.changes.change_stored(context, f"artifact:{artifact.id}", artifact, op="create")
    context.artifacts.append(artifact.id)
    return artifact


def refuse_larger(artifact: Artifact, max_bytes: int) -> None:
    """Raise `TooLarge` for an artifact that is larger than `max_bytes`."""
    if artifact.size > max_bytes:
        raise TooLarge(
            f"{artifact.name!r} has {artifact.size} bytes; {max_bytes} are the most here.",
            hint="Download it instead.",
        )


async def find_artifact(artifacts: Artifacts, project: Project, wanted: str) -> Artifact:
    """Return the artifact with an id, or the project's one with a name; raise `Ambiguous` where several share it."""
    wanted = wanted.strip().removeprefix("artifact:")
    found = await artifacts.find(wanted)
    if found is not None and not found.deleted:
        return found
    named = await artifacts.named(wanted, project=project.id)
    if len(named) == 1:
        return named[0]
    if named:
        raise Invalid(
            f"{len(named)} artifacts are called {wanted!r}.",
            code="ambiguous_artifact",
            field="artifact",
            candidates=[artifact.id for artifact in named[:MOST_NAMED]],
            hint="Name it by its id.",
        )
    latest = (await artifacts.list(project=project.id, limit=MOST_NAMED)).items
    raise NotFound(
        f"There is no artifact {wanted!r} here.",
        field="artifact",
        candidates=[artifact.name for artifact in latest],
        hint="Name it by its id, or by its name if it is in this project.",
    )
