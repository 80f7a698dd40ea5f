"""Writing a record exactly as it is given: what a program elsewhere, or a form, has ready (SP-50)."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import ValidationError

from aule.apps.school.api_wrapper.remote import read_entity
from aule.apps.school.app import school
from aule.apps.school.contract.records import KINDS, told
from aule.apps.school.entities import Atividade, Kept, Materia, Turma
from aule.apps.school.queries import SchoolQueries
from aule.apps.school.record_changes import new_id, record_of, records, stamped
from aule.apps.school.source import embedded
from aule.apps.school.table_mapping import entity_of, kind_of, title_of
from aule.apps.school.words import named, say
from aule.sdk import Context, Effect, Model, Preview, errors

Tipo = Annotated[Literal["atividade", "aula", "avaliacao", "plano", "evento"], "What kind of record it is."]
Dados = Annotated[dict[str, Any], "Its fields by name. In an edit, what is absent stays as it is."]
_KNOWN: dict[str, type[Kept]] = {"turma_id": Turma, "materia_id": Materia, "atividade_id": Atividade}
_OURS = frozenset({"id", "created_at", "updated_at", "versao", "origem"})
"""What nobody else says."""


class RegistroGravado(Model):
    """A record that was written."""

    id: str
    versao: str
    registro: dict[str, Any]
    resumo: str


async def _shown(context: Context, tipo: str, dados: dict[str, Any], id: str = "", versao: str = "") -> Preview:
    before, after = await _meant(context, tipo, dados, id, versao)
    words = f"{_verb(context, before)} {named(tipo, context.locale)} {title_of(after)!r}."
    return records(words, [record_of("create" if before is None else "update", after, before)])


@school.capability(
    effect=Effect.WRITE,
    category="UTILIDADE",
    title={"en": "Save a record", "pt": "Gravar um registro"},
    reversible=True,
    targets=["tipo", "id"],
    preview=_shown,
)
async def gravar_registro(
    context: Context,
    tipo: Tipo,
    dados: Dados,
    id: Annotated[str, "The record that is edited; none: a new one."] = "",
    versao: Annotated[str, "The version that was read; another by now is a conflict."] = "",
) -> RegistroGravado:
    """Save an activity, lesson, test, teaching plan or event exactly as given; nothing is generated."""
    await context.write_turn()
    before, after = await _meant(context, tipo, dados, id, versao)
    change = await embedded(context).save(after, before, title=title_of(after))
    return RegistroGravado(
        id=after.id,
        versao=change or versao,
        registro=told(after),
        resumo=f"{_verb(context, before)} {named(tipo, context.locale)} {title_of(after)!r}.",
    )


async def _meant(context: Context, tipo: str, dados: dict[str, Any], id: str, versao: str) -> tuple[Kept | None, Kept]:
    """Return the record as it is, and as it would be; what it refers to is there."""
    of, queries = KINDS[tipo], SchoolQueries(context.reading)
    before = await _read(queries, of, id, versao) if id else None
    given = {name: value for name, value in dados.items() if name not in _OURS}
    base = before.model_dump(mode="json") if before is not None else await _new(context, queries, of, dados)
    if isinstance(before, Atividade):
        base["versao"] = before.versao + 1
    try:
        after = read_entity(of, {**base, **given})
    except ValidationError as error:
        first = error.errors()[0]
        raise errors.Invalid(
            f"{'.'.join(map(str, first['loc']))[:120]!r}: {first['msg'][:200]}.",
            code="invalid_param",
            field=str(first["loc"][0]),
        ) from None
    await _check_references(queries, after)
    return before, stamped(context, after, before)


async def _read(queries: SchoolQueries, of: type[Kept], id: str, versao: str) -> Kept:
    found = await queries.raw(of, [id])
    if not found:
        raise errors.NotFound(f"Não há {kind_of(of).name} {id!r}.", field="id")
    if versao and versao != found[0]["stamp"]:
        raise errors.Conflict(f"{id!r} has another version by now.", code="stale", hint="Read it again.")
    return entity_of(of, found[0])


async def _new(context: Context, queries: SchoolQueries, of: type[Kept], dados: dict[str, Any]) -> dict[str, Any]:
    """Return what a new record begins with: the id it brings, where it is one of ours and free, or a fresh one."""
    brought = dados.get("id")
    if isinstance(brought, str) and re.fullmatch(rf"{kind_of(of).prefix}_[0-9a-z]{{1,40}}", brought):
        if await queries.get(of, brought) is not None:
            raise errors.Conflict(f"There is a {kind_of(of).name} {brought!r} already.", hint="Edit it instead.")
        base: dict[str, Any] = {"id": brought}
    else:
        base = {"id": new_id(context, of)}
        if isinstance(brought, str | int) and str(brought):
            base["external_ids"] = {"cliente": str(brought)[:200]}
    if of is Atividade:
        base["origem"] = {"run": context.run.id, "feita_por": "importada"}
    return base


async def _check_references(queries: SchoolQueries, entity: Kept) -> None:
    for name, of in _KNOWN.items():
        id = getattr(entity, name, None)
        if id and await queries.get(of, id) is None:
            raise errors.NotFound(f"Não há {kind_of(of).name} {id!r}.", field=name)
    wanted = set(getattr(entity, "atividades", ()))
    missing = wanted - {each.id for each in await queries.many(Atividade, wanted)}
    if missing:
        raise errors.NotFound(f"Não há atividade {min(missing)!r}.", field="atividades")


def _verb(context: Context, before: Kept | None) -> str:
    if before is None:
        return say("create", context.locale)
    return say("change", context.locale)
