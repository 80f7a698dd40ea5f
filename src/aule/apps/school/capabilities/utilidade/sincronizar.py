"""Bringing a platform's records here, so that they can be worked with when it is away (SP-51)."""

from __future__ import annotations

from typing import Annotated, Literal

from aule.apps.school.api_wrapper.fonte import FONTE, fonte_de
from aule.apps.school.api_wrapper.pull import Pull
from aule.apps.school.api_wrapper.rest import RestSource
from aule.apps.school.app import school
from aule.apps.school.record_changes import records
from aule.apps.school.source import embedded
from aule.apps.school.words import counted, say
from aule.sdk import Context, Effect, Model, Preview, TableCount, errors

Parte = Literal["alunos", "notas", "frequencia", "atividades"]
PARTES: list[Parte] = ["alunos", "notas", "frequencia", "atividades"]


class Sincronizado(Model):
    """What came from a platform."""

    fonte: str
    criados: int
    alterados: int
    iguais: int
    fora: list[str]
    """What was left out, as it belongs to something nobody knows; the first of it."""
    resumo: str


async def _shown(context: Context, turma_id: str = "", partes: list[Parte] | None = None) -> Preview:
    pull = await _pulled(context, turma_id, partes)
    return records(_told(pull.counts, context.locale), [], tables=pull.counts, warnings=_notes(pull, context.locale))


@school.capability(
    effect=Effect.WRITE,
    category="UTILIDADE",
    title={"en": "Pull from the source", "pt": "Sincronizar com a fonte"},
    reversible=True,
    preview=_shown,
    timeout_s=300,
)
async def sincronizar_fonte(
    context: Context,
    turma_id: Annotated[str, "Only this class, by its id or name there. Left out: all."] = "",
    partes: Annotated[list[Parte] | None, "What is brought beside classes. Left out: everything."] = None,
) -> Sincronizado:
    """Bring classes, students, marks, attendance and activities from the platform; nothing here is removed."""
    pull = await _pulled(context, turma_id, partes)
    await context.write_turn()
    title = say("from_source", context.locale, source=pull.source.nome)
    if pull.writes:
        await embedded(context).change(pull.writes, about=FONTE, op="import", title=title)
    counts = pull.counts
    context.cite(pull.source.nome, rows=sum(each.create + each.update + each.unchanged for each in counts))
    return Sincronizado(
        fonte=pull.source.nome,
        criados=sum(each.create for each in counts),
        alterados=sum(each.update for each in counts),
        iguais=sum(each.unchanged for each in counts),
        fora=pull.left_out[:20],
        resumo=_told(counts, context.locale),
    )


async def _pulled(context: Context, turma_id: str, partes: list[Parte] | None) -> Pull:
    fonte = await fonte_de(context)
    if fonte is None or not fonte.base_url:
        raise errors.NotFound(
            say("no_source", context.locale),
            hint=say("use_configurar_fonte", context.locale),
        )
    wanted = PARTES if partes is None else partes
    pull = Pull(context, RestSource(context, fonte))
    turmas = await pull.classes(turma_id)
    for turma in turmas:
        context.progress(turma.nome)
        if {"alunos", "notas", "frequencia"} & set(wanted):
            await pull.students(turma)
        if "notas" in wanted:
            await pull.marks(turma)
        if "frequencia" in wanted:
            await pull.attendance(turma)
    if "atividades" in wanted:
        await pull.work()
    return pull


def _told(counts: list[TableCount], locale: str) -> str:
    parts = [counted(each.name, each.create + each.update, locale) for each in counts if each.create + each.update]
    if not parts:
        return say("nothing_to_pull", locale)
    listed = ", ".join(parts)
    return say("pull_changes", locale, listed=listed)


def _notes(pull: Pull, locale: str) -> list[str]:
    if not pull.left_out:
        return []
    listed = ", ".join(pull.left_out[:5])
    return [say("pull_left_out", locale, listed=listed)]
