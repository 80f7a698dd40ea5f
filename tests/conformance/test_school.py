"""School Power reads and writes the same on every database."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.apps.school.sample import PROVAS, SEVENTH, school

from aule.apps.school.entities import Atividade, Aula, Avaliacao, Frequencia
from aule.apps.school.queries import Filtro

pytestmark = [pytest.mark.anyio, pytest.mark.xdist_group("postgres")]


async def test_the_same_story_of_a_school_on_every_database(tmp_path: Path, url: str) -> None:
    """SP-1, K-8: names, lists, marks, a cascade and its undo, the sample in and out, and every page."""
    async with school(tmp_path / "home", database_url=url) as on:
        nothing = await on.rows()
        await on.do("adicionar_amostra")
        full = await on.rows()
        assert (await on.do("pesquisar_alunos", turma_id="Sétimo ano A"))["total"] == 25
        assert (await on.do("pesquisar_atividades_conta", busca="PROPORCIONAIS"))["total"] == 1
        assert (await on.do("pesquisar_atividades_conta", busca="100%_"))["total"] == 0
        for of in (Atividade, Aula, Avaliacao):
            everything = await on.queries.listed(of, Filtro(limit=100))
            pages = [each for skip in (0, 3, 6, 9) for each in await on.queries.listed(of, Filtro(limit=3, skip=skip))]
            assert pages == everything and len(everything) == await on.queries.total(of)
        tally = await on.queries.lancadas(SEVENTH)
        assert await on.queries.lancadas_em(PROVAS) == {id: tally[id] for id in PROVAS}
        assert len(await on.queries.do_aluno(Frequencia, "alu_amostra0000")) == 30
        for view, params in (
            ("inicio", {}),
            ("turma", {"id": SEVENTH}),
            ("aluno", {"id": "alu_amostra0003"}),
            ("desempenho", {}),
            ("avaliacoes", {"turma": "7A"}),
            ("avaliacao", {"id": PROVAS[0]}),
            ("atividade", {"id": "atv_amostra0002"}),
            ("calendario", {}),
        ):
            assert await on.view(view, **params)
        marks = [{"aluno_id": "alu_amostra0000", "valor": 3.25}, {"aluno_id": "alu_amostra0001", "situacao": "ausente"}]
        written = await on.called("lancar_notas", avaliacao_id=PROVAS[0], notas=marks)
        await on.undo(written.result.changes[0])
        await on.remove("remover_turma", turma_id="7A")
        await on.undo((await on.kernel.changes.list(limit=1)).items[0].id)
        assert await on.rows() == full
        await on.do("remover_amostra")
        assert await on.rows() == nothing
