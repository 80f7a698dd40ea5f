"""Hostile documents: clear errors, nothing lost in silence, nothing obeyed, nothing reached."""

from __future__ import annotations

import asyncio
import os
import struct
import zipfile
import zlib
from contextlib import aclosing
from itertools import pairwise
from pathlib import Path

import pytest
from tests.apps.knowledge.extraction import files
from tests.apps.knowledge.extraction.files import extracted
from tests.sandbox.box.levels import until

from aule.apps.knowledge.extraction import DocumentFacts, ExtractionLimits, chunks_of, extract_pages, note_message
from aule.apps.knowledge.records import Kind
from aule.contracts.errors import AuleError

pytestmark = pytest.mark.anyio

MB = 1024 * 1024
_NAMES = "abcdefghij"
_DEFINED = [f'<!ENTITY {name} "{10 * f"&{before};"}">' for before, name in pairwise(_NAMES)]
LAUGHS = f'<!DOCTYPE x [<!ENTITY a "ha">{"".join(_DEFINED)}]>'
OUTSIDE = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
TEXT = b"BT /F1 12 Tf 72 720 Td (Uma pagina honesta.) Tj ET"


async def refused(path: Path, limits: ExtractionLimits | None = None) -> str:
    """The code with which a document is refused; its message names the file, and there is a hint."""
    with pytest.raises(AuleError) as found:
        await extracted(path, limits=limits)
    report = found.value.report
    assert path.name in report["message"]
    assert report["hint"]
    return report["code"]


async def test_an_encrypted_pdf_says_so(tmp_path: Path) -> None:
    """KN-2: with what to do about it."""
    content = files.pdf_of(TEXT).replace(
        b"/Root 1 0 R",
        b"/Root 1 0 R /ID [(0123456789abcdef) (0123456789abcdef)] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 "
        b"/O <" + b"41" * 32 + b"> /U <" + b"42" * 32 + b"> >>",
    )
    (tmp_path / "a.pdf").write_bytes(content)
    assert await refused(tmp_path / "a.pdf") == "encrypted_document"


@pytest.mark.parametrize(
    "damage",
    [
        lambda pdf: b"%PDF-1.7\n" + os.urandom(4000),
        lambda pdf: b"%PDF-1.7",
        lambda pdf: pdf[:60],
        lambda pdf: pdf.replace(b"/Kids [3 0 R]", b"/Kids [2 0 R]"),
        lambda pdf: pdf.replace(b"/Count 1", b"/Count 0").replace(b"/Kids [3 0 R]", b"/Kids []    "),
    ],
    ids=["noise", "head", "cut", "circle", "empty"],
)
async def test_a_broken_pdf_is_refused(tmp_path: Path, damage: object) -> None:
    """KN-2: whatever is broken, the error is the same clear one, or the page is told as damaged."""
    assert callable(damage)
    (tmp_path / "a.pdf").write_bytes(damage(files.pdf_of(TEXT)))
    try:
        _, pages = await extracted(tmp_path / "a.pdf")
    except AuleError as error:
        assert error.report["code"] == "broken_document"
    else:
        assert [page.problem for page in pages] == ["unreadable"]


async def test_a_broken_table_of_contents_of_the_file_is_repaired(tmp_path: Path) -> None:
    """KN-2: a wrong xref costs nothing."""
    (tmp_path / "a.pdf").write_bytes(files.pdf_of(TEXT).replace(b"startxref\n", b"startxref\n9"))
    _, [page] = await extracted(tmp_path / "a.pdf")
    assert page.text == "Uma pagina honesta."


async def test_a_page_that_takes_too_long_costs_that_page(tmp_path: Path) -> None:
    """KN-2: the child is killed and another one goes on behind the page."""
    heavy = zlib.compress(b"BT /F1 1 Tf " + b"(abcdefghij) Tj 1 0 0 1 9 9 Tm " * 4_000_000 + b"ET")
    (tmp_path / "a.pdf").write_bytes(_two_pages(heavy))
    _, pages = await extracted(tmp_path / "a.pdf", limits=ExtractionLimits(page_s=2))
    assert [(page.number, page.text, page.problem) for page in pages] == [
        (1, "", "unreadable"),
        (2, "Uma pagina honesta.", None),
    ]


async def test_a_page_that_unpacks_to_more_than_memory_costs_that_page(tmp_path: Path) -> None:
    """KN-2: a bomb inside a PDF."""
    packer = zlib.compressobj(9)
    bomb = b"".join([*(packer.compress(bytes(8 * MB)) for _ in range(60)), packer.flush()])
    assert len(bomb) < MB
    (tmp_path / "a.pdf").write_bytes(_two_pages(bomb))
    _, pages = await extracted(tmp_path / "a.pdf", limits=ExtractionLimits(memory=300 * MB, page_s=20))
    assert pages[1].text == "Uma pagina honesta."
    assert pages[0].text == ""


async def test_ten_thousand_pages_are_read_up_to_the_limit(tmp_path: Path) -> None:
    """KN-2: what is beyond is told."""
    kids = b" ".join(b"3 0 R" for _ in range(10_000))
    content = files.pdf_of(TEXT).replace(b"/Kids [3 0 R] /Count 1", b"/Kids [" + kids + b"] /Count 10000")
    (tmp_path / "a.pdf").write_bytes(content)
    facts, pages = await extracted(tmp_path / "a.pdf", limits=ExtractionLimits(pages=100))
    assert (facts.pages, len(pages)) == (100, 100)
    [note] = [note for note in facts.notes if note.code == "pages_left_out"]
    assert note.count == 9_900
    assert "9900" in note_message(note, "pt-BR")


async def test_a_zip_bomb_is_refused(tmp_path: Path) -> None:
    """KN-2: what is really unpacked counts."""
    limits = ExtractionLimits(unpacked=20 * MB)
    bomb = b"<w:document>" + bytes(64 * MB)
    for name, part in (
        ("a.docx", "word/document.xml"),
        ("a.pptx", "ppt/presentation.xml"),
        ("a.xlsx", "xl/workbook.xml"),
    ):
        assert await refused(files.packed(tmp_path / name, {part: bomb}), limits) == "document_too_large"
    assert (
        await refused(files.packed(tmp_path / "a.epub", {"META-INF/container.xml": bomb}), limits)
        == "document_too_large"
    )


async def test_an_archive_that_lies_about_its_size_is_refused(tmp_path: Path) -> None:
    """KN-2: the sizes in the headers are not believed."""
    path = files.packed(tmp_path / "a.docx", {"word/document.xml": bytes(8 * MB)})
    path.write_bytes(path.read_bytes().replace(struct.pack("<I", 8 * MB), struct.pack("<I", 100)))
    assert await refused(path, ExtractionLimits(unpacked=MB)) in ("document_too_large", "broken_document")


@pytest.mark.parametrize("head", [LAUGHS, OUTSIDE], ids=["laughs", "outside"])
async def test_entities_are_never_expanded(tmp_path: Path, head: str) -> None:
    """KN-2: a billion laughs and a file of the machine."""
    word = f"{head}<w:document {files.WORD}><w:body><w:p><w:r><w:t>&a;</w:t></w:r></w:p></w:body></w:document>"
    assert await refused(files.packed(tmp_path / "a.docx", {"word/document.xml": word})) == "broken_document"
    sheet = files.sheet(tmp_path / "a.xlsx", Um=[["x"]])
    with zipfile.ZipFile(sheet, "a") as archive:
        archive.writestr("xl/sharedStrings2.xml", f"{head}<sst>&a;</sst>")
    assert await refused(sheet) == "broken_document"
    book = files.book(tmp_path / "a.epub", ["<p>x</p>"])
    with zipfile.ZipFile(book) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["OEBPS/c0.xhtml"] = f"{head}<html><body><p>antes &a; depois</p></body></html>".encode()
    _, [page] = await extracted(files.packed(book, parts))
    assert "root:" not in page.text and len(page.text) < 10_000 and "depois" in page.text


async def test_names_that_lead_out_of_an_archive_lead_nowhere(tmp_path: Path) -> None:
    """KN-2: nothing is unpacked to a disk, and no reference leaves the archive."""
    before = sorted(os.listdir(tmp_path.parent))
    body = "<w:p><w:r><w:t>Texto.</w:t></w:r></w:p>"
    related = files.relations(f="footnotes ../../../../../etc/passwd", s="styles /etc/passwd")
    slip = {"../../../evil.txt": "x", "/etc/evil": "x", "word/_rels/document.xml.rels": related}
    _, [page] = await extracted(files.word(tmp_path / "a.docx", body, **slip))
    assert page.text == "Texto."
    assert sorted(os.listdir(tmp_path.parent)) == before
    assert "evil" not in os.listdir("/etc")


async def test_an_encrypted_office_file_says_so(tmp_path: Path) -> None:
    """KN-2: they are not archives, but files of the older kind with a package inside."""
    ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "EncryptedPackage".encode("utf-16-le") + bytes(600)
    for name in ("a.docx", "a.xlsx", "a.pptx"):
        (tmp_path / name).write_bytes(ole)
        assert await refused(tmp_path / name) == "encrypted_document"


@pytest.mark.parametrize("name", ["a.docx", "a.pptx", "a.xlsx", "a.epub"])
async def test_an_archive_that_is_none_is_refused(tmp_path: Path, name: str) -> None:
    """KN-2: noise, a cut file, an archive of something else."""
    (tmp_path / name).write_bytes(b"PK\x03\x04" + os.urandom(2000))
    assert await refused(tmp_path / name) == "broken_document"
    assert await refused(files.packed(tmp_path / name, {"readme.txt": "x"})) == "broken_document"


async def test_a_sheet_of_a_million_blank_rows_is_read_quickly(tmp_path: Path) -> None:
    """KN-2: what a sheet says of its size is not believed; formulas that reach out stay text."""
    rows = [["a", '=WEBSERVICE("http://127.0.0.1/x")', '=cmd|"/c calc"!A1']]
    path = files.sheet(tmp_path / "a.xlsx", Um=rows)
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    part = next(name for name in parts if "worksheets/" in name and name.endswith(".xml"))
    last = b'<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>fim</t></is></c></row></sheetData>'
    parts[part] = parts[part].replace(b"</sheetData>", last).replace(b'ref="A1:C1"', b'ref="A1:XFD1048576"')
    _, [page] = await extracted(files.packed(path, parts))
    assert '| a | =WEBSERVICE("http://127.0.0.1/x") |' in page.text
    assert "| =cmd" in page.text.replace("\\", "")


async def test_a_page_nested_without_end_is_read(tmp_path: Path) -> None:
    """KN-2: no recursion of ours goes with it."""
    (tmp_path / "a.html").write_text("<div>" * 50_000 + "fundo" + "</div>" * 50_000 + "<p>fim</p>")
    _, [page] = await extracted(tmp_path / "a.html")
    assert page.text.split() == ["fundo", "fim"]


async def test_a_mail_nested_without_end_is_refused_or_read(tmp_path: Path) -> None:
    """KN-2: multiparts in multiparts."""
    head = "".join(f'Content-Type: multipart/mixed; boundary="b{n}"\n\n--b{n}\n' for n in range(3_000))
    (tmp_path / "a.eml").write_text(f"Subject: x\n{head}Content-Type: text/plain\n\nfundo")
    try:
        await extracted(tmp_path / "a.eml")
    except AuleError as error:
        assert error.report["code"] in ("broken_document", "extraction_stopped")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
async def test_what_deceives_the_eye_is_marked(tmp_path: Path, encoding: str) -> None:
    """KN-2: overrides of direction, NULs and halves of characters are kept as signs."""
    text = "conta \u202e0001\u202c paga\u200b\u00ad, nul\x00 aqui"
    content = text.encode(encoding)
    content += b"\x00\xd8." if encoding == "utf-16" else b""
    (tmp_path / "a.txt").write_bytes(content)
    _, [page] = await extracted(tmp_path / "a.txt")
    assert page.text.startswith("conta ⟦U+202E⟧0001⟦U+202C⟧ paga, nul⟦U+0000⟧ aqui")
    assert page.text.encode("utf-8")


async def test_a_picture_larger_than_memory_is_refused(tmp_path: Path) -> None:
    """KN-2: by what its head says, before anything is unpacked."""
    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    (tmp_path / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + head + bytes(100))
    assert await refused(tmp_path / "a.png") == "document_too_large"


async def test_a_file_larger_than_the_limit_is_not_opened(tmp_path: Path) -> None:
    """KN-2: size is capped."""
    (tmp_path / "a.txt").write_bytes(b"x" * 2000)
    assert await refused(tmp_path / "a.txt", ExtractionLimits(size=1000)) == "document_too_large"


async def test_what_is_cut_off_is_told(tmp_path: Path) -> None:
    """KN-2: characters beyond the limit are counted."""
    (tmp_path / "a.txt").write_text("\n\n".join("palavra " * 50 for _ in range(100)))
    facts, pages = await extracted(tmp_path / "a.txt", limits=ExtractionLimits(characters=10_000))
    kept = sum(len(page.text) for page in pages)
    assert kept <= 10_200
    [note] = [note for note in facts.notes if note.code == "characters_left_out"]
    assert kept + note.count >= 39_000
    assert pages[-1].problem == "too_large"


@pytest.mark.parametrize("kind", ["pdf", "docx", "pptx", "xlsx", "epub", "email", "html", "markdown", "csv", "text"])
async def test_an_empty_file_and_noise_are_clear(tmp_path: Path, kind: Kind) -> None:
    """KN-2: for every reader, asked by the kind alone."""
    for number, content in enumerate((b"", b"\x00\xff\xfe" * 500, b"PK\x05\x06" + bytes(18))):
        path = tmp_path / str(number)
        path.write_bytes(content)
        try:
            items = [item async for item in extract_pages(path, "x", kind)]
        except AuleError as error:
            assert error.report["code"] in ("broken_document", "encrypted_document")
        else:
            assert isinstance(items[0], DocumentFacts)
            chunks_of([item for item in items if not isinstance(item, DocumentFacts)])


async def test_who_stops_listening_stops_the_reader(tmp_path: Path) -> None:
    """KN-2: stop means stop: no child is left, and the file is closed."""
    kids = b" ".join(b"3 0 R" for _ in range(5_000))
    content = files.pdf_of(TEXT).replace(b"/Kids [3 0 R] /Count 1", b"/Kids [" + kids + b"] /Count 5000")
    (tmp_path / "a.pdf").write_bytes(content)
    handles = len(os.listdir("/proc/self/fd"))
    async with aclosing(extract_pages(tmp_path / "a.pdf", "a.pdf", "pdf")) as items:
        async for item in items:
            if not isinstance(item, DocumentFacts) and item.number == 3:
                break
    await until(lambda: len(os.listdir("/proc/self/fd")) <= handles)
    assert not _children()


async def test_cancelling_who_waits_stops_the_reader(tmp_path: Path) -> None:
    """KN-2: also in the middle of a page that never ends."""
    heavy = zlib.compress(b"BT /F1 1 Tf " + b"(abcdefghij) Tj 1 0 0 1 9 9 Tm " * 4_000_000 + b"ET")
    (tmp_path / "a.pdf").write_bytes(_two_pages(heavy))
    task = asyncio.create_task(extracted(tmp_path / "a.pdf"))
    await until(lambda: bool(_children()))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await until(lambda: not _children())


def _children() -> set[int]:
    """Readers that this process started."""
    found: set[int] = set()
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            words = Path(f"/proc/{name}/cmdline").read_bytes()
            parent = int(Path(f"/proc/{name}/stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        if b"limited/entry.py" in words and parent == os.getpid():
            found.add(int(name))
    return found


def _two_pages(packed: bytes) -> bytes:
    """A PDF whose first page has this packed content, and whose second is honest."""
    heavy = b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed)
    first = (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 6 0 R "
        b"/Resources << /Font << /F1 4 0 R >> >> >>"
    )
    return files.pdf_of(TEXT, heavy, first).replace(b"/Kids [3 0 R] /Count 1", b"/Kids [7 0 R 3 0 R] /Count 2")
