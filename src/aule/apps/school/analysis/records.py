"""All of a class at once: who is in it, its tests and marks, its days; from the tables here or from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from aule.apps.school.analysis.queries import Columns, Day, Due, Level, Marked
from aule.apps.school.entities import (
    Aluno,
    Atividade,
    Avaliacao,
    Config,
    Entrega,
    Frequencia,
    Nota,
    Participacao,
    PeriodoLetivo,
    Turma,
)
from aule.apps.school.resolver import Resolved
from aule.sdk import errors


@dataclass(frozen=True, slots=True)
class Records:
    """What a class's figures are worked out from."""

    turma: Turma
    config: Config
    escola: str
    periodos: Sequence[PeriodoLetivo]
    materias: Mapping[str, str]
    """Names by id."""
    alunos: Sequence[Aluno]
    avaliacoes: Sequence[Avaliacao]
    marks: Sequence[Marked]
    days: Sequence[Day] = ()
    due: Sequence[Due] = ()
    levels: Sequence[Level] = ()
    atividades: Mapping[str, Atividade] = field(default_factory=dict[str, Atividade])
    """Activities its tests were made from, where the tests themselves do not say what they are about."""
    fonte: str = "local"

    @property
    def ids(self) -> list[str]:
        """The ids of the students of the class."""
        return [each.id for each in self.alunos]

    def nome_materia(self, id: str) -> str:
        """Return what a subject is called; its id where nobody knows."""
        return self.materias.get(id, id)


async def records(source: Resolved, turma: Turma) -> Records:
    """Return everything about a class."""
    escola = next((each for each in await source.escolas() if each.id == turma.escola_id), None)
    alunos = await source.alunos(turma.id)
    avaliacoes = await source.avaliacoes(turma.id)
    rows = await (_columns(source, turma.id) if source.is_here else _entities(source, turma.id))
    return Records(
        turma=turma,
        config=escola.config if escola is not None else Config(),
        escola=escola.nome if escola is not None else "",
        periodos=await source.periodos(turma.escola_id),
        materias={each.id: each.nome for each in await source.materias()},
        alunos=alunos,
        avaliacoes=avaliacoes,
        marks=rows[0],
        days=rows[1],
        due=rows[2],
        levels=rows[3],
        atividades=await _activities(source, avaliacoes),
        fonte=source.nome,
    )


Rows = tuple[list[Marked], list[Day], list[Due], list[Level]]


async def _columns(source: Resolved, id: str) -> Rows:
    columns = Columns(source.source)
    return await columns.marks(id), await columns.days(id), await columns.due(id), await columns.levels(id)


async def _entities(source: Resolved, id: str) -> Rows:
    return (
        [marked(each) for each in await source.notas(id)],
        [Day(each.aluno_id, each.data, each.presenca, each.carga) for each in await source.daily(Frequencia, id)],
        [Due(each.aluno_id, each.prazo, each.entregue_em, each.situacao) for each in await source.daily(Entrega, id)],
        [Level(each.aluno_id, each.data, each.nivel) for each in await source.daily(Participacao, id)],
    )


def marked(nota: Nota) -> Marked:
    """Return a mark as it is counted."""
    points = {each.n: each.pontos for each in nota.itens or []} or None
    return Marked(nota.avaliacao_id, nota.aluno_id, nota.valor, nota.situacao, points)


async def _activities(source: Resolved, tests: Sequence[Avaliacao]) -> dict[str, Atividade]:
    """Return the activities of tests that do not name the skills of their questions."""
    wanted = {
        each.atividade_id
        for each in tests
        if each.atividade_id and not each.conteudos and not any(item.habilidades for item in each.itens)
    }
    if source.is_here:
        return {each.id: each for each in await source.many(Atividade, sorted(wanted))}
    found: dict[str, Atividade] = {}
    for id in sorted(wanted):
        with suppress(errors.NotFound):  # the platform forgot it: the test still has its marks
            found[id] = await source.atividade(id)
    return found
