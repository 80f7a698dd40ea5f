"""The rows of the sample school: those with its ids, and all that was added to its classes since."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Select, or_, select

from aule.apps.school.entities import Escola
from aule.apps.school.sample.layout import MARK, sample_id
from aule.apps.school.table_mapping import KINDS, Kind, as_row
from aule.sdk import Source

Statement = Select[*tuple[Any, ...]]
_ESCOLA = sample_id(Escola, 0)
_turmas, _alunos = KINDS["turma"].table, KINDS["aluno"].table
_avaliacoes = KINDS["avaliacao"].table
_CLASSES = select(_turmas.c.id).where(_turmas.c.escola_id == _ESCOLA)
_STUDENTS = select(_alunos.c.id).where(_alunos.c.escola_id == _ESCOLA)
_TESTS = select(_avaliacoes.c.id).where(_avaliacoes.c.turma_id.in_(_CLASSES))


def _of_sample(kind: Kind) -> Statement:
    """Return whole rows of one kind that belong to the sample."""
    c = kind.table.c
    ways: list[Any] = []
    if "id" in c:
        ways.append(c.id.like(f"{kind.prefix}\\_{MARK}%", escape="\\"))
    if "escola_id" in c:
        ways.append(c.escola_id == _ESCOLA)
    if "turma_id" in c:
        ways.append(c.turma_id.in_(_CLASSES))
    if "aluno_id" in c:
        ways.append(c.aluno_id.in_(_STUDENTS))
    if "avaliacao_id" in c:
        ways.append(c.avaliacao_id.in_(_TESTS))
    return select(*kind.table.columns).where(or_(*ways))


_ALL = {name: _of_sample(kind) for name, kind in KINDS.items() if name != "fonte"}


_SUBJECTS = f"mat\\_{MARK}%"
_OTHERS: tuple[Statement, ...] = tuple(
    select(c.materia_id)
    .where(c.materia_id.like(_SUBJECTS, escape="\\"), c.turma_id.not_in(_CLASSES) | c.turma_id.is_(None))
    .where(~c.id.like(f"{KINDS[name].prefix}\\_{MARK}%", escape="\\"))
    .distinct()
    for name in ("atividade", "aula", "avaliacao", "plano")
    for c in (KINDS[name].table.c,)
)
_OTHER_CLASSES = select(_turmas.c.materias).where(_turmas.c.escola_id != _ESCOLA)


async def sample_rows(source: Source) -> dict[str, list[dict[str, Any]]]:
    """Return all rows of the sample, by kind, each with its stamp; a subject that something else came to use stays."""
    found = {name: await source.fetch(statement) for name, statement in _ALL.items()}
    rows = {name: [as_row(KINDS[name], row) for row in some] for name, some in found.items()}
    used = {str(id) for statement in _OTHERS for (id,) in await source.fetch(statement)}
    used |= {id for (listed,) in await source.fetch(_OTHER_CLASSES) for id in json.loads(listed)}
    rows["materia"] = [row for row in rows["materia"] if row["id"] not in used]
    return {name: some for name, some in rows.items() if some}
