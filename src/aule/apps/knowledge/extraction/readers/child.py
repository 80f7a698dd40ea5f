"""The module of the limited child: reads one document and tells facts, pages and notes, or draws one page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, BinaryIO

from aule.apps.knowledge.extraction.readers.pages import PageDraft
from aule.apps.knowledge.extraction.readers.plain_text import one_line
from aule.apps.knowledge.extraction.readers.refusals import DAMAGE, RefusedDocument

Told = dict[str, Any]

_READERS = {
    "pdf": "pdf",
    "docx": "word",
    "pptx": "slides",
    "xlsx": "sheets",
    "csv": "sheets",
    "html": "web_page",
    "markdown": "markdown",
    "text": "plain",
    "epub": "book",
    "email": "mail",
    "image": "image",
}


@dataclass(slots=True)
class Reading:
    """One document that is being read: the file, what is wanted of it, and what it costs."""

    file: BinaryIO
    kind: str
    after: int
    limits: dict[str, Any]
    is_careful: bool = False
    """Whether no page is looked at before it is its turn."""
    notes: dict[tuple[str, int, str], int] = field(default_factory=dict[tuple[str, int, str], int])
    characters: int = 0

    def note(self, code: str, page: int = 0, detail: str = "", count: int = 1) -> None:
        """Remember something that is left out; the same again is counted."""
        key = (code, page, one_line(detail)[:200])
        if key in self.notes or len(self.notes) < 200:
            self.notes[key] = self.notes.get(key, 0) + count

    def page(self, number: int, **more: Any) -> PageDraft:
        """Begin a page."""
        room = max(0, self.limits["characters"] - self.characters)
        return PageDraft(number, most=min(self.limits["page_characters"], room), **more)

    def facts(self, pages: int, title: str = "", author: str = "") -> Told:
        """Return the facts of the document."""
        most = self.limits["pages"]
        if pages > most:
            self.note("pages_left_out", count=pages - most)
        return {
            "facts": {
                "title": one_line(title)[:300],
                "author": one_line(author)[:200],
                "pages": min(pages, most),
                "notes": self._told(),
            }
        }

    def finished(self, draft: PageDraft) -> Told:
        """Return a page as it is told, and count what it costs."""
        self.characters += draft.size
        if draft.left_out:
            self.note("characters_left_out", draft.number, count=draft.left_out)
            draft.problem = draft.problem or "too_large"
        return {"page": draft.told()}

    def _told(self) -> list[Told]:
        return [
            {"code": code, "page": page, "count": count, "detail": detail}
            for (code, page, detail), count in self.notes.items()
        ]

    def rest(self) -> Told:
        """Return all notes, when everything was read."""
        return {"notes": self._told()}


def tell(file: BinaryIO, argument: dict[str, Any]) -> Iterator[Told]:
    """Yield facts, pages and notes of a document; or, asked for a picture, the picture."""
    # Loading the reader stands outside: a mistake of ours is not told as damage of a document.
    name = "pdf_picture" if "picture" in argument else _READERS[argument["kind"]]
    reader: Any = import_module(f"{__package__}.{name}")
    try:
        if "picture" in argument:
            yield {"picture": reader.picture_of(file, argument["picture"], argument["width"])}
            return
        reading = Reading(file, argument["kind"], argument["after"], argument["limits"], argument["is_careful"])
        yield from reader.read(reading)
        yield reading.rest()
    except RefusedDocument as refusal:
        yield {"refused": refusal.code, "detail": one_line(refusal.detail)[:200]}
    except MemoryError:
        yield {"refused": "document_too_large", "detail": ""}
    except DAMAGE as damage:
        yield {"refused": "broken_document", "detail": type(damage).__name__}
