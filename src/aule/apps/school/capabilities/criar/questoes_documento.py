"""Making an activity from a document of the teacher's: each question has its passage beside it."""

from __future__ import annotations

from typing import Annotated, Literal, Required, TypedDict, Unpack

from pydantic import Field

from aule.apps.school.app import school
from aule.apps.school.authoring.document_passages import passages_of
from aule.apps.school.authoring.document_questions import questions_from
from aule.apps.school.authoring.wishes import Setting, setting
from aule.apps.school.capabilities.params import Materia, Turma
from aule.apps.school.capabilities.pesquisar.bncc import checked_year
from aule.apps.school.entities import Atividade, Conteudo, OrigemAtividade, Secao
from aule.apps.school.record_changes import new_id, record_of, records, stamped
from aule.apps.school.source import source_of
from aule.apps.school.words import counted, say
from aule.sdk import Context, Effect, FieldChange, Model, RecordChange, Records, errors

TIPO = "lista-exercicios"
Modelo = Literal["misto", "multipla_escolha", "verdadeiro_falso", "lacuna", "dissertativa"]


class NovasQuestoes(TypedDict, total=False):
    """What the questions are to be."""

    documento: Required[Annotated[str, Field(min_length=1, max_length=300, description="The document, by its title.")]]
    quantidade: Annotated[int, Field(ge=1, le=30, description="How many questions.")]
    tema: Annotated[str | None, Field(max_length=500, description="What of the document they are about.")]
    modelo_questao: Annotated[Modelo, "One kind of question, or `misto`."]
    turma_id: Annotated[Turma | None, "The class they are for."]
    materia: Annotated[Materia | None, "The subject."]
    titulo: Annotated[str | None, Field(max_length=200, description="Left out: after the document.")]


class QuestoesCriadas(Model):
    """An activity that was made from a document."""

    atividade_id: str
    titulo: str
    documento: str
    n_questoes: int
    descartadas: int = Field(description="Questions of a model whose key does not stand in their passage.")
    resumo: str


async def _place(context: Context, given: NovasQuestoes) -> Setting:
    year = checked_year("", context.locale)
    where = (given.get("turma_id") or "", given.get("materia") or "")
    return await setting(context, await source_of(context), *where, year, [])


async def _preview(context: Context, **given: Unpack[NovasQuestoes]) -> Records:
    place = await _place(context, given)
    titulo = given.get("titulo") or say("questions_of", context.locale, titulo=given["documento"].strip('"“”'))
    fields = {
        "documento": given["documento"],
        "quantidade": given.get("quantidade", 5),
        "turma": place.turma.nome if place.turma else None,
        "materia": place.materia.nome if place.materia else None,
    }
    shown = [FieldChange(name=name, after=value) for name, value in fields.items() if value]
    new = [record_of("create", place.materia)] if place.materia and place.is_new_materia else []
    record = RecordChange(op="create", kind="atividade", title=titulo, fields=shown)
    return records(say("make_activity", context.locale, titulo=titulo), [*new, record])


@school.capability(
    effect=Effect.WRITE,
    category="CRIAR",
    title={"en": "Make questions from a document", "pt": "Criar questões de um documento"},
    reversible=True,
    targets=["documento", "turma_id"],
    preview=_preview,
    timeout_s=600,
)
async def criar_questoes_documento(context: Context, **given: Unpack[NovasQuestoes]) -> QuestoesCriadas:
    """Make an activity from one of the teacher's documents; each question keeps the passage that it comes from.

    Without a model the questions are made by rules from definitions, figures and statements of the document.
    """
    source = await source_of(context)
    passages = await passages_of(context, given["documento"], given.get("tema") or "")
    place = await _place(context, given)
    semente = int(context.ambient.dice.random() * 2**48)
    wanted = given.get("quantidade", 5)
    made = await questions_from(
        context, passages, wanted, given.get("modelo_questao", "misto"), place.ano_serie, semente
    )
    if not made.questoes:
        raise errors.Invalid(
            say("no_questions_in", context.locale, titulo=passages.titulo),
            code="no_questions",
            field="documento",
            hint=say("no_questions_in_hint", context.locale),
        )
    titulo = given.get("titulo") or say("questions_of", context.locale, titulo=passages.titulo)
    await context.write_turn()
    place = await _place(context, given)
    activity = stamped(
        context,
        Atividade(
            id=new_id(context, Atividade),
            titulo=titulo[:200],
            tipo=TIPO,
            materia_id=place.materia.id if place.materia else None,
            ano_serie=place.ano_serie,
            turma_id=place.turma.id if place.turma else None,
            tema=(given.get("tema") or passages.titulo)[:2_000],
            conteudo=Conteudo(secoes=[Secao(questoes=made.questoes)]),
            tempo_min=max(10, 3 * len(made.questoes)),
            origem=OrigemAtividade(
                run=context.run.id, feita_por="modelo" if made.by_model else "gerador", semente=semente
            ),
        ),
    )
    if place.materia and place.is_new_materia:
        await source.save(place.materia, title=place.materia.nome)
    await source.save(activity, title=activity.titulo)
    _warn(context, wanted, len(made.questoes), made.left_out)
    told = counted("questao", len(made.questoes), context.locale)
    return QuestoesCriadas(
        atividade_id=activity.id,
        titulo=activity.titulo,
        documento=passages.titulo,
        n_questoes=len(made.questoes),
        descartadas=made.left_out,
        resumo=f"{say('activity_made', context.locale)}“{activity.titulo}”; {told}",
    )


def _warn(context: Context, wanted: int, made: int, left_out: int) -> None:
    if made < wanted:
        message = say("fewer_questions_made", context.locale, count=made, quantidade=wanted)
        context.warn("questoes_incompletas", message)
    if left_out:
        context.warn("questoes_descartadas", say("questions_left_out", context.locale, count=left_out))
