"""A sheet as DOCX, with real headings, lists and tables, so that a teacher can go on working on it."""

from __future__ import annotations

from datetime import datetime
from io import BytesIO
from typing import TYPE_CHECKING, Any

from aule.apps.school.exporting.paragraphs import Block, Line, blocks
from aule.apps.school.exporting.paragraphs import line as line_of
from aule.apps.school.exporting.sheet import Puzzle, Sheet, SheetPart, Table, in_columns, worth
from aule.apps.school.exporting.student_view import Choice, StudentView
from aule.apps.school.exporting.words import points, word
from aule.apps.school.words import day

if TYPE_CHECKING:
    from docx.blkcntnr import BlockItemContainer
    from docx.document import Document
    from docx.text.paragraph import Paragraph

RULED = 5
"""Lines to write an answer on."""
_STYLES = {"ul": "List Bullet", "ol": "List Number", "quote": "Intense Quote", "h": "Heading 3"}


def docx(sheet: Sheet, made_at: datetime) -> bytes:
    """Return the sheet as a file."""
    return _Writer(sheet).written(made_at)


class _Writer:
    """Writes one sheet into one document."""

    def __init__(self, sheet: Sheet) -> None:
        from docx import Document  # only exports need it

        self._sheet = sheet
        self._locale = sheet.header.locale
        self._document: Document = Document()

    def written(self, made_at: datetime) -> bytes:
        """Return the whole document."""
        self._page()
        self._head()
        self._document.add_heading(self._sheet.title, level=0)
        self._facts()
        self._rich(self._sheet.instructions)
        for part in self._sheet.parts:
            self._part(part)
        for table in self._sheet.tables:
            self._table(table)
        for title, text in self._sheet.texts:
            self._document.add_heading(title, level=1)
            self._rich(text)
        self._keys()
        self._skills()
        known = self._document.core_properties
        known.title, known.author, known.comments, known.last_modified_by = self._sheet.title, "", "", ""
        known.created = known.modified = made_at.replace(tzinfo=None)
        target = BytesIO()
        self._document.save(target)
        return target.getvalue()

    def _page(self) -> None:
        from docx.enum.text import WD_ALIGN_PARAGRAPH
        from docx.shared import Cm, Pt

        section = self._document.sections[0]
        section.page_width, section.page_height = Cm(21), Cm(29.7)
        section.left_margin = section.right_margin = Cm(2)
        section.top_margin = section.bottom_margin = Cm(1.8)
        normal: Any = self._document.styles["Normal"]
        normal.font.name, normal.font.size = "Calibri", Pt(11)
        footer = section.footer.paragraphs[0]
        footer.alignment = WD_ALIGN_PARAGRAPH.RIGHT
        footer.add_run(f"{word('page', self._locale)} ")
        _field(footer, "PAGE")
        footer.add_run(f" {word('of', self._locale)} ")
        _field(footer, "NUMPAGES")

    def _head(self) -> None:
        head = self._sheet.header

        def told(name: str) -> str:
            return word(name, self._locale)

        date = day(head.date, self._locale) if head.date else "____/____/______"
        rows = [
            [f"{told('escola')}: {head.school or '_' * 30}", f"{told('turma')}: {head.class_name or '_' * 8}"],
            [f"{told('professor')}: {head.teacher or '_' * 30}", f"{told('data')}: {date}"],
        ]
        if self._sheet.is_for_students:
            rows.append([f"{told('nome')}: {'_' * 40}", f"{told('nota')}: {'_' * 8}"])
        table = self._document.add_table(rows=len(rows), cols=2, style="Table Grid")
        for row, texts in zip(table.rows, rows, strict=True):
            for cell, text in zip(row.cells, texts, strict=True):
                cell.text = text
        if self._sheet.variant:
            self._document.add_paragraph().add_run(f"{told('variant')} {self._sheet.variant}").bold = True

    def _facts(self) -> None:
        facts = [f"{name}: {text}" for name, text in self._sheet.facts]
        if self._sheet.is_for_students and (told := worth(self._sheet)):
            facts.append(f"{word('valor', self._locale)}: {told}")
        if facts:
            self._document.add_paragraph(" · ".join(facts))

    def _part(self, part: SheetPart) -> None:
        if part.title:
            self._document.add_heading(part.title, level=1)
        self._rich(part.text)
        if part.puzzle is not None:
            self._puzzle(part.puzzle)
        for view in part.views:
            self._question(view)
        if part.for_teacher:
            self._document.add_heading(word("for_teacher", self._locale), level=2)
            self._rich(part.for_teacher)

    def _question(self, view: StudentView) -> None:
        told = f" ({points(view.points, self._locale)})" if view.points not in (0, 1) else ""
        heading = self._document.add_heading(f"{word('question', self._locale)} {view.number}{told}", level=3)
        heading.paragraph_format.keep_with_next = True
        for paragraph in self._rich(view.text):
            paragraph.paragraph_format.keep_with_next = bool(view.choices)
        match view.kind:
            case "multipla_escolha" | "ordenacao":
                self._lettered(view.choices, is_upper=view.kind == "multipla_escolha")
            case "associacao":
                self._pairs(view)
            case "verdadeiro_falso":
                both = (word("true", self._locale), word("false", self._locale))
                self._document.add_paragraph(f"(    ) {both[0]}        (    ) {both[1]}")
            case "dissertativa":
                for _ in range(RULED):
                    self._document.add_paragraph("_" * 80)
            case _:
                if "___" not in view.text:
                    self._document.add_paragraph(f"{word('answer', self._locale)}: {'_' * 30}")

    def _lettered(self, choices: tuple[Choice, ...], *, is_upper: bool) -> None:
        number = _new_list(self._document, "upperLetter" if is_upper else "lowerLetter")
        for place, choice in enumerate(choices, start=1):
            paragraph = self._document.add_paragraph(style="List Paragraph")
            _number(paragraph, number)
            _write(paragraph, line_of(choice.text))
            paragraph.paragraph_format.keep_with_next = place < len(choices)
            paragraph.paragraph_format.space_after = 0

    def _pairs(self, view: StudentView) -> None:
        table = self._document.add_table(rows=0, cols=2)
        for place in range(max(len(view.left), len(view.choices))):
            left, right = table.add_row().cells
            if place < len(view.left):
                _write(left.paragraphs[0], line_of(f"{place + 1}\\. (    ) {view.left[place]}"))
            if place < len(view.choices):
                choice = view.choices[place]
                _write(right.paragraphs[0], line_of(f"{choice.letter}) {choice.text}"))

    def _puzzle(self, puzzle: Puzzle) -> None:
        self._letters(puzzle.rows, puzzle)
        for title, items in puzzle.clues:
            self._document.add_heading(title, level=3)
            rows = in_columns(items)
            table = self._document.add_table(rows=len(rows), cols=max(map(len, rows), default=1))
            for row, clues in zip(table.rows, rows, strict=True):
                for cell, clue in zip(row.cells, clues, strict=True):
                    cell.text = f"☐ {clue}" if clue else ""
        if puzzle.solution:
            self._document.add_heading(word("key", self._locale), level=3)
            self._letters(puzzle.solution, puzzle)

    def _letters(self, rows: tuple[str, ...], puzzle: Puzzle) -> None:
        numbers = {(row, column): number for row, column, number in puzzle.numbers}
        table = self._document.add_table(rows=len(rows), cols=max(map(len, rows)), style="Table Grid")
        for y, row in enumerate(rows):
            cells = table.rows[y].cells
            for x, letter in enumerate(row):
                told = "■" if letter == "." else "" if letter == "_" else letter
                cells[x].text = told or str(numbers.get((y, x), ""))

    def _table(self, table: Table) -> None:
        self._document.add_heading(table.title, level=1)
        made = self._document.add_table(rows=1, cols=len(table.head), style="Table Grid")
        for cell, text in zip(made.rows[0].cells, table.head, strict=True):
            cell.paragraphs[0].add_run(text).bold = True
        for row in table.rows:
            for cell, text in zip(made.add_row().cells, row, strict=True):
                cell.text = _printable(text)

    def _keys(self) -> None:
        keys = self._sheet.keys
        if not keys:
            return
        self._document.add_page_break()
        self._document.add_heading(word("key", self._locale), level=1)
        table = self._document.add_table(rows=1, cols=4, style="Table Grid")
        heads = ("", *(word(name, self._locale) for name in ("answer", "explanation", "skills")))
        for cell, text in zip(table.rows[0].cells, heads, strict=True):
            cell.paragraphs[0].add_run(text).bold = True
        for key in keys:
            cells = table.add_row().cells
            cells[0].text = str(key.number)
            self._cell(cells[1], key.answer)
            self._cell(cells[2], key.explanation)
            cells[3].text = ", ".join(key.skills)

    def _cell(self, cell: BlockItemContainer, markdown: str) -> None:
        for place, block in enumerate(blocks(markdown)):
            paragraph = cell.paragraphs[0] if place == 0 else cell.add_paragraph()
            for each in block.lines:
                _write(paragraph, each)

    def _skills(self) -> None:
        if self._sheet.skills:
            self._document.add_heading(word("skills", self._locale), level=1)
        for code, text in self._sheet.skills:
            paragraph = self._document.add_paragraph()
            paragraph.add_run(code).bold = True
            paragraph.add_run(f"  {_printable(text)}")

    def _rich(self, markdown: str) -> list[Paragraph]:
        return [paragraph for block in blocks(markdown) for paragraph in self._block(block)]

    def _block(self, block: Block) -> list[Paragraph]:
        if block.kind == "table":
            table = self._document.add_table(rows=0, cols=max(map(len, block.rows)), style="Table Grid")
            for row in block.rows:
                for cell, each in zip(table.add_row().cells, row, strict=False):
                    _write(cell.paragraphs[0], each)
            return []
        made = [self._document.add_paragraph(style=_STYLES.get(block.kind)) for _ in block.lines]
        for paragraph, each in zip(made, block.lines, strict=True):
            _write(paragraph, each)
        return made


def _write(paragraph: Paragraph, line: Line) -> None:
    for words in line:
        run = paragraph.add_run(_printable(words.text))
        run.bold, run.italic = words.bold or None, words.italic or None
        if words.code:
            run.font.name = "Consolas"


def _printable(text: str) -> str:
    """Return what XML can hold."""
    return "".join(each if each.isprintable() or each in "\n\t" else " " for each in text)


def _field(paragraph: Paragraph, name: str) -> None:
    """Add a number that the word processor fills in: the page, or how many there are."""
    from docx.oxml import parse_xml
    from docx.oxml.ns import nsdecls

    inside: Any = paragraph._p  # pyright: ignore[reportPrivateUsage] - fields have no other door
    inside.append(parse_xml(f'<w:fldSimple {nsdecls("w")} w:instr="{name}"/>'))


def _new_list(document: Document, form: str) -> int:
    """Return a list with letters that begins anew, by its number in the document."""
    from docx.oxml import parse_xml
    from docx.oxml.ns import nsdecls, qn

    numbering: Any = document.part.numbering_part.element
    existing = [int(each.get(qn("w:abstractNumId"))) for each in numbering.findall(qn("w:abstractNum"))]
    id = max(existing, default=0) + 1
    abstract = parse_xml(
        f'<w:abstractNum {nsdecls("w")} w:abstractNumId="{id}"><w:multiLevelType w:val="singleLevel"/>'
        f'<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="{form}"/><w:lvlText w:val="%1)"/>'
        '<w:lvlJc w:val="left"/><w:pPr><w:ind w:left="567" w:hanging="397"/></w:pPr></w:lvl></w:abstractNum>'
    )
    first = numbering.find(qn("w:num"))
    numbering.insert(len(numbering) if first is None else list(numbering).index(first), abstract)
    return int(numbering.add_num(id).numId)


def _number(paragraph: Paragraph, number: int) -> None:
    properties: Any = paragraph._p.get_or_add_pPr()  # pyright: ignore[reportPrivateUsage] - lists have no other door
    listed = properties.get_or_add_numPr()
    listed.get_or_add_ilvl().val = 0
    listed.get_or_add_numId().val = number
