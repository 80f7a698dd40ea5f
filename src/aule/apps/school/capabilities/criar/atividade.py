"""Making an activity."""

from __future__ import annotations

from typing import Annotated, Literal, Required, TypedDict, Unpack

from pydantic import Field

from aule.apps.school.app import school
from aule.apps.school.authoring.activities import Wish, write
from aule.apps.school.authoring.wishes import Setting, setting, title_for
from aule.apps.school.bncc import skills
from aule.apps.school.capabilities.params import Materia, Turma
from aule.apps.school.capabilities.pesquisar.bncc import checked_year
from aule.apps.school.catalog.kinds import kind_of
from aule.apps.school.entities import Dificuldade
from aule.apps.school.record_changes import record_of, records
from aule.apps.school.source import source_of
from aule.apps.school.views import HabilidadeNome
from aule.apps.school.words import counted, say
from aule.sdk import Context, Effect, FieldChange, Model, RecordChange, Records

Modelo = Literal[
    "misto",
    "multipla_escolha",
    "verdadeiro_falso",
    "lacuna",
    "associacao",
    "ordenacao",
    "dissertativa",
    "numerica",
]

SHORT_ONES = {"exit-ticket": 3, "desafios-sala": 5}
"""Kinds that have fewer questions where nobody said how many."""


class NovaAtividade(TypedDict, total=False):
    """What the activity is to be."""

    tipo: Required[Annotated[str, "A kind of the catalogue, such as `lista-exercicios`."]]
    tema: Required[Annotated[str, Field(min_length=1, max_length=2_000, description="What it is about.")]]
    materia: Annotated[Materia | None, "The subject. Left out: that of the skills."]
    turma_id: Annotated[Turma | None, "The class it is for."]
    ano_serie: Annotated[str | None, "The year, `EF7`. Left out: that of the class."]
    habilidades: Annotated[list[str] | None, "Codes of the BNCC."]
    quantidade: Annotated[int, Field(ge=1, le=50, description="How many questions or words.")]
    dificuldade: Annotated[Dificuldade, "How hard it is."]
    modelo_questao: Annotated[Modelo, "One kind of question, or `misto`."]
    objetivos: Annotated[list[str] | None, "What it is for."]
    contexto: Annotated[
        str | None, Field(max_length=20_000, description="A text, wishes, or words as `palavra: pista`.")
    ]
    titulo: Annotated[str | None, Field(max_length=200, description="Left out: after its kind and theme.")]


class AtividadeCriada(Model):
    """An activity that was made."""

    atividade_id: str
    titulo: str
    tipo: str
    n_questoes: int
    pontos_total: float
    habilidades: list[HabilidadeNome]
    avisos: list[str]
    resumo: str


def wish_of(given: NovaAtividade) -> Wish:
    """Return what was asked for, with the usual where nothing was said."""
    return Wish(
        tipo=given["tipo"],
        tema=given["tema"],
        quantidade=given.get("quantidade", SHORT_ONES.get(given["tipo"], 10)),
        dificuldade=given.get("dificuldade", "medio"),
        modelo_questao=given.get("modelo_questao", "misto"),
        objetivos=tuple(given.get("objetivos") or ()),
        contexto=given.get("contexto") or "",
        titulo=given.get("titulo") or "",
    )


async def _setting(context: Context, given: NovaAtividade) -> Setting:
    year = checked_year(given.get("ano_serie") or "", context.locale)
    where = (given.get("turma_id") or "", given.get("materia") or "")
    return await setting(context, await source_of(context), *where, year, given.get("habilidades") or [])


async def _preview(context: Context, **given: Unpack[NovaAtividade]) -> Records:
    kind = kind_of(given["tipo"], context.locale)
    place = await _setting(context, given)
    wish = wish_of(given)
    titulo = wish.titulo or title_for(kind.id, wish.tema, place.codes)
    fields = {
        "tipo": kind.nome,
        "turma": place.turma.nome if place.turma else None,
        "materia": place.materia.nome if place.materia else None,
        "ano_serie": place.ano_serie,
        "habilidades": place.codes,
        "quantidade": wish.quantidade,
        "dificuldade": wish.dificuldade,
    }
    shown = [FieldChange(name=name, after=value) for name, value in fields.items() if value]
    record = RecordChange(op="create", kind="atividade", title=titulo, fields=shown)
    new = [record_of("create", place.materia)] if place.materia and place.is_new_materia else []
    summary = say("make_activity", context.locale, titulo=titulo)
    return records(summary, [*new, record], warnings=[each.message for each in place.avisos])


@school.capability(
    effect=Effect.WRITE,
    category="CRIAR",
    title={"en": "Make an activity", "pt": "Criar atividade"},
    reversible=True,
    targets=["turma_id"],
    preview=_preview,
    timeout_s=600,
)
async def criar_atividade(context: Context, **given: Unpack[NovaAtividade]) -> AtividadeCriada:
    """Make an activity with questions, answers and explanations, checked one by one.

    Mathematics is made exactly, with no model; other themes from the teacher's own questions, or by a model.
    """
    source = await source_of(context)
    place = await _setting(context, given)
    activity, avisos = await write(context, source, wish_of(given), place)
    await context.write_turn()
    place = await _setting(context, given)  # writing took time: the class may be gone, the subject be there by now
    activity = activity.model_copy(update={"materia_id": place.materia.id if place.materia else None})
    if place.materia and place.is_new_materia:
        await source.save(place.materia, title=place.materia.nome)
    await source.save(activity, title=activity.titulo)
    for each in avisos:
        context.warn(each.code, each.message)
    questions = activity.conteudo.questoes
    total = sum(each.pontos for each in questions)
    parts = [f"“{activity.titulo}”"]
    if questions:
        worth = f", {counted('ponto', round(total, 2), context.locale)}" if total else ""
        parts.append(f"{counted('questao', len(questions), context.locale)}{worth}")
    if activity.habilidades:
        parts.append(", ".join(activity.habilidades))
    return AtividadeCriada(
        atividade_id=activity.id,
        titulo=activity.titulo,
        tipo=activity.tipo,
        n_questoes=len(questions),
        pontos_total=total,
        habilidades=[
            *skills.named(activity.habilidades),
            *(HabilidadeNome(codigo=code, texto="", valida=False) for code in _refused(given)),
        ],
        avisos=[each.code for each in avisos],
        resumo=say("activity_made", context.locale) + "; ".join(parts),
    )


def _refused(given: NovaAtividade) -> list[str]:
    return skills.split(given.get("habilidades") or [])[1]
