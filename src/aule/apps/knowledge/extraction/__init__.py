"""Extraction: a document of strangers becomes pages, chunks and an outline.

Formats are taken apart in a limited child process; what is here costs next to nothing to import, also in that child.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aule.apps.knowledge.extraction.chunks import chunks_of, outline_of
    from aule.apps.knowledge.extraction.documents import (
        extract_pages,
        extraction_walls,
        note_message,
        page_picture,
    )
    from aule.apps.knowledge.extraction.facts import USUAL, VERSION, DocumentFacts, ExtractionLimits, Note
    from aule.apps.knowledge.extraction.kinds import kind_of
    from aule.apps.knowledge.extraction.language import language_of

__all__ = [
    "USUAL",
    "VERSION",
    "DocumentFacts",
    "ExtractionLimits",
    "Note",
    "chunks_of",
    "extract_pages",
    "extraction_walls",
    "kind_of",
    "language_of",
    "note_message",
    "outline_of",
    "page_picture",
]

_HOMES = {
    "chunks": ("chunks_of", "outline_of"),
    "documents": ("extract_pages", "extraction_walls", "note_message", "page_picture"),
    "facts": ("USUAL", "VERSION", "DocumentFacts", "ExtractionLimits", "Note"),
    "kinds": ("kind_of",),
    "language": ("language_of",),
}


def __getattr__(name: str) -> Any:
    """Load what is asked for: the child imports this package too, and needs none of it."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
