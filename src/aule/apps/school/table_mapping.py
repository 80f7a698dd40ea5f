"""How each kind of thing is kept: its table, the start of its ids, and its rows, there and back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel

from aule.apps.school import tables as t
from aule.apps.school.connection import Fonte
from aule.apps.school.entities import (
    Aluno,
    Atividade,
    Aula,
    Avaliacao,
    Entrega,
    Escola,
    EventoCalendario,
    Frequencia,
    Kept,
    Materia,
    MatriculaTurma,
    Nota,
    Participacao,
    PeriodoLetivo,
    PlanoEnsino,
    Professor,
    Turma,
)
from aule.apps.school.names import chave, chave_turma
from aule.apps.school.tables import Table
from aule.sdk import Model

Entity = TypeVar("Entity", bound=Kept)
Record = TypeVar("Record", bound=Model)
Row = Mapping[str, Any]
STAMP = "stamp"
"""The column that names the change a row was last written by; the system's own."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of thing: what it is called, where it is kept, and which of its columns hold JSON."""

    name: str
    """`turma`; the noun of previews, references and addresses."""
    prefix: str
    """What its ids begin with; empty where it has none."""
    table: Table
    entity: type[Model]
    json: frozenset[str] = frozenset()
    title: str = ""
    """The field people know it by."""
    section: str = ""
    """Where its page is: `/school/<section>/<id>`."""
    columns: tuple[str, ...] = field(default=(), init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", tuple(str(column.name) for column in self.table.columns))


def _kept(name: str, prefix: str, table: Table, entity: type[Kept], json: str = "", **more: str) -> Kind:
    return Kind(name, prefix, table, entity, frozenset(("external_ids", "extra", *json.split())), **more)


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        _kept("escola", "esc", t.escolas, Escola, "config", title="nome"),
        _kept("periodo", "per", t.periodos, PeriodoLetivo, title="tipo"),
        _kept("professor", "pro", t.professores, Professor, title="nome"),
        _kept("materia", "mat", t.materias, Materia, title="nome"),
        _kept("turma", "tur", t.turmas, Turma, "materias", title="nome", section="turmas"),
        _kept("aluno", "alu", t.alunos, Aluno, "necessidades", title="nome", section="alunos"),
        _kept(
            "atividade",
            "atv",
            t.atividades,
            Atividade,
            "objetivos habilidades conteudo origem",
            title="titulo",
            section="atividades",
        ),
        _kept(
            "aula",
            "aul",
            t.aulas,
            Aula,
            "objetivos habilidades roteiro recursos atividades",
            title="titulo",
            section="aulas",
        ),
        _kept("avaliacao", "ava", t.avaliacoes, Avaliacao, "itens conteudos", title="titulo", section="avaliacoes"),
        _kept("plano", "pla", t.planos, PlanoEnsino, "unidades", title="periodo", section="planos"),
        _kept("evento", "evt", t.eventos, EventoCalendario, "atividades etiquetas", title="titulo"),
        _kept("fonte", "fon", t.fontes, Fonte, "headers path_map", title="base_url"),
        Kind("nota", "", t.notas, Nota, frozenset({"itens"})),
        Kind("matricula", "", t.matriculas, MatriculaTurma),
        Kind("entrega", "", t.entregas, Entrega),
        Kind("frequencia", "", t.frequencias, Frequencia),
        Kind("participacao", "", t.participacoes, Participacao),
    )
}
BY_ENTITY: dict[type[BaseModel], Kind] = {kind.entity: kind for kind in KINDS.values()}
BY_PREFIX: dict[str, Kind] = {kind.prefix: kind for kind in KINDS.values() if kind.prefix}
_BOOLS = frozenset({"ativo", "dia_todo", "ligada"})


def kind_of(entity: Model | type[Model]) -> Kind:
    """Return which kind of thing this is."""
    return BY_ENTITY[entity if isinstance(entity, type) else type(entity)]


def title_of(entity: Model) -> str:
    """Return what people call it."""
    if isinstance(entity, PeriodoLetivo):
        return f"{entity.numero}º {entity.tipo}" if entity.tipo != "ano" else f"ano letivo {entity.inicio[:4]}"
    name = kind_of(entity).title
    return str(getattr(entity, name)) if name else ""


def row_of(entity: Model) -> dict[str, Any]:
    """Return an entity as a row of its table, without the stamp."""
    kind = kind_of(entity)
    values: dict[str, Any] = entity.model_dump(mode="json")
    row = {name: values[name] for name in kind.columns if name in values}
    for name in kind.json:
        row[name] = None if row[name] is None else json.dumps(row[name], ensure_ascii=False, separators=(",", ":"))
    for name in _BOOLS & row.keys():
        row[name] = int(row[name])
    return {**row, **_derived(entity, kind)}


def _derived(entity: Model, kind: Kind) -> dict[str, Any]:
    """Return columns that only help finding."""
    if isinstance(entity, Turma):
        return {"chave": chave_turma(entity.nome, entity.ano_serie)}
    if isinstance(entity, Aluno):
        return {"chave": chave(entity.nome)}
    if isinstance(entity, Atividade):
        return {"chave": chave(entity.titulo), "n_questoes": len(entity.conteudo.questoes)}
    return {"chave": chave(title_of(entity))} if "chave" in kind.columns else {}


def entity_of(of: type[Record], row: Row) -> Record:
    """Return a row of a table as the entity it is."""
    kind = BY_ENTITY[of]
    values = {name: row[name] for name in kind.entity.model_fields if name in row}
    for name in kind.json:
        if (text := values.get(name)) is not None:
            values[name] = json.loads(text)
    for name in _BOOLS & values.keys():
        values[name] = bool(values[name])
    return of.model_validate(values)


def as_row(kind: Kind, values: Sequence[Any]) -> dict[str, Any]:
    """Return the values of a whole row, in the order of its columns, by name; with its stamp."""
    return dict(zip(kind.columns, values, strict=True))


def is_same(one: Row, other: Row) -> bool:
    """Tell whether two rows say the same, whoever wrote them last and whenever."""
    left, right = ({k: v for k, v in row.items() if k not in (STAMP, "updated_at")} for row in (one, other))
    return left == right
