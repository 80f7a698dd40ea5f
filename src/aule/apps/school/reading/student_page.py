"""The page of a student, for the teacher alone: marks, skills, attendance, how they take part."""

from __future__ import annotations

from typing import cast

from aule.apps.school.analysis.class_stats import ClassStats
from aule.apps.school.analysis.class_summary import INDEX, shown_parts
from aule.apps.school.analysis.performance import Look
from aule.apps.school.analysis.records import records
from aule.apps.school.app import school
from aule.apps.school.entities import Aluno, Config, Situacao, Turma
from aule.apps.school.mathematics.attendance import Attendance
from aule.apps.school.mathematics.engagement import Parts, band
from aule.apps.school.mathematics.means import grades
from aule.apps.school.mathematics.rounding import half_up, shown
from aule.apps.school.periodos import resolver
from aule.apps.school.queries import SchoolQueries
from aule.apps.school.reading.class_page import points
from aule.apps.school.resolver import Resolved
from aule.apps.school.views import Aviso, MateriaCritica, Nome, NotaDoAluno, PaginaAluno
from aule.apps.school.words import say
from aule.sdk import Reading


@school.view("aluno")
async def aluno(reading: Reading, id: str) -> PaginaAluno:
    """One student with all their marks in the classes they are in."""
    queries = SchoolQueries(reading)
    source = Resolved(reading, reading.locale)
    found = await source.aluno(id, field="id")
    own = [each.turma_id for each in await queries.matriculas_de(found.id) if each.fim is None]
    turmas = await queries.many(Turma, own)
    window = resolver("tudo", reading.today, [])
    looks = [Look(await records(source, each), window, reading.today, None, reading.locale) for each in turmas]
    return page(found, looks, reading.locale)


def page(aluno: Aluno, looks: list[Look], locale: str) -> PaginaAluno:
    """Return the page, from the classes the student is in."""
    all_stats = [each.standing.class_stats for each in looks]
    config = looks[0].found.config if looks else Config()
    there = _attendance(aluno.id, all_stats)
    taking = next(
        (class_stats.taking[aluno.id] for class_stats in all_stats if aluno.id in class_stats.taking), Parts()
    )
    alerts = [each for look in looks for each in look.standing.alertas({aluno.id: aluno.chamado})]
    index = taking.indice
    media, por_materia = _means(aluno.id, looks, config)
    return PaginaAluno(
        id=aluno.id,
        nome=aluno.chamado,
        matricula=aluno.matricula,
        turmas=[Nome(id=each.found.turma.id, nome=each.found.turma.nome) for each in looks],
        media=media,
        por_materia=por_materia,
        notas=[mark for look in looks for mark in _marks(aluno.id, look)],
        habilidades=[each for look in looks for each in look.skills.of_student(aluno.id)],
        frequencia=shown(there.share, INDEX),
        faltas=there.falta,
        engajamento=shown(index, INDEX),
        componentes=shown_parts(taking),
        evolucao=[point for look in looks for point in points(look, aluno.id)],
        avisos=_notices(aluno, media, locale),
        config=config,
        registros=there.registros,
        alerta=next((each for each in alerts if each.aluno.id == aluno.id), None),
        faixa=None if index is None else band(index),
        necessidades=aluno.necessidades,
    )


def _means(id: str, looks: list[Look], config: Config) -> tuple[float | None, list[MateriaCritica]]:
    """Return the student's mean and that of each subject, over all their classes."""
    own = grades((each for look in looks for each in look.standing.class_stats.now), [id])
    names = {key: name for look in looks for key, name in look.found.materias.items()}
    scale = config.escala
    told = [
        MateriaCritica(
            materia=Nome(id=key, nome=names.get(key, key)),
            media=half_up(mean * scale.max, scale.casas),
            pct_abaixo=None,
            n_alunos=1,
        )
        for key, mean in own.por_materia.get(id, {}).items()
    ]
    mean = own.media.get(id)
    whole = None if mean is None else half_up(mean * scale.max, scale.casas)
    return whole, sorted(told, key=lambda each: each.materia.nome)


def _attendance(id: str, all_stats: list[ClassStats]) -> Attendance:
    noted = [class_stats.presencas[id] for class_stats in all_stats if id in class_stats.presencas]
    return Attendance(*(sum(column) for column in zip(*noted, strict=True))) if noted else Attendance()


def _marks(id: str, look: Look) -> list[NotaDoAluno]:
    tests = {each.id: each for each in look.found.avaliacoes}
    told = [
        NotaDoAluno(
            avaliacao=mark.avaliacao,
            titulo=tests[mark.avaliacao].titulo,
            materia=look.found.nome_materia(tests[mark.avaliacao].materia_id),
            data=tests[mark.avaliacao].data,
            valor=mark.valor,
            valor_maximo=tests[mark.avaliacao].valor_maximo,
            situacao=cast("Situacao", mark.situacao),
        )
        for mark in look.found.marks
        if mark.aluno == id and mark.avaliacao in tests
    ]
    return sorted(told, key=lambda each: (each.data, each.titulo), reverse=True)


def _notices(aluno: Aluno, media: float | None, locale: str) -> list[Aviso]:
    if media is not None:
        return []
    message = say("student_has_no_marks", locale, aluno=aluno.chamado)
    return [Aviso(code="sem_notas_no_periodo", message=message)]
