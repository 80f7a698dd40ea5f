"""Making a teaching plan, and how much of the curriculum is in it."""

from __future__ import annotations

from typing import Annotated, Required, TypedDict, Unpack

from pydantic import Field

from aule.apps.school.app import school
from aule.apps.school.authoring.term_plans import units
from aule.apps.school.authoring.wishes import Setting, setting
from aule.apps.school.bncc import skills
from aule.apps.school.capabilities.params import Materia, Turma
from aule.apps.school.entities import PlanoEnsino, Unidade
from aule.apps.school.periodos import resolver
from aule.apps.school.record_changes import new_id, record_of, records, stamped
from aule.apps.school.source import source_of
from aule.apps.school.views import Aviso, HabilidadeNome
from aule.apps.school.words import say
from aule.sdk import Context, Effect, Model, Records, errors


class NovoPlano(TypedDict, total=False):
    """What the plan is to be."""

    turma_id: Required[Turma]
    materia: Required[Materia]
    periodo: Required[Annotated[str, "The term: `bimestre:1`, `trimestre_atual`, `ano_letivo`, or two days."]]
    habilidades: Annotated[list[str] | None, "Codes of the BNCC. Left out: all of the subject and year."]
    aulas_semana: Annotated[int, Field(ge=1, le=20, description="Lessons a week.")]
    metodologia: Annotated[str | None, Field(max_length=20_000)]


class Cobertura(Model):
    """How much of the curriculum is in a plan."""

    habilidades_total: int
    incluidas: int
    fora: list[HabilidadeNome]


class PlanoCriado(Model):
    """A teaching plan that was made."""

    plano_id: str
    periodo: dict[str, str]
    unidades: list[Unidade]
    aulas_total: int
    cobertura: Cobertura
    avisos: list[str]
    resumo: str


async def _planned(context: Context, given: NovoPlano) -> tuple[PlanoEnsino, Setting, PlanoCriado]:
    source = await source_of(context)
    place = await setting(context, source, given["turma_id"], given["materia"], "", given.get("habilidades") or [])
    if place.turma is None or place.materia is None:
        raise errors.Invalid("A plan needs a class and a subject.", code="missing_param", field="turma_id")
    subject = place.materia.componente_bncc or place.materia.nome
    whole = skills.of_year(subject, place.ano_serie)
    chosen = [found for code in place.codes if (found := skills.skill(code))] or whole
    if not chosen:
        raise errors.Invalid(
            say("no_skills_of_subject", context.locale, materia=place.materia.nome, ano_serie=place.ano_serie),
            code="invalid_param",
            field="habilidades",
            hint=say("name_the_skills", context.locale),
        )
    terms = await source.periodos(place.turma.escola_id)
    span = resolver(given["periodo"], context.reading.today, terms, ano_letivo=place.turma.ano_letivo)
    per_week = given.get("aulas_semana", 4)
    lessons = max(1, -(-span.dias // 7)) * per_week
    made = units(chosen, lessons, span.inicio, per_week)
    plan = PlanoEnsino(
        id=new_id(context, PlanoEnsino),
        turma_id=place.turma.id,
        materia_id=place.materia.id,
        periodo=given["periodo"],
        unidades=made,
        metodologia=given.get("metodologia") or "Resolução de problemas, trabalho em duplas e retomada a cada aula.",
        criterios="Participação, listas, bilhetes de saída e uma avaliação por unidade.",
    )
    avisos = list(place.avisos)
    if lessons < len(chosen):
        message = say("lessons_for_skills", context.locale, lessons=lessons, count=len(chosen))
        avisos.append(Aviso(code="muitas_habilidades", message=message))
    included = {each.codigo for each in chosen}
    left = [each for each in whole if each.codigo not in included]
    cover = Cobertura(
        habilidades_total=len(whole),
        incluidas=len([each for each in whole if each.codigo in included]),
        fora=[HabilidadeNome(codigo=each.codigo, texto=each.texto) for each in left],
    )
    result = PlanoCriado(
        plano_id=plan.id,
        periodo={"inicio": span.de, "fim": span.ate, "texto": span.texto},
        unidades=made,
        aulas_total=lessons,
        cobertura=cover,
        avisos=[each.code for each in avisos],
        resumo=say(
            "teaching_plan_made",
            context.locale,
            units=len(made),
            lessons=lessons,
            included=cover.incluidas,
            total=cover.habilidades_total,
        ),
    )
    full = Setting(place.turma, place.materia, place.is_new_materia, place.ano_serie, place.codes, avisos)
    return stamped(context, plan), full, result


async def _preview(context: Context, **given: Unpack[NovoPlano]) -> Records:
    plan, place, result = await _planned(context, given)
    names = {each.id: each.nome for each in (place.turma, place.materia) if each}
    made = [record_of("create", plan, names=names)]
    if place.materia and place.is_new_materia:
        made.insert(0, record_of("create", place.materia))
    return records(result.resumo, made, warnings=[each.message for each in place.avisos])


@school.capability(
    effect=Effect.WRITE,
    category="CRIAR",
    title={"en": "Make a teaching plan", "pt": "Criar plano de ensino"},
    reversible=True,
    targets=["turma_id"],
    preview=_preview,
)
async def criar_plano_ensino(context: Context, **given: Unpack[NovoPlano]) -> PlanoCriado:
    """Make a teaching plan: the skills of the BNCC in units over a term, with what is left out."""
    await context.write_turn()
    plan, place, result = await _planned(context, given)
    source = await source_of(context)
    if place.materia and place.is_new_materia:
        await source.save(place.materia, title=place.materia.nome)
    title = f"{place.materia.nome if place.materia else ''} {place.turma.nome if place.turma else ''}, {plan.periodo}"
    await source.save(plan, title=title.strip())
    for each in place.avisos:
        context.warn(each.code, each.message)
    context.cite("bncc.dev", rows=result.cobertura.habilidades_total)
    return result
