"""What extraction tells of a document beside its pages: its facts, what was left out, and how much is read at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aule.apps.knowledge.records import Kind

VERSION = "3"
"""Changes when extraction or chunking changes what comes out."""
MB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Note:
    """Something of a document that was left out or changed, as a code with its values; `page` is 0 for all of it."""

    code: str
    page: int = 0
    count: int = 1
    detail: str = ""


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """A document as a whole: its title ("" where it says none), its kind, its number of pages, what was left out."""

    title: str
    kind: Kind
    pages: int
    author: str = ""
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class ExtractionLimits:
    """How much of a document is read. What is beyond is left out and noted, or the document is refused."""

    size: int = 512 * MB
    """Bytes of the file."""
    pages: int = 5_000
    characters: int = 40_000_000
    """Characters of all pages together."""
    page_characters: int = 2_000_000
    """Characters of one page; a page with more is cut, and says so."""
    unpacked: int = 512 * MB
    """Bytes of all that is read from an archive (DOCX, PPTX, XLSX, EPUB)."""
    memory: int = 1024 * MB
    page_s: float = 40
    """Seconds one page may take; a page that takes longer is left out."""
    cpu_s: int = 1200
    has_ocr: bool = True
    """Whether pages without text are read from their pictures, where tesseract is installed."""
    ocr_s: int = 120
    """Seconds reading the picture of one page may take; a page that takes longer has no text, and says so."""

    def for_child(self) -> dict[str, Any]:
        """Return the limits that the child keeps by itself."""
        return {
            "pages": self.pages,
            "characters": self.characters,
            "page_characters": self.page_characters,
            "unpacked": self.unpacked,
            "has_ocr": self.has_ocr,
            "ocr_s": self.ocr_s,
        }


USUAL = ExtractionLimits()
