"""What a teacher should look at, and what goes well: found by rule, each said in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Literal

from aule.apps.school.analysis import sentences
from aule.apps.school.analysis.class_summary import ClassSummary
from aule.apps.school.entities import Avaliacao, Turma
from aule.apps.school.views import Atencao, Destaque, Gap, Nome
from aule.apps.school.words import counted, day, number, say

MOST = 12
Prioridade = Literal["alta", "media", "baixa"]
_ORDER: Mapping[str, int] = {"alta": 0, "media": 1, "baixa": 2}


def ordered(found: Iterable[Atencao], most: int = MOST) -> list[Atencao]:
    """Return the most pressing first, at most so many."""
    return sorted(found, key=lambda each: _ORDER[each.prioridade])[:most]


def of_standing(standing: ClassSummary, materias: Mapping[str, str], locale: str) -> list[Atencao]:
    """Return what a class's marks and attendance ask to look at."""
    return [*_critical(standing, materias, locale), *_absent(standing, locale)]


def _named(turma: Turma) -> Nome:
    return Nome(id=turma.id, nome=turma.nome)


def _critical(standing: ClassSummary, materias: Mapping[str, str], locale: str) -> list[Atencao]:
    turma = standing.class_stats.turma
    told: list[Atencao] = []
    for each in standing.subjects:
        if not each.is_critical:
            continue
        media = standing.mark(each.media)
        assert media is not None
        value, share = sentences.mark(media, standing, locale), sentences.percent(each.share, locale)
        below, students = round(each.share * each.n), counted("aluno", each.n, locale)
        least = sentences.mark(standing.config.media_aprovacao, standing, locale)
        head = f"{materias.get(each.materia, each.materia)}, {turma.nome}:"
        text = say(
            "mean_and_below", locale, head=head, value=value, below=below, students=students, share=share, least=least
        )
        level: Prioridade = "alta" if each.share >= 0.5 else "media"
        told.append(
            Atencao(code="materia_critica", texto=text, turma=_named(turma), ref=f"turma:{turma.id}", prioridade=level)
        )
    return told


def _absent(standing: ClassSummary, locale: str) -> list[Atencao]:
    kinds = list(standing.alerts.values())
    below, near = kinds.count("abaixo_do_minimo"), kinds.count("em_risco")
    if not kinds:
        return []
    turma, least = standing.class_stats.turma, sentences.percent(standing.minimo, locale)
    below_of, near_of = counted("aluno", below, locale), counted("aluno", near, locale)
    if below and near:
        text = say("attendance_below_and_near", locale, below_of=below_of, least=least, near=near)
    elif below:
        text = say("attendance_below", locale, below_of=below_of, least=least)
    else:
        text = say("attendance_near", locale, near_of=near_of, least=least)
    level: Prioridade = "alta" if below else "media"
    text = f"{turma.nome}: {text}."
    return [Atencao(code="frequencia", texto=text, turma=_named(turma), ref=f"turma:{turma.id}", prioridade=level)]


def of_gaps(turma: Turma, found: Sequence[Gap], locale: str, most: int = 2) -> list[Atencao]:
    """Return the largest gaps of a class."""
    return [
        Atencao(
            code="gap",
            texto=f"{turma.nome}, {sentences.skill(each)}: {sentences.gap(each, locale)}",
            turma=_named(turma),
            ref=f"turma:{turma.id}",
            prioridade="alta" if each.prioridade == "alta" else "media",
        )
        for each in found[:most]
    ]


def without_marks(turma: Turma, locale: str) -> Atencao:
    """Return a class with students and no marks."""
    text = say("class_has_no_marks", locale, turma=turma.nome)
    return Atencao(code="sem_notas", texto=text, turma=_named(turma), ref=f"turma:{turma.id}", prioridade="baixa")


def coming(test: Avaliacao, turma: Turma, materia: str, hoje: date, locale: str) -> Atencao:
    """Return a test in the days to come."""
    days = (date.fromisoformat(test.data) - hoje).days
    key = "today" if days == 0 else "tomorrow" if days == 1 else "in_days"
    when = say(key, locale, day=day(test.data, locale), days=days)
    text = f"{test.titulo} ({materia}), {turma.nome}: {when}."
    level: Prioridade = "media" if days <= 2 else "baixa"
    return Atencao(code="prova_proxima", texto=text, turma=_named(turma), ref=f"avaliacao:{test.id}", prioridade=level)


def drafts(count: int, locale: str) -> list[Atencao]:
    """Return activities nobody has looked over."""
    if not count:
        return []
    text = say("activities_to_review", locale, activities=counted("atividade", count, locale))
    return [Atencao(code="rascunho", texto=text, turma=None, ref="atividades", prioridade="baixa")]


def highlights(standings: Sequence[ClassSummary], locale: str, most: int = 5) -> list[Destaque]:
    """Return classes that go up, and the one with the highest mean where there are several."""
    told: list[Destaque] = []
    rising = [each for each in standings if each.trend.tendencia == "subindo"]
    for each in sorted(rising, key=lambda one: -(one.trend.delta or 0.0)):
        turma, delta, media = each.class_stats.turma, each.delta, each.media
        assert delta is not None and media is not None
        by, value = sentences.mark(delta, each, locale), sentences.mark(media, each, locale)
        text = say("went_up", locale, turma=turma.nome, by=by, value=value)
        told.append(Destaque(texto=text, turma=_named(turma), ref=f"turma:{turma.id}"))
    known = [each for each in standings if each.spread.n >= 3]
    if len(known) > 1:
        best = max(known, key=lambda one: (one.spread.media or 0.0) / one.config.escala.max)
        turma, media = best.class_stats.turma, best.media
        assert media is not None
        value, n = sentences.mark(media, best, locale), counted("aluno", best.spread.n, locale)
        text = say("highest_mean", locale, turma=turma.nome, value=value, n=n)
        told.append(Destaque(texto=text, turma=_named(turma), ref=f"turma:{turma.id}"))
    return told[:most]


def summary(standings: Sequence[ClassSummary], in_need: int, locale: str) -> str:
    """Return how many classes have marks, and how many students need attention."""
    known, classes = sum(each.spread.n > 0 for each in standings), counted("turma", len(standings), locale)
    students = counted("aluno", in_need, locale)
    if len(standings) == 1 and standings[0].media is not None:
        value, turma = sentences.mark(standings[0].media, standings[0], locale), standings[0].class_stats.turma.nome
        return say("mean_and_attention", locale, turma=turma, value=value, students=students)
    return say("classes_with_marks", locale, known=number(known, locale), classes=classes, students=students)
