"""Another platform as the source: asked again where that helps, told honestly where it does not (SP-50, SP-51)."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.apps.school.platform import Answer, Asked, Patient, Platform, connected, school_with
from tests.apps.school.sample import School, lay
from tests.apps.school.wire import STORY, wired

from aule import boot
from aule.apps.school.api_wrapper.remote import ONLY_HERE, RemoteQueries
from aule.apps.school.entities import Atividade
from aule.apps.school.queries import SchoolQueries
from aule.contracts.errors import AuleError
from aule.stores.home.directory import Home
from aule.testing import ScriptedModel
from aule.testing.system import System

BASE = "/api/escola/v1"
TURMA = {"id": "T-7A", "nome": "7º ano A", "ano_serie": "EF7", "ano_letivo": 2026, "sala": 12}
ALUNOS = [{"id": 11, "nome": "Ana Lima", "matricula": "2026011"}, {"id": 12, "nome": "Bruno Reis"}]
PROVA = {
    "id": "P-1",
    "turma_id": "T-7A",
    "materia_id": "M-1",
    "titulo": "Prova 1",
    "data": "2026-11-10",
    "itens": [],
}
NOTAS = [
    {"avaliacao_id": "P-1", "aluno_id": "11", "valor": 8, "situacao": "lancada"},
    {"avaliacao_id": "P-1", "aluno_id": "12", "valor": 5, "situacao": "lancada"},
]


def page(*items: Any) -> Answer:
    return Answer(body={"items": list(items), "total": len(items), "next": None})


def usual(asked: Asked) -> Answer:
    """A platform with one class, that has no more than the contract says."""
    known: dict[str, Answer] = {
        "/turmas": page(TURMA),
        "/turmas/T-7A": Answer(body=TURMA),
        "/turmas/T-7A/alunos": page(*ALUNOS),
        "/turmas/T-7A/notas": page(*NOTAS),
        "/materias": page({"id": "M-1", "nome": "Matemática"}),
        "/escolas": page({"id": "E-1", "nome": "Escola Longe"}),
        "/avaliacoes": page(PROVA),
    }
    return known.get(asked.path.removeprefix(BASE), Answer(404, {"error": {"code": "not_found", "message": "no"}}))


def test_each_read_is_asked_of_a_platform_or_said_to_be_only_here() -> None:
    """What can be read is declared once: a new query is answered there too, or never asked of a platform."""
    reads = {name for name, each in vars(SchoolQueries).items() if not name.startswith("_") and callable(each)}
    there = {name for name in vars(RemoteQueries) if name in reads}
    assert reads == there | ONLY_HERE
    assert not there & ONLY_HERE


def failing(times: int, status: int = 503) -> Callable[[Asked], Answer]:
    left = {"n": times}

    def answer(asked: Asked) -> Answer:
        if asked.path == f"{BASE}/turmas" and left["n"]:
            left["n"] -= 1
            return Answer(status, {"error": {"code": "busy", "message": "later"}})
        return usual(asked)

    return answer


async def test_sp_s8_a_platform_that_fails_twice_is_asked_again_and_one_that_always_fails_is_told(
    tmp_path: Path,
) -> None:
    """SP-S8, SP-50: 503 twice, then 200: it succeeds, and both retries are told; always 503: `fonte_indisponivel`."""
    async with (
        Platform(failing(2)).serving() as platform,
        school_with(tmp_path, connected(platform.url)) as (school, clock),
    ):
        school.kernel.secrets.set("SCHOOL_SOURCE_TOKEN", "a-very-secret-token")
        result = await school.call("pesquisar_turmas")
        assert result.ok
        assert [each["nome"] for each in result.data["turmas"]] == ["7º ano A"]
        assert [each.code for each in result.warnings].count("fonte_repetida") == 2
        assert clock.waits == [1.0, 4.0]
        assert {each.headers["authorization"] for each in platform.asked} == {"Bearer a-very-secret-token"}
        events = await school.system.events()
        assert "a-very-secret-token" not in json.dumps([each.model_dump(mode="json") for each in events])

        platform.answer = failing(99)
        problem = await school.problem("pesquisar_turmas")
        assert (problem.code, problem.recoverable) == ("fonte_indisponivel", True)
        assert "3 tentativas" in problem.message

        before = len(platform.asked)
        platform.answer = lambda asked: Answer(401, {})
        assert (await school.problem("pesquisar_turmas")).code == "fonte_sem_acesso"
        assert len(platform.asked) == before + 1  # a closed door is not knocked at again


async def test_sp_s8_a_plan_goes_on_with_what_does_not_need_the_platform(tmp_path: Path) -> None:
    """SP-S8, SP-44: the step that cannot read is told as such, independent ones are done, what needs it is skipped."""
    home = Home(tmp_path)
    home.prepare()
    async with Platform(lambda asked: Answer(503, {})).serving() as platform:
        kernel = await boot.build(home, replace(boot.ambient(), clock=Patient()))
        try:
            await kernel.start()
            await lay(kernel.database, [connected(platform.url)])
            place = School(System(kernel, ScriptedModel(), home))
            async with wired(place) as wire:
                plan = (await wire.said(STORY))["plan"]
                done = (await wire.process(action="execute_plan", planId=plan["planId"])).json()
                read = (await wire.process(action="get_plan", planId=plan["planId"])).json()["plan"]
            before = await place.queries.total(Atividade)
        finally:
            await kernel.stop()
    states = {each["funcao"]: each["status"] for each in read["etapas"]}
    assert done["status"] == "concluido_com_falhas", done
    assert states["pesquisar_desempenho_turma"] == "erro"
    assert states["pesquisar_tipos_atividades"] == "concluida"
    assert states["criar_atividade"] == "pulada"
    assert before == 0
    assert "## O que não deu certo" in done["relatorio"]
    assert "não responde" in done["relatorio"]


async def test_sp_50_names_students_and_marks_come_from_the_platform_as_the_contract_says(tmp_path: Path) -> None:
    """SP-1, SP-50: what people call things is resolved among what is there; unknown fields are kept aside."""
    async with Platform(usual).serving() as platform, school_with(tmp_path, connected(platform.url)) as (school, _):
        found = await school.do("pesquisar_alunos", turma_id="turma 7A")
        assert [(each["id"], each["nome"]) for each in found["alunos"]] == [("11", "Ana Lima"), ("12", "Bruno Reis")]
        problem = await school.problem("pesquisar_alunos", turma_id="9Z")
        assert (problem.code, problem.candidates) == ("not_found", ["7º ano A"])


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (Answer(raw=b"<html>hello</html>"), "fonte_indisponivel"),
        (Answer(raw=b"[" * 100_000), "fonte_indisponivel"),
        (Answer(body={"turmas": []}), "fonte_invalida"),
        (Answer(body={"items": "many"}), "fonte_invalida"),
        (Answer(body={"items": [["x"]]}), "fonte_invalida"),
        (Answer(body={"items": [{**TURMA, "ano_letivo": "soon"}]}), "fonte_invalida"),
        (Answer(body={"items": [TURMA], "next": "same"}), "fonte_invalida"),
        (Answer(302, headers={"location": "http://127.0.0.1:1/elsewhere"}), "moved_elsewhere"),
        (Answer(raw=zlib.compress(b" " * 40_000_000), headers={"content-encoding": "deflate"}), "fonte_invalida"),
        (Answer(hangs=True), "fonte_indisponivel"),
        (Answer(500, {"error": "boom"}), "fonte_indisponivel"),
        (Answer(418, {"error": {"message": "tea"}}), "invalid"),
    ],
)
async def test_what_is_no_answer_is_an_honest_error_and_nothing_is_written(
    tmp_path: Path, answer: Answer, code: str
) -> None:
    """SP-50, hostile: bad JSON, wrong types, circles, redirects, bombs and silence."""
    async with (
        Platform(lambda asked: answer).serving() as platform,
        school_with(tmp_path, connected(platform.url, timeout_s=0.5)) as (school, _),
    ):
        before = await school.rows()
        assert (await school.problem("pesquisar_alunos", turma_id="7A")).code == code
        assert await school.rows() == before


async def test_an_activity_is_written_there_and_a_copy_kept_here(tmp_path: Path) -> None:
    """SP-50: what is made goes to the platform; the screens here show it, and the platform's own id is known."""
    stored: dict[str, dict[str, Any]] = {}

    def answer(asked: Asked) -> Answer:
        if asked.method == "POST" and asked.path == f"{BASE}/calendario/eventos":
            stored["77"] = {**asked.body, "id": "77"}
            return Answer(201, stored["77"], {"etag": '"1"'})
        if asked.path == f"{BASE}/calendario/eventos/77" and asked.method == "GET":
            return Answer(200, stored["77"], {"etag": '"1"'})
        if asked.path == f"{BASE}/calendario/eventos":
            return page(*stored.values())
        if asked.path == f"{BASE}/atividades/atv_1":
            return Answer(200, {"id": "atv_1", "titulo": "Frações", "tipo": "lista-exercicios"})
        return usual(asked)

    here = Atividade(id="atv_1", titulo="Frações", tipo="lista-exercicios")
    async with (
        Platform(answer).serving() as platform,
        school_with(tmp_path, connected(platform.url), here) as (school, _),
    ):
        result = await school.call("adicionar_aula_calendario", atividade_ids=["atv_1"], data="2026-11-20")
        assert result.ok
        assert "fonte_sem_desfazer" in [each.code for each in result.warnings]
        [kept] = await school.queries.eventos("2026-11-20", "2026-11-20")
        assert (kept.external_ids, stored["77"]["titulo"]) == ({"rest": "77"}, kept.titulo)
        [post] = [each for each in platform.asked if each.method == "POST"]
        assert post.headers["idempotency-key"]


async def test_a_post_whose_end_nobody_knows_is_not_repeated(tmp_path: Path) -> None:
    def answer(asked: Asked) -> Answer:
        if asked.method == "POST":
            return Answer(hangs=True)
        if asked.path == f"{BASE}/atividades/atv_1":
            return Answer(200, {"id": "atv_1", "titulo": "Frações", "tipo": "lista-exercicios"})
        return page() if asked.path == f"{BASE}/calendario/eventos" else usual(asked)

    async with (
        Platform(answer).serving() as platform,
        school_with(tmp_path, connected(platform.url, timeout_s=0.5)) as (school, _),
    ):
        problem = await school.problem("adicionar_aula_calendario", atividade_ids=["atv_1"], data="2026-11-20")
        assert problem.code == "fonte_indisponivel"
        assert len([each for each in platform.asked if each.method == "POST"]) == 1
        assert await school.queries.eventos("2026-11-20", "2026-11-20") == []


async def test_a_source_is_set_up_by_the_owner_alone_who_sees_its_address(tmp_path: Path) -> None:
    """SP-50: an address is shown before it counts, one that cannot be meant is refused, and it can be taken back."""
    async with school_with(tmp_path) as (school, _):
        for url in ("ftp://x", "http://user:pw@host", "http://127.0.0.1:9/?x=1", ""):
            assert (await school.problem("configurar_fonte", tipo="rest", base_url=url)).field == "base_url"
        wrong = await school.problem(
            "configurar_fonte", tipo="rest", base_url="http://127.0.0.1:9", path_map={"x": "/y"}
        )
        assert wrong.field == "path_map"
        wanted: dict[str, Any] = {"tipo": "rest", "base_url": "http://127.0.0.1:9/v1"}
        with pytest.raises(AuleError) as asked:
            await school.called("configurar_fonte", **wanted)  # by hand, but not seen
        assert asked.value.problem.code == "approval_required"
        assert "http://127.0.0.1:9/v1" in (await school.preview("configurar_fonte", **wanted)).summary
        done = await school.remove("configurar_fonte", **wanted)
        assert (done["ligada"], done["tem_token"]) == (True, False)
        assert (await school.problem("pesquisar_turmas")).code == "fonte_indisponivel"
        assert (await school.remove("configurar_fonte", tipo="embedded"))["ligada"] is False
        assert (await school.do("pesquisar_turmas"))["total"] == 0


async def test_sp_51_ponto_school_has_activities_and_a_calendar_and_the_rest_is_from_here(tmp_path: Path) -> None:
    """SP-51: under that profile classes come from the embedded store, and that is told."""

    def answer(asked: Asked) -> Answer:
        known = {"/api/atividades/usuario/u1": [{"id": 5, "titulo": "Quiz", "tipo": "quiz-interativo", "cor": "azul"}]}
        path = asked.path.removeprefix(BASE)
        return Answer(200, known[path]) if path in known else Answer(404, {})

    async with Platform(answer).serving() as platform:
        fonte = connected(platform.url, perfil="ponto_school", extra={"usuario": "u1"})
        async with school_with(tmp_path, fonte) as (school, _):
            found = await school.call("pesquisar_atividades_conta")
            assert [(each["id"], each["titulo"]) for each in found.data["atividades"]] == [("5", "Quiz")]
            turmas = await school.call("pesquisar_turmas")
            assert turmas.data["total"] == 0
            assert "fonte_sem_recurso" in [each.code for each in turmas.warnings]
