"""Editing a test and a teaching plan."""

from __future__ import annotations

from typing import Annotated, Required, TypedDict, Unpack

from aule.apps.school.agenda import check_day
from aule.apps.school.app import school
from aule.apps.school.capabilities.params import Avaliacao, Materia, Text, Texts
from aule.apps.school.entities import Avaliacao as Test
from aule.apps.school.entities import ItemAvaliacao, PlanoEnsino, TipoAvaliacao, Unidade
from aule.apps.school.record_changes import edited, nothing, picked, record_of, records
from aule.apps.school.source import source_of
from aule.apps.school.words import say
from aule.sdk import Context, Effect, Model, Records, errors


class EdicaoAvaliacao(TypedDict, total=False):
    """What to change about a test; what is left out stays as it is, null clears it."""

    avaliacao_id: Required[Avaliacao]
    titulo: Text
    tipo: TipoAvaliacao
    data: Annotated[str, "Its day, `AAAA-MM-DD`."]
    materia: Materia
    valor_maximo: float
    peso: float
    itens: Annotated[list[ItemAvaliacao] | None, "Its questions with their points and skills."]
    conteudos: Texts


class AvaliacaoEditada(Model):
    """A test after an edit."""

    avaliacao_id: str
    titulo: str
    data: str
    resumo: str


class EdicaoPlano(TypedDict, total=False):
    """What to change about a teaching plan; what is left out stays as it is, null clears it."""

    plano_id: Required[Annotated[str, "The plan, by its id."]]
    periodo: str
    unidades: Annotated[list[Unidade] | None, "All its units, in order."]
    metodologia: Text
    criterios: Text


class PlanoEditado(Model):
    """A teaching plan after an edit."""

    plano_id: str
    n_unidades: int
    resumo: str


async def _planned(context: Context, given: EdicaoAvaliacao) -> tuple[Test, Test]:
    source = await source_of(context)
    before = await source.avaliacao(given["avaliacao_id"])
    changes = picked(given, ("titulo", "tipo", "valor_maximo", "peso", "itens", "conteudos"))
    if "data" in given:
        changes["data"] = check_day(given["data"], "data", context.locale)
    if "materia" in given:
        changes["materia_id"] = (await source.materia(given["materia"])).id
    after = edited(context, before, **changes)
    if after.valor_maximo < before.valor_maximo:
        top = max((each.valor or 0 for each in await source.notas_da_avaliacao(before.id)), default=0)
        if top > after.valor_maximo:
            raise errors.Invalid(
                say("mark_above_maximum", context.locale, top=top, valor_maximo=after.valor_maximo),
                code="invalid_param",
                field="valor_maximo",
                hint=say("correct_mark_first", context.locale),
            )
    return before, after


async def _preview_test(context: Context, **given: Unpack[EdicaoAvaliacao]) -> Records:
    before, after = await _planned(context, given)
    record = record_of("update", after, before)
    if not record.fields:
        return nothing(context.locale)
    return records(say("edit_named", context.locale, titulo=before.titulo), [record])


@school.capability(
    effect=Effect.WRITE,
    category="EDITAR",
    title={"en": "Edit a test", "pt": "Editar avaliação"},
    reversible=True,
    preview=_preview_test,
    targets=["avaliacao_id"],
)
async def editar_avaliacao(context: Context, **given: Unpack[EdicaoAvaliacao]) -> AvaliacaoEditada:
    """Edit a test: its title, day, weight, highest mark, questions and contents."""
    await context.write_turn()
    before, after = await _planned(context, given)
    title = say("titled_edited_f", context.locale, titulo=after.titulo)
    await (await source_of(context)).save(after, before, title=title)
    resumo = say("quoted_edited", context.locale, titulo=after.titulo)
    return AvaliacaoEditada(avaliacao_id=after.id, titulo=after.titulo, data=after.data, resumo=resumo)


async def _planned_plan(context: Context, given: EdicaoPlano) -> tuple[PlanoEnsino, PlanoEnsino]:
    before = await (await source_of(context)).plano(given["plano_id"])
    changes = picked(given, ("periodo", "unidades", "metodologia", "criterios"))
    return before, edited(context, before, **changes)


async def _preview_plan(context: Context, **given: Unpack[EdicaoPlano]) -> Records:
    before, after = await _planned_plan(context, given)
    record = record_of("update", after, before)
    if not record.fields:
        return nothing(context.locale)
    return records(say("edit_the_teaching_plan", context.locale), [record])


@school.capability(
    effect=Effect.WRITE,
    category="EDITAR",
    title={"en": "Edit a teaching plan", "pt": "Editar plano de ensino"},
    reversible=True,
    preview=_preview_plan,
    targets=["plano_id"],
)
async def editar_plano(context: Context, **given: Unpack[EdicaoPlano]) -> PlanoEditado:
    """Edit a teaching plan: its units, method and criteria."""
    await context.write_turn()
    before, after = await _planned_plan(context, given)
    title = say("teaching_plan_edited", context.locale)
    await (await source_of(context)).save(after, before, title=title)
    return PlanoEditado(plano_id=after.id, n_unidades=len(after.unidades), resumo=title)
