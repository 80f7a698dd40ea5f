"""PDF pages: reading order, headings, tables, places of lines, pictures, and pages that cannot be read."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest
from tests.apps.knowledge.extraction import files
from tests.apps.knowledge.extraction.files import blocks, extracted

from aule.apps.knowledge.extraction import chunks_of, language_of, outline_of, page_picture
from aule.contracts.errors import NotFound

pytestmark = pytest.mark.anyio

REPORT = """
#set document(title: "Relatório anual", author: "Ana")
#set page(paper: "a4", margin: 2cm, header: [Relatório anual #h(1fr) Confidencial], numbering: "1 / 1")
#set text(size: 10pt, lang: "pt", hyphenate: true)
#set par(justify: true)
#set heading(numbering: "1.1")
= Introdução
A constitucionalização do direito administrativo trouxe consequências extraordinariamente importantes para a
administração pública, sobretudo quanto à responsabilidade extracontratual e à discricionariedade.
== Compras
#table(columns: (1fr, 2fr, 1fr), [Item], [Descrição], [Valor],
  [Caneta], [Uma caneta azul de ponta fina que escreve muito bem e dura bastante tempo nas mãos], [R\\$ 3,50],
  [Caderno], [Grande], [R\\$ 12,00])
- primeiro ponto
- segundo ponto
#pagebreak()
= Duas colunas
#columns(2)[ESQUERDA começa aqui. #lorem(260) DIREITA termina aqui.]
#pagebreak()
= Fim
O prazo termina em 30 de abril.
#pagebreak()
Última página.
"""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of four pages."""
    return files.pdf(tmp_path_factory.mktemp("pdf") / "report.pdf", REPORT)


async def test_a_pdf_keeps_its_structure(report: Path) -> None:
    """KN-1, KN-2: headings with levels, paragraphs whole, tables as Markdown, items."""
    facts, pages = await extracted(report)
    assert (facts.title, facts.author, facts.pages, language_of(pages[:1])) == ("Relatório anual", "Ana", 4, "pt")
    assert [(each.title, each.level, each.page) for each in outline_of(pages)] == [
        ("1 Introdução", 1, 1),
        ("1.1 Compras", 2, 1),
        ("2 Duas colunas", 1, 2),
        ("3 Fim", 1, 3),
    ]
    assert [block.kind for block in pages[0].blocks] == ["heading", "text", "heading", "table", "item", "item"]
    assert "discricionariedade." in blocks(pages[0], "text")[0]
    assert blocks(pages[0], "table")[0].splitlines() == [
        "| Item | Descrição | Valor |",
        "| --- | --- | --- |",
        "| Caneta | Uma caneta azul de ponta fina que escreve muito bem e dura bastante tempo nas mãos | R$ 3,50 |",
        "| Caderno | Grande | R$ 12,00 |",
    ]


async def test_columns_are_read_one_after_the_other_and_words_are_whole(report: Path) -> None:
    """KN-2: the left column to its end, then the right one; a word broken at the end of a line is one word."""
    _, pages = await extracted(report)
    text = " ".join(blocks(pages[1], "text"))
    assert text.startswith("ESQUERDA começa aqui. Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do")
    assert text.endswith("DIREITA termina aqui.")
    assert "￾" not in text and "- " not in text.replace(" - ", "")
    assert "possimus, omnis voluptas assumenda est, omnis dolor repellendus. Temporibus autem quibusdam" in text


async def test_lines_that_stand_on_every_page_are_left_out_and_told(report: Path) -> None:
    """KN-2: headers and page numbers do not stand in the middle of paragraphs."""
    facts, pages = await extracted(report)
    assert not any("Confidencial" in page.text for page in pages)
    assert [page.text for page in pages][3] == "Última página."
    details = {note.detail for note in facts.notes if note.code == "repeated_lines_left_out"}
    assert details == {"relatório anual confidencial"}
    assert "page_numbers_left_out" in {note.code for note in facts.notes}


async def test_every_line_has_its_place_on_the_picture(report: Path) -> None:
    """KN-7: boxes are shares of the page, and the text at their places is the text of the line."""
    _, pages = await extracted(report)
    first = pages[0]
    assert (first.width, first.height) == (595.28, 841.89)
    heading = next(line for line in first.lines if first.text[line.start : line.end] == "1 Introdução")
    assert 0.05 < heading.left < 0.15 and heading.top < heading.bottom < 0.12 and heading.right < 0.5
    for page in pages:
        for line in page.lines:
            assert 0 <= line.left < line.right <= 1 and 0 <= line.top < line.bottom <= 1
            assert page.text[line.start : line.end].strip()
        covered = sum(len(page.text[line.start : line.end].replace(" ", "")) for line in page.lines)
        assert covered >= 0.97 * len("".join(page.text.replace("---", "").split())) - 12


async def test_a_turned_page_has_its_lines_where_they_are_seen(tmp_path: Path) -> None:
    """KN-7: boxes fit the picture also where the page says that it is shown turned by a quarter."""
    upright = files.pdf(tmp_path / "a.pdf", "#set page(width: 400pt, height: 200pt, margin: 20pt)\nNo alto à esquerda.")
    _, [before] = await extracted(upright)
    content = upright.read_bytes()
    import pypdfium2

    document = pypdfium2.PdfDocument(content)
    document[0].set_rotation(90)
    document.save(str(tmp_path / "b.pdf"))
    document.close()
    _, [after] = await extracted(tmp_path / "b.pdf")
    assert (after.width, after.height) == (200, 400)
    assert after.text == before.text
    line, turned = before.lines[0], after.lines[0]
    # Turned clockwise, what was at the top is at the right.
    assert turned.right == pytest.approx(1 - line.top, abs=0.01)
    assert turned.top == pytest.approx(line.left, abs=0.01)


async def test_reading_goes_on_where_it_was(report: Path) -> None:
    """KN-2: the pages behind a number are the same as when all are read."""
    _, pages = await extracted(report)
    _, rest = await extracted(report, after=2)
    assert rest == pages[2:]


async def test_chunks_of_a_pdf_stay_in_their_sections(report: Path) -> None:
    """KN-2: each passage is exactly a part of the document's text."""
    _, pages = await extracted(report)
    chunks = chunks_of(pages)
    assert {chunk.section for chunk in chunks} == {
        "1 Introdução",
        "1 Introdução › 1.1 Compras",
        "2 Duas colunas",
        "3 Fim",
    }
    assert [chunk.kind for chunk in chunks if "R$ 3,50" in chunk.text] == ["table"]


async def test_a_page_without_text_says_so(tmp_path: Path) -> None:
    """KN-2: a scan is a picture; its page has no text and the reason, others are read."""
    source = "#rect(width: 100%, height: 80%, fill: red)\n#pagebreak()\nTexto.\n#pagebreak()\n#h(0pt)"
    _, pages = await extracted(files.pdf(tmp_path / "a.pdf", source))
    assert [(page.text, page.problem) for page in pages] == [("", "no_text"), ("Texto.", None), ("", None)]


async def test_columns_whose_lines_alternate_in_the_file_are_put_in_order(tmp_path: Path) -> None:
    """KN-2: as programs write them that go over the page line by line."""
    left = [f"esquerda linha {n} com muitas palavras aqui" for n in range(8)]
    right = [f"direita linha {n} com outras palavras ali" for n in range(8)]
    lines = [(60, 760 - 14 * n, left[n]) for n in range(8)] + [(320, 760 - 14 * n, right[n]) for n in range(8)]
    path = tmp_path / "a.pdf"
    path.write_bytes(drawn(sorted(lines, key=lambda line: (-line[1], line[0]))))
    _, [page] = await extracted(path)
    assert page.text.replace("\n\n", " ") == " ".join([*left, *right])


async def test_a_page_is_drawn_as_png(report: Path) -> None:
    """KN-7: as wide as asked for, and what is drawn is the page."""
    picture = await page_picture(report, "pdf", 1, 600)
    width, height = struct.unpack(">II", picture[16:24])
    assert (width, height) == (600, 849)
    start = picture.index(b"IDAT")
    size = struct.unpack(">I", picture[start - 4 : start])[0]
    rows = zlib.decompress(picture[start + 4 : start + 4 + size])
    assert len(rows) == height * (width * 3 + 1)
    assert 0 in set(rows[1 : len(rows) : width * 3 + 1])


@pytest.mark.parametrize(("number", "width"), [(0, 600), (5, 600), (1, 0), (1, 100_000)])
async def test_there_is_no_picture_of_what_is_no_page(report: Path, number: int, width: int) -> None:
    """KN-7: clear errors."""
    with pytest.raises(NotFound):
        await page_picture(report, "pdf", number, width)


def drawn(lines: list[tuple[int, int, str]]) -> bytes:
    """A PDF of one page, with each line where it is put, in this order."""
    stream = "BT /F1 10 Tf " + " ".join(f"1 0 0 1 {x} {y} Tm ({text}) Tj" for x, y, text in lines) + " ET"
    return files.pdf_of(stream.encode("latin-1"))


async def test_a_running_head_with_the_page_number_is_left_out(tmp_path: Path) -> None:
    """KN-2: also where its words change from chapter to chapter."""
    head = "context { let n = counter(page).get().first() + 30; [#n #h(1fr) CAPÍTULO #(calc.quo(n, 2))] }"
    texts = [f"{word} começa aqui." for word in ["Um", "Dois", "Três", "Quatro", "Cinco", "Seis", "Sete", "Oito"]]
    body = "\n#pagebreak()\n".join(texts)
    source = f"#set page(header: {head})\n{body}"
    facts, pages = await extracted(files.pdf(tmp_path / "a.pdf", source))
    assert [page.text for page in pages] == texts
    assert "page_numbers_left_out" in files.codes(facts)
