"""Text in pictures: what tesseract prints becomes lines with places, and its absence is told."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import typst
from tests.apps.knowledge.extraction import files
from tests.apps.knowledge.extraction.files import codes, extracted

from aule.apps.knowledge.extraction import ExtractionLimits, page_picture
from aule.apps.knowledge.extraction.readers.ocr import add_lines, lines_of
from aule.apps.knowledge.extraction.readers.pages import PageDraft

HEAD = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n"
ROWS = [
    "1\t1\t0\t0\t0\t0\t0\t0\t1000\t500\t-1\t",
    "5\t1\t1\t1\t1\t1\t100\t50\t80\t20\t96.1\tNota",
    "5\t1\t1\t1\t1\t2\t190\t52\t60\t20\t95.0\tfiscal",
    "5\t1\t1\t1\t2\t1\t100\t80\t90\t20\t91.5\tnúmero",
    "5\t1\t1\t1\t2\t2\t300\t80\t5\t5\t3.0\t~",
    '5\t1\t2\t1\t1\t1\t100\t200\t90\t20\t90\t"Total',
]


def test_words_of_a_picture_become_lines_with_places() -> None:
    """KN-1: paragraphs as tesseract finds them; specks are left out."""
    draft = PageDraft(1)
    add_lines(draft, list(lines_of(HEAD + "\n".join(ROWS) + "\n")), (1000, 500))
    told = draft.told()
    assert told["text"] == 'Nota fiscal número\n\n"Total'
    assert told["lines"][:2] == [[0, 11, 0.1, 0.1, 0.25, 0.144], [12, 18, 0.1, 0.16, 0.19, 0.2]]


needs_tesseract = pytest.mark.skipif(
    shutil.which("tesseract") is None, reason="tesseract is not installed: no text is read from pictures here"
)
RECEIPT = """#set page(width: 15cm, height: 10cm)
#set text(size: 14pt, lang: "pt")
Recebemos de Marília Conceição a importância de R\\$ 1.250,00 referente à mensalidade de março de 2024.

Vencimento: 15 de abril de 2024."""


async def scan(folder: Path) -> bytes:
    """A page as a scanner gives it: a picture, as PNG."""
    return await page_picture(files.pdf(folder / "typed.pdf", RECEIPT), "pdf", 1, 1800)


@needs_tesseract
@pytest.mark.anyio
async def test_the_text_of_a_picture_is_read(tmp_path: Path) -> None:
    """KN-1: tesseract runs inside the walls, in the languages it has, and that it did is told."""
    path = tmp_path / "recibo.png"
    path.write_bytes(await scan(tmp_path))
    facts, [page] = await extracted(path)
    assert page.problem is None
    assert "R$ 1.250,00" in page.text
    assert "Vencimento: 15 de abril de 2024." in page.text
    assert codes(facts) == {"read_by_ocr"}


@needs_tesseract
@pytest.mark.anyio
async def test_a_scanned_page_between_others_is_read_where_it_stands(tmp_path: Path) -> None:
    """KN-2: only the page without text is read from its picture; its lines have places on it."""
    (tmp_path / "scan.png").write_bytes(await scan(tmp_path))
    source = tmp_path / "scan.typ"
    picture = '#page(width: 15cm, height: 10cm, margin: 0cm)[#image("scan.png", width: 100%)]'
    source.write_text(f"Uma página com texto.\n{picture}\nOutra página com texto.", "utf-8")
    path = tmp_path / "scan.pdf"
    path.write_bytes(typst.compile(source))
    facts, pages = await extracted(path)
    assert [page.problem for page in pages] == [None, None, None]
    assert "15 de abril de 2024" in pages[1].text
    assert [(note.code, note.page) for note in facts.notes] == [("read_by_ocr", 2)]
    line = next(line for line in pages[1].lines if "Vencimento" in pages[1].text[line.start : line.end])
    assert 0.25 < line.top < line.bottom < 0.35


@needs_tesseract
@pytest.mark.anyio
async def test_a_picture_that_takes_too_long_costs_its_page(tmp_path: Path) -> None:
    """KN-2: the page says so, and the document is read."""
    path = tmp_path / "recibo.png"
    path.write_bytes(await scan(tmp_path))
    _, [page] = await extracted(path, limits=ExtractionLimits(ocr_s=0))
    assert (page.text, page.problem) == ("", "too_large")


@pytest.mark.anyio
async def test_a_scan_says_that_it_could_be_read(tmp_path: Path) -> None:
    """KN-2: on a machine without tesseract, the note says what is missing."""
    if shutil.which("tesseract"):
        pytest.skip("tesseract is installed here")
    path = files.pdf(tmp_path / "a.pdf", "#rect(width: 100%, height: 80%, fill: red)")
    facts, [page] = await extracted(path)
    assert page.problem == "no_text"
    assert codes(facts) == {"ocr_missing"}
