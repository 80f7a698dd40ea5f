"""Classes, students, activities, lessons and tests in the search of everything, and what they are called."""

from __future__ import annotations

from collections import Counter

from aule.apps.school.app import school
from aule.apps.school.entities import Aluno, Atividade, Aula, Avaliacao, Kept, Turma
from aule.apps.school.names import chave, chave_turma
from aule.apps.school.queries import SchoolQueries
from aule.apps.school.table_mapping import kind_of, title_of
from aule.apps.school.words import named
from aule.sdk import Hit, Name, Reading

_MOST = 8
_MOST_NAMES = 2_000
_LOOKED: tuple[type[Kept], ...] = (Aluno, Atividade, Aula, Avaliacao)


@school.find
async def find(reading: Reading, query: str, limit: int) -> list[Hit]:
    """Return what has the words in its name: classes first, then students, activities, lessons and tests."""
    words, most = chave(query), min(limit, _MOST)
    if not words:
        return []
    queries = SchoolQueries(reading)
    key = chave_turma(query)
    classes = [
        each for each in await queries.turmas() if key in (chave_turma(each.nome), "") or words in chave(each.nome)
    ]
    found: list[Kept] = list(classes)
    for of in _LOOKED:
        if len(found) < most:
            found += await queries.containing(of, words, most - len(found))
    return [_hit(each, reading.locale) for each in found[:most]]


def _hit(each: Kept, locale: str) -> Hit:
    kind = kind_of(each)
    detail = named(kind.name, locale).capitalize()
    if isinstance(each, Turma):
        detail = f"{detail} · {each.ano_letivo}"
    elif isinstance(each, (Aula, Avaliacao)) and each.data:
        detail = f"{detail} · {each.data}"
    title = each.chamado if isinstance(each, Aluno) else title_of(each)
    path = f"/school/{kind.section}/{each.id}"
    return Hit(ref=f"school:{each.id}", kind="item", title=title, detail=detail, path=path)


@school.tells_names
async def names(reading: Reading) -> list[Name]:
    """Return what classes, subjects, students, activities, lessons and tests are called."""
    queries = SchoolQueries(reading)
    found = [Name("turma", each.nome, each.id) for each in await queries.turmas()]
    found += [Name("materia", each.nome, each.id) for each in await queries.materias()]
    students = await queries.containing(Aluno, "", _MOST_NAMES)
    given = Counter(chave(each.chamado).partition(" ")[0] for each in students)
    for student in students:
        first = student.chamado.split()[0]
        found.append(Name("aluno", student.chamado, student.id))
        found += [Name("aluno", first, student.id)] if given[chave(first)] == 1 else []
    for kind, of in (("atividade", Atividade), ("aula", Aula), ("avaliacao", Avaliacao)):
        found += [Name(kind, title_of(each), each.id) for each in await queries.containing(of, "", _MOST_NAMES)]
    return found
