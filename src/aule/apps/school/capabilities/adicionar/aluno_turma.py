"""Putting a student into a class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Required, TypedDict, Unpack

from pydantic import Field

from aule.apps.school.agenda import check_day
from aule.apps.school.app import school
from aule.apps.school.capabilities.params import Aluno, Dia, Turma
from aule.apps.school.entities import Aluno as Student
from aule.apps.school.entities import MatriculaTurma
from aule.apps.school.entities import Turma as Class
from aule.apps.school.names import chave
from aule.apps.school.record_changes import new_id, nothing, record_of, records, stamped
from aule.apps.school.source import SchoolSource, embedded, source_of
from aule.apps.school.words import say
from aule.sdk import Context, Effect, FieldChange, Model, RecordChange, Records, errors


class NovoAluno(TypedDict, total=False):
    """Who comes into a class."""

    turma_id: Required[Turma]
    aluno_id: Annotated[Aluno | None, "A student who is at the school already. Otherwise give `nome`."]
    nome: Annotated[str | None, "The whole name of a new student.", Field(max_length=200)]
    matricula: Annotated[str | None, "The new student's number, one of its kind in the school.", Field(max_length=60)]
    nome_social: Annotated[str | None, "The name they go by.", Field(max_length=200)]
    nascimento: Annotated[str | None, "Date of birth, `AAAA-MM-DD`.", Field(max_length=10)]
    responsavel: Annotated[str | None, "Who answers for them.", Field(max_length=200)]
    inicio: Annotated[Dia, "From when on. Left out: today."]


class AlunoNaTurma(Model):
    """A student in a class."""

    aluno_id: str
    nome: str
    criado: bool
    matricula: str
    turma_id: str
    resumo: str


@dataclass(frozen=True, slots=True)
class _Plan:
    turma: Class
    aluno: Student
    matricula: MatriculaTurma
    is_new: bool
    is_there: bool
    """Whether the student is in the class already."""
    namesake: bool = False


async def _planned(context: Context, given: NovoAluno) -> _Plan:
    source = await source_of(context)
    turma = await source.turma(given["turma_id"])
    inicio = check_day(given.get("inicio") or context.reading.today.isoformat(), "inicio", context.locale)
    there = await source.alunos(turma.id, ativo=None)
    is_new, namesake = False, False
    if known := given.get("aluno_id"):
        aluno = await source.aluno(known)
    else:
        found = await _same(context, source, turma, there, given)
        is_new = found is None
        aluno = found or _made(context, turma, given)
        namesake = is_new and any(chave(each.nome) == chave(aluno.nome) for each in there)
    matricula = MatriculaTurma(aluno_id=aluno.id, turma_id=turma.id, inicio=inicio)
    return _Plan(turma, aluno, matricula, is_new, any(each.id == aluno.id for each in there), namesake)


async def _same(
    context: Context, source: SchoolSource, turma: Class, there: list[Student], given: NovoAluno
) -> Student | None:
    """Return a student who is meant by the number, or by the name within this very class.

    Never by a name alone elsewhere.
    """
    nome, number = (given.get("nome") or "").strip(), (given.get("matricula") or "").strip()
    if not nome:
        raise errors.Invalid(
            say("student_name_missing", context.locale),
            code="invalid_param",
            field="nome",
            hint=say("give_student", context.locale),
        )
    if not number:
        same = [each for each in there if chave(each.nome) == chave(nome)]
        return same[0] if len(same) == 1 else None
    known = [each for each in there if each.matricula == number]
    if not known and source.is_here:
        every = await embedded(context).by(Student, "matricula", [number])
        known = [each for each in every if each.escola_id == turma.escola_id]
    if known and chave(known[0].nome) != chave(nome):
        raise errors.Conflict(
            say("number_taken", context.locale, number=number, known=known[0].nome),
            code="matricula_repetida",
            field="matricula",
            hint=say("give_another_number", context.locale),
        )
    return known[0] if known else None


def _made(context: Context, turma: Class, given: NovoAluno) -> Student:
    return Student(
        id=new_id(context, Student),
        escola_id=turma.escola_id,
        nome=" ".join((given.get("nome") or "").split()),
        nome_social=given.get("nome_social") or "",
        matricula=(given.get("matricula") or "").strip(),
        nascimento=given.get("nascimento") or "",
        responsavel=given.get("responsavel") or "",
    )


async def _preview(context: Context, **given: Unpack[NovoAluno]) -> Records:
    plan = await _planned(context, given)
    if plan.is_there:
        told = say("student_is_in_already", context.locale, aluno=plan.aluno.nome, turma=plan.turma.nome)
        return nothing(context.locale, told)
    summary = say("enrol_student", context.locale, aluno=plan.aluno.nome, turma=plan.turma.nome)
    link = RecordChange(
        op="link",
        kind="matricula",
        title=plan.aluno.nome,
        path=[plan.turma.nome],
        fields=[FieldChange(name="inicio", after=plan.matricula.inicio)],
    )
    made = [record_of("create", plan.aluno, path=[plan.turma.nome])] if plan.is_new else []
    return records(summary, [*made, link])


@school.capability(
    effect=Effect.WRITE,
    category="ADICIONAR",
    title={"en": "Add a student to a class", "pt": "Adicionar aluno à turma"},
    reversible=True,
    idempotent=True,
    preview=_preview,
    targets=["turma_id"],
)
async def adicionar_aluno_turma(context: Context, **given: Unpack[NovoAluno]) -> AlunoNaTurma:
    """Put a student into a class: one of the school, or a new one by name. Who is there already stays as they are."""
    await context.write_turn()
    plan = await _planned(context, given)
    aluno = stamped(context, plan.aluno) if plan.is_new else plan.aluno
    if plan.is_there:
        already = say("student_is_in_already", context.locale, aluno=aluno.nome, turma=plan.turma.nome)
        context.warn("aluno_ja_na_turma", already)
    else:
        title = say("student_joined", context.locale, aluno=aluno.nome, turma=plan.turma.nome)
        await (await source_of(context)).enrol(aluno, plan.matricula, title=title, is_new=plan.is_new)
    if plan.namesake:
        same = say("another_of_that_name", context.locale, aluno=aluno.nome)
        context.warn("nome_repetido", same)
    resumo = say("student_enrolled", context.locale, aluno=aluno.nome, turma=plan.turma.nome)
    return AlunoNaTurma(
        aluno_id=aluno.id,
        nome=aluno.nome,
        criado=plan.is_new,
        matricula=aluno.matricula,
        turma_id=plan.turma.id,
        resumo=resumo,
    )
