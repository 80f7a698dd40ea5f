"""A class's marks as a table for spreadsheets: one row a student, one column a test. It can be imported again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO

from aule.apps.school.entities import Aluno, Avaliacao, Nota, Situacao
from aule.apps.school.exporting.printable import printable
from aule.apps.school.exporting.words import figure, word
from aule.apps.school.words import day
from aule.text.messages import is_portuguese
from aule.text.tables import guard_cell, write_rows

_SITUATIONS: Mapping[Situacao, str] = {"pendente": "", "ausente": "F", "nao_entregue": "NE", "dispensado": "D"}
Cell = str | float


def rows(
    tests: Sequence[Avaliacao], students: Sequence[Aluno], marks: Sequence[Nota], locale: str
) -> Iterator[list[Cell]]:
    """Yield the table with its heading; numbers stay numbers."""
    given = {(each.aluno_id, each.avaliacao_id): each for each in marks}
    yield [word("enrolment", locale), word("student", locale), *(_heading(each, locale) for each in tests)]
    for student in students:
        yield [student.matricula, student.chamado, *(_cell(given.get((student.id, test.id))) for test in tests)]


def as_csv(table: Sequence[Sequence[Cell]], locale: str) -> bytes:
    """A table spreadsheets open by themselves: with the separator and the decimal mark of a language."""
    rows = ([_safe(each) if isinstance(each, str) else _plain(each, locale) for each in row] for row in table)
    return write_rows(rows, ";" if is_portuguese(locale) else ",").encode("utf-8-sig")


def as_xlsx(table: Sequence[Sequence[Cell]], title: str) -> bytes:
    """Return a workbook of one sheet; what a person typed stays text, whatever it begins with."""
    from openpyxl import Workbook  # only exports and imports need it

    book = Workbook(write_only=True)
    sheet = book.create_sheet("".join(each for each in printable(title) if each not in "[]:*?/\\")[:31] or "Notas")
    for row in table:
        sheet.append([_safe(each) if isinstance(each, str) else each for each in row])
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _heading(test: Avaliacao, locale: str) -> str:
    weight = f" (peso {figure(test.peso, locale)})" if test.peso != 1 else ""
    return f"{test.titulo}{weight} (valor {figure(test.valor_maximo, locale)}) {day(test.data, locale)}"


def _cell(mark: Nota | None) -> Cell:
    if mark is None:
        return ""
    return mark.valor if mark.situacao == "lancada" and mark.valor is not None else _SITUATIONS.get(mark.situacao, "")


def _plain(value: float, locale: str) -> str:
    text = f"{round(value, 4):g}"
    return text.replace(".", ",") if is_portuguese(locale) else text


def _safe(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return "".join(each if each.isprintable() else " " for each in guard_cell(text))
