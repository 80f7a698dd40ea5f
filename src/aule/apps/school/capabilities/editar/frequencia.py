"""The register: who was there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Required, TypedDict, Unpack

from pydantic import Field

from aule.apps.school.agenda import check_day
from aule.apps.school.app import school
from aule.apps.school.capabilities.params import Dia, Materia, Turma
from aule.apps.school.entities import Frequencia, Presenca
from aule.apps.school.entities import Turma as Class
from aule.apps.school.names import Candidate, chave, pick
from aule.apps.school.record_changes import records
from aule.apps.school.source import embedded
from aule.apps.school.words import MESSAGES, counted, day, say
from aule.sdk import Context, Effect, Model, Records, TableCount


class PresencaDada(Model):
    """Whether one student was there."""

    aluno_id: Annotated[str, "The student: id or name, within the class."]
    presenca: Presenca


class Chamada(TypedDict, total=False):
    """A register of a day."""

    turma_id: Required[Turma]
    data: Required[Dia]
    presencas: Required[Annotated[list[PresencaDada], Field(max_length=500)]]
    demais: Annotated[Presenca | None, "What everybody else was; none: nothing is written about them."]
    materia: Materia | None
    carga: Annotated[int, Field(ge=1, le=20), "Class periods it counts for."]


class FrequenciaRegistrada(Model):
    """What was written into the register."""

    turma_id: str
    data: str
    n_alteradas: int
    faltas: int
    resumo: str


async def _planned(context: Context, given: Chamada) -> tuple[Class, list[Frequencia]]:
    source = embedded(context)
    turma = await source.turma(given["turma_id"])
    when = check_day(given["data"], "data", context.locale)
    subject = (await source.materia(said_materia)).id if (said_materia := given.get("materia")) else ""
    students = await source.alunos(turma.id)
    candidates = [Candidate(each.id, each.nome, chave(each.nome), each.matricula) for each in students]
    demais = given.get("demais")
    told: dict[str, Presenca] = {each.id: demais for each in students} if demais is not None else {}
    for place, each in enumerate(given["presencas"]):
        where = f"presencas.{place}.aluno_id"
        told[pick("aluno", each.aluno_id, candidates, field=where, locale=context.locale)] = each.presenca
    carga = given.get("carga", 1)
    return turma, [
        Frequencia(turma_id=turma.id, data=when, materia_id=subject, aluno_id=id, presenca=presenca, carga=carga)
        for id, presenca in told.items()
    ]


def _away(registros: Sequence[Frequencia]) -> int:
    return sum(each.presenca in ("falta", "falta_justificada") for each in registros)


async def _preview(context: Context, **given: Unpack[Chamada]) -> Records:
    turma, registros = await _planned(context, given)
    away, when = _away(registros), day(check_day(given["data"], "data", context.locale), context.locale)
    summary = MESSAGES.say_count("register_and_away", away, context.locale, turma=turma.nome, when=when)
    return records(summary, [], tables=[TableCount(name="frequencia", update=len(registros))])


@school.capability(
    effect=Effect.WRITE,
    category="EDITAR",
    title={"en": "Take the register", "pt": "Registrar frequência"},
    reversible=True,
    idempotent=True,
    preview=_preview,
    targets=["turma_id"],
)
async def registrar_frequencia(context: Context, **given: Unpack[Chamada]) -> FrequenciaRegistrada:
    """Write who was there on a day; with `demais` name only the absent, and say what everybody else was."""
    await context.write_turn()
    turma, registros = await _planned(context, given)
    when = check_day(given["data"], "data", context.locale)
    shown = day(when, context.locale)
    title = say("register_of_class", context.locale, turma=turma.nome, shown=shown)
    changed = await embedded(context).save_frequencias(turma.id, registros, title=title)
    resumo = f"{title}: {counted('frequencia', changed, context.locale)}"
    return FrequenciaRegistrada(
        turma_id=turma.id, data=when, n_alteradas=changed, faltas=_away(registros), resumo=resumo
    )
