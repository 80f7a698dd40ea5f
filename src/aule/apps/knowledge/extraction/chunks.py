"""Chunks: the pieces of a document that are found and cited. Pure: the same pages give the same chunks.

A chunk never crosses a section, so an edit of one section leaves the chunks of all others as they were. Its text is
exactly that part of the document's text. A table that goes on in another chunk has its header in the section's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from aule.apps.knowledge.extraction.sentences import sentence_spans
from aule.apps.knowledge.records import PAGE_BREAK, SECTION_BREAK, BlockKind, Chunk, OutlineEntry, Page

TARGET = 500
"""Characters a chunk has at most, if its sentences allow."""
LONGEST = 900
"""Characters of a sentence or a row of a table beyond which it is cut."""
SHORTEST = 120
"""Characters below which the rest of a section is added to the chunk before it."""
OVERLAP = 200
"""Characters of a sentence up to which it is repeated at the beginning of the next chunk of its paragraph."""
LONGEST_TITLE = 120
_PARAGRAPH = re.compile(r"(?:[^\n]|\n(?![ \t]*\n))+")
_SENTENCE_END = re.compile(r"[.!?…:;][\"'”’»)\]]*\s*$")

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A block in the text of the document."""

    kind: BlockKind
    start: int
    end: int
    level: int
    page: int


@dataclass(slots=True)
class _Section:
    """Blocks under one heading, the heading first."""

    name: str
    pieces: list[_Piece] = field(default_factory=list[_Piece])


def chunks_of(pages: Sequence[Page]) -> list[Chunk]:
    """Return the chunks of a document, in the order of its text."""
    text = PAGE_BREAK.join(page.text for page in pages)
    starts = _starts(pages)
    chunks: list[Chunk] = []
    for section in _sections(text, _pieces(pages)):
        for kind, name, start, end in _parts(text, section):
            page = _page_at(starts, start)
            chunks.append(Chunk(len(chunks), page, name, kind, start, end, text[start:end]))
    return chunks


def outline_of(pages: Sequence[Page]) -> list[OutlineEntry]:
    """Return the headings of a document with their places."""
    found: list[OutlineEntry] = []
    for page, (start, _) in zip(pages, _starts(pages), strict=True):
        for block in page.blocks:
            title = _title(page.text[block.start : block.end])
            if block.kind == "heading" and title:
                found.append(OutlineEntry(title, max(1, block.level), page.number, start + block.start))
    return found


def _starts(pages: Sequence[Page]) -> list[tuple[int, int]]:
    """Return where each page begins in the document, with its number."""
    starts: list[tuple[int, int]] = []
    place = 0
    for page in pages:
        starts.append((place, page.number))
        place += len(page.text) + len(PAGE_BREAK)
    return starts


def _page_at(starts: Sequence[tuple[int, int]], place: int) -> int:
    low, high = 0, len(starts)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if starts[middle][0] <= place else (low, middle)
    return starts[low][1]


def _pieces(pages: Sequence[Page]) -> Iterator[_Piece]:
    """Yield the blocks of all pages; text that stands in no block is one."""
    for page, (start, _) in zip(pages, _starts(pages), strict=True):
        place = 0
        for block in sorted(page.blocks, key=lambda block: block.start):
            yield from _between(page, start, place, block.start)
            begin = max(place, block.start)
            if page.text[begin : block.end].strip():
                yield _Piece(block.kind, start + begin, start + block.end, block.level, page.number)
            place = max(place, block.end)
        yield from _between(page, start, place, len(page.text))


def _between(page: Page, start: int, begin: int, end: int) -> Iterator[_Piece]:
    for found in _PARAGRAPH.finditer(page.text, begin, end) if begin < end else ():
        if found[0].strip():
            yield _Piece("text", start + found.start(), start + found.end(), 0, page.number)


def _sections(text: str, pieces: Iterable[_Piece]) -> Iterator[_Section]:
    path: list[tuple[int, str]] = []
    section = _Section("")
    for piece in pieces:
        title = _title(text[piece.start : piece.end]) if piece.kind == "heading" else ""
        if title:
            if section.pieces:
                yield section
            level = max(1, piece.level)
            path = [*(each for each in path if each[0] < level), (level, title)]
            section = _Section(SECTION_BREAK.join(name for _, name in path))
        section.pieces.append(piece)
    if section.pieces:
        yield section


def _title(text: str) -> str:
    title = " ".join(text.split())
    return title if len(title) <= LONGEST_TITLE else title[: LONGEST_TITLE - 1].rstrip() + "…"


Part = tuple[Literal["text", "table"], str, int, int]


def _parts(text: str, section: _Section) -> Iterator[Part]:
    """Yield the chunks of a section: tables by rows, what stands between them by sentences."""
    prose: list[_Piece] = []
    for piece in section.pieces:
        if piece.kind != "table":
            prose.append(piece)
            continue
        spans = list(_prose(text, prose))
        prose = []
        # A heading or a short line is found with the table under it.
        start = _stripped(text, piece.start, piece.end)[0]
        begin = spans.pop()[0] if spans and start - spans[-1][0] < SHORTEST else start
        yield from _texts(section.name, spans)
        yield from _table(text, section.name, piece, begin)
    yield from _texts(section.name, _prose(text, prose))


def _texts(name: str, spans: Iterable[Span]) -> Iterator[Part]:
    for start, end in spans:
        yield "text", name, start, end


def _table(text: str, name: str, piece: _Piece, begin: int) -> Iterator[Part]:
    lines = _lines(text, piece.start, piece.end)
    header = " ".join(text[slice(*lines[0])].replace("|", " · ").split()).strip("· ") if lines else ""
    later = SECTION_BREAK.join(filter(None, (name, _title(header))))
    is_first = True
    for start, end in _packed([cut for line in lines for cut in _cut(text, line)]):
        yield "table", name if is_first else later, begin if is_first else start, end
        is_first = False


def _lines(text: str, start: int, end: int) -> list[Span]:
    spans: list[Span] = []
    place = start
    for line in text[start:end].split("\n"):
        if line.strip():
            spans.append(_stripped(text, place, place + len(line)))
        place += len(line) + 1
    return spans


def _packed(spans: Iterable[Span]) -> Iterator[Span]:
    """Yield spans that follow each other as few, none longer than the target unless one alone is."""
    begin = end = -1
    for start, stop in spans:
        if begin >= 0 and stop - begin > TARGET:
            yield begin, end
            begin = -1
        begin, end = (start if begin < 0 else begin), stop
    if begin >= 0:
        yield begin, end


def _prose(text: str, pieces: Sequence[_Piece]) -> Iterator[Span]:
    """Yield chunks of paragraphs: short ones together, long ones by sentences with one that overlaps."""
    found: list[Span] = []
    begin = end = -1
    for first, stop in _paragraphs(text, pieces):
        start = first
        if begin >= 0 and stop - begin <= TARGET:
            end = stop
            continue
        if begin >= 0 and end - begin < SHORTEST and stop - start > TARGET:
            start = begin  # a heading or a short line is found with what follows it
        elif begin >= 0:
            found.append((begin, end))
        begin = end = -1
        if stop - start <= TARGET:
            begin, end = start, stop
            continue
        *whole, last = _by_sentences(text, start, stop)
        found += whole
        begin, end = last
    if begin >= 0:
        found.append((begin, end))
    yield from _without_short_end(found)


def _without_short_end(spans: list[Span]) -> list[Span]:
    if len(spans) > 1 and spans[-1][1] - spans[-1][0] < SHORTEST and spans[-1][1] - spans[-2][0] <= LONGEST:
        return [*spans[:-2], (spans[-2][0], spans[-1][1])]
    return spans


def _paragraphs(text: str, pieces: Sequence[_Piece]) -> Iterator[Span]:
    """Yield paragraphs; one that goes on at the top of the next page is one."""
    start = end = -1
    last: _Piece | None = None
    for piece in pieces:
        begin, stop = _stripped(text, piece.start, piece.end)
        if begin == stop:
            continue
        if last is not None and _goes_on(text, last, end, piece, begin):
            end, last = stop, piece
            continue
        if start >= 0:
            yield start, end
        start, end, last = begin, stop, piece
    if start >= 0:
        yield start, end


def _goes_on(text: str, last: _Piece, end: int, piece: _Piece, begin: int) -> bool:
    if piece.page == last.page or last.kind == "heading" or piece.kind != "text":
        return False
    return text[begin].islower() and not _SENTENCE_END.search(text, max(0, end - 6), end)


def _stripped(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _by_sentences(text: str, start: int, end: int) -> list[Span]:
    sentences = [cut for span in sentence_spans(text, start, end) for cut in _cut(text, span)]
    chunks: list[Span] = []
    first = 0
    for place, (_, stop) in enumerate(sentences):
        if place > first and stop - sentences[first][0] > TARGET:
            chunks.append((sentences[first][0], sentences[place - 1][1]))
            overlaps = place - 1 > first and sentences[place - 1][1] - sentences[place - 1][0] <= OVERLAP
            first = place - 1 if overlaps and stop - sentences[place - 1][0] <= TARGET else place
    chunks.append((sentences[first][0], sentences[-1][1]))
    if len(chunks) > 1 and chunks[-1][1] - chunks[-1][0] < SHORTEST and chunks[-1][1] - chunks[-2][0] <= LONGEST:
        chunks[-2:] = [(chunks[-2][0], chunks[-1][1])]
    return chunks


def _cut(text: str, span: Span) -> Iterator[Span]:
    """Yield a span in pieces that are not too long, cut at blanks where there are any."""
    start, end = span
    while end - start > LONGEST:
        place = max(
            text.rfind(" ", start + TARGET // 2, start + TARGET), text.rfind("\n", start + TARGET // 2, start + TARGET)
        )
        place = place if place > start else start + TARGET
        begin, stop = _stripped(text, start, place)
        if begin < stop:
            yield begin, stop
        start = place
    begin, stop = _stripped(text, start, end)
    if begin < stop:
        yield begin, stop
