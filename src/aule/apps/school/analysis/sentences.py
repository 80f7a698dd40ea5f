"""What figures say, in one sentence of a teacher's: Portuguese or English, numbers as each writes them."""

from __future__ import annotations

from collections.abc import Sequence

from aule.apps.school.analysis.results import DesempenhoTurma
from aule.apps.school.analysis.spans import Periodo, between
from aule.apps.school.analysis.standing import Standing
from aule.apps.school.mathematics.rounding import half_up
from aule.apps.school.views import AlertaFrequencia, Engajamento, Gap
from aule.apps.school.words import counted, number, said

MOST_NAMED = 5
"""Students one sentence names."""
_TOLD = 3
"""Skills an answer names."""
_LONG_AGO = "1950"
"""A span that begins before is all of the time there is."""
_TRENDS = {
    "subindo": ("going up", "subindo"),
    "caindo": ("going down", "caindo"),
    "estavel": ("steady", "estável"),
    "indefinida": ("not known yet", "ainda sem como dizer"),
}


def percent(share: float, locale: str) -> str:
    """A share in percent: `46%`."""
    return f"{number(half_up(share * 100, 0), locale)}%"


def tendencia(which: str, locale: str) -> str:
    """Where something goes, in words."""
    en, pt = _TRENDS[which]
    return said(locale, en=en, pt=pt)


def mark(value: float, standing: Standing, locale: str) -> str:
    """A mark as this school and this language write it."""
    return number(value, locale, standing.config.escala.casas)


def performance(standing: Standing, span: Periodo, locale: str) -> str:
    """`Média 5,8 (últimos 30 dias; 24 de 25 alunos, 2 avaliações)`: figures of two spans are not mixed up."""
    media = standing.media
    if media is None:
        return no_marks(standing.footing.turma.nome, span, locale)
    tests = counted("avaliacao", standing.footing.n_avaliacoes, locale)
    value, with_marks, total = mark(media, standing, locale), standing.spread.n, standing.total
    when = f"{span.texto[:1].lower()}{span.texto[1:]}; " if span.inicio > _LONG_AGO and span.texto else ""
    return said(
        locale,
        en=f"Mean {value} ({when}{with_marks} of {counted('aluno', total, locale)}, {tests})",
        pt=f"Média {value} ({when}{with_marks} de {counted('aluno', total, locale)}, {tests})",
    )


def story(data: DesempenhoTurma, standing: Standing, locale: str) -> str:
    """The same with what a teacher asks next: who is below, where it goes, what is hard. In Markdown."""
    of = f"{data.turma_nome}, {data.materia.nome}" if data.materia else data.turma_nome
    if data.media_geral is None:
        return data.resumo
    lines = [f"**{of}**: {data.resumo}."]
    if data.abaixo_da_media is not None:
        few = (
            f"{data.abaixo_da_media} {said(locale, en='of', pt='de')} {counted('aluno', data.alunos_com_nota, locale)}"
        )
        lines.append(said(locale, en=f"- Below the passing mark: {few}", pt=f"- Abaixo da média: {few}"))
    if data.tendencia != "indefinida":
        goes = tendencia(data.tendencia, locale)
        lines.append(said(locale, en=f"- Trend: {goes}", pt=f"- Tendência: {goes}"))
    if hard := "; ".join(
        f"{each.materia.nome} ({mark(each.media, standing, locale)})"
        for each in data.materias_criticas
        if each.media is not None
    ):
        lines.append(said(locale, en=f"- Needs attention: {hard}", pt=f"- Pede atenção: {hard}"))
    if gaps := "; ".join(
        f"{each.habilidade.codigo} ({percent(each.dominio, locale)})"
        for each in data.gaps_principais[:_TOLD]
        if each.dominio is not None
    ):
        lines.append(said(locale, en=f"- Least mastered skills: {gaps}", pt=f"- Habilidades menos dominadas: {gaps}"))
    return "\n".join([lines[0], "", *lines[1:]])


def no_marks(turma: str, span: Periodo, locale: str) -> str:
    """There are none, said plainly."""
    when = between(span, locale)
    return said(
        locale, en=f"No marks were entered for {turma} {when}.", pt=f"Nenhuma nota lançada para {turma} {when}."
    )


def no_attendance(turma: str, span: Periodo, locale: str) -> str:
    """There is none, said plainly."""
    when = between(span, locale)
    return said(
        locale,
        en=f"No attendance was noted for {turma} {when}.",
        pt=f"Nenhuma frequência registrada para {turma} {when}.",
    )


def no_items(turma: str, locale: str) -> str:
    """Marks say nothing about skills."""
    return said(
        locale,
        en=f"The marks of {turma} are not noted question by question, so little can be said about skills.",
        pt=f"As notas de {turma} não estão lançadas por questão; por isso pouco se sabe sobre as habilidades.",
    )


def without_marks(turma: str, locale: str) -> list[str]:
    """What to do where there are no marks."""
    return [
        said(locale, en=f"Import the marks of {turma}", pt=f"Importar as notas de {turma}"),
        said(locale, en=f"Create a diagnostic test for {turma}", pt=f"Criar uma avaliação diagnóstica para {turma}"),
        said(locale, en="Look at a longer period", pt="Olhar um período maior"),
    ]


def without_items(turma: str, locale: str) -> list[str]:
    """What to do where marks say nothing about skills."""
    return [
        said(
            locale,
            en=f"Enter the marks of {turma} question by question",
            pt=f"Lançar as notas de {turma} por questão",
        )
    ]


def skill(gap: Gap) -> str:
    """A skill by its code, a content by its words."""
    return gap.habilidade.codigo or gap.habilidade.texto


def gap(one: Gap, locale: str) -> str:
    """Why a skill is a gap."""
    assert one.pct_abaixo is not None and one.dominio is not None
    below, far = percent(one.pct_abaixo, locale), percent(one.dominio, locale)
    students = counted("aluno", one.n_alunos, locale)
    return said(
        locale,
        en=f"{below} of {students} are below the target; mean mastery {far}.",
        pt=f"{below} de {students} abaixo do esperado; domínio médio {far}.",
    )


def gaps(found: Sequence[Gap], turma: str, locale: str, *, has_marks: bool) -> str:
    """How many gaps there are, and the largest of them."""
    if not has_marks:
        return said(
            locale,
            en=f"There are no marks of {turma} to find gaps in.",
            pt=f"Ainda não há notas de {turma} para encontrar lacunas.",
        )
    if not found:
        return said(
            locale, en=f"No gap was found in {turma}.", pt=f"Nenhuma lacuna encontrada em {turma} com os dados que há."
        )
    named = ", ".join(f"{skill(each)} ({percent(each.dominio or 0.0, locale)})" for each in found[:3])
    many = len(found)
    return said(
        locale,
        en=f"{many} {'gap' if many == 1 else 'gaps'} in {turma}, by mean mastery: {named}.",
        pt=f"{many} {'lacuna' if many == 1 else 'lacunas'} em {turma}, pelo domínio médio: {named}.",
    )


def engagement(of: Engajamento, turma: str, alerts: Sequence[AlertaFrequencia], locale: str) -> str:
    """How a class takes part, and who misses too much."""
    many = len(alerts)
    who = ", ".join(f"{each.aluno.nome} ({percent(each.frequencia, locale)})" for each in alerts[:MOST_NAMED])
    who = f": {who}{', …' if many > MOST_NAMED else ''}" if who else ""
    warned = said(
        locale,
        en=f"{many} attendance {'alert' if many == 1 else 'alerts'}{who}",
        pt=f"{many} {'alerta' if many == 1 else 'alertas'} de frequência{who}",
    )
    if of.indice is None:
        return said(
            locale,
            en=f"Too little is known to tell the engagement of {turma}; {warned}.",
            pt=f"Ainda há poucos registros para dizer o engajamento de {turma}; {warned}.",
        )
    low = of.faixas["baixo"]
    return said(
        locale,
        en=f"Engagement {percent(of.indice, locale)} ({counted('aluno', of.n_alunos, locale)}, {low} low), {warned}.",
        pt=f"Engajamento {percent(of.indice, locale)} ({counted('aluno', of.n_alunos, locale)}, "
        f"{low} com engajamento baixo), {warned}.",
    )


def rows(notas: int, avaliacoes: int, fonte: str, locale: str) -> str:
    """Where figures come from: `214 notas, 6 avaliações, fonte: local`."""
    source = said(locale, en=f"source: {fonte}", pt=f"fonte: {fonte}")
    return f"{counted('nota', notas, locale)}, {counted('avaliacao', avaliacoes, locale)}, {source}"
