"""Files of every kind, made for tests: honest ones with the libraries people use, hostile ones by hand."""

from __future__ import annotations

import email.message
import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from aule.apps.knowledge.extraction import DocumentFacts, ExtractionLimits, extract_pages, kind_of
from aule.apps.knowledge.records import Page

_RELS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_SLIDE = (
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    f'xmlns:r="{_OFFICE}"'
)
WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


async def extracted(
    path: Path, *, after: int = 0, limits: ExtractionLimits | None = None
) -> tuple[DocumentFacts, list[Page]]:
    """The last facts and all pages of a document, read as they are in use."""
    with path.open("rb") as file:
        kind = await kind_of(file.read(8192), path.name)
    facts: DocumentFacts | None = None
    pages: list[Page] = []
    items = extract_pages(path, path.name, kind, after=after, limits=limits or ExtractionLimits())
    async for item in items:
        if isinstance(item, Page):
            pages.append(item)
        else:
            facts = item
    assert facts is not None
    return facts, pages


def blocks(page: Page, *kinds: str) -> list[str]:
    """The texts of a page's blocks, of some kinds or of all."""
    return [page.text[block.start : block.end] for block in page.blocks if not kinds or block.kind in kinds]


def codes(facts: DocumentFacts) -> set[str]:
    """The codes of all notes."""
    return {note.code for note in facts.notes}


def pdf(path: Path, source: str) -> Path:
    """A PDF by typst."""
    import typst

    path.write_bytes(typst.compile(source.encode()))
    return path


def packed(path: Path, parts: Mapping[str, str | bytes]) -> Path:
    """An archive with these parts."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return path


def relations(**targets: str) -> str:
    """A part that says what another refers to: id → `type target`."""
    rows = "".join(
        f'<Relationship Id="{id}" Type="{_OFFICE}/{each.split()[0]}" Target="{each.split()[1]}"/>'
        for id, each in targets.items()
    )
    return f'<Relationships xmlns="{_RELS}">{rows}</Relationships>'


def word(path: Path, body: str, **parts: str) -> Path:
    """A Word document with this body."""
    document = f"<w:document {WORD}><w:body>{body}</w:body></w:document>"
    return packed(
        path, {"_rels/.rels": relations(r="officeDocument word/document.xml"), "word/document.xml": document, **parts}
    )


def presentation(path: Path, slides: list[dict[str, Any]]) -> Path:
    """A presentation: each slide with `title`, `lines`, `table`, `notes`."""
    parts: dict[str, str | bytes] = {"_rels/.rels": relations(r="officeDocument ppt/presentation.xml")}
    ids = "".join(f'<p:sldId id="{256 + n}" r:id="s{n}"/>' for n in range(1, len(slides) + 1))
    parts["ppt/presentation.xml"] = f"<p:presentation {_SLIDE}><p:sldIdLst>{ids}</p:sldIdLst></p:presentation>"
    named = {f"s{n}": f"slide slides/slide{n}.xml" for n in range(1, len(slides) + 1)}
    parts["ppt/_rels/presentation.xml.rels"] = relations(**named)
    for number, slide in enumerate(slides, 1):
        shapes = _shape([slide["title"]], "title") if slide.get("title") else ""
        shapes += _shape(slide.get("lines", []), "body")
        if rows := slide.get("table"):
            cells = "".join(f"<a:tr>{''.join(map(_cell, row))}</a:tr>" for row in rows)
            shapes += f"<p:graphicFrame><a:graphic><a:tbl>{cells}</a:tbl></a:graphic></p:graphicFrame>"
        parts[f"ppt/slides/slide{number}.xml"] = _tree(shapes)
        if slide.get("notes"):
            parts[f"ppt/slides/_rels/slide{number}.xml.rels"] = relations(n=f"notesSlide ../notes/n{number}.xml")
            parts[f"ppt/notes/n{number}.xml"] = _tree(_shape([slide["notes"]], "body"))
    return packed(path, parts)


def _tree(shapes: str) -> str:
    return f"<p:sld {_SLIDE}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:sld>"


def _shape(lines: list[str], kind: str) -> str:
    text = "".join(f"<a:p><a:r><a:t>{line}</a:t></a:r></a:p>" for line in lines)
    return f'<p:sp><p:nvSpPr><p:nvPr><p:ph type="{kind}"/></p:nvPr></p:nvSpPr><p:txBody>{text}</p:txBody></p:sp>'


def _cell(text: str) -> str:
    return f"<a:tc><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>"


def book(path: Path, chapters: list[str], title: str = "O livro") -> Path:
    """An EPUB of chapters in HTML."""
    items = "".join(
        f'<item id="c{n}" href="c{n}.xhtml" media-type="application/xhtml+xml"/>' for n in range(len(chapters))
    )
    order = "".join(f'<itemref idref="c{n}"/>' for n in range(len(chapters)))
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>'
        f"<dc:title>{title}</dc:title><dc:creator>Ana</dc:creator></metadata><manifest>{items}</manifest>"
        f"<spine>{order}</spine></package>"
    )
    container = (
        '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
        '<rootfile full-path="OEBPS/content.opf"/></rootfiles></container>'
    )
    parts: dict[str, str | bytes] = {"mimetype": "application/epub+zip", "META-INF/container.xml": container}
    parts["OEBPS/content.opf"] = package
    parts |= {f"OEBPS/c{n}.xhtml": f"<html><body>{each}</body></html>" for n, each in enumerate(chapters)}
    return packed(path, parts)


def mail(
    path: Path, body: str, html: str | None = None, attached: str | None = None, subject: str = "Reunião de março"
) -> Path:
    """An e-mail."""
    message = email.message.EmailMessage()
    message["From"], message["To"] = "Ana <ana@example.org>", "Bia <bia@example.org>"
    message["Subject"], message["Date"] = subject, "Tue, 03 Mar 2026 10:00:00 -0300"
    if body:
        message.set_content(body)
    if html:
        message.add_alternative(html, subtype="html") if body else message.set_content(html, subtype="html")
    if attached:
        message.add_attachment(b"%PDF-1.4", maintype="application", subtype="pdf", filename=attached)
    path.write_bytes(message.as_bytes())
    return path


def sheet(path: Path, **sheets: list[list[Any]]) -> Path:
    """A workbook with these sheets."""
    import openpyxl

    workbook = openpyxl.Workbook()
    workbook.remove(workbook.active)  # pyright: ignore[reportArgumentType] (a new workbook has one)
    for name, rows in sheets.items():
        made = workbook.create_sheet(name)
        for row in rows:
            made.append(row)
    content = io.BytesIO()
    workbook.save(content)
    path.write_bytes(content.getvalue())
    return path


def pdf_of(stream: bytes, *more: bytes, page: bytes = b"") -> bytes:
    """A PDF of one page by hand: the content of the page, more objects from number 6 on, more keys of the page."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R "
        b"/Resources << /Font << /F1 4 0 R >> >> " + page + b" >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        *more,
    ]
    out = bytearray(b"%PDF-1.7\n")
    places: list[int] = []
    for number, each in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, start)
    return bytes(out)
