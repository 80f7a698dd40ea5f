"""Earlier versions of documents: their pages, read from the original when somebody opens one.

Only the pages of the newest version are rows, and only they are searched. Those of an earlier one are kept in a file of
the cache, which can be made again.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import aclosing
from dataclasses import asdict, astuple, dataclass, replace
from pathlib import Path

from aule.apps.knowledge import extraction
from aule.apps.knowledge.ingestion.originals import HEAD
from aule.apps.knowledge.records import PAGE_BREAK, Kind, Page
from aule.apps.knowledge.views import PICTURED, DocumentView, OutlineView, PageView
from aule.contracts.model import Model
from aule.sdk.files import write_unsynced

MOST_KEPT = 50
"""Versions whose pages the cache holds."""
LIMITS = replace(extraction.USUAL, pages=1_000)
"""Of an earlier version less is read: somebody waits for it."""


class EarlierPages(Model):
    """The pages and headings of an earlier version."""

    kind: Kind
    pages: list[PageView]
    outline: list[OutlineView]


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a document: its number, and the original it was read from."""

    number: int
    original: Path
    sha256: str
    name: str
    size: int
    added_at: str


class EarlierVersions:
    """Reads earlier versions of documents, each once for as long as the cache holds it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._reading = asyncio.Lock()

    async def read(self, version: Version, locale: str) -> EarlierPages:
        """Return the pages of a version; raises the `AuleError` of extraction where it cannot be read."""
        path = self._folder / f"{version.sha256}-{extraction.VERSION}.json"
        async with self._reading:  # one at a time: whoever asks for the same pages finds them kept
            kept = await asyncio.to_thread(_kept, path)
            if kept is not None:
                return kept
            read = await _extracted(version, locale)
            await asyncio.to_thread(_keep, path, read)
        return read


def view_of(document: DocumentView, version: Version, read: EarlierPages) -> DocumentView:
    """Return a document as it was in an earlier version."""
    return document.model_copy(
        update={
            "name": version.name,
            "kind": read.kind,
            "size": version.size,
            "pages": len(read.pages),
            "characters": sum(len(page.text) for page in read.pages),
            "state": "ready",
            "problem": None,
            "notes": [],
            "version": version.number,
            "outline": read.outline,
            "added_at": version.added_at,
            "run": None,
            "has_pictures": read.kind in PICTURED,
        }
    )


async def kind_of(version: Version, locale: str) -> Kind:
    """Return what kind of file a version came as."""
    return await extraction.kind_of(await asyncio.to_thread(_head, version.original), version.name, locale=locale)


async def _extracted(version: Version, locale: str) -> EarlierPages:
    kind = await kind_of(version, locale)
    pages: list[Page] = []
    items = extraction.extract_pages(version.original, version.name, kind, limits=LIMITS, locale=locale)
    async with aclosing(items):
        pages += [item async for item in items if isinstance(item, Page)]
    outline = await asyncio.to_thread(extraction.outline_of, pages)
    return EarlierPages(
        kind=kind, pages=_page_views(pages), outline=[OutlineView(**asdict(entry)) for entry in outline]
    )


def _page_views(pages: list[Page]) -> list[PageView]:
    found: list[PageView] = []
    start = 0
    for page in pages:
        found.append(
            PageView(
                number=page.number,
                label=page.label,
                start=start,
                text=page.text,
                width=page.width,
                height=page.height,
                lines=[astuple(line) for line in page.lines],
                problem=page.problem,
            )
        )
        start += len(page.text) + len(PAGE_BREAK)
    return found


def _head(original: Path) -> bytes:
    with original.open("rb") as file:
        return file.read(HEAD)


def _kept(path: Path) -> EarlierPages | None:
    """Return what the cache holds; none where it holds nothing that can be read."""
    try:
        return EarlierPages.model_validate(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError):
        return None


def _keep(path: Path, read: EarlierPages) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    others = sorted(path.parent.glob("*.json"), key=lambda each: each.stat().st_mtime)
    for old in others[: max(0, len(others) - MOST_KEPT)]:
        old.unlink(missing_ok=True)
    write_unsynced(path, read.model_dump_json().encode())
