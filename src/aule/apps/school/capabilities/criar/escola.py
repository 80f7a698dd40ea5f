"""Setting up a school: how it counts, and its terms."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict, Unpack

from aule.apps.school.agenda import check_day
from aule.apps.school.app import school
from aule.apps.school.capabilities.params import Dia, Escola, Text
from aule.apps.school.embedded import Write
from aule.apps.school.entities import Config, PeriodoLetivo
from aule.apps.school.entities import Escola as School
from aule.apps.school.record_changes import checked, edited, new_id, nothing, picked, record_of, records, stamped
from aule.apps.school.source import embedded
from aule.apps.school.words import day, say
from aule.sdk import Context, Effect, Model, Records, errors

_PLAIN = ("nome", "rede", "uf", "fuso")


class Configuracao(TypedDict, total=False):
    """What to set about a school; what is left out stays as it is."""

    escola_id: Escola
    nome: Text
    rede: Text
    uf: Text
    fuso: Text
    escala: Annotated[dict[str, float], "`{min, max, casas}`: how marks are written."]
    media_aprovacao: float
    frequencia_minima: float
    frequencia_minima_infantil: float
    politica_faltante: Literal["ignorar", "zero"]
    recuperacao: Literal["maior", "media", "substitui"]
    faixas: list[float]
    alvo_dominio: float
    carga_anual: int | None
    nomes_a_modelos_remotos: Annotated[bool, "Whether names of students may reach models on other machines."]


class EscolaConfigurada(Model):
    """A school as it stands now."""

    escola_id: str
    nome: str
    config: Config
    resumo: str


async def _planned(context: Context, given: Configuracao) -> tuple[School | None, School]:
    source = embedded(context)
    known = await source.escolas()
    before = await source.escola(given.get("escola_id", ""), field="escola_id") if known else None
    changes = picked(given, _PLAIN)
    config = picked(given, Config.model_fields)
    start = before or School(id=new_id(context, School), nome=say("my_school", context.locale))
    if "escala" in config:
        config["escala"] = {**start.config.escala.model_dump(), **config["escala"]}
    if config:
        changes["config"] = {**start.config.model_dump(), **config}
    after = edited(context, start, **changes)
    return before, after if before else stamped(context, after)


async def _preview(context: Context, **given: Unpack[Configuracao]) -> Records:
    before, after = await _planned(context, given)
    record = record_of("update" if before else "create", after, before)
    if not record.fields and before:
        return nothing(context.locale)
    warnings: list[str] = []
    if given.get("nomes_a_modelos_remotos"):
        warnings.append(say("students_names_leave", context.locale))
    summary = say("set_up_school", context.locale, nome=after.nome)
    return records(summary, [record], warnings=warnings)


@school.capability(
    effect=Effect.WRITE,
    category="EDITAR",
    title={"en": "Set up the school", "pt": "Configurar escola"},
    reversible=True,
    preview=_preview,
)
async def configurar_escola(context: Context, **given: Unpack[Configuracao]) -> EscolaConfigurada:
    """Set how a school counts: its scale, passing mark, attendance, recovery and bands; it is made if there is none."""
    await context.write_turn()
    before, after = await _planned(context, given)
    title = say("school_set_up", context.locale, nome=after.nome)
    op = "update" if before else "create"
    await embedded(context).change([Write(before, after)], about=after.id, op=op, title=title)
    return EscolaConfigurada(escola_id=after.id, nome=after.nome, config=after.config, resumo=title)


class PeriodoCriado(Model):
    """A term as it stands now."""

    periodo_id: str
    tipo: str
    numero: int
    inicio: str
    fim: str
    resumo: str


Tipo = Literal["ano", "semestre", "trimestre", "bimestre"]


async def _made(context: Context, tipo: Tipo, inicio: str, fim: str, numero: int, escola_id: str) -> PeriodoLetivo:
    source = embedded(context)
    escola = await source.escola(escola_id, field="escola_id")
    de, ate = check_day(inicio, "inicio", context.locale), check_day(fim, "fim", context.locale)
    if ate <= de:
        raise errors.Invalid(
            say("term_out_of_order", context.locale, ate=ate, de=de),
            code="invalid_param",
            field="fim",
            hint=say("swap_the_days", context.locale),
        )
    same = [each for each in await source.periodos(escola.id) if each.tipo == tipo]
    for each in same:
        if each.inicio <= ate and de <= each.fim:
            raise errors.Conflict(
                say("terms_overlap", context.locale, tipo=tipo, inicio=each.inicio, fim=each.fim),
                code="periodo_repetido",
                field="inicio",
                hint=say("choose_other_days", context.locale),
            )
    number = numero or 1 + sum(each.inicio[:4] == de[:4] and each.inicio < de for each in same)
    return checked(
        PeriodoLetivo,
        {
            "id": new_id(context, PeriodoLetivo),
            "escola_id": escola.id,
            "tipo": tipo,
            "numero": number,
            "inicio": de,
            "fim": ate,
        },
    )


async def _preview_term(
    context: Context, tipo: Tipo, inicio: str, fim: str, numero: int = 0, escola_id: str = ""
) -> Records:
    made = await _made(context, tipo, inicio, fim, numero, escola_id)
    return records(_term(made, context.locale), [record_of("create", made)])


@school.capability(
    effect=Effect.WRITE,
    category="CRIAR",
    title={"en": "Create a term", "pt": "Criar período letivo"},
    reversible=True,
    preview=_preview_term,
)
async def criar_periodo(
    context: Context, tipo: Tipo, inicio: Dia, fim: Dia, numero: int = 0, escola_id: Escola = ""
) -> PeriodoCriado:
    """Say when a school year, or a term of it, begins and ends; `bimestre_atual` and the like go by it."""
    await context.write_turn()
    made = stamped(context, await _made(context, tipo, inicio, fim, numero, escola_id))
    resumo = _term(made, context.locale)
    await embedded(context).save(made, title=resumo)
    return PeriodoCriado(
        periodo_id=made.id, tipo=made.tipo, numero=made.numero, inicio=made.inicio, fim=made.fim, resumo=resumo
    )


def _term(made: PeriodoLetivo, locale: str) -> str:
    name = f"{made.numero}º {made.tipo}" if made.tipo != "ano" else say("school_year", locale)
    return say("term_span", locale, name=name, first=day(made.inicio, locale), last=day(made.fim, locale))
