"""Uploads: files that people add, kept under clean names, with their type found from their content."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass

from aule.contracts.ambient import Ambient
from aule.contracts.errors import Conflict, Invalid, NotFound, TooLarge
from aule.contracts.events.facts import CallCompleted, CallFailed, CallStarted
from aule.contracts.project import DEFAULT_PROJECT, MAX_ARTIFACT, Artifact
from aule.kernel.documents import Documents
from aule.kernel.journal import Journal
from aule.stores.home.blobs import Blobs
from aule.stores.repositories.artifacts import Artifacts
from aule.text.filename import clean_name
from aule.text.media import HEAD, recognise


@dataclass(frozen=True, slots=True)
class Uploads:
    """Takes in and names artifacts, and knows where they came from."""

    journal: Journal
    documents: Documents
    artifacts: Artifacts
    blobs: Blobs
    ambient: Ambient

    async def add(
        self,
        name: str,
        pieces: AsyncIterator[bytes],
        *,
        mime: str | None = None,
        project: str | None = None,
        largest: int = MAX_ARTIFACT,
    ) -> Artifact:
        """Keep a content as it arrives, of at most `largest` bytes; nothing is kept of one that breaks off."""
        place = await self.documents.projects.get(project or DEFAULT_PROJECT)
        shown = clean_name(name)
        with self.blobs.receiving() as incoming:
            async for piece in pieces:
                incoming.write(piece)
                if incoming.size > largest:
                    raise TooLarge(
                        f"{shown!r} has more than {largest // 2**20} MB.",
                        hint="Put it into the folder of a project instead; agents find it there.",
                    )
            if incoming.size == 0:
                raise Invalid(f"{shown!r} is empty.", hint="Send its bytes as the body.", code="empty_file")
            await asyncio.to_thread(incoming.sync)
        media = recognise(shown, mime, incoming.head)
        artifact = Artifact(
            id=self.ambient.ids.new("art"),
            project=place.id,
            run=None,
            type=media.type,
            name=shown,
            mime=media.mime,
            size=incoming.size,
            sha256=incoming.sha256,
            created_at=self.ambient.timestamp(),
        )
        return await self.documents.add_artifact(artifact)

    async def rename(self, id: str, name: str) -> Artifact:
        """Give an artifact another name; with it, what is taken for code, prose or data may change."""
        current = await self.get(id)
        shown = clean_name(name)
        head = await asyncio.to_thread(self.blobs.head, current.sha256, HEAD)
        return await self.documents.rename_artifact(id, shown, recognise(shown, current.mime, head))

    async def get(self, id: str) -> Artifact:
        """An artifact that is there; a deleted one is not."""
        artifact = await self.artifacts.get(id)
        if artifact.deleted:
            raise NotFound(f"The artifact {id!r} was deleted.", hint="Undo its deletion to have it back.")
        return artifact

    async def origin(self, artifact: Artifact) -> CallStarted:
        """The call an artifact came from, with its parameters as recorded."""
        if artifact.run is not None:
            types = ["call.started", "call.completed", "call.failed"]
            events = await self.journal.read(None, run=artifact.run, types=types)
            made = {
                event.data.id
                for event in events
                if isinstance(event.data, CallCompleted | CallFailed) and artifact.id in event.data.result.artifacts
            }
            for event in events:
                if isinstance(event.data, CallStarted) and event.data.id in made:
                    return event.data
        raise Conflict(
            f"{artifact.name!r} was added, not made here.",
            code="not_made_here",
            hint="Only what a capability made can be made anew.",
            subject=artifact.id,
        )
