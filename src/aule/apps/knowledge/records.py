"""The nouns of knowledge: what a page, a chunk and a document are, wherever they are read, kept or shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["pdf", "docx", "pptx", "xlsx", "csv", "html", "markdown", "text", "epub", "email", "image"]
"""What kind of file a document came as."""
SourceKind = Literal["upload", "file", "url", "note", "artifact", "conversation", "sample"]
"""Where a document came from."""
State = Literal["waiting", "ready", "failed"]
"""How far a document has come: to be read, searchable, or not readable. That it is being read is told by its run."""
BlockKind = Literal["heading", "text", "table", "item", "caption"]
"""What a block of a page is."""

PAGE_BREAK = "\n\n"
"""Joins the texts of pages to the text of their document."""
SECTION_BREAK = " › "
"""Joins headings to the name of a section, outermost first."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text on the picture of a page: its place in the page's text, and its box in shares of the page.

    `left`, `top`, `right` and `bottom` go from 0 to 1; the origin is the upper left corner.
    """

    start: int
    end: int
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, paragraph, table or item of a list: its place in the page's text. Headings have a level from 1."""

    kind: BlockKind
    start: int
    end: int
    level: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it was extracted. Formats without pages give one page; slides and sheets are pages."""

    number: int
    text: str
    blocks: tuple[Block, ...] = ()
    lines: tuple[Line, ...] = ()
    label: str = ""
    width: float | None = None
    height: float | None = None
    problem: str | None = None
    """Why it has no text, as a code: `no_text`, `unreadable`, `too_large`."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a document that is found and cited: never across sections, never more than some sentences."""

    position: int
    page: int
    section: str
    kind: Literal["text", "table"]
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """A heading of a document, and where it stands."""

    title: str
    level: int
    page: int
    start: int
