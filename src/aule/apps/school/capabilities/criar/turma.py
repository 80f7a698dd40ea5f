"""Making and editing classes, schools and terms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, Required, TypedDict, Unpack

from aule.apps.school.app import school
from aule.apps.school.capabilities.params import Escola, Materia, Text, Turma
from aule.apps.school.embedded import Embedded, Write
from aule.apps.school.entities import Aluno, Kept, MatriculaTurma
from aule.apps.school.entities import Escola as School
from aule.apps.school.entities import Materia as Subject
from aule.apps.school.entities import Turma as Class
from aule.apps.school.names import ano_serie_de, chave_turma
from aule.apps.school.record_changes import (
    checked,
    edited,
    new_id,
    nothing,
    picked,
    record_of,
    records,
    stamped,
    subject_for,
)
from aule.apps.school.sample.layout import is_sample
from aule.apps.school.source import embedded
from aule.apps.school.words import counted, say
from aule.sdk import Context, Effect, Model, Records, TableCount, errors

_AnoSerie = Annotated[str, "`EF7` or `7º ano`; left out: what the name tells."]


class NovaTurma(TypedDict, total=False):
    """A class to be made."""

    nome: Required[str]
    ano_serie: _AnoSerie
    turno: Annotated[Literal["manhã", "tarde", "noite", "integral", ""], "When it meets."]
    ano_letivo: Annotated[int, "The school year. Left out: this one."]
    materias: Annotated[list[Materia], "Its subjects, by id or name."]
    escola_id: Escola
    alunos: Annotated[list[str], "Whole names of its students."]


class EdicaoTurma(TypedDict, total=False):
    """What to change about a class."""

    turma_id: Required[Turma]
    nome: Text
    ano_serie: _AnoSerie
    turno: Text
    ano_letivo: int
    materias: list[Materia] | None


class TurmaGuardada(Model):
    """A class as it stands now."""

    turma_id: str
    nome: str
    escola_id: str
    total_alunos: int
    resumo: str


def _year(nome: str, said_year: str, locale: str) -> str:
    year = ano_serie_de(said_year or nome)
    if not year:
        raise errors.Invalid(
            say("which_year", locale, nome=nome),
            code="invalid_param",
            field="ano_serie",
            hint="`EF1`…`EF9`, `EM1`…`EM3` ou `EI1`…`EI3`.",
        )
    return year


async def _subjects(context: Context, source: Embedded, named: Sequence[str]) -> tuple[list[str], list[Kept]]:
    """Return ids of subjects, and those that have to be made."""
    ids: list[str] = []
    made: dict[str, Kept] = {}
    for each in named:
        subject, is_new = await subject_for(context, source, each)
        subject = made.setdefault(subject.nome, subject) if is_new else subject
        ids.append(subject.id)
    return list(dict.fromkeys(ids)), list(made.values())


async def _made(context: Context, given: NovaTurma) -> tuple[Class, list[Model]]:
    """Return the class, and all that has to come with it, in order."""
    source = embedded(context)
    first: list[Model] = []
    own = [each for each in await source.escolas() if not is_sample(each)]
    if given.get("escola_id") or len(own) > 1:
        escola = await source.escola(given.get("escola_id", ""), field="escola_id")
    elif own:
        escola = own[0]
    else:  # also beside the sample, with which a class of one's own would go
        nome = say("my_school", context.locale)
        escola = stamped(context, School(id=new_id(context, School), nome=nome))
        first.append(escola)
    ids, subjects = await _subjects(context, source, given.get("materias") or ())
    turma = checked(
        Class,
        {
            "id": new_id(context, Class),
            "escola_id": escola.id,
            "nome": " ".join(given["nome"].split()),
            "ano_serie": _year(given["nome"], given.get("ano_serie") or "", context.locale),
            "turno": given.get("turno") or "",
            "ano_letivo": given.get("ano_letivo") or context.reading.today.year,
            "materias": ids,
        },
    )
    await _refuse_same(context, source, turma)
    students: list[Model] = []
    for nome in given.get("alunos") or ():
        if nome.strip():
            aluno = checked(
                Aluno, {"id": new_id(context, Aluno), "escola_id": escola.id, "nome": " ".join(nome.split())}
            )
            start = context.reading.today.isoformat()
            students += [stamped(context, aluno), MatriculaTurma(aluno_id=aluno.id, turma_id=turma.id, inicio=start)]
    return turma, [*first, *subjects, stamped(context, turma), *students]


async def _refuse_same(context: Context, source: Embedded, turma: Class) -> None:
    key = chave_turma(turma.nome, turma.ano_serie)
    for each in await source.named(Class, key):
        if (each.escola_id, each.ano_letivo) == (turma.escola_id, turma.ano_letivo) and each.id != turma.id:
            raise errors.Conflict(
                say("class_exists", context.locale, each=each.nome),
                code="turma_repetida",
                field="nome",
                subject=each.id,
                hint=say("give_it_another_name", context.locale),
            )


async def _preview(context: Context, **given: Unpack[NovaTurma]) -> Records:
    turma, made = await _made(context, given)
    names = {each.id: each.nome for each in await embedded(context).materias()}
    names |= {each.id: each.nome for each in made if isinstance(each, (School, Subject))}
    shown = [record_of("create", each, names=names) for each in made if isinstance(each, (School, Subject, Class))]
    count = sum(isinstance(each, Aluno) for each in made)
    tables = [TableCount(name="aluno", create=count)] if count else []
    summary = say("make_class", context.locale, turma=turma.nome)
    return records(summary, shown, tables=tables)


@school.capability(
    effect=Effect.WRITE,
    category="CRIAR",
    title={"en": "Create a class", "pt": "Criar turma"},
    reversible=True,
    preview=_preview,
)
async def criar_turma(context: Context, **given: Unpack[NovaTurma]) -> TurmaGuardada:
    """Make a class, with its subjects and, if their names are given, its students."""
    await context.write_turn()
    turma, made = await _made(context, given)
    title = say("class_made", context.locale, turma=turma.nome)
    await embedded(context).change([Write(None, each) for each in made], about=turma.id, op="create", title=title)
    count = sum(isinstance(each, Aluno) for each in made)
    return _told(turma, count, context.locale)


def _told(turma: Class, count: int, locale: str) -> TurmaGuardada:
    resumo = f"{turma.nome}: {counted('aluno', count, locale)}"
    return TurmaGuardada(
        turma_id=turma.id, nome=turma.nome, escola_id=turma.escola_id, total_alunos=count, resumo=resumo
    )


async def _edited(context: Context, given: EdicaoTurma) -> tuple[Class, Class, list[Kept]]:
    source = embedded(context)
    before = await source.turma(given["turma_id"])
    changes = picked(given, ("nome", "turno", "ano_letivo"))
    made: list[Kept] = []
    if "ano_serie" in given:
        changes["ano_serie"] = _year(before.nome, given["ano_serie"], context.locale)
    if "materias" in given:
        changes["materias"], made = await _subjects(context, source, given["materias"] or ())
    after = edited(context, before, **changes)
    await _refuse_same(context, source, after)
    return before, after, made


async def _preview_edit(context: Context, **given: Unpack[EdicaoTurma]) -> Records:
    before, after, made = await _edited(context, given)
    names = {each.id: each.nome for each in await embedded(context).materias()}
    names |= {each.id: each.nome for each in made if isinstance(each, Subject)}
    record = record_of("update", after, before, names=names)
    if not record.fields:
        return nothing(context.locale)
    summary = say("edit_class", context.locale, nome=before.nome)
    return records(summary, [*(record_of("create", each) for each in made), record])


@school.capability(
    effect=Effect.WRITE,
    category="EDITAR",
    title={"en": "Edit a class", "pt": "Editar turma"},
    reversible=True,
    preview=_preview_edit,
    targets=["turma_id"],
)
async def editar_turma(context: Context, **given: Unpack[EdicaoTurma]) -> TurmaGuardada:
    """Edit a class: its name, year, shift and subjects."""
    await context.write_turn()
    before, after, made = await _edited(context, given)
    title = say("class_edited", context.locale, nome=after.nome)
    writes = [*(Write(None, each) for each in made), Write(before, after)]
    source = embedded(context)
    await source.change(writes, about=after.id, op="update", title=title)
    return _told(after, len(await source.alunos(after.id)), context.locale)
