"""Analyses on a running system: the worked class, the sample school, an empty school (A.3, SP-20, SP-S2)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.apps.school.sample import MATEMATICA, School, school, seventh, whole_school

from aule.apps.school.entities import (
    Aluno,
    Avaliacao,
    Entrega,
    Escola,
    Frequencia,
    ItemAvaliacao,
    ItemNota,
    Materia,
    MatriculaTurma,
    Nota,
    Turma,
)
from aule.apps.school.sample.layout import sample_id
from aule.sdk import Model

NAMES = ["Ana", "Bruno", "Caio", "Davi", "Eva"]


def worked_class() -> Iterator[Model]:
    """The class of A.3's worked numbers: five students, and a test of eight questions each in two skills."""
    yield Escola(id="esc_1", nome="Escola")
    yield Materia(id="mat_1", nome="Matemática", componente_bncc="ef-comp-ma")
    yield Turma(id="tur_1", escola_id="esc_1", nome="7A", ano_serie="EF7", ano_letivo=2026, materias=["mat_1"])
    for n, nome in enumerate(NAMES):
        yield Aluno(id=f"alu_{n}", escola_id="esc_1", nome=f"{nome} Souza", necessidades=["baixa visão"])
        yield MatriculaTurma(aluno_id=f"alu_{n}", turma_id="tur_1", inicio="2026-02-02")
    for id, dia, maximo, peso in (("p1", "2026-11-02", 10, 1), ("p2", "2026-11-09", 10, 2), ("d1", "2026-11-02", 5, 1)):
        yield Avaliacao(
            id=id, turma_id="tur_1", materia_id="mat_1", titulo=id, data=dia, valor_maximo=maximo, peso=peso
        )
    marks = [("p1", 0, 8), ("p2", 0, 6), ("p1", 1, 4), ("p2", 1, 5), ("p1", 2, 9), ("p2", 2, None), ("d1", 3, 3)]
    for id, n, valor in [*marks, ("p2", 3, 7)]:
        how = "lancada" if valor is not None else "pendente"
        yield Nota(avaliacao_id=id, aluno_id=f"alu_{n}", valor=valor, situacao=how)


def skills_test() -> Iterator[Model]:
    """A test that weighs nothing, whose questions show .25 .40 .50 .80 .35 and .60 .75 .65 .90 .70."""
    shown = {"EF07MA17": (0.25, 0.40, 0.50, 0.80, 0.35), "EF07MA12": (0.60, 0.75, 0.65, 0.90, 0.70)}
    items = [ItemAvaliacao(n=n, pontos_max=1, habilidades=["EF07MA17" if n <= 4 else "EF07MA12"]) for n in range(1, 9)]
    yield Avaliacao(
        id="sk", turma_id="tur_1", materia_id="mat_1", titulo="Diagnóstica", data="2026-11-16", peso=0, itens=items
    )
    for student in range(5):
        points = [ItemNota(n=n, pontos=shown["EF07MA17" if n <= 4 else "EF07MA12"][student]) for n in range(1, 9)]
        yield Nota(avaliacao_id="sk", aluno_id=f"alu_{student}", valor=5, situacao="lancada", itens=points)


def taking_part() -> Iterator[Model]:
    """Ana: 18 of 20 there, 6 of 8 handed in, 4 of 6 on time."""
    for n in range(20):
        presenca = "falta" if n < 2 else "presente"
        yield Frequencia.model_validate(
            {"turma_id": "tur_1", "data": f"2026-10-{n + 10:02d}", "aluno_id": "alu_0", "presenca": presenca}
        )
    for n in range(8):
        came = None if n < 2 else "2026-11-10" if n < 4 else "2026-11-05"
        yield Entrega(atividade_id=f"atv_{n}", aluno_id="alu_0", turma_id="tur_1", prazo="2026-11-05", entregue_em=came)


async def test_the_worked_class_comes_out_to_the_printed_digit(tmp_path: Path) -> None:
    """A.3 through the front door: means, gaps and engagement, by names as people write them (SP-1)."""
    async with school(tmp_path / "home", [*worked_class(), *skills_test(), *taking_part()]) as running:
        found = await running.call("pesquisar_desempenho_turma", turma_id="7º ano A", materia="matematica")
        data = found.data
        assert (data["media_geral"], data["mediana"], data["alunos_com_nota"], data["total_alunos"]) == (6.8, 6.7, 4, 5)
        assert (data["abaixo_da_media"], data["pct_abaixo"], data["tendencia"]) == (1, 0.25, "indefinida")
        assert [each["n"] for each in data["distribuicao"]] == [1, 2, 0, 1]
        assert data["resumo"] == "Média 6,8 (últimos 30 dias; 4 de 5 alunos, 4 avaliações)"
        assert data["texto"].startswith("**7A, Matemática**: Média 6,8 (") and "EF07MA17" in data["texto"]
        assert data["periodo"] == {"inicio": "2026-10-18", "fim": "2026-11-16", "texto": "Últimos 30 dias"}
        assert found.provenance is not None and found.provenance.source == "local"
        assert {each["id"] for each in data["raw_data"]["avaliacoes"]} == {"p1", "p2", "d1", "sk"}
        gaps = await running.do("analisar_gaps_aprendizado", turma_id="7A")
        [worst], [other] = gaps["gaps"], gaps["demais"]
        assert worst["habilidade"]["codigo"] == "EF07MA17" and worst["habilidade"]["valida"]
        figures = ("dominio", "pct_abaixo", "intervalo", "indice_gap", "prioridade", "n_alunos", "evidencia")
        assert [worst[name] for name in figures] == [0.46, 0.8, [0.44, 0.95], 37.1, "alta", 5, "suficiente"]
        assert worst["alunos_abaixo"] == ["alu_0", "alu_1", "alu_2", "alu_4"] and worst["evidencias"] == ["sk"]
        assert (other["indice_gap"], other["prioridade"]) == (4.3, "baixa")
        [tip] = gaps["sugestoes"]
        assert (tip["habilidade"]["codigo"], tip["tipo_atividade"]) == ("EF07MA17", "lista-exercicios")
        assert tip["motivo"] == "80% de 5 alunos abaixo do esperado; domínio médio 46%."
        engaged = await running.do("analisar_engajamento", turma_id="7A", periodo="ano_letivo")
        assert (engaged["indice"], engaged["n_alunos"]) == (0.797, 1)
        assert engaged["faixas"] == {"alto": 0, "medio": 1, "baixo": 0}
        page = await look(running, "turma", id="7A")
        assert [each["media"] for each in page["alunos"]] == [6.7, 4.7, 9.0, 6.7, None]
        assert page["alunos"][2]["notas"]["p2"] == {"valor": None, "situacao": "pendente"}
        assert [each["habilidade"]["codigo"] for each in page["gaps"]] == ["EF07MA17", "EF07MA12"]
        told = json.dumps([data, gaps, engaged, page])
        assert "baixa visão" not in told


async def test_sp_s2_a_class_without_marks_is_told_so_and_no_figure_is_made_up(tmp_path: Path) -> None:
    """SP-20: null and warnings, never zero; what could be done next is named."""
    async with school(tmp_path / "home", seventh(marks=False)) as running:
        found = await running.call("pesquisar_desempenho_turma", turma_id="7A")
        data = found.data
        none = ("media_geral", "mediana", "desvio_padrao", "abaixo_da_media", "pct_abaixo", "delta")
        assert [data[name] for name in none] == [None] * 6
        empty = ("distribuicao", "gaps_principais", "materias_criticas", "dados_insuficientes")
        assert [data[name] for name in empty] == [[]] * 4
        assert (data["total_alunos"], data["alunos_com_nota"], data["tendencia"]) == (25, 0, "indefinida")
        assert data["raw_data"] == {}
        message = "Nenhuma nota lançada para 7A entre 18/10 e 16/11."
        assert [(each.code, each.message) for each in found.warnings] == [("sem_notas_no_periodo", message)]
        assert data["proximos_passos"][0] == "Importar as notas de 7A"
        gaps = await running.call("analisar_gaps_aprendizado", turma_id="7A")
        assert (gaps.data["gaps"], gaps.data["sugestoes"]) == ([], [])
        assert gaps.data["resumo"] == "Ainda não há notas de 7A para encontrar lacunas."
        engaged = await running.call("analisar_engajamento", turma_id="7A")
        assert (engaged.data["indice"], [each.code for each in engaged.warnings]) == (None, ["sem_frequencia"])
        comments = await running.do("comentarios_boletim", turma_id="7A", periodo="tudo")
        assert {each["media"] for each in comments["comentarios"]} == {None}
        assert all("ainda não tem notas" in each["texto"] for each in comments["comentarios"])
        home = await look(running, "inicio")
        assert [each["code"] for each in home["atencao"]] == ["sem_notas"]
        assert (home["turmas"][0]["media"], home["turmas"][0]["abaixo"]) == (None, None)
        whole = await look(running, "desempenho")
        assert (whole["por_turma"][0]["media"], whole["alunos_em_atencao_n"]) == (None, 0)


async def test_a_school_with_nothing_in_it_has_pages_too(tmp_path: Path) -> None:
    async with school(tmp_path / "home") as running:
        home = await look(running, "inicio")
        assert (home["turmas"], home["atencao"], home["amostra"]) == ([], [], False)
        assert home["totais"] == {"turmas": 0, "alunos": 0, "atividades": 0, "aulas": 0, "avaliacoes": 0}
        assert (await look(running, "desempenho"))["por_turma"] == []
        assert (await running.do("analisar_desempenho_geral"))["tendencia"] == "indefinida"
        assert (await running.problem("pesquisar_desempenho_turma", turma_id="7A")).code == "not_found"


async def test_the_sample_school_is_read_the_same_by_every_door(tmp_path: Path) -> None:
    """One algorithm: capability, class page, overview and home tell the same figures, in both languages."""
    async with school(tmp_path / "home", whole_school()) as running:
        data = await running.do("pesquisar_desempenho_turma", turma_id="7A", periodo="ano_letivo")
        page = await look(running, "turma", id="7A", periodo="ano_letivo")
        same = ("media_geral", "mediana", "desvio_padrao", "abaixo_da_media", "pct_abaixo", "distribuicao", "tendencia")
        assert [page[name] for name in same] == [data[name] for name in same]
        assert page["resumo"] == data["resumo"] and page["materias_criticas"] == data["materias_criticas"]
        whole = await running.do("analisar_desempenho_geral", periodo="ano_letivo")
        shown = await look(running, "desempenho", periodo="ano_letivo")
        assert {**shown, "resumo": whole["resumo"]} == whole
        row = next(each for each in whole["por_turma"] if each["turma"]["nome"] == "7A")
        assert (row["media"], row["mediana"]) == (data["media_geral"], data["mediana"])
        assert row["abaixo"] == data["abaixo_da_media"]
        home = await look(running, "inicio")
        assert next(each for each in home["turmas"] if each["nome"] == "7A") == page["turma"]
        assert page["turma"]["media"] == data["media_geral"]
        days = [each["data"] for each in home["agenda"]]
        assert home["amostra"] and home["recentes"] and days == sorted(days) and "2026-11-16" in days
        assert {"materia_critica", "frequencia", "gap"} <= {each["code"] for each in home["atencao"]}
        student = await look(running, "aluno", id=page["alunos"][0]["id"])
        assert student["media"] == page["alunos"][0]["media"] and student["frequencia"] is not None
        one = await running.do("analisar_desempenho_geral", turma_id="7A", periodo="ano_letivo")
        assert [each["turma"]["nome"] for each in one["por_turma"]] == ["7A"]
        gaps = await running.do("analisar_gaps_aprendizado", turma_id="7A", materia="Matemática", nivel="aluno", max=2)
        assert [each["habilidade"]["codigo"] for each in gaps["gaps"]] == ["EF07MA17", "EF07MA12"]
        assert [each["habilidade"] for each in gaps["sugestoes"]] == [each["habilidade"] for each in gaps["gaps"]]
        assert gaps["por_aluno"] and all(each["nivel"] for of in gaps["por_aluno"] for each in of["habilidades"])
        caio = {"turma_id": "7A", "periodo": "ano_letivo", "aluno_id": "Caio Henrique Moura"}
        comments = await running.do("comentarios_boletim", **caio)
        [comment] = comments["comentarios"]
        assert comment["texto"].startswith("Caio alcançou média 4,5 em 7 avaliações, abaixo da média de aprovação")
        english = School(running.system, "en")
        assert (await english.do("pesquisar_desempenho_turma", turma_id="7A"))["resumo"].startswith("Mean ")
        told = (await look(english, "desempenho"))["atencao"]
        assert told[0]["texto"].startswith("Matemática, 7A: mean ") and told[0]["prioridade"] == "alta"


async def test_terms_are_never_guessed(tmp_path: Path) -> None:
    """SP-2: without terms `bimestre_atual` is an error, and the overview takes the last month."""
    async with school(tmp_path / "home", seventh(terms=False)) as running:
        refused = await running.problem("pesquisar_desempenho_turma", turma_id="7A", periodo="bimestre_atual")
        assert refused.code == "periodo_nao_configurado"
        assert (await look(running, "desempenho"))["periodo"]["texto"] == "Últimos 30 dias"
        page = await look(running, "turma", id=sample_id(Turma, 0), materia=MATEMATICA)
        assert [each["valor"] for each in page["periodos"]] == ["ultimo_mes", "mes_atual", "tudo"]


async def look(running: School, name: str, **params: str) -> dict[str, Any]:
    """A page as the desktop gets it."""
    return json.loads((await running.view(name, **params)).model_dump_json())
