"""Originals: finding what is to be added, and keeping its bytes. What is kept has no owner until a run takes it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal
from urllib.parse import unquote, urlsplit

from aule.apps.knowledge import extraction
from aule.apps.knowledge.ingestion.arrivals import OriginalFile
from aule.apps.knowledge.records import SourceKind
from aule.apps.knowledge.views import RefusedFile
from aule.apps.knowledge.words import say
from aule.sdk import Context, errors
from aule.sdk.system import Blobs
from aule.text.filename import clean_name
from aule.text.media import HEAD, recognise
from aule.text.words import fold

if TYPE_CHECKING:
    from aule.sdk.files import Workspace

MAX_DOCUMENT = 128 * 1024 * 1024
"""Bytes one document may have."""
MAX_DOWNLOAD = 64 * 1024 * 1024
"""Bytes a document of the web may have."""
MOST_IN_FOLDER = 5_000
"""Files of a folder that are looked at."""
NOTES = "notes"
"""The folder in which a project keeps its notes."""
MOST_MESSAGES = 10_000

_ENDINGS = {
    "text/html": ".html",
    "application/xhtml+xml": ".html",
    "text/plain": ".txt",
    "text/markdown": ".md",
    "text/csv": ".csv",
    "application/pdf": ".pdf",
}
_ALSO = {".html": (".htm", ".xhtml"), ".txt": (".text", ".md", ".csv", ".log"), ".md": (".markdown",)}

Given = Literal["file", "folder", "note", "artifact", "conversation"]
"""What of this machine can be added by its name."""


@dataclass(slots=True)
class Gathered:
    """Files that are kept, and those that are not taken."""

    files: list[OriginalFile] = field(default_factory=lambda: [])
    refused: list[RefusedFile] = field(default_factory=lambda: [])

    def refuse(self, name: str, error: errors.AuleError) -> None:
        """Note that a file is not taken."""
        self.refused.append(RefusedFile(name=name, problem=error.problem))


async def keep(
    blobs: Blobs, name: str, content: bytes, source: SourceKind, ref: str = "", *, mime: str | None = None
) -> OriginalFile:
    """Keep bytes as an original; raises where they cannot become a document."""
    shown = clean_name(name)
    check_size(shown, len(content))
    head = content[:HEAD]
    kind = await extraction.kind_of(head, shown, mime)
    sha = await asyncio.to_thread(blobs.put, content)
    media = recognise(shown, mime, head)
    return OriginalFile(name=shown, mime=media.mime, kind=kind, size=len(content), sha256=sha, source=source, ref=ref)


def check_size(name: str, size: int) -> None:
    """Refuse what is empty, or larger than a document may be."""
    if size == 0:
        raise errors.Invalid(f"{name!r} is empty.", code="empty_file", hint="Send a file with something in it.")
    if size > MAX_DOCUMENT:
        raise errors.TooLarge(
            f"{name!r} has more than {MAX_DOCUMENT // 2**20} MB.",
            code="document_too_large",
            hint="Split it into several files.",
        )


async def names_of(context: Context, source: Given, ref: str) -> list[str]:
    """Return what would be added, by name; raises where it is not there. Nothing is kept."""
    match source:
        case "file":
            return [_file(context.workspace, ref)]
        case "folder":
            return await asyncio.to_thread(files_under, context.workspace, ref)
        case "note":
            return [await asyncio.to_thread(_note, context.workspace, ref)]
        case "artifact":
            return [(await context.artifact(ref)).name]
        case "conversation":
            return [(await _conversation(context, ref)).title]


async def gather(context: Context, source: Given, ref: str) -> Gathered:
    """Keep what is meant; what cannot become a document is told, and stops nothing else."""
    found = Gathered()
    match source:
        case "file" | "folder" | "note":
            names = await names_of(context, source, ref)
            await gather_files(found, context.ports.blobs, context.workspace, names, is_note=source == "note")
        case "artifact":
            await _gather_artifact(context, ref, found)
        case "conversation":
            talk = await _conversation(context, ref)
            text = await _told(context, talk.id, talk.title)
            name = f"{talk.title or talk.id}.md"
            found.files.append(await keep(context.ports.blobs, name, text.encode(), "conversation", talk.id))
    return found


async def gather_files(
    found: Gathered,
    blobs: Blobs,
    workspace: Workspace,
    paths: Sequence[str],
    *,
    is_note: bool = False,
    ref_of: Callable[[str], str] = str,
) -> None:
    """Keep files of a workspace, which reads no secret ones and never leaves its folder."""
    for path in paths:
        name = path.rpartition("/")[2]
        try:
            content = await asyncio.to_thread(workspace.read, path, MAX_DOCUMENT)
            kept = await keep(blobs, name, content, "note" if is_note else "file", ref_of(path))
            found.files.append(kept)
        except errors.AuleError as error:
            found.refuse(path, error)


def files_under(workspace: Workspace, folder: str) -> list[str]:
    """Return the project's own files under a folder: none it ignores, none that hold secrets."""
    folder = workspace.check(folder or ".")
    inside = workspace.stat(folder)
    if inside is None or inside.kind != "folder":
        raise errors.NotFound(f"There is no folder {folder!r} in this project.", field="ref", hint="Check its name.")
    start = "" if folder == "." else f"{folder}/"
    return [each.path for each in workspace.own_files(MOST_IN_FOLDER) if each.path.startswith(start)]


def name_of_url(url: str, mime: str) -> str:
    """Return what a file of the web is called: the last part of its address, with the ending its type asks for."""
    parts = urlsplit(url)
    last = unquote(parts.path.rstrip("/").rpartition("/")[2])
    ending = _ENDINGS.get(mime, "")
    if not last:
        return f"{parts.hostname}{ending}"
    return last if not ending or last.lower().endswith((ending, *_ALSO.get(ending, ()))) else f"{last}{ending}"


def _file(workspace: Workspace, path: str) -> str:
    checked = workspace.check(path)
    found = workspace.stat(checked)
    if found is None or found.kind != "file":
        raise errors.NotFound(f"There is no file {path!r} in this project.", field="ref", hint="Check its name.")
    return checked


def _note(workspace: Workspace, said: str) -> str:
    """Return the path of a note, by its path or its title."""
    if workspace.stat(NOTES) is None:
        raise errors.NotFound("There are no notes in this project.", field="ref", hint="Write one first.")
    paths = [each.path for each in workspace.list(NOTES) if each.kind == "file" and each.path.endswith(".md")]
    if said in paths:
        return said
    wanted = fold(said).strip()
    for path in paths:
        head = workspace.head(path, 400).decode("utf-8", "replace").lstrip("# ").partition("\n")[0]
        if wanted in (fold(path.rpartition("/")[2].removesuffix(".md")), fold(head).strip()):
            return path
    raise errors.NotFound(
        f"There is no note {said!r}.", field="ref", candidates=[path.rpartition("/")[2] for path in paths[:5]]
    )


async def _gather_artifact(context: Context, ref: str, found: Gathered) -> None:
    artifact = await context.artifact(ref)
    try:
        check_size(artifact.name, artifact.size)
        head = await asyncio.to_thread(context.ports.blobs.head, artifact.sha256, HEAD)
        kind = await extraction.kind_of(head, artifact.name, artifact.mime)
    except errors.AuleError as error:
        found.refuse(artifact.name, error)
        return
    told = {"name": artifact.name, "mime": artifact.mime, "size": artifact.size, "sha256": artifact.sha256}
    found.files.append(OriginalFile.model_validate({**told, "kind": kind, "source": "artifact", "ref": artifact.id}))


@dataclass(frozen=True, slots=True)
class _Talk:
    id: str
    title: str


async def _conversation(context: Context, id: str) -> _Talk:
    talk = await context.own.kernel.conversations.find(id)
    if talk is None or talk.project != context.project.id:
        raise errors.NotFound(f"There is no conversation {id!r} in this project.", field="ref")
    return _Talk(talk.id, talk.title)


async def _told(context: Context, id: str, title: str) -> str:
    """Return a conversation as Markdown, with who said what and when."""
    conversations, before = context.own.kernel.conversations, None
    lines: list[str] = []
    while len(lines) < MOST_MESSAGES:
        page = await conversations.messages(id, before=before, limit=100)
        said = [
            f"## {say(f'speaker_{each.role}', context.locale)}, {each.ts[:16].replace('T', ' ')}\n\n{each.content}\n"
            for each in page.items
            if each.role in ("user", "assistant")
        ]
        lines = [*said, *lines]
        before = page.next
        if before is None:
            break
    return f"# {title or id}\n\n" + "\n".join(lines)
