"""The pages of one activity, one lesson and one test."""

from __future__ import annotations

from aule.apps.school.app import school
from aule.apps.school.bncc.skills import named
from aule.apps.school.entities import Atividade, Aula, Avaliacao, Config, Escola, Materia, Turma
from aule.apps.school.item_views import AlunoNota, PaginaAtividade, PaginaAula, PaginaAvaliacao
from aule.apps.school.mathematics.means import bands
from aule.apps.school.mathematics.rounding import shown
from aule.apps.school.names import not_found
from aule.apps.school.queries import Listada, SchoolQueries
from aule.apps.school.reading.lines import activity_line, type_name
from aule.apps.school.table_mapping import Entity, kind_of
from aule.apps.school.views import AtividadeResumo, Aviso, Faixa, Nome
from aule.apps.school.words import say
from aule.sdk import Reading


async def _one(reading: Reading, of: type[Entity], id: str) -> Entity:
    found = await SchoolQueries(reading).get(of, id.strip())
    if found is None:
        raise not_found(kind_of(of).name, id, [], field="id", locale=reading.locale)
    return found


async def _subject(queries: SchoolQueries, id: str | None) -> Nome | None:
    found = await queries.get(Materia, id) if id else None
    return None if found is None else Nome(id=found.id, nome=found.nome)


async def _class(queries: SchoolQueries, id: str | None) -> Nome | None:
    found = await queries.get(Turma, id) if id else None
    return None if found is None else Nome(id=found.id, nome=found.nome)


async def _lines(queries: SchoolQueries, ids: list[str]) -> list[AtividadeResumo]:
    """Return activities by their ids, in that order."""
    found = {each.id: each for each in await queries.many(Atividade, ids)}
    materias = {each.id: each.nome for each in await queries.materias()}
    turmas = {each.id: each.nome for each in await queries.turmas()}
    there = [found[id] for id in ids if id in found]
    return [activity_line(Listada(each, len(each.conteudo.questoes)), materias, turmas) for each in there]


@school.view("atividade")
async def atividade(reading: Reading, id: str) -> PaginaAtividade:
    """An activity with its questions, where it is used, and what should be looked at."""
    queries = SchoolQueries(reading)
    found = await _one(reading, Atividade, id)
    codes = list(dict.fromkeys([*found.habilidades, *(c for q in found.conteudo.questoes for c in q.habilidades)]))
    uses = (await queries.usos([found.id]))[found.id]
    return PaginaAtividade(
        atividade=found,
        tipo_nome=type_name(found.tipo),
        materia=await _subject(queries, found.materia_id),
        turma=await _class(queries, found.turma_id),
        pontos_total=sum(each.pontos for each in found.conteudo.questoes),
        habilidades=named(codes),
        usos=[Nome(id=ref, nome=titulo) for ref, titulo in uses],
        avisos=_notices(found, reading.locale),
    )


def _notices(found: Atividade, locale: str) -> list[Aviso]:
    """Return what a teacher should know before handing it out."""
    told: list[Aviso] = []
    unknown = [each.codigo for each in named(found.habilidades) if not each.valida]
    if unknown:
        codes = ", ".join(unknown)
        words = say("codes_not_in_bncc", locale, codes=codes)
        told.append(Aviso(code="habilidade_desconhecida", message=words))
    for place, each in enumerate(found.conteudo.questoes, start=1):
        if each.tipo == "multipla_escolha" and sum(one.correta for one in each.alternativas) != 1:
            words = say("one_right_alternative", locale, place=place)
            told.append(Aviso(code="alternativas", message=words))
    return told


@school.view("aula")
async def aula(reading: Reading, id: str) -> PaginaAula:
    """A lesson with its moments and activities."""
    queries = SchoolQueries(reading)
    found = await _one(reading, Aula, id)
    return PaginaAula(
        aula=found,
        turma=await _class(queries, found.turma_id),
        materia=await _subject(queries, found.materia_id),
        atividades=await _lines(queries, found.atividades),
        habilidades=named(found.habilidades),
    )


@school.view("avaliacao")
async def avaliacao(reading: Reading, id: str) -> PaginaAvaliacao:
    """A test with the mark of each student, the mean of the marks, and how they are spread."""
    queries = SchoolQueries(reading)
    found = await _one(reading, Avaliacao, id)
    marks = {each.aluno_id: each for each in await queries.notas_da_avaliacao(found.id)}
    config = await _config(queries, found.turma_id)
    given = [each.valor for each in marks.values() if each.situacao == "lancada" and each.valor is not None]
    students: list[AlunoNota] = []
    for student in await queries.alunos(found.turma_id):
        mark = marks.get(student.id)
        students.append(
            AlunoNota(
                id=student.id,
                nome=student.chamado,
                matricula=student.matricula,
                valor=mark.valor if mark else None,
                situacao=mark.situacao if mark else "pendente",
                itens={str(item.n): item.pontos for item in (mark.itens or ())} if mark else {},
            )
        )
    codes = list(dict.fromkeys(code for item in found.itens for code in item.habilidades))
    activity = await _lines(queries, [found.atividade_id]) if found.atividade_id else []
    return PaginaAvaliacao(
        avaliacao=found,
        turma=await _class(queries, found.turma_id) or Nome(id=found.turma_id, nome=""),
        materia=await _subject(queries, found.materia_id) or Nome(id=found.materia_id, nome=""),
        atividade=activity[0] if activity else None,
        alunos=students,
        media=shown(sum(given) / len(given), config.escala.casas) if given else None,
        distribuicao=[
            Faixa(de=de, ate=ate, n=n) for de, ate, n in bands([each / found.valor_maximo for each in given], config)
        ],
        habilidades=named(codes),
    )


async def _config(queries: SchoolQueries, turma_id: str) -> Config:
    turma = await queries.get(Turma, turma_id)
    escola = await queries.get(Escola, turma.escola_id) if turma else None
    return escola.config if escola else Config()
