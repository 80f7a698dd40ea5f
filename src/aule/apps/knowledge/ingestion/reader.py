"""Reading one document: its pages, its chunks and their vectors, going on from what the spool holds of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from aule.apps.knowledge import extraction
from aule.apps.knowledge.extraction import DocumentFacts, Note
from aule.apps.knowledge.index.local_index import embedding_text
from aule.apps.knowledge.index.vectors import pack_vector
from aule.apps.knowledge.ingestion.spool import Lines, Spool
from aule.apps.knowledge.ingestion.titles import title_of
from aule.apps.knowledge.records import Block, Chunk, Kind, Line, OutlineEntry, Page
from aule.sdk.system import TextEncoder

_WHOLE: dict[str, bool] = {"whole": True}
"""Stands in the spool behind the last page."""
AT_ONCE = 256
"""Chunks whose vectors are made together."""

Tell = Callable[[str, dict[str, Any], float], None]
"""Tells how far reading has come: which message, its values, and the share that is done."""


@dataclass(frozen=True, slots=True)
class Original:
    """The file of a document."""

    path: Path
    name: str
    kind: Kind
    key: str
    """What tells the reading of this content from any other: document, content and extractor."""
    locale: str = "en"
    """The language in which what is wrong with it is told."""
    title: str = ""
    """What somebody called it; nothing: what it calls itself."""


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A document as it was read."""

    title: str
    language: str
    pages: list[Page]
    chunks: list[Chunk]
    hashes: list[str]
    vectors: list[str]
    outline: list[OutlineEntry]
    notes: list[Note]


@dataclass(frozen=True, slots=True)
class DocumentReader:
    """Reads documents."""

    spool: Spool

    async def read(
        self, original: Original, encoder: TextEncoder, known: Mapping[str, str], tell: Tell
    ) -> ReadDocument:
        """Read a document; chunks whose hash is in `known` keep the vector they have."""
        with self.spool.open(f"{original.key}-pages") as lines:
            facts, pages = await _pages(original, lines, tell)
            chunks, outline, language = await asyncio.to_thread(_structure, pages)
            hashes = [hash_of(chunk) for chunk in chunks]
            with self.spool.open(self.vectors_key(original.key, encoder)) as made:
                called = title_of(facts.title, outline, original.kind)
                texts = {
                    hash: embedding_text(original.title or called or original.name, chunk.section, chunk.text)
                    for hash, chunk in zip(hashes, chunks, strict=True)
                }
                vectors = await self.encode(texts, encoder, known, made, tell)
        return ReadDocument(
            title=called,
            language=language,
            pages=pages,
            chunks=chunks,
            hashes=hashes,
            vectors=[vectors[each] for each in hashes],
            outline=outline,
            notes=[*facts.notes, *(Note(page.problem, page.number) for page in pages if page.problem)],
        )

    def vectors_key(self, key: str, encoder: TextEncoder) -> str:
        """Return under which key the spool holds the vectors that an encoder makes of a document."""
        return f"{key}-{_word(encoder.id)}"

    async def encode(
        self, texts: Mapping[str, str], encoder: TextEncoder, known: Mapping[str, str], made: Lines, tell: Tell
    ) -> dict[str, str]:
        """Return the packed vectors of texts by their hash: those that are known or in the spool, and the others."""
        vectors = {**known, **{each[0]: each[1] for each in made.found}}
        missing = [each for each in texts if each not in vectors]
        for start in range(0, len(missing), AT_ONCE):
            some = missing[start : start + AT_ONCE]
            found = await encoder.encode_many([texts[each] for each in some])
            for name, vector in zip(some, found, strict=True):
                vectors[name] = pack_vector(vector)
                made.append([name, vectors[name]])
            done = start + len(some)
            tell("progress_vectors", {"done": done, "count": len(missing)}, 0.6 + 0.4 * done / len(missing))
        return vectors


async def _pages(original: Original, lines: Lines, tell: Tell) -> tuple[DocumentFacts, list[Page]]:
    """Return the facts and pages of a document: those that were read before, and the others."""
    facts = next((_facts_of(each["facts"]) for each in reversed(lines.found) if "facts" in each), None)
    pages = [_page_of(each["page"]) for each in lines.found if "page" in each]
    if facts is not None and lines.found[-1] == _WHOLE:
        return facts, pages
    told = extraction.extract_pages(
        original.path, original.name, original.kind, after=len(pages), locale=original.locale
    )
    async with aclosing(told):
        async for each in told:
            if isinstance(each, Page):
                pages.append(each)
                lines.append({"page": asdict(each)})
                total = max(0 if facts is None else facts.pages, len(pages))
                tell("progress_pages", {"page": len(pages), "pages": total}, 0.6 * len(pages) / total)
            else:  # told first, and once more where more was left out than could be known then
                facts = each
                lines.append({"facts": asdict(each)})
    lines.append(_WHOLE)
    return facts or DocumentFacts("", original.kind, len(pages)), pages


def hash_of(chunk: Chunk) -> str:
    """Return what tells a chunk from any other by its section and text."""
    return sha256(f"{chunk.section}\0{chunk.text}".encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _structure(pages: Sequence[Page]) -> tuple[list[Chunk], list[OutlineEntry], str]:
    return extraction.chunks_of(pages), extraction.outline_of(pages), extraction.language_of(pages)


def _facts_of(told: dict[str, Any]) -> DocumentFacts:
    told["notes"] = tuple(Note(**each) for each in told["notes"])
    return DocumentFacts(**told)


def _page_of(told: dict[str, Any]) -> Page:
    told["blocks"] = tuple(Block(**each) for each in told["blocks"])
    told["lines"] = tuple(Line(**each) for each in told["lines"])
    return Page(**told)


def _word(text: str) -> str:
    return "".join(letter if letter.isalnum() else "_" for letter in text)
