"""The school's own HTTP contract (SP-50), served from the data here: an external client sees no difference.

Whoever writes here is the owner, by the token, and does it by their own hand: the request itself says what happens.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from aule.apps.school.wire.contract_errors import as_reply
from aule.contracts.errors import AuleError, Conflict, Invalid, NotFound
from aule.contracts.model import JsonObject
from aule.sdk.http import (
    PLAIN,
    PROBLEM,
    PROBLEM_TYPE,
    Answers,
    ByHand,
    Id,
    IdempotencyKey,
    IfMatch,
    Kernel,
    Reply,
    Routes,
    Word,
    stale,
)

wire = Routes(prefix="/api/escola/v1", tags=["escola"], errors=as_reply)

LOCALE = "pt-BR"
Colecao = Literal["atividades", "aulas", "avaliacoes", "planos-ensino"]
KINDS: dict[str, tuple[str, str]] = {
    "atividades": ("atividade", "atividades"),
    "aulas": ("aula", "aulas"),
    "avaliacoes": ("avaliacao", "avaliacoes"),
    "planos-ensino": ("plano", "planos"),
}
"""What a collection's records are called, and its list."""
_OBJECT: dict[str, Any] = {"application/json": {"schema": {"type": "object"}}}
_ANSWERS: Answers = {
    200: {"description": "As the contract says.", "content": _OBJECT},
    "4XX": {
        "description": "`{error: {code, message}}`; who may not come in is told as everywhere.",
        "content": {**_OBJECT, PROBLEM_TYPE: {"schema": {"$ref": PROBLEM}}},
    },
}


@dataclass(frozen=True, slots=True)
class Pages:
    """Which part of a list."""

    limit: Annotated[int, Field(ge=1, le=500, description="How many at most.")] = 100
    cursor: Annotated[str | None, Field(max_length=20, pattern=PLAIN, description="`next` of the page before.")] = None


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What a list is narrowed to."""

    turma_id: Word = None
    materia_id: Word = None
    busca: Word = None
    de: Word = None
    ate: Word = None


@wire.route("GET", "/escolas", responses=_ANSWERS)
async def list_escolas(kernel: Kernel, part: Pages) -> Reply:
    """The schools there are."""
    return await _listed(kernel, "escolas", part)


@wire.route("GET", "/periodos", responses=_ANSWERS)
async def list_periodos(kernel: Kernel, part: Pages) -> Reply:
    """Years and terms."""
    return await _listed(kernel, "periodos", part)


@wire.route("GET", "/materias", responses=_ANSWERS)
async def list_materias(kernel: Kernel, part: Pages) -> Reply:
    """Subjects."""
    return await _listed(kernel, "materias", part)


@wire.route("GET", "/turmas", responses=_ANSWERS)
async def list_turmas(kernel: Kernel, part: Pages, ano_serie: Word = None) -> Reply:
    """Classes, of one year or of all."""
    return await _listed(kernel, "turmas", part, ano_serie=ano_serie)


@wire.route("GET", "/turmas/{id}", responses=_ANSWERS)
async def get_turma(kernel: Kernel, id: Id) -> Reply:
    """One class."""
    return await _one(kernel, "turma", id)


@wire.route("GET", "/turmas/{id}/alunos", responses=_ANSWERS)
async def list_alunos(kernel: Kernel, id: Id, part: Pages) -> Reply:
    """Who is in a class; what they need stays here."""
    return await _listed(kernel, "alunos", part, id=id)


@wire.route("POST", "/turmas/{id}/alunos", status=201, responses=_ANSWERS)
async def add_aluno(kernel: Kernel, id: Id, body: JsonObject, key: IdempotencyKey = None) -> Reply:
    """Put a student into a class, who may be new."""
    known = ("aluno_id", "nome", "matricula", "nome_social", "nascimento", "responsavel", "inicio")
    params = {name: body[name] for name in known if body.get(name) is not None}
    done = await _do(kernel, "adicionar_aluno_turma", {"turma_id": id, **params}, key)
    return Reply({"id": done.get("aluno_id"), **done}, status=201)


@wire.route("GET", "/turmas/{id}/desempenho", responses=_ANSWERS)
async def get_desempenho(kernel: Kernel, id: Id, periodo: Word = None, materia: Word = None) -> Reply:
    """How a class does: its means, its gaps, and where it needs help."""
    given = {"turma_id": id, "periodo": periodo, "materia": materia}
    done = await _do(kernel, "pesquisar_desempenho_turma", {key: value for key, value in given.items() if value}, None)
    return Reply({"gaps": done.get("gaps_principais", []), **done})


@wire.route("GET", "/turmas/{id}/notas", responses=_ANSWERS)
async def list_notas(kernel: Kernel, id: Id, part: Pages, periodo: Word = None) -> Reply:
    """The marks of a class in a span of time."""
    return await _listed(kernel, "notas", part, id=id, periodo=periodo)


@wire.route("GET", "/turmas/{id}/frequencia", responses=_ANSWERS)
async def list_frequencia(kernel: Kernel, id: Id, part: Pages, periodo: Word = None) -> Reply:
    """The attendance of a class in a span of time."""
    return await _listed(kernel, "frequencia", part, id=id, periodo=periodo)


@wire.route("GET", "/turmas/{id}/entregas", responses=_ANSWERS)
async def list_entregas(kernel: Kernel, id: Id, part: Pages, periodo: Word = None) -> Reply:
    """What a class had to hand in in a span of time."""
    return await _listed(kernel, "entregas", part, id=id, periodo=periodo)


@wire.route("GET", "/turmas/{id}/participacoes", responses=_ANSWERS)
async def list_participacoes(kernel: Kernel, id: Id, part: Pages, periodo: Word = None) -> Reply:
    """How a class took part in a span of time."""
    return await _listed(kernel, "participacoes", part, id=id, periodo=periodo)


@wire.route("GET", "/alunos/{id}", responses=_ANSWERS)
async def get_aluno(kernel: Kernel, id: Id) -> Reply:
    """One student; what they need stays here."""
    return await _one(kernel, "aluno", id)


@wire.route("GET", "/avaliacoes/{id}/notas", responses=_ANSWERS)
async def list_notas_da_avaliacao(kernel: Kernel, id: Id, part: Pages) -> Reply:
    """The marks of one test."""
    return await _listed(kernel, "avaliacao_notas", part, id=id)


@wire.route("PUT", "/avaliacoes/{id}/notas", responses=_ANSWERS)
async def set_notas(kernel: Kernel, id: Id, body: JsonObject, key: IdempotencyKey = None) -> Reply:
    """Write marks of one test; those that are not sent stay as they are."""
    notas = body.get("notas")
    if not isinstance(notas, list):
        raise Invalid("The body has no list `notas`.", field="notas", hint='Send {"notas": [{"aluno_id": …}]}.')
    return Reply(await _do(kernel, "lancar_notas", {"avaliacao_id": id, "notas": notas}, key))


@wire.route("GET", "/habilidades", responses=_ANSWERS)
async def list_habilidades(kernel: Kernel, codigo: Word = None, q: Word = None) -> Reply:
    """Skills of the BNCC, by their code or by words."""
    given = {"codigo": codigo, "busca_texto": q, "max_resultados": 50}
    done = await _do(kernel, "pesquisar_bncc", {key: value for key, value in given.items() if value}, None)
    items: list[Any] = done.get("habilidades", [])
    return Reply({"items": items, "total": len(items), "next": None})


@wire.route("GET", "/calendario/eventos", responses=_ANSWERS)
async def list_eventos(kernel: Kernel, part: Pages, de: Word = None, ate: Word = None, turma_id: Word = None) -> Reply:
    """What is on between two days; events that repeat stand with their first day."""
    return await _listed(kernel, "eventos", part, de=de, ate=ate, turma_id=turma_id)


@wire.route("POST", "/calendario/eventos", status=201, responses=_ANSWERS)
async def add_evento(kernel: Kernel, body: JsonObject, key: IdempotencyKey = None) -> Reply:
    """Put something on a day."""
    return await _made(kernel, "evento", body, key)


@wire.route("GET", "/calendario/eventos/{id}", responses=_ANSWERS)
async def get_evento(kernel: Kernel, id: Id) -> Reply:
    """One event."""
    return await _one(kernel, "evento", id)


@wire.route("PATCH", "/calendario/eventos/{id}", responses=_ANSWERS)
async def edit_evento(kernel: Kernel, id: Id, body: JsonObject, if_match: IfMatch = None) -> Reply:
    """Change an event, in the version that was read where `If-Match` names one."""
    return await _edited(kernel, "evento", id, body, if_match)


@wire.route("DELETE", "/calendario/eventos/{id}", responses=_ANSWERS)
async def remove_evento(kernel: Kernel, id: Id, if_match: IfMatch = None, confirmar: Word = None) -> Reply:
    """Remove an event."""
    return await _removed(kernel, "evento", id, if_match, confirmar)


@wire.route("GET", "/{colecao}", responses=_ANSWERS)
async def list_registros(kernel: Kernel, colecao: Colecao, part: Pages, wanted: Narrowing) -> Reply:
    """Activities, lessons, tests or teaching plans, the latest first."""
    return await _listed(kernel, KINDS[colecao][1], part, **asdict(wanted))


@wire.route("POST", "/{colecao}", status=201, responses=_ANSWERS)
async def add_registro(kernel: Kernel, colecao: Colecao, body: JsonObject, key: IdempotencyKey = None) -> Reply:
    """Keep an activity, lesson, test or teaching plan exactly as it is sent."""
    return await _made(kernel, KINDS[colecao][0], body, key)


@wire.route("GET", "/{colecao}/{id}", responses=_ANSWERS)
async def get_registro(kernel: Kernel, colecao: Colecao, id: Id) -> Reply:
    """One activity, lesson, test or teaching plan."""
    return await _one(kernel, KINDS[colecao][0], id)


@wire.route("PATCH", "/{colecao}/{id}", responses=_ANSWERS)
async def edit_registro(kernel: Kernel, colecao: Colecao, id: Id, body: JsonObject, if_match: IfMatch = None) -> Reply:
    """Change one, in the version that was read where `If-Match` names one; what is absent stays as it is."""
    return await _edited(kernel, KINDS[colecao][0], id, body, if_match)


@wire.route("DELETE", "/{colecao}/{id}", responses=_ANSWERS)
async def remove_registro(
    kernel: Kernel, colecao: Colecao, id: Id, if_match: IfMatch = None, confirmar: Word = None
) -> Reply:
    """Remove one, with what belongs to it alone; where much goes with it, `confirmar` says its name."""
    return await _removed(kernel, KINDS[colecao][0], id, if_match, confirmar)


async def _listed(kernel: Kernel, lista: str, part: Pages, **asked: str | None) -> Reply:
    given = {"lista": lista, "limit": str(part.limit), "cursor": part.cursor, **asked}
    return Reply((await _look(kernel, "registros", given)).model_dump(mode="json"))


async def _one(kernel: Kernel, tipo: str, id: str) -> Reply:
    found = await _look(kernel, "registro", {"tipo": tipo, "id": id})
    return Reply(found.dados, headers={"ETag": f'"{found.versao}"'})


async def _made(kernel: Kernel, tipo: str, body: JsonObject, key: str | None) -> Reply:
    done = await _do(kernel, "gravar_registro", {"tipo": tipo, "dados": body}, key)
    return Reply(done["registro"], status=201, headers={"ETag": f'"{done["versao"]}"'})


async def _edited(kernel: Kernel, tipo: str, id: str, body: JsonObject, if_match: str | None) -> Reply:
    versao = await _expected(kernel, tipo, id, "*" if if_match is None else if_match.strip())
    params = {"tipo": tipo, "dados": body, "id": id, "versao": versao}
    try:
        done = await _do(kernel, "gravar_registro", params, None)
    except Conflict as error:
        if error.problem.code not in ("stale", "row_changed", "conflict"):
            raise
        raise stale("another") from error
    return Reply(done["registro"], headers={"ETag": f'"{done["versao"]}"'})


async def _removed(kernel: Kernel, tipo: str, id: str, if_match: str | None, words: str | None) -> Reply:
    """Remove what was asked for by its id: the request itself is the yes; words that have to be typed come along."""
    if if_match is not None:
        await _expected(kernel, tipo, id, if_match.strip())
    name, params = f"school.remover_{tipo}", {f"{tipo}_id": id}
    shown = await kernel.preview(name, params, locale=LOCALE)
    hand = ByHand(seen=shown.content_hash, confirm=words)
    called = await kernel.call(name, params, locale=LOCALE, by_hand=hand)
    return Reply(_data(called.result.data))


async def _expected(kernel: Kernel, tipo: str, id: str, tag: str) -> str:
    """The version there is, if it is the one that was read."""
    current = (await _look(kernel, "registro", {"tipo": tipo, "id": id})).versao
    if tag not in ("*", f'"{current}"'):
        raise stale(f'"{current}"')
    return current


async def _look(kernel: Kernel, view: str, given: dict[str, str | None]) -> Any:
    asked = {name: [value] for name, value in given.items() if value is not None}
    return await kernel.apps.look(kernel.apps.view("school", view), asked, locale=LOCALE)


async def _do(kernel: Kernel, name: str, params: JsonObject, key: str | None) -> JsonObject:
    called = await kernel.call(f"school.{name}", params, locale=LOCALE, key=key, by_hand=ByHand())
    if called.result.error is not None:
        known = Conflict if called.result.error.code == "under_way" else AuleError
        raise known(called.result.error.message, code=called.result.error.code, hint=called.result.error.hint)
    return _data(called.result.data)


def _data(data: Any) -> JsonObject:
    if not isinstance(data, dict):
        raise NotFound("There is nothing to tell.")
    return data  # pyright: ignore[reportUnknownVariableType]
