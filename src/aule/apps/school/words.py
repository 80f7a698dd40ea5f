"""Words of School Power in the language of the person."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from aule.text.messages import Messages, is_portuguese

MESSAGES = Messages("aule.apps.school")

say = MESSAGES.say

_NOUNS: Mapping[str, tuple[str, str, str, str]] = {
    "escola": ("school", "schools", "escola", "escolas"),
    "periodo": ("term", "terms", "período letivo", "períodos letivos"),
    "professor": ("teacher", "teachers", "professor", "professores"),
    "materia": ("subject", "subjects", "matéria", "matérias"),
    "turma": ("class", "classes", "turma", "turmas"),
    "aluno": ("student", "students", "aluno", "alunos"),
    "matricula": ("enrolment", "enrolments", "matrícula", "matrículas"),
    "atividade": ("activity", "activities", "atividade", "atividades"),
    "habilidade": ("skill", "skills", "habilidade", "habilidades"),
    "ponto": ("point", "points", "ponto", "pontos"),
    "questao": ("question", "questions", "questão", "questões"),
    "aula": ("lesson", "lessons", "aula", "aulas"),
    "avaliacao": ("test", "tests", "avaliação", "avaliações"),
    "nota": ("mark", "marks", "nota", "notas"),
    "entrega": ("delivery", "deliveries", "entrega", "entregas"),
    "frequencia": ("attendance record", "attendance records", "registro de frequência", "registros de frequência"),
    "participacao": ("participation", "participations", "participação", "participações"),
    "plano": ("teaching plan", "teaching plans", "plano de ensino", "planos de ensino"),
    "evento": ("event", "events", "evento", "eventos"),
    "conflito": ("conflict", "conflicts", "conflito", "conflitos"),
    "dia": ("day", "days", "dia", "dias"),
}


def named(noun: str, locale: str) -> str:
    """Return what a kind of thing is called: `turma`."""
    one, _, um, _ = _NOUNS.get(noun, (noun, noun, noun, noun))
    return um if is_portuguese(locale) else one


def counted(noun: str, count: float, locale: str) -> str:
    """Return how many of something, in words: `3 turmas`."""
    one, many, um, muitos = _NOUNS.get(noun, (noun, noun, noun, noun))
    words = (um, muitos) if is_portuguese(locale) else (one, many)
    return f"{number(count, locale)} {words[0] if count == 1 else words[1]}"


def number(value: float, locale: str, casas: int | None = None) -> str:
    """Return a number as people write it: `1.250,5` in Portuguese, `1,250.5` in English."""
    text = f"{value:,.{casas}f}" if casas is not None else (f"{value:,}" if value != int(value) else f"{int(value):,}")
    return text.translate(str.maketrans(",.", ".,")) if is_portuguese(locale) else text


def day(value: date | str, locale: str) -> str:
    """Return a day as people write it: `16/11/2026`, or `16 Nov 2026` in English."""
    when = date.fromisoformat(value) if isinstance(value, str) else value
    if is_portuguese(locale):
        return f"{when.day:02d}/{when.month:02d}/{when.year:04d}"
    return f"{when.day} {_MONTHS[when.month - 1]} {when.year:04d}"


_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
