"""Documents: what students get holds no answer, variants keep to their keys, and machines read what is exported."""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO
from xml.etree import ElementTree

import pypdfium2
from docx import Document
from hypothesis import given, settings
from hypothesis import strategies as st

from aule.apps.school.entities import (
    Alternativa,
    Aluno,
    Atividade,
    Aula,
    Avaliacao,
    Conteudo,
    EventoCalendario,
    Grade,
    Momento,
    Nota,
    Palavra,
    Par,
    PlanoEnsino,
    Questao,
    Secao,
    Unidade,
)
from aule.apps.school.exporting.answer_numbers import decimal_of
from aule.apps.school.exporting.calendar_file import WIDEST, icalendar
from aule.apps.school.exporting.gift import gift
from aule.apps.school.exporting.gradebook import as_csv, as_xlsx, rows
from aule.apps.school.exporting.moodle import moodle_xml
from aule.apps.school.exporting.paragraphs import blocks, plain
from aule.apps.school.exporting.pdf import pdf
from aule.apps.school.exporting.plain_text import markdown
from aule.apps.school.exporting.sheet import Header, Sheet, in_columns, lesson_sheet, plan_sheet, sheets_of
from aule.apps.school.exporting.student_view import Key, StudentView
from aule.apps.school.exporting.variants import Variant, variants
from aule.apps.school.exporting.word_file import docx

NOW = datetime(2026, 11, 16, 12, 0, 5, 123456, tzinfo=UTC)
HEAD = Header("Escola Municipal Paulo Freire", "Ana Souza", "7A", "2026-11-20")
SKILLS = {"EF07MA17": "Resolver e elaborar problemas de proporcionalidade."}
WORD = st.text("abcdefghijklmnopqrstuvwxyzáçãéíõú", min_size=3, max_size=9)


def choice(number: int, right: int = 0, texts: tuple[str, ...] = ("20 kg", "22,5 kg", "12,5 kg", "60 kg")) -> Questao:
    answers = [Alternativa(id="ABCD"[place], texto=text, correta=place == right) for place, text in enumerate(texts)]
    return Questao(
        id=f"q{number}",
        tipo="multipla_escolha",
        enunciado=f"Pergunta {number}: quantos **quilos** de farinha?",
        alternativas=answers,
        resposta="ABCD"[right],
        explicacao=f"EXPLICA{number}: é a alternativa {'ABCD'[right]}.",
        habilidades=["EF07MA17"],
    )


def activity() -> Atividade:
    """One question of each kind, a crossword and a word search, with answers that can be told from everything else."""
    questions = [
        *(choice(number, number % 4) for number in range(1, 9)),
        Questao(id="q20", tipo="verdadeiro_falso", enunciado="Certo?", resposta="V", explicacao="EXPLICAVF"),
        Questao(id="q21", tipo="numerica", enunciado="Quanto é?", resposta="98765", explicacao="EXPLICANUM"),
        Questao(id="q22", tipo="lacuna", enunciado="O céu é ____.", resposta="RESPOSTALACUNA"),
        Questao(
            id="q23",
            tipo="associacao",
            enunciado="Associe.",
            pares=[Par(esquerda=f"e{n}", direita=f"d{n}") for n in range(4)],
            resposta="CHAVEPARES",
        ),
        Questao(id="q24", tipo="ordenacao", enunciado="Ordene.", itens=["1/4", "1/3", "1/2"], resposta="CHAVEORDEM"),
        Questao(id="q25", tipo="dissertativa", enunciado="Explique #panic() *isso*.", resposta="RESPOSTALONGA"),
    ]
    cross = Grade(
        tipo="palavras_cruzadas",
        linhas=["RAZAO", "..N..", "..U.."],
        palavras=[
            Palavra(texto="RAZAO", pista="Quociente", linha=0, coluna=0, direcao="horizontal", numero=1),
            Palavra(texto="ZNU", pista="Teste", linha=0, coluna=2, direcao="vertical", numero=2),
        ],
    )
    found = Grade(
        tipo="caca_palavras",
        linhas=["PROPORCAO", "ABCDEFGHI"],
        palavras=[Palavra(texto="PROPORCAO", linha=0, coluna=0, direcao="horizontal")],
    )
    return Atividade(
        id="atv_1",
        titulo="Proporções à mesa",
        tipo="lista-exercicios",
        habilidades=["EF07MA17"],
        instrucoes="Leia com **atenção**.",
        conteudo=Conteudo(
            secoes=[
                Secao(questoes=questions, para_professor="DICAPROFESSOR"),
                Secao(titulo="Palavras cruzadas", texto="Preencha.", grade=cross),
                Secao(titulo="Caça-palavras", grade=found),
            ]
        ),
    )


ANSWERS = (
    *(f"EXPLICA{number}" for number in range(1, 9)),
    *("EXPLICAVF", "EXPLICANUM", "98765", "RESPOSTALACUNA", "CHAVEPARES", "CHAVEORDEM", "RESPOSTALONGA"),
    *("DICAPROFESSOR", "RAZAO"),
)


def text_of_pdf(content: bytes) -> str:
    document = pypdfium2.PdfDocument(content)
    try:
        told = "\n".join(page.get_textpage().get_text_bounded() for page in document)
        return told + "\n".join(document.get_metadata_dict().values())
    finally:
        document.close()


def text_of_docx(content: bytes) -> str:
    document = Document(BytesIO(content))
    cells = [cell.text for table in document.tables for row in table.rows for cell in row.cells]
    known = document.core_properties
    about = [known.title, known.author, known.comments, known.keywords, known.subject]
    return "\n".join([*(each.text for each in document.paragraphs), *cells, *about])


def test_sp_s6_a_students_file_holds_no_answer_and_the_teachers_holds_all() -> None:
    """SP-S6, SP-53: text extracted from the PDF, DOCX and Markdown of both versions, in two variants."""
    for student in sheets_of(activity(), HEAD, "aluno", SKILLS, count=2):
        for told in (text_of_pdf(pdf(student, NOW)), text_of_docx(docx(student, NOW)), markdown(student)):
            assert "Proporções à mesa" in told and "farinha" in told and "Paulo Freire" in told
            assert not [answer for answer in (*ANSWERS, "Gabarito", "EF07MA17") if answer in told]
    for teacher in sheets_of(activity(), HEAD, "professor", SKILLS, count=2):
        keys = [each.answer for each in teacher.keys]
        shown = [each for each in ANSWERS if not each.startswith("CHAVE")]  # pairs and orders are said by letters
        for told in (text_of_pdf(pdf(teacher, NOW)), text_of_docx(docx(teacher, NOW)), markdown(teacher)):
            assert [answer for answer in (*shown, *keys, "Gabarito", "EF07MA17") if answer not in told] == []
        assert teacher.variant in "AB"


CLUES = (
    "Um número sobre outro",
    "Duas razões iguais",
    "Parte de cem",
    "Mais do que o dobro",
    "Medida de lado",
    "Zero ou mais",
)


def word_search(clues: tuple[str, ...]) -> Atividade:
    """A word search with these clues."""
    words = [Palavra(texto="AB", pista=each, linha=0, coluna=0, direcao="horizontal") for each in clues]
    grid = Grade(tipo="caca_palavras", linhas=["ABCDEF", "GHIJKL"], palavras=words)
    return activity().model_copy(update={"conteudo": Conteudo(secoes=[Secao(titulo="Caça", grade=grid)])})


def places_of_pdf(content: bytes, words: tuple[str, ...]) -> dict[str, tuple[float, float]]:
    """Where words begin on the pages of a PDF: from the left, and from the bottom."""
    document = pypdfium2.PdfDocument(content)
    try:
        found: dict[str, tuple[float, float]] = {}
        for text in (page.get_textpage() for page in document):
            for each in words:
                if (place := text.search(each).get_next()) is not None:
                    left, bottom, _, _ = text.get_charbox(place[0])
                    found[each] = (round(left, -1), round(bottom, -1))
        return found
    finally:
        document.close()


def test_clues_of_a_word_search_stand_in_columns_with_a_mark_each() -> None:
    """SP-5, SP-53: on the printed page and in DOCX; three columns of short clues, fewer of longer ones."""
    (sheet,) = sheets_of(word_search(CLUES), HEAD, "aluno", SKILLS, count=1)
    places = places_of_pdf(pdf(sheet, NOW), CLUES)
    assert len(places) == 6 and len({left for left, _ in places.values()}) == 3
    assert len({bottom for _, bottom in places.values()}) == 2
    document = Document(BytesIO(docx(sheet, NOW)))
    table = document.tables[-1]
    assert [len(row.cells) for row in table.rows] == [3, 3]
    assert sorted(cell.text for row in table.rows for cell in row.cells) == sorted(f"☐ {each}" for each in CLUES)
    sizes = {length: len(in_columns(["x" * length] * 4)[0]) for length in (10, 40, 90)}
    assert sizes == {10: 3, 40: 2, 90: 1} and in_columns([]) == []
    assert in_columns(["a", "b", "c", "d"]) == [["a", "c", ""], ["b", "d", ""]]


def test_sp_s6_two_variants_stand_in_another_order_each_with_its_key() -> None:
    one, two = variants(activity().conteudo.secoes, 2, seed=7)
    assert [view.text for view in views(one)] != [view.text for view in views(two)]
    assert sorted(view.text for view in views(one)) == sorted(view.text for view in views(two))
    assert (one.letter, two.letter) == ("A", "B")
    same = {view.text: view for view in views(two)}
    assert all(same[view.text].choices != view.choices for view in views(one) if view.kind == "multipla_escolha")
    assert variants(activity().conteudo.secoes, 2, seed=7) == [one, two], "the same seed gives the same paper"


def views(variant: Variant) -> list[StudentView]:
    return [view for part in variant.parts for view in part.views]


def right(question: Questao, view: StudentView, key: Key) -> bool:
    """Whether a key, read as a teacher reads it, marks what the question says is right."""
    letters = {each.letter: each.text for each in view.choices}
    match question.tipo:
        case "multipla_escolha":
            return letters[key.answer] == next(each.texto for each in question.alternativas if each.correta)
        case "associacao":
            chosen = [pair.split("-") for pair in key.answer.split(", ")]
            return [(view.left[int(n) - 1], letters[letter]) for n, letter in chosen] == [
                (pair.esquerda, pair.direita) for pair in question.pares
            ]
        case "ordenacao":
            return [letters[letter] for letter in key.answer.split(" → ")] == question.itens
        case _:
            return key.answer == question.resposta


@st.composite
def questions(draw: st.DrawFn, number: int) -> Questao:
    texts = draw(st.lists(WORD, min_size=2, max_size=5, unique=True))
    asked = f"{number} {draw(WORD)}?"
    match draw(st.sampled_from(["multipla_escolha", "associacao", "ordenacao", "numerica"])):
        case "multipla_escolha":
            place = draw(st.integers(0, len(texts) - 1))
            given = [Alternativa(id="ABCDE"[n], texto=text, correta=n == place) for n, text in enumerate(texts)]
            about = f"Por isso, a alternativa {'ABCDE'[place]}."
            return Questao(
                id=f"q{number}",
                tipo="multipla_escolha",
                enunciado=asked,
                alternativas=given,
                resposta="ABCDE"[place],
                explicacao=about,
            )
        case "associacao":
            pairs = [Par(esquerda=f"{text}!", direita=text) for text in texts]
            return Questao(id=f"q{number}", tipo="associacao", enunciado=asked, pares=pairs, resposta="?")
        case "ordenacao":
            return Questao(id=f"q{number}", tipo="ordenacao", enunciado=asked, itens=texts, resposta="?")
        case _:
            return Questao(id=f"q{number}", tipo="numerica", enunciado=asked, resposta=str(draw(st.integers())))


@settings(max_examples=150, deadline=None)
@given(st.data(), st.integers(1, 4), st.integers(0, 10_000))
def test_every_variant_is_consistent_with_its_key(data: st.DataObject, count: int, seed: int) -> None:
    """Each key, by its number, marks what is right; an explanation that names a letter names the right one."""
    asked = [data.draw(questions(number)) for number in range(data.draw(st.integers(1, 6)))]
    by_text = {each.enunciado: each for each in asked}
    for variant in variants([Secao(questoes=asked)], count, seed):
        assert [view.number for view in views(variant)] == list(range(1, len(asked) + 1))
        for view, key in zip(views(variant), variant.keys, strict=True):
            question = by_text[view.text]
            assert key.number == view.number and right(question, view, key)
            if question.tipo == "multipla_escolha":
                assert key.explanation.endswith(f"alternativa {key.answer}.")


def test_a_page_is_a4_numbered_with_its_fonts_inside_and_no_question_torn_from_its_alternatives() -> None:
    """SP-53: A4, page numbers, embedded fonts; each question stands on one page with all its alternatives."""
    many = activity().model_copy(
        update={"conteudo": Conteudo(secoes=[Secao(questoes=[choice(number) for number in range(1, 31)])])}
    )
    content = pdf(sheets_of(many, HEAD, "aluno", SKILLS)[0], NOW)
    document = pypdfium2.PdfDocument(content)
    pages = [page.get_textpage().get_text_bounded() for page in document]
    assert [round(side) for side in document[0].get_size()] == [595, 842] and len(pages) > 2
    for number, told in enumerate(pages, start=1):
        assert f"Página {number} de {len(pages)}" in told.replace("\r\n", " ")
        assert told.count("Pergunta ") == told.count("60 kg") == told.count("20 kg") > 0
    assert b"/FontFile" in content
    document.close()


def test_a_pdf_says_when_it_was_made_and_is_tagged_for_who_hears_it() -> None:
    sheet = sheets_of(activity(), HEAD, "aluno", SKILLS)[0]
    content = pdf(sheet, NOW)
    document = pypdfium2.PdfDocument(content)
    assert document.get_metadata_dict()["CreationDate"] == "D:20261116120005Z"
    assert b"/StructTreeRoot" in content and content == pdf(sheet, NOW)
    document.close()


def test_what_people_wrote_is_never_markup() -> None:
    """K-16: text that would be code for typst, HTML or a word processor is text."""
    hostile = '#panic("x") $E=mc^2$ <script>alert(1)</script> {{a}} \\ @x [y](javascript:z) & < > \x00\x0b\ud800'
    question = choice(1).model_copy(update={"enunciado": hostile})
    sheet = Sheet(
        title="#panic() <b>",
        header=Header("#a", "*b*", "_c_", "2026-11-20"),
        version="aluno",
        parts=sheets_of(
            activity().model_copy(update={"conteudo": Conteudo(secoes=[Secao(questoes=[question])])}), HEAD, "aluno", {}
        )[0].parts,
    )
    assert '#panic("x")' in text_of_pdf(pdf(sheet, NOW))
    assert "<script>alert(1)</script>" in text_of_docx(docx(sheet, NOW))
    ElementTree.fromstring(moodle_xml([question], "a/b & c"))
    assert "\\{\\{a\\}\\}" in gift([question], "x")


def test_word_files_have_real_headings_lists_and_tables() -> None:
    teacher = Document(BytesIO(docx(sheets_of(activity(), HEAD, "professor", SKILLS)[0], NOW)))
    styles = [each.style.name for each in teacher.paragraphs if each.style is not None]
    assert {"Title", "Heading 1", "Heading 3", "List Paragraph"} <= set(styles)
    assert len(teacher.tables) >= 3
    lettered = [each for each in teacher.paragraphs if "w:numPr" in each._p.xml]
    assert len(lettered) == 8 * 4 + 3


def test_lessons_and_plans_are_documents_too() -> None:
    lesson = Aula(
        id="aul_1",
        titulo="Razão e proporção",
        objetivos=["Comparar grandezas"],
        roteiro=[Momento(momento="Abertura", minutos=10, descricao="Conversa sobre receitas")],
        habilidades=["EF07MA17"],
    )
    told = text_of_pdf(pdf(lesson_sheet(lesson, HEAD, SKILLS, ["Proporções à mesa"], "Matemática"), NOW))
    assert all(part in told for part in ("Abertura", "10 min", "Comparar grandezas", "EF07MA17", "Matemática"))
    unit = Unidade(titulo="Álgebra", habilidades=["EF07MA17"], aulas_previstas=8)
    plan = PlanoEnsino(id="pla_1", turma_id="tur_1", materia_id="mat_1", periodo="bimestre:1", unidades=[unit])
    sheet = plan_sheet(plan, HEAD, SKILLS, "Matemática")
    assert "Álgebra" in text_of_docx(docx(sheet, NOW)) and "| Álgebra | 8 |" in markdown(sheet)


def test_questions_for_moodle_carry_one_right_answer_each() -> None:
    """SP-54: GIFT and Moodle XML, read back by their own rules."""
    questions = activity().conteudo.questoes
    quiz = ElementTree.fromstring(moodle_xml(questions, "Proporções"))
    kinds = [each.get("type") for each in quiz]
    assert kinds.count("multichoice") == 8 and {"truefalse", "numerical", "shortanswer", "matching", "essay"} <= {
        *kinds
    }
    for each in quiz.iterfind("question[@type='multichoice']"):
        assert [answer.get("fraction") for answer in each.iterfind("answer")].count("100") == 1
    told = gift(questions, "Proporções")
    assert told.count("\t=20 kg") == 2 and "#98765:0" in told and "=e1 -> d1" in told
    assert decimal_of("7,5 kg") == "7.5" and decimal_of("R$ 1.234,50") == "1234.50" and decimal_of("3/4") == "0.75"
    assert decimal_of("três") is None


def test_marks_leave_as_numbers_and_no_cell_is_a_formula() -> None:
    """SP-53: cells that begin with `= + - @` are text in CSV and XLSX."""
    from openpyxl import load_workbook

    test = Avaliacao(
        id="ava_1", turma_id="t", materia_id="m", titulo="Prova 1", data="2026-03-12", valor_maximo=5, peso=2
    )
    students = [
        Aluno(id="alu_1", escola_id="e", nome='=HYPERLINK("x")', matricula="@1"),
        Aluno(id="alu_2", escola_id="e", nome="Bruno"),
    ]
    marks = [
        Nota(avaliacao_id="ava_1", aluno_id="alu_1", valor=4.5, situacao="lancada"),
        Nota(avaliacao_id="ava_1", aluno_id="alu_2", situacao="ausente"),
    ]
    table = list(rows([test], students, marks, "pt-BR"))
    assert table[0] == ["Matrícula", "Aluno", "Prova 1 (peso 2) (valor 5) 12/03/2026"]
    lines = as_csv(table, "pt-BR").decode("utf-8-sig").splitlines()
    assert lines[1] == '\'@1;"\'=HYPERLINK(""x"")";4,5' and lines[2] == ";Bruno;F"
    sheet = load_workbook(BytesIO(as_xlsx(table, "7A"))).active
    assert sheet is not None
    assert [cell.data_type for row in sheet.iter_rows(min_row=2) for cell in row].count("f") == 0
    assert sheet.cell(2, 3).value == 4.5


def test_the_calendar_opens_elsewhere() -> None:
    """SP-54: folded lines, escaped text, whole days and repetitions."""
    long = EventoCalendario(
        id="evt_1", titulo="Prova; revisão, à tarde " * 6, data="2026-11-20", repeticao="weekly", etiquetas=["prova"]
    )
    timed = EventoCalendario(
        id="evt_2", titulo="Aula", data="2026-12-31", hora_inicio="07:30", hora_fim="08:20", dia_todo=False
    )
    content = icalendar([(long, "7A"), (timed, "")], NOW)
    assert all(len(line) <= WIDEST for line in content.split(b"\r\n"))
    told = content.decode().replace("\r\n ", "")
    assert "SUMMARY:Prova\\; revisão\\, à tarde" in told and "RRULE:FREQ=WEEKLY" in told
    assert "DTSTART;VALUE=DATE:20261120\r\nDTEND;VALUE=DATE:20261121" in told
    assert "DTSTART:20261231T073000\r\nDTEND:20261231T082000" in told and "LOCATION:7A" in told


def test_markdown_is_read_as_people_mean_it() -> None:
    assert plain("Calcule 2*3*4 e **isto**") == "Calcule 2*3*4 e isto"
    assert plain("Complete: ____ é ____.") == "Complete: ____ é ____."
    assert [each.kind for each in blocks("# a\n\nb\n\n- c\n\n1. d\n\n> e\n\n|f|\n|-|\n|g|\n\n```\nh\n```\n\n____")] == [
        *("h", "p", "ul", "ol", "quote", "table", "code", "p")
    ]
