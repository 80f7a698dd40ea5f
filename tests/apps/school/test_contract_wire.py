"""The school's own HTTP contract, served from the data here, and read by the source that asks platforms (SP-50)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.apps.school.platform import Answer, Asked, Platform, connected, school_with
from tests.apps.school.sample import MATEMATICA, PROVAS, SEVENTH, lay, whole_school
from tests.server.conftest import System
from tests.server.doors import HOST, open_front

from aule.apps.school.entities import Aluno
from aule.server.app import create_app

V1 = "/api/escola/v1"


@pytest.fixture
async def escola(system: System) -> System:
    """A system that keeps the whole sample school; one of its students has needs."""
    things = whole_school()
    first = next(each for each in things if isinstance(each, Aluno))
    needy = first.model_copy(update={"necessidades": ["baixa visão"]})
    await lay(system.kernel.database, [needy if each is first else each for each in things])
    return system


async def _get(system: System, path: str, **query: Any) -> Any:
    answer = await system.client.get(f"{V1}{path}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_classes_students_and_marks_are_told_as_the_contract_says(escola: System) -> None:
    """SP-50: `{items, total, next}`, the fields of A.1, and never what a student needs (SP-61)."""
    turmas = await _get(escola, "/turmas", ano_serie="EF7")
    assert [each["id"] for each in turmas["items"]] == [SEVENTH]
    assert turmas["next"] is None
    students = await _get(escola, f"/turmas/{SEVENTH}/alunos")
    assert students["total"] == 25
    assert "necessidades" not in str(students)
    assert "baixa visão" not in str(students)
    paged, cursor = [], None
    while True:
        part = await _get(
            escola, f"/turmas/{SEVENTH}/notas", periodo="tudo", limit=20, **({"cursor": cursor} if cursor else {})
        )
        paged += part["items"]
        cursor = part["next"]
        if cursor is None:
            break
    assert len(paged) == part["total"] > 40
    assert len({(each["avaliacao_id"], each["aluno_id"]) for each in paged}) == len(paged)
    assert (await _get(escola, f"/avaliacoes/{PROVAS[0]}/notas"))["total"] == 25
    for path in ("/escolas", "/periodos", "/materias", "/atividades", "/aulas", "/avaliacoes", "/planos-ensino"):
        assert set(await _get(escola, path)) == {"items", "total", "next"}
    assert (await _get(escola, "/calendario/eventos", de="2026-11-16", ate="2026-12-16"))["items"]


async def test_an_activity_is_made_changed_in_the_version_that_was_read_and_undone(escola: System) -> None:
    """SP-50: ETag and If-Match; a stale edit changes nothing; what is done by hand can be undone like anything else."""
    client = escola.client
    body = {"titulo": "Frações", "tipo": "lista-exercicios", "materia_id": MATEMATICA, "id": "cliente-7", "cor": "azul"}
    made = await client.post(f"{V1}/atividades", json=body)
    assert made.status_code == 201, made.text
    id, tag = made.json()["id"], made.headers["etag"]
    assert id.startswith("atv_")
    assert (made.json()["external_ids"], made.json()["extra"]) == ({"cliente": "cliente-7"}, {"cor": "azul"})
    read = await client.get(f"{V1}/atividades/{id}")
    assert (read.headers["etag"], read.json()["titulo"]) == (tag, "Frações")

    edited = await client.patch(f"{V1}/atividades/{id}", json={"titulo": "Frações 2"}, headers={"If-Match": tag})
    assert (edited.status_code, edited.json()["titulo"], edited.json()["versao"]) == (200, "Frações 2", 2)
    late = await client.patch(f"{V1}/atividades/{id}", json={"titulo": "late"}, headers={"If-Match": tag})
    assert (late.status_code, late.json()["error"]["code"]) == (412, "stale")
    assert (await _get(escola, f"/atividades/{id}"))["titulo"] == "Frações 2"
    runs = [event.run for event in await escola.kernel.journal.read(None, types=["change.recorded"])]
    await escola.kernel.undo(f"run:{runs[-1]}")
    assert (await _get(escola, f"/atividades/{id}"))["titulo"] == "Frações"


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/turmas/tur_none", None, 404, "not_found"),
        ("GET", "/nothing", None, 404, "not_found"),
        ("GET", "/turmas/tur_none/notas", None, 404, "not_found"),
        ("GET", "/atividades?cursor=-1", None, 422, "invalid"),
        ("GET", "/atividades?limit=0", None, 422, "invalid"),
        ("POST", "/atividades", {"titulo": ""}, 422, "invalid_param"),
        ("POST", "/atividades", {"titulo": "a", "tipo": "quiz-interativo", "turma_id": "tur_none"}, 404, "not_found"),
        ("POST", "/atividades", ["a"], 422, "invalid"),
        ("POST", "/calendario/eventos", {"titulo": "a", "data": "soon"}, 422, "invalid_param"),
        ("PUT", f"/avaliacoes/{PROVAS[0]}/notas", {"notas": 7}, 422, "invalid"),
    ],
)
async def test_what_is_wrong_is_told_in_the_form_of_this_wire_and_nothing_is_written(
    escola: System, method: str, path: str, body: Any, status: int, code: str
) -> None:
    """SP-50: `{error: {code, message}}`."""
    before = (await _get(escola, "/atividades"))["total"]
    answer = await escola.client.request(method, f"{V1}{path}", json=body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), answer.text
    assert answer.json()["error"]["message"]
    assert (await _get(escola, "/atividades"))["total"] == before


async def test_marks_are_written_students_come_in_and_what_is_removed_is_gone(escola: System) -> None:
    """SP-50: the rest of the contract; a removal by its id is the owner's own yes, and can be undone."""
    client = escola.client
    [first, *_] = (await _get(escola, f"/avaliacoes/{PROVAS[0]}/notas"))["items"]
    mark = {"aluno_id": first["aluno_id"], "valor": 3.5}
    done = await client.put(f"{V1}/avaliacoes/{PROVAS[0]}/notas", json={"notas": [mark]})
    assert (done.status_code, done.json()["n_alteradas"]) == (200, 1), done.text
    notas = (await _get(escola, f"/avaliacoes/{PROVAS[0]}/notas"))["items"]
    assert [each["valor"] for each in notas if each["aluno_id"] == first["aluno_id"]] == [3.5]

    came = await client.post(f"{V1}/turmas/{SEVENTH}/alunos", json={"nome": "Zuleica Prado", "matricula": "2026999"})
    assert (came.status_code, came.json()["criado"]) == (201, True), came.text
    assert (await _get(escola, f"/turmas/{SEVENTH}/alunos"))["total"] == 26
    assert (await _get(escola, f"/alunos/{came.json()['id']}"))["nome"] == "Zuleica Prado"

    made = (await client.post(f"{V1}/calendario/eventos", json={"titulo": "Reunião", "data": "2026-11-25"})).json()
    gone = await client.delete(f"{V1}/calendario/eventos/{made['id']}", headers={"If-Match": '"old"'})
    assert gone.status_code == 412
    gone = await client.delete(f"{V1}/calendario/eventos/{made['id']}")
    assert gone.status_code == 200, gone.text
    assert (await client.get(f"{V1}/calendario/eventos/{made['id']}")).status_code == 404

    told = await _get(escola, f"/turmas/{SEVENTH}/desempenho", periodo="tudo")
    assert told["total_alunos"] == 26
    assert {"media_geral", "gaps", "materias_criticas"} <= set(told)
    skills = await _get(escola, "/habilidades", codigo="EF07MA17")
    assert [each["codigo"] for each in skills["items"]] == ["EF07MA17"]


async def test_nobody_comes_in_without_the_token(escola: System) -> None:
    """SP-50: Bearer as everywhere."""
    async with open_front(create_app(escola.kernel)) as stranger:
        assert (await stranger.get(f"{V1}/turmas", headers={"host": HOST})).status_code == 401


async def test_a_source_that_asks_this_wire_sees_no_difference(escola: System, tmp_path: Path) -> None:
    """SP-50: the contract is one: another system works on this school over HTTP, by names, and writes to it."""

    async def answer(asked: Asked) -> Answer:
        headers = {name: asked.headers[name] for name in ("if-match", "idempotency-key") if name in asked.headers}
        told = await escola.client.request(
            asked.method, asked.path, params=asked.query, json=asked.body, headers=headers
        )
        etag = {"etag": told.headers["etag"]} if "etag" in told.headers else {}
        return Answer(told.status_code, told.json(), etag)

    async with (
        Platform(answer).serving() as platform,
        school_with(tmp_path / "far", connected(platform.url)) as (far, _),
    ):
        found = await far.do("pesquisar_alunos", turma_id="7º ano A")
        assert len(found["alunos"]) == 25
        here = (await _get(escola, "/atividades"))["items"][0]
        done = await far.call("adicionar_aula_calendario", atividade_ids=[here["titulo"]], data="2026-11-19")
        assert done.ok, done.error
        days = (await _get(escola, "/calendario/eventos", de="2026-11-19", ate="2026-11-19"))["items"]
        assert [each["atividades"] for each in days if each["id"] == done.data["evento_id"]] == [[here["id"]]]

        before = await far.rows()
        shown = await far.preview("sincronizar_fonte")
        brought = {each.name: each.create for each in shown.tables}
        assert (brought["turma"], brought["aluno"] >= 50, brought["nota"] > 50) == (2, True, True)
        pulled = await far.do("sincronizar_fonte")
        assert pulled["criados"] == sum(brought.values())
        assert pulled["fora"] == []
        notas = (await _get(escola, f"/turmas/{SEVENTH}/notas", periodo="tudo", limit=500))["items"]
        assert len(await far.queries.notas(SEVENTH)) == len(notas)
        again = await far.do("sincronizar_fonte")
        assert (again["criados"], again["alterados"], again["resumo"]) == (0, 0, "Tudo já está aqui.")
        [*_, run] = [event.run for event in await far.system.events() if event.type == "change.recorded"]
        await far.kernel.undo(f"run:{run}")
        assert await far.rows() == before
