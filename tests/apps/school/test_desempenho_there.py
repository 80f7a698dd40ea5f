"""LT-25: a connected platform is asked first how a class performs, where it tells that; and what its screen shows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.apps.school.platform import Answer, Platform, connected, school_with
from tests.apps.school.test_rest import BASE, TURMA, usual

TOLD = {
    "total_alunos": 31,
    "media_geral": 6.4,
    "gaps": ["Frações", {"nome": "Porcentagem"}],
    "materias_criticas": ["Matemática"],
    "extra": {"of": "theirs"},
}


def telling(answer: Answer) -> Any:
    """A platform that answers this to how 7A performs, and everything else as usual."""
    return lambda asked: answer if asked.path.endswith("/desempenho") else usual(asked)


async def test_what_a_platform_says_of_a_class_is_asked_first(tmp_path: Path) -> None:
    """LT-25: the address of the seed, with its period; nothing is worked out from marks then."""
    async with (
        Platform(telling(Answer(body=TOLD))).serving() as platform,
        school_with(tmp_path, connected(platform.url)) as (school, _),
    ):
        found = await school.call("pesquisar_desempenho_turma", turma_id="7º ano A")
        assert found.ok, found.error
        assert (found.data["total_alunos"], found.data["media_geral"], found.data["mediana"]) == (31, 6.4, None)
        assert found.data["raw_data"] == TOLD
        assert found.data["resumo"] == (
            "7º ano A: média 6.4 (31 alunos), segundo a plataforma conectada. "
            "Principais lacunas: Frações, Porcentagem. Matérias críticas: Matemática."
        )
        [asked] = [each for each in platform.asked if each.path.endswith("/desempenho")]
        assert (asked.path, asked.query) == (f"{BASE}/turmas/{TURMA['id']}/desempenho", {"periodo": "ultimo_mes"})
        assert not any(each.path.endswith("/notas") for each in platform.asked)


async def test_where_it_does_not_tell_that_marks_are_added_up(tmp_path: Path) -> None:
    """LT-25: no such address: the marks of the platform are worked out as before."""
    async with (
        Platform(usual).serving() as platform,
        school_with(tmp_path, connected(platform.url)) as (school, _),
    ):
        found = await school.do("pesquisar_desempenho_turma", turma_id="7º ano A")
        assert (found["media_geral"], found["total_alunos"]) == (6.5, 2)
        assert [each.path for each in platform.asked if each.path.endswith("/desempenho")]


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (Answer(body=[1, 2]), "fonte_invalida"),
        (Answer(body={"media_geral": "seis"}), "fonte_invalida"),
        (Answer(body={"total_alunos": -3.5}), "fonte_invalida"),
        (Answer(raw=b'{"media_geral": NaN}'), "fonte_invalida"),
        (Answer(body={"gaps_principais": [{"habilidade": 7}]}), "fonte_invalida"),
        (Answer(raw=b"<html>maintenance</html>"), "fonte_indisponivel"),
        (Answer(302, headers={"Location": "http://169.254.169.254/latest"}), "moved_elsewhere"),
        (Answer(503), "fonte_indisponivel"),
        (Answer(hangs=True), "fonte_indisponivel"),
    ],
)
async def test_an_answer_that_is_none_is_told_and_nothing_else_is_shown_instead(
    tmp_path: Path, answer: Answer, code: str
) -> None:
    """LT-25: garbage, redirects, errors and silence; marks from elsewhere never stand in for it."""
    async with (
        Platform(telling(answer)).serving() as platform,
        school_with(tmp_path, connected(platform.url, timeout_s=0.5)) as (school, _),
    ):
        assert (await school.problem("pesquisar_desempenho_turma", turma_id="7º ano A")).code == code
        assert all(each.headers["host"].startswith("127.0.0.1") for each in platform.asked)


async def test_the_screen_of_the_connection_says_what_is_read_and_written_where(tmp_path: Path) -> None:
    """LT-25: before anything is connected, and after."""
    async with school_with(tmp_path) as (school, _):
        page = await school.view("fonte")
        assert (page.ligada, page.base_url) == (False, "")
        there = {each.nome: (each.caminho, each.uso) for each in page.recursos["escola"]}
        assert there["desempenho"] == ("/turmas/{id}/desempenho", "leitura")
        assert there["atividade"] == ("/atividades/{id}", "leitura_e_escrita")
        ponto = {each.nome: each.caminho for each in page.recursos["ponto_school"]}
        assert (ponto["turmas"], ponto["atividades_novas"]) == (None, "/api/atividades")
        await school.remove("configurar_fonte", tipo="rest", base_url="http://127.0.0.1:9/v1", path_map={"aulas": None})
        page = await school.view("fonte")
        assert (page.ligada, page.base_url) == (True, "http://127.0.0.1:9/v1")
        assert {each.nome: each.caminho for each in page.recursos["escola"]}["aulas"] is None
