"""Uploads: the files of a multipart body, kept as they arrive; a body that breaks off leaves nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack
from dataclasses import dataclass, field

from aule.apps.knowledge import extraction
from aule.apps.knowledge.ingestion.arrivals import OriginalFile
from aule.apps.knowledge.ingestion.originals import MAX_DOCUMENT, Gathered, check_size
from aule.apps.knowledge.wire.multipart import Multipart, PartHead
from aule.sdk import errors
from aule.sdk.system import Blobs, Incoming
from aule.text.filename import clean_name
from aule.text.media import recognise

_FIELDS = ("project", "collection", "locale")
LONGEST_PATH = 1_000


@dataclass(slots=True)
class Received:
    """What a body brought."""

    gathered: Gathered = field(default_factory=Gathered)
    project: str | None = None
    collection: str | None = None
    locale: str | None = None
    """The language in which reading is told."""


async def receive(blobs: Blobs, pieces: AsyncIterator[bytes], boundary: bytes) -> Received:
    """Take the files of a body. A file that cannot become a document is told; the others are kept all the same."""
    received, body = Received(), Multipart(pieces, boundary)
    with ExitStack() as arriving:  # nothing is kept for good before the last byte was understood
        async for head in body.parts():
            if head.file is None:
                value = (await body.field()).strip()
                if head.name not in _FIELDS:
                    raise errors.Invalid(f"There is no field {head.name[:80]!r}.", candidates=["file", *_FIELDS])
                setattr(received, head.name, value or None)
            elif head.file:
                await _take(blobs, body, head, received.gathered, arriving)
    if not received.gathered.files and not received.gathered.refused:
        raise errors.Invalid("The body holds no file.", field="file", hint="Send one part called `file` for each.")
    return received


async def _take(blobs: Blobs, body: Multipart, head: PartHead, found: Gathered, arriving: ExitStack) -> None:
    name = clean_name(head.file or "")
    try:
        with ExitStack() as one:
            incoming = one.enter_context(blobs.receiving())
            received = await _received(body, incoming, name, head.mime)
            found.files.append(received.model_copy(update={"ref": folder_path(head.file or "")}))
            arriving.enter_context(one.pop_all())
    except (errors.Invalid, errors.TooLarge) as error:
        if error.problem.code == "broken_multipart":
            raise
        found.refuse(name, error)


def folder_path(name: str) -> str:
    """Return where a file stood in the folder that was sent, `notes/2025/plan.md`; "" of a file by itself.

    Two files of the same name in two folders are two documents.
    """
    *folders, last = name.split("/")
    if not folders or any(each.strip(". ") == "" for each in folders):
        return ""  # alone, or from a place that is nobody's business
    path = "/".join([*(clean_name(each) for each in folders), clean_name(last)])
    return path if len(path) <= LONGEST_PATH else ""


async def _received(body: Multipart, incoming: Incoming, name: str, mime: str | None) -> OriginalFile:
    async for piece in body.content():
        incoming.write(piece)
        if incoming.size > MAX_DOCUMENT:
            check_size(name, incoming.size)
    check_size(name, incoming.size)
    kind = await extraction.kind_of(incoming.head, name, mime)
    await asyncio.to_thread(incoming.sync)
    return OriginalFile(
        name=name,
        mime=recognise(name, mime, incoming.head).mime,
        kind=kind,
        size=incoming.size,
        sha256=incoming.sha256,
        source="upload",
    )
