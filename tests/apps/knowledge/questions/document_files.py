"""The documents of a set as files of many formats, made from their sources: each as people would have it."""

from __future__ import annotations

import csv
import html
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.apps.knowledge.extraction import files

ENDINGS = {
    "ata-de-condominio": "docx",
    "atas-da-associacao": "html",
    "broadband-faq": "html",
    "bula-dorvanil": "pdf",
    "caderno-de-receitas": "epub",
    "canal-history": "epub",
    "carta-da-prefeitura": "pdf",
    "carta-digitalizada": "scan.pdf",
    "contrato-de-empreitada": "docx",
    "contrato-de-locacao": "pdf",
    "dishwasher-manual": "pdf",
    "employee-handbook": "pdf",
    "espresso-machine-manual": "pdf",
    "hr-leave-policy": "html",
    "invoice-2026-0417": "pdf",
    "lei-das-feiras": "docx",
    "livro-de-receitas": "epub",
    "marina-rates": "xlsx",
    "night-shift-paper": "pdf",
    "onboarding-slides": "pptx",
    "plano-de-saude": "pdf",
    "project-minutes": "eml",
    "quarterly-review": "pptx",
    "regimento-escolar": "docx",
    "regras-de-obra": "pdf",
    "regulamento-academico": "pdf",
    "tabela-da-grafica": "xlsx",
    "travel-policy": "docx",
    "urban-trees-paper": "pdf",
    "vendas-por-loja": "xlsx",
}
"""What each document comes as; those of the held-out set are files of their own kind already."""
_TYPST = re.compile(r"([\\#*_`$<>@=\[\]~/+-])")


@dataclass(frozen=True, slots=True)
class Part:
    """A heading with its level, a paragraph, or a table."""

    text: str
    level: int = 0
    rows: Sequence[Sequence[str]] = ()


def build_file(source: Path, folder: Path) -> Path:
    """Make the file of a source in a folder; a source that is a file of its own kind is itself."""
    ending = ENDINGS.get(source.stem)
    if ending is None:
        return source
    path = folder / f"{source.stem}.{ending.rpartition('.')[2]}"
    if source.suffix == ".typ":
        return files.pdf(path, source.read_text("utf-8"))
    if source.suffix == ".csv":
        rows = [[int(cell) if cell.isdigit() else cell for cell in row] for row in _rows(source)]
        return files.sheet(path, Vendas=rows)
    return _MAKERS[ending](path, parts_of(source.read_text("utf-8")))


def parts_of(text: str) -> list[Part]:
    """Read the headings, paragraphs and tables of a Markdown source."""
    found: list[Part] = []
    for block in re.split(r"\n\s*\n", text.strip()):
        bare = block.strip()
        if bare.startswith("#"):
            marks, _, title = bare.partition(" ")
            found.append(Part(title, level=len(marks)))
        elif bare.startswith("|"):
            rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in bare.splitlines()]
            found.append(Part("", rows=[rows[0], *rows[2:]]))
        else:
            found.append(Part(" ".join(bare.split())))
    return found


def _rows(source: Path) -> list[list[str]]:
    return list(csv.reader(source.read_text("utf-8").splitlines()))


def _pdf(path: Path, parts: list[Part]) -> Path:
    return files.pdf(path, '#set page(paper: "a5", margin: 2cm)\n' + "\n\n".join(map(_typst, parts)))


def _typst(part: Part) -> str:
    if part.level:
        return f"{'=' * part.level} {_escaped(part.text)}"
    if part.rows:
        cells = ", ".join(f"[{_escaped(cell)}]" for row in part.rows for cell in row)
        return f"#table(columns: {len(part.rows[0])}, {cells})"
    return _escaped(part.text)


def _escaped(text: str) -> str:
    """Return text as typst shows it; a number with a full stop would begin a list."""
    return re.sub(r"^(\d+)\.", r"\1\\.", _TYPST.sub(r"\\\1", text))


def _scan(path: Path, parts: list[Part]) -> Path:
    """A page that is nothing but a picture of a page."""
    import typst

    picture = path.with_suffix(".png")
    picture.write_bytes(typst.compile("\n\n".join(map(_typst, parts)).encode(), format="png", ppi=60.0))  # pyright: ignore[reportArgumentType]
    source = path.with_suffix(".typ")
    source.write_text(f'#set page(margin: 0cm)\n#image("{picture.name}", width: 100%)', "utf-8")
    path.write_bytes(typst.compile(source))
    return path


def _word(path: Path, parts: list[Part]) -> Path:
    import docx

    made = docx.Document()
    for part in parts:
        if part.level:
            made.add_heading(part.text, part.level - 1)
        else:
            made.add_paragraph(part.text)
    made.save(str(path))
    return path


def _web_page(path: Path, parts: list[Part]) -> Path:
    title = html.escape(parts[0].text)
    menu = "<nav><a href='/'>Home</a> <a href='/people'>People</a></nav>"
    path.write_text(
        f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{title}</title></head>"
        f"<body>{menu}<main>{''.join(map(_html, parts))}</main></body></html>",
        "utf-8",
    )
    return path


def _html(part: Part) -> str:
    name = f"h{part.level}" if part.level else "p"
    return f"<{name}>{html.escape(part.text)}</{name}>"


def _book(path: Path, parts: list[Part]) -> Path:
    chapters: list[str] = []
    for part in parts:
        if part.level == 2 or not chapters:
            chapters.append("")
        chapters[-1] += _html(part)
    return files.book(path, chapters, title=parts[0].text)


def _slides(path: Path, parts: list[Part]) -> Path:
    slides: list[dict[str, object]] = []
    for part in parts:
        if part.level:
            slides.append({"title": html.escape(part.text), "lines": []})
        else:
            lines = re.split(r"(?<=\.) (?=[A-Z])", html.escape(part.text))
            slides[-1]["lines"] = [*slides[-1]["lines"], *lines]  # pyright: ignore[reportGeneralTypeIssues]
    return files.presentation(path, slides)


def _mail(path: Path, parts: list[Part]) -> Path:
    body = "\n\n".join(part.text for part in parts[1:])
    return files.mail(path, body, subject=parts[0].text)


_MAKERS: dict[str, Callable[[Path, list[Part]], Path]] = {
    "pdf": _pdf,
    "scan.pdf": _scan,
    "docx": _word,
    "html": _web_page,
    "epub": _book,
    "pptx": _slides,
    "eml": _mail,
}
