"""Files of strangers, and rules of importing without a system: what is read, refused, found, and never guessed."""

from __future__ import annotations

import io
import tracemalloc
import zipfile
from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aule.apps.school.entities import Aluno, Avaliacao
from aule.apps.school.importing.marks import Student, read_marks
from aule.apps.school.importing.marks_plan import Grading, Standing, Wish, plan_grades
from aule.apps.school.importing.preview import without_names
from aule.apps.school.importing.refusals import Refusal
from aule.apps.school.importing.roster import Roster
from aule.apps.school.importing.sheets.cell_words import Mark, read_mark, read_presence
from aule.apps.school.importing.sheets.csv_grid import open_csv
from aule.apps.school.importing.sheets.files import read_sheet
from aule.apps.school.importing.sheets.headings import Calendar, Heading, read_heading
from aule.apps.school.importing.who import Drafts, Known

TODAY = Calendar(date(2026, 11, 16), 2026)
WISH = Wish("tur_1", "mat_1", {}, "2026-11-16")


def student(number: int, nome: str, matricula: str = "") -> Aluno:
    """A student of a class."""
    return Aluno(id=f"alu_{number:04d}", escola_id="esc_1", nome=nome, matricula=matricula)


def planned(
    content: str | bytes, students: Sequence[Aluno] = (), *, name: str = "a.csv", makes: bool = False
) -> Grading:
    """The plan of a file for a class without tests."""
    data = content if isinstance(content, bytes) else content.encode()
    read = read_sheet(name, data)
    marks = read_marks(read.grid.rows, read.headed, TODAY)
    return plan_grades(marks, Standing(Known(students, makes=makes), [], {}), WISH, Drafts())


def xlsx(*rows: Sequence[Any]) -> bytes:
    """An XLSX file with these rows."""
    import openpyxl

    book = openpyxl.Workbook()
    page = book.active
    assert page is not None
    for row in rows:
        page.append(list(row))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("said", "heading"),
    [
        ("Prova 1 (peso 2)", Heading("Prova 1", weight=2)),
        ("N1", Heading("N1")),
        ("P2 12/03", Heading("P2", date(2026, 3, 12))),
        ("P2 - 12/03/25 peso: 1,5", Heading("P2", date(2025, 3, 12), 1.5)),
        ("Trabalho (vale 5) 2026-04-10", Heading("Trabalho", date(2026, 4, 10), maximum=5)),
        ("Prova (0-20)", Heading("Prova", maximum=20)),
        ("Prova 1.2", Heading("Prova 1.2")),
        ("12/03", Heading("Avaliação de 12/03", date(2026, 3, 12))),
        (date(2026, 3, 12), Heading("Avaliação de 12/03", date(2026, 3, 12))),
        ("P2 31/02", Heading("P2 31/02", note="bad_day")),
        ("P2 12/03/3026", Heading("P2 12/03/3026", note="bad_day")),
        ("Questionário:Quiz 1 (Real)", Heading("Quiz 1")),
        ("Tarefa: Redação (Porcentagem)", Heading("Redação", maximum=100, is_percentage=True)),
    ],
)
def test_a_heading_may_carry_a_day_a_weight_and_a_maximum(said: str | date, heading: Heading) -> None:
    """SP-52: what stands over a column."""
    assert read_heading(said, TODAY) == heading


def test_cells_hold_marks_or_the_words_teachers_write() -> None:
    """SP-52: the words of cells, with a comma or a point; what is above or below the scale is refused."""
    words = {"7,5": 7.5, " 10 ": 10.0, "0": 0.0, "8.25": 8.25}
    assert {word: read_mark(word, 10) for word in words} == {
        word: Mark("lancada", each) for word, each in words.items()
    }
    kinds = {"": "pendente", "-": "pendente", "F": "ausente", "faltou": "ausente", "NE": "nao_entregue"}
    kinds |= {
        "D": "dispensado",
        "Disp.": "dispensado",
        "não entregou": "nao_entregue",
        "EX": "dispensado",
        "Excused": "dispensado",
    }
    assert {word: getattr(read_mark(word, 10), "situacao", None) for word in kinds} == kinds
    refused = {"12": "above", "-1": "below", "B": "not_a_mark", "=1+1": "looks_like_formula", "nan": "not_a_mark"}
    assert {word: read_mark(word, 10) for word in refused} == refused
    assert [read_mark(value, 10) for value in (float("inf"), True, date(2026, 5, 7))] == [
        "not_a_mark",
        "not_a_mark",
        "a_date",
    ]
    assert [read_presence(word) for word in ("P", "f", "J", "A", "", "7")] == [
        *("presente", "falta", "falta_justificada", "atraso"),
        None,
        "not_presence",
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_encodings_and_separators_are_found_out(encoding: str, separator: str) -> None:
    """SP-52: UTF-8 with and without a mark, cp1252, UTF-16; quotes may hold separators and new lines."""
    rows = [["Nome", "Prova 1"], ['"Conceição\nÁvila"', '"7,5"'], ["João", '"8,0"']]
    grid = open_csv("\r\n".join(separator.join(row) for row in rows).encode(encoding))
    assert [list(row) for row in grid.rows] == [["Nome", "Prova 1"], ["Conceição\nÁvila", "7,5"], ["João", "8,0"]]
    assert grid.separator == separator
    assert list(open_csv(b"sep=,\nNome,N1\nAna;Lima,7\n").rows[1]) == ["Ana;Lima", "7"]


def test_students_are_found_by_number_then_name_and_never_guessed() -> None:
    """SP-52: enrolment number, exact name, folded name; two alike, or another number, are nobody."""
    roster = Roster.of(
        [student(1, "José Sá", "007"), student(2, "Ana Lima"), student(3, "Ana  lima"), student(4, "Bia")]
    )
    found = {
        said: getattr(roster.find(Student(1, *said)), "id", roster.find(Student(1, *said)))
        for said in (
            ("Outro Nome", "7"),
            ("jose sa", ""),
            ("José Sá", "008"),
            ("ANA LIMA", ""),
            ("Ana Lima", ""),
            ("Bia", "55"),
            ("Zé", ""),
        )
    }
    assert list(found.values()) == [
        "alu_0001",
        "alu_0001",
        "other_number",
        "several",
        "alu_0002",
        "alu_0004",
        "unknown",
    ]


def test_hostile_sheets_are_told_and_nothing_of_them_is_lost() -> None:
    """SP-52: duplicate names, formulas as names, errors and formulas without values, dates for marks, totals."""
    plan = planned(
        "Nome;P1;P1;=cmd|' /C calc'!A0;P3\nAna;7;8;1;\nAna;9;8;1;\n=HYPERLINK(1);5;5;5;\nBia;6;;;\n@SUM(A1);1;1;1;\n",
        [student(1, "Ana"), student(2, "Bia")],
    )
    assert [(cell.student, cell.op) for cell in plan.cells] == [("Bia", "criar")]
    assert [(each.student.line, each.why) for each in plan.people.duplicates] == [(2, "twice"), (3, "twice")]
    assert {note.key for note in plan.notes} == {"formula_name", "column_twice", "empty_column", "day_assumed"}

    book = xlsx(
        ["Aluno", "1º bim", None, "2º bim", None],
        [None, "N1", "N2", "N1", "N2"],
        ["Ana", 7.5, "=B3+1", date(2026, 5, 7), "#DIV/0!"],
        ["Bia", 8, True, "10", "D"],
    )
    plan = planned(book, name="a.xlsx", makes=True)
    assert [test.after.titulo for test in plan.tests] == ["1º bim N1", "2º bim N1", "2º bim N2"]
    assert {(cell.student, cell.title): cell.why for cell in plan.cells if cell.op == "rejeitada"} == {
        ("Ana", "1º bim N2"): "formula",
        ("Ana", "2º bim N1"): "a_date",
        ("Ana", "2º bim N2"): "error",
        ("Bia", "1º bim N2"): "not_a_mark",
    }
    twice = planned("aluno;avaliacao;nota;data\nAna;P1;7;10/03\nAna;P1;8;10/03\nAna;P2;7;31/02\n", makes=True)
    assert sorted(cell.why for cell in twice.cells) == ["bad_day", "two_marks", "two_marks"] and twice.tests == []


def test_percent_cells_of_a_spreadsheet_mean_what_they_show() -> None:
    """SP-52: 0.85 shown as 85% is the 85% of a CSV, as a mark and as a weight; a sign that is only text is none."""
    import openpyxl

    book = openpyxl.load_workbook(io.BytesIO(xlsx(["Nome", "P1"], ["Peso", 0.3], ["Ana", 0.85], ["Bia", 0.125])))
    page = book.worksheets[0]
    for place, shape in (("B2", "0%"), ("B3", "0%"), ("B4", "0.00%")):
        page[place].number_format = shape
    page["C1"], page["C3"], page["C3"].number_format = "P2 (vale 100)", 85, '0"%"'
    out = io.BytesIO()
    book.save(out)
    people = [student(1, "Ana"), student(2, "Bia")]
    plans = [
        planned(out.getvalue(), people, name="a.xlsx"),
        planned("Nome;P1;P2 (vale 100)\nPeso;30%;\nAna;85%;85\nBia;12,5%;\n", people),
    ]
    for plan in plans:
        assert [(test.after.valor_maximo, test.after.peso) for test in plan.tests] == [(100, 30), (100, 1)]
        assert [cell.after.valor for cell in plan.cells if cell.after is not None and cell.after.valor] == [
            *(85, 85),
            12.5,
        ]


def test_an_empty_cell_is_no_new_mark() -> None:
    """SP-52: it is noted as pending, and only marks are counted."""
    plan = planned("Nome;P1\nAna;7\nBia;\n", [student(1, "Ana"), student(2, "Bia")])
    assert plan.counts["criar"] == plan.tests[0].counts["criar"] == 1
    assert plan.writes == 3, "the test, the mark, and that the other one is pending"


def test_new_students_who_could_not_be_told_apart_are_not_made() -> None:
    """SP-52: two rows alike are told, unless their numbers differ; in a class that has both, exact names decide."""
    plan = planned("Nome;N1\nJosé;7\nJose;8\nAna;9\n", makes=True)
    assert [each.nome for each in plan.people.made] == ["Ana"]
    assert [each.student.line for each in plan.people.duplicates] == [2, 3]
    plan = planned("RA;Nome;N1\n1;José;7\n2;José;8\n", makes=True)
    assert [each.matricula for each in plan.people.made] == ["1", "2"]
    plan = planned("Nome;N1\nJosé;7\nJose;8\n", [student(1, "Jose"), student(2, "José")])
    assert [cell.key[1] for cell in plan.cells] == ["alu_0002", "alu_0001"]


def test_ten_thousand_rows_are_read_and_planned() -> None:
    """SP-52: a large gradebook, all of it."""
    rows = "".join(f"{n:05d};Aluno {n};{n % 101 / 10:.1f};F\n".replace(".", ",") for n in range(10_000))
    plan = planned(f"Matrícula;Nome;N1;N2\n{rows}", makes=True)
    assert (plan.counts["criar"], plan.counts["rejeitada"], len(plan.people.made)) == (20_000, 0, 10_000)


def _bomb(size: int, *, name: str = "xl/workbook.xml") -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as found:
        found.writestr(name, "<workbook/>")
        with found.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as sheet:
            for _ in range(size // 2**20):
                sheet.write(b"0" * 2**20)
    return out.getvalue()


def _understated(method: int) -> bytes:
    """Return a workbook whose sheet says that it is small, packed so that a reader unpacks all of it at once."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as found:
        found.writestr("xl/workbook.xml", b"0" * 200 * 2**20)
        found.filelist[0].file_size = 100
    return out.getvalue()


def _entities() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as found:
        found.writestr("xl/workbook.xml", '<!DOCTYPE a [<!ENTITY b "cc">]><workbook>&b;</workbook>')
    return out.getvalue()


NO_GRADEBOOKS = {
    "nothing": b"",
    "a PDF": b"%PDF-1.7 \n",
    "an old binary workbook": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    "a page": b"<html><table><tr><td>Nome</td></tr></table></html>",
    "a broken archive": b"PK\x03\x04 not really a zip",
    "a null byte": b"Nome\x00;N1\nAna;7\n",
    "no names": b"so;estas;colunas\n1;2;3\n",
    "no marks": b"Nome;Turma\nAna;7A\n",
    "an endless cell": b'Nome;N1\n"Ana;' + b"x" * 200_000,
    "a packed bomb": _bomb(32 * 2**20),
    "entities": _entities(),
    "a workbook without names": xlsx(["a", "b"], [1, 2]),
}


@pytest.mark.parametrize("content", NO_GRADEBOOKS.values(), ids=NO_GRADEBOOKS.keys())
def test_what_is_no_gradebook_is_refused_with_a_reason(content: bytes) -> None:
    """SP-52: other files, broken ones, and archives that would unpack without end, before they are opened."""
    with pytest.raises(Refusal) as refused:
        planned(content, name="notas.xlsx")
    assert refused.value.problem.code == "invalid_file" and refused.value.problem.hint
    assert refused.value.told("pt-BR").problem.message != refused.value.problem.message


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA], ids=["bzip2", "lzma"])
def test_an_archive_that_understates_what_it_holds_is_not_unpacked(method: int) -> None:
    """SP-52: some ways of packing are unpacked in one piece, whatever an archive says of its size."""
    content = _understated(method)
    tracemalloc.start()
    try:
        with pytest.raises(Refusal):
            planned(content, name="notas.xlsx")
        assert tracemalloc.get_traced_memory()[1] < 50 * 2**20
    finally:
        tracemalloc.stop()


NAMES = st.lists(st.sampled_from(["Ana", "Bia", "José", "Jose", "Caio", "ANA", "Davi Sá"]), min_size=1, max_size=7)
CELLS = st.sampled_from(["", "-", "7,5", "10", "0", "12", "F", "NE", "D", "x", "-1", "8.25"])


@given(data=st.data(), known=NAMES, said=NAMES)
@settings(max_examples=100, deadline=None)
def test_importing_what_was_imported_changes_nothing(data: st.DataObject, known: list[str], said: list[str]) -> None:
    """SP-52: for every class and file, the plan after its own outcome has no change, and each row is told once."""
    students = [student(n, nome) for n, nome in enumerate(known)]
    rows = "".join(f"{nome};{data.draw(CELLS)};{data.draw(CELLS)}\n" for nome in said) + "Ninguém;5;5\n"
    read = read_sheet("a.csv", f"Nome;P1 (peso 2);P2\n{rows}".encode())
    marks = read_marks(read.grid.rows, read.headed, TODAY)
    first = plan_grades(marks, Standing(Known(students), [], {}), WISH, Drafts())
    tests: list[Avaliacao] = [each.after for each in first.tests]
    notas = {
        cell.key: {"valor": cell.after.valor, "situacao": cell.after.situacao}
        for cell in first.cells
        if cell.after is not None
    }
    again = plan_grades(marks, Standing(Known(students), tests, notas), WISH, Drafts())
    assert again.counts["criar"] == again.counts["alterar"] == again.writes == 0
    assert again.counts["rejeitada"] == first.counts["rejeitada"]
    told = {each.student.line for each in (*first.people.unknown, *first.people.duplicates)}
    kept = {cell.entry.line for cell in first.cells}
    assert not told & kept and (told | kept == {n + 2 for n in range(len(said) + 1)})


def test_an_agent_reads_rows_and_reasons_without_the_names_of_a_file() -> None:
    """SP-60: who stands in a file is on no roster yet, so nothing could hide their names from a model elsewhere."""
    read = read_sheet("a.csv", b"Nome;N1;N2\nZelda Secreta;7;x\n=Zelda Formula;1;1\nAna;99;1\n")
    marks = read_marks(read.grid.rows, read.headed, TODAY)
    plan = plan_grades(marks, Standing(Known([student(1, "Ana")]), [], {}), WISH, Drafts())
    told = without_names(plan, read, "pt-BR")
    assert "Zelda" not in repr(told) and [each.linha for each in told["nao_encontrados"]] == [2]
