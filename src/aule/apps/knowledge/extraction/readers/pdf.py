"""PDF files: text in reading order, where each line stands, headings and tables."""

from __future__ import annotations

import ctypes
import mmap
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from typing import Any, BinaryIO

from aule.apps.knowledge.extraction.readers.child import Reading, Told
from aule.apps.knowledge.extraction.readers.pages import PageDraft, markdown_rows
from aule.apps.knowledge.extraction.readers.pdf_layout import (
    DocumentStyle,
    LayoutBlock,
    blocks_of,
    is_furniture,
    is_in_margin,
    joined,
    repeated_forms,
    shown_numbers,
    title_form,
)
from aule.apps.knowledge.extraction.readers.pdf_lines import PageLine, PdfPage
from aule.apps.knowledge.extraction.readers.plain_text import shown
from aule.apps.knowledge.extraction.readers.refusals import DAMAGE, RefusedDocument

SAMPLED = 8
"""Pages at the beginning, in the middle and at the end that show what all pages have in common."""
MOST_TITLES = 5_000
_PASSWORD = 4


def open_document(file: BinaryIO) -> Any:
    """Open a PDF; the file is mapped, not copied."""
    pdfium: Any = import_module("pypdfium2")  # only in a child that reads a PDF
    size = file.seek(0, 2)
    if not size:
        raise RefusedDocument("broken_document", "empty")
    content = mmap.mmap(file.fileno(), size, access=mmap.ACCESS_COPY)
    try:
        return pdfium.PdfDocument((ctypes.c_char * size).from_buffer(content))
    except pdfium.PdfiumError as error:
        code = getattr(error, "err_code", None)
        raise RefusedDocument("encrypted_document" if code == _PASSWORD else "broken_document") from None


def read(reading: Reading) -> Iterator[Told]:
    """Yield the facts and pages of a PDF."""
    document = open_document(reading.file)
    count = len(document)
    if not count:
        raise RefusedDocument("broken_document", "no pages")
    style = DocumentStyle(titles=_titles(document)) if reading.is_careful else _style(document, count)
    _note_what_is_no_page(reading, document, style)
    about = _about(document)
    yield reading.facts(count, about.get("title", ""), about.get("author", ""))
    for number in range(reading.after + 1, min(count, reading.limits["pages"]) + 1):
        yield reading.finished(_page(reading, document, number, style))


def _about(document: Any) -> dict[str, str]:
    """Return what the document says of itself; nothing where that cannot be read."""
    try:
        return {key.lower(): value for key, value in document.get_metadata_dict().items()}
    except DAMAGE:
        return {}


def _page(reading: Reading, document: Any, number: int, style: DocumentStyle) -> PageDraft:
    try:
        page = PdfPage(document, number - 1)
    except DAMAGE:
        return reading.page(number, problem="unreadable")
    try:
        draft = reading.page(number, width=round(page.width, 2), height=round(page.height, 2))
        found = page.lines()
        # A page on which nothing else stands keeps what others have as header and footer.
        lines = [line for line in found if not is_furniture(line, number, page.height, style)] or found
        for block in blocks_of(lines, style):
            _add(draft, block, page.width, page.height)
        if draft.is_empty and not draft.left_out and page.has_content:
            draft.problem = "no_text"
            if reading.limits["has_ocr"]:
                _read_picture(reading, draft, page)
        return draft
    except DAMAGE:
        return reading.page(number, problem="unreadable")
    finally:
        page.close()


def _read_picture(reading: Reading, draft: PageDraft, page: PdfPage) -> None:
    from aule.apps.knowledge.extraction.readers.ocr import read_picture  # only for a page that is a picture
    from aule.apps.knowledge.extraction.readers.pdf_picture import pixels_of
    from aule.apps.knowledge.extraction.readers.png import png

    width, height, depth, pixels = pixels_of(page.page, 2000)
    read_picture(reading, draft, png(width, height, depth, pixels), (width, height))


def _add(draft: PageDraft, block: LayoutBlock, width: float, height: float) -> None:
    if block.kind == "table":
        _add_table(draft, block, width, height)
        return
    pieces: list[tuple[str, PageLine]] = [(shown(text), line) for text, line in joined(block.lines)]
    text = "".join(piece for piece, _ in pieces)
    start = draft.add(block.kind, text.rstrip(), block.level)
    for piece, line in pieces if start >= 0 else ():
        end = start + len(piece.rstrip())
        draft.line(start, end, (line.left / width, line.top / height, line.right / width, line.bottom / height))
        start += len(piece)


def _add_table(draft: PageDraft, block: LayoutBlock, width: float, height: float) -> None:
    cells = [["".join(text for text, _ in joined(cell)) for cell in row] for row in block.rows]
    rows = list(markdown_rows(cells, len(cells[0])))
    start = draft.add("table", "\n".join(rows))
    if start < 0:
        return
    # The second line of the Markdown has no line on the page.
    for place, row in enumerate(rows):
        if place != 1:
            lines = [line for cell in block.rows[max(0, place - 1)] for line in cell]
            box = (
                min(line.left for line in lines) / width,
                min(line.top for line in lines) / height,
                max(line.right for line in lines) / width,
                max(line.bottom for line in lines) / height,
            )
            draft.line(start, start + len(row), box)
        start += len(row) + 1


def _style(document: Any, count: int) -> DocumentStyle:
    """Look at some pages for what all have in common; which ones does not depend on where reading goes on."""
    middle = count // 2
    places = {*range(SAMPLED), *range(middle - SAMPLED // 2, middle + SAMPLED // 2), *range(count - SAMPLED, count)}
    sizes: Counter[float] = Counter()
    margins: Counter[str] = Counter()
    offsets: Counter[int] = Counter()
    looked_at = 0
    for place in sorted(place for place in places if 0 <= place < count):
        try:
            page = PdfPage(document, place)
        except DAMAGE:
            continue
        try:
            lines = page.lines()
        except DAMAGE:
            continue
        finally:
            page.close()
        looked_at += 1
        for line in lines:
            sizes[round(line.size * 2) / 2] += sum(len(word.text) for word in line.words)
        at_margin = [line for line in lines if is_in_margin(line, page.height)]
        margins.update({form for line in at_margin for form in repeated_forms(line, place + 1)})
        offsets.update({number - place - 1 for line in at_margin for number in shown_numbers(line)})
    body = sizes.most_common(1)[0][0] if sizes else 0.0
    return DocumentStyle(
        body,
        _clustered(size for size in sizes if size > body * 1.14),
        frozenset(form for form, times in margins.items() if times >= 3 and times >= 0.3 * looked_at),
        next((offset for offset, times in offsets.most_common(1) if times >= max(4, 0.5 * looked_at)), None),
        _titles(document),
    )


def _clustered(sizes: Iterator[float]) -> tuple[float, ...]:
    """Return heights, the largest first; those that are nearly the same count once."""
    kept: list[float] = []
    for size in sorted(sizes, reverse=True):
        if not kept or size < kept[-1] * 0.94:
            kept.append(size)
    return tuple(kept[:5])


def _titles(document: Any) -> dict[str, int]:
    """Return the titles of the outline with their levels; an outline that leads in circles is cut."""
    titles: dict[str, int] = {}
    try:
        for entry in islice(document.get_toc(max_depth=6), MOST_TITLES):
            if form := title_form(entry.get_title() or ""):
                titles.setdefault(form, min(6, entry.level + 1))
    except DAMAGE:
        return titles
    return titles


def _note_what_is_no_page(reading: Reading, document: Any, style: DocumentStyle) -> None:
    forms = {form.partition("\0")[0] for form in style.repeated}
    for form in sorted(each for each in forms if any(map(str.isalpha, each)))[:10]:  # a bare `#` is a page number
        reading.note("repeated_lines_left_out", detail=form)
    if style.offset is not None:
        reading.note("page_numbers_left_out")
    if (attached := document.count_attachments()) > 0:
        reading.note("attachments_left_out", count=attached)
    if document.get_formtype():
        reading.note("form_fields_left_out")
