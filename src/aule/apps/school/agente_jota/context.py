"""What Jota is told in each turn: the day, the schools, the classes, what is open, and what is on soon (SP-31)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from aule.apps.school.entities import Aluno, Atividade, Aula, Avaliacao, Kept, Materia, PlanoEnsino, Turma
from aule.apps.school.queries import SchoolQueries
from aule.apps.school.table_mapping import title_of
from aule.apps.school.words import say
from aule.sdk import Reading

CHARACTERS = 8_000
"""At most what a model is told of a school, whatever its window (SP-31)."""
_PER_TOKEN = 3
_CLASSES, _EVENTS = 60, 20
_DAYS = 14
_OPEN: tuple[type[Kept], ...] = (Turma, Aluno, Atividade, Aula, Avaliacao, PlanoEnsino, Materia)


async def block(reading: Reading, heard: Sequence[str], budget: int) -> str:
    """Return the school in a few lines, the most needed first; what does not fit is counted."""
    queries = SchoolQueries(reading)
    turmas = await queries.turmas()
    locale = reading.locale
    head = [say("context_today", locale, day=reading.today.isoformat())]
    if (open_now := await _open(queries, reading.about)) is not None:
        head.append(say("context_open", locale, what=open_now))
    if not turmas:
        return "\n".join([*head, say("no_class_yet", locale)])
    escolas = {each.id: each.nome for each in await queries.escolas()}
    lines = [
        f"- {each.id} {each.nome} · {each.ano_serie} · {each.ano_letivo} · {escolas.get(each.escola_id, '')}"
        for each in turmas[:_CLASSES]
    ]
    last = (reading.today + timedelta(days=_DAYS)).isoformat()
    eventos = await queries.eventos(reading.today.isoformat(), last)
    subjects = ", ".join(each.nome for each in await queries.materias())
    body = [
        *head,
        say("context_subjects", locale, names=subjects),
        say("context_classes", locale, count=len(turmas)),
        *lines,
        *([f"(+{len(turmas) - _CLASSES})"] if len(turmas) > _CLASSES else []),
        say("context_calendar", locale, days=_DAYS, count=len(eventos)),
        *(f"- {each.data} {each.titulo}" for each in eventos[:_EVENTS]),
    ]
    return _fitting(body, min(CHARACTERS, budget * _PER_TOKEN))


async def _open(queries: SchoolQueries, about: str) -> str | None:
    """Return what the teacher has open beside the talk, by its id."""
    if not about:
        return None
    for kind in _OPEN:
        if (found := await queries.get(kind, about)) is not None:
            return f"{about} {title_of(found)}"
    return None


def _fitting(lines: Sequence[str], room: int) -> str:
    """Return as many lines as there is room for, and how many are left out."""
    kept: list[str] = []
    used = 0
    for number, line in enumerate(lines):
        used += len(line) + 1
        if used > room - 20:
            return "\n".join([*kept, f"(+{len(lines) - number})"])
        kept.append(line)
    return "\n".join(kept)
