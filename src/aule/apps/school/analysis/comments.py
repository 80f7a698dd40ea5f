"""Comments for report cards, from real marks: what a student reached, where it goes well, what to work on.

Nothing is said that no figure stands for, and each comment is about one student alone (SP-21).
"""

from __future__ import annotations

from collections.abc import Sequence

from aule.apps.school.analysis import sentences
from aule.apps.school.analysis.class_summary import INDEX
from aule.apps.school.analysis.performance import Look
from aule.apps.school.analysis.results import Comentario
from aule.apps.school.analysis.skills import subject_of
from aule.apps.school.entities import Aluno
from aule.apps.school.mathematics.attendance import Attendance
from aule.apps.school.mathematics.means import is_below
from aule.apps.school.mathematics.rounding import half_up, shown
from aule.apps.school.views import HabilidadeDominio, Nome
from aule.apps.school.words import counted, say

_FINE = 0.90
"""Attendance worth a word of praise."""


def comment(look: Look, aluno: Aluno) -> Comentario:
    """Return a student's comment."""
    standing = look.standing
    scale = standing.config.escala
    means = {
        look.found.nome_materia(id): half_up(mean * scale.max, scale.casas)
        for id, mean in sorted(standing.grades.por_materia.get(aluno.id, {}).items(), key=lambda each: -each[1])
    }
    there = standing.class_stats.presencas.get(aluno.id, Attendance())
    parts = [
        _marks(look, aluno, means),
        _subjects(look, means),
        _skills(look, look.skills.of_student(aluno.id)),
        _attendance(look, aluno, there),
    ]
    return Comentario(
        aluno=Nome(id=aluno.id, nome=aluno.chamado),
        media=standing.of_student(aluno.id),
        por_materia=means,
        frequencia=shown(there.share, INDEX),
        faltas=there.falta,
        texto=" ".join(part for part in parts if part),
    )


def document(look: Look, comments: Sequence[Comentario]) -> str:
    """Return all comments of a class, each under the name of its student."""
    head = say("report_card_comments", look.locale)
    told = [f"# {head}: {look.found.turma.nome}", f"_{look.span.texto}, {look.fonte}_"]
    told += [f"## {each.aluno.nome}\n\n{each.texto}" for each in comments]
    return "\n\n".join(told) + "\n"


def _marks(look: Look, aluno: Aluno, means: dict[str, float]) -> str:
    first, locale = aluno.chamado.split()[0], look.locale
    media = look.standing.of_student(aluno.id)
    if media is None:
        return say("comment_no_marks", locale, first=first)
    least = sentences.mark(look.standing.config.media_aprovacao, look.standing, locale)
    value = sentences.mark(media, look.standing, locale)
    tests = counted("avaliacao", len({each.avaliacao for each in look.marks if each.aluno == aluno.id}), locale)
    if look.standing.is_below(aluno.id):
        return say("comment_mean_below", locale, first=first, value=value, tests=tests, least=least)
    return say("comment_mean_passing", locale, first=first, value=value, tests=tests, least=least)


def _subjects(look: Look, means: dict[str, float]) -> str:
    """Return the best subject and the weakest, where there are several."""
    if len(means) < 2:
        return ""
    locale, standing = look.locale, look.standing
    (best, high), (weak, low) = next(iter(means.items())), list(means.items())[-1]
    if high == low:
        return ""
    good, poor = sentences.mark(high, standing, locale), sentences.mark(low, standing, locale)
    if is_below(low, standing.config):
        return say("comment_best_and_weak", locale, best=best, good=good, weak=weak, poor=poor)
    return say("comment_best_and_lowest", locale, best=best, good=good, weak=weak, poor=poor)


def _skills(look: Look, known: Sequence[HabilidadeDominio]) -> str:
    """Return what is reached and what is not, of skills with enough evidence."""
    sure = [each for each in known if each.nivel is not None]
    reached = [_called(each) for each in sure if each.nivel == "desenvolvido"][-2:]
    open_ones = [_called(each) for each in sure if each.nivel != "desenvolvido"][:2]
    told: list[str] = []
    if reached:
        named = _both(reached, look.locale)
        told.append(say("comment_mastery", look.locale, named=named))
    if open_ones:
        named = _both(open_ones, look.locale)
        told.append(say("comment_practise", look.locale, named=named))
    return " ".join(told)


def _called(each: HabilidadeDominio) -> str:
    skill = each.habilidade
    text = subject_of(skill).partition(":")[0]
    text = text[:1].lower() + text[1:].rstrip(".")
    return f"{text} ({skill.codigo})" if skill.codigo else text


def _both(words: Sequence[str], locale: str) -> str:
    return say("and_spaced", locale).join(words)


def _attendance(look: Look, aluno: Aluno, there: Attendance) -> str:
    share = there.share
    if share is None:
        return ""
    locale, told, alert = look.locale, sentences.percent(share, look.locale), look.standing.alerts.get(aluno.id)
    least = sentences.percent(look.standing.minimo, locale)
    if alert == "abaixo_do_minimo":
        return say("comment_attendance_below", locale, told=told, least=least)
    if alert == "em_risco":
        return say("comment_attendance_near", locale, told=told, least=least)
    if share >= _FINE:
        return say("comment_attendance_good", locale, told=told)
    return say("comment_attendance", locale, told=told)
