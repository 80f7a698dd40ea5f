"""What figures say, in one sentence of a teacher's: Portuguese or English, numbers as each writes them."""

from __future__ import annotations

from collections.abc import Sequence

from aule.apps.school.analysis.class_summary import ClassSummary
from aule.apps.school.analysis.results import DesempenhoTurma
from aule.apps.school.analysis.spans import Periodo, between
from aule.apps.school.mathematics.rounding import half_up
from aule.apps.school.views import AlertaFrequencia, Engajamento, Gap
from aule.apps.school.words import MESSAGES, counted, number, say

MOST_NAMED = 5
"""Students one sentence names."""
_TOLD = 3
"""Skills an answer names."""
_LONG_AGO = "1950"
"""A span that begins before is all of the time there is."""


def percent(share: float, locale: str) -> str:
    """Return a share in percent: `46%`."""
    return f"{number(half_up(share * 100, 0), locale)}%"


def tendencia(which: str, locale: str) -> str:
    """Return where something goes, in words."""
    return say(f"trend_{which}", locale)


def mark(value: float, standing: ClassSummary, locale: str) -> str:
    """Return a mark as this school and this language write it."""
    return number(value, locale, standing.config.escala.casas)


def performance(standing: ClassSummary, span: Periodo, locale: str) -> str:
    """Return a mean with what it rests on: `Média 5,8 (últimos 30 dias; 24 de 25 alunos, 2 avaliações)`."""
    media = standing.media
    if media is None:
        return no_marks(standing.class_stats.turma.nome, span, locale)
    tests = counted("avaliacao", standing.class_stats.n_avaliacoes, locale)
    value, with_marks, total = mark(media, standing, locale), standing.spread.n, standing.total
    when = f"{span.texto[:1].lower()}{span.texto[1:]}; " if span.inicio > _LONG_AGO and span.texto else ""
    return say(
        "mean_of_class",
        locale,
        value=value,
        when=when,
        with_marks=with_marks,
        students=counted("aluno", total, locale),
        tests=tests,
    )


def story(data: DesempenhoTurma, standing: ClassSummary, locale: str) -> str:
    """Return the same with what a teacher asks next: who is below, where it goes, what is hard. In Markdown."""
    of = f"{data.turma_nome}, {data.materia.nome}" if data.materia else data.turma_nome
    if data.media_geral is None:
        return data.resumo
    lines = [f"**{of}**: {data.resumo}."]
    if data.abaixo_da_media is not None:
        few = f"{data.abaixo_da_media} {say('of', locale)} {counted('aluno', data.alunos_com_nota, locale)}"
        lines.append(say("line_below_passing", locale, few=few))
    if data.tendencia != "indefinida":
        goes = tendencia(data.tendencia, locale)
        lines.append(say("line_trend", locale, goes=goes))
    if hard := "; ".join(
        f"{each.materia.nome} ({mark(each.media, standing, locale)})"
        for each in data.materias_criticas
        if each.media is not None
    ):
        lines.append(say("line_attention", locale, hard=hard))
    if gaps := "; ".join(
        f"{each.habilidade.codigo} ({percent(each.dominio, locale)})"
        for each in data.gaps_principais[:_TOLD]
        if each.dominio is not None
    ):
        lines.append(say("line_skills", locale, gaps=gaps))
    return "\n".join([lines[0], "", *lines[1:]])


def no_marks(turma: str, span: Periodo, locale: str) -> str:
    """Return the sentence that a class has no marks."""
    when = between(span, locale)
    return say("no_marks_of_class", locale, turma=turma, when=when)


def no_attendance(turma: str, span: Periodo, locale: str) -> str:
    """Return the sentence that a class has no attendance."""
    when = between(span, locale)
    return say("no_attendance_of_class", locale, turma=turma, when=when)


def no_items(turma: str, locale: str) -> str:
    """Return the sentence that the marks of a class say nothing about skills."""
    return say("marks_not_by_question", locale, turma=turma)


def without_marks(turma: str, locale: str) -> list[str]:
    """Return what to do where there are no marks."""
    return [
        say("suggest_import_marks", locale, turma=turma),
        say("suggest_diagnostic_test", locale, turma=turma),
        say("suggest_longer_period", locale),
    ]


def without_items(turma: str, locale: str) -> list[str]:
    """Return what to do where marks say nothing about skills."""
    return [say("suggest_marks_by_question", locale, turma=turma)]


def skill(gap: Gap) -> str:
    """Return a skill by its code, a content by its words."""
    return gap.habilidade.codigo or gap.habilidade.texto


def gap(one: Gap, locale: str) -> str:
    """Return why a skill is a gap."""
    assert one.pct_abaixo is not None and one.dominio is not None
    below, far = percent(one.pct_abaixo, locale), percent(one.dominio, locale)
    students = counted("aluno", one.n_alunos, locale)
    return say("below_target", locale, below=below, students=students, far=far)


def gaps(found: Sequence[Gap], turma: str, locale: str, *, has_marks: bool) -> str:
    """Return how many gaps there are, and the largest of them."""
    if not has_marks:
        return say("no_marks_for_gaps", locale, turma=turma)
    if not found:
        return say("no_gap", locale, turma=turma)
    named = ", ".join(f"{skill(each)} ({percent(each.dominio or 0.0, locale)})" for each in found[:3])
    many = len(found)
    return MESSAGES.say_count("gaps", many, locale, turma=turma, named=named)


def engagement(of: Engajamento, turma: str, alerts: Sequence[AlertaFrequencia], locale: str) -> str:
    """Return how a class takes part, and who misses too much."""
    many = len(alerts)
    who = ", ".join(f"{each.aluno.nome} ({percent(each.frequencia, locale)})" for each in alerts[:MOST_NAMED])
    who = f": {who}{', …' if many > MOST_NAMED else ''}" if who else ""
    warned = MESSAGES.say_count("attendance_alerts", many, locale, who=who)
    if of.indice is None:
        return say("engagement_unknown", locale, turma=turma, warned=warned)
    low = of.faixas["baixo"]
    return say(
        "engagement",
        locale,
        index=percent(of.indice, locale),
        students=counted("aluno", of.n_alunos, locale),
        low=low,
        warned=warned,
    )


def rows(notas: int, avaliacoes: int, fonte: str, locale: str) -> str:
    """Return where figures come from: `214 notas, 6 avaliações, fonte: local`."""
    source = say("source", locale, fonte=fonte)
    return f"{counted('nota', notas, locale)}, {counted('avaliacao', avaliacoes, locale)}, {source}"
