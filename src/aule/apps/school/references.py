"""What parameters mean by the words people use: the planner shows the names on its card, and keeps the ids."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from aule.apps.school.api_wrapper.fonte import FONTE
from aule.apps.school.app import school
from aule.apps.school.connection import Fonte
from aule.apps.school.entities import Aluno, Atividade, Aula, Avaliacao, Kept, Materia, Turma
from aule.apps.school.queries import SchoolQueries
from aule.apps.school.resolver import Resolved
from aule.apps.school.subjects import standard
from aule.apps.school.table_mapping import BY_PREFIX, Entity, title_of
from aule.sdk import Named, Reading, errors

Found = Callable[[Reading, str], Awaitable[Named]]


def _reference(param: str) -> Callable[[Found], Found]:
    """Make a function say what a parameter means; what is not here may be at the platform that is connected."""

    def register(function: Found) -> Found:
        @school.reference(param)
        async def found(reading: Reading, said: str) -> Named:
            try:
                return await function(reading, said)
            except errors.NotFound:
                fonte = await SchoolQueries(reading).get(Fonte, FONTE)
                if fonte is None or not fonte.ligada:
                    raise
                return Named(id=said, name=said)

        return found

    return register


@_reference("turma_id")
async def turma(reading: Reading, said: str) -> Named:
    """Return the class that is meant; with its school where there are several."""
    found = await _there(reading, Turma, said) or await _names(reading).turma(said)
    return Named(id=found.id, name=found.nome)


@_reference("materia")
async def materia(reading: Reading, said: str) -> Named:
    """Return the subject that is meant; one of the curriculum that nobody keeps yet goes by its name."""
    try:
        found = await _there(reading, Materia, said) or await _names(reading).materia(said)
    except errors.NotFound:
        meant = standard(said)
        if meant is None:
            raise
        return Named(id=meant.nome, name=meant.nome)
    return Named(id=found.id, name=found.nome)


@_reference("aluno_id")
async def aluno(reading: Reading, said: str) -> Named:
    """Return the student that is meant."""
    found = await _there(reading, Aluno, said) or await _names(reading).aluno(said)
    return Named(id=found.id, name=found.chamado)


@_reference("atividade_id")
async def atividade(reading: Reading, said: str) -> Named:
    """Return the activity that is meant."""
    return _named(await _there(reading, Atividade, said) or await _names(reading).atividade(said))


@_reference("aula_id")
async def aula(reading: Reading, said: str) -> Named:
    """Return the lesson that is meant."""
    return _named(await _there(reading, Aula, said) or await _names(reading).aula(said))


@_reference("avaliacao_id")
async def avaliacao(reading: Reading, said: str) -> Named:
    """Return the test that is meant."""
    return _named(await _there(reading, Avaliacao, said) or await _names(reading).avaliacao(said))


def _names(reading: Reading) -> Resolved:
    return Resolved(reading, reading.locale)


def _named(found: Kept) -> Named:
    return Named(id=found.id, name=title_of(found))


async def _there(reading: Reading, of: type[Entity], said: str) -> Entity | None:
    """Return the record with this very id; nothing is looked up for words that are no id."""
    kind = BY_PREFIX.get(said.partition("_")[0])
    return await SchoolQueries(reading).get(of, said) if kind is not None and kind.entity is of else None
