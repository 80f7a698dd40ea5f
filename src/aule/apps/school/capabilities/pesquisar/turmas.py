"""Searching classes and who is in them."""

from __future__ import annotations

from typing import Annotated

from aule.apps.school.app import school
from aule.apps.school.capabilities.params import Materia, Turma
from aule.apps.school.names import ano_serie_de
from aule.apps.school.source import source_of
from aule.apps.school.words import counted, say
from aule.sdk import Context, Effect, Model


class TurmaAchada(Model):
    """A class that was found."""

    id: str
    nome: str
    escola: str
    ano_serie: str
    turno: str
    ano_letivo: int
    total_alunos: int
    materias: list[str]


class TurmasAchadas(Model):
    """Classes that were found."""

    total: int
    turmas: list[TurmaAchada]
    resumo: str


class AlunoAchado(Model):
    """A student that was found; only what a list needs."""

    id: str
    nome: str
    matricula: str


class AlunosAchados(Model):
    """Students of a class."""

    turma_id: str
    turma_nome: str
    total: int
    alunos: list[AlunoAchado]
    resumo: str


@school.capability(
    effect=Effect.READ,
    category="PESQUISAR",
    title={"en": "Search classes", "pt": "Pesquisar turmas"},
)
async def pesquisar_turmas(
    context: Context,
    ano_serie: Annotated[str | None, "A year: `EF7`, `7º ano`."] = None,
    materia: Materia | None = None,
) -> TurmasAchadas:
    """Search the teacher's classes: their ids, names, years, subjects and how many students they have."""
    source = await source_of(context)
    wanted = ano_serie_de(ano_serie or "") or (ano_serie or "").strip().upper()
    subject = (await source.materia(materia)).id if materia else ""
    materias = {each.id: each.nome for each in await source.materias()}
    escolas = {each.id: each.nome for each in await source.escolas()}
    every = await source.turmas()
    found = [
        each for each in every if (not wanted or each.ano_serie == wanted) and (not subject or subject in each.materias)
    ]
    sizes = await source.tamanhos() if source.is_here else {}
    turmas = [
        TurmaAchada(
            id=each.id,
            nome=each.nome,
            escola=escolas.get(each.escola_id, ""),
            ano_serie=each.ano_serie,
            turno=each.turno,
            ano_letivo=each.ano_letivo,
            total_alunos=sizes[each.id] if each.id in sizes else len(await source.alunos(each.id)),
            materias=[materias[id] for id in each.materias if id in materias],
        )
        for each in found
    ]
    context.cite(source.nome, rows=len(turmas))
    names = ", ".join(f"{each.nome} ({counted('aluno', each.total_alunos, context.locale)})" for each in turmas[:5])
    resumo = counted("turma", len(turmas), context.locale) + (f": {names}" if names else "")
    return TurmasAchadas(total=len(turmas), turmas=turmas, resumo=resumo)


@school.capability(
    effect=Effect.READ,
    category="PESQUISAR",
    title={"en": "Search students", "pt": "Pesquisar alunos"},
    targets=["turma_id"],
)
async def pesquisar_alunos(context: Context, turma_id: Turma, ativo: bool = True) -> AlunosAchados:
    """List the students of a class by name."""
    source = await source_of(context)
    turma = await source.turma(turma_id)
    found = await source.alunos(turma.id, ativo=ativo)
    context.cite(source.nome, rows=len(found))
    alunos = [AlunoAchado(id=each.id, nome=each.chamado, matricula=each.matricula) for each in found]
    many = counted("aluno", len(alunos), context.locale)
    resumo = say("found_in_class", context.locale, many=many, turma=turma.nome)
    return AlunosAchados(turma_id=turma.id, turma_nome=turma.nome, total=len(alunos), alunos=alunos, resumo=resumo)
