"""Gradebooks as schools and platforms export them: terms, scales, names, letters, and nothing that vanishes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from aule.apps.school.entities import Aluno, Avaliacao, PeriodoLetivo
from aule.apps.school.importing import preview as telling
from aule.apps.school.importing.attendance_plan import plan_attendance
from aule.apps.school.importing.marks import Student, read_marks
from aule.apps.school.importing.marks_plan import Grading, Standing, Wish, plan_grades
from aule.apps.school.importing.presences import read_presences
from aule.apps.school.importing.refusals import Refusal
from aule.apps.school.importing.roster import Roster
from aule.apps.school.importing.sheets.files import Sheet, read_sheet
from aule.apps.school.importing.sheets.grid import is_blank, shown
from aule.apps.school.importing.sheets.headings import Calendar
from aule.apps.school.importing.sheets.leftovers import leftovers
from aule.apps.school.importing.terms import Term, Terms, read_term
from aule.apps.school.importing.who import Drafts, Known
from aule.text.encodings import decode

TODAY = Calendar(date(2026, 11, 16), 2026)
TERMS = Terms(
    [
        PeriodoLetivo(id=f"per_{n}", escola_id="esc_1", tipo="bimestre", numero=n, inicio=first, fim=last)
        for n, (first, last) in enumerate(
            (
                ("2026-02-02", "2026-04-17"),
                ("2026-04-20", "2026-07-03"),
                ("2026-07-20", "2026-09-25"),
                ("2026-09-28", "2026-12-11"),
            ),
            start=1,
        )
    ],
    2026,
)


def wish(scale: float | None = None, terms: Terms | None = TERMS) -> Wish:
    """How a file is taken: marks out of ten, in a school whose terms are known."""
    return Wish("tur_1", "mat_1", {}, "2026-11-16", scale=scale, terms=terms)


def planned(
    content: str | bytes, students: Sequence[Aluno] = (), tests: Sequence[Avaliacao] = (), *, asked: Wish | None = None
) -> tuple[Grading, Sheet]:
    """The plan of a file, and the file; where there are no students they are made."""
    read = read_sheet("a.csv", content if isinstance(content, bytes) else content.encode())
    marks = read_marks(read.grid.rows, read.headed, TODAY, "7a")
    standing = Standing(Known(students, makes=not students), tests, {})
    return plan_grades(marks, standing, asked or wish(), Drafts()), read


def days(plan: Grading) -> dict[str, str]:
    """The day of each test."""
    return {each.after.titulo: each.after.data for each in plan.tests}


def marks_of(plan: Grading) -> dict[tuple[str, str], float | None]:
    """The marks by student and test."""
    return {(cell.student, cell.title): cell.after.valor for cell in plan.cells if cell.after is not None}


def pupil(number: int, nome: str, matricula: str = "") -> Aluno:
    """A student of the class."""
    return Aluno(id=f"alu_{number:04d}", escola_id="esc_1", nome=nome, matricula=matricula)


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("1º Bim", Term("bimestre", 1)),
        ("2º Bimestre", Term("bimestre", 2)),
        ("IV BIMESTRE", Term("bimestre", 4)),
        ("Bim. 3", Term("bimestre", 3)),
        ("Nota do 1o. bim.", Term("bimestre", 1)),
        ("Terceiro trimestre", Term("trimestre", 3)),
        ("1º sem", Term("semestre", 1)),
        ("2ª Unidade", Term("", 2)),
        ("Avaliação 2 Bimestre 1", Term("bimestre", 1)),
        ("5º Bim", None),
        ("1º e 2º bim", None),
        ("Prova da unidade 3", None),
        ("Semana 2", None),
        ("3B", None),
    ],
)
def test_a_heading_names_at_most_one_term(text: str, term: Term | None) -> None:
    """SP-52: as Brazilian schools write terms; what may be something else is none."""
    assert read_term(text) == term


def test_columns_of_terms_stand_on_the_last_days_of_the_schools_terms() -> None:
    """SP-52: four columns are four days; where the school set up no terms, that is told; a mean may be the mark."""
    text = "Nome;1º Bim;2º Bim;3º Bim;4º Bim;Média Final\nAna;7;8;6,5;9;7,6\n"
    plan, _ = planned(text)
    ends = ["2026-04-17", "2026-07-03", "2026-09-25", "2026-12-11"]
    assert list(days(plan).values()) == ends and [note.key for note in plan.notes] == ["term_days"]
    again, _ = planned(text, tests=[each.after for each in plan.tests])
    assert [each.is_new for each in again.tests] == [False] * 4
    guessed, _ = planned(text, asked=wish(terms=None))
    assert len(set(days(guessed).values())) == 4 and "2026-11-16" not in days(guessed).values()
    assert [note.key for note in guessed.notes] == ["term_guessed"]
    means, _ = planned("Nome;Média 1º Bim;Média 2º Bim;Média Final\nAna;7;8;7,5\n")
    assert days(means) == {"Média 1º Bim": ends[0], "Média 2º Bim": ends[1]}


def test_a_term_over_columns_or_over_the_table_dates_them_and_tells_equal_titles_apart() -> None:
    """SP-52: `N1` of the second term never writes over `N1` of the first."""
    first, _ = planned("Diário;;\nTurma 7A - 1º Bimestre;;\n;;\nNome;N1;N2\nAna;7;8\n")
    assert set(days(first).values()) == {"2026-04-17"}
    tests = [each.after for each in first.tests]
    second, _ = planned("Diário;;\nTurma 7A - 2º Bimestre;;\n;;\nNome;N1;N2\nAna;9;9\n", tests=tests)
    assert set(days(second).values()) == {"2026-07-03"} and all(each.is_new for each in second.tests)
    grouped, _ = planned("Aluno;1º Bimestre;;2º Bimestre;\n;Nota;Faltas;Nota;Faltas\nAna;7;2;8;0\n")
    assert days(grouped) == {"1º Bimestre Nota": "2026-04-17", "2º Bimestre Nota": "2026-07-03"}
    apart, _ = planned("Aluno;1º Bimestre;;2º Bimestre;\n;Prova;Redação;Seminário;Projeto\nAna;7;2;8;1\n")
    assert list(days(apart).values()) == ["2026-04-17"] * 2 + ["2026-07-03"] * 2


def test_rows_of_points_and_averages_are_no_students_and_points_are_the_scale() -> None:
    """SP-54: Google Classroom in two languages, and Canvas with its computed columns and its test student."""
    google, _ = planned(
        "Last Name,First Name,Email Address,Redação,Quiz\nDate,,,2026-03-10,2026-03-17\nPoints,,,100,20\n"
        "Class Average,,,81.5,15\nSilva,Ana,ana@x.br,85,17\nSá,Bruno,b@x.br,78,13\n"
    )
    assert marks_of(google) == {
        **{("Ana Silva", "Redação"): 85.0, ("Ana Silva", "Quiz"): 17.0},
        **{("Bruno Sá", "Redação"): 78.0, ("Bruno Sá", "Quiz"): 13.0},
    }
    assert [(each.after.valor_maximo, each.after.data) for each in google.tests] == [
        (100.0, "2026-03-10"),
        (20.0, "2026-03-17"),
    ]
    at_the_end, _ = planned(
        "Sobrenome;Nome;Endereço de e-mail;Prova\nPontos;;;40\nSilva;Ana;a@x.br;35\nMédia da turma;;;35\n"
    )
    assert marks_of(at_the_end) == {("Ana Silva", "Prova"): 35.0} and at_the_end.tests[0].after.valor_maximo == 40
    canvas, _ = planned(
        "Student,ID,SIS User ID,SIS Login ID,Section,Essay (101),Current Score,Final Grade\n"
        ",,,,,Manual Posting,,\n    Points Possible,,,,,50,(read only),(read only)\n"
        '"Silva, Ana",9,001,ana,7A,45,90,A\n"Student, Test",10,,,7A,,,\n',
        [pupil(1, "Ana Silva", "001")],
    )
    assert marks_of(canvas) == {("Ana Silva", "Essay (101)"): 45.0} and canvas.tests[0].after.valor_maximo == 50
    assert canvas.people.unknown == []


@pytest.mark.parametrize(
    "head", ["Class average", "Class Average (100)", "Média da turma", "Average", "Mean", "Média da turma 1º Bim"]
)
def test_columns_of_averages_are_no_tests_and_are_listed(head: str) -> None:
    """SP-54: as a row does, a column sums others up."""
    plan, sheet = planned(
        f"Last Name,First Name,Email Address,Redação,{head}\nDate,,,2026-03-10,\nPoints,,,100,100\n"
        "Silva,Ana,ana@x.br,85,81.5\nSá,Bruno,b@x.br,78,81.5\n"
    )
    assert [each.after.titulo for each in plan.tests] == ["Redação"]
    left, _ = leftovers(sheet.grid.rows, sheet.headed, plan.account)
    assert [each.value for each in left if each.column == 4] == ["100", "81.5", "81.5"]


def test_a_scale_is_told_by_the_marks_or_said_and_a_slip_is_no_scale() -> None:
    """SP-52: most marks above ten are out of a hundred; a single 12 is refused; what a person says counts."""
    hundred, _ = planned("Nome;P1;P2\nAna;85;70\nBia;92,5;8\nCaio;64;100\nDavi;7;55\n")
    assert {each.after.valor_maximo for each in hundred.tests} == {100.0}
    assert (hundred.scale.maximum, hundred.scale.origin, hundred.counts["rejeitada"]) == (100.0, "deduzida", 0)
    slip, _ = planned("Nome;P1\nAna;7,5\nBia;12\nCaio;6\n")
    assert (slip.scale.maximum, slip.scale.origin, slip.counts["rejeitada"]) == (10.0, "escola", 1)
    mixed, _ = planned("Nome;Prova;Participação\nAna;85;8\nBia;92;9\nCaio;64;10\n")
    assert [each.after.valor_maximo for each in mixed.tests] == [100.0, 10.0]
    percent, _ = planned("Nome;P1\nAna;5%\nBia;92,5 %\n")
    assert marks_of(percent) == {("Ana", "P1"): 5.0, ("Bia", "P1"): 92.5}
    said, _ = planned("Nome;P1;P2 (vale 5)\nAna;7;4\n", asked=wish(scale=20))
    assert [each.after.valor_maximo for each in said.tests] == [20.0, 5.0] and said.scale.origin == "informada"
    wild, _ = planned("Nome;P1\n" + "".join(f"A{n};{n + 60}\n" for n in range(20)) + "Zé;8500\n")
    assert wild.tests[0].after.valor_maximo == 100 and wild.counts["rejeitada"] == 1


@pytest.mark.parametrize("stored", ["Ana Beatriz Lima", "Lima, Ana Beatriz"])
@pytest.mark.parametrize("said", ["Lima, Ana Beatriz", "LIMA,ANA BEATRIZ", "Ana Beatriz Lima", "lima , ana  beatriz"])
def test_surname_first_is_the_same_student(stored: str, said: str) -> None:
    """SP-52: with a comma, whichever way round the class has it."""
    plan, _ = planned(f'Nome;P1\n"{said}";7\n', [pupil(1, stored)])
    assert [cell.key[1] for cell in plan.cells] == ["alu_0001"]


def test_a_comma_turns_only_names_round() -> None:
    """SP-52: endings of names stay, formulas and numbers are not turned round, two alike are nobody."""
    plan, _ = planned('Nome;P1\n"Souza, Filho";7\n"Lima, Ana";8\n"Ana Lima";9\n"=1,A";1\n"7, Ana";2\n')
    assert [each.nome for each in plan.people.made] == ["Souza Filho", "7, Ana"]
    assert [each.student.line for each in plan.people.duplicates] == [3, 4]
    both = Roster.of([pupil(1, "Lima, Ana"), pupil(2, "Ana Lima")])
    assert both.find(Student(1, "Ana Lima")) == "several"


NAMES = "Nome;P1\nJúlia Conceição;7\nJOÃO Sá;8\n"


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + NAMES.encode("cp1252"),
        NAMES.encode().decode("latin-1").encode(),
        b"\xef\xbb\xbf" + NAMES.encode().decode("latin-1").encode(),
        NAMES[:-10].encode() + NAMES[-10:].encode("cp1252"),
    ],
    ids=["windows behind a mark", "encoded twice", "encoded twice behind a mark", "mixed"],
)
def test_letters_are_found_out_whatever_the_file_says_of_itself(content: bytes) -> None:
    """SP-52: a lying mark, an encoding done twice, two encodings in a file: the names are whole, and it is told."""
    plan, sheet = planned(content)
    assert [each.nome for each in plan.people.made] == ["Júlia Conceição", "JOÃO Sá"]
    assert [note.key for note in sheet.notes] == ["mended_text"]


def test_lost_letters_make_no_student() -> None:
    """SP-52: who is called `J�lia` in the file itself is asked about, unless a number says who it is."""
    text = "RA;Nome;P1\n;J�lia;7\n2;Jos�;8\n3;Ana;9\n"
    plan, sheet = planned(text, [pupil(1, "Júlia"), pupil(2, "José", "2"), pupil(3, "Ana", "3")])
    assert [cell.key[1] for cell in plan.cells] == ["alu_0002", "alu_0003"]
    assert [(each.student.nome, each.why) for each in plan.people.unknown] == [("J�lia", "broken_name")]
    assert [note.key for note in sheet.notes] == ["broken_text"]
    made, _ = planned(text)
    assert [each.nome for each in made.people.made] == ["Ana"]


@given(st.text(max_size=60), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
@settings(max_examples=150, deadline=None)
def test_text_that_was_encoded_once_is_never_changed(text: str, encoding: str) -> None:
    """SP-52: finding letters out leaves whole texts alone, unless all of it reads as an encoding done twice."""
    read = decode(text.encode(encoding, "replace"))
    if not read.mended and "\x00" not in text and not text.startswith("\ufeff"):
        assert read.text == text.encode(encoding, "replace").decode(encoding)


HEADS = st.sampled_from(
    [
        "Email",
        "P1 (peso 2)",
        "P2 12/03",
        "1º Bim",
        "Faltas",
        "Média",
        "Frequência",
        "Obs",
        "",
        "Turma",
        "RA",
        "31/02",
        "P1",
    ]
)
VALUES = st.sampled_from(
    [
        "",
        "",
        "-",
        "7,5",
        "10",
        "12",
        "3",
        "F",
        "NE",
        "x9",
        "7A",
        "8B",
        "nota boa",
        "0",
        "-1",
        "=1",
        "ana@x.br",
        "2026-03-10",
    ]
)
PEOPLE = st.sampled_from(
    ["Ana", "Bia", "Sá, Caio", "Ninguém", "Média da turma", "", "Peso", "Points", "=A1", "J�lia", "Ana", "Davi"]
)
CLASS = [pupil(1, "Ana"), pupil(2, "Bia"), pupil(3, "Caio Sá", "3"), pupil(4, "Davi")]


@st.composite
def sheets(draw: st.DrawFn) -> list[list[str]]:
    """A sheet somebody may have: text over it, headings, rows of many kinds."""
    heads = ["Nome", *draw(st.lists(HEADS, min_size=1, max_size=6))]
    over = draw(st.lists(st.sampled_from([["Escola Aurora"], ["Turma 7A", "Prof. Rui"], []]), max_size=2))
    width = len(heads) + draw(st.integers(0, 1))
    rows = [[draw(PEOPLE), *[draw(VALUES) for _ in range(width - 1)]] for _ in range(draw(st.integers(1, 6)))]
    return [*over, heads, *rows]


def unaccounted(rows: list[list[str]], told: set[tuple[int, int]], words: set[str]) -> list[str]:
    """Cells that are at no place that was told, with words nobody said."""
    return [
        value
        for line, row in enumerate(rows, start=1)
        for column, value in enumerate(row, start=1)
        if not is_blank(value)
        and (line, column) not in told
        and value.replace(",", ".") not in words
        and not set(value.replace(",", " ").split()) <= words
    ]


def told_in(sheet: Sheet, titles: dict[int, str], names: Sequence[str]) -> set[str]:
    """Words that a person is told about the columns of a sheet and its students."""
    columns = telling.columns(sheet, titles)
    said = [text for each in columns for text in (each.cabecalho, each.grupo)]
    return {word for text in (*said, *names) for word in text.replace(",", " ").split()}


@given(rows=sheets(), known=st.booleans())
@example(rows=[["Nome", "P1", "Turma"], ["Peso", "2", "-"], ["Ana", "7", ""]], known=False)
@settings(max_examples=250, deadline=None)
def test_nothing_of_a_gradebook_vanishes(rows: list[list[str]], known: bool) -> None:
    """SP-52: each cell is a mark, tells of a mark's test or student, or is in the list of what is left out."""
    text = "\n".join(";".join(row) for row in rows)
    try:
        plan, sheet = planned(text, CLASS if known else ())
    except Refusal:  # which is told of the file as a whole
        return
    left, total = telling.left_cells(plan, sheet, "pt-BR")
    cells = {(cell.entry.line, cell.entry.column + 1) for cell in plan.cells}
    assert total == len(left) and not cells & {(each.linha, each.coluna) for each in left if each.cabecalho != "Nome"}
    assert all(each.valor and each.motivo for each in left)
    found = [each for each in plan.people.found if each is not None]
    names = [word for each in found for word in (each.nome, each.matricula)]
    tests = [f"{each.after.peso:g} {each.after.valor_maximo:g} {each.after.data}" for each in plan.tests]
    words = told_in(sheet, {}, [*names, *tests, "7A Peso Points"])
    words |= {shown(cell.entry.value) for cell in plan.cells}
    told = cells | {(each.linha, each.coluna) for each in left}
    assert unaccounted([[cell.strip() for cell in row] for row in rows], told, words) == []


@given(rows=sheets())
@settings(max_examples=150, deadline=None)
def test_nothing_of_a_register_vanishes(rows: list[list[str]]) -> None:
    """SP-52: the same for attendance."""
    heads = next(place for place, row in enumerate(rows) if row[:1] == ["Nome"])
    rows[heads] = [*rows[heads], "02/11", "03/11 (2 aulas)"]
    rows[heads + 1 :] = [[*row, "P", "-"] for row in rows[heads + 1 :]]
    try:
        sheet = read_sheet("a.csv", "\n".join(";".join(row) for row in rows).encode())
        found = read_presences(sheet.grid.rows, sheet.headed, TODAY, "7a")
    except Refusal:
        return
    plan = plan_attendance(found, Known(CLASS), {}, ("", {}), Drafts())
    left, _ = telling.left_cells(plan, sheet, "en")
    told = {(cell.moment.line, cell.moment.column + 1) for cell in plan.cells}
    told |= {(each.linha, each.coluna) for each in left}
    names = [word for each in plan.people.found if each is not None for word in (each.nome, each.matricula)]
    assert unaccounted(rows, told, told_in(sheet, {}, [*names, "7A P F"])) == []


LONG = {
    "avaliacao": st.sampled_from(["P1", "P2 12/03", "", "1º Bim"]),
    "nota": st.sampled_from(["7,5", "8", "", "F", "x9"]),
    "data": st.sampled_from(["", "10/03", "31/02", "ontem"]),
    "peso": st.sampled_from(["", "2", "3", "muito"]),
    "situacao da nota": st.sampled_from(["", "faltou", "ok"]),
    "obs": st.sampled_from(["", "bom"]),
}


@given(data=st.data(), people=st.lists(PEOPLE, min_size=1, max_size=6))
@settings(max_examples=150, deadline=None)
def test_nothing_of_a_list_of_marks_vanishes(data: st.DataObject, people: list[str]) -> None:
    """SP-52: the same where a row is a mark: what rows say of a test otherwise than the first is told."""
    rows = [["aluno", *LONG], *([name, *(data.draw(each) for each in LONG.values())] for name in people)]
    try:
        plan, sheet = planned("\n".join(";".join(row) for row in rows), CLASS)
    except Refusal:
        return
    left, _ = telling.left_cells(plan, sheet, "pt-BR")
    cells = {(cell.entry.line, 3) for cell in plan.cells}
    told = cells | {(each.linha, each.coluna) for each in left}
    names = [each.nome for each in plan.people.found if each is not None]
    titles = [word for cell in plan.cells for word in (cell.title, cell.student)] + [
        f"{each.after.peso:g}" for each in plan.tests
    ]
    taken = ["10/03", "12/03", "faltou", *(str(cell.entry.value) for cell in plan.cells)]
    kept = {f"{cell.after.valor:g}" for cell in plan.cells if cell.after is not None and cell.after.valor is not None}
    words = told_in(sheet, {}, [*names, *titles, *taken]) | kept
    assert unaccounted(rows, told, words) == []
