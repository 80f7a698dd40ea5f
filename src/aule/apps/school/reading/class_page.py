"""The page of a class: its figures, its gaps, who needs attention, and the table of all marks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Literal, cast

from aule.apps.school.analysis import sentences, spans
from aule.apps.school.analysis.class_choice import look_at
from aule.apps.school.analysis.class_stats import counting_marks, marks_alone, stats_of
from aule.apps.school.analysis.class_summary import INDEX, SHARE, ClassSummary
from aule.apps.school.analysis.covered_skills import worked_on
from aule.apps.school.analysis.performance import Look
from aule.apps.school.analysis.records import Records
from aule.apps.school.app import school
from aule.apps.school.entities import Aluno, Avaliacao, Situacao
from aule.apps.school.mathematics.engagement import band
from aule.apps.school.mathematics.means import by_day
from aule.apps.school.mathematics.rounding import half_up, shown
from aule.apps.school.periodos import resolver
from aule.apps.school.resolver import Resolved
from aule.apps.school.views import (
    AlunoLinha,
    AvaliacaoColuna,
    Aviso,
    Nome,
    NotaCelula,
    PaginaTurma,
    Ponto,
    TurmaResumo,
)
from aule.sdk import Reading

Cells = dict[str, dict[str, NotaCelula]]
"""Marks by student, then by test."""


@school.view("turma")
async def turma(reading: Reading, id: str, periodo: str = "tudo", materia: str = "") -> PaginaTurma:
    """A class with its figures and all its marks, in a span of time, in one subject or in all."""
    source = Resolved(reading, reading.locale)
    look = await look_at(source, (id, periodo, materia or None), reading.today, reading.locale, field="id")
    known = {each.habilidade.codigo for each in look.skills.all if each.evidencia == "suficiente"}
    worked = await worked_on(source, look.found, look.materia)
    return page(look, sum(code not in known for code in worked))


def page(look: Look, without_evidence: int) -> PaginaTurma:
    """Return the page, from a class that was looked at."""
    standing, lies = look.standing, look.standing.spread
    tests = _tests(look)
    cells = _cells(look.found, tests)
    names = {each.id: each.chamado for each in look.found.alunos}
    return PaginaTurma(
        turma=summary(look),
        config=look.found.config,
        periodo=look.span.model_dump(),
        total_alunos=standing.total,
        alunos_com_nota=lies.n,
        media_geral=standing.media,
        mediana=standing.mark(lies.mediana),
        desvio_padrao=shown(lies.desvio, SHARE),
        abaixo_da_media=lies.abaixo,
        pct_abaixo=shown(lies.share, SHARE),
        distribuicao=standing.distribuicao,
        tendencia=standing.trend.tendencia,
        delta=standing.delta,
        materias_criticas=look.criticas,
        dados_insuficientes=look.insuficientes,
        gaps=look.skills.all,
        habilidades_sem_evidencia=without_evidence,
        engajamento=standing.engajamento,
        alertas_frequencia=standing.alertas(names),
        evolucao=points(look),
        avaliacoes=_columns(look.found, tests, cells),
        alunos=[_line(look, each, cells.get(each.id, {})) for each in look.found.alunos],
        avisos=[*look.avisos, *_absent(look)],
        fonte=look.fonte,
        periodos=spans.options(look.found.periodos, look.hoje, look.locale),
        resumo=sentences.performance(standing, look.span, look.locale),
    )


def summary(look: Look) -> TurmaResumo:
    """Return a class at a glance: its year so far, and where the last month leads; in all subjects."""
    found, hoje = look.found, look.hoje
    marks = look.counting if look.materia is None else counting_marks(found)
    year = resolver("ano_letivo", hoje, found.periodos, ano_letivo=found.turma.ano_letivo)
    month = resolver(spans.MONTH, hoje, found.periodos)
    lately = ClassSummary(marks_alone(found, month, marks)).trend.tendencia
    return glance(ClassSummary(stats_of(found, year, hoje, marks)), lately, found.escola, found.materias)


def glance(standing: ClassSummary, lately: str, escola: str, materias: Mapping[str, str]) -> TurmaResumo:
    """Return a class at a glance, from its figures."""
    turma = standing.class_stats.turma
    return TurmaResumo(
        id=turma.id,
        nome=turma.nome,
        escola=escola,
        ano_serie=turma.ano_serie,
        turno=turma.turno,
        ano_letivo=turma.ano_letivo,
        total_alunos=standing.total,
        media=standing.media,
        abaixo=standing.spread.abaixo,
        alertas=len(standing.alerts),
        tendencia=lately,
        materias=[Nome(id=each, nome=materias.get(each, each)) for each in turma.materias],
    )


def points(look: Look, aluno: str | None = None) -> list[Ponto]:
    """Return the line of means, day by day; of the class or of one student."""
    marks = [each for each in look.marks if aluno in (None, each.aluno)]
    casas = look.found.config.escala.casas
    return [Ponto(data=day, media=half_up(mean, casas), n=n) for day, mean, n in by_day(marks, look.found.config)]


def _tests(look: Look) -> list[Avaliacao]:
    first, last = look.window.de, look.window.ate
    return [
        each for each in look.found.avaliacoes if first <= each.data <= last and look.materia in (None, each.materia_id)
    ]


def _cells(found: Records, tests: list[Avaliacao]) -> Cells:
    wanted = {each.id for each in tests}
    cells: Cells = defaultdict(dict)
    for mark in found.marks:
        if mark.avaliacao in wanted:
            cell = NotaCelula.model_construct(valor=mark.valor, situacao=cast("Situacao", mark.situacao))
            cells[mark.aluno][mark.avaliacao] = cell
    return cells


def _columns(found: Records, tests: list[Avaliacao], cells: Cells) -> list[AvaliacaoColuna]:
    here = frozenset(found.ids)
    noted = Counter(
        test for aluno, of in cells.items() if aluno in here for test, cell in of.items() if cell.situacao == "lancada"
    )
    return [
        AvaliacaoColuna(
            id=each.id,
            titulo=each.titulo,
            materia=Nome(id=each.materia_id, nome=found.nome_materia(each.materia_id)),
            data=each.data,
            tipo=each.tipo,
            valor_maximo=each.valor_maximo,
            peso=each.peso,
            n_itens=len(each.itens),
            lancadas=noted[each.id],
        )
        for each in tests
    ]


def _line(look: Look, aluno: Aluno, notas: dict[str, NotaCelula]) -> AlunoLinha:
    standing, id = look.standing, aluno.id
    scale, index = standing.config.escala.max, standing.engaged.get(id)
    faixa: Literal["alto", "medio", "baixo"] | None = None if index is None else band(index)
    means = standing.grades.por_materia.get(id, {})
    return AlunoLinha(
        id=id,
        nome=aluno.chamado,
        matricula=aluno.matricula,
        media=standing.of_student(id),
        por_materia={each: standing.mark(mean * scale) for each, mean in means.items()},
        frequencia=shown(standing.class_stats.taking[id].frequencia, INDEX),
        engajamento=shown(index, INDEX),
        faixa=faixa,
        alerta=standing.alerts.get(id),
        notas=notas,
    )


def _absent(look: Look) -> list[Aviso]:
    if any(each.frequencia is not None for each in look.standing.class_stats.taking.values()):
        return []
    message = sentences.no_attendance(look.found.turma.nome, look.span, look.locale)
    return [Aviso(code="sem_frequencia", message=message)]
