"""Attachments of messages: checked when a message is sent, and read, within limits, when a model is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from aule.contracts.errors import AuleError, Invalid, NotFound
from aule.contracts.ids import split_ref
from aule.contracts.project import Artifact, Project
from aule.contracts.talk.brain import Attached
from aule.contracts.talk.messages import Attachment
from aule.kernel.capabilities.apps.look_ups import LookUps
from aule.kernel.capabilities.context.workspaces import Workspaces
from aule.stores.home.blobs import Blobs
from aule.stores.repositories.artifacts import Artifacts
from aule.text.media import HEAD, TEXTS, recognise, text_of
from aule.text.words import CHARACTERS_PER_TOKEN

PER_FILE = 40_000
"""Characters of one attachment that enter a prompt."""
TOTAL = 120_000
"""Characters of all attachments together; for a small context, a quarter of it."""
LEAST = 200
"""Where fewer characters are left, an attachment is only named."""


@dataclass(slots=True)
class AttachmentRoom:
    """How many characters of attachments still fit in a prompt, and which were cut."""

    left: int
    cut: list[str]
    whole: int = 0

    @classmethod
    def of(cls, context_length: int) -> AttachmentRoom:
        """Return the room in a model's context: a quarter of it at most."""
        return cls(min(TOTAL, int(context_length / 4 * CHARACTERS_PER_TOKEN)), [])


@dataclass(frozen=True, slots=True)
class Attachments:
    """Finds and reads attachments."""

    artifacts: Artifacts
    blobs: Blobs
    project: Callable[[str], Awaitable[Project | None]]
    workspaces: Workspaces
    redact: Callable[[str], str]
    """Removes known secrets, since a prompt is sent to a model."""
    look_ups: LookUps
    """What of apps can be attached."""

    async def look_up(self, refs: Sequence[str]) -> list[Attachment]:
        """Return the attachments that refs point at; refuse refs that point at nothing."""
        return [await self._look_up(ref) for ref in dict.fromkeys(refs)]

    async def read(self, attachments: Sequence[Attachment], room: AttachmentRoom, project: str) -> tuple[Attached, ...]:
        """Return attachments as a model sees them: text as far as it fits, the rest by name."""
        here = f"file:{project}/"
        return tuple(
            [
                replace(await self._read(each, room), path=each.ref[len(here) :] if each.ref.startswith(here) else None)
                for each in attachments
            ]
        )

    async def _look_up(self, ref: str) -> Attachment:
        kind, id = split_ref(ref)
        match kind:
            case "artifact":
                artifact = await self._artifact(id)
                return Attachment(ref=ref, title=artifact.name, mime=artifact.mime, size=artifact.size)
            case "file":
                return await self._file(ref, id)
            case _:
                title = await self.look_ups.title(kind, id)
                if title is not None:
                    return Attachment(ref=ref, title=title)
                raise Invalid(
                    f"{ref[:100]!r} cannot be attached.",
                    field="refs",
                    hint="Attach an artifact (artifact:<id>) or a file of a project (file:<project>/<path>).",
                )

    async def _artifact(self, id: str) -> Artifact:
        artifact = await self.artifacts.find(id)
        if artifact is None or artifact.deleted:
            gone = "was deleted" if artifact else "does not exist"
            raise NotFound(f"The artifact {id[:100]!r} {gone}.", field="refs", hint="Attach something that is there.")
        return artifact

    async def _file(self, ref: str, id: str) -> Attachment:
        project, path = await self._place(id)
        workspace = self.workspaces.of(project)
        entry = workspace.stat(path)
        if entry is None or entry.kind != "file":
            raise NotFound(f"There is no file {path[:200]!r} in {project.name!r}.", field="refs", hint="Choose one.")
        name = PurePosixPath(path).name
        media = recognise(name, None, workspace.head(path, HEAD))
        return Attachment(ref=ref, title=name, mime=media.mime, size=entry.size)

    async def _place(self, id: str) -> tuple[Project, str]:
        name, _, path = id.partition("/")
        project = await self.project(name)
        if project is None or not path:
            raise NotFound(f"There is no file {id[:200]!r}.", field="refs", hint="Name it as file:<project>/<path>.")
        return project, self.workspaces.of(project).check(path)

    async def _read(self, attachment: Attachment, room: AttachmentRoom) -> Attached:
        kind, id = split_ref(attachment.ref)
        if look_up := self.look_ups.of_kind(kind):
            note = f"{look_up.capability} finds passages in it, with {look_up.attached[kind]}={id}"
            return Attached(attachment.ref, attachment.title, note=note)
        more = "core.read_artifact" if kind == "artifact" else "core.read_file"
        most = min(PER_FILE, room.left)
        if most < LEAST:
            room.cut.append(attachment.title)
            note = f"left out, there was no more room; {more} reads it"
            return Attached(attachment.ref, attachment.title, note=note)
        try:
            # Four bytes make a character at most, so these suffice for the characters there is room for.
            content = await (self._artifact_head if kind == "artifact" else self._file_head)(id, most * 4 + HEAD)
        except AuleError as error:
            return Attached(attachment.ref, attachment.title, note=f"cannot be read: {error}")
        if recognise(attachment.title, attachment.mime, content[:HEAD]).type not in TEXTS:
            note = f"not text ({attachment.mime}); only its name is shown"
            return Attached(attachment.ref, attachment.title, note=note)
        text = self.redact(text_of(content))
        shown = text[:most]
        room.left -= len(shown)
        if len(shown) == len(text) and len(content) >= (attachment.size or 0):
            room.whole += 1
            return Attached(attachment.ref, attachment.title, shown)
        room.cut.append(attachment.title)
        note = f"cut: the first {len(shown)} characters of {attachment.size} bytes; {more} reads on"
        return Attached(attachment.ref, attachment.title, shown, note)

    async def _artifact_head(self, id: str, most: int) -> bytes:
        artifact = await self._artifact(id)
        return await asyncio.to_thread(self.blobs.head, artifact.sha256, most)

    async def _file_head(self, id: str, most: int) -> bytes:
        project, path = await self._place(id)
        return await asyncio.to_thread(self.workspaces.of(project).head, path, most)
