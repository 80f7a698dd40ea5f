"""Making a test: the test itself, the activity that is its sheet, and the questions with their skills."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_DOWN, Decimal
from typing import Annotated, Required, TypedDict, Unpack

from pydantic import Field

from aule.apps.school.app import school
from aule.apps.school.authoring.activities import Wish, write
from aule.apps.school.authoring.wishes import Setting, setting, suggested
from aule.apps.school.bncc import skills
from aule.apps.school.capabilities.params import Dia, Materia, Turma
from aule.apps.school.entities import Atividade, Avaliacao, Conteudo, ItemAvaliacao, Questao, TipoAvaliacao
from aule.apps.school.generating.templates import codes_for, for_code
from aule.apps.school.record_changes import checked, new_id, record_of, records, stamped
from aule.apps.school.source import source_of
from aule.apps.school.views import Aviso
from aule.apps.school.words import counted, day, say
from aule.sdk import Context, Effect, FieldChange, Model, RecordChange, Records, errors

MOST_SKILLS = 6
"""How many skills a test is about where nobody said which."""
NAMES = {
    "diagnostica": "Avaliação diagnóstica",
    "formativa": "Avaliação",
    "somativa": "Prova",
    "recuperacao": "Recuperação",
    "trabalho": "Trabalho",
}


class NovaAvaliacao(TypedDict, total=False):
    """What the test is to be."""

    turma_id: Required[Turma]
    materia: Required[Materia]
    data: Required[Dia]
    titulo: Annotated[str | None, Field(max_length=200, description="Left out: after its kind and subject.")]
    tipo: Annotated[TipoAvaliacao, "What kind of test it is."]
    valor_maximo: Annotated[float, Field(gt=0, le=1_000, description="The best mark.")]
    peso: Annotated[float, Field(ge=0, le=100, description="How much it counts.")]
    conteudos: Annotated[list[str] | None, "What it is about, in words."]
    habilidades: Annotated[list[str] | None, "Codes of the BNCC. Left out: those of the class's year."]
    quantidade_questoes: Annotated[
        int, Field(ge=0, le=50, description="How many questions; 0: the test alone, for marks.")
    ]
    atividade_id: Annotated[str | None, "An activity to use as the test."]
    substitui_avaliacao_id: Annotated[str | None, "Of a recuperação: the test it replaces."]


class AvaliacaoCriada(Model):
    """A test that was made."""

    avaliacao_id: str
    atividade_id: str | None
    titulo: str
    data: str
    itens: list[ItemAvaliacao]
    gabarito_artifact: str | None = None
    avisos: list[str]
    resumo: str


async def _setting(context: Context, given: NovaAvaliacao) -> Setting:
    """Return the class, the subject and the skills; nobody said which: those of the year that can be asked exactly."""
    source = await source_of(context)
    codes = given.get("habilidades") or []
    place = await setting(context, source, given["turma_id"], given["materia"], "", codes)
    if place.codes or given.get("atividade_id") or given.get("quantidade_questoes") == 0:
        return place
    if contents := given.get("conteudos"):
        known = codes_for(" e ".join(contents), place.ano_serie) if place.letters == "MA" else []
        return suggested(place, known if len(known) == 1 else [], context.locale)  # several: nobody knows which
    subject = place.materia.componente_bncc or place.materia.nome if place.materia else given["materia"]
    known = [each.codigo for each in skills.of_year(subject, place.ano_serie)]
    chosen = [code for code in known if for_code(code)][:MOST_SKILLS]
    message = say("skills_assumed", context.locale) + ", ".join(chosen)
    avisos = [*place.avisos, Aviso(code="habilidades_escolhidas", message=message)] if chosen else place.avisos
    return Setting(place.turma, place.materia, place.is_new_materia, place.ano_serie, chosen, avisos)


def _title(given: NovaAvaliacao, place: Setting) -> str:
    subject = place.materia.nome if place.materia else given["materia"]
    turma = place.turma.nome if place.turma else given["turma_id"]
    return given.get("titulo") or f"{NAMES[given.get('tipo', 'formativa')]} de {subject} – {turma}"


async def _preview(context: Context, **given: Unpack[NovaAvaliacao]) -> Records:
    place = await _setting(context, given)
    titulo = _title(given, place)
    fields = {
        "turma": place.turma.nome if place.turma else None,
        "materia": place.materia.nome if place.materia else None,
        "data": given["data"],
        "tipo": given.get("tipo", "formativa"),
        "valor_maximo": given.get("valor_maximo", 10),
        "peso": given.get("peso", 1),
        "habilidades": place.codes,
        "quantidade_questoes": given.get("quantidade_questoes", 15),
    }
    shown = [FieldChange(name=name, after=value) for name, value in fields.items() if value]
    made = [RecordChange(op="create", kind="avaliacao", title=titulo, fields=shown)]
    if given.get("atividade_id") is None and given.get("quantidade_questoes", 15):
        made.append(RecordChange(op="create", kind="atividade", title=titulo))
    if place.materia and place.is_new_materia:
        made.append(record_of("create", place.materia))
    summary = say("make_test", context.locale, titulo=titulo)
    return records(summary, made, warnings=[each.message for each in place.avisos])


@school.capability(
    effect=Effect.WRITE,
    category="CRIAR",
    title={"en": "Make a test", "pt": "Criar avaliação"},
    reversible=True,
    targets=["turma_id"],
    preview=_preview,
    aliases={"criar_avaliacao_diagnostica": {"tipo": "diagnostica"}},
    timeout_s=600,
)
async def criar_avaliacao(context: Context, **given: Unpack[NovaAvaliacao]) -> AvaliacaoCriada:
    """Make a test for a class with its questions, their points and their skills, or of an activity that exists."""
    source = await source_of(context)
    place = await _setting(context, given)
    if place.turma is None or place.materia is None:
        raise errors.Invalid("A test needs a class and a subject.", code="missing_param", field="turma_id")
    best = given.get("valor_maximo", 10)
    titulo = _title(given, place)
    activity, avisos = await _sheet(context, given, place, titulo)
    itens = _items(activity.conteudo.questoes if activity else [], best, place.codes)
    is_new = activity is not None and given.get("atividade_id") is None
    if activity is not None and is_new:
        activity = activity.model_copy(update={"conteudo": _scored(activity.conteudo, itens)})
    await context.write_turn()
    place = await _setting(context, given)  # writing took time: the class may be gone, the subject be there by now
    if place.turma is None or place.materia is None:
        raise errors.Invalid("A test needs a class and a subject.", code="missing_param", field="turma_id")
    if activity is not None and is_new:
        activity = activity.model_copy(update={"materia_id": place.materia.id})
    avaliacao = checked(
        Avaliacao,
        {
            "id": new_id(context, Avaliacao),
            "turma_id": place.turma.id,
            "materia_id": place.materia.id,
            "titulo": titulo,
            "tipo": given.get("tipo", "formativa"),
            "data": given["data"],
            "valor_maximo": best,
            "peso": given.get("peso", 1),
            "atividade_id": activity.id if activity else None,
            "itens": [each.model_dump() for each in itens],
            "conteudos": given.get("conteudos") or [],
            "substitui_avaliacao_id": given.get("substitui_avaliacao_id"),
        },
    )
    if place.is_new_materia:
        await source.save(place.materia, title=place.materia.nome)
    if activity is not None and is_new:
        await source.save(activity, title=activity.titulo)
    await source.save(stamped(context, avaliacao), title=titulo)
    for each in avisos:
        context.warn(each.code, each.message)
    when = day(avaliacao.data, context.locale)
    told = f"“{titulo}”, {when}" + (f", {counted('questao', len(itens), context.locale)}" if itens else "")
    return AvaliacaoCriada(
        avaliacao_id=avaliacao.id,
        atividade_id=activity.id if activity else None,
        titulo=titulo,
        data=avaliacao.data,
        itens=itens,
        avisos=[each.code for each in avisos],
        resumo=say("test_made", context.locale, told=told),
    )


async def _sheet(
    context: Context, given: NovaAvaliacao, place: Setting, titulo: str
) -> tuple[Atividade | None, list[Aviso]]:
    """Return the activity that is the test: one that exists, a new one, or none where only marks are kept."""
    if (id := given.get("atividade_id")) is not None:
        return await (await source_of(context)).atividade(id), place.avisos
    if given.get("quantidade_questoes") == 0:
        return None, place.avisos
    tipo = "avaliacao-diagnostica" if given.get("tipo") == "diagnostica" else "prova-personalizada"
    tema = "; ".join(given.get("conteudos") or []) or "; ".join(text for _, text in place.texts) or titulo
    wish = Wish(tipo=tipo, tema=tema[:2_000], quantidade=given.get("quantidade_questoes", 15), titulo=titulo)
    return await write(context, await source_of(context), wish, place)


def _items(questoes: Sequence[Questao], best: float, codes: Sequence[str]) -> list[ItemAvaliacao]:
    """Return the questions as marks need them; their points add up to the best mark exactly."""
    weights = [Decimal(str(each.pontos or 1)) for each in questoes]
    total = sum(weights, Decimal(0))
    points = [(Decimal(str(best)) * each / total).quantize(Decimal("0.01"), ROUND_DOWN) for each in weights]
    if points:
        points[-1] += Decimal(str(best)) - sum(points, Decimal(0))
    return [
        ItemAvaliacao(n=at, pontos_max=float(value), habilidades=each.habilidades or list(codes)[:1])
        for at, (each, value) in enumerate(zip(questoes, points, strict=True), 1)
    ]


def _scored(conteudo: Conteudo, itens: Sequence[ItemAvaliacao]) -> Conteudo:
    points = iter(itens)
    return Conteudo(
        secoes=[
            section.model_copy(
                update={
                    "questoes": [
                        each.model_copy(update={"pontos": next(points).pontos_max}) for each in section.questoes
                    ]
                }
            )
            for section in conteudo.secoes
        ]
    )
